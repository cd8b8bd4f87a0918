"""Do the engine and the oracle agree about a chart? Random charts and planted faults share this comparison.

Both get the same text and answer the rows of `manage.py standings`: the oracle reads it itself, the engine
through the project's own reader.
"""

import random
from collections.abc import Iterable, Iterator, Mapping

from tests.engine import oracle
from tests.engine.random_charts import random_chart
from tiebreaks.engine.chart import reading
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.ranking import fold as ranking
from tiebreaks.engine.ranking import sequence
from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.engine.terms.system import TiebreakSystem
from tournaments.formats import standings_json, wallchart_csv

# The charts of every run; `make long` draws many more.
CHARTS = range(240)


def disagreements(seeds: Iterable[int]) -> Iterator[str]:
    """What the two say differently of the chart of each seed, in every reading and in two orders."""
    for seed in seeds:
        rng = random.Random(seed)
        text = random_chart(rng)
        file = wallchart_csv.read(text)
        if file.problems:
            yield f"seed {seed}: the reader refuses a valid chart: {file.problems}\n{text}"
            continue
        for order in (sequence.RULEBOOK_SWISS, random_order(rng)):
            for after in (*range(file.chart.through + 1), None):
                difference = compare(text, file.chart, order, after)
                if difference:
                    yield f"seed {seed}, {order}, {difference}\n{text}"


def random_order(rng: random.Random, systems: Mapping[str, TiebreakSystem] = SYSTEMS) -> str:
    """Some of these systems in any order, with some of the variations they declare."""
    steps = []
    for system in rng.sample(list(systems.values()), rng.randint(1, min(6, len(systems)))):
        chosen = [v.code for v in system.offered if rng.random() < 0.3]
        steps.append(system.code + (":" + "+".join(chosen) if chosen else ""))
    return ",".join(steps)


def compare(
    text: str,
    chart: Wallchart,
    order: str,
    after: int | None,
    systems: Mapping[str, TiebreakSystem] = SYSTEMS,
) -> str:
    """The first difference after a round, or live (None); nothing where they agree."""
    expected = oracle.standings(text, order.split(","), after=after, live=after is None)
    read = reading.live(chart) if after is None else reading.after_round(chart, after)
    found = standings_json.rows(ranking.rank(read, sequence.parse(order, systems)))
    where = "live" if after is None else f"after round {after}"
    if [row["number"] for row in expected] != [row["number"] for row in found]:
        numbers = [[row["number"] for row in rows] for rows in (expected, found)]
        return f"{where}: oracle lists {numbers[0]}, engine {numbers[1]}"
    for mine, theirs in zip(expected, found, strict=True):
        for field in sorted(mine.keys() | theirs.keys()):
            if mine.get(field) != theirs.get(field):
                return (
                    f"{where}: number {mine['number']}, {field}:"
                    f" oracle {mine.get(field)!r}, engine {theirs.get(field)!r}"
                )
    return ""
