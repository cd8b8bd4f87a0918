"""Create an account for a director, who can then sign in and create events."""

import sys
from getpass import getpass
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tiebreaks.lines import clean_line
from tournaments.management.worded import WordedCommand
from tournaments.selectors.event.people import account_named
from tournaments.text.commands import as_started, in_a_shell


class Command(WordedCommand):
    help = "Create an account for a director, who signs in with NAME and a password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "name", metavar="NAME", help="user name: letters, digits and @ . + - _, no blanks"
        )
        parser.add_argument(
            "--password-stdin",
            action="store_true",
            help="read the password from the first line of standard input instead of asking for it",
        )

    def handle(self, *args: Any, name: str, password_stdin: bool, **options: Any) -> None:
        user = User(username=User.normalize_username(clean_line(name)), is_staff=True)
        if is_taken(user.username):
            again = _(
                "A director named {name} already exists. To set a new password, run: "
                "python manage.py changepassword {typed}"
            )
            raise CommandError(as_started(again).format(name=user.username, typed=in_a_shell(user.username)))
        try:
            user.clean_fields(exclude=["password"])
            password = sys.stdin.readline().rstrip("\r\n") if password_stdin else asked_twice()
            validate_password(password, user)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        user.set_password(password)
        user.save()
        self.stdout.write(_("{name} can sign in now.").format(name=user.username))


def is_taken(username: str) -> bool:
    return account_named(username) is not None


def asked_twice() -> str:
    if not sys.stdin.isatty():
        raise CommandError(_("There is no terminal to ask for a password. Use --password-stdin."))
    password = getpass(_("Password: "))
    if password != getpass(_("Password again: ")):
        raise CommandError(_("The passwords differ. No account was created."))
    return password
