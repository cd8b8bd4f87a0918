"""What the public pages show, as plain records made from a section's document. Only public fields.

A page reads one document and nothing else, so that it can never show half of a change.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import cache, cached_property, lru_cache, singledispatch
from hashlib import sha256
from typing import Any, ClassVar, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.chart.reading import Reading, after_round
from tiebreaks.engine.chart.wallchart import Card, Cell, Format, Kind, Wallchart
from tiebreaks.models import Published, Standings
from tiebreaks.prepared import Prepared
from tiebreaks.published import (
    DOCUMENTS,
    Board,
    PlayersDocument,
    SectionState,
    TeamsDocument,
    read_players,
    read_teams,
)

from ..models import OF_PLAY, Event, LogEntry, Section, TeamTable, Verb, visible_tables
from ..text import wording
from ..text.results import show_awarded, show_result
from . import public_names, team_matches
from .public_names import PublicNames
from .team_matches import BoardOfMatch

# --- who sees it --------------------------------------------------------------------------------

_previewing: ContextVar[bool] = ContextVar("previewing", default=False)
# A preview shows what the public would see, and under its own stamp: no piece of it is anybody else's.
_OF_PREVIEW = "-preview"


@contextmanager
def previewing() -> Iterator[None]:
    """Within it, pages of drafts are found too. For their directors only."""
    token = _previewing.set(True)
    try:
        yield
    finally:
        _previewing.reset(token)


def _visible(of: str) -> Q:
    """What the public sees of sections or tables: an address of anything else is an unknown one."""
    if _previewing.get():
        return Q()
    found = Q(**{f"{of}__hidden": False, f"{of}__event__hidden": False})
    if of == PublicTable.related:
        found &= Q(**{f"{of}__in": visible_tables()})
    return found


def seen_tables() -> QuerySet[TeamTable]:
    """The tables of teams that pages of sections name; a preview has those of drafts too."""
    return TeamTable.objects.filter(archived=False) if _previewing.get() else visible_tables()


# Seconds. A mirror whose hall is quiet for longer says when it was last heard from, under a stamp of its own:
# phones that poll are told both when it falls silent and when it is back.
QUIET_AFTER = 60
_OF_QUIET = "-quiet-"
# What pages that do not change under their readers ask with: silence is nothing newer.
_OF_ANY = "-any"


def _stamp(epoch: str, version: int, quiet: int) -> str:
    of_quiet = f"{_OF_QUIET}{quiet}" if quiet else ""
    return f"{epoch}.{version}{_OF_PREVIEW if _previewing.get() else ''}{of_quiet}"


def _quiet(heard: int | None) -> int:
    """When the hall of a mirror was last heard from, if that is too long ago; else 0, as of other events."""
    return heard if heard and time.time() - heard > QUIET_AFTER else 0


# --- where a page is ----------------------------------------------------------------------------

# When an event without sections was played.
NEVER = datetime(1970, 1, 1, tzinfo=UTC)
EVENT_FIELDS = ("name", "slug", "city", "starts_on", "time_zone", "short_names", "listed", "mirror")


@dataclass(frozen=True)
class PublicEvent:
    """An event as its pages name it. ``listed``: search engines may list them. ``mirror`` is the server that
    its printed codes lead to."""

    name: str
    slug: str
    city: str
    starts_on: date | None
    time_zone: str
    short_names: bool = False
    listed: bool = False
    mirror: str = ""
    sections: int = 0


class Described(NamedTuple):
    """What the pages of a version say of their subject, and the text of its document: of one row."""

    event: PublicEvent
    name: str
    slug: str
    as_of: datetime
    made: datetime
    body: str


@dataclass(frozen=True)
class AtVersion:
    """What has pages of its own, at one version: a section, or a table of schools.

    Its version names every piece that is kept of it. The rest is read when a piece must be rendered.
    ``kind`` names it in one word; ``related`` is what its standings call it. ``quiet`` is the second since
    1970 at which a hall that fell silent was last heard from.
    """

    standings: int
    stamp: str
    quiet: int = field(default=0, kw_only=True)

    kind: ClassVar[str]
    related: ClassVar[str]

    @cached_property
    def _described(self) -> Described:
        return _described(self.related, self.standings, self.stamp)

    @property
    def stamp_of_news(self) -> str:
        """The stamp with which a page asks for what is newer, and not whether the hall is heard from."""
        return self.stamp.replace(f"{_OF_QUIET}{self.quiet}", "") + _OF_ANY

    @property
    def quiet_since(self) -> datetime | None:
        return datetime.fromtimestamp(self.quiet, UTC) if self.quiet else None

    @property
    def event(self) -> PublicEvent:
        return self._described.event

    @property
    def name(self) -> str:
        return self._described.name

    @property
    def slug(self) -> str:
        return self._described.slug

    @property
    def as_of(self) -> datetime:
        return self._described.as_of

    @property
    def made(self) -> datetime:
        """When the document was computed: a piece may be of a newer one than its version says."""
        return self._described.made

    @property
    def document(self) -> PlayersDocument | TeamsDocument:
        """The document with the names that the public reads."""
        raise TypeError(type(self))

    @property
    def names(self) -> PublicNames | None:
        """How it calls those whom no document names: in frozen awards, in reasons. None: in full."""
        raise TypeError(type(self))

    @cached_property
    def state(self) -> "State":
        return state(self.document)

    @property
    def named(self) -> dict[str, Any]:
        return {self.kind: self}

    @property
    def about(self) -> dict[str, Any]:
        """What every page of it says."""
        return {**self.named, "document": self.document, "state": self.state}


Page = TypeVar("Page", bound=AtVersion)
Fetched = tuple[Any, ...]


class PublicSection(AtVersion):
    """A section as its pages name it."""

    kind = related = "section"

    @cached_property
    def document(self) -> PlayersDocument:
        full = read_players(self._described.body)
        return public_names.of_section(full) if self.event.short_names else full

    @cached_property
    def names(self) -> PublicNames | None:
        if not self.event.short_names:
            return None
        former = public_names.former_names(self.standings)
        return public_names.names_of(read_players(self._described.body), former)

    @cached_property
    def posted_byes(self) -> list[str]:
        """What is posted of requested byes, a sentence each."""
        posted: list[str] = Section.objects.get(standings=self.standings).posted_byes
        return posted

    @cached_property
    def tables(self) -> list[tuple[str, str]]:
        """The address and name of each table of teams that draws on it and may be seen."""
        return _tables([self]).get(self.standings, [])


class PublicTable(AtVersion):
    """A table of teams as its pages name it."""

    kind, related = "table", "teamtable"

    @cached_property
    def document(self) -> TeamsDocument:
        full = read_teams(self._described.body)
        if not self.event.short_names:
            return full
        drawn = Published.objects.filter(standings__section__team_tables__standings=self.standings)
        bodies = drawn.order_by("standings__section").values_list("body", flat=True)
        return public_names.of_table(full, map(read_players, bodies))

    @property
    def names(self) -> PublicNames | None:
        return PublicNames({}) if self.event.short_names else None


@dataclass(frozen=True)
class WholeEvent(AtVersion):
    """An event with its sections that may be seen: its version changes with each of theirs."""

    of: PublicEvent
    sections: tuple[PublicSection, ...]

    kind = "event"
    related = ""

    @cached_property
    def _described(self) -> Described:
        describe(self.sections)
        play = [each.as_of for each in self.sections]
        made = [each.made for each in self.sections]
        return Described(
            self.of, self.of.name, self.of.slug, max(play, default=NEVER), max(made, default=NEVER), ""
        )

    @property
    def event(self) -> PublicEvent:
        return self.of

    @property
    def named(self) -> dict[str, Any]:
        return {"event": self.of, "sections": self.sections}

    @property
    def about(self) -> dict[str, Any]:
        return {**self.named, "whole": self, "state": self.state}

    @cached_property
    def state(self) -> "State":
        """What holds of all sections at once; each has its own text."""
        self.made  # noqa: B018 (reads all sections in one query)
        states = [each.state for each in self.sections]
        reached = [wording.of_section(each.name, each.state.reached) for each in self.sections]
        return State(
            text="",
            reached="; ".join(reached),
            score="",
            playing=sum(each.playing for each in states),
            has_results=any(each.has_results for each in states),
            final=bool(states) and all(each.final for each in states),
            final_at=max((each.final_at for each in states if each.final_at), default=None),
        )


def events() -> list[PublicEvent]:
    """All events, the latest first."""
    shown = Count("sections", filter=Q(sections__hidden=False))
    rows = Event.objects.filter(hidden=False).annotate(n=shown).values_list(*EVENT_FIELDS, "n")
    return [PublicEvent(*row) for row in rows.order_by(F("starts_on").desc(nulls_first=True), "-pk")]


def event(slug: str) -> tuple[PublicEvent, list[PublicSection]]:
    """An event and its sections, each at its version; 404 where there is none."""
    fields = [f"section__event__{field}" for field in EVENT_FIELDS]
    found = Standings.objects.filter(_visible("section"), section__event__slug=slug)
    # What a director archived without its pages is no draft: it is not among what comes.
    found = found.exclude(section__hidden=True, section__archived=True)
    found = found.order_by("section__position", "section__pk")
    rows = list(found.values_list(*fields, "pk", "epoch", "version", "section__event__mirrored__heard"))
    if rows:
        quiet = _quiet(rows[0][-1])
        sections = [
            PublicSection(pk, _stamp(epoch, version, quiet), quiet=quiet)
            for *_about, pk, epoch, version, _heard in rows
        ]
        return PublicEvent(*rows[0][: len(EVENT_FIELDS)]), sections
    events = Event.objects.all() if _previewing.get() else Event.objects.filter(hidden=False)
    for row in events.filter(slug=slug).values_list(*EVENT_FIELDS):
        return PublicEvent(*row), []
    raise Http404


def whole_event(slug: str) -> WholeEvent:
    """An event with its sections, at the version of all of them; 404 where there is none."""
    found, sections = event(slug)
    stamps = [section.stamp for section in sections]
    # A mirror has the hall's version, and no mirror of its own.
    digest = sha256(repr((replace(found, mirror=""), stamps)).encode()).hexdigest()[:16]
    quiet = max((section.quiet for section in sections), default=0)
    return WholeEvent(0, digest, found, tuple(sections), quiet=quiet)


def section(event: str, section: str) -> PublicSection:
    """The section at this address, at its version; 404 where there is none."""
    return _at(PublicSection, event, section)[0]


def table(event: str, table: str) -> PublicTable:
    """The table at this address, at its version; 404 where there is none."""
    return _at(PublicTable, event, table)[0]


def section_with_teams(event: str, section: str) -> PublicSection:
    """The section with the versions of its tables of teams too: its page shows what they say."""
    tables = "section__team_tables__standings"
    found, stamps = _at(PublicSection, event, section, f"{tables}__epoch", f"{tables}__version")
    of_tables = [f"{epoch}.{version}" for epoch, version in stamps if epoch is not None]
    return replace(found, stamp="_".join([found.stamp, *of_tables]))


def _at(kind: type[Page], event: str, slug: str, *beside: str) -> tuple[Page, list[Fetched]]:
    """What is at this address, at its version, in one indexed read: all that a poll without news costs."""
    with connection.cursor() as cursor:
        cursor.execute(_compiled(connection.vendor, kind.related, beside, _previewing.get()), [event, slug])
        rows = cursor.fetchall()
    if not rows:
        raise Http404
    standings, epoch, version, heard, *_more = rows[0]
    quiet = _quiet(heard)
    return kind(standings, _stamp(epoch, version, quiet), quiet=quiet), [row[4:] for row in rows]


@cache
def _compiled(vendor: str, of: str, beside: tuple[str, ...], preview: bool) -> str:
    """The query that every phone asks every ten seconds: writing it took Django longer than answering it.

    It takes the addresses of the event and of what belongs to it.
    """
    placeholders = ("event", "slug")
    where = dict(zip((f"{of}__event__slug", f"{of}__slug"), placeholders, strict=True))
    found = (
        Standings.objects.filter(_visible(of), **where)
        .order_by(*beside)
        .values_list("pk", "epoch", "version", f"{of}__event__mirrored__heard", *beside)
    )
    sql, parameters = found.query.sql_with_params()
    if tuple(parameters) != placeholders:
        raise ValueError(f"the parameters of {sql} are {parameters}")
    return str(sql)


def describe(sections: Iterable[PublicSection]) -> None:
    """Read what several sections' pages say of them in one query, in another the tables that they name."""
    by_standings = {section.standings: section for section in sections}
    for row in _descriptions(PublicSection.related, pk__in=list(by_standings)):
        standings, described = _as_described(row)
        vars(by_standings[standings])["_described"] = described
    tables = _tables(by_standings.values())
    for standings, section in by_standings.items():
        vars(section)["tables"] = tables.get(standings, [])


def _tables(sections: Iterable[PublicSection]) -> dict[int, list[tuple[str, str]]]:
    """The tables of teams that may be seen, by the standings of the sections whose documents name any."""
    named = [section.standings for section in sections if section.document.tables]
    found: dict[int, list[tuple[str, str]]] = {}
    if named:
        rows = seen_tables().filter(sections__standings__in=named).order_by("pk")
        for standings, slug, name in rows.values_list("sections__standings", "slug", "name"):
            found.setdefault(standings, []).append((slug, name))
    return found


def _descriptions(related: str, **which: object) -> QuerySet[Published, Fetched]:
    owner = f"standings__{related}"
    of_event = [f"{owner}__event__{field}" for field in EVENT_FIELDS]
    rows = with_as_of(Published.objects.filter(**which), related)
    return rows.values_list(
        "pk", f"{owner}__name", f"{owner}__slug", "as_of", "computed_at", "body", *of_event
    )


def with_as_of(documents: QuerySet[Published], related: str) -> QuerySet[Published]:
    """Documents of sections or of tables, each with the time of the last play: of a mirror, the hall's."""
    return documents.annotate(
        as_of=Coalesce(_last_play(related), "standings__mirrored__as_of", "computed_at")
    )


def _last_play(related: str) -> Subquery:
    """When the standings last could have moved. A new name, or a sibling that is published, gives the page a
    new version too, but to parents it is no news."""
    moving = (*OF_PLAY, Verb.IMPORT, Verb.ORDER)
    of_play = Q(verb__in=moving) | Q(verb=Verb.UNDO, undoes__verb__in=(*moving, Verb.UNDO))
    owner = OuterRef("pk")
    here = Q(standings=owner)
    if related == PublicTable.related:
        drawn_on = Section.objects.filter(team_tables__standings=OuterRef(owner))
        here |= Q(standings__in=drawn_on.values("standings"))
    return Subquery(LogEntry.objects.filter(of_play, here).order_by("-at").values("at")[:1])


@lru_cache(maxsize=DOCUMENTS)
def _described(related: str, standings: int, stamp: str) -> Described:
    """Hundreds of pages of a version ask for it, one after another."""
    for row in _DESCRIBED[related](standings):
        return _as_described(row)[1]
    raise Http404


def _as_described(row: Fetched) -> tuple[int, Described]:
    standings, name, slug, as_of, made, body, *event = row
    return standings, Described(PublicEvent(*event), name, slug, as_of, made, body)


# What the page of one section or table asks, by what its standings call it.
_DESCRIBED = {
    kind.related: Prepared(lambda pk, related=kind.related: _descriptions(related, pk=pk))
    for kind in (PublicSection, PublicTable)
}


# --- how far it is ------------------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """How far a section is, or the sections of a table; every page of it says the same.

    ``reached`` changes with the round, ``text`` with every result. ``score`` says what ranks before the order
    does; it is empty where players rank by their points. ``playing`` are the games, or the matches, that are
    still being played. ``has_results``: the last change was a result, as far as can be told. ``final``: a
    director has finished it, ``final_at``; of a table, all rounds are over and its trophies were announced.
    ``sheet`` is the version of the final sheet, which a section has.
    """

    text: str
    reached: str
    score: str
    playing: int = 0
    current_round: int = 1
    has_results: bool = True
    final: bool = False
    final_at: datetime | None = None
    sheet: int | None = None


@singledispatch
def state(document: PlayersDocument | TeamsDocument) -> State:
    raise TypeError(type(document))


@state.register
def _table_state(document: TeamsDocument) -> State:
    return State(
        text=_of_sections(document, _section_text),
        reached=_of_sections(document, _round_reached),
        score=wording.school_score(document.counting.best),
        has_results=any(each.counted - each.live for each in document.sections),
        final=document.finished and _announced(document),
        final_at=document.frozen.at if document.frozen else None,
    )


@state.register
def _section_state(document: PlayersDocument) -> State:
    playing, boards = _still_playing(document) if document.live else (0, 0)
    return State(
        text=wording.state(
            live=document.live,
            counted=document.counted,
            rounds=document.rounds,
            playing=playing,
            boards=boards,
            matches=document.of_teams,
        ),
        reached=_round_reached(document),
        score=_score(document),
        playing=playing,
        current_round=max([*document.boards, document.through, 1]),
        has_results=playing < boards if document.live else document.through > 0,
        final=document.final is not None,
        final_at=document.final.at if document.final else None,
        sheet=document.final.version if document.final else None,
    )


def _announced(document: TeamsDocument) -> bool:
    """Whether nothing is left to announce."""
    return document.frozen is not None or not document.trophies


def _of_sections(document: TeamsDocument, told: Callable[[SectionState], str]) -> str:
    """One section's text as it is; of several, each with the section's name."""
    if len(document.sections) == 1:
        return told(document.sections[0])
    return "; ".join(wording.of_section(section.name, told(section)) for section in document.sections)


def _section_text(section: SectionState) -> str:
    if section.live:
        return wording.games_playing(section.counted, section.open_games)
    return _round_reached(section)


def _round_reached(of: PlayersDocument | SectionState) -> str:
    return wording.round_reached(live=of.live, counted=of.counted, rounds=of.rounds)


def _score(document: PlayersDocument) -> str:
    if not document.of_teams:
        return ""
    return _("game points") if document.chart.by_game_points else _("match points")


def _still_playing(document: PlayersDocument) -> tuple[int, int]:
    """How many games or matches of the open round are still being played, and how many there are.

    Every page of a version says it: the document keeps it.
    """
    kept: tuple[int, int] | None = vars(document).get("_still_playing")
    if kept is None:
        boards = document.boards.get(document.counted, ())
        kept = len(open_boards(document, document.counted)), len(boards)
        vars(document)["_still_playing"] = kept
    return kept


def open_boards(document: PlayersDocument, number: int) -> list[Board]:
    """The boards of a published round on which a game is still being played."""
    chart, playing = document.chart, document.playing
    return [
        board
        for board in document.boards.get(number, ())
        if board.white in playing or board.black in playing
        if any(map(is_open, met(chart, number, board.slot, board.white, board.black)))
    ]


def is_open(cell: Cell | None) -> bool:
    """Whether this is a game that is still being played."""
    return cell is not None and cell.kind is Kind.OPEN


def begun(reading: Reading) -> bool:
    """Whether any game has a result. A bye alone puts nobody ahead."""
    if not reading.live:
        return reading.counted > 0
    return reading.counted > 1 or any(
        cell.opponent is not None and (cell.kind is not Kind.OPEN or cell.board_points_q)
        for card in reading.cards
        for cell in card.cells
    )


def is_playing(reading: Reading, card: Card) -> bool:
    """Whether a game of theirs is still being played; after a withdrawal one waits for its forfeit (30B)."""
    left = card.withdrew
    return reading.live and any(is_open(cell) and (left is None or cell.round <= left) for cell in card.cells)


# --- which reading ---------------------------------------------------------------------------------


def reading_of(document: PlayersDocument, after: int | None) -> Reading:
    """The document's own reading, or after a completed round; 404 for a round that is not complete."""
    try:
        return document.reading(after)
    except ValueError:
        raise Http404 from None


def reading_text(document: PlayersDocument, after: int | None) -> str:
    """Which standings are shown."""
    if after is None:
        return state(document).text
    return wording.round_reached(live=False, counted=after, rounds=document.rounds)


# --- a round ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Side:
    """One side of a board: who sits there, with how many points before this round.

    ``tag`` says what is odd about it: a game of another round (28M2), an entry of another section (28M3).
    """

    number: int
    name: str
    points: str
    tag: str = ""


@dataclass(frozen=True)
class BoardLine:
    board: int
    white: Side
    black: Side
    result: str
    note: str
    open: bool
    # Of a match between teams; the result is then what was scored on them.
    boards: list[BoardOfMatch]


@dataclass(frozen=True)
class Absence:
    """Who did not sit at a board, and what that was."""

    kind: str
    players: list[Card]


@dataclass(frozen=True)
class RoundPage:
    number: int
    rounds: list[int]
    boards: list[BoardLine]
    absences: list[Absence]
    colors_known: bool


def round_page(document: PlayersDocument, number: int) -> RoundPage:
    """The boards of a round in their order; empty until it is published. 404 for a round not planned."""
    if not 1 <= number <= document.rounds:
        raise Http404
    chart, boards = document.chart, document.boards.get(number, ())
    before = after_round(chart, min(number - 1, chart.through)).score_q
    shown = bool(boards) or number <= document.through

    def side(at: int, cell: Cell) -> Side:
        """Who sits there; where the game is one of another round for them, or they of another section."""
        card = chart.by_number[at]
        tag = card.visitor
        if cell.round != number:
            tag = _("for round %d") % cell.round
        return Side(at, card.name, points.show(before[at]), tag)

    lines = []
    colored = True
    for board, slot, white, black in boards:
        cells = met(chart, number, slot, white, black)
        result, points_q = "".join(cell.kind.letter for cell in cells), [cell.points_q for cell in cells]
        awarded = show_awarded(result, points_q)
        colored = colored and all(cell.color or not cell.played for cell in cells)
        lines.append(
            BoardLine(
                board=board,
                white=side(white, cells[0]),
                black=side(black, cells[-1]),
                result=(document.of_teams and team_matches.score(cells)) or show_result(result, points_q),
                note=_("awarded %(points)s") % {"points": awarded} if awarded else "",
                open=any(map(is_open, cells)),
                boards=team_matches.boards(document, number, board, slot),
            )
        )
    return RoundPage(
        number=number,
        rounds=list(range(1, document.rounds + 1)),
        boards=lines,
        absences=_absences(document, number) if shown else [],
        colors_known=colored,
    )


def met(chart: Wallchart, number: int, slot: int, white: int, black: int) -> list[Cell]:
    """Both sides' cells of a game on a round's board, White's first.

    One of them may be of another round (28M2), which may not be published yet: then the other tells of both.
    """
    mine, theirs = _side_met(chart, number, slot, white, black), _side_met(chart, number, slot, black, white)
    sides = (mine or _mirror(theirs), theirs or _mirror(mine))
    return [cell for cell in sides if cell is not None]


def _mirror(known: Cell | None) -> Cell | None:
    if known is None:
        return None
    kind = known.kind.other_side
    return Cell(known.opponent_round, kind, known.opponent, known.color, kind.points_q, known.round)


def _side_met(chart: Wallchart, number: int, slot: int, one: int, other: int) -> Cell | None:
    met = [
        cell
        for cell in chart.by_number[one].cells
        if cell.opponent == other and number in (cell.round, cell.opponent_round)
    ]
    return met[min(slot, len(met)) - 1] if met else None


def _absences(document: PlayersDocument, number: int) -> list[Absence]:
    reading = document.reading() if number <= document.reading().counted else None
    cards = reading.cards if reading else document.chart.cards
    by_kind: dict[Kind, list[Card]] = {}
    for card in cards:
        if card.house or document.withdrawn.get(card.number, number) < number:
            continue
        for cell in card.in_round(number)[:1]:
            if not cell.played and cell.opponent is None:
                by_kind.setdefault(cell.kind, []).append(card)
    return [Absence(_(kind.label), by_kind[kind]) for kind in Kind if kind in by_kind]


def default_rule(document: PlayersDocument) -> str:
    """The rule with the order that holds where none was posted."""
    if document.of_teams:
        return "34G"
    return "34F" if document.chart.format is Format.ROUND_ROBIN else "34E"
