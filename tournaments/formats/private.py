"""What a list says of players that is never stored: birth dates, of which ages are left, phones and so on."""

import re
from collections.abc import Iterable
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

_BIRTH = re.compile(r"birth|\bdob\b|\bd\.o\.b|b-?day", re.IGNORECASE)
_OTHER = re.compile(
    r"phone|\bcell\b|mobile|\btel\b|e-?mail|address|street|\bzip\b|postal|parent"
    r"|guardian|mother|father|emergency|medical|allerg|payment|\bcard\b|\bip\b",
    re.IGNORECASE,
)
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


def with_ages(headings: list[str], rows: list[Row], first_day: date) -> Aged | None:
    """The rows below these headings with ages on the first day of the event in place of birth dates; None if
    there are none, or most of what is there are no days."""
    for at, text in enumerate(headings):
        if not _BIRTH.search(text) or _OTHER.search(text):
            continue
        said = {row.line: row.field(at) for row in rows if re.search("[0-9]", row.field(at))}
        ages = {line: age_on(first_day, born) for line, born in said.items()}
        if 2 * sum(age is not None for age in ages.values()) <= len(ages):
            continue
        aged = [
            Row(row.line, [*row.fields[:at], str(ages.get(row.line) or ""), *row.fields[at + 1 :]])
            for row in rows
        ]
        # What stands there is not shown again.
        expected = _("a birth date such as 5/6/2015, for the age. Without one, the age is left empty")
        unread = [FileProblem(line, at + 1, "", expected) for line, age in ages.items() if age is None]
        return Aged([*headings[:at], AGE, *headings[at + 1 :]], aged, text, unread)
    return None
