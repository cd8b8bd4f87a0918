"""What an event remembers of the files that were imported: what their columns were taken for, which they
were, and which two names of one US Chess ID are one player's. No page shows it, and no log."""

from collections.abc import Iterable, Mapping

from ...formats.registration import Table
from ...models import Event

# So many files are remembered, and so many pairs of names.
KEPT, KEPT_PAIRS = 30, 1_000


def columns_of(event: Event, table: Table) -> list[str]:
    """What the columns of a file with these headings were taken for last time."""
    found = event.registration.get("columns", {}).get(table.key, [])
    return list(found) if table.has_headings and len(found) == len(table.headings) else []


def one_players(event: Event) -> frozenset[str]:
    """The pairs of names that a director said to be one player's (:func:`.matching.pair_of_names`)."""
    return frozenset(event.registration.get("same", []))


def remember(
    event: int,
    *,
    columns: Mapping[str, list[str]] | None = None,
    files: Iterable[tuple[str, str]] = (),
    same: Iterable[str] = (),
) -> None:
    """Add to it. The oldest are forgotten."""
    known = Event.objects.get(pk=event).registration
    all_columns = {**known.get("columns", {}), **(columns or {})}
    kept = {
        "columns": dict(list(all_columns.items())[-KEPT:]),
        "files": [*known.get("files", []), *files][-KEPT:],
        "same": list(dict.fromkeys([*known.get("same", []), *same]))[-KEPT_PAIRS:],
    }
    Event.objects.filter(pk=event).update(registration=kept)
