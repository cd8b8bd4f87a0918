"""One bracket, paired: whom the floaters meet, colors considered (29D1, 29D2), and everything below that.

The outer choice of PAIRING §4.6: opponents for the arriving floaters, each with the best odd players, and the
rest adjusted after the floaters are gone.
"""

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

from .adjustment import Adjusted, adjust, bound
from .colors import NONE
from .field import Cost, Field
from .floaters import Bracket
from .odd_players import MOST_LISTED, Choice, OddPlayers
from .serving import natural_opponents

Key = tuple[Cost, int, int, int]
"""Colors and teammates, floaters with an unnatural opponent, unnatural odd players, interchanges."""


@dataclass(frozen=True)
class Solved:
    """A bracket as paired, beside what it would naturally be.

    ``opponents`` are those of ``bracket.arriving``, in its order. ``key`` is what the outer choice compares.
    ``cut``: there were more choices of floaters than are tried, so that a better one may exist.
    ``pool`` is the rule by which these players are paired among themselves (29I, 29J), else empty.
    """

    bracket: Bracket
    choice: Choice
    rest: Adjusted
    natural: tuple[int, ...]
    natural_odd: tuple[int, ...]
    key: tuple[Cost, int, int, int, int]
    cut: bool = False
    pool: str = ""

    @property
    def opponents(self) -> tuple[int, ...]:
        return self.choice.opponents

    @property
    def odd(self) -> tuple[int, ...]:
        return self.choice.odd

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return (*zip(self.bracket.arriving, self.opponents, strict=True), *self.rest.pairs)


def solve(field: Field, bracket: Bracket) -> Solved | None:
    """Pair a bracket: None if its floaters cannot be served, which 4.2 rules out before.

    >>> from .field import Entrant
    >>> ratings = [(1900, 8, "wb"), (1720, 8, "wb"), (1700, 8, "bw"), (1850, 4, "bw"), (1600, 4, "bw")]
    >>> ratings.append((1500, 4, "wb"))
    >>> field = Field(Entrant(n, "", rating, s, c) for n, (rating, s, c) in enumerate(ratings, 1))
    >>> solve(field, Bracket((), (0, 1, 2), (3, 4, 5), (3, 4, 5), 1)).odd
    (1,)
    """
    natural = natural_opponents(field, bracket)
    return None if natural is None else Opponents(field, bracket, natural).solved()


def each_another(choices: Sequence[Sequence[int]], taken: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """One of each of the choices, nobody twice, in their order."""
    if len(taken) == len(choices):
        yield taken
        return
    for x in choices[len(taken)]:
        if x not in taken:
            yield from each_another(choices, (*taken, x))


class Opponents:
    """The outer choice of one bracket."""

    def __init__(self, field: Field, bracket: Bracket, natural: tuple[int, ...]) -> None:
        self.field, self.bracket, self.natural = field, bracket, natural
        self.odd = OddPlayers(field, bracket)
        self._adjusted: dict[tuple[int, ...], Adjusted | None] = {}

    def solved(self) -> Solved | None:
        natural = self.odd.choose(self.natural)
        if natural is None:
            return None
        best = self._best(natural)
        rest = self._rest(best)
        if rest is None:
            return None
        key = (*self._key(best), self._points(best.opponents) + best.points + rest.points)
        return Solved(
            self.bracket,
            best,
            rest,
            self.natural,
            natural.natural_odd,
            key,
            self.odd.cut,
        )

    def _best(self, natural: Choice) -> Choice:
        """The least key; among equals the shorter moves, then the natural order."""
        if not self.bracket.arriving or natural.cost == self.field.ranked(self.bracket.mates[1], NONE):
            return natural
        best, least, best_at = natural, self._key(natural), 0
        for floor, moved, points, at, opponents in self._by_floor():
            if (floor, moved) > least[:2]:
                break
            # From here on candidates can only be as good, and these go too far for that.
            if (floor, moved, 0, 0) == least and points > self._whole(best):
                break
            if self.odd.enough():
                break
            too_far = self.far(opponents)
            if too_far and floor[:3] >= natural.cost[:3]:
                continue
            tried = self.odd.choose(opponents)
            if tried is None or self._key(tried) > least:
                continue
            if too_far and tried.cost[:3] >= natural.cost[:3]:
                continue
            # Other opponents may leave nobody to be odd but one whom the next group cannot take.
            if self.odd.drops_further(tried.odd, natural.odd):
                continue
            better = self._key(tried) < least
            near = points + tried.points <= self._whole(best)
            if better or (near and (self._whole(tried), at) < (self._whole(best), best_at)):
                best, least, best_at = tried, self._key(tried), at
        return best

    def _key(self, choice: Choice) -> Key:
        return choice.cost, self.moved(choice.opponents), choice.moved, choice.levels.interchanges

    def _whole(self, choice: Choice) -> int:
        """The last component of the key: all squared distances."""
        rest = self._rest(choice)
        return self._points(choice.opponents) + choice.points + (rest.points if rest else 0)

    def _rest(self, choice: Choice) -> Adjusted | None:
        left = tuple(x for x in self.bracket.left(choice.opponents) if x not in choice.odd)
        if left not in self._adjusted:
            self._adjusted[left] = adjust(self.field, left)
        return self._adjusted[left]

    def _by_floor(self) -> Iterator[tuple[Cost, int, int, int, tuple[int, ...]]]:
        """Candidates by the least that they can cost, then by how far they go."""
        listed = []
        for at, opponents in enumerate(self.odd.first(self._candidates()), 1):
            least = bound(self.field, self.bracket.left(opponents), self.bracket.odd)
            floor = self.field.ranked(self.bracket.mates[1], least)
            for x, y in zip(self.bracket.arriving, opponents, strict=True):
                floor = floor.plus(self.field.ranked(0, self.field.conflict(x, y)))
            listed.append((floor, self.moved(opponents), self._points(opponents), at, opponents))
        heapq.heapify(listed)
        while listed:
            yield heapq.heappop(listed)

    def _candidates(self) -> Iterator[tuple[int, ...]]:
        """Everybody within the limit of a floater's natural opponent, in rank order."""
        choices = [list(self.within_limit(k)) for k in range(len(self.natural))]
        many = max(3, int(MOST_LISTED ** (1 / max(1, len(choices)))))
        if prod(map(len, choices)) > MOST_LISTED:  # of many floaters only the nearest opponents of each
            self.odd.cut = True
            choices = [self._nearest_first(k, near)[:many] for k, near in enumerate(choices)]
        for opponents in each_another([sorted(near) for near in choices]):
            if opponents != self.natural:
                yield opponents

    def within_limit(self, k: int) -> Iterator[int]:
        """The members whom a floater may meet within the limit of the natural opponent."""
        for x in self.bracket.group:
            near = self.measured(k, x, self.field.limited) <= self.field.options.equal_limit
            if near and self.bracket.legal(self.field, self.bracket.arriving[k], x):
                yield x

    def _nearest_first(self, k: int, near: Sequence[int]) -> list[int]:
        return sorted(near, key=lambda x: (self.measured(k, x, self.field.distance), x))

    def moved(self, opponents: Sequence[int]) -> int:
        """How many floaters have another than their natural opponent."""
        return sum(x != y for x, y in zip(opponents, self.natural, strict=True))

    def _points(self, opponents: Sequence[int]) -> int:
        return sum(self.measured(k, x, self.field.distance) ** 2 for k, x in enumerate(opponents))

    def _reach(self, opponents: Sequence[int]) -> int:
        return max(self.measured(k, x, self.field.limited) for k, x in enumerate(opponents))

    def far(self, opponents: Sequence[int]) -> bool:
        return self._reach(opponents) > self.field.options.alternate_limit

    def measured(self, k: int, x: int, measure: Callable[[int, int], int]) -> int:
        """The smaller difference (29E5c)."""
        return min(self.differences(k, x, measure))

    def differences(self, k: int, x: int, measure: Callable[[int, int], int]) -> list[int]:
        """Between the new and the natural opponent, and between the floaters who exchange them."""
        found = [measure(x, self.natural[k])]
        if x in self.natural:
            floater = self.bracket.arriving[self.natural.index(x)]
            found.append(measure(self.bracket.arriving[k], floater))
        return found
