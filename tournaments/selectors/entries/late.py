"""Who entered late (28K): after round 1 was published.

Forms, pasted lists, registration files, other sections and re-entries all add entries, and each way leaves
the new row in the log. So does the publication. What came after it is read there, whatever kind of change it
was.
"""

from datetime import datetime

from django.db.models import TextField
from django.db.models.functions import Cast

from tiebreaks.prepared import Prepared

from ...models import LogEntry, Player, Round, Section

_published = Prepared(
    lambda section: Round.objects.filter(section=section, number=1, published_at__isnull=False).values_list(
        "pk", "published_at"
    )
)
_publications = Prepared(
    lambda standings: (
        LogEntry.objects.annotate(text=Cast("rows", TextField()))
        .filter(standings=standings, text__contains='"published_at"')
        .order_by("pk")
        .values_list("pk", "rows")
    )
)
# Of the whole event: a change of several sections has all its rows in the log of one.
_changed_since = Prepared(
    lambda event, entry: (
        LogEntry.objects.annotate(text=Cast("rows", TextField()))
        .filter(standings__section__event=event, pk__gt=entry, text__contains='["player"')
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
        for entry, rows in _publications(section.standings_id):
            if at and any(_publishes(row, pk, at) for row in rows):
                return entry
    return None


def _publishes(row: list[object], pk: int, at: datetime) -> bool:
    table, key, _before, after = row
    if table != "round" or key != pk or not isinstance(after, dict):
        return False
    then = after.get("published_at")
    return then is not None and datetime.fromisoformat(then) == at


def _came_after(section: Section, since: int) -> set[int]:
    """Who was entered after an entry of the log, by key. Who was removed and brought back since was there."""
    found: dict[int, bool] = {}
    for (rows,) in _changed_since(section.event_id, since):
        for table, pk, before, after in rows:
            if table == "player" and (before is None or after is None):
                found.setdefault(pk, before is None)
    return {pk for pk, is_new in found.items() if is_new}
