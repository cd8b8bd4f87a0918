"""34E12, Playoff: the tied players play again, often at a faster time control."""

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import Evaluation, Unit
from ..messages import gettext_noop
from ..terms.decisions import people_decide
from ..terms.system import TiebreakSystem, Variations

CODE, RULE = "playoff", "34E12"


def playoff(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """How many of the tied players finished behind this one in the playoff (34E12).

    3 won; 1 and 2 stayed level.

    >>> from dataclasses import replace
    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.chart.wallchart import Decision
    >>> wall = chart(["D2"], ["D1"], ["H"])
    >>> reading = after_round(replace(wall, decisions=(Decision(CODE, 1, ((3,), (1, 2))),)))
    >>> tied = frozenset({1, 2, 3})
    >>> [playoff(reading, card, frozenset(), tied).value for card in reading.cards]
    [0, 0, 2]
    """
    return people_decide(CODE, RULE, reading, card, group)


SYSTEM = TiebreakSystem(
    code=CODE,
    rule=RULE,
    name=gettext_noop("Playoff"),
    head=gettext_noop("P-off"),
    unit=Unit.COUNT,
    summary=gettext_noop("The players who are still tied play again."),
    measures=gettext_noop("Who is better in one more game, usually a short one."),
    byes=gettext_noop("Byes play no part in it."),
    ahead=gettext_noop("The playoff put {name} ahead."),
    source=gettext_noop("US Chess Official Rules of Chess, 34E12"),
    evaluate=playoff,
    of_group=True,
    by_people=True,
    cautions=(
        gettext_noop("It may decide cash only if all detailed publicity before the event said so (34C)."),
    ),
)
