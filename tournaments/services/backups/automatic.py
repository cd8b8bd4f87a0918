"""Automatic copies: a second folder has the database at most a minute old while results come in.

The server's own thread makes them, so that nobody must remember to. Nothing that fails here stops play: the
desk says it, and the next look tries again.
"""

import errno
import logging
import os
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Event as Signal
from threading import Lock, Thread

from django.contrib.auth.models import User
from django.db import DatabaseError, connection
from django.db.models import Count, Max, Sum
from django.utils import timezone
from msgspec import json
from msgspec.structs import replace

from tiebreaks.models import Standings

from ... import full_disk
from ...errors import Refused
from ...models import Event
from ...selectors.event.copies import Copies, Downloads, copies, downloads, file_of_copies, file_of_downloads
from ...text.copies import Trouble
from .. import replaced_file
from . import ages, choosing
from .contents import Restorable, newest_in
from .copies import bring, can_copy_database, is_blank, is_whole, ready_copy
from .folder import TO_COPY, TO_LOOK, ask, is_on_our_disk, is_there
from .whole_files import whole_file

# A copy is at most twice this old: one look misses a change, the next one copies it.
SECONDS = 20
_NAME = re.compile(r"wallchart-(\d{4}-\d\d-\d\d-\d{6})Z\.(?:sqlite3|wallchart)")
_TROUBLES = {
    errno.ENOENT: Trouble.GONE,
    errno.ENOTDIR: Trouble.NOT_A_FOLDER,
    errno.ENODEV: Trouble.GONE,
    **dict.fromkeys(full_disk.OF_FILES, Trouble.FULL),
    errno.EACCES: Trouble.NOT_WRITABLE,
    errno.EPERM: Trouble.NOT_WRITABLE,
    errno.EROFS: Trouble.NOT_WRITABLE,
}
logger = logging.getLogger(__name__)
# Between reading and writing what is kept: the thread, and a director who chooses a folder.
_keeping = Lock()


class Copier(Thread):
    """Looks every few seconds whether the database changed, and then copies it."""

    def __init__(self, seconds: float = SECONDS) -> None:
        super().__init__(name="copies", daemon=True)
        self.seconds = seconds
        self._stopped = Signal()
        self._copied: tuple[str, object] | None = None

    def run(self) -> None:
        while not self._stopped.wait(self.seconds):
            self._look()
        self._look()  # what was entered last
        connection.close()

    def stop(self) -> None:
        self._stopped.set()
        self.join()

    def _look(self) -> None:
        try:
            self.look()
        except Exception as error:  # whatever it is: the thread goes on, and the next look tries again
            logger.warning("The automatic copy failed: %r", error)

    def look(self) -> None:
        before = copies()
        if not before.folder:
            return
        replaced_file.let_go()
        seen = before.folder, _changes_of_others()
        _copy_and_log(is_due=seen != self._copied or before.trouble is not None)
        self._copied = seen


_copier: Copier | None = None


def start() -> None:
    """Start the thread of this process; only where the database is a file."""
    global _copier
    if can_copy_database():
        _copier = Copier()
        _copier.start()


def stop() -> None:
    global _copier
    if _copier:
        _copier.stop()
        _copier = None


def is_running() -> bool:
    return _copier is not None


def _changes_of_others() -> object:
    """It differs when another connection of this SQLite database has committed, or its file is another."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return replaced_file.opened(), int(cursor.fetchone()[0])


# --- where to -------------------------------------------------------------------------------------


def choose(folder: str) -> None:
    """Copy into this folder from now on, beginning at once. Raises :class:`Refused` if that does not work."""
    keep(tried(folder))


def tried(typed: str) -> Copies:
    """A first copy in this folder, which is not yet the chosen one: then :func:`keep` it."""
    folder = choosing.read(typed)
    first, began = Copies(str(folder)), timezone.now()
    try:
        path = ask(folder, lambda: choosing.serving(folder), TO_LOOK)
        first = Copies(str(path), ask(path, lambda: not is_on_our_disk(path), TO_LOOK))
        return ask(path, lambda: _copied(first), TO_COPY)
    except (OSError, DatabaseError) as error:
        raise _refusal(_failed(first, error, began)) from error


def _refusal(failed: Copies) -> Refused:
    return Refused(" ".join(filter(None, [f"{failed.folder}: {failed.said}", failed.reason_said])))


def keep(state: Copies, instead_of: str | None = None) -> None:
    """Of a folder: only as long as it is the chosen one. A copy may be done long after another was chosen."""
    with _keeping:
        if instead_of in (None, copies().folder):
            with whole_file(file_of_copies()) as file:
                file.write(json.encode(state))


def note_download(events: Iterable[int]) -> None:
    """For the status line. A download is none the worse if that cannot be kept."""
    with _keeping, suppress(OSError):
        noted = downloads().events | dict.fromkeys(events, timezone.now())
        with whole_file(file_of_downloads()) as file:
            file.write(json.encode(Downloads(noted)))


# --- one copy -------------------------------------------------------------------------------------


def copy_now(*, is_due: bool = True) -> Copies:
    """Copy the database into the chosen folder, or only look for it, and keep how that went."""
    before, began = copies(), timezone.now()

    def copy() -> Copies:
        made = _copied(before)
        keep(made, before.folder)  # also after nobody waits for it any more
        return made

    try:
        if not ask(before.path, lambda: is_there(before.path, elsewhere=before.elsewhere), TO_LOOK):
            raise _gone(before.path)
        return ask(before.path, copy, TO_COPY) if is_due else before
    except (OSError, DatabaseError) as error:
        after = _failed(before, error, began)
        keep(after, before.folder)
        return after


def _copied(chosen: Copies) -> Copies:
    made = copy_into(chosen.path, elsewhere=chosen.elsewhere)
    return Copies(chosen.folder, chosen.elsewhere, timezone.now(), made.name, made.stat().st_size)


def _failed(before: Copies, error: Exception, began: datetime) -> Copies:
    number = getattr(error, "errno", None) or 0
    is_silent = isinstance(error, TimeoutError)
    trouble = Trouble.SILENT if is_silent else _TROUBLES.get(number, Trouble.FAILED)
    if trouble is Trouble.GONE and not before.at:
        trouble = Trouble.MISSING
    since = before.since if before.trouble is trouble else None
    reason = "" if is_silent else getattr(error, "strerror", None) or str(error)
    return replace(before, trouble=trouble, since=since or began, reason=reason)


def copy_before_upgrade() -> None:
    """Before a start changes the database: one more copy in the chosen folder, if there is one."""
    if copies().folder:
        _copy_and_log()


def _copy_and_log(*, is_due: bool = True) -> None:
    """For a server. A command says itself, in a sentence, what failed."""
    before = copies()
    after = copy_now(is_due=is_due)
    if after.trouble and not before.trouble:
        logger.warning("The automatic copy failed: %s", after.reason or after.trouble.value)


def copy_into(folder: Path, *, elsewhere: bool = False) -> Path:
    """A new copy in this folder, which is never created: without its stick it would be on our own disk."""
    if not is_there(folder, elsewhere=elsewhere):
        raise _gone(folder)
    for left in folder.glob(".wallchart-*.part"):  # by a copy that was killed
        left.unlink(missing_ok=True)
    kind = "sqlite3" if can_copy_database() else "wallchart"
    made = folder / f"wallchart-{datetime.now(UTC):%Y-%m-%d-%H%M%S}Z.{kind}"
    with ready_copy() as copy:
        if can_copy_database() and any(folder.glob("wallchart-*.sqlite3")) and is_blank(copy):
            # As the newest copy it would be restored, and in time push out those that have everything.
            raise OSError(errno.EIO, "the database is empty", str(copy))
        try:
            bring(copy, made)
        except OSError as error:
            if error.errno not in full_disk.OF_FILES or not _make_room(folder, copy.stat().st_size):
                raise
            bring(copy, made)
    with suppress(OSError):  # the copy is there; old ones can go another time
        _remove_old(folder, made.name)
    return made


def newest(most: int) -> list[Restorable]:
    """The newest copies in the chosen folder; if that does not answer, the last one that was made there."""
    known = copies()
    if not known.folder:
        return []
    with suppress(OSError):
        if ask(known.path, known.path.is_dir, TO_LOOK):
            return ask(known.path, lambda: newest_in(known.path, most), TO_LOOK)
    return [Restorable(known.path / known.file, known.at, None)] if known.file and known.at else []


def _gone(folder: Path) -> OSError:
    if folder.is_file():
        return NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    return FileNotFoundError(errno.ENOENT, "no such folder", str(folder))


def copy_if_changed(folder: Path) -> Path | None:
    """For a timer: a copy in this folder, unless nothing changed since the last one; None then. Where a
    director chose another folder in the pages, that one stays the chosen one. Raises :class:`Refused` for a
    folder that takes no copy."""
    mark = _mark()
    before = copies()
    if before.folder != str(folder):
        if _is_chosen_in_the_pages(before):
            made = tried(str(folder))
            return made.path / made.file
        with suppress(OSError):
            if ask(folder, folder.is_file, TO_LOOK):  # a slip of who types it: no folder is chosen by that
                raise _refusal(_failed(Copies(str(folder)), _gone(folder), timezone.now()))
        before = Copies(folder=str(folder))
        keep(before)
    is_due = before.mark != mark or before.trouble is not None
    after = copy_now(is_due=is_due)
    if after.trouble:
        raise _refusal(after)
    if not is_due:
        return None
    keep(replace(after, mark=mark))
    return folder / after.file


def _is_chosen_in_the_pages(known: Copies) -> bool:
    """There a first copy comes before the choice, and none has the mark of a timer's."""
    return bool(known.folder and known.at and not known.mark)


def _mark() -> str:
    """Changes with every change of an event, and with events and accounts that come or go."""
    versions = Standings.objects.aggregate(Count("pk"), Max("pk"), Sum("version"))
    others = [model._default_manager.aggregate(Count("pk"), Max("pk")) for model in (Event, User)]
    return "-".join(str(value) for found in (versions, *others) for value in found.values())


def _remove_old(folder: Path, newest: str) -> None:
    there = _copies_in(folder)
    for name in set(there) - kept(there) - {newest}:
        (folder / name).unlink(missing_ok=True)


def _make_room(folder: Path, size: int) -> bool:
    """Remove as many of our copies as one of this size needs, if that is enough: first those that are not
    kept by age, then the oldest. The newest whole one stays, and what is newer: without it nothing is safe.
    """
    there = _copies_in(folder)
    whole = next((at for at, name in enumerate(there) if is_whole(folder / name)), len(there))
    keep = kept(there)
    oldest_first = there[:whole:-1]
    may_go = [name for is_kept in (False, True) for name in oldest_first if (name in keep) is is_kept]
    sizes = {name: (folder / name).stat().st_size for name in may_go}
    if shutil.disk_usage(folder).free + sum(sizes.values()) < size:
        return False
    made = 0
    for name in may_go:
        if made < size:
            (folder / name).unlink()
            made += sizes[name]
    return made > 0


def _copies_in(folder: Path) -> list[str]:
    """Our copies, the newest first."""
    found = [match for entry in folder.iterdir() if (match := _NAME.fullmatch(entry.name))]
    return [match[0] for match in sorted(found, key=lambda match: match[1], reverse=True)]


def kept(names: Iterable[str]) -> set[str]:
    """Those of our copies that stay."""
    found = {name: match[1] for name in names if (match := _NAME.fullmatch(name))}
    return ages.kept({name: datetime.strptime(at, "%Y-%m-%d-%H%M%S") for name, at in found.items()})
