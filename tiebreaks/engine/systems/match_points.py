"""Match points: 1 for a match won, ½ for a match drawn, as awarded (34G in the editions that number it).

They break ties if game points rank the teams. If match points rank, tied teams have the same match points.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import Addend, Evaluation, Unit, total_of_all
from ..messages import gettext_noop
from ..terms.system import TiebreakSystem, Variations

AWARDED = gettext_noop("points of the match")


def match_points(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """The value in quarter-points (RULES §11.1). A match won and one drawn make 1½:

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2(2.5)", "D2(2)"], ["L1(1.5)", "D1(2)"]))
    >>> match_points(reading, reading.cards[0], frozenset(), frozenset()).value
    6
    """
    terms: list[Addend] = [
        (points_q, round, opponent, AWARDED, "", None)
        for round, _kind, opponent, _color, points_q, *_ in card.cells
    ]
    return total_of_all(terms)


SYSTEM = TiebreakSystem(
    code="match_points",
    rule="",
    name=gettext_noop("Match points"),
    head=gettext_noop("Match"),
    unit=Unit.POINTS,
    summary=gettext_noop("One point for each match won, half a point for each match drawn."),
    measures=gettext_noop("How many matches a team won."),
    byes=gettext_noop("A bye counts with the points that it gave."),
    ahead=gettext_noop("{name} has more match points: {more} to {less}."),
    source=gettext_noop("US Chess team tiebreak systems, after the rulebook's 4th edition"),
    evaluate=match_points,
    reach=0,
)
