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

from ...models import SCORERS, Section, Staff
from ...permissions import DeskRequest, desk_of, section_of
from ...selectors.results.boards import board_called
from ..codes import phone_address
from .rounds import board_address, round_address

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

    Who is signed out, and who has never signed in, is asked which of the two it is to be.
    """
    if number > MOST_ROUND or len(label) > LONGEST_LABEL:
        raise Http404
    theirs = Staff.objects.filter(event__slug=event, role__in=SCORERS, user=request.user.pk)
    if theirs.exists():
        return _to_board(request, event, section, number, label)
    if not request.user.is_authenticated:
        shown = Section.objects.filter(event__slug=event, slug=section, hidden=False, event__hidden=False)
        context = {"event_slug": event, "section_slug": section, "number": number, "label": label}
        return render(request, "slip.html", context | {"section": shown.select_related("event").first()})
    return redirect("standings", event, section)


@desk_of(SCORERS)
def _to_board(request: DeskRequest, event: str, section: str, number: int, label: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    if (board := board_called(found, number, label)) is not None:
        return redirect(board_address(found, *board, scanned=True))
    message = _("This slip is for round %(number)d, board %(board)s, which is not paired now.")
    messages.warning(request, message % {"number": number, "board": label})
    if 1 <= number <= found.rounds:
        return redirect(round_address(found, number))
    return redirect("desk-section", event, section)
