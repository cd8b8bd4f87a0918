"""Neighbors meet in a small Swiss (29L1): first against second, third against fourth, and colors as ever."""

import pytest

from tests.pairing.random_brackets import case
from tests.pairing.test_rules import boards, paired, wall
from tournaments.pairing import natural as naturals
from tournaments.pairing.adjustment import adjust

NEIGHBORS = "small_swiss=neighbors"
RATINGS = [2000, 1900, 1800, 1700, 1600, 1500]


def test_round_one_is_first_against_second_down_the_list() -> None:
    made = paired(wall(*[""] * 6, rounds=5, ratings=RATINGS), 1, NEIGHBORS)
    assert boards(made) == [{1, 2}, {3, 4}, {5, 6}]
    assert [b.white for b in made.boards] == [1, 4, 5]
    assert made.boards[1].reason.sentences[0] == "Round 1: 3rd against 4th in rank order (29L1)."


def test_later_rounds_are_paired_so_in_each_score_group_from_the_top() -> None:
    """Round 1 was 1-2, 3-4, 5-6, and the first of each has won: the odd winner drops to the best loser he may
    meet."""
    rows = ["W2w", "L1b", "W4b", "L3w", "W6w", "L5b"]
    made = paired(wall(*rows, rounds=5, ratings=RATINGS), 2, NEIGHBORS)
    assert boards(made) == [{1, 3}, {2, 5}, {4, 6}]
    assert made.boards[0].reason.sentences[0] == "1st against 2nd of the 1-point group (29L1)."


def test_a_rematch_of_neighbors_goes_to_the_next_one() -> None:
    rows = ["D2w", "D1b", "D4b", "D3w"]
    made = paired(wall(*rows, ratings=[1900, 1800, 1700, 1600]), 2, NEIGHBORS)
    assert boards(made) == [{1, 3}, {2, 4}]
    assert made.boards[0].reason.sentences[0] == (
        "Entry 1 meets Entry 3 instead of Entry 2: Entry 1 and Entry 2 met in round 1 (27A1)."
    )


def test_colors_move_neighbors_within_the_limits_and_there_are_no_halves() -> None:
    """1-2 both due black and 3-4 both due white: meeting the next player costs 20 points (29E5a)."""
    rows = ["D5b D5w", "D6b D6w", "D7w D7b", "D8w D8b", "U U", "U U", "U U", "U U"]
    ratings = [1700, 1660, 1640, 1600, 1300, 1200, 1100, 1000]
    made = paired(wall(*rows, ratings=ratings), 3, NEIGHBORS)
    assert boards(made)[:2] == [{1, 3}, {2, 4}]
    move = made.boards[0].reason.moved[0]
    assert (move.kind, move.rule, move.points) == ("transposition", "29E5a", 20)


@pytest.mark.parametrize("seed", range(6))
def test_a_large_list_of_neighbors_is_paired_as_without_a_window(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = case(seed, (60 + 2 * seed,), 0, "plus_two" if seed % 2 else "off", NEIGHBORS)
    usual = adjust(found.field, found.group)
    found.field.naturals.clear()
    monkeypatch.setattr(naturals, "ALL_PAIRS_UP_TO", 10**6)
    assert adjust(found.field, found.group) == usual
