"""Rulings on a board: a result and awarded points for each side (22C5, split rulings)."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.problems import kinds_agree
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.points import show
from tiebreaks.lines import clean_line

from ..errors import Refused, Trouble
from ..models import BYES, Game, MatchBoard
from ..selectors.results.consequences import Consequences
from ..text.results import Points
from .matches import record_board
from .results import record_result

# The results a ruling can give. A game still playing has no ruling, and a bye is not a game.
RULED = [kind for kind in Kind if kind is not Kind.OPEN and kind not in BYES]
# A game is worth one point. Nobody is awarded more.
MOST_Q = Kind.WIN.points_q


@dataclass(frozen=True)
class Outcome:
    """One side's outcome of a game: a result, and awarded points in quarter-points (None: the result's)."""

    kind: Kind
    points_q: int | None = None

    @property
    def awarded_q(self) -> int | None:
        return None if self.points_q == self.kind.points_q else self.points_q


WON = Outcome(Kind.WIN)
LOST = Outcome(Kind.LOSS)
# A game won after a bye that could no longer be canceled: rated as a win, scored as a draw (22C5).
WON_AS_A_DRAW = Outcome(Kind.WIN, Kind.DRAW.points_q)


def record_ruling(
    game: Game,
    white: Outcome,
    black: Outcome,
    *,
    revision: int,
    by: User,
    reason: str,
    shows: str = "",
    seen: Consequences | None = None,
) -> Game:
    """Enter a director's ruling; ``revision`` is the one the screen showed, ``shows`` of which board.

    Raises :class:`Refused` with everything wrong in it, and :class:`ResultConflict` if somebody changed the
    board.
    """
    result, points_q = ruled_on(white, black, reason)
    reason = clean_line(reason)
    return record_result(
        game, result, points_q, revision=revision, by=by, reason=reason, shows=shows, seen=seen
    ).game


def record_board_ruling(
    board: MatchBoard,
    home: Outcome,
    away: Outcome,
    *,
    revision: int,
    by: User,
    reason: str,
    shows: str = "",
    seen: Consequences | None = None,
) -> MatchBoard:
    """The same for one board of a match. The match result follows."""
    result, points_q = ruled_on_board(home, away, reason)
    reason = clean_line(reason)
    return record_board(
        board, result, points_q, revision=revision, by=by, reason=reason, shows=shows, seen=seen
    )


def ruled_on(white: Outcome, black: Outcome, reason: str) -> tuple[str, Points]:
    """The letters and the awarded points of a ruling. Raises :class:`Refused` as :func:`record_ruling`."""
    return _ruled({_("White"): white, _("Black"): black}, reason)


def ruled_on_board(home: Outcome, away: Outcome, reason: str) -> tuple[str, Points]:
    """The same on a board of a match."""
    return _ruled({_("Left"): home, _("Right"): away}, reason)


def _ruled(sides: dict[str, Outcome], reason: str) -> tuple[str, Points]:
    """Both sides' letters and awarded points. Raises :class:`Refused` with everything wrong in them."""
    troubles = [trouble for side, outcome in sides.items() for trouble in _troubles(side, outcome)]
    one, other = sides.values()
    if not troubles and not kinds_agree(one.kind, other.kind):
        read = f"{_(one.kind.label)} – {_(other.kind.label)}"
        expected = _("two results that agree, or results for this side only")
        troubles.append(Trouble(_("results"), read, expected))
    if not clean_line(reason):
        troubles.append(Trouble(_("reason"), "", _("the reason for the ruling, for the log")))
    if troubles:
        raise Refused(_("The ruling was not stored."), troubles)
    return one.kind.letter + other.kind.letter, (one.awarded_q, other.awarded_q)


def _troubles(side: str, outcome: Outcome) -> list[Trouble]:
    troubles = []
    if outcome.kind not in RULED:
        troubles.append(Trouble(side, _(outcome.kind.label), _("a result of a game")))
    if outcome.points_q is not None and not 0 <= outcome.points_q <= MOST_Q:
        troubles.append(
            Trouble(side, show(outcome.points_q), _("from 0 to %(most)s points") % {"most": show(MOST_Q)})
        )
    return troubles
