"""Rows of a file, checked one by one: known tables and columns, values as the columns take them.

What does not fit raises an error of Python's or Django's own; :mod:`.restoring` answers it with one sentence.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from django.contrib.auth.models import User
from django.db.models import (
    NOT_PROVIDED,
    BooleanField,
    DateField,
    DateTimeField,
    Field,
    ForeignKey,
    IntegerField,
    JSONField,
    Model,
)
from django.utils.translation import gettext as _

from tiebreaks import final, frozen
from tiebreaks.fields import Line
from tiebreaks.lines import clean_line, clean_texts
from tiebreaks.moments import is_shown_anywhere

from ...changes import LOGGED
from ...errors import Refused
from ...formats import backup
from ...formats.backup import Columns, Row
from ...text import log
from .schema import TABLES, columns

# No play gets there, and nothing is left to count beyond the largest number of a column.
MOST_COUNTED = 1_000_000
Reader = Callable[[Any], Any]

# What held before there was a column. Everybody who had a password might have events, but for invited people.
BEFORE = {("user", "is_staff"): True}
# Of the columns of JSON that nothing else reads before a page does.
SHAPES: Mapping[tuple[str, str], Any] = {
    ("player", "namesakes"): list[int],
    ("player", "chosen_for"): list[str],
    ("player", "registered"): dict[str, str],
    ("school", "spellings"): list[str],
    ("decision", "order"): list[list[int | str]],
    ("decision", "rounds"): list[tuple[int, int]],
}
# Instead of a name of an older file that shows nothing.
NAMELESS = "–"


class Group:
    """The rows of one event, and the accounts that come with it."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Columns]] = defaultdict(list)

    def __iter__(self) -> Iterator[Row]:
        return (Row(table, row) for table, rows in self.rows.items() for row in rows)

    @property
    def event(self) -> Columns:
        (event,) = self.rows["event"]
        return event


def groups(rows: Iterable[Row], release: str) -> Iterator[Group]:
    """First the accounts of a backup of everything, then event by event. Each event begins with its row."""
    group, seen = Group(), set[tuple[str, Any]]()
    for row in rows:
        if row.table == "event":
            yield group
            group, seen = Group(), set()
        key = row.table, row.columns.get(_key_of(row.table))
        if key in seen:  # before 20 MB of the same row are read with care
            raise ValueError(f"{row.table} {key[1]}: twice")
        seen.add(key)
        group.rows[row.table].append(checked(row, release))
    yield group


@cache
def _key_of(table: str) -> str:
    model = TABLES.get(table)
    return model._meta.pk.attname if model else ""


def merge_schools(schools: list[Columns]) -> list[Columns]:
    """The schools, one of each name: names of an older file may differ only by what is cleaned away."""
    kept: dict[str, Columns] = {}
    for school in schools:
        first = kept.setdefault(school["name"], school)
        if first is not school:
            first["spellings"] = [*first["spellings"], *filter(None, [school["code"]]), *school["spellings"]]
    return list(kept.values())


def checked(row: Row, release: str) -> Columns:
    """The row's columns with values that can be stored. A column that the file lacks gets its default."""
    model = TABLES.get(row.table)
    if model is None or not columns(model).keys() >= row.columns.keys():
        raise backup.newer(release)
    found = {}
    read = _readers(model)
    for name, field in columns(model).items():
        if name in row.columns:
            found[name] = read[name](row.columns[name])
        elif (row.table, name) in BEFORE:
            found[name] = BEFORE[row.table, name]
        elif field.default is not NOT_PROVIDED or field.null or field.blank or row.table == "user":
            found[name] = field.get_default()
        else:
            raise ValueError(f"{row.table}: no {name}")
    if any((found.get(name) or 0) > MOST_COUNTED for name in ("revision", "version")):
        raise ValueError(f"{row.table}: counted further than changes go")
    if row.table in _ALSO:
        _ALSO[row.table](found)
    return found


@cache
def _readers(model: type[Model]) -> dict[str, Reader]:
    """How each column of a table takes a value."""
    return {name: _reader(field) for name, field in columns(model).items()}


def _reader(field: "Field[Any, Any]") -> Reader:
    read = _reader_of_something(field)

    def of_nothing_too(value: Any) -> Any:
        if value is not None:
            return read(value)
        if not field.null:
            raise ValueError(f"{field}: nothing")
        return None

    return of_nothing_too


def _reader_of_something(field: "Field[Any, Any]") -> Reader:
    if isinstance(field, JSONField):
        shape = SHAPES.get((field.model.__name__.lower(), field.attname), Any)
        return lambda value: _json(msgspec.convert(value, shape))
    if isinstance(field, ForeignKey) or field.primary_key:
        return lambda value: _of_type(value, int)
    if isinstance(field, BooleanField):
        return lambda value: _of_type(value, bool)
    if isinstance(field, IntegerField):
        return lambda value: field.clean(_of_type(value, int), None)
    if isinstance(field, DateTimeField):
        return lambda value: _moment(field, _text(value))
    if isinstance(field, DateField):
        return lambda value: date.fromisoformat(_text(value))
    if isinstance(field, Line) and not field.blank:
        return lambda value: _line(field, _text(value))
    if field.model is User and field.attname == "username":
        # Somebody who joined by an invitation signs in with the name as she wrote it, blanks too.
        return lambda value: _of_length(field, clean_line(_text(value)))
    if field.model is User and field.attname != "password":
        return lambda value: field.clean(clean_line(_text(value)), None)
    return lambda value: field.clean(_text(value), None)


def _json(value: Any) -> Any:
    _check_text(value)
    return clean_texts(value)


def _text(value: Any) -> str:
    text: str = _of_type(value, str)
    _check_text(text)
    return text


def _moment(field: "Field[Any, Any]", text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if not is_shown_anywhere(moment):
        raise ValueError(f"{field}: {text} is in no time zone, or near the end of the calendar")
    return moment


def _line(field: "Field[Any, Any]", text: str) -> Any:
    return NAMELESS if text and not clean_line(text) else field.clean(text, None)


def _of_length(field: "Field[Any, Any]", value: str) -> str:
    if not 0 < len(value) <= (field.max_length or 0):
        raise ValueError(f"{field}: {len(value)} characters")
    return value


def _of_type(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value


def _check_text(value: Any) -> None:
    """PostgreSQL keeps no NUL, in texts or in JSON."""
    if isinstance(value, str) and "\0" in value:
        raise ValueError("a text with a NUL")
    if isinstance(value, dict):
        _check_text([*value, *value.values()])
    elif isinstance(value, list):
        for each in value:
            _check_text(each)


# --- what a page could not show -------------------------------------------------------------------


def _log_entry(row: Columns) -> None:
    if not isinstance(row["values"], dict):
        raise TypeError("values of a log entry")
    log.tell(row["code"], row["values"])
    for table, _key, before, after in row["rows"]:
        read = _readers(LOGGED[table])
        for image in (before, after):
            for name, value in (image or {}).items():
                found = read[name](value)
                if isinstance(value, str) and isinstance(found, str):
                    image[name] = found


class _Registration(msgspec.Struct):
    """:attr:`.Event.registration`."""

    columns: dict[str, list[str]] = {}
    files: list[tuple[str, datetime]] = []
    same: list[str] = []
    answers: dict[str, str] = {}


def _event(row: Columns) -> None:
    read = msgspec.convert(row["registration"], _Registration)
    if not all(is_shown_anywhere(at) for _state, at in read.files):
        raise ValueError("event: a file that was imported at no time")
    if row["mirror"] and not row["mirror"].startswith(("https://", "http://")):
        raise ValueError("event: a mirror at no address")


def _frozen_awards(row: Columns) -> None:
    frozen.read(row["awards"])
    if sha256(row["awards"].encode()).hexdigest() != row["sha256"]:
        raise Refused(
            _(
                "The frozen awards in this backup do not have the hash they were frozen with."
                " Nothing was restored."
            )
        )


def _final_sheet(row: Columns) -> None:
    final.read(row["sheet"])
    if final.digest(row["sheet"]) != row["sha256"]:
        raise Refused(
            _("A final sheet in this backup does not have the hash it was made with. Nothing was restored.")
        )
    for number in _of_type(row["keys"], dict):
        int(number)


_ALSO = {"event": _event, "logentry": _log_entry, "frozenawards": _frozen_awards, "finalsheet": _final_sheet}
