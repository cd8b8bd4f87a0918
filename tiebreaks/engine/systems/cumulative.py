"""34E3, Cumulative: the sum of the running scores, less the points from unplayed rounds.

An early point counts again in every later round, so the system rewards players who scored early and then met
stronger opponents. The awarded points of each unplayed round are deducted once: 1 for a full-point bye or a
forfeit win, ½ for a half-point bye or a forfeit draw.

The rule allows the last round to be left out (``omit_last``), because tied players have the same score there.
Points from an unplayed last round are still deducted, so values change and the order of tied players does
not. Older texts deduct one point for each full point and nothing for half points (``full_only``).
``no_deduction`` deducts nothing and overrides ``full_only``.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import Addend, Evaluation, Unit, total_of_all
from ..messages import gettext_noop
from ..points import POINT
from ..terms.system import Case, TiebreakSystem, Variation, Variations

RULE = "34E3"
RUNNING = gettext_noop("score after the round")
DEDUCTED = gettext_noop("deducted: points from an unplayed round")


def cumulative(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """The value in quarter-points (34E3). The rulebook's win, loss, win, draw, loss make 1+1+2+2½+2½ = 9:

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2", "L2", "W2", "D2", "L2"], ["L1", "W1", "L1", "D1", "W1"]))
    >>> cumulative(reading, reading.cards[0], frozenset(), frozenset()).value
    36
    """
    return reading.each(cumulative_score, variations)[card.number]


def cumulative_score(reading: Reading, card: Card, variations: Variations) -> Evaluation:
    """One term per round for the running score, and one for each deduction.

    Call through ``reading.each``: 34E9 adds up the same values.
    """
    running, deductions = running_and_deducted(reading, card, variations)
    return total_of_all(running + deductions)


def running_and_deducted(
    reading: Reading, card: Card, variations: Variations
) -> tuple[list[Addend], list[Addend]]:
    """The terms of :func:`cumulative_score`, with the deductions apart, for Team cumulative."""
    omitted = reading.counted if "omit_last" in variations else None
    terms: list[Addend] = []
    deductions: list[Addend] = []
    running = 0
    for round, kind, opponent, _color, points_q, _there, _scored_q in card.cells:
        running += points_q
        if terms and terms[-1][1] == round:  # the second game of a double round: one running score per round
            terms.pop()
        if round != omitted:
            terms.append((running, round, opponent, RUNNING, RULE, None))
        if points_q and not kind.played and (deducted_q := _deducted_q(points_q, variations)):
            deductions.append((-deducted_q, round, opponent, DEDUCTED, RULE, None))
    return terms, deductions


def _deducted_q(points_q: int, variations: Variations) -> int:
    """The deduction for points that were awarded without a game."""
    if "no_deduction" in variations:
        return 0
    if "full_only" in variations:
        return POINT if points_q >= POINT else 0
    return points_q


VARIATIONS = (
    Variation(
        "omit_last", gettext_noop("omit last"), gettext_noop("The score after the last round is left out.")
    ),
    Variation(
        "full_only",
        gettext_noop("full points only"),
        gettext_noop("One point is deducted for each full point, nothing for half points."),
    ),
    Variation(
        "no_deduction",
        gettext_noop("no deduction"),
        gettext_noop("Nothing is deducted for byes and forfeits."),
    ),
)


SYSTEM = TiebreakSystem(
    code="cumulative",
    rule=RULE,
    name=gettext_noop("Cumulative"),
    head=gettext_noop("Cumul"),
    unit=Unit.POINTS,
    summary=gettext_noop(
        "The sum of the player's scores after each round, less the points from byes and forfeits."
    ),
    measures=gettext_noop("How early the points came: each counts again in every later round."),
    byes=gettext_noop("The points from a bye or a forfeit are taken off at the end."),
    cases=(
        Case(
            DEDUCTED,
            gettext_noop("How early the points came, less the points from rounds without a game."),
        ),
    ),
    ahead=gettext_noop("{name}’s points came earlier: {more} to {less}."),
    source=gettext_noop("US Chess Official Rules of Chess, 7th edition, 34E3"),
    evaluate=cumulative,
    reach=0,
    variations=VARIATIONS,
    cautions=(
        gettext_noop(
            "It assumes that early winners meet stronger opponents later, so a late win counts less."
        ),
        gettext_noop("Older texts deduct nothing for half-point byes, so players may expect either."),
    ),
)
