"""34E1, Modified Median: the opponents' adjusted scores without the least significant of them.

A plus score leaves out the lowest, a minus score the highest, an even score both; from nine rounds on, two
at each affected end. Plus, even and minus compare the score (byes and forfeits included) with half the
maximum of the rounds counted. The zero of an own unplayed round may be the one left out.

The variations of the zero are proposals of directors: it is kept, and only opponents who were met are left
out (``keep_own_zero``), or there is no such item at all (``no_own_item``, which goes before it).
``planned_rounds`` takes the event's length, also in its early rounds, for the nine. ``wins_losses`` is the
older wording of plus and minus: wins against losses of the games that were played. ``per_round`` is SwissSys'
way with two games a round (:mod:`~..terms.adjusted`), an even score then being half a point a round.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import EVEN, MINUS, PLUS, Addend, Dropped, Evaluation, Unit, total
from ..messages import gettext_noop
from ..points import HALF, POINT
from ..terms.adjusted import WAITS_FOR_ALL, adjusted_score, opponents_scores
from ..terms.results import result_q
from ..terms.system import TiebreakSystem, Variation, Variations

NINE_ROUNDS = 9

# Solkoff and Median take these too.
OPPONENTS_VARIATIONS = (
    Variation(
        "keep_own_zero",
        gettext_noop("keep own zero"),
        gettext_noop("The zero of an own unplayed round is never left out."),
    ),
    Variation(
        "no_own_item",
        gettext_noop("without own unplayed rounds"),
        gettext_noop("Own unplayed rounds are not counted as opponents at all."),
    ),
    Variation(
        "planned_rounds",
        gettext_noop("planned rounds"),
        gettext_noop("Two are left out from the first round on if nine or more rounds are planned."),
    ),
    Variation(
        "per_round",
        gettext_noop("per round"),
        gettext_noop(
            "With two games a round, each round counts as a single game does (as SwissSys computes it)."
        ),
    ),
)


def modified_median(
    reading: Reading, card: Card, variations: Variations, group: frozenset[int]
) -> Evaluation:
    """The value in quarter-points; 0 when more would be left out than there is (34E1).

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2", "B"], ["L1", "W3"], ["B", "L2"]))
    >>> modified_median(reading, reading.cards[0], frozenset(), frozenset())[::2]
    (4, 'plus score')
    """
    side, lowest, highest = ends(reading, card, variations)
    return total(drop(opponents(reading, card, variations), lowest, highest, variations), side)


def opponents(reading: Reading, card: Card, variations: Variations) -> list[Addend]:
    """The terms to choose from: the adjusted scores of the opponents, and the own zeros if they are items."""
    addends = reading.once(opponents_scores, "per_round" in variations)[card.number]
    if "no_own_item" in variations:
        return [addend for addend in addends if addend[2] is not None]
    return addends


def opponents_own(reading: Reading, card: Card, variations: Variations) -> Evaluation:
    """The adjusted score that an opponent's term takes over, with its terms."""
    return adjusted_score(card, "per_round" in variations)


def ends(reading: Reading, card: Card, variations: Variations) -> tuple[str, int, int]:
    """Plus, even or minus, and how many terms go at the lower and the upper end."""
    count = how_many(reading, variations)
    balance = _balance(reading, card, variations)
    if balance > 0:
        return PLUS, count, 0
    if balance < 0:
        return MINUS, 0, count
    return EVEN, count, count


def _balance(reading: Reading, card: Card, variations: Variations) -> int:
    """Above 0 for a plus score, 0 for an even one, below 0 for a minus score."""
    if "wins_losses" in variations:
        results = [result_q(cell.kind, cell.points_q) for cell in card.cells if cell.kind.played]
        return sum([result - HALF for result in results if result is not None])
    maximum_q = reading.counted * POINT if "per_round" in variations else reading.maximum_q
    return 2 * reading.points_q[card.number] - maximum_q


def how_many(reading: Reading, variations: Variations) -> int:
    """How many go at an affected end: two from nine rounds on (34E1)."""
    rounds = reading.planned if "planned_rounds" in variations else reading.counted
    return 2 if rounds >= NINE_ROUNDS else 1


def drop(addends: list[Addend], lowest: int, highest: int, variations: Variations) -> list[Addend]:
    """The same terms in the same order, marked where left out; among equal ones the earliest goes first.

    >>> marked = drop([(worth, 0, 1, "", "", None) for worth in (8, 4, 6)], 1, 1, frozenset())
    >>> [dropped and dropped.value for *_, dropped in marked]
    ['highest', 'lowest', None]
    """
    order = sorted(range(len(addends)), key=[addend[0] for addend in addends].__getitem__)
    if "keep_own_zero" in variations:
        order = [index for index in order if addends[index][2] is not None]
    marked = list(addends)
    for index in order[:lowest]:
        marked[index] = (*marked[index][:5], Dropped.LOWEST)
    # An even score after a single round would leave the same term out at both ends.
    for index in order[max(lowest, len(order) - highest) :]:
        marked[index] = (*marked[index][:5], Dropped.HIGHEST)
    return marked


SYSTEM = TiebreakSystem(
    code="modified_median",
    rule="34E1",
    name=gettext_noop("Modified Median"),
    head=gettext_noop("MMed"),
    unit=Unit.POINTS,
    summary=gettext_noop(
        "The sum of the opponents' scores without the lowest (above half), the highest (below half) or both"
        " (exactly half); two at each of these ends from nine rounds on."
    ),
    source=gettext_noop("US Chess Official Rules of Chess, 7th edition, 34E1"),
    evaluate=modified_median,
    variations=(
        *OPPONENTS_VARIATIONS,
        Variation(
            "wins_losses",
            gettext_noop("wins against losses"),
            gettext_noop("Plus, even and minus compare wins with losses in the games that were played."),
        ),
    ),
    opens=opponents_own,
    cautions=(
        WAITS_FOR_ALL,
        gettext_noop("On a plus score an own bye may be the score left out, and then costs nothing."),
    ),
)
