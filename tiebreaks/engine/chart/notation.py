"""How a cell is written: ``W12w``, ``H``, ``?4b``, ``W12w=0.5``.

Wall chart files, stored documents and the round columns of the pages all use this notation.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from .. import points
from ..messages import Message, gettext_noop
from .wallchart import Card, Cell, Format, Kind, Wallchart, cell

_SHAPE = re.compile(
    r"(?P<letter>[A-Z?*])"
    r"(?:(?P<opponent>[0-9]{1,7})(?P<color>[WB])?|-+)?"
    r"(?:@(?P<where>[^=+()@]+)|\((?P<board_points>[0-9.,¼½¾]+)\)|=(?P<points>[0-9.,¼½¾]+))*",
    re.ASCII | re.IGNORECASE,
)


class NotationError(ValueError):
    """A cell that cannot be read. ``expected`` says what was expected."""

    def __init__(self, read: str, expected: str) -> None:
        super().__init__(f"{read!r}: {expected}")
        self.read = read
        self.expected = expected


# SwissSys has used ``L0`` for a player without a game. A result against number 0 was not played (RULES §1.1).
_AGAINST_NOBODY = {
    Kind.WIN: Kind.FULL_BYE,
    Kind.LONE_WIN: Kind.FULL_BYE,
    Kind.DRAW: Kind.HALF_BYE,
    Kind.LONE_DRAW: Kind.HALF_BYE,
    Kind.LOSS: Kind.UNPAIRED,
    Kind.LONE_LOSS: Kind.UNPAIRED,
}
LETTERS = "W L D, X F Z, B H U, N R S or ?"


@lru_cache(maxsize=65536)
def parse_cell(text: str, round: int) -> Cell:
    """Read one slot of one round, ignoring blanks and case. Raises :class:`NotationError`.

    >>> parse_cell("w 12 b", 3)
    Cell(round=3, kind=<Kind.WIN: 'W'>, opponent=12, color='b', points_q=4, \
opponent_round=3, board_points_q=None)
    >>> parse_cell("W12w=0.5", 1).points_q, parse_cell("W12w@3", 1).opponent_round
    (2, 3)
    >>> parse_cell("H---", 1).kind.name, parse_cell("X0", 1).opponent
    ('HALF_BYE', None)
    """
    compact = "".join(text.split())
    match = _SHAPE.fullmatch(compact)
    once = all(compact.count(mark) < 2 for mark in "@=(")
    if match is None or not once or match["letter"].upper() not in "WLDXFZBHUNRS?*":
        expected = gettext_noop("one of {letters}, then the opponent's number and w or b")
        raise _wrong(text, expected, letters=LETTERS)
    # The diagonal of a round robin table has an asterisk.
    kind = Kind.of(match["letter"].upper().replace("*", "U"))
    opponent = int(match["opponent"] or 0) or None
    if opponent is None and match["opponent"]:
        kind = _AGAINST_NOBODY.get(kind, kind)
    if opponent is None and kind.played:
        raise _wrong(text, gettext_noop("the opponent's number after {letter}"), letter=kind.letter)
    if opponent is not None and kind in (Kind.FULL_BYE, Kind.HALF_BYE, Kind.UNPAIRED):
        raise _wrong(text, gettext_noop("{letter} alone, without an opponent"), letter=kind.letter)
    if kind is Kind.OPEN and match["points"]:
        raise _wrong(text, gettext_noop("no points until there is a result"))
    where = match["where"]
    if where is not None and (opponent is None or not re.fullmatch("[0-9]{1,2}", where)):
        raise _wrong(text, gettext_noop("a round number after @, as in W12w@3"))
    return cell(
        round,
        kind,
        opponent,
        (match["color"] or "").lower() if opponent else "",
        _points(text, match["points"]),
        int(where) if where else None,
        _points(text, match["board_points"]),
    )


def _points(text: str, written: str | None) -> int | None:
    if written is None:
        return None
    try:
        return points.parse(written)
    except ValueError:
        raise _wrong(text, gettext_noop("points in halves or quarters, as in 0.5")) from None


def _wrong(text: str, expected: str, **values: object) -> NotationError:
    return NotationError(text.strip(), Message(expected, **values))


def show_cell(
    cell: Cell, visitors: Mapping[int, str] | None = None, *, scored: Callable[[int], str] = points.decimal
) -> str:
    """Write one slot so that :func:`parse_cell` reads it back.

    ``visitors`` are the chart's visitors. Each is written with the number and name of the home section.
    ``scored`` formats the board points of a match.

    >>> show_cell(parse_cell("l3W@2=.5", 1)), show_cell(parse_cell("W9b", 1), {9: "7@Open"})
    ('L3w@2=0.5', 'W7b@Open')
    >>> show_cell(parse_cell("W3(2.5)", 1)), show_cell(parse_cell("W3(2.5)", 1), scored=points.show)
    ('W3(2.5)', 'W3(2½)')
    """
    kind = cell.kind
    text = kind.letter
    if cell.opponent is not None:
        opponent, _, section = (visitors or {}).get(cell.opponent, str(cell.opponent)).partition("@")
        text += opponent + cell.color
        if section:
            text += f"@{section}"
        elif cell.opponent_round != cell.round:
            text += f"@{cell.opponent_round}"
    if cell.board_points_q is not None:
        text += f"({scored(cell.board_points_q)})"
    if cell.points_q != kind.points_q:
        text += f"={points.decimal(cell.points_q)}"
    return text


def parse_round(text: str, round: int, games: int = 1) -> tuple[Cell, ...]:
    """Read one column of a file: nothing, a slot, or slots joined by ``+``.

    In a double round, a slot without ``+`` stands for both games. A slot before a bare ``+`` is the only one
    known so far.

    >>> [c.kind.letter for c in parse_round("B", 1, games=2)], len(parse_round("W2+", 1, games=2))
    (['B', 'B'], 1)
    """
    if not text.strip():
        return ()
    written = text.split("+")
    if len(written) > max(games, 1):
        expected = gettext_noop("at most {games} per round ('# games: {more}' allows more)")
        raise _wrong(text, expected, games=games, more=len(written))
    if len(written) == 1:
        return (parse_cell(text, round),) * games
    return tuple(parse_cell(slot, round) for slot in written if slot.strip())


def show_round(
    cells: Sequence[Cell],
    games: int = 1,
    visitors: Mapping[int, str] | None = None,
    *,
    scored: Callable[[int], str] = points.decimal,
) -> str:
    """Write the slots of one round as one column.

    >>> show_round(parse_round("W2", 1), games=2)
    'W2+'
    """
    if len(cells) == 1:
        return show_cell(cells[0], visitors, scored=scored) + ("+" if games > 1 else "")
    return "+".join([show_cell(cell, visitors, scored=scored) for cell in cells])


def chart(
    *rows: Sequence[str],
    rounds: int | None = None,
    games: int = 1,
    format: Format = Format.SWISS,
    ratings: Sequence[int | None] = (),
) -> Wallchart:
    """Make a wall chart from rows of cells, for examples and tests. The first row is number 1.

    >>> chart(["W2w", "H"], ["L1b", "U"]).rounds
    2
    """
    return Wallchart(
        cards=tuple(
            Card(
                number,
                f"Entry {number}",
                tuple(c for r, text in enumerate(row, 1) for c in parse_round(text, r, games)),
                rating=ratings[number - 1] if ratings else None,
            )
            for number, row in enumerate(rows, 1)
        ),
        rounds=rounds or max(map(len, rows), default=0),
        games=games,
        format=format,
    )
