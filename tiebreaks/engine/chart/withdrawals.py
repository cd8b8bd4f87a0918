"""30B: a player who leaves a round robin before playing half of the games did not compete.

Standings list the entry without place and rank. Games against it count for nobody, even if they were played:
for each opponent the slot is unplayed and scores nothing. The games are still rated and stay on the wall
chart. A player who leaves later stays ranked, and the results entered for the remaining rounds count,
including forfeits. This rule does not apply to a Swiss.

Each entry is scheduled to meet every other entry once, or as often as the planned games allow. House players
are on the schedule; visitors (28M3) are not. A game still being played counts as played, and a forfeit does
not. A withdrawal takes effect after its round, so earlier standings stay as posted.
"""

from ..evaluation import Addend, Evaluation
from ..messages import gettext_noop
from .wallchart import Card, Cell, Format, Kind, Wallchart, cell

RULE = "30B"
OPPONENT_WITHDREW = gettext_noop("does not count: the opponent withdrew before playing half of the games")


def did_not_compete(chart: Wallchart, counted: int) -> frozenset[int]:
    """The numbers that left by round ``counted`` without playing half of the scheduled games (30B).

    Of four who meet once, one game of three is less than half:

    >>> from dataclasses import replace
    >>> from tiebreaks.engine.chart.notation import chart
    >>> wall = chart(["W4", "D2"], ["W3", "D1"], ["L2"], ["L1"], rounds=3, format=Format.ROUND_ROBIN)
    >>> wall = replace(wall, cards=(*wall.cards[:3], replace(wall.cards[3], withdrew=1)))
    >>> did_not_compete(wall, 1), did_not_compete(wall, 0)
    (frozenset({4}), frozenset())
    """
    if chart.format is not Format.ROUND_ROBIN:
        return frozenset()
    scheduled = scheduled_games(chart)
    return frozenset(
        card.number
        for card in chart.cards
        if card.withdrew is not None and card.withdrew <= counted and 2 * played_games(card) < scheduled
    )


def scheduled_games(chart: Wallchart) -> int:
    """Scheduled games per entry in a round robin. With an odd number of entries, one sits out each round.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> [scheduled_games(chart(*[[]] * entries, rounds=6)) for entries in (3, 4, 7)]
    [4, 6, 6]
    """
    entries = sum(not card.visitor for card in chart.cards)
    slots_per_meeting = entries - 1 + entries % 2
    meetings = max(1, chart.rounds * chart.games // slots_per_meeting)
    return meetings * (entries - 1)


def played_games(card: Card) -> int:
    """Games that an entry has played or is still playing.

    An open game in a round after the entry left does not count: it will become a forfeit.
    """
    left = card.withdrew
    return sum(
        c.kind.played and (left is None or c.kind is not Kind.OPEN or c.round <= left) for c in card.cells
    )


def counted_cell(mine: Cell, out: frozenset[int]) -> Cell:
    """The cell as it counts. Against an entry that did not compete, it is an unplayed slot (30B)."""
    return cell(mine.round, Kind.UNPAIRED, mine.opponent) if mine.opponent in out else mine


def counts_for_nobody(cell: Cell) -> bool:
    """Whether 30B changed this cell to an unplayed one. Only 30B yields UNPAIRED with an opponent."""
    return cell.kind is Kind.UNPAIRED and cell.opponent is not None


def explain_withdrawals(evaluation: Evaluation, card: Card) -> Evaluation:
    """The evaluation with 30B as the reason of the terms for games that count for nobody."""
    withdrew = {cell.round: cell.opponent for cell in card.cells if counts_for_nobody(cell)}
    if not withdrew:
        return evaluation
    addends: list[Addend] = [
        (worth, round, withdrew[round], OPPONENT_WITHDREW, RULE, dropped)
        if opponent is None and round in withdrew
        else (worth, round, opponent, reason, rule, dropped)
        for worth, round, opponent, reason, rule, dropped in evaluation.addends
    ]
    return evaluation._replace(addends=addends)
