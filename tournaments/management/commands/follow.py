"""Watch the file of another pairing program, and take each change of it."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.db import OperationalError, close_old_connections
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import zones
from tournaments.errors import Refused
from tournaments.formats.programs.reading import read
from tournaments.formats.sizes import LIST
from tournaments.forms.companion import too_large
from tournaments.management.worded import WordedCommand
from tournaments.models import Event, Role, Staff
from tournaments.selectors.files.companion import differing
from tournaments.selectors.files.companion_doubts import absent, without_results
from tournaments.services import companion
from tournaments.text.wording import clock

State = tuple[int, int]
EVERY = 2


class _Later(Exception):  # noqa: N818 (what is to be said, not an error)
    """The file cannot be opened now, or the database is in use: another program may hold it for a moment."""


class Command(WordedCommand):
    help = (
        "Watch the file that another pairing program saves (SwissSys: .sjson), and take each change of it:"
        " players, pairings, results. What was entered here and differs is listed and stays. Ctrl+C stops it."
    )

    def _say(self, text: str, *, wrong: bool = False) -> None:
        """A line with the time: the window stands open all day."""
        with zones.told_in(self.zone):
            (self.stderr if wrong else self.stdout).write(f"{clock(timezone.now())}  {text}")

    # In which the event tells times.
    zone = zones.NOWHERE
    # The state of the file that was taken last.
    seen: State | None = None

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--event", required=True, help="the event's part of its address, such as spring-open"
        )
        parser.add_argument(
            "--order", default="", help="tiebreak order of new sections (the file's, else the rulebook's)"
        )
        parser.add_argument(
            "--every",
            type=float,
            default=EVERY,
            metavar="SECONDS",
            help="look at the file this often (default: %(default)s seconds)",
        )
        parser.add_argument("--once", action="store_true", help="read the file once and stop")

    def handle(
        self, *args: Any, file: Path, event: str, order: str, every: float, once: bool, **options: Any
    ) -> None:
        found = Event.objects.filter(slug=event).first()
        if found is None:
            there = ", ".join(Event.objects.order_by("slug").values_list("slug", flat=True)) or _("none")
            raise CommandError(
                _("There is no event %(event)s. There are: %(there)s") % {"event": event, "there": there}
            )
        # The log needs a person: what the file changes is the chief's.
        chief = (
            Staff.objects.filter(event=found, role=Role.CHIEF).select_related("user").order_by("pk").first()
        )
        if chief is None:
            raise CommandError(_("%(event)s has no chief. Invite one first.") % {"event": found.name})
        by, self.zone = chief.user, found.time_zone
        order = order or companion.OF_FILE
        if found.is_draft:
            self._say(_("This event is a draft: players see nothing until you publish it."))
        if once:
            try:
                was_read = self._take(found, file, order, by)
            except _Later as later:
                self._say(str(later), wrong=True)
                was_read = False
            if not was_read:
                raise CommandError(_("Nothing was imported."))
            return
        self._say(_("Watching %(file)s. Stop with Ctrl+C.") % {"file": file})
        told = ""
        try:
            for _new in self._states(file, every):
                close_old_connections()
                if (found := Event.objects.filter(pk=found.pk).first()) is None:
                    raise CommandError(_("The event is gone. Nothing more is imported."))
                try:
                    self._take(found, file, order, by)
                    told = ""
                except _Later as later:
                    # The same state is tried again; that is said once.
                    if str(later) != told:
                        told = str(later)
                        self._say(told, wrong=True)
                    self.seen = None
        except KeyboardInterrupt:
            self._say(_("Stopped."))

    def _states(self, file: Path, every: float) -> Iterator[State]:
        """Each new state of the file. One that is not there is said once: its name may be typed wrong."""
        self.seen = None
        missed = False
        while True:
            state = _state(file)
            if state is None and not missed:
                message = _("%(file)s is not there. Wallchart waits for it. Is the name right?")
                self._say(message % {"file": file}, wrong=True)
            missed = state is None
            # A file that is being written is left until it stays as it is.
            if state is not None and state != self.seen and state == self._after(file, every):
                self.seen = state
                yield state
            elif state is None or state == self.seen:
                sleep(every)

    def _after(self, file: Path, every: float) -> State | None:
        sleep(min(every, 1))
        return _state(file)

    def _take(self, event: Event, file: Path, order: str, by: User) -> bool:
        """Take what changed; whether the file could be read. What cannot be taken is only said."""
        try:
            if file.stat().st_size > LIST:
                raise Refused(too_large())
            found = read(file.read_bytes())
            taken = companion.take_unasked(event, found, by=by, order=order)
        except OSError as error:
            raise _Later(f"{file}: {error.strerror}") from error
        except OperationalError as error:
            if "lock" not in str(error):
                raise
            raise _Later(_("The database is in use. Wallchart tries again.")) from error
        except Refused as refused:
            self._say(refused.message, wrong=True)
            for trouble in refused.troubles:
                was = f"“{trouble.read}”" if trouble.read else _("nothing")
                self._say(f"  {trouble.where}: {was}, {_('expected')}: {trouble.expected}", wrong=True)
            return False
        if found.left_out:
            self._say(_("Not read: %(columns)s.") % {"columns": ", ".join(found.left_out)})
        for section in taken:
            for line in section.says:
                self._say(f"{section.name}: {line}")
            for line in section.doubts:
                self._say(f"{section.name}: {line}")
            for line in section.waits:
                self._say(line)
            if section.held:
                message = _("%(name)s is final. This was left out: %(lines)s.")
                self._say(message % {"name": section.name, "lines": "; ".join(section.held)})
        others = differing(event)
        if words := without_results(others):
            self._say(words)
        for gone in absent(event, (each.section for each in taken)):
            self._say(_("%(name)s is not in the file. The section stays here.") % {"name": gone.name})
        for each in others:
            for kept in each.kept:
                self._say(
                    _("%(section)s: %(said)s: %(here)s here, %(there)s in the file. It stays.")
                    % {"section": each.name, **kept._asdict()}
                )
        if any(each.kept for each in others):
            self._say(_("To use a value from the file, upload it on the page Other program."))
        return True


def _state(file: Path) -> State | None:
    """When the file was written last, and its size; None while it is not there."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
