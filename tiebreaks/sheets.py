"""What a sheet holds, and how it becomes a wall chart and a ranking again.

The body is canonical JSON (sorted keys, no blanks): the same section gives the same bytes. It holds the chart
it was computed from, so that a why page makes its terms from what was ranked and from nothing newer.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import Any

from . import awards
from .engine.chart.notation import parse_round, show_round
from .engine.chart.reading import Reading, after_round, live
from .engine.chart.wallchart import Card, Decision, ExtraGame, Format, Kind, Wallchart
from .engine.evaluation import Value
from .engine.prizes import Awards, Prize, Terms
from .engine.ranking import columns, editions
from .engine.ranking import sequence as sequences
from .engine.ranking.fold import Ranking, Standing, rank
from .engine.ranking.sequence import Sequence, Step
from .engine.systems import MATCH_SYSTEMS, SYSTEMS
from .engine.terms.system import TiebreakSystem

# Boards of a published round: [board, slot, white's number, black's number].
Board = tuple[int, int, int, int]
# A board of a match: its number, both sides' letters, each side's player with the rating, if known, and the
# points that a ruling awarded to each side, in quarter-points.
MatchLine = tuple[int, str, str, str | None, int | None, str | None, int | None, int | None, int | None]
# A match of a published round: [board, slot, its boards]; the first side had White on board 1. Boards without
# a ruling are kept without its points.
Match = tuple[int, int, list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Posting:
    """An order as it was posted: when, by whom, after which round, and why it was changed."""

    order: str
    at: datetime
    by: str
    after_round: int
    reason: str


@dataclass(frozen=True)
class Recording:
    """How a decision came about, for those who read of it; the engine does not.

    ``drawn_from`` are the numbers, of teams the names, as they lay before the program drew by ``seed``; a
    coin tossed by hand has neither, nor has a playoff.
    """

    at: datetime
    by: str
    seed: str = ""
    drawn_from: tuple[int | str, ...] = ()


@dataclass(frozen=True)
class Source:
    """What a sheet is computed from: everything public about a section at one version."""

    chart: Wallchart
    boards: Mapping[int, list[Board]]
    edition: str
    columns: str = ""
    prizes: str = ""
    terms: Terms = field(default_factory=Terms)
    # Slug and name of each table of teams that draws on the section.
    tables: tuple[tuple[str, str], ...] = ()
    # The schools that those tables name otherwise than the roster: its text, and their name.
    schools: Mapping[str, str] = field(default_factory=dict)
    # Of the chart's decisions, one each.
    recordings: tuple[Recording, ...] = ()
    # The awards that were frozen last, as plain data of whoever froze them.
    frozen: Mapping[str, Any] | None = None
    # 0 where players meet.
    boards_a_match: int = 0
    matches: Mapping[int, list[Match]] = field(default_factory=dict)


def systems_of(boards_a_match: int) -> Mapping[str, TiebreakSystem]:
    """What can rank: players, or teams that meet in matches of so many boards."""
    return MATCH_SYSTEMS if boards_a_match else SYSTEMS


def compute(source: Source, order: Sequence, postings: list[Posting]) -> str:
    """The body of a sheet: rank the current reading by the order that holds, and award the trophies."""
    return write(source, rank(live(source.chart), order), postings)


def write(source: Source, ranking: Ranking, postings: list[Posting]) -> str:
    """The body of a sheet with this ranking of the current reading."""
    chart, order = source.chart, ranking.sequence
    body = {
        "cards": [_write_card(card, chart) for card in chart.cards],
        "rounds": chart.rounds,
        "games": chart.games,
        "format": chart.format.value,
        "through": chart.through,
        "live": ranking.reading.live,
        "counted": ranking.reading.counted,
        "edition": source.edition,
        "order": str(order),
        "posted": [[p.order, p.at.isoformat(), p.by, p.after_round, p.reason] for p in postings],
        "standings": ranking.standings,
        "values": [_write_column(column, ranking) for column in ranking.values],
        "boards": source.boards,
        "withdrawn": {card.number: card.withdrew for card in chart.cards if card.withdrew is not None},
    }
    body |= awards.awarded(ranking, awards.announced(source.prizes), source.terms)
    edition = editions.EDITIONS[source.edition]
    shown = columns.beside(edition.read(_columns(source)), order)
    if shown.steps:
        body["columns"] = str(shown)
        body["shown"] = [
            _write_column(columns.values(ranking.reading, step), ranking) for step in shown.steps
        ]
    if source.boards_a_match:
        body |= {"match": source.boards_a_match, "matches": source.matches}
        body["by_game_points"] = chart.by_game_points
    if chart.extra:
        body["extra"] = [
            [game.white, game.black, game.white_kind.letter, game.black_kind.letter] for game in chart.extra
        ]
    if source.frozen:
        body["frozen"] = source.frozen
    if source.tables:
        body["tables"] = source.tables
    if source.schools:
        body["schools"] = source.schools
    if chart.visitors:
        body["visitors"] = chart.visitors
    if chart.decisions:
        body["decisions"] = chart.decisions
        body["recordings"] = write_recordings(source.recordings)
        # The steps after the posted ones: what was recorded where nothing posted separated.
        body["recorded"] = [step.system.code for step in ranking.steps[len(order.steps) :]]
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _columns(source: Source) -> Sequence:
    """What is shown beside the order. Match points and game points of teams are both seen."""
    chosen = columns.parse_columns(source.columns, systems_of(source.boards_a_match))
    other = MATCH_SYSTEMS["match_points" if source.chart.by_game_points else "game_points"]
    if not source.boards_a_match or any(step.system is other for step in chosen.steps):
        return chosen
    return Sequence((Step(other), *chosen.steps))


def _write_card(card: Card, chart: Wallchart) -> list[Any]:
    by_round: dict[int, list[Any]] = {}
    for cell in card.cells:
        by_round.setdefault(cell.round, []).append(cell)
    cells = [
        show_round(by_round[number], chart.games) if number in by_round else ""
        for number in range(1, max(by_round, default=0) + 1)
    ]
    return [card.number, card.name, card.rating, card.team, card.grade, card.house, card.reentry_of, cells]


def _read_card(written: list[Any], games: int, visitors: Mapping[str, str]) -> Card:
    number, name, rating, team, grade, house, reentry_of, rounds = written
    cells = tuple(c for at, text in enumerate(rounds, 1) for c in parse_round(text, at, games))
    visitor = visitors.get(str(number), "")
    return Card(number, name, cells, rating, team, grade, house, reentry_of, visitor)


def _write_column(column: Mapping[int, Value], ranking: Ranking) -> list[int | str | None]:
    return [write_value(column.get(standing.number)) for standing in ranking.standings]


def write_value(value: Value) -> int | str | None:
    return str(value) if isinstance(value, Fraction) else value


def write_recordings(recordings: Iterable[Recording]) -> list[Any]:
    return [[r.at.isoformat(), r.by, r.seed, r.drawn_from] for r in recordings]


def read_recordings(written: Iterable[Any]) -> list[Recording]:
    return [
        Recording(datetime.fromisoformat(at), by, seed, tuple(drawn_from))
        for at, by, seed, drawn_from in written
    ]


def read_value(written: int | str | None) -> Value:
    return Fraction(written) if isinstance(written, str) else written


class SheetBody:
    """A stored sheet, read back piece by piece as a page asks for it."""

    def __init__(self, text: str) -> None:
        self._body: dict[str, Any] = json.loads(text)

    @property
    def rounds(self) -> int:
        return int(self._body["rounds"])

    @property
    def through(self) -> int:
        """The last held round."""
        return int(self._body["through"])

    @property
    def live(self) -> bool:
        """Whether the open round is counted (RULES §9)."""
        return bool(self._body["live"])

    @property
    def counted(self) -> int:
        return int(self._body["counted"])

    @property
    def edition(self) -> str:
        """The edition of the rulebook by which everything here was read."""
        return str(self._body["edition"])

    @property
    def boards_a_match(self) -> int:
        """How many boards a match has where teams meet; 0 where players do."""
        return int(self._body.get("match", 0))

    @property
    def systems(self) -> Mapping[str, TiebreakSystem]:
        return systems_of(self.boards_a_match)

    @cached_property
    def matches(self) -> dict[tuple[int, int, int], list[MatchLine]]:
        """The boards of each match whose boards are known, by round, board and slot."""
        return {
            (int(number), board, slot): [(*line, None, None)[:9] for line in lines]
            for number, matches in self._body.get("matches", {}).items()
            for board, slot, lines in matches
        }

    @cached_property
    def order(self) -> Sequence:
        return sequences.parse(self._body["order"], self.systems)

    @cached_property
    def postings(self) -> list[Posting]:
        """Every order that was posted, the one that holds last; none where the rulebook's default holds."""
        return [
            Posting(order, datetime.fromisoformat(at), by, after_round, reason)
            for order, at, by, after_round, reason in self._body["posted"]
        ]

    @cached_property
    def chart(self) -> Wallchart:
        body = self._body
        visitors = body.get("visitors", {})
        cards = [_read_card(card, body["games"], visitors) for card in body["cards"]]
        return Wallchart(
            cards=tuple(replace(card, withdrew=self.withdrawn.get(card.number)) for card in cards),
            rounds=body["rounds"],
            games=body["games"],
            format=Format(body["format"]),
            decisions=tuple(
                Decision(code, after_round, tuple(map(tuple, levels)))
                for code, after_round, levels in body.get("decisions", ())
            ),
            extra=tuple(
                ExtraGame(white, black, Kind.of(white_letter), Kind.of(black_letter))
                for white, black, white_letter, black_letter in body.get("extra", ())
            ),
            by_game_points=body.get("by_game_points", False),
        )

    @property
    def frozen(self) -> Mapping[str, Any] | None:
        """The awards that were frozen last, as they were handed in."""
        return self._body.get("frozen")

    @cached_property
    def recordings(self) -> dict[Decision, Recording]:
        """How each decision came about; a sheet that was written before these were kept has none."""
        recordings = read_recordings(self._body.get("recordings", ()))
        return dict(zip(self.chart.decisions, recordings, strict=False))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The posted steps, then those of recorded decisions: what standings and values refer to."""
        return (*self.order.steps, *(Step(SYSTEMS[code]) for code in self._body.get("recorded", ())))

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """As they were computed; :meth:`ranking` makes them again from the same chart, with their terms."""
        return tuple(Standing._make(row) for row in self._body["standings"])

    @cached_property
    def values(self) -> list[dict[int, Value]]:
        """For each step, each ranked number's value."""
        return self._read_columns("values")

    @cached_property
    def columns(self) -> Sequence:
        """What is shown beside the order and ranks nobody."""
        return columns.parse_columns(self._body.get("columns", ""), self.systems)

    @cached_property
    def shown(self) -> list[dict[int, Value]]:
        """For each column, each ranked number's value."""
        return self._read_columns("shown")

    def _read_columns(self, field: str) -> list[dict[int, Value]]:
        numbers = [standing.number for standing in self.standings]
        written = self._body.get(field, ())
        return [dict(zip(numbers, map(read_value, column), strict=True)) for column in written]

    @cached_property
    def tables(self) -> list[tuple[str, str]]:
        """Slug and name of each table of teams that draws on the section."""
        return [(slug, name) for slug, name in self._body.get("tables", ())]

    @property
    def schools(self) -> dict[str, str]:
        """What those tables call the schools that the roster calls otherwise, by the roster's text."""
        return dict(self._body.get("schools", {}))

    @cached_property
    def prizes(self) -> tuple[Prize, ...]:
        """What was announced, the most valuable first."""
        return awards.announced("\n".join(self._body.get("prizes", ())))

    @property
    def terms(self) -> Terms:
        """What was announced for all prizes."""
        return awards.read_terms(self._body.get("terms", {}))

    @cached_property
    def awards(self) -> Awards:
        """Who wins what, and why."""
        return awards.read(self._body["awards"]) if self.prizes else Awards((), (), (), ())

    @cached_property
    def boards(self) -> dict[int, list[Board]]:
        """The boards of each published round."""
        return {int(number): [tuple(b) for b in boards] for number, boards in self._body["boards"].items()}

    @cached_property
    def withdrawn(self) -> dict[int, int]:
        """The round after which a player withdrew, by number."""
        return {int(number): after for number, after in self._body["withdrawn"].items()}

    def ranking(self, after: int | None = None) -> Ranking:
        """The ranking with its terms: of the sheet's own reading, or after an earlier round.

        Raises :class:`ValueError` beyond the last held round.
        """
        return self._ranking if after is None else rank(self.reading(after), self.order)

    @cached_property
    def _ranking(self) -> Ranking:
        return rank(self.reading(), self.order)

    @cached_property
    def stored(self) -> Ranking:
        """The ranking as it was computed, for whoever goes on from its values: the groups that its steps met
        are not kept, so it makes no terms of theirs."""
        groups: tuple[dict[int, frozenset[int]], ...] = tuple({} for _step in self.steps)
        return Ranking(self.reading(), self.order, self.steps, self.standings, tuple(self.values), groups)

    def reading(self, after: int | None = None) -> Reading:
        return live(self.chart) if after is None else after_round(self.chart, after)
