"""Why two players do not meet, in plain words: what forbids it, or what would be worse (PAIRING §7)."""

import pytest

from tests.pairing.test_rules import wall
from tiebreaks.engine.chart.wallchart import Wallchart
from tournaments.pairing.explain import Typed, explain, why_not
from tournaments.pairing.options import parse
from tournaments.pairing.request import Locks, PairingInput, SetBoard
from tournaments.pairing.result import PairingResult

RATINGS = [1900, 1800, 1700, 1600, 1500, 1400]


def six() -> Wallchart:
    return wall(*[""] * 6, ratings=RATINGS)


def answer(one: int, other: int, chart: Wallchart | None = None, number: int = 1, **locks: object) -> str:
    request = PairingInput(chart or six(), number, locks=Locks(**locks))  # type: ignore[arg-type]
    return why_not(request, one, other)


def test_a_board_that_the_director_has_set_is_the_cause() -> None:
    said = answer(1, 4, boards=(SetBoard(4, 2),))
    assert said == "Entry 4 and Entry 2 meet: the director has set their board."


def test_boards_that_the_director_has_set_may_leave_the_others_without_opponents() -> None:
    """5 and 6 have met: they are left when 1 meets 2 and the board of 3 and 4 stands."""
    chart = wall("U", "U", "U", "U", "W6w", "L5b", ratings=RATINGS)
    assert answer(1, 2, chart, 2, boards=(SetBoard(3, 4),)) == (
        "With Entry 1 and Entry 2 paired, the others could not be, as long as these boards of the director"
        " stand: Entry 3 – Entry 4."
    )


def test_who_has_the_bye_of_the_director_meets_nobody() -> None:
    five = wall(*[""] * 5, ratings=RATINGS[:5])
    assert answer(1, 3, five, bye=3) == "The director has set the full-point bye of Entry 3."


def test_who_has_the_bye_by_the_rules_would_leave_it_to_another() -> None:
    five = wall(*[""] * 5, ratings=RATINGS[:5])
    assert answer(1, 5, five) == (
        "With Entry 1 and Entry 5 paired, Entry 4 would have the full-point bye instead of Entry 5 (28L2)."
    )


def test_pairs_that_are_kept_apart_for_good_and_by_request_say_so() -> None:
    assert answer(1, 4, apart=((1, 4),)) == "Entry 1 and Entry 4 are never to meet: set by the director."
    assert answer(1, 4, asked_apart=((1, 4),)) == "Entry 1 and Entry 4 asked not to meet (28T)."


def test_team_mates_who_should_never_meet_say_so() -> None:
    chart = wall("", "", "", "", teams="XYXZ")
    request = PairingInput(chart, 1, parse(["teams=never"]))
    assert why_not(request, 1, 3) == "Entry 1 and Entry 3 are teammates, who should never meet (28N2)."


def test_what_a_change_costs_is_told_in_points_with_the_limit() -> None:
    assert ": a change of 100 points in the 0-point group that fixes nothing (29C1)." in answer(1, 5)
    far = wall(*[""] * 6, ratings=[2000, 1700, 1400, 1100, 800, 500])
    assert ": a change of 300 points in the 0-point group, limit 200 (29E5)." in answer(1, 5, far)


def test_a_larger_drop_is_told_in_points_of_score() -> None:
    """29D: one of three leaders drops, to the group of 1 point and not past it."""
    rows = ["W4w W5b", "W6w W7b", "W8w W9b", "L1b W10w", "W11w L1w", "L2b L11w", "L9w L2w"]
    rows += ["L3b L12b", "W7b L3w", "W12w L4b", "L5b W6b", "L10b W8w"]
    chart = wall(*rows, ratings=[2000 - 10 * at for at in range(12)])
    assert answer(3, 6, chart, 3) == (
        "With Entry 3 and Entry 6 paired: a larger drop from the 2-point group: 2 points instead of 1 (29D)."
    )


@pytest.mark.parametrize("option", ["top_boards", "points"])
def test_a_typed_pairing_is_told_what_is_worse_by_the_posted_option(option: str) -> None:
    """§4.5: three boards collide and one must stay; which one is an option, and the judge follows it."""
    chart = wall(*["W7w", "W8b", "W9w", "W10w", "W11b", "W12w"], *["L1b", "L2w", "L3b", "L4b", "L5w", "L6b"])
    request = PairingInput(chart, 2, parse([f"prefer={option}"]))
    assert isinstance(request, PairingInput)
    made = explain(request, Typed(((1, 1, 2), (2, 3, 4), (3, 5, 6), (4, 7, 8), (5, 9, 10), (6, 11, 12))))
    assert isinstance(made, PairingResult)
    worse = [said for said in made.warnings if said.startswith("The rules need not do this: ")]
    assert len(worse) == 1
