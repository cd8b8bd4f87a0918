"""Recompute every published document from the rows, and list the changes."""

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.management.worded import WordedCommand
from tournaments.services import rebuilding
from tournaments.services.mirroring import laying_out


class Command(WordedCommand):
    help = (
        "Recompute every published document from the results. Pages that a corrected rule changes get a new"
        " version. The server does this by itself when it starts with newer rules."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--stale", action="store_true", help="only documents that an older release wrote")

    def handle(self, *args: Any, stale: bool = False, **options: Any) -> None:
        told = _("%(event)s: hidden until its hall, with this release, sends it again")
        for event in laying_out.lay_out_anew():
            self.stdout.write(told % {"event": event})
        owners = rebuilding.owners(stale=stale)
        changed = 0
        for at, (model, pk) in enumerate(owners, 1):
            owner, difference = rebuilding.rebuild(model, pk)
            changed += bool(difference)
            outcome = difference or _("unchanged")
            if difference or options["verbosity"] > 1 or not stale:
                self.stdout.write(f"[{at}/{len(owners)}] {owner.event} · {owner}: {outcome}")
        if owners:
            counted = {"count": len(owners), "changed": changed}
            summary = ngettext(
                "%(count)d document recomputed, %(changed)d changed.",
                "%(count)d documents recomputed, %(changed)d changed.",
                len(owners),
            )
            self.stdout.write(summary % counted)
