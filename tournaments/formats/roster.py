"""A list of players: ``name, id, rating, team, grade, byes``, with a heading line or without. The byes of a
list without headings begin with the word, as in ``bye 2, 4``.

A heading line may also name ``age``, ``state``, ``house``, ``byes``, ``expires`` and ``fee``. Registration
sites add birth dates, phones and addresses: those are not imported, and the director is told so.
"""

import re
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from .delimited import DelimitedText, Row
from .fields import read_entry, repeated_ids
from .headings import (
    heading,
    is_header,
    missing_heading,
    not_imported,
    other_columns,
    read_headings,
    usual_columns,
)
from .records import FileProblem, RosterFile
from .unquoted import has_byes, rejoined

COLUMNS = ("name", "id", "rating", "team", "grade")
# A US Chess ID among other words.
_ID = re.compile(r"(?<![0-9])[0-9]{8}(?![0-9])")
_IMPORTED = {*COLUMNS, "age", "state", "house", "byes", "expires", "fee"}


def from_rows(text: DelimitedText) -> RosterFile:
    """Read a list and report all its problems by line and column.

    >>> from tournaments.formats.delimited import read_rows
    >>> from_rows(read_rows("Jane Doe,12345678,1432P12")).entries[0].rating
    1432
    >>> from_rows(read_rows('Name,Rtng,Phone\\n"Doe, Jane",unr,none\\n')).notes
    ('Not imported: Phone',)
    """
    problems = text.problems_or(_("a line for each player: name, ID, rating, team, grade"))
    if not text.rows:
        return RosterFile((), tuple(problems))
    if _has_header(text.rows[0]):
        first, *below = text.rows
        at = {heading(field): index for index, field in enumerate(first.fields)}
        rows = rejoined(below, len(first.fields), name=at.get("name"), id=at.get("id"), byes=at.get("byes"))
        headings = read_headings([first, *rows], problems)
        if not rows:
            problems.append(FileProblem(headings.line, 1, "", _("a player below the headings")))
    else:
        rows = text.rows
        # A first column that only counts the lines is skipped.
        counted = all(row.field(0).rstrip(".").isdecimal() for row in rows)
        usual = {field: index for index, field in enumerate((*COLUMNS, "byes"), counted)}
        rows = rejoined(rows, counted + len(usual), **{each: usual[each] for each in ("name", "id", "byes")})
        if not has_byes(rows, usual["byes"]):
            del usual["byes"]
        headings = usual_columns(rows, usual)
    fields = {field: index for field, index in headings.fields.items() if field in _IMPORTED}
    if "name" not in fields:
        problems.append(missing_heading("name", text.rows[0]))
        return RosterFile((), tuple(problems))
    entries = tuple(read_entry(row, fields, problems) for row in rows)
    problems += _whole_lines(rows, fields["name"])
    problems += repeated_ids(entries, fields)
    notes = not_imported(other_columns(headings, rows, _IMPORTED))
    return RosterFile(entries, tuple(sorted(set(problems))), notes)


def _whole_lines(rows: Sequence[Row], name: int) -> Iterator[FileProblem]:
    """Lines whose columns are parted by nothing but spaces: the whole of one would be a name on every page.

    >>> from tournaments.formats.delimited import read_rows
    >>> [each.read for each in from_rows(read_rows("Jo Ivy 12345678 990\\nKit Oak,,990")).problems]
    ['Jo Ivy 12345678 990']
    """
    for row in rows:
        if _ID.search(row.field(name)):
            yield row.problem(name, _("a name. Put commas or tabs between the name, the ID and the rating"))


def _has_header(first: Row) -> bool:
    # "ID" is also a state. Without a name column, a line is a header only if it holds no digit.
    return is_header(first, "name") or (
        is_header(first, "id", "rating") and not any(c.isdecimal() for c in "".join(first.fields))
    )
