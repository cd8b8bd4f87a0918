"""Win count: games won over the board."""

import pytest

from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.systems.win_count import BYE, FORFEIT, NOT_WON, WON
from tiebreaks.engine.terms.adjusted import STILL_PLAYING
from tiebreaks.engine.terms.results import UNPLAYED

from .examples import evaluation, live, points

OF_EVERY_KIND = chart(["W2", "X2", "B", "X2=0.5", "H", "W2=0.5"], ["L1", "F1", "X", "F1", "X", "L1=1"])


@pytest.mark.parametrize(
    ("step", "wins"),
    [
        ("win_count", ["1", "0", "0", "0", "0", "0"]),
        ("win_count:with_forfeits", ["1", "1", "0", "0", "0", "0"]),
        ("win_count:with_byes", ["1", "0", "1", "0", "0", "0"]),
        ("win_count:with_forfeits+with_byes", ["1", "1", "1", "0", "0", "0"]),
    ],
)
def test_win_count_takes_forfeits_and_byes_only_as_posted_and_full_points_only(
    step: str, wins: list[str]
) -> None:
    assert points(OF_EVERY_KIND, step, 1) == wins


def test_win_count_takes_the_result_that_has_the_awarded_points() -> None:
    assert points(OF_EVERY_KIND, "win_count", 2) == ["0", "0", "0", "0", "0", "1"]


def test_win_count_of_an_open_game_is_nothing_yet() -> None:
    assert points(live(chart(["W2", "?2"], ["L1", "?1"])), "win_count", 1) == ["1", "0"]


def test_win_count_says_of_each_round_what_it_counts_as_and_whom_it_was_played_with() -> None:
    others = ["W4", "D4", "L4", "D4", "D4"], ["L3", "D3", "W3", "D3", "D3"]
    wall = live(chart(["W2", "L2", "X2", "B", "?2"], ["L1", "W1", "F1", "U", "?1"], *others))
    told = evaluation(wall, "win_count:with_forfeits+with_byes", 1).terms
    assert [(term.points_q, term.opponent, term.reason, term.rule) for term in told] == [
        (1, 2, WON, ""),
        (0, 2, NOT_WON, ""),
        (1, None, FORFEIT, ""),
        (1, None, BYE, ""),
        (0, 2, STILL_PLAYING, ""),
    ]
    assert [term.reason for term in evaluation(wall, "win_count", 1).terms[2:4]] == [UNPLAYED, UNPLAYED]
