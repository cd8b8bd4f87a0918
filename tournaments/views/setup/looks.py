"""The address of what a director looks at before it is saved: a reload asks nothing, and Back comes back."""

from collections.abc import Mapping

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from ...models import Event
from ...permissions import DeskRequest
from ...services.looked_at import LookedAt

# What was sent, by the name under which it is kept.
LOOK = "look"


def looked_at(request: DeskRequest, event: Event) -> LookedAt:
    """What this person looked at on this page of the event."""
    return LookedAt(_page(request), event, request.user)


def lead_to_look(request: DeskRequest, event: Event, sent: Mapping[str, list[str]]) -> HttpResponse:
    """Keep what was sent, and lead to the page that shows what it would do."""
    name = looked_at(request, event).keep(sent)
    return redirect(f"{reverse(_page(request), args=[event.slug])}?{LOOK}={name}")


def _page(request: DeskRequest) -> str:
    match = request.resolver_match
    return (match and match.url_name) or ""
