"""The events of a director, and the page of one: what each section needs next."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ...models import EVERYBODY
from ...permissions import DeskRequest, desk_of, event_of, may_have_events
from ...selectors.entries import fees
from ...selectors.event import endings
from ...selectors.event.people import removed_from
from ...selectors.event.status import status_line
from ...selectors.results import next_step as selectors
from ...selectors.results.team_desk import tables_that
from ..codes import public_address, qr


@desk_of(EVERYBODY)
@require_safe
def events(request: DeskRequest) -> HttpResponse:
    found = selectors.events_of(request.user, archived="archived" in request.GET)
    context: dict[str, Any] = {"found": found, "status_line": status_line()}
    leads = any(role.leads for _event, role, _sections in found.events)
    context["may_have_events"] = leads or may_have_events(request.user)
    context["removed_from"] = [] if found.events else removed_from(request.user)
    return render(request, "desk/events.html", context)


@desk_of(EVERYBODY)
@require_safe
def event(request: DeskRequest, event: str) -> HttpResponse:
    found = event_of(request.user, event)
    address = public_address(request, found.mirror, reverse("event", args=[found.slug]))
    context = {"event": found, "sections": selectors.needs_of(found), "address": address}
    context |= {"tables": tables_that(event=found, archived=False), "status_line": status_line(found)}
    archived = endings.archived_of(found) if request.user.role.manages else []  # type: ignore[attr-defined]
    if request.user.role.manages and (paid := fees.fees_of(found)):  # type: ignore[attr-defined]
        context |= {"fees": paid, "all_fees": fees.together(paid)}
    return render(request, "desk/event.html", context | {"qr": qr(address), "archived": archived})
