"""The US Chess ID and the rating of a list in one column: *USCF ID/Rating*, with ``12345678/1432``."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from .delimited import Row
from .fields import read_rating
from .private import LONGEST_HEADING, is_private

_OF_ID = re.compile(r"\bid\b|#|\buscf\b|\bus ?chess\b|\bmember(?:ship)?\b")
_OF_RATING = re.compile(r"\brat(?:ing|e)s?\b|\brtn?g\b|\buscf\b")
_OF_BOTH = re.compile(r"\brat(?:ing|e)s?\b|\brtn?g\b")
_ID = re.compile(r"(?<![0-9])[0-9]{8}(?![0-9])")
# Of an ID that has another length.
_LONG = re.compile(r"[0-9]{5,}")
# What begins so is another number, or the word before the day on which a membership ends.
_NO_ID = re.compile(r".*[0-9]|exp|thru|through|until|valid", re.IGNORECASE)
_BETWEEN = " /,;|:-–—"
_YEARS = range(2020, 2050)


class _Parts(NamedTuple):
    id: str
    rating: str


def with_ratings_apart(headings: list[str], rows: list[Row]) -> tuple[list[str], list[Row]]:
    """The list with the ratings of such a column in one of their own, the last; else as it is. A field that
    cannot be parted stays whole where the IDs are.

    >>> headings, rows = with_ratings_apart(["Name", "ID/Rating"], [Row(2, ["Ann", "12345678/1432"])])
    >>> headings, rows[0].fields
    (['Name', 'US Chess ID (ID/Rating)', 'Rating (ID/Rating)'], ['Ann', '12345678', '1432'])
    """
    at = next(
        (at for at, text in enumerate(headings) if _has_both(text, [row.field(at) for row in rows])), None
    )
    if at is None:
        return headings, rows
    named, width = list(headings), len(headings)
    named[at] = f"US Chess ID ({headings[at]})"
    return [*named, f"Rating ({headings[at]})"], [_row(row, at, width) for row in rows]


def _row(row: Row, at: int, width: int) -> Row:
    if (parts := _parts(row.field(at))) is None:
        return row
    fields = [*row.fields, *[""] * (width - len(row.fields))]
    fields[at] = parts.id
    return Row(row.line, [*fields[:width], parts.rating, *fields[width:]] if parts.rating else fields)


def _has_both(heading: str, fields: Sequence[str]) -> bool:
    plain = heading[:LONGEST_HEADING].casefold()
    written = list(filter(None, fields))
    if not written or is_private(heading) or not (_OF_ID.search(plain) or _OF_RATING.search(plain)):
        return False
    both = [parts for parts in map(_parts, written) if parts and parts.rating and parts.id]
    if _OF_ID.search(plain) and _OF_BOTH.search(plain):
        return any(_LONG.fullmatch(parts.id) for parts in both)
    # The year in which a membership ends may stand behind the ID.
    years = all(parts.rating.isdecimal() and int(parts.rating) in _YEARS for parts in both)
    return 2 * len(both) > len(written) and not years


def _parts(text: str) -> _Parts | None:
    """The ID and the rating of a field, in either order, empty where it has not both.

    >>> [tuple(_parts(each) or ()) for each in ("12345678 1432", "871P12/12345678", "990", "12345678 (unr)")]
    [('12345678', '1432'), ('12345678', '871P12'), ('', '990'), ('12345678', 'unr')]
    >>> _parts("12345678 or 12345679"), tuple(_parts("1234567/990"))
    (None, ('1234567', '990'))
    """
    if len(found := _ID.findall(text)) == 1:
        rest = re.sub(r"uscf|us ?chess|\bid\b|#", "", _ID.sub(" ", text), flags=re.IGNORECASE).strip(_BETWEEN)
        return _Parts(found[0], _rating(rest)) if not rest or _rating(rest) else None
    ends = re.fullmatch(rf"(?P<one>[^\s/,;|]+)[{_BETWEEN}]+(?P<two>.+)", text)
    if ends is None:
        return _Parts("", text) if _rating(text) and not _LONG.search(text) else None
    one, two = ends["one"], ends["two"]
    if _LONG.fullmatch(two) and _rating(one):
        one, two = two, one
    # Words such as NEW stand for an ID that is none yet.
    fits = (_LONG.fullmatch(one) or not _NO_ID.match(one)) and _rating(two)
    return _Parts(one, _rating(two)) if fits else None


def _rating(text: str) -> str:
    """The text as a rating is written; empty for what is none."""
    plain = re.sub(r"\s*\(([^()]*)\)$", r"\1", text).strip()
    with suppress(ValueError):
        read_rating(plain)
        return plain
    return ""
