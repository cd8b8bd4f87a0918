"""File formats: one module each, from bytes to plain records and back. No database, no models.

A reader never raises for the contents of a file. It returns what it could read together with every problem,
so that a director sees them all in one report. What a reader returns is in :mod:`.records`; characters,
delimiters and quoting are the business of :mod:`.delimited`, the columns' names of :mod:`.headings`.
"""
