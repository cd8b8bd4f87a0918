"""One moment of the database, to be read while play goes on."""

import errno
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.transaction import TransactionManagementError
from django.db.utils import load_backend

from ... import full_disk
from .. import journals

SNAPSHOT = "snapshot"


@contextmanager
def snapshot() -> Iterator[str]:
    """The alias of a database that has one moment of this one, and does not change. Nobody waits for it.

    SQLite reads a copy of its own: a transaction there would take the write lock. Inside a transaction of the
    caller, the rows are of one moment already.
    """
    if connection.in_atomic_block:
        yield DEFAULT_DB_ALIAS
    elif connection.vendor == "sqlite":
        with tempfile.TemporaryDirectory(prefix="wallchart-") as folder:
            file = Path(folder) / "snapshot.sqlite3"
            copy_pages(file)
            with opened(file) as alias:
                yield alias
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield DEFAULT_DB_ALIAS


def copy_pages(to: Path) -> None:
    """A copy of this SQLite database by its backup interface: whole, of one moment, without a journal.

    It is made in one step. In steps it would begin anew at each result that is entered meanwhile.
    """
    import sqlite3  # config.sqlite put the newer library under this name

    if connection.in_atomic_block:
        raise TransactionManagementError("A copy would wait for this transaction for ever.")
    connection.ensure_connection()
    to.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(to)) as copy:
            copy.execute("PRAGMA synchronous=OFF")
            connection.connection.backup(copy)
            # It carries the mode of its source; a copy is one file, readable where nothing can be written.
            copy.execute("PRAGMA journal_mode=DELETE")
            copy.execute(journals.new_mark())  # the log of its source is none of its own
    except sqlite3.Error as error:
        number = errno.ENOSPC if full_disk.is_full(error) else errno.EIO
        raise OSError(number, str(error), str(to)) from error


@contextmanager
def opened(file: Path) -> Iterator[str]:
    """A SQLite file as a further database of this thread, under an alias."""
    backend: Any = load_backend("django.db.backends.sqlite3")
    given = connections[DEFAULT_DB_ALIAS].settings_dict
    own = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {},
        "CONN_MAX_AGE": 0,
        "AUTOCOMMIT": True,
    }
    connections[SNAPSHOT] = backend.DatabaseWrapper({**given, **own}, SNAPSHOT)
    try:
        yield SNAPSHOT
    finally:
        connections[SNAPSHOT].close()
        del connections[SNAPSHOT]
