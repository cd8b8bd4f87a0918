"""Who can win which prize, and in what order.

Everybody with a rank can win. House players (28M1), visitors (28M3) and players who are out (30B) have no
rank. Players who withdrew are barred, unless the prize says otherwise (32C1). So are no-shows, who played no
game (32C2), and every entry of a player but one (32C5). Who entered again has not withdrawn: of the entries
that came the one with the better score counts (28S5), then the better rank, and the later one. Where it was
announced, the last entry counts.

The ``nth`` prize of a scope is for players who are ``nth`` or lower among those who can win it, or who share
a tie that reaches down to ``nth``. So a second prize never goes to a clear first. If the first takes
something better, the prizes move down the line.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, islice
from operator import attrgetter, itemgetter
from typing import NamedTuple

from .. import points
from ..chart.wallchart import Card, Kind
from ..ranking.fold import Ranking, Standing
from ..ranking.membership import entries_of
from ..terms.decisions import decision_for
from .prize import (
    BY_SIZE,
    FEWEST_PLAYERS,
    MEANT_BY,
    PERFECT_SCORE,
    Key,
    Prize,
    Scope,
    grade_level,
    lowest,
    same_grade,
)
from .reasons import Why

Group = tuple[int, ...]
_WINS = (Kind.WIN, Kind.LONE_WIN)


@dataclass(frozen=True)
class Terms:
    """What was announced for all prizes of a section, and how many players entered.

    The fund was based on ``based_on`` entries, and ``entries`` came (32C4). ``event_fund`` is the fund of the
    whole event in cents; None if the section's fund stands alone. ``unrated_limit`` is the most, in cents,
    that an unrated player can win in prizes that are not for unrated players (32C6). ``cash_playoff``: all
    detailed publicity said that a playoff decides cash too (34C). ``follow_money``: a trophy follows the
    money of its prize (33D2a). ``withdrawn_too``: players who withdrew can win every prize (32C1).
    ``no_shows_too``: entries that played no game can (32C2). ``absent`` has the numbers of the players who
    are not at the ceremony. ``chosen`` has the number of the player whom the director named for each choice.
    """

    based_on: int = 0
    entries: int = 0
    event_fund: int | None = None
    unrated_limit: int | None = None
    cash_playoff: bool = False
    follow_money: bool = False
    withdrawn_too: bool = False
    no_shows_too: bool = False
    absent: frozenset[int] = frozenset()
    chosen: tuple[tuple[str, int], ...] = ()


class _Order(NamedTuple):
    """The groups of an order, and in which of them each player stands."""

    groups: list[Group]
    of: dict[int, int]


def _order(groups: list[Group]) -> _Order:
    return _Order(groups, {number: at for at, group in enumerate(groups) for number in group})


class _Line:
    """The groups of an order with certain players alone, made as far down as somebody asks."""

    def __init__(self, order: _Order, players: frozenset[int]) -> None:
        self.groups: list[Group] = []
        self.reached: list[int] = []  # how many players stand in a group or above
        self._order, self._players = order, players
        self._still = iter(sorted(set(map(order.of.__getitem__, players))))

    def below(self, nth: int, groups: int) -> list[Group]:
        """So many groups from the one that reaches the ``nth`` player on, or all there are."""
        # Somebody is in each group, so no more than nth - 1 stand above.
        for at in islice(self._still, max(0, nth - 1 + groups - len(self.groups))):
            group = self._order.groups[at]
            here = group if len(group) == 1 else tuple([n for n in group if n in self._players])
            self.groups.append(here)
            self.reached.append(len(here) + (self.reached[-1] if self.reached else 0))
        first = bisect_left(self.reached, nth)
        return self.groups[first : first + groups]


class Contenders:
    """The entries of a ranking as winners of prizes. Of teams, ``sizes`` says how many players each has."""

    def __init__(self, ranking: Ranking, terms: Terms, sizes: Mapping[int, int] | None = None) -> None:
        self.ranking = ranking
        self.terms = terms
        self.sizes = sizes or {}
        self.cards = {
            standing.number: ranking.reading.by_number[standing.number] for standing in ranking.standings
        }
        self._eligible: dict[Key, frozenset[int]] = {}
        self._lines: dict[Key, _Line] = {}

    @cached_property
    def other_entries(self) -> frozenset[int]:
        """The entries of players who entered again that win nothing (32C5)."""
        if not any(card.reentry_of for card in self.cards.values()):
            return frozenset()
        entries: dict[int, list[int]] = {}
        for card in self.cards.values():
            entries.setdefault(entries_of(card.number, self.cards)[-1], []).append(card.number)
        best = {max(numbers, key=self._claim) for numbers in entries.values()}
        return frozenset(self.cards.keys() - best)

    @cached_property
    def gone(self) -> frozenset[int]:
        """The players who are barred, at least from prizes that do not say otherwise."""
        return self.other_entries | self.no_shows | self.withdrawn | self.terms.absent

    @cached_property
    def no_shows(self) -> frozenset[int]:
        """The entries that played no game and had no full-point bye, unless they can win.

        While rounds are to come, half-point byes alone are those of a player who may still arrive.
        """
        reading = self.ranking.reading
        if self.terms.no_shows_too or reading.counted == 0:
            return frozenset()
        over = reading.counted == reading.planned
        # Nearly everybody played in the first round; a call for each of them is what this would take.
        unsure = [n for n, c in self.cards.items() if not (c.cells and c.cells[0].kind.played)]
        return frozenset(number for number in unsure if is_no_show(self.cards[number], over))

    @cached_property
    def withdrawn(self) -> frozenset[int]:
        """The players who left before the last round, as far as the reading knows; later does not count. Who
        entered again has not left."""
        reading = self.ranking.reading
        known = min(reading.counted, reading.planned - 1)
        left = {n for n, c in self.cards.items() if c.withdrew is not None and c.withdrew <= known}
        here = [n for n, c in self.cards.items() if c.reentry_of and n not in left and n not in self.no_shows]
        return frozenset(left.difference(*(entries_of(n, self.cards) for n in here)))

    def _claim(self, number: int) -> tuple[int, bool, int, int, int]:
        standing = self.ranking.by_number[number]
        entries = len(entries_of(number, self.cards))
        announced = self.ranking.reading.last_entry_counts and entries
        here = number not in self.withdrawn and number not in self.no_shows
        return announced, here, standing.score_q, -standing.rank, entries

    def allowed(self, prize: Prize) -> bool:
        """Whether players who withdrew can win a prize (32C1)."""
        return prize.withdrawn_too or self.terms.withdrawn_too

    def barred(self, prize: Prize, number: int) -> Why | None:
        """Why a player of the scope cannot win."""
        if number in self.other_entries:
            return Why.OTHER_ENTRY
        if prize.present and number in self.terms.absent:
            return Why.ABSENT
        if number in self.no_shows:
            return Why.NO_SHOW
        return Why.WITHDRAWN if number in self.withdrawn and not self.allowed(prize) else None

    def least_q(self, prize: Prize) -> int:
        """The score from which a prize at a score is for everybody."""
        reading = self.ranking.reading
        perfect = prize.label == PERFECT_SCORE
        return reading.planned * reading.games * points.POINT if perfect else prize.points_q

    def in_scope(self, prize: Prize) -> frozenset[int]:
        """The players whom the prize is for, barred or not."""
        if prize.scope is Scope.SCORE:
            score_q, least_q = self.ranking.reading.score_q, self.least_q(prize)
            return frozenset(number for number in self.cards if score_q[number] >= least_q)
        if prize.scope is Scope.UPSET:
            return frozenset(self.upsets)
        if prize.scope is Scope.BAND:
            return self._in_band(prize)
        if prize.of_grades:
            return self._in_grades(prize)
        if prize.scope is Scope.GRADE:
            wanted = same_grade(prize.grade)
            return self._whose_grade(lambda label: same_grade(label) == wanted)
        if prize.scope is Scope.AGE:
            low, under = prize.low or 0, prize.under
            return frozenset(n for n, c in self.cards.items() if c.age is not None and low <= c.age < under)
        if prize.scope is Scope.MARK:
            marks = MEANT_BY.get(prize.label, frozenset({prize.label}))
            return frozenset(n for n, card in self.cards.items() if marks & card.marks)
        if prize.scope is Scope.CHOICE:
            return frozenset(self.chosen(prize))
        if prize.scope is Scope.UNRATED:
            return self._unrated
        return frozenset(self.cards)  # places: prizes of teams are left to the standings of teams

    @property
    def over(self) -> bool:
        """Whether every round counts in full."""
        reading = self.ranking.reading
        return reading.counted == reading.planned and not reading.live

    def chosen(self, prize: Prize) -> Group:
        """The player whom the director named. No rule bars anybody: the choice is the director's."""
        number = dict(self.terms.chosen).get(prize.choice)
        return (number,) if number in self.cards else ()

    def _in_band(self, prize: Prize) -> frozenset[int]:
        """33F: a player without a rating is in no class, unless the announcement says so."""
        rating = itemgetter(0)
        first = bisect_left(self._by_rating, prize.low, key=rating) if prize.low else 0
        last = bisect_left(self._by_rating, prize.under, key=rating)
        rated = frozenset([number for _rating, number in self._by_rating[first:last]])
        return rated | self._unrated if prize.unrated_too else rated

    @cached_property
    def _by_rating(self) -> list[tuple[int, int]]:
        return sorted((card.rating, number) for number, card in self.cards.items() if card.rating)

    @cached_property
    def _unrated(self) -> frozenset[int]:
        return frozenset(number for number, card in self.cards.items() if not card.rating)

    @cached_property
    def _by_grade(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, card in self.cards.items():
            found.setdefault(card.grade, []).append(number)
        return found

    def _whose_grade(self, fits: Callable[[str], bool]) -> frozenset[int]:
        return frozenset().union(*[numbers for label, numbers in self._by_grade.items() if fits(label)])

    def _in_grades(self, prize: Prize) -> frozenset[int]:
        """A player whose grade is not on the roster, or is none of school, is in no band of grades."""
        low, under = lowest(prize), prize.under
        return self._whose_grade(lambda label: (at := grade_level(label)) is not None and low <= at < under)

    def without(self, prize: Prize) -> list[int]:
        """The players of the scope who may be barred, the best first."""
        if not self.gone:
            return []
        at = self.ranking.by_number
        return sorted(self.gone & self.in_scope(prize), key=lambda n: (at[n].rank, n))

    def eligible(self, prize: Prize) -> frozenset[int]:
        """The players who can win the prize."""
        key = prize.open_to
        if key not in self._eligible:
            gone = frozenset() if self.allowed(prize) else self.withdrawn
            away = self.terms.absent if prize.present else frozenset()
            self._eligible[key] = self.in_scope(prize).difference(
                self.other_entries, self.no_shows, gone, away
            )
        return self._eligible[key]

    def line(self, prize: Prize, groups: int) -> list[Group]:
        """The players who can win the prize, in tied groups: so many from the one that its number reaches."""
        key = prize.open_to
        if key not in self._lines:
            order = self._won_in(prize)
            self._lines[key] = _Line(order, self.eligible(prize).intersection(order.of))
        return self._lines[key].below(prize.nth, groups)

    def _won_in(self, prize: Prize) -> _Order:
        if prize.label in BY_SIZE:
            return _order(self.by_size_and_rank(largest=prize.label != FEWEST_PLAYERS))
        return self._order_by_upset if prize.scope is Scope.UPSET else self._order_by_rank

    def why_nobody(self, prize: Prize) -> Why:
        """Why a prize has no winner."""
        eligible = len(self.eligible(prize))
        if eligible == 0:
            unmarked = prize.scope is Scope.MARK and not self.in_scope(prize)
            return Why.UNMARKED if unmarked else Why.NOBODY
        return Why.TOO_FEW if eligible < prize.nth else Why.ALL_HAVE

    # --- the orders in which prizes are won ------------------------------------------------------

    @cached_property
    def by_rank(self) -> list[Group]:
        """The standings in groups of one rank."""
        return self._parted(attrgetter("rank"))

    @cached_property
    def _order_by_rank(self) -> _Order:
        return _order(self.by_rank)

    @cached_property
    def _order_by_upset(self) -> _Order:
        return _order(self.by_upset_and_rank)

    @cached_property
    def by_score(self) -> list[Group]:
        """The players who share places, and so money. An announced cash playoff separates them (34C)."""
        groups = self._parted(attrgetter("first"))
        return [part for group in groups for part in self._played_off(group)]

    def _parted(self, key: Callable[[Standing], int]) -> list[Group]:
        standings = self.ranking.standings
        return [tuple([one.number for one in tied]) for _key, tied in groupby(standings, key=key)]

    def _played_off(self, group: Group) -> Iterator[Group]:
        """34C makes an exception for a playoff, not for tiebreaks. It counts if all tied players played."""
        decision = decision_for(self.ranking.reading, frozenset(group), "playoff")
        if not self.terms.cash_playoff or decision is None or not self.ranking.holds(decision):
            yield group
            return
        for level in decision.order:
            yield from self._played_off(level)

    @cached_property
    def upsets(self) -> Mapping[int, int]:
        """For each player the greatest rating difference of a win over the board."""
        ratings: dict[int | None, int] = {
            card.number: card.rating or 0 for card in self.ranking.reading.cards
        }
        ratings[None] = 0
        found: dict[int, int] = {}
        for number, card in self.cards.items():
            if not card.rating:
                continue
            best = card.rating
            for cell in card.cells:
                if ratings[cell.opponent] > best and cell.kind in _WINS:
                    best = ratings[cell.opponent]
            if best > card.rating:
                found[number] = best - card.rating
        return found

    @cached_property
    def by_upset(self) -> list[Group]:
        """The upsets, equal differences together."""
        return _grouped((-fall, number) for number, fall in self.upsets.items())

    @cached_property
    def by_upset_and_rank(self) -> list[Group]:
        """The upsets, the better placed first where differences are equal."""
        at = self.ranking.by_number
        return _grouped((-fall, at[number].rank, number) for number, fall in self.upsets.items())

    def by_size_and_rank(self, *, largest: bool) -> list[Group]:
        """The teams, those with the fewest players first, or the ``largest``, the better placed first where
        they have as many. One of which nobody came is none."""
        at, sign = self.ranking.by_number, -1 if largest else 1
        here = [number for number in self.cards if self.sizes[number]]
        return _grouped((sign * self.sizes[number], at[number].rank, number) for number in here)


def _grouped(keyed: Iterable[tuple[int, ...]]) -> list[Group]:
    """The last of each tuple: those together that have all before it in common, the least first."""
    return [
        tuple([number for *_key, number in tied])
        for _key, tied in groupby(sorted(keyed), itemgetter(slice(-1)))
    ]


def is_no_show(card: Card, over: bool) -> bool:
    """Whether an entry has neither a game nor a full-point bye: a no-show, forfeits and zero-point byes only
    (32C2). Until the section is ``over``, who has nothing or half-point byes alone may still arrive."""
    for cell in card.cells:
        if cell.kind.played or cell.kind is Kind.FULL_BYE:
            return False
    return over or any(cell.kind is not Kind.HALF_BYE for cell in card.cells)
