"""The charts of the worked examples, and a short way to ask a system for a value."""

from collections.abc import Iterable

from tests.cases import case
from tiebreaks.engine.chart import reading as readings
from tiebreaks.engine.chart.reading import Reading, after_round
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.evaluation import Evaluation
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.sequence import parse

EXAMPLE_A = case("example_a").chart
EXAMPLE_B = case("example_b").chart


def evaluation(wall: Wallchart | Reading, step: str, number: int, group: Iterable[int] = ()) -> Evaluation:
    """What one posted step says of one player; a chart is read after its last held round."""
    posted = parse(step).steps[0]
    reading = after_round(wall) if isinstance(wall, Wallchart) else wall
    return posted.system.evaluate(reading, reading.by_number[number], posted.variations, frozenset(group))


def value(wall: Wallchart | Reading, step: str, number: int, group: Iterable[int] = ()) -> str | None:
    """The same as the file prints it."""
    unit = parse(step).steps[0].system.unit
    return unit.decimal(evaluation(wall, step, number, group).value)


def values(wall: Wallchart | Reading, step: str, group: Iterable[int] = ()) -> list[str | None]:
    """The values of every card, in the order of the chart."""
    return [value(wall, step, card.number, group) for card in wall.cards]


def points(wall: Wallchart | Reading, step: str, number: int, group: Iterable[int] = ()) -> list[str | None]:
    """The undropped terms of a value, as the file prints them."""
    unit = parse(step).steps[0].system.unit
    terms = evaluation(wall, step, number, group).terms
    return [unit.decimal(term.points_q) for term in terms if term.dropped is None]


def order(wall: Wallchart, sequence: str) -> list[tuple[int, int]]:
    """Numbers from first to last, each with its rank."""
    ranking = rank(after_round(wall), parse(sequence))
    return [(standing.number, standing.rank) for standing in ranking.standings]


def live(wall: Wallchart) -> Reading:
    return readings.live(wall)
