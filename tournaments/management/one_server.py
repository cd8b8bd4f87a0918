"""One server for one database: a locked file that names the process and the port of the one that runs."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.utils.translation import gettext as _

from ..errors import Refused
from ..services import database_file

# Far behind the text: Windows keeps others from reading what is locked.
_LOCKED_BYTE = 1 << 20


class AlreadyRunning(Refused):
    """Another server serves this database, on this port; 0 while it starts."""

    def __init__(self, process: str, port: str) -> None:
        self.port = int(port) if port.isdecimal() else 0
        if not self.port:
            super().__init__(
                _("Wallchart is already starting on this database. Use that one, or stop it first.")
            )
            return
        message = _(
            "Wallchart is already running on this database, on port %(port)s (process %(process)s). "
            "Use that one, or stop it first."
        )
        super().__init__(message % {"port": self.port, "process": process})


def only_one(port: int) -> BinaryIO:
    """The open file, locked as long as this process lives, however it ends.

    Raises :class:`AlreadyRunning`, naming the other server, if one serves this database.
    """
    database_file.must_be_writable()  # its folder has the lock too
    path = _lock_file()
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b", buffering=0)
    if not _lock(file):
        with file:
            raise _already_running(file)
    file.truncate(0)
    file.write(f"{os.getpid()} {port}".encode("ascii"))
    return file


def running() -> AlreadyRunning | None:
    """The server that serves this database, if one of this machine does. (gunicorn tells nobody.)"""
    try:
        with _lock_file().open("r+b", buffering=0) as file:
            return None if _lock(file) else _already_running(file)
    except OSError:  # none has run here, or it is not ours to ask
        return None


def _lock_file() -> Path:
    """Beside the database, or in the folder of what Wallchart writes."""
    if found := database_file.file():
        return found.with_name(f"{found.name}.lock")
    return Path(settings.VAR_DIR) / "server.lock"


def _lock(file: BinaryIO) -> bool:
    with suppress(OSError):
        if sys.platform == "win32":
            import msvcrt

            file.seek(_LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _already_running(file: BinaryIO) -> AlreadyRunning:
    file.seek(0)
    process, _space, port = file.read(100).decode("ascii", "replace").partition(" ")
    return AlreadyRunning(process, port)
