"""Another file in the place of the SQLite database while a server runs: a copy was put back.

A connection stays with the file that it opened, and what is written there would be lost. So connections to it
are closed, and the standings of the new file get new epochs before anybody reads them: they count versions
that phones and caches have seen, with other results.
"""

import logging
import os
from pathlib import Path
from threading import Lock
from typing import Any

from django.core.signals import request_started
from django.db import DatabaseError, connection
from django.db.backends.signals import connection_created

from .. import opening
from . import database_file, journals
from .epochs import renew_epochs

File = tuple[int, int]

logger = logging.getLogger(__name__)
# The file that this process serves. None: nothing is watched, as in commands and for a database on a server.
_served: File | None = None
# Its write-ahead log, which lies beside it under its name.
_log: File | None = None
_renewing = Lock()


def watch() -> None:
    """From now on, each request finds the file that is in its place then, and makes none if there is none."""
    global _served
    opening.serve_only_what_is_there(database_file.file())
    _served = _in_place()
    connection_created.connect(_note_file, dispatch_uid="replaced_file.note_file")
    request_started.connect(let_go, dispatch_uid="replaced_file.let_go")


def let_go(**kwargs: Any) -> None:
    """Before a request: close this thread's connection to a replaced file."""
    global _served
    if _served is None:
        return
    found = _in_place()
    if connection.connection and found != opened() and not connection.in_atomic_block:
        connection.close()
    if found in (None, _served):
        return
    with _renewing:
        if found == _served:
            return
        file = Path(connection.settings_dict["NAME"])
        # Of the replaced file: SQLite would take it for that of the new one, and mix the two lives.
        journals.set_aside(file, journals.LOG, lambda _file: _in_place(journals.LOG) == _log)
        journals.draw_mark(file)
        try:
            renew_epochs()
        except (
            DatabaseError
        ):  # not written to its end yet; this request says so, and the next one tries again
            connection.close()
            return
        _served = found
        _note_log(connection)
        logger.warning("Another file was put in the place of the database. Every phone loads its page anew.")


def opened() -> File | None:
    """Which file this thread's connection has; None where none is watched."""
    return getattr(connection, "opened_file", None)


def _note_file(connection: Any, **kwargs: Any) -> None:
    connection.opened_file = _in_place()
    if connection.opened_file == _served:
        _note_log(connection)


def _note_log(connection: Any) -> None:
    """The first connection of this process to a log signs it."""
    global _log
    log = _in_place(journals.LOG)
    if log not in (None, _log):
        journals.sign(connection.connection)
    _log = log


def _in_place(end: str = "") -> File | None:
    if connection.vendor != "sqlite":
        return None
    try:
        found = os.stat(f"{connection.settings_dict['NAME']}{end}")
    except OSError:
        return None
    # One that is being written to its place has nothing yet; nor has what another program left there.
    return (found.st_dev, found.st_ino) if found.st_size or end else None
