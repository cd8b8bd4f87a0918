"""34E6: the games played with the black pieces."""

from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.systems.most_blacks import BLACK, NO_COLOR, WHITE

from .examples import EXAMPLE_A, evaluation, live, points


def test_34e6_counts_one_for_each_game_with_black() -> None:
    assert points(EXAMPLE_A, "most_blacks", 1) == ["0", "1", "0", "0", "1"]


def test_34e6_an_open_game_has_its_color_already_and_an_unknown_color_is_none() -> None:
    wall = chart(["W2", "?2b"], ["L1", "?1w"])
    assert points(live(wall), "most_blacks", 1) == ["0", "1"]


def test_34e6_says_of_each_round_which_color_and_against_whom() -> None:
    told = evaluation(chart(["W2b", "L2w", "X2b"], ["L1w", "W1b", "F1w"]), "most_blacks", 1).terms
    assert [(term.opponent, term.reason) for term in told] == [(2, BLACK), (2, WHITE), (None, NO_COLOR)]
