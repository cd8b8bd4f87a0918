"""A published document keeps the chart it was computed from, whatever stands on it or beside the order."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import wallcharts
from tiebreaks.computing import PlayersSource, announced
from tiebreaks.engine.chart.notation import chart as chart_of
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.ranking.columns import allowed
from tiebreaks.engine.ranking.editions import current
from tiebreaks.engine.ranking.sequence import Sequence, parse
from tiebreaks.published import read_players, write


def published(source: PlayersSource, order: Sequence) -> str:
    return write(source.document(source.ranked(order), []))


@given(wallcharts(players=6, rounds=5), st.booleans())
def test_the_chart_is_read_back_as_it_was(chart: Wallchart, visited: bool) -> None:
    if visited:
        guest = replace(chart.cards[0], house=True, visitor="7@Open")
        chart = replace(chart, cards=(guest, *chart.cards[1:]))
    body = published(PlayersSource(chart, "us-chess-7"), current().default_order(chart.format))
    assert read_players(body).chart == chart


@given(wallcharts(players=6, rounds=5))
def test_what_is_read_back_is_written_as_the_same_bytes(chart: Wallchart) -> None:
    source = PlayersSource(chart, "us-chess-7", prizes=announced("1st–2nd trophies\n1st place $50"))
    body = published(source, current().default_order(chart.format))
    assert write(read_players(body)) == body


def test_no_document_says_how_old_anybody_is() -> None:
    young = chart_of(["W2"], ["L1"])
    young = replace(young, cards=tuple(replace(card, age=8) for card in young.cards))
    source = PlayersSource(young, "us-chess-7", prizes=announced("Best age 8"))
    document = source.document(source.ranked(parse("solkoff")), [])
    assert document.awards.trophies[0].winners == (1,)
    assert all(card.age is None for card in read_players(write(document)).chart.cards)


def columns() -> st.SearchStrategy[str]:
    codes = st.lists(st.sampled_from([system.code for system in allowed()]), unique=True, min_size=1)
    return codes.map(",".join)


@given(wallcharts(), columns())
def test_whatever_is_shown_beside_the_order_ranks_nobody(chart: Wallchart, shown: str) -> None:
    order = parse("solkoff,head_to_head,opposition_performance,playoff")
    source = PlayersSource(chart, "us-chess-7", prizes=announced("1st–2nd trophies"))
    without = json.loads(published(source, order))
    with_it = json.loads(published(replace(source, columns=shown), order))
    left = [step for step in shown.split(",") if step not in str(order)]
    assert with_it.pop("columns_text", "") == ",".join(left)
    assert len(with_it.pop("columns_shown", ())) == len(left)
    assert with_it == without
