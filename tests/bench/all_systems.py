"""Every computed system in one order on one field; run alone, so that its peak of memory is its own."""

import resource
import sys
from time import perf_counter

from tiebreaks.engine.chart.reading import live
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.sequence import parse
from tiebreaks.engine.systems import SYSTEMS

from .fields import field


def main(players: int, rounds: int) -> None:
    """Print the best time in seconds, and the peak of the whole process in MB."""
    chart = field(players, rounds)
    order = parse(",".join(SYSTEMS))
    times = []
    for _ in range(3):
        begun = perf_counter()
        rank(live(Wallchart(chart.cards, chart.rounds)), order)
        times.append(perf_counter() - begun)
    print(min(times), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
