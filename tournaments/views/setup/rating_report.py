"""The rating report of an event: what it says, what is missing, and its files."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.forms import BoundField
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ...errors import Refused
from ...formats.rating_report import FILES, time_control, write, zipped
from ...forms import shown
from ...forms.rating_report import RatingReportForm
from ...models import CHIEFS, Section
from ...permissions import DeskRequest, desk_of, event_of
from ...selectors.files.filing import Place
from ...selectors.files.preflight import (
    USUAL,
    Checked,
    Finding,
    asked_for,
    event_before,
    findings,
    is_first,
    left_out,
    preflight,
    typed_on_the_page,
)
from ...selectors.setup.pages import with_entries
from ...services import rating_report as services
from ..shared import FOR_REPORT, carry_out, download, refuse, status, workbook

ALL, PROBLEMS = "rating-report.zip", "problems.xlsx"


@dataclass(frozen=True)
class Link:
    words: str
    address: str


@dataclass(frozen=True)
class Said:
    """A finding with the links to where it is mended; what names nobody is a link as a ``whole``."""

    said: str
    links: list[Link]
    whole: str


@dataclass(frozen=True)
class Group:
    """What was found about the event, or about the section of this name."""

    name: str
    found: list[Said]


@dataclass(frozen=True)
class Card:
    """A section of the form."""

    section: Section
    fields: dict[str, BoundField]
    of_players: list[BoundField]
    rating_class: str
    open: bool


@desk_of(CHIEFS)
def rating_report(request: DeskRequest, event: str) -> HttpResponse:
    found = event_of(request.user, event)
    posted = request.POST
    stored, before = shown.rating_report(found, posted), event_before(found, request.user)
    usual = {name: getattr(before, name) for name in USUAL if before and not stored[name]}
    form = RatingReportForm(
        posted or None,
        initial=stored | usual,
        sections=with_entries(found),
        players=asked_for(found, posted) if posted else typed_on_the_page(found),
        first=is_first(found),
    )

    not_saved: dict[int, str] = {}

    def edit() -> HttpResponse:
        typed = form.of_event() | {"different": form.cleaned_data["different"]}
        of_players = form.of_players()
        not_saved.update(
            services.edit(found, form.of_sections(), by=request.user, players=of_players, **typed)
        )
        form.refuse_players(not_saved)
        if not form.errors:
            messages.success(request, _("Saved."))
        return redirect("rating-report", event)

    if form.saves:
        try:
            answer = carry_out(request, edit, event=found, shows=lambda: shown.rating_report(found, posted))
            if not form.errors:
                return answer
            # What is wrong of the players stands at their fields, and the rest is counted as it is now.
            found = event_of(request.user, event)
            stored = shown.rating_report(found, posted)
            form = form.with_the_rest_saved(stored, with_entries(found))
            form.refuse_players(not_saved)
            request.stale = True  # the form shows what was saved
        except Refused as refused:
            refuse(form, refused)
    checked = preflight(found)
    context = {
        "event": found,
        "form": form,
        "shown": stored,
        "before": before,
        "cards": [_card(form, section) for section in form.sections],
        "preflight": checked,
        "problems": _groups(checked.checked, "problems"),
        "notes": _groups(checked.checked, "notes"),
        "ahead": list(map(_said, checked.ahead)),
        "reopened": list(map(_said, checked.reopened)),
        "left_out": list(map(_said, left_out(found))),
        "beside": list(map(_said, checked.beside)),
        "zip": ALL,
        "files": FILES,
        "spreadsheet": PROBLEMS,
    }
    return render(request, "setup/rating_report.html", context, status=status(form))


@desk_of(CHIEFS)
@require_safe
def rating_report_file(request: DeskRequest, event: str, file: str) -> HttpResponse:
    """One of the files, or all in a ZIP; as long as something is missing, the page that says so. What is
    missing is a spreadsheet too."""
    found = event_of(request.user, event)
    if file == PROBLEMS:
        return workbook(f"{found.slug}-{PROBLEMS}", [findings(preflight(found))])
    if file not in (ALL, *FILES):
        raise Http404
    report = preflight(found).report
    if report is None:
        messages.error(request, _("The report is not complete. Nothing was downloaded."))
        return redirect("rating-report", event)
    files = write(report)
    content = zipped(files, report.ends) if file == ALL else files[file]
    kind = "application/zip" if file == ALL else "application/octet-stream"
    name = f"{found.slug}-{ALL}" if file == ALL else file
    return download(name, content, kind)


def _groups(checked: Iterable[Checked], kind: str) -> list[Group]:
    return [
        Group(each.section.name if each.section else _("The event"), list(map(_said, getattr(each, kind))))
        for each in checked
        if getattr(each, kind)
    ]


def _said(finding: Finding) -> Said:
    links = [Link(place.words, _address(place)) for place in finding.places if place.words]
    whole = next((_address(place) for place in finding.places if not place.words), "")
    return Said(finding.said, links, whole)


def _address(place: Place) -> str:
    if not place.page:
        return f"#id_{place.field}"
    # Who mends a player comes back for the next one.
    of_player = place.page in ("edit-player", "team-members")
    return reverse(place.page, args=place.args) + (f"?{FOR_REPORT}" if of_player else "")


def _card(form: RatingReportForm, section: Section) -> Card:
    fields = form.section_fields(section)
    try:
        control = time_control.read(section.time_control)
        words = _("%(class)s: %(total)d minutes with the delay or increment") % {
            "class": control.rating_class.label,
            "total": control.total,
        }
    except ValueError:
        words = ""
    more: Any = (fields[name] for name in ("starts_on", "ends_on", "grand_prix", "fide"))
    usual = (None, "", False)
    return Card(
        section,
        fields,
        form.player_fields(section),
        words,
        any(each.errors or each.value() not in usual for each in more),
    )
