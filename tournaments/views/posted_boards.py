"""A board of a published round is corrected with a reason: its colors, its players, or that it is there."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tiebreaks.lines import clean_line

from ..errors import NoReason, Refused, Trouble
from ..forms import shown
from ..models import Game, Player, Section
from ..permissions import DeskRequest, desk, game_of
from ..selectors import boards
from ..selectors.pasted_pairings import expected_in_round, whose_in
from ..services import pairings
from ..services.results import sides
from ..services.trading import trade_places
from .desk import board_address, round_address, say_remarks, seen_of, typed_number, typed_reason
from .shared import carry_out


@desk
@require_safe
def page(request: DeskRequest, game: int) -> HttpResponse:
    """What can be changed of a published board, with the reason."""
    return _page(request, game_of(request.user, game))


def _page(
    request: DeskRequest, game: Game, refused: Refused | None = None, not_traded: Refused | None = None
) -> HttpResponse:
    """``not_traded`` says why nobody traded places, ``refused`` why nothing else was done."""
    section = game.round.section
    context = {
        "section": section,
        "number": game.round.number,
        "published": game.round.published_at is not None,
        "board": boards.board(game, section),
        "refused": refused,
        "not_traded": not_traded,
        "typed": request.POST.get("comes", "") if not_traded else "",
        "shown": shown.seating(section, game.round.number),
        "reason": typed_reason(request),
        "back": board_address(section, game),
    }
    failed = refused or not_traded
    return render(request, "desk/board.html", context, status=failed.status if failed else 200)


@desk
@require_POST
def swap(request: DeskRequest, game: int) -> HttpResponse:
    """Give White to the player of this number: sent twice, it changes nothing more."""
    board = game_of(request.user, game)
    white, reason = typed_number(request, "white"), typed_reason(request)
    try:
        pairings.give_white(board, white, by=request.user, reason=reason, **seen_of(request))
    except NoReason as refused:
        return _page(request, board, refused)
    section = board.round.section
    now_white, now_black = (seat.player for seat in sides(board))
    messages.success(request, _who_sits_at(section, board.board, now_white, now_black))
    return redirect(board_address(section, board))


@desk
@require_POST
def trade(request: DeskRequest, game: int) -> HttpResponse:
    """A player of another board comes to this one, in place of who goes there."""
    board = game_of(request.user, game)
    section, number = board.round.section, board.round.number
    boards: list[tuple[Player, Player]] = []

    def act() -> HttpResponse:
        comes = _who_comes(section, clean_line(request.POST.get("comes", "")))
        leaves, reason = typed_number(request, "leaves"), typed_reason(request)
        traded = trade_places(board, leaves, comes, by=request.user, reason=reason)
        for at, both in traded.boards:
            messages.success(request, _who_sits_at(section, at, *both))
            boards.append(both)
        for sentence in traded.off_reserved:
            messages.warning(request, sentence)
        return redirect(board_address(section, board))

    try:
        answer = carry_out(request, act, event=section.event, shows=lambda: shown.seating(section, number))
    except Refused as refused:
        return _page(request, board, not_traded=refused)
    say_remarks(request, section, number, boards)
    return answer


def _who_sits_at(section: Section, board: int, white: Player, black: Player) -> str:
    told = _("Match %(board)d: %(white)s – %(black)s.")
    if not section.boards:
        told = _("Board %(board)d: %(white)s – %(black)s.")
    return told % {"board": board, "white": white.called, "black": black.called}


def _who_comes(section: Section, typed: str) -> int:
    """The number of who is typed by number or name."""
    found = whose_in(section)(typed)
    if isinstance(found, int) and found:
        return found
    expected = found if isinstance(found, str) else expected_in_round(of_teams=bool(section.boards))
    raise Refused(_("Nothing was saved."), [Trouble(_("comes to this board"), typed, expected)])


@desk
@require_POST
def remove(request: DeskRequest, game: int) -> HttpResponse:
    board = game_of(request.user, game)
    try:
        pairings.remove_pairing(board, by=request.user, reason=typed_reason(request), **seen_of(request))
    except NoReason as refused:
        return _page(request, board, refused)
    messages.success(request, _("Board %(board)d was removed. Undo restores it.") % {"board": board.board})
    return redirect(round_address(board.round.section, board.round.number))
