"""Whether a new database may begin here, and beginning it.

Where one was served, none begins by itself: its file was moved, its folder renamed, or its stick is not
plugged in.
"""

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from .. import opening
from ..errors import Refused
from ..text.commands import as_started
from . import database_file, journals
from .backups import automatic, replaced
from .backups.contents import Restorable, newest_in

# Files of one folder that are named.
OF_EACH = 3


def must_not_replace() -> None:
    """Raise :class:`Refused`, with what to do, where a new database would take the place of a served one."""
    file = database_file.file()
    if file is None or not is_missing(file):
        return
    if elsewhere := opening.served_on_a_server():
        message = _(
            "Wallchart served the database %(database)s last, and DATABASE_URL does not name it now."
            " Set it as it was. To start over on purpose: python manage.py serve --begin-anew"
        )
        raise Refused(as_started(message % {"database": elsewhere}))
    served = opening.served_last()
    if served is None and not opening.left_its_log(file):
        return
    raise Refused(" ".join([_what_is_missed(file, served or file), _ways_back(file)]))


def must_be_whole() -> None:
    """Raise :class:`Refused` with what to do if the file of the database is damaged."""
    if not (damage := database_file.damage()):
        return
    file = database_file.file() or Path()
    message = _(
        "The database %(file)s is damaged (%(damage)s). Wallchart does not use it. Move it to another folder "
        "and keep it."
    )
    raise Refused(" ".join([message % {"file": file, "damage": damage}, _restore_one(file)]))


def begin_anew() -> None:
    """A new database in the place of the one that was served. Raises :class:`Refused` where that one is."""
    file = database_file.file()
    if file is None:
        return
    database_file.must_be_writable()
    if not is_missing(file):
        message = _("The database %(file)s is there. To start over, move it to another folder first.")
        raise Refused(message % {"file": file})
    _begin(file)


def make_ready() -> None:
    """A new database gets its tables. One of an older release is for the server to update, after a copy."""
    database_file.must_be_writable()
    if (file := database_file.file()) and is_missing(file):
        _begin(file)
    if _lacks_tables():
        call_command("migrate", interactive=False, verbosity=0)


def must_be_ready() -> None:
    """Raise :class:`Refused` for a database without tables, or of an older release."""
    if _lacks_tables():
        raise Refused(as_started(_("There is no database yet. Make one first: python manage.py prepare")))


def _lacks_tables() -> bool:
    """Whether it is new; an older release's raises :class:`Refused`."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False
    if executor.loader.applied_migrations:
        raise Refused(
            _(
                "This database is from an older release. Start Wallchart once, which updates it, then"
                " try again."
            )
        )
    return True


def is_missing(file: Path) -> bool:
    """Whether nothing is there, or a file without a table: SQLite opens an empty one as a new database."""
    try:
        if not file.stat().st_size:
            return True
    except FileNotFoundError:
        return True
    except OSError:  # who may not look at it is told so elsewhere
        return False
    try:
        with closing(sqlite3.connect(file, timeout=1)) as database:
            return not database.execute("SELECT EXISTS (SELECT 1 FROM sqlite_master)").fetchone()[0]
    except sqlite3.DatabaseError:  # damage is found elsewhere
        return False


def is_of_another_release(file: Path) -> bool:
    """Whether this file lacks what the release that runs here brings to one. A damaged one does not say."""
    try:
        with closing(sqlite3.connect(file, timeout=1)) as database:
            applied = set(database.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.DatabaseError:
        return False
    return not applied.issuperset(_last_migrations())


@cache
def _last_migrations() -> frozenset[tuple[str, str]]:
    """Of each app. Kept, because a hall full of phones may ask meanwhile."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def _begin(file: Path) -> None:
    journals.look(file)  # what lies beside it is of the one before
    file.touch(mode=0o600)


def _what_is_missed(file: Path, served: Path) -> str:
    values = {"file": file, "served": served}
    if file.absolute() != served:
        message = _(
            "There is no database %(file)s, and Wallchart served %(served)s last. If that is the one,"
            " correct DATABASE_URL."
        )
    elif file.exists():
        message = _(
            "The database %(file)s is empty, and was served last: something else is in its place. Put it "
            "back there."
        )
    else:
        message = _(
            "The database %(file)s was served last and is not there. Plug its disk in, or move it back to "
            "its place."
        )
    return message % values


def _ways_back(file: Path) -> str:
    anew = _("To start over on purpose: python manage.py serve --begin-anew")
    one = _restore_one(file)
    return as_started(("\n" if "\n" in one else " ").join([one, anew]))  # below files that are listed


def _restore_one(file: Path) -> str:
    if found := _restorable(file):
        message = _(
            "To continue from a copy, restore one of these, the newest first: python manage.py restore FILE"
        )
        return "\n".join([message, *(f"  {each}" for each in found)])
    message = _(
        "No copy is in %(backups)s. If you have one elsewhere, restore it: python manage.py restore FILE."
    )
    return message % {"backups": database_file.backups()}


def _restorable(file: Path) -> list[Restorable]:
    """The newest of each folder where Wallchart, or somebody by hand, puts files that may be restored."""
    folders = {database_file.backups(), replaced.folder(), file.absolute().parent}
    found = [each for folder in folders for each in newest_in(folder, OF_EACH, [file.absolute()])]
    found += [copy for copy in automatic.newest(OF_EACH) if copy.path not in [each.path for each in found]]
    return sorted(found, key=lambda each: each.at, reverse=True)
