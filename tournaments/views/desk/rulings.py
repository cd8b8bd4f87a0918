"""The ruling on a board: what a slip cannot say (22C5, split rulings, results for one side only)."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ...errors import Refused
from ...forms.desk import RulingForm
from ...models import Game
from ...permissions import DeskRequest, desk, game_of, match_board_of
from ...selectors.results import boards, matches
from ...selectors.results.consequences import Consequences, Correction
from ...services.corrections import of_result
from ...services.matches import correction_of_board
from ...services.rulings import (
    LOST,
    WON_AS_A_DRAW,
    Outcome,
    record_board_ruling,
    record_ruling,
    ruled_on,
    ruled_on_board,
)
from .carried import board_address, seen_of, typed_reason
from .corrections import guarded, saved_address
from .round_page import asked_first

# The outcomes of both sides, White's first, by their button.
PRESETS = {"white": (WON_AS_A_DRAW, LOST), "black": (LOST, WON_AS_A_DRAW)}
WHY = gettext_noop("Won after a bye that could not be canceled, counts as a draw for prizes (22C5)")

# Records the outcomes of both sides with the reason.
Record = Callable[[Outcome, Outcome, str, Consequences | None], object]
# What that would change.
Corrects = Callable[[Outcome, Outcome, str], Correction]


@desk
def ruling(request: DeskRequest, game: int) -> HttpResponse:
    found = game_of(request.user, game)
    section = found.round.section

    def record(white: Outcome, black: Outcome, reason: str, seen: Consequences | None) -> object:
        by = request.user
        return record_ruling(found, white, black, by=by, reason=reason, seen=seen, **seen_of(request))

    def corrects(white: Outcome, black: Outcome, reason: str) -> Correction:
        return of_result(found, *ruled_on(white, black, reason))

    def shown() -> boards.DeskBoard:
        return boards.board(game_of(request.user, game), section)

    return _rule(request, found, shown, record, corrects, board_address(section, found))


@desk
def board_ruling(request: DeskRequest, board: int) -> HttpResponse:
    """The same on a board of a match. The match's score changes with it."""
    found = match_board_of(request.user, board)
    section = found.game.round.section

    def record(home: Outcome, away: Outcome, reason: str, seen: Consequences | None) -> object:
        by = request.user
        return record_board_ruling(found, home, away, by=by, reason=reason, seen=seen, **seen_of(request))

    def corrects(home: Outcome, away: Outcome, reason: str) -> Correction:
        return correction_of_board(found, *ruled_on_board(home, away, reason))

    def shown() -> boards.DeskBoard:
        (match,) = matches.matches(section, [found.game])
        return next(each for each in match.boards if each.of_match == board)

    return _rule(request, found.game, shown, record, corrects, board_address(section, found.game, found))


def _rule(
    request: DeskRequest,
    game: Game,
    shown: Callable[[], boards.DeskBoard],
    record: Record,
    corrects: Corrects,
    back: str,
) -> HttpResponse:
    board = shown()
    form = RulingForm(request.POST or None, board.result, board.points_q)
    if request.method != "POST":
        return _page(request, game, board, form, back)
    if (asked := asked_first(request, game)) is not None:
        return asked
    outcomes = None if board.of_match else PRESETS.get(request.POST.get("preset", ""))
    reason = typed_reason(request)
    if outcomes is None:
        if not form.is_valid():
            return _page(request, game, board, form, back, status=422)
        outcomes = form.outcome("white"), form.outcome("black")
    else:
        reason = reason or _(WHY)

    def save(seen: Consequences | None) -> HttpResponse:
        record(*outcomes, reason, seen)
        messages.success(request, _("The ruling on board %(board)s is recorded.") % {"board": board.label})
        return redirect(back if seen is None else saved_address(request, game.round.section, back))

    try:
        what = partial(corrects, *outcomes, reason)
        return guarded(request, game.round.section, save, what, lambda: request.path)
    except Refused as refused:
        return _page(request, game, shown(), form, back, refused, refused.status)


def _page(
    request: DeskRequest,
    game: Game,
    board: boards.DeskBoard,
    form: RulingForm,
    back: str,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    section = game.round.section
    context = {
        "section": section,
        "event": section.event,
        "number": game.round.number,
        "board": board,
        "form": form,
        "refused": refused,
        "back": back,
    }
    return render(request, "desk/ruling.html", context, status=status)
