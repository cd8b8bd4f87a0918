"""The automatic copies of this machine: where they go, the last one, what failed; and what was downloaded.

A file in var/ has it, not the database: a folder belongs to the machine, and a database may move to another.
"""

from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _
from msgspec import MsgspecError, Struct, field, json

from ...text.copies import Trouble
from ...text.wording import day_and_clock
from .addresses import runs_in_a_hall


class Copies(Struct, frozen=True, omit_defaults=True):
    """``elsewhere`` says that the folder was on another disk than Wallchart's data when it was chosen.

    ``mark`` stands for what the database had at the last copy. ``trouble`` has failed ``since``, for the
    system's ``reason``. ``declined``: somebody said that this machine makes no copies.
    """

    folder: str = ""
    elsewhere: bool = False
    at: datetime | None = None
    file: str = ""
    size: int = 0
    mark: str = ""
    trouble: Trouble | None = None
    since: datetime | None = None
    reason: str = ""
    declined: bool = False

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

    @property
    def reason_said(self) -> str:
        return _("The system says: %(reason)s.") % {"reason": self.reason} if self.reason else ""


class Downloads(Struct, frozen=True):
    """When each event, by its key, was last taken along by the pages, alone or with everything."""

    events: dict[int, datetime] = field(default_factory=dict)


_copies = json.Decoder(Copies)
_downloads = json.Decoder(Downloads)


def file_of_copies() -> Path:
    return Path(settings.VAR_DIR) / "copies.json"


def copies() -> Copies:
    """As the last copy or look at the folder left it. To ask the folder itself may take for ever."""
    try:
        return _copies.decode(file_of_copies().read_bytes())
    except (OSError, MsgspecError):
        return Copies()


def lacks_a_folder(copies: Copies) -> bool:
    """Whether nothing is copied only because nobody has decided. On a server a timer makes the copies, or
    the provider: no director is asked there."""
    is_of_a_laptop = runs_in_a_hall() and connection.vendor == "sqlite"
    return is_of_a_laptop and not (copies.folder or copies.declined)


def file_of_downloads() -> Path:
    return Path(settings.VAR_DIR) / "download.json"


def downloads() -> Downloads:
    try:
        return _downloads.decode(file_of_downloads().read_bytes())
    except (OSError, MsgspecError):
        return Downloads()
