"""Who is the odd player, colors considered: the inner choice of PAIRING §4.6, with the opponents fixed.

Candidates are looked at by what their colors cost at least. The search ends where no candidate left can be
better than the best one found, so that most brackets compute one or two.
"""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, islice

from .adjustment import Levels, bound, levels
from .field import Cost, Field
from .floaters import Bracket, meeting_below, passes_next_group
from .leaving import OddSets, may_leave

# Of a large bracket only the most promising candidates are computed, if bounds do not end the search before:
# so many, times its players. What is left out then is said with the pairing.
LARGE = 40
MOST_SEATED = 12_800
# Where several leave, each candidate takes longer to judge.
MOST_SEATED_OF_SEVERAL = 3_200
MOST_LISTED = 12_000


@dataclass(frozen=True)
class Choice:
    """Opponents and odd players, what their colors cost, and how far the odd players are from natural.

    ``cost`` is over floaters, the rest, and the odd players with those they would meet below. ``levels`` are
    those of the rest.
    """

    opponents: tuple[int, ...]
    odd: tuple[int, ...]
    cost: Cost
    moved: int
    points: int
    levels: Levels
    natural_odd: tuple[int, ...]
    natural_cost: Cost

    @property
    def fewer(self) -> int:
        """How many color conflicts other odd players than the natural ones mend."""
        return self.natural_cost.conflicts - self.cost.conflicts


def mends(field: Field, usual: Cost, other: Cost) -> bool:
    """Whether another choice is worth it: enough colors mended, or one third in a row (PAIRING §4.6).

    Teammates are no reason: the natural choice has the fewest.
    """
    return usual.conflicts - other.conflicts >= field.options.odd_gain or other.three < usual.three


def total(field: Field, pairs: Iterable[tuple[int, int]]) -> Cost:
    """What these pairs cost together."""
    return reduce(Cost.plus, (field.cost(x, y) for x, y in pairs), Cost())


class OddPlayers:
    """The inner choice of one bracket, remembered by opponents."""

    def __init__(self, field: Field, bracket: Bracket) -> None:
        self.field, self.bracket = field, bracket
        self._seated = 0
        # Whether candidates were left out.
        self.cut = False
        self._sets = OddSets(field, bracket)
        self._levels: dict[tuple[int, ...], Levels | None] = {}
        self._dropped: dict[tuple[int, ...], tuple[bool, int]] = {}

    def choose(self, opponents: tuple[int, ...]) -> Choice | None:
        """The odd players with the least conflicts; others than the natural ones must mend enough."""
        members = self.bracket.left(opponents)
        odd = self._sets.natural(opponents)
        self.cut = self.cut or self._sets.cut
        natural = None if odd is None else self._natural(opponents, tuple(sorted(odd)))
        if natural is None or not odd or not self._could_mend(natural.cost):
            return natural
        best, least = natural, (natural.cost, 0, 0, 0)
        for floor, moved, points, at, chosen in self._by_floor(natural, members):
            if (floor, moved, points, at) > least or self.enough():
                break
            if not may_leave(self.field, self.bracket, opponents, chosen):
                continue
            if self.drops_further(chosen, natural.odd):
                continue
            levels, cost = self._rest(opponents, chosen), self.cost(opponents, chosen)
            if levels is None or cost is None:
                continue
            if mends(self.field, natural.cost, cost) and (cost, moved, points, at) < least:
                least = cost, moved, points, at
                best = Choice(opponents, chosen, cost, moved, points, levels, natural.odd, natural.cost)
        return best

    def allowed(
        self, opponents: tuple[int, ...], odd: tuple[int, ...], natural: tuple[int, ...], cost: Cost
    ) -> bool:
        """Whether these may be odd instead of the natural ones: near enough, and mending enough."""
        near = all(self._replaces(x, y) for x, y in zip(odd, natural, strict=True))
        usual = self._natural(opponents, natural)
        near = near and not self.drops_further(odd, natural)
        return near and usual is not None and mends(self.field, usual.cost, cost)

    def drops_further(self, odd: Sequence[int], natural: Sequence[int]) -> bool:
        """Whether these drop further than the natural ones: no color is worth it (29D2).

        Small gaps (PAIRING §4, level 3) come before colors (level 5). What §4.3 says of the natural choice,
        rather another odd player than a double drop, holds for each choice of §4.6.
        """
        return self._drop_squares(odd) > self._drop_squares(natural)

    def drops(self, odd: Sequence[int]) -> list[int]:
        """How far each of these odd players drops, in quarter-points."""
        score = self.field.score
        return [score[x] - score[y] for x, y in meeting_below(self.field, self.bracket, odd)]

    def _drop_squares(self, odd: Sequence[int]) -> tuple[bool, int]:
        """Whether these pass the next group, and the gaps as §4.2 adds them up."""
        chosen = tuple(odd)
        if chosen not in self._dropped:
            passes = passes_next_group(self.field, self.bracket, chosen)
            self._dropped[chosen] = passes, sum(gap**2 for gap in self.drops(chosen))
        return self._dropped[chosen]

    def enough(self) -> bool:
        """Counts what was computed; true when a large bracket had its share."""
        size = len(self.bracket.group)
        self._seated += size
        over = size > LARGE and self._seated > MOST_SEATED
        over = over or (self.bracket.is_large and self._seated > MOST_SEATED_OF_SEVERAL)
        self.cut = self.cut or over
        return over

    def first(self, candidates: Iterator[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
        """As many candidates as are listed."""
        yield from islice(candidates, MOST_LISTED)
        self.cut = self.cut or next(candidates, None) is not None

    def _natural(self, opponents: tuple[int, ...], odd: tuple[int, ...]) -> Choice | None:
        levels, cost = self._rest(opponents, odd), self.cost(opponents, odd)
        if levels is None or cost is None:
            return None
        return Choice(opponents, odd, cost, 0, 0, levels, odd, cost)

    def _could_mend(self, cost: Cost) -> bool:
        return cost.three > 0 or cost.conflicts >= self.field.options.odd_gain

    def _by_floor(
        self, natural: Choice, members: Sequence[int]
    ) -> Iterator[tuple[Cost, int, int, int, tuple[int, ...]]]:
        """Candidates by the least that their colors can cost, then as the inner choice compares them."""
        listed = []
        for at, chosen in enumerate(self.first(self._candidates(members, natural.odd)), 1):
            left = [x for x in members if x not in chosen]
            # The rest has no fewer boards of teammates than the natural one: nobody may leave otherwise.
            # Where they come after equalization, that one may have more of them than must be (29E8).
            least = self.field.ranked(natural.levels.cost.teams, bound(self.field, left))
            floor = least.plus(self.outside(natural.opponents, chosen))
            if not mends(self.field, natural.cost, floor):
                continue
            moved = len(set(chosen) - set(natural.odd))
            exchanged = zip(chosen, natural.odd, strict=True)
            points = sum(self.field.distance(x, y) ** 2 for x, y in exchanged)
            listed.append((floor, moved, points, at, chosen))
        heapq.heapify(listed)
        while listed:
            yield heapq.heappop(listed)

    def _candidates(self, members: Sequence[int], odd: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Sets whose members stand, in rank order, within the limit of the natural ones."""
        near = [x for x in members if any(self._replaces(x, y) for y in odd)]
        for chosen in combinations(sorted(near, reverse=True), len(odd)):
            ranked = tuple(reversed(chosen))
            if ranked != odd and all(self._replaces(x, y) for x, y in zip(ranked, odd, strict=True)):
                yield ranked

    def farthest(self, odd: Sequence[int], natural: Sequence[int]) -> int | None:
        """The largest difference of those exchanged, as limits see it.

        None if an unrated player would replace a rated one.
        """
        if any(self.field.unrated[x] > self.field.unrated[y] for x, y in zip(odd, natural, strict=True)):
            return None
        return max(self.field.limited(x, y) for x, y in zip(odd, natural, strict=True))

    def _replaces(self, x: int, y: int) -> bool:
        """An unrated player never replaces a rated one (29D1a)."""
        field = self.field
        near = field.limited(x, y) <= field.options.equal_limit
        return x == y or (near and not (field.unrated[x] and not field.unrated[y]))

    def _rest(self, opponents: tuple[int, ...], chosen: Sequence[int]) -> Levels | None:
        left = tuple(x for x in self.bracket.left(opponents) if x not in chosen)
        if left not in self._levels:
            self._levels[left] = levels(self.field, left)
        return self._levels[left]

    def cost(self, opponents: tuple[int, ...], odd: Sequence[int]) -> Cost | None:
        """What these floaters cost with the best rest; None if they leave some whom nobody can meet."""
        levels = self._rest(opponents, odd)
        return None if levels is None else levels.cost.plus(self.outside(opponents, odd))

    def outside(self, opponents: Sequence[int], chosen: Sequence[int]) -> Cost:
        """What the floaters' pairs cost, and the odd players with whom they would meet."""
        pairs = [*zip(self.bracket.arriving, opponents, strict=True)]
        pairs += meeting_below(self.field, self.bracket, chosen)
        return total(self.field, pairs)
