"""A plain list of players: ``name, id, rating, team, grade``, with a header or without, pasted or uploaded.

A header may name ``age``, ``state`` and ``house`` too. Registration sites add birth dates, phones and
addresses. They are not taken, and the director is told so.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from .entries import Entry, read_entry, repeated_ids
from .tables import Headings, Problem, Row, is_header, left_over, not_taken, read_headings, read_table

COLUMNS = ("name", "id", "rating", "team", "grade")
_TAKEN = {*COLUMNS, "age", "state", "house"}


@dataclass(frozen=True)
class RosterFile:
    """What a list says. With problems, nothing of it may be stored; ``notes`` name what was not taken."""

    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


def read(data: str | bytes) -> RosterFile:
    """Read a list; all its problems are in the answer, by line and column.

    >>> read("Jane Doe,12345678,1432P12").entries[0].rating
    1432
    >>> read('Name,Rtng,Phone\\n"Doe, Jane",unr,none\\n').notes
    ('Not taken from the file: Phone',)
    """
    table = read_table(data)
    problems = list(table.problems)
    if not table.rows:
        if not problems:
            problems.append(Problem(1, 1, "", _("a line for each player: name, ID, rating, team, grade")))
        return RosterFile((), tuple(problems))
    if _has_header(table.rows[0]):
        headings, rows = read_headings(table.rows[0], problems), table.rows[1:]
        problems += left_over(rows, len(table.rows[0].fields))
        if not rows:
            problems.append(Problem(headings.line, 1, "", _("a player below the headings")))
    else:
        headings, rows = _by_place(table.rows), table.rows
    fields = {field: index for field, index in headings.fields.items() if field in _TAKEN}
    if "name" not in fields:
        expected = _("a column with the heading “%(heading)s”") % {"heading": "name"}
        read_instead = ", ".join(text.strip() for text in table.rows[0].fields)
        problems.append(Problem(headings.line, 1, read_instead, expected))
        return RosterFile((), tuple(problems))
    everyone = [(row, read_entry(row, fields, problems)) for row in rows]
    problems += repeated_ids(everyone, fields)
    return RosterFile(
        entries=tuple(entry for _row, entry in everyone),
        problems=tuple(sorted(set(problems))),
        notes=tuple(not_taken(_others(headings, rows))),
    )


def _has_header(first: Row) -> bool:
    # "ID" is also a state: a line that names other columns than the name is a header if it holds no number.
    return is_header(first, "name") or (
        is_header(first, "id", "rating") and not any(c.isdecimal() for c in "".join(first.fields))
    )


def _by_place(rows: list[Row]) -> Headings:
    """The columns in their usual order; a first one that only counts the lines is not among them."""
    counted = all(row.field(0).rstrip(".").isdecimal() for row in rows)
    fields = {field: index for index, field in enumerate(COLUMNS, counted)}
    width = max(len(row.fields) for row in rows)
    others = {
        index: _("column %(column)d") % {"column": index + 1}
        for index in range(counted + len(COLUMNS), width)
        if any(row.field(index) for row in rows)
    }
    return Headings(rows[0].line, fields, {}, others)


def _others(headings: Headings, rows: list[Row]) -> list[str]:
    """The columns that are not taken, by their headings or, without one, by where they stand."""
    named = headings.others | {
        index: field for field, index in headings.fields.items() if field not in _TAKEN
    }
    named |= {index: _("round %(round)d") % {"round": at} for at, index in headings.rounds.items()}
    return [
        name or _("column %(column)d") % {"column": index + 1}
        for index, name in sorted(named.items())
        if name or any(row.field(index) for row in rows)
    ]
