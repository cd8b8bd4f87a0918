"""The result that a slot counts as, where the awarded points and the letter part (22C5, split rulings).

Kashdan, Sonneborn-Berger, wins and the result between tied players (34E5) take the result that has the
awarded points: a win that scores as a draw is a draw to them. Performances take the letter, for that is what
was played.
"""

from ..chart.wallchart import Kind
from ..messages import gettext_noop
from ..points import HALF, POINT

WIN, DRAW, LOSS = POINT, HALF, 0
UNPLAYED = gettext_noop("not played: nothing")
UNPLAYED_ADDS_NOTHING = gettext_noop("As it is, a bye or a win by forfeit adds nothing, whatever it scored.")

_RESULTS = (WIN, DRAW, LOSS)
_OPEN = Kind.OPEN


def result_q(kind: Kind, points_q: int) -> int | None:
    """WIN, DRAW or LOSS by the awarded points, by the letter where none has these; None while still playing.

    >>> result_q(Kind.WIN, 2) == DRAW, result_q(Kind.WIN, 3) == WIN, result_q(Kind.OPEN, 0)
    (True, True, None)
    """
    if kind is _OPEN:
        return None
    return points_q if points_q in _RESULTS else kind.points_q
