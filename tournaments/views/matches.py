"""Matches of teams at the desk: results by key, mouse or thumb, lineups, and forfeits."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..errors import Refused, ResultConflict
from ..models import SCORERS, Game
from ..numbers import whole_number
from ..permissions import DeskRequest, desk, desk_of, game_of, match_board_of
from ..selectors import boards
from ..selectors import matches as selectors
from ..services.matches import record_board, record_match, set_line_up
from .desk import answer, board_address, own_only, typed_number, typed_reason


@desk_of(SCORERS)
@require_POST
def enter_board(request: DeskRequest, board: int) -> HttpResponse:
    found = match_board_of(request.user, board)
    section = found.game.round.section
    try:
        entered = record_board(
            found,
            request.POST.get("result", ""),
            revision=typed_number(request, "revision"),
            by=request.user,
            reason=typed_reason(request),
            own_only=own_only(request),
        )
    except ResultConflict as clash:
        return answer(request, section, game_of(request.user, found.game_id), clash, board=found)
    if not request.headers.get("HX-Request"):
        return redirect(board_address(section, entered.game, entered))
    return answer(request, section, entered.game, board=entered)


@desk
def match(request: DeskRequest, game: int) -> HttpResponse:
    """The lineup of a match, and what concerns it as a whole."""
    found = _match(request, game)
    if request.method != "POST":
        return _page(request, found)
    count = found.round.section.boards
    home, away = (
        [whole_number(request.POST.get(f"{side}-{number}", "")) for number in range(1, count + 1)]
        for side in ("home", "away")
    )
    try:
        set_line_up(
            found,
            home,
            away,
            revision=typed_number(request, "revision"),
            by=request.user,
            reason=typed_reason(request),
        )
    except Refused as refused:
        return _page(request, _match(request, game), refused, (home, away))
    messages.success(request, _("The lineup is saved."))
    return redirect(board_address(found.round.section, found))


@desk
@require_POST
def enter_match(request: DeskRequest, game: int) -> HttpResponse:
    """A whole match: a forfeit on every board, or everything cleared."""
    found = _match(request, game)
    revision, reason = typed_number(request, "revision"), typed_reason(request)
    try:
        record_match(found, request.POST.get("result", ""), revision=revision, by=request.user, reason=reason)
    except Refused as refused:
        return _page(request, _match(request, game), refused)
    return redirect(board_address(found.round.section, found))


def _match(request: DeskRequest, pk: int) -> Game:
    game = game_of(request.user, pk)
    if not game.round.section.boards:
        raise Http404
    return game


def _page(
    request: DeskRequest,
    game: Game,
    refused: Refused | None = None,
    typed: tuple[list[int | None], list[int | None]] | None = None,
) -> HttpResponse:
    section = game.round.section
    (found,) = selectors.matches(section, [game])
    teams = selectors.line_ups(game)
    context = {
        "section": section,
        "event": section.event,
        "number": game.round.number,
        "match": found,
        "revision": game.revision,
        "chairs": selectors.chairs(teams, typed),
        "teams": teams,
        "refused": refused,
        "correcting": boards.round_page(section, game.round.number).correcting,
        "back": board_address(section, game),
    }
    return render(request, "desk/match.html", context, status=refused.status if refused else 200)
