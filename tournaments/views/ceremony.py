"""The ceremony: what is missing, freezing the awards, and the pages that are shown, ticked and signed."""

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
from ..models import FinalAwards, Section
from ..numbers import whole_number
from ..permissions import DeskRequest, desk, section_of
from ..selectors import ceremony as selectors
from ..services import ceremony as services
from .shared import about, csv_file

_FILES = {"awards.csv": awards_csv.awards, "cash.csv": awards_csv.cash}


@desk
@require_safe
def ceremony(request: DeskRequest, event: str, section: str) -> HttpResponse:
    return _page(request, section_of(request.user, event, section))


@desk
@require_POST
def freeze(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    try:
        version = services.freeze(found, by=request.user, stamp=request.POST.get("stamp", ""))
    except Refused as refused:
        found.refresh_from_db()
        return _page(request, found, refused)
    messages.success(request, _("Frozen: version %(version)d.") % {"version": version.number})
    return redirect("ceremony", event, section)


@desk
@require_safe
def version(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    found = section_of(request.user, event, section)
    row = get_object_or_404(FinalAwards.objects.select_related("section"), section=found, number=number)
    return render(request, "desk/awards_version.html", about(found) | {"page": selectors.version_page(row)})


@desk
@require_safe
def version_file(request: DeskRequest, event: str, section: str, number: int, file: str) -> HttpResponse:
    """A version for a spreadsheet, or the very bytes that its hash is of."""
    found = section_of(request.user, event, section)
    row = get_object_or_404(FinalAwards, section=found, number=number)
    what, _dot, kind = file.partition(".")
    name = f"{event}-{section}-{what}-version-{number}.{kind}"
    if file == "awards.json":
        answer = HttpResponse(row.awards.encode(), content_type="application/json")
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer
    if file not in _FILES:
        raise Http404
    return csv_file(name, _FILES[file](finals.read(row.awards)))


@desk
@require_safe
def show(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """One award a screen, from the last to the first; before the first of them whose awards they are."""
    found = section_of(request.user, event, section)
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
def tick_list(request: DeskRequest, event: str, section: str) -> HttpResponse:
    return _printed(request, section_of(request.user, event, section), "desk/tick_list.html")


@desk
@require_safe
def receipts(request: DeskRequest, event: str, section: str) -> HttpResponse:
    return _printed(request, section_of(request.user, event, section), "desk/receipts.html")


@desk
@require_safe
def awards_file(request: DeskRequest, event: str, section: str) -> HttpResponse:
    return _file(section_of(request.user, event, section), "awards", awards_csv.awards)


@desk
@require_safe
def cash_file(request: DeskRequest, event: str, section: str) -> HttpResponse:
    return _file(section_of(request.user, event, section), "cash", awards_csv.cash)


def _printed(request: DeskRequest, section: Section, template: str) -> HttpResponse:
    held = selectors.held(section)
    awards = held.record.from_last_to_first
    return render(request, template, about(section) | {"held": held, "awards": awards})


def _file(section: Section, what: str, write: Callable[[Record], str]) -> HttpResponse:
    """The name says of which version it is: a file outlives the page it came from."""
    held = selectors.held(section)
    which = f"version-{held.version}" if held.version else "not-frozen"
    return csv_file(f"{section.event.slug}-{section.slug}-{what}-{which}.csv", write(held.record))


def _page(request: DeskRequest, section: Section, refused: Refused | None = None) -> HttpResponse:
    context = about(section) | {"page": selectors.ceremony(section), "refused": refused}
    return render(request, "desk/ceremony.html", context, status=refused.status if refused else 200)
