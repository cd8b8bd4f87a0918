"""New primary keys for rows that move into another database.

Each row gets a key that no row here has, had or will have, so that the log of rows that are gone stays true
and undo works. The keys keep their order: pages list rows in it, and a coin's draw begins with it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from ...formats.backup import Row
from .schema import TABLES, keys_of


class Moved:
    """The new keys, by table and old key. ``people`` has the accounts here by their keys in the file."""

    def __init__(self, rows: Iterable[Row], people: Mapping[int, int]) -> None:
        found: dict[str, set[int]] = defaultdict(set)
        for row in rows:
            for table, pk in keys_of(row.table, row.columns):
                if type(pk) is not int:
                    raise TypeError(f"{table}: {pk!r} is no primary key")
                found[table].add(pk)
        found.pop("user", None)
        self._people = people
        with transaction.atomic():  # short: what the keys are given to comes in another one
            self._keys = {
                table: dict(zip(sorted(pks), fresh_keys(TABLES[table], len(pks)), strict=True))
                for table, pks in found.items()
            }

    def __call__(self, table: str, pk: Any) -> int | None:
        """The new key. Accounts that were deleted before the file was written have none."""
        return self._people.get(pk) if table == "user" else self._keys[table][pk]


def fresh_keys(model: type[Model], count: int) -> list[int]:
    """So many keys in ascending order, taken out of the table's sequence: nobody else gets them."""
    name, column = model._meta.db_table, model._meta.pk.column
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            taken = "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)"
            cursor.execute(taken, [f'"{name}"', column, count])
            return sorted(key for (key,) in cursor.fetchall())
        # A transaction has SQLite's one write lock from its begin on.
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [name])
        row = cursor.fetchone()
        last = row[0] if row else 0
        if row:
            cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last + count, name])
        else:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [name, count])
        return list(range(last + 1, last + count + 1))
