"""What the public pages show, as plain records made from a section's sheet. Only public fields.

A page reads one sheet and nothing else, so that it can never show half of a change.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypeVar

from django.db.models import Count, Model
from django.http import Http404
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.chart.reading import Reading, after_round
from tiebreaks.engine.chart.wallchart import Card, Cell, Format, Kind, Wallchart
from tiebreaks.engine.ranking import sequence as sequences
from tiebreaks.engine.ranking.sequence import Step
from tiebreaks.engine.terms.system import TiebreakSystem
from tiebreaks.models import Sheet
from tiebreaks.sheets import Posting, SheetBody

from ..models import Event, Section
from ..services.results import show_awarded, show_result
from ..text import wording
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
    """What has pages of its own, at one version: a section, or a table of teams."""

    pk: int
    event: PublicEvent
    name: str
    slug: str
    stamp: str
    as_of: datetime

    @property
    def clock(self) -> str:
        return wording.clock(self.as_of)

    @property
    def date_and_clock(self) -> str:
        return wording.date_and_clock(self.as_of)


Page = TypeVar("Page", bound=AtVersion)


class PublicSection(AtVersion):
    """A section as its pages name it."""

    @property
    def named(self) -> dict[str, Any]:
        return {"section": self}

    def opened(self) -> tuple[SheetBody, dict[str, Any]]:
        """Its sheet, and what every page of it says."""
        body = sheet(self)
        return body, {**self.named, "state": state(body)}


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
            "sections__pk",
            "sections__name",
            "sections__slug",
            "sections__sheet__epoch",
            "sections__sheet__version",
            "sections__sheet__computed_at",
        )
    )
    if not rows:
        raise Http404
    found = PublicEvent(*rows[0][:4])
    sections = [
        PublicSection(pk, found, name, address, f"{epoch}.{version}", as_of)
        for *_event, pk, name, address, epoch, version, as_of in rows
        if as_of is not None
    ]
    return found, sections


def section(event: str, section: str) -> PublicSection:
    """The section at this address with the version of its sheet, in one read; 404 where there is none."""
    return at_version(PublicSection, Sheet, "section", event, section)


def at_version(kind: type[Page], sheets: type[Model], of: str, event: str, slug: str) -> Page:
    """What has its pages at this address, with the version of its sheet: one of these sheets is ``of`` it."""
    about = [f"{of}__event__{field}" for field in ("name", "slug", "city", "starts_on")]
    fields = [*about, f"{of}_id", f"{of}__name", f"{of}__slug", "epoch", "version", "computed_at"]
    found = sheets._default_manager.filter(**{f"{of}__slug": slug, f"{of}__event__slug": event})
    row = found.values_list(*fields).first()
    if row is None:
        raise Http404
    pk, name, address, epoch, version, as_of = row[4:]
    return kind(pk, PublicEvent(*row[:4]), name, address, f"{epoch}.{version}", as_of)


def stamp(event: str, section: str) -> str:
    """The version a section has now: all that a poll without news asks. 404 where there is no section."""
    return version_now(Section, event, section)


def version_now(model: type[Model], event: str, slug: str) -> str:
    found = model._default_manager.filter(event__slug=event, slug=slug).values_list("epoch", "version")
    for epoch, version in found:
        return f"{epoch}.{version}"
    raise Http404


def sheet(section: PublicSection) -> SheetBody:
    return SheetBody(Sheet.objects.values_list("body", flat=True).get(pk=section.pk))


def sheets(sections: Iterable[PublicSection]) -> dict[int, SheetBody]:
    """The sheets of several sections by primary key, in one read."""
    rows = Sheet.objects.filter(pk__in=[section.pk for section in sections]).values_list("pk", "body")
    return {pk: SheetBody(body) for pk, body in rows}


# --- how far it is ------------------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """How far a section is, and what its pages say about the order; every page of it says the same."""

    text: str
    live: bool
    counted: int
    through: int
    rounds: int
    boards_in: int
    boards: int
    finished: bool
    current_round: int
    order: str
    shown: str
    posted: str
    edition: str
    tables: list[tuple[str, str]]
    # What ranks before the order does, where teams meet: match points or game points; empty for players.
    score: str = ""

    @property
    def open_boards(self) -> int:
        return self.boards - self.boards_in


def state(body: SheetBody) -> State:
    reading = body.reading()
    boards_in, boards = _boards_in(body, reading) if reading.live else (0, 0)
    return State(
        text=wording.state(
            live=reading.live,
            counted=reading.counted,
            rounds=body.rounds,
            boards_in=boards_in,
            boards=boards,
            matches=bool(body.boards_a_match),
        ),
        live=reading.live,
        counted=reading.counted,
        through=body.through,
        rounds=body.rounds,
        boards_in=boards_in,
        boards=boards,
        finished=body.through == body.rounds,
        current_round=max([*body.boards, body.through, 1]),
        order=wording.order(body.order),
        shown=wording.columns(body.columns),
        edition=wording.short_edition(body.edition),
        score=_score(body),
        posted=wording.day_and_clock(body.postings[-1].at) if body.postings else "",
        tables=body.tables,
    )


def _score(body: SheetBody) -> str:
    if not body.boards_a_match:
        return ""
    return _("game points") if body.chart.by_game_points else _("match points")


def _boards_in(body: SheetBody, reading: Reading) -> tuple[int, int]:
    """How many boards of the open round have their result, of how many; a double round's has both."""
    complete: dict[int, bool] = {}
    for board, slot, white, black in body.boards.get(reading.counted, ()):
        over = not any(map(is_open, _met(body.chart, reading.counted, slot, white, black)))
        complete[board] = complete.get(board, True) and over
    return sum(complete.values()), len(complete)


def is_open(cell: Cell | None) -> bool:
    """Whether this is a game that is still being played."""
    return cell is not None and cell.kind is Kind.OPEN


def is_playing(reading: Reading, card: Card) -> bool:
    """Whether a game of theirs is still being played; after a withdrawal one waits for its forfeit (30B)."""
    left = card.withdrew
    return reading.live and any(is_open(cell) and (left is None or cell.round <= left) for cell in card.cells)


# --- which reading ---------------------------------------------------------------------------------


def reading_of(body: SheetBody, after: int | None) -> Reading:
    """The sheet's own reading, or after a completed round; 404 for a round that is not complete."""
    try:
        return body.reading(after)
    except ValueError:
        raise Http404 from None


def reading_text(body: SheetBody, after: int | None) -> str:
    """Which of the two readings is shown."""
    if after is None:
        return state(body).text
    return wording.state(live=False, counted=after, rounds=body.rounds, boards_in=0, boards=0)


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


def round_page(body: SheetBody, number: int) -> RoundPage:
    """The boards of a round in their order; empty until it is published. 404 for a round not planned."""
    if not 1 <= number <= body.rounds:
        raise Http404
    chart, boards = body.chart, body.boards.get(number, [])
    before = after_round(chart, min(number - 1, chart.through)).score_q
    shown = bool(boards) or number <= body.through

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
                result=(body.boards_a_match and team_matches.score(cells)) or show_result(result, points_q),
                note=_("awarded %(points)s") % {"points": awarded} if awarded else "",
                open=any(map(is_open, cells)),
                boards=team_matches.boards(body, number, board, slot),
            )
        )
    return RoundPage(
        number=number,
        rounds=list(range(1, body.rounds + 1)),
        boards=lines,
        absences=_absences(body, number) if shown else [],
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


def _absences(body: SheetBody, number: int) -> list[Absence]:
    reading = body.reading() if number <= body.reading().counted else None
    cards = reading.cards if reading else body.chart.cards
    by_kind: dict[Kind, list[Card]] = {}
    for card in cards:
        if card.house or body.withdrawn.get(card.number, number) < number:
            continue
        for cell in card.in_round(number)[:1]:
            if not cell.played and cell.opponent is None:
                by_kind.setdefault(cell.kind, []).append(card)
    return [Absence(_(kind.label), by_kind[kind]) for kind in Kind if kind in by_kind]


# --- the posted order ---------------------------------------------------------------------------


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


def posted_order(body: SheetBody) -> PostedOrderPage:
    return PostedOrderPage(
        steps=[posted_step(step) for step in body.order.steps],
        shown=[posted_step(step) for step in body.columns.steps],
        edition=wording.edition(body.edition),
        default_rule=_default_rule(body),
        history=history(body.postings, body.systems),
    )


def _default_rule(body: SheetBody) -> str:
    if body.boards_a_match:
        return "34G"
    return "34F" if body.chart.format is Format.ROUND_ROBIN else "34E"


def history(postings: list[Posting], systems: Mapping[str, TiebreakSystem]) -> History:
    """Every posting, the latest first, with the words for when and by whom, and for the order."""
    said = [
        (
            posting,
            wording.posted(posting, first=not at),
            wording.order(sequences.parse(posting.order, systems)),
        )
        for at, posting in enumerate(postings)
    ]
    return said[::-1]


def posted_step(step: Step) -> PostedStep:
    return PostedStep(
        code=step.system.code.removeprefix("sum:"),
        name=wording.message(step.system.name),
        rule=step.system.rule,
        summary=_(step.system.summary),
        variations=[_(variation.summary) for variation in step.chosen],
    )
