"""Make a director's account: whoever may sign in, and make events of their own."""

import sys
from getpass import getpass
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _


class Command(BaseCommand):
    help = "Make an account for a director, who signs in with NAME and a password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="Letters, digits and @ . + - _; no blanks.")
        parser.add_argument(
            "--password-stdin",
            action="store_true",
            help="Read the password from standard input (its first line) instead of asking twice.",
        )

    def handle(self, *args: Any, name: str, password_stdin: bool, **options: Any) -> None:
        user = User(username=User.normalize_username(name))
        if User.objects.filter(username__iexact=user.username).exists():
            again = _(
                "There is a director {name}. For a new password: python manage.py changepassword {name}"
            )
            raise CommandError(again.format(name=name))
        try:
            user.clean_fields(exclude=["password"])
            password = sys.stdin.readline().rstrip("\r\n") if password_stdin else asked_twice()
            validate_password(password, user)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        user.set_password(password)
        user.save()
        self.stdout.write(_("{name} can sign in now.").format(name=user.username))


def asked_twice() -> str:
    if not sys.stdin.isatty():
        raise CommandError(_("There is nobody to ask for a password here; give it with --password-stdin."))
    password = getpass(_("Password: "))
    if password != getpass(_("Password, once more: ")):
        raise CommandError(_("The two were not the same. Nothing was made."))
    return password
