"""34E12, Playoff: the tied players play it out, often at a faster time control."""

from ..decisions import people_decide
from ..evaluation import Evaluation, Unit
from ..messages import gettext_noop
from ..reading import Reading
from ..system import TiebreakSystem, Variations
from ..wallchart import Card

CODE, RULE = "playoff", "34E12"


def playoff(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """How many of the tied players this one left behind in the playoff (34E12).

    3 won, 1 and 2 stayed level.

    >>> from dataclasses import replace
    >>> from tiebreaks.engine.notation import chart
    >>> from tiebreaks.engine.reading import after_round
    >>> from tiebreaks.engine.wallchart import Decision
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
    summary=gettext_noop("The players who are still tied play it out over the board."),
    source=gettext_noop("US Chess Official Rules of Chess, 34E12"),
    evaluate=playoff,
    of_group=True,
    by_people=True,
    cautions=(
        gettext_noop(
            "It may decide cash only where all the detailed publicity before the event said so (34C)."
        ),
    ),
)
