"""The lines of a FIDE report that are not of one player: byes, teams and tiebreaks are read, and what else
changes a section is named.

``240`` is a kind of bye (F, H or Z), a round, and the numbers of the players. ``202`` lists the tiebreaks in
their order, ``212`` the same behind PTS. ``310``, and ``013`` before it, is a team with its players.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.lines import clean_line

from ...errors import Trouble
from .checking import MOST_ROUNDS
from .orders import FIDE, order_of

_BYES = {"F": Kind.FULL_BYE, "H": Kind.HALF_BYE, "Z": Kind.UNPAIRED}
_NUMBERS = re.compile(r"[0-9]{1,4}( +[0-9]{1,4})+")
# The codes of the order of tiebreaks, and of the whole order of the standings, which begins with the points.
_ORDERS = ("202", "212")
_POINTS = "PTS"
_CODES = re.compile(r"[A-Z0-9:/#, -]{1,60}")
_NOT_READ = {
    "162": gettext_lazy("Scoring system"),
    "XXS": gettext_lazy("Scoring system"),
    "202": gettext_lazy("Tiebreaks"),
    "212": gettext_lazy("Order of the standings"),
    "250": gettext_lazy("Acceleration"),
    "XXA": gettext_lazy("Acceleration"),
    "260": gettext_lazy("Prohibited pairings"),
    "XXP": gettext_lazy("Prohibited pairings"),
    "299": gettext_lazy("Assigned points"),
    "013": gettext_lazy("Teams"),
    "310": gettext_lazy("Teams"),
    "300": gettext_lazy("Boards of teams"),
    "320": gettext_lazy("Byes of teams"),
    "330": gettext_lazy("Forfeits of teams"),
    "352": gettext_lazy("Colors of teams"),
    "362": gettext_lazy("Scoring system of teams"),
}
# Where a team's name begins and ends, and the number of its first player; the next are five further each.
_TEAMS = {"013": (4, 36, 36), "310": (8, 40, 73)}
_APART = 5


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


def read_order(lines: Iterable[str]) -> str:
    """The order of the tiebreaks; empty where the file has none, or one of them is not known here."""
    orders = {line[:3]: line[4:].upper().split(",") for line in lines if line[:3] in _ORDERS}
    steps = [step.strip() for code in _ORDERS if code in orders for step in orders[code]]
    if "202" in orders:
        steps = steps[: len(orders["202"])]
    return order_of([step for step in steps if step != _POINTS], FIDE)


def read_teams(lines: Iterable[str]) -> dict[int, str]:
    """The teams by the numbers of their players."""
    found: dict[int, str] = {}
    for line in lines:
        if line[:3] not in _TEAMS:
            continue
        first, last, players = _TEAMS[line[:3]]
        name = clean_line(line[first:last])
        cells = (line[at : at + 4].strip() for at in range(players, len(line), _APART))
        found |= {int(cell): name for cell in cells if cell.isascii() and cell.isdecimal()}
    return found


def not_read(lines: Sequence[str]) -> list[str]:
    """What the file has and nobody reads, each with its line's code; tiebreaks with those that it names."""
    ordered = read_order(lines)
    first: dict[str, str] = {}
    for line in lines:
        is_read = bool(ordered) if line[:3] in _ORDERS else bool(read_teams([line]))
        if line[:3] in _NOT_READ and not is_read:
            first.setdefault(line[:3], line)
    return list(map(_named, first.values()))


def _named(line: str) -> str:
    code, codes = line[:3], line[4:].strip()
    values = {"what": _NOT_READ[code], "code": code, "those": codes}
    if code in _ORDERS and _CODES.fullmatch(codes):
        return _("%(what)s %(those)s (%(code)s)") % values
    return _("%(what)s (%(code)s)") % values
