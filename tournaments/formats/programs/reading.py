"""Which program wrote a file: told from its bytes, whatever it is called."""

from django.utils.translation import gettext as _

from ...errors import Trouble
from ..records import ProgramFile
from . import swisssys
from .json_text import read_object


def read(data: bytes) -> ProgramFile:
    """Read the file of a pairing program, with all its problems."""
    try:
        found = read_object(data)
    except ValueError as error:
        return _unreadable(str(error))
    if swisssys.is_one(found):
        return swisssys.read(found)
    return _unreadable(_("a file of SwissSys (.sjson)"))


def _unreadable(expected: str) -> ProgramFile:
    return ProgramFile("", "", (), (), (Trouble(_("the file"), "", expected),))
