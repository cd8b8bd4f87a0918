"""Forfeits that a chart has on one side only, as in rating reports: here they get both sides."""

from dataclasses import replace
from functools import partial

from tiebreaks.engine.chart.problems import kinds_agree
from tiebreaks.engine.chart.wallchart import Cell, Kind, Wallchart, cell

_BY_ABSENCE = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)
_OTHER_COLOR = {"w": "b", "b": "w", "": ""}


def on_both_sides(chart: Wallchart) -> Wallchart:
    """The chart with each forfeit on both cards, where it can be.

    The opponent's card needs room in that round: a forfeit without a number, or nothing played in a held
    round (the absent opponent has lost by forfeit). Without room, or with points that disagree, a forfeit
    stays on one card.

    >>> from tiebreaks.engine.chart.notation import chart, show_cell
    >>> wall = on_both_sides(chart(["X2w", "F3"], ["F", "W4"], ["U", "X"], ["X", "L2"]))
    >>> [[show_cell(cell) for cell in card.cells] for card in wall.cards]
    [['X2w', 'F3'], ['F1b', 'W4'], ['U', 'X1'], ['X', 'L2']]
    """
    cells = {card.number: list(card.cells) for card in chart.cards}
    for card in chart.cards:
        for mine in card.cells:
            if mine.kind.forfeit and mine.opponent is not None and not answered(chart, card.number, mine):
                _answer(cells[mine.opponent], card.number, mine, chart)
    return replace(chart, cards=tuple(replace(card, cells=tuple(cells[card.number])) for card in chart.cards))


def answered(chart: Wallchart, number: int, mine: Cell) -> bool:
    """Whether the opponent's card has this game too."""
    return any(
        c.opponent == number and c.opponent_round == mine.round
        for c in chart.by_number[mine.opponent or 0].in_round(mine.opponent_round)
    )


def _answer(theirs: list[Cell], number: int, mine: Cell, chart: Wallchart) -> None:
    """Write a forfeit on the opponent's card, if there is room."""
    there = [(at, c) for at, c in enumerate(theirs) if c.round == mine.opponent_round]
    color = _OTHER_COLOR[mine.color]
    answer = partial(Cell._replace, opponent=number, color=color, opponent_round=mine.round)
    for at, c in there:
        if c.opponent is None and kinds_agree(mine.kind, c.kind):
            theirs[at] = answer(c)
            return
    if mine.kind not in _BY_ABSENCE:
        return
    for at, c in there:
        if c.kind is Kind.UNPAIRED:
            theirs[at] = answer(c, kind=Kind.FORFEIT_LOSS)
            return
    if len(there) < chart.games and mine.opponent_round <= chart.through:
        theirs.append(answer(cell(mine.opponent_round, Kind.FORFEIT_LOSS)))
        theirs.sort(key=lambda c: c.round)
