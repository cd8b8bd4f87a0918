"""RULES §2, example A: what its values are made of, and the order that they give."""

import pytest

from .examples import EXAMPLE_A, order, points


def test_example_a_by_the_rulebook_puts_1_before_3_by_cumulative_and_7_third() -> None:
    """RULES §2: 12, 12, 8½; then 13½ each; then 10½ against 9."""
    assert order(EXAMPLE_A, "modified_median,solkoff,cumulative") == [
        (2, 1), (1, 2), (3, 3), (7, 4), (5, 5), (4, 6), (6, 7), (8, 8),
    ]  # fmt: skip


@pytest.mark.parametrize("step", ["sonneborn_berger", "opposition_cumulative"])
def test_example_a_by_another_system_alone_puts_3_before_1(step: str) -> None:
    assert [number for number, _ in order(EXAMPLE_A, step)][1:4] == [3, 1, 7]


@pytest.mark.parametrize(
    ("number", "performances"),
    [
        (1, ["4600/3", "4100/3", "1650", "1550", "1600"]),
        (3, ["5000/3", "1800", "1600", "1550", "1300"]),
        (7, ["1700", "4300/3", "1150", "1650"]),
    ],
)
def test_34e10_example_a_names_each_opponents_performance(number: int, performances: list[str]) -> None:
    """RULES §8.1: entry 1's opponents in order of rounds 5, 4, 2, 3, 7."""
    assert sorted(map(str, points(EXAMPLE_A, "opposition_performance", number))) == sorted(performances)


def test_34e10_example_a_as_swisssys_computes_it_turns_1_and_3_round() -> None:
    """RULES §8.1: 1500, 1375, 1770, 1600, 1650 make 1579."""
    assert points(EXAMPLE_A, "opposition_performance:swisssys", 1) == ["1500", "1375", "1770", "1600", "1650"]
    assert [n for n, _ in order(EXAMPLE_A, "opposition_performance")][1:3] == [3, 1]
    assert [n for n, _ in order(EXAMPLE_A, "opposition_performance:swisssys")][1:3] == [1, 3]


def test_34e11_example_a_puts_7_first_who_played_one_game_fewer() -> None:
    """RULES §8.2: 1480, 1520, 1550; entry 4 (1800+1200+1700+1600)/4."""
    assert [number for number, _ in order(EXAMPLE_A, "average_opposition")][1:4] == [7, 3, 1]
    assert points(EXAMPLE_A, "average_opposition", 4) == ["1800", "1200", "1700", "1600"]
