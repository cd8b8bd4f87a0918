"""Write an event's public pages as plain files, for a club's own site."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import full_disk
from tournaments.errors import Refused
from tournaments.management.worded import WordedCommand
from tournaments.models import Event
from tournaments.plain_copy import copy_event

from ..files import WRONG_ARGUMENTS


class Command(WordedCommand):
    help = (
        "Write the public pages of EVENT into the folder DIR as plain HTML: standings, why pages, pairings,"
        " wall charts, awards and rules, as they are now. Put the folder on any web site. The same folder can"
        " be written again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder", metavar="DIR", type=Path, help="a new or empty folder, or an earlier copy"
        )
        parser.add_argument(
            "--event",
            metavar="EVENT",
            help="the event by its address (needed if there are several public ones)",
        )

    def handle(self, *args: Any, folder: Path, event: str | None, **options: Any) -> None:
        found = _event(event)
        try:
            pages = copy_event(found, folder.resolve(), told=self._told)
        except Refused as refused:
            raise CommandError(str(refused), returncode=WRONG_ARGUMENTS) from refused
        except OSError as error:
            if full_disk.is_full(error):
                raise
            raise CommandError(f"{error.filename or folder}: {error.strerror}") from error
        if self.stderr.isatty():
            self.stderr.write("\r", ending="")
        message = ngettext("%(count)d page of %(event)s", "%(count)d pages of %(event)s", pages)
        where = folder / "index.html"
        self.stdout.write(f"{message % {'count': pages, 'event': found.name}}: {where}")

    def _told(self, copied: int, known: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{copied} of {known} pages …", ending="")
            self.stderr.flush()


def _event(slug: str | None) -> Event:
    """The event that was named, or the only one."""
    public = Event.objects.filter(hidden=False)
    if slug is not None:
        if found := Event.objects.filter(slug=slug).first():
            return found
        raise CommandError(
            _("There is no event “%(event)s”. Its address is the word after /e/ in the address of its page.")
            % {"event": slug},
            returncode=WRONG_ARGUMENTS,
        )
    if public.count() == 1:
        return public.get()
    if not public.exists():
        raise CommandError(_("No event is public, so there is nothing to copy."), returncode=WRONG_ARGUMENTS)
    known = ", ".join(public.order_by("pk").values_list("slug", flat=True))
    raise CommandError(
        _("Several events are public. Name one with --event: %(known)s.") % {"known": known},
        returncode=WRONG_ARGUMENTS,
    )
