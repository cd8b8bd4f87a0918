"""A round of matches on paper: a slip has a line for each board, a list teams and their players."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, paired
from tests.html import visit
from tournaments.formats import team_roster
from tournaments.models import Section
from tournaments.services import importing, rosters

LISTS = """Alder,1,Ann Vance,,1800
Alder,2,"Zell, Bo",,
Alder,3,Cy Young,,1500
Birch,1,Di Adams,,1700
Birch,2,Ed Ek,,1600
"""


@pytest.fixture
def section(kim: User) -> Section:
    """Alder meets Birch, which lists two players, on three boards; Cedar and Dogwood list nobody."""
    section = a_section(players=0, rounds=2, boards=3, by=kim, first_board=40)
    importing.import_team_rosters(section, team_roster.read(LISTS), by=kim)
    rosters.add_players(section, [EntryFactory.create(name=name) for name in ("Cedar", "Dogwood")], by=kim)
    paired(section, 1, "1 2\n3 4")
    return as_it_stands(section)


def test_the_slip_of_a_match_has_a_line_for_each_board(desk: Client, section: Section) -> None:
    first, second = visit(desk, at("slips", section, 1)).all(".slips li")[:2]
    assert [slip.one(".bd").text for slip in (first, second)] == ["Match 40 Round 1", "Match 41 Round 1"]
    assert first.one("thead").texts("bdi") == ["Alder", "Birch"]
    assert first.one("thead").texts("small") == ["White on board 1", "Black on board 1"]
    assert first.texts("tbody tr") == [
        "40.1 White Ann Vance 1800 Black Di Adams 1700",
        "40.2 Black Bo Zell White Ed Ek 1600",
        "40.3 White Cy Young 1500 X–F Black",
    ]
    assert [len(row.all(".tick i")) for row in first.all("tbody tr")] == [3, 3, 0]
    assert second.texts("tbody tr") == ["41.1 White Black", "41.2 Black White", "41.3 White Black"]
    assert len(second.all("tbody .blank")) == 6
    assert first.texts("tfoot tr > *") == ["Match score", "Alder signs", "–", "Birch signs"]


def test_each_slip_of_a_match_has_the_code_that_opens_the_match(
    desk: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.views.desk.printing.qr", lambda address: address)
    codes = visit(desk, at("slips", section, 1)).texts(".code")
    assert codes[1].endswith(at("slip", section, 1, "41"))


@pytest.mark.parametrize(
    ("boards", "choices", "told"),
    [
        (4, ["4", "3", "2", "1"], "Each match has 4 boards"),
        (5, ["3", "2", "1"], "Each match has 5 boards"),
        (12, ["2", "1"], "Each match has 12 boards"),
        (20, ["1"], "Each match has 20 boards"),
    ],
)
def test_the_more_boards_a_match_has_the_fewer_slips_has_a_page(
    desk: Client, kim: User, boards: int, choices: list[str], told: str
) -> None:
    section = a_section(players=12, rounds=2, boards=boards, by=kim)
    paired(section, 1, "\n".join(f"{n} {n + 6}" for n in range(1, 7)))
    page = visit(desk, at("slips", section, 1))
    assert page.texts("select[name=per] option") == choices
    assert told in page
    sheets = [[slip.text.split()[1] for slip in sheet.all(".bd")] for sheet in page.all(".slips")]
    pages = -(-6 // int(choices[0]))
    assert sheets[0] == [str(n) for n in range(1, 7, pages)], "cut as one stack, they stay in order"
    assert len(sheets) == pages


def test_teams_on_the_wall_have_the_color_of_their_first_board(desk: Client, section: Section) -> None:
    sheet = visit(desk, at("pairings-by-board", section, 1)).one(".sheet")
    assert sheet.rows[0] == [
        "Match",
        "○ White on board 1",
        "Pts",
        "Result",
        "● Black on board 1",
        "Pts",
    ]


def test_teams_are_listed_first_and_then_their_players_each_from_a_to_z(
    desk: Client, section: Section
) -> None:
    teams, players = visit(desk, at("pairings-by-name", section, 1)).all(".sheet")
    assert teams.rows == [
        ["Team", "Pts", "Match", "On board 1", "Opponent"],
        ["Alder", "0", "40", "White", "Birch"],
        ["Birch", "0", "40", "Black", "Alder"],
        ["Cedar", "0", "41", "White", "Dogwood"],
        ["Dogwood", "0", "41", "Black", "Cedar"],
    ]
    assert players.rows == [
        ["Name, team", "Rtg", "Board", "Color", "Opponent"],
        ["Adams, Di Birch", "1700", "40.1", "Black", "Vance, Ann"],
        ["Ek, Ed Birch", "1600", "40.2", "White", "Zell, Bo"],
        ["Vance, Ann Alder", "1800", "40.1", "White", "Adams, Di"],
        ["Young, Cy Alder", "1500", "40.3", "White", "Birch"],
        ["Zell, Bo Alder", "", "40.2", "Black", "Ek, Ed"],
    ]


def test_where_no_lineup_is_known_teams_alone_are_listed(desk: Client, kim: User) -> None:
    section = a_section(players=2, rounds=2, boards=3, by=kim)
    paired(section, 1, "1 2")
    assert len(visit(desk, at("pairings-by-name", section, 1)).all(".sheet")) == 1


def test_players_of_teams_have_the_names_of_public_pages_on_the_wall(desk: Client, section: Section) -> None:
    type(section.event).objects.update(short_names=True)
    players = visit(desk, at("pairings-by-name", section, 1)).all(".sheet")[1]
    assert [row[0] for row in players.rows[1:]] == [
        "Ann V. Alder",
        "Bo Z. Alder",
        "Cy Y. Alder",
        "Di A. Birch",
        "Ed E. Birch",
    ]
    assert "Vance" not in players


def test_the_printed_standings_of_teams_are_headed_so(client: Client, section: Section) -> None:
    heads = visit(client, at("paper", section)).texts("thead th")
    assert "Team" in heads
    assert "Player" not in heads
