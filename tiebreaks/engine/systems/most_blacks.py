"""34E6, Most Blacks: the player who had Black more often had the harder task.

Only played games have a color (29E1), including games still being played. With the variation
``with_forfeits``, Black in a forfeited game counts too, if the chart shows the color.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import Evaluation, Unit, total_of_all
from ..messages import gettext_noop
from ..terms.system import TiebreakSystem, Variation, Variations

RULE = "34E6"
BLACK = gettext_noop("black")
WHITE = gettext_noop("white")
NO_COLOR = gettext_noop("no color")

_COUNT = {"b": (1, BLACK), "w": (0, WHITE), "": (0, NO_COLOR)}


def most_blacks(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """How many games the player had Black in (34E6).

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2b", "X2b", "L2b"], ["L1w", "F1w", "W1w"]))
    >>> most_blacks(reading, reading.cards[0], frozenset(), frozenset()).value
    2
    """
    forfeits = "with_forfeits" in variations
    terms = []
    for round, kind, opponent, color, *_ in card.cells:
        counted = kind.played or (forfeits and kind.forfeit)
        count, reason = _COUNT[color if counted else ""]
        terms.append((count, round, opponent if counted else None, reason, RULE, None))
    return total_of_all(terms)


SYSTEM = TiebreakSystem(
    code="most_blacks",
    rule=RULE,
    name=gettext_noop("Most Blacks"),
    head=gettext_noop("Blacks"),
    unit=Unit.COUNT,
    summary=gettext_noop("The number of games played as Black."),
    measures=gettext_noop("How often a player had Black, the harder color."),
    byes=gettext_noop("A bye or a forfeit has no color, so it counts 0."),
    ahead=gettext_noop("{name} had Black more often: {more} to {less}."),
    source=gettext_noop("US Chess Official Rules of Chess, 34E6"),
    evaluate=most_blacks,
    reach=0,
    variations=(
        Variation(
            "with_forfeits",
            gettext_noop("with forfeits"),
            gettext_noop("Black in a forfeited game counts too."),
        ),
    ),
    cautions=(
        gettext_noop("An unplayed game has no color, so a bye or a forfeit can cost a game as Black."),
    ),
)
