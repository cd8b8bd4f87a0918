"""Matches of teams on public pages: who sat on which board, what each added. Names and ratings only."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.chart.wallchart import Card, Cell, Kind
from tiebreaks.published import MatchBoardLine, PlayersDocument

from ...text import players as words
from ...text.results import show_awarded, show_result
from . import corrected_boards
from .corrected_boards import Corrected


@dataclass(frozen=True)
class MatchPlayer:
    """A team's player on a board, without a name if the team's players are not listed."""

    name: str
    rating: int | None
    white: bool


@dataclass(frozen=True)
class BoardOfMatch:
    board: int
    home: MatchPlayer
    away: MatchPlayer
    result: str
    open: bool
    note: str = ""
    # Since when it has not the result that phones showed before.
    corrected: datetime | None = None


def boards(
    document: PlayersDocument,
    number: int,
    board: int,
    slot: int,
    corrected: Corrected = corrected_boards.NONE,
) -> list[BoardOfMatch]:
    """The boards of a match, the side that had White on the first one to the left."""
    return [
        _board(line, corrected.get((number, board, slot, line.board)))
        for line in document.matches.get((number, board, slot), ())
    ]


def _board(line: MatchBoardLine, corrected: datetime | None = None) -> BoardOfMatch:
    odd = line.board % 2 == 1
    result = line.home_kind.letter + line.away_kind.letter
    points_q = line.home_points_q, line.away_points_q
    awarded = show_awarded(result, points_q)
    return BoardOfMatch(
        board=line.board,
        home=MatchPlayer(line.home or "", line.home_rating, odd),
        away=MatchPlayer(line.away or "", line.away_rating, not odd),
        result=show_result(result, points_q),
        open=line.home_kind is Kind.OPEN,
        note=_("awarded %(points)s") % {"points": awarded} if awarded else "",
        corrected=None if line.home_kind is Kind.OPEN else corrected,
    )


def score(cells: list[Cell]) -> str:
    """``2½–1½``; empty if the points on the boards are not known."""
    scored_q = [cell.board_points_q for cell in cells]
    return (
        "–".join([points.show(each) for each in scored_q if each is not None]) if None not in scored_q else ""
    )


# --- of one of its players ------------------------------------------------------------------------


class Member(NamedTuple):
    """A team's player at the last match that seats one: ``board`` is as ``1.2``, ``kind`` what came of it."""

    team: int
    name: str
    round: int
    board: str
    color: str
    opponent: str
    kind: Kind

    @property
    def seat(self) -> str:
        """The board while it is played, or empty."""
        return words.sits(self.board, self.color, self.opponent) if self.kind is Kind.OPEN else ""

    @property
    def now(self) -> str:
        """The board while it is played, then what came of it."""
        return self.seat or words.of_board(self.board, self.kind)


def members(document: PlayersDocument) -> list[Member]:
    """Everybody whom posted matches name, at the last of them. Who sat nowhere yet is on no public page.

    Where pages show initials, two of a team may have the same name: both sit in one round.
    """
    last: dict[tuple[int, str], list[Member]] = {}
    for round, boards in sorted(document.boards.items()):
        for board, slot, *teams in boards:
            for line in document.matches.get((round, board, slot), ()):
                of = _board(line)
                players, kinds = (of.home, of.away), (line.home_kind, line.away_kind)
                sides = zip(teams, teams[::-1], players, players[::-1], kinds, strict=True)
                for team, against, own, other, kind in sides:
                    opponent = other.name or document.chart.by_number[against].name
                    color = "w" if own.white else "b"
                    sits = Member(team, own.name, round, f"{board}.{line.board}", color, opponent, kind)
                    before = last.get((team, own.name), [])
                    last[team, own.name] = [*(each for each in before if each.round == round), sits]
    return [each for (_team, name), sat in last.items() for each in sat if name]


# --- of one team ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Added:
    """What one board added for the team, and who sat there on either side."""

    board: int
    shown: str
    label: str
    own: MatchPlayer
    other: MatchPlayer


@dataclass(frozen=True)
class TeamMatch:
    """A round of one team: the opponent, the result, and the points on the boards."""

    round: int
    opponent: Card | None
    result: str
    scored: str
    boards: list[Added]

    @property
    def sum(self) -> str:
        return " + ".join(board.shown for board in self.boards)


def of_team(document: PlayersDocument, reading: Reading, number: int) -> list[TeamMatch]:
    """The matches of a team that a reading counts, with what each board added."""
    if not document.of_teams:
        return []
    met: Counter[tuple[int, int | None]] = Counter()
    found = []
    for cell in reading.by_number[number].cells:
        known = _lines(document, number, cell)
        lines = known[met[cell.round, cell.opponent]] if met[cell.round, cell.opponent] < len(known) else []
        met[cell.round, cell.opponent] += 1
        scored_q = cell.board_points_q
        found.append(
            TeamMatch(
                round=cell.round,
                opponent=None if cell.opponent is None else reading.by_number[cell.opponent],
                result=_(cell.kind.label),
                scored="–" if scored_q is None else points.show(scored_q),
                boards=lines,
            )
        )
    return found


def _lines(document: PlayersDocument, number: int, cell: Cell) -> list[list[Added]]:
    """What the boards of each match with this opponent in this round added."""
    return [
        [_added(line, home == number) for line in document.matches.get((at, board, slot), ())]
        for at in sorted({cell.round, cell.opponent_round})
        for board, slot, home, away in document.boards.get(at, ())
        if {home, away} == {number, cell.opponent}
    ]


def _added(line: MatchBoardLine, home: bool) -> Added:
    board = _board(line)
    kind = line.home_kind if home else line.away_kind
    awarded_q = line.home_points_q if home else line.away_points_q
    own, other = (board.home, board.away) if home else (board.away, board.home)
    if awarded_q is not None:
        label = _("%(result)s; points awarded by a ruling") % {"result": _(kind.label)}
        return Added(board.board, points.show(awarded_q), label, own, other)
    label = _(kind.label) if kind.forfeit or kind.lone or kind is Kind.OPEN else ""
    return Added(board.board, points.show(kind.points_q), label, own, other)
