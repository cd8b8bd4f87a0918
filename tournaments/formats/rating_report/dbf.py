"""Writing a dBase III table whose fields are all text.

A header of 32 bytes: the version 3, the day of writing as three bytes (year from 1900, month, day), the
number of records in four bytes, the lengths of the whole header and of a record in two bytes each, low byte
first; the rest is 0. Then 32 bytes for each field: its name in eleven, filled with 0; the letter C; four
zeros; its width; the rest is 0. A 0x0D ends the header. A record is a blank (a star if it were deleted) and
its fields, each filled with blanks. A 0x1A ends the file.
"""

import struct
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

_HEADER = struct.Struct("<4BIHH20x")
_FIELD = struct.Struct("<11sc4xB15x")
VERSION, END_OF_HEADER, END_OF_FILE = 3, b"\r", b"\x1a"


class Field(NamedTuple):
    name: str
    width: int


def write(fields: Sequence[Field], rows: Sequence[Sequence[str]], day: date) -> bytes:
    """The bytes of a table. Raises :class:`ValueError` for a text that is not ASCII or does not fit.

    >>> table = write([Field("CITY", 6)], [["Salem"]], date(2026, 5, 2))
    >>> table[:8], table[32:40], table[65:]
    (b'\\x03~\\x05\\x02\\x01\\x00\\x00\\x00', b'CITY\\x00\\x00\\x00\\x00', b' Salem \\x1a')
    """
    length = _HEADER.size + _FIELD.size * len(fields) + len(END_OF_HEADER)
    width = 1 + sum(field.width for field in fields)
    parts = [_HEADER.pack(VERSION, day.year - 1900, day.month, day.day, len(rows), length, width)]
    parts += [_FIELD.pack(field.name.encode("ascii"), b"C", field.width) for field in fields]
    parts.append(END_OF_HEADER)
    for row in rows:
        parts.append(b" ")
        parts += [_filled(field, text) for field, text in zip(fields, row, strict=True)]
    return b"".join([*parts, END_OF_FILE])


def _filled(field: Field, text: str) -> bytes:
    if len(text) > field.width:
        raise ValueError(f"{field.name} has {field.width} characters: {text!r}")
    return text.ljust(field.width).encode("ascii")
