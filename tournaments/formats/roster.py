"""A list of players: ``name, id, rating, team, grade``, with a heading line or without.

A heading line may also name ``age``, ``state`` and ``house``. Registration sites add birth dates, phones and
addresses: those are not imported, and the director is told so.
"""

from django.utils.translation import gettext as _

from .delimited import DelimitedText, Row, read_rows
from .fields import read_entry, repeated_ids
from .headings import (
    Headings,
    beyond_the_headings,
    column_without_heading,
    is_header,
    missing_heading,
    not_imported,
    read_headings,
)
from .records import FileProblem, RosterFile

COLUMNS = ("name", "id", "rating", "team", "grade")
_IMPORTED = {*COLUMNS, "age", "state", "house"}


def read(data: str | bytes) -> RosterFile:
    """Read a list and report all its problems by line and column.

    >>> read("Jane Doe,12345678,1432P12").entries[0].rating
    1432
    >>> read('Name,Rtng,Phone\\n"Doe, Jane",unr,none\\n').notes
    ('Not imported: Phone',)
    """
    return from_rows(read_rows(data))


def from_rows(text: DelimitedText) -> RosterFile:
    """The list in rows that were read already."""
    problems = list(text.problems)
    if not text.rows:
        if not problems:
            expected = _("a line for each player: name, ID, rating, team, grade")
            problems.append(FileProblem(1, 1, "", expected))
        return RosterFile((), tuple(problems))
    if _has_header(text.rows[0]):
        headings, rows = read_headings(text.rows[0], problems), text.rows[1:]
        problems += beyond_the_headings(rows, len(text.rows[0].fields))
        if not rows:
            problems.append(FileProblem(headings.line, 1, "", _("a player below the headings")))
    else:
        headings, rows = _usual_columns(text.rows), text.rows
    fields = {field: index for field, index in headings.fields.items() if field in _IMPORTED}
    if "name" not in fields:
        problems.append(missing_heading("name", text.rows[0]))
        return RosterFile((), tuple(problems))
    everyone = [(row, read_entry(row, fields, problems)) for row in rows]
    problems += repeated_ids(everyone, fields)
    return RosterFile(
        entries=tuple(entry for _row, entry in everyone),
        problems=tuple(sorted(set(problems))),
        notes=tuple(not_imported(_other_columns(headings, rows))),
    )


def _has_header(first: Row) -> bool:
    # "ID" is also a state. Without a name column, a line is a header only if it holds no digit.
    return is_header(first, "name") or (
        is_header(first, "id", "rating") and not any(c.isdecimal() for c in "".join(first.fields))
    )


def _usual_columns(rows: list[Row]) -> Headings:
    """The columns in their usual order. A first column that only counts the lines is skipped."""
    counted = all(row.field(0).rstrip(".").isdecimal() for row in rows)
    fields = {field: index for index, field in enumerate(COLUMNS, counted)}
    width = max(len(row.fields) for row in rows)
    others = {
        index: column_without_heading(index)
        for index in range(counted + len(COLUMNS), width)
        if any(row.field(index) for row in rows)
    }
    return Headings(rows[0].line, fields, {}, others)


def _other_columns(headings: Headings, rows: list[Row]) -> list[str]:
    """The columns that are not imported, by heading or by position."""
    named = headings.others | {
        index: field for field, index in headings.fields.items() if field not in _IMPORTED
    }
    named |= {index: _("round %(round)d") % {"round": at} for at, index in headings.rounds.items()}
    return [
        name or column_without_heading(index)
        for index, name in sorted(named.items())
        if name or any(row.field(index) for row in rows)
    ]
