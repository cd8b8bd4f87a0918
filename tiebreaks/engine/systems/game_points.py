"""Game points: what a team scored on the boards of all its matches (34G in the editions that number it).

Where match points rank teams, these break ties, and the other way round. Board points written beside a match
that was not played count as they are written; without them it adds nothing. A team has no value where a
match that it played has none: nothing is guessed.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Card, Cell, Kind
from ..evaluation import Addend, Evaluation, Unit, total
from ..messages import gettext_noop
from ..terms.adjusted import STILL_PLAYING
from ..terms.results import UNPLAYED
from ..terms.system import TiebreakSystem, Variations

SCORED = gettext_noop("points on the boards of the match")
NO_BOARD_POINTS = gettext_noop("the board points of a match are not known")


def game_points(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """The value in quarter-points (RULES §11.1). A match won 2½–1½ and one drawn 2–2 are worth 4½:

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2(2.5)", "D2(2)"], ["L1(1.5)", "D1(2)"]))
    >>> game_points(reading, reading.cards[0], frozenset(), frozenset()).value
    18
    """
    terms: list[Addend] = [
        (cell.board_points_q or 0, cell.round, cell.opponent, _reason(cell), "", None) for cell in card.cells
    ]
    return total(terms) if boards_known(card) else Evaluation(None, terms, NO_BOARD_POINTS)


def boards_known(card: Card) -> bool:
    """Whether the board points are known of every match that a team has finished."""
    return all(
        cell.board_points_q is not None
        for cell in card.cells
        if cell.kind.played and cell.kind is not Kind.OPEN
    )


def _reason(cell: Cell) -> str:
    if cell.kind is Kind.OPEN:
        return STILL_PLAYING
    return UNPLAYED if not cell.kind.played and not cell.board_points_q else SCORED


SYSTEM = TiebreakSystem(
    code="game_points",
    rule="",
    name=gettext_noop("Game points"),
    head=gettext_noop("Game"),
    unit=Unit.POINTS,
    summary=gettext_noop("The points that the team scored on the boards of all its matches."),
    source=gettext_noop("US Chess team tiebreak systems, after the rulebook's 4th edition"),
    evaluate=game_points,
)
