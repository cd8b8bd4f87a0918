"""The rules of US Chess standings, in pure Python: no Django, no clock, no chance, no input or output.

A :class:`~.chart.wallchart.Wallchart` says what happened. A *reading* of it (after round n, or
live) is what standings are computed from. A *sequence* of posted systems turns a reading into a *ranking*,
every value of which carries the terms it was added up from.
"""
