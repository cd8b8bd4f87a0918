"""``otb_first``, for any step: first who scored over the board, then who has only byes and forfeits."""

import pytest

from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.ranking.fold import ONLY_UNPLAYED, rank
from tiebreaks.engine.ranking.sequence import parse
from tiebreaks.engine.systems import SYSTEMS

from .examples import order

# 1 and 2 have one point each: 1 from a bye, 2 from a game. 3 won both games, 4 lost his.
BYE_AND_GAME = chart(["B", "L3"], ["L3", "W4"], ["W2", "W1"], ["U", "L2"])


def test_otb_first_stands_before_any_value_is_compared() -> None:
    """Michigan [MCA]. Without deductions the early bye is worth 1+1 against 0+1."""
    assert order(BYE_AND_GAME, "cumulative:no_deduction")[1:3] == [(1, 2), (2, 3)]
    assert order(BYE_AND_GAME, "cumulative:no_deduction+otb_first")[1:3] == [(2, 2), (1, 3)]


def test_otb_first_leaves_the_value_and_says_what_decided() -> None:
    ranking = rank(after_round(BYE_AND_GAME), parse("cumulative:no_deduction+otb_first"))
    assert ranking.value(0, 1) == 8
    assert ranking.evaluation(0, 1).remark == ONLY_UNPLAYED
    assert ranking.evaluation(0, 2).remark == ""
    assert ranking.by_number[1].decided_by == 0


def test_otb_first_is_part_of_what_is_compared_with_another_ranking() -> None:
    ranking = rank(after_round(BYE_AND_GAME), parse("cumulative:no_deduction+otb_first"))
    assert [ranking.sort_key(0, number) for number in (1, 2)] == [(False, 8), (True, 4)]


def test_otb_first_waits_for_the_step_that_carries_it() -> None:
    step = "most_blacks,cumulative:no_deduction+otb_first"
    ranking = rank(after_round(BYE_AND_GAME), parse(step))
    assert ranking.by_number[1].decided_by == 1


def test_otb_first_compares_the_values_of_those_who_both_have_only_byes() -> None:
    """1 had the bye first, 2 last: 1+1 and 0+1."""
    wall = chart(["B", "L3"], ["L3", "B"], ["W2", "W1"])
    assert order(wall, "cumulative:no_deduction+otb_first") == [(3, 1), (1, 2), (2, 3)]


def test_otb_first_does_not_divide_those_who_have_no_points_at_all() -> None:
    """1 lost, 2 never came: neither scored, and neither has a point without a game."""
    wall = chart(["L3", "U"], ["U", "U"], ["W1", "W4"], ["U", "L3"])
    assert order(wall, "win_count:otb_first")[1:] == [(1, 2), (2, 2), (4, 2)]
    assert rank(after_round(wall), parse("win_count:otb_first")).evaluation(0, 2).remark == ""


def test_otb_first_takes_any_part_of_a_point_from_a_game() -> None:
    """A split ruling left 2 a quarter for the game; 1 has the same quarter for a round not played."""
    wall = chart(["H=0.25", "L3"], ["L3=0.25", "U"], ["W2", "W1"])
    assert order(wall, "cumulative:no_deduction+otb_first")[1:] == [(2, 2), (1, 3)]


# On a point each: 1 had a bye and two strong opponents, 2 beat one who has nothing. On half a point: 3 had
# half a bye and the same opponents, 4 and 7 drew with each other.
NEVER_FIRST_BY_ITSELF = chart(
    ["B", "L5b", "L6b"], ["U", "U", "W8w"], ["H", "L6b", "L5b"], ["U", "U", "D7w"],
    ["W6w", "W1w", "W3w"], ["L5b", "W3w", "W1w"], ["U", "U", "D4b"], ["U", "U", "L2b"],
    ratings=[1000, 1000, 1000, 1000, 1900, 1800, 1000, 500],
)  # fmt: skip


@pytest.mark.parametrize("code", SYSTEMS)
def test_otb_first_can_be_posted_with_every_system_and_tells_itself_from_the_rule(code: str) -> None:
    """No system by itself puts both 2 before 1 and 4 before 3."""

    def scored_over_the_board_stand_ahead(step: str) -> bool:
        rank_of = dict(order(NEVER_FIRST_BY_ITSELF, step))
        return rank_of[2] < rank_of[1] and rank_of[4] < rank_of[3]

    assert scored_over_the_board_stand_ahead(f"{code}:otb_first")
    assert not scored_over_the_board_stand_ahead(code)
