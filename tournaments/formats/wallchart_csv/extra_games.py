"""The column ``extra`` of a wall chart file: rated games outside the rounds (28M4), as ``W7w+L3b``.

Each game stands in the cells of both players, with colors. It does not count in the standings.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.notation import NotationError, parse_cell
from tiebreaks.engine.chart.problems import kinds_agree
from tiebreaks.engine.chart.wallchart import Cell, ExtraGame, Kind

from ...text.wording import message
from ..delimited import Row
from ..records import FileProblem


def show_extra_games(games: Sequence[ExtraGame], number: int) -> str:
    """The cell of one player.

    >>> show_extra_games([ExtraGame(1, 2, Kind.WIN, Kind.LOSS), ExtraGame(2, 1, Kind.DRAW, Kind.DRAW)], 2)
    'L1b+D1w'
    """
    sides = []
    for white, black, white_kind, black_kind in games:
        if number == white:
            sides.append(f"{white_kind.letter}{black}w")
        if number == black:
            sides.append(f"{black_kind.letter}{white}b")
    return "+".join(sides)


def read_extra_games(
    rows: Mapping[int, Row], column: int, problems: list[FileProblem]
) -> tuple[ExtraGame, ...]:
    """The games, in the order of White's cells. An opponent's cell that disagrees is a problem."""
    sides: list[tuple[int, Cell]] = []
    unreadable: set[int] = set()
    for number, row in rows.items():
        try:
            sides += [(number, side) for side in _sides(row.field(column), number, rows)]
        except NotationError as error:
            problems.append(row.problem(column, message(error.expected)))
            unreadable.add(number)
    games = []
    unanswered = list(sides)
    for white in sides:
        if black := next((side for side in unanswered if _is_one_game(white, side)), None):
            unanswered.remove(white)
            unanswered.remove(black)
            games.append(ExtraGame(white[0], black[0], white[1].kind, black[1].kind))
    for number, side in unanswered:
        # An unreadable cell has its own problem. That it does not answer is no news.
        if side.opponent not in unreadable:
            theirs = rows[side.opponent or 0].field(column)
            if theirs:
                expected = _("both sides to agree: number %(number)d has %(cell)s in this column")
            else:
                expected = _("both sides to agree: number %(number)d has nothing in this column")
            expected %= {"number": side.opponent, "cell": theirs}
            problems.append(rows[number].problem(column, expected))
    return tuple(games)


def _sides(text: str, number: int, rows: Mapping[int, Row]) -> list[Cell]:
    """One player's side of each game. Raises :class:`NotationError`."""
    expected = _("games of this section with their colors, as in W7w+L3b")
    if any(mark in text for mark in "=@("):
        raise NotationError(text, expected)
    sides = [parse_cell(slot, 0) for slot in text.split("+")] if text else []
    for side in sides:
        if not side.played or side.kind is Kind.OPEN or not side.color:
            raise NotationError(text, expected)
        if side.opponent == number:
            raise NotationError(text, _("an opponent other than the player"))
        if side.opponent not in rows:
            absent = _("an opponent in this section: there is no number %(number)d")
            raise NotationError(text, absent % {"number": side.opponent})
    return sides


def _is_one_game(white: tuple[int, Cell], black: tuple[int, Cell]) -> bool:
    (number, mine), (other, theirs) = white, black
    opposed = (mine.opponent, mine.color, theirs.opponent, theirs.color) == (other, "w", number, "b")
    return opposed and kinds_agree(mine.kind, theirs.kind)
