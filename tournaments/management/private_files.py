"""What Wallchart writes is for its user alone: it has the names of children, and hashes of passwords."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings


def make_private() -> None:
    """Take what is there from everybody else, and give them nothing of what this process makes."""
    os.umask(0o077)
    # An older release kept the password of the demo here.
    (Path(settings.VAR_DIR) / "demo_sign_in.json").unlink(missing_ok=True)
    for path in _written():
        with suppress(OSError):  # of another user, or on a disk that knows no users
            path.chmod(path.stat().st_mode & 0o700)


def _written() -> Iterator[Path]:
    var = Path(settings.VAR_DIR)
    yield var
    yield from var.iterdir()
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        # A journal may hold what the database is about to.
        for beside in ("", "-wal", "-shm", "-journal"):
            if (path := Path(f"{database['NAME']}{beside}")).exists():
                yield path
