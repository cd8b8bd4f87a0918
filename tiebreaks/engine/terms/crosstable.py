"""The games among tied players in one table, for a system that counts them (34E5)."""

from typing import NamedTuple

from ..chart.wallchart import Cell
from ..evaluation import Addend


class Meeting(NamedTuple):
    """A pairing of two rivals, seen from one side: its result (None while playing) and its addend.

    A pairing that the system does not count has no addend.
    """

    cell: Cell
    result_q: int | None
    addend: Addend | None


class Crosstable(NamedTuple):
    """The games behind the values of a tied group. ``basis`` plus a player's meetings is the player's value.

    ``rivals`` are the players whose games with the tied players count. ``not_met`` has the pairs of rivals
    who did not play each other.
    """

    rivals: frozenset[int]
    basis: int
    meetings: dict[int, list[Meeting]]
    not_met: frozenset[tuple[int, int]]
