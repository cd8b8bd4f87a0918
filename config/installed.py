"""Where an installed Wallchart has its files, and where it keeps what it writes.

A checkout has pages, styles and translations beside the code, and keeps its data in ``var``. A wheel has them
in ``config/files``, and its data are the user's: another release finds them, wherever it was installed.
"""

import importlib.metadata
import os
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent / "pyproject.toml"


def is_checkout() -> bool:
    return PROJECT.is_file()


def files() -> Path:
    """The folder of ``templates``, ``static`` and ``locale``."""
    return PROJECT.parent if is_checkout() else HERE / "files"


def version() -> str:
    if is_checkout():
        project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
        return str(project["project"]["version"])
    return importlib.metadata.version("wallchart")


def data_folder() -> Path:
    """The folder of the database and of all else that is written."""
    return PROJECT.parent / "var" if is_checkout() else _of_user()


def _of_user() -> Path:
    home = Path.home()
    if sys.platform == "win32":
        # Not in AppData: a Python of the Microsoft Store writes there into a folder of its own, which the
        # next Python does not see. Nor in Documents, which are often synced: an open database must not be.
        return home / "Wallchart"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Wallchart"
    # As the XDG rules have it: a path that is not absolute is ignored.
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (given if given.is_absolute() else home / ".local" / "share") / "wallchart"
