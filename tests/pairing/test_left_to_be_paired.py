"""A place, a half and the lowest rated are told of the whole score group, or of those left to be paired.

Boards that the director set, that are locked or stay as posted, and those of floaters take players out of the
order in which the others are counted (PAIRING §7).
"""

import random
from dataclasses import replace

import pytest

from tests.pairing.sections import PLANS, played
from tests.pairing.test_rules import paired, wall
from tests.pairing.told import false
from tests.pairing.told.facts import Facts
from tiebreaks.engine.messages import Message
from tournaments.pairing import sentences as s
from tournaments.pairing.pairing import pair
from tournaments.pairing.plain import beside, plainly
from tournaments.pairing.request import Locks, SetBoard
from tournaments.pairing.result import Board, PairingResult

FOUR_WINNERS = ["W5w", "W6w", "W7b", "W8b", "L1b", "L2b", "L3w", "L4w"]
RATINGS = [2000, 1700, 1650, 1600, 1500, 1400, 1300, 1200]


def seats(*boards: tuple[int, int]) -> Locks:
    return Locks(boards=tuple([SetBoard(*both, colored=False) for both in boards]))


def of(made: PairingResult, one: int) -> Board:
    return next(board for board in made.boards if one in board.players)


def told(board: Board) -> list[tuple[str, dict[str, object]]]:
    return [(text.id, dict(text.values)) for text in board.reason.sentences if isinstance(text, Message)]


def test_beside_a_board_that_is_set_a_place_is_one_of_those_left_to_be_paired() -> None:
    board = of(paired(wall(*FOUR_WINNERS, ratings=RATINGS), 2, locks=seats((1, 3))), 2)
    assert board.players == {2, 4}
    assert board.reason.sentences[0] == (
        "1st of the upper half against 1st of the lower half of those left to be paired in the 1-point group"
        " (29C1)."
    )
    assert plainly(told(board)) == (
        "By rating, the 1st in the upper half of those left to be paired in the 1-point group plays the 1st"
        " in the lower."
    )


def test_without_one_it_is_one_of_the_whole_group() -> None:
    board = of(paired(wall(*FOUR_WINNERS, ratings=RATINGS), 2), 2)
    assert board.reason.sentences[0].startswith(
        "2nd of the upper half against 2nd of the lower half of the 1-point group"
    )


def test_in_round_one_too() -> None:
    board = of(paired(wall("", "", "", "", ratings=[1500, 1400, 1300, 1200]), 1, locks=seats((1, 2))), 3)
    assert board.reason.sentences[0] == (
        "Round 1: 1st of the upper half against 1st of the lower half of those left to be paired (28J)."
    )
    assert plainly(told(board)) == (
        "Round 1, by rating: of those left to be paired, the 1st in the upper half plays the 1st in the"
        " lower."
    )


def test_where_neighbors_meet_too() -> None:
    """29L1: 2nd and 3rd of four are 1st and 2nd of those left."""
    four = wall("", "", "", "", ratings=[1500, 1400, 1300, 1200])
    board = of(paired(four, 1, "small_swiss=neighbors", locks=seats((1, 4))), 2)
    assert board.reason.sentences[0] == (
        "Round 1: 1st against 2nd, in rank order, of those left to be paired (29L1)."
    )
    winners = wall(*FOUR_WINNERS, ratings=RATINGS)
    board = of(paired(winners, 2, "small_swiss=neighbors", locks=seats((1, 4))), 2)
    assert (
        board.reason.sentences[0] == "1st against 2nd of those left to be paired in the 1-point group (29L1)."
    )


def test_whom_a_floater_meets_is_not_left_to_be_paired() -> None:
    """The 1 meets the 2, the highest of the 0-point group; the 3 is second in it by rating."""
    made = paired(wall("W8w", *["U"] * 6, "L1b", ratings=RATINGS), 2)
    assert of(made, 1).players == {1, 2}
    assert of(made, 3).players == {3, 6}
    assert of(made, 3).reason.sentences[0] == (
        "1st of the upper half against 1st of the lower half of those left to be paired in the 0-point group"
        " (29C1)."
    )


def test_of_a_class_who_are_left_to_be_paired() -> None:
    """29I1: five below 1500 without a point, of whom one has a set board; the 2 and 4 are its upper half."""
    rows = ["W8w W9b", *["U U"] * 5, "W9w W8b", "L1b L7w", "L7b L1w", "U U"]
    ratings = [1900, 1490, 1480, 1470, 1460, 1450, 1800, 1700, 1650, 1600]
    chart = wall(*rows, rounds=3, ratings=ratings)
    made = paired(chart, 3, "class_pools=full", "class_limits=1500", locks=seats((3, 8)))
    assert of(made, 2).reason.sentences[:2] == (
        "Both are of one class. Players of a class meet each other where possible (29I1).",
        "1st of the upper half against 1st of the lower half of those of the class left to be paired in the"
        " 0-point group (29C1).",
    )


def test_the_lowest_rated_of_those_left_is_not_called_the_lowest_of_the_group() -> None:
    """The 4 is rated lowest and has a set board; of the others the 3 is."""
    rows = ["W5w", "W6b", "W7b", "W8w", "L1b", "L2w", "L3w", "L4b"]
    board = of(paired(wall(*rows, ratings=RATINGS), 2, locks=seats((4, 5))), 3)
    assert board.reason.sentences[0] == (
        "Entry 3 is the odd player of the 1-point group: lowest rated of those left to be paired (29D1a)."
    )
    assert plainly(told(board)) == (
        "One player of the 1-point group is left over and plays below it: Entry 3."
    )


def test_who_play_below_the_group_on_a_set_board_are_none_of_those_left_who_do() -> None:
    """29D2: the 1, 2 and 3 have met each other. The 4 plays below the group too, on a set board."""
    rows = ["D2w U D3b", "D1b D3w U", "U D2b D1w", "W5w U U", "L4b U U", "U U U", "U U U", "U U U"]
    made = paired(wall(*rows, ratings=RATINGS), 4, locks=seats((4, 6)))
    assert [of(made, one).reason.sentences[0] for one in (1, 2, 3)] == [
        f"Entry {one} is one of 3 left to be paired who play below the 1-point group: with fewer, not"
        " everybody could be paired (29D2)."
        for one in (1, 2, 3)
    ]


def test_nobody_reads_that_no_other_opponent_would_fix_a_color_where_one_has_a_set_board() -> None:
    """The 2 and 4 are due white; the 1 and 3, whose board is set, are due black."""
    rows = ["W5w", "W6b", "W7w", "W8b", "L1b", "L2w", "L3b", "L4w"]
    board = of(paired(wall(*rows, ratings=RATINGS), 2, locks=seats((1, 3))), 2)
    assert board.players == {2, 4}
    assert board.reason.sentences[-1] == (
        "Entry 2 and Entry 4 are both due white. No allowed change gives the group better colors (29E6a)."
    )


# --- drawers (28R2) --------------------------------------------------------------------------------


DRAWERS = "In the order of a score group, a draw in round 1 counts as 100 rating points (28R2)."


def drawn(*options: str) -> PairingResult:
    """Twelve from 2000 down in steps of 50: of the upper half the 3 drew, and the 1 and 2 lost."""
    rows = ["L7b", "L8w", "D9w", "W10b", "W11w", "W12b", "W1w", "W2b", "D3b", "L4w", "L5b", "L6w"]
    return paired(wall(*rows, ratings=[2000 - 50 * at for at in range(12)], rounds=5), 2, *options)


def test_beside_a_place_among_drawers_it_is_told_that_they_rank_higher() -> None:
    """28R2: of four in the upper half by rating the third is not the third, having drawn."""
    made = drawn("acceleration=non_winners")
    board = of(made, 3)
    assert DRAWERS in board.reason.sentences
    assert "In the order of a group, a draw in round 1 counts as 100 rating points." in beside(told(board))


def test_a_phone_reads_what_a_draw_adds_in_the_sentence_that_tells_a_place() -> None:
    """28R2: the 9 drew; the others below lost, the 10, 11 and 12."""
    rows = ["L7b", "L8b", "D9b", "W10w", "W11w", "W12w", "W1w", "W2w", "D3w", "L4b", "L5b", "L6b"]
    chart = wall(*rows, ratings=[2000 - 50 * at for at in range(12)], rounds=5)
    made = paired(chart, 2, "acceleration=non_winners")
    assert plainly(told(of(made, 9))) == (
        "By rating (a draw adds 100), the 1st in the upper half of the 0-point group plays the 1st in its"
        " lower half."
    )
    assert plainly(told(of(made, 4))) == (
        "By rating, the 1st in the upper half of the 2-point group plays the 1st in its lower half."
    )


def test_where_nobody_ranks_higher_it_is_not_told() -> None:
    for board in drawn("acceleration=added_score").boards:
        assert DRAWERS not in board.reason.sentences


def test_of_a_board_that_is_set_no_order_is_told() -> None:
    rows = ["L7b", "L8w", "D9w", "W10b", "W11w", "W12b", "W1w", "W2b", "D3b", "L4w", "L5b", "L6w"]
    chart = wall(*rows, ratings=[2000 - 50 * at for at in range(12)], rounds=5)
    made = paired(chart, 2, "acceleration=non_winners", locks=seats((1, 3)))
    assert DRAWERS not in of(made, 1).reason.sentences


# --- by chance -------------------------------------------------------------------------------------


def check_fixed(seed: int) -> set[str]:
    """Rounds of which some boards stay, beside new ones of the others, as where players leave."""
    rng = random.Random(seed)
    read: set[str] = set()
    for request, natural in played(seed):
        boards = natural.boards
        if len(boards) < 3:
            continue
        stay = rng.sample(boards, rng.randint(1, len(boards) - 2))
        fixed = [SetBoard(board.white, board.black, colored=rng.random() < 0.5) for board in stay]
        if rng.random() < 0.5:
            one, other = fixed[0], rng.choice([board for board in boards if board not in stay])
            fixed = [*fixed[1:], SetBoard(one.white, other.black, colored=False)]
        again = replace(request, locks=replace(request.locks, boards=tuple(fixed)))
        made = pair(again)
        if isinstance(made, PairingResult):
            assert false(Facts(again, made)) == [], (seed, request.round)
            read |= {getattr(text, "id", "") for board in made.boards for text in board.reason.sentences}
    return read


@pytest.mark.parametrize("seed", range(len(PLANS)))
def test_what_is_told_beside_boards_that_stay_is_true_of_the_wall_chart(seed: int) -> None:
    assert check_fixed(seed) is not None


@pytest.mark.long
def test_it_is_true_in_many_sections() -> None:
    read = set().union(*map(check_fixed, range(1000)))
    assert {s.NATURAL_LEFT, s.FIRST_ROUND_LEFT, s.ODD_LOWEST_FREE, s.HALVES_LEFT} < read
