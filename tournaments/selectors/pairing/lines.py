"""Pairings as a director types them, one board per line, with everything wrong in one report.

``12 7`` is a board, White first; ``5 H`` is a bye; a name may stand for a number. ``7@3``: for number 7 the
game counts in round 3 (28M2). ``7@Open``: number 7 of section Open plays here, and nothing changes in Open
(28M3). A list of another program is read too: with the number of the board in front (``Board 3: 12-7``, or
in each line ``3 12 7``), or by names (:mod:`.pasted_pairings`).
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Format, Kind
from tiebreaks.lines import clean_lines

from ...errors import Refused, Trouble, shortened
from ...formats.listed_results import without_result
from ...models import Player, Round, Seat, Section
from ...text.results import bye_name
from .pasted_pairings import Named, NamesOf, Said, is_title

_SIDES = (
    r"#?(?P<white>[0-9]{1,6})(?:\s*@\s*(?P<white_at>.+?)[\s,;]+|\s*vs?\b\.?\s*|[\s,;:–-]+)"
    r"(?:#?(?P<black>[0-9]{1,6})(?:\s*@\s*(?P<black_at>.+))?|(?P<bye>[BHU]|bye))"
)
_LINE = re.compile(
    r"(?:(?:(?:board|bd)\.?\s*(?P<board>[0-9]{1,4})[.:)]?|(?P<table>[0-9]{1,4})[.:)])\s+)?" + _SIDES,
    re.IGNORECASE,
)
_AFTER_A_BOARD = re.compile(r"(?P<board>[0-9]{1,4})(?P<table>)[\s,;]+" + _SIDES, re.IGNORECASE)
_ROUND = re.compile("[0-9]{1,2}")


class TypedSide(NamedTuple):
    """A typed number, or whose it is by a name as ``typed``. ``at`` is the text after ``@``: the number of a
    round or the name of a section."""

    number: int
    at: str = ""
    typed: str = ""

    def __str__(self) -> str:
        if self.typed:
            return self.typed
        return f"{self.number}@{self.at}" if self.at else str(self.number)


class Pairing(NamedTuple):
    """One typed line: two sides, White first, or one side and a bye. Of a result it is only known that one is
    there; ``board`` is the number in front, 0 for none."""

    sides: list[TypedSide]
    bye: Kind | None = None
    with_result: bool = False
    board: int = 0


# A line's number and its pairing, or its text if it cannot be read.
NumberedLine = tuple[int, Pairing | str]


class Sitter(NamedTuple):
    """A player to be seated, and in which round. With ``visits``, a player of another section."""

    player: Player
    round: int
    visits: bool = False


class Seating(NamedTuple):
    """A checked line: two players, White first, or one and a bye; and the number of the board, 0 for none."""

    sitters: list[Sitter]
    bye: Kind | None
    with_result: bool = False
    board: int = 0


def parse(text: str) -> list[NumberedLine]:
    """The typed lines; a line without numbers stays text. Raises :class:`Refused` if there is none."""
    lines: list[NumberedLine] = []
    typed = clean_lines(text).splitlines()
    if len(typed) > settings.SECTION_ENTRIES:
        raise Refused(
            _("Nothing was saved. These are %(lines)d lines, and no round has more than %(most)d.")
            % {"lines": len(typed), "most": settings.SECTION_ENTRIES}
        )
    plain = [_without_result(line) for line in typed]
    form = _form([text for text, _is_there in plain])
    for at, (line, (text, with_result)) in enumerate(zip(typed, plain, strict=True), 1):
        if not line:
            continue
        match = form.fullmatch(text)
        if match is None or (match["bye"] and match["white_at"]):
            lines.append((at, line))
            continue
        sides = [TypedSide(int(match["white"]), match["white_at"] or "")]
        if match["bye"]:
            lines.append((at, Pairing(sides, Kind.of(match["bye"][0].upper()))))
        else:
            black = TypedSide(int(match["black"]), (match["black_at"] or "").strip())
            board = int(match["board"] or match["table"] or 0)
            lines.append((at, Pairing([*sides, black], with_result=with_result, board=board)))
    if not lines:
        raise Refused(_("Type one pairing per line: White's number, then Black's number."))
    return lines


def lines_of_byes(player_numbers: Sequence[int], kind: Kind) -> list[NumberedLine]:
    """A bye for each of these players, as typed lines would give it."""
    return [(at, Pairing([TypedSide(player)], kind)) for at, player in enumerate(player_numbers, 1)]


def _without_result(line: str) -> tuple[str, bool]:
    """A line of numbers without a result, where it can't be read as it is: ``2-1`` are two players."""
    forms = (_LINE, _AFTER_A_BOARD)
    rest, is_there = without_result(line)
    if any(form.fullmatch(line) for form in forms) or not any(form.fullmatch(rest) for form in forms):
        return line, False
    return rest, is_there


def _form(typed: Sequence[str]) -> re.Pattern[str]:
    """How the lines are to be read: three bare numbers are a board and its players where each line has them,
    and two numbers too many in a list of two."""
    numbers = [line for line in typed if line[:1].isdecimal() and not _LINE.fullmatch(line)]
    alone = any(_LINE.fullmatch(line) for line in typed)
    with_boards = len(numbers) > 1 and not alone and all(_AFTER_A_BOARD.fullmatch(line) for line in numbers)
    return _AFTER_A_BOARD if with_boards else _LINE


class ReadLine(NamedTuple):
    """A line that is no heading, by its number: its players, or what is wrong with it."""

    at: int
    seating: Seating | None
    troubles: list[Trouble]


class ReadList(NamedTuple):
    """The lines of a list but for its headings; ``titles`` stand above the boards and tell none."""

    lines: list[ReadLine]
    titles: list[str]
    # How many byes of the list are in the round already: they change nothing.
    agreeing: int = 0

    @property
    def seatings(self) -> list[Seating]:
        return [line.seating for line in self.lines if line.seating]

    def left_out(self, *, of_draft: bool = False) -> list[str]:
        """What a director is told of the lines that were passed over, and of results: a pairing has none."""
        titles = [
            _("“%(line)s” above the boards was passed over.") % {"line": shortened(title)}
            for title in self.titles
        ]
        agreeing = ngettext(
            "%(count)d bye is in this round already.",
            "%(count)d byes are in this round already.",
            self.agreeing,
        )
        told = [agreeing % {"count": self.agreeing}] if self.agreeing else []
        results = sum(each.with_result for each in self.seatings)
        return [*titles, *told, *_results_left_out(results, of_draft)]


def read_lines(section: Section, number: int, lines: Sequence[NumberedLine]) -> ReadList:
    """The lines with their players, and what is wrong on each."""
    check = _Check(section, number, lines)
    titles = check.titles(lines)
    read = []
    for line in lines[len(titles) :]:
        before = len(check.troubles)
        read.append(ReadLine(line[0], check.line(*line), check.troubles[before:]))
    unknown = [title for title in titles if check.is_unknown(title)]
    return ReadList([each for each in read if each.seating or each.troubles], unknown, check.agreeing)


def checked(section: Section, number: int, lines: Sequence[NumberedLine]) -> ReadList:
    """The lines with their players. Raises :class:`Refused` with everything wrong on any line."""
    return taken(read_lines(section, number, lines))


def taken(read: ReadList) -> ReadList:
    """The list, if it can be seated."""
    if troubles := [trouble for line in read.lines for trouble in line.troubles]:
        raise Refused(_("Nothing was saved."), troubles)
    if not read.lines and read.agreeing:
        raise Refused(_("Nothing was changed. These byes are in the round already."))
    if not read.lines:
        raise Refused(_("Nothing was saved. These lines have no name and no number of this roster."))
    return read


def only_across(number: int, seatings: Sequence[Seating]) -> bool:
    """Whether these are all games across rounds or sections, which no draft takes."""
    return all(_is_across(number, each) for each in seatings)


def _is_across(number: int, seating: Seating) -> bool:
    return any(sitter.visits or sitter.round != number for sitter in seating.sitters)


def refused_in_draft(number: int, seatings: Sequence[Seating]) -> str:
    """Why a list is not taken into the draft of a round as a whole; empty where it is."""
    if any(_is_across(number, each) for each in seatings):
        return _("Type games across rounds or sections by themselves, on the round’s page.")
    full = [str(each.sitters[0].player.number) for each in seatings if each.bye is Kind.FULL_BYE]
    if len(full) > 1:
        message = _("A draft has one full-point bye, and here %(numbers)s have one.")
        return message % {"numbers": ", ".join(full)}
    return ""


def _results_left_out(results: int, of_draft: bool) -> list[str]:
    said = ngettext(
        "%(count)d result was read and left out. Enter it beside its board.",
        "%(count)d results were read and left out. Enter them beside their boards.",
        results,
    )
    if of_draft:
        said = ngettext(
            "%(count)d result was read and left out. Enter it on the round’s page once it is published.",
            "%(count)d results were read and left out. Enter them on the round’s page once it is published.",
            results,
        )
    return [said % {"count": results}] if results else []


def _key(name: str) -> str:
    """A section's name without differences of case and spaces."""
    return " ".join(name.split()).casefold()


class _Check:
    """Finds the players of the typed lines and collects what is wrong."""

    def __init__(self, section: Section, number: int, lines: Sequence[NumberedLine]) -> None:
        self.section = section
        self.number = number
        self.troubles: list[Trouble] = []
        self.agreeing = 0
        self.players = {player.number: player for player in section.players.all()}
        self.visitors = {player.visitor_of_id: player for player in self.players.values()}
        # Of each round the bye that a player has, or the board and the round in which that is.
        seats = Seat.objects.filter(round__section=section)
        rows = seats.values_list("round__number", "player", "kind", "game__board", "game__round__number")
        self.seated = {row[:2]: row[2:] for row in rows}
        self.elsewhere: dict[str, dict[int, Player] | None] = {}
        # The line on which a player was seated, by round.
        self.taken: dict[tuple[int, int], int] = {}
        self.by_names = [line for _at, line in lines if isinstance(line, str)]
        self.names = NamesOf(section, self.players.values(), self.by_names)

    def titles(self, lines: Sequence[NumberedLine]) -> list[str]:
        """The lines above the boards that tell none: headings, and the titles of another program.

        Without a board below them they may be boards that cannot be read.
        """
        above: list[str] = []
        for _at, line in lines:
            if not isinstance(line, str) or not self._tells_no_board(line):
                return above
            above.append(line)
        return []

    def is_unknown(self, line: str) -> bool:
        return self.names.read(line) is Said.UNKNOWN

    def _tells_no_board(self, line: str) -> bool:
        read = self.names.read(line)
        is_unknown = read is Said.UNKNOWN and not self.names.names_one_of_two(line)
        return read is Said.HEADING or (is_unknown and is_title(line))

    def line(self, at: int, pairing: Pairing | str) -> Seating | None:
        where = _("line %(line)d") % {"line": at}
        if isinstance(pairing, str):
            named = self._by_names(pairing)
            if isinstance(named, str):
                self.troubles.append(Trouble(where, pairing, named))
            if not isinstance(named, Pairing):
                return None
            pairing = named
        typed = pairing.sides
        if len(typed) == 2 and self._same(*typed):
            self.troubles.append(Trouble(where, str(typed[1]), self._two(typed[0])))
            return None
        if all(self._round(side) not in (None, self.number) for side in typed):
            read = " ".join(map(str, typed))
            self.troubles.append(
                Trouble(where, read, _("at least one side in round %(round)d") % {"round": self.number})
            )
            return None
        if pairing.bye is not None and self._has_already(typed[0], pairing.bye):
            self.agreeing += 1
            return None
        sitters = []
        for side in typed:
            found = self._sitter(side, at, bye=pairing.bye is not None)
            if isinstance(found, str):
                self.troubles.append(Trouble(where, str(side), found))
            else:
                sitters.append(found)
        if len(sitters) < len(typed):
            return None
        return Seating(sitters, pairing.bye, pairing.with_result, pairing.board)

    def _has_already(self, side: TypedSide, bye: Kind) -> bool:
        """Whether this bye is in the round, so that the line changes nothing."""
        player = None if side.at else self.players.get(side.number)
        seat = self.seated.get((self.number, player.pk)) if player else None
        return seat is not None and seat[0] == bye.letter and seat[1] is None

    def _by_names(self, line: str) -> Pairing | str | None:
        """The pairing that a line of another program tells, or what was expected; None for a heading."""
        match self.names.read(line):
            case Named() as named:
                typed = zip(named.numbers, named.typed, strict=True)
                sides = [TypedSide(number, typed=name) for number, name in typed]
                board = named.board or (0 if named.bye else self.names.board(line))
                return Pairing(sides, named.bye, named.with_result, board)
            case Said.HEADING:
                return None
            case str(expected):
                return expected
        return self.names.told(line)

    def _two(self, side: TypedSide) -> str:
        """What is expected where one entry is named twice in a line."""
        if side.number not in self.players or side.at:
            return _("two different numbers")
        told = self._said(
            _("two different players. %(name)s is named twice"),
            _("two different teams. %(name)s is named twice"),
        )
        return told % {"name": self.players[side.number].called}

    def _same(self, white: TypedSide, black: TypedSide) -> bool:
        sections = [_key("" if self._round(side) else side.at) for side in (white, black)]
        return white.number == black.number and sections[0] == sections[1]

    def _round(self, side: TypedSide) -> int | None:
        return int(side.at) if _ROUND.fullmatch(side.at) else None

    def _sitter(self, side: TypedSide, at: int, bye: bool) -> Sitter | str:
        """The player to be seated, or what was expected instead."""
        other_round = self._round(side)
        if side.at and other_round is None:
            found = self._visitor(side)
            if isinstance(found, str):
                return found
            # A visitor who came before keeps the entry.
            player = self.visitors.get(found.pk, found)
            sitter = Sitter(player, self.number, visits=player is found)
        else:
            entry = self.players.get(side.number)
            if entry is None:
                return self._said(
                    _("the number of a player in this section"), _("the number of a team in this section")
                )
            if other_round is not None and not 1 <= other_round <= self.section.rounds:
                return _("a round of this section, from 1 to %(rounds)d") % {"rounds": self.section.rounds}
            sitter = Sitter(entry, self.number if other_round is None else other_round)
        return self._free(sitter, at, bye) or sitter

    def _free(self, sitter: Sitter, at: int, bye: bool) -> str:
        """Why the player cannot be seated there; empty if they can."""
        player = sitter.player
        if seat := self.seated.get((sitter.round, player.pk)):
            return self._seated(player, sitter.round, *seat)
        line = self.taken.setdefault((sitter.round, player.pk), at)
        if line != at:
            told = self._said(
                _("each player once. %(name)s is also on line %(line)d"),
                _("each team once. %(name)s is also on line %(line)d"),
            )
            return told % {"name": player.called, "line": line}
        gone = player.withdrawn_after is not None and player.withdrawn_after < sitter.round
        # A player who leaves a round robin stays on the schedule, for the forfeits (30B).
        if gone and not sitter.visits and (bye or self.section.format != Format.ROUND_ROBIN.value):
            told = self._said(
                _("a player still in the event. %(name)s withdrew"),
                _("a team still in the event. %(name)s withdrew"),
            )
            return told % {"name": player.called}
        return ""

    def _seated(self, player: Player, round: int, kind: str, board: int | None, at: int | None) -> str:
        """What is expected instead of who has a bye or a board of the round already."""
        values = {"name": player.called, "round": round, "board": board}
        if board is None:
            told = self._said(
                _(
                    "a player without a bye. %(name)s has a %(bye)s in round %(round)d. Remove it"
                    " (“Put back” in a draft)"
                ),
                _(
                    "a team without a bye. %(name)s has a %(bye)s in round %(round)d. Remove it"
                    " (“Put back” in a draft)"
                ),
            )
            # The button of a published round asks for a reason.
            rounds = Round.objects.filter(section=self.section, number=round)
            if rounds.filter(published_at__isnull=False).exists():
                told = self._said(
                    _(
                        "a player without a bye. %(name)s has a %(bye)s in round %(round)d. Remove it"
                        " (“Remove…” under “Byes and absences”)"
                    ),
                    _(
                        "a team without a bye. %(name)s has a %(bye)s in round %(round)d. Remove it"
                        " (“Remove…” under “Byes and absences”)"
                    ),
                )
            return told % {**values, "bye": bye_name(Kind.of(kind))}
        if at == round:
            told = _("a player without a board in round %(round)d. %(name)s is on board %(board)d")
            if self.section.boards:
                told = _("a team without a match in round %(round)d. %(name)s plays match %(board)d")
            return told % values
        told = _("a player without a pairing in round %(round)d. %(name)s has one")
        if self.section.boards:
            told = _("a team without a pairing in round %(round)d. %(name)s has one")
        return told % values

    def _said(self, of_players: str, of_teams: str) -> str:
        return of_teams if self.section.boards else of_players

    def _visitor(self, side: TypedSide) -> Player | str:
        """The player of another section, or what was expected instead."""
        name = " ".join(side.at.split())
        if _key(name) in (_key(self.section.name), self.section.slug):
            return _("the number alone, because %(section)s is this section") % {"section": self.section.name}
        players = self._entries(name)
        if players is None:
            others = ", ".join(sorted(each.name for each in self._sections()))
            if not others:
                return _("a number of this section, because the event has no other section")
            return _("a round number or another section after @: %(sections)s") % {"sections": others}
        told = self._said(
            _("the number of a player in %(section)s"), _("the number of a team in %(section)s")
        )
        return players.get(side.number) or told % {"section": name}

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
