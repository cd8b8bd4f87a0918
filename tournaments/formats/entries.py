"""One entry of a section as files have it, and how its fields are read and written."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tiebreaks.engine.prizes.prize import MOST_AGE
from tiebreaks.engine.ranking.membership import name_key

from .tables import Problem, Row


@dataclass(frozen=True)
class Entry:
    """A player (or team) of a list; ``number`` is None where the list has none.

    ``line`` is where a file has the entry: who is refused later can still be found there.

    Birth dates, phones and e-mail addresses have no place here: most players are children. ``age`` is a whole
    number of years, for prizes of an age.
    """

    number: int | None
    name: str
    uscf_id: str = ""
    rating: int | None = None
    team: str = ""
    grade: str = ""
    state: str = ""
    house: bool = False
    reentry_of: int | None = None
    age: int | None = None
    line: int = field(default=0, compare=False)


# A spreadsheet runs what begins like a formula. In our files an apostrophe stands before it, which makes it
# text there; one that was in the name already is kept apart by a second one.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_GUARDED = re.compile(r"''*[=+\-@\t\r]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


def guard(text: str) -> str:
    """A text as it is written into a file that a spreadsheet may open.

    >>> guard("=cmd()"), guard("Ann")
    ("'=cmd()", 'Ann')
    """
    return f"'{text}" if _FORMULA.match(text) else text


def read_text(field: str) -> str:
    """A text without the guard, without control characters, and with single blanks.

    >>> read_text("'=cmd()"), read_text("  Jane \\t Doe ")
    ('=cmd()', 'Jane Doe')
    """
    text = " ".join(_CONTROL.sub(" ", field).split())
    return text[1:] if _GUARDED.match(text) else text


_RATING = re.compile(r"([0-9]{1,4})\s*(?:[pP/].*)?")
_UNRATED = {"", "unr", "unr.", "unrated", "nr", "-"}


def read_rating(field: str) -> int | None:
    """A rating, provisional or not; None for an unrated player. :class:`ValueError` for anything else.

    >>> read_rating("1432P12"), read_rating("987/5"), read_rating("unr"), read_rating("0")
    (1432, 987, None, None)
    """
    if field.casefold() in _UNRATED:
        return None
    match = _RATING.fullmatch(field)
    if match is None:
        raise ValueError(_("a rating such as 1432 or 1432P12, or nothing for an unrated player"))
    return int(match[1]) or None


def read_number(field: str) -> int:
    """A pairing number. :class:`ValueError` for anything else."""
    if not re.fullmatch("[0-9]{1,6}", field) or not int(field):
        raise ValueError(_("a pairing number"))
    return int(field)


def _read_age(field: str) -> int | None:
    if field and not (re.fullmatch("[0-9]{1,3}", field) and 1 <= int(field) <= MOST_AGE):
        raise ValueError(_("an age in whole years, or nothing; birth dates are never kept"))
    return int(field) if field else None


def _read_id(field: str) -> str:
    if field and not re.fullmatch("[0-9]{8}", field):
        if re.search("[0-9]", field):
            raise ValueError(_("a US Chess ID of 8 digits, or nothing"))
        raise ValueError(
            _('a US Chess ID of 8 digits, or nothing (a name with a comma stands in quotes: "Doe, Jane")')
        )
    return field


def _read_house(field: str) -> bool:
    if field.casefold() in ("", "no", "n", "false", "0"):
        return False
    if field.casefold() in ("yes", "y", "true", "1", "x"):
        return True
    raise ValueError(_("yes or no"))


def _read_reentry(field: str) -> int | None:
    try:
        return read_number(field) if field else None
    except ValueError:
        raise ValueError(_("the number of the earlier entry")) from None


def read_entry(row: Row, columns: Mapping[str, int], problems: list[Problem]) -> Entry:
    """The entry of a row; a field that cannot be read is a problem and stays empty."""

    def read(field, reader, otherwise=None):
        index = columns.get(field)
        try:
            return reader(row.field(index))
        except ValueError as error:
            problems.append(Problem(row.line, (index or 0) + 1, row.field(index), str(error)))
            return otherwise

    name = read_text(row.field(columns.get("name")))
    if not name:
        problems.append(Problem(row.line, columns.get("name", 0) + 1, "", _("a name")))
    return Entry(
        number=read("number", read_number) if "number" in columns else None,
        name=name,
        uscf_id=read("id", _read_id, ""),
        rating=read("rating", read_rating),
        team=read_text(row.field(columns.get("team"))),
        grade=read_text(row.field(columns.get("grade"))),
        state=read_text(row.field(columns.get("state"))),
        house=read("house", _read_house, False),
        reentry_of=read("reentry of", _read_reentry),
        age=read("age", _read_age),
        line=row.line,
    )


def repeated_ids(entries: Iterable[tuple[Row, Entry]], columns: Mapping[str, int]) -> list[Problem]:
    """The US Chess IDs that stand on two lines, unless one is the re-entry of the other (34H)."""
    first: dict[str, tuple[Row, Entry]] = {}
    problems = []
    for row, entry in entries:
        if not entry.uscf_id:
            continue
        row_before, before = first.setdefault(entry.uscf_id, (row, entry))
        if before is not entry and entry.reentry_of is None and before.reentry_of is None:
            expected = _("another ID: %(name)s on line %(line)d has this one") % {
                "name": before.name,
                "line": row_before.line,
            }
            problems.append(Problem(row.line, columns["id"] + 1, entry.uscf_id, expected))
    return problems


def in_two_teams(listed: Mapping[int, tuple[Row, Entry]], columns: Mapping[str, int]) -> Iterator[Problem]:
    """The re-entries (34H) in another team than the entry before: nobody counts for two (RULES §11.2)."""
    for row, entry in listed.values():
        before = listed.get(entry.reentry_of or 0)
        if before is None or not (before[1].team and entry.team) or entry.house:
            continue
        if name_key(before[1].team) != name_key(entry.team):
            expected = _("one team a player: %(name)s on line %(line)d, the entry before, is of %(team)s")
            said = {"name": before[1].name, "line": before[1].line, "team": before[1].team}
            yield Problem(row.line, columns["team"] + 1, entry.team, expected % said)


def plain_name(name: str) -> str:
    """A name without blanks and capitals, the first name first."""
    last, _comma, first = name.partition(",")
    return name_key(first + last)


def same_name(one: str, other: str) -> bool:
    """Whether two names are alike, blanks and capitals aside, and a last name that is written first.

    >>> same_name("Ann Alder", "alder,  ann"), same_name("Ann Alder", "Anna Alder")
    (True, False)
    """
    return plain_name(one) == plain_name(other)
