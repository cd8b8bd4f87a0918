"""All errors in a wall chart, in one report.

Errors are reported, not raised one at a time: a director who pastes a chart with nine mistakes wants to see
nine lines.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from .. import points
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
_TOO_MANY_GAMES = gettext_noop("no more than {games} per round")
_WITHDREW = gettext_noop("no game after round {round}, when the player withdrew")
_EXTRA = gettext_noop("two players in this section, with results that agree")
_OTHER_COLOR = {"w": ("b", ""), "b": ("w", ""), "": ("w", "b", "")}


class CardProblem(NamedTuple):
    """An error on one card: the round (None for the card itself), what was read and what was expected."""

    number: int
    round: int | None
    read: str
    expected: Message


def problems(chart: Wallchart) -> list[CardProblem]:
    """All problems of a chart, card by card. An empty list means that standings can be computed.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> for problem in problems(chart(["W2w", "W9"], ["W1b", "B"])):
    ...     print(problem.number, problem.round, problem.read, "|", problem.expected)
    1 1 W2w | both sides to agree: number 2 has W1b
    1 2 W9 | an opponent in this section: there is no number 9
    2 1 W1b | both sides to agree: number 1 has W2w
    """
    found = [
        CardProblem(number, None, str(number), Message(gettext_noop("a number that nobody else has")))
        for number, times in Counter(card.number for card in chart.cards).items()
        if times > 1
    ]
    found += [problem for card in chart.cards for problem in _card_problems(chart, card)]
    return found + list(_extra_problems(chart))


def _comes_back(chart: Wallchart, card: Card) -> bool:
    """Whether the earlier entries of a card lead back to it, so that none of them is the first."""
    entry = card
    for _ in chart.cards:
        if entry.reentry_of not in chart.by_number:
            return False
        entry = chart.by_number[entry.reentry_of]
        if entry.number == card.number:
            return True
    return False


def _card_problems(chart: Wallchart, card: Card) -> Iterator[CardProblem]:
    earlier = card.reentry_of
    if earlier is not None and (earlier not in chart.by_number or _comes_back(chart, card)):
        yield CardProblem(
            card.number, None, str(earlier), Message(gettext_noop("the number of the earlier entry"))
        )
    slots = Counter(cell.round for cell in card.cells)
    for cell in card.cells:
        text = show_cell(cell, chart.visitors)
        if cell.round > chart.rounds:
            yield CardProblem(card.number, cell.round, text, Message(_TOO_MANY_ROUNDS, rounds=chart.rounds))
        if slots[cell.round] > chart.games:
            yield CardProblem(card.number, cell.round, text, Message(_TOO_MANY_GAMES, games=chart.games))
        # An open game in a round robin may become a forfeit, and a game may have been played early (28M2).
        played = cell.played and cell.kind is not Kind.OPEN
        if card.withdrew is not None and played and min(cell.round, cell.opponent_round) > card.withdrew:
            yield CardProblem(card.number, cell.round, text, Message(_WITHDREW, round=card.withdrew))
        if expected := _pairing_problem(chart, card, cell) or _boards_problem(chart, card, cell):
            yield CardProblem(card.number, cell.round, text, expected)


def _extra_problems(chart: Wallchart) -> Iterator[CardProblem]:
    for white, black, white_kind, black_kind in chart.extra:
        here = white != black and {white, black} <= chart.by_number.keys()
        played = white_kind.played and white_kind is not Kind.OPEN
        if not (here and played and kinds_agree(white_kind, black_kind)):
            text = f"{white_kind.letter}{black}w, {black_kind.letter}{white}b"
            yield CardProblem(white, None, text, Message(_EXTRA))


def _pairing_problem(chart: Wallchart, card: Card, cell: Cell) -> Message | None:
    """What a pairing should have been, or None if it is right or names no opponent."""

    def cells(others: Sequence[Cell]) -> str:
        return " + ".join(show_cell(c, chart.visitors) for c in others)

    if cell.opponent is None:
        return None
    if cell.opponent == card.number:
        return Message(gettext_noop("an opponent other than the player"))
    other = chart.by_number.get(cell.opponent)
    if other is None:
        return Message(
            gettext_noop("an opponent in this section: there is no number {number}"), number=cell.opponent
        )
    if other.visitor:
        return None
    there = other.in_round(cell.opponent_round)
    naming_me = [c for c in there if c.opponent == card.number and c.opponent_round == cell.round]
    if not naming_me:
        unnamed = all(c.opponent is None and not c.kind.played for c in there)
        if cell.kind.forfeit and unnamed:
            return None
        if not there and _is_one_sided(chart, card, cell, other):
            return None
        if not there:
            text = gettext_noop("both sides to agree: number {number} has nothing in round {round}")
        else:
            text = gettext_noop("both sides to agree: number {number} has {cells} in round {round}")
        return Message(text, number=other.number, cells=cells(there), round=cell.opponent_round)
    mine = [c for c in card.in_round(cell.round) if c.opponent == other.number]
    if len(mine) != len(naming_me):
        text = gettext_noop("both sides to agree: number {number} has {count} of these games")
        return Message(text, number=other.number, count=len(naming_me))
    # In a double round against one opponent, the two games may be listed in either order.
    if not any(_agree(cell, theirs) for theirs in naming_me):
        text = gettext_noop("both sides to agree: number {number} has {cells}")
        if any(_agree(cell._replace(color=""), theirs._replace(color="")) for theirs in naming_me):
            text = gettext_noop("opposite colors: number {number} has {cells}")
        return Message(text, number=other.number, cells=cells(naming_me))
    return None


def _is_one_sided(chart: Wallchart, card: Card, cell: Cell, other: Card) -> bool:
    """Whether a cross-round game (28M2) is not yet on the other card, and may be missing there for now.

    A game played early does not start the opponent's round. An open game does not reopen an earlier round.
    """
    if any(c.opponent == card.number and c.opponent_round == cell.round for c in other.cells):
        return False
    if cell.kind is Kind.OPEN:
        return cell.opponent_round != cell.round
    return cell.opponent_round > cell.round and cell.opponent_round not in chart.paired_rounds


def _boards_problem(chart: Wallchart, card: Card, cell: Cell) -> Message | None:
    """What the board points of a match should have been, if any are known or if they rank."""
    if not (chart.by_game_points or chart.has_board_points) or card.visitor:
        return None
    if cell.opponent is None or not cell.kind.played or cell.kind is Kind.OPEN:
        return None
    if cell.board_points_q is None:
        return Message(gettext_noop("the board points of the match, as in W3(2.5)"))
    there = chart.by_number[cell.opponent].in_round(cell.opponent_round)
    theirs = [c for c in there if c.opponent == card.number and c.board_points_q is not None]
    if theirs and not any(_boards_agree(cell, c) for c in theirs):
        text = gettext_noop("a result that agrees with the board points: number {number} has {cells}")
        cells = " + ".join(map(show_cell, theirs))
        return Message(text, number=cell.opponent, cells=cells)
    return None


def total_problems(chart: Wallchart, boards: int | None = None) -> Iterator[CardProblem]:
    """Matches whose board points add up to another number than those of most matches of the section.

    If the number of ``boards`` is known, they may add up to less: on a board that neither player came to,
    nobody scores (13F).
    """
    totals = list(_totals(chart))
    if not totals:
        return
    often = Counter(total for *_match, total in totals)
    usual = max(often, key=lambda total: (often[total], total))
    for number, round, text, total in totals:
        if boards is None and total != usual:
            expected = gettext_noop("board points of both teams that add up to {total}, as in other matches")
            message = Message(expected, total=points.show(usual))
            yield CardProblem(number, round, text, message)
        if boards is not None and total > boards * points.POINT:
            expected = gettext_noop("board points of both teams that add up to no more than {boards}")
            yield CardProblem(number, round, text, Message(expected, boards=boards))


def usual_boards(chart: Wallchart) -> int | None:
    """The number of boards, if matches add up to different numbers of points; None if they do not."""
    totals = {total for *_match, total in _totals(chart)}
    return ceil(max(totals) / points.POINT) if len(totals) > 1 else None


def _totals(chart: Wallchart) -> Iterator[tuple[int, int, str, int]]:
    """Each side of each match whose board points are known: number, round, cells, and the points of both."""
    for card in chart.cards:
        for (round, opponent), cells in _by_opponent(card).items():
            other = chart.by_number.get(opponent)
            if other is None or other.visitor:
                continue
            theirs = [c for c in other.in_round(cells[0].opponent_round) if c.opponent == card.number]
            total = _total_q(cells, theirs)
            if total is not None:
                yield card.number, round, " + ".join(map(show_cell, cells)), total


def _by_opponent(card: Card) -> dict[tuple[int, int], list[Cell]]:
    """The cells of a card that name an opponent, those of a round against one opponent together."""
    found: dict[tuple[int, int], list[Cell]] = {}
    for cell in card.cells:
        if cell.opponent is not None:
            found.setdefault((cell.round, cell.opponent), []).append(cell)
    return found


def _total_q(mine: Sequence[Cell], theirs: Sequence[Cell]) -> int | None:
    """The board points of both sides of a match; of two in one round, which each side may list in its own
    order, the mean. A ruling on a match overrides its boards."""
    both = [*mine, *theirs]
    if len(mine) != len(theirs) or not all(_over(cell) for cell in mine):
        return None
    if any(cell.board_points_q is None or _ruled(cell) for cell in both):
        return None
    # Board points come in halves: the mean of two is exact in quarters.
    return sum([cell.board_points_q or 0 for cell in both]) // len(mine)


def _over(cell: Cell) -> bool:
    return cell.kind.played and cell.kind is not Kind.OPEN


def _ruled(cell: Cell) -> bool:
    return cell.kind.lone or cell.points_q != cell.kind.points_q


def _boards_agree(mine: Cell, theirs: Cell) -> bool:
    """Whether the winner scored more. A ruling on the match (awarded points, N R S) overrides the boards."""
    if theirs.kind.lone or _ruled(mine):
        return True
    more = (mine.board_points_q or 0) - (theirs.board_points_q or 0)
    return more > 0 if mine.kind is Kind.WIN else more < 0 if mine.kind is Kind.LOSS else more == 0


def _agree(mine: Cell, theirs: Cell) -> bool:
    return theirs.color in _OTHER_COLOR[mine.color] and kinds_agree(mine.kind, theirs.kind)


def kinds_agree(mine: Kind, theirs: Kind) -> bool:
    """Whether these can be the two sides of one game.

    >>> kinds_agree(Kind.WIN, Kind.DRAW), kinds_agree(Kind.WIN, Kind.LONE_DRAW)
    (False, True)
    """
    if mine.lone or theirs.lone:
        return mine.played and theirs.played and Kind.OPEN not in (mine, theirs)
    return theirs in _OTHER_SIDE.get(mine, ())
