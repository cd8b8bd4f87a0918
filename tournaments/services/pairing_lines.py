"""Pairings as they are typed, a line a board, and everything that cannot be about them, in one report.

``12 7`` is a board, White first; ``5 H`` a bye. ``7@3``: this side of the game belongs to round 3 (28M2).
``7@Open``: number 7 of section Open plays here, and keeps in Open what they have there (28M3).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Format, Kind

from ..errors import Refused, Trouble
from ..models import Player, Seat, Section

_LINE = re.compile(
    r"#?(?P<white>[0-9]{1,6})(?:\s*@\s*(?P<white_at>.+?)[\s,;]+|[\s,;:–-]+)"
    r"(?:#?(?P<black>[0-9]{1,6})(?:\s*@\s*(?P<black_at>.+))?|(?P<bye>[BHU]))",
    re.IGNORECASE,
)
_ROUND = re.compile("[0-9]{1,2}")


@dataclass(frozen=True)
class TypedSide:
    """A number as it was typed; ``at`` is what stood behind ``@``: a round's number or a section's name."""

    number: int
    at: str = ""

    def __str__(self) -> str:
        return f"{self.number}@{self.at}" if self.at else str(self.number)


@dataclass(frozen=True)
class Pairing:
    """One typed line: two sides, White's first, or one and a bye."""

    white: TypedSide
    black: TypedSide | None
    bye: Kind | None


# A line's number, and what stands on it: where it cannot be read, as it was typed.
Line = tuple[int, Pairing | str]


@dataclass(frozen=True)
class Sitter:
    """Who sits down, in which round: an entry of the section, or (``visits``) another section's."""

    player: Player
    round: int
    visits: bool = False


@dataclass(frozen=True)
class Seating:
    """A line that can be: a board's two sides, White's first, or one and a bye."""

    white: Sitter
    black: Sitter | None
    bye: Kind | None

    @property
    def sitters(self) -> list[Sitter]:
        return [self.white] if self.black is None else [self.white, self.black]


def parse(text: str) -> list[Line]:
    """The typed lines, those that cannot be read as they are; :class:`Refused` where there is none."""
    lines: list[Line] = []
    for at, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None or (match["bye"] and match["white_at"]):
            lines.append((at, line.strip()))
            continue
        black = TypedSide(int(match["black"]), (match["black_at"] or "").strip()) if match["black"] else None
        bye = Kind.of(match["bye"].upper()) if match["bye"] else None
        lines.append((at, Pairing(TypedSide(int(match["white"]), match["white_at"] or ""), black, bye)))
    if not lines:
        raise Refused(_("Type one pairing a line: White's number, Black's number."))
    return lines


def checked(section: Section, number: int, lines: Sequence[Line]) -> list[Seating]:
    """The lines with everybody found; :class:`Refused` with everything wrong on any of them, read or not."""
    check = _Check(section, number)
    seatings = [seating for line in lines if (seating := check.line(*line)) is not None]
    if check.troubles:
        raise Refused(_("Nothing was paired."), check.troubles)
    return seatings


def _key(name: str) -> str:
    """A section's name without regard to case and blanks."""
    return " ".join(name.split()).casefold()


class _Check:
    """Looks the typed sides up, line by line, and collects what is wrong."""

    def __init__(self, section: Section, number: int) -> None:
        self.section = section
        self.number = number
        self.troubles: list[Trouble] = []
        self.players = {player.number: player for player in section.players.all()}
        self.visitors = {player.visitor_of_id: player for player in self.players.values()}
        self.seated = set(
            Seat.objects.filter(round__section=section).values_list("round__number", "player").distinct()
        )
        self.elsewhere: dict[str, dict[int, Player] | None] = {}
        # On which line of this text somebody sits down in which round.
        self.taken: dict[tuple[int, int], int] = {}

    def line(self, at: int, pairing: Pairing | str) -> Seating | None:
        where = _("line %d") % at
        if isinstance(pairing, str):
            expected = _("two numbers, White first (12 7), or a number and B, H or U (5 H)")
            self.troubles.append(Trouble(where, pairing, expected))
            return None
        white, black = pairing.white, pairing.black
        if black is not None and self._same(white, black):
            self.troubles.append(Trouble(where, str(black), _("two different numbers")))
            return None
        typed = [white] if black is None else [white, black]
        if all(self._round(side) not in (None, self.number) for side in typed):
            read = " ".join(map(str, typed))
            self.troubles.append(Trouble(where, read, _("one side at least of round %d") % self.number))
            return None
        sitters = [self._sitter(side, at, bye=black is None) for side in typed]
        for side, sitter in zip(typed, sitters, strict=True):
            if isinstance(sitter, str):
                self.troubles.append(Trouble(where, str(side), sitter))
        found = [sitter for sitter in sitters if isinstance(sitter, Sitter)]
        if len(found) < len(typed):
            return None
        return Seating(found[0], found[1] if black is not None else None, pairing.bye)

    def _same(self, white: TypedSide, black: TypedSide) -> bool:
        sections = [_key("" if self._round(side) else side.at) for side in (white, black)]
        return white.number == black.number and sections[0] == sections[1]

    def _round(self, side: TypedSide) -> int | None:
        return int(side.at) if _ROUND.fullmatch(side.at) else None

    def _sitter(self, side: TypedSide, at: int, bye: bool) -> Sitter | str:
        """Who that is; what was expected instead where nobody can be."""
        other_round = self._round(side)
        if side.at and other_round is None:
            found = self._visitor(side)
            if isinstance(found, str):
                return found
            # Who has been here before sits on the same entry.
            player = self.visitors.get(found.pk, found)
            sitter = Sitter(player, self.number, visits=player is found)
        else:
            entry = self.players.get(side.number)
            if entry is None:
                return _("a number of this section")
            if other_round is not None and not 1 <= other_round <= self.section.rounds:
                return _("a round of this section, from 1 to %d") % self.section.rounds
            sitter = Sitter(entry, self.number if other_round is None else other_round)
        return self._free(sitter, at, bye) or sitter

    def _free(self, sitter: Sitter, at: int, bye: bool) -> str:
        """Why the player cannot sit down there; empty where they can."""
        player = sitter.player
        if (sitter.round, player.pk) in self.seated:
            if sitter.round == self.number:
                return _("a number not yet seated in this round (%s is)") % player.name
            return _("a number not yet seated in round %(round)d (%(name)s is)") % {
                "round": sitter.round,
                "name": player.name,
            }
        line = self.taken.setdefault((sitter.round, player.pk), at)
        if line != at:
            return _("each number once (%(name)s is on line %(line)d too)") % {
                "name": player.name,
                "line": line,
            }
        gone = player.withdrawn_after is not None and player.withdrawn_after < sitter.round
        # Whoever leaves a round robin stays on everybody's schedule, for the forfeits (30B).
        if gone and not sitter.visits and (bye or self.section.format != Format.ROUND_ROBIN.value):
            return _("a number that is still in the event (%s withdrew)") % player.name
        return ""

    def _visitor(self, side: TypedSide) -> Player | str:
        """The entry of another section; what was expected instead where there is none."""
        name = " ".join(side.at.split())
        if _key(name) in (_key(self.section.name), self.section.slug):
            return _("the number alone: %s is this section") % self.section.name
        players = self._entries(name)
        if players is None:
            others = ", ".join(sorted(each.name for each in self._sections()))
            if not others:
                return _("a number of this section: the event has no other")
            return _("a round's number or another section of this event after @: %s") % others
        return players.get(side.number) or _("a number of section %s") % name

    def _entries(self, name: str) -> dict[int, Player] | None:
        key = _key(name)
        if key not in self.elsewhere:
            found = [each for each in self._sections() if key in (_key(each.name), each.slug)]
            entries = Player.objects.filter(section__in=found[:1], visitor_of=None)
            self.elsewhere[key] = {player.number: player for player in entries} if found else None
        return self.elsewhere[key]

    def _sections(self) -> Iterator[Section]:
        # A team visits teams, a player players.
        others = Section.objects.filter(event=self.section.event_id, boards=self.section.boards)
        yield from others.exclude(pk=self.section.pk)
