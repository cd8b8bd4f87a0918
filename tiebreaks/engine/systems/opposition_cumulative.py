"""34E9, Cumulative scores of opposition: the sum of the opponents' cumulative values.

The variations of Cumulative apply to each opponent's value. Here they can change the order.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import Evaluation, Unit, total_of_all
from ..messages import gettext_noop
from ..terms.system import TiebreakSystem, Variations
from .cumulative import VARIATIONS, cumulative_score

RULE = "34E9"
OPPONENT = gettext_noop("the opponent's cumulative score")


def opposition_cumulative(
    reading: Reading, card: Card, variations: Variations, group: frozenset[int]
) -> Evaluation:
    """The value in quarter-points (34E9). Unplayed rounds add nothing.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2", "B"], ["L1", "W3"], ["B", "L2"]))
    >>> opposition_cumulative(reading, reading.cards[1], frozenset(), frozenset()).value
    12
    """
    scores = reading.each(cumulative_score, variations)
    return total_of_all(
        [
            (scores[opponent].value or 0, round, opponent, OPPONENT, RULE, None)
            for round, kind, opponent, _color, _points_q, _there, _scored_q in card.cells
            if kind.played and opponent is not None
        ]
    )


SYSTEM = TiebreakSystem(
    code="opposition_cumulative",
    rule=RULE,
    name=gettext_noop("Cumulative of opposition"),
    head=gettext_noop("OppCum"),
    unit=Unit.POINTS,
    summary=gettext_noop("The sum of the opponents' cumulative scores."),
    measures=gettext_noop("How early the opponents got their points."),
    byes=gettext_noop("A round without a game adds nothing."),
    source=gettext_noop("US Chess Official Rules of Chess, 7th edition, 34E9"),
    evaluate=opposition_cumulative,
    reach=1,
    variations=VARIATIONS,
    opens=cumulative_score,
)
