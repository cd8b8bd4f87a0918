"""Odd players and their opponents: every example of 29D in PAIRING §5, and what the structure rules out."""

import pytest

from tests.pairing.groups import barred_by, entrants, named
from tournaments.pairing.field import Entrant, Field
from tournaments.pairing.score_groups import ImpossibleError, pair_groups


def paired(*groups: tuple[float, str], met: tuple[tuple[int, int], ...] = ()) -> str:
    """Groups by points; players are numbered through."""
    players: list[Entrant] = []
    for points, text in groups:
        players += entrants(text, int(points * 4), len(players) + 1)
    field = Field(players, barred_by(met))
    made = pair_groups(field, range(len(players)))
    return named(field, tuple(sorted(pair for solved in made for pair in solved.pairs)))


@pytest.mark.parametrize(
    ("upper", "lower", "boards"),
    [
        (
            "1900 WB, 1800 BW, 1700 WB",
            "1850 BW, 1600 WB, 1500 BW",
            "1900-1800, 1700-1850, 1600-1500",
        ),
        ("1900 WB, 1800 BW, 1700 BW", "1850 BW, 1800 WB, 1500 WB", "1900-1800, 1700-1800, 1850-1500"),
        ("1900 WB, 1800 BW, 1700 BW", "1850 BW, 1760 WB, 1500 WB", "1900-1800, 1700-1850, 1760-1500"),
        ("1900 WB, 1720 WB, 1700 BW", "1850 BW, 1600 BW, 1500 WB", "1900-1700, 1720-1850, 1600-1500"),
        ("1900 WB, 1720 WB, 1700 BW", "1850 WB, 1600 BW, 1500 WB", "1900-1720, 1700-1850, 1600-1500"),
        ("1900 WB, 1720 BW, unr BW", "1850 BW, 1600 BW, 1500 WB", "1900-unr, 1720-1850, 1600-1500"),
    ],
)
def test_the_odd_player_and_his_opponent(upper: str, lower: str, boards: str) -> None:
    assert paired((2, upper), (1, lower)) == boards


def test_one_player_drops_two_groups_rather_than_two_players_one() -> None:
    boards = paired(
        (3, "1900 WB"),
        (2.5, "1800 WB, 1700 WB"),
        (2, "1750 BW, 1650 WB, 1600 BW"),
        met=((1, 2), (1, 3)),
    )
    assert boards == "1900-1750, 1800-1700, 1650-1600"


def test_two_who_have_met_both_drop() -> None:
    boards = paired((2.5, "1900 WBW, 1800 BWB"), (2, "1850 BWB, 1700 WBW"), met=((1, 2),))
    assert boards == "1900-1850, 1800-1700"


def test_nobody_meets_twice_even_at_the_foot_of_the_table() -> None:
    boards = paired((2, "1900, 1800"), (1, "1700, 1600"), (0, "1500, 1400"), met=((5, 6),))
    assert "1500-1400" not in boards
    assert boards.startswith("1900-1800")


def test_two_players_who_have_met_and_nobody_else() -> None:
    with pytest.raises(ImpossibleError):
        paired((2, "1900"), (1, "1800"), met=((1, 2),))
