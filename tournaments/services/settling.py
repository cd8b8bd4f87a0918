"""What the boards of a match make of it: the one place where two teams get their result."""

from collections.abc import Iterable

from django.contrib.auth.models import User

from tiebreaks.engine.wallchart import Kind

from ..changes import Change
from ..models import Game, MatchBoard

_OPEN = (Kind.OPEN, Kind.OPEN)


def outcome(results: Iterable[str]) -> tuple[Kind, Kind, int, int]:
    """Both sides' result and points on the boards, the home side's first; open while any board is.

    Who scores more has won; a match without a single game played is forfeited.

    >>> [kind.letter for kind in outcome(["WL", "DD", "XF", "LW"])[:2]], outcome(["WL", "DD", "XF", "LW"])[2:]
    (['W', 'L'], (10, 6))
    >>> [kind.letter for kind in outcome(["FX", "FX"])[:2]], [kind.letter for kind in outcome(["FF"])[:2]]
    (['F', 'X'], ['F', 'F'])
    """
    boards = [(Kind.of(result[0]), Kind.of(result[1])) for result in results]
    home_q, away_q = (sum(side.points_q for side in sides) for sides in zip(*boards, strict=True))
    if _OPEN in boards:
        return *_OPEN, home_q, away_q
    played = any(home.played for home, _away in boards)
    won, lost = (Kind.WIN, Kind.LOSS) if played else (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)
    if home_q != away_q:
        return (won, lost, home_q, away_q) if home_q > away_q else (lost, won, home_q, away_q)
    level = Kind.DRAW if played else Kind.FORFEIT_DRAW if home_q else Kind.FORFEIT_LOSS
    return level, level, home_q, away_q


def settle(change: Change, game: Game, by: User) -> None:
    """Write what follows from the boards of a match, as part of a change under way."""
    boards = MatchBoard.objects.filter(game=game)
    home, away, home_q, away_q = outcome(board.result for board in boards)
    made = {"w": (home, home_q), "b": (away, away_q)}
    for seat in game.seats.all():
        kind, scored_q = made[seat.side]
        change.update(seat, kind=kind.letter, points_q=None, board_points_q=scored_q)
    change.update(game, revision=game.revision + 1, entered_by=by)
