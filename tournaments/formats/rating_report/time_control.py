"""A time control as the report has it, and the rating class that follows from it (5C)."""

import re
from enum import Enum
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

_PART = re.compile(
    r"[\s,;]*(?:(?P<moves>\d{1,3})/(?P<minutes>\d{1,3})"
    r"|(?P<last>SD|G)/?(?P<rest>\d{1,3})"
    r"|(?P<kind>INC|D|\+)/?(?P<seconds>\d{1,3}))"
)
# The width of its field.
_LONGEST = 40
_HOURS = re.compile(r"(\d)\s*(?:HOURS?|HRS?|H)\b\.?(?:\s*(\d{1,2})\s*(?:MINUTES?|MINS?|M)\b)?")
_DELAY_OR_INCREMENT = r"(?:TIME\s+)?(?P<kind>DELAY|INC(?:REMENT)?)\b"
# As flyers have it: in words, and with blanks.
_WORDS = (
    (re.compile(r"[()]|\b(?:WITH(?:\s+AN?)?|PLUS|PER\s+MOVE)\b|\bW/"), " "),
    (
        re.compile(rf"\b(?:NO|WITHOUT)\s+{_DELAY_OR_INCREMENT}(?:\s+(?:OR|AND)\s+(?:DELAY|INCREMENT)\b)?"),
        "D0",
    ),
    # The seconds before the word; those behind it are read below.
    (
        re.compile(rf"\+?\s*(\d{{1,3}})[\s-]*(?:SECONDS?|SECS?)\b\.?[\s-]*{_DELAY_OR_INCREMENT}"),
        r" \g<kind>\1",
    ),
    (re.compile(rf"(?<![\w/])\+?\s*(\d{{1,3}})\s+{_DELAY_OR_INCREMENT}(?!\s*\d)"), r" \g<kind>\1"),
    (re.compile(r"\bGAME\s*(?:IN\b)?\s*/?\s*(?=\d)"), "G/"),
    (re.compile(r"\b(?:MINUTES|MINUTE|MINS|MIN|SECONDS|SECOND|SECS|SEC)\b\.?"), " "),
    (re.compile(r"\bDELAY\s*(?=\d)"), "D"),
    (re.compile(r"\bINCREMENT\s*(?=\d)"), "INC"),
    (re.compile(r"\s*/\s*"), "/"),
    (re.compile(r"\b(G|SD|D|INC)\s+(?=\d)|(\+)\s+"), r"\1\2"),
)


class RatingClass(Enum):
    """By minutes and seconds together (5C), with the letter of the report. It has none for blitz; US Chess
    goes by the time control."""

    REGULAR = "R", gettext_noop("Regular")
    DUAL = "D", gettext_noop("Dual")
    QUICK = "Q", gettext_noop("Quick")
    BLITZ = "", gettext_noop("Blitz")

    def __init__(self, letter: str, label: str) -> None:
        self.letter, self._label = letter, label

    @property
    def label(self) -> str:
        return _(self._label)

    @staticmethod
    def of(total: int) -> "RatingClass":
        """
        >>> [RatingClass.of(total).name for total in (66, 65, 30, 29, 11, 10)]
        ['REGULAR', 'DUAL', 'DUAL', 'QUICK', 'QUICK', 'BLITZ']
        """
        if total > 65:
            return RatingClass.REGULAR
        if total >= 30:
            return RatingClass.DUAL
        return RatingClass.QUICK if total > 10 else RatingClass.BLITZ


class TimeControl(NamedTuple):
    """``text`` as the report has it; ``total`` adds the minutes of all periods and the seconds per move."""

    text: str
    total: int

    @property
    def rating_class(self) -> RatingClass:
        return RatingClass.of(self.total)


def read(text: str) -> TimeControl:
    """A time control. Raises :class:`ValueError` for one that says too little.

    >>> read("g/60 d5"), read("40/90, SD/30; +30").total, read("G/25;d5").rating_class.name
    (TimeControl(text='G/60;d5', total=65), 150, 'DUAL')
    >>> [read(text).text for text in ("Game/60; d5", "Game in 45 min, delay 5", "G/30 inc 5", "G/90 + 30")]
    ['G/60;d5', 'G/45;d5', 'G/30;+5', 'G/90;+30']
    >>> [read(text).text for text in ("G/30;5 sec delay", "G/5 no delay", "30/90, SD/1hr with 10 sec. delay")]
    ['G/30;d5', 'G/5;d0', '30/90,SD/60;d10']
    """
    periods: list[str] = []
    upper = _HOURS.sub(lambda found: str(60 * int(found[1]) + int(found[2] or 0)), text.upper())
    for words, short in _WORDS:
        upper = words.sub(short, upper)
    minutes, seconds, at, upper = 0, [0], 0, upper.strip(" ,;")
    while at < len(upper):
        part = _PART.match(upper, at)
        if part is None or (part["kind"] and not periods):
            raise ValueError(_like())
        at = part.end()
        if part["kind"]:
            periods[-1] += f";{'d' if part['kind'] == 'D' else '+'}{int(part['seconds'])}"
            seconds.append(int(part["seconds"]))
        elif part["last"]:
            periods.append(f"{part['last']}/{int(part['rest'])}")
            minutes += int(part["rest"])
        else:
            periods.append(f"{int(part['moves'])}/{int(part['minutes'])}")
            minutes += int(part["minutes"])
    if not minutes:
        raise ValueError(_like())
    if len(seconds) == 1:
        raise ValueError(_("the delay or increment too, such as ;d5 or ;+30, and ;d0 for none"))
    if len(text := ",".join(periods)) > _LONGEST:
        raise ValueError(_like())
    return TimeControl(text, minutes + max(seconds))


def _like() -> str:
    return _("a time control such as G/60;d5 or 40/90,SD/30;+30")
