"""A section that runs elsewhere is imported from its wall chart, and stands here as it stood there."""

import random
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.cases import NAMES, case
from tests.engine.random_charts import random_chart
from tests.factories import a_section, as_it_stands, director_of, enter, games_of, imported, swap_colors
from tiebreaks.engine.chart.reading import live
from tiebreaks.engine.chart.wallchart import Card, Cell, Kind, Wallchart
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.selectors import players_document
from tournaments import demo, wallcharts
from tournaments.errors import Refused
from tournaments.formats import wallchart_csv
from tournaments.formats.names import first_last
from tournaments.formats.records import RosterEntry, WallchartFile
from tournaments.formats.standings_json import rows
from tournaments.models import Game, Player, Round, Seat, Section
from tournaments.services import importing, pairings, rosters
from tournaments.services.importing.forfeits import answered, on_both_sides

EVERY_SYSTEM = ",".join(SYSTEMS)


def read(text: str) -> WallchartFile:
    return wallchart_csv.read(text)


def cards(chart: Wallchart) -> list[Card]:
    return sorted(chart.cards, key=lambda card: card.number)


def as_kept(chart: Wallchart) -> list[Card]:
    """The cards as a section keeps them: a visitor is a house player, a forfeit stands on both sides, and one
    for which the other side has no place is nobody's board.
    """
    chart = on_both_sides(chart)

    def kept(number: int, cell: Cell) -> Cell:
        known = cell.opponent is None or answered(chart, number, cell)
        return cell if known else cell._replace(opponent=None, color="")

    return [
        replace(card, visitor="", cells=tuple(kept(card.number, cell) for cell in card.cells))
        for card in cards(chart)
    ]


def standings(ranking: Ranking) -> list[dict[str, Any]]:
    """What `manage.py standings` would print, but for the names of visitors."""
    return [row | {"name": ""} for row in rows(ranking) if row["rank"] is not None]


def assert_stands_as_the_file_says(section: Section, file: WallchartFile) -> None:
    body = players_document(section.standings_id)
    expected = rank(live(file.chart), body.order)
    assert body.standings == expected.standings
    assert standings(body.ranking()) == standings(expected)


# --- the same standings -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_known_case_stands_as_its_file_does(name: str) -> None:
    file = case(name)
    section = imported(file, EVERY_SYSTEM)
    loaded = wallcharts.load(section).chart
    assert cards(loaded) == as_kept(file.chart)
    assert loaded.extra == file.chart.extra
    assert_stands_as_the_file_says(section, file)


@pytest.mark.parametrize("seed", range(30))
def test_any_plausible_section_stands_as_its_file_does(seed: int) -> None:
    file = read(random_chart(random.Random(seed)))
    section = imported(file, EVERY_SYSTEM)
    loaded = wallcharts.load(section).chart
    assert cards(loaded) == as_kept(file.chart)
    assert (loaded.rounds, loaded.games) == (file.chart.rounds, file.chart.games)
    assert_stands_as_the_file_says(section, file)


EVERY_OTHER_KIND = """\
# rounds: 4
number,name,rating,house,reentry of,r1,r2,r3,r4
1,Ada,1500,,,W2w=0.5,N3b,X,?4b
2,Ben,1400,,,L1b=0.5,W4w@3,R5w,H
3,Cora,,,,W7w@Open,R1w,F,
4,Dov,1200,,,X5,F,L2b@2,?1w
5,Eli,1100,yes,,F,U,S2b,
8,Dov again,1200,,4,,B,,?9w
9,Fay,unr,,,,H=1,Z,?8b
"""


def test_every_other_kind_of_cell_stands_as_its_file_does() -> None:
    file = read(EVERY_OTHER_KIND)
    section = imported(file, EVERY_SYSTEM)
    assert_stands_as_the_file_says(section, file)


DOUBLE = """\
# rounds: 2
# games: 2
number,name,r1,r2
1,Ada,W2w+D2b,L3w+W4b
2,Ben,L1b+D1w,B
3,Cora,W4w+F4b,W1b+L4w
4,Dov,L3b+X3w,L1w+W3b
"""


def test_a_double_round_keeps_its_slots_and_each_match_its_board() -> None:
    file = read(DOUBLE)
    section = imported(file, EVERY_SYSTEM)
    assert cards(wallcharts.load(section).chart) == cards(file.chart)
    assert_stands_as_the_file_says(section, file)
    boards = {
        (game.board, frozenset(game.seats.values_list("player__number", flat=True)))
        for game in games_of(section, 1)
    }
    assert boards == {(1, frozenset({1, 2})), (2, frozenset({3, 4}))}
    # Swapping one match's colors leaves the others alone.
    first = next(game for game in games_of(section, 2) if game.board == 1)
    swap_colors(first, by=director_of(section))
    turned = wallcharts.load(section).chart.by_number
    assert [c.color for c in turned[1].in_round(2)] == ["b", "b"]
    assert [c.color for c in turned[3].in_round(2)] == ["w", "w"]


def test_a_visitor_from_another_section_is_a_house_player_here() -> None:
    section = imported(read("number,name,r1\n1,Ada,W7w@Open\n2,Ben,U\n"), EVERY_SYSTEM)
    visitor = Player.objects.get(section=section, house=True)
    assert visitor.name == "7@Open"
    assert [s.number for s in players_document(section.standings_id).standings] == [1, 2]


def test_where_one_side_knows_its_color_the_other_has_the_opposite_one() -> None:
    section = imported(read("number,name,r1\n1,Ada,W2w\n2,Ben,L1\n3,Cora,D4\n4,Dov,D3\n"), EVERY_SYSTEM)
    colors = {card.number: card.cells[0].color for card in wallcharts.load(section).chart.cards}
    assert colors == {1: "w", 2: "b", 3: "", 4: ""}


def test_an_imported_section_goes_on_here() -> None:
    file = case("midevent")
    section = imported(file, "modified_median,solkoff")
    by = director_of(section)
    for game in games_of(section, 4):
        enter(game, "DD")
    assert players_document(section.standings_id).through == 4
    pairings.pair(section, 5, "1 2", by=by)
    assert Round.objects.get(section=section, number=5).published_at is None


def test_the_order_is_posted_as_of_the_round_of_the_import() -> None:
    section = imported(case("midevent"), "solkoff")
    (posted,) = players_document(section.standings_id).postings
    assert (posted.order, posted.after_round) == ("solkoff", 3)
    assert posted.reason == "Imported with the wall chart"


# --- bad input ----------------------------------------------------------------------------------------


def assert_nothing_is_stored(section: Section) -> None:
    assert as_it_stands(section).version == section.version
    for model in (Player, Round, Game, Seat):
        assert not model._default_manager.exists()


@pytest.mark.parametrize(
    ("chart", "order", "troubles"),
    [
        ("number,name,r1\n1,Ada,W2\n2,Ben,W1\n", "solkoff", 2),  # both won
        ("# rounds: 31\nnumber,name,r1\n1,Ada,W2\n2,Ben,L1\n", "solkoff", 1),
        ("# games: 3\nnumber,name,r1\n1,Ada,B\n", "solkoff", 1),
        ("number,name,r1\n1,Ada,W2=4.25\n2,Ben,L1\n", "solkoff", 1),
        (f"number,name,r1\n1,{'A' * 121},B\n", "solkoff", 1),
        ("number,name,r1\n1,Ada,B\n", "by height", 0),
    ],
)
def test_what_cannot_be_is_refused_with_every_reason_and_nothing_stored(
    chart: str, order: str, troubles: int
) -> None:
    section = a_section(players=0)
    file = read(chart)
    with pytest.raises(Refused) as told:
        importing.import_wallchart(section, file, order=order, by=director_of(section))
    assert len(told.value.troubles) == troubles
    assert told.value.message
    assert_nothing_is_stored(section)


def test_a_section_with_players_is_not_overwritten() -> None:
    section = a_section(players=1)
    file = case("vermont")
    with pytest.raises(Refused, match="already has a roster"):
        importing.import_wallchart(section, file, order="solkoff", by=director_of(section))
    assert Player.objects.count() == 1


# --- written again --------------------------------------------------------------------------------


def exported(section: Section) -> WallchartFile:
    chart = wallcharts.load(section).chart
    entries = [
        RosterEntry(p.number, p.name, p.uscf_id, p.rating, p.team, p.grade, p.state, p.house)
        for p in Player.objects.filter(section=section).order_by("number")
    ]
    return WallchartFile(section.name, chart, tuple(entries))


def test_standings_of_the_written_file_are_those_of_the_document(tmp_path: Path) -> None:
    demo.load(by=director_of(a_section(players=0)))
    for section in Section.objects.filter(event__name=demo.EVENT).select_related("standings__published"):
        body = players_document(section.standings_id)
        path = tmp_path / f"{section.slug}.csv"
        path.write_text(wallchart_csv.write(exported(section)), encoding="utf-8")
        printed = StringIO()
        call_command("standings", str(path), order=body.order, live=body.live, format="csv", stdout=printed)
        steps = [str(step) for step in body.order.steps]
        on_document = [
            (str(s.number), str(s.rank), "" if s.decided_by is None else steps[s.decided_by])
            for s in body.standings
        ]
        lines = [line.split(",") for line in printed.getvalue().splitlines()]
        head = lines[0]
        at = [head.index(column) for column in ("number", "rank", "decided_by")]
        assert [tuple(line[index] for index in at) for line in lines[1:]] == on_document


NAMES_OF_THE_WORLD = ["=cmd()", "+1 Ann", "@SUM(A1)", "Zoë 🦄", "שרה כהן", 'O"Brien, Pat', "'quoted", "-"]


def test_names_of_any_script_are_kept_shown_and_written_safely() -> None:
    section = a_section(players=0)
    entries = [RosterEntry(None, name, team=name) for name in NAMES_OF_THE_WORLD]
    rosters.add_players(section, entries, by=director_of(section))
    pairings.give_bye(section, 1, list(range(1, 9)), Kind.FULL_BYE, by=director_of(section))
    body = players_document(section.standings_id)
    assert [card.name for card in body.chart.cards] == list(map(first_last, NAMES_OF_THE_WORLD))

    text = wallchart_csv.write(replace(exported(section), section="=cmd()"))
    cells = [cell for line in text.splitlines()[3:] for cell in line.replace('"', "").split(",")]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "-"))]
    again = wallchart_csv.read(text)
    assert [(entry.name, entry.team) for entry in again.entries] == [(n, n) for n in NAMES_OF_THE_WORLD]


def test_a_swap_says_who_had_white_where_the_file_did_not() -> None:
    section = imported(read("number,name,r1\n1,Ada,W2\n2,Ben,L1\n"), EVERY_SYSTEM)
    swap_colors(Game.objects.get(), by=director_of(section))
    colors = {card.number: card.cells[0].color for card in wallcharts.load(section).chart.cards}
    assert colors == {1: "b", 2: "w"}


def test_28m2_a_game_ahead_needs_its_other_side_to_be_taken_over() -> None:
    """The download of a section in mid-play has it on one card only: the other's round is still a draft."""
    text = "number,name,r1,r2\n1,Ada,W2w@2,\n2,Ben,B,\n3,Cora,W4w,\n4,Dov,L3b,\n"
    file = wallchart_csv.read(text)
    assert file.problems == ()
    section = a_section(players=0)
    with pytest.raises(Refused) as told:
        importing.import_wallchart(section, file, order="solkoff", by=director_of(section))
    (trouble,) = told.value.troubles
    assert (trouble.read, trouble.expected) == ("W2w@2", "the other side of this game, in round 2")
