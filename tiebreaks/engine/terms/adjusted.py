"""34E1: what a player is worth as somebody's opponent.

Each round the opponent did not play counts half a point, whatever it was: bye, forfeit won or lost, not
paired, withdrawn, not yet entered. The player's own score does not change. A player's own unplayed round is
an opponent with an adjusted score of 0.

Where a round has two games, each of them counts by itself: half a point for either if not played. The rule
says nothing of such rounds; SwissSys goes on as if each were one game (``per_round``): half a point for a
round of which nothing was played, the points awarded for any other, and whoever was met twice in a round is
one opponent.
"""

from fractions import Fraction

from ..chart.reading import Reading
from ..chart.wallchart import Card, Kind
from ..evaluation import Addend, Evaluation, total
from ..messages import gettext_noop
from ..points import HALF

RULE = "34E1"
PLAYED = gettext_noop("points from the game")
UNPLAYED = gettext_noop("not played: counts a half point, whatever was awarded")
PARTLY_PLAYED = gettext_noop("not played, in a round of which another game was: the points awarded")
OPPONENT = gettext_noop("the opponent's adjusted score")
OWN_UNPLAYED = gettext_noop("own round not played: an opponent with a score of 0")
STILL_PLAYING = gettext_noop("still playing: no points yet")
WAITS_FOR_ALL = gettext_noop(
    "It waits for every opponent: a trophy can hang on one long last game between two who can win nothing."
)


def adjusted_score(card: Card, per_round: bool = False) -> Evaluation:
    """A card's adjusted score, in quarter-points (34E1): awarded points where played, else ½ a slot or round.

    Two wins, a loss, then two rounds not played are worth 3 (the rulebook's example):

    >>> from tiebreaks.engine.chart.notation import chart
    >>> wall = chart(["W2", "W3", "L4", "U", "U"])
    >>> adjusted_score(wall.cards[0]).value
    12
    """
    terms: list[Addend] = []
    played = {cell.round for cell in card.cells if cell.kind.played} if per_round else frozenset[int]()
    for round, kind, opponent, _color, points_q, *_ in card.cells:
        if round in played and not kind.played:
            terms.append((points_q, round, opponent, PARTLY_PLAYED, RULE, None))
        elif not kind.played:
            if not (per_round and terms and terms[-1][1] == round):
                terms.append((HALF, round, opponent, UNPLAYED, RULE, None))
        elif kind is Kind.OPEN:
            terms.append((0, round, opponent, STILL_PLAYING, RULE, None))
        else:
            terms.append((points_q, round, opponent, PLAYED, RULE, None))
    return total(terms)


def adjusted_scores(reading: Reading, per_round: bool) -> dict[int, int | Fraction]:
    """Each card's adjusted score by number; ask through ``reading.once``."""
    return {card.number: adjusted_score(card, per_round).value or 0 for card in reading.cards}


def opponents_scores(reading: Reading, per_round: bool) -> dict[int, list[Addend]]:
    """For each number one term a slot, in quarter-points (34E1): the adjusted score of whom was met, else 0.

    Somebody who forfeited, or was forfeited to, was not met. An opponent met twice stands there twice.
    Ask through ``reading.once``.
    """
    worth = reading.once(adjusted_scores, per_round)
    items = {card.number: _opponents_scores(card, worth) for card in reading.cards}
    if per_round:
        return {number: _one_a_round(addends) for number, addends in items.items()}
    return items


def _opponents_scores(card: Card, worth: dict[int, int | Fraction]) -> list[Addend]:
    return [
        (worth[opponent], round, opponent, OPPONENT, RULE, None)
        if kind.played and opponent is not None
        else (0, round, None, OWN_UNPLAYED, RULE, None)
        for round, kind, opponent, *_ in card.cells
    ]


def _one_a_round(addends: list[Addend]) -> list[Addend]:
    """Each opponent of a round once, and the own zero only for a round in which nobody was met."""
    met = {round for _, round, opponent, *_ in addends if opponent is not None}
    once = {
        (addend[1], addend[2]): addend for addend in addends if addend[2] is not None or addend[1] not in met
    }
    return list(once.values())
