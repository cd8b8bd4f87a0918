"""The result of a match follows from its boards, and is written with them."""

from django.contrib.auth.models import User

from ..changes import SectionChange
from ..models import Game, MatchBoard
from ..selectors.results.matches import outcome


def settle(change: SectionChange, game: Game, by: User) -> None:
    """Write the result that follows from the boards of a match, within a change."""
    boards = MatchBoard.objects.filter(game=game)
    home, away, home_q, away_q = outcome(boards)
    by_side = {"w": (home, home_q), "b": (away, away_q)}
    for seat in game.seats.all():
        kind, scored_q = by_side[seat.side]
        change.update(seat, kind=kind.letter, points_q=None, board_points_q=scored_q)
    change.update(game, **game.entry(by))
