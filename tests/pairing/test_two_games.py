"""Two games per round, the same two with colors exchanged: no color moves anybody (PAIRING §4.1)."""

from dataclasses import replace

from tests.pairing.test_rules import boards
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.wallchart import Format, Wallchart
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.pairing import pair
from tournaments.pairing.request import Locks, PairingInput, SetBoard
from tournaments.pairing.result import PairingResult

FIRST_WHITE = ["W5w+D5b", "W6w+D6b", "W7w+D7b", "W8w+D8b", "L1b+D1w", "L2b+D2w", "L3b+D3w", "L4b+D4w"]


def double(*rounds: str) -> Wallchart:
    return chart(*([cell] for cell in rounds), rounds=3, games=2)


def paired(wall: Wallchart, number: int = 2, boards: tuple[SetBoard, ...] = ()) -> PairingResult:
    made = pair(PairingInput(wall, number, locks=Locks(boards=boards)))
    assert isinstance(made, PairingResult)
    return made


def told(made: PairingResult) -> list[str]:
    return [text for board in made.boards for text in board.reason.sentences]


def test_nobody_is_moved_for_colors_that_each_has_once_with_every_opponent() -> None:
    made = paired(double(*FIRST_WHITE))
    assert boards(made) == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]
    assert made.cost == (0, 0, 0)
    assert not made.warnings
    assert not any("due" in text for text in told(made))
    assert [line.sentences for line in made.groups] == [("4 players.",), ("4 players.",)]


def test_a_game_that_was_forfeited_makes_no_conflict_either() -> None:
    """The surplus of one is no larger after a round in which each has both colors."""
    made = paired(double("W3w+X3", "W4w+X4", "L1b+F1", "L2b+F2"))
    assert boards(made) == [{1, 2}, {3, 4}]
    assert made.cost == (0, 0, 0)
    assert not made.warnings


def test_the_colors_that_are_told_are_those_of_the_first_game_and_then_of_the_second() -> None:
    said = told(paired(double(*FIRST_WHITE)))
    assert "Entry 1 has white in the first game, black in the second (29E4)." in said
    first = told(paired(double(*[""] * 4), 1))
    assert "Entry 1 has white in the first game, black in the second (29E2)." in first


def test_of_a_board_that_is_set_the_colors_of_the_first_game_are_told() -> None:
    said = told(paired(double("W3w+D3b", "W4w+D4b", "L1b+D1w", "L2b+D2w"), boards=(SetBoard(2, 1),)))
    assert "Entry 2 has white in the first game, black in the second: set by the director." in said


def test_a_table_gives_the_colors_of_the_first_game_and_no_conflict() -> None:
    wall = replace(double("W4w+D4b", "W3w+D3b", "L2b+D2w", "L1b+D1w"), format=Format.ROUND_ROBIN)
    made = paired(wall)
    assert not any(any(board.reason.color.conflict) for board in made.boards)
    assert all(text.endswith("(30A).") for text in told(made))
    assert any("in the first game" in text for text in told(made))


def test_other_boards_that_a_director_types_miss_no_color() -> None:
    request = PairingInput(double(*FIRST_WHITE), 2)
    typed = explain(request, Typed(((1, 1, 2), (2, 3, 4), (3, 5, 6), (4, 7, 8))))
    assert isinstance(typed, PairingResult)
    assert not any("due" in text for text in told(typed))
    assert not any("29E" in text for text in typed.warnings)
