"""The heading line of a list: which column holds what, under the names that other programs use."""

import re
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from .delimited import Row
from .records import FileProblem

_ALIASES = {
    "number": "number # no num pair pairno pairnum pairnumber pairingno pairingnumber dpairnum",
    "name": "name lastfirst lastfirstname lastnamefirstname firstlast firstlastname firstnamelastname memname"
    " player playername fullname dname",
    "id": "id uscfid uschessid membershipid memberid memid dmemid uscfmembershipid uschessmembershipid id#"
    " uscf# uschess# member# membership# uscfmember# uscfmembership# uschessmember# uschessmembership#",
    "rating": "rating rate rtng rtg uscf uscfrating uscfrtg uschessrating uschessrtg regular regularrating"
    " rlpbrat drating",
    "assigned": "assigned assignedrating ratingassigned pairingrating tdrating",
    "team": "team school club stcode",
    "grade": "grade gr gradeinschool",
    "age": "age years",
    "state": "state st dstate",
    "house": "house houseplayer",
    "expires": "exp exp1 expires expired expiration expirationdate expdate membershipexpires",
    "byes": "byes bye byerounds byeround reservedbyes requestedbyes byerequests halfpointbyes"
    " halfpointbyerounds halfpointbyeround 12pointbyes pointbyes",
    "fee": "fee fees feepaid feespaid entryfee entryfees entryfeepaid amountpaid totalpaid",
    "reentry of": "reentryof reentry",
    "withdrew": "withdrew withdrewafter withdrawn withdrawnafter",
    "extra": "extra extragames extrarated",
}
_FIELDS = {alias: field for field, aliases in _ALIASES.items() for alias in aliases.split()}
# Other ways to write the sign of a number.
_SIGN = re.compile("(?:number|num|no)$")
_ROUND = re.compile(r"(?:d?r|rd|d?rnd|round)?([0-9]{1,3})")


class Headings(NamedTuple):
    """The index of each field's column and of each round's, and the other headings by index."""

    line: int
    fields: dict[str, int]
    rounds: dict[int, int]
    others: dict[int, str]


def heading(text: str) -> str | int | None:
    """The field that a heading names, or the number of its round; None if it means nothing here.

    >>> heading("USCF ID"), heading("Last/First"), heading("#"), heading("Rd. 3"), heading("Phone")
    ('id', 'name', 'number', 3, None)
    >>> heading("USCF"), heading("USCF #"), heading("USCF Member No.")
    ('rating', 'id', 'id')
    """
    plain = re.sub(r"[^a-z0-9#]", "", text.casefold())
    for spelled in (plain, _SIGN.sub("#", plain)):
        if spelled in _FIELDS:
            return _FIELDS[spelled]
    plain = plain.rstrip("#") or plain[:1]
    match = _ROUND.fullmatch(plain)
    return int(match[1]) if match else _FIELDS.get(plain)


def is_header(row: Row, *required: str) -> bool:
    """Whether this row names one of the required columns."""
    return any(heading(text) in required for text in row.fields)


def read_headings(rows: list[Row], problems: list[FileProblem]) -> Headings:
    """The columns of a header line. A repeated heading is a problem, and so is a field without a heading."""
    first, *below = rows
    headings = Headings(first.line, {}, {}, {})
    for index, text in enumerate(first.fields):
        meaning = heading(text)
        if meaning is None:
            headings.others[index] = first.field(index)
            continue
        columns: dict[Any, int] = headings.rounds if isinstance(meaning, int) else headings.fields
        if columns.setdefault(meaning, index) != index:
            expected = _("this heading only once. Column %(column)d has it too")
            problems.append(first.problem(index, expected % {"column": columns[meaning] + 1}))
    width = len(first.fields)
    expected = _("nothing here. The headings name %(count)d columns") % {"count": width}
    problems += [
        row.problem(index, expected)
        for row in below
        for index in range(width, len(row.fields))
        if row.field(index)
    ]
    return headings


def usual_columns(rows: list[Row], fields: dict[str, int]) -> Headings:
    """The columns of a list without a header line."""
    width = max(len(row.fields) for row in rows)
    return Headings(rows[0].line, fields, {}, dict.fromkeys(range(1 + max(fields.values()), width), ""))


def missing_heading(field: str, first: Row) -> FileProblem:
    """The problem of a list without a column that it needs."""
    expected = _("a column with the heading “%(heading)s”") % {"heading": field}
    return FileProblem(first.line, 1, ", ".join(map(first.field, range(len(first.fields)))), expected)


def other_columns(headings: Headings, rows: list[Row], imported: Collection[str]) -> list[str]:
    """The columns of a list that are not imported, by heading or by position."""
    named = headings.others | {
        index: field for field, index in headings.fields.items() if field not in imported
    }
    named |= {index: _("round %(round)d") % {"round": at} for at, index in headings.rounds.items()}
    return [
        name or _("column %(column)d") % {"column": index + 1}
        for index, name in sorted(named.items())
        if name or any(row.field(index) for row in rows)
    ]


def not_imported(columns: Iterable[str]) -> tuple[str, ...]:
    """The note to the director about the columns that were left in the file."""
    names = ", ".join(columns)
    return (_("Not imported: %(columns)s") % {"columns": names},) if names else ()
