"""Lists separated by commas, with commas inside fields that nobody quoted: ``Doe, Jane, 12345678, bye 2, 4``.

A name that is in two fields is known by the ID that stands a column too far, or by a field too many.
"""

import re
from collections.abc import Sequence
from itertools import takewhile

from .byes import read_byes
from .delimited import Row
from .names import is_suffix, with_suffix_beside_last

_ID = re.compile(r"[0-9]{8}")


def rejoined(
    rows: Sequence[Row], width: int, *, name: int | None, id: int | None = None, byes: int | None = None
) -> list[Row]:
    """The rows with as many fields as there are columns; those of names, IDs and byes are at these indexes.

    >>> rejoined([Row(1, ["Doe", "Jane", "12345678"]), Row(2, ["Oak", "Kit"])], 3, name=0, id=1)
    [Row(line=1, fields=['Doe, Jane', '12345678']), Row(line=2, fields=['Oak, Kit'])]
    >>> rejoined([Row(1, ["Jane Doe", "12345678", "bye 2", "4"])], 3, name=0, id=1, byes=2)
    [Row(line=1, fields=['Jane Doe', '12345678', 'bye 2, 4'])]
    >>> rejoined([Row(1, ["Nguyen", " Jr.", " Al", "12345678"])], 2, name=0, id=1)
    [Row(line=1, fields=['Nguyen Jr., Al', '12345678'])]
    """
    if name is None:
        return list(rows)
    rows = [with_suffix_in_place(row, name) if len(trimmed(row.fields)) > width else row for row in rows]
    beside = id == name + 1
    shifted = (
        beside and any(_too_far(row, name) for row in rows) and not any(_in_place(row, name) for row in rows)
    )

    def whole(row: Row) -> list[str]:
        fields = trimmed(row.fields)
        if shifted or (beside and _too_far(row, name)):
            return _byes_joined(_name_joined(fields, name), width, byes)
        fields = _byes_joined(fields, width, byes)
        split = len(fields) == width + 1 or (byes == width - 1 and _are_byes(fields[width:]))
        return _byes_joined(_name_joined(fields, name), width, byes) if split else fields

    found = [(row, whole(row)) for row in rows]
    # As they are where nothing was joined: the last line of a file tells by its fields whether it is whole.
    return [row if fields == trimmed(row.fields) else Row(row.line, fields) for row, fields in found]


def trimmed(fields: list[str]) -> list[str]:
    """The fields without the empty ones at the end."""
    while fields and not fields[-1]:
        fields = fields[:-1]
    return fields


def has_byes(rows: Sequence[Row], index: int) -> bool:
    """Whether a column without a heading holds requested byes: each field of it says so."""
    found = [row.field(index) for row in rows if row.field(index)]
    return bool(found) and all(each.casefold().startswith("bye") and _are_byes([each]) for each in found)


def with_suffix_in_place(row: Row, name: int) -> Row:
    """A row without a field of its own for Jr. and the like, which belongs to the last name.

    >>> with_suffix_in_place(Row(1, ["Nguyen", "Jr.", "Al", "900"]), 0).fields
    ['Nguyen Jr.', 'Al', '900']
    >>> with_suffix_in_place(Row(1, ["Nguyen", "Al", "Jr."]), 0).fields
    ['Nguyen Jr.', 'Al']
    """
    parts = [row.field(at) for at in range(name, name + 3)]
    beside = list(takewhile(lambda part: part and not re.search("[0-9,]", part), parts[1:]))
    if not any(is_suffix(part, sure=True) for part in beside) or "," in parts[0]:
        return row
    named = with_suffix_beside_last(", ".join([parts[0], *beside])).split(", ")
    return Row(row.line, [*row.fields[:name], *named, *row.fields[name + 1 + len(beside) :]])


def _too_far(row: Row, name: int) -> bool:
    return bool(_ID.fullmatch(row.field(name + 2))) and not _in_place(row, name)


def _in_place(row: Row, name: int) -> bool:
    return bool(_ID.fullmatch(row.field(name + 1)))


def _name_joined(fields: list[str], name: int) -> list[str]:
    last, first = [*fields[name : name + 2], "", ""][:2]
    if not last or not first or re.search("[0-9]", last + first):
        return fields
    return [*fields[:name], f"{last.strip()}, {first.strip()}", *fields[name + 2 :]]


def _byes_joined(fields: list[str], width: int, byes: int | None) -> list[str]:
    if byes is None or byes != width - 1 or len(fields) <= width or not _are_byes(fields[byes:]):
        return fields
    return [*fields[:byes], ", ".join(map(str.strip, fields[byes:]))]


def _are_byes(fields: Sequence[str]) -> bool:
    """Whether this is one field of requested byes. The word stands before all of them, or nowhere."""
    text = ", ".join(fields)
    if text.casefold().strip().find("bye") > 0:
        return False
    try:
        return bool(read_byes(text))
    except ValueError:
        return False
