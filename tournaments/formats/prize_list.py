"""A list of prizes with their terms, as text: what a director announced, to check an award by.

Each line is a prize as the pages take it (:mod:`tiebreaks.engine.prizes.notation`), or has terms for all:

    terms: unrated limit $50, based on 40, entries 31, event fund $1,200, trophy follows money, absent 3 7

A line that starts with ``#`` is a comment.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.engine.prizes import Prize, Terms
from tiebreaks.engine.prizes import notation as prizes
from tiebreaks.engine.prizes.notation import MOST_CENTS
from tiebreaks.lines import clean_lines

from ..text.wording import message
from .records import FileProblem

_MOST_COUNT = 100_000
# There are fewer; what is longer is no line of terms, or no list of prizes.
_MOST_TERMS = 50
_MOST_LINES = 5_000
_LINE_OF_TERMS = re.compile(r"\s*terms\s*:(.*)", re.IGNORECASE)


@dataclass(frozen=True)
class PrizeList:
    """Prizes in the order of the list, and the fields of :class:`Terms` that it sets."""

    prizes: tuple[Prize, ...]
    terms: Mapping[str, Any]
    problems: tuple[FileProblem, ...] = ()
    # Where the absent are listed, which only the chart can check: the line, and what stands there.
    absent_at: tuple[int, str] = (0, "")


def read(text: str) -> PrizeList:
    """
    >>> listed = read("1st place $100" + chr(10) + "terms: unrated limit $50, withdrawn too")
    >>> [str(prize) for prize in listed.prizes], listed.terms
    (['1st place $100'], {'unrated_limit': 5000, 'withdrawn_too': True})
    """
    lines = clean_lines(text).splitlines()
    if len(lines) > _MOST_LINES:
        too_long = FileProblem(_MOST_LINES + 1, 1, "", _("at most %d lines") % _MOST_LINES)
        return PrizeList((), {}, (too_long,))
    terms: dict[str, Any] = {}
    problems = []
    absent_at = 0, ""
    for at, line in enumerate(lines):
        if found := _LINE_OF_TERMS.fullmatch(line):
            said_here = re.split(r",(?!\d)", found[1], maxsplit=_MOST_TERMS)
            if len(said_here) > _MOST_TERMS:
                rest = said_here.pop().strip()[:40]
                problems.append(FileProblem(at + 1, 1, rest, _("at most %d terms in a line") % _MOST_TERMS))
            for said in said_here:
                try:
                    term = read_term(said)
                except ValueError as error:
                    problems.append(FileProblem(at + 1, 1, said.strip(), str(error)))
                else:
                    terms |= term
                    absent_at = (at + 1, said.strip()) if "absent" in term else absent_at
        if found or line.lstrip().startswith("#"):
            lines[at] = ""
    listed, errors = prizes.read("\n".join(lines))
    problems += [FileProblem(error.line, 1, error.read, message(error.allowed)) for error in errors]
    if not problems and not listed:
        problems.append(FileProblem(1, 1, "", _("a prize in each line, such as 1st place $100")))
    times = Counter(replace(prize, value=None) for prize in listed)
    for prize in (prize for prize, listed_here in times.items() if listed_here > 1):
        problems.append(FileProblem(1, 1, str(prize), _("each prize once")))
    return PrizeList(listed, terms, tuple(sorted(problems)), absent_at)


def is_terms(line: str) -> bool:
    """Whether a line has terms for all prizes, and none of its own."""
    return _LINE_OF_TERMS.fullmatch(line) is not None


def read_term(said: str) -> dict[str, Any]:
    """One field of :class:`Terms` from its words, or from ``name=value``. Raises :class:`ValueError`.

    >>> read_term("unrated limit $50"), read_term("unrated_limit=5000"), read_term("absent=3 7")
    ({'unrated_limit': 5000}, {'unrated_limit': 5000}, {'absent': frozenset({3, 7})})
    >>> read_term("playoff")
    Traceback (most recent call last):
    ...
    ValueError: one of: unrated limit, based on, entries, event fund, trophy follows money, cash playoff, \
withdrawn too, no-shows too, absent
    """
    words = " ".join(re.sub("[_=:]", " ", said.casefold()).split())
    for name, (field, read_value) in _TERMS.items():
        if found := re.fullmatch(rf"{name.replace('-', '[- ]?')}(?: (.*))?", words):
            return {field: read_value((found[1] or "").strip())}
    raise ValueError(_("one of: %(choices)s") % {"choices": ", ".join(_TERMS)})


def in_force(terms: Mapping[str, Any], entries: int) -> Terms:
    """These terms. If a fund is based on entries, those are counted unless the terms say how many came."""
    came = entries if terms.get("based_on") else 0
    return Terms(**{"entries": came, **terms})


def _cents(value: str) -> int:
    """Dollars with a sign, cents without."""
    dollars = re.fullmatch(r"\$ ?(\d{1,8}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{2}))?", value)
    if dollars:
        cents = int(dollars[1].replace(",", "")) * 100 + int(dollars[2] or 0)
    elif re.fullmatch("[0-9]{1,10}", value):
        cents = int(value)
    else:
        cents = -1
    if not 0 <= cents <= MOST_CENTS:
        raise ValueError(_("an amount in dollars, such as $50 or $12.50, or in cents without a sign"))
    return cents


def _count(value: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", value) or int(value) > _MOST_COUNT:
        raise ValueError(_("a number from 0 to %(most)d") % {"most": _MOST_COUNT})
    return int(value)


def _switch(value: str) -> bool:
    choices = {"": True, "yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
    if value not in choices:
        raise ValueError(_("yes or no"))
    return choices[value]


def _numbers(value: str) -> frozenset[int]:
    numbers = value.replace(",", " ").split()
    if not all(re.fullmatch("[0-9]{1,7}", number) for number in numbers):
        raise ValueError(_("wall-chart numbers, such as 3 7"))
    return frozenset(map(int, numbers))


_TERMS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "unrated limit": ("unrated_limit", _cents),
    "based on": ("based_on", _count),
    "entries": ("entries", _count),
    "event fund": ("event_fund", _cents),
    "trophy follows money": ("follow_money", _switch),
    "cash playoff": ("cash_playoff", _switch),
    "withdrawn too": ("withdrawn_too", _switch),
    "no-shows too": ("no_shows_too", _switch),
    "absent": ("absent", _numbers),
}
