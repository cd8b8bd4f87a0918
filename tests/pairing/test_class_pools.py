"""Rating classes that are paired among themselves in the last round (29I)."""

from collections.abc import Sequence

from tests.pairing.test_rules import boards, paired, wall
from tiebreaks.engine.points import POINT
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.field import Entrant, Field
from tournaments.pairing.options import parse
from tournaments.pairing.plain import plainly
from tournaments.pairing.pools import rating_classes, unrated_groups
from tournaments.pairing.request import PairingInput
from tournaments.pairing.result import PairingResult

# A rating and points each: three of class A, four of class B, two without a class.
PLAYERS = ((2100, 4), (1950, 4), (1900, 3), (1700, 2), (1650, 2), (1600, 1), (1550, 0), (None, 2), (1850, 0))
CLASSES = "class_limits=1400,1800"


def groups(*options: str, last_round: bool = True, games: int = 1) -> list[set[int]]:
    """The numbers of each class that is paired among itself, in the last of five rounds."""
    entrants = [
        Entrant(number, "", rating, score * POINT) for number, (rating, score) in enumerate(PLAYERS, 1)
    ]
    field = Field(entrants, options=parse(options), games_played=4, last_round=last_round, games=games)
    found = [one.members for one in rating_classes(field, range(len(entrants))) if one.first is None]
    return [{field.players[x].number for x in group} for group in found]


def test_a_whole_class_is_a_pool_or_those_who_can_still_be_its_first() -> None:
    assert groups("class_pools=full", CLASSES) == [{4, 5, 6, 7}]
    assert groups("class_pools=contention", CLASSES) == [{4, 5, 6}]


def test_only_in_the_last_round_and_only_by_option() -> None:
    assert groups("class_pools=full", CLASSES, last_round=False) == []
    assert groups(CLASSES) == []
    assert groups() == []


def test_a_class_whose_player_can_still_be_first_of_the_section_is_paired_by_score() -> None:
    """3 is one point behind: a win can share the first place, which is worth more than the class."""
    assert groups("class_pools=full", "class_limits=1800,1925") == [{4, 5, 6, 7}]


def test_the_classes_of_a_last_round_meet() -> None:
    """1 to 4 have won both games; the class under 1500 has not won any."""
    rows = ["W9w W10b", "W10w W9b", "W11w W12b", "W12w W11b", "L6b U", "W5w U", "U U", "U U"]
    rows += ["L1b L2w", "L2b L1w", "L3b L4w", "L4b L3w"]
    ratings = [2000, 1950, 1900, 1850, 1480, 1800, 1470, 1790, 1700, 1690, 1460, 1680]
    chart = wall(*rows, rounds=3, ratings=ratings)
    assert {5, 7} not in boards(paired(chart, 3)) or {7, 11} not in boards(paired(chart, 3))
    made = boards(paired(chart, 3, "class_pools=full", "class_limits=1500"))
    inside = [both for both in made if both <= {5, 7, 11}]
    assert len(inside) == 1, "two of the three meet, and the odd one joins the rest"


def test_a_board_of_a_class_whose_odd_one_joins_the_rest_tells_of_its_own_two() -> None:
    """29I1, 29J: of three in a group two meet, so nothing is said of all three."""
    rows = ["W9w W10b", "W10w W9b", "W11w W12b", "W12w W11b", "L6b U", "W5w U", "U U", "U U"]
    rows += ["L1b L2w", "L2b L1w", "L3b L4w", "L4b L3w"]
    ratings = [2000, 1950, 1900, 1850, 1480, 1800, 1470, 1790, 1700, 1690, 1460, 1680]
    made = paired(wall(*rows, rounds=3, ratings=ratings), 3, "class_pools=full", "class_limits=1500")
    assert told_of(made, {5, 7}) == (
        "Both are of one class. Players of a class meet each other where possible (29I1).",
        "Both are of one class, in the 0-point group. Players of a class play each other where possible.",
    )
    rows = ["W5w", "W6b", "W7w", "W8b", "L1b", "L2w", "L3b", "L4w"]
    unrated = [1900, None, None, None, 1500, 1400, 1300, 1200]
    made = paired(wall(*rows, ratings=unrated), 2, "unrated_together=on")
    assert told_of(made, {2, 3}) == (
        "Both are unrated. Unrated players of the 1-point group meet each other where possible (29J).",
        "Both are unrated, in the 1-point group. Unrated players of a group play each other where possible.",
    )


def told_of(made: PairingResult, players: set[int]) -> tuple[str, str]:
    """What a director reads first of a board, and what everybody does."""
    [board] = [each for each in made.boards if each.players == players]
    first = board.reason.sentences[0]
    return first, plainly([(text.id, text.values) for text in board.reason.sentences])  # type: ignore[attr-defined]


def test_a_color_that_another_class_would_fix_is_not_told_to_have_no_other_opponent() -> None:
    """29I1: 5 drops to 8, both due black. 12, due white, is in the group of 8, and of another class."""
    rows = ["W5w W3b W2w", "W6b W4w L1b", "W7w L1w W5b", "W8b L2b W6w", "L1b W7w L3w", "L2w W8b L4b"]
    rows += [
        "L3b L5b W8w",
        "L4w L6w L7b",
        "W10w L11b W12w",
        "L9b W12w L11w",
        "W12w W9w W10b",
        "L11b L10b L9b",
    ]
    ratings = [2100, 2050, 1950, 1900, 1790, 1780, 1700, 1650, 1500, 1450, 1400, 1350]
    made = paired(wall(*rows, rounds=4, ratings=ratings), 4, "class_pools=full", "class_limits=1600,1800")
    [board] = [each for each in made.boards if each.players == {5, 8}]
    assert board.reason.sentences[-1] == (
        "Entry 5 and Entry 8 are both due black. No allowed change gives the group better colors (29E6a)."
    )


def test_unrated_teammates_are_not_paired_together_for_being_unrated() -> None:
    """29J is a choice, and 28N1a is not: 3 and 4, of one team, meet rated players."""
    rows = ["W5w", "W6b", "W7w", "W8b", "L1b", "L2w", "L3b", "L4w"]
    ratings = [1900, 1800, None, None, 1700, 1600, 1500, 1400]
    chart = wall(*rows, rounds=3, ratings=ratings, teams="VWXXYZTS")
    assert {3, 4} in boards(paired(chart, 2, "unrated_together=on"))
    assert {3, 4} not in boards(paired(chart, 2, "unrated_together=on", "teams=plus_two"))


def test_the_odd_one_of_a_class_leaves_no_teammates_to_meet() -> None:
    """The lowest of the class, 11, stays in it: without 11 the teammates 5 and 7 would meet."""
    rows = ["W9w W10b", "W10w W9b", "W11w W12b", "W12w W11b", "L6b U", "W5w U", "U U", "U U"]
    rows += ["L1b L2w", "L2b L1w", "L3b L4w", "L4b L3w"]
    ratings = [2000, 1950, 1900, 1850, 1480, 1800, 1470, 1790, 1700, 1690, 1460, 1680]
    chart = wall(*rows, rounds=3, ratings=ratings, teams="ABCDXEXFGHIJ")
    options = ("class_pools=full", "class_limits=1500")
    assert {5, 7} in boards(paired(chart, 3, *options))
    made = boards(paired(chart, 3, *options, "teams=plus_two"))
    assert [both for both in made if both <= {5, 7, 11}] == [{5, 11}]


def test_a_round_of_two_games_has_two_points_to_win() -> None:
    """4 and 5 are two points behind, and can share the first place of the section; 6 and 7 cannot."""
    assert groups("class_pools=full", CLASSES, games=2) == []
    assert groups("class_pools=full", "class_limits=1400,1620", games=2) == [{6, 7}]


def test_a_plus_score_of_double_rounds_is_more_than_half_of_the_games() -> None:
    """29J after one round of two games: one point of two is even."""
    entrants = [Entrant(number, "", None, score * POINT) for number, score in enumerate((2, 2, 1, 1), 1)]
    assert unrated_groups(Field(entrants, games_played=2, games=2), range(4)) == [[0, 1]]


# 1 and 2 have two points, 5 and 6 one and a half; 5 and 6 have met, and so have 7 and 8, with half a point.
EIGHT = ["W3w W4b", "W4w W3b", "L1b L2w", "L2b L1w", "W7w D6b", "W8b D5w", "L5b D8w", "L6w D7b"]
# 1 has four points; 7 has one and a half, and 8 none.
FIVE_ROUNDS = [
    "W3w W4b W5w W6b",
    "U U U U",
    "L1b U U U",
    "U L1w U U",
    "U U L1b U",
    "U U U L1w",
    "H H H U",
    "U U U U",
]


def left_out(ratings: str, *options: str, rows: Sequence[str] = EIGHT) -> list[str]:
    """What is told of the classes in the last round."""
    last = len(rows[0].split()) + 1
    chart = wall(*rows, rounds=last, ratings=[int(n) for n in ratings.split()])
    made = paired(chart, last, *options)
    request = PairingInput(chart, last, parse(options))
    # The same is told of any pairing of the round.
    typed = explain(request, Typed(tuple((b.board, b.black, b.white) for b in made.boards)))
    assert isinstance(typed, PairingResult)
    told = [text for text in made.warnings if "The class" in text]
    assert [text for text in typed.warnings if "The class" in text] == told
    return told


def test_a_class_that_is_paired_by_score_is_told_why() -> None:
    ratings = "1900 1850 1300 1350 1700 1650 1600 1580"
    limits = "class_limits=1400,1800"
    assert left_out(ratings, "class_pools=full", limits) == [
        "The class from 1400 to 1799 is not paired by itself: Entry 5 can still be first of the section"
        " (29I1)."
    ]
    assert left_out(ratings, limits) == []


def test_a_class_of_one_player_is_told() -> None:
    ratings = "1900 1850 1800 1800 1700 1650 1600 1300"
    assert left_out(ratings, "class_pools=full", "class_limits=1400") == [
        "The class under 1400 is not paired by itself: it has only Entry 8 to pair (29I1)."
    ]
    two = "1900 1850 1300 1800 1700 1650 1600 1310"
    assert left_out(two, "class_pools=full", "class_limits=1400") == []


def test_a_class_in_which_one_alone_can_be_first_is_told() -> None:
    ratings = "1900 1850 1800 1800 1700 1650 1300 1310"
    options = ("class_pools=contention", "class_limits=1400")
    assert left_out(ratings, *options, rows=FIVE_ROUNDS) == [
        "The class under 1400 is not paired by itself: only Entry 7 can still be first of the class (29I2)."
    ]
    assert left_out(ratings, "class_pools=full", "class_limits=1400", rows=FIVE_ROUNDS) == []


def test_a_class_whose_players_have_met_is_told() -> None:
    ratings = "1900 1850 1700 1680 1750 1650 1300 1310"
    assert left_out(ratings, "class_pools=full", "class_limits=1400") == [
        "The class under 1400 is not paired by itself: somebody would have no legal opponent then"
        " (29I1, 27A1)."
    ]
