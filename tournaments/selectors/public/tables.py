"""The tables of a section: standings in score groups, the wall chart."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from tiebreaks.decided import decided
from tiebreaks.engine import points
from tiebreaks.engine.chart.notation import show_round
from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.chart.wallchart import Card, Cell, Format, Kind, Wallchart
from tiebreaks.engine.evaluation import Unit, Value
from tiebreaks.engine.ranking import columns
from tiebreaks.engine.ranking.fold import Standing
from tiebreaks.engine.ranking.sequence import Sequence, Step
from tiebreaks.published import PlayersDocument, TeamLine

from ...formats.names import given_name, initials
from ...formats.records import RosterEntry, WallchartFile
from ...text import not_ranked, progress, ties, wording
from ...text.results import bye_name, show_result
from ...text.ties import Reached
from .playing import begun, is_playing, stage
from .prizes import TrophyPill, pills
from .progress import reading_of, reading_text
from .since import last_completed, ranks_before

# --- standings ----------------------------------------------------------------------------------


class Shown(NamedTuple):
    """A value as it is printed, and exactly, for adding up."""

    name: str
    shown: str
    exact: str


class RoundCell(NamedTuple):
    """One round of one player: as the wall chart has it, with the opponents' initials, and in words."""

    text: str
    brief: str
    result: str
    opponent: str
    running: str


@dataclass(frozen=True)
class RankedRow:
    """One player's line, or one team's."""

    who: Card | TeamLine
    standing: Standing | None
    score_q: int
    trophies: list[TrophyPill]
    before: int | None

    @property
    def rank(self) -> str:
        return wording.rank(self.standing.rank, self.standing.tied) if self.standing else ""

    @property
    def up(self) -> int:
        """By how many places the rank rose since the last completed round; less than 0 where it fell."""
        return self.before - self.standing.rank if self.standing and self.before else 0

    @property
    def moved(self) -> str:
        """``▲3``, ``▼1``; empty where the rank is what it was."""
        return f"▲{self.up}" if self.up > 0 else f"▼{-self.up}" if self.up else ""

    @property
    def moved_aloud(self) -> str:
        """The same as it is read aloud: ``up 3``. changes.js says it of a rank that a poll brings."""
        return (_("up %(places)s") if self.up > 0 else _("down %(places)s")) % {"places": abs(self.up)}

    @property
    def tied(self) -> str:
        """With how many they are tied, and what the tiebreaks made of it."""
        raise TypeError(type(self))

    @property
    def values(self) -> list[Shown]:
        """The values of the posted steps."""
        raise TypeError(type(self))


@dataclass(frozen=True)
class PlayerRow(RankedRow):
    """A player's line. Its words are made when they are asked for: most rows are as they were shown last."""

    who: Card
    playing: bool
    decided_place: int | None
    of: "_Rows"

    @property
    def points(self) -> str:
        return points.show(self.score_q)

    @property
    def place_decided(self) -> str:
        """``place decided``, with the place where it is not the one that is shown; empty if it is open."""
        return wording.place_decided(self.standing.rank, self.decided_place) if self.standing else ""

    @property
    def tied(self) -> str:
        if self.standing is None or not self.of.begun:
            return ""
        called = str if self.of.document.of_teams else given_name
        return ties.tied_with(self.standing, called(self.who.name))

    @property
    def values(self) -> list[Shown]:
        return values_of(self.of.columns, self.who.number)

    @property
    def beside(self) -> list[Shown]:
        """The values of the extra columns."""
        return values_of(self.of.beside, self.who.number)

    @property
    def shown_values(self) -> Hashable:
        """All that the values of this row show."""
        number = self.who.number
        return tuple([(name, unit, values.get(number)) for name, unit, values in self.of.shown])

    @property
    def cells(self) -> list[RoundCell]:
        return self.of.cells.of(self.who, self.of.reading.counted)

    @property
    def shown_cells(self) -> Hashable:
        """All that the cells of this row show."""
        return self.of.cells.shown(self.who, self.of.reading.counted)

    @property
    def shown(self) -> Hashable:
        """All that this row shows at once beside its rank."""
        who = self.who
        about = who.number, who.name, who.team, who.grade, who.withdrew is None
        # The mark goes by the rank too.
        now = self.decided_place and self.place_decided, self.playing, self.score_q, tuple(self.trophies)
        return about, now, self.shown_cells, self.shown_values


@dataclass(frozen=True)
class RankGroup:
    """Those who share a rank. ``unresolved`` says that nothing separates them.

    ``decided`` is the step that set them apart from those above, with the value above and their own.
    """

    rows: list[RankedRow]
    unresolved: str
    decided: tuple[Step, Value, Value] | None = None

    @property
    def sentence(self) -> str:
        """What sets them apart from those above."""
        return ties.ahead_by(*self.decided) if self.decided else ""


@dataclass(frozen=True)
class ScoreGroup:
    score: str
    tied: str
    ranks: list[RankGroup]


@dataclass(frozen=True)
class Unranked:
    """Those who are listed below the standings, and why they are not ranked."""

    code: str
    title: str
    reason: str
    rows: list[RankedRow]


@dataclass(frozen=True)
class StandingsPage:
    """A section's standings in one of the two readings; they are never mixed."""

    reading: Reading
    text: str
    reached: str
    systems: str
    games: int
    groups: list[ScoreGroup]
    unranked: list[Unranked]
    begun: bool

    @property
    def ranked(self) -> list[RankedRow]:
        return [row for group in self.groups for ranks in group.ranks for row in ranks.rows]

    @property
    def by_number(self) -> list[RankedRow]:
        """As the wall chart has them: before the first result nobody is ahead of anybody."""
        return sorted(self.ranked, key=lambda row: row.who.number)

    @property
    def rounds(self) -> range:
        return range(1, self.reading.counted + 1)

    @property
    def across(self) -> str:
        """How much room the rounds take: there are ``few``, ``some`` or ``many`` games in a row."""
        return _room(self.reading.counted * self.games, 7)


def _room(count: int, some: int) -> str:
    return "few" if count < some else "some" if count < 10 else "many"


def standings(document: PlayersDocument, after: int | None = None) -> StandingsPage:
    """Score groups from first to last: of the document's own reading, or after an earlier completed round."""
    reading = reading_of(document, after)
    ranked, values, steps = _ranked(document, after)
    shown = document.shown if after is None else [columns.values(reading, s) for s in document.columns.steps]
    rows = _Rows(document, reading, values, shown, begun=begun(document, after))
    before = ranks_before(document, after)
    trophies = pills(document) if after is None and document.through else {}
    # At the end everything is decided, and the page says so once.
    decided_places = decided(document).places if after is None and not document.finished else {}

    def row(number: int, standing: Standing | None = None) -> RankedRow:
        card = reading.by_number[number]
        return PlayerRow(
            who=card,
            standing=standing,
            score_q=reading.score_q[number],
            trophies=trophies.get(number, []),
            before=before.get(number),
            playing=number in document.playing and is_playing(reading, card),
            decided_place=decided_places.get(number),
            of=rows,
        )

    house = [row(card.number) for card in reading.unranked if card.house]
    out = [row(card.number) for card in reading.unranked if not card.house]
    unranked = [
        Unranked("house", *not_ranked.house_players(), house),
        Unranked("out", *not_ranked.withdrew_before_half(), out),
    ]
    return StandingsPage(
        reading=reading,
        text=reading_text(document, after),
        reached=progress.round_reached(live=reading.live, counted=reading.counted, rounds=document.rounds),
        systems=_room(len(document.order.steps) + len(document.columns.steps), 6),
        # A match with its points takes the room of two games.
        games=max(document.chart.games, 2 if document.of_teams else 1),
        groups=score_groups(ranked, values, steps, row, stage(document, after), teams=document.of_teams),
        unranked=[each for each in unranked if each.rows],
        begun=rows.begun,
    )


def opened(document: PlayersDocument, number: int, after: int | None = None) -> tuple[RankedRow, str] | None:
    """One line of the standings for a reader who opens it, and how it moved; None where there is no line."""
    page = standings(document, after)
    below = [row for each in page.unranked for row in each.rows]
    for row in page.ranked + below:
        if row.who.number == number and isinstance(row, PlayerRow):
            return row, ties.moved(row.up, last_completed(document, after))
    return None


class _Rows:
    """What the rows of one page share."""

    def __init__(
        self,
        document: PlayersDocument,
        reading: Reading,
        values: list[dict[int, Value]],
        shown: list[dict[int, Value]],
        *,
        begun: bool,
    ) -> None:
        self.document, self.reading, self.begun = document, reading, begun
        self.columns, self.beside = named(document.order, values), named(document.columns, shown)
        self.shown = [*self.columns, ("", Unit.COUNT, {}), *self.beside]
        self.cells = _RoundCells(document, reading)


def score_groups(
    ranked: Iterable[Standing],
    values: list[dict[int, Value]],
    steps: tuple[Step, ...],
    row: Callable[[int, Standing], RankedRow],
    reached: Reached,
    *,
    teams: bool,
) -> list[ScoreGroup]:
    """From first to last."""
    groups = []
    for score_q, members in groupby(ranked, key=lambda standing: standing.score_q):
        ranks: list[RankGroup] = []
        above: Standing | None = None
        for _rank, sharing in groupby(members, key=lambda standing: standing.rank):
            group = list(sharing)
            decided = None
            if above is not None and (step := group[0].decided_by) is not None:
                column = values[step]
                decided = steps[step], column.get(above.number), column.get(group[0].number)
            unresolved = ties.unresolved(len(group), reached) if len(group) > 1 else ""
            ranks.append(RankGroup([row(s.number, s) for s in group], unresolved, decided))
            above = group[-1]
        tied = ties.tied(group[0].first, group[0].last, teams=teams)
        groups.append(ScoreGroup(wording.score(score_q), tied, ranks))
    return groups


Column = tuple[str, Unit, dict[int, Value]]


def named(sequence: Sequence, values: list[dict[int, Value]]) -> list[Column]:
    """The values of the posted steps, without those of recorded decisions, each under its name."""
    return [
        (wording.step(step), step.system.unit, column)
        for step, column in zip(sequence.steps, values, strict=False)
    ]


def values_of(columns: list[Column], number: int) -> list[Shown]:
    """One player's values, or one team's."""
    return [
        Shown(name, unit.show(value), unit.decimal(value) or "")
        for name, unit, column in columns
        for value in [column.get(number)]
    ]


def _ranked(
    document: PlayersDocument, after: int | None
) -> tuple[tuple[Standing, ...], list[dict[int, Value]], tuple[Step, ...]]:
    if after is None:
        return document.standings, document.values, document.steps
    ranking = document.ranking(after)
    return ranking.standings, list(ranking.values), ranking.steps


class _RoundCells:
    """Cells in words; a large section has thousands, so each word is translated once."""

    def __init__(self, document: PlayersDocument, reading: Reading) -> None:
        self.games = document.chart.games
        self.visitors = document.chart.visitors
        self.names = {number: card.name for number, card in document.chart.by_number.items()}
        by_table = document.chart.format is Format.ROUND_ROBIN
        self.labels = {kind: bye_name(kind, by_table=by_table) for kind in Kind}
        self.out = reading.did_not_compete
        self.set_aside = _("does not count (30B)")

    def brief(self, slots: list[Cell]) -> str:
        """``W TM``, ``H``: a number stands beside no name in the standings, which are in another order."""
        return ", ".join(
            [
                cell.kind.letter
                if cell.opponent is None
                else f"{cell.kind.letter}\u00a0{initials(self.names[cell.opponent])}"
                for cell in slots
            ]
        )

    def shown(self, card: Card, counted: int) -> Hashable:
        """All that the cells of this card show."""
        met = [
            (
                cell.opponent,
                self.names[cell.opponent],
                cell.opponent in self.out,
                self.visitors.get(cell.opponent),
            )
            for cell in card.cells
            if cell.opponent is not None
        ]
        return card.cells, tuple(met), counted, self.games

    def of(self, card: Card, counted: int) -> list[RoundCell]:
        """One for each round that counts, empty where nothing is known of it."""
        by_round: list[list[Cell]] = [[] for _round in range(counted + 1)]
        for cell in card.cells:
            if cell.round <= counted:
                by_round[cell.round].append(cell)
        running, cells = 0, []
        for slots in by_round[1:]:
            running += sum([cell.points_q for cell in slots if cell.opponent not in self.out])
            met = dict.fromkeys([self.names[cell.opponent] for cell in slots if cell.opponent is not None])
            cells.append(
                RoundCell(
                    brief=self.brief(slots),
                    text=show_round(slots, self.games, self.visitors, scored=points.show),
                    result=", ".join(
                        [
                            self.set_aside if cell.opponent in self.out else self.labels[cell.kind]
                            for cell in slots
                        ]
                    ),
                    opponent="; ".join(met),
                    running=points.show(running) if slots else "",
                )
            )
        return cells


# --- the wall chart -----------------------------------------------------------------------------


@dataclass(frozen=True)
class WallChart:
    """Each player's card with the score and the rounds. ``extra`` has rated games outside the rounds, which
    count for nothing here (28M4). ``out`` are the numbers whose games do not count (30B). ``notes`` say what
    rare marks mean. ``by_table``: who has no game in a round sits out (30A)."""

    rounds: range
    rows: list[tuple[Card, str, list[RoundCell]]]
    extra: list[tuple[Card, Card, str]]
    out: frozenset[int]
    notes: list[str]
    by_table: bool = False

    @property
    def rated(self) -> bool:
        """Whether anybody has a rating: teams often have none."""
        return any(card.rating is not None for card, _score, _cells in self.rows)

    @property
    def columns(self) -> int:
        """Number, name and points, perhaps a rating, and the rounds."""
        return 3 + self.rated + len(self.rounds)

    @property
    def fits(self) -> bool:
        """Whether a phone shows all rounds of players beside each other."""
        return len(self.rounds) <= 7 and len(self.rows) < 100

    @property
    def size(self) -> str:
        """What its style sheet calls it: paper has larger letters for fewer players."""
        few = "few fewest" if len(self.rows) <= 12 else "few" if len(self.rows) <= 22 else ""
        return few or ("some" if len(self.rows) <= 32 else "hundreds" if len(self.rows) >= 100 else "")


def _of_chart(card: Card, cells: list[RoundCell], counted: int) -> list[RoundCell]:
    """With the score after each round that the player has played, and none below a round to come."""
    still_open = {cell.round for cell in card.cells if cell.kind is Kind.OPEN}
    return [
        cell._replace(running="") if number in still_open or number > counted else cell
        for number, cell in enumerate(cells, 1)
    ]


def wall_chart(document: PlayersDocument) -> WallChart:
    """All players in order of numbers, with every cell that is known."""
    reading = document.reading()
    cells = _RoundCells(document, reading)
    names = document.chart.by_number
    return WallChart(
        rounds=range(1, document.rounds + 1),
        rows=[
            (
                card,
                points.show(reading.score_q[card.number]),
                _of_chart(card, cells.of(card, document.rounds), reading.counted),
            )
            for card in document.chart.cards
        ],
        extra=[
            (
                names[game.white],
                names[game.black],
                show_result(game.white_kind.letter + game.black_kind.letter),
            )
            for game in document.chart.extra
        ],
        out=reading.did_not_compete,
        notes=list(_notes(document.chart)),
        by_table=document.chart.format is Format.ROUND_ROBIN,
    )


def _notes(chart: Wallchart) -> Iterator[str]:
    """What the rare marks of this wall chart mean."""
    cells = [cell for card in chart.cards for cell in card.cells]
    if any(cell.kind.lone for cell in cells):
        yield _("N won, R drew, S lost: the opponent’s result may differ.")
    if any(cell.points_q != cell.kind.points_q for cell in cells):
        yield _("= the points awarded, where they differ from the result.")
    if chart.visitors or any(cell.opponent_round != cell.round for cell in cells):
        yield _("@ the opponent’s round or section for this game.")


def wall_chart_file(document: PlayersDocument, name: str) -> WallchartFile:
    """The wall chart for download: what the page shows, without US Chess IDs.

    Visitors (28M3) are in their opponents' cells and have no line of their own. A school has the name that
    team tables give it, so ``standings --teams`` makes the same teams from the file.
    """
    chart, schools = document.chart, document.schools
    entries = [
        RosterEntry(
            number=card.number,
            name=card.name,
            rating=card.rating,
            team=schools.get(card.team, card.team),
            grade=card.grade,
            house=card.house,
            reentry_of=card.reentry_of,
        )
        for card in chart.cards
        if not card.visitor
    ]
    entrants = "teams" if document.of_teams else "players"
    return WallchartFile(section=name, chart=chart, entries=tuple(entries), entrants=entrants)
