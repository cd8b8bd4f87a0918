"""The games among tied players, in one table: what a system that counts them shows for its values (34E5)."""

from typing import NamedTuple

from ..chart.wallchart import Cell
from ..evaluation import Addend


class Meeting(NamedTuple):
    """A pairing of two rivals from one side: its result, None while playing, and what it adds.

    One that is no game to the system adds nothing: it has no addend.
    """

    cell: Cell
    result_q: int | None
    addend: Addend | None


class Crosstable(NamedTuple):
    """What the values of a tied group are made of: ``basis`` and a player's meetings add up to hers.

    ``rivals`` are those whose games with the tied players count; ``unmet`` the pairs of them without one.
    """

    rivals: frozenset[int]
    basis: int
    meetings: dict[int, list[Meeting]]
    unmet: frozenset[tuple[int, int]]
