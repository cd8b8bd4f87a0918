"""A sheet keeps the chart it was computed from, whatever stands on it or is shown beside the order."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import wallcharts
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.ranking.columns import ALLOWED
from tiebreaks.engine.ranking.editions import current
from tiebreaks.engine.ranking.sequence import parse
from tiebreaks.sheets import SheetBody, Source, compute


@given(wallcharts(players=6, rounds=5), st.booleans())
def test_the_chart_is_read_back_as_it_was(chart: Wallchart, visited: bool):
    if visited:
        guest = replace(chart.cards[0], house=True, visitor="7@Open")
        chart = replace(chart, cards=(guest, *chart.cards[1:]))
    body = compute(
        Source(chart, boards={}, edition="us-chess-7"),
        current().default_order(chart.format),
        postings=[],
    )
    assert SheetBody(body).chart == chart


def columns() -> st.SearchStrategy[str]:
    codes = st.lists(st.sampled_from([system.code for system in ALLOWED]), unique=True, min_size=1)
    return codes.map(",".join)


@given(wallcharts(), columns())
def test_whatever_is_shown_beside_the_order_ranks_nobody(chart: Wallchart, shown: str):
    order = parse("solkoff,head_to_head,opposition_performance,playoff")
    source = Source(chart, boards={}, edition="us-chess-7", prizes="1st–2nd trophies")
    source = Source(chart, boards={}, edition="us-chess-7", prizes="1st–2nd trophies")
    without = json.loads(compute(source, order, postings=[]))
    with_it = json.loads(compute(replace(source, columns=shown), order, postings=[]))
    left = [step for step in shown.split(",") if step not in str(order)]
    assert with_it.pop("columns", "") == ",".join(left)
    assert len(with_it.pop("shown", ())) == len(left)
    assert with_it == without
