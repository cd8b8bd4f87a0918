"""34E8: the scores of those beaten, half the scores of those drawn."""

from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.wallchart import Format
from tiebreaks.engine.ranking.editions import current

from .examples import EXAMPLE_A, live, order, points, value, values


def test_34e8_example_a_adds_the_final_scores_of_the_beaten_and_half_of_the_drawn() -> None:
    """RULES §7: 2½+2+1½+1½."""
    assert points(EXAMPLE_A, "sonneborn_berger", 1) == ["2.5", "2", "0", "1.5", "1.5"]


def test_34e8_a_draw_by_forfeit_counts_half_with_forfeits_and_an_unnamed_opponent_nothing() -> None:
    wall = chart(["Z2", "X", "U"], ["Z1", "W3", "U"], ["U", "L2", "W4"], ["U", "U", "L3"])
    assert value(wall, "sonneborn_berger", 1) == "0"
    assert value(wall, "sonneborn_berger:with_forfeits", 1) == "0.75"


def test_34e8_takes_the_result_that_has_the_awarded_points() -> None:
    """22C5: a win that scores as a draw takes half the opponent's score."""
    wall = chart(["W2=0.5"], ["L1=0.5"])
    assert values(wall, "sonneborn_berger") == ["0.25", "0.25"]


def test_34e8_stays_exact_below_the_quarter() -> None:
    wall = chart(["D2", "U"], ["D1", "W3=0.75"], ["U", "L2"])
    assert value(wall, "sonneborn_berger", 1) == "5/8"


def test_34e8_stays_exact_where_half_of_the_opponents_score_is_three_eighths() -> None:
    wall = chart(["D2", "U"], ["D1=0", "W3=0.75"], ["U", "L2"])
    assert value(wall, "sonneborn_berger", 1) == "3/8"


def test_34e8_adjusted_counts_each_unplayed_game_of_a_double_round() -> None:
    """2 lost both games of round 1 and was not paired in round 2: twice half a point there."""
    wall = chart(["W2+W2", "U"], ["L1+L1", "U"], ["U", "D4+D4"], ["U", "D3+D3"], games=2)
    assert points(wall, "sonneborn_berger:adjusted", 1) == ["1", "1", "0", "0"]


def test_34e8_an_open_game_adds_nothing_yet() -> None:
    wall = chart(["W2", "?3"], ["L1", "W4"], ["W4", "?1"], ["L3", "L2"])
    assert points(live(wall), "sonneborn_berger", 1) == ["1", "0"]


def test_34f_a_round_robin_is_decided_by_sonneborn_berger_then_the_result_between_the_tied() -> None:
    """1 and 2 have 2½ points and 3½ each; they drew, and stay tied."""
    wall = chart(
        ["D2", "W3", "W4"], ["D1", "W4", "W3"], ["D4", "L1", "L2"], ["D3", "L2", "L1"],
        format=Format.ROUND_ROBIN,
    )  # fmt: skip
    assert order(wall, str(current().default_order(wall.format))) == [(1, 1), (2, 1), (3, 3), (4, 3)]
