"""The files that keep events which a restore replaced."""

import re
from collections import defaultdict
from contextlib import suppress
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from ...errors import Refused
from ...formats import backup
from ...models import Event, LogEntry, Verb
from . import ages

_NAME = re.compile(r"(?P<event>.+)-(?P<at>\d{4}-\d\d-\d\d-\d{6}-\d{6})\.wallchart")


class Kept(NamedTuple):
    """A file with an event as it stood when a restore replaced it: what it was called then, and when that
    was."""

    path: Path
    event: str
    at: datetime


def folder() -> Path:
    return Path(settings.VAR_DIR) / "replaced"


def kept_of(event: Event) -> list[Kept]:
    """The files in the folder that restores of the event left, newest first.

    The log says which they are: another event may have had the address. Of a database that was put back, the
    log is older than some files: these are told by what was entered here, which the event and the file then
    have in common. What came with a file counts for nothing: anybody may have written it.
    """
    own = LogEntry.objects.filter(standings__section__event=event, restored=False)
    restores = own.filter(verb=Verb.RESTORE, values__has_key="kept")
    named = {entry.values["kept"]: entry.at for entry in restores}

    @cache
    def entered_here() -> set[str]:
        return set(own.exclude(verb=Verb.RESTORE).values_list("epoch", flat=True))

    def is_kin(path: Path, known: _Known | None) -> bool:
        same_address = known is not None and known.slug == event.slug
        return same_address and bool(entered_here() & _epochs(path, _changed(path)))

    found = []
    for path in _files():
        known = _known(path, _changed(path))
        if path.name in named or is_kin(path, known):
            kept = (known.event, known.written) if known else (event.name, named[path.name])
            found.append(Kept(path, *kept))
    return sorted(found, key=lambda kept: (kept.at, kept.path.name), reverse=True)


def remove_old() -> None:
    """Keep of each event those that its copies would be kept by: never without its last ones."""
    times: defaultdict[str, dict[str, datetime]] = defaultdict(dict)
    for path in _files():
        if match := _NAME.fullmatch(path.name):
            times[match["event"]][path.name] = datetime.strptime(match["at"], "%Y-%m-%d-%H%M%S-%f")
    for of_event in times.values():
        for name in of_event.keys() - ages.kept(of_event):
            with suppress(OSError):  # it can go another time
                (folder() / name).unlink()


class _Known(NamedTuple):
    """The beginning of a file."""

    slug: str
    event: str
    written: datetime


def _files() -> list[Path]:
    return [path for path in folder().glob("*.wallchart") if path.is_file()]


def _changed(path: Path) -> int:
    """Stands for what is in a file, so that none is read twice."""
    with suppress(OSError):
        return path.stat().st_mtime_ns
    return 0


@lru_cache(maxsize=500)
def _known(path: Path, _changed: int) -> _Known | None:
    with suppress(OSError, Refused, ValueError), path.open("rb") as file:
        header = backup.read_header(file)
        [event] = header.events
        return _Known(event.slug, event.name, header.written)
    return None


@lru_cache(maxsize=500)
def _epochs(path: Path, _changed: int) -> frozenset[str]:
    """Those that the file's log names."""
    with suppress(OSError, Refused), path.open("rb") as file:
        return frozenset(
            str(row.columns.get("epoch")) for row in backup.rows(file) if row.table == "logentry"
        )
    return frozenset()
