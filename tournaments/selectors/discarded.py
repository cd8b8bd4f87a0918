"""Drafts of rounds that a director discarded: the log keeps them."""

from collections.abc import Iterable

from django.db.models import QuerySet

from ..models import LogEntry, PairingDraft, Section
from ..text.log import Summary


def discarding_of(section: Section, number: int) -> LogEntry | None:
    """What the log says of the draft of this round that was discarded last."""
    entries = _discardings([section]).filter(values__round=number)
    return entries.select_related("who").defer("rows").last()


def last_discarded(sections: Iterable[Section], number: int | None = None) -> PairingDraft | None:
    """The draft that was discarded last, of one round or of all, as it was."""
    entries = _discardings(sections)
    entry = (entries if number is None else entries.filter(values__round=number)).last()
    images = [row.before for row in entry.changes if row.before] if entry else []
    return PairingDraft(**images[0]) if images else None


def _discardings(sections: Iterable[Section]) -> QuerySet[LogEntry]:
    standings = [section.standings_id for section in sections]
    return LogEntry.objects.filter(standings__in=standings, code=Summary.DRAFT_DISCARDED).order_by("pk")
