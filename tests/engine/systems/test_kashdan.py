"""34E7: 4 for a win, 2 for a draw, 1 for a loss."""

import pytest

from tiebreaks.engine.chart.notation import chart

from .examples import live, points, value


@pytest.mark.parametrize(
    ("results", "worth"),
    [
        (["W2", "W2", "W2", "L2", "L2"], "14"),
        (["W2", "W2", "D2", "D2", "L2"], "13"),
        (["B", "W2", "W2", "L2", "L2"], "10"),
        (["N2", "R2", "S2", "H", "U"], "7"),
        (["X2", "F2", "Z2", "D2", "D2"], "4"),
    ],
)
def test_34e7_worked_examples(results: list[str], worth: str) -> None:
    """RULES §6.2; the last two, ours: results of one side only, and forfeits, which are worth nothing."""
    other = {"W": "L", "L": "W", "D": "D", "X": "F", "F": "X", "Z": "Z", "N": "S", "R": "R", "S": "N"}
    theirs = [other[cell[0]] + "1" if len(cell) > 1 else "X" for cell in results]
    assert value(chart(results, theirs), "kashdan", 1) == worth


def test_34e7_a_won_game_that_scores_as_a_draw_is_a_draw() -> None:
    """22C5; where no result has the awarded points, the letter says it."""
    wall = chart(["W2=0.5", "W2=0.75"], ["L1", "L1=1"])
    assert points(wall, "kashdan", 1) == ["2", "4"]
    assert points(wall, "kashdan", 2) == ["1", "4"]


def test_34e7_an_open_game_is_worth_nothing_yet() -> None:
    assert points(live(chart(["W2", "?2"], ["L1", "?1"])), "kashdan", 2) == ["1", "0"]
