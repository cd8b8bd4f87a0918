"""Teammates who meet below a group that keeps its players (28N1c): it is not said to keep those who left."""

from tests.pairing.test_floater_reasons import floated
from tests.pairing.test_rules import wall
from tiebreaks.engine.chart.wallchart import Wallchart
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.options import parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.plain import beside
from tournaments.pairing.request import PairingInput
from tournaments.pairing.result import PairingResult

PLUS_TWO = ("teams=plus_two",)


def fourteen() -> Wallchart:
    """Entries 4 and 8 are alone on 3 points and have met. Entry 13 is a teammate of 4, Entry 10 of 8."""
    rows = (
        "L8w L13b D5b D12w", "L10b W12w W11b L8w", "W11w D6b W13w W4b", "W9b W10w W8b L3w",
        "D13w L14b D1w D6b", "W12b D3w L14b D5w", "D14w L8b L10b D9w", "W1b W7w L4w W2b",
        "L4w L11b D12w D7b", "W2w L4b W7w L14w", "L3b W9w L2w L13b", "L6w L2b D9b D1b",
        "D5b W1w L3b W11w", "D7b W5w W6w W10b",
    )  # fmt: skip
    ratings = [2000 - 40 * at for at in range(14)]
    return wall(*rows, rounds=6, ratings=ratings, teams="XXXZYZZYXYWWZW")


def test_teammates_who_meet_below_a_group_read_that_who_drops_comes_first() -> None:
    """28N1c: of two who leave the group, the higher one is served first (29D2)."""
    groups = (
        (3, "1880 WBWB Z, 1720 WBWB Y"),
        (2.5, "1520 WBWB Z"),
        (2, "1960 BWBW X, 1800 BWBW Z, 1640 BWBW Y"),
    )
    said = floated(*groups, options=PLUS_TWO, draws={(1, 2): 3})
    assert said[0][0] == "Entry 1 and Entry 2 met in round 3, so both leave the 3-point group (29D2)."
    assert (
        "Entry 1 and Entry 3 are teammates: who drops from the 3-point group, and how far, comes before"
        " keeping teammates apart (28N1c)."
    ) in said[0]
    assert not [text for board in said for text in board if "nobody leaves" in text or "together" in text]


def test_neither_phones_nor_the_desk_say_of_a_group_that_was_left_that_it_stays_together() -> None:
    request = PairingInput(fourteen(), 5, parse(PLUS_TWO))
    made = pair(request)
    assert isinstance(made, PairingResult)
    below = [board for board in made.boards if board.players in ({4, 13}, {8, 10})]
    assert len(below) == 2
    for board in below:
        told = [(each.id, each.values) for each in board.reason.sentences]  # type: ignore[attr-defined]
        high, low = sorted(board.players)
        assert beside(told) == [
            f"Entry {high} and Entry {low} are teammates. Who drops from the 3-point group, and how far,"
            " comes first."
        ]
        assert (
            f"Board {board.board}: Entry {board.white} and Entry {board.black} are teammates. Who drops from"
            " the 3-point group, and how far, comes before keeping teammates apart (28N1c)."
        ) in made.warnings
    assert not [text for text in made.warnings if "Nobody leaves" in text]
    typed = explain(request, Typed(tuple((board.board, board.white, board.black) for board in made.boards)))
    assert typed.warnings == made.warnings
