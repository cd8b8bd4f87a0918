"""Disks without room, as far as any machine can have one."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def pragma(name: str, during: str, after: str) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}={during}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA {name}={after}")


@contextmanager
def nearly_full() -> Iterator[None]:
    """Room for a few entries. The pages that are free in the file would take hundreds: a filling has them."""

    def asked(name: str) -> int:
        cursor.execute(f"PRAGMA {name}")
        return int(cursor.fetchone()[0])

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE filling (bytes BLOB)")
        pages = max(0, asked("freelist_count") - 5)
        cursor.execute(f"INSERT INTO filling VALUES (zeroblob({pages * (asked('page_size') - 4)}))")
        try:
            with pragma("max_page_count", str(asked("page_count")), "1073741823"):
                yield
        finally:
            cursor.execute("DROP TABLE filling")
