"""The fields of a roster entry: how each is read, checked and written."""

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date, timedelta
from typing import TypeVar

from django.utils.translation import gettext as _

from tiebreaks.engine.prizes.prize import MOST_AGE
from tiebreaks.engine.ranking.membership import name_key

from .byes import read_byes
from .delimited import Row
from .formulas import without_failed
from .names import contact_in, contact_in_field
from .records import FileProblem, RosterEntry

Value = TypeVar("Value")

# A spreadsheet runs a field that looks like a formula. Our files guard such a field with an apostrophe, which
# makes it text there. A field that has one of its own gets a second.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_GUARDED = re.compile(r"''*[=+\-@\t\r]")


def guard(text: str) -> str:
    """The text, safe in a file that a spreadsheet opens.

    >>> guard("=cmd()"), guard("Ann")
    ("'=cmd()", 'Ann')
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(field: str) -> str:
    """The text without its guard.

    >>> unguarded("'=cmd()"), unguarded("Ann")
    ('=cmd()', 'Ann')
    """
    return field[1:] if _GUARDED.match(field) else field


# What people type where a form wants something. It says nothing, and is no school.
_NOTHING = {"n/a", "na", "n.a.", "none", "null", "nan", "-", "--", "–", "—"}


def said_in(field: str) -> str:
    """The field, empty for what says nothing.

    >>> said_in("N/A"), said_in(" - "), said_in("Nonesuch Academy")
    ('', '', 'Nonesuch Academy')
    """
    return "" if field.strip().casefold() in _NOTHING else field


# A US Chess ID.
MEMBER_ID = re.compile("[0-9]{8}")
LEAST_RATING, MOST_RATING = 1, 9999
_RATING = re.compile(r"([0-9]{1,4})\s*(?:\*|[pP/].*)?")
# What follows a slash may be another number than that of games: a year, or a second rating.
_GAMES = re.compile(r"[0-9]{1,4}\s*(?:\*|[pP/]\s*([0-9]{0,2})(?![0-9]).*)")
# Entry forms have NEW for who has no rating yet, and no ID.
_NEW = "new"
_UNRATED = {"", "unr", "unr.", "unrated", "not rated", "nr", "-", "none", "n/a", "na", _NEW}


def read_rating(field: str) -> int | None:
    """A rating, provisional or established; None for unrated. Raises :class:`ValueError` otherwise.

    >>> read_rating("1432P12"), read_rating("987/5"), read_rating("unr"), read_rating("0")
    (1432, 987, None, None)
    """
    if field.casefold() in _UNRATED:
        return None
    match = _RATING.fullmatch(field)
    if match is None:
        raise ValueError(_("a rating such as 1432 or 987/5. Leave it empty for an unrated player"))
    return int(match[1]) or None


def read_games(field: str) -> int | None:
    """The games of a provisional rating, 0 where it is only marked as one; None for any other.

    >>> read_games("871P12"), read_games("850/14"), read_games("500*"), read_games("1432")
    (12, 14, 0, None)
    >>> read_games("1204/2026-11"), read_games("871P12/2026")
    (None, 12)
    """
    match = _GAMES.fullmatch(field)
    return int(match[1] or 0) if match and read_rating(field) else None


def written_rating(rating: int | None, games: int | None) -> str:
    """A rating as it is typed.

    >>> [written_rating(*each) for each in ((871, 12), (500, 0), (1432, None), (None, None))]
    ['871P12', '500*', '1432', '']
    """
    if rating is None or games is None:
        return str(rating or "")
    return f"{rating}P{games}" if games else f"{rating}*"


def read_assigned(field: str) -> int | None:
    """A rating that a director assigned (28D, 28E); None for none. Raises :class:`ValueError` otherwise.

    >>> read_assigned("1650"), read_assigned("0"), read_assigned("")
    (1650, None, None)
    """
    if field.casefold() in _UNRATED:
        return None
    if not re.fullmatch("[0-9]{1,4}", field):
        raise ValueError(_("the rating that the player is paired by, such as 1650, or nothing"))
    return int(field) or None


def read_number(field: str) -> int:
    """A pairing number. Raises :class:`ValueError` otherwise."""
    if not re.fullmatch("[0-9]{1,6}", field) or not int(field):
        raise ValueError(_("a pairing number, from 1"))
    return int(field)


def _read_age(field: str) -> int | None:
    if field and not (re.fullmatch("[0-9]{1,3}", field) and 1 <= int(field) <= MOST_AGE):
        raise ValueError(_("an age in whole years, or nothing. Birth dates are never stored"))
    return int(field) if field else None


# Programs write the end of a membership as 2027-01-31, 20270131, 2027/1/31 or 1/31/27, a life member's as
# 12/31/99. Those that write years in full have made 1999 of it.
_OF_LIFE, _WRITTEN_OUT = date(2099, 12, 31), date(1999, 12, 31)
_MONTH, _OF_LIFE_IN_WINTD = re.compile(r"(?P<month>0[1-9]|1[0-2])(?P<year>[0-9]{2})"), "9999"
_EXPIRED = re.compile(r"(?:exp(?:ired)?|lapsed|inactive)\W*", re.IGNORECASE)
_MEMBER = re.compile(r"active|current|valid", re.IGNORECASE)
# Around the day: "exp 1/31/27", "1/31/2027 (expired)".
_OF_THE_DAY = re.compile(
    r"^(?:exp(?:ire[sd])?|(?:valid\s+)?(?:thru|through|until|till|to))\b[.:\s]*|\s*\(?\bexp(?:ired)?\b\W*$",
    re.IGNORECASE,
)
_MONTH_AND_YEAR = re.compile(r"(?P<month>0?[1-9]|1[0-2])[/-](?P<year>20[0-9]{2})")
_FOR_LIFE = re.compile(r"\blife|^l$", re.IGNORECASE)
_DAYS = (
    re.compile(r"(?P<year>[0-9]{4})-?(?P<month>[0-9]{2})-?(?P<day>[0-9]{2})"),
    re.compile(r"(?P<year>[0-9]{4})/(?P<month>[0-9]{1,2})/(?P<day>[0-9]{1,2})"),
    re.compile(r"(?P<month>[0-9]{1,2})/(?P<day>[0-9]{1,2})/(?P<year>[0-9]{4}|[0-9]{2})"),
    re.compile(r"(?P<month>[a-z]{3,9})\.?-(?P<day>[0-9]{1,2}),?-(?P<year>[0-9]{4})"),
    re.compile(r"(?P<day>[0-9]{1,2})-(?P<month>[a-z]{3,9})-(?P<year>[0-9]{4}|[0-9]{2})"),
)
_MONTHS = [*("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")]


def read_day(field: str, latest: int = 2099) -> date | None:
    """A day; None if it is none. A year of two digits is not after the ``latest``."""
    written_out = re.sub(r"\s+", "-", field.casefold())
    for form in _DAYS:
        if match := form.fullmatch(field.partition(" ")[0]) or form.fullmatch(written_out):
            if (month := _month(match["month"])) is None:
                continue
            year, day = int(match["year"]), int(match["day"])
            if year < 100:
                year += 2000 if 2000 + year <= latest else 1900
            with suppress(ValueError):
                return date(year, month, day)
    return None


# Spreadsheets count days from here, where a cell has no format of a day.
_DAY_ZERO, _COUNTED = date(1899, 12, 30), re.compile(r"([2-7][0-9]{4})(?:\.0+)?")


def _day_of_spreadsheet(field: str) -> date | None:
    """A day as the number that a spreadsheet has for it.

    >>> _day_of_spreadsheet("46387"), _day_of_spreadsheet("1234")
    (datetime.date(2026, 12, 31), None)
    """
    counted = _COUNTED.fullmatch(field)
    return _DAY_ZERO + timedelta(days=int(counted[1])) if counted else None


def _month(text: str) -> int | None:
    if text.isdecimal():
        return int(text)
    return _MONTHS.index(text[:3]) + 1 if text[:3] in _MONTHS else None


def age_on(day: date, born: str) -> int | None:
    """The age in whole years, on a day, of somebody born on the day that a list writes; None if that is none.

    >>> day = date(2026, 11, 21)
    >>> [age_on(day, born) for born in ("11/21/2016", "2016-11-22", "11/22/55", "11/22/2026", "2016", "")]
    [10, 9, 70, None, None, None]
    >>> age_on(day, "42461")
    10
    """
    birth = _day_of_spreadsheet(born) or read_day(born, day.year)
    if birth is None:
        return None
    age = day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))
    return age if 1 <= age <= MOST_AGE else None


def read_expiration(field: str) -> date | None:
    """The last day of a membership; None for words. Raises :class:`ValueError` for another number.

    >>> read_expiration("2027-01-31"), read_expiration("1/31/27") == read_expiration("20270131")
    (datetime.date(2027, 1, 31), True)
    >>> read_expiration("Jan 31, 2027") == read_expiration("31-Jan-27") == read_expiration("1/31/27")
    True
    >>> read_expiration("12/31/99"), read_expiration("12/31/1999") == read_expiration("12/31/99")
    (datetime.date(2099, 12, 31), True)
    >>> read_expiration("Life") is None
    True

    WinTD writes month and year, and 9999 for life.

    >>> read_expiration("0228"), read_expiration("9999") == read_expiration("12/31/99")
    (datetime.date(2028, 2, 29), True)
    """
    if not any(map(str.isdecimal, field)):
        return None
    if field == _OF_LIFE_IN_WINTD:
        return _OF_LIFE
    field = _OF_THE_DAY.sub("", field)
    if month := _MONTH.fullmatch(field) or _MONTH_AND_YEAR.fullmatch(field):
        year = 2000 + int(month["year"][-2:])
        return date(year, int(month["month"]), monthrange(year, int(month["month"]))[1])
    if (day := _day_of_spreadsheet(field) or read_day(field)) is not None:
        return _OF_LIFE if day == _WRITTEN_OUT else day
    raise ValueError(_no_expiration())


def says_expired(field: str) -> bool:
    """Whether a word in the place of the day says that the membership has expired. Raises
    :class:`ValueError` for a word that says neither this nor that it is current or for life.

    >>> says_expired("Expired"), says_expired("Life Member"), says_expired("1/31/27")
    (True, False, False)
    """
    if _EXPIRED.fullmatch(field):
        return True
    if not field or any(map(str.isdecimal, field)) or _FOR_LIFE.search(field) or _MEMBER.fullmatch(field):
        return False
    raise ValueError(_no_expiration())


def _no_expiration() -> str:
    return _("the day on which the membership expires, such as 12/31/2027, or nothing")


# In cents.
MOST_FEE = 9_999_999
_DOLLARS = re.compile(r"\$? ?([0-9]{1,5}|[0-9]{1,2},[0-9]{3})(?:\.([0-9]{2}))?")


def read_fee(field: str) -> int | None:
    """A fee that was paid, in cents; None where nothing is said. Raises :class:`ValueError` otherwise.

    >>> read_fee("45"), read_fee("$45.50"), read_fee("1,045.00"), read_fee("")
    (4500, 4550, 104500, None)
    """
    if not field:
        return None
    match = _DOLLARS.fullmatch(field)
    cents = int(match[1].replace(",", "")) * 100 + int(match[2] or 0) if match else MOST_FEE + 1
    if cents > MOST_FEE:
        raise ValueError(_("the fee that was paid, such as 45 or $45.50, or nothing"))
    return cents


_PAID = {"paid", "pd", "paid in full", "yes", "y", "x", "✓", "✔", "true"}
_NOT_PAID = {"no", "n", "unpaid", "not paid", "not yet", "pending", "due", "owed", "owes", "false"}


def says_paid(field: str) -> bool | None:
    """Whether a fee was paid, where a field says only that; None where it says more, or nothing.

    >>> says_paid("PAID"), says_paid("No"), says_paid("45"), says_paid("paid 45"), says_paid("")
    (True, False, None, None, None)
    """
    plain = field.casefold().strip(" .!")
    return True if plain in _PAID else False if plain in _NOT_PAID else None


def wrong_id(typed: str, *, known: str = "") -> str:
    """What is wrong with an ID that somebody typed, and how to mend it: the ID that is ``known`` stays where
    the field is left as it was.

    >>> wrong_id("1234567").partition(" Correct")[0], wrong_id("x").partition(" A ")[0]
    ('“1234567” has 7 digits. A US Chess ID has 8.', '“x” is not digits alone.')
    >>> wrong_id("1234567", known="12345678").partition("8. ")[2]
    'Correct it. The roster has 12345678, and keeps it until you save another.'
    """
    said = _("“%(read)s” is not digits alone. A US Chess ID has 8.")
    if typed.isdecimal():
        said = _("“%(read)s” has %(count)d digits. A US Chess ID has 8.")
    then = _("Correct it, or leave it out and enter it on the roster later.")
    if known:
        then = _("Correct it. The roster has %(known)s, and keeps it until you save another.")
    return f"{said} {then}" % {"read": typed, "count": len(typed), "known": known}


def _read_id(field: str) -> str:
    if field.casefold() == _NEW:
        return ""
    if field and not MEMBER_ID.fullmatch(field):
        if re.search("[0-9]", field):
            raise ValueError(_("a US Chess ID of 8 digits, or nothing"))
        raise ValueError(
            _('a US Chess ID of 8 digits, or nothing. Put a name with a comma in quotes: "Doe, Jane"')
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
        raise ValueError(_("the pairing number of the earlier entry")) from None


def read_entry(row: Row, columns: Mapping[str, int], problems: list[FileProblem]) -> RosterEntry:
    """The entry of a row. A field that cannot be read is a problem and stays empty."""
    row = without_failed(row, columns.values(), problems)

    def read(field: str, reader: Callable[[str], Value], otherwise: Value) -> Value:
        index = columns.get(field)
        try:
            return reader(row.field(index))
        except ValueError as error:
            problems.append(row.problem(index, str(error)))
            return otherwise

    def words(field: str) -> str:
        index = columns.get(field)
        text = unguarded(row.field(index))
        # The field of a name may have a whole line, with two ratings.
        if contact := (contact_in if field == "name" else contact_in_field)(text):
            problems.append(FileProblem(row.line, (index or 0) + 1, *contact))
        return text

    name = words("name")
    if not name:
        problems.append(FileProblem(row.line, columns.get("name", 0) + 1, "", _("a name")))
    return RosterEntry(
        number=read("number", read_number, None) if "number" in columns else None,
        name=name,
        uscf_id=read("id", _read_id, ""),
        rating=(rating := read("rating", read_rating, None)),
        provisional=read_games(row.field(columns.get("rating"))) if rating else None,
        assigned_rating=read("assigned", read_assigned, None),
        team=words("team"),
        grade=words("grade"),
        state=words("state"),
        house=read("house", _read_house, False),
        reentry_of=read("reentry of", _read_reentry, None),
        age=read("age", _read_age, None),
        byes=read("byes", read_byes, ()),
        expires_on=read("expires", read_expiration, None),
        fee_cents=read("fee", read_fee, None),
        line=row.line,
    )


def repeated_ids(entries: Iterable[RosterEntry], columns: Mapping[str, int]) -> Iterator[FileProblem]:
    """The US Chess IDs on two lines, unless one is the re-entry of the other (34H)."""
    first: dict[str, RosterEntry] = {}
    for entry in entries:
        before = first.setdefault(entry.uscf_id, entry)
        if entry.uscf_id and before is not entry and entry.reentry_of is None and before.reentry_of is None:
            expected = _("another ID. %(name)s on line %(line)d has this one") % vars(before)
            yield FileProblem(entry.line, columns["id"] + 1, entry.uscf_id, expected)


def in_two_teams(entries: Iterable[RosterEntry], columns: Mapping[str, int]) -> Iterator[FileProblem]:
    """The re-entries (34H) for a second team. A player counts for one team only (RULES §11.2)."""
    listed = {entry.number: entry for entry in entries}
    for entry in listed.values():
        before = listed.get(entry.reentry_of or 0)
        if before is None or not (before.team and entry.team) or entry.house:
            continue
        if name_key(before.team) != name_key(entry.team):
            expected = _("one team per player. The earlier entry of %(name)s, on line %(line)d, has %(team)s")
            yield FileProblem(entry.line, columns["team"] + 1, entry.team, expected % vars(before))
