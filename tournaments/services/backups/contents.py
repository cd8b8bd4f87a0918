"""What lies in a folder that may be restored, told from the beginning of each file."""

from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from ...errors import Refused
from ...formats import backup
from ...text.wording import date_and_clock

if TYPE_CHECKING:
    import sqlite3

ENDINGS = (".sqlite3", ".wallchart")
# Events of a file that are named.
NAMED = 3


class Restorable(NamedTuple):
    """A file that may be restored: of when it is, and the names of its events. None: not looked at."""

    path: Path
    at: datetime
    events: tuple[str, ...] | None

    def __str__(self) -> str:
        values = {"file": self.path, "at": date_and_clock(self.at)}
        if self.events is None:
            return _("%(file)s (%(at)s)") % values
        if not self.events:
            return _("%(file)s (%(at)s; no events)") % values
        named = [*self.events[:NAMED], *(["…"] if len(self.events) > NAMED else [])]
        return _("%(file)s (%(at)s; %(events)s)") % {**values, "events": "; ".join(named)}


def look(path: Path) -> Restorable | None:
    """None for what cannot be restored, as far as its beginning tells."""
    with suppress(OSError, Refused), path.open("rb") as file:
        if backup.is_database(file):
            events = _events_of_copy(path)
            written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            return None if events is None else Restorable(path, written, events)
        header = backup.read_header(file)
        return Restorable(path, header.written, tuple(event.name for event in header.events))
    return None


def newest_in(folder: Path, most: int, without: Iterable[Path] = ()) -> list[Restorable]:
    """The newest files in this folder that may be restored."""
    return list(islice(_restorable(folder, set(without)), most))


def _restorable(folder: Path, without: set[Path]) -> Iterator[Restorable]:
    found = []
    for path in folder.glob("*"):
        with suppress(OSError):
            if path.suffix in ENDINGS and path not in without:
                found.append((path.stat().st_mtime, path))
    for _written, path in sorted(found, reverse=True):
        if (known := look(path)) is not None:
            yield known


def only_read(copy: Path) -> "closing[sqlite3.Connection]":
    """A copied database. Nothing is written beside it, also where nothing can be."""
    import sqlite3  # config.sqlite put the newer library under this name

    return closing(sqlite3.connect(f"{copy.absolute().as_uri()}?immutable=1", uri=True))


def _events_of_copy(copy: Path) -> tuple[str, ...] | None:
    import sqlite3  # config.sqlite put the newer library under this name

    with suppress(sqlite3.DatabaseError), only_read(copy) as database:
        rows = database.execute("SELECT name FROM tournaments_event ORDER BY starts_on DESC, id")
        return tuple(name for (name,) in rows)
    return None
