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
from .structure import Together

# So many sets of a large bracket are tried.
MOST_SETS = 40


def may_leave(field: Field, bracket: Bracket, opponents: Sequence[int], chosen: Sequence[int]) -> bool:
    """Whether the others can be paired here, and these with everybody below: with no more boards of teammates
    than must be (28N)."""
    here = field.fewest([x for x in bracket.left(opponents) if x not in chosen], field.mates)
    down = field.fewest([*chosen, *bracket.again, *bracket.below], field.parted)
    if here is None or down is None:
        return False
    parted, all_here = meetings(field, zip(bracket.arriving, opponents, strict=True))
    parted += 0 if field.keeps_group(field.score[bracket.group[0]]) else here
    return (parted + down, all_here + here) <= bracket.mates


def natural_odd(field: Field, bracket: Bracket, opponents: Sequence[int]) -> tuple[int, ...] | None:
    """The odd players by the rules alone; None if these opponents leave no set that may."""
    return OddSets(field, bracket).natural(opponents)


class OddSets:
    """Who may leave one bracket."""

    def __init__(self, field: Field, bracket: Bracket) -> None:
        self.field, self.bracket = field, bracket
        # Whether sets were left out that could have been better than the one that was found.
        self.cut = False

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
            # Where teammates may meet fewer might leave than in the bracket: then the matching finds none.
            asked = _after(order, self.first(opponents) or order[: self.bracket.odd])
        for chosen in asked:
            if may_leave(self.field, self.bracket, opponents, chosen):
                yield chosen

    def first(self, opponents: Sequence[int], *, into_next: bool = False) -> tuple[int, ...] | None:
        """The first set by matchings; ``into_next``: of those who all meet the next group, no teammates."""
        bracket, field = self.bracket, self.field
        order = drop_order(field, bracket.left(opponents))
        gone = [*bracket.arriving, *opponents]
        found = self._together.leaving(gone, order, bracket.following if into_next else None)
        if found is None:
            return None
        team, leave, _again, here = self._together.levels(found)
        parted, all_here = meetings(field, zip(bracket.arriving, opponents, strict=True))
        fewest = (parted + team, all_here + here) <= bracket.mates
        if not fewest or leave != bracket.odd + len(bracket.again):
            return None
        below = {*bracket.below}
        return tuple(x for x in order if any(x in pair and {*pair} & below for pair in found))

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
