"""What the public pages show, as plain records made from a section's document. Only public fields.

A page reads one document and nothing else, so that it can never show half of a change.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypeVar

from django.db.models import Count
from django.http import Http404
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.chart.reading import Reading, after_round
from tiebreaks.engine.chart.wallchart import Card, Cell, Format, Kind, Wallchart
from tiebreaks.engine.ranking import sequence as sequences
from tiebreaks.engine.ranking.editions import EDITIONS
from tiebreaks.engine.ranking.sequence import Step
from tiebreaks.engine.terms.system import TiebreakSystem
from tiebreaks.models import Published, Standings
from tiebreaks.published import PlayersDocument, Posting, read_players
from tiebreaks.selectors import players_document

from ..models import Event
from ..text import wording
from ..text.results import show_awarded, show_result
from . import team_matches
from .team_matches import BoardOfMatch

# --- where a page is ----------------------------------------------------------------------------


@dataclass(frozen=True)
class PublicEvent:
    """An event as its pages name it."""

    name: str
    slug: str
    city: str
    starts_on: date | None
    sections: int = 0


@dataclass(frozen=True)
class AtVersion:
    """What has pages of its own, at one version: a section, or a table of schools."""

    standings: int
    event: PublicEvent
    name: str
    slug: str
    stamp: str
    as_of: datetime


Page = TypeVar("Page", bound=AtVersion)


class PublicSection(AtVersion):
    """A section as its pages name it."""

    @property
    def named(self) -> dict[str, Any]:
        return {"section": self}

    def opened(self) -> tuple[PlayersDocument, dict[str, Any]]:
        """Its document, and what every page of it says."""
        document = players_document(self.standings)
        return document, {**self.named, "state": state(document)}


def events() -> list[PublicEvent]:
    """All events, the latest first."""
    rows = Event.objects.annotate(n=Count("sections")).values_list("name", "slug", "city", "starts_on", "n")
    found = [PublicEvent(*row) for row in rows.order_by("-pk")]
    return sorted(found, key=lambda event: event.starts_on or date.max, reverse=True)


def event(slug: str) -> tuple[PublicEvent, list[PublicSection]]:
    """An event and its sections, each at its version; 404 where there is none."""
    rows = list(
        Event.objects.filter(slug=slug)
        .order_by("sections__pk")
        .values_list(
            "name",
            "slug",
            "city",
            "starts_on",
            "sections__standings",
            "sections__name",
            "sections__slug",
            "sections__standings__published__epoch",
            "sections__standings__published__version",
            "sections__standings__published__computed_at",
        )
    )
    if not rows:
        raise Http404
    found = PublicEvent(*rows[0][:4])
    sections = [
        PublicSection(standings, found, name, address, f"{epoch}.{version}", as_of)
        for *_event, standings, name, address, epoch, version, as_of in rows
        if as_of is not None
    ]
    return found, sections


def section(event: str, section: str) -> PublicSection:
    """The section at this address with the version of its document, in one read; 404 where there is none."""
    return at_version(PublicSection, "section", event, section)


def at_version(kind: type[Page], of: str, event: str, slug: str) -> Page:
    """What has its pages at this address, at its version: a ``section``, or a ``teamtable``."""
    owner = f"standings__{of}"
    about = [f"{owner}__event__{field}" for field in ("name", "slug", "city", "starts_on")]
    fields = [*about, "standings", f"{owner}__name", f"{owner}__slug", "epoch", "version", "computed_at"]
    found = Published.objects.filter(**{f"{owner}__slug": slug, f"{owner}__event__slug": event})
    row = found.values_list(*fields).first()
    if row is None:
        raise Http404
    standings, name, address, epoch, version, as_of = row[4:]
    return kind(standings, PublicEvent(*row[:4]), name, address, f"{epoch}.{version}", as_of)


def stamp(event: str, section: str) -> str:
    """The version a section has now: all that a poll without news asks. 404 where there is no section."""
    return version_now("section", event, section)


def version_now(of: str, event: str, slug: str) -> str:
    found = Standings.objects.filter(**{f"{of}__event__slug": event, f"{of}__slug": slug})
    for epoch, version in found.values_list("epoch", "version"):
        return f"{epoch}.{version}"
    raise Http404


def documents(sections: Iterable[PublicSection]) -> dict[int, PlayersDocument]:
    """The documents of several sections by their standings, in one read."""
    rows = Published.objects.filter(pk__in=[section.standings for section in sections])
    return {pk: read_players(body) for pk, body in rows.values_list("pk", "body")}


# --- how far it is ------------------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """How far a section is, and what its pages say about the order; every page of it says the same.

    ``reached`` changes with the round, ``text`` with every result. ``playing`` are the games, or the matches,
    that are still being played.
    """

    text: str
    reached: str
    live: bool
    counted: int
    through: int
    rounds: int
    playing: int
    finished: bool
    current_round: int
    order: str
    shown: str
    posted: str
    edition: str
    tables: list[tuple[str, str]]
    # What ranks before the order does, where teams meet: match points or game points; empty for players.
    score: str = ""


def state(document: PlayersDocument) -> State:
    reading = document.reading()
    playing, boards = _still_playing(document, reading) if reading.live else (0, 0)
    return State(
        text=wording.state(
            live=reading.live,
            counted=reading.counted,
            rounds=document.rounds,
            playing=playing,
            boards=boards,
            matches=document.of_teams,
        ),
        reached=wording.round_reached(live=reading.live, counted=reading.counted, rounds=document.rounds),
        live=reading.live,
        counted=reading.counted,
        through=document.through,
        rounds=document.rounds,
        playing=playing,
        finished=document.through == document.rounds,
        current_round=max([*document.boards, document.through, 1]),
        order=wording.order(document.order),
        shown=wording.columns(document.columns),
        edition=_(EDITIONS[document.edition].short),
        score=_score(document),
        posted=wording.day_and_clock(document.postings[-1].at) if document.postings else "",
        tables=list(document.tables),
    )


def _score(document: PlayersDocument) -> str:
    if not document.of_teams:
        return ""
    return _("game points") if document.chart.by_game_points else _("match points")


def _still_playing(document: PlayersDocument, reading: Reading) -> tuple[int, int]:
    """How many games or matches of the open round are still being played, and how many there are."""
    boards = document.boards.get(reading.counted, ())
    playing = [
        any(map(is_open, _met(document.chart, reading.counted, slot, white, black)))
        for _board, slot, white, black in boards
    ]
    return sum(playing), len(playing)


def is_open(cell: Cell | None) -> bool:
    """Whether this is a game that is still being played."""
    return cell is not None and cell.kind is Kind.OPEN


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
    number: int
    name: str
    before: str
    tag: str


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
        cells = _met(chart, number, slot, white, black)
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


def _met(chart: Wallchart, number: int, slot: int, white: int, black: int) -> list[Cell]:
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


# --- the posted order ---------------------------------------------------------------------------


# Each posting with two labels: when it was posted and who posted it, and its order.
History = list[tuple[Posting, SafeString, str]]


@dataclass(frozen=True)
class PostedStep:
    """A step of the order as it is read before round one."""

    code: str
    name: str
    rule: str
    summary: str
    variations: list[str]


@dataclass(frozen=True)
class PostedOrderPage:
    """The order that holds, and every posting that led to it, the latest first."""

    steps: list[PostedStep]
    shown: list[PostedStep]
    edition: str
    default_rule: str
    history: History


def posted_order(document: PlayersDocument) -> PostedOrderPage:
    return PostedOrderPage(
        steps=[posted_step(step) for step in document.order.steps],
        shown=[posted_step(step) for step in document.columns.steps],
        edition=_(EDITIONS[document.edition].name),
        default_rule=_default_rule(document),
        history=history(document.postings, document.systems),
    )


def _default_rule(document: PlayersDocument) -> str:
    if document.of_teams:
        return "34G"
    return "34F" if document.chart.format is Format.ROUND_ROBIN else "34E"


def history(postings: Sequence[Posting], systems: Mapping[str, TiebreakSystem]) -> History:
    """Every posting, the latest first."""
    oldest_first = [
        (
            posting,
            wording.posted(posting, first=not at),
            wording.order(sequences.parse(posting.order, systems)),
        )
        for at, posting in enumerate(postings)
    ]
    return oldest_first[::-1]


def posted_step(step: Step) -> PostedStep:
    return PostedStep(
        code=step.system.code.removeprefix("sum:"),
        name=wording.message(step.system.name),
        rule=step.system.rule,
        summary=_(step.system.summary),
        variations=[_(variation.summary) for variation in step.chosen],
    )
