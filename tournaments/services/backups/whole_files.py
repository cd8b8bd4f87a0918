"""Files that are there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from .. import folders

_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)  # which Windows alone has


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Write a file beside its place, and move it there when it is on the disk. Before, an earlier one stays.

    For its owner only: a backup has names of children, and hashes of passwords.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(os.open(beside, _NEW, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException as error:
        with suppress(OSError):
            beside.unlink()
        if isinstance(error, OSError) and error.filename is None:  # of what is written none has a name
            error.filename = str(path)
        raise
    folders.sync(path.parent)
