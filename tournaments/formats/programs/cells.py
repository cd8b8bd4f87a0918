"""Cells of rating reports and rating crosstables: a letter, the opponent's number, sometimes a color."""

import re

from tiebreaks.engine.chart.wallchart import Kind

from ..records import Sat

_CELL = re.compile(r"([WLDXFZBHUNRS])\s*([0-9]{0,4})\s*([WB]?)")
_SITTING_OUT = {Kind.FULL_BYE.letter, Kind.HALF_BYE.letter, Kind.UNPAIRED.letter}


def read_cell(text: str, color: str = "") -> Sat | None:
    """What a cell says; None for one that is not read.

    >>> read_cell("W12B"), read_cell("H0")
    (Sat(kind='W', opponent=12, color='b', board=0), Sat(kind='H', opponent=None, color='', board=0))
    >>> read_cell("L  39", "W"), read_cell("Q7")
    (Sat(kind='L', opponent=39, color='w', board=0), None)
    """
    match = _CELL.fullmatch(text.strip().upper())
    if match is None:
        return None
    kind, opponent = match[1], int(match[2] or 0)
    if kind in _SITTING_OUT or (not opponent and not Kind.of(kind).played):
        return Sat(kind)
    if not opponent:
        return None
    return Sat(kind, opponent, read_color(match[3] or color))


def read_color(text: str) -> str:
    """A color as boards have it; empty for anything else.

    >>> read_color(" W "), read_color("b"), read_color("-")
    ('w', 'b', '')
    """
    color = text.strip().lower()
    return color if color in ("w", "b") else ""
