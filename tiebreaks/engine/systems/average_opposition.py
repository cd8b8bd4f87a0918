"""34E11, Average opposition: the mean rating of the opponents.

Unplayed rounds and games still being played are not part of the mean. The rule does not cover unrated
opponents; see :mod:`tiebreaks.engine.terms.ratings`. A player without a rated opponent has no value.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import Addend, Evaluation, Unit, mean
from ..messages import gettext_noop
from ..terms.ratings import LEFT_OUT, SET_ASIDE, VARIATIONS, finished, is_set_aside, ratings
from ..terms.system import TiebreakSystem, Variations

RULE = "34E11"
OPPONENT = gettext_noop("the opponent's rating")


def average_opposition(
    reading: Reading, card: Card, variations: Variations, group: frozenset[int]
) -> Evaluation:
    """The mean in rating points, exact (34E11).

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> wall = chart(["W2", "D3", "B"], ["L1", "U", "U"], ["B", "D1", "U"], ratings=[1200, 1501, 1400])
    >>> reading = after_round(wall)
    >>> average_opposition(reading, reading.cards[0], frozenset(), frozenset()).value
    Fraction(2901, 2)
    """
    if is_set_aside(reading, variations):
        return Evaluation(None, (), SET_ASIDE)
    known = reading.once(ratings, "assigned" in variations)
    terms: list[Addend] = []
    remark = ""
    for round, kind, opponent, _color, _points_q, _there, _scored_q in card.cells:
        if opponent is None or not finished(kind):
            continue
        rating = known[opponent]
        if rating is None:
            remark = LEFT_OUT
        else:
            terms.append((rating, round, opponent, OPPONENT, RULE, None))
    return mean(terms, remark)


SYSTEM = TiebreakSystem(
    code="average_opposition",
    rule=RULE,
    name=gettext_noop("Average opposition"),
    head=gettext_noop("AvgOpp"),
    unit=Unit.RATING,
    summary=gettext_noop("The average rating of the opponents."),
    measures=gettext_noop("How strong the opponents were, judged by their ratings."),
    byes=gettext_noop("Rounds without a game are left out of the average."),
    ahead=gettext_noop("{name}’s opponents are rated higher: {more} to {less} on average."),
    source=gettext_noop("US Chess Official Rules of Chess, 34E11"),
    evaluate=average_opposition,
    reach=1,
    variations=VARIATIONS,
    cautions=(gettext_noop("Unrated opponents and unplayed rounds are left out, so a bye costs nothing."),),
)
