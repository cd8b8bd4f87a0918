"""The matches of a round as the desk shows them: two teams, the score so far, and each of their boards."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Kind

from ...models import Game, MatchBoard, Seat, Section, TeamMember
from ...text.results import OPEN
from ..public.rounds import Side
from . import boards as of_players
from .boards import DeskBoard

_OPEN = (Kind.OPEN, Kind.OPEN)


@dataclass(frozen=True)
class DeskMatch:
    """A match and its boards; ``score`` is what both teams have scored on them."""

    game: int
    label: str
    home: Side
    away: Side
    score: str
    result: str
    revision: int
    shows: str
    boards: list[DeskBoard]

    @property
    def missing(self) -> int:
        """How many of its boards have no result yet."""
        return sum(board.missing for board in self.boards)


def matches(section: Section, games: Iterable[Game]) -> list[DeskMatch]:
    """These games of a section of teams, as matches."""
    return of_page(section, [of_players.board(game, section) for game in games])


def of_page(section: Section, games: Sequence[DeskBoard], clash: DeskBoard | None = None) -> list[DeskMatch]:
    """The boards of a round's page as matches, in three queries; ``clash`` is shown in its board's place."""
    if not section.boards:
        return []
    scored: dict[int, list[int | None]] = defaultdict(list)
    seats = Seat.objects.filter(game__in=[board.game for board in games]).order_by("-side")
    for game, scored_q in seats.values_list("game", "board_points_q"):
        scored[game].append(scored_q)
    rows: dict[int, list[MatchBoard]] = defaultdict(list)
    found = MatchBoard.objects.filter(game__in=scored).order_by("game", "board")
    for row in found.select_related("home", "away", "entered_by", "verified_by"):
        rows[row.game_id].append(row)
    return [
        DeskMatch(
            game=board.game,
            label=board.label,
            home=board.white,
            away=board.black,
            score=_score(scored[board.game], board.result),
            result=board.result,
            revision=board.revision,
            shows=board.shows,
            boards=[_board(board, row, clash) for row in rows[board.game]],
        )
        for board in games
    ]


def _score(scored_q: list[int | None], result: str) -> str:
    """``2½–1½``; of a match whose boards nobody knows, what each team has for it."""
    if None in scored_q:
        scored_q = [None if letter == Kind.OPEN.letter else Kind.of(letter).points_q for letter in result]
    return "–".join("·" if each is None else points.show(each) for each in scored_q)


def _board(match: DeskBoard, row: MatchBoard, clash: DeskBoard | None) -> DeskBoard:
    if clash is not None and clash.of_match == row.pk:
        return clash
    return DeskBoard(
        game=match.game,
        label=f"{match.label}.{row.board}",
        white=_side(row.home, match.white),
        black=_side(row.away, match.black),
        result=row.result,
        revision=row.revision,
        shows=match.shows,
        points_q=row.points_q,
        by=of_players.name_of(row.entered_by) if row.result != OPEN else "",
        at=row.entered_at if row.result != OPEN else None,
        of_match=row.pk,
        turned=row.board % 2 == 0,
        **of_players.second_reading(row),
    )


def _side(member: TeamMember | None, team: Side) -> Side:
    """Who sits there with the rating; without a name, for which team."""
    if member is None:
        return replace(team, number=0, points="", tag="")
    return Side(member.board, member.called, str(member.rating or ""))


@dataclass(frozen=True)
class TeamLineUp:
    """One team of a match: its list, and by board who sits there."""

    team: str
    number: int
    members: list[TeamMember]
    chosen: list[int | None]


def line_ups(game: Game) -> list[TeamLineUp]:
    """Both teams of a match, the home side first."""
    seats = game.seats.select_related("player").prefetch_related("player__members").order_by("-side")
    rows = list(game.match_boards.all())
    found = []
    for seat, side in zip(seats, ("home_id", "away_id"), strict=True):
        chosen = [getattr(row, side) for row in rows] or [None] * game.round.section.boards
        team = seat.player
        found.append(TeamLineUp(team.name, team.number, list(team.members.all()), chosen))
    return found


@dataclass(frozen=True)
class Chair:
    """A place at a board for a team's player: who may sit there, and who does."""

    name: str
    team: str
    members: list[TeamMember]
    chosen: int | None
    white: bool


def chairs(
    teams: Sequence[TeamLineUp], typed: Sequence[Sequence[int | None]] | None
) -> list[tuple[int, list[Chair]]]:
    """Each board with a chair for either team; a refused lineup shows what was typed."""
    chosen = typed or [team.chosen for team in teams]
    return [
        (
            number + 1,
            [
                Chair(
                    f"{side}-{number + 1}", team.team, team.members, keys[number], white == (number % 2 == 0)
                )
                for side, team, keys, white in zip(
                    ("home", "away"), teams, chosen, (True, False), strict=True
                )
            ],
        )
        for number in range(len(chosen[0]))
    ]


def outcome(boards: Iterable[MatchBoard]) -> tuple[Kind, Kind, int, int]:
    """Both teams' results and board points in quarter-points, the home team's first.

    The match is open while any board is open. The team with more points wins; points awarded by a ruling
    count. A match without any game played is a forfeit.

    >>> won, drawn, lost = (MatchBoard(home_kind=each[0], away_kind=each[1]) for each in ("WL", "DD", "LW"))
    >>> home, away, home_q, away_q = outcome([won, drawn, drawn, lost, won])
    >>> home.letter, away.letter, home_q, away_q
    ('W', 'L', 12, 8)
    >>> lost.home_points_q = 2
    >>> outcome([won, lost])[2:]
    (6, 4)
    """
    rows = list(boards)
    home_q, away_q = (sum(scored_q) for scored_q in zip(*[row.scored_q for row in rows], strict=True))
    kinds = [(Kind.of(row.home_kind), Kind.of(row.away_kind)) for row in rows]
    if _OPEN in kinds:
        return *_OPEN, home_q, away_q
    played = any(home.played for home, _away in kinds)
    won, lost = (Kind.WIN, Kind.LOSS) if played else (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)
    if home_q != away_q:
        return (won, lost, home_q, away_q) if home_q > away_q else (lost, won, home_q, away_q)
    level = Kind.DRAW if played else Kind.FORFEIT_DRAW if home_q else Kind.FORFEIT_LOSS
    return level, level, home_q, away_q
