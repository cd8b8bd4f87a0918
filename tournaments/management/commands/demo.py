"""Load the demo: a tournament to look around in, and a director to sign in as."""

import secrets
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import demo
from tournaments.errors import Refused
from tournaments.management.worded import WordedCommand
from tournaments.services import beginning

USERNAME = "director"
# Without characters that look alike on a terminal.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class Command(WordedCommand):
    help = "Load the demo tournament and print how to sign in. Does nothing if the demo is already loaded."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--password", help="the demo director's password (default: a random one)")

    def handle(self, *args: Any, password: str | None, **options: Any) -> None:
        try:
            beginning.must_not_replace()
            beginning.make_ready()
        except Refused as refused:
            raise CommandError(refused.message) from refused
        if demo.is_loaded():
            self.stdout.write(_("The demo is already loaded. Nothing changed."))
            return
        if User.objects.filter(username=USERNAME).exists():
            raise CommandError(
                _("The demo was not loaded. A user named “%(name)s” already exists. Rename that user first.")
                % {"name": USERNAME}
            )
        # Every phone in the hall reaches the sign-in page, and everybody can read this file.
        password = password or new_password()
        with transaction.atomic():
            director = User.objects.create_user(
                USERNAME, password=password, first_name="Robin", last_name="Alderman", is_staff=True
            )
            event = demo.load(by=director)
        self.stdout.write(_("The demo is loaded: %(event)s.") % {"event": event.name})
        self.stdout.write(
            _("Sign in with the user name %(name)s and the password %(password)s")
            % {"name": USERNAME, "password": password}
        )


def new_password() -> str:
    """Two groups of four: short enough to type, too many to guess."""
    return "-".join("".join(secrets.choice(LETTERS) for _letter in range(4)) for _group in range(2))
