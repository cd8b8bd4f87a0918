"""The prizes of SwissSys, in the lines in which Wallchart announces prizes.

Place prizes and class prizes have amounts and descriptions; a class has the lowest and the highest rating
that is in it. What says something else is told and not announced: nobody is promised what no line said.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.engine.prizes import Prize
from tiebreaks.engine.prizes.notation import MOST_OF_A_NAME, PrizeError, parse, show
from tiebreaks.engine.prizes.prize import Scope, in_order_of_value

from ..names import contact_in_title
from .details import rating_limits
from .json_text import number, objects, text

# How SwissSys calls its lists, and what one of them is.
_PLACES, _CLASSES = "Place prizes", "Class prizes"
_KNOWN = (
    Scope.PLACE,
    Scope.BAND,
    Scope.UNRATED,
    Scope.GRADE,
    Scope.AGE,
    Scope.MARK,
    Scope.UPSET,
    Scope.CHOICE,
)
_ITEM = re.compile(r"(?:\+|&|and\b|plus\b)?\s*(?:an?\s+)?(trophy|medal)", re.IGNORECASE)
_PLACE = re.compile(r"(?:place\s*)?\d*(?:st|nd|rd|th)?(?:\s*place)?(?:\s*prize)?", re.IGNORECASE)
# More is no list of a flyer, nor what a section can announce.
_MOST = 300
_MOST_TOLD = 40


def announced(prizes: object) -> tuple[str, list[str]]:
    """The announcement, in the order of value, and what is not in it.

    >>> places = [{"Value": 50, "Description": "Trophy"}, {"Value": 30, "Description": "Two books"}]
    >>> under = {"Name": "U1000", "Top": 999, "Bottom": 0, "Details": [{"Value": 12.5, "Description": ""}]}
    >>> lines, left = announced({"Place prizes": places, "Class prizes": [under], "Round up": 1})
    >>> print(lines)
    1st place trophy and $50
    2nd place $30 “Two books”
    U1000 $12.50
    >>> left
    ['Round up']
    """
    if not isinstance(prizes, Mapping):
        return "", []
    # A name tells no two prizes apart.
    found: dict[Prize, Prize] = {}
    left: list[str] = []
    for called, prize, said in islice(_each(prizes), _MOST):
        plain = prize and replace(prize, name="")
        if prize is not None and plain is not None and plain not in found:
            found[plain] = prize
        else:
            left.append(_told(called, said))
    left += [
        str(name) for name, value in prizes.items() if name not in (_PLACES, _CLASSES) and _is_said(value)
    ]
    return show(in_order_of_value(found.values())), left


def _each(prizes: Mapping[str, Any]) -> Iterator[tuple[str, Prize | None, str]]:
    """Each prize that is worth something: what it is for, the prize if it can be announced, and its words."""
    for nth, one in enumerate(objects(prizes.get(_PLACES)), 1):
        if words := _words(one):
            yield _("place %(nth)d") % {"nth": nth}, _worth(Prize(Scope.PLACE, nth), one), words
    for group in objects(prizes.get(_CLASSES)):
        called, of_class = text(group.get("Name")), _class(group)
        for nth, one in enumerate(objects(group.get("Details")), 1):
            if words := _words(one):
                prize = replace(of_class, nth=nth) if of_class else None
                yield called, _worth(prize, one) if prize else None, words


def _class(group: Mapping[str, Any]) -> Prize | None:
    """Who can win, by the ratings of the class, or by its name where it has none; None if they disagree."""
    called = _named(text(group.get("Name")))
    limits = rating_limits(number(group.get("Bottom")), number(group.get("Top")))
    low, high = limits.lowest_rating, limits.highest_rating
    if high is None:
        # From a rating up is no class.
        return called if low is None else None
    by_rating = _named(f"U{high + 1}") if low is None else _named(f"{low}–{high}")
    if called is None or called.scope is not Scope.BAND:
        return by_rating if called is None else None
    # 1800 as the top of U1800 is that class too.
    same = called.low in (low, None) and called.under in (high, high + 1)
    return called if same else None


def _named(words: str) -> Prize | None:
    try:
        [prize] = parse(f"{words} $1")
    except (PrizeError, ValueError):
        return None
    return replace(prize, cents=0) if prize.scope in _KNOWN and prize.scope is not Scope.PLACE else None


def _worth(prize: Prize, one: Mapping[str, Any]) -> Prize | None:
    """The prize with its amount and its trophy; None where nobody can tell what it is."""
    said, cents = text(one.get("Description")), _cents(one.get("Value"))
    item = found[1].casefold() if (found := _ITEM.fullmatch(said)) else ""
    if cents is None or not (cents or item):
        return None
    name = "" if item or _PLACE.fullmatch(said) else said
    if len(name) > MOST_OF_A_NAME or re.search('["“”]', name) or contact_in_title(name):
        return None
    return replace(prize, cents=cents, item=item, name=name)


def _cents(value: object) -> int | None:
    """
    >>> _cents(50), _cents("$1,200.50"), _cents(""), _cents("a book"), _cents(True)
    (5000, 120050, 0, None, None)
    """
    if isinstance(value, bool):
        return None
    plain = text(value).removeprefix("$").replace(",", "")
    amount = re.fullmatch(r"(\d{0,7})(?:\.(\d{1,2})0*)?", plain)
    return int(amount[1] or 0) * 100 + int((amount[2] or "0").ljust(2, "0")) if amount else None


def _words(one: Mapping[str, Any]) -> str:
    """What a prize says; nothing of an empty line."""
    value, said = text(one.get("Value")), text(one.get("Description"))
    worth = f"${value.removeprefix('$')}" if value not in ("", "0", "0.0") else ""
    return " ".join(filter(None, [worth, said]))


def _told(called: str, said: str) -> str:
    words = ": ".join(filter(None, [called, said]))
    if contact_in_title(words):
        return _("a description with contact data")
    return words if len(words) <= _MOST_TOLD else f"{words[:_MOST_TOLD]}…"


def _is_said(value: object) -> bool:
    """Whether a field says anything: a list of empty lines does not."""
    if isinstance(value, list):
        return any(map(_is_said, value))
    if isinstance(value, Mapping):
        return any(map(_is_said, value.values()))
    return text(value).casefold() not in ("", "0", "0.0", "false", "no")
