"""Undo on the desk: one key takes a person's last entry of the section back, before their eyes."""

from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ...errors import Conflict, Forbidden, Unseen
from ...models import SCORERS, Game, LogEntry, MatchBoard, Section, Verb
from ...numbers import whole_number
from ...permissions import DeskRequest, desk_of, section_of
from ...selectors.history.later import undone_in_log
from ...selectors.history.log import last_entry, round_of
from ...selectors.results import next_step as selectors
from ...selectors.results.consequences import Consequences, Correction, consequences
from ...services.corrections import of_undo
from ...services.undoing import undo
from .carried import board_address, own_only, round_address, typed_number, typed_reason
from .corrections import guarded, saved_address, sheet
from .round_page import answer


@desk_of(SCORERS)
@require_POST
def undo_last(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    _check_may_undo(request, found)
    entry_id, at = typed_number(request, "entry"), typed_number(request, "round")
    _check_not_in_log(request, found, entry_id)
    if not 1 <= at <= found.rounds:
        at = selectors.round_that_needs_work(found)
    else:
        _check_round_of_undo(request, found, entry_id, at)

    def save(seen: Consequences | None) -> HttpResponse:
        try:
            return _undo(request, found, entry_id, at, seen)
        except Unseen:
            if not request.headers.get("HX-Request"):
                raise
            # A script leaves the boards for the sheet.
            address = reverse("undo-sheet", args=[event, section])
            address += "?" + urlencode({"entry": entry_id, "round": at})
            return HttpResponse(status=204, headers={"HX-Redirect": address})

    def what() -> Correction:
        return of_undo(found, request.user, entry_id)[1]

    return guarded(request, found, save, what, partial(round_address, found, at))


@desk_of(SCORERS)
@require_safe
def undo_sheet(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """What undoing the last entry would move."""
    found = section_of(request.user, event, section)
    _check_may_undo(request, found)
    entry_id, at = (whole_number(request.GET.get(name, "")) or 0 for name in ("entry", "round"))
    _entry, what = of_undo(found, request.user, entry_id)
    back = (
        round_address(found, at)
        if 1 <= at <= found.rounds
        else reverse("desk-section", args=[event, section])
    )
    return sheet(request, what, consequences(what), back, action=reverse("undo", args=[event, section]))


def _undo(
    request: DeskRequest, found: Section, entry_id: int, at: int, seen: Consequences | None
) -> HttpResponse:
    reason = typed_reason(request)
    entry = undo(found.pk, by=request.user, entry_id=entry_id, reason=reason, seen=seen)
    if seen is not None:
        return redirect(saved_address(request, found, round_address(found, at)))
    game = _game_of_entry(entry)
    if request.headers.get("HX-Request") and game and game.round.number == at:
        if not found.boards:
            return answer(request, found, game)
        if board := _match_board_of_entry(entry):
            return answer(request, found, game, board=board)
    messages.success(request, entry.undoing)
    address = board_address(found, game) if game else round_address(found, at)
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


def _check_may_undo(request: DeskRequest, section: Section) -> None:
    """A scorekeeper undoes results that nobody verified; what she did before her role changed stays."""
    if not own_only(request) or (entry := last_entry(section, request.user)) is None:
        return
    if entry.verb != Verb.RESULT:
        message = _("Scorekeepers undo only their results. Nothing was undone: %(summary)s")
        raise Forbidden(message % {"summary": entry.summary})
    board = _match_board_of_entry(entry) or _game_of_entry(entry)
    if board and board.verified:
        raise Forbidden(_("This result is verified. Ask the chief or an assistant to change it."))


def _check_not_in_log(request: DeskRequest, section: Section, entry_id: int) -> None:
    """A page that is older than the rule of :func:`undone_in_log` in the counters still has the button."""
    entry = last_entry(section, request.user)
    if entry is not None and entry.pk == entry_id and (why := undone_in_log(entry)):
        raise Conflict(why)


def _check_round_of_undo(request: DeskRequest, section: Section, entry_id: int, at: int) -> None:
    """What was done in another round is undone there, before one's eyes."""
    entry = last_entry(section, request.user)
    if entry is None or entry.pk != entry_id or (about := round_of(entry)) in (None, at):
        return
    message = _("Your last entry is in round %(number)d. Undo it there. Nothing was undone.")
    raise Conflict(message % {"number": about})


def _match_board_of_entry(entry: LogEntry) -> MatchBoard | None:
    """The board of a match an entry was about, where it was the result of one."""
    boards = [pk for table, pk, _before, _after in entry.rows if table == "matchboard"]
    return MatchBoard.objects.filter(pk=boards[0]).first() if len(boards) == 1 else None


def _game_of_entry(entry: LogEntry) -> Game | None:
    """The board an entry was about, where it was the result of one."""
    games = [pk for table, pk, _before, _after in entry.rows if table == "game"]
    if entry.verb not in ("result", "ruling") or len(games) != 1:
        return None
    return Game.objects.select_related("round", "entered_by").filter(pk=games[0]).first()
