"""The folder of the automatic copies as somebody types or pastes it: what is meant, why it does not serve."""

import re
import sys
from contextlib import suppress
from pathlib import Path
from urllib.request import url2pathname

from django.conf import settings
from django.utils.translation import gettext as _

from ...errors import Refused
from ...text.wording import problem
from .. import database_file

EXAMPLES = {"win32": "E:\\Copies", "darwin": "/Volumes/STICK/Copies"}
_QUOTES = ('""', "''", "“”", "‘’")
_URL = re.compile(r"file:(//[^/]*)?(/.*)", re.IGNORECASE | re.DOTALL)


def read(typed: str) -> Path:
    """The path that was typed, or pasted as a system copies it: in quotes, as ``file:///media/stick``, with
    ``~`` for the own home. Raises :class:`Refused` if it is not a whole path."""
    text = typed.strip()
    if text[:1] + text[-1:] in _QUOTES:
        text = text[1:-1].strip()
    if url := _URL.fullmatch(text):
        host = "" if url[1] in (None, "//", "//localhost") else url[1]
        text = url2pathname(host + url[2])
    path = Path(text)
    with suppress(RuntimeError):  # nobody has this home
        path = path.expanduser()
    if not path.is_absolute():
        expected = _(
            "the whole path of a folder, such as %(example)s. Open the folder in the file manager and copy "
            "its path from there."
        ) % {"example": EXAMPLES.get(sys.platform, "/media/stick/copies")}
        raise Refused(problem(typed, expected))
    return path


def serving(folder: Path) -> Path:
    """This folder, without links on the way to it. Raises :class:`Refused` if no copies can go there."""
    try:
        path = folder.resolve(strict=True)
        is_folder = path.is_dir()
    except TimeoutError:
        raise
    except PermissionError as error:
        message = _(
            "Wallchart may not look into %(folder)s. Make it readable for you, or choose another folder."
        )
        raise Refused(message % {"folder": folder}) from error
    except (OSError, RuntimeError) as error:  # also a name too long, and a link to itself
        raise Refused(_missing(folder)) from error
    if not is_folder:
        message = _("%(file)s is a file. Expected: a folder, such as the one it is in, %(folder)s.")
        raise Refused(message % {"file": folder, "folder": path.parent})
    if _is_our_own(path):
        message = _(
            "%(folder)s is Wallchart's own folder: whatever damages the database damages the copies"
            " there too. Expected: a folder on a USB stick, or one that a program copies to another"
            " machine."
        )
        raise Refused(message % {"folder": path})
    return path


def _missing(folder: Path) -> str:
    above = next((each for each in folder.parents if _is_there(each)), folder.parent)
    if above == folder.parent:
        message = _(
            "There is no folder %(name)s in %(above)s. Expected: a folder that exists. Make it first, or "
            "correct the name."
        )
    else:
        message = _(
            "There is no folder %(folder)s: %(above)s has no %(name)s. Expected: a folder that exists. If it "
            "is on a stick, plug the stick in. Otherwise make the folder first, or correct the path."
        )
    return message % {"folder": folder, "above": above, "name": folder.relative_to(above).parts[0]}


def _is_there(folder: Path) -> bool:
    try:
        return folder.is_dir()
    except OSError:
        return False


def _is_our_own(path: Path) -> bool:
    # What is in these may be served to everybody.
    ours = [Path(settings.BASE_DIR), Path(settings.VAR_DIR), Path(settings.STATIC_ROOT)]
    database = database_file.file()
    return any(path.is_relative_to(own.resolve()) for own in ours) or (
        database is not None and path == database.parent.resolve()
    )
