"""Game points: a team's points on the boards of all its matches (34G in the editions that number it).

If match points rank the teams, game points break ties, and vice versa. Board points recorded with an unplayed
match count as recorded; without them the match adds nothing. If the board points of a played match are
missing, the team has no value, because nothing is guessed.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Card, Cell, Kind
from ..evaluation import Addend, Evaluation, Unit, total_of_all
from ..messages import gettext_noop
from ..terms.adjusted import STILL_PLAYING
from ..terms.results import UNPLAYED
from ..terms.system import TiebreakSystem, Variations

SCORED = gettext_noop("points on the boards of the match")
SO_FAR = gettext_noop("points on the boards so far")
NO_BOARD_POINTS = gettext_noop("the board points of a match are missing")


def game_points(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """The value in quarter-points (RULES §11.1). A match won 2½–1½ and one drawn 2–2 make 4½:

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2(2.5)", "D2(2)"], ["L1(1.5)", "D1(2)"]))
    >>> game_points(reading, reading.cards[0], frozenset(), frozenset()).value
    18
    """
    terms: list[Addend] = [
        (cell.board_points_q or 0, cell.round, cell.opponent, _reason(cell), "", None) for cell in card.cells
    ]
    return total_of_all(terms) if boards_known(card) else Evaluation(None, terms, NO_BOARD_POINTS)


def boards_known(card: Card) -> bool:
    """Whether the board points of every finished match are known."""
    return all(
        cell.board_points_q is not None
        for cell in card.cells
        if cell.kind.played and cell.kind is not Kind.OPEN
    )


def _reason(cell: Cell) -> str:
    if cell.kind is Kind.OPEN:
        return SO_FAR if cell.board_points_q else STILL_PLAYING
    return UNPLAYED if not cell.kind.played and not cell.board_points_q else SCORED


SYSTEM = TiebreakSystem(
    code="game_points",
    rule="",
    name=gettext_noop("Game points"),
    head=gettext_noop("Game"),
    unit=Unit.POINTS,
    summary=gettext_noop("The team's points on the boards of all its matches."),
    measures=gettext_noop("How many games a team won in all its matches together."),
    byes=gettext_noop(
        "A bye has no games, so it adds nothing unless the director records board points for it."
    ),
    ahead=gettext_noop("{name} has more game points: {more} to {less}."),
    source=gettext_noop("US Chess team tiebreak systems, after the rulebook's 4th edition"),
    evaluate=game_points,
    reach=0,
)
