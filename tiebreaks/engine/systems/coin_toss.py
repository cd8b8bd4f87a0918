"""34E13, Coin toss: the last resort."""

from ..decisions import people_decide
from ..evaluation import Evaluation, Unit
from ..messages import gettext_noop
from ..reading import Reading
from ..system import TiebreakSystem, Variations
from ..wallchart import Card

CODE, RULE = "coin_toss", "34E13"


def coin_toss(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """How many of the tied players this one left behind in the toss (34E13).

    Drawn: 2, 3, 1.

    >>> from dataclasses import replace
    >>> from tiebreaks.engine.notation import chart
    >>> from tiebreaks.engine.reading import after_round
    >>> from tiebreaks.engine.wallchart import Decision
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
    summary=gettext_noop("A coin decides between the players who are still tied."),
    source=gettext_noop("US Chess Official Rules of Chess, 34E13"),
    evaluate=coin_toss,
    of_group=True,
    by_people=True,
    cautions=(
        gettext_noop("It says nothing about the play, so it stands last."),
        gettext_noop(
            "The program’s coin shows its seed, so that anybody can draw it again:"
            " in Python, random.Random(seed).shuffle(numbers)."
        ),
    ),
)
