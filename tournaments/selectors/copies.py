"""The automatic copies of this machine: where they go, the last one, and what failed.

A file in var/ has it, not the database: a folder belongs to the machine, and a database may move to another.
"""

from datetime import datetime
from pathlib import Path

from django.conf import settings
from msgspec import MsgspecError, Struct, json

from ..text.copies import Trouble
from ..text.wording import day_and_clock


class Copies(Struct, frozen=True, omit_defaults=True):
    """``elsewhere`` says that the folder was on another disk than Wallchart's data when it was chosen.

    ``mark`` stands for what the database had at the last copy. ``trouble`` has failed ``since``.
    """

    folder: str = ""
    elsewhere: bool = False
    at: datetime | None = None
    file: str = ""
    size: int = 0
    mark: str = ""
    trouble: Trouble | None = None
    since: datetime | None = None

    @property
    def path(self) -> Path:
        return Path(self.folder)

    @property
    def missing_since(self) -> datetime | None:
        """From when on nothing is copied: since the last copy; if there is none, since copying failed."""
        return self.at or self.since

    @property
    def said(self) -> str:
        """What failed, in words."""
        since = {"since": day_and_clock(self.since) if self.since else ""}
        return self.trouble.label % since if self.trouble else ""


class Download(Struct, frozen=True):
    """The last backup that somebody took along by the pages: of one event, or of everything."""

    at: datetime
    is_of_one_event: bool


_decoder = json.Decoder(Copies)
_download = json.Decoder(Download)


def file_of_copies() -> Path:
    return Path(settings.VAR_DIR) / "copies.json"


def copies() -> Copies:
    """As the last copy or look at the folder left it. To ask the folder itself may take for ever."""
    try:
        return _decoder.decode(file_of_copies().read_bytes())
    except (OSError, MsgspecError):
        return Copies()


def file_of_download() -> Path:
    return Path(settings.VAR_DIR) / "download.json"


def download() -> Download | None:
    try:
        return _download.decode(file_of_download().read_bytes())
    except (OSError, MsgspecError):
        return None
