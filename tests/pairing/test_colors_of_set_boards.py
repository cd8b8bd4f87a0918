"""Of a board that the director set, only a color that the rules would not give, and did not give it when its
two were seated together, is the director's choice.
"""

from dataclasses import replace

from tests.pairing.test_rules import wall
from tournaments.pairing.options import parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.request import Locks, PairingInput, SetBoard
from tournaments.pairing.result import PairingResult

FOUR = wall("W3w", "W4b", "L1b", "L2w")


def told(white: int, black: int) -> list[str]:
    locks = Locks(boards=(SetBoard(white, black),))
    made = pair(replace(PairingInput(FOUR, 2), locks=locks))
    assert isinstance(made, PairingResult)
    [board] = [each for each in made.boards if each.players == {white, black}]
    assert (board.white, board.black) == (white, black)
    return [str(text) for text in board.reason.sentences]


def test_a_set_board_with_the_colors_of_the_rules_says_why_they_are() -> None:
    """29E3a: 1 had white, and 2 black."""
    said = told(2, 1)
    assert said[0] == "Set by the director: Entry 1 and Entry 2."
    assert said[1:] == ["Entry 1 has black and Entry 2 has white, as both are due (29E3a)."]


def test_a_set_board_with_other_colors_says_that_the_director_set_them() -> None:
    assert "Entry 1 has white: set by the director." in told(1, 2)


def test_a_set_board_with_the_colors_that_the_rules_gave_it_before_says_so() -> None:
    """29E2: beside other boards it had another place."""
    four = wall("", "", "", "")
    locks = Locks(boards=(SetBoard(2, 3, given=True), SetBoard(4, 1)))
    made = pair(PairingInput(four, 1, color="w", locks=locks))
    assert isinstance(made, PairingResult)
    second = made.boards[1].reason
    assert [str(text) for text in second.sentences] == [
        "Set by the director: Entry 2 and Entry 3.",
        "Entry 2 has white: the rules gave the colors when the two were seated together.",
    ]
    assert str(made.boards[0].reason.sentences[-1]) == "Entry 1 has black: set by the director."


def test_set_boards_take_no_turn_of_those_that_alternate() -> None:
    """29E4b: 1 to 4 have all had white and won, so each is due black."""
    eight = wall("W5w", "W6w", "W7w", "W8w", "L1b", "L2b", "L3b", "L4b")
    asked = PairingInput(eight, 2, parse(["rule5=alternate"]))

    def second(*boards: SetBoard) -> tuple[int, int]:
        made = pair(replace(asked, locks=Locks(boards=boards)))
        assert isinstance(made, PairingResult)
        return next((each.white, each.black) for each in made.boards if each.players == {2, 4})

    assert second() == (2, 4)
    assert second(SetBoard(3, 1)) == second(SetBoard(1, 3)) == (4, 2)
