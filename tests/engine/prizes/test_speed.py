"""How long awards take: they are made anew with every result. Mutants are not measured."""

from collections.abc import Callable
from time import process_time

import pytest

from tests.bench.fields import PRIZES, field
from tiebreaks.engine.chart.reading import live
from tiebreaks.engine.prizes import award
from tiebreaks.engine.prizes.cash import divide_tie
from tiebreaks.engine.prizes.notation import parse
from tiebreaks.engine.prizes.prize import in_order_of_value
from tiebreaks.engine.ranking.editions import current
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.sequence import parse as order


def seconds(act: Callable[[], object]) -> float:
    begun = process_time()
    act()
    return process_time() - begun


@pytest.mark.parametrize("unbroken", [False, True])
def test_forty_prizes_are_awarded_in_less_than_thrice_the_time_of_the_ranking(unbroken: bool) -> None:
    chart = field(300, 7)
    full = current().default_order(chart.format)
    ranking = rank(live(chart), order("coin_toss") if unbroken else full)
    prizes = in_order_of_value(parse("\n".join(PRIZES)))
    assert len(prizes) >= 40
    awarding, ranked = [], []
    for _ in range(10):  # in turn: what slows the machine slows both
        divide_tie.cache_clear()
        awarding.append(seconds(lambda: award(ranking, prizes)))
        ranked.append(seconds(lambda: rank(live(chart), full)))
    assert min(awarding) < 3 * min(ranked)
