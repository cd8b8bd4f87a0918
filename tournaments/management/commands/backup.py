"""Write a backup: everything, or one event, while play goes on."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import full_disk
from tournaments.errors import Refused
from tournaments.management.worded import WordedCommand
from tournaments.models import Event
from tournaments.services import backups
from tournaments.services.backups import automatic
from tournaments.services.backups.whole_files import whole_file


class Command(WordedCommand):
    help = "Write everything, or one event, into one file. Restore it with: manage.py restore FILE"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", type=Path, nargs="?", help="default: a new file with the date in its name"
        )
        parser.add_argument("--event", metavar="ADDRESS", help="one event, by the address of its pages")
        parser.add_argument(
            "--to",
            metavar="FOLDER",
            type=Path,
            help="for a timer: a new copy of everything in this folder if something changed; old ones"
            " are deleted",
        )

    def handle(
        self, *args: Any, file: Path | None, event: str | None, to: Path | None, **options: Any
    ) -> None:
        if to is not None:
            self.copy_into(to.absolute())
        else:
            self.write(file, event)

    def copy_into(self, folder: Path) -> None:
        try:
            made = automatic.copy_if_changed(folder)
        except Refused as refused:
            raise CommandError(refused.message) from refused
        if made:
            self.stdout.write(str(made))

    def write(self, file: Path | None, event: str | None) -> None:
        chosen = None
        if event is not None and (chosen := Event.objects.filter(slug=event).first()) is None:
            raise CommandError(
                _("There is no event with the address %(event)s. There are: %(events)s")
                % {"event": event, "events": ", ".join(Event.objects.values_list("slug", flat=True)) or "–"}
            )
        file = file or Path(backups.file_name(chosen))
        if file.is_file():
            message = _(
                "%(file)s exists and was not changed. Use another name, or none: Wallchart then names the "
                "file after the date."
            )
            raise CommandError(message % {"file": file})
        try:
            with whole_file(file) as opened:
                header = backups.one_event(chosen, opened) if chosen else backups.everything(opened)
        except OSError as error:
            if full_disk.is_full(error):
                raise
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
