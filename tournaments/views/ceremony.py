"""The ceremony: what is missing, freezing the awards, and the pages for projector, checklist and receipts.

A team table has its own ceremony: it may draw on several sections.
"""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tiebreaks import frozen
from tiebreaks.frozen import AwardsRecord
from tiebreaks.models import FrozenAwards

from ..errors import Refused
from ..formats import awards_csv
from ..models import CHIEFS, HasStandings
from ..numbers import whole_number
from ..permissions import DeskRequest, desk, desk_of, owner_of
from ..selectors import ceremony as selectors
from ..services import ceremony as services
from .shared import about, address_in, carry_out, csv_file, seen_stamp

# The downloads of a section and of a team table.
FILES: dict[str, dict[str, Callable[[AwardsRecord], str]]] = {
    "section": {"awards.csv": awards_csv.awards, "cash.csv": awards_csv.cash},
    "table": {"awards.csv": awards_csv.team_awards},
}


@desk
@require_safe
def ceremony(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    return _page(request, owner_of(request.user, event, **named))


@desk_of(CHIEFS)
@require_POST
def freeze(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    found = owner_of(request.user, event, **named)

    def freeze() -> HttpResponse:
        version = services.freeze(found, by=request.user, stamp=seen_stamp(request))
        messages.success(request, _("Version %(version)d is frozen.") % {"version": version.number})
        return redirect(address_in(found, "ceremony"))

    try:
        return carry_out(request, freeze, event=found.event)
    except Refused as refused:
        found.standings.refresh_from_db()
        return _page(request, found, refused)


@desk
@require_safe
def version(request: DeskRequest, event: str, number: int, **named: str) -> HttpResponse:
    found = owner_of(request.user, event, **named)
    row = _version(found, number)
    context = about(found) | {"page": selectors.version_page(found, row)}
    return render(request, "desk/awards_version.html", context)


@desk
@require_safe
def version_file(request: DeskRequest, event: str, number: int, file: str, **named: str) -> HttpResponse:
    """A version for a spreadsheet, or the very bytes that its hash is of."""
    found = owner_of(request.user, event, **named)
    row = _version(found, number)
    what, _dot, kind = file.partition(".")
    name = f"{event}-{found.slug}-{what}-version-{number}.{kind}"
    if file == "awards.json":
        answer = HttpResponse(row.awards.encode(), content_type="application/json")
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer
    files = FILES[found.kind]
    if file not in files:
        raise Http404
    return csv_file(name, files[file](frozen.read(row.awards)))


def _version(owner: HasStandings, number: int) -> FrozenAwards:
    return get_object_or_404(FrozenAwards, standings=owner.standings_id, number=number)


@desk
@require_safe
def show(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    """One award per screen, in calling order, after a title screen."""
    found = owner_of(request.user, event, **named)
    held = selectors.held(found)
    awards = held.record.from_last_to_first
    at = min(whole_number(request.GET.get("award", "")) or 0, len(awards))
    award = awards[at - 1] if at else None
    context = about(found) | {
        "award": award,
        "corrected": award is not None and award.line in held.changed,
        "at": at,
        "of": len(awards),
        "version": held.version,
        "previous": at - 1 if at else None,
        "next": at + 1 if at < len(awards) else None,
    }
    return render(request, "desk/ceremony_show.html", context)


@desk
@require_safe
def printed(request: DeskRequest, event: str, template: str, **named: str) -> HttpResponse:
    found = owner_of(request.user, event, **named)
    held = selectors.held(found)
    context = about(found) | {"held": held, "awards": held.record.from_last_to_first}
    return render(request, template, context)


@desk
@require_safe
def file(request: DeskRequest, event: str, file: str, **named: str) -> HttpResponse:
    """A file with its version in the name: it outlives the page it came from."""
    found = owner_of(request.user, event, **named)
    held = selectors.held(found)
    which = f"version-{held.version}" if held.version else "not-frozen"
    name = f"{event}-{found.slug}-{file.removesuffix('.csv')}-{which}.csv"
    return csv_file(name, FILES[found.kind][file](held.record))


def _page(request: DeskRequest, owner: HasStandings, refused: Refused | None = None) -> HttpResponse:
    context = about(owner) | {"page": selectors.ceremony(owner), "refused": refused}
    return render(request, "desk/ceremony.html", context, status=refused.status if refused else 200)
