"""How Wallchart itself is: what a server's probe asks, and the status line of the desk."""

from functools import partial

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tiebreaks.policies import anybody

from .. import zones
from ..models import EVERYBODY
from ..permissions import DeskRequest, desk_of, event_of, may_have_events
from ..selectors.event import status


@anybody(why="a probe has no account; it tells how the machine is, and nothing that anybody entered")
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    found = status.health()
    age = timezone.now() - found.last_backup if found.last_backup else None
    told = {
        "ok": found.ok,
        "database": {"ok": found.database_ms is not None, "ms": found.database_ms},
        "disk": {"free_mb": None if found.disk_free is None else found.disk_free // status.MB},
        "backup": {"age_seconds": age and round(age.total_seconds())},
    }
    headers = {"Cache-Control": "no-store"}
    answer = JsonResponse(told, status=200 if found.ok else 503, headers=headers)
    # By what found it, with the id of the request, which Django's own line lacks.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer


@desk_of(EVERYBODY)
@require_safe
def status_line(request: DeskRequest) -> HttpResponse:
    """The line and the notice of copies as they are now, for the open pages that show them: of the ``event``
    that these are about, in the ``zone`` in which they tell their times."""
    slug = request.GET.get("event", "")
    found = event_of(request.user, slug) if slug else None
    zones.tell_in(request.GET.get("zone", ""))
    context = {
        "status_line": status.status_line(found),
        # Asked only where copies fail, on a page of no event.
        "may_have_events": partial(may_have_events, request.user),
    }
    return render(request, "desk/status_news.html", context)
