"""The result that a slot counts as if awarded points and letter differ (22C5, split rulings).

Kashdan, Sonneborn-Berger, win count and the result between tied players (34E5) go by the awarded points: a
win that scores as a draw counts as a draw. Performance ratings go by the letter, the result of the game.
"""

from ..chart.wallchart import Kind
from ..messages import gettext_noop
from ..points import HALF, POINT

WIN, DRAW, LOSS = POINT, HALF, 0
UNPLAYED = gettext_noop("not played: counts 0")
UNPLAYED_ADDS_NOTHING = gettext_noop("By default, a bye or a forfeit win adds nothing.")

_RESULTS = (WIN, DRAW, LOSS)
_OPEN = Kind.OPEN


def result_q(kind: Kind, points_q: int) -> int | None:
    """WIN, DRAW or LOSS by the awarded points, or by the letter for unusual points; None while playing.

    >>> result_q(Kind.WIN, 2) == DRAW, result_q(Kind.WIN, 3) == WIN, result_q(Kind.OPEN, 0)
    (True, True, None)
    """
    if kind is _OPEN:
        return None
    return points_q if points_q in _RESULTS else kind.points_q
