"""Reading dBase tables, III and what came after it, one record at a time: a rating list has a million.

:mod:`.rating_report.dbf` describes the header. Fields of every type are text here; memos stay in their files.
"""

import struct
from collections.abc import Iterator
from typing import IO, NamedTuple

from django.utils.translation import gettext as _

_HEADER = struct.Struct("<B3xIHH20x")
_FIELD_WIDTH = 32
# dBase III, IV and 5, with and without memos, and FoxPro.
VERSIONS = frozenset(b"\x03\x04\x05\x30\x31\x43\x63\x83\x8b\xcb\xf5")
_AT_ONCE = 2_000
# No dBase has more. They may be of no width, so that a small file has a billion fields in its records.
_MOST_FIELDS = 255


class Table(NamedTuple):
    """``rows`` have the position of each record, from 1, and its values. Deleted records are left out."""

    fields: tuple[str, ...]
    rows: Iterator[tuple[int, list[str]]]


def read(stream: IO[bytes]) -> Table:
    """The table of a file. Raises :class:`ValueError` for one that breaks off, also while rows are read."""
    head = stream.read(_HEADER.size)
    if len(head) < _HEADER.size:
        raise _broken()
    _version, count, start, width = _HEADER.unpack(head)
    described = stream.read(max(start - _HEADER.size, 0))
    fields = []
    for at in range(0, len(described) - 1, _FIELD_WIDTH):
        raw = described[at : at + _FIELD_WIDTH]
        if raw[:1] == b"\r" or len(raw) < _FIELD_WIDTH:
            break
        fields.append((raw[:11].partition(b"\0")[0].decode("ascii", "replace"), raw[16]))
    if len(described) != start - _HEADER.size or width != 1 + sum(size for _name, size in fields):
        raise _broken()
    if len(fields) > _MOST_FIELDS:
        raise ValueError(_("a dBase table of at most %(most)d fields") % {"most": _MOST_FIELDS})
    return Table(tuple(name for name, _size in fields), _rows(stream, count, width, fields))


def _rows(
    stream: IO[bytes], count: int, width: int, fields: list[tuple[str, int]]
) -> Iterator[tuple[int, list[str]]]:
    slices, column = [], 1
    for _name, size in fields:
        slices.append(slice(column, column + size))
        column += size
    for first in range(0, count, _AT_ONCE):
        wanted = min(_AT_ONCE, count - first)
        data = stream.read(wanted * width)
        if len(data) < wanted * width:
            raise _broken()
        for at in range(wanted):
            if data[at * width : at * width + 1] == b"*":
                continue
            record = data[at * width : (at + 1) * width].decode("cp1252", "replace")
            yield first + at + 1, [record[each].strip(" \0") for each in slices]


def _broken() -> ValueError:
    return ValueError(_("a complete dBase table. This one is cut off"))
