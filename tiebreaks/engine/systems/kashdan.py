"""34E7, Kashdan: 4 for a win, 2 for a draw, 1 for a loss, 0 for an unplayed round.

On equal scores, it favors wins and losses over draws, and games over byes. A game still being played counts 0
for now. A win that scores as a draw counts as a draw.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import Addend, Evaluation, Unit, total_of_all
from ..messages import gettext_noop
from ..terms.adjusted import STILL_PLAYING
from ..terms.results import DRAW, LOSS, UNPLAYED, UNPLAYED_ADDS_NOTHING, WIN, result_q
from ..terms.system import TiebreakSystem, Variations

RULE = "34E7"

_WORTH = {
    WIN: (4, gettext_noop("won: 4")),
    DRAW: (2, gettext_noop("drew: 2")),
    LOSS: (1, gettext_noop("lost: 1")),
    None: (0, STILL_PLAYING),
}


def kashdan(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """Kashdan points (34E7). A bye, two wins and two losses make 0+4+4+1+1 = 10:

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["B", "W2", "W2", "L2", "L2"], ["X", "L1", "L1", "W1", "W1"]))
    >>> kashdan(reading, reading.cards[0], frozenset(), frozenset()).value
    10
    """
    terms: list[Addend] = []
    for round, kind, opponent, _color, points_q, _there, _scored_q in card.cells:
        if kind.played:
            worth, reason = _WORTH[result_q(kind, points_q)]
            terms.append((worth, round, opponent, reason, RULE, None))
        else:
            terms.append((0, round, None, UNPLAYED, RULE, None))
    return total_of_all(terms)


SYSTEM = TiebreakSystem(
    code="kashdan",
    rule=RULE,
    name=gettext_noop("Kashdan"),
    head=gettext_noop("Kashdan"),
    unit=Unit.COUNT,
    summary=gettext_noop("4 for a win, 2 for a draw, 1 for a loss, 0 for an unplayed round."),
    measures=gettext_noop("Who won rather than drew: a win and a loss count more than two draws."),
    byes=gettext_noop("A round without a game counts 0, less than a loss."),
    source=gettext_noop("US Chess Official Rules of Chess, 34E7"),
    evaluate=kashdan,
    reach=0,
    cautions=(UNPLAYED_ADDS_NOTHING,),
)
