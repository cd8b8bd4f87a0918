"""34E4: the opponents' scores without the highest and the lowest."""

from tiebreaks.engine.chart.notation import chart

from .examples import EXAMPLE_A, evaluation, points, value


def test_34e4_example_a_entry_7_drops_a_three_and_the_zero_of_its_bye() -> None:
    """RULES §3.3: 3, 0, 1½, 1, 3 drop 3 and 0."""
    dropped = [(t.round, t.dropped.value) for t in evaluation(EXAMPLE_A, "median", 7).terms if t.dropped]
    assert dropped == [(2, "lowest"), (5, "highest")]
    assert points(EXAMPLE_A, "median", 7) == ["3", "1.5", "1"]


def test_34e4_drops_two_at_each_end_from_nine_rounds_on() -> None:
    cell = ["D2"] * 8
    assert value(chart(cell, ["D1"] * 8), "median", 1) == "24"
    assert value(chart([*cell, "D2"], ["D1"] * 9), "median", 1) == "22.5"


def test_34e4_is_nothing_where_more_would_be_left_out_than_there_is() -> None:
    assert value(chart(["W2", "D2"], ["L1", "D1"]), "median", 1) == "0"
    assert value(chart(["W2"], ["L1"]), "median", 1) == "0"
