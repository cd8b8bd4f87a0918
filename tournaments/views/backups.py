"""Backups as pages: take an event or everything along, restore a file, choose where copies go."""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tiebreaks.lines import refuse_null

from .. import zones
from ..errors import Refused
from ..formats.backup import Most
from ..forms import shown
from ..forms.backups import LARGEST, FolderForm, RestoreForm
from ..models import CHIEFS, Event, Role
from ..permissions import DeskRequest, desk_of, directors, event_of, may_have_everything
from ..selectors.copies import Copies, copies
from ..services import backups as services
from ..services.backups import automatic
from .shared import done, status

# An event of 300 players has some 1 MB in a file of 100 KB.
MOST_UNPACKED = Most(bytes=4 * LARGEST, rows=60_000)


@directors
@require_safe
def backup(request: DeskRequest) -> HttpResponse:
    return _page(request)


@desk_of(CHIEFS)
@require_safe
def download_event(request: DeskRequest, event: str) -> HttpResponse:
    found = event_of(request.user, event)
    file = BytesIO()
    services.one_event(found, file)
    automatic.note_download(is_of_one_event=True)
    return _download(file, services.file_name(found))


@directors
@require_safe
def download_everything(request: DeskRequest) -> HttpResponse:
    """Every event and account. Of the passwords' hashes, those that this person may have: their own."""
    if not may_have_everything(request.user):
        raise Http404
    file = BytesIO()
    services.everything(file, None if request.user.is_superuser else [request.user.pk])
    automatic.note_download(is_of_one_event=False)
    return _download(file, services.file_name())


@directors
@require_POST
def restore(request: DeskRequest) -> HttpResponse:
    refuse_null(request.POST.lists())
    form = RestoreForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, restoring=form)
    file, replace = form.cleaned_data["file"], form.cleaned_data["replace"]

    def agree(people: list[services.Comes]) -> None:
        if not form.cleaned_data["with_people"]:
            raise services.BringsPeople(people)

    try:
        restored = services.restore(file, by=request.user, replace=replace, most=MOST_UNPACKED, agree=agree)
    except services.BringsPeople as question:
        form.add_error("file", question.message)
        form.ask("with_people")
        return _page(request, restoring=form, coming=question.people, answer=question.status)
    except Refused as refused:
        form.add_error("file", refused.message)
        if isinstance(refused, services.Exists):
            form.ask("replace")
        return _page(request, restoring=form, answer=refused.status)
    for event, _kept in restored:
        messages.success(request, _("Restored: %(event)s") % {"event": event.name})
    return redirect("desk-event", restored[0].event.slug) if len(restored) == 1 else redirect("desk")


restore.takes_uploads = True  # type: ignore[attr-defined]  # its body may be as large as its form says


@directors
@require_POST
def choose_folder(request: DeskRequest) -> HttpResponse:
    if not (automatic.is_running() and may_have_everything(request.user)):
        raise Http404
    form = FolderForm(request.POST)

    @cache
    def copied() -> Copies:
        folder = form.cleaned_data["folder"]
        return automatic.tried(folder) if folder else Copies()

    def choose() -> HttpResponse:
        automatic.keep(copied())
        if copied().folder:
            messages.success(request, _("Copied. From now on each change is copied within a minute."))
        else:
            messages.success(request, _("No copies are made from now on."))
        return redirect("backup")

    return done(request, form, choose, first=copied, shows=shown.folder) or _page(request, choosing=form)


def _download(file: BytesIO, name: str) -> HttpResponse:
    answer = HttpResponse(file.getvalue(), content_type="application/octet-stream")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _page(
    request: DeskRequest,
    restoring: RestoreForm | None = None,
    choosing: FolderForm | None = None,
    coming: Sequence[services.Comes] = (),
    answer: int = 200,
) -> HttpResponse:
    now = copies()
    everything = may_have_everything(request.user)
    own = Event.objects.filter(staff__user=request.user, staff__role=Role.CHIEF)
    events = list(own.order_by("-starts_on", "name"))
    zone = events[0].time_zone if events else zones.default()
    zones.tell_in(zone)
    context: dict[str, Any] = {
        "events": events,
        "zone": zones.called(zone),
        "everything": everything,
        "restoring": restoring or RestoreForm(auto_id="restore_%s"),
        "coming": coming,
        "choosing": choosing or FolderForm(initial={"folder": now.folder}),
        "may_choose": everything and automatic.is_running(),
        "copies": now,
        "chosen": shown.folder(),
        "size": _size(now.size),
    }
    answered = answer if answer != 200 else max(status(restoring), status(choosing))
    return render(request, "setup/backup.html", context, status=answered)


def _size(size: int) -> str:
    thousands = -(-size // 1000)
    return ngettext("%(count)d KB", "%(count)d KB", thousands) % {"count": thousands}
