"""Requested byes of a list that has several columns of them: one for each round, *Bye R1*, *Rd 2 Bye*, *R3*,
one for each bye, or one for each kind, *Half pt byes* and *Zero pt byes*."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress

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
# What says that there is a bye, not what it counts: a half-point bye, unless another column says otherwise.
_BYE = {"bye", "requested", "yes", "y", "x", "✓", "✔"}
_HALF = {"h", "half", "halfpoint", "halfpointbye", "halfbye", "hpb"}
_ZERO = {"z", "u", "zero", "zeropoint", "zeropointbye", "zerobye", "zpb", "0point", "0pointbye"}
_NONE = {"", "no", "n", "false", "–", "—", "none", "n/a", "play", "playing"}
# What stands in the column of a round may be a result: there these say nothing of byes.
_BYE_OF_BYES = {"1", "true"}
_HALF_OF_BYES = {"½", "1/2", "0.5", ".5"}
# A column of the rounds in which a player has a bye of one kind.
_OF_A_KIND = re.compile(
    r"\W*(?:requested )?(?:(?:(?P<zero>zero|0)|half|½|1/2|0?\.5)[\s-]*(?:(?:points?|pts?)\.?[\s-]*)?byes?"
    r"|(?P<zpb>zpbs?)|hpbs?)(?: (?:rounds?|rds?|requested|requests?))*\W*"
)


def says_byes(heading: str) -> bool:
    """Whether a column has the rounds of byes of one kind.

    >>> says_byes("Half pt. byes"), says_byes("ZPB"), says_byes("Bye R1"), says_byes("Byes needed?")
    (True, True, False, False)
    """
    return bool(_OF_A_KIND.fullmatch(heading.casefold()))


def with_byes(
    headings: list[str], rows: list[Row], listing: Collection[int] = ()
) -> tuple[list[str], list[Row]]:
    """The list with the byes of all its columns of byes in the first one. ``listing`` are those that have
    rounds, as *2, 4*; those of a round or of a bye count if each of their fields says whether there is one.

    >>> headings, rows = with_byes(["Name", "Bye R1", "Bye R2"], [Row(2, ["Ngo, Amy", "Yes", "z"])])
    >>> headings, rows[0].fields
    (['Name', 'Byes (Bye R1, Bye R2)', ''], ['Ngo, Amy', '1, 2z', ''])
    >>> with_byes(["Name", "R1", "R2"], [Row(2, ["Ngo, Amy", "W3", "bye"])])[0]
    ['Name', 'R1', 'R2']
    """
    of_rounds = {at: column for at, column in _columns(headings).items() if at not in listing}
    texts = _of_rounds(headings, rows, of_rounds)
    columns = sorted([*listing, *(of_rounds if texts else ())])
    if not texts and len(columns) < 2 and not any(_counts_zero(headings[at]) for at in columns):
        return headings, rows
    return _joined(headings, columns), [
        _row(row, columns, _together([_listed(row.field(at), headings[at]) for at in listing], *said))
        for row, said in zip(rows, texts or [("", "")] * len(rows), strict=True)
    ]


def _of_rounds(
    headings: Sequence[str], rows: Sequence[Row], columns: Mapping[int, tuple[int, bool]]
) -> list[tuple[str, str]]:
    """What these columns say together, for each row: the byes, and those of which it does not say what they
    count. Nothing if they say nothing of byes."""
    found = [[_bye(row.field(at), *column) for at, column in columns.items()] for row in rows]
    are_numbered = all(_NUMBERED.fullmatch(headings[at].strip().casefold()) for at in columns)
    if columns and are_numbered and any(None in each for each in found):
        return _of_first_and_second(rows, columns)
    byes = [[bye for bye in each if isinstance(bye, Bye)] for each in found]
    if any(None in each for each in found) or not any(byes):
        return []
    plain = [
        {number for at, (number, _says) in columns.items() if _plain(row.field(at)) in _BYE | _BYE_OF_BYES}
        for row in rows
    ]
    return [
        (
            written(bye for bye in each if bye.round not in unsaid),
            written(bye for bye in each if bye.round in unsaid),
        )
        for each, unsaid in zip(byes, plain, strict=True)
    ]


def _of_first_and_second(rows: Iterable[Row], columns: Iterable[int]) -> list[tuple[str, str]]:
    """The same of columns that have the rounds of a first and of a second bye; nothing if not all do."""
    texts = [
        ", ".join(text for at in columns if (text := row.field(at)).casefold() not in _NONE) for row in rows
    ]
    try:
        for text in texts:
            read_byes(text)
    except ValueError:
        return []
    return [(text, "") for text in texts]


def _counts_zero(heading: str) -> bool:
    match = _OF_A_KIND.fullmatch(heading.casefold())
    return bool(match and (match["zero"] or match["zpb"]))


def _listed(text: str, heading: str) -> str:
    """The rounds of a field, of the kind that the heading says where the field does not."""
    with suppress(ValueError):
        if _counts_zero(heading) and read_byes(text):
            return written(read_byes(f"zero point {text}"))
    return text


def _together(listed: Sequence[str], said: str, unsaid: str) -> str:
    """All these byes; those ``unsaid`` count as the others say. What cannot be read, or says two things of a
    round, stays, and is a problem of its line."""
    texts = [text for text in (*listed, said) if text.casefold() not in _NONE]
    try:
        byes = {bye for text in texts for bye in read_byes(text)}
    except ValueError:
        return ", ".join(filter(None, [*texts, unsaid]))
    rounds = {bye.round for bye in byes}
    return written(byes | {bye for bye in read_byes(unsaid) if bye.round not in rounds})


def _joined(headings: Sequence[str], columns: Iterable[int]) -> list[str]:
    """The headings, with one for all of these columns in the first of them."""
    first, *others = columns
    named = ["" if at in others else text for at, text in enumerate(headings)]
    named[first] = f"Byes ({', '.join(re.sub('[()]', '', headings[at]) for at in columns)})"
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
    plain = _plain(text)
    if plain in _ZERO:
        return Bye(number, Kind.UNPAIRED)
    if plain in _BYE | _HALF or (says_bye and plain in _BYE_OF_BYES | _HALF_OF_BYES):
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


def _plain(text: str) -> str:
    return _SPELLED.sub("", text.casefold())


def _row(row: Row, columns: Iterable[int], text: str) -> Row:
    first, *others = columns
    fields = [*row.fields, *[""] * (first + 1 - len(row.fields))]
    fields[first] = text
    return Row(row.line, ["" if at in others else field for at, field in enumerate(fields)])
