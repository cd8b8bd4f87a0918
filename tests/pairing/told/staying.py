"""What is told of color conflicts that stay (29E5a, 29E6a, 29D1b): who would fix one, and at what cost.

Every exchange with another board of the bracket is tried, with the measures of PAIRING §4.5 and §4.6 read off
the boards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tournaments.pairing import colors
from tournaments.pairing import sentences as s
from tournaments.pairing.colors import Conflict
from tournaments.pairing.result import Board

from .facts import FAR, Facts, claim, people
from .floaters import leaving, staying
from .meetings import whole


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
        return f.could_meet(one, other) and f.due(one) != f.due(other)

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

    def gives_better_colors(
        self, boards: list[frozenset[int]], others: list[frozenset[int]], *, leave: bool
    ) -> bool:
        """These others may be played, and fewer have a third color, two more of one, or no alternation; no
        more teammates meet. Of a conflict that is more than alternation, that must get less."""
        f = self.facts
        if not all(f.may_meet(*both) for both in others):
            return False
        teams = f.request.options.teams != "off"
        mates = [sum(teams and f.teammates(*both) for both in each) for each in (boards, others)]
        missed = [
            [sum(level) for level in zip(*map(self.missed, each), strict=True)] for each in (boards, others)
        ]
        levels = 2 if any(self.board.reason.color.conflict[:2]) else 3
        if leave:  # others leave the group: PAIRING §4.6 wants so many conflicts less, or a third color
            less = sum(missed[0]) - sum(missed[1]) >= f.request.options.odd_gain
            if not (less or missed[1][0] < missed[0][0]):
                return False
        return mates[1] <= mates[0] and missed[1][:levels] < missed[0][:levels]

    def missed(self, both: frozenset[int]) -> Conflict:
        """Thirds in a row, two more of one color, no alternation, by the colors that 29E4 gives."""
        higher, lower = sorted(both, key=self.facts.rank)
        mine, theirs = ["".join(color[:1] or "-" for color in self.facts.colors(n)) for n in (higher, lower)]
        gets = colors.allocate(mine, theirs).higher
        blacks = self.facts.request.options.equalize == "blacks"
        return colors.missed(mine, gets, blacks).plus(colors.missed(theirs, colors.OTHER[gets], blacks))

    def between_halves(self, one: int, other: int) -> int:
        """29E5c: the smaller difference to the natural opponents."""
        mine, theirs = self.natural(one), self.natural(other)
        assert mine is not None
        assert theirs is not None
        return 0 if mine == other else min(self.facts.apart_by(mine, other), self.facts.apart_by(theirs, one))

    def costs(self) -> list[tuple[int, bool]]:
        """Of each exchange with another board that leaves one without a conflict, and gives both together
        better colors; whether it is another odd player alone."""
        f, players = self.facts, self.board.players
        found: list[tuple[int, bool]] = []
        for one in players:
            (left,) = players - {one}
            for other in {*self.group, *self.arriving} - players:
                third = f.opponent[other]
                made = [frozenset((one, other)), frozenset((left, third))]
                both_arrive = self.is_arriving(one) and self.is_arriving(other)
                if both_arrive or not self.fixes(one, other):
                    continue
                leave = other in leaving_of(self, self.lower)
                if self.gives_better_colors([players, frozenset((other, third))], made, leave=leave):
                    found += self.exchange(made, other, left)
        if upper := next(filter(self.is_arriving, players), None):
            odd = leaving_of(self, upper)
            for other in staying(f, upper):
                third = f.opponent[other]
                made = [frozenset((self.lower, other)), frozenset((upper, third))]
                is_inside = f.score[third] == f.score[other] and self.fixes(self.lower, other)
                boards = [players, frozenset((other, third))]
                if is_inside and self.gives_better_colors(boards, made, leave=True):
                    found.append((self.instead(odd, upper, other), True))
        return found

    def exchange(self, made: list[frozenset[int]], came: int, left: int) -> Iterator[tuple[int, bool]]:
        """What two boards cost that are made of this one and another: floaters, odd players, or neither.

        Floaters meet somebody of the group, or it would be no exchange.
        """
        inside, odd = {*self.group}, leaving_of(self, self.lower)
        arriving = [(n, *both - {n}) for both in made for n in both if self.is_arriving(n)]
        if not all(other in inside for _n, other in arriving):
            return
        steps = [self.measured(*pair) for pair in arriving]
        if came in odd:
            steps.append(self.instead(odd, came, left))
        if not steps:
            steps = [self.between_halves(*both) for both in made]
        yield max(steps), came in odd and not arriving

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
    least, of_odd = min(around.costs(), default=(FAR, False))
    yield around.limit(of_odd) == v["limit"] < v["points"] == least


@claim(s.KEPT_ANYWAY)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """Not where a plainer sentence would be true."""
    assert board
    around = Around(f, board)
    least, of_odd = min(around.costs(), default=(FAR, False))
    yield least == FAR or least <= around.limit(of_odd)


@claim(s.KEPT_ALONE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    around = Around(f, board)
    # Those with a set board too: they are of the group.
    others = {*whole(f, around.lower), *around.arriving} - board.players
    pairs = [
        (n, z)
        for n in board.players
        for z in others
        if not around.is_arriving(n) or not around.is_arriving(z)
    ]
    yield not any(around.fixes(*pair) for pair in pairs)


@claim(s.KEPT_OF_FLOATER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    one = people(f, v)["one"]
    around = Around(f, board)
    yield around.is_arriving(one)
    yield not any(around.fixes(one, n) for n in around.group)
