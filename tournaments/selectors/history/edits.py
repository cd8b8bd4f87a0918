"""What an edit changed, value by value: for the log, which tells before → after, and for undoing it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db import models
from django.utils.translation import gettext as _

from tiebreaks.engine.prizes.prize import dollars
from tiebreaks.fields import Lines

from ...models import Event, LogEntry, Player, RowChange, Section
from ...text import wording
from ...text.log import Summary

# Tables whose values are read by people as they are.
READ: Mapping[str, type[models.Model]] = {"player": Player, "section": Section, "event": Event}
# Columns with an amount in cents.
_MONEY = {"fee_cents", "unrated_limit"}
# Entries whose sentence does not say what changed.
_EDITS = (
    *(Summary.PLAYER_EDITED, Summary.FEE_RECORDED, Summary.SECTION_EDITED, Summary.EVENT_EDITED),
    *(Summary.PRIZE_TERMS, Summary.PRIZES_ANNOUNCED, Summary.PRIZES_CLEARED),
)
# An entry of the log tells so many values; undoing it tells all.
MOST_TOLD = 8


class Edit(NamedTuple):
    """A value by its name, before and after."""

    name: str
    before: str
    after: str


def fields_of(changed: RowChange) -> Iterator["models.Field[Any, Any]"]:
    """The fields with a value that people read, among those that changed."""
    for field in READ[changed.table]._meta.concrete_fields:
        is_read = not isinstance(field, (models.ForeignKey, models.JSONField))
        if is_read and field.attname in (changed.before or {}):
            yield field


def shown(field: "models.Field[Any, Any]", value: Any) -> str:
    """A value of a row as people read it."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if field.attname in _MONEY and isinstance(value, int):
        return dollars(value)
    if isinstance(field, models.DateField) and value:
        return wording.calendar_date(field.to_python(value))
    named = dict(field.flatchoices)
    return "–" if value in (None, "") else str(named.get(value, value))


def edits(changes: Iterable[RowChange]) -> Iterator[Edit]:
    """The values that changes of rows edited. Of a text of several lines, those that differ or moved."""
    for changed in changes:
        if changed.table not in READ or changed.before is None or changed.after is None:
            continue
        for field in fields_of(changed):
            before, after = changed.before[field.attname], changed.after.get(field.attname)
            if before == after or not (field.editable or isinstance(field, Lines)):
                continue
            name = str(field.verbose_name)
            if isinstance(field, Lines):
                was, now = (str(text or "").splitlines() for text in (before, after))
                if was == now:
                    continue
                if sorted(was) == sorted(now):
                    name, lines = _("order"), _moved(was, now)
                else:
                    lines = (
                        [line for line in was if line not in now],
                        [line for line in now if line not in was],
                    )
                before, after = map("; ".join, lines)
            yield Edit(name, shown(field, before), shown(field, after))


def _moved(was: list[str], now: list[str]) -> tuple[list[str], list[str]]:
    """Of lines in two orders, those from the first that moved to the last."""
    moved = [at for at, (before, after) in enumerate(zip(was, now, strict=True)) if before != after]
    first, last = moved[0], moved[-1] + 1
    return was[first:last], now[first:last]


def with_edits(entries: list[LogEntry]) -> list[LogEntry]:
    """The entries of a page of the log, each with ``edits``: what changed, if its sentence does not say."""
    edited = [entry.pk for entry in entries if entry.code in _EDITS]
    rows = dict(LogEntry.objects.filter(pk__in=edited).values_list("pk", "rows"))
    for entry in entries:
        changes = [RowChange(*row) for row in rows.get(entry.pk, ())]
        entry.edits = list(edits(changes))[:MOST_TOLD]  # type: ignore[attr-defined]
        if order := entry.values.get("arranged"):
            entry.edits = [Edit(_("order"), *map(", ".join, order))]  # type: ignore[attr-defined]
    return entries
