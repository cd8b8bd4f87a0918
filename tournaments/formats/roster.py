"""A list of players: ``name, id, rating, team, grade, byes``, with a heading line or without. The byes of a
list without headings begin with the word, as in ``bye 2, 4``.

A heading line may also name ``assigned rating``, ``age``, ``state``, ``house``, ``byes``, ``expires`` and
``fee``. Registration sites add birth dates, phones and addresses: those are not imported, and the director is
told so. Of birth dates the ages on the first day of the event are left.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from datetime import date
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.lines import clean_line

from ..text.wording import calendar_date
from .bye_columns import with_byes
from .delimited import DelimitedText, Row
from .fields import read_entry, read_rating, repeated_ids, said_in, says_paid
from .grade_columns import with_grades_apart
from .guessing import are_payments, is_rating
from .headings import (
    heading,
    is_header,
    missing_heading,
    not_imported,
    other_columns,
    read_headings,
    usual_columns,
)
from .id_columns import with_ratings_apart
from .limits import plain_grade
from .mixed_lines import line_by_line
from .names import in_one, with_parts, with_suffix_beside_last, without_stray_spaces
from .private import with_ages
from .records import SAYS_PAID, FileProblem, RosterEntry, RosterFile
from .registration_columns import PAID, taken_for
from .unquoted import has_byes, rejoined, trimmed, with_suffix_in_place
from .walk_in import MOST_RATED, is_more_than_a_name, readings

COLUMNS = ("name", "id", "rating", "team", "grade")
# A US Chess ID among other words.
_ID = re.compile(r"(?<![0-9])[0-9]{8}(?![0-9])")
# So many players who were read from whole lines are named.
MOST_NAMED = 12
_IMPORTED = {*COLUMNS, "assigned", "age", "state", "house", "byes", "expires", "fee"}


def from_rows(text: DelimitedText, first_day: date | None = None) -> RosterFile:
    """Read a list and report all its problems by line and column. Without a ``first_day`` of the event, birth
    dates are dropped.

    >>> from tournaments.formats.delimited import read_rows
    >>> from_rows(read_rows("Jane Doe,12345678,1432P12")).entries[0].rating
    1432
    >>> from_rows(read_rows('Name,Rtng,Phone\\n"Doe, Jane",unr,none\\n')).notes
    ('Not imported: Phone',)
    """
    has_header = bool(text.rows) and _has_header(_as_registered(text.rows)[0])
    if not has_header:
        text = text._replace(rows=[_with_suffix_in_place(row) for row in text.rows])
    file = _from_rows(text, first_day)
    if has_header or not file.problems or text.problems or not text.rows:
        return file
    # Lines that differ: each is read alone, where it can be read in one way.
    rows = line_by_line(text.rows)
    alone = _from_rows(text._replace(rows=rows), first_day)
    if len({each.line for each in alone.problems}) >= len({each.line for each in file.problems}):
        return file
    lines = {one.line for one, other in zip(rows, text.rows, strict=True) if one is not other}
    read = [each for each in alone.entries if each.line in lines]
    said = _("Read line by line: %(players)s. Check these names and ratings.") % _named_of(read)
    return replace(alone, notes=(*alone.notes, said))


def _from_rows(text: DelimitedText, first_day: date | None) -> RosterFile:
    problems = text.problems_or(_("a line for each player: name, ID, rating, team, grade"))
    if not text.rows:
        return RosterFile((), tuple(problems))
    rated: list[Row] = []
    listed = _as_registered(text.rows)
    if _has_header(listed[0]):
        first, *below = listed
        at = {heading(field): index for index, field in enumerate(first.fields)}
        rows = rejoined(below, len(first.fields), name=at.get("name"), id=at.get("id"), byes=at.get("byes"))
        first, rows, aged = _with_ages(first, rows, first_day)
        headings = read_headings([first, *rows], problems)
        if not rows:
            problems.append(FileProblem(headings.line, 1, "", _("a player below the headings")))
    else:
        rows, aged = listed, ()
        # A first column that only counts the lines is skipped. Ratings count nothing.
        counted = all(row.field(0).rstrip(".").isdecimal() for row in rows) and not _are_ratings(rows)
        if rated := _rated(rows, counted):
            rows = [row if row not in rated else _with_rating_third(row, counted + 1) for row in rows]
        usual = {field: index for index, field in enumerate((*COLUMNS, "byes"), counted)}
        rows = rejoined(rows, counted + len(usual), **{each: usual[each] for each in ("name", "id", "byes")})
        if not has_byes(rows, usual["byes"]):
            del usual["byes"]
        headings = usual_columns(rows, usual)
    fields = {field: index for field, index in headings.fields.items() if field in _IMPORTED}
    if "name" not in fields:
        problems.append(missing_heading("name", text.rows[0]))
        return RosterFile((), tuple(problems))
    fee = fields.get("fee")
    paid = {row.line for row in rows if says_paid(row.field(fee))}
    rows = [row if says_paid(row.field(fee)) is None else _emptied(row, fee) for row in rows]
    entries = tuple(read_entry(row, fields, problems) for row in rows)
    entries = tuple(replace(each, registered=SAYS_PAID) if each.line in paid else each for each in entries)
    beside = [index for field, index in fields.items() if field != "name"]
    alone = {row.line for row in rows if not any(map(row.field, beside))}
    entries, read = _split(entries, alone)
    entries = tuple(
        replace(
            each,
            name=with_suffix_beside_last(without_stray_spaces(each.name)),
            grade=plain_grade(said_in(each.grade)),
            team=said_in(each.team),
        )
        for each in entries
    )
    told = {each.line for each in read} | {each.line for each in problems}
    problems += _whole_lines(zip(rows, entries, strict=True), fields["name"], told)
    problems += repeated_ids(entries, fields)
    notes = (
        *not_imported(other_columns(headings, rows, _IMPORTED)),
        *aged,
        *_said(read),
        *_said_of_rated(entries, rated),
    )
    return RosterFile(entries, tuple(sorted(set(problems))), notes)


def _as_registered(rows: list[Row]) -> list[Row]:
    """The list as a registration site has it, with whole names in the column of the last ones, and with the
    byes of all rounds and what was paid under headings that are known.

    >>> rows = [Row(1, ["First Name", "Last Name", "Paid"]), Row(2, ["Jo", "Ivy", "$20"])]
    >>> [row.fields for row in _as_registered(rows)]
    [['', 'Name', 'fee'], ['', 'Ivy, Jo', '$20']]
    """
    first, *below = rows
    headings = list(map(clean_line, first.fields))
    at = {taken_for(text): index for index, text in reversed(list(enumerate(headings)))}
    parts = [at[field] for field in ("first", "last", "middle", "suffix") if field in at]
    if {"first", "last"} <= at.keys() and "name" not in at:
        below = [_named(row, at, parts) for row in below]
        headings = ["" if index in parts else text for index, text in enumerate(headings)]
        headings[at["last"]] = "Name"
    if not is_header(Row(first.line, headings), "name"):
        return rows
    if "byes" not in at:
        headings, below = with_byes(headings, below)
        headings = ["byes" if text.startswith("Byes (") else text for text in headings]
    parted, below = with_ratings_apart(headings, below)
    if parted != headings:
        at["id"] = next(index for index, text in enumerate(headings) if text != parted[index])
        headings = [*headings[: at["id"]], "id", *headings[at["id"] + 1 :]]
        headings.append(parted[-1] if "rating" in at else "rating")
    parted, below = with_grades_apart(headings, below)
    headings = [text if text in headings else taken_for(text) for text in parted]
    paid = [index for index, text in enumerate(headings) if text.strip(" $?:").casefold() in PAID]
    if paid and "fee" not in at and are_payments([row.field(paid[0]) for row in below]):
        headings[paid[0]] = "fee"
    return [Row(first.line, headings), *below]


def _with_suffix_in_place(row: Row) -> Row:
    return with_suffix_in_place(row, name=1 if row.field(0).rstrip(".)").isdecimal() else 0)


def _rated(rows: Sequence[Row], counted: int) -> list[Row]:
    """The lines of a name and a rating, where the list has nothing else but names: no ID is so short.

    >>> _rated([Row(1, ["Jo Ivy", "990"]), Row(2, ["Kit Oak", "unr"]), Row(3, ["Al Fir"])], 0)
    [Row(line=1, fields=['Jo Ivy', '990']), Row(line=2, fields=['Kit Oak', 'unr'])]
    >>> _rated([Row(1, ["Jo Ivy", "990"]), Row(2, ["Kit Oak", "12345678"])], 0)
    []
    """
    at = counted + 1
    given = [row for row in rows if row.field(at)]
    alone = all(len(trimmed(row.fields)) <= at + 1 for row in rows)
    return given if alone and all(_is_rating(row.field(at)) for row in given) else []


def _is_rating(text: str) -> bool:
    return is_rating(text) and (read_rating(text) or 0) < MOST_RATED


def _are_ratings(rows: Sequence[Row]) -> bool:
    """Whether the first column has ratings instead of numbers that grow."""
    grow = len(rows) > 1 and all(int(one.field(0)) < int(two.field(0)) for one, two in pairwise(rows))
    return all(_is_rating(row.field(0)) for row in rows) and not grow


def _with_rating_third(row: Row, at: int) -> Row:
    return row._replace(fields=[*row.fields[:at], "", row.fields[at]])


def _emptied(row: Row, at: int | None) -> Row:
    return row._replace(fields=["" if index == at else text for index, text in enumerate(row.fields)])


def _named(row: Row, at: Mapping[str, int], parts: Sequence[int]) -> Row:
    name = in_one(row.field(at["last"]), row.field(at["first"]))
    name = with_parts(name, *(row.field(at.get(field)) for field in ("middle", "suffix")))
    fields = ["" if index in parts else field for index, field in enumerate(row.fields)]
    fields += [""] * (at["last"] + 1 - len(fields))
    fields[at["last"]] = name
    return Row(row.line, fields)


def _with_ages(first: Row, rows: list[Row], first_day: date | None) -> tuple[Row, list[Row], tuple[str, ...]]:
    """The headings and the lines with ages instead of birth dates; what is said."""
    headings = list(map(clean_line, first.fields))
    ages = [at for at, text in enumerate(headings) if heading(text) == "age"]
    if first_day is None or (found := with_ages(headings, rows, first_day, ages)) is None:
        return first, rows, ()
    said = _("The age of each player on %(day)s comes from %(column)s, which is not stored.")
    notes = [said % {"day": calendar_date(first_day), "column": found.born}]
    if lines := [each.line for each in found.problems]:
        unread = ngettext(
            "No age for line %(lines)s: there is no birth date there.",
            "No ages for lines %(lines)s: there are no birth dates there.",
            len(lines),
        )
        notes.append(unread % {"lines": ", ".join(map(str, lines[:MOST_NAMED]))})
    return Row(first.line, found.headings), found.rows, tuple(notes)


def _split(
    entries: tuple[RosterEntry, ...], alone: Set[int]
) -> tuple[tuple[RosterEntry, ...], list[RosterEntry]]:
    """The entries, and those of them whose names had the ratings in them, where most lines are like that.

    >>> from tournaments.formats.delimited import read_rows
    >>> file = from_rows(read_rows("Jo Ivy 990\\nKit Oak 812\\nAl Fir"))
    >>> [(each.name, each.rating) for each in file.entries]
    [('Jo Ivy', 990), ('Kit Oak', 812), ('Al Fir', None)]
    """
    whole = {each.line: read[0].entry for each in entries if each.line in alone and (read := readings(each))}
    if 2 * len(whole) <= len(entries):
        return entries, []
    return tuple(whole.get(each.line, each) for each in entries), list(whole.values())


def _said(read: Sequence[RosterEntry]) -> Iterator[str]:
    if read:
        yield _("Read from lines without commas: %(players)s. Check these ratings.") % _named_of(read)


def _said_of_rated(entries: Sequence[RosterEntry], rated: Sequence[Row]) -> Iterator[str]:
    lines = {row.line for row in rated}
    if read := [each for each in entries if each.line in lines]:
        yield _("Read as a name and a rating: %(players)s. Check these ratings.") % _named_of(read)


def _named_of(read: Sequence[RosterEntry]) -> dict[str, str]:
    named = [each.in_parts for each in read[:MOST_NAMED]]
    return {"players": "; ".join(named if len(named) == len(read) else [*named, "…"])}


def _whole_lines(
    lines: Iterable[tuple[Row, RosterEntry]], name: int, told: Set[int]
) -> Iterator[FileProblem]:
    """Lines whose columns are parted by nothing but spaces: the whole of one would be a name on every page.

    >>> from tournaments.formats.delimited import read_rows
    >>> [each.read for each in from_rows(read_rows("Jo Ivy 990 860\\nKit Oak,,990")).problems]
    ['Jo Ivy 990 860']
    """
    for row, entry in lines:
        whole = entry.rating is None and not entry.uscf_id and is_more_than_a_name(entry.name)
        if row.line not in told and (whole or _ID.search(row.field(name))):
            yield row.problem(name, _("a name. Put commas or tabs between the name, the ID and the rating"))


def _has_header(first: Row) -> bool:
    # "ID" is also a state. Without a name column, a line is a header only if it holds no digit.
    return is_header(first, "name") or (
        is_header(first, "id", "rating") and not any(c.isdecimal() for c in "".join(first.fields))
    )
