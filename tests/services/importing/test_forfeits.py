"""A forfeit on one side of a chart has two sides after the import."""

import pytest

from tests.factories import imported
from tiebreaks.engine.chart.notation import chart, show_round
from tiebreaks.engine.chart.problems import problems
from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.selectors import players_document
from tournaments.formats import wallchart_csv
from tournaments.models import Game
from tournaments.services.importing.forfeits import on_both_sides


def cells(wall: Wallchart) -> list[list[str]]:
    return [
        [show_round(card.in_round(at), wall.games) for at in range(1, wall.rounds + 1)] for card in wall.cards
    ]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        pytest.param([["X2w"], ["F"]], [["X2w"], ["F1b"]], id="a loss without a number"),
        pytest.param([["F2"], ["X"]], [["F2"], ["X1"]], id="a win without a number"),
        pytest.param([["F2"], ["F"]], [["F2"], ["F1"]], id="13F: both absent"),
        pytest.param([["Z2"], ["Z"]], [["Z2"], ["Z1"]], id="drawn"),
        pytest.param([["X2"], ["U"]], [["X2"], ["F1"]], id="not paired, so lost"),
        pytest.param([["X2"], [""]], [["X2"], ["F1"]], id="nothing there in a held round"),
        pytest.param([["X2"], ["U=0.5"]], [["X2"], ["F1=0.5"]], id="what was awarded stays"),
        pytest.param([["Z2"], ["U"]], [["Z2"], ["U"]], id="half a point is not taken from nowhere"),
        pytest.param([["X2", ""], ["U", "F"]], [["X2", ""], ["F1", "F"]], id="in its own round"),
        pytest.param([["X2@2", "B"], ["B", "F"]], [["X2@2", "B"], ["B", "F1@1"]], id="28M2: in the other's"),
        pytest.param([["X2"], ["F"], ["X2"]], [["X2"], ["F1"], ["X2"]], id="there is one place"),
        pytest.param([["X2"], ["F1"]], [["X2"], ["F1"]], id="known to both"),
        pytest.param(
            [["X2", "?3"], ["", "X1"], ["", "?1"]], [["X2", "?3"], ["F1", "X1"], ["", "?1"]], id="open"
        ),
        pytest.param(
            [["?3"], [""], ["?1"], ["X2"]], [["?3"], [""], ["?1"], ["X2"]], id="open, and not there"
        ),
    ],
)
def test_the_other_side_gets_it_where_there_is_a_place(
    written: list[list[str]], kept: list[list[str]]
) -> None:
    assert cells(on_both_sides(chart(*written))) == kept


def test_a_double_round_has_two_places() -> None:
    assert cells(on_both_sides(chart(["X2"], ["F"], games=2))) == [["X2+X2"], ["F1+F1"]]
    assert cells(on_both_sides(chart(["X2"], [""], games=2))) == [["X2+X2"], ["F1+F1"]]
    assert cells(on_both_sides(chart(["X2+W3"], ["U+W3"], ["L2+L1"], games=2)))[1] == ["F1+W3"]


def test_scores_and_validity_stay_as_they_were() -> None:
    wall = chart(["X2w", "F3"], ["F", "W4"], ["U", "X"], ["X", "L2"])
    kept = on_both_sides(wall)
    assert problems(kept) == problems(wall) == []
    assert after_round(kept).score_q == after_round(wall).score_q


def test_an_imported_forfeit_is_a_board_of_two() -> None:
    file = wallchart_csv.read("number,name,r1\n1,Ada,X2\n2,Ben,F\n3,Cora,W4w\n4,Dov,L3b\n")
    section = imported(file)
    body = players_document(section.standings_id)
    assert [row[0] for row in cells(body.chart)[:2]] == ["X2", "F1"]
    assert Game.objects.count() == 2
