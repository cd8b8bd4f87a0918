"""The ruling on a board: what a slip cannot say (22C5, split rulings, results for one side only)."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ..desk_forms import RulingForm
from ..errors import Refused
from ..models import Game
from ..permissions import DeskRequest, desk, game_of
from ..selectors import boards
from ..services.results import sides, standing
from ..services.rulings import LOST, WON_AS_A_DRAW, record_ruling
from .desk import board_address, typed_number

# Both sides' outcomes, White's first, by the button that stands for them.
PRESETS = {"white": (WON_AS_A_DRAW, LOST), "black": (LOST, WON_AS_A_DRAW)}
WHY = gettext_noop("Won after a bye that could not be cancelled: a draw for prizes (22C5)")


@desk
def ruling(request: DeskRequest, game: int) -> HttpResponse:
    board = game_of(request.user, game)
    form = RulingForm(request.POST or None, *standing(sides(board)))
    if request.method != "POST":
        return _page(request, board, form)
    outcomes = PRESETS.get(request.POST.get("preset", ""))
    reason = request.POST.get("reason", "").replace("\0", "").strip()  # PostgreSQL keeps no NUL
    if outcomes is None:
        if not form.is_valid():
            return _page(request, board, form, status=422)
        outcomes = form.outcome("white"), form.outcome("black")
    else:
        reason = reason or _(WHY)
    try:
        ruled = record_ruling(
            board, *outcomes, revision=typed_number(request, "revision"), by=request.user, reason=reason
        )
    except Refused as refused:
        return _page(request, game_of(request.user, game), form, refused, refused.status)
    messages.success(request, _("The ruling on board %(board)d is recorded.") % {"board": ruled.board})
    return redirect(board_address(board.round.section, ruled))


def _page(
    request: DeskRequest, game: Game, form: RulingForm, refused: Refused | None = None, status: int = 200
) -> HttpResponse:
    section = game.round.section
    context = {
        "section": section,
        "event": section.event,
        "number": game.round.number,
        "board": boards.board(game, section),
        "form": form,
        "refused": refused,
        "back": board_address(section, game),
    }
    return render(request, "desk/ruling.html", context, status=status)
