"""Which program wrote a file: told from its bytes, whatever it is called."""

from io import BytesIO
from zipfile import ZipFile

from django.utils.translation import gettext as _

from tiebreaks.lines import clean_line

from ...errors import Trouble
from ..encodings import decode, kind_of
from ..records import ProgramFile
from ..zips import UNREADABLE
from . import crosstable, rating_report, swisssys, trf, web_report, wintd
from .json_text import read_object

# Of a file that is none of these, so many letters are told.
_TOLD = 40


def read(data: bytes) -> ProgramFile:
    """Read the file of a pairing program, with all its problems."""
    if rating_report.is_one(data):
        return rating_report.read(data)
    try:
        text = wintd.unpacked(data) or decode(data)
    except ValueError:
        if data.startswith(b"PK\x03\x04"):
            return _foreign(_zip_file(data))
        return _foreign(kind_of(data) or (_("bytes that are no text") if data else ""))
    try:
        if text.lstrip().startswith("{"):
            found = read_object(text)
            if swisssys.is_one(found):
                return swisssys.read(found)
            if web_report.is_one(found):
                return web_report.read(found)
            if wintd.is_one(found):
                return wintd.read(found)
        elif trf.is_one(text):
            return trf.read(text)
        elif crosstable.is_one(text):
            return crosstable.read(text)
    except ValueError as error:
        return _unreadable(text, str(error))
    return _foreign(text)


def _zip_file(data: bytes) -> str:
    """What is told of a zip file in which nothing was read, without unpacking it."""
    try:
        with ZipFile(BytesIO(data)) as file:
            size = sum(info.file_size for info in file.infolist())
    except (*UNREADABLE, ValueError, OSError):
        return _("a damaged zip file")
    if size <= wintd.LARGEST:
        return _("a zip file")
    return _("a zip file that is %(size)d MB unpacked") % {"size": max(size // 1_000_000, 1)}


def _foreign(text: str) -> ProgramFile:
    return _unreadable(
        text,
        _(
            "a SwissSys file (.sjson, or its report for web pages), a rating report (TDEXPORT, or its"
            " zip file), a tournament file of WinTD (.ptoz), a crosstable of the rating site, or a TRF file"
        ),
    )


def _unreadable(text: str, expected: str) -> ProgramFile:
    return ProgramFile("", "", (), (), (Trouble(_("the file"), clean_line(text[:_TOLD]), expected),))
