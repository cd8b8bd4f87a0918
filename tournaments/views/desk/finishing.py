"""Finishing a section: what is open before it, the final sheet, and reopening with a reason."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tiebreaks.lines import clean_line

from ...errors import Refused
from ...models import CHIEFS, Section
from ...permissions import DeskRequest, desk, desk_of, section_of
from ...selectors.awards.finishing import finish_page
from ...selectors.files.companion import results_that_differ
from ...services import finishing as services
from ...services.importing.spellings import look_like_one
from ..shared import about, carry_out, say_draft, seen_stamp, unseen


@desk
@require_safe
def finish(request: DeskRequest, event: str, section: str) -> HttpResponse:
    return _page(request, section_of(request.user, event, section))


@desk_of(CHIEFS)
@require_POST
def finish_section(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)

    def act() -> HttpResponse:
        row = services.finish(found, by=request.user, stamp=seen_stamp(request))
        said = _("Final. Version %(version)d is public.")
        if unseen(found):
            said = _("Final. Version %(version)d will be public once you publish.")
        messages.success(request, said % {"version": row.number})
        say_draft(request, found)
        return redirect("finish", event, section)

    try:
        return carry_out(request, act, event=found.event, again=True)
    except Refused as refused:
        return _page(request, section_of(request.user, event, section), refused)


@desk_of(CHIEFS)
@require_POST
def reopen_section(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    reason = clean_line(request.POST.get("reason", ""))

    def act() -> HttpResponse:
        row = services.reopen(found, by=request.user, reason=reason, stamp=seen_stamp(request))
        messages.success(
            request, _("Reopened. Version %(version)d no longer applies.") % {"version": row.number}
        )
        return redirect("finish", event, section)

    try:
        # Reopened in another tab, it is said to be not final, not asked whether to do it again.
        return carry_out(request, act, event=found.event, again=True)
    except Refused as refused:
        return _page(request, section_of(request.user, event, section), refused, reason)


def _page(
    request: DeskRequest, section: Section, refused: Refused | None = None, reason: str = ""
) -> HttpResponse:
    section.standings.refresh_from_db()
    page = finish_page(section)
    counted = [of for table in page.ceremony.tables for of in table.counted_sections]
    context = about(section) | {
        "page": page,
        "alike": look_like_one(section.event, counted),
        "differing": results_that_differ([section]),
        "refused": refused,
        "reason": reason,
    }
    return render(request, "desk/finish.html", context, status=refused.status if refused else 200)
