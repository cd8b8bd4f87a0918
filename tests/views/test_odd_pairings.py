"""Games of another round (28M2) and players of another section (28M3), as the pages show them."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, paired, played
from tests.html import read, visit
from tournaments.models import Player, Section


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(6, rounds=3, by=kim, name="Reserve")
    a_section(7, rounds=3, by=kim, name="Open", event=section.event)
    played(section, 1, "1 2 WL\n3 4 WL\n5 H\n6 H")
    return as_it_stands(section)


def name(section: Section, number: int) -> str:
    return Player.objects.get(section=section, number=number).name


def test_a_board_tells_which_side_is_of_another_round(desk: Client, section: Section) -> None:
    ahead, behind = paired(section, 2, "5 1@3\n2@3 6", publish=True)
    enter(ahead, "WL")
    for page in (
        visit(desk, at("desk-round", section, 2)),
        visit(Client(), at("round", section, 2)),
    ):
        assert page.texts("bdi").count("for round 3") == 2
        # The side that is not published yet is told from the other.
        assert "1–0" in page
        assert "·–·" in page
    assert "1 of 2 games still playing" in visit(Client(), at("standings", section))
    later = visit(desk, at("desk-round", section, 3))
    assert "Playing on another round’s board" in later
    assert f"{at('desk-round', section, 2)}#game-{ahead.pk}" in later.links
    assert f"{at('desk-round', section, 2)}#game-{behind.pk}" in later.links


def test_a_visitor_is_named_with_where_they_come_from(desk: Client, section: Section) -> None:
    paired(section, 2, "1 7@Open", publish=True)
    home = Player.objects.get(section__name="Open", number=7)
    for page in (
        visit(desk, at("desk-round", section, 2)).text,
        visit(desk, at("roster", section)).text,
        visit(Client(), at("round", section, 2)).text,
        visit(Client(), at("wall-chart", section)).text,
    ):
        assert home.name in page
        assert "7@Open" in page
    assert "?7w@Open" in visit(Client(), at("wall-chart-file", section))
    assert "@ the opponent’s round or section for this game." in visit(Client(), at("wall-chart", section))
    # Nobody waits for them in the next round.
    assert home.name not in visit(desk, at("desk-round", section, 3))


def test_a_house_player_is_called_so_on_the_board(desk: Client, section: Section) -> None:
    Player.objects.filter(section=section, number=6).update(house=True)
    paired(section, 2, "5 6")
    assert visit(desk, at("desk-round", section, 2)).texts(".tag") == ["house"]


def test_what_is_wrong_with_a_line_is_told_and_the_lines_stay(desk: Client, section: Section) -> None:
    typed = {"pairings": "1 7@Closed\n5@9 6"}
    answer = desk.post(at("pair-round", section, 2), typed)
    assert answer.status_code == 422
    assert "a round number or another section after @: Open" in read(answer)
    assert "a round of this section, from 1 to 3" in read(answer)
    assert read(answer).form(at("pair-round", section, 2)).fields == {"pairings": ["1 7@Closed\n5@9 6"]}


def test_the_desk_asks_the_same_queries_with_visitors(desk: Client, section: Section) -> None:
    paired(section, 2, "1 2", publish=True)
    counts = set()
    for line in ("3 7@Open", "4 6@Open"):
        paired(section, 2, line, publish=True)
        with CaptureQueriesContext(connection) as queries:
            desk.get(at("desk-round", section, 2))
        counts.add(len(queries))
    assert len(counts) == 1
