"""What a result writes within a change: both sides of a game, or the boards of a match, from which the result
of the match follows."""

from collections.abc import Iterable

from django.contrib.auth.models import User

from ..changes import SectionChange
from ..models import Game, MatchBoard, Seat
from ..selectors.results.matches import outcome
from ..text.results import THE_RESULTS_OWN, Points


def write_sides(
    change: SectionChange,
    game: Game,
    seats: Iterable[Seat],
    result: str,
    awarded_q: Points = THE_RESULTS_OWN,
    *,
    by: User,
) -> None:
    """The result of a game on the seats of both sides, White's first."""
    change.update_all(
        (seat, {"kind": letter, "points_q": awarded})
        for seat, letter, awarded in zip(seats, result, awarded_q, strict=True)
    )
    change.update(game, **game.entry(by))


def boards_of(change: SectionChange, game: Game) -> list[MatchBoard]:
    """The boards of a match. An imported match has none: create them, without names."""
    boards = list(game.match_boards.select_related("home", "away"))
    return boards or change.create_all(
        MatchBoard(game=game, board=number) for number in range(1, change.section.boards + 1)
    )


def write_board(
    change: SectionChange,
    board: MatchBoard,
    result: str,
    points_q: Points = THE_RESULTS_OWN,
    *,
    by: User,
) -> None:
    change.update(board, **board.entry(by), **result_fields(result, points_q))


def result_fields(result: str, points_q: Points = THE_RESULTS_OWN) -> dict[str, str | int | None]:
    """A board's result as fields of its row."""
    home_q, away_q = points_q
    return {
        "home_kind": result[0],
        "away_kind": result[1],
        "home_points_q": home_q,
        "away_points_q": away_q,
    }


def settle(change: SectionChange, game: Game, by: User) -> None:
    """Write the result that follows from the boards of a match, within a change."""
    boards = MatchBoard.objects.filter(game=game)
    home, away, home_q, away_q = outcome(boards)
    by_side = {"w": (home, home_q), "b": (away, away_q)}
    for seat in game.seats.all():
        kind, scored_q = by_side[seat.side]
        change.update(seat, kind=kind.letter, points_q=None, board_points_q=scored_q)
    change.update(game, **game.entry(by))
