"""34E2, Solkoff: the sum of all the opponents' adjusted scores.

It takes the variations of Modified Median, so that both can be posted alike. Nothing is left out here, so
only ``per_round`` changes a value; ``no_own_item`` removes zeros.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import Evaluation, Unit, total_of_all
from ..messages import gettext_noop
from ..terms.adjusted import WAITS_FOR_ALL
from ..terms.system import TiebreakSystem, Variations
from .modified_median import OPPONENTS_VARIATIONS, opponents, opponents_own


def solkoff(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """The value in quarter-points (34E2): Modified Median with nothing left out.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2", "B"], ["L1", "W3"], ["B", "L2"]))
    >>> solkoff(reading, reading.cards[1], frozenset(), frozenset()).value
    8
    """
    return total_of_all(opponents(reading, card, variations))


SYSTEM = TiebreakSystem(
    code="solkoff",
    rule="34E2",
    name=gettext_noop("Solkoff"),
    head=gettext_noop("Solk"),
    unit=Unit.POINTS,
    summary=gettext_noop("The sum of all the opponents' scores."),
    measures=gettext_noop("How strong the opponents were, judged by their scores."),
    byes=gettext_noop("A round without a game counts as an opponent with 0 points."),
    ahead=gettext_noop("{name}’s opponents have scored more: {more} to {less}."),
    source=gettext_noop("US Chess Official Rules of Chess, 7th edition, 34E2"),
    evaluate=solkoff,
    reach=1,
    variations=OPPONENTS_VARIATIONS,
    opens=opponents_own,
    cautions=(WAITS_FOR_ALL,),
)
