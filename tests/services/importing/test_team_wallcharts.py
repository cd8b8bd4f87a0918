"""Sections where teams meet: taken over from their wall charts, with the points on the boards (34G)."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.addresses import at
from tests.cases import MATCHES, case, expected
from tests.engine.test_odd_events import told
from tests.factories import EventFactory, a_section, as_it_stands, director_of
from tests.html import read, visit
from tests.sign_in import signed_in
from tiebreaks.published import PlayersDocument
from tiebreaks.selectors import players_document
from tournaments.errors import Refused
from tournaments.formats import wallchart_csv
from tournaments.formats.records import WallchartFile
from tournaments.formats.standings_json import rows
from tournaments.models import Section
from tournaments.services import orders, setup
from tournaments.services.rebuilding import check

TEAMS = "# entrants: teams\nnumber,name,r1\n"
WITH_EXTRA = TEAMS.replace(",r1", ",extra,r1")


def imported(file: WallchartFile, order: str = "game_points,us_amateur", boards: int = 4) -> Section:
    return factories.imported(file, order, boards=boards)


def body(section: Section) -> PlayersDocument:
    return players_document(section.standings_id)


@pytest.mark.parametrize("name", MATCHES)
def test_teams_stand_here_as_the_file_says_by_hand(name: str) -> None:
    first = "match_points" if case(name).chart.by_game_points else "game_points"
    section = imported(case(name), f"{first},us_amateur")
    assert told(rows(body(section).ranking())) == expected(name)
    assert not check(Section, section.pk).difference


@pytest.mark.parametrize("name", MATCHES)
def test_what_is_downloaded_reads_as_the_file_that_was_imported(name: str) -> None:
    section = imported(case(name))
    page = Client().get(at("wall-chart-file", section))
    again, file = wallchart_csv.read(page.content), case(name)
    assert not again.problems
    assert (again.chart, again.entrants, again.entries) == (file.chart, "teams", file.entries)


def test_match_points_and_game_points_are_both_seen_whichever_is_posted() -> None:
    section = imported(case("team_matches"), "us_amateur")
    page = visit(Client(), at("standings", section))
    assert "Ranked by match points" in page
    heads = {head["title"]: head.text for head in page.all(".heads [title]")}
    assert heads["US Amateur Team System"] == "USAT"
    assert heads["Game points: does not break ties"] == "Game"
    assert page.one(".heads .who").text == "Team"


def test_cells_of_a_match_are_read_with_their_points_on_the_boards() -> None:
    section = imported(case("team_matches"))
    assert "W2w(2½)" in visit(Client(), at("wall-chart", section))


def test_the_order_of_teams_is_that_of_teams_where_none_was_posted() -> None:
    section = a_section(players=0, boards=4)
    assert str(body(section).order) == "game_points,us_amateur"
    setup.edit_section(
        section,
        name="Open",
        rounds=3,
        format="swiss",
        games=1,
        by_game_points=True,
        by=director_of(section),
    )
    assert str(body(as_it_stands(section)).order) == "match_points,us_amateur"


def test_players_cannot_have_what_only_matches_have() -> None:
    section = a_section(players=2)
    with pytest.raises(Refused, match="There is no tiebreak system 'us_amateur'"):
        orders.post_order(section, "us_amateur", by=director_of(section))


@pytest.mark.parametrize(
    ("boards", "text", "expected"),
    [
        (0, TEAMS + "1,Alder,W2(3)\n2,Birch,L1(1)\n", "This is a wall chart of teams"),
        (4, "number,name,r1\n1,Ann,W2\n2,Bob,L1\n", "This is a wall chart of players"),
        (4, TEAMS + "1,Alder,W2(5)\n2,Birch,L1(1)\n", "from 0 to 4 board points in a match"),
        (4, TEAMS + "1,Alder,W2(1)\n2,Birch,L1(3)\n", "a result that agrees with the board points"),
        (4, TEAMS + "1,Elm St,W2(3)\n2,ElmSt,L1(1)\n", "another name. Number 1 has this one"),
        (4, WITH_EXTRA + "1,Alder,W2w,W2(3)\n2,Birch,L1b,L1(1)\n", "Teams have no extra rated games"),
    ],
)
def test_a_chart_that_does_not_belong_here_changes_nothing(boards: int, text: str, expected: str) -> None:
    section = a_section(players=0, boards=boards, order="solkoff")
    desk = signed_in(director_of(section))
    answer = desk.post(at("import-wallchart", section), {"text": text, "step": "solkoff"})
    assert answer.status_code == 422
    assert expected in read(answer)
    assert as_it_stands(section).version == section.version


def test_who_meets_is_chosen_while_nobody_is_there() -> None:
    event = EventFactory.create()
    client = signed_in(director_of(event))
    fields = {"name": "Teams", "rounds": 4, "format": "swiss", "games": 1, "boards": 4, "place_trophies": 0}
    client.post(reverse("new-section", args=[event.slug]), fields | {"by_game_points": "True"})
    section = Section.objects.get(name="Teams")
    assert (section.boards, section.by_game_points) == (4, True)
    client.post(at("add-player", section), {"name": "Alder Lane"})
    with pytest.raises(Refused, match="after the section has entries"):
        setup.edit_section(
            section,
            name="Teams",
            rounds=4,
            format="swiss",
            games=1,
            boards=0,
            by=director_of(event),
        )
