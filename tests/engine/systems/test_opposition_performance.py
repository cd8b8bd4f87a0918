"""34E10: the mean of the opponents' performances."""

from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.evaluation import NOT_TIED, Evaluation
from tiebreaks.engine.systems.opposition_performance import ROUNDED
from tiebreaks.engine.terms.ratings import LEFT_OUT, SET_ASIDE

from .examples import EXAMPLE_A, evaluation, live, order, points, value

# 1 met 2 and 3; each of them met 4 as well.
FOUR = chart(["W2", "D3"], ["L1", "W4"], ["W4", "D1"], ["L3", "L2"], ratings=[2000, 1500, 1000, 1200])


def test_34e10_leaves_out_the_games_against_the_player() -> None:
    """Numbers 2 and 3 beat a 1200; 2 lost to the 2000 and 3 drew, which says nothing here."""
    assert points(FOUR, "opposition_performance", 1) == ["1600", "1600"]
    assert points(FOUR, "opposition_performance:swisssys", 1) == ["1600", "1800"]
    assert evaluation(FOUR, "opposition_performance:swisssys", 1).remark == ROUNDED


def test_34e10_skips_an_opponent_who_played_nobody_else() -> None:
    wall = chart(["W2", "U"], ["L1", "W3"], ["U", "L2"], ratings=[2000, 1500, 1000])
    assert value(wall, "opposition_performance", 1) == "1400"
    assert value(wall, "opposition_performance", 2) is None


def test_34e10_leaves_out_every_game_of_an_opponent_met_twice() -> None:
    wall = chart(["W2", "L2", "U"], ["L1", "W1", "D3"], ["U", "U", "D2"], ratings=[2000, 1500, 1000])
    assert points(wall, "opposition_performance", 1) == ["1000", "1000"]


def test_34e10_takes_the_letter_and_not_the_awarded_points() -> None:
    wall = chart(["D2", "U"], ["D1", "W3=0.5"], ["U", "L2"], ratings=[2000, 1500, 1000])
    assert value(wall, "opposition_performance", 1) == "1400"


def test_34e10_takes_the_opponents_own_side_of_a_result_that_need_not_agree() -> None:
    wall = chart(["D2", "U"], ["D1", "R3"], ["U", "N2"], ratings=[2000, 1500, 1000])
    assert value(wall, "opposition_performance", 1) == "1000"


def test_34e10_does_not_count_unplayed_rounds_of_the_opponents() -> None:
    wall = chart(["D2", "U", "U"], ["D1", "L3", "X3"], ["U", "W2", "F2"], ratings=[2000, 1500, 1000])
    assert value(wall, "opposition_performance", 1) == "600"


def test_34e10_leaves_the_games_with_unrated_players_out_and_says_so() -> None:
    wall = chart(["D2", "U", "U"], ["D1", "W3", "W4"], ["U", "L2", "U"], ["U", "U", "L2"],
                 ratings=[2000, 1500, None, 1200])  # fmt: skip
    assert evaluation(wall, "opposition_performance", 1).remark == LEFT_OUT
    assert evaluation(wall, "opposition_performance:assigned", 1).remark == ""
    assert evaluation(wall, "opposition_performance:set_aside", 4) == Evaluation(None, (), SET_ASIDE)


def test_34e10_an_unrated_player_whose_own_games_are_left_out_anyway_is_not_remarked() -> None:
    wall = chart(["D2", "U"], ["D1", "W3"], ["U", "L2"], ratings=[None, 1500, 1000])
    assert evaluation(wall, "opposition_performance", 1).remark == ""


def test_34e10_tied_group_leaves_out_the_games_against_everybody_still_tied() -> None:
    """1 and 4 tied: 2 and 3 have no game left for 1 but those against 4."""
    assert value(FOUR, "opposition_performance:tied_group", 1, {1, 4}) is None
    assert points(FOUR, "opposition_performance:tied_group", 1, {1, 2}) == ["1600", "1600"]


def test_34e10_tied_group_has_no_value_for_a_player_who_is_not_tied() -> None:
    computed = evaluation(FOUR, "opposition_performance:tied_group", 3)
    assert computed == Evaluation(None, (), NOT_TIED)


def test_34e10_tied_group_keeps_1_and_3_of_example_a_tied_whom_the_rule_separates() -> None:
    """Ours: without 1, 3 and 7 both have 1700, 1300, 1666⅔, 1666⅔ and 1600; 7 has 1445⅚."""
    tied = {1, 3, 7}
    step = "opposition_performance:tied_group"
    assert points(EXAMPLE_A, step, 1, tied) == ["1700", "1300", "5000/3", "5000/3", "1600"]
    assert order(EXAMPLE_A, step)[1:4] == [(1, 2), (3, 2), (7, 4)]
    assert order(EXAMPLE_A, "opposition_performance")[1:4] == [(3, 2), (1, 3), (7, 4)]


def test_34e10_swisssys_floors_the_beaten_at_350_below_the_winner() -> None:
    """Number 2 (1500) beat a 1000, who counts 1150; number 1 stays in: (1600 + 1550) / 2."""
    wall = chart(["L2", "U"], ["W1", "W3"], ["U", "L2"], ratings=[1200, 1500, 1000])
    assert points(wall, "opposition_performance:swisssys", 1) == ["1575"]


def test_34e10_swisssys_does_not_floor_whom_the_player_drew_with_or_lost_to() -> None:
    wall = chart(["D2", "U"], ["D1", "L3"], ["U", "W2"], ratings=[1000, 1500, 1000])
    assert points(wall, "opposition_performance:swisssys", 1) == ["800"]


def test_34e10_swisssys_has_no_performance_below_0() -> None:
    wall = chart(["W2", "U"], ["L1", "L3"], ["U", "W2"], ratings=[300, 100, 101])
    assert points(wall, "opposition_performance:swisssys", 1) == ["0"]


def test_34e10_leaves_open_games_out_on_either_side() -> None:
    now = live(chart(["D2", "U", "?3"], ["D1", "W3", "U"], ["U", "L2", "?1"], ratings=[2000, 1500, 1000]))
    assert points(now, "opposition_performance", 1) == ["1400"]
    assert points(now, "opposition_performance", 2) == []
