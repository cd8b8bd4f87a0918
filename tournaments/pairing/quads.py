"""Quads (30G): groups of four by rating, each a round robin of three rounds."""

from collections.abc import Iterable

from .field import Entrant


def cut(entrants: Iterable[Entrant]) -> list[tuple[int, ...]]:
    """Numbers in groups of four by rating; five to seven players are left together for a Swiss (director).

    >>> players = [Entrant(n, "", 2000 - n) for n in range(1, 15)]
    >>> [len(group) for group in cut(players)]
    [4, 4, 6]
    >>> cut(players[:3])
    [(1, 2, 3)]
    """
    ranked = [
        e.number for e in sorted(entrants, key=lambda e: (e.rating is None, -(e.rating or 0), e.number))
    ]
    groups = []
    while len(ranked) >= 8:
        groups.append(tuple(ranked[:4]))
        ranked = ranked[4:]
    if ranked:
        groups.append(tuple(ranked))
    return groups
