"""What is told of color conflicts that stay (29E5a, 29E6a, 29D1b): who would fix one, and at what cost.

Everybody of the bracket is tried, with the measures of PAIRING §4.5 and §4.6 read off the boards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tournaments.pairing import sentences as s
from tournaments.pairing.result import Board

from .facts import FAR, Facts, claim, people
from .floaters import leaving, staying


@dataclass(frozen=True)
class Around:
    """The bracket around a board: the score group of its lower player, and who comes to it from above."""

    facts: Facts
    board: Board

    @property
    def lower(self) -> int:
        return max(self.board.players, key=self.facts.rank)

    @property
    def group(self) -> list[int]:
        return staying(self.facts, self.lower)

    def is_arriving(self, one: int) -> bool:
        return self.facts.score[one] > self.facts.score[self.lower]

    @property
    def arriving(self) -> list[int]:
        met = [self.facts.opponent[n] for n in self.group]
        return sorted(filter(self.is_arriving, met), key=self.facts.rank)

    def natural(self, one: int) -> int | None:
        """Whom the rules would have given before anyone looked at colors, as the boards tell."""
        return self.facts.board[one].reason.natural.get(one)

    def natural_odd(self, odd: list[int]) -> list[int]:
        moves = [move for n in odd for move in self.facts.board[n].reason.moved if move.kind == "odd_player"]
        instead = {move.player: move.instead_of for move in moves if move.player in odd}
        return sorted({n: instead.get(n, n) for n in odd}.values(), key=self.facts.rank)  # type: ignore[arg-type]

    def fixes(self, one: int, other: int) -> bool:
        """Two who may meet, and are not due the same color."""
        f = self.facts
        return f.may_meet(one, other) and f.due(one) != f.due(other)

    def measured(self, floater: int, other: int) -> int:
        """29E5c for floaters: between the opponents, or between the floaters who exchange them."""
        f, natural = self.facts, self.natural(floater)
        if natural is None:
            return 0
        found = [f.apart_by(other, natural)]
        found += [f.apart_by(floater, each) for each in self.arriving if self.natural(each) == other]
        return min(found)

    def instead(self, odd: list[int], gone: int, new: int) -> int:
        """The largest step between these odd players, one of them replaced, and the natural ones."""
        f = self.facts
        made = sorted([*(n for n in odd if n != gone), new], key=f.rank)
        pairs = list(zip(made, self.natural_odd(odd), strict=True))
        for n, usual in pairs:
            if n != usual and f.cards[n].rating is None is not f.cards[usual].rating:
                return FAR
        return max(f.apart_by(*pair) for pair in pairs)

    def cost(self, one: int, other: int) -> tuple[int, bool]:
        """What it takes to let two of the bracket meet; whether it is another odd player alone."""
        f = self.facts
        odd, both = leaving_of(self, self.lower), {one, other}
        floaters = [n for n in (one, other) if self.is_arriving(n)]
        met = [f.opponent[n] for n in (one, other) if self.is_arriving(f.opponent[n])]
        steps = [self.measured(n, *both - {n}) for n in floaters]
        if not (floaters or met or both & {*odd}):
            x, y = self.natural(one), self.natural(other)
            assert x is not None
            assert y is not None
            return (0 if x == other else min(f.apart_by(x, other), f.apart_by(y, one))), False
        for floater in () if floaters else met:
            free = [w for w in self.group if w not in both and f.may_meet(floater, w)]
            steps.append(min((self.measured(floater, w) for w in free), default=FAR))
        of_odd = not steps
        served = [n for n in self.group if self.is_arriving(f.opponent[n])]
        for n in both & {*odd}:
            others = [w for w in self.group if w not in (*both, *served, *odd)]
            steps.append(min((self.instead(odd, n, w) for w in others), default=FAR))
        return max(steps), of_odd

    def costs(self) -> list[tuple[int, bool]]:
        """Of each change that gives one of the two a board without a conflict."""
        f, players = self.facts, self.board.players
        found = []
        for one in players:
            for other in {*self.group, *self.arriving} - players:
                if self.is_arriving(one) and self.is_arriving(other):
                    continue
                if self.fixes(one, other):
                    found.append(self.cost(one, other))
        if upper := next(filter(self.is_arriving, players), None):
            left = leaving_of(self, upper)
            group = [n for n in staying(f, upper) if f.score[f.opponent[n]] == f.score[n]]
            found += [(self.instead(left, upper, w), True) for w in group if self.fixes(w, self.lower)]
        return found

    def limit(self, of_odd: bool) -> int:
        """29E5: the first one for alternation alone; one for another odd player (29D1b)."""
        options = self.facts.request.options
        three, equal, _alternate = self.board.reason.color.conflict
        return options.equal_limit if three or equal or of_odd else options.alternate_limit


def leaving_of(around: Around, one: int) -> list[int]:
    """Who of this player's score group leaves it, of the same class."""
    f = around.facts
    return [n for n in leaving(f, f.score[one]) if f.class_of(n) == f.class_of(one)]


@claim(s.KEPT, s.KEPT_ANYWAY, s.KEPT_ALONE, s.KEPT_OF_FLOATER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield {p["one"], p["other"]} == board.players
    yield {f.due(n) for n in board.players} == {v["color"]}


@claim(s.KEPT)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    around = Around(f, board)
    least, of_odd = min(around.costs())
    yield around.limit(of_odd) == v["limit"] < v["points"] == least


@claim(s.KEPT_ANYWAY)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """Not where a plainer sentence would be true."""
    assert board
    around = Around(f, board)
    least, of_odd = min(around.costs())
    yield least == FAR or least <= around.limit(of_odd)


@claim(s.KEPT_ALONE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield not Around(f, board).costs()


@claim(s.KEPT_OF_FLOATER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    one = people(f, v)["one"]
    around = Around(f, board)
    yield around.is_arriving(one)
    yield not any(around.fixes(one, n) for n in around.group)
