"""How a round is paired, by US Chess rules 22 and 27–30: pure functions over the engine's wall chart.

``pair`` makes a round, ``explain`` judges one, and both build the reasons from the numbers that decided.
The README is the way in.
"""
