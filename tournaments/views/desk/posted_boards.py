"""A board of a published round is corrected with a reason: its colors, its players, or that it is there."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tiebreaks.lines import clean_line

from ...errors import NoReason, Refused, Trouble
from ...forms import shown
from ...models import Game, Player, Section
from ...permissions import DeskRequest, desk, game_of
from ...selectors.pairing.changed_colors import swapped
from ...selectors.pairing.draft_boards import who_sits_at
from ...selectors.pairing.pasted_pairings import expected_in_round, whose_in
from ...selectors.pairing.typed_boards import TypedRound, traded
from ...selectors.results import boards
from ...services import pairings
from ...services.corrections import says_why
from ...services.results import sides
from ...services.trading import trade_places
from ..shared import Asks, ask, carry_out, sent_as
from .carried import board_address, round_address, seen_of, typed_number, typed_reason

# What a form sends of a change, for the question before it is made.
_SENT = ("comes", "leaves", "white", "reason", "revision", "shows")


@desk
@require_safe
def page(request: DeskRequest, game: int) -> HttpResponse:
    """What can be changed of a published board, with the reason."""
    return _page(request, game_of(request.user, game))


def _page(
    request: DeskRequest, game: Game, refused: Refused | None = None, not_traded: Refused | None = None
) -> HttpResponse:
    """``not_traded`` says why nobody traded places, ``refused`` why nothing else was done."""
    asks = next((each.found for each in (refused, not_traded) if isinstance(each, Asks)), None)
    section = game.round.section
    context = {
        "section": section,
        "number": game.round.number,
        "published": game.round.published_at is not None,
        "board": boards.board(game, section),
        "refused": refused,
        "not_traded": not_traded,
        "asks": asks,
        "back_to": reverse("correct-pairing", args=[game.pk]),
        "sent": sent_as(request, _SENT) if asks else [],
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
        if says_why(reason):
            ask(request, swapped(board, white))
        pairings.give_white(board, white, by=request.user, reason=reason, **seen_of(request))
    except (NoReason, Asks) as refused:
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
    leaves, reason = typed_number(request, "leaves"), typed_reason(request)
    typed = clean_line(request.POST.get("comes", ""))
    judged: list[TypedRound] = []

    def judge() -> None:
        # Who is nobody is told with the act.
        if isinstance(comes := whose_in(section)(typed), int):
            judged.append(_made_wrong(board, {leaves: comes, comes: leaves}))

    def act() -> HttpResponse:
        made = trade_places(board, leaves, _who_comes(section, typed), by=request.user, reason=reason)
        # What cannot be done at all is refused before.
        for found in judged:
            ask(request, found)
        for at, both in made.boards:
            messages.success(request, _who_sits_at(section, at, *both))
        told = [said for found in judged if not found.asks for said in found.told]
        for sentence in [*made.off_reserved, *told]:
            messages.warning(request, sentence)
        return redirect(board_address(section, board))

    try:
        return carry_out(
            request, act, event=section.event, shows=lambda: shown.seating(section, number), first=judge
        )
    except Refused as refused:
        if not board.seats.exists():
            raise  # its page went with it
        return _page(request, board, not_traded=refused)


def _made_wrong(game: Game, seats: Mapping[int, int]) -> TypedRound:
    """What a trade of seats makes wrong on posted boards; before they are posted, the gate asks."""
    if game.round.published_at is None:
        return TypedRound([], [], bool(game.round.section.boards))
    return traded(game.round.section, game.round.number, seats)


def _who_sits_at(section: Section, board: int, white: Player, black: Player) -> str:
    return who_sits_at(board, white.called, black.called, of_teams=bool(section.boards))


def _who_comes(section: Section, typed: str) -> int:
    """The number of who is typed by number or name."""
    found = whose_in(section)(typed)
    if isinstance(found, int) and found:
        return found
    expected = found if isinstance(found, str) else expected_in_round(of_teams=bool(section.boards))
    where = _("comes to this match") if section.boards else _("comes to this board")
    raise Refused(_("Nothing was saved."), [Trouble(where, typed, expected)])


@desk
@require_POST
def remove(request: DeskRequest, game: int) -> HttpResponse:
    board = game_of(request.user, game)
    try:
        pairings.remove_pairing(board, by=request.user, reason=typed_reason(request), **seen_of(request))
    except NoReason as refused:
        return _page(request, board, refused)
    told = _("Board %(board)d was removed. The log can restore it.")
    if board.round.section.boards:
        told = _("Match %(board)d was removed. The log can restore it.")
    messages.success(request, told % {"board": board.board})
    return redirect(round_address(board.round.section, board.round.number))
