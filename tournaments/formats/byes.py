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


_POINTS = r"(?:[\s-]*(?:points?|pts?)\b\.?)"
# What the byes of the rounds after it count. Two numbers with a slash may be two rounds: "1/2" is a half only
# before points or a bye.
_BEFORE = re.compile(
    rf"(?P<zero>zero\b{_POINTS}?|0{_POINTS})"
    rf"|half\b{_POINTS}?|½{_POINTS}?|(?:1/2|0?\.5){_POINTS}|(?:1/2|0?\.5)(?=\s*byes?\b)"
)
_EITHER = re.compile(r"1/2(?![0-9zuh/½])")
_NUMBER = r"([0-9]{1,3})(?:st|nd|rd|th)?"
_ROUNDS = re.compile(
    rf"(?:(?:rds?|rnds?|r|rounds?)\.?)?\s*{_NUMBER}(?:\s*(?:[-–—]|to|thru|through)\s*{_NUMBER}(?!\s*[-–—]))?"
    r"(?![0-9])"
)
# What the bye of the round close behind it counts: "H2", "Z4".
_CLOSE = re.compile(r"(?:(?P<zero>z|u)|h)(?=[0-9]{1,2}(?![0-9]))")
# What the bye of the round before it counts.
_ZERO, _HALF = rf"z|u|zero{_POINTS}?", rf"h|½|half{_POINTS}?"
_AFTER = re.compile(rf"(?:\s*(?:({_ZERO})|(?:{_HALF})))?(?![a-z0-9½])")
_ATTACHED = re.compile(r"(?:(z|u)|h)?(?![a-z0-9½])")
# Words and signs between the rounds that say nothing of them.
_SAYING_NOTHING = (
    "yes|byes?|and|in|for|the|an?|i|need|please|request(?:ed|ing)?|tak(?:e|ing)|only|rounds?|rds?"
)
_BETWEEN = re.compile(rf"(?:[\s,;/|&+]|\.(?![0-9])|\b(?:{_SAYING_NOTHING})\b[:.]?)*")
# Rounds in words. "One half-point bye" names no round, and "the first half" none either.
_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
_IN_WORDS = re.compile(
    rf"\b({'|'.join(_ORDINALS)})\b(?!\s*half)"
    rf"|(?:(?<=\brd )|(?<=\brds )|(?<=\bround )|(?<=\brounds ))({'|'.join(_WORDS)})\b"
    rf"|(?:(?<=[0-9] and )|(?<=[0-9] & )|(?<=[0-9], ))({'|'.join(_WORDS)})\b(?!\s*half)"
)
_SUFFIX = {Kind.HALF_BYE: "", Kind.UNPAIRED: "z"}
_NONE = {"", "-", "–", "no", "none", "0", "n/a", "na", "no byes", "no bye", "none requested", "no thanks"}


def read_byes(field: str) -> tuple[Bye, ...]:
    """The byes in the order of their rounds. Raises :class:`ValueError` with what was expected.

    >>> read_byes("1z 4") == read_byes("bye 4 and 1 zero") == (Bye(1, Kind.UNPAIRED), Bye(4, Kind.HALF_BYE))
    True
    >>> read_byes("Round 1 (half point), round 4 (zero)") == read_byes("1, 4z")
    True
    >>> read_byes("1-2") == read_byes("1/2 pt byes rounds 1, 2") == read_byes("1, 2")
    True
    >>> read_byes("H1, Z4") == read_byes("1, 4z")
    True
    >>> read_byes("First round") == read_byes("round one bye") == read_byes("1")
    True
    >>> read_byes("Rounds One and Two") == read_byes("I need a bye in the first and second round, please")
    True
    >>> read_byes("none"), read_byes("N/A"), read_byes("")
    ((), (), ())
    >>> read_byes("2, 2z")
    Traceback (most recent call last):
    ValueError: each round once. Round 2 is here twice
    """
    text = _in_digits(re.sub("[()]", " ", field.casefold()).strip())
    found: dict[int, Kind] = {}
    # What the rounds to come count, where that stands before them; a z close after one says otherwise.
    before: Kind | None = None
    at = 0 if text not in _NONE else len(text)
    while at < len(text):
        at = _skipped(text, at)
        if at == len(text) and found:
            break
        if (not found or before) and (kind := _BEFORE.match(text, at)):
            before, at = Kind.UNPAIRED if kind["zero"] else Kind.HALF_BYE, kind.end()
            if _skipped(text, at) == len(text):
                raise _not_read()
            continue
        if _EITHER.match(text, at):
            raise ValueError(_("1, 2 for two rounds, or ½ for a half-point bye"))
        close = _CLOSE.match(text, at)
        rounds = _ROUNDS.match(text, close.end() if close else at)
        after = (_ATTACHED if before else _AFTER).match(text, rounds.end()) if rounds else None
        if rounds is None or after is None or (close and after[0].strip()):
            raise _not_read()
        if close:
            kind_of = Kind.UNPAIRED if close["zero"] else Kind.HALF_BYE
        elif after[0].strip() or before is None:
            kind_of = Kind.UNPAIRED if after[1] else Kind.HALF_BYE
        else:
            kind_of = before
        for number in _numbers(rounds):
            if number in found:
                raise ValueError(_("each round once. Round %(round)d is here twice") % {"round": number})
            found[number] = kind_of
        at = after.end()
    return tuple(Bye(number, found[number]) for number in sorted(found))


def _in_digits(text: str) -> str:
    """The text with its rounds in digits.

    >>> _in_digits("the first round"), _in_digits("rounds one and two"), _in_digits("one half-point bye")
    ('the 1 round', 'rounds 1 and 2', 'one half-point bye')
    """

    def digit(match: re.Match[str]) -> str:
        word = match[match.lastindex or 0]
        return str((_ORDINALS if match.lastindex == 1 else _WORDS).index(word) + 1)

    # The second of two words follows the first as a digit.
    while (read := _IN_WORDS.sub(digit, text)) != text:
        text = read
    return text


def _not_read() -> ValueError:
    return ValueError(
        _("rounds such as 2, 4 or 1-3 for half-point byes, with a z for a zero-point bye: 1z, 4")
    )


def _numbers(rounds: re.Match[str]) -> range:
    """The rounds of ``2`` or ``2-4``."""
    first, last = int(rounds[1]), int(rounds[2] or rounds[1])
    if not first:
        raise ValueError(_("rounds from 1"))
    if last < first:
        raise ValueError(_("the lower round first, as in 2-4"))
    return range(first, last + 1)


def written(byes: Iterable[Bye]) -> str:
    """The byes as :func:`read_byes` reads them.

    >>> written([Bye(4, Kind.HALF_BYE), Bye(1, Kind.UNPAIRED)])
    '1z, 4'
    """
    return ", ".join(f"{bye.round}{_SUFFIX[bye.kind]}" for bye in sorted(byes, key=lambda bye: bye.round))


def _skipped(text: str, at: int) -> int:
    match = _BETWEEN.match(text, at)
    return match.end() if match else at
