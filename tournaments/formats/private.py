"""What a list says of players that is never stored: birth dates, of which ages are left, phones and so on."""

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from .delimited import Row
from .fields import age_on, read_fee, says_paid
from .records import FileProblem

# What the column of birth dates is called once ages stand in it.
AGE = "Age"
# Of a heading, as much as a form may ask. A broken file has its whole list in one.
LONGEST_HEADING = 500

_BIRTH = re.compile(r"birth|\bdob\b|\bd\.o\.b|\bb-?day|\byob\b|\bb\.?\s?year\b|\bborn\b", re.IGNORECASE)
_OTHER = re.compile(
    # how to reach a person
    r"phone|\bph\b|\bcell\b|mobile|\btel\b|\bfax\b|\bsms\b|whatsapp|\btext (?:#|no\b|number)"
    r"|e-?mail|\bmail(?:ing)?\b|\bhome\W*(?:#|no\b|number|$)|contact|emergency|\bice\b"
    r"|\baddr|address|street|\bapt\b|\bzip|postal|\bpost ?code\b"
    # who belongs to a player
    r"|parent|guardian|mother|father|\b(?:mom|dad|grandma|grandpa)\b|caregiver|caretaker|relationship"
    # who registered and paid
    r"|payment|\bpay[eo]r\b|\bbill(?:ing|ed)?\b|\bcard\b|purchaser|\bbuyer\b|\bby\s*$|\bip\b"
    # health and papers
    r"|medic|allerg|\bdiet|health|\bdoctor\b|physician|insurance|special needs|\bssn\b|social security"
    r"|passport|ethnic|\brace\b",
    re.IGNORECASE,
)
# In a column of ages: a day, or the year of a birth.
_DAY = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])|[0-9]\s*[/.-]\s*\w+\s*[/.-]\s*[0-9]|^[0-9]{5}$")
_SEX = re.compile(r"(?:player|student|child)?\W*(?:sex|gender)\W*|m\W?f", re.IGNORECASE)
# Columns that may say whether somebody paid, and nothing else. Others say with which card, or who did.
PAYMENTS = {"payment", "payments", "payment status", "payment received"}
_PAYMENT = re.compile(
    r"cash|checks?|cheque|card|credit card|online|paypal|venmo|zelle|waived|free|comp(?:ed)?|refund(?:ed)?"
    r"|partial(?:ly paid)?|at (?:the )?door|later|failed|completed?|processing",
    re.IGNORECASE,
)


# What a form says in parentheses, behind what it asks for.
_BESIDE = re.compile(r"\((?:[^()\s]+\s+){2,}[^()]*\)")


def is_private(heading: str) -> bool:
    """Whether this is the heading of what is never stored.

    >>> is_private("Parent's e-mail"), is_private("Name (parent)"), is_private("Section (ask us by e-mail)")
    (True, True, False)
    """
    heading = _BESIDE.sub("", heading[:LONGEST_HEADING])
    return bool(_BIRTH.search(heading) or says_sex(heading) or _OTHER.search(heading))


def says_who_paid(heading: str, fields: Iterable[str]) -> bool:
    """Whether a column says of payments only how they stand.

    >>> says_who_paid("Payment", ["PAID", "Unpaid", "$45", ""]), says_who_paid("Payment", ["Visa 4242"])
    (True, False)
    """
    return heading.strip(" $?:").casefold() in {*PAYMENTS, "payment method", "payment type"} and all(
        not field or says_paid(field) is not None or _PAYMENT.fullmatch(field) or _is_fee(field)
        for field in fields
    )


def _is_fee(field: str) -> bool:
    try:
        return read_fee(field) is not None
    except ValueError:
        return False


def says_sex(heading: str) -> bool:
    return bool(_SEX.fullmatch(heading))


class Aged(NamedTuple):
    """A list with ages in place of birth dates, in the column that was called ``born``."""

    headings: list[str]
    rows: list[Row]
    born: str
    problems: list[FileProblem]


def with_ages(
    headings: list[str], rows: list[Row], first_day: date, ages: Collection[int] = ()
) -> Aged | None:
    """The rows below these headings with ages on the first day of the event in place of birth dates; None if
    there are none, or most of what is there are no days. Where there are columns of ``ages``, only dates in
    these are replaced."""
    for at in ages:
        said = {row.line: row.field(at) for row in rows if _DAY.search(row.field(at))}
        if said:
            return _aged(
                headings, rows, at, said, first_day, _("%(column)s (dates)") % {"column": headings[at]}
            )
    for at, text in enumerate([] if ages else headings):
        if not _BIRTH.search(text) or _OTHER.search(text):
            continue
        said = {row.line: row.field(at) for row in rows if re.search("[0-9]", row.field(at))}
        days = [age_on(first_day, born) for born in said.values()]
        if 2 * sum(age is not None for age in days) > len(days):
            named = [*headings[:at], AGE, *headings[at + 1 :]]
            emptied = [Row(row.line, _with(row.fields, at, "")) for row in rows]
            return _aged(named, emptied, at, said, first_day, text)
    return None


def _aged(
    headings: list[str], rows: list[Row], at: int, said: Mapping[int, str], first_day: date, born: str
) -> Aged:
    """The rows with the ages of those of whom this is said, by line."""
    ages = {line: age_on(first_day, day) for line, day in said.items()}
    aged = [
        Row(row.line, _with(row.fields, at, str(ages[row.line] or ""))) if row.line in ages else row
        for row in rows
    ]
    # What stands there is not shown again.
    expected = _("a birth date such as 5/6/2015, for the age. Without one, the age is left empty")
    unread = [FileProblem(line, at + 1, "", expected) for line, age in ages.items() if age is None]
    return Aged(headings, aged, born, unread)


def _with(fields: list[str], at: int, text: str) -> list[str]:
    return [*fields[:at], text, *fields[at + 1 :]]
