"""Sentences of PAIRING §7: each is what decided, with its points and its rule."""

import pytest

from tests.pairing.test_rules import paired, wall
from tiebreaks.engine.chart.wallchart import Wallchart
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.pairing import pair
from tournaments.pairing.request import Locks, PairingInput
from tournaments.pairing.result import PairingResult


def group(text: str) -> Wallchart:
    """One score group after an even number of rounds: each color was a draw against a player who has left."""
    players = [one.split() for one in text.split(",")]
    rounds = len(players[0][1])
    rows, gone = [], []
    for at, (_rating, colors) in enumerate(players, 1):
        others = [len(players) + at for _ in colors]
        other = {"w": "b", "b": "w"}
        shown = "".join(colors.lower())
        rows.append(
            " ".join(
                f"D{o + k * len(players)}{c}" for k, (o, c) in enumerate(zip(others, shown, strict=True))
            )
        )
        gone.append(shown)
    for k in range(rounds):
        for at, shown in enumerate(gone, 1):
            cells = ["U"] * (rounds + 1)
            cells[k] = f"D{at}{other[shown[k]]}"
            rows.append(" ".join(cells))
    ratings = [int(rating) if rating != "unr" else None for rating, _colors in players]
    return wall(*rows, rounds=rounds + 2, ratings=[*ratings, *[1000] * (len(rows) - len(ratings))])


def said(text: str, *options: str) -> tuple[PairingResult, list[str]]:
    chart = group(text)
    made = paired(chart, len(chart.cards[0].cells) + 1, *options)
    return made, [" ".join(board.reason.sentences) for board in made.boards]


def test_a_transposition_names_points_and_limit() -> None:
    made, texts = said("1700 WB, 1660 BW, 1500 WB, 1440 BW")
    assert (
        "Entry 1 meets Entry 4 instead of Entry 3 for colors: Entry 1 and Entry 3 were both due white."
        in texts[0]
    )
    assert "40 points, limit 80 (29E5a)." in texts[0]
    assert texts[1].startswith("Follows from board 1: Entry 4 went to Entry 1.")
    move = made.boards[0].reason.moved[0]
    assert (move.points, move.other_points, move.limit, move.kind) == (40, 60, 80, "transposition")


def test_what_follows_names_the_board_as_it_is_numbered_where_it_is_typed() -> None:
    """Ours would be numbered after the boards that are there: 39 of a round of 38."""
    chart = group("1700 WB, 1660 BW, 1500 WB, 1440 BW")
    request = PairingInput(chart, len(chart.cards[0].cells) + 1, first_board=39)
    made = pair(request)
    assert isinstance(made, PairingResult)
    one, other = [(board.white, board.black) for board in made.boards]
    told = explain(request, Typed(((7, *one), (4, *other))))
    assert isinstance(told, PairingResult)
    assert told.boards[1].reason.sentences[0] == "Follows from board 7: Entry 4 went to Entry 1."
    moved = explain(request, Typed(((4, *other),)))
    assert isinstance(moved, PairingResult)
    gone = "Follows from a board that was changed afterwards: Entry 4 went to Entry 1."
    assert moved.boards[0].reason.sentences[0] == gone


def test_of_a_change_of_an_unrated_player_no_limit_is_named() -> None:
    """An example of PAIRING 5.4, which 29E5g exempts."""
    made, texts = said("1800 BWB, 1500 WBW, 1450 BWB, unr WBW")
    assert texts[0].startswith(
        "Entry 1 meets Entry 4 instead of Entry 3 for colors: Entry 1 and Entry 3 were both due white."
        " Entry 4 is unrated, so no limit holds (29E5g)."
    )
    move = made.boards[0].reason.moved[0]
    assert (move.rule, move.limit, move.kind) == ("29E5g", None, "transposition")


def test_a_change_for_colors_names_every_conflict_that_it_mends() -> None:
    """A ring of three boards is explained at the highest, and the others lead there."""
    _made, texts = said("1660 BW, 1650 BW, 1520 WB, 1440 BW, 1410 WB, 1400 WB")
    assert texts[0].startswith(
        "Entry 1 meets Entry 5 instead of Entry 4 for colors: Entry 1 and Entry 4 were both due black."
        " 10 points, limit 80 (29E5a). Entry 3 and Entry 6 were both due white."
    )
    assert texts[1].startswith("Follows from board 1: Entry 5 went to Entry 1.")
    assert texts[2].startswith("Follows from board 1: Entry 1 went to Entry 5.")


def test_a_change_at_a_board_without_a_conflict_names_the_one_that_it_mends() -> None:
    _made, texts = said("1560 WBW, 1530 BWW, unr BWB, unr BWW")
    assert texts[0].startswith(
        "Entry 1 meets Entry 4 instead of Entry 3 for colors: Entry 2 and Entry 4 were both due black."
        " Entry 4 is unrated, so no limit holds (29E5g)."
        " Entry 4 would have had white a third time in a row (29E5f)."
    )


def test_a_change_that_leaves_as_many_conflicts_says_what_was_worse() -> None:
    rows = ["L5b L6w", "L7w U", "U L8b", "U L9w", "W1w U U", "U W1b U", "W2b U U", "U W3w U", "U W4b U"]
    made = paired(wall(*rows, ratings=[900, 800, 800, 800, *[1000] * 5]), 3)
    assert made.boards[0].reason.sentences[:2] == (
        "Entry 1 meets Entry 4 instead of Entry 3 for colors: Entry 2 and Entry 4 were both due black."
        " 0 points, limit 200 (29E5b).",
        "Entry 2 would have had at least two more games with white than with black (29E5b).",
    )


def test_the_rule_and_the_limit_are_those_of_the_conflict_that_decided() -> None:
    """A change within 80 points that equalizes is held against the limit of 29E5b."""
    _made, texts = said("1800 BWB, 1700 WBW, 1500 BWB, 1470 WBW")
    assert "Entry 1 and Entry 3 were both due white. 30 points, limit 200 (29E5b)." in texts[0]
    _made, third = said("1800 BBWW, 1700 WWBB, 1500 BBWW, 1470 WWBB")
    assert "30 points, limit 200 (29E5f)." in third[0]


def test_a_large_exchange_for_alternation_names_the_rule_that_allows_it() -> None:
    """29E5c: it mends more than its edges beyond 80 points cost."""
    _made, texts = said("1870 WB, 1760 BW, 1740 BW, 1610 WB, 1560 WB, 1500 BW")
    assert texts[0].startswith(
        "Entry 1 meets Entry 6 instead of Entry 4 for colors: Entry 1 and Entry 4 were both due white."
        " 110 points, limit 200 (29E5c)."
    )


def test_the_conflict_that_is_named_first_is_one_that_the_change_mends() -> None:
    """Entry 1 is due white as 3 was, and 4 is: the third Black of another was decisive."""
    _made, texts = said("1800 BWWB, 1670 WWBB, 1610 BBWW, 1590 BWBB")
    assert texts[0].startswith(
        "Entry 1 meets Entry 4 instead of Entry 3 for colors: Entry 2 and Entry 4 were both due white."
        " 20 points, limit 200 (29E5f). Entry 2 would have had black a third time in a row (29E5f)."
    )
    assert "Entry 1 and Entry 4 are both due white." in texts[0]


def test_an_interchange_says_so() -> None:
    made, texts = said("2000 WBW, 1860 BWB, 1840 WBW, 1740 BWB")
    assert texts[0].startswith(
        "Entry 1 and Entry 2 of the same half meet for colors: the transposition would cost 100 points,"
        " the interchange costs 20, limit 80 (29E5e). Entry 1 and Entry 3 were both due black."
        " Entry 2 and Entry 4 were both due white."
    )
    assert made.boards[0].reason.moved[0].kind == "interchange"


def test_an_interchange_beside_which_no_transposition_is_allowed_names_none() -> None:
    chart = group("2000 WBW, 1860 BWB, 1840 WBW, 1740 BWB")
    made = paired(chart, 4, locks=Locks(apart=((1, 4),)))
    assert made.boards[0].reason.sentences[0] == (
        "Entry 1 and Entry 2 of the same half meet for colors: 20 points, limit 80 (29E5e)."
    )


def test_a_conflict_that_stays_names_the_nearest_change() -> None:
    made, texts = said("1800 WB, 1700 BW, 1500 WB, 1390 BW")
    told = "No change within 80 points fixes it; the nearest between two boards costs 100 (29E5a)."
    assert told in texts[0]
    kept = made.boards[0].reason.kept
    assert kept is not None
    assert (kept.points, kept.limit, kept.rule) == (100, 80, "29E5a")
    assert made.cost == (0, 0, 2)


def test_on_a_typed_board_the_color_is_named_of_which_somebody_would_have_two_more() -> None:
    chart = group("1800 WBW, 1700 BWB, 1500 WBW, 1390 BWB")
    made = explain(PairingInput(chart, 4), Typed(((1, 1, 3), (2, 2, 4))))
    assert isinstance(made, PairingResult)
    assert "Board 1: Entry 1 would have at least two more games with white than with black (29E5b)." in (
        made.warnings
    )
    assert "Board 2: Entry 4 would have at least two more games with black than with white (29E5b)." in (
        made.warnings
    )


def test_no_points_are_named_where_every_exchange_would_only_move_the_conflict() -> None:
    """Three of four are due black, so that one of them misses it at any price."""
    _made, texts = said("900 BW, 800 BW, 700 BB, 600 WW")
    assert "No allowed change gives the group better colors (29E6a)." in " ".join(texts)
    assert "nearest" not in " ".join(texts)


def test_an_exchange_that_would_be_a_second_meeting_is_not_the_nearest_change() -> None:
    """Without Entry 2 against 3 there is no transposition, without 3 against 4 no interchange."""
    chart = group("1800 WB, 1700 BW, 1500 WB, 1390 BW")

    def told(*apart: tuple[int, int]) -> str:
        return " ".join(map(str, paired(chart, 3, locks=Locks(apart=apart)).boards[0].reason.sentences))

    assert "the nearest between two boards costs 200 (29E5a)." in told((2, 3))
    assert "No allowed change gives the group better colors (29E6a)." in told((2, 3), (3, 4))


def test_the_line_of_a_group_counts_dues_and_what_nothing_avoids() -> None:
    made, _texts = said("1800 WB, 1700 WB, 1500 WB, 1390 BW")
    assert made.groups[0].sentences == (
        "4 players, 3 due white, 1 due black.",
        "On 1 board a player cannot get the due color.",
    )


def test_the_line_of_a_group_tells_of_conflicts_that_limits_or_rematches_force() -> None:
    """Two are due each color, and the line had told of no conflict."""
    made, _texts = said("1800 WB, 1700 BW, 1500 WB, 1390 BW")
    assert made.groups[0].sentences == (
        "4 players, 2 due white, 2 due black.",
        "On 2 boards a player does not get the due color.",
    )


def test_the_line_of_a_group_leaves_out_zeros() -> None:
    made, _texts = said("1800 WB, 1700 WB")
    assert made.groups[0].sentences[0] == "2 players, 2 due white."


def test_the_line_of_a_group_counts_the_boards_that_are_typed() -> None:
    chart = group("1800 WB, 1700 WB, 1500 BW, 1390 BW")
    request = PairingInput(chart, len(chart.cards[0].cells) + 1)
    ours, typed = (
        explain(request, Typed(boards)) for boards in (((1, 1, 3), (2, 2, 4)), ((1, 1, 2), (2, 4, 3)))
    )
    assert isinstance(ours, PairingResult)
    assert isinstance(typed, PairingResult)
    assert len(ours.groups[0].sentences) == 1
    assert typed.groups[0].sentences[1] == "On 2 boards a player does not get the due color."


@pytest.mark.parametrize(
    ("kept", "because"),
    [
        ("asked_apart", "Entry 1 and Entry 3 asked not to meet (28T)."),
        ("apart", "the director keeps Entry 1 and Entry 3 apart."),
    ],
)
def test_who_wanted_two_kept_apart_is_told(kept: str, because: str) -> None:
    locks = Locks(**{kept: ((1, 3),)})  # type: ignore[arg-type]
    made = paired(group("1700 WB, 1660 BW, 1500 BW, 1440 BW"), 3, locks=locks)
    assert made.boards[0].reason.sentences[0] == f"Entry 1 meets Entry 4 instead of Entry 3: {because}"


@pytest.mark.parametrize(
    ("kept", "told"),
    [("asked_apart", "asked not to meet (28T)."), ("apart", "are never to meet: set by the director.")],
)
def test_a_typed_board_of_two_who_are_kept_apart_says_who_wanted_it(kept: str, told: str) -> None:
    locks = Locks(**{kept: ((1, 3),)})  # type: ignore[arg-type]
    chart = group("1700 WB, 1660 BW, 1500 BW, 1440 BW")
    made = explain(PairingInput(chart, 3, locks=locks), Typed(((1, 1, 3), (2, 2, 4))))
    assert isinstance(made, PairingResult)
    assert f"Board 1: Entry 1 and Entry 3 {told}" in made.warnings


def test_of_a_change_without_limits_no_limit_is_said_to_keep_a_conflict() -> None:
    made, texts = said("1800 WB, 1700 WB, unr WB, 1390 WB", "limits=none")
    assert made.cost[2] == 2
    assert not [text for text in texts if "limits" in text]
    assert "are both due white. No other opponent in the group fixes it (29E6a)." in texts[0]


def test_a_natural_board_says_its_places() -> None:
    _made, texts = said("1900 WB, 1800 BW, 1700 BW, 1600 WB")
    assert texts[0].startswith(
        "1st of the upper half against 1st of the lower half of the 1-point group (29C1)."
    )
    assert "as both are due (29E3a)" in texts[0]


def test_the_same_colors_in_the_last_two_rounds_decide_nothing_by_option() -> None:
    """29E4d: the higher-ranked gets what both are due, although an earlier round differs."""
    made, texts = said("1700 BWWB, 1600 WBWB")
    assert made.boards[0].black == 1
    assert "in round 2, where their colors last differed" in texts[0]
    made, texts = said("1700 BWWB, 1600 WBWB", "last_two=rank")
    assert (made.boards[0].white, made.boards[0].reason.color.rule) == (1, "29E4d")
    assert "the same colors in the last two rounds, and Entry 1 is ranked higher (29E4d)." in texts[0]


def test_an_earlier_round_decides_where_one_of_the_last_two_differs() -> None:
    made, _texts = said("1700 WBWB, 1600 WWBB", "last_two=rank")
    assert (made.boards[0].black, made.boards[0].reason.color.rule) == (1, "29E4-3")


def test_colors_of_round_one_that_were_posted_are_not_from_the_lot() -> None:
    """29E2, with the option in place of the lot."""
    start = wall("", "", "", "", ratings=[1900, 1800, 1700, 1600])
    lot = paired(start, 1, color="b").boards[1].reason.sentences[-1]
    assert lot == "Entry 2 has white: colors alternate down the boards in rank order, from the lot (29E2)."
    posted = paired(start, 1, "initial_color=black", color="b").boards[1].reason.sentences[-1]
    assert posted == (
        "Entry 2 has white: colors alternate down the boards in rank order, beginning with black for the"
        " higher-ranked player, as posted (29E2)."
    )


def test_two_more_blacks_are_spared_by_the_variation_of_their_own() -> None:
    _made, texts = said("1800 BWB, 1700 WBW, 1500 BWB, 1390 WBW", "equalize=blacks")
    assert "100 points, limit 200 (29E5b1)." in texts[0]


def test_the_group_of_one_point_is_in_the_singular() -> None:
    made, _texts = said("1900 WB, 1800 BW")
    assert made.boards[0].reason.group == "1 point"


# --- pools (29I, 29J) --------------------------------------------------------------------------------


def test_unrated_players_who_meet_because_of_the_option_say_so() -> None:
    """29J: without the option the same four are paired with the rated players of their group."""
    rows = ["W5w", "W6b", "W7w", "W8b", "L1b", "L2w", "L3b", "L4w"]
    eight = wall(*rows, ratings=[1900, 1800, None, None, 1500, 1400, 1300, 1200])
    made = paired(eight, 2, "unrated_together=on")
    together = next(b.reason for b in made.boards if b.players == {3, 4})
    assert together.sentences[:2] == (
        "Both are unrated. Unrated players of the 1-point group meet each other where possible (29J).",
        "1st of the upper half against 1st of the lower half of the unrated players of the 1-point group"
        " (29C1).",
    )
    others = [b.reason.sentences for b in made.boards if b.players != {3, 4}]
    assert not any("29J" in " ".join(sentences) for sentences in others)


@pytest.mark.parametrize(("option", "rule"), [("full", "29I1"), ("contention", "29I2")])
def test_players_of_a_class_who_meet_in_the_last_round_say_so(option: str, rule: str) -> None:
    rows = ["W9w W10b", "W10w W9b", "W11w W12b", "W12w W11b", "L6b U", "W5w U", "U U", "U U"]
    rows += ["L1b L2w", "L2b L1w", "L3b L4w", "L4b L3w"]
    ratings = [2000, 1950, 1900, 1850, 1480, 1800, 1470, 1790, 1700, 1690, 1460, 1680]
    made = paired(wall(*rows, rounds=3, ratings=ratings), 3, f"class_pools={option}", "class_limits=1500")
    inside = [board.reason.sentences for board in made.boards if board.players <= {5, 7, 11}]
    assert [sentences[0] for sentences in inside] == [
        f"Both are of one class. Players of a class meet each other where possible ({rule})."
    ]
    assert "of the 0-point group of the class (29C1)." in inside[0][1]


def test_who_has_the_bye_is_one_of_the_score_group() -> None:
    """28L: five without a point, of whom the lowest rated has the bye."""
    chart = wall("W6w", "W7w", "W8w", "L9b", "U", "L1b", "L2b", "L3b", "W4w", rounds=3)
    made = paired(chart, 2)
    assert made.bye
    assert made.bye.number == 8
    players = {group.points_q: str(group.sentences[0]).split(",")[0] for group in made.groups}
    assert players == {4: "4 players", 0: "5 players"}
    assert [[str(text) for text in group.sentences[1:2]] for group in made.groups][-1] == [
        "One of them has the full-point bye."
    ]
