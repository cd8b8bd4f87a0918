"""Copying set-up: from another section, or the sections of another event."""

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from ...errors import Refused
from ...forms import shown
from ...models import CHIEFS, MANAGERS, Event, Section
from ...numbers import whole_number
from ...permissions import DeskRequest, desk, desk_of, event_of, section_of
from ...refusals import Gone
from ...selectors.setup import copying as selectors
from ...selectors.setup.copying import Part
from ...services import copying as services
from ..shared import about, carry_out


@desk
@require_safe
def copy_setup(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Choose the section whose set-up is copied."""
    found = section_of(request.user, event, section)
    context = {"sources": selectors.sections_to_copy(request.user, found)}
    return render(request, "setup/copy_setup.html", about(found) | context)


@desk
def copy_from(request: DeskRequest, event: str, section: str, source: int) -> HttpResponse:
    """What is copied, and what it replaces; then the copy."""
    found = section_of(request.user, event, section)
    chief = bool(request.user.role.leads)  # type: ignore[attr-defined]
    there = _source(request, source)
    shows = partial(shown.copying, found, there, chief=chief)

    def copy() -> HttpResponse:
        offered = {part.part for part in selectors.preview(found, there, chief=chief).parts}
        chosen = offered & {Part(part) for part in request.POST.getlist("parts") if part in Part.values}
        if not chosen:
            raise Refused(_("Choose what to copy. Nothing was copied."))
        reason = request.POST.get("reason", "")
        services.copy_setup(found, there, chosen, by=request.user, reason=reason)
        copied = "; ".join(str(part.label) for part in Part if part in chosen)
        messages.success(
            request, _("Copied from %(name)s: %(parts)s.") % {"name": there.name, "parts": copied}
        )
        return redirect("edit-section", event, section)

    if request.method == "POST":
        return carry_out(request, copy, event=found.event, shows=shows)
    context = about(found) | {"source": there, "shown": shows()}
    context["preview"] = selectors.preview(found, there, chief=chief)
    return render(request, "setup/copy_from.html", context)


def _source(request: DeskRequest, pk: int) -> Section:
    """A section whose set-up this person may see, or 404."""
    sections = Section.objects.select_related("event", "standings")
    sections = sections.filter(event__staff__user=request.user, event__staff__role__in=MANAGERS)
    if (found := sections.filter(pk=pk).first()) is None:
        raise Gone(_("This section was not found. Somebody may have removed it, or the address is wrong."))
    return found


@desk_of(CHIEFS)
@require_safe
def copy_sections(request: DeskRequest, event: str) -> HttpResponse:
    """Choose the event whose sections are copied."""
    found = event_of(request.user, event)
    others = [each for each in selectors.events_to_copy(request.user) if each.pk != found.pk]
    return render(request, "setup/copy_sections.html", {"event": found, "events": others})


@desk_of(CHIEFS)
def copy_sections_from(request: DeskRequest, event: str, source: int) -> HttpResponse:
    """The sections of another event, each to be created here with its set-up."""
    found = event_of(request.user, event)
    there = _event(request, source)
    sections = there.sections.select_related("event", "standings").order_by("position", "pk")

    def copy() -> HttpResponse:
        chosen = {whole_number(each) for each in request.POST.getlist("sections")}
        sources = [section for section in sections if section.pk in chosen]
        if not sources:
            raise Refused(_("Choose the sections to copy. Nothing was copied."))
        made = services.copy_sections(found, sources, by=request.user)
        said = ngettext(
            "%(n)d section was created, as a draft with options, tiebreak order and prizes: %(names)s.",
            "%(n)d sections were created, as drafts with options, tiebreak order and prizes: %(names)s.",
            len(made),
        )
        names = "; ".join(section.name for section in made)
        messages.success(request, said % {"n": len(made), "names": names})
        return redirect("edit-event", event)

    shows = partial(shown.copying_event, found, there)
    if request.method == "POST":
        return carry_out(request, copy, event=found, shows=shows)
    here = set(found.sections.values_list("name", flat=True))
    context = {
        "event": found,
        "source": there,
        "sections": [(each, selectors.setup_of(each), each.name in here) for each in sections],
        "shown": shows(),
    }
    return render(request, "setup/copy_sections_from.html", context)


def _event(request: DeskRequest, pk: int) -> Event:
    if (found := selectors.events_to_copy(request.user).filter(pk=pk).first()) is None:
        raise Gone(_("This event was not found. Somebody may have removed it, or you are not on its staff."))
    return found
