"""Cells as they are written: one notation for every file and page."""

import pytest
from hypothesis import given

from tests.strategies import wallcharts
from tiebreaks.engine.chart.notation import (
    NotationError,
    chart,
    parse_cell,
    parse_round,
    show_cell,
    show_round,
)
from tiebreaks.engine.chart.wallchart import Format, Kind, Wallchart
from tiebreaks.engine.points import show


@given(wallcharts())
def test_every_cell_that_is_written_is_read_back_the_same(wall: Wallchart) -> None:
    for card in wall.cards:
        for at in range(1, wall.rounds + 1):
            cells = card.in_round(at)
            assert parse_round(show_round(cells, wall.games), at, wall.games) == cells


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("W12w", "W12w"),
        ("w 12 W", "W12w"),
        ("l3B", "L3b"),
        ("D5", "D5"),
        ("X8", "X8"),
        ("x8B", "X8b"),
        ("X0", "X"),
        ("L0", "U"),
        ("D0", "H"),
        ("w0b", "B"),
        ("S0", "U"),
        ("B0", "B"),
        ("H---", "H"),
        ("*", "U"),
        ("?12w", "?12w"),
        ("W12w=0.5", "W12w=0.5"),
        ("W12w=½", "W12w=0.5"),
        ("W12w=1", "W12w"),
        ("W12w@3", "W12w@3"),
        ("W12w@1", "W12w"),
        ("W12w=0@3", "W12w@3=0"),
        ("W3(2.5)", "W3(2.5)"),
        ("W3(2½)", "W3(2.5)"),
    ],
)
def test_a_cell_is_read_in_any_case_with_blanks_and_shown_in_one_way(written: str, shown: str) -> None:
    assert show_cell(parse_cell(written, 1)) == shown


@pytest.mark.parametrize(
    "written",
    [
        *("", "Q", "W", "12w", "W12x", "W12ww", "W-3", "W12w=", "W12w=0.3", "W12w=x", "W12@x", "W12@", "H@3"),
        *("B12", "H4w", "U1", "?", "?0", "L", "W1=1=0", "W1@2@3", "W(2)(3)", "W٣", "ſ5", "W12345678", "?1=1"),
        "W1@" + "9" * 5000,
    ],
)
def test_what_means_nothing_is_refused_with_what_would(written: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_cell(written, 1)
    assert refusal.value.expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (" Q ", "one of W L D, X F Z, B H U, N R S or ?, then the opponent's number and w or b"),
        (" W ", "the opponent's number after W"),
        (" B12 ", "B alone, without an opponent"),
        (" ?1=1 ", "no points until there is a result"),
        (" W12@x ", "a round number after @, as in W12w@3"),
        (" W12w=0.3 ", "points in halves or quarters, as in 0.5"),
        (" W12(0.3) ", "points in halves or quarters, as in 0.5"),
        ("W1+W2+W3 ", "at most 2 per round ('# games: 3' allows more)"),
    ],
)
def test_a_refusal_has_what_was_read_and_what_was_expected(written: str, expected: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_round(written, 1, games=2)
    assert (refusal.value.read, refusal.value.expected) == (written.strip(), expected)
    assert str(refusal.value) == f"{written.strip()!r}: {expected}"


def test_two_games_in_a_single_round_are_refused() -> None:
    with pytest.raises(NotationError, match="at most 1 per round"):
        parse_round("W2+W3", 1)


def test_visitors_and_board_points_are_written_in_every_slot_of_a_round() -> None:
    visitors = {9: "7@Open"}
    assert show_round(parse_round("W9(2.5)", 1), visitors=visitors, scored=show) == "W7@Open(2½)"
    both = parse_round("W9(2.5)+L9(1.5)", 1, games=2)
    assert show_round(both, 2, visitors, scored=show) == "W7@Open(2½)+L7@Open(1½)"
    assert show_round(both[:1], 2, visitors, scored=show) == "W7@Open(2½)+"


def test_an_example_has_a_card_a_row_and_a_round_a_column() -> None:
    wall = chart(["W2", "H"], ["L1", ""], ratings=[1500, None])
    assert [(card.number, card.name, card.rating) for card in wall.cards] == [
        (1, "Entry 1", 1500),
        (2, "Entry 2", None),
    ]
    assert (wall.rounds, wall.games, wall.format) == (2, 1, Format.SWISS)
    assert chart(["W2"], ["L1"], rounds=4).rounds == 4
    assert chart().rounds == 0


def test_a_double_round_may_have_one_game_known_and_never_three() -> None:
    assert show_round(parse_round("W2w+", 1, games=2), games=2) == "W2w+"
    assert len(parse_round("W2+", 1, games=2)) == len(parse_round("+W2", 1, games=2)) == 1
    assert [cell.kind for cell in parse_round("W2", 1, games=2)] == [Kind.WIN, Kind.WIN]
    assert parse_round(" ", 1, games=2) == ()
    with pytest.raises(NotationError, match="at most 2"):
        parse_round("W2+W2+W2", 1, games=2)
