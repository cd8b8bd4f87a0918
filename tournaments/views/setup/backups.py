"""Backups as pages: take an event or everything along, restore a file, choose where copies go."""

from collections.abc import Sequence
from functools import cache, cached_property
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.files import File
from django.db import connection
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.datastructures import MultiValueDict
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tiebreaks.lines import refuse_null

from ... import zones
from ...errors import Refused, Stale
from ...formats.backup import Most
from ...formats.sizes import BACKUP
from ...forms import shown
from ...forms.backups import AnswerForm, CopiesForm, RestoreForm
from ...models import CHIEFS, Event, Role
from ...permissions import DeskRequest, desk_of, directors, event_of, may_have_everything
from ...selectors.event.copies import Copies, copies, lacks_a_folder
from ...selectors.event.people import who_cannot_sign_in
from ...services import acts
from ...services import backups as services
from ...services.backups import automatic, uploads
from ..shared import carry_out, done, status

# An event of 300 players has some 1 MB in a file of 100 KB. As many rows are restored in five seconds.
MOST_UNPACKED = Most(bytes=4 * BACKUP, rows=40_000)


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
    automatic.note_download([found.pk])
    return _download(file, services.file_name(found))


@desk_of(CHIEFS)
@require_safe
def download_replaced(request: DeskRequest, event: str, kept: str) -> HttpResponse:
    """The event as it stood before a restore replaced it."""
    found = event_of(request.user, event)
    paths = {each.path.name: each.path for each in services.kept_of(found)}
    if kept not in paths:
        raise Http404
    return _download(BytesIO(paths[kept].read_bytes()), kept)


@directors
@require_safe
def download_everything(request: DeskRequest) -> HttpResponse:
    """Every event and account. Of the passwords' hashes, those that this person may have: their own."""
    if not may_have_everything(request.user):
        raise Http404
    file, events = BytesIO(), list(Event.objects.values_list("pk", flat=True))
    services.everything(file, None if request.user.is_superuser else [request.user.pk])
    automatic.note_download(events)
    return _download(file, services.file_name())


@directors
@require_POST
def restore(request: DeskRequest) -> HttpResponse:
    """A file that is chosen, or one that waits with the answer to what it asks. Questions are a page of their
    own, so that to go back or to reload sends nothing again."""
    refuse_null(request.POST.lists())
    # What the question told is compared with what it would tell now: both by one clock.
    zones.tell_in(_zone(_own_events(request.user)))
    word = request.POST.get("kept", "")
    waiting = uploads.kept(word, request.user)
    form = RestoreForm(request.POST, _as_chosen(waiting) if waiting else request.FILES)
    answer = AnswerForm(request.POST)
    if not (form.is_valid() and answer.is_valid()):
        if led := acts.led_to(request.user, request.POST.get("token", "")):
            messages.info(request, _("This was saved already."))
            return redirect(led)
        return _page(request, restoring=form)
    # What was confirmed belongs to a file.
    upload = _Upload(request.user, form.cleaned_data["file"], answer.confirmed if waiting else [])
    try:
        with services.refusing():
            led_on = carry_out(
                request,
                lambda: _stored(request, upload),
                first=upload.ask,
                shows=upload.shows if waiting else None,
                again=True,
                file=upload.hash(),
            )
    except (services.BringsPeople, services.Exists):
        if waiting:
            messages.error(request, _("Nothing was restored yet. Check the box to restore, or go back."))
        else:
            word = uploads.keep(upload.file, upload.name, request.user)
        return redirect("restore-question", word)
    except Stale:
        messages.warning(
            request,
            _("Something changed since you were asked. Nothing was restored. When you were asked: %(told)s")
            % {"told": answer.cleaned_data["told"] or _("nothing")},
        )
        return _question(request, word, answered=Stale.status)
    except Refused as refused:
        uploads.forget(word, request.user)
        return _refused(request, form, refused)
    uploads.forget(word, request.user)
    return led_on


def _as_chosen(file: "File[bytes]") -> MultiValueDict[str, Any]:
    return MultiValueDict({"file": [file]})


class _Upload:
    """A file that a director restores, and what its questions tell."""

    def __init__(self, by: User, file: "File[bytes]", confirmed: Sequence[str] = ()) -> None:
        self.by, self.file, self.confirmed = by, file, confirmed
        self.name = file.name or ""

    def hash(self) -> str:
        self.file.seek(0)
        return sha256(self.file.read()).hexdigest()

    @cached_property
    def restoring(self) -> services.Restoring:
        source = services.Source(self.name, self.by)
        return services.Restoring(self.file, source, by=self.by, most=MOST_UNPACKED)

    def ask(self) -> None:
        self.restoring.ask(replace="replace" in self.confirmed, agree=self.agree)

    def agree(self, people: list[services.Comes]) -> None:
        if "with_people" not in self.confirmed:
            raise services.BringsPeople(people)

    def shows(self) -> acts.Shown:
        if connection.in_atomic_block:  # before that, it is only compared so that nobody waits in vain
            self.restoring.lock()
        return self.told()

    def told(self) -> dict[str, str]:
        """What is to be asked, and what the question tells, as it is now."""
        told = {
            "replace": self.restoring.lost(),
            "with_people": list(map(str, self.restoring.coming())),
        }
        return {question: "\n".join(lines) for question, lines in told.items() if lines}

    def store(self) -> list[services.Restored]:
        return self.restoring.store(replace="replace" in self.confirmed)


def _stored(request: DeskRequest, upload: _Upload) -> HttpResponse:
    restored = upload.store()
    for each in restored:
        messages.success(request, _told(each.event, each.replaced))
        for warning in [*each.warnings, *who_cannot_sign_in(each.event)]:
            messages.warning(request, warning)
    return redirect("desk-event", restored[0].event.slug) if len(restored) == 1 else redirect("desk")


def _told(event: Event, kept: Path | None) -> str:
    if kept is None:
        return _("Restored: %(event)s") % {"event": event.name}
    message = _("Restored: %(event)s. The event as it stood is kept as %(kept)s, on the Backup page.")
    return message % {"event": event.name, "kept": kept.name}


def _refused(request: DeskRequest, form: RestoreForm, refused: Refused) -> HttpResponse:
    form.add_error("file", refused.message)
    return _page(request, restoring=form, answer=refused.status)


@directors
@require_safe
def restore_question(request: DeskRequest, word: str) -> HttpResponse:
    """What a file that waits would replace, and who comes with it: told as it is now, and asked."""
    return _question(request, word)


def _question(request: DeskRequest, word: str, answered: int = 200) -> HttpResponse:
    file = uploads.kept(word, request.user)
    if file is None:
        messages.info(
            request,
            _("The file is no longer waiting: it was restored, or it was here for more than an hour."),
        )
        return redirect("backup")
    upload, question = _Upload(request.user, file), ""
    zones.tell_in(_zone(_own_events(request.user)))
    try:
        with services.refusing():
            told = upload.told()
            upload.ask()
    except (services.BringsPeople, services.Exists) as asked:
        question = asked.message
    except Refused as refused:
        form = RestoreForm({}, _as_chosen(file), auto_id="restore_%s")
        return _refused(request, form, refused)
    answer = AnswerForm(initial={"kept": word})
    answer.asks(told)
    context = {
        "answer": answer,
        "file_name": upload.name,
        "written": upload.restoring.written,
        "question": question,
        "events": upload.restoring.events(),
        "unmirrored": upload.restoring.unmirrored(),
        "replaces": get_text_list(upload.restoring.names(), _("and")),
        "replaced": upload.restoring.replaced(),
        "coming": upload.restoring.coming(),
        "told": told,
    }
    return render(request, "setup/restore.html", context, status=answered)


restore.takes_uploads = BACKUP  # type: ignore[attr-defined]  # its body may be as large as its form says
restore.takes_backups = True  # type: ignore[attr-defined]  # config/admission.py says what else takes longer ones


@directors
@require_POST
def choose_folder(request: DeskRequest) -> HttpResponse:
    if not (automatic.is_running() and may_have_everything(request.user)):
        raise Http404
    form = CopiesForm(request.POST)

    @cache
    def copied() -> Copies:
        folder = form.cleaned_data["folder"]
        return automatic.tried(folder) if folder else Copies(declined=True)

    def choose() -> HttpResponse:
        automatic.keep(copied())
        if copied().folder:
            messages.success(request, _("Copied. From now on each change is copied within a minute."))
        else:
            messages.success(request, _("This computer makes no more copies."))
        return redirect("backup")

    return done(request, form, choose, first=copied, shows=shown.folder) or _page(request, choosing=form)


def _download(file: BytesIO, name: str) -> HttpResponse:
    answer = HttpResponse(file.getvalue(), content_type="application/octet-stream")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _page(
    request: DeskRequest,
    restoring: RestoreForm | None = None,
    choosing: CopiesForm | None = None,
    answer: int = 200,
) -> HttpResponse:
    now = copies()
    everything = may_have_everything(request.user)
    events = _own_events(request.user)
    zone = _zone(events)
    zones.tell_in(zone)
    context: dict[str, Any] = {
        "events": events,
        "replaced": [(event, kept) for event in events if (kept := services.kept_of(event))],
        "zone": zones.called(zone),
        "everything": everything,
        "restoring": restoring or RestoreForm(auto_id="restore_%s"),
        "choosing": choosing or CopiesForm(initial={"folder": now.folder}),
        "may_choose": everything and automatic.is_running(),
        "copies": now,
        "lacks_a_folder": lacks_a_folder(now),
        "chosen": shown.folder(),
        "size": _size(now.size),
    }
    answered = answer if answer != 200 else max(status(restoring), status(choosing))
    return render(request, "setup/backup.html", context, status=answered)


def _own_events(user: User) -> list[Event]:
    own = Event.objects.filter(staff__user=user, staff__role=Role.CHIEF)
    return list(own.order_by("-starts_on", "name"))


def _zone(events: list[Event]) -> str:
    """Where the clock of a director hangs, as far as the events tell."""
    return events[0].time_zone if events else zones.default()


def _size(size: int) -> str:
    thousands = -(-size // 1000)
    return ngettext("%(count)d KB", "%(count)d KB", thousands) % {"count": thousands}
