"""Requested byes as text, as entry forms and pairing programs have them: ``1z 4`` is a zero-point bye in
round 1 and a half-point bye in round 4.

>>> written(read_byes("bye 4, 1 zero"))
'1z, 4'
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

# What a player may ask for. A full-point bye is given (28L).
REQUESTED = (Kind.HALF_BYE, Kind.UNPAIRED)


class Bye(NamedTuple):
    """A round, and what its bye counts."""

    round: int
    kind: Kind


_ZERO = r"z|u|zero(?:[\s-]?points?)?"
_HALF = r"h|½|half(?:[\s-]?points?)?"
_BYE = re.compile(
    rf"(?:(?:rds?|rnds?|r|rounds?)\.?)?\s*([0-9]{{1,3}})(?:\s*(?:({_ZERO})|(?:{_HALF})))?(?![a-z0-9½])"
)
# Words and signs between the rounds that say nothing of them.
_BETWEEN = re.compile(r"(?:[\s,;/|&+]|\b(?:byes?|and|in|rounds?|rds?)\b:?)*")
_SUFFIX = {Kind.HALF_BYE: "", Kind.UNPAIRED: "z"}
_NONE = {"", "-", "–", "no", "none", "0"}


def read_byes(field: str) -> tuple[Bye, ...]:
    """The byes in the order of their rounds. Raises :class:`ValueError` with what was expected.

    >>> read_byes("1z 4") == read_byes("bye 4 and 1 zero") == (Bye(1, Kind.UNPAIRED), Bye(4, Kind.HALF_BYE))
    True
    >>> read_byes("none"), read_byes("")
    ((), ())
    >>> read_byes("2, 2z")
    Traceback (most recent call last):
    ValueError: each round once. Round 2 is here twice
    """
    text = field.casefold().strip()
    found: dict[int, Kind] = {}
    at = 0 if text not in _NONE else len(text)
    while at < len(text):
        at = _skipped(text, at)
        match = _BYE.match(text, at)
        if match is None:
            if at == len(text) and found:
                break
            raise ValueError(
                _("rounds such as 2, 4 for half-point byes, with a z for a zero-point bye: 1z, 4")
            )
        number, at = int(match[1]), match.end()
        if not number:
            raise ValueError(_("rounds from 1"))
        if number in found:
            raise ValueError(_("each round once. Round %(round)d is here twice") % {"round": number})
        found[number] = Kind.UNPAIRED if match[2] else Kind.HALF_BYE
    return tuple(Bye(number, found[number]) for number in sorted(found))


def written(byes: Iterable[Bye]) -> str:
    """The byes as :func:`read_byes` reads them.

    >>> written([Bye(4, Kind.HALF_BYE), Bye(1, Kind.UNPAIRED)])
    '1z, 4'
    """
    return ", ".join(f"{bye.round}{_SUFFIX[bye.kind]}" for bye in sorted(byes, key=lambda bye: bye.round))


def _skipped(text: str, at: int) -> int:
    match = _BETWEEN.match(text, at)
    return match.end() if match else at
