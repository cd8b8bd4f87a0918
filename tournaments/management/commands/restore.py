"""Restore a backup: everything in the file, or nothing."""

import getpass
import sys
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments import full_disk
from tournaments.errors import Refused
from tournaments.management.one_server import running
from tournaments.management.worded import WordedCommand
from tournaments.services import backups, beginning, database_file
from tournaments.text.commands import as_started, in_a_shell


class Command(WordedCommand):
    asks = False
    help = "Restore what a backup or an automatic copy has: everything in the file, or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="replace events that are here already; a file keeps them"
        )
        parser.add_argument(
            "--by", metavar="NAME", help="the director who restores it, for the log; default: your user"
        )
        parser.add_argument("--yes", action="store_true", help="restore without asking")

    def handle(
        self, *args: Any, file: Path, replace: bool, by: str | None, yes: bool, **options: Any
    ) -> None:
        self.asks = not yes and sys.stdin.isatty()
        try:
            beginning.make_ready()
            source = backups.Source(file.name, named(by) if by else None, there=system_user())
            with backups.opened(file) as opened:
                restored = backups.restore(opened, source, by=None, replace=replace, agree=self.say_who_comes)
        except backups.Exists as question:
            again = as_started(_("To replace it, run: python manage.py restore %(file)s --replace"))
            again %= {"file": file}
            raise CommandError(f"{_('Nothing was restored.')} {question.message}\n{again}") from question
        except Refused as refused:
            raise CommandError(refused.message) from refused
        except OSError as error:
            if full_disk.is_full(error):
                raise
            raise CommandError(
                _("%(file)s cannot be read: %(reason)s") % {"file": file, "reason": error.strerror}
            ) from error
        for each in restored:
            self.stdout.write(_("Restored: %(event)s") % {"event": each.event.name})
            if each.replaced:
                self.stdout.write(_("  What was here before is in %(file)s") % {"file": each.replaced})
            for warning in each.warnings:
                self.stdout.write(f"  {warning}")
        for user in User.objects.filter(
            is_active=True, staff_of__event__in=[each.event for each in restored]
        ).distinct():
            if not user.has_usable_password():
                lacks = _("%(name)s has no password here. Set one: python manage.py changepassword %(typed)s")
                name = user.get_username()
                self.stdout.write(as_started(lacks) % {"name": name, "typed": in_a_shell(name)})
        self.stdout.write(what_next())

    def say_who_comes(self, people: list[backups.Comes]) -> None:
        """At a terminal, with a question: the one who restores may not know whom the file lets in."""
        self.stdout.write(_("These people come with it:"))
        for person in people:
            self.stdout.write(f"  {person}")
        if self.asks and input(_("Restore it, with these people? [y/N] ")).strip().lower() not in {
            "y",
            "yes",
        }:
            raise CommandError(_("Nothing was restored."))


def what_next() -> str:
    """How it goes on. Which servers use a database on a server is not known here."""
    if (other := running()) is not None and other.port:
        return _("Wallchart is running on port %(port)d: phones have it now.") % {"port": other.port}
    if other is not None:
        return _("Wallchart is starting: phones have it when it runs.")
    if database_file.file() is None:
        return _("Where Wallchart runs on this database, phones have it now. Otherwise start it.")
    return as_started(_("Now start Wallchart: python manage.py serve"))


def system_user() -> str:
    """As whom the system knows who types; empty if it has no name for that."""
    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):
        return ""


def named(username: str) -> User:
    if (user := User.objects.filter(username=username, is_active=True).first()) is None:
        raise CommandError(_("Nobody here signs in as %(name)s. Nothing was restored.") % {"name": username})
    return user
