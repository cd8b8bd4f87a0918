"""The result of a match follows from its boards: the one place that computes it."""

from collections.abc import Iterable

from django.contrib.auth.models import User

from tiebreaks.engine.chart.wallchart import Kind

from ..changes import SectionChange
from ..models import Game, MatchBoard

_OPEN = (Kind.OPEN, Kind.OPEN)


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


def settle(change: SectionChange, game: Game, by: User) -> None:
    """Write the result that follows from the boards of a match, within a change."""
    boards = MatchBoard.objects.filter(game=game)
    home, away, home_q, away_q = outcome(boards)
    by_side = {"w": (home, home_q), "b": (away, away_q)}
    for seat in game.seats.all():
        kind, scored_q = by_side[seat.side]
        change.update(seat, kind=kind.letter, points_q=None, board_points_q=scored_q)
    change.update(game, **game.entry(by))
