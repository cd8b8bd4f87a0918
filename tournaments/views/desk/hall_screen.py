"""The desk's page of the hall screen: which sections, what of them, and the address for the projector."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ...languages import translations
from ...permissions import DeskRequest, desk, event_of
from ...selectors.public import hall
from ..codes import phone_address
from ..menu import as_seen


@desk
@require_safe
def event_screen(request: DeskRequest, event: str) -> HttpResponse:
    """Nothing is stored: the address carries the choice, so that each projector has its own.

    The button that opens the screen brings what is ticked then, not what was when the page was made.
    """
    found = event_of(request.user, event)
    sections = list(found.sections.filter(archived=False).order_by("position", "pk"))
    slugs = [each.slug for each in sections if each.slug in request.GET.getlist("sections")]
    kinds = [kind for kind in hall.CHOICES if kind.value in request.GET.getlist("show")] or list(hall.CHOICES)
    everything = len(slugs) in (0, len(sections))
    screen = as_seen("screen", found) + hall.query([] if everything else slugs, kinds)
    if "open" in request.GET:
        return redirect(screen)
    words = {
        hall.Kind.PAIRINGS: _("Pairings from A to Z, while a round is played"),
        hall.Kind.RESULTS: _("Results as they come in"),
        hall.Kind.STANDINGS: _("Standings"),
    }
    context = {
        "event": found,
        "sections": [(each, everything or each.slug in slugs) for each in sections],
        "kinds": [(kind.value, words[kind], kind in kinds) for kind in hall.CHOICES],
        "screen": phone_address(request, screen),
        # A preview speaks English.
        "translated": [
            (each, phone_address(request, each.address))
            for each in ([] if found.hidden else translations(screen))
        ],
    }
    return render(request, "desk/hall_screen.html", context)
