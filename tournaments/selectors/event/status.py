"""How Wallchart itself is: database, disk, copies, phones. For a director and for a server's probe."""

import logging
import shutil
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import Error

from ...models import Event
from ...polls import polls
from .addresses import printed_for_elsewhere
from .copies import Copies, copies, downloads, lacks_a_folder

logger = logging.getLogger(__name__)

MB = 1_000_000
# Under this, a day of play with its backups no longer fits for certain, and a director should make room.
LITTLE_DISK = 1000 * MB
# Under this, the next write of a database or its journal may fail.
NO_DISK = 50 * MB


@dataclass(frozen=True)
class Health:
    """What a probe asks: may this process be sent requests, and what should somebody look at?"""

    database_ms: float | None
    """None: the database does not answer."""
    disk_free: int | None
    """In bytes. None: the folder cannot be read."""
    last_backup: datetime | None

    @property
    def ok(self) -> bool:
        """Old backups do not make a server unfit: restarting it would not mend them."""
        return self.database_ms is not None and self.disk_free is not None and self.disk_free >= NO_DISK


@dataclass(frozen=True)
class StatusLine:
    """What a director sees at the foot of the desk. Nothing in it asks the database."""

    copies: Copies
    phones: int
    """About how many phones asked in the last minute."""
    disk_free: int | None
    event: Event | None = None
    """The one that the page is about."""
    downloaded: datetime | None = None
    """When this event was last taken along."""
    lacks_a_folder: bool = False
    at_least: bool = False
    """A proxy may answer polls itself, so that there are more phones than those that are seen."""
    printed_for: str = ""
    """The address on printed sheets, where phones do not find this machine any more."""

    @property
    def is_short_of_disk(self) -> bool:
        return self.disk_free is None or self.disk_free < LITTLE_DISK


def status_line(event: Event | None = None) -> StatusLine:
    state = copies()
    return StatusLine(
        state,
        polls.phones(),
        disk_free(),
        event,
        downloaded=downloads().events.get(event.pk) if event else None,
        lacks_a_folder=lacks_a_folder(state),
        at_least=settings.BEHIND_PROXY,
        printed_for=printed_for_elsewhere(),
    )


def health() -> Health:
    return Health(_database_ms(), disk_free(), last_backup())


def _database_ms() -> float | None:
    """How long one small read of a table takes; None if it fails, also for want of the table."""
    began = time.perf_counter()
    try:
        Event.objects.exists()
    except Error as error:
        logger.error("The database does not answer: %s", type(error).__qualname__)
        return None
    return round(1000 * (time.perf_counter() - began), 1)


def disk_free() -> int | None:
    """How many bytes are free where Wallchart writes."""
    try:
        return shutil.disk_usage(settings.VAR_DIR).free
    except OSError as error:
        logger.error("The folder of Wallchart's data cannot be read: %s", error.strerror)
        return None


def last_backup() -> datetime | None:
    """When the newest copy was finished, here or in the folder of automatic copies; None if there is none."""
    try:
        here = [file.stat().st_mtime for file in (Path(settings.VAR_DIR) / "backups").iterdir()]
    except OSError:
        here = []
    made = [datetime.fromtimestamp(at, UTC) for at in here]
    return max([*made, *([at] if (at := copies().at) else [])], default=None)
