"""Win count: the number of games won. Pairing programs offer it; rule 34 does not have it.

A win is a played game that scores 1. The only description (SwissSys' help, quoted by the 2003 North Dakota
championship) does not cover forfeit wins and full-point byes. They count with the variations
``with_forfeits`` and ``with_byes``.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import Addend, Evaluation, Unit, total_of_all
from ..messages import gettext_noop
from ..terms.adjusted import STILL_PLAYING
from ..terms.results import UNPLAYED, UNPLAYED_ADDS_NOTHING, WIN, result_q
from ..terms.system import Case, TiebreakSystem, Variation, Variations

WON = gettext_noop("won")
NOT_WON = gettext_noop("not won")
FORFEIT = gettext_noop("forfeit win")
BYE = gettext_noop("full-point bye")


def win_count(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """The number of games won.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2", "B", "X2"], ["L1", "X", "F1"]))
    >>> win_count(reading, reading.cards[0], frozenset(), frozenset()).value
    1
    >>> win_count(reading, reading.cards[0], frozenset({"with_byes", "with_forfeits"}), frozenset()).value
    3
    """
    forfeits, byes = "with_forfeits" in variations, "with_byes" in variations
    terms: list[Addend] = []
    for round, kind, opponent, _color, points_q, _there, _scored_q in card.cells:
        result = result_q(kind, points_q)
        if kind.played:
            reason = STILL_PLAYING if result is None else WON if result == WIN else NOT_WON
        elif result == WIN and (forfeits if kind.forfeit else byes):
            reason = FORFEIT if kind.forfeit else BYE
        else:
            result, reason = None, UNPLAYED
        terms.append((int(result == WIN), round, opponent if kind.played else None, reason, "", None))
    return total_of_all(terms)


SYSTEM = TiebreakSystem(
    code="win_count",
    rule="",
    name=gettext_noop("Win count"),
    head=gettext_noop("Wins"),
    unit=Unit.COUNT,
    summary=gettext_noop("The number of games won over the board."),
    measures=gettext_noop("Who won more games."),
    byes=gettext_noop("A bye or a forfeit win is no game won, so it counts 0."),
    cases=(
        Case(FORFEIT, gettext_noop("Who won more games; forfeit wins count, as posted.")),
        Case(BYE, gettext_noop("Who won more games; full-point byes count, as posted.")),
    ),
    ahead=gettext_noop("{name} won more games: {more} to {less}."),
    source=gettext_noop("Not in the rulebook; 2003 North Dakota championship, after SwissSys"),
    evaluate=win_count,
    reach=0,
    variations=(
        Variation(
            "with_forfeits", gettext_noop("with forfeits"), gettext_noop("Forfeit wins count as wins.")
        ),
        Variation("with_byes", gettext_noop("with byes"), gettext_noop("Full-point byes count as wins.")),
    ),
    cautions=(
        gettext_noop("It is not in the rulebook, so no rule says what byes and forfeits count."),
        UNPLAYED_ADDS_NOTHING,
    ),
)
