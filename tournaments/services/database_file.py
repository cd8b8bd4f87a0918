"""The SQLite file of the database: whether it can be used, and a copy of it.

A database on a server has no file here; nothing of this applies to it.
"""

import logging
import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from time import monotonic

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from .. import full_disk
from ..errors import Refused
from ..selectors.event.copies import copies
from ..text.commands import as_started

logger = logging.getLogger(__name__)

# Some gigabytes on a laptop; an event has some megabytes.
SECONDS_TO_CHECK = 10
# Sound; sound as far as it was looked at; in use at this moment, by a program that can read it.
NO_DAMAGE = ("ok", "interrupted", "database is locked")
# SQLite asks after so many of its steps whether to go on: some milliseconds.
_STEPS = 100_000


def file() -> Path | None:
    """The file; none for a database on a server or in memory."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or ":memory:" in name or "mode=memory" in name:
        return None
    return Path(name)


def name_on_a_server() -> str | None:
    """What a database on a server is called, without its user; None for one in a file or in memory."""
    if connection.vendor == "sqlite":
        return None
    at = connection.settings_dict
    return f"{at['NAME']} on {at['HOST'] or 'localhost'}"


def backups() -> Path:
    """The folder of copies."""
    return Path(settings.VAR_DIR) / "backups"


def must_be_writable() -> None:
    """Raise :class:`Refused` with what to do if the file, or its folder, cannot be written."""
    found = file()
    if found is None:
        return
    if not found.parent.is_dir():
        message = _("There is no folder %(folder)s for the database. Make it, or correct DATABASE_URL.")
        raise Refused(message % {"folder": found.parent})
    try:
        # SQLite keeps its journal beside the database.
        with tempfile.TemporaryFile(dir=found.parent):
            pass
    except OSError as error:
        if full_disk.is_full(error):
            raise
        message = _(
            "Wallchart cannot write to %(folder)s, the folder of its database (%(reason)s). "
            "Make it writable for you, then start again."
        )
        raise Refused(message % {"folder": found.parent, "reason": error.strerror}) from error
    if found.exists() and not os.access(found, os.W_OK):
        message = _("The database %(file)s is read-only. Make it writable for you, then start again.")
        raise Refused(message % {"file": found})


def damage() -> str | None:
    """What is wrong with the file; None where it is whole, or there is none."""
    found = file()
    return _damage(found) if found and found.exists() else None


def remedy() -> str:
    """What to do about a file that went bad while it was served, with where it and its copies are."""
    folders = [str(backups()), *filter(None, [copies().folder])]
    message = _(
        "Stop Wallchart, move %(file)s to another folder and keep it. Then restore the last copy: "
        "python manage.py restore FILE. Copies are in %(folders)s."
    )
    return as_started(message) % {"file": file(), "folders": get_text_list(folders, _("and"))}


def settle() -> None:
    """At the end of a server: write SQLite's log into the file. A copy of the file alone then has everything,
    and a file that is put in its place meets no log of another life."""
    if connection.vendor != "sqlite":
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except DatabaseError as error:  # The disk is full, say: what was saved stays in the log.
        logger.warning("The log of the database could not be written into it: %s", error)


def _damage(found: Path) -> str:
    """SQLite's words for the first thing wrong; empty if nothing is, as far as the time allows to look."""
    last = monotonic() + SECONDS_TO_CHECK
    try:
        with closing(sqlite3.connect(found, timeout=1)) as database:
            database.set_progress_handler(lambda: monotonic() > last, _STEPS)
            said = str(database.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        if full_disk.is_full(error):
            raise
        said = str(error)
    return "" if said in NO_DAMAGE else said.splitlines()[-1]
