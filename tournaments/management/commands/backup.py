"""Write a backup: everything, or one event, while play goes on."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event
from tournaments.services import backups
from tournaments.services.backups.whole_files import whole_file


class Command(BaseCommand):
    help = "Write everything, or one event, into one file. Restore it with: manage.py restore FILE"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", type=Path, nargs="?", help="default: a new file with the date in its name"
        )
        parser.add_argument("--event", metavar="ADDRESS", help="one event, by the address of its pages")

    def handle(self, *args: Any, file: Path | None, event: str | None, **options: Any) -> None:
        chosen = None
        if event is not None and (chosen := Event.objects.filter(slug=event).first()) is None:
            raise CommandError(
                _("There is no event with the address %(event)s. There are: %(events)s")
                % {"event": event, "events": ", ".join(Event.objects.values_list("slug", flat=True)) or "–"}
            )
        file = file or Path(backups.file_name(chosen))
        try:
            with whole_file(file) as opened:
                header = backups.one_event(chosen, opened) if chosen else backups.everything(opened)
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be written: %(reason)s") % {"file": file, "reason": error.strerror}
            ) from error
        written = ngettext(
            "%(file)s: %(count)d event, %(size)d KB.",
            "%(file)s: %(count)d events, %(size)d KB.",
            len(header.events),
        )
        size = -(-file.stat().st_size // 1000)
        self.stdout.write(written % {"file": file, "count": len(header.events), "size": size})
