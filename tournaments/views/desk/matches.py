"""Matches of teams at the desk: results by key, mouse or thumb, lineups, and forfeits."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ...errors import Refused, ResultConflict
from ...models import SCORERS, Game
from ...numbers import whole_number
from ...permissions import DeskRequest, desk, desk_of, game_of, match_board_of
from ...selectors.results import matches as selectors
from ...selectors.results.consequences import Consequences
from ...services.matches import (
    correction_of_board,
    correction_of_line_up,
    correction_of_match,
    record_board,
    record_match,
    set_line_up,
)
from ...services.results import not_entered
from ...text.results import ENTERED
from .carried import board_address, own_only, seen_of, typed_reason
from .corrections import guarded
from .round_page import answer, asked_first
from .rounds import back_address, corrected_address, is_first_press, kept, saved_entry


@desk_of(SCORERS)
@require_POST
def enter_board(request: DeskRequest, board: int) -> HttpResponse:
    found = match_board_of(request.user, board)
    section = found.game.round.section
    result = request.POST.get("result", "")
    if result not in ENTERED:
        if result != found.result:
            raise not_entered(result)
        return kept(request, found.game, found)
    if (asked := asked_first(request, found.game)) is not None:
        return asked

    def save(seen: Consequences | None) -> HttpResponse:
        try:
            entered = record_board(
                found,
                result,
                by=request.user,
                reason=typed_reason(request),
                seen=seen,
                own_only=own_only(request),
                asks=seen is None and is_first_press(request),
                **seen_of(request),
            )
        except ResultConflict as clash:
            return answer(request, section, game_of(request.user, found.game_id), clash, board=found)
        if not request.headers.get("HX-Request"):
            return redirect(corrected_address(request, found.game, seen, found))
        saved = saved_entry(request, section, seen)
        return answer(request, section, entered.game, board=entered, saved=saved)

    back = partial(back_address, request, found.game, found)
    return guarded(request, section, save, lambda: correction_of_board(found, result), back)


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

    def save(seen: Consequences | None) -> HttpResponse:
        reason = typed_reason(request)
        set_line_up(found, home, away, by=request.user, reason=reason, seen=seen, **seen_of(request))
        messages.success(request, _("The lineup is saved."))
        return redirect(corrected_address(request, found, seen))

    try:
        return guarded(
            request,
            found.round.section,
            save,
            partial(correction_of_line_up, found, home, away),
            partial(reverse, "match", args=[found.pk]),
        )
    except Refused as refused:
        return _page(request, _match(request, game), refused, (home, away))


@desk
@require_POST
def enter_match(request: DeskRequest, game: int) -> HttpResponse:
    """A whole match: a forfeit on every board, or everything cleared."""
    found = _match(request, game)
    result = request.POST.get("result", "")
    if (asked := asked_first(request, found)) is not None:
        return asked

    def save(seen: Consequences | None) -> HttpResponse:
        reason = typed_reason(request)
        record_match(found, result, by=request.user, reason=reason, seen=seen, **seen_of(request))
        return redirect(corrected_address(request, found, seen))

    back = partial(reverse, "match", args=[found.pk])
    try:
        return guarded(request, found.round.section, save, lambda: correction_of_match(found, result), back)
    except Refused as refused:
        return _page(request, _match(request, game), refused)


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
        "published": game.round.published_at is not None,
        "chairs": selectors.chairs(teams, typed),
        "teams": teams,
        "refused": refused,
        "back": board_address(section, game),
    }
    return render(request, "desk/match.html", context, status=refused.status if refused else 200)
