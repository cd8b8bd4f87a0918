"""Pairings as another program's list has them: each line names its two players, White first, among whatever
else stands there. A roster tells which words are names.
"""

import re
from collections.abc import Collection
from enum import Enum

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ..formats.names import SUFFIXES, folded, last_first, name_parts
from ..models import Player, Section

# What stands above the boards of a list, and is no player.
_HEADING = re.compile(
    "bd|boards?|table|no|number|results?|res|white|black|players?|names?|rating|rtg|score|points|pts|rounds?|rd"
    "|pairings?|for|of|the|section|team|color|page|date|event"
)
# What stands beside names: of a result, a bye, somebody without a rating.
_BESIDE = re.compile(
    "unr|unrated|due|half|full|zero|point|byes?|vs|has|have|gets|takes|requested|and"
    r"|wins?|draws?|loss|forfeits?|[^\W\d_]"
)
_RULE = re.compile(r"[-=_*+|.\s]*")
# Points of the bye, not those that a player has: 2½ and 1.5 are none. Letters stand alone.
_POINTS = r"|(?<![\w.½]){0}[\s-]*(?:pts?\.?|points?)?[\s-]*byes?\b|\bbyes?[\s:(]*{0}(?![\w.½])"
_HALF = re.compile(r"\bhalf\b" + _POINTS.format(r"(?:½|1/2|0?\.5|h)"))
_ZERO = re.compile(r"\bzero\b" + _POINTS.format(r"(?:0(?:\.0)?|u)"))


class Said(Enum):
    """What a line is that names no board and no bye."""

    HEADING = "heading"
    UNKNOWN = "unknown"


class NamesOf:
    """The names of a section's players, as lists write them: first name first, or last."""

    def __init__(self, section: Section, players: Collection[Player]) -> None:
        self.spelled: dict[tuple[str, ...], set[int]] = {}
        for player in players:
            for form in _forms(player.name):
                # One word may be part of another's name, but a team has often no more.
                if len(form) > 1 or section.boards:
                    self.spelled.setdefault(form, set()).add(player.number)
        self.lengths = sorted({len(form) for form in self.spelled}, reverse=True)
        self.titles = set(_words(f"{section.name} {section.event.name}"))
        self.teams = {word for player in players for word in _words(player.team)}

    def read(self, line: str) -> list[int] | tuple[int, Kind] | Said | str:
        """The numbers of a line's two players, or of one and the bye; else what it is, or what was
        expected."""
        found, unknown = self._named(line)
        if not found:
            return self._heading(line)
        if unknown:
            told = " ".join(unknown).title()
            return _("two names of this roster, White first. Not on it: %(words)s") % {"words": told}
        if several := next((numbers for numbers in found if len(numbers) > 1), None):
            told = ", ".join(str(number) for number in sorted(several))
            return _("numbers, because this can be the name of %(numbers)s") % {"numbers": told}
        numbers = [number for (number,) in found]
        if len(numbers) == 1 and "bye" in folded(line):
            return numbers[0], _bye(line)
        if len(numbers) != 2:
            return _("two names of this roster, White first. Read: %(count)d") % {"count": len(numbers)}
        return numbers

    def _named(self, line: str) -> tuple[list[set[int]], list[str]]:
        """Who is named in the line, in order, each name as long as it can be read; and the words that may be
        of a name that is not here."""
        words = _words(line)
        found, unknown, at = [], [], 0
        while at < len(words):
            forms = (tuple(words[at : at + length]) for length in self.lengths)
            form = next((each for each in forms if each in self.spelled), None)
            if form:
                found.append(self.spelled[form])
            elif not self._is_beside(words[at]):
                unknown.append(words[at])
            at += len(form) if form else 1
        return found, unknown

    def _is_beside(self, word: str) -> bool:
        known = word in self.titles or word in self.teams
        return known or bool(re.search(r"\d", word) or _HEADING.fullmatch(word) or _BESIDE.fullmatch(word))

    def _heading(self, line: str) -> Said | str:
        if not self._is_heading(line):
            return Said.UNKNOWN
        words = _words(line)
        if {"white", "black"} <= {*words} and words.index("black") < words.index("white"):
            return _("White before Black, in each line of the list")
        return Said.HEADING

    def _is_heading(self, line: str) -> bool:
        words = [word for word in _words(line) if not word.isdecimal()]
        if not words:
            return bool(_RULE.fullmatch(line))
        return all(word in self.titles or _HEADING.fullmatch(word) for word in words)


def _forms(name: str) -> set[tuple[str, ...]]:
    last, _comma, first = last_first(name).partition(",")
    return (
        {name_parts(name), (*name_parts(last), *name_parts(first))} if first.strip() else {name_parts(name)}
    )


def _words(text: str) -> list[str]:
    # An underscore is where a result is to be written.
    return [word for word in re.findall(r"[^\W_]+", folded(text)) if word not in SUFFIXES]


def _bye(line: str) -> Kind:
    """The bye that a line tells of: who is left over has a full point (28L)."""
    text = line.casefold()
    if _HALF.search(text):
        return Kind.HALF_BYE
    return Kind.UNPAIRED if _ZERO.search(text) else Kind.FULL_BYE
