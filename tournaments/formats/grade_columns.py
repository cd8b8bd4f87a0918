"""The school and the grade of a list in one column: *School/Grade*, with ``Lincoln / 5``."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from .beside_names import GRADE_FIELD, is_street
from .delimited import Row
from .fields import said_in
from .limits import ADULT, grade_number
from .registration_columns import named_in, names_school_and_grade, taken_for
from .registration_rows import with_field

# The plainest first: of *Oak - Elm / 5* the dash is of the name.
_MARKS = [re.compile(mark) for mark in (r"\s*[/|;]\s*", r"\s+[-–—]\s+", r"\s*[,:]\s*", r"\s*[(\[]\s*")]
_DASH = re.compile(r"(?P<before>.+)[-–—](?P<after>\w+)")
_BETWEEN_GRADES = re.compile(r"\s*[-–—/]\s*")
_NUMBER, _SHORT_NUMBER = re.compile("[0-9]{1,3}"), re.compile("[0-9]{1,2}")
_OF_GRADES = re.compile(r"\bgr(?:ade|\.)?(?!\w)", re.IGNORECASE)
# A number behind it is that of the school: *PS 12*.
_NUMBERED = re.compile(r"(?:[A-Z]\.?){1,4}|(?i:no\.?|number|school|district|#)")


class _Parts(NamedTuple):
    school: str
    grade: str


class Both(NamedTuple):
    """A column that was parted, by its heading, and the columns in its place."""

    heading: str
    school: int
    grade: int


def with_grades_apart(headings: list[str], rows: list[Row]) -> tuple[list[str], list[Row]]:
    """The list with the grades of such a column in one of their own, the last; else as it is. Above a column
    that has only one of the two, the heading names that one.

    >>> headings, rows = with_grades_apart(["Name", "School/Grade"], [Row(2, ["Ann", "Lincoln / 5"])])
    >>> headings, rows[0].fields
    (['Name', 'School (School/Grade)', 'Grade (School/Grade)'], ['Ann', 'Lincoln', '5'])
    """
    at = next((at for at, text in enumerate(headings) if names_school_and_grade(text)), None)
    if at is None or not rows:
        return headings, rows
    if {"team", "grade"} <= {taken_for(text) for text in [*headings[:at], *headings[at + 1 :]]}:
        return headings, rows
    heading, width = headings[at], len(headings)
    parts = [_parts(row.field(at), heading) for row in rows]
    has_school, has_grade = (any(map(said_in, said)) for said in zip(*parts, strict=True))
    if not (has_school or has_grade):
        return headings, rows
    named = [*headings[:at], f"{'School' if has_school else 'Grade'} ({heading})", *headings[at + 1 :]]
    alone = [
        _with(row, at, each.school if has_school else each.grade)
        for row, each in zip(rows, parts, strict=True)
    ]
    if not (has_school and has_grade):
        return named, alone
    both = [with_field(row, width, each.grade) for row, each in zip(alone, parts, strict=True)]
    return [*named, f"Grade ({heading})"], both


def read_as_both(headings: Sequence[str]) -> Both | None:
    """The column that :func:`with_grades_apart` has parted; None if it has none.

    >>> read_as_both(["Name", "School (School/Grade)", "Grade (School/Grade)"])
    Both(heading='School/Grade', school=1, grade=2)
    """
    for at, text in enumerate(headings):
        named = re.fullmatch(r"Grade \((.+)\)", text)
        if named and names_school_and_grade(named[1]) and (school := f"School ({named[1]})") in headings:
            return Both(named[1], headings.index(school), at)
    return None


def _with(row: Row, at: int, text: str) -> Row:
    return Row(row.line, [*row.fields[:at], text, *row.fields[at + 1 :]]) if row.field(at) else row


def _parts(text: str, heading: str) -> _Parts:
    """The school and the grade of a field. What stands in the place of the grade and is none is left there,
    so that it is asked about.

    >>> [tuple(_parts(each, "School/Grade")) for each in ("Oak - 4", "5 / Oak", "Oak 3rd", "PS 12", "Oak/x")]
    [('Oak', '4'), ('Oak', '5'), ('Oak', '3rd'), ('PS 12', ''), ('Oak', 'x')]
    """
    if _may_be_grade(text) or all(map(_is_number, _BETWEEN_GRADES.split(text))):
        return _Parts("", text)
    splits = [
        (text[: found.start()], _without_bracket(text[found.end() :]))
        for mark in _MARKS
        if (those := [*mark.finditer(text)])
        for found in (those[-1], those[0])
    ]
    for before, after in splits:
        if _may_be_grade(after):
            return _Parts(before, after)
        if _may_be_grade(before):
            return _Parts(after, before)
    if parts := _in_words(text.split()) or _at_dash(text):
        return parts
    mark = next((mark for mark in _MARKS if mark.search(text) and mark.search(heading)), None)
    if mark is None:
        return _Parts(text, "")
    first, second = (_without_bracket(part) for part in mark.split(text, maxsplit=1))
    return _Parts(first, second) if named_in(heading)[0] == "team" else _Parts(second, first)


def _without_bracket(text: str) -> str:
    """The text without a bracket that closes one before it: not of *Oak (East)*."""
    is_of_before = text.endswith((")", "]")) and not re.search(r"[(\[]", text)
    return text[:-1].rstrip() if is_of_before else text


def _may_be_grade(text: str) -> bool:
    return not said_in(text) or _is_number(text) or text.casefold() == ADULT.casefold()


def _is_number(text: str) -> bool:
    return grade_number(text) is not None or bool(_NUMBER.fullmatch(text))


def _in_words(words: Sequence[str]) -> _Parts | None:
    """The parts with nothing between them but a space."""
    for many in (2, 1):
        behind, before = " ".join(words[-many:]), " ".join(words[:many])
        if len(words) <= many or (many == 2 and not _OF_GRADES.search(f"{behind} {before}")):
            continue
        if _is_grade(behind, many) and not (
            _SHORT_NUMBER.fullmatch(behind) and _NUMBERED.fullmatch(words[-many - 1])
        ):
            return _Parts(" ".join(words[:-many]), behind)
        if _is_grade(before, many) and not is_street(words, many - 1):
            return _Parts(" ".join(words[many:]), before)
    return None


def _is_grade(text: str, many: int) -> bool:
    if many == 2:
        return bool(_OF_GRADES.search(text)) and grade_number(text) is not None
    return bool(GRADE_FIELD.fullmatch(text) or _SHORT_NUMBER.fullmatch(text))


def _at_dash(text: str) -> _Parts | None:
    """The parts of *Lincoln-5*. Of *Oak K-8* and of *K-8 Academy* it stands between grades."""
    found = _DASH.fullmatch(text)
    if found and _is_number(found["after"]) and not _is_number(found["before"].split()[-1]):
        return _Parts(found["before"], found["after"])
    first, dash, rest = text.partition("-")
    return _Parts(rest, first) if dash and _is_number(first) and rest[:1].isalpha() else None
