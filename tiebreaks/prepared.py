"""Queries that are written once: Django writes the SQL of a query anew each time it is asked, which takes it
ten times as long as SQLite takes to answer.

For the few queries that every entry of a result asks. The rows are those that the query set would give.
"""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet

Row = TypeVar("Row")
Value = int | str
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

    def __call__(self, *values: Value) -> list[Row]:
        """The rows, in the order of the query."""
        if any(isinstance(value, int) and not -BEYOND <= value < BEYOND for value in values):
            return []
        vendor = connections[DEFAULT_DB_ALIAS].vendor
        if (written := self._written.get(vendor)) is None:
            written = self._written[vendor] = _Written(self._query, values)
        return list(written.asked(values))


class _Written:
    """The SQL of a query, and where in its parameters each value goes."""

    def __init__(self, query: Callable[..., QuerySet[Any]], values: Sequence[Value]) -> None:
        marks = [_mark(at, value) for at, value in enumerate(values)]
        self._rows: Any = query(*marks)
        self._compiler = self._rows.query.get_compiler(DEFAULT_DB_ALIAS)
        self._sql, self._parameters = self._compiler.as_sql()
        self._at = [marks.index(each) if each in marks else None for each in self._parameters]
        if set(range(len(marks))) - set(self._at):
            raise ValueError(f"not every value is a parameter of {self._sql}: {self._parameters}")

    def asked(self, values: Sequence[Value]) -> Iterable[Any]:
        parameters = tuple(
            each if at is None else values[at] for each, at in zip(self._parameters, self._at, strict=True)
        )
        compiler = copy(self._compiler)
        # A connection belongs to one thread.
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        compiler.as_sql = lambda *_how, **_more: (self._sql, parameters)
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


def _mark(at: int, value: Value) -> Value:
    """A value that stands in no query, which the smallest column can have: for others Django asks nothing."""
    return 32_700 + at if isinstance(value, int) else f"\0{at}"
