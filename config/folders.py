"""The folder that Wallchart writes to, or one sentence that says why it cannot."""

import errno
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NoReturn


def writable_folder(path: Path) -> Path:
    """The folder, made private if it is new; the end, with a sentence, if nothing can be written there.

    It is needed before anything else can be read, so there is no translation and no nicer way to refuse.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        cannot_use(error, path)
    return path


def cannot_use(error: OSError, folder: Path) -> NoReturn:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        free = shutil.disk_usage(next(above for above in (folder, *folder.parents) if above.is_dir())).free
        sys.exit(
            f"The disk of {folder} is full ({free // 10**6} MB free). Delete files that nobody needs from "
            "it, or set VAR_DIR to a folder on another disk."
        )
    if folder.exists() and not folder.is_dir():
        sys.exit(f"{folder} is a file, but Wallchart needs a folder. Set VAR_DIR to a folder.")
    sys.exit(
        f"Wallchart cannot write to its folder {folder} ({error.strerror}: {error.filename}). Make all of it "
        "writable for you, or set VAR_DIR to another folder."
    )
