"""Read the log from its first entry on, and compare what it gives with what is stored."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.management.worded import WordedCommand
from tournaments.models import Event
from tournaments.services.replaying import replay


class Command(WordedCommand):
    help = (
        "Read the log of each event from its first entry on, and compare the rows and the standings that it"
        " gives with those in the database. Changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "events", nargs="*", metavar="event", help="the event's address; all if none is given"
        )

    def handle(self, *args: Any, events: list[str], **options: Any) -> None:
        found = Event.objects.filter(mirrored=None).order_by("pk")
        if unknown := set(events) - set(found.values_list("slug", flat=True)):
            message = _("No event has the address %(events)s. It is the last part of the event's page: /e/…/")
            raise CommandError(message % {"events": ", ".join(sorted(unknown))})
        differing = 0
        for event in found.filter(slug__in=events) if events else found:
            replayed = replay(event)
            differing += bool(replayed.differences)
            for note in replayed.notes:
                self.stdout.write(f"{event}: {note}")
            for difference in replayed.differences:
                self.stdout.write(f"{event}: {self.style.ERROR(difference)}")
            if not replayed.differences:
                same = ngettext(
                    "%(event)s: same, after %(count)d entry",
                    "%(event)s: same, after %(count)d entries",
                    replayed.entries,
                )
                self.stdout.write(same % {"event": event, "count": replayed.entries})
        if differing:
            differ = ngettext("%(count)d event differs.", "%(count)d events differ.", differing)
            raise CommandError(differ % {"count": differing})
