"""What standings are computed from: a wall chart as it stands after round n, or live (RULES §9).

*After round n* counts held rounds only; a bye entered for a later round is not yet there, and an empty cell
of a held round is an unplayed one. *Live* counts the open round too: an open game stands as played, with no
points yet for either side, so players who have finished and players who still play are compared on the same
number of rounds. A player with no cell in the open round has no item for it.

A reading also keeps what several systems need, computed once (:meth:`Reading.once`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, TypeVar, TypeVarTuple

from ..points import POINT
from .wallchart import Card, Cell, Decision, Kind, Wallchart, cell
from .withdrawals import counted_cell, did_not_compete

T = TypeVar("T")
Options = TypeVarTuple("Options")


class Entrant(Protocol):
    """Who is ranked: a card, or a team."""

    @property
    def number(self) -> int: ...


class Field(Protocol):
    """What can be ranked: a reading's cards, or the teams of its players (:mod:`~..teams.teams`)."""

    @property
    def by_number(self) -> Mapping[int, Any]:
        """Everybody who has values, ranked or not."""

    @property
    def ranked(self) -> tuple[Entrant, ...]:
        """Those who take a place."""

    @property
    def score_q(self) -> Mapping[int, int]:
        """Each number's score in quarter-points. Ties are formed on this alone."""

    @property
    def over_the_board(self) -> frozenset[int]:
        """Whose score is not of byes and forfeits alone."""

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What people decided about those who were tied."""


@dataclass(frozen=True)
class Reading:
    """Cards cut to ``counted`` rounds; ``planned`` is the event's length, ``games`` those of one round.

    ``decisions`` are those recorded after the last round counted; a live reading has none. ``out`` are those
    who left a round robin early: their opponents' cells are here as they count (30B). With
    ``by_game_points`` teams rank by what they scored on the boards, while every system keeps to match points.
    """

    cards: tuple[Card, ...]
    counted: int
    planned: int
    games: int = 1
    live: bool = False
    decisions: tuple[Decision, ...] = ()
    out: frozenset[int] = frozenset()
    by_game_points: bool = False

    @cached_property
    def by_number(self) -> dict[int, Card]:
        return {card.number: card for card in self.cards}

    @cached_property
    def ranked(self) -> tuple[Card, ...]:
        """The cards that standings rank: no house players (28M1), no visitors (28M3), nobody who is out."""
        return tuple(card for card in self.cards if not card.house and card.number not in self.out)

    @cached_property
    def unranked(self) -> tuple[Card, ...]:
        """The entries that standings list without a rank; visitors are entered elsewhere."""
        ranked = {card.number for card in self.ranked}
        return tuple(card for card in self.cards if card.number not in ranked and not card.visitor)

    @cached_property
    def score_q(self) -> dict[int, int]:
        """Each entry's score: its points, or a team's board points. Ties are formed on this alone."""
        return self.game_points_q if self.by_game_points else self.points_q

    @cached_property
    def points_q(self) -> dict[int, int]:
        """Each entry's awarded points, byes and forfeits included: of a team its match points."""
        return {card.number: sum([c.points_q for c in card.cells]) for card in self.cards}

    @cached_property
    def game_points_q(self) -> dict[int, int]:
        """What each team scored on the boards of its matches; 0 where nothing is known of it."""
        return {card.number: sum([c.board_points_q or 0 for c in card.cells]) for card in self.cards}

    @cached_property
    def over_the_board(self) -> frozenset[int]:
        """Who has a point, or part of one, from a game that was played."""
        if self.by_game_points:
            return frozenset(
                c.number for c in self.cards if any(m.played and m.board_points_q for m in c.cells)
            )
        return frozenset(
            card.number for card in self.cards if any(c.points_q > 0 and c.kind.played for c in card.cells)
        )

    @cached_property
    def _computed(self) -> dict[Any, Any]:
        return {}

    def once(self, compute: Callable[["Reading", *Options], T], *options: *Options) -> T:
        """What ``compute`` answers for this reading and these options, computed at the first call only.

        Several systems share it, and every player asks for it.
        """
        key = (compute, options)
        if key not in self._computed:
            self._computed[key] = compute(self, *options)
        answer: T = self._computed[key]
        return answer

    @property
    def maximum_q(self) -> int:
        """The most points anybody could have scored in the rounds counted."""
        return self.counted * self.games * POINT


def after_round(chart: Wallchart, number: int | None = None) -> Reading:
    """The official reading: completed rounds only, up to ``number`` (by default the last held round).

    Raises :class:`ValueError` beyond the last held round.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> after_round(chart(["W2", "H"], ["L1", "?3"], ["U", "?2"])).score_q
    {1: 4, 2: 0, 3: 0}
    """
    counted = chart.through if number is None else number
    if not 0 <= counted <= chart.through:
        raise ValueError(f"round {number} is not complete; the last complete round is {chart.through}")
    out = did_not_compete(chart, counted)
    return Reading(
        cards=tuple(
            [_with_cells(card, _held_cells(card, counted, chart.games), out) for card in chart.cards]
        ),
        counted=counted,
        planned=chart.rounds,
        games=chart.games,
        by_game_points=chart.by_game_points,
        decisions=tuple(decision for decision in chart.decisions if decision.after_round == counted),
        out=out,
    )


def live(chart: Wallchart) -> Reading:
    """The reading while games are open; the same as after the last held round when none is.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> reading = live(chart(["W2", "H"], ["L1", "?3"], ["U", "?2"]))
    >>> reading.counted, reading.score_q
    (2, {1: 6, 2: 0, 3: 0})
    """
    if chart.open_round is None:
        return after_round(chart)
    held = chart.through
    out = did_not_compete(chart, held + 1)
    cards = tuple(
        [
            _with_cells(
                card,
                _held_cells(card, held, chart.games) + [c for c in card.cells if c.round == held + 1],
                out,
            )
            for card in chart.cards
        ]
    )
    return Reading(
        cards,
        counted=held + 1,
        planned=chart.rounds,
        games=chart.games,
        live=True,
        out=out,
        by_game_points=chart.by_game_points,
    )


def _with_cells(card: Card, cells: Sequence[Cell], out: frozenset[int]) -> Card:
    return replace(card, cells=tuple([counted_cell(cell, out) for cell in cells] if out else cells))


def _held_cells(card: Card, counted: int, games: int) -> list[Cell]:
    """The card's cells of rounds 1 to ``counted``, each slot that nobody filled being an unplayed one."""
    cells = [c for c in card.cells if c.round <= counted]
    if len(cells) == counted * games:
        return cells
    filled: list[Cell] = []
    for number in range(1, counted + 1):
        known = [c for c in cells if c.round == number]
        filled += known
        filled += [cell(number, Kind.UNPAIRED)] * (games - len(known))
    return filled
