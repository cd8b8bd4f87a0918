"""Requested byes of a list that has a column for each round, *Bye R1*, *Rd 2 Bye*, *R3*, or for each bye."""

import re
from collections.abc import Iterable, Sequence

from tiebreaks.engine.chart.wallchart import Kind

from .byes import Bye, read_byes, written
from .delimited import Row

_ROUND = re.compile(
    r"(?P<bye>byes?)?\W*(?:in )?(?:(?P<word>rounds?|rnd|rd|r)\W*)?(?P<number>[0-9]{1,2})(?:st|nd|rd|th)?"
    r"\W*(?P<after>rounds?|rnd|rd)?\W*(?P<last>byes?)?(?: requested| request)?\??"
)
# Of the first bye and the second, or of those rounds.
_NUMBERED = re.compile(r"byes? ?#?[0-9]|[1-9](?:st|nd|rd|th) bye")
_SPELLED = re.compile(r"[\s-]+")
_HALF = {
    "bye",
    "h",
    "half",
    "halfpoint",
    "halfpointbye",
    "halfbye",
    "hpb",
    "requested",
    "yes",
    "y",
    "x",
    "✓",
    "✔",
}
_ZERO = {"z", "u", "zero", "zeropoint", "zeropointbye", "zerobye", "zpb", "0point", "0pointbye"}
_NONE = {"", "no", "n", "false", "–", "—", "none", "n/a", "play", "playing"}
# What stands in the column of a round may be a result: there these say nothing of byes.
_HALF_OF_BYES = {"1", "true", "½", "1/2", "0.5", ".5"}


def with_byes(headings: list[str], rows: list[Row]) -> tuple[list[str], list[Row]]:
    """The list with the byes of all such columns in the first one, if each of their fields says whether there
    is a bye; else as it is.

    >>> headings, rows = with_byes(["Name", "Bye R1", "Bye R2"], [Row(2, ["Ngo, Amy", "Yes", "z"])])
    >>> headings, rows[0].fields
    (['Name', 'Byes (Bye R1, Bye R2)', ''], ['Ngo, Amy', '1, 2z', ''])
    >>> with_byes(["Name", "R1", "R2"], [Row(2, ["Ngo, Amy", "W3", "bye"])])[0]
    ['Name', 'R1', 'R2']
    """
    columns = _columns(headings)
    found = {row.line: [_bye(row.field(at), *column) for at, column in columns.items()] for row in rows}
    are_numbered = all(_NUMBERED.fullmatch(headings[at].strip().casefold()) for at in columns)
    if columns and are_numbered and any(None in each for each in found.values()):
        return _with_rounds(headings, rows, columns)
    byes = {line: [bye for bye in each if isinstance(bye, Bye)] for line, each in found.items()}
    if any(None in each for each in found.values()) or not any(byes.values()):
        return headings, rows
    return _joined(headings, columns), [_row(row, columns, written(byes[row.line])) for row in rows]


def _with_rounds(headings: list[str], rows: list[Row], columns: Iterable[int]) -> tuple[list[str], list[Row]]:
    """The same of columns that have the rounds of a first and of a second bye; as it is if not all do."""
    texts = [
        ", ".join(text for at in columns if (text := row.field(at)).casefold() not in _NONE) for row in rows
    ]
    try:
        for text in texts:
            read_byes(text)
    except ValueError:
        return headings, rows
    return _joined(headings, columns), [
        _row(row, columns, text) for row, text in zip(rows, texts, strict=True)
    ]


def _joined(headings: Sequence[str], columns: Iterable[int]) -> list[str]:
    """The headings, with one for all of these columns in the first of them."""
    first, *others = columns
    named = ["" if at in others else text for at, text in enumerate(headings)]
    named[first] = f"Byes ({', '.join(headings[at] for at in columns)})"
    return named


def _columns(headings: Sequence[str]) -> dict[int, tuple[int, bool]]:
    """The round of each such column by its index, and whether its heading says *bye*."""
    found = {}
    for at, text in enumerate(headings):
        match = _ROUND.fullmatch(text.strip().casefold())
        if match and int(match["number"]):
            says_bye = bool(match["bye"] or match["last"])
            if says_bye or match["word"] or match["after"]:
                found[at] = (int(match["number"]), says_bye)
    rounds = [number for number, _says in found.values()]
    return found if len(set(rounds)) == len(rounds) else {}


def _bye(text: str, number: int, says_bye: bool) -> Bye | bool | None:
    """The bye of a field, False for no bye; None where the field says something else."""
    plain = _SPELLED.sub("", text.casefold())
    if plain in _ZERO:
        return Bye(number, Kind.UNPAIRED)
    if plain in _HALF or (says_bye and plain in _HALF_OF_BYES):
        return Bye(number, Kind.HALF_BYE)
    if plain in _NONE or (says_bye and plain == "0"):
        return False
    if not says_bye:
        return None
    try:
        byes = read_byes(text)
    except ValueError:
        return None
    return byes[0] if [bye.round for bye in byes] == [number] else None


def _row(row: Row, columns: Iterable[int], text: str) -> Row:
    first, *others = columns
    fields = [*row.fields, *[""] * (first + 1 - len(row.fields))]
    fields[first] = text
    return Row(row.line, ["" if at in others else field for at, field in enumerate(fields)])
