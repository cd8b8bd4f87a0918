"""What a director sets is honored or named: boards, byes and pairs that contradict each other, and what they
cost the others.
"""

from dataclasses import replace

import pytest

from tests.pairing.test_rules import START, wall
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.options import parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.plain import plainly
from tournaments.pairing.request import Locks, PairingInput, SetBoard
from tournaments.pairing.result import Impossible, PairingResult

# 2, 3 and 5 have met each other: two of them meet again if 1 and 6 do not play with them.
SIX = wall(
    "W5w W4w U",
    "W3w W6b W5b",
    "L2b W5w U",
    "W6w L1b U",
    "L1b L3b L2w",
    "L4b L2w U",
    rounds=5,
    ratings=[1900, 1800, 1700, 1600, 1500, 1400],
)
SET = Locks(boards=(SetBoard(1, 6),))


def refused(request: PairingInput) -> Impossible:
    made = pair(request)
    assert isinstance(made, Impossible), made
    return made


def test_two_full_point_byes_are_named() -> None:
    made = refused(PairingInput(wall("B", "B", "", "", ""), 1))
    assert made.reason == (
        "A round has one full-point bye at most, and more are set to have it: Entry 1; Entry 2 (28L)."
    )
    assert made.choices == ("Give all but one of them a half-point or zero-point bye.",)
    assert "Entry 2; Entry 1" in refused(PairingInput(wall("B", "", ""), 1, locks=Locks(bye=2))).reason


def test_one_full_point_bye_of_the_chart_is_honored() -> None:
    made = pair(PairingInput(wall("B", "", ""), 1))
    assert isinstance(made, PairingResult)
    assert made.bye is not None
    assert (made.bye.number, made.absent, len(made.boards)) == (1, (), 1)


def test_a_bye_that_is_set_and_forbidden_is_named() -> None:
    made = refused(PairingInput(wall("B", "", ""), 1, locks=Locks(no_bye=True)))
    assert made.reason == "Entry 1 is set to have the full-point bye, and a bye is forbidden."


@pytest.mark.parametrize(
    ("cell", "told"), [("H", "has a half-point bye in this round"), ("U", "is not in this round")]
)
def test_somebody_who_is_away_and_has_a_board_or_the_bye_is_named(cell: str, told: str) -> None:
    chart = wall("", cell, "")
    on_board = refused(PairingInput(chart, 1, locks=Locks(boards=(SetBoard(1, 2),))))
    assert on_board.reason == f"Entry 2 {told} and is set on a board: Entry 1 – Entry 2."
    assert on_board.choices == ("Release the board Entry 1 – Entry 2.",)
    with_bye = refused(PairingInput(chart, 1, locks=Locks(bye=2)))
    assert with_bye.reason == f"Entry 2 {told} and is set to have the full-point bye."


def test_somebody_who_has_left_and_has_a_board_is_named() -> None:
    chart = wall("", "", "")
    chart = replace(chart, cards=(replace(chart.cards[0], withdrew=0), *chart.cards[1:]))
    made = refused(PairingInput(chart, 1, locks=Locks(boards=(SetBoard(1, 2),))))
    assert made.reason == "Entry 1 has left and is set on a board: Entry 1 – Entry 2."


def test_one_player_alone_is_no_pair() -> None:
    board = refused(PairingInput(START, 1, locks=Locks(boards=(SetBoard(1, 1),))))
    assert board.reason == "Entry 1 is set on both sides of a board."
    apart = refused(PairingInput(START, 1, locks=Locks(apart=((1, 1),))))
    assert apart.reason == "Entry 1 is to be kept apart from nobody else. Name two players."


def test_a_contradiction_is_told_beside_what_is_wrong_with_typed_boards() -> None:
    request = PairingInput(wall("W2w", "L1b", "W4w", "L3b U"), 2, locks=Locks(boards=(SetBoard(3, 4),)))
    made = explain(request, Typed(((1, 1, 2), (2, 3, 4))))
    assert isinstance(made, Impossible)
    assert made.reason.startswith("Entry 4 is not in this round and is set on a board")
    assert "Board 1: Entry 1 and Entry 2 met in round 1 (27A1)." in made.warnings


def test_a_set_board_for_which_others_meet_again_is_named_and_can_be_released() -> None:
    free = pair(PairingInput(SIX, 4))
    assert isinstance(free, PairingResult)
    assert not [text for text in free.warnings if "second time" in text]
    made = pair(PairingInput(SIX, 4, locks=SET))
    assert isinstance(made, PairingResult)
    assert [text for text in made.warnings if "third" not in text] == [
        "Entry 3 and Entry 2 meet a second time, because this is set: Entry 1 – Entry 6 (27A1).",
    ]
    assert made.choices == ("Release the board Entry 1 – Entry 6.",)


def test_a_set_bye_for_which_others_meet_again_is_named() -> None:
    chart = wall("W2w", "L1b", "B", rounds=3)
    assert isinstance(pair(PairingInput(chart, 2)), PairingResult)
    made = pair(PairingInput(chart, 2, locks=Locks(bye=3)))
    assert isinstance(made, PairingResult)
    assert (
        "Entry 2 and Entry 1 meet a second time, because this is set: bye for Entry 3 (27A1)."
        in made.warnings
    )
    (board,) = made.boards
    assert "They meet a second time, after round 1 (27A1)." in board.reason.sentences
    told = [(text.id, text.values) for text in board.reason.sentences]  # type: ignore[attr-defined]
    assert plainly(told) == "They met in round 1 and meet again because of what the director set."


def test_a_second_meeting_that_nothing_set_causes_is_told_as_ever() -> None:
    made = pair(PairingInput(wall("W2w", "L1b", rounds=3), 2, locks=Locks(boards=(SetBoard(2, 1),))))
    assert isinstance(made, PairingResult)
    assert made.choices == ()


def test_two_who_are_set_without_colors_and_have_met_have_them_reversed() -> None:
    """27A1: 1 had White in round 1, and is due White after round 2."""
    chart = wall("W2w L3b", "L1b W4w", "W4b W1w", "L3w L2b", rounds=4)
    for colored in (False, True):
        made = pair(PairingInput(chart, 3, locks=Locks(boards=(SetBoard(1, 2, colored=colored),))))
        assert isinstance(made, PairingResult)
        board = next(board for board in made.boards if board.players == {1, 2})
        assert board.white == (1 if colored else 2)


def test_a_set_board_that_leaves_no_pairing_at_all_is_named() -> None:
    chart = wall("W2w W2b", "L1b L1w", "W4w", "L3b", rounds=4)
    made = refused(PairingInput(chart, 3, locks=Locks(boards=(SetBoard(3, 4),))))
    assert made.reason == "Not everybody can be paired while this is set: Entry 3 – Entry 4."
    assert made.choices[0] == "Release the board Entry 3 – Entry 4."
    strict = PairingInput(SIX, 4, parse(["rematch_when_impossible=refuse"]))
    made = refused(replace(strict, locks=SET))
    assert made.reason == "Not everybody can be paired while this is set: Entry 1 – Entry 6."


def test_boards_that_seat_everybody_who_may_have_the_bye_are_named() -> None:
    chart = wall("B", "B", "B", "W5w", "L4b", rounds=3)
    made = refused(PairingInput(chart, 2, locks=Locks(boards=(SetBoard(4, 1), SetBoard(5, 2)))))
    assert made.reason == (
        "The number of players is odd, and nobody can have the bye."
        " Had a full-point bye or a forfeit win (28L3): Entry 3."
        " Set by the director: Entry 4 – Entry 1; Entry 5 – Entry 2."
    )
    assert made.choices[:2] == (
        "Release the board Entry 4 – Entry 1.",
        "Release the board Entry 5 – Entry 2.",
    )
