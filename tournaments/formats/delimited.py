"""Delimited text: from bytes to rows, and back. The one place that knows encodings and quoting.

Lines and columns count from 1; a column is the position of a field in its row.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.lines import clean_line, visible

from .records import FileProblem

LONGEST_EXCERPT = 80
# No section has so many players; reading more takes longer than anybody waits.
MOST_LINES = 50_000
# How other kinds of files begin that are text.
_NO_LISTS = (
    (
        re.compile("%PDF-"),
        gettext_lazy("a list as text. This is a PDF file: copy the table out of it, or save the list as CSV"),
    ),
    (
        re.compile(r"\{\\rtf"),
        gettext_lazy("a list as text. This is a word-processor document: save it as plain text"),
    ),
    (
        re.compile(r"<(?:!doctype|\?xml|html|head|body|table)\b", re.IGNORECASE),
        gettext_lazy("a list as text. This is the source of a web page: copy the table as the page shows it"),
    ),
    (
        re.compile(r"[\[{]\s*(?:[\[{\"\]}]|$)"),
        gettext_lazy("a list as text. This is JSON, a format for programs: save the list as CSV"),
    ),
)


class Row(NamedTuple):
    """One record and the line on which it begins."""

    line: int
    fields: list[str]

    def field(self, index: int | None) -> str:
        """A field as a clean line; empty if the row is too short or there is no such column."""
        return clean_line(self.fields[index]) if index is not None and index < len(self.fields) else ""

    def problem(self, index: int | None, expected: str) -> FileProblem:
        """What should be in a field. A column that is not there counts as the first."""
        return FileProblem(self.line, (index or 0) + 1, self.field(index), expected)


class DelimitedText(NamedTuple):
    """The rows of a text. ``comments`` are the lines before the first row, without their ``#``."""

    rows: list[Row]
    comments: list[tuple[int, str]]
    problems: list[FileProblem]

    def problems_or(self, expected: str) -> list[FileProblem]:
        """The problems so far. A text without rows has at least one."""
        return list(self.problems) if self.problems or self.rows else [FileProblem(1, 1, "", expected)]


def read_rows(data: str | bytes) -> DelimitedText:
    """Split a text into rows. Bytes are decoded first; text that was pasted is text already.

    >>> read_rows("# rounds: 3\\nname;id\\n\\n'Doe, Jane';1\\n").rows
    [Row(line=2, fields=['name', 'id']), Row(line=4, fields=["'Doe, Jane'", '1'])]
    """
    try:
        text_of_list = decode(data)
    except ValueError as error:
        return DelimitedText([], [], [FileProblem(1, 1, kind_of(data), str(error))])
    if problem := no_list(text_of_list):
        return DelimitedText([], [], [problem])
    lines = lines_of(text_of_list)
    if too_many(lines):
        excerpt = lines[MOST_LINES][:LONGEST_EXCERPT]
        expected = _("a list of at most %(most)d lines") % {"most": MOST_LINES}
        return DelimitedText([], [], [FileProblem(MOST_LINES + 1, 1, excerpt, expected)])
    delimiter = _delimiter(lines)
    text = DelimitedText([], [], [])
    at = 0
    while at < len(lines):
        line, at = at, at + 1
        if not lines[line].strip(delimiter + " "):
            continue
        if re.match(rf'"?#(?!"?{delimiter})', lines[line]):
            if not text.rows:
                text.comments.append((line + 1, _comment(lines[line], delimiter)))
            continue
        # RFC 4180: a quoted field may go on over several lines.
        below = (lines[index] + "\n" for index in range(line, len(lines)))
        reader = csv.reader(below, delimiter=delimiter, strict=True, skipinitialspace=delimiter != "\t")
        try:
            fields = next(reader)
        except csv.Error as error:
            excerpt = lines[line][:LONGEST_EXCERPT]
            text.problems.append(FileProblem(line + 1, 1, excerpt, _well_formed(error)))
            continue
        at = line + reader.line_num
        if any(map(clean_line, fields)):
            text.rows.append(Row(line + 1, fields))
    return text


def lines_of(text: str) -> list[str]:
    """The lines, one more than a list may have; what follows is the last, and costs no memory by the line."""
    return re.split(r"\r\n?|\n", text, maxsplit=MOST_LINES + 1)


def too_many(lines: Sequence[str]) -> bool:
    return len(lines) > MOST_LINES


def no_list(text: str) -> FileProblem | None:
    """What a text is that is no list: read as one, each of its lines would be a player.

    >>> no_list('{"players": []}').read, no_list("Jane Doe,12345678"), no_list("[Oak] Jane Doe")
    ('{"players": []}', None, None)
    """
    first = text.lstrip("\ufeff \t\r\n").partition("\n")[0]
    for begins, expected in _NO_LISTS:
        if begins.match(first):
            return FileProblem(1, 1, clean_line(first[:LONGEST_EXCERPT]), str(expected))
    return None


def write_rows(rows: Iterable[Sequence[object]]) -> str:
    """The rows as CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


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
        encodings = _encodings(data)
        for encoding in encodings:
            try:
                text = data.decode(encoding)
                break
            except UnicodeDecodeError:
                continue
        else:
            if encodings[0].startswith("utf-16"):
                raise ValueError(_("a complete text file. This one was cut off: save it again"))
            if data.startswith(b"%PDF-"):
                raise ValueError(_NO_LISTS[0][1])
            raise ValueError(_no_text() if _CONTROLS.search(data) else _in_utf_8())
    if "\0" in text:
        raise ValueError(_no_text())
    return visible(text)


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


def _encodings(data: bytes) -> list[str]:
    """UTF-16 is what Excel saves as "Unicode text"; other programs write it without the mark before it."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ["utf-16"]
    pairs = len(data[:400]) // 2
    nulls = data[1:400:2].count(0), data[0:400:2].count(0)
    if pairs > 3 and not min(nulls) and max(nulls) > pairs * 0.7:
        return ["utf-16-le"] if nulls[0] else ["utf-16-be"]
    return ["utf-8", "cp1252"]


def _comment(line: str, delimiter: str) -> str:
    """The text of a comment. A spreadsheet that saves one pads the line with delimiters, or quotes it."""
    quoted = re.fullmatch(rf'"((?:[^"]|"")*)"[{delimiter}\s]*', line)
    text = quoted[1].replace('""', '"') if quoted else line.rstrip(delimiter + " ")
    return clean_line(text.removeprefix("#"))


def _delimiter(lines: list[str]) -> str:
    """The delimiter that most of the first lines have outside quotes."""
    sample = [
        re.sub(r'"[^"]*"', "", line) for line in lines[:50] if line.strip() and not re.match("#[^,;\t]", line)
    ]
    # In "Last, First" lists the comma is as frequent as the real delimiter.
    return max("\t;,", key=lambda mark: (sum(mark in line for line in sample), "".join(sample).count(mark)))


def _well_formed(error: csv.Error) -> str:
    if "field larger" in str(error):
        return _("a shorter line")
    return _("quotes in pairs: end a field with a quote if it begins with one, and double a quote inside it")
