"""What standings are computed from: a wall chart after round n, or live (RULES §9).

*After round n* counts completed rounds only. It ignores a bye entered for a later round, and it reads an
empty cell as an unplayed round. *Live* also counts the open round: an open game counts as played, with no
points yet for either side, so finished players and players still playing are compared over the same number of
rounds. A player without a cell in the open round has no item for it.

A reading also caches what several systems share (:meth:`Reading.once`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, TypeVar, TypeVarTuple
from weakref import ref

from ..points import POINT
from .wallchart import Card, Cell, Decision, Kind, Wallchart, cell
from .withdrawals import counted_cell, did_not_compete

T = TypeVar("T")
Options = TypeVarTuple("Options")


class Entrant(Protocol):
    """A card or a team that is ranked."""

    @property
    def number(self) -> int: ...


class Field(Protocol):
    """What can be ranked: the cards of a reading, or the teams of its players (:mod:`~..teams.teams`)."""

    @property
    def by_number(self) -> Mapping[int, Any]:
        """All entrants that have values, ranked or not."""

    @property
    def ranked(self) -> tuple[Entrant, ...]:
        """The entrants that take a place."""

    @property
    def score_q(self) -> Mapping[int, int]:
        """Scores in quarter-points, by number. Only equal scores make a tie."""

    @property
    def over_the_board(self) -> frozenset[int]:
        """The numbers that have points from games, not only from byes and forfeits."""

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The recorded decisions about tied entrants."""


@dataclass(frozen=True)
class Reading:
    """Cards cut to ``counted`` rounds. ``planned`` is the length of the event, ``games`` the games per round.

    ``decisions`` are the ones recorded after the last counted round. A live reading has none.
    ``did_not_compete`` has the numbers that left a round robin early; the cells of their opponents are
    already changed to unplayed ones (30B). With ``by_game_points``, teams rank by game points, while every
    system still uses match points.
    """

    cards: tuple[Card, ...]
    counted: int
    planned: int
    games: int = 1
    live: bool = False
    decisions: tuple[Decision, ...] = ()
    did_not_compete: frozenset[int] = frozenset()
    by_game_points: bool = False
    last_entry_counts: bool = False

    @cached_property
    def by_number(self) -> dict[int, Card]:
        return {card.number: card for card in self.cards}

    @cached_property
    def ranked(self) -> tuple[Card, ...]:
        """The cards that standings rank: no house players (28M1), no visitors (28M3), nobody under 30B."""
        out = self.did_not_compete
        return tuple([card for card in self.cards if not card.house and card.number not in out])

    @cached_property
    def unranked(self) -> tuple[Card, ...]:
        """The entries that standings list without a rank. Visitors belong to another section."""
        ranked = {card.number for card in self.ranked}
        return tuple(card for card in self.cards if card.number not in ranked and not card.visitor)

    @cached_property
    def score_q(self) -> dict[int, int]:
        """Scores by number: points, or game points for teams. Only equal scores make a tie."""
        return self.game_points_q if self.by_game_points else self.points_q

    @cached_property
    def points_q(self) -> dict[int, int]:
        """Awarded points by number, including byes and forfeits; for teams, match points."""
        return {card.number: sum([c.points_q for c in card.cells]) for card in self.cards}

    @cached_property
    def game_points_q(self) -> dict[int, int]:
        """Points on the boards of all matches by team number. Unknown board points count 0."""
        return {card.number: sum([c.board_points_q or 0 for c in card.cells]) for card in self.cards}

    @cached_property
    def over_the_board(self) -> frozenset[int]:
        """The numbers that have points from a game that was played."""
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
        """The result of ``compute`` for this reading and these options, computed once.

        Several systems share the result, and each asks for it once per player.
        """
        key = (compute, options)
        if key not in self._computed:
            self._computed[key] = compute(self, *options)
        answer: T = self._computed[key]
        return answer

    def each(self, compute: Callable[["Reading", Card, *Options], T], *options: *Options) -> Mapping[int, T]:
        """By number, what ``compute`` gives for a card and these options, computed when first asked for."""
        key = (compute, options)
        found = self._computed.get(key)
        if found is None:
            found = self._computed[key] = _Each(self, compute, options)
        answer: Mapping[int, T] = found
        return answer

    @property
    def maximum_q(self) -> int:
        """The maximum score in the counted rounds."""
        return self.counted * self.games * POINT


class _Each(dict[int, Any]):
    def __init__(self, reading: Reading, compute: Callable[..., Any], options: tuple[Any, ...]) -> None:
        # Weak, since the reading keeps this: a circle would wait for the garbage collector.
        self.reading, self.compute, self.options = ref(reading), compute, options

    def __missing__(self, number: int) -> Any:
        if (reading := self.reading()) is None:
            raise ReferenceError("the reading is gone")
        found = self.compute(reading, reading.by_number[number], *self.options)
        self[number] = found
        return found


def after_round(chart: Wallchart, number: int | None = None) -> Reading:
    """The official reading: completed rounds only, through ``number`` (default: the last completed round).

    Raises :class:`ValueError` for a round that is not complete.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> after_round(chart(["W2", "H"], ["L1", "?3"], ["U", "?2"])).score_q
    {1: 4, 2: 0, 3: 0}
    """
    counted = chart.through if number is None else number
    if not 0 <= counted <= chart.through:
        raise ValueError(f"round {number} is not complete; the last complete round is {chart.through}")
    decisions = tuple(decision for decision in chart.decisions if decision.after_round == counted)
    return replace(_reading(chart, counted), decisions=decisions)


def live(chart: Wallchart) -> Reading:
    """The reading while games are open. Without an open game, it is the reading after the last round.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> reading = live(chart(["W2", "H"], ["L1", "?3"], ["U", "?2"]))
    >>> reading.counted, reading.score_q
    (2, {1: 6, 2: 0, 3: 0})
    """
    return after_round(chart) if chart.open_round is None else _reading(chart, chart.through, live=True)


def _reading(chart: Wallchart, held: int, live: bool = False) -> Reading:
    """The held rounds, and the open round after them if ``live``."""
    counted = held + live
    out = did_not_compete(chart, counted)
    return Reading(
        cards=tuple([_counted(card, held, counted, chart.games, out) for card in chart.cards]),
        counted=counted,
        planned=chart.rounds,
        games=chart.games,
        live=live,
        did_not_compete=out,
        by_game_points=chart.by_game_points,
        last_entry_counts=chart.last_entry_counts,
    )


def _counted(card: Card, held: int, counted: int, games: int, out: frozenset[int]) -> Card:
    """The card with the cells that count. The last one is kept with it: most cards outlive a result."""
    of = held, counted, games, out
    kept: tuple[object, Card] | None = vars(card).get("_counted")
    if kept is None or kept[0] != of:
        cells = _cells(card, held, counted, games)
        if cells is card.cells and not out:
            return card
        kept = of, replace(card, cells=tuple([counted_cell(cell, out) for cell in cells]))
        vars(card)["_counted"] = kept
    return kept[1]


def _cells(card: Card, held: int, counted: int, games: int) -> Sequence[Cell]:
    """The cells of rounds 1 to ``counted``, with an unplayed cell for each empty slot of a held round."""
    complete = counted * games
    # Cells are in order of rounds: those of most cards are all there, and none is later.
    if len(card.cells) == complete and (not complete or card.cells[-1].round <= counted):
        return card.cells
    cells = [c for c in card.cells if c.round <= counted]
    if len(cells) == complete:
        return cells
    filled: list[Cell] = []
    for number in range(1, held + 1):
        known = [c for c in cells if c.round == number]
        filled += known
        filled += [cell(number, Kind.UNPAIRED)] * (games - len(known))
    return filled + [c for c in cells if c.round > held]
