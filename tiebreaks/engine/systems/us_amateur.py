"""US Amateur Team System: the points scored against each team, times that team's final match score.

It rewards boards won against teams that did well (34G in the editions that number it). An unplayed match
counts 0. The system assumes that a team plays one match per round.

The opponent's match score is its final one, including byes and forfeits. The sources do not say whether it
should be adjusted like a player's score (34E1): variation ``adjusted``. WinTD prints twice the value, which
ranks the same: ``doubled``.
"""

from collections.abc import Mapping
from fractions import Fraction

from ..chart.reading import Reading
from ..chart.wallchart import Card, Kind
from ..evaluation import Addend, Evaluation, Unit, total_of_all
from ..messages import Message, gettext_noop
from ..points import POINT
from ..terms.adjusted import STILL_PLAYING, adjusted
from ..terms.results import UNPLAYED
from ..terms.system import TiebreakSystem, Variation, Variations
from .game_points import NO_BOARD_POINTS, boards_known

PRODUCT = gettext_noop("points scored against the team, times its match score: {factors}")


def us_amateur(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """The value in quarter-points (RULES §11.1). 2½–1½ against a team that finished with 3 makes 7½:

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> beaten, loser = ["L1(1.5)"] + ["W3(3)"] * 3, ["U"] + ["L2(1)"] * 3
    >>> reading = after_round(chart(["W2(2.5)", "U", "U", "U"], beaten, loser))
    >>> computed = us_amateur(reading, reading.cards[0], frozenset(), frozenset())
    >>> computed.value, computed.terms[0].reason
    (30, 'points scored against the team, times its match score: 2½ × 3')
    """
    scores: Mapping[int, int | Fraction] = reading.points_q
    if "adjusted" in variations:
        scores = reading.each(adjusted, False)
    times = 2 if "doubled" in variations else 1
    terms: list[Addend] = []
    for round, kind, opponent, _color, _points_q, _there, board_points_q in card.cells:
        if not kind.played or opponent is None:
            terms.append((0, round, None, UNPLAYED, "", None))
            continue
        scored_q, score_q = board_points_q or 0, scores[opponent]
        product_q = Fraction(scored_q * score_q * times, POINT)
        no_points_yet = kind is Kind.OPEN and not board_points_q
        reason = STILL_PLAYING if no_points_yet else _product(board_points_q, score_q, times)
        terms.append((_whole(product_q), round, opponent, reason, "", None))
    return total_of_all(terms) if boards_known(card) else Evaluation(None, terms, NO_BOARD_POINTS)


def _product(scored_q: int | None, score_q: int | Fraction, times: int) -> Message:
    shown = ["?" if scored_q is None else Unit.POINTS.show(scored_q), Unit.POINTS.show(score_q)]
    return Message(PRODUCT, factors=" × ".join(shown + ["2"] * (times - 1)))


def _whole(quarters: Fraction) -> int | Fraction:
    """The same as an integer if it is one. Halves times halves always are."""
    return int(quarters) if quarters.denominator == 1 else quarters


SYSTEM = TiebreakSystem(
    code="us_amateur",
    rule="",
    name=gettext_noop("US Amateur Team System"),
    head=gettext_noop("USAT"),
    unit=Unit.POINTS,
    summary=gettext_noop("The points scored against each team, times that team's final match points."),
    measures=gettext_noop("How many games a team won, where those against the best teams count most."),
    byes=gettext_noop("A match that was not played adds nothing."),
    source=gettext_noop("US Chess team tiebreak systems, after the rulebook's 4th edition"),
    evaluate=us_amateur,
    reach=1,
    variations=(
        Variation("doubled", gettext_noop("doubled"), gettext_noop("Twice the value, as WinTD prints it.")),
        Variation(
            "adjusted",
            gettext_noop("adjusted scores"),
            gettext_noop("Opponents count with their adjusted scores: ½ for each unplayed match."),
        ),
    ),
)
