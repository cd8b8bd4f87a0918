"""Drafts and endings: publish, hide, archive, delete; and a draft's pages as the public will see them."""

import gzip
from contextlib import suppress
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ...errors import Stale
from ...forms import shown
from ...models import CHIEFS, EVERYBODY, MANAGERS, Event, HasStandings
from ...numbers import whole_number
from ...permissions import DeskRequest, desk, desk_of, event_of, owner_of, section_of, table_of
from ...refusals import Gone
from ...selectors.event import endings
from ...selectors.public.visible import previewing
from ...services import visibility as services
from ..shared import about, carry_out

# --- an event -----------------------------------------------------------------------------------


@desk_of(MANAGERS, CHIEFS)
def event_visibility(request: DeskRequest, event: str) -> HttpResponse:
    """Publish an event with its sections, after a look at what they lack; or hide it."""
    found = event_of(request.user, event)

    def save() -> HttpResponse:
        if request.POST.get("do") == "hide":
            services.hide_event(found, by=request.user)
            messages.success(request, _("The event is hidden. Only its directors see it."))
        else:
            chosen = found.sections.filter(pk__in=_numbers(request))
            services.publish_event(found, list(chosen), by=request.user)
            messages.success(request, _("Published."))
        return redirect("event-visibility", event)

    if request.method == "POST":
        return carry_out(request, save, event=found, shows=lambda: shown.visibility(found))
    readiness = endings.readiness(found.sections.all())
    context = {
        "event": found,
        "readiness": readiness,
        "drafts": any(ready.section.hidden for ready in readiness),
        "archived": endings.archived_of(found),
        "has_results": endings.event_has_results(found),
        "shown": shown.visibility(found),
    }
    return render(request, "setup/event_visibility.html", context)


@desk_of(CHIEFS)
@require_POST
def archive_event(request: DeskRequest, event: str) -> HttpResponse:
    found = event_of(request.user, event)

    def save() -> HttpResponse:
        if request.POST.get("do") == "back":
            services.bring_event_back(found, by=request.user)
            messages.success(request, _("The event is on your desk again."))
        else:
            services.archive_event(found, hide="hide" in request.POST, by=request.user)
            messages.success(request, _("Archived. The event is now read only."))
        return redirect("event-visibility", event)

    return carry_out(request, save, event=found, shows=lambda: shown.visibility(found))


@desk_of(CHIEFS)
def delete_event(request: DeskRequest, event: str) -> HttpResponse:
    """Delete an event without results, after a question that says what goes."""
    found = event_of(request.user, event)

    def save() -> HttpResponse:
        services.delete_event(found, by=request.user)
        messages.success(request, _("%(name)s was deleted.") % {"name": found.name})
        return redirect("desk")

    shows = partial(shown.deletion, found)
    if request.method == "POST":
        return carry_out(request, save, event=found, shows=shows)
    context = {"event": found, "goes": endings.goes_with(found), "shown": shows()}
    context["has_results"] = endings.event_has_results(found)
    return render(request, "setup/delete.html", context)


@desk
@require_POST
def arrange_sections(request: DeskRequest, event: str) -> HttpResponse:
    """The sections in the order in which they were dragged; or the one that a button moved."""
    found = event_of(request.user, event)

    def save() -> HttpResponse:
        order = _numbers(request)
        _move(order, request.POST.get("move", ""))
        services.arrange_sections(found, order, by=request.user)
        messages.success(request, _("The event’s page now lists the sections in this order."))
        return redirect("edit-event", event)

    try:
        return carry_out(request, save, event=found, shows=lambda: shown.arrangement(found))
    except Stale as stale:
        names = dict(found.sections.values_list("pk", "name"))
        order = "; ".join(names[pk] for pk in _numbers(request) if pk in names)
        stale.sent = _("Your order: %(order)s") % {"order": order}
        raise


def _move(order: list[int], move: str) -> None:
    """Move one section up or down: ``up:7``."""
    way, _colon, pk = move.partition(":")
    at = order.index(int(pk)) if pk.isdecimal() and int(pk) in order else None
    to = at + (-1 if way == "up" else 1) if at is not None else None
    if at is not None and to is not None and 0 <= to < len(order):
        order[at], order[to] = order[to], order[at]


def _numbers(request: DeskRequest) -> list[int]:
    return [found for each in request.POST.getlist("sections") if (found := whole_number(each)) is not None]


# --- a section, or a table of teams -------------------------------------------------------------


@desk
def visibility(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Publish a section or hide it; the ways to its archive and its end."""
    found = section_of(request.user, event, section)
    if request.method == "POST":
        hidden = _("The section is hidden. Only its directors see it.")
        return _publish_or_hide(request, found, hidden, redirect("visibility", event, section))
    return render(request, "setup/visibility.html", about(found) | _of(found))


@desk
@require_POST
def table_visibility(request: DeskRequest, event: str, table: str) -> HttpResponse:
    found = table_of(request.user, event, table)
    hidden = _("The team table is hidden. Only its directors see it.")
    return _publish_or_hide(request, found, hidden, redirect("edit-table", event, table))


def _publish_or_hide(
    request: DeskRequest, found: HasStandings, hidden: str, back: HttpResponse
) -> HttpResponse:
    """Do what the button says; ``hidden`` is said of what nobody else sees from now on."""

    def save() -> HttpResponse:
        hide = request.POST.get("do") == "hide"
        services.set_hidden(found, hide, by=request.user)
        messages.success(request, hidden if hide else _("Published."))
        return back

    return carry_out(request, save, event=found.event, shows=lambda: shown.visibility(found))


def _of(found: Any) -> dict[str, Any]:
    (ready,) = endings.readiness(found.event.sections.filter(pk=found.pk)) or (None,)
    return {
        "lacks": ready.lacks if ready else [],
        "has_results": endings.has_results(found),
        "shown": shown.visibility(found),
        "tables": found.team_tables.order_by("pk"),
    }


@desk_of(CHIEFS)
@require_POST
def archive(request: DeskRequest, event: str, section: str = "", table: str = "") -> HttpResponse:
    found = owner_of(request.user, event, section=section, table=table)

    def save() -> HttpResponse:
        if request.POST.get("do") == "back":
            services.bring_back(found, by=request.user)
            messages.success(request, _("%(name)s is on your desk again.") % {"name": found.name})
        else:
            services.archive(found, hide="hide" in request.POST, by=request.user)
            messages.success(request, _("%(name)s is archived and read only now.") % {"name": found.name})
        return redirect("edit-table" if table else "visibility", event, table or section)

    return carry_out(request, save, event=found.event, shows=lambda: shown.visibility(found))


@desk_of(CHIEFS)
def delete_section(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Delete a section without results, after a question that says what goes."""
    found = section_of(request.user, event, section)

    def save() -> HttpResponse:
        said = _("%(name)s was deleted.")
        if logged := services.delete_section(found, by=request.user):
            said = _("%(name)s was deleted. The log of %(other)s can undo that.")
        messages.success(request, said % {"name": found.name, "other": logged and logged.name})
        return redirect("edit-event", event)

    shows = partial(shown.deletion, found.event, found)
    if request.method == "POST":
        return carry_out(request, save, event=found.event, shows=shows)
    context = about(found) | {"goes": endings.goes_with(found.event, found), "shown": shows()}
    context["has_results"] = endings.has_results(found)
    context["comes_back"] = found.event.sections.count() > 1
    return render(request, "setup/delete.html", context)


# --- a preview ----------------------------------------------------------------------------------


@desk_of(EVERYBODY)
@require_safe
def preview(request: DeskRequest, event: str, page: str = "") -> HttpResponse:
    """A page of a draft as the public will see it: the public page itself, whose links lead to previews.

    What is public already has no preview: its own address is answered.
    """
    found = event_of(request.user, event)
    public = f"/e/{found.slug}/"
    try:
        asked = resolve(f"{public}{page}")
    except Resolver404:
        raise Gone(_("There is no page here. Check the address.")) from None
    with suppress(Http404):
        asked.func(request, *asked.args, **asked.kwargs)
        return redirect(request.get_full_path().removeprefix("/preview"))
    try:
        with previewing():
            answer: HttpResponse = asked.func(request, *asked.args, **asked.kwargs)
    except Http404:
        raise Gone(_("There is no page here. Check the address.")) from None
    del answer.headers["ETag"]
    if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
        _mark(request, answer, found, public)
    return answer


def _mark(request: DeskRequest, answer: HttpResponse, event: Event, public: str) -> None:
    """Say whose page this is, and lead its links to previews: in pages, a quote begins an attribute only."""
    content = answer.content
    if answer.headers.get("Content-Encoding") == "gzip":
        content = gzip.decompress(content)
        del answer.headers["Content-Encoding"]
    mark = render_to_string("preview.html", {"event": event})
    text = content.decode().replace(f'"{public}', f'"/preview{public}')
    answer.content = text.replace("<main ", f"{mark}<main ", 1).encode()
    answer.headers["Content-Length"] = str(len(answer.content))
