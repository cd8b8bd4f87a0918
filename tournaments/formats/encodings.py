"""The letters of an uploaded text: which encoding it is in, and what it is where it is no text.

Old programs save a list in the encoding of their system, and say nowhere which that is: Windows-1252, or Mac
Roman, in which é is the Ž of the other. The one is taken that puts letters where names have them.
"""

import re
from contextlib import suppress
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.lines import visible

PDF = gettext_lazy("a list as text. This is a PDF file: copy the table out of it, or save the list as CSV")


def decode(data: str | bytes) -> str:
    """The text of an upload or a paste, without what shows nothing.

    Raises :class:`ValueError` with what was expected if it is not a text file.

    >>> decode(b"Zo\\xc3\\xab"), decode(b"Zo\\xeb")
    ('Zoë', 'Zoë')
    """
    if isinstance(data, str):
        text = data
    elif kind := kind_of(data):
        said = _(
            "a list of players. This file is %(kind)s, whatever its name says: export the list, and save it"
            " as CSV"
        )
        raise ValueError(said % {"kind": kind})
    elif data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise ValueError(_("a text file. This is a spreadsheet: save it as CSV and try again"))
    else:
        text = _decoded(data)[0]
    if "\0" in text:
        raise ValueError(_no_text())
    return visible(text)


def encoding_of(data: str | bytes) -> str:
    """The encoding of a text file that is not in Unicode, by its name; empty for any other.

    >>> encoding_of(b"Zo\\xeb"), encoding_of(b"Zo\\x91"), encoding_of(b"Zo\\xc3\\xab"), encoding_of(b"Zoe")
    ('Windows-1252', 'Mac Roman', '', '')
    """
    if isinstance(data, str) or data.startswith(b"PK\x03\x04"):
        return ""
    try:
        return _NAMES.get(_decoded(data)[1], "")
    except ValueError:
        return ""


def said_of(encoding: str) -> str:
    """What a director is told of such a file."""
    said = _("Read as %(encoding)s text, not as UTF-8. Check the letters with accents in names.")
    return said % {"encoding": encoding}


def _decoded(data: bytes) -> tuple[str, str]:
    """The text and its encoding. UTF-16 is what Excel saves as "Unicode text"; other programs write it
    without the mark before it. Raises :class:`ValueError` with what was expected."""
    if encoding := _double_bytes(data):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            raise ValueError(_("a complete text file. This one was cut off: save it again")) from None
    with suppress(UnicodeDecodeError):
        return data.decode(), "utf-8"
    if data.startswith(b"%PDF-"):
        raise ValueError(str(PDF))
    windows, mac = data.decode("cp1252", "replace"), data.decode("mac_roman")
    if not _CONTROLS.search(data) and 2 * _odd_letters(mac) < _odd_letters(windows):
        return mac, "mac_roman"
    if "\ufffd" in windows:
        raise ValueError(_no_text() if _CONTROLS.search(data) else _in_utf_8())
    return windows, "cp1252"


_NAMES = {"cp1252": "Windows-1252", "mac_roman": "Mac Roman"}
ENCODINGS = frozenset(_NAMES.values())
# So many letters tell an encoding.
_MOST_TOLD = 20_000
_OTHERS = re.compile(r"[^\x00-\x7f]")
_HARD = set("bcdfghjklmnpqrstvwxz")


def _odd_letters(text: str) -> int:
    """How many of the signs beyond ASCII stand where no name or sentence has them."""
    found = islice(_OTHERS.finditer(text), _MOST_TOLD)
    return sum(_is_odd(match[0], *_around(text, match.start())) for match in found)


def _around(text: str, at: int) -> tuple[str, str]:
    return text[at - 1 : at], text[at + 1 : at + 2]


def _is_odd(sign: str, before: str, after: str) -> bool:
    """Whether a sign is odd between these two.

    >>> [_is_odd(*each) for each in ("éos", "Žos", "É,\\n", "–uo", "’ab", "’OB", "’rg", "Œ,u")]
    [False, True, False, True, False, False, True, False]
    """
    if sign in "ƒ˜ˆıÿ\ufffd":
        return True
    if sign.isalpha():
        between_capitals = sign.islower() and before.isupper() and after.isupper()
        inside = sign.isupper() and (before.islower() or (before.isalpha() and after.islower()))
        return inside or between_capitals or (sign == "œ" and after != "u")
    if sign in "’‘–—":
        # De’Andre and Ja’mal have an apostrophe beside a vowel.
        hard = before in _HARD and after.isalpha() and after.islower() and after != "s"
        ends = sign == "‘" and before.isalpha() and not after.isalpha()
        inside = sign in "–—" and before.islower() and after.islower()
        return (hard and sign in "’‘") or ends or inside
    # A sum, an ordinal, a trade mark or a quotation touches a word on one side.
    touches = before.isalpha(), after.isalpha()
    if sign in "™®©…”“«»ºª":
        return all(touches)
    return any(touches)


def kind_of(data: str | bytes) -> str:
    """Which kind of picture a file is, by how it begins; empty for anything else.

    >>> kind_of(b"\\x89PNG\\r\\n\\x1a\\n"), kind_of(b"name,id")
    ('a picture (PNG)', '')
    """
    if isinstance(data, str):
        return ""
    if data[4:8] == b"ftyp" and data[8:12] in _PHOTOS:
        return _("a picture (%(format)s)") % {"format": "HEIC"}
    for begins, format in _PICTURES:
        if data.startswith(begins):
            return _("a picture (%(format)s)") % {"format": format}
    return ""


_PICTURES = (
    *((b"\x89PNG\r\n", "PNG"), (b"\xff\xd8\xff", "JPEG"), (b"GIF87a", "GIF"), (b"GIF89a", "GIF")),
    *((b"II*\0", "TIFF"), (b"MM\0*", "TIFF")),
)
_PHOTOS = (b"heic", b"heix", b"mif1", b"hevc", b"avif")
# Letters of no text, in any encoding of one byte.
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def _no_text() -> str:
    return _(
        "a list of players. This file is neither text nor a spreadsheet: export the list, and save it as CSV"
    )


def _in_utf_8() -> str:
    return _("a text file in UTF-8. Save it as CSV UTF-8 and try again")


def _double_bytes(data: bytes) -> str:
    """The encoding of a text in UTF-16; empty for any other."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    pairs = len(data[:400]) // 2
    nulls = data[1:400:2].count(0), data[0:400:2].count(0)
    if pairs > 3 and not min(nulls) and max(nulls) > pairs * 0.7:
        return "utf-16-le" if nulls[0] else "utf-16-be"
    return ""
