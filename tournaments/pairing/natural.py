"""The natural pairing of a list: upper half against lower half (29C1), rematches and teammates mended."""

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


def changed(field: Field, members: Sequence[int], partner: Sequence[int], i: int, j: int) -> Change:
    """The smaller of the two differences of the exchange (29E5c), in points, as limits see it, in places.

    Of an interchange the two are one (29E5d).
    """
    if partner[i] == j:
        return Change(0, 0, 0)
    x, y, mine, theirs = members[i], members[j], members[partner[i]], members[partner[j]]
    return Change(
        min(field.distance(mine, y), field.distance(theirs, x)),
        min(field.limited(mine, y), field.limited(theirs, x)),
        min(abs(partner[i] - j), abs(partner[j] - i)),
    )


@cache
def slide(size: int) -> Natural:
    """Place k meets place k + h. Asked of each pair, and changed by nobody.

    >>> slide(6)
    [3, 4, 5, 0, 1, 2]
    """
    half = size // 2
    return [*range(half, size), *range(half)]


def natural(field: Field, members: Sequence[int]) -> Natural | None:
    """The natural pairing of an even list in rank order, None if it cannot be paired (PAIRING §4.4)."""
    known = field.naturals
    listed = tuple(members)
    if listed not in known:
        known[listed] = _natural(field, listed)
    return known[listed]


def _natural(field: Field, members: Sequence[int]) -> Natural | None:
    size = len(members)
    ideal = slide(size)
    if all(_fine(field, members[i], members[ideal[i]]) for i in range(size // 2)):
        return ideal
    window = size if size <= ALL_PAIRS_UP_TO else WINDOW
    while True:
        found = _mended(field, members, ideal, _within(ideal, window))
        if window >= size or found is None:
            if window >= size:
                return found
        elif _in_order(field, members, found):
            return _mended(field, members, ideal, _no_dearer(field, members, ideal, found))
        window *= 4


def _fine(field: Field, x: int, y: int) -> bool:
    return field.legal(x, y) and not field.avoided(x, y)


def _in_order(field: Field, members: Sequence[int], found: Natural) -> bool:
    """Nobody meets his own half, and as few teammates meet as can be: a wider search could mend no more than
    points and places."""
    half = len(members) // 2
    if any(found[i] < half for i in range(half)):
        return False
    teams = sum(field.avoided(members[i], members[found[i]]) for i in range(half))
    return not teams or teams == field.fewest(members, field.mates)


def natural_cost(field: Field, members: Sequence[int], i: int, j: int) -> tuple[int, int, int, int]:
    """The cost of one pair of places: teammates, same half, points squared, places."""
    half = len(members) // 2
    change = changed(field, members, slide(len(members)), i, j)
    same = int((i < half) == (j < half))
    return int(field.avoided(members[i], members[j])), same, change.distance**2, change.shift


def _within(ideal: Natural, window: int) -> Iterator[Place]:
    """Pairs of places within a window of the ideal."""
    size = len(ideal)
    for i in range(size):
        for j in range(i + 1, size):
            if min(abs(ideal[i] - j), abs(ideal[j] - i)) <= window:
                yield i, j


def _no_dearer(field: Field, members: Sequence[int], ideal: Natural, found: Natural) -> Iterator[Place]:
    """The pairs across the halves that alone cost no more points than a whole pairing: any better one has
    only such pairs."""
    half = len(members) // 2
    most = sum(changed(field, members, ideal, i, found[i]).distance ** 2 for i in range(half))
    for i in range(half):
        mine, rho = field.rho[members[ideal[i]]], field.rho[members[i]]
        for j in range(half, len(members)):
            nearer = min(abs(mine - field.rho[members[j]]), abs(field.rho[members[ideal[j]]] - rho))
            if nearer**2 <= most or ideal[i] == j:
                yield i, j


def _mended(field: Field, members: Sequence[int], ideal: Natural, among: Iterable[Place]) -> Natural | None:
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
