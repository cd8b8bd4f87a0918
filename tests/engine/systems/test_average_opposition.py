"""34E11: the mean rating of the opponents."""

from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.evaluation import Evaluation
from tiebreaks.engine.terms.ratings import LEFT_OUT, SET_ASIDE

from .examples import evaluation, live, value, values

UNRATED_MET = chart(["W2", "D3"], ["L1", "W4"], ["W4", "D1"], ["L3", "L2"], ratings=[1500, 1200, None, 1000])


def test_34e11_leaves_unrated_opponents_out_and_says_so() -> None:
    assert evaluation(UNRATED_MET, "average_opposition", 1).remark == LEFT_OUT
    assert evaluation(UNRATED_MET, "average_opposition", 2).remark == ""


def test_34e11_a_rating_of_0_is_none() -> None:
    """As files write it."""
    wall = chart(["W2", "W3"], ["L1", "U"], ["U", "L1"], ratings=[1500, 0, 1000])
    assert value(wall, "average_opposition", 1) == "1000"
    assert value(wall, "average_opposition:assigned", 1) == "550"
    assert value(wall, "average_opposition:set_aside", 1) is None


def test_34e11_set_aside_has_no_value_for_anybody_once_an_unrated_player_has_played() -> None:
    assert evaluation(UNRATED_MET, "average_opposition:set_aside", 2) == Evaluation(None, (), SET_ASIDE)
    stayed_away = chart(["W2", "X3"], ["L1", "U"], ["U", "F1"], ratings=[1500, 1200, None])
    assert values(stayed_away, "average_opposition:set_aside") == ["1200", "1500", None]


def test_34e11_assigned_goes_before_set_aside() -> None:
    assert values(UNRATED_MET, "average_opposition:assigned+set_aside") == ["650", "1250", "1250", "650"]


def test_34e11_an_opponent_met_twice_counts_twice_and_one_who_forfeited_not_at_all() -> None:
    wall = chart(
        ["W2", "X4", "L2", "D3"],
        ["L1", "U", "W1", "U"],
        ["U", "U", "U", "D1"],
        ["U", "F1", "U", "U"],
        ratings=[1000, 1100, 1400, 2000],
    )
    assert value(wall, "average_opposition", 1) == "1200"
    assert value(wall, "average_opposition", 4) is None


def test_34e11_leaves_open_games_out() -> None:
    wall = chart(["W2", "?3"], ["L1", "U"], ["U", "?1"], ratings=[1000, 1100, 1400])
    assert values(live(wall), "average_opposition") == ["1100", "1000", None]
