"""Natural pairings and color adjustment: every table of 29C and 29E5 in PAIRING §5."""

from dataclasses import replace

import pytest

from tests.pairing.groups import group, named
from tournaments.pairing.adjustment import adjust
from tournaments.pairing.field import Field
from tournaments.pairing.natural import natural
from tournaments.pairing.options import Options, parse


def paired(text: str, met: tuple[tuple[int, int], ...] = (), options: Options | None = None) -> str:
    field = group(text, met, options)
    return adjusted(field, range(len(field.players)))


def adjusted(field: Field, members: range) -> str:
    found = adjust(field, members)
    assert found is not None
    return named(field, found.pairs)


@pytest.mark.parametrize(
    ("players", "boards"),
    [
        ("1700 WB, 1660 BW, 1500 WB, 1440 BW", "1700-1440, 1660-1500"),
        ("1800 WB, 1700 BW, 1500 WB, 1390 BW", "1800-1500, 1700-1390"),
        ("1800 BWB, 1700 WBW, 1500 BWB, 1390 WBW", "1800-1390, 1700-1500"),
        ("2000 WBW, 1860 BWB, 1840 WBW, 1770 BWB", "2000-1770, 1860-1840"),
        ("2000 WBW, 1860 BWB, 1840 WBW, 1740 BWB", "2000-1860, 1840-1740"),
        ("1800 BWB, 1500 WBW, 1450 BWB, unr WBW", "1800-unr, 1500-1450"),
        ("2000 W, 1950 B, 1900 W, 1700 W, 1690 B, 1640 W", "2000-1700, 1950-1640, 1900-1690"),
        ("1900 BWW, 1850 WBW, 1800 WBW, 1700 BWW, 1690 WBB, 1650 BWB", "1900-1690, 1850-1700, 1800-1650"),
    ],
)
def test_colors_against_ratings(players: str, boards: str) -> None:
    assert paired(players) == boards


def test_without_conflicts_the_natural_pairing_stands() -> None:
    assert paired("1900 WB, 1800 BW, 1700 BW, 1600 WB") == "1900-1700, 1800-1600"


def test_a_rematch_is_mended_by_the_smallest_change() -> None:
    text = "1900 WB, 1850 WB, 1800 WB, 1700 BW, 1650 BW, 1600 BW"
    assert paired(text, met=((1, 4),)) == "1900-1650, 1850-1700, 1800-1600"


def test_an_interchange_that_only_a_rematch_justifies() -> None:
    text = "1900 WB, 1850 BW, 1800 BW, 1700 BW"
    assert paired(text, met=((1, 3), (1, 4))) == "1900-1850, 1800-1700"


def test_of_two_switches_that_cost_the_same_the_halves_stay_apart() -> None:
    """27A3: 100 points either way, and 29E5e asks for a smaller interchange, not for one as large."""
    assert paired("1900 W, 1800 B, 1700 W, 1600 B") == "1900-1600, 1800-1700"
    assert paired("1900 W, 1800 B, 1710 W, 1600 B") == "1900-1800, 1710-1600"


def test_points_before_top_boards_by_option() -> None:
    text = "2000 W, 1950 B, 1900 W, 1700 W, 1690 B, 1640 W"
    assert paired(text, options=parse(["prefer=points"])) == "2000-1690, 1950-1700, 1900-1640"


def test_limits_of_nothing_show_the_natural_pairing() -> None:
    text = "1700 WB, 1660 BW, 1500 WB, 1440 BW"
    assert paired(text, options=parse(["limits=0/0"])) == "1700-1500, 1660-1440"


def test_without_limits_equalization_goes_before_ratings() -> None:
    text = "2200 BWB, 1700 WBW, 1450 BWB, 1000 WBW"
    assert paired(text) == "2200-1450, 1700-1000"
    assert paired(text, options=parse(["limits=none"])) == "2200-1000, 1700-1450"


def test_team_mates_are_kept_apart_inside_their_group() -> None:
    players = group("1600, 1500, 1400, 1300").players
    field = Field(
        [replace(p, team=team) for p, team in zip(players, "XYXZ", strict=True)],
        options=parse(["teams=plus_two"]),
    )
    assert natural(field, range(4)) == [3, 2, 1, 0]


def test_the_second_limit_is_for_two_more_blacks_alone_by_option() -> None:
    """29E5b1: 100 points spare a player a second Black, and not a second White."""
    blacks, whites = "1800 BWB, 1700 WBW, 1500 BWB, 1390 WBW", "1800 WBW, 1700 -BW, 1500 WBW, 1390 -BW"
    only = parse(["equalize=blacks"])
    assert paired(blacks) == paired(blacks, options=only) == "1800-1390, 1700-1500"
    assert paired(whites) == "1800-1390, 1700-1500"
    assert paired(whites, options=only) == "1800-1500, 1700-1390"


@pytest.mark.parametrize(
    ("option", "last_round", "made"),
    [
        ("avoided", True, "2000-1650, 1900-1800"),
        ("leaders", False, "2000-1650, 1900-1800"),
        ("leaders", True, "2000-1800, 1900-1650"),
    ],
)
def test_in_the_last_round_leaders_may_have_a_third_color_by_option(
    option: str, last_round: bool, made: str
) -> None:
    """29E5f1: 100 points are worth a third color in a row, and not one that does not alternate."""
    players = group("2000 BBWW, 1900 WWBB, 1800 BBWW, 1650 WWBB").players
    field = Field(players, options=parse([f"third_color={option}"]), last_round=last_round)
    assert adjusted(field, range(4)) == made


def test_below_the_top_score_a_third_color_counts_in_the_last_round_too() -> None:
    others = group("2000 BBWW, 1900 WWBB, 1800 BBWW, 1650 WWBB").players
    leader = replace(others[0], number=9, score_q=16)
    field = Field([leader, *others], options=parse(["third_color=leaders"]), last_round=True)
    assert adjusted(field, range(1, 5)) == "2000-1650, 1900-1800"
