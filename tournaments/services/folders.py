"""Folders on the disk."""

import os
from contextlib import suppress
from pathlib import Path


def sync(folder: Path) -> None:
    """What was named, renamed or removed here stays so when the power is cut. Windows does it by itself."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            with suppress(OSError):  # some file systems have no way to do it
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
