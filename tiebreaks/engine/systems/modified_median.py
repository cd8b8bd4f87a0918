"""34E1, Modified Median: the opponents' adjusted scores without the least significant ones.

A plus score leaves out the lowest, a minus score the highest, and an even score both; with nine or more
rounds, two at each affected end. Plus, even and minus compare the score, including byes and forfeits, with
half the maximum of the counted rounds. The zero of an unplayed round may be the one left out.

Directors have proposed two variations for that zero: keep it and leave out only real opponents
(``keep_own_zero``), or do not count it at all (``no_own_item``, which overrides the former).
``planned_rounds`` compares the planned length of the event with nine, even in early rounds. ``wins_losses``
is the older definition of plus and minus: wins against losses in games that were played. ``per_round`` is
SwissSys' method for two games per round (:mod:`~..terms.adjusted`), where an even score is half a point per
round.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import EVEN, MINUS, PLUS, Addend, Dropped, Evaluation, Unit, total
from ..messages import gettext_noop
from ..points import HALF, POINT
from ..terms.adjusted import WAITS_FOR_ALL, adjusted_score, opponents_scores
from ..terms.results import result_q
from ..terms.system import Case, TiebreakSystem, Variation, Variations

NINE_ROUNDS = 9
_LOWEST, _HIGHEST = Dropped.LOWEST, Dropped.HIGHEST

# Solkoff and Median take these too.
OPPONENTS_VARIATIONS = (
    Variation(
        "keep_own_zero",
        gettext_noop("keep own zero"),
        gettext_noop("The 0 for the player's own unplayed round is never left out."),
    ),
    Variation(
        "no_own_item",
        gettext_noop("without own unplayed rounds"),
        gettext_noop("The player's own unplayed rounds do not count as opponents."),
    ),
    Variation(
        "planned_rounds",
        gettext_noop("planned rounds"),
        gettext_noop("If nine or more rounds are planned, two are left out even in early rounds."),
    ),
    Variation(
        "per_round",
        gettext_noop("per round"),
        gettext_noop("With two games per round, each round counts as one game (as in SwissSys)."),
    ),
)


def modified_median(
    reading: Reading, card: Card, variations: Variations, group: frozenset[int]
) -> Evaluation:
    """The value in quarter-points, or 0 if all terms are left out (34E1).

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2", "B"], ["L1", "W3"], ["B", "L2"]))
    >>> modified_median(reading, reading.cards[0], frozenset(), frozenset())[::2]
    (4, 'plus score')
    """
    side, lowest, highest = ends(reading, card, variations)
    return total(drop(opponents(reading, card, variations), lowest, highest, variations), side)


def opponents(reading: Reading, card: Card, variations: Variations) -> list[Addend]:
    """The terms to choose from: the opponents' adjusted scores, and the zeros of unplayed rounds."""
    addends = reading.each(opponents_scores, "per_round" in variations)[card.number]
    if "no_own_item" in variations:
        return [addend for addend in addends if addend[2] is not None]
    return addends


def opponents_own(reading: Reading, card: Card, variations: Variations) -> Evaluation:
    """The adjusted score behind an opponent's term, with its own terms."""
    return adjusted_score(card, "per_round" in variations)


def ends(reading: Reading, card: Card, variations: Variations) -> tuple[str, int, int]:
    """Plus, even or minus, and how many terms to leave out at the lower and the upper end."""
    count = how_many(reading, variations)
    balance = _balance(reading, card, variations)
    if balance > 0:
        return PLUS, count, 0
    if balance < 0:
        return MINUS, 0, count
    return EVEN, count, count


def _balance(reading: Reading, card: Card, variations: Variations) -> int:
    """Positive for a plus score, 0 for an even score, negative for a minus score."""
    if "wins_losses" in variations:
        results = [result_q(cell.kind, cell.points_q) for cell in card.cells if cell.kind.played]
        return sum([result - HALF for result in results if result is not None])
    maximum_q = reading.counted * POINT if "per_round" in variations else reading.maximum_q
    return 2 * reading.points_q[card.number] - maximum_q


def how_many(reading: Reading, variations: Variations) -> int:
    """How many terms to leave out at an affected end: two with nine or more rounds (34E1)."""
    rounds = reading.planned if "planned_rounds" in variations else reading.counted
    return 2 if rounds >= NINE_ROUNDS else 1


def drop(addends: list[Addend], lowest: int, highest: int, variations: Variations) -> list[Addend]:
    """The same terms in the same order, some marked as left out. Of equal terms, the earliest goes first.

    >>> marked = drop([(worth, 0, 1, "", "", None) for worth in (8, 4, 6)], 1, 1, frozenset())
    >>> [dropped and dropped.value for *_, dropped in marked]
    ['highest', 'lowest', None]
    """
    order = sorted(range(len(addends)), key=[addend[0] for addend in addends].__getitem__)
    if "keep_own_zero" in variations:
        order = [index for index in order if addends[index][2] is not None]
    marked = addends.copy()
    for index in order[:lowest]:
        marked[index] = (*marked[index][:5], _LOWEST)
    # After a single round, an even score would leave out the same term at both ends.
    for index in order[max(lowest, len(order) - highest) :]:
        marked[index] = (*marked[index][:5], _HIGHEST)
    return marked


SYSTEM = TiebreakSystem(
    code="modified_median",
    rule="34E1",
    name=gettext_noop("Modified Median"),
    head=gettext_noop("MMed"),
    unit=Unit.POINTS,
    summary=gettext_noop(
        "The sum of the opponents' scores without the lowest (for a score above half), the highest (below"
        " half) or both (exactly half); two of each with nine or more rounds."
    ),
    measures=gettext_noop(
        "How well the opponents did. The weakest is left out; for a score below half, the strongest."
    ),
    byes=gettext_noop(
        "A round without a game counts as an opponent with 0 points."
        " With a score above half, that 0 is the first to be left out."
    ),
    source=gettext_noop("US Chess Official Rules of Chess, 7th edition, 34E1"),
    evaluate=modified_median,
    reach=1,
    variations=(
        *OPPONENTS_VARIATIONS,
        Variation(
            "wins_losses",
            gettext_noop("wins against losses"),
            gettext_noop("Plus, even and minus compare wins with losses in played games."),
        ),
    ),
    opens=opponents_own,
    cases=(
        Case(
            PLUS,
            gettext_noop(
                "How well the opponents did, with the weakest left out, because the score is above half."
            ),
            gettext_noop("{name}’s opponents have scored more: {more} to {less}, the weakest left out."),
        ),
        Case(
            EVEN,
            gettext_noop(
                "How well the opponents did, with the strongest and the weakest left out, because the score"
                " is exactly half."
            ),
            gettext_noop(
                "{name}’s opponents have scored more: {more} to {less}, strongest and weakest left out."
            ),
        ),
        Case(
            MINUS,
            gettext_noop(
                "How well the opponents did, with the strongest left out, because the score is below half."
            ),
            gettext_noop("{name}’s opponents have scored more: {more} to {less}, the strongest left out."),
        ),
    ),
    cautions=(
        WAITS_FOR_ALL,
        gettext_noop("With a plus score, the bye costs nothing where its round is the one left out."),
    ),
)
