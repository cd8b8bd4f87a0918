"""30B: who leaves a round robin before playing half of the games has not competed, as far as standings go.

The entry is listed without place and rank. Games against it, played, forfeited or still open, count for
nobody: to each opponent that slot is one that was not played and brought nothing. They are rated all the
same, and stay on the wall chart. Who leaves later is ranked on, and what was entered for the remaining rounds
stands, forfeits among them. A Swiss knows no such rule.

An entry is scheduled to meet every other once, or as often as the planned games allow. House players are
entries like any other here, for they are on everybody's schedule; visitors (28M3) are on nobody's. A game
still being played is played, a forfeit is not. A withdrawal is known from the round after which it was: the
standings after an earlier round stay as they were posted.
"""

from ..evaluation import Addend, Evaluation
from ..messages import gettext_noop
from .wallchart import Card, Cell, Format, Kind, Wallchart, cell

RULE = "30B"
OPPONENT_WITHDREW = gettext_noop("the opponent withdrew before playing half of the games: counts for nobody")


def did_not_compete(chart: Wallchart, counted: int) -> frozenset[int]:
    """Who had left after round ``counted`` without playing half of the scheduled games (30B).

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
    """How many games a round robin holds for each entry; with an odd number of them one sits out a round.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> [scheduled_games(chart(*[[]] * entries, rounds=6)) for entries in (3, 4, 7)]
    [4, 6, 6]
    """
    entries = sum(not card.visitor for card in chart.cards)
    slots_a_meeting = entries - 1 + entries % 2
    meetings = max(1, chart.rounds * chart.games // slots_a_meeting)
    return meetings * (entries - 1)


def played_games(card: Card) -> int:
    """How many of its games an entry has played; one still being played is one of them.

    One that is still open in a round after it left waits for its forfeit.
    """
    left = card.withdrew
    return sum(
        c.kind.played and (left is None or c.kind is not Kind.OPEN or c.round <= left) for c in card.cells
    )


def counted_cell(mine: Cell, out: frozenset[int]) -> Cell:
    """A cell as it counts: against one who did not compete it is a slot not played (30B)."""
    return cell(mine.round, Kind.UNPAIRED, mine.opponent) if mine.opponent in out else mine


def is_set_aside(cell: Cell) -> bool:
    """Whether a reading has set this cell aside: nobody else is not paired and has an opponent."""
    return cell.kind is Kind.UNPAIRED and cell.opponent is not None


def told(evaluation: Evaluation, card: Card) -> Evaluation:
    """The evaluation of a card, its empty terms saying where a withdrawal is the reason."""
    withdrew = {cell.round: cell.opponent for cell in card.cells if is_set_aside(cell)}
    if not withdrew:
        return evaluation
    addends: list[Addend] = [
        (worth, round, withdrew[round], OPPONENT_WITHDREW, RULE, dropped)
        if opponent is None and round in withdrew
        else (worth, round, opponent, reason, rule, dropped)
        for worth, round, opponent, reason, rule, dropped in evaluation.addends
    ]
    return evaluation._replace(addends=addends)
