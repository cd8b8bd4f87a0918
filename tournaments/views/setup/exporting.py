"""A section as files, for other programs and for spreadsheets: one page, and the files that it offers; and
pages of a whole event as spreadsheets."""

import re

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ...formats import trf
from ...models import Section
from ...permissions import DeskRequest, desk, event_of, section_of
from ...selectors.files import event_workbooks
from ...selectors.files.exporting import TRF, WALL_CHART, Exports
from ..shared import about, csv_file, download, workbook

_PGN = re.compile(r"round-([0-9]{1,2})\.pgn")


@desk
@require_safe
def export(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    exports = Exports(found)
    context = {"offers": exports.offers(), "drafts": exports.drafts}
    return render(request, "desk/export.html", about(found) | context)


@desk
@require_safe
def export_file(request: DeskRequest, event: str, section: str, file: str) -> HttpResponse:
    """One of the files; for a section that its format cannot hold, the page that says why."""
    found = section_of(request.user, event, section)
    exports, name = Exports(found), _named(found, file)
    if file == WALL_CHART:
        return csv_file(name, exports.wall_chart)
    if file == TRF:
        if trf.is_refused(tournament := exports.tournament()):
            messages.error(request, _("TRF16 cannot hold this section. Nothing was downloaded."))
            return redirect("export", event, section)
        return download(name, trf.write(tournament), "text/plain; charset=utf-8")
    if (round := _PGN.fullmatch(file)) and (games := exports.games(int(round[1]))):
        return download(name, games.encode(), "application/x-chess-pgn")
    if (sheets := exports.sheets(file)) is not None:
        return workbook(name, sheets)
    raise Http404


@desk
@require_safe
def event_file(request: DeskRequest, event: str, file: str) -> HttpResponse:
    """What a page of the event shows, as a spreadsheet, for who may see that page."""
    found, book = event_of(request.user, event), event_workbooks.book(file)
    if book is None or (book.for_chiefs and not request.user.role.leads):  # type: ignore[attr-defined]
        raise Http404
    return workbook(f"{event}-{file}", book.sheets(found))


def _named(section: Section, file: str) -> str:
    return f"{section.event.slug}-{section.slug}-{file}"
