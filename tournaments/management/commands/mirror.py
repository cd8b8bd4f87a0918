"""Send what public pages show to the servers that mirror its events, where gunicorn serves.

`manage.py serve` does it by itself. Each process of gunicorn would send everything, so this is one of its own
beside them.
"""

import signal
import sys
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.management.worded import WordedCommand
from tournaments.services.mirroring import sending


class Command(WordedCommand):
    help = "Send mirrored events to their servers until it is stopped. Run it once beside gunicorn."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="send everything once, and stop")

    def handle(self, *args: Any, once: bool, **options: Any) -> None:
        sender = sending.Sender()
        if once:
            sender.look()
            self._tell(sender)
            return
        for stop in (signal.SIGINT, signal.SIGTERM):
            signal.signal(stop, lambda *_: sys.exit())
        self.stdout.write(_("Mirrored events are sent from now on. Stop with Ctrl+C."))
        sender.run()

    def _tell(self, sender: sending.Sender) -> None:
        if not sender.states:
            self.stdout.write(_("No event is mirrored. A chief starts it on the event’s Mirror page."))
        failed = False
        for state in sender.states.values():
            if state.trouble:
                failed = True
                said = state.said or str(state.trouble.label)
                self.stderr.write(
                    _("%(server)s does not have the latest: %(said)s")
                    % {"server": state.server, "said": said}
                )
            else:
                self.stdout.write(_("%(server)s has everything.") % {"server": state.server})
        if failed:
            raise CommandError(_("Not everything was sent. Try again."))
