"""Everything that cannot be right about a wall chart, in one report.

Validity is reported, never raised in the middle of a computation: a director who pastes a chart with nine
slips wants to see nine lines.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..messages import Message, gettext_noop
from .notation import show_cell
from .wallchart import Card, Cell, Kind, Wallchart

_OTHER_SIDE = {
    Kind.WIN: (Kind.LOSS,),
    Kind.LOSS: (Kind.WIN,),
    Kind.DRAW: (Kind.DRAW,),
    Kind.OPEN: (Kind.OPEN,),
    Kind.FORFEIT_WIN: (Kind.FORFEIT_LOSS,),
    Kind.FORFEIT_LOSS: (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS),  # both absent: 13F
    Kind.FORFEIT_DRAW: (Kind.FORFEIT_DRAW,),
}
_TOO_MANY_ROUNDS = gettext_noop("no more than the {rounds} planned rounds")
_TOO_MANY_GAMES = gettext_noop("no more than {games} a round")
_WITHDREW = gettext_noop("nothing played after round {round}: the player withdrew then")
_EXTRA = gettext_noop("two players of this section, and results that agree")
_OTHER_COLOUR = {"w": ("b", ""), "b": ("w", ""), "": ("w", "b", "")}


class Problem(NamedTuple):
    """What is wrong on one card: the round (None: the card itself), what was read and what was expected."""

    number: int
    round: int | None
    read: str
    expected: Message


def problems(chart: Wallchart) -> list[Problem]:
    """All problems of a chart, card by card; an empty list means that standings can be computed.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> for problem in problems(chart(["W2w", "W9"], ["W1b", "B"])):
    ...     print(problem.number, problem.round, problem.read, "|", problem.expected)
    1 1 W2w | the other side to agree: number 2 has W1b
    1 2 W9 | an opponent of this section: nobody has number 9
    2 1 W1b | the other side to agree: number 1 has W2w
    """
    found = [
        Problem(number, None, str(number), Message(gettext_noop("a number that nobody else has")))
        for number, times in Counter(card.number for card in chart.cards).items()
        if times > 1
    ]
    found += [problem for card in chart.cards for problem in _card_problems(chart, card)]
    return found + list(_extra_problems(chart))


def _card_problems(chart: Wallchart, card: Card) -> Iterator[Problem]:
    earlier = card.reentry_of
    if earlier is not None and (earlier == card.number or earlier not in chart.by_number):
        yield Problem(
            card.number, None, str(earlier), Message(gettext_noop("the number of the earlier entry"))
        )
    slots = Counter(cell.round for cell in card.cells)
    for cell in card.cells:
        text = show_cell(cell, chart.visitors)
        if cell.round > chart.rounds:
            yield Problem(card.number, cell.round, text, Message(_TOO_MANY_ROUNDS, rounds=chart.rounds))
        if slots[cell.round] > chart.games:
            yield Problem(card.number, cell.round, text, Message(_TOO_MANY_GAMES, games=chart.games))
        # A game of a round robin may still wait for its forfeit, and one may have been played ahead (28M2).
        played = cell.played and cell.kind is not Kind.OPEN
        if card.withdrew is not None and played and min(cell.round, cell.opponent_round) > card.withdrew:
            yield Problem(card.number, cell.round, text, Message(_WITHDREW, round=card.withdrew))
        if expected := _pairing_problem(chart, card, cell) or _boards_problem(chart, card, cell):
            yield Problem(card.number, cell.round, text, expected)


def _extra_problems(chart: Wallchart) -> Iterator[Problem]:
    for white, black, white_kind, black_kind in chart.extra:
        here = white != black and {white, black} <= chart.by_number.keys()
        played = white_kind.played and white_kind is not Kind.OPEN
        if not (here and played and kinds_agree(white_kind, black_kind)):
            text = f"{white_kind.letter}{black}w, {black_kind.letter}{white}b"
            yield Problem(white, None, text, Message(_EXTRA))


def _pairing_problem(chart: Wallchart, card: Card, cell: Cell) -> Message | None:
    """What a pairing should have been; nothing where it is right or where nobody was named."""

    def cells(others: Sequence[Cell]) -> str:
        return " + ".join(show_cell(c, chart.visitors) for c in others)

    if cell.opponent is None:
        return None
    if cell.opponent == card.number:
        return Message(gettext_noop("an opponent other than the player"))
    other = chart.by_number.get(cell.opponent)
    if other is None:
        return Message(
            gettext_noop("an opponent of this section: nobody has number {number}"), number=cell.opponent
        )
    if other.visitor:
        return None
    there = other.in_round(cell.opponent_round)
    naming_me = [c for c in there if c.opponent == card.number and c.opponent_round == cell.round]
    if not naming_me:
        unnamed = all(c.opponent is None and not c.kind.played for c in there)
        if cell.kind.forfeit and unnamed:
            return None
        if not there and _is_one_sided(chart, card, cell):
            return None
        if not there:
            text = gettext_noop("the other side to agree: number {number} has nothing in round {round}")
        else:
            text = gettext_noop("the other side to agree: number {number} has {cells} in round {round}")
        return Message(text, number=other.number, cells=cells(there), round=cell.opponent_round)
    mine = [c for c in card.in_round(cell.round) if c.opponent == other.number]
    if len(mine) != len(naming_me):
        text = gettext_noop("the other side to agree: number {number} has {count} of these games")
        return Message(text, number=other.number, count=len(naming_me))
    # In a double round against one opponent the two games may be listed in either order.
    if not any(_agree(cell, theirs) for theirs in naming_me):
        text = gettext_noop("the other side to agree: number {number} has {cells}")
        if any(_agree(cell._replace(color=""), theirs._replace(color="")) for theirs in naming_me):
            text = gettext_noop("opposite colors: number {number} has {cells}")
        return Message(text, number=other.number, cells=cells(naming_me))
    return None


def _is_one_sided(chart: Wallchart, card: Card, cell: Cell) -> bool:
    """Whether a game between two rounds (28M2) is not yet on the other card, where nothing stands there.

    A game ahead does not begin the other's round, and one still open does not open an earlier round again.
    """
    other = chart.by_number[cell.opponent or 0]
    named = any(c.opponent == card.number and c.opponent_round == cell.round for c in other.cells)
    if named or cell.opponent_round == cell.round:
        return False
    if cell.kind is Kind.OPEN:
        return True
    there = (c for card in chart.cards for c in card.in_round(cell.opponent_round))
    return cell.opponent_round > cell.round and all(c.opponent is None for c in there)


def _boards_problem(chart: Wallchart, card: Card, cell: Cell) -> Message | None:
    """What the board points of a match should have been, where any are known or they rank."""
    if not (chart.by_game_points or chart.has_board_points) or card.visitor:
        return None
    if not cell.kind.played or cell.kind is Kind.OPEN:
        return None
    if cell.board_points_q is None:
        return Message(gettext_noop("the board points of the match, as in W3(2.5)"))
    there = chart.by_number[cell.opponent or 0].in_round(cell.opponent_round)
    theirs = [c for c in there if c.opponent == card.number and c.board_points_q is not None]
    if theirs and not any(_boards_agree(cell, c) for c in theirs):
        text = gettext_noop("a result that the board points make: number {number} has {cells}")
        cells = " + ".join(show_cell(c, chart.visitors) for c in theirs)
        return Message(text, number=cell.opponent, cells=cells)
    return None


def _boards_agree(mine: Cell, theirs: Cell) -> bool:
    """Whether who won scored more; a ruling on the match (awarded points, N R S) stands above its boards."""
    if mine.kind.lone or theirs.kind.lone or mine.points_q != mine.kind.points_q:
        return True
    more = (mine.board_points_q or 0) - (theirs.board_points_q or 0)
    return more > 0 if mine.kind is Kind.WIN else more < 0 if mine.kind is Kind.LOSS else more == 0


def _agree(mine: Cell, theirs: Cell) -> bool:
    return theirs.color in _OTHER_COLOUR[mine.color] and kinds_agree(mine.kind, theirs.kind)


def kinds_agree(mine: Kind, theirs: Kind) -> bool:
    """Whether these can be the two sides of one game.

    >>> kinds_agree(Kind.WIN, Kind.DRAW), kinds_agree(Kind.WIN, Kind.LONE_DRAW)
    (False, True)
    """
    if mine.lone or theirs.lone:
        return mine.played and theirs.played and Kind.OPEN not in (mine, theirs)
    return theirs in _OTHER_SIDE.get(mine, ())
