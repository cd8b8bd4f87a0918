"""Make the database ready for a server: checked, copied before an upgrade, up to date.

`manage.py serve` does it by itself; where gunicorn serves, this runs once before it.
"""

from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser
from django.db import connection
from django.utils.translation import gettext as _

from tournaments import opening
from tournaments.errors import Refused
from tournaments.management.private_files import make_private
from tournaments.management.worded import WordedCommand
from tournaments.services import beginning, database_file, epochs, journals, upgrading


class Command(WordedCommand):
    help = (
        "Check the database and bring it up to date. Run it once before gunicorn; `serve` does it by itself."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--backup-made", action="store_true", help="upgrade without a copy: there is a backup already"
        )
        parser.add_argument(
            "--begin-anew",
            action="store_true",
            help="make a new, empty database where the one that was served last is gone",
        )

    def handle(self, *args: Any, backup_made: bool, begin_anew: bool, **options: Any) -> None:
        make_private()
        try:
            if begin_anew:
                beginning.begin_anew()
            else:
                beginning.must_not_replace()
            database_file.must_be_writable()
            beginning.must_be_whole()
            upgrading.refuse_unreadable()
            # The last connection takes the log with it. In a transaction, of a test say, it stays.
            if (file := database_file.file()) and not connection.in_atomic_block:
                connection.close()
                journals.draw_mark(file)
            copy = None if backup_made else upgrading.copy_before_upgrade()
        except Refused as refused:
            raise CommandError(refused.message) from refused
        if copy:
            self.stdout.write(_("Before the upgrade the database was copied to %(copy)s.") % {"copy": copy})
        call_command("migrate", interactive=False, verbosity=0, stdout=self.stdout)
        # Among them what somebody looked at and did not import.
        call_command("clearsessions")
        # Before anything is recomputed: its new version belongs to the new epoch.
        if not epochs.goes_on() and epochs.renew_epochs():
            self.stdout.write(
                _(
                    "The last server was not shut down properly, or the database was copied or put"
                    " back since: every phone reloads its page."
                )
            )
        # A corrected rule must not leave a wrong page published.
        call_command("rebuild", stale=True, stdout=self.stdout)
        upgrading.is_done()
        if (served := file or database_file.name_on_a_server()) is not None:
            opening.note_served(served)
