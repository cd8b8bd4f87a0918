"""How long awards take: they are made anew with every result. Mutants are not measured."""

from time import process_time

import pytest

from tests.bench.fields import PRIZES, field
from tiebreaks.engine.chart.reading import live
from tiebreaks.engine.prizes import award
from tiebreaks.engine.prizes.notation import parse
from tiebreaks.engine.prizes.prize import in_order_of_value
from tiebreaks.engine.ranking.editions import current
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.sequence import parse as order


@pytest.mark.parametrize("unbroken", [False, True])
def test_forty_prizes_are_awarded_to_three_hundred_players_within_20_ms(unbroken: bool) -> None:
    chart = field(300, 7)
    posted = order("coin_toss") if unbroken else current().default_order(chart.format)
    ranking, prizes = rank(live(chart), posted), in_order_of_value(parse("\n".join(PRIZES)))
    assert len(prizes) >= 40
    times = []
    for _ in range(10):
        begun = process_time()
        award(ranking, prizes)
        times.append(process_time() - begun)
    assert min(times) <= 0.020
