"""What a question of a form asks for, such as *Which section would you like to play in?*: a word in it tells,
and what was answered."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from .byes import read_byes
from .fields import MEMBER_ID, read_expiration, read_fee, read_rating, says_expired, says_paid
from .limits import grade_number

# Shorter headings are names of fields, and known or not.
_FEWEST_WORDS = 3
_YES_OR_NO = {"yes", "no", "y", "n", "true", "false"}
# Of a question with a few answers, more lines have the same.
_CHOSEN = 2


def asked_for(heading: str, answers: Sequence[str]) -> str:
    """The field that a question asks for; empty for none.

    >>> asked_for("Which section would you like to play in?", ["K-3", "K-5", "K-3", ""])
    'section'
    >>> asked_for("Do you need any half-point byes (max 2)?", ["none", "Round 1"])
    'byes'
    >>> asked_for("Have you played in this section before?", ["yes", "no", "yes"])
    ''
    """
    text = re.sub("[^a-z0-9#]+", " ", heading.casefold())
    given = [each for each in answers if each]
    if len(text.split()) < _FEWEST_WORDS or not given or {each.casefold() for each in given} <= _YES_OR_NO:
        return ""
    return next((field for field, (word, fits) in _ASKED.items() if word.search(text) and fits(given)), "")


def _mostly(fits: Callable[[str], bool]) -> Callable[[Sequence[str]], bool]:
    return lambda given: 2 * sum(map(fits, given)) > len(given)


def _reads(reader: Callable[[str], object]) -> Callable[[str], bool]:
    def reads(text: str) -> bool:
        with suppress(ValueError):
            reader(text)
            return True
        return False

    return reads


def is_rating(text: str) -> bool:
    """Whether this is a rating of a list, and no number of a group or of games."""
    return bool(re.match("[0-9]{3}|unr|nr", text.casefold())) and _reads(read_rating)(text)


def _chosen_of_few(given: Sequence[str]) -> bool:
    return len(set(given)) * _CHOSEN <= len(given) + 1


def are_fees(answers: Sequence[str]) -> bool:
    """Whether a column of what was paid says how much, not only whether.

    >>> are_fees(["45", "$45.00", ""]), are_fees(["yes", "no", "45"]), are_fees(["1", "1", "0"])
    (True, False, False)
    """
    given = [each for each in answers if each]
    amounts = [each for each in given if each != "0" and _reads(read_fee)(each)]
    return 2 * len(amounts) > len(given) and set(amounts) != {"1"}


def are_payments(answers: Sequence[str]) -> bool:
    """The same of one that says of somebody only that they paid.

    >>> are_payments(["PAID", "", "45"]), are_payments(["yes", "no"]), are_payments(["1", "1"])
    (True, True, False)
    """
    given = [each for each in answers if each]
    words = [each for each in given if says_paid(each) is not None]
    return are_fees(answers) or (
        bool(words) and all(_reads(read_fee)(each) for each in given if each not in words)
    )


_OF_MEMBERSHIP = re.compile(r"\bmember(?:ship)?\b|\bstatus\b", re.IGNORECASE)


def are_memberships(heading: str, answers: Sequence[str]) -> bool:
    """Whether a column says until when somebody is a member, or that a membership has expired.

    >>> are_memberships("Status", ["Active", "Expired"]), are_memberships("Status", ["Active", "New"])
    (True, False)
    """
    given = [each for each in answers if each]
    reads = all(_reads(read_expiration)(each) and _reads(says_expired)(each) for each in given)
    return bool(_OF_MEMBERSHIP.search(heading)) and reads and any(map(_says_when, given))


def _says_when(text: str) -> bool:
    return says_expired(text) or read_expiration(text) is not None


_ASKED: Mapping[str, tuple[re.Pattern[str], Callable[[Sequence[str]], bool]]] = {
    "byes": (re.compile(r"\bbyes?\b"), _mostly(_reads(read_byes))),
    "id": (re.compile(r"\b(?:id|number|#)"), _mostly(lambda text: bool(MEMBER_ID.fullmatch(text)))),
    "rating": (re.compile(r"\brat(?:ing|ed)\b"), _mostly(is_rating)),
    "grade": (re.compile(r"\bgrade\b"), _mostly(lambda text: grade_number(text) is not None)),
    "section": (re.compile(r"\b(?:section|division)\b"), _chosen_of_few),
    "team": (re.compile(r"\b(?:which|what|name of).*\bschool\b"), _chosen_of_few),
}
