"""Pasted lines that differ: ``Bell, Amy, 712`` beside ``Amy Bell 712`` and ``712 Amy Bell``.

Each is read alone, and only if it can be read in one way. Any other stays as it is, for the director to mend.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from .delimited import Row
from .fields import MEMBER_ID, read_rating
from .guessing import is_rating
from .limits import grade_number
from .names import PARTICLES, SUFFIXES
from .unquoted import trimmed
from .walk_in import MOST_RATED, UNRATED, is_clear, read_walk_in, says_unrated

# The number of a line in front of it.
_COUNTED = re.compile(r"[0-9]{1,3}[.)]\s*")
_RATING_FIRST = re.compile(
    rf"(?P<rating>[0-9]{{3,4}}(?:\*|[pP/][0-9]{{1,2}})?|(?i:{UNRATED})(?!,))[\s,]+(?P<after>[^\d\s].*)"
)


class _Line(NamedTuple):
    """A line in the order of the columns of a list without headings."""

    name: str
    id: str = ""
    rating: str = ""
    team: str = ""
    grade: str = ""


def line_by_line(rows: Sequence[Row]) -> list[Row]:
    """The rows with name, ID, rating, team and grade in this order; those that can be read in no way or in
    two as they are.

    >>> rows = [Row(1, ["Bell", "Amy", "712"]), Row(2, ["Bo Cole 980"]), Row(3, ["1020 Di Dell"])]
    >>> [row.fields[0:3:2] for row in line_by_line(rows)]
    [['Bell, Amy', '712'], ['Bo Cole', '980'], ['Di Dell', '1020']]
    >>> line_by_line([Row(1, ["Amy Bell", "Sabin", "712"])])
    [Row(line=1, fields=['Amy Bell', 'Sabin', '712'])]

    These columns have none for a fee.

    >>> line_by_line([Row(1, ["Amy Bell 712 Sabin $40"])])
    [Row(line=1, fields=['Amy Bell 712 Sabin $40'])]
    """
    counts = _count([row.field(0) for row in rows])
    read = [(row, _read(_fields(row, at), counts)) for at, row in enumerate(rows, 1)]
    return [row if line is None or _is_same(row, line) else Row(row.line, list(line)) for row, line in read]


def _is_same(row: Row, line: _Line) -> bool:
    return trimmed(list(line)) == [row.field(at) for at in range(len(trimmed(row.fields)))]


def _count(firsts: Sequence[str]) -> bool:
    """Whether the numbers in front of the lines count them: then none is a rating."""
    numbers = [int(match["rating"]) for each in firsts if (match := re.match("(?P<rating>[0-9]+)", each))]
    return len(numbers) > 1 and all(two - one == 1 for one, two in pairwise(numbers))


def _fields(row: Row, at: int) -> list[str]:
    """The fields without the number of the line. Of one with a figure each comma is a mark."""
    fields = [row.field(index) for index in range(len(trimmed(row.fields)))]
    if fields and fields[0].rstrip(".)") == str(at):
        fields = fields[1:]
    elif fields:
        fields = [
            _COUNTED.sub("", fields[0], count=1) if _COUNTED.match(fields[0]) else fields[0],
            *fields[1:],
        ]
    return [
        part
        for field in fields
        for part in (map(str.strip, field.split(",")) if re.search("[0-9]", field) else [field])
        if part
    ]


def _read(fields: list[str], counts: bool) -> _Line | None:
    if not fields or any("@" in each or each.casefold().startswith("bye") for each in fields):
        return None
    if not counts and (found := _RATING_FIRST.fullmatch(", ".join(fields))):
        rating, fields = found["rating"], [each for each in re.split(r",\s*", found["after"]) if each]
        if not _is_rating(rating) or re.search("[0-9]", "".join(fields)):
            return None
        return _Line(name, rating=rating) if (name := _name(fields)) else None
    at = next((at for at, each in enumerate(fields) if _is_number(each)), len(fields))
    named, after = fields[:at], fields[at:]
    if named and (re.search("[0-9]", named[-1]) or says_unrated(", ".join(named))):
        return _apart(named, after)
    if not (name := _name(named)):
        return None
    numbers = [each for each in after if _is_number(each)]
    ids = [each for each in numbers if MEMBER_ID.fullmatch(each)]
    ratings = [each for each in numbers if each not in ids]
    if len(ids) > 1 or len(ratings) > 1 or after[: len(numbers)] != numbers:
        return None
    return _with_words(_Line(name, "".join(ids), "".join(ratings)), after[len(numbers) :])


def _apart(named: list[str], after: list[str]) -> _Line | None:
    """A line whose name has the numbers behind it in its own field."""
    if not is_clear(", ".join(named)):
        return None
    found = read_walk_in(", ".join(named))
    last, comma, first = found.name.partition(",")
    name = _name([last.strip(), first.strip()] if comma else [found.name])
    written = re.findall(r"[0-9]+(?:\*|[pP/][0-9]{1,2})?", named[-1])
    ratings = [each for each in written if _is_rating(each)]
    is_read = (
        name
        and not re.search("[0-9]", name + found.team)
        and len(written) == len(ratings) + bool(found.uscf_id) + found.grade.isdecimal()
    )
    if not is_read or len(ratings) > 1 or any(map(_is_number, after)) or (found.team and after):
        return None
    line = _Line(name, found.uscf_id, "".join(ratings), found.team, found.grade)
    return _with_words(line, after) if after else line


def _with_words(line: _Line, words: list[str]) -> _Line | None:
    """The line with its school and its grade."""
    if len(words) > 2 or any(re.search("[0-9]{3}", each) for each in words):
        return None
    if len(words) == 1 and grade_number(words[0]) is not None:
        return line._replace(grade=words[0])
    team, grade = [*words, "", ""][:2]
    return line._replace(team=team, grade=grade)


def _name(parts: list[str]) -> str:
    """The name in one or two fields; empty where the second may be a school."""
    if len(parts) == 1:
        return parts[0]
    if len(parts) != 2:
        return ""
    last, first = parts
    words = [word.strip(".").casefold() for word in last.split()]
    alone = [word for word in words if word not in PARTICLES and word not in SUFFIXES]
    return f"{last}, {first}" if len(alone) == 1 and len(first.split()) < 4 else ""


def _is_number(text: str) -> bool:
    return bool(MEMBER_ID.fullmatch(text)) or _is_rating(text)


def _is_rating(text: str) -> bool:
    return is_rating(text) and (read_rating(text) or 0) < MOST_RATED
