"""Teams that meet each other: goldens with their source, what ranks, what a chart must say (RULES §11.1)."""

from dataclasses import replace

import pytest

from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.problems import problems
from tiebreaks.engine.chart.reading import after_round, live
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.evaluation import Evaluation
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.ranking.sequence import default_match_order, parse
from tiebreaks.engine.systems import MATCH_SYSTEMS
from tiebreaks.engine.systems.game_points import NO_BOARD_POINTS, SCORED, SO_FAR
from tiebreaks.engine.systems.match_points import AWARDED
from tiebreaks.engine.systems.us_amateur import PRODUCT
from tiebreaks.engine.terms.results import UNPLAYED

# RULES §11.1: team 1 scored 2½ against a team that finished on 3, 3 against 2, 2 against 3½ and 1 against 4.
# Team 6 is there to be beaten; its own results are of no account.
FOUR = chart(
    ["W2(2.5)", "W3(3)", "D4(2)", "L5(1)"],
    ["L1(1.5)", "W6(4)", "W6(4)", "W6(4)"],
    ["W6(4)", "L1(1)", "W6(4)", "L6(0)"],
    ["W6(4)", "W6(4)", "D1(2)", "W6(4)"],
    ["W6(4)", "W6(4)", "W6(4)", "W1(3)"],
    ["S2(0)", "S2(0)", "S2(0)", "S2(0)"],
)
# 1 beat 2 narrowly and lost to 3 by a whitewash; 3 lost to 2 by as much.
THREE = chart(["W2(2.5)", "L3(0)"], ["L1(1.5)", "W3(4)"], ["L2(0)", "W1(4)"])


def ranked(wall: Wallchart, order: str) -> Ranking:
    return rank(after_round(wall), parse(order, MATCH_SYSTEMS))


def value(wall: Wallchart, step: str, number: int) -> str | None:
    ranking = ranked(wall, step)
    return ranking.steps[0].system.unit.decimal(ranking.value(0, number))


def test_two_and_a_half_against_a_team_on_three_is_seven_and_a_half() -> None:
    """The scholastic page (seeds/004): "2 1/2 X 3 = 7 1/2"."""
    wall = chart(
        ["W2(2.5)", "U", "U", "U"],
        ["L1(1.5)", "W3(3)", "W3(3)", "W3(3)"],
        ["U", "L2(1)", "L2(1)", "L2(1)"],
    )
    assert value(wall, "us_amateur", 1) == "7.5"


def test_four_rounds_make_24_and_a_half_and_wintd_prints_49() -> None:
    """RULES §11.1: 7½ + 6 + 7 + 4."""
    assert value(FOUR, "us_amateur", 1) == "24.5"
    assert value(FOUR, "us_amateur:doubled", 1) == "49"
    terms = ranked(FOUR, "us_amateur").evaluation(0, 1).terms
    assert [(term.round, term.opponent, term.points_q) for term in terms] == [
        (1, 2, 30), (2, 3, 24), (3, 4, 28), (4, 5, 16),
    ]  # fmt: skip


def test_each_product_says_what_was_multiplied() -> None:
    said = [term.reason.rpartition(": ")[2] for term in ranked(FOUR, "us_amateur").evaluation(0, 1).terms]
    assert said == ["2½ × 3", "3 × 2", "2 × 3½", "1 × 4"]
    said = [term.reason for term in ranked(FOUR, "us_amateur:doubled").evaluation(0, 1).terms]
    assert said[0].endswith(": 2½ × 3 × 2")


def test_a_match_that_was_not_played_adds_nothing() -> None:
    """WinTD, as RULES §11.1 has it: 0 points scored against a team that scored 0."""
    wall = chart(
        ["W2(3)", "B", "X4(4)"], ["L1(1)", "W3(4)", "U"], ["U", "L2(0)", "W4(3)"], ["U", "U", "L3(1)"]
    )
    assert value(wall, "us_amateur", 1) == "3"
    assert [term.opponent for term in ranked(wall, "us_amateur").evaluation(0, 1).terms] == [2, None, None]


def test_by_variation_the_opponents_scores_are_adjusted() -> None:
    """RULES §11.1: a team with two byes finished on 2, which is 1 by 34E1."""
    wall = chart(
        ["W2(3)", "U", "U"], ["L1(1)", "B", "B"], ["W4(3)", "W4(3)", "D4(2)"], ["L3(1)", "L3(1)", "D3(2)"]
    )
    assert (value(wall, "us_amateur", 1), value(wall, "us_amateur:adjusted", 1)) == ("6", "3")


def test_of_two_matches_a_round_each_is_adjusted_by_itself() -> None:
    """A match won and one not played are 1½ by 34E1, whatever SwissSys makes of rounds of two."""
    wall = chart(["L2(1)+U"], ["W1(3)+U"], games=2)
    assert value(wall, "us_amateur:adjusted", 1) == "1.5"


def test_an_odd_quarter_is_kept_exactly() -> None:
    """A split ruling of ¾: 2½ times it is 1⅞, which no quarter can say."""
    wall = chart(["W2(2.5)"], ["L1(1.5)=0.75"])
    assert value(wall, "us_amateur", 1) == "15/8"


def test_game_points_and_match_points_are_added_up() -> None:
    """RULES §11.1; by hand: 2½ + 3 + 2 + 1, and 1 + 1 + ½ + 0."""
    assert (value(FOUR, "game_points", 1), value(FOUR, "match_points", 1)) == ("8.5", "2.5")


def test_where_match_points_rank_game_points_break_ties_and_the_other_way_round() -> None:
    """34G1 as RULES §11.1 has it: all three have a match point; 2, 1 and 3 have 5½, 2½ and 4 game points."""
    ranking = ranked(THREE, str(default_match_order()))
    assert [(s.number, s.place, s.rank, s.decided_by) for s in ranking.standings] == [
        (2, "1-3", 1, None), (3, "1-3", 2, 0), (1, "1-3", 3, 0),
    ]  # fmt: skip
    ranking = ranked(replace(THREE, by_game_points=True), str(default_match_order(by_game_points=True)))
    assert [(s.number, s.place, s.score_q) for s in ranking.standings] == [
        (2, "1", 22),
        (3, "2", 16),
        (1, "3", 10),
    ]


def test_individual_systems_keep_to_match_points_whatever_ranks() -> None:
    """The scholastic page: they are suitable for team events; with match points (RULES §11.1)."""
    order = "modified_median,solkoff,cumulative,sonneborn_berger,kashdan,opposition_cumulative"
    by_match, by_game = ranked(FOUR, order), ranked(replace(FOUR, by_game_points=True), order)
    assert by_match.values == by_game.values
    # Solkoff of team 1: 3 + 2 + 3½ + 4.
    assert value(FOUR, "solkoff", 1) == "12.5"


def test_teams_of_one_match_score_may_have_scored_over_the_board_by_game_points() -> None:
    wall = replace(chart(["L2(1.5)"], ["W1(2.5)"], ["B(1.5)"]), by_game_points=True)
    ranking = ranked(wall, "match_points:otb_first")
    assert [(s.number, s.rank) for s in ranking.standings] == [(2, 1), (1, 2), (3, 3)]


def test_an_open_match_has_what_was_scored_so_far() -> None:
    wall = chart(["W2(3)", "?3(1.5)"], ["L1(1)", "B"], ["B", "?1"])
    ranking = rank(live(wall), parse("game_points,us_amateur", MATCH_SYSTEMS))
    assert [ranking.value(at, 1) for at in (0, 1)] == [18, 12 + 6]


def test_without_board_points_there_is_no_value() -> None:
    ranking = ranked(chart(["W2", "B"], ["L1", "D3"], ["U", "D2"]), "game_points,us_amateur,match_points")
    assert ranking.evaluation(0, 1) == Evaluation(
        None, [(0, 1, 2, SCORED, "", None), (0, 2, None, UNPLAYED, "", None)], NO_BOARD_POINTS
    )
    unknown = PRODUCT.format(factors="? × ½")
    assert ranking.evaluation(1, 1) == Evaluation(
        None, [(0, 1, 2, unknown, "", None), (0, 2, None, UNPLAYED, "", None)], NO_BOARD_POINTS
    )
    assert ranking.value(2, 1) == 8


def test_every_term_of_a_match_says_what_it_is() -> None:
    """Played, not played with board points and without, lost without any, and open: each with its reason."""
    wall = chart(
        ["W2(3)", "X3(4)", "B", "L2(0)", "?3(1.5)"],
        ["L1(1)", "B", "U", "W1(4)", "U"],
        ["U", "F1", "W4(1)", "W4(1)", "?1"],
        ["B", "H", "L3(0)", "L3(0)", "U"],
    )
    ranking = rank(live(wall), parse("game_points,us_amateur,match_points", MATCH_SYSTEMS))
    assert ranking.evaluation(0, 1).addends == [
        (12, 1, 2, SCORED, "", None),
        (16, 2, 3, SCORED, "", None),
        (0, 3, None, UNPLAYED, "", None),
        (0, 4, 2, SCORED, "", None),
        (6, 5, 3, SO_FAR, "", None),
    ]
    assert ranking.evaluation(1, 1).addends == [
        (24, 1, 2, PRODUCT.format(factors="3 × 2"), "", None),
        (0, 2, None, UNPLAYED, "", None),
        (0, 3, None, UNPLAYED, "", None),
        (0, 4, 2, PRODUCT.format(factors="0 × 2"), "", None),
        (12, 5, 3, PRODUCT.format(factors="1½ × 2"), "", None),
    ]
    assert ranking.evaluation(2, 1).addends == [
        (4, 1, 2, AWARDED, "", None),
        (4, 2, 3, AWARDED, "", None),
        (4, 3, None, AWARDED, "", None),
        (0, 4, 2, AWARDED, "", None),
        (0, 5, 3, AWARDED, "", None),
    ]


# --- what cannot be right -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "read", "expected"),
    [
        ((["W2(2.5)"], ["L1"]), "L1", "the board points of the match, as in W3(2.5)"),
        (
            (["W2(1.5)"], ["L1(2.5)"]),
            "W2(1.5)",
            "a result that agrees with the board points: number 2 has L1(2.5)",
        ),
        ((["W2(2)"], ["L1(2)"]), "W2(2)", "a result that agrees with the board points"),
        ((["D2(2.5)"], ["D1(1.5)"]), "D2(2.5)", "a result that agrees with the board points"),
    ],
)
def test_board_points_that_cannot_be_are_problems(
    rows: tuple[list[str], ...], read: str, expected: str
) -> None:
    found = [(problem.read, problem.expected) for problem in problems(chart(*rows))]
    assert any(text == read and said.startswith(expected) for text, said in found)


def test_board_points_are_asked_for_where_they_rank() -> None:
    wall = chart(["W2"], ["L1"])
    assert problems(wall) == []
    assert [problem.read for problem in problems(replace(wall, by_game_points=True))] == ["W2", "L1"]


@pytest.mark.parametrize(
    "rows",
    [
        (["W2(2.5)"], ["L1(1.5)"]),
        (["D2(1.5)"], ["D1(1.5)"]),
        (["N2(1)"], ["R1(3)"]),  # a ruling, each side for itself
        (["W2(1)=0.5"], ["L1(3)=0.5"]),
        (["X2(4)", "B(2)", "U"], ["F1", "U", "H"]),
        (["W2(2.5)", "?2"], ["L1(1.5)", "?1(2)"]),
    ],
)
def test_board_points_that_can_be_are_none(rows: tuple[list[str], ...]) -> None:
    assert problems(chart(*rows)) == []
