"""Recompute every section and team table, and compare with the published documents."""

from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.management.worded import WordedCommand
from tournaments.services import rebuilding


class Command(WordedCommand):
    help = "Recompute all standings and compare them with what is published. Changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        differing = 0
        for model, pk in rebuilding.owners():
            owner, difference = rebuilding.check(model, pk)
            name = f"{owner.event} · {owner}"
            if difference:
                differing += 1
                self.stdout.write(f"{name}: {self.style.ERROR(difference)}")
            else:
                agrees = _("%(section)s: agrees at version %(version)d")
                self.stdout.write(agrees % {"section": name, "version": owner.standings.version})
        if differing:
            differ = ngettext("%(count)d document differs.", "%(count)d documents differ.", differing)
            raise CommandError(differ % {"count": differing})
