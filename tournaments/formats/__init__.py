"""One module a file format: text to plain records and back, without a database.

A reader never raises for what stands in a file: it answers what could be read and every problem, so that a
director sees all her slips in one report.
"""
