"""Read a rating list into this machine's file of it: whole, or the old list stays."""

import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import IO, Any

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import json

from .. import full_disk
from ..errors import OlderList, Refused, Trouble
from ..formats.rating_list import Listed, NoList, Reading, opened, search_key
from ..formats.records import FileProblem
from ..selectors.files.rating_list import FORMAT, RatingList, held, place
from .backups.whole_files import whole_file

_AT_ONCE = 2_000
_FOLDER = ".rating-list-"
_A_DAY = 24 * 60 * 60
# The file is in nobody's way until it is whole, so nothing of it need be on the disk before. Its index grows
# with it: made at the end, it would be sorted in memory.
_SETTINGS = (
    f"PRAGMA user_version={FORMAT}; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
    " PRAGMA cache_size=-24000;"
)
_TABLES = (
    "CREATE TABLE list (said BLOB NOT NULL);"
    "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL, state TEXT NOT NULL,"
    " rating INTEGER, expires TEXT);"
    "CREATE INDEX player_by_name ON player (key);"
)


def read_list(
    stream: IO[bytes],
    name: str,
    *,
    older: bool = False,
    told: Callable[[int], None] = lambda lines: None,
) -> tuple[RatingList, list[FileProblem]]:
    """Read a file of this name; its list replaces the one that is here. Returns the first problems with it.

    ``told`` hears how many lines are read. Raises :class:`Refused` for a file that is no list, or that breaks
    off, and :class:`.OlderList` for a list that is older than the one that is here, unless an ``older`` one
    is wanted; then the old list stays.
    """
    try:
        place().parent.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(place().parent)
        with tempfile.TemporaryDirectory(prefix=_FOLDER, dir=place().parent) as folder:
            file = Path(folder) / "list.sqlite3"
            with opened(stream) as text:
                reading = Reading(text)
                said = _write(file, reading, name, told)
            if not older:
                _refuse_older(file)
            with file.open("rb") as source, whole_file(place()) as target:
                shutil.copyfileobj(source, target, 1 << 20)
    except ValueError as error:
        trouble = Trouble(_("the file"), error.read if isinstance(error, NoList) else "", str(error))
        message = _("This file could not be read. Nothing was saved.")
        if place().exists():
            message = _("This file could not be read. The old list is kept.")
        raise Refused(message, [trouble]) from error
    except OSError as error:
        if full_disk.is_full(error):
            raise
        message = _("The list could not be written: %(reason)s. The old list is kept.")
        raise Refused(message % {"reason": error.strerror or error}) from error
    return said, reading.problems


def _write(file: Path, reading: Reading, name: str, told: Callable[[int], None]) -> RatingList:
    import sqlite3  # config.sqlite put the newer library under this name

    with closing(sqlite3.connect(file, isolation_level=None)) as table:
        table.executescript(_SETTINGS + _TABLES)
        table.execute("BEGIN")
        players_read = iter(reading)
        while some := list(islice(players_read, _AT_ONCE)):
            # An ID that stands twice: the later line is the newer one where two lists were joined.
            table.executemany("INSERT OR REPLACE INTO player VALUES (?, ?, ?, ?, ?, ?)", _rows(some))
            told(reading.lines)
        [(players,)] = table.execute("SELECT count(*) FROM player")
        said = RatingList(
            file=name,
            read_at=timezone.now(),
            players=players,
            unreadable=reading.unreadable,
            inactive=reading.inactive,
            left_out=reading.left_out,
        )
        table.execute("INSERT INTO list VALUES (?)", [json.encode(said)])
        table.execute("COMMIT")
    return said


def _refuse_older(file: Path) -> None:
    """A list has no date that all its formats have, but a membership that is renewed ends later: the list on
    which more of those whom both have end earlier is the older one."""
    import sqlite3

    if (known := held()) is None:
        return
    compared = (
        "SELECT count(*), total(new.expires < old.expires), total(new.expires > old.expires)"
        " FROM player AS new JOIN held.player AS old USING (id)"
    )
    with closing(sqlite3.connect(file, isolation_level=None)) as table:
        table.execute("ATTACH ? AS held", [str(place())])
        [(both, earlier, later)] = table.execute(compared)
    if earlier > later:
        raise OlderList(known.file, int(earlier), both)


def _rows(players: Iterable[Listed]) -> Iterable[tuple[Any, ...]]:
    for player in players:
        day = player.expires_on
        yield (
            int(player.uscf_id),
            player.name,
            search_key(player.name),
            player.state,
            player.rating,
            day.isoformat() if day else None,
        )


def _remove_leftovers(folder: Path) -> None:
    """Of readings that were killed."""
    for left in folder.glob(f"{_FOLDER}*"):
        if time.time() - left.stat().st_mtime > _A_DAY:
            shutil.rmtree(left, ignore_errors=True)
