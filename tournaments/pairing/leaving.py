"""Which players leave a bracket before anyone looks at colors (29D1a, PAIRING §4.3): the first set that may.

Sets are asked in order. One that may leave lets everybody else be paired, and leaves the fewest boards of
teammates (28N). Where many leave a large bracket there are more sets than can be asked: a matching finds the
first one, and only so many after it are tried.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations

from .field import Field
from .floaters import Bracket, drop_order, meeting_below, meetings, passes_next_group
from .matching import Pairs
from .structure import Together

# So many sets of a large bracket are tried.
MOST_SETS = 40
# So many of the lowest are asked one by one before a matching finds the first who may leave.
TRIED = 2


def may_leave(field: Field, bracket: Bracket, opponents: Sequence[int], chosen: Sequence[int]) -> bool:
    """Whether the others can be paired here, and these with everybody below: with no more boards of teammates
    than must be (28N)."""
    here = field.fewest([x for x in bracket.left(opponents) if x not in chosen], field.mates)
    if here is None:
        return False
    parted, all_here = meetings(field, zip(bracket.arriving, opponents, strict=True))
    parted += 0 if field.keeps_group(field.score[bracket.group[0]]) else here
    if parted > bracket.mates[0]:
        return False
    down = field.fewest([*chosen, *bracket.again, *bracket.below], field.parted)
    return down is not None and (parted + down, all_here + here) <= bracket.mates


def natural_odd(field: Field, bracket: Bracket, opponents: Sequence[int]) -> tuple[int, ...] | None:
    """The odd players by the rules alone; None if these opponents leave no set that may."""
    return OddSets(field, bracket).natural(opponents)


class OddSets:
    """Who may leave one bracket."""

    def __init__(self, field: Field, bracket: Bracket) -> None:
        self.field, self.bracket = field, bracket
        # Whether sets were left out that could have been better than the one that was found.
        self.cut = False
        self._found: dict[tuple[tuple[int, ...], bool], Pairs | None] = {}

    def is_possible(self, opponents: Sequence[int]) -> bool:
        """Whether there is any set, with these opponents of the floaters."""
        return next(self._sets(opponents), None) is not None

    def natural(self, opponents: Sequence[int]) -> tuple[int, ...] | None:
        """The first set; if any can, one that the next group can take, and of those one that meets no
        teammates there."""
        best, least = None, (True, self.bracket.odd + 1)
        for chosen in self._sets(opponents):
            cost = self._below(chosen)
            if cost < least:
                best, least = chosen, cost
            if cost == (False, 0):
                return best
        if best is not None and self.bracket.is_large:
            taken = self.first(opponents, into_next=True)
            best = taken if taken is not None and self._below(taken) < least else best
            self.cut = self.cut or self._below(best) != (False, 0)
        return best

    def _below(self, chosen: Sequence[int]) -> tuple[bool, int]:
        """Whether the next group cannot take these, and how many would meet teammates."""
        further = passes_next_group(self.field, self.bracket, chosen)
        return further, meetings(self.field, meeting_below(self.field, self.bracket, chosen))[1]

    def _sets(self, opponents: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """The sets that may leave, in the order of asking; of a large bracket those among the first."""
        order = drop_order(self.field, self.bracket.left(opponents))
        asked: Iterator[tuple[int, ...]] = combinations(order, self.bracket.odd)
        if self.bracket.is_large:
            first = self.first(opponents)
            if first is None and self.is_ruled_out(opponents):
                return
            # Where teammates may meet fewer might leave than in the bracket: then the matching finds none.
            asked = _after(order, first or order[: self.bracket.odd])
        elif self.bracket.odd == 1:
            yield from self._one_by_one(opponents, order)
            return
        yield from (chosen for chosen in asked if self._may_leave(opponents, chosen))

    def _one_by_one(self, opponents: Sequence[int], order: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Who may leave alone. Where none of the lowest may, a matching finds the first who may."""
        found = False
        for x in order[:TRIED]:
            if self._may_leave(opponents, (x,)):
                found = True
                yield (x,)
        others = order[TRIED:]
        if others and not found:
            if self.is_ruled_out(opponents):
                return
            first = self.first(opponents) if self._cost(opponents) == self._wanted(opponents) else None
            others = others if first is None else order[order.index(first[0]) :]
        yield from ((x,) for x in others if self._may_leave(opponents, (x,)))

    def _may_leave(self, opponents: Sequence[int], chosen: Sequence[int]) -> bool:
        return may_leave(self.field, self.bracket, opponents, chosen)

    def is_ruled_out(self, opponents: Sequence[int]) -> bool:
        """Whether no set may leave: with these opponents each pairing costs more than that of the bracket."""
        cost = self._cost(opponents)
        return cost is None or cost > self._wanted(opponents)

    def _cost(self, opponents: Sequence[int]) -> tuple[int, ...] | None:
        """What a pairing with these opponents costs at least, as compared; None if there is none."""
        found = self._leaving(tuple(opponents))
        return None if found is None else self._together.compared(self._together.levels(found))

    def _wanted(self, opponents: Sequence[int]) -> tuple[int, ...]:
        """The same of a pairing in which a set leaves that may."""
        again = len(self.bracket.again)
        team, here = self._mates_left(opponents)
        return self._together.compared((team, self.bracket.odd + again, again, here))

    def first(self, opponents: Sequence[int], *, into_next: bool = False) -> tuple[int, ...] | None:
        """The first set by matchings; ``into_next``: of those who all meet the next group, no teammates."""
        bracket = self.bracket
        found = self._leaving(tuple(opponents), into_next=into_next)
        if found is None:
            return None
        team, leave, _again, here = self._together.levels(found)
        if (team, here) > self._mates_left(opponents) or leave != bracket.odd + len(bracket.again):
            return None
        below = {*bracket.below}
        order = drop_order(self.field, bracket.left(opponents))
        return tuple(x for x in order if any(x in pair and {*pair} & below for pair in found))

    def _leaving(self, opponents: tuple[int, ...], *, into_next: bool = False) -> Pairs | None:
        """A pairing of least cost of all others, in which the first set leaves that can."""
        if (opponents, into_next) not in self._found:
            bracket = self.bracket
            order = drop_order(self.field, bracket.left(opponents))
            gone = [*bracket.arriving, *opponents]
            if bracket.odd == 1:
                found = self._together.one_leaving(gone, order)
            else:
                found = self._together.leaving(gone, order, bracket.following if into_next else None)
            self._found[opponents, into_next] = found
        return self._found[opponents, into_next]

    def _mates_left(self, opponents: Sequence[int]) -> tuple[int, int]:
        """In how many boards teammates may meet beside those of the floaters: as in :func:`may_leave`."""
        parted, here = meetings(self.field, zip(self.bracket.arriving, opponents, strict=True))
        return self.bracket.mates[0] - parted, self.bracket.mates[1] - here

    @cached_property
    def _together(self) -> Together:
        bracket = self.bracket
        arriving = (*bracket.arriving, *bracket.again)
        return Together(self.field, arriving, bracket.group, bracket.below, bracket.again)


def _after(order: Sequence[int], first: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """A set and those that follow it in the order of combinations, as many as are tried.

    >>> list(_after("abcd", "ad"))
    [('a', 'd'), ('b', 'c'), ('b', 'd'), ('c', 'd')]
    """
    size, count = len(order), len(first)
    at = [order.index(x) for x in first]
    for _ in range(MOST_SETS):
        yield tuple(order[i] for i in at)
        moving = next((k for k in range(count - 1, -1, -1) if at[k] < size - count + k), None)
        if moving is None:
            return
        at[moving:] = range(at[moving] + 1, at[moving] + 1 + count - moving)
