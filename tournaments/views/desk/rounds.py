"""The desk: where the results of a round are entered, by key, mouse or thumb, with and without a script.

A script that enters a result is answered with the board's row and the round's counters; a plain form is sent
back to its board.
"""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ...errors import ResultConflict
from ...models import SCORERS, Game, LogEntry, MatchBoard, Section
from ...numbers import whole_number
from ...permissions import DeskRequest, desk, desk_of, game_of, section_of
from ...selectors.event import endings, lives
from ...selectors.results import boards, matches, verifying
from ...selectors.results import next_step as selectors
from ...selectors.results.consequences import Consequences, Correction
from ...selectors.results.still_withdrawn import still_withdrawn
from ...services import attendance
from ...services.corrections import of_result
from ...services.results import not_entered, record_result, sides
from ...text.results import ENTERED
from .carried import board_address, own_only, round_address, seen_of, typed_reason
from .corrections import entry_of, guarded, saved_address
from .round_page import after_saving, answer, asked_first, draft_waits, round_page, seating_shown, second_pass


@desk_of(SCORERS)
@require_safe
def section(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    return redirect(round_address(found, selectors.round_that_needs_work(found)))


@desk_of(SCORERS)
@require_safe
def round(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    return round_page(request, section_of(request.user, event, section), number)


@desk_of(SCORERS)
@require_safe
def standings(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """The news since ``v``: the top of the standings, and for round ``round`` its counters and boards."""
    found = section_of(request.user, event, section)
    since = request.GET.get("v", "")
    at = whole_number(request.GET.get("round", ""))
    seen = request.GET.get("verified")
    if since == found.stamp and (seen is None or not at or seen == verifying.reached(found, at)):
        return HttpResponse(status=204)
    context: dict[str, Any] = {"section": found, "top": selectors.top(found)}
    if at:
        context["counters"] = selectors.counters(found, at, request.user)
        context["shown"] = seating_shown(found, at)
        context["draft_waits"] = draft_waits(found, at)
        context |= second_pass(found, context["counters"])
        news = boards.games_since(found, at, since)
        context["moved"] = news is None
        context["life"] = lives.another_life(found, since)
        context["meanwhile"] = endings.closed_meanwhile(found, took=request.GET.get("took") != "0")
        if found.boards:
            context["matches"] = matches.matches(found, news or [])
        else:
            context["news"] = [boards.board(game, found) for game in news or []]
    return render(request, "desk/round/news.html#standings-news", context)


@desk_of(SCORERS)
@require_POST
def enter_result(request: DeskRequest, game: int) -> HttpResponse:
    board = game_of(request.user, game)
    section = board.round.section
    result = request.POST.get("result", "")
    if result not in ENTERED:
        if result != "".join(seat.kind for seat in sides(board)):
            raise not_entered(result)
        return kept(request, board)
    if (asked := asked_first(request, board)) is not None:
        return asked

    def save(seen: Consequences | None) -> HttpResponse:
        try:
            recorded = record_result(
                board,
                result,
                by=request.user,
                reason=typed_reason(request),
                seen=seen,
                own_only=own_only(request),
                asks=seen is None and is_first_press(request),
                **seen_of(request),
            )
        except ResultConflict as clash:
            # The answer shows the row as it is now, with the typed result beside it.
            return answer(request, section, game_of(request.user, game), clash)
        if not request.headers.get("HX-Request"):
            return redirect(corrected_address(request, board, seen))
        if recorded.document is None:
            return answer(request, section, recorded.game, saved=saved_entry(request, section, seen))
        number = recorded.game.round.number
        context = {
            "section": section,
            "board": boards.board_of(recorded.document, recorded.game, recorded.seats, section),
            "counters": selectors.counters_of(recorded.document, recorded.section, number, recorded.entry),
        }
        if recorded.corrects:
            context["still_withdrawn"] = still_withdrawn(section, number)
        if seen is not None:
            context |= after_saving(recorded.section, recorded.entry)
        return render(request, "desk/round/news.html#entered", context)

    def what() -> Correction:
        return of_result(board, result)

    return guarded(request, section, save, what, partial(back_address, request, board))


@desk
@require_POST
def no_show(request: DeskRequest, game: int) -> HttpResponse:
    """Who did not come forfeits the board, or the team its match, and withdraws."""
    board = game_of(request.user, game)
    if (asked := asked_first(request, board)) is not None:
        return asked
    attendance.no_show(board, request.POST.get("absent", ""), by=request.user, **seen_of(request))
    if board.round.section.boards:
        message = _("Match %(board)d is forfeited, and the team is withdrawn. Undo restores both.")
    else:
        message = _("Board %(board)d is forfeited, and the no-show is withdrawn. Undo restores both.")
    messages.success(request, message % {"board": board.board})
    return redirect(board_address(board.round.section, board))


def is_first_press(request: DeskRequest) -> bool:
    """Whether a plain form sends this result for the first time. A script asks itself, and the form that
    answers a question, or a second reading, says which result it is about."""
    sent = request.POST
    asked = request.headers.get("HX-Request") or sent.get("from") == "verify"
    return not asked and sent.get("replace") != sent.get("result")


def kept(request: DeskRequest, game: Game, board: MatchBoard | None = None) -> HttpResponse:
    """The answer to a result of a ruling that stands already: the board as it is."""
    if request.headers.get("HX-Request"):
        return answer(request, game.round.section, game, board=board)
    return redirect(back_address(request, game, board))


def corrected_address(
    request: DeskRequest, game: Game, seen: Consequences | None, board: MatchBoard | None = None
) -> str:
    """Where a plain form leads: to its board; a correction to the page of what it moved."""
    back = back_address(request, game, board)
    if seen is None:
        return back
    found = saved_address(request, game.round.section, otherwise=back)
    if found == back:
        messages.info(request, _("This was saved already. Nothing was saved again."))
    return found


def back_address(request: DeskRequest, game: Game, board: MatchBoard | None = None) -> str:
    """The board on the page that an entry came from: the round's, or its second pass."""
    page = "verify" if request.POST.get("from") == "verify" else "desk-round"
    return board_address(game.round.section, game, board, page)


def saved_entry(request: DeskRequest, section: Section, seen: Consequences | None) -> LogEntry | None:
    return None if seen is None else entry_of(request, section)
