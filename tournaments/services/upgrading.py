"""Before a database of another release is used: whether this release can read it, and a copy of it."""

from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.translation import gettext as _

from .. import full_disk
from ..errors import Refused
from ..models import RELEASE, Release
from ..text.commands import as_started
from . import database_file, rebuilding
from .backups import automatic
from .backups.copies import copy_database
from .backups.dumping import dump_database

COPIES_KEPT = 5
OURS = ("tiebreaks", "tournaments")


def refuse_unreadable() -> None:
    """Raise :class:`Refused`, naming its release, for a database that this release cannot read."""
    tables = set(connection.introspection.table_names())
    if not tables:
        return
    where = database_file.file() or connection.settings_dict["NAME"]
    if "django_migrations" not in tables:
        message = _("%(database)s is another program’s database. Correct DATABASE_URL.")
        raise Refused(message % {"database": where})
    release = _release(tables)
    loader = MigrationLoader(connection)
    unknown = [key for key in loader.applied_migrations if key not in loader.disk_migrations]
    if release > RELEASE:
        message = _(
            "%(database)s was made by release %(theirs)d of Wallchart; this is release %(ours)d. Nothing was "
            "changed. Start release %(theirs)d or a newer one, or restore a backup of release %(ours)d: "
            "python manage.py restore FILE"
        )
        raise Refused(as_started(message) % {"database": where, "theirs": release, "ours": RELEASE})
    if unknown and release:
        message = _(
            "%(database)s was made by a version of Wallchart newer than release %(theirs)d, which this one "
            "cannot read (it does not know %(step)s). Nothing was changed. Start that version, or restore a "
            "backup from before it: python manage.py restore FILE"
        )
        step = ".".join(max(unknown))
        raise Refused(as_started(message) % {"database": where, "theirs": release, "step": step})
    if unknown or _differs(loader):
        message = _(
            "%(database)s was made by a test version from before release 1 of Wallchart, which this release "
            "cannot read. Nothing was changed. Export its wall charts with that version, and import them "
            "into a new database: move the old one to another folder, then run: "
            "python manage.py serve --begin-anew"
        )
        raise Refused(as_started(message) % {"database": where})


def _release(tables: set[str]) -> int:
    """The newest release that has used the database; 0 if it is older than their list."""
    table = Release._meta.db_table
    if table not in tables:
        return 0
    with connection.cursor() as cursor:  # as any newer release has the table
        cursor.execute(f"SELECT max(number) FROM {table}")  # noqa: S608 (our own name)
        return int(cursor.fetchone()[0] or 0)


def _differs(loader: MigrationLoader) -> bool:
    """Whether a column is missing that the database's migrations have made: others had these names."""
    applied = [key for key in loader.applied_migrations if key in loader.graph.nodes]
    if not applied:
        return False
    state = loader.project_state(applied).apps
    with connection.cursor() as cursor:
        for app in OURS:
            for model in state.get_app_config(app).get_models() if app in state.app_configs else ():
                rows = connection.introspection.get_table_description(cursor, model._meta.db_table)
                if {field.column for field in model._meta.local_concrete_fields} - {row.name for row in rows}:
                    return True
    return False


def copy_before_upgrade() -> Path | None:
    """Copy the database if this start will upgrade it; the copy, or None.

    A file is copied also into the folder of the automatic copies. A database on a server is dumped. Raises
    :class:`Refused` if that fails, so that nothing is upgraded that could not be put back.
    """
    is_on_server = connection.vendor == "postgresql"
    if not (is_on_server or database_file.file()):
        return None
    if not (_is_due() or (not is_on_server and _was_of_another_version())):
        return None
    now = timezone.localtime().strftime("%Y-%m-%d-%H%M%S")
    folder = database_file.backups()
    copy = folder / f"before-upgrade-{now}.{'dump' if is_on_server else 'sqlite3'}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (dump_database if is_on_server else copy_database)(copy)
    except Refused as refused:
        raise _not_copied(refused.message) from refused
    except OSError as error:
        is_full = full_disk.is_full(error)
        reason = full_disk.said(error) if is_full else f"{copy}: {error.strerror or error}."
        raise _not_copied(reason) from error
    if not is_on_server:
        automatic.copy_before_upgrade()
    for old in sorted(folder.glob(f"before-upgrade-*{copy.suffix}"))[:-COPIES_KEPT]:
        old.unlink()
    return copy


def _not_copied(reason: str) -> Refused:
    message = _(
        "The database must be upgraded, and could not be copied before that: %(reason)s Nothing was"
        " changed. Fix that and start again, or make a backup of the database yourself, then run:"
        " python manage.py prepare --backup-made"
    )
    return Refused(as_started(message) % {"reason": reason})


def _is_due() -> bool:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return bool(executor.loader.applied_migrations)
    return bool(rebuilding.owners(stale=True))


def _was_of_another_version() -> bool:
    """Whether another version wrote the file last, also where this one leaves its tables as they are."""
    kept = _file_of_version()
    before = kept.read_text(encoding="utf-8").strip() if kept.is_file() else ""
    return before not in ("", settings.VERSION)


def _file_of_version() -> Path:
    return Path(settings.VAR_DIR) / "version"


def is_done() -> None:
    """Note in the database that this release has brought it up to date, and beside it the version."""
    Release.objects.get_or_create(number=RELEASE)
    with suppress(OSError):  # it only saves a copy that nobody needs
        _file_of_version().write_text(f"{settings.VERSION}\n", encoding="utf-8")
