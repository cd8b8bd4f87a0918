"""The cells of a wall chart as the report has them.

- A column is a round; of a double round each game has its own. A game that belongs to different rounds for
  its two sides (28M2) stands in a column of its own after the rounds, since both sides must have it in one.
- In a round robin a column is the opponent of that number. A quad goes as a Swiss of three rounds, and so
  does a double round robin, whose columns the format does not describe.
- A forfeit names no opponent.
- Only who was paired is listed, and the lines are numbered from 1 without a gap. An entry that was never
  paired, and a house player who was not needed, has nothing to rate.
- Extra rated games (28M4) do not count in the section, so they are a section of their own.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tiebreaks.engine.chart.wallchart import Card, Cell, Format, Kind, Wallchart

from .records import ROUND_ROBIN, SWISS, UNPLAYED, Result

QUAD = 4
# A column's name has two digits.
MOST_COLUMNS = 99
# The number of an opponent who is not in the section; the check of both sides finds it.
NOBODY = 9999


@dataclass(frozen=True)
class Crosstable:
    """``numbers`` are the report's by those of the chart, ``cells`` by those of the report."""

    type: str
    numbers: Mapping[int, int]
    cells: Mapping[int, tuple[Result, ...]]


class _Side(NamedTuple):
    """A played cell: whose it is, in which column it would stand, and the cell."""

    number: int
    column: int
    cell: Cell


def crosstable(chart: Wallchart) -> Crosstable:
    """The cells of a section's rounds."""
    cards = [card for card in chart.cards if was_paired(card)]
    numbers = {card.number: at for at, card in enumerate(cards, 1)}
    if _is_round_robin(chart, cards):
        return Crosstable(ROUND_ROBIN, numbers, _by_opponent(cards, numbers))
    return Crosstable(SWISS, numbers, _by_round(chart, cards, numbers))


def extra_games(chart: Wallchart) -> Crosstable:
    """The cells of the extra rated games, in as few columns as hold them."""
    players = sorted({each for game in chart.extra for each in (game.white, game.black)})
    numbers = {number: at for at, number in enumerate(players, 1)}
    grid = _Grid(numbers.values())
    for game in chart.extra:
        white, black = numbers[game.white], numbers[game.black]
        grid.append(
            {
                white: Result(game.white_kind.letter, black, "w"),
                black: Result(game.black_kind.letter, white, "b"),
            }
        )
    return Crosstable(SWISS, numbers, grid.cells())


def was_paired(card: Card) -> bool:
    """Whether an entry played, or was to play and forfeited."""
    return any(cell.played or cell.kind.forfeit for cell in card.cells)


def last_round(chart: Wallchart) -> int:
    """The last round with a pairing, 0 without any."""
    paired = (c.round for card in chart.cards for c in card.cells if c.played or c.kind.forfeit)
    return max(paired, default=0)


class _Grid:
    """Cells by number and column; games without a column of their own go after the last one."""

    def __init__(self, numbers: Iterable[int], columns: int = 0) -> None:
        self._rows: dict[int, dict[int, Result]] = {number: {} for number in numbers}
        self._rounds = self._columns = columns

    def put(self, number: int, column: int, result: Result) -> None:
        self._rows[number][column] = result

    def append(self, sides: Mapping[int, Result]) -> None:
        column = self._rounds + 1
        while any(column in self._rows[number] for number in sides):
            column += 1
        self._columns = max(self._columns, column)
        for number, result in sides.items():
            self.put(number, column, result)

    def cells(self) -> dict[int, tuple[Result, ...]]:
        columns = range(1, self._columns + 1)
        return {
            number: tuple([row.get(column, UNPLAYED) for column in columns])
            for number, row in self._rows.items()
        }


def _by_round(
    chart: Wallchart, cards: Sequence[Card], numbers: Mapping[int, int]
) -> dict[int, tuple[Result, ...]]:
    rounds = last_round(chart)
    grid = _Grid(numbers.values(), rounds * chart.games)
    sides: dict[int, list[_Side]] = defaultdict(list)
    for card in cards:
        slots: Counter[int] = Counter()
        for cell in card.cells:
            slots[cell.round] += 1
            column = (cell.round - 1) * chart.games + slots[cell.round]
            if cell.round > rounds or cell.kind is Kind.OPEN:
                continue
            if cell.opponent is not None and not cell.kind.forfeit:
                sides[card.number].append(_Side(card.number, column, cell))
            else:
                grid.put(numbers[card.number], column, Result(cell.kind.letter))
    games, alone = _games(sides)
    for one, other in games:
        results = {numbers[each.number]: _result(each.cell, numbers) for each in (one, other)}
        if one.column == other.column:
            for number, result in results.items():
                grid.put(number, one.column, result)
        else:
            grid.append(results)
    for side in alone:
        grid.put(numbers[side.number], side.column, _result(side.cell, numbers))
    return grid.cells()


def _result(cell: Cell, numbers: Mapping[int, int]) -> Result:
    return Result(cell.kind.letter, numbers.get(cell.opponent or 0, NOBODY), cell.color)


def _games(sides: Mapping[int, Sequence[_Side]]) -> tuple[list[tuple[_Side, _Side]], list[_Side]]:
    """The two sides of each game, and the sides that have none: somebody changed rows by hand."""
    games: list[tuple[_Side, _Side]] = []
    waiting: dict[tuple[int, int | None, int, int, str], list[_Side]] = defaultdict(list)
    for side in (side for each in sides.values() for side in each):
        number, cell = side.number, side.cell
        color = {"w": "b", "b": "w"}.get(cell.color, "")
        others = waiting[cell.opponent or 0, number, cell.opponent_round, cell.round, color]
        if others:
            games.append((others.pop(0), side))
        else:
            waiting[number, cell.opponent, cell.round, cell.opponent_round, cell.color].append(side)
    return games, [side for each in waiting.values() for side in each]


def _is_round_robin(chart: Wallchart, cards: Sequence[Card]) -> bool:
    """Whether a column for each opponent has every game: nobody met anybody twice."""
    if chart.format is not Format.ROUND_ROBIN or not QUAD < len(cards) <= MOST_COLUMNS:
        return False
    return not _met_twice(cards)


def meet_twice(chart: Wallchart) -> bool:
    """Whether a round has two games, or a round robin is a double one."""
    return chart.games > 1 or (chart.format is Format.ROUND_ROBIN and _met_twice(chart.cards))


def _met_twice(cards: Iterable[Card]) -> bool:
    met = Counter((card.number, c.opponent) for card in cards for c in card.cells if c.opponent is not None)
    return max(met.values(), default=0) > 1


def _by_opponent(cards: Sequence[Card], numbers: Mapping[int, int]) -> dict[int, tuple[Result, ...]]:
    grid = _Grid(numbers.values(), len(cards))
    for card in cards:
        for cell in card.cells:
            if cell.opponent is None or cell.kind is Kind.OPEN:
                continue
            result = Result(cell.kind.letter) if cell.kind.forfeit else _result(cell, numbers)
            grid.put(numbers[card.number], numbers.get(cell.opponent, NOBODY), result)
    return grid.cells()
