"""Which SQLite file is opened: only one that is there, where one was served.

SQLite makes a new, empty file where it finds none. In the place of a file that was moved away, or whose stick
is not plugged in, it would be taken for the database, and what is entered then would be apart from all else.
"""

import os
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from django.conf import settings

LOG = "-wal"
# No path begins so: one that is noted is absolute.
_ON_A_SERVER = b"on a server: "
# What this process serves. None: it serves nothing, as in commands, or a database on a server.
_served: Path | None = None


def serve_only_what_is_there(file: Path | None) -> None:
    """From now on this process does not make this file."""
    global _served
    _served = file and file.absolute()


def served_last() -> Path | None:
    """The file that was served last on this machine; None if none was, or if nothing tells."""
    noted = _noted()
    return Path(os.fsdecode(noted)) if noted and not noted.startswith(_ON_A_SERVER) else None


def served_on_a_server() -> str:
    """What :func:`note_served` was told of the database that was served last, if that is on a server."""
    noted = _noted()
    return noted.removeprefix(_ON_A_SERVER).decode() if noted.startswith(_ON_A_SERVER) else ""


def note_served(what: Path | str) -> None:
    """Note the file that is served from now on, or the name of a database on a server."""
    now = os.fsencode(what.absolute()) if isinstance(what, Path) else _ON_A_SERVER + what.encode()
    if _noted() != now:
        with suppress(OSError):  # the disk is full, say; the next start notes it
            _note().write_bytes(now + b"\n")


def left_its_log(file: Path) -> bool:
    """Whether a log with something in it lies beside: of a file that was here when its server was killed."""
    try:
        return os.stat(f"{file}{LOG}").st_size > 0
    except OSError:
        return False


def address(name: str) -> str:
    """What SQLite is given to open the database of this name."""
    if name.startswith("file:") or ":memory:" in name:
        return name
    file = Path(name).absolute()
    if not (file in (_served, served_last()) or left_its_log(file)):
        return name
    path = file.as_posix()
    root = "" if path.startswith("/") else "/"  # of Windows: /C:/…
    return f"file://{root}{quote(os.fsencode(path), safe='/:')}?mode=rw"


def is_emptied(name: str) -> bool:
    """Whether nothing is in the file that this process serves. SQLite would take it for a new database, and
    remove the log beside it, which has results of the one that was moved away."""
    try:
        return _served is not None and Path(name).absolute() == _served and not os.stat(name).st_size
    except OSError:
        return False


def _noted() -> bytes:
    try:
        return _note().read_bytes().removesuffix(b"\n")
    except OSError:
        return b""


def _note() -> Path:
    return Path(settings.VAR_DIR) / "served"
