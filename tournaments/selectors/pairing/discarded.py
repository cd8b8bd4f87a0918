"""Drafts of rounds that a director discarded: the log keeps them, and what is not outdated comes back."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from ...models import LogEntry, PairingDraft, RowChange, Section
from ...text.log import Summary


def discarding_of(section: Section, number: int) -> LogEntry | None:
    """What the log says of the draft of this round that was discarded last."""
    entries = _discardings([section]).filter(values__round=number)
    return entries.select_related("who").defer("rows").last()


def last_discarded(sections: Iterable[Section], number: int | None = None) -> PairingDraft | None:
    """The draft that was discarded last, of one round or of all, as it was."""
    entries = _discardings(sections)
    entry = (entries if number is None else entries.filter(values__round=number)).last()
    return _draft_in(entry) if entry else None


def comes_back(section: Section, number: int) -> PairingDraft | None:
    """The draft of this round that was discarded last, as it can be brought back; None where its numbers are
    those of other players by now, or of nobody."""
    entry = _discardings([section]).filter(values__round=number).last()
    row = _draft_in(entry) if entry else None
    if entry is None or row is None:
        return None
    beside = Section.objects.filter(event=section.event_id).values("standings")
    later = LogEntry.objects.filter(standings__in=beside, pk__gt=entry.pk)
    changes = [change for each in later.only("rows") for change in each.changes if change.table == "player"]
    return None if any(_renumbers(change, section, row.draft.seated) for change in changes) else row


def _renumbers(change: RowChange, section: Section, seated: frozenset[int]) -> bool:
    """Whether a player who was added, changed or removed had one of these numbers in the section, or has it
    now. Of one who moved the log may not say which."""
    images: list[dict[str, Any]] = [image for image in (change.before, change.after) if image]
    if not any(image.get("section_id", section.pk) == section.pk for image in images):
        return False
    moved = len(images) == 2 and "section_id" in images[0]
    return moved or any(image.get("number") in seated for image in images)


def _draft_in(entry: LogEntry) -> PairingDraft | None:
    images = [row.before for row in entry.changes if row.before]
    return PairingDraft(**images[0]) if images else None


def _discardings(sections: Iterable[Section]) -> QuerySet[LogEntry]:
    standings = [section.standings_id for section in sections]
    return LogEntry.objects.filter(standings__in=standings, code=Summary.DRAFT_DISCARDED).order_by("pk")
