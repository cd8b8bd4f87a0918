"""Watch the file of another pairing program, and take each change of it."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.db import OperationalError, close_old_connections
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.formats.programs.reading import read
from tournaments.formats.sizes import LIST
from tournaments.forms.companion import too_large
from tournaments.management.worded import WordedCommand
from tournaments.models import Event, Role, Staff
from tournaments.selectors.files.companion import differing
from tournaments.selectors.files.companion_doubts import absent, without_results
from tournaments.services import companion

State = tuple[int, int]


class _Later(Exception):  # noqa: N818 (what is to be said, not an error)
    """The file cannot be opened now, or the database is in use: another program may hold it for a moment."""


class Command(WordedCommand):
    help = (
        "Watch the file that another pairing program saves (SwissSys: .sjson), and take each change of it:"
        " players, pairings, results. What was entered here and differs is listed and stays. Ctrl+C stops it."
    )

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
        parser.add_argument("--every", type=float, default=2, metavar="SECONDS")
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
        by = chief.user
        order = order or companion.OF_FILE
        if once:
            try:
                was_read = self._take(found, file, order, by)
            except _Later as later:
                self.stderr.write(str(later))
                was_read = False
            if not was_read:
                raise CommandError(_("Nothing was imported."))
            return
        self.stdout.write(_("Watching %(file)s. Stop with Ctrl+C.") % {"file": file})
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
                        self.stderr.write(told)
                    self.seen = None
        except KeyboardInterrupt:
            self.stdout.write(_("Stopped."))

    def _states(self, file: Path, every: float) -> Iterator[State]:
        """Each new state of the file. One that is not there is said once: its name may be typed wrong."""
        self.seen = None
        missed = False
        while True:
            state = _state(file)
            if state is None and not missed:
                message = _("%(file)s is not there. Wallchart waits for it. Is the name right?")
                self.stderr.write(message % {"file": file})
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
            self.stderr.write(refused.message)
            for trouble in refused.troubles:
                self.stderr.write(f"  {trouble.where}: “{trouble.read}”, {_('expected')}: {trouble.expected}")
            return False
        if found.left_out:
            self.stdout.write(_("Not read: %(columns)s.") % {"columns": ", ".join(found.left_out)})
        for section in taken:
            for line in section.says:
                self.stdout.write(f"{section.name}: {line}")
            for line in section.doubts:
                self.stdout.write(f"{section.name}: {line}")
            if section.held:
                message = _("%(name)s is final. This was left out: %(lines)s.")
                self.stdout.write(message % {"name": section.name, "lines": "; ".join(section.held)})
        others = differing(event)
        if words := without_results(others):
            self.stdout.write(words)
        for gone in absent(event, (each.section for each in taken)):
            self.stdout.write(_("%(name)s is not in the file. The section stays here.") % {"name": gone.name})
        for each in others:
            for kept in each.kept:
                self.stdout.write(
                    _("%(section)s: %(said)s: %(here)s here, %(there)s in the file. It stays.")
                    % {"section": each.name, **kept._asdict()}
                )
        if any(each.kept for each in others):
            self.stdout.write(_("To use a value from the file, upload it on the page Other program."))
        return True


def _state(file: Path) -> State | None:
    """When the file was written last, and its size; None while it is not there."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
