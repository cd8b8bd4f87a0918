"""The ceremony: what is missing, freezing the awards, and the pages that are shown, ticked and signed.

Of a section, or of a table of teams, whose awards are frozen apart: it may draw on several sections.
"""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from .. import finals
from ..errors import Refused
from ..finals import Record
from ..formats import awards_csv
from ..models import Section
from ..numbers import whole_number
from ..permissions import DeskRequest, desk, place_of, section_of
from ..selectors import ceremony as selectors
from ..selectors.ceremony import Place, Version
from ..services import ceremony as services
from .shared import about_place, address_in, csv_file

Files = dict[str, Callable[[Record], str]]
_FILES: Files = {"awards.csv": awards_csv.awards, "cash.csv": awards_csv.cash}
_TEAM_FILES: Files = {"awards.csv": awards_csv.team_awards}


@desk
@require_safe
def ceremony(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    return _page(request, place_of(request.user, event, **named))


@desk
@require_POST
def freeze(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    found = place_of(request.user, event, **named)
    try:
        version = services.freeze(found, by=request.user, stamp=request.POST.get("stamp", ""))
    except Refused as refused:
        found.refresh_from_db()
        return _page(request, found, refused)
    messages.success(request, _("Frozen: version %(version)d.") % {"version": version.number})
    return redirect(address_in(found, "ceremony"))


@desk
@require_safe
def version(request: DeskRequest, event: str, number: int, **named: str) -> HttpResponse:
    found = place_of(request.user, event, **named)
    row = _version(found, number)
    context = about_place(found) | {"page": selectors.version_page(row)}
    return render(request, "desk/awards_version.html", context)


@desk
@require_safe
def version_file(request: DeskRequest, event: str, number: int, file: str, **named: str) -> HttpResponse:
    """A version for a spreadsheet, or the very bytes that its hash is of."""
    found = place_of(request.user, event, **named)
    row = _version(found, number)
    what, _dot, kind = file.partition(".")
    name = f"{event}-{found.slug}-{what}-version-{number}.{kind}"
    if file == "awards.json":
        answer = HttpResponse(row.awards.encode(), content_type="application/json")
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer
    files = _files(found)
    if file not in files:
        raise Http404
    return csv_file(name, files[file](finals.read(row.awards)))


def _version(place: Place, number: int) -> Version:
    if isinstance(place, Section):
        return get_object_or_404(place.final_awards, number=number)
    return get_object_or_404(place.final_awards, number=number)


def _files(place: Place) -> Files:
    return _FILES if isinstance(place, Section) else _TEAM_FILES


@desk
@require_safe
def show(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    """One award a screen, from the last to the first; before the first of them whose awards they are."""
    found = place_of(request.user, event, **named)
    held = selectors.held(found)
    awards = held.record.from_last_to_first
    at = min(whole_number(request.GET.get("award", "")) or 0, len(awards))
    award = awards[at - 1] if at else None
    context = about_place(found) | {
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
def tick_list(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    return _printed(request, place_of(request.user, event, **named), "desk/tick_list.html")


@desk
@require_safe
def receipts(request: DeskRequest, event: str, section: str) -> HttpResponse:
    return _printed(request, section_of(request.user, event, section), "desk/receipts.html")


@desk
@require_safe
def awards_file(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    found = place_of(request.user, event, **named)
    return _file(found, "awards", _files(found)["awards.csv"])


@desk
@require_safe
def cash_file(request: DeskRequest, event: str, section: str) -> HttpResponse:
    return _file(section_of(request.user, event, section), "cash", awards_csv.cash)


def _printed(request: DeskRequest, place: Place, template: str) -> HttpResponse:
    held = selectors.held(place)
    awards = held.record.from_last_to_first
    return render(request, template, about_place(place) | {"held": held, "awards": awards})


def _file(place: Place, what: str, write: Callable[[Record], str]) -> HttpResponse:
    """The name says of which version it is: a file outlives the page it came from."""
    held = selectors.held(place)
    which = f"version-{held.version}" if held.version else "not-frozen"
    return csv_file(f"{place.event.slug}-{place.slug}-{what}-{which}.csv", write(held.record))


def _page(request: DeskRequest, place: Place, refused: Refused | None = None) -> HttpResponse:
    context = about_place(place) | {"page": selectors.ceremony(place), "refused": refused}
    return render(request, "desk/ceremony.html", context, status=refused.status if refused else 200)
