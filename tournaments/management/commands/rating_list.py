"""Read the rating list of US Chess into this machine, or say which list is here."""

import os
from pathlib import Path
from typing import IO, Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import full_disk
from tournaments.errors import OlderList, Refused
from tournaments.management.worded import WordedCommand
from tournaments.selectors.files.rating_list import RatingList, held
from tournaments.services.rating_lists import read_list

from ..files import WRONG_ARGUMENTS


class Command(WordedCommand):
    help = (
        "Read a rating list of US Chess (DBF, TSV or CSV, or a zip file with one of them) into this machine."
        " It replaces the list that is here once it is read whole, unless it is older. Without FILE: say"
        " which list is here."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, nargs="?")
        parser.add_argument(
            "--older", action="store_true", help="replace the list that is here by an older one"
        )

    def handle(self, *args: Any, file: Path | None, older: bool, **options: Any) -> None:
        if file is None:
            known = held()
            self.stdout.write(_told(known) if known else _("No rating list is here."))
            return
        try:
            with file.open("rb") as stream:
                self.read(stream, file.name, older)
        except OSError as error:
            if full_disk.is_full(error):
                raise
            raise CommandError(f"{file}: {error.strerror}", returncode=WRONG_ARGUMENTS) from error

    def read(self, stream: IO[bytes], name: str, older: bool) -> None:
        size = max(stream.seek(0, os.SEEK_END), 1)
        stream.seek(0)

        def told(lines: int) -> None:
            if self.stderr.isatty():
                share = min(100, stream.tell() * 100 // size)
                self.stderr.write(f"\r{lines:,} lines, {share}% …", ending="")
                self.stderr.flush()

        try:
            before = held()
            known, problems = read_list(stream, name, older=older, told=told)
        except OlderList as refused:
            how = _("%(message)s To replace it, add --older.")
            raise CommandError(how % {"message": refused.message}) from refused
        except Refused as refused:
            said = [refused.message, *(f"Expected {each.expected}." for each in refused.troubles)]
            raise CommandError(" ".join(said)) from refused
        finally:
            if self.stderr.isatty():
                self.stderr.write("\r", ending="")
        for problem in problems:
            where = _("line %(line)d, column %(column)d") % problem._asdict()
            self.stderr.write(f"{where}: {problem.read!r}, expected {problem.expected}")
        if more := known.unreadable - len(problems):
            self.stderr.write(
                ngettext("and %(count)d more line", "and %(count)d more lines", more) % {"count": more}
            )
        self.stdout.write(_told(known))
        if before:
            self.stdout.write(_("It replaced %(file)s.") % {"file": before.file})


def _told(known: RatingList) -> str:
    said = [ngettext("%(file)s: %(count)d player.", "%(file)s: %(count)d players.", known.players)]
    if known.unreadable:
        said.append(ngettext("%(bad)d line left out.", "%(bad)d lines left out.", known.unreadable))
    if known.inactive:
        said.append(
            ngettext("%(old)d inactive ID left out.", "%(old)d inactive IDs left out.", known.inactive)
        )
    if known.left_out:
        said.append(_("Columns dropped: %(columns)s."))
    values = {
        "file": known.file,
        "count": known.players,
        "bad": known.unreadable,
        "old": known.inactive,
        "columns": ", ".join(known.left_out),
    }
    return " ".join(said) % values
