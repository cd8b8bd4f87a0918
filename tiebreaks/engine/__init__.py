"""The rules of US Chess standings in pure Python: no Django, clock, randomness, input or output.

A :class:`~.chart.wallchart.Wallchart` records what happened. A *reading* (after round n, or live) selects
what counts. A *sequence* of posted systems turns a reading into a *ranking*. Each value in a ranking carries
the terms that add up to it.
"""
