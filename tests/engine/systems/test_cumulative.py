"""34E3 and 34E9: the variations of Cumulative, each in a case that tells it from the rule."""

import pytest

from tiebreaks.engine.chart.notation import chart

from .examples import EXAMPLE_A, live, order, points, value

RULEBOOK = chart(["W2", "L2", "W2", "D2", "L2"], ["L1", "W1", "L1", "D1", "W1"])
# The bye, win, loss, draw, win of Michigan 2001; H, W, L, W, D of RULES §4.1. Others keep the rounds held.
MICHIGAN = chart(["B", "W2", "L2", "D2", "W2"], ["X", "L1", "W1", "D1", "L1"])
HALF_BYE = chart(["H", "W2", "L2", "W2", "D2"], ["X", "L1", "W1", "L1", "D1"])


def test_34e3_omit_last_leaves_the_last_running_score_out() -> None:
    """The rulebook's 1+1+2+2½+2½ without the last."""
    assert value(RULEBOOK, "cumulative", 1) == "9"
    assert points(RULEBOOK, "cumulative:omit_last", 1) == ["1", "1", "2", "2.5"]


def test_34e3_omit_last_takes_a_last_round_bye_off_nonetheless_so_that_no_tie_turns_round() -> None:
    """Both score 2; the rule has 1+2−1 = 2 and 1+2 = 3."""
    wall = chart(["W3", "B"], ["W4", "W5"], ["L1", "U"], ["L2", "U"], ["U", "L2"])
    assert points(wall, "cumulative:omit_last", 1) == ["1", "-1"]
    assert [value(wall, "cumulative", n) for n in (1, 2)] == ["2", "3"]
    assert [value(wall, "cumulative:omit_last", n) for n in (1, 2)] == ["0", "1"]


def test_34e9_omit_last_adds_up_what_the_opponents_have_without_the_last_round() -> None:
    """Example A, entry 1: 3+4+8½+6+5."""
    assert points(EXAMPLE_A, "opposition_cumulative:omit_last", 1) == ["3", "4", "8.5", "6", "5"]


def test_34e3_omit_last_keeps_the_order_of_example_a() -> None:
    assert order(EXAMPLE_A, "cumulative:omit_last") == order(EXAMPLE_A, "cumulative")


def test_34e3_omit_last_of_two_games_a_round_leaves_the_round_out() -> None:
    wall = chart(["W2+W2", "W2+D2"], ["L1+L1", "L1+D1"], games=2)
    assert points(wall, "cumulative:omit_last", 1) == ["2"]


def test_34e3_omit_last_leaves_the_open_round_out_of_the_live_reading() -> None:
    wall = chart(["W2", "?3", ""], ["L1", "B", ""], ["H", "?1", ""], ["U", "", ""])
    assert points(live(wall), "cumulative:omit_last", 1) == ["1"]
    assert points(live(wall), "cumulative:omit_last", 2) == ["0", "-1"]
    assert points(live(wall), "cumulative:omit_last", 4) == ["0"]


@pytest.mark.parametrize(
    ("step", "michigan", "half_bye"),
    [
        ("cumulative", "10", "8.5"),
        ("cumulative:full_only", "10", "9"),
        ("cumulative:no_deduction", "11", "9"),
        ("cumulative:full_only+no_deduction", "11", "9"),
    ],
)
def test_34e3_what_is_taken_off_for_byes(step: str, michigan: str, half_bye: str) -> None:
    """RULES §4.1: Michigan [MCA] 1+2+2+2½+3½ − 1; ours ½+1½+1½+2½+3 less ½, by the older rule 9."""
    assert value(MICHIGAN, step, 1) == michigan
    assert value(HALF_BYE, step, 1) == half_bye


def test_34e3_full_only_takes_one_point_off_whatever_more_was_awarded() -> None:
    """Older texts, RULES §4.1: a two-point bye costs 1; the 7th edition, taken further, its points."""
    wall = chart(["X2=2", "X2=0.75"], ["F1", "F1"])
    assert value(wall, "cumulative", 1) == "2"
    assert value(wall, "cumulative:full_only", 1) == "3.75"


def test_34e9_adds_up_the_opponents_values_under_the_same_variation() -> None:
    """Example A, entry 1: 5½+6+12½+9+8; by no deduction 6½+7+12½+9+8½; older, 8½ for entry 7 alone."""
    assert points(EXAMPLE_A, "opposition_cumulative", 1) == ["5.5", "6", "12.5", "9", "8"]
    assert points(EXAMPLE_A, "opposition_cumulative:no_deduction", 1) == ["6.5", "7", "12.5", "9", "8.5"]
    assert points(EXAMPLE_A, "opposition_cumulative:full_only", 1) == ["5.5", "6", "12.5", "9", "8.5"]
