"""Colors by 29E1–29E4: every line of the table of PAIRING §3."""

import pytest

from tournaments.pairing.colors import Conflict, allocate, conflict, due, first_round_color, missed

ALTERNATE, EQUAL = Conflict(alternate=1), Conflict(equal=1)


@pytest.mark.parametrize(
    ("higher", "lower", "gets", "rule", "cost"),
    [
        ("wbw", "-bw", "b", "29E4-1", ALTERNATE),
        ("wwbw", "-bww", "b", "29E4-2", Conflict(three=1, equal=1)),
        ("-bww", "wwbw", "w", "29E4-2", Conflict(three=1, equal=1)),
        ("-bw", "wbw", "w", "29E4-1", ALTERNATE),
        ("bww", "wbw", "b", "29E4-3", EQUAL),
        ("bwb-w", "bw-bw", "b", "29E4-4", ALTERNATE),
        ("wbwb", "bwwb", "w", "29E4-3", ALTERNATE),
        ("bw-bw", "bwb-w", "w", "29E4-4", ALTERNATE),
        ("wbw", "wbw", "b", "29E4-5", EQUAL),
        ("--", "wb", "b", "29E3a", Conflict()),
    ],
)
def test_the_table_of_29e4(higher: str, lower: str, gets: str, rule: str, cost: Conflict) -> None:
    assert allocate(higher, lower) == (gets, rule)
    assert conflict(higher, lower) == cost


@pytest.mark.parametrize(
    ("one", "other", "cost"),
    [("wb", "wb", (0, 0, 1)), ("wbw", "wbw", (0, 1, 0)), ("w", "w", (0, 1, 0)), ("bww", "bww", (1, 1, 0))],
)
def test_conflicts_of_equal_histories(one: str, other: str, cost: tuple[int, int, int]) -> None:
    assert conflict(one, other) == cost


def test_a_round_without_a_game_has_no_color() -> None:
    assert due("w-") == due("w") == "b"
    assert due("---") == ""


def test_the_lower_gets_what_the_higher_does_not_want() -> None:
    assert allocate("wb", "--").higher == "w"
    assert allocate("--", "--") == ("", "29E2")


def test_boards_of_round_one_alternate_from_the_lot() -> None:
    assert [first_round_color(board, "b") for board in (1, 2, 3)] == ["b", "w", "b"]


def test_a_third_color_in_a_row_costs_even_when_it_equalizes() -> None:
    assert missed("wbbww", "w") == Conflict(three=1, equal=1)
    assert missed("bbww", "w") == Conflict(three=1, alternate=1)
    assert missed("ww-", "w") == Conflict(three=1, equal=2)


@pytest.mark.parametrize(
    ("higher", "lower", "gets", "rule"),
    [
        ("bwwb", "wbwb", "w", "29E4d"),
        ("bwwbw", "wbwbw", "b", "29E4d"),
        ("bw-bw", "wb-bw", "b", "29E4d"),
        ("wbw-", "bww-", "w", "29E4-3"),
        ("wbwb", "wwbb", "b", "29E4-3"),
        ("wb", "wb", "w", "29E4-5"),
    ],
)
def test_the_last_two_rounds_decide_nothing_if_both_played_them_with_the_same_colors(
    higher: str, lower: str, gets: str, rule: str
) -> None:
    """29E4d. A round without a color is not the same color."""
    assert allocate(higher, lower, last_two=True) == (gets, rule)
    assert allocate(higher, lower).rule == ("29E4-3" if rule == "29E4d" else rule)


def test_two_more_whites_are_alternation_alone_by_option() -> None:
    """29E5b1, also of a pair: who gets a third White of four still has three in a row."""
    assert missed("wbw", "w", blacks_only=True) == ALTERNATE
    assert missed("bwb", "b", blacks_only=True) == EQUAL
    assert missed("bww", "w", blacks_only=True) == Conflict(three=1, alternate=1)
    assert conflict("wbw", "wbw", blacks_only=True) == ALTERNATE
    assert conflict("bwb", "bwb", blacks_only=True) == EQUAL


@pytest.mark.parametrize(("colors", "color"), [("wwb", "b"), ("bbw", "w"), ("wwbb", "w"), ("bb-", "w")])
def test_the_color_had_less_often_is_due_before_the_opposite_of_the_last(colors: str, color: str) -> None:
    """29E3a."""
    assert due(colors) == color


def test_the_costs_of_both_players_of_a_pair_add_up() -> None:
    assert Conflict(1, 2, 3).plus(Conflict(10, 20, 30)) == Conflict(11, 22, 33)
