"""Results that are not known when the next round is paired (28O–28Q, 29F, 29H): assumed, and marked so.

The assumption is an input. It never reaches the standings: the assumed chart serves the pairing alone.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from tiebreaks.engine.chart.wallchart import Card, Cell, Kind, Wallchart, cell

from .request import PairingInput
from .result import PairingResult

# Both wait until the game is over, and are paired later (29H8).
HELD_OUT = "held_out"
# What both have instead of a board in the round that is paired, for good but for those who wait (29H).
OUT = {HELD_OUT: Kind.UNPAIRED, "half_byes": Kind.HALF_BYE, "forfeit_next": Kind.UNPAIRED}
# What each side is paired on: of the higher-rated player, and of the other.
CHOICES: dict[str, tuple[Kind, Kind]] = {
    "draw": (Kind.DRAW, Kind.DRAW),  # 28Q2
    "higher_rated_wins": (Kind.WIN, Kind.LOSS),  # 29H5
    "win_and_draw": (Kind.WIN, Kind.LONE_DRAW),  # 29H6
    "two_wins": (Kind.WIN, Kind.LONE_WIN),  # 29H7
    "no_points": (Kind.LOSS, Kind.LONE_LOSS),  # 29H
    **dict.fromkeys(OUT, (Kind.DRAW, Kind.DRAW)),
}


def assume(chart: Wallchart, choices: Mapping[frozenset[int], str]) -> Wallchart:
    """The chart with open games decided for the pairing. Raises :class:`KeyError` for an unknown choice.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> made = assume(chart(["?2w"], ["?1b"], ratings=[1500, 1600]), {frozenset((1, 2)): "higher_rated_wins"})
    >>> [card.cells[0].kind.letter for card in made.cards]
    ['L', 'W']
    """
    cards = [
        replace(c, cells=tuple(_assumed(chart, c, each, choices) for each in c.cells)) for c in chart.cards
    ]
    return replace(chart, cards=tuple(cards))


def _assumed(chart: Wallchart, card: Card, cell: Cell, choices: Mapping[frozenset[int], str]) -> Cell:
    if cell.kind is not Kind.OPEN or cell.opponent is None:
        return cell
    choice = choices.get(frozenset((card.number, cell.opponent)))
    if choice is None:
        return cell
    opponent = chart.by_number[cell.opponent]
    higher = (card.rating or 0, -card.number) > (opponent.rating or 0, -opponent.number)
    kind = CHOICES[choice][0 if higher else 1]
    return cell._replace(kind=kind, points_q=kind.points_q)


def provisionally(request: PairingInput, choices: Mapping[frozenset[int], str]) -> PairingInput:
    """The request on the assumed results, which the result names in a warning. Who is out is away."""
    pairs = tuple((min(pair), max(pair)) for pair in sorted(choices, key=sorted))
    out = {number: OUT[choice] for pair, choice in choices.items() if choice in OUT for number in pair}
    chart = assume(request.chart, choices)
    cards = [
        replace(card, cells=(*card.cells, cell(request.round, out[card.number])))
        if card.number in out and not card.in_round(request.round)
        else card
        for card in chart.cards
    ]
    return replace(request, chart=replace(chart, cards=tuple(cards)), provisional=pairs)


def came_true(chart: Wallchart, pair: frozenset[int], choice: str, round: int) -> bool | None:
    """Whether the result of two players before a round is what it was paired on; None if there is none yet,
    or the round was not paired on one.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> came_true(chart(["W2w"], ["L1b"], ratings=[1500, 1600]), frozenset((1, 2)), "higher_rated_wins", 2)
    False
    >>> came_true(chart(["D2w"], ["D1b"]), frozenset((1, 2)), "draw", 2)
    True
    """
    if choice in OUT or not all(number in chart.by_number for number in pair):
        return None
    found = {
        (number, each.round): each
        for number in pair
        for each in chart.by_number[number].cells
        if each.opponent in pair and each.round < round
    }
    # Of two who had met before, the last meeting was assumed.
    last = {number: max(at for one, at in found if one == number) for number, _at in found}
    found = {
        (number, at): each
        for (number, at), each in found.items()
        if at == last[number] and each.kind is not Kind.OPEN
    }
    reopened = {key: each._replace(kind=Kind.OPEN) for key, each in found.items()}
    assumed = {
        key: _assumed(chart, chart.by_number[key[0]], each, {pair: choice}) for key, each in reopened.items()
    }
    same = [assumed[key].points_q == each.points_q and each.played for key, each in found.items()]
    return all(same) if same else None


def would_differ(made: Collection[frozenset[int]], after: PairingResult) -> frozenset[frozenset[int]]:
    """The boards that the true results would have paired otherwise; re-pairing is for the director (29H9)."""
    return frozenset(made) - {board.players for board in after.boards}
