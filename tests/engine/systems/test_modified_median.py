"""34E1: the variations of Modified Median, each in a case that tells it from the rule."""

import pytest

from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.evaluation import EVEN, MINUS, PLUS

from .examples import EXAMPLE_A, EXAMPLE_B, evaluation, live, points, value


def test_34e1_keep_own_zero_leaves_out_only_opponents_who_were_met() -> None:
    """Example A, entry 7: 3, 0, 1½, 1, 3; the rule drops the bye's 0, the proposal of [F882] the 1."""
    assert points(EXAMPLE_A, "modified_median:keep_own_zero", 7) == ["3", "0", "1.5", "3"]


def test_34e1_keep_own_zero_of_an_even_score_drops_the_ends_of_those_met() -> None:
    """Example A, entry 5: 3, 1, 3, 0, 4 drops 4 and 1 in place of 4 and 0."""
    assert points(EXAMPLE_A, "modified_median:keep_own_zero", 5) == ["3", "3", "0"]


def test_34e1_no_own_item_has_no_term_for_an_own_unplayed_round() -> None:
    assert points(EXAMPLE_A, "modified_median:no_own_item", 7) == ["3", "1.5", "3"]
    assert len(evaluation(EXAMPLE_A, "modified_median:no_own_item", 7).terms) == 4
    assert value(EXAMPLE_B, "modified_median:no_own_item", 1) == "16"


def test_34e1_no_own_item_goes_before_keep_own_zero() -> None:
    assert value(EXAMPLE_A, "modified_median:keep_own_zero+no_own_item", 7) == "7.5"
    assert value(EXAMPLE_A, "modified_median:no_own_item", 8) == "0"


def test_34e1_planned_rounds_leaves_out_two_before_the_ninth_round() -> None:
    """Eight of nine rounds: one is left out of eight by the rule, two once the event's length counts."""
    wall = chart(["W2"] * 8, ["L1"] * 8, rounds=9)
    shorter = chart(["W2"] * 8, ["L1"] * 8, rounds=8)
    assert len(points(wall, "modified_median", 1)) == 7
    assert len(points(wall, "modified_median:planned_rounds", 1)) == 6
    assert len(points(shorter, "modified_median:planned_rounds", 1)) == 7


def test_34e1_planned_rounds_changes_nothing_in_the_plus_and_minus() -> None:
    wall = chart(["W2", "D2", "D2"], ["L1", "D1", "D1"], rounds=9)
    assert evaluation(wall, "modified_median:planned_rounds", 1).remark == PLUS


@pytest.mark.parametrize(
    ("number", "by_score", "by_games"),
    [(5, EVEN, MINUS), (7, PLUS, PLUS), (4, MINUS, MINUS), (6, MINUS, MINUS), (8, MINUS, EVEN)],
)
def test_34e1_wins_losses_compares_wins_with_losses_of_played_games(
    number: int, by_score: str, by_games: str
) -> None:
    """Example A: entry 5 has 2½ of 5 with a bye, but one win and two losses; 8 has neither."""
    assert evaluation(EXAMPLE_A, "modified_median", number).remark == by_score
    assert evaluation(EXAMPLE_A, "modified_median:wins_losses", number).remark == by_games


def test_34e1_wins_losses_changes_what_is_left_out() -> None:
    """Example A, entry 5: 3, 1, 3, 0, 4 without the 4 alone."""
    assert points(EXAMPLE_A, "modified_median:wins_losses", 5) == ["3", "1", "3", "0"]


def test_34e1_wins_losses_takes_the_result_that_has_the_awarded_points_and_no_open_game() -> None:
    """22C5: the won game that scores as a draw is no win."""
    wall = chart(["W2=0.5", "?2"], ["L1", "?1"])
    assert evaluation(live(wall), "modified_median:wins_losses", 1).remark == EVEN
    assert evaluation(live(wall), "modified_median:wins_losses", 2).remark == MINUS


# Two games per round: 1 has 3½ of 4, 2 a bye of two points in round 2, 3 one of one point in round 1.
DOUBLE = chart(["W2+D2", "W3+W3"], ["L1+D1", "B"], ["H", "L1+L1"], games=2)


def test_34e1_of_two_games_a_round_counts_each_game_unless_per_round() -> None:
    """RULES §3.5: ½ for each unplayed game, 1½, 1½, 1, 1; SwissSys: ½ for each unplayed round, 1 and ½."""
    assert points(DOUBLE, "solkoff", 1) == ["1.5", "1.5", "1", "1"]
    assert points(DOUBLE, "solkoff:per_round", 1) == ["1", "0.5"]


def test_34e1_per_round_has_the_even_score_at_half_a_point_a_round() -> None:
    """RULES §3.5: number 3 has 1 of 4 games, or of 2 rounds."""
    assert evaluation(DOUBLE, "modified_median", 3).remark == MINUS
    assert evaluation(DOUBLE, "modified_median:per_round", 3).remark == EVEN


def test_34e1_per_round_has_one_own_zero_a_round_and_none_where_somebody_was_met() -> None:
    assert points(DOUBLE, "solkoff", 2) == ["3.5", "3.5", "0", "0"]
    assert points(DOUBLE, "solkoff:per_round", 2) == ["3.5", "0"]
    partly = chart(["D2+H"], ["D1+D3"], ["D2+U"], games=2)
    assert points(partly, "solkoff:per_round", 1) == ["1"]


def test_34e1_per_round_counts_both_opponents_of_a_round_and_the_awarded_points_beside_a_game() -> None:
    """Ours: number 1 drew and was given ½, number 3 drew and was not paired again."""
    partly = chart(["D2+H"], ["D1+D3"], ["D2+U"], games=2)
    assert points(partly, "solkoff", 2) == ["1", "1"]
    assert points(partly, "solkoff:per_round", 2) == ["1", "0.5"]


@pytest.mark.parametrize("step", ["solkoff", "modified_median", "median"])
def test_34e1_per_round_is_the_rule_where_a_round_is_one_game(step: str) -> None:
    for number in range(1, 9):
        assert evaluation(EXAMPLE_A, f"{step}:per_round", number) == evaluation(EXAMPLE_A, step, number)


def test_34e4_median_takes_the_same_variations() -> None:
    """Example A, entry 7: 3, 0, 1½, 1, 3."""
    assert points(EXAMPLE_A, "median:keep_own_zero", 7) == ["3", "0", "1.5"]
    assert points(EXAMPLE_A, "median:no_own_item", 7) == ["3", "1.5"]
    assert len(points(chart(["W2"] * 8, ["L1"] * 8, rounds=9), "median:planned_rounds", 1)) == 4


def test_34e2_solkoff_leaves_nothing_out_so_that_no_variation_of_leaving_out_changes_its_value() -> None:
    reading = after_round(EXAMPLE_A)
    for code in ("keep_own_zero", "planned_rounds"):
        assert evaluation(reading, f"solkoff:{code}", 7) == evaluation(reading, "solkoff", 7)
    assert points(reading, "solkoff", 7) == ["3", "0", "1.5", "1", "3"]
    assert points(reading, "solkoff:no_own_item", 7) == ["3", "1.5", "1", "3"]
