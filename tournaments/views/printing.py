"""What a director prints, on one page, so that nobody looks for it while the hall waits."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ..models import Section
from ..permissions import DeskRequest, desk, section_of
from ..selectors.setup import published_rounds
from .shared import about


@desk
@require_safe
def pages(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    return render(request, "desk/print.html", about(found) | {"pages": _pages(found)})


def _pages(section: Section) -> list[tuple[str, str]]:
    """The words and the address of each. Of a draft, its previews."""
    preview = "/preview" if section.hidden or section.event.hidden else ""
    where = [section.event.slug, section.slug]

    def public(name: str, *more: object) -> str:
        return preview + reverse(name, args=[*where, *more])

    rounds = [
        (_("Pairings of round %(number)d") % {"number": tab.number}, public("round", tab.number))
        for tab in reversed(published_rounds(section))
    ]
    money = [] if section.boards else [(_("Receipts for cash prizes"), reverse("receipts", args=where))]
    return [
        (_("The posted tiebreak order, with a code for phones"), public("posted-order")),
        *rounds,
        (_("Standings"), public("standings")),
        (_("Wall chart"), public("wall-chart")),
        (_("Checklist of the ceremony"), reverse("checklist", args=where)),
        *money,
    ]
