"""RULES §1.1: what each kind of round is worth to the player, as an opponent, and in the running score."""

import pytest

from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.problems import problems
from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.points import parse
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.ranking.sequence import parse as parse_order
from tiebreaks.engine.terms.adjusted import adjusted_score

SYSTEMS = "modified_median,solkoff,cumulative,opposition_cumulative"
MODIFIED_MEDIAN, SOLKOFF, CUMULATIVE, OPPOSITION_CUMULATIVE = range(4)


def ranked(wall: Wallchart) -> Ranking:
    assert problems(wall) == []
    return rank(after_round(wall), parse_order(SYSTEMS))


def adjusted(ranking: Ranking, number: int) -> object:
    return adjusted_score(ranking.reading.by_number[number]).value


UNPLAYED = [
    # cell, the other side's cell, points
    ("X3", "F1", "1"),
    ("F3", "X1", "0"),
    ("Z3", "Z1", "½"),
    ("F3", "F1", "0"),
    ("X", "U", "1"),
    ("F", "U", "0"),
    ("Z", "U", "½"),
    ("X0", "F0", "1"),
    ("B", "U", "1"),
    ("H", "U", "½"),
    ("U", "U", "0"),
    ("*", "U", "0"),
    ("L0", "U", "0"),
    ("D0", "U", "½"),
    ("W0w", "U", "1"),
    ("", "U", "0"),
    ("B=0.5", "U", "½"),
    ("H=0.25", "U", "¼"),
]


@pytest.mark.parametrize(("cell", "other_side", "points"), UNPLAYED)
def test_a_round_not_played_is_worth_its_points_nothing_as_an_item_and_half_a_point_as_an_opponent(
    cell: str, other_side: str, points: str
) -> None:
    ranking = ranked(chart(["W2", cell], ["L1", "W4"], ["W4", other_side], ["L3", "L2"]))
    assert ranking.reading.score_q[1] == parse("1") + parse(points)
    assert adjusted(ranking, 1) == parse("1½")
    # Only number 2 was met, who has 1 point: an opponent who forfeited is none.
    assert ranking.value(SOLKOFF, 1) == parse("1")
    assert ranking.value(OPPOSITION_CUMULATIVE, 1) == parse("1")
    assert [term.points_q for term in ranking.evaluation(SOLKOFF, 1).terms] == [parse("1"), 0]
    # Number 2 met number 1 and, with nothing, number 4.
    assert ranking.value(SOLKOFF, 2) == parse("1½")
    # 34E3: what was not played for stands in the last running score and is taken off again.
    assert ranking.value(CUMULATIVE, 1) == parse("2")


@pytest.mark.parametrize(
    ("mine", "theirs", "points", "their_points"),
    [
        ("N2w", "S1b", "1", "0"),
        ("N2", "N1", "1", "1"),
        ("R2", "W1", "½", "1"),
        ("S2", "D1", "0", "½"),
        ("W2=0.5", "L1", "½", "0"),
        ("L2=1", "W1=0.25", "1", "¼"),
        ("D2", "D1=0", "½", "0"),
    ],
)
def test_a_played_game_is_worth_what_was_awarded_to_each_side(
    mine: str, theirs: str, points: str, their_points: str
) -> None:
    ranking = ranked(chart([mine], [theirs]))
    assert [ranking.reading.score_q[n] for n in (1, 2)] == [parse(points), parse(their_points)]
    assert [adjusted(ranking, n) for n in (1, 2)] == [parse(points), parse(their_points)]
    assert [ranking.value(SOLKOFF, n) for n in (1, 2)] == [parse(their_points), parse(points)]
    assert ranking.value(CUMULATIVE, 1) == parse(points)


def test_rounds_before_a_late_entry_and_after_a_withdrawal_count_half_a_point_for_the_opponents() -> None:
    ranking = ranked(
        chart(
            ["W3", "W4", "W2"],
            ["", "W3", "L1"],
            ["L1", "L2", "W4"],
            ["B", "L1", "L3"],
            ["W6", "", ""],
            ["L5", "", ""],
        )
    )
    assert adjusted(ranking, 2) == parse("1½")
    assert adjusted(ranking, 5) == parse("2")
    assert ranking.value(SOLKOFF, 6) == parse("2")


def test_the_running_score_of_who_withdrew_is_carried_on_for_the_opponents() -> None:
    """34E9: frozen, it is added once more for every round that is held."""
    ranking = ranked(chart(["W2", "U", "U"], ["L1", "W3", "W4"], ["B", "L2", "B"], ["B", "B", "L2"]))
    assert ranking.value(CUMULATIVE, 1) == parse("3")
    assert ranking.value(OPPOSITION_CUMULATIVE, 2) == parse("3") + parse("2") + parse("3")


@pytest.mark.parametrize(
    ("row", "side"),
    [
        (["B", "B", "L2"], "plus score"),
        (["X", "Z", "L2"], "even score"),
        (["H", "U", "D2"], "minus score"),
        (["W2", "W2", "F"], "plus score"),
    ],
)
def test_plus_even_and_minus_count_byes_and_forfeits(row: list[str], side: str) -> None:
    other = {"L2": "W1", "D2": "D1", "W2": "L1"}
    wall = chart(row, [other.get(cell, "U") for cell in row], ["W4"] * 3, ["L3"] * 3)
    assert ranked(wall).evaluation(MODIFIED_MEDIAN, 1).remark == side


def test_the_zero_of_an_own_bye_may_be_the_one_left_out() -> None:
    """34E1 and SwissSys: a bye is nearly free for a plus score."""
    ranking = ranked(chart(["B", "W2"], ["W3", "L1"], ["L2", "U"]))
    assert ranking.value(MODIFIED_MEDIAN, 1) == ranking.value(SOLKOFF, 1) == parse("1")


def test_an_even_score_after_one_or_two_rounds_leaves_nothing() -> None:
    ranking = ranked(chart(["W2", "L2"], ["L1", "W1"]))
    assert [ranking.value(MODIFIED_MEDIAN, n) for n in (1, 2)] == [0, 0]
    assert ranked(chart(["D2"], ["D1"])).value(MODIFIED_MEDIAN, 1) == 0


def test_two_games_a_round_are_two_slots_with_one_running_score() -> None:
    """RULES §3.5: ½ for each slot not played, the maximum twice the rounds; one running score a round."""
    ranking = ranked(chart(["W2+D2", "B"], ["L1+D1", "W3"], ["B", "L2"], games=2))
    assert ranking.reading.maximum_q == parse("4")
    assert [ranking.reading.score_q[n] for n in (1, 2, 3)] == [parse("3½"), parse("2½"), parse("2")]
    assert [adjusted(ranking, n) for n in (1, 2, 3)] == [parse("2½"), parse("2½"), parse("1")]
    # Each game is an opponent of its own, each slot of the bye a zero.
    assert ranking.value(SOLKOFF, 1) == parse("2½") + parse("2½")
    assert len(ranking.evaluation(SOLKOFF, 1).terms) == 4
    # 1½, then 3½, less the two points of the bye.
    assert ranking.value(CUMULATIVE, 1) == parse("1½") + parse("3½") - parse("2")


def test_an_opponent_met_twice_is_two_opponents() -> None:
    ranking = ranked(chart(["W2", "W2"], ["L1", "L1"], ["W4", "W4"], ["L3", "L3"]))
    assert ranking.value(SOLKOFF, 2) == parse("4")
    assert [term.opponent for term in ranking.evaluation(SOLKOFF, 2).terms] == [1, 1]


def test_a_game_of_two_rounds_counts_in_each_sides_own() -> None:
    """28M2: number 1 played it in round 1, number 2 in round 2."""
    ranking = ranked(chart(["W2@2", "B"], ["B", "L1@1"], ["W4", "W4"], ["L3", "L3"]))
    assert [term.round for term in ranking.evaluation(SOLKOFF, 1).terms if term.opponent] == [1]
    assert [term.round for term in ranking.evaluation(SOLKOFF, 2).terms if term.opponent] == [2]
