"""What is shown beside the order: read as an order is, never of a tied group, never a second time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import wallcharts
from tiebreaks.engine.chart.reading import live
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.ranking import columns
from tiebreaks.engine.ranking.columns import beside, check_beside, parse_columns
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.sequence import OrderError, parse
from tiebreaks.engine.terms.system import TiebreakSystem

ORDER = parse("modified_median,solkoff:otb_first,cumulative")


@pytest.mark.parametrize("text", ["", "cumulative", "kashdan,cumulative:omit_last+full_only"])
def test_columns_print_back_the_same_and_may_be_none(text: str) -> None:
    assert str(parse_columns(text)) == text
    assert parse_columns(" , ").steps == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("head_to_head", "head_to_head has values for tied players only"),
        ("playoff", "playoff has values for tied players only"),
        ("coin_toss", "coin_toss has values for tied players only"),
        ("opposition_performance:tied_group", "opposition_performance:tied_group has values for tied"),
        ("solkoff:otb_first", "solkoff:otb_first already breaks ties. solkoff can be shown"),
        ("solkof", "There is no tiebreak system 'solkof'"),
        ("solkoff,solkoff:per_round", "solkoff is in the order twice"),
        ("solkoff:backwards", "solkoff has no variation"),
    ],
)
def test_what_cannot_be_a_column_is_told(text: str, told: str) -> None:
    with pytest.raises(OrderError, match=told):
        parse_columns(text)


def test_who_may_not_be_a_column_is_told_which_may() -> None:
    with pytest.raises(OrderError) as refused:
        parse_columns("playoff")
    allowed = str(refused.value).partition("Choose from ")[2].removesuffix(".").split(", ")
    assert [str(parse_columns(code)) for code in allowed] == allowed
    assert {"head_to_head", "playoff", "coin_toss"}.isdisjoint(allowed)
    assert "cumulative" in allowed


@pytest.mark.parametrize("text", ["cumulative", "kashdan,modified_median", "solkoff"])
def test_what_the_order_says_already_cannot_be_shown_beside_it(text: str) -> None:
    """Who is compared first leaves the values as they are: Solkoff with it says what Solkoff says."""
    with pytest.raises(OrderError, match="is already in the order"):
        check_beside(parse_columns(text), ORDER)


def test_another_variation_of_a_posted_system_can_be_shown() -> None:
    check_beside(parse_columns("cumulative:omit_last,solkoff:per_round,kashdan"), ORDER)


def test_a_column_that_ranks_by_now_is_left_out_and_the_others_stay() -> None:
    shown = parse_columns("kashdan,cumulative")
    assert str(beside(shown, ORDER)) == "kashdan"
    assert str(beside(shown, parse("solkoff"))) == "kashdan,cumulative"


@given(wallcharts(), st.sampled_from(columns.allowed()), st.data())
def test_a_column_shows_what_the_same_step_would_rank_by_and_explains_it(
    wall: Wallchart, system: TiebreakSystem, data: st.DataObject
) -> None:
    offered = [variation.code for variation in columns.offered(system)]
    chosen = data.draw(st.lists(st.sampled_from(offered), unique=True)) if offered else []
    text = system.code + (":" + "+".join(chosen) if chosen else "")
    (step,) = parse_columns(text).steps
    reading = live(wall)
    shown = columns.values(reading, step)
    assert shown == rank(reading, parse(text)).values[0]
    for card in reading.ranked:
        assert columns.evaluation(reading, step, card).value == shown[card.number]
