"""Where the entries of a section are that was merged into another one, or cut into quads."""

from ...models import LogEntry, Section
from ..event.emptied import EMPTIES
from .log import holding_now, with_the_rows


def gone_to(standings: int) -> list[str]:
    """The addresses of the sections in which the players are now that such an act moved out of this one, as
    the log tells; none where that was undone."""
    bare = list(LogEntry.objects.filter(standings=standings, code__in=EMPTIES, rows=[]))
    if not (whole := set(with_the_rows(bare).values())):
        return []
    section, holding = Section.objects.get(standings=standings), holding_now(whole)
    moved = {
        row.pk
        for entry in LogEntry.objects.filter(pk__in=whole)
        for row in entry.changes
        if holding[entry.pk] and row.table == "player" and (row.before or {}).get("section_id") == section.pk
    }
    there = Section.objects.filter(event=section.event_id, players__in=moved).distinct()
    return list(there.order_by("position", "pk").values_list("slug", flat=True))
