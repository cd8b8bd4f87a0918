"""On which scores and colors a posted round was paired, where a correction gave other ones since."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.messages import Message
from tiebreaks.engine.points import show

from ...pairing import sentences
from .reasons import colors_before, score_q_before

_ASSUMED = {sentences.ASSUMED_POINTS, sentences.ASSUMED_BYE}


def corrected_points(
    chart: Wallchart,
    number: int,
    players: Sequence[int],
    texts: Iterable[Any],
    group: Sequence[Any],
    told: str = sentences.CORRECTED_POINTS,
) -> Iterator[Message]:
    """On which points the ``players`` of a board or the bye were paired, where a correction gave them others
    since."""
    assumed = _with_assumed_points(texts)
    # Rounds of earlier releases have none.
    for scores in group[2:3]:
        for one, then in zip(players, scores, strict=True):
            name = chart.by_number[one].name
            if name not in assumed and score_q_before(chart, number, one) != then:
                yield sentences.say(told, one=name, points=show(then))


def corrected_colors(
    chart: Wallchart, number: int, both: tuple[int, int], texts: Iterable[Any], group: Sequence[Any]
) -> Iterator[Message]:
    """Who of the two was paired on other colors, where a correction gave them others since."""
    assumed = _with_assumed_points(texts)
    for colors in group[3:4]:
        for one, had in zip(both, colors, strict=True):
            name = chart.by_number[one].name
            if name not in assumed and colors_before(chart, number, one) != had:
                yield sentences.say(sentences.CORRECTED_COLORS, one=name)


def _with_assumed_points(texts: Iterable[Any]) -> set[str]:
    """The names of whom it is told already that a result was assumed (28O)."""
    return {values["one"] for id, values in texts if id in _ASSUMED}
