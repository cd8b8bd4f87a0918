"""Extra rated games (28M4): at the desk a list, on the wall chart a note, in the standings nothing."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, paired, played
from tests.html import read, visit
from tests.sign_in import signed_in
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.selectors import players_document
from tournaments.errors import Refused
from tournaments.formats.records import RosterEntry
from tournaments.models import ExtraGame, Player, Section
from tournaments.services import rosters
from tournaments.services.extra_games import add_extra_game
from tournaments.services.undoing import undo


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(5, rounds=3, by=kim, order="modified_median,solkoff,opposition_performance")
    played(section, 1, "1 2 WL\n3 4 DD\n5 B")
    return as_it_stands(section)


def add(desk: Client, section: Section, white: Any = 5, black: Any = 2, result: str = "LW") -> Any:
    return desk.post(at("extra-games", section), {"white": white, "black": black, "result": result})


def counted(section: Section) -> tuple[object, object]:
    body = players_document(section.standings_id)
    return body.standings, body.values


def test_an_extra_game_moves_the_version_and_no_value(desk: Client, section: Section) -> None:
    before = counted(section)
    assert add(desk, section).headers["Location"] == at("extra-games", section)
    assert as_it_stands(section).version == section.version + 1
    assert counted(section) == before
    page = visit(desk, at("extra-games", section))
    assert Player.objects.get(section=section, number=5).name in page
    assert "0–1" in page


def test_the_wall_chart_and_its_file_show_it(desk: Client, section: Section) -> None:
    assert "Extra rated games" not in visit(Client(), at("wall-chart", section))
    add(desk, section)
    page = visit(Client(), at("wall-chart", section))
    assert "They count for ratings only (28M4)." in page
    file = Client().get(at("wall-chart-file", section)).text
    assert "L2w" in file
    assert "W5b" in file


def test_a_removed_game_is_gone_and_undo_brings_it_back(desk: Client, kim: User, section: Section) -> None:
    add(desk, section)
    game = ExtraGame.objects.get()
    assert desk.post(reverse("remove-extra-game", args=[game.pk])).status_code == 302
    assert not ExtraGame.objects.exists()
    assert desk.post(reverse("remove-extra-game", args=[game.pk])).status_code == 404
    undo(section.pk, by=kim)
    undo(section.pk, by=kim)
    assert not ExtraGame.objects.exists()


@pytest.mark.parametrize(
    ("white", "black", "result", "told"),
    [
        (5, 5, "WL", "two different players"),
        (5, 9, "WL", "“9” is not right. Expected: the number of a player in this section"),
        ("", 2, "WL", "Nothing was typed or chosen here."),
        (0, 2, "WL", "Type 1 or more."),
        (5, 2, "", "Nothing was typed or chosen here."),
        (5, 2, "FX", "is not one of the choices"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_stored(
    desk: Client, section: Section, white: Any, black: Any, result: str, told: str
) -> None:
    answer = add(desk, section, white, black, result)
    assert answer.status_code == 422
    assert told in read(answer)
    assert as_it_stands(section).version == section.version


def test_who_has_an_extra_game_is_not_struck_from_the_list(desk: Client, kim: User, section: Section) -> None:
    rosters.add_players(section, [RosterEntry(None, "Late Lou")], by=kim)
    add(desk, section, 6, 5, "WL")
    address = at("remove-player", section, 6)
    assert desk.post(address).status_code == 422


def test_another_directors_games_are_not_there(desk: Client, section: Section) -> None:
    add(desk, section)
    stranger = signed_in(UserFactory.create())
    assert stranger.get(at("extra-games", section)).status_code == 404
    assert stranger.post(reverse("remove-extra-game", args=[ExtraGame.objects.get().pk])).status_code == 404


def test_before_round_one_an_extra_game_is_kept_too(desk: Client, kim: User) -> None:
    section = a_section(2, by=kim)
    add(desk, section, 1, 2, "DD")
    assert len(players_document(section.standings_id).chart.extra) == 1
    paired(section, 1, "1 2", publish=True)
    assert len(players_document(section.standings_id).chart.extra) == 1


def test_where_teams_meet_an_extra_game_is_refused_to_everyone(desk: Client, kim: User) -> None:
    teams = a_section(2, by=kim, boards=4)
    with pytest.raises(Refused, match="Extra rated games are for players only"):
        add_extra_game(teams, 1, 2, Kind.WIN, Kind.LOSS, by=kim)
    assert add(desk, teams, 1, 2, "WL").status_code == 422
    assert not ExtraGame.objects.exists()
    assert as_it_stands(teams).version == teams.version
