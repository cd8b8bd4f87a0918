"""34E8, Sonneborn-Berger: the scores of beaten opponents, and half the scores of drawn opponents.

A loss adds nothing, and neither does an unplayed round, even a forfeit win. The scores are actual final
scores, including byes and forfeits. One club's copy of the rule says adjusted scores (34E1): variation
``adjusted``. ``with_forfeits`` counts forfeits as games, as international events do. 34F lists this system
first for round robins.
"""

from collections.abc import Mapping
from fractions import Fraction

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import Addend, Evaluation, Unit, total_of_all
from ..messages import gettext_noop
from ..terms.adjusted import STILL_PLAYING, adjusted
from ..terms.results import DRAW, LOSS, UNPLAYED, UNPLAYED_ADDS_NOTHING, result_q
from ..terms.system import TiebreakSystem, Variation, Variations

RULE = "34E8"
BEATEN = gettext_noop("win: the opponent's score")
DRAWN = gettext_noop("draw: half the opponent's score")
LOST = gettext_noop("loss: counts 0")


def sonneborn_berger(
    reading: Reading, card: Card, variations: Variations, group: frozenset[int]
) -> Evaluation:
    """The value in quarter-points (34E8). A win against 1 point and a draw with 1½ make 1¾:

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2", "D3"], ["L1", "W4"], ["W4", "D1"], ["L3", "L2"]))
    >>> sonneborn_berger(reading, reading.cards[0], frozenset(), frozenset()).value
    7
    """
    scores: Mapping[int, int | Fraction] = reading.points_q
    if "adjusted" in variations:
        scores = reading.each(adjusted, False)
    forfeits = "with_forfeits" in variations
    terms: list[Addend] = []
    for round, kind, opponent, _color, points_q, _there, _scored_q in card.cells:
        if opponent is None or not (kind.played or (forfeits and kind.forfeit)):
            terms.append((0, round, None, UNPLAYED, RULE, None))
            continue
        result = result_q(kind, points_q)
        if result is None:
            terms.append((0, round, opponent, STILL_PLAYING, RULE, None))
        elif result == LOSS:
            terms.append((0, round, opponent, LOST, RULE, None))
        elif result == DRAW:
            terms.append((_half(scores[opponent]), round, opponent, DRAWN, RULE, None))
        else:
            terms.append((scores[opponent], round, opponent, BEATEN, RULE, None))
    return total_of_all(terms)


def _half(score_q: int | Fraction) -> int | Fraction:
    """Half of a score. It is a fraction only if a split ruling left an odd number of quarters."""
    return Fraction(score_q, 2) if score_q % 2 else score_q // 2


SYSTEM = TiebreakSystem(
    code="sonneborn_berger",
    rule=RULE,
    name=gettext_noop("Sonneborn-Berger"),
    head=gettext_noop("S-B"),
    unit=Unit.POINTS,
    summary=gettext_noop("The scores of the opponents beaten and half the scores of the opponents drawn."),
    measures=gettext_noop("How strong the opponents were that a player beat or drew with."),
    byes=gettext_noop("A bye or a forfeit adds nothing."),
    source=gettext_noop("US Chess Official Rules of Chess, 34E8"),
    evaluate=sonneborn_berger,
    reach=1,
    variations=(
        Variation(
            "adjusted",
            gettext_noop("adjusted scores"),
            gettext_noop("Opponents count with their adjusted scores: ½ for each unplayed round."),
        ),
        Variation(
            "with_forfeits",
            gettext_noop("with forfeits"),
            gettext_noop("Forfeit wins and draws count as if played."),
        ),
    ),
    cautions=(UNPLAYED_ADDS_NOTHING,),
)
