"""A backup: one or more events as one file, for any database.

The file is compressed text. Its first line is a :class:`Header`; each further line is one row of a table,
``["player",{"id":7,"name":"Elm, Ada",…}]``. Nothing in it is trusted: sizes are bounded, and a file that was
cut off, damaged or made by something else is refused with a sentence.
"""

import gzip
import hashlib
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import IO, Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _

from tiebreaks.moments import is_shown_anywhere

from ..errors import Refused
from ..text.commands import as_started

# Increase when an older release could not read the file, or would read it wrongly.
FORMAT = 1
MOST_IN_A_LINE = 8_000_000
_CHUNK = 1 << 20
SQLITE = b"SQLite format 3\0"

Columns = dict[str, Any]


class Most(NamedTuple):
    """The whole text of a file, and its rows: the shortest takes as long to check as any. An event of 1,000
    players and 9 rounds has some 20 MB and 30,000 rows."""

    bytes: int = 2_000_000_000
    rows: int = 5_000_000


ANY_SIZE = Most()


class Row(NamedTuple):
    """A row of a table, by the names of its columns."""

    table: str
    columns: Columns


class InFile(msgspec.Struct, frozen=True):
    """An event in the file, with its rows by table."""

    name: str
    slug: str
    rows: dict[str, int]


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What is in the file, who wrote it, and the hash of all further lines.

    ``complete`` is true for a backup of everything: it has the accounts too, with their passwords' hashes.
    """

    wallchart: str
    format: int
    release: str
    written: datetime
    complete: bool
    events: tuple[InFile, ...]
    sha256: str


_header = msgspec.json.Decoder(Header)
_row = msgspec.json.Decoder(Row)


class Written(NamedTuple):
    """What a writer says of an event after its rows."""

    event: InFile


def write(
    file: IO[bytes], parts: Iterable[Row | Written], *, release: str, at: datetime, complete: bool
) -> Header:
    """Write a backup. ``parts`` are the rows of the accounts, then those of each event and what it was."""
    events: list[InFile] = []
    digest = hashlib.sha256()
    with tempfile.SpooledTemporaryFile(_CHUNK * 32) as body:
        for part in parts:
            if isinstance(part, Written):
                events.append(part.event)
                continue
            line = msgspec.json.encode(part) + b"\n"
            digest.update(line)
            body.write(line)
        header = Header(
            wallchart="backup",
            format=FORMAT,
            release=release,
            written=at,
            complete=complete,
            events=tuple(events),
            sha256=digest.hexdigest(),
        )
        body.seek(0)
        with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0, filename="") as packed:
            packed.write(msgspec.json.encode(header) + b"\n")
            while chunk := body.read(_CHUNK):
                packed.write(chunk)
    return header


def read_header(file: IO[bytes]) -> Header:
    """What is in a file. Raises :class:`Refused` if it is no backup, or one of a newer release."""
    with _unpacked(file) as lines:
        return _header_of(lines)


def check(file: IO[bytes], most: Most) -> Header:
    """Read the file once, keep nothing, and raise :class:`Refused` unless it is whole."""
    if is_database(file):
        raise Refused(
            as_started(
                _(
                    "This file is an automatic copy. Nothing was restored."
                    " Restore it on the machine itself: python manage.py restore FILE"
                )
            )
        )
    with _unpacked(file) as lines:
        header = _header_of(lines)
        digest, size, count = hashlib.sha256(), 0, 0
        while line := _line_of(lines):
            digest.update(line)
            size += len(line)
            count += 1
            if size > most.bytes:
                raise Refused(
                    _("This backup is too large: it unpacks to more than %(most)d MB. Nothing was restored.")
                    % {"most": most.bytes // 1_000_000}
                )
            if count > most.rows:
                message = _(
                    "This backup has too many rows: more than %(most)d. Nothing was restored."
                    " Restore it on the machine itself: python manage.py restore FILE"
                )
                raise Refused(as_started(message) % {"most": most.rows})
    if digest.hexdigest() != header.sha256:
        raise damaged()
    return header


def is_database(file: IO[bytes]) -> bool:
    """Whether the file is a copy of a whole SQLite database."""
    file.seek(0)
    return file.read(len(SQLITE)) == SQLITE


def rows(file: IO[bytes]) -> Iterator[Row]:
    """The rows of a file that was checked."""
    with _unpacked(file) as lines:
        _header_of(lines)
        while line := _line_of(lines):
            try:
                yield _row.decode(line)
            except (msgspec.MsgspecError, RecursionError):
                raise damaged() from None


@contextmanager
def _unpacked(file: IO[bytes]) -> Iterator[gzip.GzipFile]:
    file.seek(0)
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as lines:
            yield lines
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise damaged() from None


def _line_of(lines: gzip.GzipFile) -> bytes:
    line = lines.readline(MOST_IN_A_LINE)
    if line and not line.endswith(b"\n"):
        raise damaged()
    return line


def _header_of(lines: gzip.GzipFile) -> Header:
    try:
        header = _header.decode(_line_of(lines))
    except gzip.BadGzipFile:
        raise foreign() from None
    except (msgspec.MsgspecError, Refused):
        raise foreign() from None
    if header.wallchart != "backup":
        raise foreign()
    if header.format > FORMAT:
        raise newer(header.release)
    if not is_shown_anywhere(header.written):
        raise damaged()
    return header


def newer(release: str) -> Refused:
    """The refusal of a file that a newer release wrote."""
    message = _(
        "This backup was written by Wallchart %(release)s, which is newer than this one."
        " Nothing was restored. Update Wallchart here, then restore again."
    )
    return Refused(message % {"release": release[:20]})


def damaged() -> Refused:
    message = _(
        "This backup is damaged or was cut off. Nothing was restored."
        " Copy the file again, or take another one."
    )
    return Refused(message)


def foreign() -> Refused:
    return Refused(_("This file is not a backup of Wallchart. Nothing was restored."))
