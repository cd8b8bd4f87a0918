"""Beside another pairing program: upload its file, see what it changes, take it."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from ...errors import Refused
from ...formats.programs.reading import read
from ...formats.sizes import LIST
from ...forms import shown
from ...forms.companion import CompanionForm, orders
from ...models import CHIEFS, CompanionFile, Event
from ...permissions import DeskRequest, desk_of, event_of
from ...selectors.files import companion as selectors
from ...selectors.files import page_workbooks
from ...selectors.files.companion_doubts import (
    absent,
    far_dates,
    looks_older,
    of_another_event,
    without_results,
)
from ...services import companion as services
from ..shared import asks_workbook, carry_out, status, workbook


@desk_of(CHIEFS)
def companion(request: DeskRequest, event: str) -> HttpResponse:
    """What the file that waits would change, what differs, and the form for the next file.

    An upload changes nothing yet: it replaces the file that waits.
    """
    found = event_of(request.user, event)
    if request.method != "POST":
        return _page(request, found, CompanionForm())
    form = CompanionForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, found, form)
    try:
        services.upload(found, read(form.cleaned_data["file"].read()), by=request.user)
    except Refused as refused:
        return _page(request, found, form, refused)
    return redirect("companion", event)


companion.takes_uploads = LIST  # type: ignore[attr-defined]  # its body may be as large as its form says


@desk_of(CHIEFS)
@require_POST
def take_companion(request: DeskRequest, event: str) -> HttpResponse:
    """Take what the file changes, or forget the file."""
    found = event_of(request.user, event)

    def take() -> HttpResponse:
        if "discard" in request.POST:
            services.discard(found)
            messages.success(request, _("The file was discarded. Nothing was imported from it."))
            return redirect("companion", event)
        offered = [order for order, _words in orders(found, [each.file for each in selectors.waiting(found)])]
        order = request.POST.get("order", "")
        taken = services.take_waiting(
            found,
            by=request.user,
            order=order if order in offered else offered[0],
            chosen=request.POST.getlist("take"),
            another="another" in request.POST,
            older="older" in request.POST,
            answers=answers_in(request),
        )
        messages.success(request, _said(taken))
        for each in taken:
            if each.held:
                said = _("%(name)s is final: nothing of it was imported. Reopen it on Finish to import.")
                messages.warning(request, said % {"name": each.name})
        return redirect("companion", event)

    try:
        return carry_out(request, take, event=found, shows=lambda: shown.companion(found))
    except Refused as refused:
        return _page(request, found, CompanionForm(), refused)


def answers_in(request: DeskRequest) -> dict[str, str]:
    """What was chosen of each question about players."""
    asked = "asked-"
    return {name.removeprefix(asked): request.POST[name] for name in request.POST if name.startswith(asked)}


def _said(taken: list[services.Taken]) -> str:
    changed = [each for each in taken if each.says]
    if not changed:
        return _("The file was read. Nothing in it is new.")
    count = sum(len(each.says) for each in changed)
    said = ngettext(
        "Imported: %(n)d change in %(sections)s.", "Imported: %(n)d changes in %(sections)s.", count
    )
    return said % {"n": count, "sections": ", ".join(each.name for each in changed)}


def _page(
    request: DeskRequest, event: Event, form: CompanionForm, refused: Refused | None = None
) -> HttpResponse:
    file = CompanionFile.objects.select_related("by").filter(event=event).first()
    waiting = selectors.waiting(event) if file else []
    files = [each.file for each in waiting]
    details = selectors.told(selectors.missing_here(event, files))
    differing = [] if file else selectors.differing(event)
    sheets = page_workbooks.companion(waiting or differing, details, waits=file is not None)
    if asks_workbook(request) and sheets:
        return workbook(f"{event.slug}-other-program.xlsx", sheets)
    context: dict[str, Any] = {
        "event": event,
        "form": form,
        "file": file,
        "waiting": waiting,
        "another": file is not None and of_another_event(event, file.title, waiting),
        "far": far_dates(event, files),
        # Less loud once it was seen.
        "followed": any(each.companion for each in waiting),
        "older": looks_older(waiting),
        "lacking": without_results(waiting),
        "absent": absent(event, (each.section for each in waiting)) if file else [],
        "details": details,
        "changes": bool(details) or any(each.changes for each in waiting),
        "differs": any(each.kept for each in waiting),
        "asks_order": any(each.asks_order for each in waiting),
        "orders": orders(event, files) if file else [],
        "differing": differing,
        "spreadsheet": bool(sheets),
        # What a refused form had chosen.
        "answers": [f"{key}={value}" for key, value in answers_in(request).items()],
        "chosen": request.POST.getlist("take"),
        "ticked": {name: name in request.POST for name in ("another", "older")},
        "refused": refused,
        # What was chosen last could not be read, and the one before it still waits.
        "earlier": file is not None and (form.is_bound or refused is not None),
        "shown": shown.companion(event) if file else None,
    }
    answered = refused.status if refused else status(form)
    return render(request, "setup/companion.html", context, status=answered)
