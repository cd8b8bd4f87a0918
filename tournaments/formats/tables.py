"""What all pasted and uploaded tables have in common: characters, delimiter, quoting, comments, headings.

Lines and columns count from 1; a column is a field's place in its row.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _


class Problem(NamedTuple):
    """What cannot be right: where it stands, what was read and what was expected."""

    line: int
    column: int
    read: str
    expected: str


class Row(NamedTuple):
    """One record and the line it begins on."""

    line: int
    fields: list[str]

    def field(self, index: int | None) -> str:
        """A field without blanks around it; nothing where the row is too short or there is no such column."""
        return self.fields[index].strip() if index is not None and index < len(self.fields) else ""


class Table(NamedTuple):
    """The records of a text; ``comments`` are those before the first record, without their ``#``."""

    rows: list[Row]
    comments: list[tuple[int, str]]
    problems: list[Problem]


def read_table(data: str | bytes) -> Table:
    """Split a text into rows, whatever a spreadsheet or a director made of it.

    >>> read_table("# rounds: 3\\nname;id\\n\\n'Doe, Jane';1\\n").rows
    [Row(line=2, fields=['name', 'id']), Row(line=4, fields=["'Doe, Jane'", '1'])]
    """
    try:
        lines = re.split(r"\r\n?|\n", decode(data))
    except ValueError as error:
        return Table([], [], [Problem(1, 1, "", str(error))])
    delimiter = _delimiter(lines)
    table = Table([], [], [])
    at = 0
    while at < len(lines):
        line, at = at, at + 1
        if not lines[line].strip(delimiter + " "):
            continue
        if re.match(rf'"?#(?!"?{delimiter})', lines[line]):
            if not table.rows:
                table.comments.append((line + 1, _comment(lines[line], delimiter)))
            continue
        # RFC 4180: a quoted field may go on over several lines.
        reader = csv.reader(_from(lines, line), delimiter=delimiter, strict=True)
        try:
            fields = next(reader)
        except csv.Error as error:
            table.problems.append(Problem(line + 1, 1, lines[line][:80], _quoting(error)))
            continue
        at = line + reader.line_num
        if any(field.strip() for field in fields):
            table.rows.append(Row(line + 1, fields))
    return table


def _comment(line: str, delimiter: str) -> str:
    """What a comment says. A spreadsheet that saves one fills the line up with delimiters, or quotes it."""
    quoted = re.fullmatch(rf'"((?:[^"]|"")*)"[{delimiter}\s]*', line)
    text = quoted[1].replace('""', '"') if quoted else line.rstrip(delimiter + " ")
    return text.removeprefix("#").strip()


def decode(data: str | bytes) -> str:
    """The characters of an upload; :class:`ValueError` says what to do about a file that is no text.

    >>> decode(b"Zo\\xc3\\xab"), decode(b"Zo\\xeb")
    ('Zoë', 'Zoë')
    """
    if isinstance(data, str):
        text = data
    elif data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise ValueError(_("a text file; this is a spreadsheet's own format: save it as CSV and try again"))
    else:
        # UTF-16 is what Excel saves as "Unicode text".
        encodings = ["utf-16"] if data.startswith((b"\xff\xfe", b"\xfe\xff")) else ["utf-8", "cp1252"]
        for encoding in encodings:
            try:
                text = data.decode(encoding)
                break
            except UnicodeDecodeError:
                continue
        else:
            raise ValueError(_("a text file in UTF-8; save it as CSV UTF-8 and try again"))
    if "\0" in text:
        raise ValueError(_("a text file; this is a program's own format: save it as CSV and try again"))
    return text.removeprefix("\ufeff")


def _delimiter(lines: list[str]) -> str:
    """The delimiter that stands in most of the first lines, outside of quotes."""
    sample = [
        re.sub(r'"[^"]*"', "", line) for line in lines[:50] if line.strip() and not re.match("#[^,;\t]", line)
    ]
    # In "Last, First" lists the comma is as frequent as what really divides the columns.
    return max("\t;,", key=lambda mark: (sum(mark in line for line in sample), _count(sample, mark)))


def _count(lines: list[str], mark: str) -> int:
    return sum(line.count(mark) for line in lines)


def _from(lines: list[str], start: int) -> Iterator[str]:
    for at in range(start, len(lines)):
        yield lines[at] + "\n"


def _quoting(error: csv.Error) -> str:
    if "field larger" in str(error):
        return _("a shorter line")
    return _("quotes in pairs: a field that begins with a quote ends with one, and a quote inside is doubled")


# --- headings -----------------------------------------------------------------------------------

_ALIASES = {
    "number": "number # no num pair pairno pairnum pairnumber pairingno pairingnumber dpairnum",
    "name": "name lastfirst lastnamefirstname memname player playername fullname dname",
    "id": "id uscfid uschessid uscfno uschessno membershipid memberid memid dmemid idno idnumber",
    "rating": "rating rate rtng rtg uscf uscfrating uschessrating regular regularrating rlpbrat drating",
    "team": "team school club stcode",
    "grade": "grade gr",
    "age": "age years",
    "state": "state st dstate",
    "house": "house houseplayer",
    "reentry of": "reentryof reentry",
    "withdrew": "withdrew withdrewafter withdrawn withdrawnafter",
    "extra": "extra extragames extrarated",
}
_FIELDS = {alias: field for field, aliases in _ALIASES.items() for alias in aliases.split()}
_ROUND = re.compile(r"(?:d?r|rd|d?rnd|round)?([0-9]{1,3})")


def heading(text: str) -> str | int | None:
    """The field that a heading names, or the number of its round; None for a heading of no meaning here.

    >>> heading("USCF ID"), heading("Last/First"), heading("#"), heading("Rd. 3"), heading("Expires")
    ('id', 'name', 'number', 3, None)
    """
    plain = re.sub(r"[^a-z0-9#]", "", text.casefold())
    plain = plain.rstrip("#") or plain[:1]
    match = _ROUND.fullmatch(plain)
    return int(match[1]) if match else _FIELDS.get(plain)


class Headings(NamedTuple):
    """Where each field and each round stands (an index), and the headings nobody asked for."""

    line: int
    fields: dict[str, int]
    rounds: dict[int, int]
    others: dict[int, str]


def read_headings(row: Row, problems: list[Problem]) -> Headings:
    """The columns of a header line; one that stands twice is a problem."""
    headings = Headings(row.line, {}, {}, {})
    for index, text in enumerate(row.fields):
        meaning = heading(text)
        if meaning is None:
            headings.others[index] = text.strip()
        elif isinstance(meaning, int):
            _once(headings.rounds, meaning, index, row, problems)
        else:
            _once(headings.fields, meaning, index, row, problems)
    return headings


def _once(columns: dict[Any, int], meaning: object, index: int, row: Row, problems: list[Problem]) -> None:
    if meaning in columns:
        expected = _("this column once; it is column %(column)d already") % {"column": columns[meaning] + 1}
        problems.append(Problem(row.line, index + 1, row.field(index), expected))
    columns.setdefault(meaning, index)


def is_header(row: Row, *required: str) -> bool:
    """Whether one of the required columns is named in this row."""
    return any(heading(text) in required for text in row.fields)


def left_over(rows: Iterable[Row], width: int) -> Iterator[Problem]:
    """Fields beyond the last heading."""
    for row in rows:
        for index in range(width, len(row.fields)):
            if row.field(index):
                expected = _("nothing: there are only %(count)d columns") % {"count": width}
                yield Problem(row.line, index + 1, row.field(index), expected)


def not_taken(columns: Iterable[str]) -> list[str]:
    """The note to the director that names the columns which were left in the file."""
    names = ", ".join(columns)
    return [_("Not taken from the file: %(columns)s") % {"columns": names}] if names else []
