"""What the code on a result slip opens.

The address names event, section, round and board as the slip does, and no key of a row: a slip that was
printed opens its board on a restored laptop too. It stands apart from the public pages, whose requests carry
no cookie behind a proxy.
"""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tiebreaks.policies import anybody
from tiebreaks.published import PlayersDocument

from ...models import SCORERS, Section, Staff
from ...numbers import whole_number
from ...permissions import DeskRequest, desk_of, section_of
from ...selectors.public import visible
from ...selectors.results.boards import board_called
from ...text.results import label as board_label
from ..codes import phone_address
from .carried import board_address, round_address

# A slip has a board such as 12b or 12.3. What is longer was typed, and is not repeated to anybody.
LONGEST_LABEL = 12
MOST_ROUND = 999


def slip_address(request: HttpRequest, section: Section, number: int, label: str) -> str:
    """The whole address of a board's slip, as phones reach it: for :func:`.codes.qr`."""
    return phone_address(request, reverse("slip", args=[section.event.slug, section.slug, number, label]))


@anybody(why="A parent may scan a slip too, and finds the section's page.")
@never_cache
@require_safe
def slip(request: HttpRequest, event: str, section: str, number: int, label: str) -> HttpResponse:
    """The board at the desk for those who enter its result; for others the section's public page.

    Who is signed out, and who has never signed in, is asked which of the two it is to be. A board that a
    posted round has no more leads to the page that says so.
    """
    if number > MOST_ROUND or len(label) > LONGEST_LABEL:
        raise Http404
    theirs = Staff.objects.filter(event__slug=event, role__in=SCORERS, user=request.user.pk)
    if theirs.exists():
        return _to_board(request, event, section, number, label)
    if request.user.is_authenticated:
        return redirect("standings", event, section)
    shown = Section.objects.filter(event__slug=event, slug=section, hidden=False, event__hidden=False)
    found = shown.select_related("event").first()
    context: dict[str, object] = {"event_slug": event, "section_slug": section}
    if found is not None:
        public = visible.section(event, section)
        board = _board_of(public.document, found.boards, number, label)
        if board is None:
            raise Http404
        if public.had_board(number, board):
            return redirect("board", event, section, number, board)
        there = public.document.boards.get(number)
        if there is not None and all(each.board != board for each in there):
            raise Http404
        context |= {"section": found, "of_teams": public.document.of_teams}
    match, _dot, of_match = label.partition(".")
    context |= {"number": number, "label": label, "match": match, "of_match": of_match}
    return render(request, "slip.html", context)


def _board_of(document: PlayersDocument, boards: int, number: int, label: str) -> int | None:
    """The number of the board or match that has such a slip; None where none can have it. A round that is not
    posted may have any: who is signed out is not told which it has. A mirror knows no ``boards`` of a match.
    """
    game, dot, of_match = label.partition(".")
    if dot:
        inner = whole_number(of_match) or 0
        if not document.of_teams or not 1 <= inner <= (boards or inner) or of_match != str(inner):
            return None
    board = whole_number(game.rstrip("ab")) or 0
    games = document.chart.games
    is_called = board > 0 and game in {board_label(board, slot, games) for slot in range(1, games + 1)}
    return board if is_called and 1 <= number <= document.rounds else None


@desk_of(SCORERS)
def _to_board(request: DeskRequest, event: str, section: str, number: int, label: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    if (board := board_called(found, number, label)) is not None:
        return redirect(board_address(found, *board, scanned=True))
    message = _("This slip is for round %(number)d, board %(board)s, which is not paired now.")
    if found.boards and "." not in label:
        message = _("This slip is for round %(number)d, match %(board)s, which is not paired now.")
    messages.warning(request, message % {"number": number, "board": label})
    if 1 <= number <= found.rounds:
        return redirect(round_address(found, number))
    return redirect("desk-section", event, section)
