"""WinTD's own tournament file (``.ptoz``), as its published schemas describe it: JSON in a zip file.

Players, sections and games are three lists, and refer to each other by position. Of a player, ``base`` says
who it is and ``tnmt`` what became of the entry. A bye is a game against nobody (-1).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ...errors import Trouble
from ..byes import Bye
from ..records import PlayedSection, ProgramFile, RosterEntry, Sat
from ..zips import UNREADABLE
from .checking import MOST_PLAYERS, MOST_SECTIONS, place, whole, with_both_sides
from .details import read_time_control
from .entries import expiration
from .json_text import number, objects, text

PROGRAM = "WinTD"
# Of a file that is unpacked. A game has some 200 bytes.
LARGEST = 8_000_000
_PERSONAL = ("birthdate", "email", "phone")
_NOBODY, _DELETED, _INACTIVE, _TEAM, _STANDARD = -1, -1, 1, "T", 0
# By what the game says, the letters of its first and its second player.
_GAMES = {1: "WL", -1: "LW", 0: "DD", 2: "XF", -2: "FX", 99: "??", -98: "FF", 98: "ZZ"}
# What who is alone has, by the same for the first player; for the second it is turned around.
_ALONE = {1: "B", 3: "B", 0: "H", -1: "U"}
_COLORS = {1: "w", -1: "b"}


def unpacked(data: bytes) -> str:
    """The JSON of such a file; empty where there is none in it, or too much."""
    try:
        with ZipFile(BytesIO(data)) as file:
            for info in file.infolist()[:10]:
                if info.file_size <= LARGEST:
                    found = file.read(info).decode("utf-8-sig")
                    if found.lstrip().startswith("{"):
                        return found
    except (*UNREADABLE, ValueError, OSError):
        pass
    return ""


def is_one(found: Mapping[str, Any]) -> bool:
    """Whether this JSON is a tournament file of WinTD."""
    lists = all(isinstance(found.get(name), list) for name in ("players", "sections", "games"))
    return lists and any("tnmt" in player for player in objects(found["players"]))


def read(found: Mapping[str, Any]) -> ProgramFile:
    """Read it, with all its problems."""
    reading = _Reading(found["players"][: MOST_SECTIONS * MOST_PLAYERS], found["games"])
    sections = [
        reading.section(at, section)
        for at, section in enumerate(found["sections"][: MOST_SECTIONS + 1])
        if isinstance(section, dict) and number(section.get("id")) != _DELETED
    ]
    if not sections:
        reading.problems.append(Trouble("sections", "", _("at least one section")))
    title = text(found.get("title")) or text(found.get("description"))
    return whole(PROGRAM, title, sections, reading.problems, tuple(reading.left_out))


@dataclass
class _Reading:
    players: Sequence[Any]
    games: Sequence[Any]
    problems: list[Trouble] = field(default_factory=list)
    left_out: dict[str, None] = field(default_factory=dict)

    def section(self, at: int, found: Mapping[str, Any]) -> PlayedSection:
        name = text(found.get("title")) or text(found.get("abbrev")) or _("Section without a name")
        inside = {
            index: player
            for index, player in enumerate(self.players)
            if number(_part(player, "tnmt").get("sectionID")) == at
            and number(_part(player, "tnmt").get("status")) != _DELETED
        }
        if any(_part(player, "base").get("type") == _TEAM for player in inside.values()):
            expected = _("a section of players. Of sections of teams the rating report is read")
            self.problems.append(Trouble(name, "", expected))
            inside = {}
        numbers = _numbers(inside)
        paired = number(found.get("roundsPaired")) or 0
        entries: list[RosterEntry] = []
        sat: dict[tuple[int, int], Sat] = {}
        withdrew: dict[int, int] = {}
        for index, player in inside.items():
            own = numbers[index]
            mine = self._sat(place(name, own), index, player, numbers)
            asked = [Bye(at, Kind.of(each.kind)) for at, each in mine.items() if at > paired]
            entries.append(self._entry(own, player, asked))
            sat |= {(own, at): each for at, each in mine.items() if at <= paired or each.opponent}
            if number(_part(player, "tnmt").get("status")) == _INACTIVE:
                withdrew[own] = max((at for at, each in mine.items() if each.opponent), default=0)
        last = max((at for _own, at in sat), default=0)
        return PlayedSection(
            name,
            max(number(found.get("maxRounds")) or 0, last) or 1,
            tuple(entries),
            with_both_sides(sat),
            withdrew,
            max(number(found.get("firstBoard")) or 1, 1),
            read_time_control(text(found.get("TC"))),
        )

    def _entry(self, own: int, player: Mapping[str, Any], asked: Sequence[Bye]) -> RosterEntry:
        base, entered = _part(player, "base"), _part(player, "tnmt")
        self.left_out |= {name: None for name in _PERSONAL if text(base.get(name))}
        if (number(entered.get("reentryFor")) or 0) > 0:
            self.left_out[_("Re-entries")] = None
        if entered.get("seedpts"):
            self.left_out[_("Points from before the first round")] = None
        return RosterEntry(
            number=own,
            name=text(base.get("name")),
            uscf_id=text(base.get("id")),
            rating=_rating(base.get("rating")),
            team=text(base.get("team")) or text(base.get("club")),
            grade=text(base.get("group")),
            state=text(base.get("stateOrFed")),
            byes=tuple(bye for bye in asked if bye.kind in (Kind.HALF_BYE, Kind.UNPAIRED)),
            expires_on=expiration(text(base.get("expiry"))),
        )

    def _sat(
        self, where: str, index: int, player: Mapping[str, Any], numbers: Mapping[int, int]
    ) -> dict[int, Sat]:
        """What a player had, by round."""
        found: dict[int, Sat] = {}
        positions = _part(player, "tnmt").get("games")
        for position in positions if isinstance(positions, list) else ():
            at = number(position)
            if at is None or at == _NOBODY:
                continue
            game = self.games[at] if 0 <= at < len(self.games) else None
            mine = _of_game(game, index, numbers) if isinstance(game, dict) else None
            if mine is None:
                expected = _(
                    "a game of this player against another of the section in the same round, or a bye"
                )
                self.problems.append(Trouble(where, str(position), expected))
            else:
                round, sat = mine
                found[round] = sat
        return found


def _of_game(game: Mapping[str, Any], index: int, numbers: Mapping[int, int]) -> tuple[int, Sat] | None:
    """The round, and what one of the two had in it; None where the game is none that is read."""
    one, two = number(game.get("p1")), number(game.get("p2"))
    first = one == index
    other = two if first else one
    round, theirs = (number(game.get(each)) for each in (("r1", "r2") if first else ("r2", "r1")))
    result = number(game.get("result"))
    if index not in (one, two) or other is None or result is None or not round or not 0 < round < 100:
        return None
    if other == _NOBODY:
        letter = _ALONE.get(result if first or result == 3 else -result)
        return (round, Sat(letter)) if letter else None
    is_read = number(game.get("type")) in (_STANDARD, None) and not number(game.get("split"))
    if not is_read or result not in _GAMES or round != theirs or other not in numbers:
        return None
    color = _COLORS.get(number(game.get("color1" if first else "color2")) or 0, "")
    board = max(number(game.get("board")) or 0, 0)
    return round, Sat(_GAMES[result][0 if first else 1], numbers[other], color, board)


def _part(player: object, name: str) -> Mapping[str, Any]:
    found = player.get(name) if isinstance(player, dict) else None
    return found if isinstance(found, dict) else {}


def _numbers(inside: Mapping[int, Any]) -> dict[int, int]:
    """The pairing numbers by position in the file. Who has none yet gets one after the others."""
    said = {index: number(_part(player, "tnmt").get("pairno")) or 0 for index, player in inside.items()}
    free = max([0, *said.values()])
    found: dict[int, int] = {}
    for index, own in said.items():
        if own < 1:
            free += 1
        found[index] = own if own > 0 else free
    return found


def _rating(value: object) -> int | None:
    is_one = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 10_000
    return round(value) or None if is_one and isinstance(value, int | float) else None
