"""SQLite's journals beside the database: whether they are its own.

A server that was killed leaves its write-ahead log (or, without one, the journal of a transaction) beside
the file. SQLite takes whatever lies there for the file's own. If a copy was put in the file's place
meanwhile, the log of the replaced file would undo or damage it, so it is set aside before anything opens the
database.

A log belongs to a file by its *mark*, a random number in the file's header (SQLite's `user_version`). Each
start of a server draws a new one, and each copy has one of its own. A mark is drawn only while there is no
log, so that every header in a log has the mark of the file that it was written for, whatever was written
back since and however the server ended. A log without a header tells nothing, so a server signs the one
that it opens (:func:`sign`). After a checkpoint SQLite begins it anew, and the first results bring a header.

A rollback journal has the header of before its transaction. In its own file, the transaction was counted
once in the header (SQLite's file change counter), or not yet.

Whatever cannot be told stays where it is: a log has results that were acknowledged.
"""

import logging
import os
import secrets
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import IO

from ..opening import LOG as LOG
from . import folders

ROLLBACK = "-journal"
# What goes with each: the index of a log.
_NEIGHBORS = {LOG: (LOG, "-shm"), ROLLBACK: (ROLLBACK,)}

# In the header of the file (sqlite.org/fileformat2.html): 4 bytes each, big-endian.
_HEADER, _COUNTER, _MARK = 100, 24, 60
_LARGEST_PAGE = 65536
# The bytes that every connection to a file with a log has locked, and other ones during a transaction.
_SHARED, _SHARED_LENGTH = 0x40000002, 510
_NEW_OR_NOT = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)  # which Windows alone has

logger = logging.getLogger(__name__)


def look(file: Path) -> None:
    """Before anything opens the database: set aside what lies beside it and is of another file."""
    for end in (LOG, ROLLBACK):
        set_aside(file, end, partial(_is_of_another_file, file, end))


def set_aside(file: Path, end: str, is_of_another_file: Callable[[IO[bytes]], bool]) -> None:
    """Move a journal away, under a name with the time, unless somebody uses the file.

    ``is_of_another_file`` is asked while nobody can begin to, and is given the file.
    """
    if not _size(Path(f"{file}{end}")):
        return
    try:
        with _alone(file) as pages:
            if pages is None or not is_of_another_file(pages):
                return
            aside = f"{file}.replaced-{datetime.now():%Y-%m-%d-%H%M%S-%f}"
            for neighbor in _NEIGHBORS[end]:
                with suppress(FileNotFoundError):
                    os.rename(f"{file}{neighbor}", f"{aside}{neighbor}")
            folders.sync(file.parent)
    except (OSError, sqlite3.DatabaseError) as error:
        logger.warning("Whether %s%s is of the database beside it could not be told (%s).", file, end, error)
        return
    logger.warning(
        "The file of the database was replaced. The journal of the one before it is kept as %s%s.", aside, end
    )


def draw_mark(file: Path) -> None:
    """Give the file another mark, unless somebody else uses it."""
    if not _size(file):
        return
    with suppress(sqlite3.DatabaseError), closing(_opened(file)) as database:
        database.execute("PRAGMA fullfsync=1")
        database.execute("PRAGMA journal_mode=DELETE")
        # Others may have begun a log since.
        database.execute("BEGIN EXCLUSIVE")
        if database.execute("PRAGMA journal_mode").fetchone() != ("wal",):
            database.execute(new_mark())
        database.execute("COMMIT")


def new_mark() -> str:
    """The statement that gives a file another mark."""
    return f"PRAGMA user_version={secrets.randbits(31)}"


def sign(database: sqlite3.Connection) -> None:
    """Write the header, as it is, into the log of an open database."""
    with suppress(sqlite3.DatabaseError):  # A full disk, say; pages can still be read.
        [(mark,)] = database.execute("PRAGMA user_version")
        database.execute(f"PRAGMA user_version={mark}")


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=1, isolation_level=None)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


@contextmanager
def _alone(file: Path) -> Iterator[IO[bytes] | None]:
    """The file, if nobody uses it, and until this ends nobody can begin to; else None.

    It is not opened a second time here: closing that would let go of the lock. A file that is not there is
    made, empty, to be locked.
    """
    with os.fdopen(os.open(file, _NEW_OR_NOT, 0o600), "r+b", buffering=0) as pages:
        yield pages if _lock(pages.fileno()) else None


def _lock(descriptor: int) -> bool:
    with suppress(BlockingIOError, PermissionError):
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, _SHARED, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, _SHARED_LENGTH)
        else:
            import fcntl

            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, _SHARED_LENGTH, _SHARED)
        return True
    return False


def _is_of_another_file(file: Path, end: str, pages: IO[bytes]) -> bool:
    """Raises what SQLite raises of a file that is none of its own, and :class:`OSError`."""
    if not _size(file):
        return True  # SQLite would remove it
    own, with_journal = _headers(file, end, pages)
    if end == LOG:
        return _number(own, _MARK) != _number(with_journal, _MARK)
    return (_number(own, _COUNTER) - _number(with_journal, _COUNTER)) % 2**32 > 1


def _headers(file: Path, end: str, pages: IO[bytes]) -> tuple[bytes, bytes]:
    """The header of the file, and the one that SQLite would make of it with this journal.

    SQLite does so with a file that has nothing but the first page, and the size.
    """
    pages.seek(0)
    first = pages.read(_LARGEST_PAGE)
    with tempfile.TemporaryDirectory(prefix="wallchart-") as folder:
        trial = Path(folder) / "trial.sqlite3"
        trial.write_bytes(first)
        os.truncate(trial, _size(file))
        shutil.copyfile(f"{file}{end}", f"{trial}{end}")
        with closing(_opened(trial)) as database:
            database.execute("PRAGMA user_version").fetchone()
        return first[:_HEADER], trial.read_bytes()[:_HEADER]


def _number(header: bytes, at: int) -> int:
    return int.from_bytes(header[at : at + 4], "big")
