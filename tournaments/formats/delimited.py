"""Delimited text: from bytes to rows, and back. The one place that knows quoting; :mod:`.encodings` knows the
letters.

Lines and columns count from 1; a column is the position of a field in its row.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.lines import clean_line

from .encodings import PDF, decode, kind_of
from .records import FileProblem

LONGEST_EXCERPT = 80
# No section has so many players; reading more takes longer than anybody waits.
MOST_LINES = 50_000
# How other kinds of files begin that are text.
_NO_LISTS = (
    (
        re.compile("%PDF-"),
        PDF,
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
