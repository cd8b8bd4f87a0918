"""FIDE's report files, TRF16 and TRF26: a line of fixed columns a player, one section a file.

``001`` is a player: number 5–8, name 15–47, rating 49–52, ID 58–68, birth date 70–79 (not read), and from
column 92 ten characters a round: opponent, color, result. What TRF26 adds is in :mod:`.trf26`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.lines import clean_line

from ...errors import Trouble
from ..byes import REQUESTED, Bye
from ..records import PlayedSection, ProgramFile, RosterEntry, Sat
from .cells import read_color
from .checking import MOST_PLAYERS, MOST_ROUNDS, place, whole, with_both_sides
from .details import event_details, read_encoded, read_time_control
from .trf26 import not_read, read_byes, read_order, read_teams

PROGRAM = "TRF"
_BIRTH_DATES = "Birth date"
# Title, city, first and last day, time control in words and encoded.
_SAID = ("012", "022", "042", "052", "122", "222")
# W, D and L are games that are not rated. U is the bye of who was left over, F one that was asked for.
_GAMES = {"1": "W", "0": "L", "=": "D", "W": "W", "L": "L", "D": "D", "+": "X", "-": "F"}
_OUT = {"H": "H", "F": "B", "U": "B", "Z": "U", "+": "X", "-": "F", "=": "H"}


def is_one(text: str) -> bool:
    return re.search(r"^(001|012) ", text, re.MULTILINE) is not None


def read(text: str) -> ProgramFile:
    """Read it, with all its problems."""
    problems: list[Trouble] = []
    entries: list[RosterEntry] = []
    sat: dict[tuple[int, int], Sat] = {}
    said: dict[str, str] = {}
    planned, born = 0, False
    lines = text.splitlines()
    for line in lines:
        code, rest = line[:3], line[4:].strip()
        if code in _SAID:
            said.setdefault(code, clean_line(rest))
        elif code in ("142", "XXR") and rest.isdecimal() and len(rest) < 4:
            planned = int(rest)
        elif code == "001" and len(entries) <= MOST_PLAYERS:
            entries.append(_entry(line))
            born = born or bool(line[69:79].strip(" 0/"))
            own = entries[-1].number or 0
            for at, start in enumerate(range(91, min(len(line.rstrip()), 101 + 10 * MOST_ROUNDS), 10), 1):
                cell = line[start : start + 8]
                if not cell.strip():
                    continue
                if (mine := _sat(cell)) is None:
                    expected = _("opponent, color and result, such as “  12 w 1” or “0000 - H”")
                    where = place(said.get("012") or PROGRAM, own, at)
                    problems.append(Trouble(where, cell.strip(), expected))
                else:
                    sat[own, at] = mine
    if not entries:
        problems.append(Trouble(_("the file"), "", _("lines 001 with the players")))
    paired = max((at for _own, at in sat), default=0)
    sat = with_both_sides(sat)
    byes = read_byes(lines, {entry.number or 0 for entry in entries}, problems)
    for (own, at), kind in byes.items():
        if at <= paired:
            sat.setdefault((own, at), Sat(kind.letter))
    to_come = {key: kind for key, kind in byes.items() if key[1] > paired}
    title = said.get("012", "")
    section = PlayedSection(
        title or _("Section %(number)s") % {"number": 1},
        max(planned, paired) or 1,
        tuple(_with_teams(_with_byes(entries, to_come), read_teams(lines))),
        sat,
        time_control=read_time_control(said.get("122", "")) or read_encoded(said.get("222", "")),
        event=event_details(said.get("042", ""), said.get("052", ""), city=said.get("022", "")),
        order=read_order(lines),
    )
    left_out = [_BIRTH_DATES] if born else []
    if Kind.FULL_BYE in to_come.values():
        left_out.append(_("Full-point byes of rounds to come (240)"))
    return whole(PROGRAM, title, [section], problems, (*left_out, *not_read(lines)))


def _with_byes(entries: Iterable[RosterEntry], byes: Mapping[tuple[int, int], Kind]) -> Iterator[RosterEntry]:
    """The entries with the byes that they ask for. A full-point bye is given in its round (28L)."""
    asked: dict[int, list[Bye]] = {}
    for (own, at), kind in sorted(byes.items(), key=lambda bye: bye[0]):
        if kind in REQUESTED:
            asked.setdefault(own, []).append(Bye(at, kind))
    for entry in entries:
        yield replace(entry, byes=tuple(asked.get(entry.number or 0, ())))


def _with_teams(entries: Iterable[RosterEntry], teams: Mapping[int, str]) -> Iterator[RosterEntry]:
    for entry in entries:
        yield replace(entry, team=teams.get(entry.number or 0, ""))


def _entry(line: str) -> RosterEntry:
    number, rating = line[4:8].strip(), line[48:52].strip()
    return RosterEntry(
        number=int(number) if number.isascii() and number.isdecimal() else 0,
        name=" ".join(line[14:47].split()),
        rating=int(rating) or None if rating.isascii() and rating.isdecimal() else None,
    )


def _sat(cell: str) -> Sat | None:
    """One round of a player; None if it cannot be read."""
    opponent, color, result = cell[:4].strip(), cell[5:6], cell[7:8].upper()
    against = int(opponent) if opponent.isascii() and opponent.isdecimal() else 0
    if not against:
        return Sat(_OUT[result]) if result in _OUT else None
    side = read_color(color)
    if not result.strip():
        return Sat(Kind.OPEN.letter, against, side)
    return Sat(_GAMES[result], against, side) if result in _GAMES else None
