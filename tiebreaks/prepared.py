"""Queries that are written once: Django writes the SQL of a query anew each time it is asked, which takes it
ten times as long as SQLite takes to answer.

For the queries that every entry of a result asks, or every draft of a round. The rows are those that the
query set would give; rows are inserted, saved and updated as ``save`` and ``bulk_update`` would, but that no
signals are sent.
"""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cache
from itertools import chain
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.models import Case, CharField, IntegerField, Model, QuerySet, Value, When
from django.db.models.functions import Cast
from django.db.models.sql import InsertQuery, UpdateQuery

Row = TypeVar("Row")
Asked = int | str
# Of more rows, writing the query is not what takes long.
FEW = 2
# What no database takes as a number.
BEYOND = 2**63


class Prepared(Generic[Row]):
    """A query of rows, or of columns of them, by numbers and texts; ``query`` builds it from as many values.

    Each value must be compared as it is, with a column of its own type; nothing else of the query may depend
    on it.
    """

    def __init__(self, query: Callable[..., QuerySet[Any, Row]]) -> None:
        self._query = query
        self._written: dict[str, _Written] = {}

    def __call__(self, *values: Asked) -> list[Row]:
        """The rows, in the order of the query."""
        if any(isinstance(value, int) and not -BEYOND <= value < BEYOND for value in values):
            return []
        vendor = connections[DEFAULT_DB_ALIAS].vendor
        if (written := self._written.get(vendor)) is None:
            written = self._written[vendor] = _Written(self._query, values)
        return list(written.asked(values))


class _Written:
    """The SQL of a query, and where in its parameters each value goes."""

    def __init__(self, query: Callable[..., QuerySet[Any]], values: Sequence[Asked]) -> None:
        marks = [_mark(at, value) for at, value in enumerate(values)]
        self._rows: Any = query(*marks)
        self._compiler = self._rows.query.get_compiler(DEFAULT_DB_ALIAS)
        self._sql, self._parameters = self._compiler.as_sql()
        self._at = _where(marks, self._sql, self._parameters)
        columns = self._compiler.select[: self._compiler.col_count]
        self._converters = self._compiler.get_converters([expression for expression, *_rest in columns])

    def asked(self, values: Sequence[Asked]) -> Iterable[Any]:
        parameters = _put(values, self._parameters, self._at)
        compiler = copy(self._compiler)
        # A connection belongs to one thread.
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        compiler.as_sql = lambda *_how, **_more: (self._sql, parameters)
        compiler.get_converters = lambda _expressions: self._converters
        query = copy(self._rows.query)
        query.get_compiler = lambda using: compiler
        # What Django reads of a query set to make its rows.
        asked = SimpleNamespace(
            db=DEFAULT_DB_ALIAS,
            query=query,
            model=self._rows.model,
            _fields=self._rows._fields,
            _known_related_objects={},
        )
        return self._rows._iterable_class(asked)  # type: ignore[no-any-return]


def _mark(at: int, value: Asked) -> Asked:
    """A value that stands in no query, which the smallest column can have: for others Django asks nothing."""
    return 32_700 + at if isinstance(value, int) else f"\0{at}"


def _where(marks: Sequence[Asked], sql: str, parameters: Sequence[Any]) -> list[int | None]:
    """Which mark each parameter is; none for what the query has of its own."""
    at = [marks.index(each) if each in marks else None for each in parameters]
    if set(range(len(marks))) - set(at):
        raise ValueError(f"not every value is a parameter of {sql}: {parameters}")
    return at


def _put(values: Sequence[Any], parameters: Sequence[Any], at: Sequence[int | None]) -> tuple[Any, ...]:
    return tuple(each if index is None else values[index] for each, index in zip(parameters, at, strict=True))


def insert(row: Model) -> None:
    """Insert a row whose key the database draws, as ``save(force_insert=True)``."""
    connection = connections[DEFAULT_DB_ALIAS]
    fields = _inserted(type(row))
    values = [field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(_written_insert(type(row), connection.vendor), values)
        if connection.features.can_return_columns_from_insert:
            (row.pk,) = cursor.fetchone()
        else:
            row.pk = connection.ops.last_insert_id(cursor, row._meta.db_table, row._meta.pk.column)
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def save(row: Model, names: Sequence[str]) -> None:
    """Write these fields of a row, as ``save(update_fields=names)``.

    Raises :class:`DatabaseError` if the row is gone.
    """
    if not _saved(row, names):
        raise DatabaseError(f"No {type(row).__name__} has the key {row.pk}: its fields were not saved.")


def save_or_insert(row: Model) -> None:
    """Write all fields of a row whose key is its owner's."""
    names = tuple(field.name for field in row._meta.concrete_fields if not field.primary_key)
    if not _saved(row, names):
        row.save(force_insert=True)
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def _saved(row: Model, names: Sequence[str]) -> bool:
    """Whether the row was there to be written."""
    connection = connections[DEFAULT_DB_ALIAS]
    fields: list[Any] = [row._meta.get_field(name) for name in names]
    values = [field.get_db_prep_save(field.pre_save(row, False), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(_written_save(type(row), tuple(names), connection.vendor), [*values, row.pk])
        return bool(cursor.rowcount == 1)


@cache
def _inserted(model: type[Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if not field.primary_key]


@cache
def _written_insert(model: type[Model], _vendor: str) -> str:
    """The SQL of inserting one row, which answers its key where the database can."""
    query: Any = InsertQuery(model)
    query.insert_values(_inserted(model), [model()])
    compiler = query.get_compiler(DEFAULT_DB_ALIAS)
    compiler.returning_fields = [model._meta.pk]
    ((sql, _parameters),) = compiler.as_sql()
    return str(sql)


@cache
def _written_save(model: type[Model], names: tuple[str, ...], _vendor: str) -> str:
    """The SQL of writing fields of the row with this key; the key comes last."""
    quoted = connections[DEFAULT_DB_ALIAS].ops.quote_name
    fields: list[Any] = [*map(model._meta.get_field, names), model._meta.pk]
    *columns, key = (quoted(field.column) for field in fields)
    given = ", ".join(f"{column} = %s" for column in columns)
    return f"UPDATE {quoted(model._meta.db_table)} SET {given} WHERE {key} = %s"  # noqa: S608 (names alone)


def update(rows: Sequence[Model], names: Sequence[str]) -> None:
    """Write these fields of rows of one table, each row's own, in one query, as ``bulk_update``. It still
    does where there are more than a few rows, or other fields than numbers and texts."""
    model = type(rows[0])
    fields = [model._meta.get_field(name) for name in names]
    # A field of its own kind may clean what it stores.
    plain = all(isinstance(field, IntegerField) or type(field) is CharField for field in fields)
    if len(rows) > FEW or not plain:
        model._default_manager.bulk_update(rows, names)
        return
    connection = connections[DEFAULT_DB_ALIAS]
    sql, parameters, at = _written_update(model, tuple(names), len(rows), connection.vendor)
    values = [row.pk for row in rows] + [
        field.get_db_prep_save(getattr(row, field.attname), connection)  # type: ignore[union-attr]
        for field in fields
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.execute(sql, _put(values, parameters, at))


@cache
def _written_update(
    model: type[Model], names: tuple[str, ...], count: int, vendor: str
) -> tuple[str, Sequence[Any], list[int | None]]:
    """The SQL of an update of so many rows, and where in its parameters each value goes: the keys of the
    rows, then of each field the value of each row."""
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    keys = [_mark(at, 0) for at in range(count)]
    marks = [
        [_mark((nth + 1) * count + at, "" if isinstance(field, CharField) else 0) for at in range(count)]
        for nth, field in enumerate(fields)
    ]
    cases = {}
    for field, ours in zip(fields, marks, strict=True):
        whens = [When(pk=key, then=Value(mark, field)) for key, mark in zip(keys, ours, strict=True)]
        case = Case(*whens, output_field=field)
        casts = connections[DEFAULT_DB_ALIAS].features.requires_casted_case_in_updates
        cases[field.attname] = Cast(case, field) if casts else case
    query: Any = model._default_manager.filter(pk__in=keys).query.chain(UpdateQuery)
    query.add_update_values(cases)
    sql, parameters = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    return sql, parameters, _where([*keys, *chain(*marks)], sql, parameters)
