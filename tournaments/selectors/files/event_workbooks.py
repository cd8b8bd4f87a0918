"""What pages of a whole event show, as sheets of a workbook: for the desk, with full names.

The same mechanism serves the pages of one section that stand beside these: a ceremony, a log.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tiebreaks.selectors import teams_document

from ...formats.workbooks import Cell, Cents, Sheet
from ...models import Event, LogEntry, Section
from ...numbers import whole_number
from ...text import wording
from ...text.results import show_second
from ..awards import ceremony as ceremonies
from ..entries import check_in, fees
from ..event import people
from ..history.edits import with_edits
from ..history.log import log, with_what_to_undo
from ..pairing.shared_boards import boards_in_a_row
from ..results import boards, matches, verifying
from ..results.differing import Differing
from ..setup import pages
from .workbooks import YES, of_table

# --- the files of an event ------------------------------------------------------------------------


class Book(NamedTuple):
    """A file of an event, and how its sheets are made; ``for_chiefs`` alone, as its page is."""

    name: str
    sheets: Callable[[Event], list[Sheet]]
    for_chiefs: bool = False


def book(name: str) -> Book | None:
    """The file of this name, if there is one."""
    return next((book for book in _BOOKS if book.name == name), None)


def _ceremony_of_all(event: Event) -> list[Sheet]:
    return [ceremony(ceremonies.called(event))]


def _tables(event: Event) -> list[Sheet]:
    tables = [of_table(each.name, teams_document(each.standings_id)) for each in pages.team_tables(event)]
    return [*tables, _schools(event)]


# --- the ceremony -----------------------------------------------------------------------------------


def ceremony(called: Iterable[ceremonies.Sheet]) -> Sheet:
    """What is called, in calling order, and last of each section what nobody wins."""
    heads = [
        *(_("Section"), _("Award"), _("Winner"), _("School or team"), _("Counting players")),
        *(_("Amount"), _("Note")),
    ]
    return Sheet(_("Ceremony"), heads, [_called(of, line) for of in called for line in of.lines])


def _called(of: ceremonies.Sheet, line: ceremonies.Line) -> list[Cell]:
    winner = line.winner
    return [
        *(of.owner.name, line.award.title, winner.name if winner else ""),
        *(winner.team if winner else "", "; ".join(winner.members) if winner else ""),
        *(Cents(line.cents) if line.cents else None, "; ".join(_notes(of, line))),
    ]


def _notes(of: ceremonies.Sheet, line: ceremonies.Line) -> Iterable[str]:
    if line.unwon:
        yield _("nobody: %(why)s") % {"why": line.award.why} if line.award.why else _("nobody")
    elif line.in_doubt:
        yield _("a slip was read otherwise: do not call")
    elif not line.called:
        yield _("changed since the freeze: do not call")
    if line.undecided:
        yield _("undecided among these")
    if line.later:
        yield _("called for another award later")
    if not of.held.version:
        yield _("not frozen")


# --- people and money -----------------------------------------------------------------------------


def _check_in(event: Event) -> list[Sheet]:
    """Everybody from A to Z, the missing first, as the desk at the door has them."""
    door = check_in.door(event)
    heads = [
        *(_("State"), _("Name"), _("Section"), _("No."), _("Rating"), _("School or team")),
        *(_("Since"), _("Checked in by"), _("Bye in round 1"), _("Fee")),
    ]
    lists = ((_("missing"), door.missing), (_("here"), door.here), (_("withdrawn"), door.withdrawn))
    rows = [_arrival(state, each) for state, arrivals in lists for each in arrivals]
    return [Sheet(_("Check-in"), heads, rows)]


def _arrival(state: str, who: check_in.Arrival) -> list[Cell]:
    fee: Cell = _("not paid") if who.owes else None
    if who.is_paid:
        fee = _("paid") if who.fee is None else Cents(who.fee)
    return [
        *(state, who.name, who.section.name, who.number, whole_number(who.rated) or who.rated, who.team),
        *(wording.date_and_clock(who.at) if who.at else "", who.by, YES if who.bye else "", fee),
    ]


def _fees(event: Event) -> list[Sheet]:
    """What each section paid; the total is the spreadsheet's to add up."""
    heads = [_("Section"), _("Entries"), _("Entries paid"), _("Paid"), _("Paid, amount unknown"), _("At $0")]
    rows: list[Sequence[Cell]] = [
        [each.section, each.entries, each.paid, Cents(each.cents), each.unknown or None, each.at_zero or None]
        for each in fees.fees_of(event)
    ]
    return [Sheet(_("Fees paid"), heads, rows)]


def _schools(event: Event) -> Sheet:
    heads = [_("School"), _("Code"), _("Players"), _("On rosters"), _("Note")]
    rows: list[Sequence[Cell]] = [
        [
            *(each.name, each.code, each.players, "; ".join(each.spellings)),
            _("not a team") if each.is_none else "",
        ]
        for each in pages.schools(event)
    ]
    return Sheet(_("Schools"), heads, rows)


def _people(event: Event) -> list[Sheet]:
    """Who works on the event, as its page lists them."""
    heads = [_("Name"), _("Role"), _("Last entry"), _("Last sign-in"), _("Note")]
    rows = [_worker(each) for each in people.people(event)]
    return [Sheet(_("People"), heads, rows)]


def _worker(who: people.Worker) -> list[Cell]:
    return [
        *(who.name, str(who.role.label)),
        *(wording.date_and_clock(at) if at else "" for at in (who.entered, who.signed_in)),
        _("no password here yet") if who.lacks_password else "",
    ]


# --- boards ---------------------------------------------------------------------------------------


def _boards(event: Event) -> list[Sheet]:
    """The boards of each section now, and as they would be one after another."""
    heads = [_("Section"), _("Boards now"), _("One after another"), _("Shared")]
    rows = [[each.section.name, each.now, each.then, each.shared] for each in boards_in_a_row(event)]
    return [Sheet(_("Boards"), heads, rows)]


def second_pass(section: Section, number: int) -> Sheet:
    """The boards of a round as a second reading of the slips has them. As on its page, nobody reads there
    what stands before a board is verified or was read otherwise."""
    asks = {each.row: each for each in verifying.progress(section, number).differing}
    rows = boards.round_page(section, number).boards
    found = [each for match in matches.of_page(section, rows) for each in match.boards] or rows
    heads = [_("Board"), _("Black"), _("Black’s result"), _("White"), _("State"), _("Entered by")]
    if section.boards:
        heads[1:4] = [_("Black on board 1"), _("Right team’s result"), _("White on board 1")]
    heads += [_("Verified by"), _("Verified at")]
    called = _("Round %(number)d, second pass") % {"number": number}
    return Sheet(called, heads, [_read_twice(each, asks.get(each.row)) for each in found])


def _read_twice(board: boards.DeskBoard, differing: Differing | None) -> list[Cell]:
    result, state = "", _("not verified")
    if differing:
        result, state = f"{board.second} ≠ {show_second(differing.read)}", _("read otherwise")
    elif board.missing:
        state = _("no result yet")
    elif board.verified:
        result, state = board.second, _("verified")
    elif board.forfeit:
        state = _("forfeit, no slip")
    reader, at = board.verified_by, board.verified_at
    if differing:
        reader, at = differing.by, differing.at
    return [
        *(whole_number(board.label) or board.label, board.black.name, result, board.white.name, state),
        *(board.by if board.verified else "", reader, wording.date_and_clock(at) if at else ""),
    ]


# --- the log --------------------------------------------------------------------------------------


def log_of(section: Section) -> Sheet:
    """Every change, newest first."""
    entries = with_edits(with_what_to_undo(log(section)))
    heads = [_("Time"), _("By"), _("What"), _("Changes"), _("Reason"), _("Note")]
    return Sheet(_("Log"), heads, [_entry(each) for each in entries])


def _entry(entry: LogEntry) -> list[Cell]:
    edits = getattr(entry, "edits", ())
    undone = "" if getattr(entry, "to_undo", None) else _("undone")
    return [
        *(wording.date_and_clock(entry.at), str(entry.author), entry.summary),
        "; ".join(f"{edit.name}: {edit.before} → {edit.after}" for edit in edits),
        *(entry.reason, undone),
    ]


def _logs(event: Event) -> list[Sheet]:
    """A sheet for each section, under its name."""
    sections = event.sections.select_related("event").order_by("position", "pk")
    return [log_of(section)._replace(name=section.name) for section in sections]


_BOOKS = (
    Book("ceremony.xlsx", _ceremony_of_all),
    Book("teams.xlsx", _tables),
    Book("schools.xlsx", lambda event: [_schools(event)]),
    Book("check-in.xlsx", _check_in),
    Book("fees.xlsx", _fees),
    Book("log.xlsx", _logs),
    Book("boards.xlsx", _boards),
    Book("people.xlsx", _people, for_chiefs=True),
)
