"""Kashdan of opposition: the opponents' Kashdan points, added up. Invented for these tests.

It imports the engine by its full name because it is checked here and used in a copy of the tree.
"""

from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.chart.wallchart import Card
from tiebreaks.engine.evaluation import Addend, Evaluation, Unit, total
from tiebreaks.engine.messages import gettext_noop
from tiebreaks.engine.systems.kashdan import kashdan
from tiebreaks.engine.terms.system import TiebreakSystem, Variations

OPPONENT = gettext_noop("the opponent's Kashdan points")


def opponents_own(reading: Reading, card: Card, variations: Variations) -> Evaluation:
    """The Kashdan points that an opponent's term takes over, with their terms."""
    return kashdan(reading, card, variations, frozenset())


def opposition_kashdan(
    reading: Reading, card: Card, variations: Variations, group: frozenset[int]
) -> Evaluation:
    """The sum of the opponents' Kashdan points.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2", "B"], ["L1", "W3"], ["B", "L2"]))
    >>> opposition_kashdan(reading, reading.cards[1], frozenset(), frozenset()).value
    5
    """
    terms: list[Addend] = []
    for round, kind, opponent, *_ in card.cells:
        if kind.played and opponent is not None:
            points = opponents_own(reading, reading.by_number[opponent], variations).value or 0
            terms.append((points, round, opponent, OPPONENT, "", None))
    return total(terms)


SYSTEM = TiebreakSystem(
    code="opposition_kashdan",
    rule="",
    name=gettext_noop("Kashdan of opposition"),
    head=gettext_noop("OppKash"),
    unit=Unit.COUNT,
    summary=gettext_noop("The sum of the opponents' Kashdan points."),
    measures=gettext_noop("How many games the opponents won."),
    byes=gettext_noop("A round without a game adds nothing."),
    source=gettext_noop("Invented"),
    evaluate=opposition_kashdan,
    opens=opponents_own,
)
