"""TRF16: what is written is read back the same, and what the format cannot hold is named."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given

from tests.cases import NAMES, case
from tests.strategies import wallcharts
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.wallchart import Kind, Wallchart
from tournaments.formats.programs import trf as reader
from tournaments.formats.records import Sat
from tournaments.formats.trf import Beyond, Tournament, beyond, is_refused, write


def tournament(wall: Wallchart, **more: object) -> Tournament:
    names = {card.number: card.name for card in wall.cards}
    scores = {card.number: sum(cell.points_q for cell in card.cells) for card in wall.cards}
    ranks = {number: at for at, number in enumerate(names, 1)}
    return Tournament("Lake Wren: Open", wall, names, scores, ranks, **more)  # type: ignore[arg-type]


def assert_is_read_back(wall: Wallchart) -> None:
    """Everything but what :func:`beyond` says; a draw by forfeit as a half-point bye."""
    file = reader.read(write(tournament(wall)).decode())
    assert not file.problems
    (section,) = file.sections
    assert (file.title, section.rounds) == ("Lake Wren: Open", wall.rounds)
    assert [(e.number, e.name, e.rating) for e in section.entries] == [
        (card.number, card.name, card.rating) for card in wall.cards
    ]
    expected = {}
    for card in wall.cards:
        for cell in card.cells:
            drawn = cell.kind is Kind.FORFEIT_DRAW
            kept = Sat(cell.kind.letter, cell.opponent, cell.color)
            expected[card.number, cell.round] = Sat(Kind.HALF_BYE.letter) if drawn else kept
    assert section.sat == expected


@given(wallcharts())
def test_any_section_that_it_holds_is_read_back(wall: Wallchart) -> None:
    if is_refused(tournament(wall)):
        with pytest.raises(ValueError, match="Lake Wren"):
            write(tournament(wall))
    else:
        assert_is_read_back(wall)


# What of each case is refused or said, with the numbers; nothing of the others.
BEYOND = {
    "withdrew_before_half": {Beyond.WITHDRAWALS: [5]},
    "two_games": {Beyond.DOUBLE_ROUNDS: [1, 2, 3, 4, 5]},
    "reentry": {Beyond.REENTRIES: [6], Beyond.WITHDRAWALS: [3]},
    "house_player": {Beyond.HOUSE_PLAYERS: [6]},
    "cross_round": {Beyond.OTHER_ROUNDS: [4, 5]},
    "cross_section": {Beyond.OTHER_SECTIONS: [2, 4]},
    "extra_games": {Beyond.EXTRA_GAMES: [2, 4, 5]},
    "ruled_points": {Beyond.AWARDED: [1, 2]},
    "lone_results": {Beyond.ONE_SIDED: [1, 2, 3]},
}


@pytest.mark.parametrize("name", NAMES)
def test_a_known_case_is_read_back_or_refused(name: str) -> None:
    wall = case(name).chart
    assert beyond(tournament(wall)) == BEYOND.get(name, {})
    if not is_refused(tournament(wall)):
        assert_is_read_back(wall)


def test_each_field_stands_in_its_columns() -> None:
    wall = chart(["W2w", "H", "?4b", "X"], ["L1b", "D3w", "B", "F"], ["U", "D2b"], ["", "", "?1w"])
    text = write(
        tournament(
            wall, city="Lake Wren", federation="USA", starts_on=date(2026, 11, 21), ends_on=date(2026, 11, 22)
        )
    ).decode()
    head, players = text.split("001 ", 1)
    assert head.split("\r\n") == [
        "012 Lake Wren: Open",
        "022 Lake Wren",
        "032 USA",
        "042 2026/11/21",
        "052 2026/11/22",
        "062 4",
        "072 0",
        "082 0",
        "092 Individual: Swiss-System",
        "142 4",
        "XXR 4",
        "",
    ]
    first, second, third, fourth = players.rstrip().split("\r\n001 ")
    line = f"001 {first}"
    assert (line[4:8], line[14:21], line[53:56], line[80:84], line[85:89]) == (
        "   1",
        "Entry 1",
        "USA",
        " 2.5",
        "   1",
    )
    assert [line[at : at + 8].rstrip() for at in (91, 101, 111, 121)] == [
        "   2 w 1",
        "0000 - H",
        "   4 b",
        "0000 - +",
    ]
    assert second.endswith("   1 b 0     3 w =  0000 - U  0000 - -")
    assert third.endswith("0000 - Z     2 b =")
    assert fourth.endswith("   1 w")


def test_a_long_name_is_cut_and_said_and_a_high_number_refused() -> None:
    ann, bo = chart(["W2w"], ["L1b"]).cards
    long = tournament(Wallchart((replace(ann, name="Alexandra Montgomery-Featherstonehaugh"), bo), 1))
    assert beyond(long) == {Beyond.LONG_NAMES: [1]}
    (section,) = reader.read(write(long).decode()).sections
    assert [entry.name for entry in section.entries] == ["Alexandra Montgomery-Featherstone", "Entry 2"]
    high = Wallchart((replace(ann, number=10_000, cells=()), replace(bo, cells=())), 1)
    assert beyond(tournament(high)) == {Beyond.HIGH_NUMBERS: [10_000]}
    assert is_refused(tournament(high))


def test_a_section_of_teams_is_refused() -> None:
    assert is_refused(tournament(case("team_matches").chart, of_teams=True))
