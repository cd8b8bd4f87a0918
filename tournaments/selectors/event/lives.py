"""The life of a page that stayed open: whether the standings it shows are still those of the database.

A restore, a copy put back, and a server that was killed each begin a new life (a new epoch). Rows, revisions
and results of a page of the one before mean nothing then, and the page is told so before a key is pressed.
"""

from dataclasses import dataclass

from ...models import LogEntry, Section, Verb
from .people import name_of


@dataclass(frozen=True)
class AnotherLife:
    """What began the life that the section has now, the newest entry that is left of those before it, and how
    many were saved since."""

    restored: LogEntry | None
    newest: LogEntry | None
    since: int = 0

    @property
    def by(self) -> str:
        return name_of(self.restored.who) if self.restored and self.restored.who else ""

    @property
    def file(self) -> str:
        return str(self.restored.values["file"]) if self.restored else ""


def another_life(section: Section, stamp: str) -> AnotherLife | None:
    """What began since a page with this stamp was loaded; None while its life goes on."""
    epoch, _, version = stamp.partition(".")
    if not version or epoch == section.standings.epoch:
        return None
    log = LogEntry.objects.filter(standings=section.standings_id).select_related("who").order_by("-at", "-pk")
    restored = log.filter(verb=Verb.RESTORE, restored=False, epoch=section.standings.epoch).first()
    if restored:
        return AnotherLife(restored, None)
    # What was entered since, as by a desk that had waited for a sign-in, hides nothing that is missing.
    own, before = log.filter(epoch=epoch), log.exclude(epoch=section.standings.epoch)
    newest = own.first() or before.exclude(verb=Verb.RESTORE).first()
    return AnotherLife(None, newest, log.filter(epoch=section.standings.epoch).count())
