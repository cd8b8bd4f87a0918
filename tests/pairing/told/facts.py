"""A round as anybody could read it off the wall, and the claims that sentences make of it."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import rustworkx

from tiebreaks.engine.chart.wallchart import Card, Kind
from tournaments.pairing import sentences as s
from tournaments.pairing.request import PairingInput
from tournaments.pairing.result import Board, PairingResult

OTHER = {"white": "black", "black": "white"}
FAR = 10**6


def points(text: object) -> int:
    """Quarter points of ``2½``."""
    whole = str(text).replace("¼", ".25").replace("½", ".5").replace("¾", ".75").replace("−", "-")
    return int(float(whole) * 4)


@dataclass(frozen=True)
class Facts:
    """A round as anybody could read it off the wall."""

    request: PairingInput
    made: PairingResult

    @cached_property
    def number(self) -> dict[str, int]:
        return {card.name: card.number for card in self.request.chart.cards}

    @cached_property
    def cards(self) -> dict[int, Card]:
        return {card.number: card for card in self.request.chart.cards}

    @cached_property
    def opponent(self) -> dict[int, int]:
        return {n: next(iter(b.players - {n})) for b in self.made.boards for n in b.players}

    @cached_property
    def board(self) -> dict[int, Board]:
        return {n: board for board in self.made.boards for n in board.players}

    @cached_property
    def color(self) -> dict[int, str]:
        whites = {board.white: "white" for board in self.made.boards}
        return whites | {board.black: "black" for board in self.made.boards}

    def colors(self, number: int) -> list[str]:
        """White, black or nothing in each earlier round; only a played game has a color (29E1)."""
        found = [""] * (self.request.round - 1)
        for one in self.cards[number].cells:
            if one.round < self.request.round and one.kind in (Kind.WIN, Kind.DRAW, Kind.LOSS):
                found[one.round - 1] = {"w": "white", "b": "black", "": ""}[one.color]
        return found

    def surplus(self, number: int, color: str) -> int:
        had = self.colors(number)
        return had.count(color) - had.count(OTHER[color])

    def due(self, number: int) -> str:
        more = self.surplus(number, "white")
        last = [color for color in self.colors(number) if color][-1:]
        if more:
            return "black" if more > 0 else "white"
        return OTHER[last[0]] if last else ""

    def has_third(self, number: int, color: str) -> bool:
        return [each for each in self.colors(number) if each][-2:] == [color, color]

    def real(self, number: int) -> int:
        earlier = [c for c in self.cards[number].cells if c.round < self.request.round]
        worth = {"W": 4, "X": 4, "B": 4, "D": 2, "H": 2, "L": 0, "F": 0, "U": 0}
        return sum(worth[c.kind.letter] for c in earlier)

    @cached_property
    def score(self) -> dict[int, int]:
        """On what each is paired: the real score where nothing accelerates."""
        return {number: group.points_q for group in self.made.groups for number in group.numbers}

    def group(self, of: int) -> list[int]:
        return sorted((n for n, score in self.score.items() if score == of), key=self.rank)

    def rank(self, number: int) -> tuple[int, bool, int, int]:
        card = self.cards[number]
        bonus = 0
        if self.request.options.acceleration == "non_winners" and self.request.round == 2:
            bonus = 100 * (self.cards[number].in_round(1)[0].kind is Kind.DRAW)
        return -self.score[number], card.rating is None, -(card.rating or 0) - bonus, number

    def met(self, one: int, other: int) -> int:
        """The last round in which two played; 0 for never. An opponent of an earlier entry of one of them was
        met too (28S1)."""
        mine = [(each, other) for each in self.entries(one)]
        theirs = [(one, each) for each in self.entries(other)]
        return max(self.played(*pair) for pair in (*mine, *theirs))

    def played(self, one: int, other: int) -> int:
        rounds = [
            c.round
            for c in self.cards[one].cells
            if c.round < self.request.round and c.opponent == other and c.kind.letter in "WDL"
        ]
        return max(rounds, default=0)

    def entries(self, number: int) -> list[int]:
        """An entry and the earlier ones of the same player, the first one last."""
        earlier = self.cards[number].reentry_of
        return [number, *(self.entries(earlier) if earlier else [])]

    def one_player(self, one: int, other: int) -> bool:
        return one != other and self.entries(one)[-1] == self.entries(other)[-1]

    def apart(self, one: int, other: int) -> bool:
        return {one, other} in map(set, self.request.locks.apart)

    def asked(self, one: int, other: int) -> bool:
        return {one, other} in map(set, self.request.locks.asked_apart)

    def teammates(self, one: int, other: int) -> bool:
        team = self.cards[one].team
        return bool(team) and team == self.cards[other].team

    def is_barred(self, one: int, other: int, *, again: bool = False) -> bool:
        """Whether two never meet, whatever they and their teams ask for; ``again`` who met once may."""
        met = self.games(one, other) > 1 if again else bool(self.met(one, other))
        return met or self.apart(one, other) or self.one_player(one, other)

    def may_meet(
        self, one: int, other: int, *, teams: bool = True, asked: bool = True, again: bool = False
    ) -> bool:
        """Without ``teams`` also teammates who never should, of whom some have to; without ``asked`` also
        those who asked not to; ``again`` also who met once."""
        barred = self.is_barred(one, other, again=again) or (asked and self.asked(one, other))
        barred = barred or self.floats_past(one, other)
        return one != other and not barred and not (teams and self.never_as_teammates(one, other))

    def floats_past(self, one: int, other: int) -> bool:
        """Whether one of two is set to meet somebody of a lower score than the other has."""
        score = {n: self.score.get(n, self.real(n)) for n in (one, other)}
        pairs = (one, other), (other, one)
        return any(x in self.request.locks.floats and score[y] >= score[x] for x, y in pairs)

    def never_as_teammates(self, one: int, other: int) -> bool:
        """Whether two are teammates who never meet, as posted (28N2)."""
        never = self.request.options.teams == "never" and self.teammates(one, other)
        if self.request.round == self.request.chart.rounds:  # no leader is sent down for a team
            never = never and self.lead not in (self.score.get(n, self.real(n)) for n in (one, other))
        return never

    @cached_property
    def lead(self) -> int:
        """The score of the leaders, one of whom may have the bye."""
        resting = [self.real(self.made.bye.number)] if self.made.bye else []
        return max([*self.score.values(), *resting])

    @property
    def team_rule(self) -> str:
        """The rule of teammates as posted, without a letter."""
        options = self.request.options
        posted = {"plus_two": "28N1", "if_required": "28N4", "never": "28N2"}
        changed = options.teams == "plus_two" and (options.plus_limit, options.minus_limit) != (2, None)
        return "28N3" if changed else posted.get(options.teams, "28N")

    def stays_together(self, score: int) -> bool:
        """Whether nobody leaves a score group for the sake of teams."""
        options, before = self.request.options, self.request.round - 1
        if options.teams == "never":
            return self.request.round == self.request.chart.rounds and score == max(self.score.values())
        more_won = (2 * score - 4 * before) // 4
        minus = options.minus_limit is not None and more_won <= -options.minus_limit
        return options.teams == "if_required" or more_won >= options.plus_limit or minus

    def could_be_paired(self, allowed: Callable[[int, int], bool], free: Sequence[int] | None = None) -> bool:
        """Whether boards of two who are allowed to meet are there for everybody without a set board, or for
        these."""
        if free is None:
            free = [n for n in self.opponent if n not in self.set_by_director]
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
        graph.add_nodes_from(free)
        pairs = combinations(enumerate(free), 2)
        graph.add_edges_from([(i, j, 1) for (i, x), (j, y) in pairs if allowed(x, y)])
        return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(free)

    def fewest_again(self, free: Sequence[int]) -> int | None:
        """How many of these meet a second time at least, and nobody a third time; None if they cannot be
        paired so."""
        found = self.least_again(free)
        return None if found is None else found[0]

    def least_again(
        self, free: Sequence[int], without: Collection[int] = frozenset()
    ) -> tuple[int, int] | None:
        """The same, and after which rounds, summed, at least; with these two not meeting. Requests give way
        before."""
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
        graph.add_nodes_from(free)
        for (i, x), (j, y) in combinations(enumerate(free), 2):
            if not (self.is_barred(x, y, again=True) or self.floats_past(x, y) or {x, y} == {*without}):
                graph.add_edge(i, j, -FAR * bool(self.met(x, y)) - self.met(x, y))
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(found) < len(free):
            return None
        rounds = [self.met(free[i], free[j]) for i, j in found]
        return sum(map(bool, rounds)), sum(rounds)

    def is_again(self, one: int) -> bool:
        """Whether the board of this one is a second meeting that the rules made."""
        two = self.board[one].players
        return bool(self.met(*two)) and not two <= self.set_by_director

    def without(self, two: Collection[int]) -> tuple[int, int] | None:
        """How many would meet a second time, and after which rounds, if these two did not meet."""
        return self.least_again([n for n in self.opponent if n not in self.set_by_director], two)

    @cached_property
    def repeated(self) -> tuple[int, int]:
        """How many second meetings the rules made, and after which rounds, summed."""
        boards = [b.players for b in self.made.boards if not b.players <= self.set_by_director]
        rounds = [self.met(*two) for two in boards]
        return sum(map(bool, rounds)), sum(rounds)

    def is_repeated_least(self, one: int) -> bool:
        """Whether the two of this one meet again because otherwise more would, or after later rounds."""
        without = self.without(self.board[one].players)
        return self.is_again(one) and (without is None or without > self.repeated)

    def could_meet(self, one: int, other: int, *, teams: bool = True) -> bool:
        """Whom one whose board is a second meeting has met once could be met as well."""
        return self.may_meet(one, other, teams=teams, again=self.is_again(one))

    def breaks_the_fewest(self, *, teams: bool = False) -> bool:
        """Whether not all requests of those without a set board can be kept, and no legal pairing has fewer
        boards of two who asked not to meet, or with ``teams`` of teammates who never should."""
        free = [n for n in self.opponent if n not in self.set_by_director]

        def broken(x: int, y: int) -> int:
            return int(self.asked(x, y) or (teams and self.never_as_teammates(x, y)))

        ours = self._counted([(n, self.opponent[n]) for n in free if n < self.opponent[n]], broken)
        fewest = self._fewest(free, broken)
        return fewest is not None and fewest[-1] > 0 and ours[-1] <= fewest[-1]

    def _fewest(self, free: Sequence[int], broken: Callable[[int, int], int]) -> tuple[int, ...] | None:
        """How many meet a second time at least, then how many leaders drop whom 28N2 keeps, and then how many
        boards are ``broken`` at least."""
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
        graph.add_nodes_from(free)
        for (i, x), (j, y) in combinations(enumerate(free), 2):
            if not (self.is_barred(x, y, again=True) or self.floats_past(x, y)):
                again, leads, more = self._counted([(x, y)], broken)
                graph.add_edge(i, j, -(FAR * again + 1000 * leads + more))
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(found) < len(free):
            return None
        return self._counted([(free[i], free[j]) for i, j in found], broken)

    def _counted(self, made: Sequence[tuple[int, int]], broken: Callable[[int, int], int]) -> tuple[int, ...]:
        """Second meetings, leaders of a last round without teammates who meet a lower group, and broken."""
        never = self.request.options.teams == "never" and self.request.round == self.request.chart.rounds
        scores = [{self.score[n] for n in both} for both in made]
        drop = sum(never and self.lead in both and len(both) > 1 for both in scores)
        return sum(bool(self.met(*both)) for both in made), drop, sum(broken(*both) for both in made)

    def more_teammates_meet_than_must(self) -> bool:
        """Whether boards of two who may meet are there for everybody with fewer boards of teammates."""
        free = [n for n in self.opponent if n not in self.set_by_director]
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
        graph.add_nodes_from(free)
        for (i, x), (j, y) in combinations(enumerate(free), 2):
            if self.may_meet(x, y, teams=False, asked=False):
                graph.add_edge(i, j, -self.teammates(x, y))
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        fewest = sum(self.teammates(free[i], free[j]) for i, j in found)
        meet = sum(self.teammates(n, self.opponent[n]) for n in free) // 2
        return 2 * len(found) == len(free) and fewest < meet

    def games(self, one: int, other: int) -> int:
        cells = self.cards[one].cells
        return sum(c.opponent == other and c.kind.letter in "WDL" for c in cells)

    def apart_by(self, one: int, other: int) -> int:
        """The rating points between two, as limits see them."""
        ratings = self.cards[one].rating, self.cards[other].rating
        return 0 if None in ratings else abs(ratings[0] - ratings[1])  # type: ignore[operator]

    def misses(self, number: int) -> bool:
        return bool(self.due(number)) and self.color[number] != self.due(number)

    @cached_property
    def natural(self) -> dict[int, int]:
        return {one: other for pair in self.made.natural for one, other in (pair, pair[::-1])}

    @cached_property
    def set_by_director(self) -> set[int]:
        return {n for board in self.request.locks.boards for n in (board.white, board.black)}

    def class_of(self, number: int) -> str:
        """Whether one is paired among a class or the unrated, as the board says."""
        told = [getattr(text, "id", "") for text in self.board[number].reason.sentences]
        return next((id for id in told if id in (s.CLASS_TOGETHER, s.UNRATED_TOGETHER)), "")


Claim = Callable[[Facts, Board | None, dict[str, Any]], Iterator[bool]]
CLAIMS: defaultdict[str, list[Claim]] = defaultdict(list)


def claim(*texts: str) -> Callable[[Claim], Claim]:
    def keep(one: Claim) -> Claim:
        for text in texts:
            CLAIMS[text].append(one)
        return one

    return keep


def people(facts: Facts, values: dict[str, Any]) -> dict[str, int]:
    """The players that a sentence names, by the name of the value."""
    names = ("one", "other", "ideal", "natural", "due", "too", "misses", "name", "instead", "unrated")
    return {name: facts.number[values[name]] for name in names if values.get(name)}
