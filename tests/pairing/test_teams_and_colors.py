"""Which gives way inside a score group, teammates or equal colors (29E8): what was posted decides."""

import pytest

from tests.pairing.test_rules import boards, paired, wall
from tournaments.pairing import sentences as s
from tournaments.pairing.options import parse
from tournaments.pairing.plain import plainly
from tournaments.pairing.request import PairingInput
from tournaments.pairing.why_not import why_not

# 1 and 2 have had one White more, 3 and 4 one Black more. 1 has met 4, and 1 and 3 are of one team: with
# teammates apart, 1 can only meet 2.
ROWS = ["D4w D6b D7w", "D6w D7b D8w", "D7b D8w D5b", "D1b D5w D6b", *["U U U"] * 4]
RATINGS = [1700, 1680, 1660, 1640, 1400, 1300, 1200, 1100]
CHART = wall(*ROWS, ratings=RATINGS, teams=["X", "", "X", "", "", "", "", ""])
LATER = "teams_before=alternation"


@pytest.mark.parametrize("teams", ["if_required", "plus_two"])
def test_keeping_teammates_apart_comes_before_equal_colors(teams: str) -> None:
    made = paired(CHART, 4, f"teams={teams}")
    assert boards(made)[:2] == [{1, 2}, {3, 4}]
    assert made.boards[0].reason.color.conflict == (0, 1, 0)


@pytest.mark.parametrize("teams", ["if_required", "plus_two"])
def test_where_it_is_posted_teammates_meet_for_equal_colors_and_are_told_so(teams: str) -> None:
    made = paired(CHART, 4, f"teams={teams}", LATER)
    assert boards(made)[:2] == [{1, 3}, {2, 4}]
    board = made.boards[0]
    assert board.reason.color.conflict == (0, 0, 0)
    assert (
        "Entry 1 and Entry 3 are teammates: here equal colors come before keeping teammates apart (29E8)."
        in board.reason.sentences
    )
    said = "As posted, equal colors come before keeping teammates apart (29E8)."
    assert any(said in warning for warning in made.warnings)


def test_a_phone_reads_that_equal_colors_came_first() -> None:
    told = [(s.MATES_LATER, {"one": "Ann", "other": "Bo"})]
    assert plainly(told) == "Ann and Bo are teammates. By the posted rules, equal colors come first here."


def test_alternation_is_no_reason_for_teammates_to_meet() -> None:
    """The same with a color each so far: 1 and 2 were both White, and one of them alternates badly."""
    rows = ["D4w D6b", "D6w D7b", "D7b D8w", "D1b D5w", *["U U"] * 4]
    chart = wall(*rows, ratings=RATINGS, teams=["X", "", "X", "", "", "", "", ""])
    assert boards(paired(chart, 3, "teams=if_required", LATER))[:2] == [{1, 2}, {3, 4}]


def test_why_not_names_what_comes_first() -> None:
    request = PairingInput(CHART, 4, parse(["teams=if_required", LATER]))
    assert why_not(request, 1, 2)[0] == (
        "If they met, Entry 2 would have at least two more games with white than with black (29E5b)."
    )
    usual = PairingInput(CHART, 4, parse(["teams=if_required"]))
    assert why_not(usual, 1, 3)[0] == "If they met, the teammates Entry 1 and Entry 3 would meet (28N4)."
