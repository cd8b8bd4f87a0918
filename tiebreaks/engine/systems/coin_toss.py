"""34E13, Coin toss: the last resort."""

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import Evaluation, Unit
from ..messages import gettext_noop
from ..terms.decisions import people_decide
from ..terms.system import TiebreakSystem, Variations

CODE, RULE = "coin_toss", "34E13"


def coin_toss(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """How many of the tied players finished behind this one in the toss (34E13).

    The draw was 2, 3, 1.

    >>> from dataclasses import replace
    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.chart.wallchart import Decision
    >>> wall = chart(["D2"], ["D1"], ["H"])
    >>> reading = after_round(replace(wall, decisions=(Decision(CODE, 1, ((2,), (3,), (1,))),)))
    >>> tied = frozenset({1, 2, 3})
    >>> [coin_toss(reading, card, frozenset(), tied).value for card in reading.cards]
    [0, 2, 1]
    """
    return people_decide(CODE, RULE, reading, card, group)


SYSTEM = TiebreakSystem(
    code=CODE,
    rule=RULE,
    name=gettext_noop("Coin toss"),
    head=gettext_noop("Toss"),
    unit=Unit.COUNT,
    summary=gettext_noop("A coin toss decides between the players who are still tied."),
    measures=gettext_noop("Only luck: it has nothing to do with how anyone played."),
    byes=gettext_noop("Byes play no part in it."),
    ahead=gettext_noop("The coin toss put {name} ahead."),
    source=gettext_noop("US Chess Official Rules of Chess, 34E13"),
    evaluate=coin_toss,
    of_group=True,
    by_people=True,
    cautions=(
        gettext_noop("It has nothing to do with the play, so put it last."),
        gettext_noop(
            "The program’s coin shows its seed, so anyone can repeat the draw:"
            " in Python, random.Random(seed).shuffle(numbers)."
        ),
    ),
)
