"""Published and worked values of teams, each with the source it comes from (RULES §11)."""

import pytest

from tests.cases import case
from tests.engine.schools import counting, of_schools, ranked, section, values
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.evaluation import Dropped, Evaluation
from tiebreaks.engine.systems import SYSTEMS, TEAM_SYSTEMS
from tiebreaks.engine.systems.cumulative import DEDUCTED
from tiebreaks.engine.systems.team_cumulative import COUNTED, NOT_COUNTED
from tiebreaks.engine.teams.sums import COUNTS, NO_VALUE

# RULES §11.2: running scores 1 2 3, 1 1 2, 0 1 2, 1 2 2 and 1 1 1; each meets the same opponent three times.
FIVE = chart(
    ["W6", "W6", "W6"],
    ["W7", "L7", "W7"],
    ["L8", "W8", "W8"],
    ["W9", "W9", "L9"],
    ["W10", "L10", "L10"],
    ["L1", "L1", "L1"],
    ["L2", "W2", "L2"],
    ["W3", "L3", "L3"],
    ["L4", "L4", "W4"],
    ["L5", "W5", "W5"],
)
BOTH = "team_cumulative,cumulative_of_team"


# Entries 1, 2, 3 and 7 of example A, whose values stand in RULES §2, added up by hand.
TOTALS = {
    "modified_median": "42",  # 12 + 9½ + 12 + 8½
    "solkoff": "46",  # 13½ + 10½ + 13½ + 8½
    "cumulative": "40",  # 10½ + 12½ + 9 + 8; South Texas 2025 posts this one
    "median": "28",  # 8 + 6½ + 8 + 5½
    "most_blacks": "9",  # 2 + 3 + 2 + 2
    "kashdan": "51",  # 13 + 16 + 12 + 10
    "sonneborn_berger": "29.75",  # 7½ + 8¾ + 8½ + 5
    "opposition_cumulative": "144",  # 41 + 33 + 42½ + 27½
    "opposition_performance": "17980/3",  # 1540 + 1386⅔ + 1583⅓ + 1483⅓
    "average_opposition": "6070",  # 1480 + 1520 + 1520 + 1550
    "win_count": "7",  # 2 + 3 + 1 + 1
}


def test_the_team_of_each_round_makes_19_and_that_of_the_end_18() -> None:
    """RULES §11.2, ours: with four counting, 4 + 6 + 9 = 19; the four of the end have 6 + 4 + 3 + 5 = 18."""
    ranking = ranked([section(of_schools(FIVE, "AAAAA-----"))], BOTH)
    assert values(ranking, "A") == ["19", "18"]
    assert ranking.reading.score_q == {1: 36}


def test_without_a_fifth_player_both_are_18() -> None:
    """RULES §11.2, ours: 3 + 6 + 9."""
    ranking = ranked([section(of_schools(FIVE, "AAAA------"))], BOTH)
    assert values(ranking, "A") == ["18", "18"]


def test_the_terms_say_which_four_counted_after_each_round() -> None:
    """The same example: after round 1 the third player is left out, who has 0, and then the fifth."""
    ranking = ranked([section(of_schools(FIVE, "AAAAA-----"))], BOTH)
    by_round, at_the_end = (ranking.evaluation(at, 1).terms for at in (0, 1))
    assert {
        round: sorted(term.opponent or 0 for term in by_round if term.round == round and not term.dropped)
        for round in (1, 2, 3)
    } == {1: [1, 2, 4, 5], 2: [1, 2, 3, 4], 3: [1, 2, 3, 4]}
    assert [(t.round, t.opponent, t.points_q, t.dropped) for t in by_round if t.dropped] == [
        (1, 3, 0, Dropped.LOWEST),
        (2, 5, 4, Dropped.LOWEST),
        (3, 5, 4, Dropped.LOWEST),
    ]
    assert {(term.opponent, term.points_q) for term in at_the_end} == {(1, 24), (2, 16), (3, 12), (4, 20)}


def test_every_term_of_a_team_says_what_it_is() -> None:
    """34E3 of a counting bye is taken off, of one who does not count it is not; all of it exactly."""
    wall = chart(["B", "W3"], ["L3", "H"], ["W2", "L1"])
    ranking = ranked([section(of_schools(wall, "AA-"))], "team_cumulative,sum:average_opposition", best=1)
    rated = ranked(
        [section(of_schools(chart(["W2"], ["L1"], ratings=[None, 1500]), "AA"))], "sum:average_opposition"
    )
    assert ranking.evaluation(0, 1).addends == [
        (4, 1, 1, COUNTED, "", None),
        (0, 1, 2, NOT_COUNTED, "", Dropped.LOWEST),
        (8, 2, 1, COUNTED, "", None),
        (2, 2, 2, NOT_COUNTED, "", Dropped.LOWEST),
        (-4, 1, 1, DEDUCTED, "", None),
    ]
    assert ranking.evaluation(1, 1) == Evaluation(None, [(0, 0, 1, NO_VALUE, "", None)])
    assert rated.evaluation(0, 1) == Evaluation(
        1500, [(1500, 0, 1, COUNTS, "", None), (0, 0, 2, NO_VALUE, "", None)]
    )


def test_a_bye_is_taken_off_once() -> None:
    """RULES §11.2 with 34E3: running scores 1 2 and 0 1 make 4; less the bye's point 3, in either way."""
    wall = chart(["B", "W3"], ["L3", "W4"], ["W2", "L1"], ["X", "L2"])
    team = [section(of_schools(wall, "AA--"))]
    assert values(ranked(team, BOTH), "A") == ["3", "3"]
    assert values(ranked(team, "team_cumulative:no_deduction"), "A") == ["4"]
    # Without the last round 1 + 0, less the same point.
    assert values(ranked(team, "team_cumulative:omit_last"), "A") == ["0"]
    told = ranked(team, best=1).evaluation(0, 1).terms
    assert [(term.points_q, term.dropped, term.rule) for term in told] == [
        (4, None, ""), (0, Dropped.LOWEST, ""), (8, None, ""), (4, Dropped.LOWEST, ""), (-4, None, ""),
    ]  # fmt: skip


VARIED = {
    "sum:sonneborn_berger:adjusted": "27",  # 6½ + 8 + 7¾ + 4¾
    "sum:opposition_performance:swisssys": "5963",  # 1579 + 1416 + 1573 + 1395
    "cumulative_of_team": "40",
    # Less the scores after the last round, 3 + 4 + 3 + 3.
    "cumulative_of_team:omit_last": "27",
}


@pytest.mark.parametrize(
    ("step", "expected"), [*((f"sum:{code}", total) for code, total in TOTALS.items()), *VARIED.items()]
)
def test_a_total_adds_up_what_the_table_of_example_a_has(step: str, expected: str) -> None:
    ranking = ranked([section(of_schools(case("example_a").chart, "AAA---A-"))], step)
    assert counting(ranking, "A") == [("", 2), ("", 1), ("", 3), ("", 7)]
    assert values(ranking, "A") == [expected]


def test_every_team_system_has_a_golden() -> None:
    assert {f"sum:{code}" for code in TOTALS} | set(BOTH.split(",")) == set(TEAM_SYSTEMS)
    assert set(SYSTEMS) - set(TOTALS) == {"head_to_head", "playoff", "coin_toss"}
