"""Quads (30G): groups of four by rating, each a round robin of three rounds."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

QUAD = 4
ROUNDS = 3

Ranked = TypeVar("Ranked")


def cut(ranked: Sequence[Ranked]) -> list[tuple[Ranked, ...]]:
    """Groups of four of players in the order of their ratings (30G). Where the last would have fewer, it is
    left with the one before: five to seven, for a Swiss or a larger round robin (director).

    >>> [len(group) for group in cut(range(14))]
    [4, 4, 6]
    >>> cut("abc")
    [('a', 'b', 'c')]
    """
    groups = max(len(ranked) // QUAD, 1)
    ends = [QUAD * at for at in range(groups)] + [len(ranked)]
    return [tuple(ranked[a:b]) for a, b in pairwise(ends)]
