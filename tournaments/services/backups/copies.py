"""Copies of the whole database file, as the automatic copies are, and reading any of our files."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from ...errors import Refused
from ...formats import backup
from .contents import only_read
from .snapshot import copy_pages
from .snapshot import opened as opened_database
from .whole_files import whole_file
from .writing import everything


def can_copy_database() -> bool:
    """Whether the database is a file that can be copied. A server's has tools of its own."""
    return connection.vendor == "sqlite"


def copy_database(to: Path) -> None:
    """Copy this database, of one moment, while others write. An earlier file stays until it is there."""
    with ready_copy() as copy:
        bring(copy, to)


@contextmanager
def ready_copy() -> Iterator[Path]:
    """A copy of one moment on our own disk: where it then goes may be slow, and that keeps nobody waiting."""
    with tempfile.TemporaryDirectory(prefix="wallchart-") as folder:
        copy = Path(folder) / "copy"
        if can_copy_database():
            copy_pages(copy)
        else:
            with whole_file(copy) as file:
                everything(file)
        yield copy


def bring(copy: Path, to: Path) -> None:
    with copy.open("rb") as source, whole_file(to) as target:
        shutil.copyfileobj(source, target, 1 << 20)


def is_blank(copy: Path) -> bool:
    """Whether nobody has an account in this copy of a database, or there are no tables: SQLite makes a new
    file where the old one was moved away."""
    import sqlite3  # config.sqlite put the newer library under this name

    with closing(sqlite3.connect(copy)) as database:
        try:
            return not database.execute("SELECT EXISTS (SELECT 1 FROM auth_user)").fetchone()[0]
        except sqlite3.OperationalError:
            return True
        except sqlite3.DatabaseError:  # damage is found elsewhere
            return False


def is_whole(copy: Path) -> bool:
    """Whether it can be restored: a stick that is pulled out may leave half a file under its name."""
    try:
        with copy.open("rb") as file:
            if backup.is_database(file):
                return _is_sound(copy)
            backup.check(file, backup.ANY_SIZE)
    except (OSError, Refused):
        return False
    return True


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """A file to restore from. A copied database, also an older release's, becomes a backup of everything."""
    with path.open("rb") as file:
        is_copy = backup.is_database(file)
        if not is_copy:
            yield file
    if is_copy:
        with tempfile.TemporaryDirectory(prefix="wallchart-") as folder:
            own = Path(folder) / "copy.sqlite3"
            shutil.copyfile(path, own)
            written = Path(folder) / "copy.wallchart"
            _as_backup(own, written)
            with written.open("rb") as file:
                yield file


def _as_backup(copy: Path, to: Path) -> None:
    """Bring a copy up to date and write what it has."""
    if not _is_sound(copy):
        raise backup.damaged()
    with opened_database(copy) as alias:
        try:
            executor = MigrationExecutor(connections[alias])
            applied = set(executor.loader.applied_migrations)
            if ("tournaments", "0001_initial") not in applied:
                raise backup.foreign()
            if applied - executor.loader.disk_migrations.keys():
                raise backup.newer(_("of a later date"))
            executor.migrate(executor.loader.graph.leaf_nodes())
        except DatabaseError as error:
            raise backup.damaged() from error
        with to.open("wb") as file:
            everything(file, using=alias)


def _is_sound(copy: Path) -> bool:
    import sqlite3  # config.sqlite put the newer library under this name

    try:
        with only_read(copy) as file:
            [(answer,)] = file.execute("PRAGMA quick_check(1)")
    except sqlite3.DatabaseError:
        return False
    return bool(answer == "ok")
