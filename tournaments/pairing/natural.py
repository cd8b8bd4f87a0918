"""The natural pairing of a list: upper half against lower half (29C1), rematches and teammates mended.

Where neighbors meet instead (29L1), a list has no halves, and nothing else is different.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from .field import Field
from .matching import min_cost_matching, pack

# Larger lists first try only pairs within this many places of the ideal, and then whatever could be better.
WINDOW = 10
ALL_PAIRS_UP_TO = 40

Natural = list[int]
"""For each position of the list the position of its natural opponent."""

Place = tuple[int, int]
"""Two positions of the list."""


class Change(NamedTuple):
    """What it costs to pair two places of a list that another pairing has with others."""

    distance: int
    limited: int
    shift: int


NO_CHANGE = Change(0, 0, 0)


def changed(field: Field, members: Sequence[int], partner: Sequence[int], i: int, j: int) -> Change:
    """The smaller of the two differences of the exchange (29E5c), in points, as limits see it, in places.

    Of an interchange the two are one (29E5d).
    """
    if partner[i] == j:
        return NO_CHANGE
    x, y, mine, theirs = members[i], members[j], members[partner[i]], members[partner[j]]
    rho, unrated = field.rho, field.unrated
    # Asked of each pair of a list: no calls for what is mostly the same.
    distance = min(abs(rho[mine] - rho[y]), abs(rho[theirs] - rho[x]))
    exempt = unrated[x] or unrated[y] or unrated[mine] or unrated[theirs]
    limited = min(field.limited(mine, y), field.limited(theirs, x)) if exempt else distance
    return Change(distance, limited, min(abs(partner[i] - j), abs(partner[j] - i)))


@cache
def slide(size: int) -> Natural:
    """Place k meets place k + h. Asked of each pair, and changed by nobody.

    >>> slide(6)
    [3, 4, 5, 0, 1, 2]
    """
    half = size // 2
    return [*range(half, size), *range(half)]


@cache
def neighbors(size: int) -> Natural:
    """Places 0 and 1 meet, 2 and 3, and so on (29L1).

    >>> neighbors(6)
    [1, 0, 3, 2, 5, 4]
    """
    return [k ^ 1 for k in range(size)]


def ideal(field: Field, size: int) -> Natural:
    """Whom each place of an even list meets before anything is mended."""
    return neighbors(size) if field.neighbors_meet else slide(size)


def same_half(field: Field, size: int, i: int, j: int) -> bool:
    """Whether two places are of one half. Where neighbors meet there are none (29L1)."""
    return not field.neighbors_meet and (i < size // 2) == (j < size // 2)


def natural(field: Field, members: Sequence[int]) -> Natural | None:
    """The natural pairing of an even list in rank order, None if it cannot be paired (PAIRING §4.4)."""
    known = field.naturals
    listed = tuple(members)
    if listed not in known:
        known[listed] = _natural(field, listed)
    return known[listed]


def _natural(field: Field, members: Sequence[int]) -> Natural | None:
    size = len(members)
    wanted = ideal(field, size)
    if all(_fine(field, x, members[wanted[i]]) for i, x in enumerate(members)):
        return wanted
    window = size if size <= ALL_PAIRS_UP_TO else WINDOW
    while True:
        found = _mended(field, members, _within(wanted, window))
        if window >= size or found is None:
            if window >= size:
                return found
        elif _in_order(field, members, found):
            return _mended(field, members, _no_dearer(field, members, wanted, found))
        window *= 4


def _fine(field: Field, x: int, y: int) -> bool:
    return field.legal(x, y) and not field.avoided(x, y)


def _in_order(field: Field, members: Sequence[int], found: Natural) -> bool:
    """Nobody meets his own half, and as few teammates meet as can be: a wider search could mend no more than
    points and places."""
    size = len(members)
    if any(same_half(field, size, i, j) for i, j in enumerate(found)):
        return False
    teams = sum(field.avoided(members[i], members[j]) for i, j in enumerate(found) if i < j)
    return not teams or teams == field.fewest(members, field.mates)


def natural_cost(field: Field, members: Sequence[int], i: int, j: int) -> tuple[int, int, int, int]:
    """The cost of one pair of places: teammates, same half, points squared, places."""
    size = len(members)
    change = changed(field, members, ideal(field, size), i, j)
    same = int(same_half(field, size, i, j))
    return int(field.avoided(members[i], members[j])), same, change.distance**2, change.shift


def _within(wanted: Natural, window: int) -> Iterator[Place]:
    """Pairs of places within a window of the ideal."""
    size = len(wanted)
    for i in range(size):
        for j in range(i + 1, size):
            if min(abs(wanted[i] - j), abs(wanted[j] - i)) <= window:
                yield i, j


def _no_dearer(field: Field, members: Sequence[int], wanted: Natural, found: Natural) -> Iterator[Place]:
    """The pairs across the halves that alone cost no more points than a whole pairing: any better one has
    only such pairs."""
    size = len(members)
    most = sum(changed(field, members, wanted, i, j).distance ** 2 for i, j in enumerate(found) if i < j)
    rho = [field.rho[x] for x in members]
    for i in range(size):
        mine = rho[wanted[i]]
        for j in range(i + 1, size):
            if same_half(field, size, i, j):
                continue
            nearer = min(abs(mine - rho[j]), abs(rho[wanted[j]] - rho[i]))
            if nearer**2 <= most or wanted[i] == j:
                yield i, j


def _mended(field: Field, members: Sequence[int], among: Iterable[Place]) -> Natural | None:
    size = len(members)
    pairs = [(i, j) for i, j in among if field.legal(members[i], members[j])]
    # The product separates what is otherwise equal: nearer to the slide is less.
    costs = pack([(*natural_cost(field, members, i, j), size * size - i * j) for i, j in pairs], size // 2)
    found = min_cost_matching(size, [(i, j, cost) for (i, j), cost in zip(pairs, costs, strict=True)])
    return partners(found, size) if found is not None else None


def partners(pairs: Sequence[tuple[int, int]], size: int) -> Natural:
    partner = [-1] * size
    for i, j in pairs:
        partner[i], partner[j] = j, i
    return partner
