"""What an entry of the log did to the rows of the tables, and whether they are as it left them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.apps import apps
from django.db import models

from ...models import (
    LogEntry,
    RowChange,
)
from .log import is_unchanged

# The tables of the lower app whose rows the log has.
OF_STANDINGS = ("postedorder", "decision", "frozenawards", "finalsheet")

Key = tuple[str, int]


def root_of(entry: LogEntry) -> LogEntry:
    """The entry that was undone first, of one that undoes, or undoes an undoing; else the entry itself."""
    while entry.undoes is not None:
        entry = entry.undoes
    return entry


def of_model(entry: LogEntry, model: type[models.Model]) -> Iterator[RowChange]:
    """What an entry did to the rows of a table, in all."""
    return (each for each in net(entry).values() if each.table == model._meta.model_name)


def net(entry: LogEntry) -> dict[Key, RowChange]:
    """One change a row: what it was before the entry, and what it is after it. A number that was to be free
    for another player was set aside first."""
    net: dict[Key, RowChange] = {}
    for each in entry.changes:
        key = each.table, each.pk
        if first := net.get(key):
            before = None if first.before is None else {**(each.before or {}), **first.before}
            after = None if each.after is None else {**(first.after or {}), **each.after}
            each = RowChange(*key, before, after)
        net[key] = each
    return net


def rows_of(keys: Iterable[Key]) -> dict[Key, models.Model]:
    """The rows that are there, in one query a table."""
    by_table: dict[str, list[int]] = {}
    for table, pk in keys:
        by_table.setdefault(table, []).append(pk)
    return {
        (table, pk): row
        for table, pks in by_table.items()
        for pk, row in model_of(table)._default_manager.in_bulk(pks).items()
    }


def moves(row: RowChange) -> bool:
    """Whether a player goes to another section: games of this one do not come back for her."""
    return bool(row.before) and "section_id" in (row.after or {})


def still_is(row: models.Model | None, changed: RowChange) -> bool:
    if changed.after is None or row is None:
        return changed.after is None and row is None
    return is_as_left(row, changed)


# A match whose results were all undone has no points again, as 0, and who undid the last and when: its boards
# tell.
_OF_OPEN_MATCH = {"entered_by_id", "entered_at", "board_points_q"}


def is_as_left(row: models.Model, changed: RowChange) -> bool:
    """Whether a row is as an entry left it."""
    after = changed.after or {}
    if changed.before is None:
        after = {name: value for name, value in after.items() if name not in _OF_OPEN_MATCH}
    return is_unchanged(row, after)


def is_gone(changed: RowChange) -> bool:
    return row_of(changed) is None


def row_of(changed: RowChange) -> models.Model | None:
    return model_of(changed.table)._default_manager.filter(pk=changed.pk).first()


def model_of(table: str) -> type[models.Model]:
    """The model of a row in the log."""
    label = "tiebreaks" if table in OF_STANDINGS else "tournaments"
    return apps.get_model(label, table)


def referred(table: str, image: Mapping[str, Any] | None) -> Iterator[Key]:
    """The rows that an image of a row names."""
    for column, of in _refers(table) if image else ():
        if (pk := (image or {}).get(column)) is not None:
            yield of, pk


def _refers(table: str) -> Iterator[tuple[str, str]]:
    """The columns of a table that name rows of others, with the tables of these."""
    for each in model_of(table)._meta.concrete_fields:
        if isinstance(each, models.ForeignKey):
            yield each.attname, each.remote_field.model._meta.model_name or ""


def same_place(row: RowChange, image: dict[str, Any]) -> bool:
    """Whether a later row is where a removed one was, such as a player's seat in a round."""
    model = model_of(row.table)
    columns = {each.name: each.attname for each in model._meta.concrete_fields}
    unique = [each.fields for each in model._meta.constraints if isinstance(each, models.UniqueConstraint)]
    after = row.after or {}
    return any(
        all(
            image.get(columns[name]) is not None and image[columns[name]] == after.get(columns[name])
            for name in names
        )
        for names in unique
    )
