"""The lines of a FIDE report that are not of one player: byes are read, and what else changes a section is
named.

``240`` is a kind of bye (F, H or Z), a round, and the numbers of the players.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.engine.chart.wallchart import Kind

from ...errors import Trouble
from .checking import MOST_ROUNDS

_BYES = {"F": Kind.FULL_BYE, "H": Kind.HALF_BYE, "Z": Kind.UNPAIRED}
_NUMBERS = re.compile(r"[0-9]{1,4}( +[0-9]{1,4})+")
_TIEBREAKS = "202"
_CODES = re.compile(r"[A-Z0-9:/#, -]{1,60}")
_NOT_READ = {
    "162": gettext_lazy("Scoring system"),
    _TIEBREAKS: gettext_lazy("Tiebreaks"),
    "250": gettext_lazy("Acceleration"),
    "XXA": gettext_lazy("Acceleration"),
    "260": gettext_lazy("Prohibited pairings"),
    "XXP": gettext_lazy("Prohibited pairings"),
    "299": gettext_lazy("Assigned points"),
    "013": gettext_lazy("Teams"),
    "310": gettext_lazy("Teams"),
}


def read_byes(
    lines: Iterable[str], numbers: Collection[int], problems: list[Trouble]
) -> dict[tuple[int, int], Kind]:
    """The byes by number and round. What cannot be read is added to the problems."""
    found: dict[tuple[int, int], Kind] = {}
    for at, line in enumerate(lines, 1):
        if line[:3] != "240":
            continue
        try:
            for key, kind in _byes(line[3:].strip(), numbers):
                if found.setdefault(key, kind) is not kind:
                    raise ValueError(_("one bye for each player and round"))
        except ValueError as error:
            problems.append(Trouble(_("line %(line)d") % {"line": at}, line.strip(), str(error)))
    return found


def _byes(text: str, numbers: Collection[int]) -> Iterator[tuple[tuple[int, int], Kind]]:
    kind, rest = _BYES.get(text[:1].upper()), text[1:].strip()
    if kind is None or not _NUMBERS.fullmatch(rest):
        raise ValueError(_("F, H or Z, a round, and the numbers of players, such as “240 H 003 0026 0047”"))
    round, *those = map(int, rest.split())
    if not 1 <= round <= MOST_ROUNDS:
        raise ValueError(_("from 1 to %(most)d rounds") % {"most": MOST_ROUNDS})
    for number in those:
        if number not in numbers:
            raise ValueError(_("the numbers of players of this file"))
        yield (number, round), kind


def not_read(lines: Sequence[str]) -> list[str]:
    """What the file has and nobody reads, each with its line's code; tiebreaks with those that it names."""
    first: dict[str, str] = {}
    for line in lines:
        if line[:3] in _NOT_READ:
            first.setdefault(line[:3], line)
    return list(map(_named, first.values()))


def _named(line: str) -> str:
    code, codes = line[:3], line[4:].strip()
    values = {"what": _NOT_READ[code], "code": code, "those": codes}
    if code == _TIEBREAKS and _CODES.fullmatch(codes):
        return _("%(what)s %(those)s (%(code)s)") % values
    return _("%(what)s (%(code)s)") % values
