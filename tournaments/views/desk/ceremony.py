"""The ceremony: what is missing, freezing the awards, and the pages for projector, checklist and receipts.

A team table has its own ceremony: it may draw on several sections. An event's ceremony calls all of them.
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tiebreaks import frozen
from tiebreaks.frozen import AwardsRecord
from tiebreaks.models import FrozenAwards

from ...errors import Refused
from ...formats import awards_csv
from ...models import CHIEFS, Event, HasStandings, TeamTable
from ...numbers import whole_number
from ...permissions import DeskRequest, desk, desk_of, event_of, owner_of, section_of
from ...selectors.awards import ceremony as selectors
from ...selectors.awards.ceremony import Sheet
from ...selectors.awards.slides import Slide, slides
from ...selectors.files import page_workbooks
from ...selectors.files.companion import results_that_differ
from ...services import ceremony as services
from ...services.importing.spellings import look_like_one
from ...text.wording import date_and_clock
from ..shared import about, address_in, asks_workbook, carry_out, csv_file, seen_stamp, workbook

# The downloads of a section and of a team table.
FILES: dict[str, dict[str, Callable[[AwardsRecord], str]]] = {
    "section": {"awards.csv": awards_csv.awards, "cash.csv": awards_csv.cash},
    "table": {"awards.csv": awards_csv.team_awards},
}


@desk
@require_safe
def ceremony(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    found = owner_of(request.user, event, **named)
    if asks_workbook(request):
        sheets = page_workbooks.of_ceremony(selectors.sheet(found))
        return workbook(f"{event}-{found.slug}-ceremony.xlsx", sheets)
    return _page(request, found)


@desk
@require_safe
def event_ceremony(request: DeskRequest, event: str) -> HttpResponse:
    """One ceremony over all sections and team tables: what each still needs, and the way to call them all."""
    found = event_of(request.user, event)
    sections = found.sections.filter(archived=False)
    context = _who_is_called(found) | {"differing": results_that_differ(sections)}
    return render(request, "desk/event_ceremony.html", context)


@desk_of(CHIEFS)
@require_POST
def freeze(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    found = owner_of(request.user, event, **named)

    def freeze() -> HttpResponse:
        version, is_new = services.freeze(found, by=request.user, stamp=seen_stamp(request))
        if is_new:
            messages.success(request, _("Awards list %(version)d is frozen.") % {"version": version.number})
        else:
            messages.info(request, _frozen_already(version))
        return redirect(address_in(found, "ceremony"))

    try:
        return carry_out(request, freeze, event=found.event, again=True)
    except Refused as refused:
        found.standings.refresh_from_db()
        return _page(request, found, refused)


@desk
@require_safe
def version(request: DeskRequest, event: str, number: int, **named: str) -> HttpResponse:
    found = owner_of(request.user, event, **named)
    page = selectors.version_page(found, _version(found, number))
    if asks_workbook(request):
        name = f"{event}-{found.slug}-awards-version-{number}.xlsx"
        return workbook(name, page_workbooks.frozen_version(found, page))
    context = about(found) | {"page": page}
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


def _frozen_already(version: FrozenAwards) -> str:
    told = {"version": version.number, "at": date_and_clock(version.frozen_at), "by": version.frozen_by}
    return _("Awards list %(version)d was frozen already, %(at)s by %(by)s. The awards are the same.") % told


def _version(owner: HasStandings, number: int) -> FrozenAwards:
    return get_object_or_404(FrozenAwards, standings=owner.standings_id, number=number)


@desk
@require_safe
def show(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    """One award per screen, in calling order, after a title screen."""
    found = owner_of(request.user, event, **named)
    close = address_in(found, "ceremony")
    sheets = [selectors.sheet(found)]
    if asked := _changed(request, found.event, sheets, close):
        return asked
    return _screen(request, found.event, slides(sheets), close, title=found.name)


@desk
@require_safe
def event_show(request: DeskRequest, event: str) -> HttpResponse:
    """All awards of an event in one ceremony, section after section."""
    found = event_of(request.user, event)
    close = reverse("event-ceremony", args=[event])
    sheets = selectors.called(found)
    return _changed(request, found, sheets, close) or _screen(request, found, slides(sheets), close)


def _changed(request: DeskRequest, event: Event, sheets: list[Sheet], close: str) -> HttpResponse | None:
    """The page in place of the first screen, if a name to be called is no longer right, or may not be; None
    once a screen was asked for, which names nobody of such an award."""
    if "award" in request.GET:
        return None
    stopped = [sheet for sheet in sheets if sheet.held.stopped]
    context = {
        "event": event,
        "stopped": stopped,
        "changed": any(sheet.held.changed or sheet.held.changed_cash for sheet in stopped),
        "others": any(sheet.held.stays for sheet in sheets),
        "close": close,
    }
    return render(request, "desk/ceremony_changed.html", context) if stopped else None


def _screen(
    request: DeskRequest, event: Event, shown: list[Slide], close: str, *, title: str = ""
) -> HttpResponse:
    at = min(whole_number(request.GET.get("award", "")) or 0, max(len(shown) - 1, 0))
    context = {
        "event": event,
        "slide": shown[at] if shown else None,
        "title": title,
        "close": close,
        "previous": at - 1 if at else None,
        "next": at + 1 if at + 1 < len(shown) else None,
    }
    return render(request, "desk/ceremony_show.html", context)


@desk
@require_safe
def checklist(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    found = owner_of(request.user, event, **named)
    return render(request, "desk/checklist.html", about(found) | {"sheets": [selectors.sheet(found)]})


@desk
@require_safe
def event_checklist(request: DeskRequest, event: str) -> HttpResponse:
    found = event_of(request.user, event)
    context = _who_is_called(found)
    context["sheets"] = [Sheet(owner, page.held) for owner, page in context["called"]]
    return render(request, "desk/checklist.html", context)


@desk
@require_safe
def receipts(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    return render(request, "desk/receipts.html", about(found) | {"sheet": selectors.sheet(found)})


@desk
@require_safe
def file(request: DeskRequest, event: str, file: str, **named: str) -> HttpResponse:
    """A file with its version in the name: it outlives the page it came from."""
    found = owner_of(request.user, event, **named)
    held = selectors.held(found)
    which = f"version-{held.version}" if held.version else "not-frozen"
    name = f"{event}-{found.slug}-{file.removesuffix('.csv')}-{which}.csv"
    return csv_file(name, FILES[found.kind][file](held.record))


def _who_is_called(event: Event) -> dict[str, Any]:
    """An event's ceremonies, those that are called and those of sections that are not over; and the sections
    that have none."""
    ceremonies = selectors.all_ceremonies(event)
    return {
        "event": event,
        "called": [(owner, page) for owner, page in ceremonies if not page.held.projected],
        "not_over": [(owner, page) for owner, page in ceremonies if page.held.projected],
        "not_called": selectors.not_called(event),
        "alike": _alike(owner for owner, _page in ceremonies),
    }


def _alike(owners: Iterable[HasStandings]) -> list[list[str]]:
    """The teams that look like one school, of those to which team tables give awards."""
    tables = [owner for owner in owners if isinstance(owner, TeamTable)]
    sections = [of for table in tables for of in table.counted_sections]
    return look_like_one(tables[0].event, sections) if tables else []


def _page(request: DeskRequest, owner: HasStandings, refused: Refused | None = None) -> HttpResponse:
    context = about(owner) | {
        "page": selectors.ceremony(owner),
        "differing": results_that_differ(owner.counted_sections),
        "refused": refused,
        "alike": _alike([owner]),
    }
    return render(request, "desk/ceremony.html", context, status=refused.status if refused else 200)
