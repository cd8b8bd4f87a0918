"""A disk without room: whether that is what failed, and in words which disk, what is left, and what to do."""

import errno
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from .text.wording import room

OF_FILES = (errno.ENOSPC, errno.EDQUOT)
OF_SQLITE = 13
# Its backup interface raises without a number.
IN_WORDS_OF_SQLITE = "database or disk is full"
# SQLite says of a full disk only that it failed, where it was a file beside the database that could not grow.
INPUT_OUTPUT = 10
GROWS_BY = 64 * 1024
OF_POSTGRESQL = "53100"


def is_full(error: BaseException) -> bool:
    """Whether this, or what it comes from, says that there is no room."""
    return any(_says_full(cause) for cause in causes(error))


def _says_full(error: BaseException) -> bool:
    return (
        (isinstance(error, OSError) and error.errno in OF_FILES)
        or _is_of_sqlite(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        or getattr(error, "sqlstate", None) == OF_POSTGRESQL
        or str(error) == IN_WORDS_OF_SQLITE
    )


def _is_of_sqlite(code: int) -> bool:
    return code == OF_SQLITE or (code == INPUT_OUTPUT and _free(_fullest()) < GROWS_BY)


def causes(error: BaseException) -> Iterator[BaseException]:
    """The error, and what it comes from, as far as somebody said so."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__


def said(error: BaseException) -> str:
    """What to do about it, for a person at the terminal."""
    if any(getattr(cause, "sqlstate", None) == OF_POSTGRESQL for cause in causes(error)):
        return _(
            "The disk of the database server is full. What was saved is still there. Free up space on"
            " it, then try again."
        )
    folder = _folder(error)
    message = _(
        "The disk of %(folder)s is full (%(free)s free). What was saved is still there. Free up space"
        " on it, then try again."
    )
    return message % {"folder": folder, "free": room(_free(folder))}


def _folder(error: BaseException) -> Path:
    """The one that the error names; without a name, the one of ours with the least room."""
    for cause in causes(error):
        if isinstance(cause, OSError) and (named := cause.filename2 or cause.filename):
            above = Path(str(named)).absolute().parents
            return next(folder for folder in above if folder.is_dir())
    return _fullest()


def _fullest() -> Path:
    ours = [Path(settings.VAR_DIR), Path(tempfile.gettempdir())]
    if connection.vendor == "sqlite":
        ours.append(Path(connection.settings_dict["NAME"]).absolute().parent)
    return min(filter(Path.is_dir, ours), key=_free)


def _free(folder: Path) -> int:
    return shutil.disk_usage(folder).free
