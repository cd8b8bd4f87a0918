"""Who leaves a bracket (27A2, 29D): as few as possible, from the top, with the rest still to be paired.

A bracket is a score group with the floaters that arrive from above. Nearly always the number of odd players
is the parity of the bracket, which needs no search. Otherwise a matching of the bracket with everybody below
finds it (PAIRING §4.2).

Keeping teammates apart comes first, so that a group gives way for it (28N1b). From a group that keeps its
players (28N1c) as few leave as if teammates might meet, be it for its own or for those of groups below.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from .field import Field, Mates
from .matching import Pairs, min_cost_matching, pack

Pair = tuple[int, int]

# Below a bracket this many players are looked at, where that is enough.
NEAR = 120
# So many of the lowest are tried as the odd player before a matching says who can be.
TRIED = 8
# Who of so many members leaves is decided by one matching, whose costs have bits for them.
MEMBERS_AT_ONCE = 48


class Structure(NamedTuple):
    """``odd`` members of the group leave the bracket, ``again`` of the arriving floaters float further.

    ``cost``: team pairs, players who leave, floaters who float again, squared gaps of those, gaps below. Of
    a group that keeps its players the team pairs are compared before the last of these.
    """

    odd: int
    again: int
    cost: tuple[int, int, int, int, int]


def structure(
    field: Field, arriving: Sequence[int], group: Sequence[int], below: Sequence[int]
) -> Structure | None:
    """How many leave the bracket; None if nothing legal can be made of it and the players below."""
    odd = (len(arriving) + len(group)) % 2
    if _simple(field, arriving, group, below, odd, field.parted):
        return Structure(odd, 0, (0, odd, 0, 0, 0))
    return exact(field, arriving, group, below)


def _simple(
    field: Field, arriving: Sequence[int], group: Sequence[int], below: Sequence[int], odd: int, here: Mates
) -> bool:
    """Whether the parity is enough, with all floaters served and no mates who meet, ``here`` or below."""
    if not odd:
        return field.can_pair([*arriving, *group], here) and field.can_pair(below, field.parted)
    for x in group[: -1 - TRIED : -1]:
        rest = [y for y in group if y != x]
        if field.can_pair([*arriving, *rest], here) and field.can_pair([x, *below], field.parted):
            return True
    return False


def exact(
    field: Field,
    arriving: Sequence[int],
    group: Sequence[int],
    below: Sequence[int],
    again: Collection[int] | None = None,
) -> Structure | None:
    """The optimum by a matching of the bracket with the players below; ``again`` sets who floats further."""
    inside = {*arriving, *group}

    def cost(x: int, y: int) -> tuple[int, ...] | None:
        fits = _wanted(x, y, arriving, inside, again)
        return pair_cost(field, x, y, arriving, inside) if fits else None

    total = _least(field, _with_near(field, [*arriving, *group], below), cost, _keeps(field, group))
    if total is None:
        return None
    team, leave, further, gaps, gaps_below = total or (0, 0, 0, 0, 0)
    return Structure(leave - further, further, (team, leave, further, gaps, gaps_below))


def _keeps(field: Field, group: Sequence[int]) -> bool:
    """Whether nobody leaves this score group for the sake of teams (28N1c)."""
    return field.keeps_group(field.score[group[0]])


def _compared(cost: tuple[int, ...], *, keeps: bool) -> tuple[int, ...]:
    """A cost in the order in which it is compared: team pairs first, or before the last (28N1c)."""
    team, *others = cost
    return (*others[:-1], team, others[-1]) if keeps else cost


def _least(
    field: Field,
    order: Sequence[int],
    cost: Callable[[int, int], tuple[int, ...] | None],
    keeps: bool,
) -> tuple[int, ...] | None:
    """What the pairing of least cost costs, level by level; empty if nobody is there, None if none is legal.

    A pair whose ``cost`` is None is not wanted.
    """
    costs = {
        (i, j): each
        for i, x in enumerate(order)
        for j, y in enumerate(order[i + 1 :], i + 1)
        if field.legal(x, y) and (each := cost(x, y)) is not None
    }
    packed = pack([_compared(each, keeps=keeps) for each in costs.values()], max(1, len(order) // 2))
    edges = [(i, j, each) for (i, j), each in zip(costs, packed, strict=True)]
    found = min_cost_matching(len(order), edges)
    if found is None:
        return None
    return tuple(sum(column) for column in zip(*(costs[pair] for pair in found), strict=True))


def pair_cost(
    field: Field, x: int, y: int, arriving: Collection[int], inside: Collection[int]
) -> tuple[int, int, int, int, int]:
    """What one pair costs: teammates, leaves the bracket, floats again, gap squared, gap below squared."""
    team = int(field.apart(x, y))
    gap = (field.score[x] - field.score[y]) ** 2
    if x in inside and y in inside:
        return team, 0, 0, 0, 0
    if x in inside or y in inside:
        return team, 1, int(x in arriving or y in arriving), gap, 0
    return team, 0, 0, 0, gap


def _wanted(
    x: int, y: int, arriving: Collection[int], inside: Collection[int], again: Collection[int] | None
) -> bool:
    """Whether a pair fits the floaters who are set to float again: they meet players below, others do not.

    No two floaters meet: teammates who left a group to be kept apart (28N1b) could do so where another one
    keeps its players (28N1c).
    """
    if x in arriving and y in arriving:
        return False
    if again is None:
        return True
    return all((one in again) == (other not in inside) for one, other in ((x, y), (y, x)) if one in arriving)


def _with_near(field: Field, inside: Sequence[int], below: Sequence[int]) -> Sequence[int]:
    """A bracket and the players below who matter for it: the nearest, if the others can pair among themselves
    and the bracket with these."""
    size = NEAR + (len(below) - NEAR) % 2
    near = [*inside, *below[:size]]
    if len(below) > size and field.can_pair(below[size:], field.parted) and field.can_pair(near):
        return near
    return [*inside, *below]


def floating_again(
    field: Field, arriving: Sequence[int], group: Sequence[int], below: Sequence[int], found: Structure
) -> tuple[int, ...]:
    """Which floaters float further: the lowest-ranked set that reaches the optimum (PAIRING §4.3)."""
    if found.again in (0, len(arriving)):
        return tuple(arriving) if found.again else ()
    for chosen in _lowest_first(arriving, found.again):
        tried = exact(field, arriving, group, below, again=chosen)
        if tried is not None and tried.cost == found.cost:
            return tuple(sorted(chosen))
    raise AssertionError("the optimum has floaters, and no set of them reaches it")


def mates_here(
    field: Field,
    arriving: Sequence[int],
    group: Sequence[int],
    below: Sequence[int],
    found: Structure,
    again: Sequence[int],
) -> tuple[int, int]:
    """In how few boards teammates meet (28N), with these floaters and as many odd players: of those whom
    groups give way to keep apart, here and below, then of all of the bracket."""
    served = [x for x in arriving if x not in again]
    if not found.again and not found.cost[0] and _simple(field, served, group, below, found.odd, field.mates):
        return 0, 0
    total = least_here(field, arriving, group, below, again)
    return (total[0], total[-1]) if total else (0, 0)


def least_here(
    field: Field, arriving: Sequence[int], group: Sequence[int], below: Sequence[int], again: Sequence[int]
) -> tuple[int, ...] | None:
    """The least cost with these floaters who go on: team pairs here and below, players who leave, floaters
    who float again, team pairs here. Empty if nobody is there, None if these cannot be paired."""
    order = _with_near(field, [*arriving, *group], below)
    return _least(field, order, _cost_here(field, arriving, group, again), _keeps(field, group))


def _cost_here(
    field: Field, arriving: Sequence[int], group: Sequence[int], again: Sequence[int]
) -> Callable[[int, int], tuple[int, ...] | None]:
    floating, inside, going = {*arriving}, {*arriving, *group}, {*again}

    def cost(x: int, y: int) -> tuple[int, ...] | None:
        if not _wanted(x, y, floating, inside, going):
            return None
        here = x in inside and y in inside
        return (*pair_cost(field, x, y, floating, inside)[:3], int(here and field.avoided(x, y)))

    return cost


class Together:
    """A bracket with the players below, whose boards cost what :func:`least_here` says, asked many times."""

    def __init__(
        self,
        field: Field,
        arriving: Sequence[int],
        group: Sequence[int],
        below: Sequence[int],
        again: Sequence[int],
    ) -> None:
        self._field, self._inside, self._keeps = field, {*arriving, *group}, _keeps(field, group)
        self.order = _with_near(field, [*arriving, *group], below)
        cost = _cost_here(field, arriving, group, again)
        self._costs = {
            (x, y): each
            for i, x in enumerate(self.order)
            for y in self.order[i + 1 :]
            if field.legal(x, y) and (each := cost(x, y)) is not None
        }
        packed = pack([self.compared(each) for each in self._costs.values()], max(1, len(self.order) // 2))
        self._packed = dict(zip(self._costs, packed, strict=True))

    def levels(self, pairs: Iterable[Pair]) -> tuple[int, ...]:
        """The cost of boards level by level."""
        return tuple(sum(column) for column in zip(*(self._costs[pair] for pair in pairs), strict=True))

    def compared(self, levels: tuple[int, ...]) -> tuple[int, ...]:
        """A cost in the order in which pairings are compared here."""
        return _compared(levels, keeps=self._keeps)

    def cost_of(self, pairs: Iterable[Pair]) -> int | None:
        """The cost of boards as one integer; None where one of them is not wanted."""
        total = 0
        for x, y in pairs:
            cost = self._packed.get((x, y), self._packed.get((y, x)))
            if cost is None:
                return None
            total += cost
        return total

    def least(self, without: Collection[int]) -> Pairs | None:
        """The pairing of least cost of all but these."""
        return self._found(without, self._packed)

    def first(self, without: Collection[int], floater: int, members: Sequence[int]) -> Pairs | None:
        """A pairing of least cost in which the floater meets the first of these members who can be met so."""
        rank = {x: at for at, x in enumerate(members)}
        costs = {}
        for (x, y), cost in self._packed.items():
            at = 0
            if floater in (x, y):
                other = y if x == floater else x
                if other not in rank:
                    continue
                at = rank[other]
            costs[x, y] = cost * len(self.order) + at
        return self._found(without, costs)

    def leaving(
        self, without: Collection[int], order: Sequence[int], following: Collection[int] | None
    ) -> Pairs | None:
        """A pairing of least cost in which the first of these members who can leave do, compared as
        combinations are; where ``following`` is given they meet those alone, and no teammates.

        A matching decides as many members as its numbers have room for.
        """
        costs = {pair: cost for pair, cost in self._packed.items() if self._meets(pair, order, following)}
        found = None
        for start in range(0, len(order), MEMBERS_AT_ONCE):
            weight = {x: 1 << at for at, x in enumerate(order[start : start + MEMBERS_AT_ONCE][::-1])}
            weighed = {
                (x, y): (cost << MEMBERS_AT_ONCE)
                + (weight.get(x, 0) + weight.get(y, 0) if self._stays((x, y)) else 0)
                for (x, y), cost in costs.items()
            }
            found = self._found(without, weighed)
            if found is None:
                return None
            decided = {x: self._stays(pair) for pair in found for x in pair if x in weight}
            costs = {
                pair: cost
                for pair, cost in costs.items()
                if all(decided.get(x, self._stays(pair)) == self._stays(pair) for x in pair)
            }
        return found

    def one_leaving(self, without: Collection[int], order: Sequence[int]) -> Pairs | None:
        """The same where only one of them leaves: by one matching."""
        rank = {x: at for at, x in enumerate(order)}
        size = len(order) + 1
        costs = {
            pair: cost * size + (0 if self._stays(pair) else sum(rank.get(x, 0) for x in pair))
            for pair, cost in self._packed.items()
        }
        return self._found(without, costs)

    def _stays(self, pair: Pair) -> bool:
        return pair[0] in self._inside and pair[1] in self._inside

    def _meets(self, pair: Pair, order: Collection[int], following: Collection[int] | None) -> bool:
        """Whether a member who leaves may meet this one below."""
        x, y = pair
        if following is None or self._stays(pair) or not {x, y} & {*order}:
            return True
        return bool({x, y} & {*following}) and not self._field.avoided(x, y)

    def _found(self, without: Collection[int], costs: Mapping[Pair, int]) -> Pairs | None:
        gone = {*without}
        left = [x for x in self.order if x not in gone]
        place = {x: i for i, x in enumerate(left)}
        edges = [(place[x], place[y], cost) for (x, y), cost in costs.items() if x in place and y in place]
        found = min_cost_matching(len(left), edges)
        return None if found is None else [(left[i], left[j]) for i, j in found]


def _lowest_first(members: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    return combinations(sorted(members, reverse=True), size)
