"""Two of one name in a team table: every page that brings them in asks, and stores nothing until told."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EntryFactory, a_section, paired
from tests.html import read, visit
from tournaments.models import Event, Player, Section, TeamTable
from tournaments.services import rosters, teams

ASKED = "Players with the same name are different people"
YES = {"different": "on"}


@pytest.fixture
def k1(event: Event, kim: User) -> Section:
    """With Ada Alder of Elm."""
    section = a_section(0, event=event, name="K-1")
    rosters.add_players(section, [EntryFactory.create(name="Ada Alder", team="Elm")], by=kim)
    return section


@pytest.fixture
def k3(event: Event, kim: User) -> Section:
    """With two players of Fir, paired in round one."""
    section = a_section(0, event=event, name="K-3")
    rosters.add_players(section, [EntryFactory.create(team="Fir") for _player in range(2)], by=kim)
    paired(section, 1, "1 2", publish=True)
    return section


@pytest.fixture
def table(k1: Section, k3: Section, kim: User) -> TeamTable:
    return teams.make_table(k1.event, name="Teams", sections=[k1, k3], by=kim)


def adas() -> int:
    return Player.objects.filter(name__in=["Ada Alder", "Alder, Ada"]).count()


def asks_first(desk: Client, path: str, data: dict[str, object], stored: Callable[[], bool]) -> None:
    """The page names the pair and asks, storing nothing; told that they are two, it stores it all."""
    assert ASKED not in visit(desk, path)
    answer = desk.post(path, data)
    assert answer.status_code == 422
    assert ASKED in read(answer)
    assert "Ada Alder: Elm, Fir" in read(answer)
    assert read(answer).one("[type=checkbox][name=different]")
    assert not stored()
    assert desk.post(path, data | YES).status_code == 302
    assert stored()


@pytest.mark.parametrize("missed", [{}, {"missed-1": "H"}])
def test_adding_a_player(desk: Client, table: TeamTable, k3: Section, missed: dict[str, object]) -> None:
    path = at("add-player", k3)
    asks_first(desk, path, {"name": "Ada Alder", "team": "Fir", **missed}, lambda: adas() == 2)


def test_changing_an_entry(desk: Client, table: TeamTable, k3: Section) -> None:
    path = at("edit-player", k3, 2)
    asks_first(desk, path, {"name": "Alder, Ada", "team": "Fir"}, lambda: adas() == 2)


def test_a_pasted_list(desk: Client, table: TeamTable, k3: Section) -> None:
    path = at("import-roster", k3)
    asks_first(desk, path, {"text": "name,team\nBo Birch,Fir\nAda Alder,Fir\n"}, lambda: adas() == 2)
    assert Player.objects.filter(name="Bo Birch").count() == 1


def test_an_imported_chart(desk: Client, table: TeamTable, event: Event, kim: User) -> None:
    empty = a_section(0, event=event, name="K-5")
    sections = [*table.sections.all(), empty]
    teams.edit_table(table, name="Teams", sections=sections, by=kim)
    text = "number,name,team,r1\n1,Ada Alder,Fir,W2w\n2,Bo Birch,Fir,L1b\n"
    path = reverse("import-wallchart", args=[event.slug, empty.slug])
    asks_first(desk, path, {"text": text, "step": "solkoff"}, lambda: adas() == 2)


def test_a_new_table(desk: Client, k1: Section, k3: Section, event: Event, kim: User) -> None:
    rosters.add_players(k3, [EntryFactory.create(name="Ada Alder", team="Fir")], by=kim)
    form = {"name": "Teams", "best": 4, "minimum": 2, "place_trophies": 0, "sections": [k1.pk, k3.pk]}
    asks_first(desk, reverse("new-table", args=[event.slug]), form, TeamTable.objects.exists)


def test_a_table_that_comes_to_draw_on_more(
    desk: Client, k1: Section, k3: Section, event: Event, kim: User
) -> None:
    rosters.add_players(k3, [EntryFactory.create(name="Ada Alder", team="Fir")], by=kim)
    table = teams.make_table(event, name="Teams", sections=[k1], by=kim)
    form = {"name": "Teams", "best": 4, "minimum": 2, "place_trophies": 0, "sections": [k1.pk, k3.pk]}
    path = reverse("edit-table", args=[event.slug, table.slug])
    asks_first(desk, path, form, lambda: table.sections.count() == 2)


def test_another_problem_is_told_without_the_question(desk: Client, table: TeamTable, k3: Section) -> None:
    path = at("add-player", k3)
    answer = desk.post(path, {"name": "Ada Alder", "team": "Fir", "number": 1})
    assert answer.status_code == 422
    assert ASKED not in read(answer)
