"""Rating lists of US Chess: a million lines as a dBase table or as text in columns, read one by one.

A line that cannot be read is left out and named. A file that breaks off, or of which too much cannot be read,
raises :class:`ValueError` with what was expected; what was read of it until then must be forgotten.

Life members expire on 12/31/99, also as 12/31/1999: that is 2099. IDs that are marked inactive are nobody's
and left out. Of a combined list, genders and years of birth are dropped with every other column that is not
among the five.
"""

import csv
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import IO, NamedTuple
from zipfile import ZipFile

from django.utils.translation import gettext as _

from tiebreaks.lines import clean_line

from ..errors import shortened
from . import dbase
from .fields import MEMBER_ID, read_expiration, read_rating
from .headings import heading
from .names import (
    SUFFIXES,
    contact_in,
    folded,
    in_natural_case,
    last_first,
    name_parts,
    with_suffix_beside_last,
)
from .records import FileProblem, RosterEntry
from .zips import UNREADABLE

Rows = Iterator[tuple[int, list[str]]]

# So many problems are named. More are only counted.
NAMED = 20
LONGEST_LINE = 10_000
# The headings stand below fewer blank lines.
MOST_BLANK = 1000
MOST_LINES = 5_000_000
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_LISTS = (".dbf", ".txt", ".tsv", ".csv")
_ZIP = b"PK\x03\x04"
_FIELDS = ("id", "name", "rating", "state", "expires")
_INACTIVE = re.compile(r"\b(?:inactive|duplicate)\b", re.IGNORECASE).search
_ID = MEMBER_ID.fullmatch
_PARTS = re.compile(r"\w+").findall


class Listed(NamedTuple):
    """A player as a rating list has them. ``rating`` is the last published regular one; None is unrated."""

    uscf_id: str
    name: str
    state: str = ""
    rating: int | None = None
    expires_on: date | None = None

    def games(self, rating: int | None, games: int | None) -> int | None:
        """The games of the player whose provisional rating was this one. A list has none: who is provisional
        stays so with the same rating, and with another one nobody knows of how many games."""
        if self.rating is None or games is None:
            return None
        return games if rating == self.rating else 0

    def is_somebody_else(self, name: str) -> bool:
        """Whether a name has no part in common with this one: the ID is another player's.

        >>> listed = Listed("30000001", "Alder, Ada M")
        >>> [listed.is_somebody_else(name) for name in ("Alder, Adele", "Ada Birch", "Ben M Birch", "")]
        [False, False, True, False]
        """
        parts, own = ({part for part in name_parts(each) if len(part) > 1} for each in (name, self.name))
        return bool(parts and own and not parts & own)

    def completing(self, entry: RosterEntry) -> RosterEntry:
        """The entry of this player with what the list has where it is empty."""
        return replace(
            entry,
            name=entry.name or self.name,
            rating=self.rating if entry.rating is None else entry.rating,
            state=entry.state or self.state,
            expires_on=entry.expires_on or self.expires_on,
        )


def search_key(name: str) -> str:
    """What a name is found by: last name first, without accents, capitals and marks.

    >>> search_key("GARCIA-LOPEZ,JOSÉ"), search_key("Ann O'Brien"), search_key("O'Brien, Ann")
    ('garcia lopez jose', 'obrien ann', 'obrien ann')
    """
    _last, comma, first = name.rpartition(",")
    if not comma or first.strip(" .").casefold() in SUFFIXES:
        name = last_first(name)
    return " ".join(_PARTS(folded(name)))


def as_written(name: str) -> str:
    """A name of a list as rosters have it.

    >>> as_written("MEHTA,ELEANOR"), as_written("O'BRIEN,ANN MCKAY"), as_written("KING,MARTIN III")
    ('Mehta, Eleanor', "O'Brien, Ann McKay", 'King III, Martin')
    >>> as_written("de la Cruz, Ana")
    'de la Cruz, Ana'
    """
    if "," in name:
        name = ", ".join(filter(None, map(str.strip, name.split(","))))
    return with_suffix_beside_last(in_natural_case(name))


class NoList(ValueError):  # noqa: N818 (a file)
    """A file that is another list. ``read`` is its first line."""

    def __init__(self, read: str, expected: str) -> None:
        super().__init__(expected)
        self.read = read


class Reading:
    """A list that is being read: ``for player in reading``.

    ``left_out`` are the headings of columns that are dropped. The counts and ``problems`` are whole when the
    last player was read.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        first = stream.read(4)
        stream.seek(0)
        self._is_table = first[:1] != b"" and first[0] in dbase.VERSIONS
        if self._is_table:
            table = dbase.read(stream)
            self._columns, self._rows = list(table.fields), table.rows
        else:
            self._rows = _delimited(stream)
            self._columns = next(self._rows, (1, []))[1]
        self._at = self._places()
        self._last = max(self._at.values())
        self.left_out = [
            clean_line(name)[:40]
            for place, name in enumerate(self._columns)
            if place not in self._at.values() and clean_line(name)
        ]
        self.lines = self.unreadable = self.inactive = 0
        self.problems: list[FileProblem] = []

    def _places(self) -> dict[str, int]:
        """Where each field is; of two columns for one field, the first counts."""
        at: dict[str, int] = {}
        for place, name in enumerate(self._columns):
            field = heading(name)
            if isinstance(field, str) and field in _FIELDS:
                at.setdefault(field, place)
        if missing := [name for name in ("id", "name", "rating") if name not in at]:
            shown = {"id": "MEM_ID", "name": "MEM_NAME", "rating": "R_LPB_RAT"}
            names = ", ".join(shown[name] for name in missing)
            read = clean_line(", ".join(self._columns))
            raise NoList(
                shortened(read) if read.isascii() and read.isprintable() else "",
                _(
                    "a rating list with the headings %(names)s. A list of who plays in this event goes on the"
                    " page Registration"
                )
                % {"names": names},
            )
        return at

    def __iter__(self) -> Iterator[Listed]:
        at = self._at
        for line, fields in self._rows:
            self.lines += 1
            if self.lines > MOST_LINES:
                raise ValueError(_("a rating list of at most %(most)d lines") % {"most": MOST_LINES})
            try:
                if player := self._player(fields, at):
                    yield player
            except _Unreadable as wrong:
                self._note(line, *wrong.args)
        if self.unreadable > max(self.lines // 50, min(NAMED, self.lines // 2)):
            raise self._too_many()
        if self.lines == self.unreadable + self.inactive:
            raise ValueError(_("a rating list with players"))

    def _player(self, fields: list[str], at: dict[str, int]) -> Listed | None:
        if len(fields) <= self._last:
            raise _Unreadable(0, ", ".join(fields), _("as many columns as there are headings"))
        place = at["name"]
        name = fields[place]
        if not (name.isascii() and name.isprintable()):
            name = clean_line(name)
        if _INACTIVE(name):
            self.inactive += 1
            return None
        try:
            if not (name := as_written(" ".join(name.split()))[:120]):
                raise ValueError(_("a name"))
            if contact := contact_in(name):
                raise _Unreadable(place, *contact)
            place = at["id"]
            if not _ID(uscf_id := fields[place].strip()):
                raise ValueError(_("a US Chess ID of 8 digits"))
            place = at["rating"]
            rating = _rating(fields[place].strip())
            state, expires_on = "", None
            if "state" in at:
                state = _state(fields[at["state"]])
            if "expires" in at:
                place = at["expires"]
                expires_on = _expiration(fields[place].strip())
        except ValueError as error:
            raise _Unreadable(place, fields[place], str(error)) from None
        return Listed(uscf_id, name, state, rating, expires_on)

    def _note(self, line: int, place: int, read: str, expected: str) -> None:
        self.unreadable += 1
        if len(self.problems) < NAMED:
            self.problems.append(FileProblem(line, place + 1, clean_line(read)[:80], expected))
        # Nobody waits for the end of a file that is something else.
        if self.unreadable > 2_000 + self.lines // 50:
            raise self._too_many()

    def _too_many(self) -> ValueError:
        first = self.problems[0]
        said = _(
            "a rating list. %(count)d of %(lines)d lines could not be read. Line %(line)d: expected"
            " %(expected)s"
        )
        counts = {"count": self.unreadable, "lines": self.lines}
        return ValueError(said % {**counts, "line": first.line, "expected": first.expected})


@contextmanager
def opened(stream: IO[bytes]) -> Iterator[IO[bytes]]:
    """The list in a file: the file itself, or the only list in a zip file."""
    is_zip = stream.read(4) == _ZIP
    stream.seek(0)
    if not is_zip:
        yield stream
        return
    try:
        with ZipFile(stream) as file:
            names = [
                name for name in file.namelist() if name.lower().endswith((".dbf", ".txt", ".tsv", ".csv"))
            ]
            if len(names) != 1:
                raise ValueError(_("a zip file with one list in it (DBF, TXT, TSV or CSV)"))
            with file.open(names[0]) as member:
                yield member
    except UNREADABLE:
        raise ValueError(_("a zip file that can be opened")) from None
    except OSError as error:
        if error.errno is not None:  # what reads may also write, and meet a full disk
            raise
        raise ValueError(_("a zip file that can be opened")) from None


class _Unreadable(Exception):  # noqa: N818 (a line that is left out)
    """The column, what was read, and what was expected."""


# The same few thousand ratings and days, a million times.
_rating = lru_cache(8_000)(read_rating)
_expiration = lru_cache(8_000)(read_expiration)


@lru_cache(1_000)
def _state(field: str) -> str:
    return clean_line(field)[:12]


def _delimited(stream: IO[bytes]) -> Rows:
    """The lines of a text and their fields, the headings first."""
    lines = _lines(stream)
    begun = islice(lines, MOST_BLANK)
    line, first = next(((line, text) for line, text in begun if text.strip()), (1, ""))
    delimiter = max("\t;,|", key=first.count)
    headings = _split(first, delimiter)
    yield line, headings
    blank = f"{delimiter} \r\n"
    for line, text in lines:
        if text.strip(blank):
            fields = _split(text, delimiter)
            if len(fields) < len(headings) and not text.endswith("\n"):
                raise ValueError(_("a complete file. This one is cut off at line %(line)d") % {"line": line})
            yield line, fields


def _split(text: str, delimiter: str) -> list[str]:
    text = text.rstrip("\r\n")
    if '"' not in text:
        return text.split(delimiter)
    try:
        return next(csv.reader([text], delimiter=delimiter))
    except (csv.Error, StopIteration):
        return [text]


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, str]]:
    if stream.read(2) in _UTF_16:
        stream.seek(0)
        texts: Iterator[str] = iter(io.TextIOWrapper(stream, "utf-16", errors="replace", newline="\n"))
        yield from enumerate(texts, 1)
        return
    stream.seek(0)
    line = 0
    while data := stream.readline(LONGEST_LINE):
        line += 1
        if len(data) == LONGEST_LINE:
            raise ValueError(_("a text file with shorter lines, or a dBase table"))
        try:
            text = data.decode()
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
        yield line, text.removeprefix("\ufeff") if line == 1 else text
