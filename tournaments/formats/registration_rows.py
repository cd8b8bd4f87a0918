"""Which rows of a registration file are headings, titles of sections, totals; the others are players."""

import re

from .delimited import Row
from .private import is_private
from .registration_columns import names_school_and_grade, taken_for
from .unquoted import trimmed

_NO_RATING = {"unr", "unr.", "unrated", "nr", "-", "none"}
_LABELS = {"name", "player name", "student name", "full name", "first name", "last name"}
# What programs print below a list.
_TOTAL = re.compile(r"(?:grand |sub)?totals?\b|[0-9]+ (?:entries|players|registrations)\b", re.IGNORECASE)
# What stands there before a sum and nothing else: *Paid, $120*.
_SUM = re.compile(
    r"(?:amounts?|(?:entry )?fees?|(?:un)?paid|collected|balance|revenue|income|cash|checks?|refund(?:s|ed)?"
    r"|count|due|owed)(?: (?:paid|unpaid|due|collected|received|owed|in full|players|entries))?\b[\W\d]*",
    re.IGNORECASE,
)


# As sections are called, in a row that says nothing else.
_TITLE = re.compile(
    r"\b(?:pre-?k|k|[0-9]{1,2}(?:st|nd|rd|th)?)\s*[-–]\s*[0-9]{1,2}\b|\bu(?:nder)?\s?[0-9]{3,4}\b|\bsections?\b"
    r"|\b(?:open|championship|reserve|booster|premier|primary|novice|beginners?|rated|unrated|grades?|division)\b",
    re.IGNORECASE,
)


def without_totals(rows: list[Row]) -> tuple[list[Row], list[Row]]:
    """The rows without those that count the players above them: at the end, and between lists where such a
    row has nothing but numbers. And those rows."""
    kept = [row for row in rows if not (_is_total(row) and _has_numbers_alone(row))] or rows[:1]
    while len(kept) > 1 and _is_total(kept[-1]):
        kept.pop()
    lines = {row.line for row in kept}
    return kept, [row for row in rows if row.line not in lines]


def counted_in(at: int, line: str) -> Row | None:
    """A line of text in columns that only counts the players, as a row; None for any other. Columns begin
    within its words."""
    row = Row(at, re.split(" {2,}", line.strip()))
    return row if _is_total(row) and _has_numbers_alone(row) else None


def _is_total(row: Row) -> bool:
    first = next(filter(None, row.fields), "")
    whole = " ".join(filter(None, row.fields))
    is_sum = bool(_SUM.fullmatch(whole)) and bool(re.search("[0-9]", whole))
    return (bool(_TOTAL.match(first)) or is_sum) and not re.search("[0-9]{8}", whole)


def _has_numbers_alone(row: Row) -> bool:
    _first, *others = filter(None, row.fields)
    return not any(re.search(r"[^\W\d_]", field) for field in others)


def under_titles(rows: list[Row]) -> tuple[list[Row], dict[int, str]]:
    """The rows below one line of headings, where the title of each section stands alone in a row above its
    players; and the title of each line. The first row is one then: nobody is without a section."""
    alone = [len(list(filter(None, row.fields))) == 1 for row in rows]
    said = [next(filter(None, row.fields), "") for row in rows]
    are_titles = [is_alone and bool(_TITLE.search(text)) for is_alone, text in zip(alone, said, strict=True)]
    if len(rows) < 2 or not are_titles[0] or all(are_titles):
        return rows, {}
    title, found, titles = "", [], {}
    for row, text, is_title in zip(rows, said, are_titles, strict=True):
        if is_title:
            title = text
        else:
            found.append(row)
            titles[row.line] = title
    return found, titles


def is_heading(row: Row) -> bool:
    found = {taken_for(field) for field in row.fields}
    asks = any(field.rstrip().endswith("?") for field in row.fields)
    has_other = len(found - {""}) > 1 or asks or any(map(names_school_and_grade, row.fields))
    return bool(found & {"name", "first", "last"}) and has_other


def in_one_row(rows: list[Row], at: int) -> tuple[list[Row], int]:
    """The rows with headings that stand in two of them in one, and its index: *School* above *Name* and
    *Grade*, *US Chess* above *ID* and *Rating*."""
    above, *below = rows[at : at + 2]
    if not below or not is_heading(below[0]) or re.search("[0-9]", "".join(below[0].fields)):
        return rows, at
    if len(list(filter(None, below[0].fields))) <= len(list(filter(None, above.fields))):
        return rows, at
    named, group = [], ""
    for index, text in enumerate(below[0].fields):
        group = above.field(index) or group
        both = f"{group} {text}".strip()
        named.append(both if taken_for(both) or is_private(both) else text)
    return [*rows[: at + 1], Row(below[0].line, named), *rows[at + 2 :]], at + 1


def is_called_name(row: Row) -> bool:
    """Whether a column is called *Name*, as nobody is, whatever the others are called."""
    return any(field.strip(" *:").casefold() in _LABELS for field in row.fields)


def below_headings(rows: list[Row], at: int) -> tuple[list[Row], dict[int, str]]:
    """The rows below the headings, without the headings where they stand again, and the title of each line
    where a list follows another: alone in the row above its headings."""
    headings = _folded(rows[at])
    again = [index for index in range(at, len(rows)) if _folded(rows[index]) == headings]
    if len(again) < 2:
        return rows[at + 1 :], {}
    title, found, titles = "", [], {}
    above = {index - 1 for index in again if index and len(list(filter(None, rows[index - 1].fields))) == 1}
    if at - 1 not in above or "section" in map(taken_for, headings):
        above = set()  # a name that stands alone in the last line of a page
    for index, row in enumerate(rows):
        if index in above:
            title = next(filter(None, row.fields))
        elif index > at and index not in again:
            found.append(row)
            titles[row.line] = title
    return found, titles if any(titles.values()) else {}


def _folded(row: Row) -> list[str]:
    return [field.casefold() for field in trimmed(row.fields)]


def with_field(row: Row, index: int, text: str) -> Row:
    fields = [*row.fields[:index], *[""] * (index - len(row.fields))]
    return Row(row.line, [*fields, text])


def stands_above_numbers(rows: list[Row]) -> bool:
    """Whether the first row has a word above a column of ratings or IDs: a heading that nobody knows. It may
    stand again on each page."""
    first, again = rows[0], _folded(rows[0])
    below = [row for row in rows if _folded(row) != again]
    for at, text in enumerate(first.fields):
        fields = [row.fields[at] for row in below if at < len(row.fields) and row.fields[at]]
        is_word = bool(text) and not re.search("[0-9]", text) and text.casefold() not in _NO_RATING
        if is_word and fields and all(re.match("[0-9]{3}", each) for each in fields):
            return True
    return False
