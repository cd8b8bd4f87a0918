"""Verify: the second pass over a round's boards, from Black's side, with and without a script.

A reading that agrees marks its board. One that differs changes no result: the board's row asks which is
right at each opening of the page, and a correction is entered as everywhere else.
"""

import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ...errors import ReadOtherwise
from ...models import Game, MatchBoard, Section
from ...numbers import whole_number
from ...permissions import DeskRequest, desk, game_of, match_board_of, section_of
from ...selectors.event import endings, lives
from ...selectors.files.exporting import second_pass_file
from ...selectors.results import boards, matches
from ...selectors.results import verifying as selectors
from ...selectors.results.boards import DeskBoard
from ...selectors.results.matches import DeskMatch
from ...selectors.results.next_step import tabs
from ...selectors.results.verifying import Progress
from ...services.verifying import verify as mark
from ...text.results import RESULTS, show_second

# What a key of the second pass says: the second side's result.
READ = {result: show_second(result) for result in RESULTS}


@desk
@require_safe
def verify(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """The boards of a round for the second pass; with ``v``, what is new since then."""
    found = section_of(request.user, event, section)
    if not 1 <= number <= found.rounds:
        raise Http404
    return _news(request, found, number) if "v" in request.GET else _page(request, found, number)


@desk
@require_POST
def verify_result(request: DeskRequest, game: int) -> HttpResponse:
    return _read(request, game_of(request.user, game))


@desk
@require_POST
def verify_board(request: DeskRequest, board: int) -> HttpResponse:
    return _read(request, match_board_of(request.user, board))


def _read(request: DeskRequest, board: Game | MatchBoard) -> HttpResponse:
    """Compare what was read with what stands."""
    game = board.game if isinstance(board, MatchBoard) else board
    section, number = game.round.section, game.round.number
    try:
        mark(board, request.POST.get("result", ""), by=request.user, shows=request.POST.get("shows", ""))
        clash = None
    except ReadOtherwise as differs:
        clash = differs
    if not request.headers.get("HX-Request"):
        if clash:
            return _page(request, section, number, status=clash.status)
        row = f"board-{board.pk}" if isinstance(board, MatchBoard) else f"game-{board.pk}"
        left = selectors.progress(section, number).after(row)
        return redirect(f"{verify_address(section, number)}#{left or row}")
    context = _about(section, number) | {"board": replace(_row(section, board), clash=clash)}
    return render(request, "desk/verify.html#read", context, status=clash.status if clash else 200)


def _row(section: Section, board: Game | MatchBoard) -> DeskBoard:
    """The board as it is now, as its row shows it."""
    if isinstance(board, Game):
        return boards.board(boards.of_keys([board.pk]).get(), section)
    (match,) = matches.matches(section, [board.game])
    return next(each for each in match.boards if each.of_match == board.pk)


def _about(section: Section, number: int) -> dict[str, Any]:
    """What every answer shows: how far the pass is. The stamp is read before its content."""
    return {
        "section": section,
        "seen": int(time.time()),
        "stamp": section.stamp,
        "progress": selectors.progress(section, number),
        "results": READ,
    }


def _page(request: DeskRequest, section: Section, number: int, *, status: int = 200) -> HttpResponse:
    context = _about(section, number)
    rows = boards.round_page(section, number).boards
    context["tabs"] = tabs([section])[section.pk]
    context["matches"] = _asked(request, context["progress"], matches.of_page(section, rows))
    context["boards"] = _asking(request, context["progress"], rows)
    context["spreadsheet"] = second_pass_file(number)
    return render(request, "desk/verify.html", context, status=status)


def _asking(request: DeskRequest, progress: Progress, rows: Iterable[DeskBoard]) -> list[DeskBoard]:
    """The rows, each asking which is right where somebody read the slip otherwise."""
    differing = {each.row: each.question(request.user) for each in progress.differing}
    return [replace(row, clash=differing.get(row.row)) for row in rows]


def _asked(request: DeskRequest, progress: Progress, found: Iterable[DeskMatch]) -> list[DeskMatch]:
    return [replace(match, boards=_asking(request, progress, match.boards)) for match in found]


def _news(request: DeskRequest, section: Section, number: int) -> HttpResponse:
    since = request.GET["v"]
    if since == section.stamp and request.GET.get("verified") == selectors.reached(section, number):
        return HttpResponse(status=204)
    context = _about(section, number)
    changed = boards.games_since(section, number, since)
    context["moved"] = changed is None
    context["life"] = lives.another_life(section, since)
    context["meanwhile"] = endings.closed_meanwhile(section, took=request.GET.get("took") != "0")
    seen = whole_number(request.GET.get("seen", "")) or context["seen"]
    keys = {game.pk for game in changed or []} | selectors.games_verified_since(section, number, seen)
    games = boards.of_keys(keys)
    if section.boards:
        context["matches"] = _asked(request, context["progress"], matches.matches(section, games))
    else:
        rows = [boards.board(game, section) for game in games]
        context["boards"] = _asking(request, context["progress"], rows)
    return render(request, "desk/verify.html#news", context)


def verify_address(section: Section, number: int) -> str:
    return reverse("verify", args=[section.event.slug, section.slug, number])
