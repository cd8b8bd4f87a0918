"""A registration file: the players of all sections of an event, as registration sites write it.

Read in two steps: first the table with its headings, where each column can be taken for something else; then
the players. Columns with birth dates, phones and the like are named and dropped in the first step, so that
nothing keeps them: of birth dates the ages on the first day of the event are left, and of the sex of players
the lines that say female, which a director may mark for prizes.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.lines import clean_line

from .bye_columns import with_byes
from .byes import read_byes
from .delimited import DelimitedText, Row, lines_of, no_list, read_rows, too_many
from .encodings import decode, encoding_of, kind_of
from .fields import read_entry, read_rating, said_in, says_expired, says_paid
from .fixed_width import columns_of, is_rule, split
from .formulas import without_failed
from .grade_columns import with_grades_apart
from .guessing import are_memberships, are_payments, asked_for, is_rating
from .id_columns import with_ratings_apart
from .limits import grade_number, read_grade
from .names import (
    contact_in,
    contact_in_field,
    contact_in_title,
    in_one,
    with_parts,
    with_suffix_beside_last,
    without_contact,
    without_stray_spaces,
)
from .not_coming import gone_in, without_gone
from .private import is_private, says_sex, says_who_paid, with_ages
from .records import WHOLE, FileProblem, RosterEntry
from .registration_columns import PAID, TICKETS, taken_for
from .registration_rows import (
    below_headings,
    counted_in,
    in_one_row,
    is_called_name,
    is_heading,
    stands_above_numbers,
    under_titles,
    with_field,
    without_totals,
)
from .spreadsheets import is_spreadsheet, read_spreadsheet
from .unquoted import rejoined, trimmed

MOST_LINES = 5_000
MOST_COLUMNS = 80
# Of a column, so many lines that are dropped alone.
MOST_LINES_NAMED = 12

# Of a column that a file has not, with the titles of its lists.
SECTION_HEADING = "Section"

# Where people type something that says nothing.
_WRITES_NOTHING = ("id", "grade", "team", "state", "age", "expires", "fee", "middle", "suffix")
# Numbers, as programs write them that reckon with fractions.
_NUMBERS = ("id", "rating", "assigned", "grade", "age")
_IN_QUOTES = re.compile(r"^[“‘'\"]([^“”‘’'\"]+)[”’'\"]$")
_OWN_ID = re.compile(r"(?<![0-9])[0-9]{8}(?![0-9])")
_FEMALE = {"f", "female", "girl", "girls", "woman"}


class Table(NamedTuple):
    """The rows below the headings. Of a dropped column every field is empty. In the place of birth dates, in
    the column that was called ``born``, there are ages. ``girls`` has the lines whose column ``sex`` says
    female. ``totals`` are the lines that are no players, in words. ``encoding`` is that of a file that is not
    in Unicode."""

    headings: list[str]
    rows: list[Row]
    dropped: list[str]
    problems: list[FileProblem]
    has_headings: bool = True
    born: str = ""
    sex: str = ""
    girls: tuple[int, ...] = ()
    totals: Sequence[str] = ()
    encoding: str = ""

    @property
    def key(self) -> str:
        """The same for every file with these headings."""
        return key_of(self.headings)

    @property
    def state(self) -> str:
        """The same for a file with the same lines."""
        return _digest([row.fields for row in self.rows])


@dataclass(frozen=True)
class ListedPlayer:
    """A line of the file. ``section`` is as the file names it; ``wrong_id`` is an ID that cannot be one.
    ``none`` are the fields of which the line says that there is nothing, as in ``unr``. ``not_coming`` is a
    word that says so, such as *Cancelled*. ``is_expired`` is a membership without a day that has expired.
    Where an address or the like stands beside the name, the entry has no name and ``beside`` is the rest.
    ``written`` are name, ID and team as the file has them, whatever a director answers about them.
    ``is_paid`` is a fee that was paid, without an amount. ``id_word`` stands where the ID does, and is none:
    *NEW*."""

    entry: RosterEntry
    section: str = ""
    wrong_id: str = ""
    none: frozenset[str] = frozenset()
    not_coming: str = ""
    is_expired: bool = False
    beside: str = ""
    written: tuple[str, str, str] = ("", "", "")
    is_paid: bool = False
    id_word: str = ""


# --- the table -------------------------------------------------------------------------------------


def read_table(data: str | bytes, first_day: date | None = None) -> Table:
    """The table in a file or in a pasted text, with ages on the ``first_day`` of the event instead of birth
    dates; without that day none. A text without a table has problems and no rows."""
    text = _rows_of(data)
    problems = text.problems_or(_("headings and a line for each player, such as Name, ID, Rating, Section"))
    if not text.rows:
        return Table([], [], [], problems)
    lines, width = len(text.rows), max(len(row.fields) for row in text.rows)
    if lines > MOST_LINES + 1 or width > MOST_COLUMNS:
        expected = _("a list of at most %(lines)d lines and %(columns)d columns. Keep those of this event")
        expected %= {"lines": MOST_LINES, "columns": MOST_COLUMNS}
        read = (
            _("%(n)d lines") % {"n": lines} if lines > MOST_LINES + 1 else _("%(n)d columns") % {"n": width}
        )
        return Table([], [], [], [FileProblem(WHOLE, 1, read, expected)])
    rows = [Row(row.line, list(map(clean_line, row.fields))) for row in text.rows]
    rows, totals = without_totals(rows)
    first = list(enumerate(rows[:10]))
    known = [at for at, row in first if is_heading(row)] or [at for at, row in first if is_called_name(row)]
    at = next(iter(known), None)
    if at is not None:
        rows, at = in_one_row(rows, at)
    if at is None and stands_above_numbers(rows):
        at = 0
    if at is None:
        width = max(len(row.fields) for row in rows)
        headings = [""] * width
        below = rows
    else:
        headings = trimmed(rows[at].fields)
        below, titles = below_headings(rows, at)
        if not below:
            problems.append(FileProblem(rows[at].line, 1, "", _("a player below the headings")))
        if not titles and _index(headings, "section") is None:
            below, titles = under_titles(below)
        columns = {field: _index(headings, field) for field in ("name", "id", "byes")}
        below = rejoined(below, len(headings), **columns)
    below, cut = _without_cut_field(headings, below)
    problems += cut
    if at is not None:
        if titles and _index(headings, "section") is None:
            below = [with_field(row, len(headings), titles.get(row.line, "")) for row in below]
            headings = [*headings, SECTION_HEADING]
        listing = [index for index, text in enumerate(headings) if taken_for(text) == "byes"]
        headings, below = with_byes(headings, below, listing)
        headings, below = with_ratings_apart(headings, below)
        headings, below = with_grades_apart(headings, below)
    named = _named_totals(totals)
    table = Table(headings, below, [], problems, at is not None, totals=named, encoding=encoding_of(data))
    table = _with_ages(table, first_day)
    return _without_private(_with_girls(table))


def _named_totals(rows: Sequence[Row]) -> list[str]:
    values = [{"line": row.line, "read": next(filter(None, row.fields))[:40]} for row in rows]
    told = [_("line %(line)d (%(read)s)") % each for each in values[:MOST_LINES_NAMED]]
    return [*told, *(["…"] if len(rows) > MOST_LINES_NAMED else [])]


def _rows_of(data: str | bytes) -> DelimitedText:
    if isinstance(data, bytes) and is_spreadsheet(data):
        return read_spreadsheet(data)
    try:
        text = decode(data)
    except ValueError as error:
        return DelimitedText([], [], [FileProblem(1, 1, kind_of(data), str(error))])
    if problem := no_list(text):
        return DelimitedText([], [], [problem])
    lines = lines_of(text)
    counts = {at: row for at, line in enumerate(lines[: MOST_LINES + 1], 1) if (row := counted_in(at, line))}
    in_columns = [line for at, line in enumerate(lines[: MOST_LINES + 1], 1) if at not in counts]
    starts = columns_of(in_columns, lambda text: bool(taken_for(text)))
    if starts and not too_many(lines):
        listed = [(at, line) for at, line in enumerate(lines, 1) if line.strip() and not is_rule(line)]
        rows = [counts.get(at) or Row(at, split(line, starts)) for at, line in listed]
        return DelimitedText(rows, [], [])
    return read_rows(text)


def _index(headings: list[str], field: str) -> int | None:
    return next((at for at, text in enumerate(headings) if taken_for(text) == field), None)


def _with_ages(table: Table, first_day: date | None) -> Table:
    """The table with ages instead of birth dates."""
    ages = [at for at, text in enumerate(table.headings) if taken_for(text) == "age"]
    if first_day is None or (aged := with_ages(table.headings, table.rows, first_day, ages)) is None:
        return table
    problems = [*table.problems, *aged.problems]
    return table._replace(headings=aged.headings, rows=aged.rows, problems=problems, born=aged.born)


def _with_girls(table: Table) -> Table:
    """The table with the lines that say female in the first column of the sex."""
    at = next((at for at, text in enumerate(table.headings) if says_sex(text)), None)
    if at is None:
        return table
    girls = tuple(row.line for row in table.rows if row.field(at).casefold() in _FEMALE)
    return table._replace(sex=table.headings[at], girls=girls)


def _without_private(table: Table) -> Table:
    """The table without birth dates, phones, addresses, and without columns in which such things stand. Of a
    column in which a few fields have them, these fields alone are empty."""
    private = {
        at
        for at, text in enumerate(table.headings)
        if is_private(text) and not says_who_paid(text, [row.field(at) for row in table.rows])
    }
    cells: set[tuple[int, int]] = set()
    said: dict[int, str] = {at: _named_column(table, at) for at in private}
    for at, text in enumerate(table.headings):
        if at in private or not table.has_headings or taken_for(text):
            continue
        written = [row for row in table.rows if row.field(at)]
        if are_memberships(text, [row.field(at) for row in written]):
            continue
        lines = [row.line for row in written if contact_in(row.field(at))]
        if 2 * len(lines) > len(written):
            private.add(at)
            said[at] = _named_column(table, at)
        elif lines:
            cells |= {(line, at) for line in lines}
            said[at] = _some_of(_named_column(table, at), lines)
    rows = [
        Row(
            row.line,
            [
                "" if at in private or (row.line, at) in cells else field
                for at, field in enumerate(row.fields)
            ],
        )
        for row in table.rows
    ]
    return table._replace(
        rows=rows, dropped=[*filter(None, [table.born]), *(said[at] for at in sorted(said))]
    )


def _named_column(table: Table, at: int) -> str:
    return table.headings[at] or _("column %(column)d") % {"column": at + 1}


def _some_of(column: str, lines: Sequence[int]) -> str:
    """A column of which these lines are dropped alone."""
    some = [*map(str, lines[:MOST_LINES_NAMED]), *(["…"] if len(lines) > MOST_LINES_NAMED else [])]
    told = ngettext("%(column)s in line %(lines)s", "%(column)s in lines %(lines)s", len(lines))
    return told % {"column": column, "lines": "; ".join(some)}


def guessed(table: Table) -> list[str]:
    """What each column is taken for, by its heading; without headings, by what stands in it."""
    if not table.has_headings:
        return _by_content(table)
    found: list[str] = []
    for at, text in enumerate(table.headings):
        field = taken_for(text)
        if field == "rating" and _has_ids(table, at):
            field = "id"
        found.append(field if field not in found else "")
    for at, text in enumerate(table.headings):
        field = (
            "" if found[at] or is_private(text) else asked_for(text, [row.field(at) for row in table.rows])
        )
        found[at] = found[at] or (field if field not in found else "")
    for at, text in enumerate(table.headings):
        is_paid = not found[at] and text.strip(" $?:").casefold() in PAID
        if is_paid and "fee" not in found and are_payments([row.field(at) for row in table.rows]):
            found[at] = "fee"
    for at, text in enumerate(table.headings):
        given = [row.field(at) for row in table.rows]
        if not found[at] and "expires" not in found and not is_private(text) and are_memberships(text, given):
            found[at] = "expires"
    tickets = [at for at, text in enumerate(table.headings) if text.casefold() in TICKETS]
    if "section" not in found and tickets:
        found[tickets[0]] = "section"
    if "last" not in found and "name" not in found and "first" in found:
        found[found.index("first")] = "name"
    return found


def _has_ids(table: Table, at: int) -> bool:
    fields = [row.fields[at] for row in table.rows if at < len(row.fields) and row.fields[at]]
    return 2 * sum(bool(re.fullmatch("[0-9]{8}", each)) for each in fields) > len(fields)


def _by_content(table: Table) -> list[str]:
    found = []
    for at in range(len(table.headings)):
        fields = [row.fields[at] for row in table.rows if at < len(row.fields) and row.fields[at]]
        field = ""
        if fields and all(re.fullmatch("[0-9]{8}", each) for each in fields):
            field = "id"
        elif fields and sum(map(is_rating, fields)) > len(fields) * 0.9:
            field = "rating"
        elif fields and sum(len(each.split()) > 1 for each in fields) > len(fields) / 2:
            field = "name"
        elif fields and all(grade_number(each) is not None for each in fields):
            # Of two such columns, one counts the lines.
            field = "" if fields == [str(number) for number in range(1, len(fields) + 1)] else "grade"
        found.append(field if field not in found else "")
    return found


# --- the players -------------------------------------------------------------------------------------


def read_players(table: Table, columns: Sequence[str]) -> tuple[list[ListedPlayer], list[FileProblem]]:
    """The players of the lines, with every problem by line and column. A field that cannot be read is empty,
    the name too."""
    at = {field: index for index, field in reversed(list(enumerate(columns))) if field}
    problems = list(table.problems)
    if not {"name", "first", "last"} & at.keys():
        expected = _("a column to read as the name")
        return [], [*problems, FileProblem(1, 1, ", ".join(table.headings), expected)]
    where = {field: at.get(field, at.get("last", at.get("first", 0))) for field in _READ}
    others = [(index, text) for index, text in enumerate(table.headings) if index not in at.values()]
    found = []
    for row in table.rows:
        wrong: list[FileProblem] = []
        listed = _read_player(without_failed(row, at.values(), problems), at, wrong)
        problems += [
            each._replace(column=where[_READ[each.column - 1]] + 1) if each.line == row.line else each
            for each in wrong
        ]
        if contact := contact_in_title(listed.section):
            problems.append(FileProblem(row.line, at["section"] + 1, *contact))
            listed = replace(listed, section="")
        said = (gone_in(text, row.field(index)) for index, text in others)
        gone = listed.not_coming or next(filter(None, said), "")
        entry = listed.entry
        written = (entry.name or listed.beside, entry.uscf_id or listed.wrong_id, entry.team)
        found.append(replace(listed, not_coming=gone, written=written))
    return found, sorted(set(problems))


def paid_without_amount(table: Table, columns: Sequence[str]) -> tuple[str, int]:
    """The column of the fees, and of how many players it says that they paid, not how much."""
    at = columns.index("fee") if "fee" in columns else len(columns)
    return "".join(table.headings[at : at + 1]), sum(says_paid(row.field(at)) is True for row in table.rows)


# The fields of an entry in the order in which a row is laid out for reading.
_READ = (*("name", "id", "rating", "assigned", "grade", "team", "state", "age", "byes", "expires", "fee"),)
_COLUMNS = {field: index for index, field in enumerate(_READ)}


def _read_player(row: Row, at: Mapping[str, int], problems: list[FileProblem]) -> ListedPlayer:
    said = {field: row.field(index) for field, index in at.items()}
    if "name" not in at or ("last" in at and not said["name"]):
        said["name"] = in_one(said.get("last", ""), said.get("first", ""))
    said["name"] = with_suffix_beside_last(without_stray_spaces(_IN_QUOTES.sub(r"\1", said["name"])))
    gone, said = without_gone(said)
    said |= {field: said_in(said.get(field, "")) for field in _WRITES_NOTHING if field in said}
    is_paid = says_paid(said.get("fee", ""))
    if is_paid is not None:
        said["fee"] = ""
    said["name"] = with_parts(said["name"], said.get("middle", ""), said.get("suffix", ""))
    said |= {field: re.sub(r"\.0+$", "", said[field]) for field in _NUMBERS if field in said}
    if "rating" in said:
        said["rating"] = re.sub(r"^([0-9]),([0-9]{3})$", r"\1\2", said["rating"])
        said["rating"] = re.sub(r"\(([pP/*][^()]*)\)$", r"\1", said["rating"])
    in_id = said.get("id", "")
    uscf_id, wrong_id = _id_in(in_id)
    said["id"] = uscf_id
    laid_out = Row(row.line, [said.get(field, "") for field in _READ])
    entry = read_entry(laid_out, _COLUMNS, problems)
    # A wall chart may call its players by numbers; children who register have names.
    if entry.name and not any(map(str.isalpha, entry.name)) and not contact_in(entry.name):
        problems.append(laid_out.problem(_COLUMNS["name"], _("a name, which has letters")))
        entry = replace(entry, name="")
    is_expired = False
    try:
        is_expired = says_expired(said.get("expires", ""))
    except ValueError as error:
        problems.append(laid_out.problem(_COLUMNS["expires"], str(error)))
    # What belongs to no list is stored nowhere: of the line nothing is left, or the field is empty.
    texts = {field: getattr(entry, field) for field in ("name", "team", "grade", "state")}
    clean: dict[str, Any] = {
        field: ""
        for field, text in texts.items()
        if (contact_in if field == "name" else contact_in_field)(text)
    }
    if "grade" not in clean:
        try:
            clean["grade"] = read_grade(entry.grade)
        except ValueError as error:
            problems.append(laid_out.problem(_COLUMNS["grade"], str(error)))
            clean["grade"] = ""
    unnamed = said["name"] if not entry.name or "name" in clean else ""
    entry = replace(entry, **clean)
    section, beside = said.get("section", ""), without_contact(unnamed)
    listed = ListedPlayer(entry, section, wrong_id, _none_in(said), gone, is_expired, beside)
    id_word = "" if re.search("[0-9]", in_id) or contact_in_field(in_id) else in_id
    return replace(listed, is_paid=bool(is_paid), id_word=id_word)


def _id_in(text: str) -> tuple[str, str]:
    """The US Chess ID in a field, and the text if there is none though it has a number.

    >>> _id_in("USCF #1234-5678"), _id_in("12345678 exp. 1/27"), _id_in("pending"), _id_in("00000000")
    (('12345678', ''), ('12345678', ''), ('', ''), ('', ''))
    >>> _id_in("1234567"), _id_in("12345678 or 12345679")
    (('', '1234567'), ('', '12345678 or 12345679'))
    """
    # As spreadsheets write large numbers.
    plain = re.sub(r"^([1-9])\.([0-9]{7})E\+?0?7$", r"\1\2", re.sub(r"[\s\-]", "", text))
    found = _OWN_ID.findall(plain)
    if len(found) == 1:
        return (found[0] if found[0].strip("0") else ""), ""
    return "", text if plain.strip("0") and re.search("[0-9]", plain) else ""


def _none_in(said: Mapping[str, str]) -> frozenset[str]:
    """Of rating and byes, those of which a line says that there are none: an empty cell says nothing.

    >>> sorted(_none_in({"rating": "unr", "byes": "none"})), _none_in({"rating": "", "byes": "2"})
    (['byes', 'rating'], frozenset())
    """
    readers: dict[str, Callable[[str], object]] = {"rating": read_rating, "byes": read_byes}
    found = set()
    for field, read in readers.items():
        with suppress(ValueError):
            if said.get(field) and not read(said[field]):
                found.add(field)
    return frozenset(found)


def _without_cut_field(headings: Sequence[str], rows: list[Row]) -> tuple[list[Row], list[FileProblem]]:
    """The rows without the field in which a file was cut off, and where that is: the last line has fewer
    fields than every other then. What a column has that is not imported is not shown."""
    if len(rows) < 3:
        return rows, []
    *others, last = rows
    if not last.fields or len(last.fields) >= min(len(row.fields) for row in others):
        return rows, []
    expected = _("a complete line. The file may have been cut off here")
    index = len(last.fields) - 1
    is_shown = index < len(headings) and taken_for(headings[index])
    cut = FileProblem(last.line, index + 1, last.field(index) if is_shown else "", expected)
    return [*others, Row(last.line, last.fields[:-1])], [cut]


def key_of(headings: list[str]) -> str:
    return _digest(headings)


def _digest(values: object) -> str:
    return sha256(repr(values).encode()).hexdigest()[:12]
