"""Cells as they are written: one notation for every file and page."""

import pytest
from hypothesis import given

from tests.strategies import wallcharts
from tiebreaks.engine.chart.notation import NotationError, parse_cell, parse_round, show_cell, show_round
from tiebreaks.engine.chart.wallchart import Kind, Wallchart


@given(wallcharts())
def test_every_cell_that_is_written_is_read_back_the_same(wall: Wallchart):
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
def test_a_cell_is_read_in_any_case_with_blanks_and_shown_in_one_way(written: str, shown: str):
    assert show_cell(parse_cell(written, 1)) == shown


@pytest.mark.parametrize(
    "written",
    [
        *("", "Q", "W", "12w", "W12x", "W12ww", "W-3", "W12w=", "W12w=0.3", "W12w=x", "W12@x", "W12@", "H@3"),
        *("B12", "H4w", "U1", "?", "?0", "L", "W1=1=0", "W1@2@3", "W(2)(3)", "W٣", "ſ5", "W12345678", "?1=1"),
        "W1@" + "9" * 5000,
    ],
)
def test_what_means_nothing_is_refused_with_what_would(written: str):
    with pytest.raises(NotationError) as refusal:
        parse_cell(written, 1)
    assert refusal.value.expected


def test_a_double_round_may_have_one_game_known_and_never_three():
    assert show_round(parse_round("W2w+", 1, games=2), games=2) == "W2w+"
    assert len(parse_round("W2+", 1, games=2)) == len(parse_round("+W2", 1, games=2)) == 1
    assert [cell.kind for cell in parse_round("W2", 1, games=2)] == [Kind.WIN, Kind.WIN]
    assert parse_round(" ", 1, games=2) == ()
    with pytest.raises(NotationError, match="at most 2"):
        parse_round("W2+W2+W2", 1, games=2)
