"""34E4, Median (Harkness): the opponents' adjusted scores without the highest and the lowest.

It leaves out both, regardless of the player's own score; with nine or more rounds, two at each end. It takes
the variations of Modified Median.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import Evaluation, Unit, total
from ..messages import gettext_noop
from ..terms.adjusted import WAITS_FOR_ALL
from ..terms.system import TiebreakSystem, Variations
from .modified_median import OPPONENTS_VARIATIONS, drop, how_many, opponents, opponents_own


def median(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """The value in quarter-points, or 0 if all terms are left out (34E4).

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2", "D3", "B"], ["L1", "B", "W3"], ["B", "D1", "L2"]))
    >>> median(reading, reading.cards[0], frozenset(), frozenset()).value
    4
    """
    count = how_many(reading, variations)
    return total(drop(opponents(reading, card, variations), count, count, variations))


SYSTEM = TiebreakSystem(
    code="median",
    rule="34E4",
    name=gettext_noop("Median"),
    head=gettext_noop("Median"),
    unit=Unit.POINTS,
    summary=gettext_noop(
        "The sum of the opponents' scores without the highest and the lowest;"
        " two of each with nine or more rounds."
    ),
    measures=gettext_noop(
        "How strong the opponents were, judged by their scores, without the best and the worst of them."
    ),
    byes=gettext_noop(
        "A round without a game counts as an opponent with 0 points, often the score that is left out."
    ),
    ahead=gettext_noop("{name}’s opponents have scored more: {more} to {less}, best and worst left out."),
    source=gettext_noop("US Chess Official Rules of Chess, 34E4"),
    evaluate=median,
    reach=1,
    variations=OPPONENTS_VARIATIONS,
    opens=opponents_own,
    cautions=(
        WAITS_FOR_ALL,
        gettext_noop("Some printouts label Modified Median “Med”, which is not this system."),
    ),
)
