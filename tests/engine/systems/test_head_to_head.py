"""34E5: wins less losses in the games between those who are still tied."""

import pytest

from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.evaluation import NOT_TIED, Evaluation
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.sequence import parse
from tiebreaks.engine.systems.head_to_head import BASIS, NOT_ALL_MET, head_to_head
from tiebreaks.engine.systems.head_to_head import crosstable as table_of

from .examples import EXAMPLE_A, evaluation, live, order, points, value, values

# RULES §5, example 1: A beat B, B beat C, A drew C.
CYCLE = chart(["W2", "D3", "U"], ["L1", "U", "W3"], ["U", "D1", "L2"])


def test_34e5_a_beat_b_and_b_beat_c_and_a_drew_c() -> None:
    assert points(CYCLE, "head_to_head", 2, {1, 2, 3}) == ["-1", "1"]


def test_34e5_minus_100_takes_one_off_a_hundred_for_each_loss_as_swisssys_does() -> None:
    """RULES §5 [S2]."""
    assert points(CYCLE, "head_to_head:minus_100", 2, {1, 2, 3}) == ["100", "-1", "0"]
    basis = evaluation(CYCLE, "head_to_head:minus_100", 2, {1, 2, 3}).terms[0]
    assert (basis.round, basis.opponent, basis.reason) == (0, None, BASIS)


def test_34e5_example_a_who_all_drew_each_other_stay_tied() -> None:
    """RULES §5, example 3."""
    assert order(EXAMPLE_A, "head_to_head")[1:4] == [(1, 2), (3, 2), (7, 2)]


def test_34e5_only_games_against_the_group_count() -> None:
    assert value(EXAMPLE_A, "head_to_head", 1, {1, 2, 3}) == "-1"
    assert value(EXAMPLE_A, "head_to_head", 1, {1, 4, 5}) == "2"


def test_34e5_has_no_value_for_a_player_who_is_not_tied() -> None:
    assert value(EXAMPLE_A, "head_to_head", 2, ()) is None
    ranking = rank(after_round(EXAMPLE_A), parse("cumulative,head_to_head"))
    assert ranking.values[1] == {}  # nobody was asked about
    assert ranking.evaluation(1, 1) == Evaluation(None, (), NOT_TIED)


# 1, 2 and 3 have 2 points; cumulative leaves 2 and 3 tied, who did not meet; 1 lost to 3.
ONE_GONE_AHEAD = chart(
    ["W4", "W5", "L3"], ["U", "W4", "W6"], ["U", "W6", "W1"], ["L1", "L2", "U"], ["U", "L1", "U"],
    ["U", "L3", "L2"],
)  # fmt: skip


def test_34e5_looks_at_those_still_tied_when_it_is_reached() -> None:
    assert order(ONE_GONE_AHEAD, "cumulative,head_to_head")[:3] == [(1, 1), (2, 2), (3, 2)]


def test_34e5_score_group_counts_the_games_against_everybody_on_the_same_score() -> None:
    assert order(ONE_GONE_AHEAD, "cumulative,head_to_head:score_group")[:3] == [(1, 1), (3, 2), (2, 3)]


def test_34e5_a_forfeit_between_the_tied_is_no_game_unless_posted() -> None:
    wall = chart(["X2", "L3"], ["F1", "W3"], ["U", "W1"])
    assert value(wall, "head_to_head", 1, {1, 2}) == "0"
    assert value(wall, "head_to_head:with_forfeits", 1, {1, 2}) == "1"
    assert value(wall, "head_to_head:with_forfeits", 2, {1, 2}) == "-1"
    assert value(wall, "head_to_head:with_forfeits+minus_100", 2, {1, 2}) == "99"


def test_34e5_all_met_says_nothing_unless_each_met_each_other() -> None:
    tied = {1, 2, 3}
    assert values(CYCLE, "head_to_head:all_met", tied) == ["1", "0", "-1"]
    not_met = chart(["W2", "U"], ["L1", "W3"], ["U", "L2"])
    assert values(not_met, "head_to_head", tied) == ["1", "0", "-1"]
    for number in tied:
        said = evaluation(not_met, "head_to_head:all_met", number, tied)
        assert said == Evaluation(None, (), NOT_ALL_MET)


def test_34e5_a_forfeit_is_a_meeting_only_with_forfeits() -> None:
    wall = chart(["X2"], ["F1"])
    assert values(wall, "head_to_head:all_met", {1, 2}) == [None, None]
    assert values(wall, "head_to_head:all_met+with_forfeits", {1, 2}) == ["1", "-1"]


def test_34e5_all_met_of_a_score_group_asks_everybody_on_the_score() -> None:
    wall = chart(["W2", "L3"], ["L1", "W4"], ["U", "W1"], ["U", "L2"])
    assert value(wall, "head_to_head:all_met", 1, {1, 2}) == "1"
    assert value(wall, "head_to_head:all_met+score_group", 1, {1, 2}) is None


def test_34e5_two_games_between_the_tied_both_count() -> None:
    wall = chart(["W2", "D2", "W2"], ["L1", "D1", "L1"])
    assert value(wall, "head_to_head", 1, {1, 2}) == "2"


def test_34e5_takes_the_result_that_has_the_awarded_points() -> None:
    """22C5: a win that scores as a draw separates nobody."""
    assert values(chart(["W2=0.5"], ["L1=0.5"]), "head_to_head", {1, 2}) == ["0", "0"]


def test_34e5_an_open_game_is_worth_nothing_yet_and_is_a_meeting() -> None:
    wall = chart(["U", "?2"], ["U", "?1"], ["W4", "U"], ["L3", "U"])
    assert points(live(wall), "head_to_head:all_met", 1, {1, 2}) == ["0"]


# --- the little table -----------------------------------------------------------------------------

# 1 beat 2, forfeit win from 3 and drew with 2 when they met again; 3 beat 2; 4 is outside.
MET_TWICE = chart(
    ["W2", "X3", "D2", "W4"],
    ["L1", "U", "D1", "L3"],
    ["U", "F1", "U", "W2"],
    ["U", "U", "U", "L1"],
)


@pytest.mark.parametrize("wall", [CYCLE, MET_TWICE, EXAMPLE_A])
@pytest.mark.parametrize(
    "chosen", ["", "minus_100", "with_forfeits", "minus_100+with_forfeits", "score_group"]
)
def test_34e5_the_basis_and_the_meetings_of_the_table_add_up_to_the_value(
    wall: Wallchart, chosen: str
) -> None:
    step = parse(f"head_to_head:{chosen}").steps[0]
    reading = after_round(wall)
    tied = frozenset(list(reading.by_number)[:3])
    table = table_of(reading, step.variations, tied)
    assert set(table.meetings) == tied
    for number, meetings in table.meetings.items():
        adds = [meeting.addend[0] for meeting in meetings if meeting.addend]
        found = head_to_head(reading, reading.by_number[number], step.variations, tied)
        assert table.basis + sum(adds) == found.value


def test_34e5_the_table_shows_a_forfeit_that_is_not_counted_and_both_games_of_who_met_twice() -> None:
    reading = after_round(MET_TWICE)
    table = table_of(reading, frozenset(), frozenset({1, 2, 3}))
    shown = [(m.cell.round, m.cell.opponent, m.cell.kind.letter, m.addend) for m in table.meetings[1]]
    assert [(*each[:3], each[3] and each[3][0]) for each in shown] == [
        (1, 2, "W", 1),
        (2, 3, "X", None),
        (3, 2, "D", 0),
    ]
    assert table.not_met == {(1, 3)}
    counted = table_of(reading, frozenset({"with_forfeits"}), frozenset({1, 2, 3}))
    assert counted.meetings[1][1].addend is not None
    assert not counted.not_met


def test_34e5_the_table_of_a_score_group_sets_the_tied_against_everybody_on_their_score() -> None:
    table = table_of(after_round(ONE_GONE_AHEAD), frozenset({"score_group"}), frozenset({2, 3}))
    assert set(table.meetings) == {2, 3}
    assert table.rivals == {1, 2, 3}
    assert table.not_met == {(1, 2), (2, 3)}
