"""SQLite as Wallchart runs it: a library that is safe with WAL, or no WAL.

SQLite 3.7.0 to 3.51.2 can corrupt a database in WAL mode when a checkpoint resets the log
while another process writes (sqlite.org/wal.html, "The WAL-Reset Bug"). Most systems still
carry such a version. On 64-bit Linux the lock file brings a newer one; elsewhere the rollback
journal is used: slower, and safe.
"""

import sys
from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register

from tournaments import opening

FIRST_SAFE_WITH_WAL = (3, 51, 3)

# What was answered is on the disk, whatever happens to the power. With NORMAL, a power cut took the results
# of the last seconds. fullfsync is for macOS, where a plain fsync stops at the disk's own cache.
ON_DISK = "PRAGMA synchronous=FULL;PRAGMA fullfsync=1;PRAGMA checkpoint_fullfsync=1;PRAGMA cache_size=-8000;"
WAL = f"PRAGMA journal_mode=WAL;PRAGMA journal_size_limit=27103364;{ON_DISK}"
ROLLBACK_JOURNAL = f"PRAGMA journal_mode=TRUNCATE;{ON_DISK}"


def use_newest_library() -> None:
    """Let `import sqlite3`, and so Django's backend, find the newer library if it is installed."""
    try:
        import pysqlite3
        import pysqlite3.dbapi2
    except ImportError:
        return
    sys.modules["sqlite3"] = pysqlite3
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2


def is_safe_with_wal() -> bool:
    import sqlite3

    return sqlite3.sqlite_version_info >= FIRST_SAFE_WITH_WAL


def options() -> dict[str, Any]:
    import sqlite3

    class Connection(sqlite3.Connection):
        """Makes no new file where another one was served."""

        def __init__(self, database: str, *given: Any, **named: Any) -> None:
            name = str(database)
            if opening.is_emptied(name):
                error = sqlite3.OperationalError("the database file is empty")
                error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
                raise error
            super().__init__(opening.address(name), *given, **named)

    return {
        "factory": Connection,
        # With DEFERRED, a request that reads and then writes fails when another wrote between.
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        "init_command": WAL if is_safe_with_wal() else ROLLBACK_JOURNAL,
    }


# A database check: `migrate` and `serve` show it, where it matters; a plain `check` does not.
@register(Tags.database)
def warn_of_old_library(*, databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    from django.db import connections

    if is_safe_with_wal():
        return []
    import sqlite3

    return [
        Warning(
            f"SQLite {sqlite3.sqlite_version} is not safe with a write-ahead log: "
            "Wallchart uses the slower rollback journal.",
            hint="Your data is safe. For a busy event use a SQLite of 3.51.3 or newer.",
            obj=alias,
            id="wallchart.W001",
        )
        for alias in databases or []
        if connections[alias].vendor == "sqlite"
    ]
