"""Who entered late (28K): after round 1 was published.

Forms, pasted lists, registration files, other sections and re-entries all add entries, and each way leaves
the new row in the log. So does the publication. What came after it is read there, whatever kind of change it
was.
"""

from datetime import datetime

from django.db.models import TextField
from django.db.models.functions import Cast

from tiebreaks.prepared import Prepared

from ...models import LogEntry, Player, Round, RowChange, Section, Verb

_published = Prepared(
    lambda section: Round.objects.filter(section=section, number=1, published_at__isnull=False).values_list(
        "pk", "published_at"
    )
)
# What never adds an entry or removes one; results are nearly all of a log.
_OF_NO_ENTRY = (
    *(Verb.RESULT, Verb.RULING, Verb.LINE_UP, Verb.BYE, Verb.SWAP, Verb.PUBLISH, Verb.EXTRA, Verb.TIE),
    *(Verb.ORDER, Verb.COLUMNS, Verb.PRIZES, Verb.FREEZE, Verb.FINISH, Verb.VISIBILITY, Verb.REBUILD),
)
_OF_ENTRIES = [verb for verb in Verb if verb not in _OF_NO_ENTRY]
# Of the whole event: a change of several sections has all its rows in the log of one. Not by a join, so that
# SQLite finds the verbs by their index.
_changed_since = Prepared(
    lambda event, entry: (
        LogEntry.objects.annotate(text=Cast("rows", TextField()))
        .filter(standings__in=Section.objects.filter(event=event).values("standings"))
        .filter(verb__in=_OF_ENTRIES, pk__gt=entry, text__contains='["player"')
        .order_by("pk")
        .values_list("rows")
    )
)


def late_entries(section: Section) -> frozenset[int]:
    """The numbers of those who were not entered yet when round 1 was published. Nobody before it is, nor
    where the log does not have its publication."""
    since = _publication(section)
    keys = _came_after(section, since) if since else set()
    if not keys:
        return frozenset()
    return frozenset(Player.objects.filter(section=section, pk__in=keys).values_list("number", flat=True))


def _publication(section: Section) -> int | None:
    """The entry of the log that published round 1. One that was taken back was paired anew, with who had come
    by then, so it is the one at whose time the round is published now."""
    for pk, at in _published(section.pk):
        if at and (entry := _first_with(section, at)):
            return entry.pk if any(_publishes(change, pk, at) for change in entry.changes) else None
    return None


def _first_with(section: Section, at: datetime) -> LogEntry | None:
    """The first entry in whose rows this time stands: near the beginning, where the search ends."""
    entries = LogEntry.objects.annotate(text=Cast("rows", TextField())).order_by("pk")
    return entries.filter(standings=section.standings_id, text__contains=f'"{at.isoformat()}"').first()


def _publishes(row: RowChange, pk: int, at: datetime) -> bool:
    then = row.after.get("published_at") if row.table == "round" and row.pk == pk and row.after else None
    return then is not None and datetime.fromisoformat(then) == at


def _came_after(section: Section, since: int) -> set[int]:
    """Who was entered after an entry of the log, by key. Who was removed and brought back since was there."""
    found: dict[int, bool] = {}
    for (rows,) in _changed_since(section.event_id, since):
        for table, pk, before, after in rows:
            if table == "player" and (before is None or after is None):
                found.setdefault(pk, before is None)
    return {pk for pk, is_new in found.items() if is_new}
