"""Trophies of teams are announced in one place: a line of them in a section's list goes to the team table."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, EventFactory, a_section, enter, paired
from tests.html import read, visit
from tournaments.models import Section, TeamTable
from tournaments.services import rosters, teams


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(0, 1, event=EventFactory.create(by=kim), name="K-1")
    rosters.add_players(section, [EntryFactory.create(team=t) for t in ("Elm", "Fir")], by=kim)
    return section


@pytest.fixture
def table(section: Section, kim: User) -> TeamTable:
    return teams.make_table(section.event, name="Schools", sections=[section], minimum=1, by=kim)


def announced(client: Client, section: Section, lines: str) -> Any:
    return client.post(at("prizes", section), {"text": lines}, follow=True)


@pytest.mark.usefixtures("table")
def test_the_page_says_where_the_team_trophies_of_a_pasted_list_stand(desk: Client, section: Section) -> None:
    page = read(announced(desk, section, "1st place trophy\n1st–2nd team trophies"))
    assert "Saved. The team trophies are on the page of Schools." in page
    assert "Schools gives 2 team trophies. Change the number" in page
    assert "1st–2nd team trophies" not in page.text.partition("Prize formats")[0]


def test_without_a_table_the_line_is_named_and_all_that_was_typed_is_kept(
    desk: Client, section: Section
) -> None:
    answer = announced(desk, section, "1st place trophy\nTop team")
    assert answer.status_code == 422
    page = read(answer)
    assert "team prizes" in page
    assert "a team table that draws on this section. Create the table first" in page
    assert page.form(at("prizes", section)).fields["text"] == ["1st place trophy\nTop team"]


def test_before_round_one_the_trophies_page_says_how_many_the_table_gives(
    client: Client, desk: Client, section: Section, table: TeamTable
) -> None:
    announced(desk, section, "1st–2nd team trophies")
    page = visit(client, at("trophies", section))
    assert "No trophies are announced" not in page
    assert "Team trophies Schools There are 2 team trophies. Projected winners appear after round 1." in page
    enter(paired(section, 1, "1 2", publish=True)[0], "WL")
    assert "1st place team trophy Elm Alone on 1 point." in visit(client, at("trophies", section))


@pytest.mark.parametrize("held", [False, True])
def test_a_line_from_before_is_not_announced_beside_what_the_table_says(
    client: Client, desk: Client, section: Section, table: TeamTable, kim: User, held: bool
) -> None:
    Section.objects.filter(pk=section.pk).update(prizes="1st place trophy\n1st–3rd team trophies")
    teams.edit_table(table, sections=[section], place_trophies=1, by=kim)
    if held:
        enter(paired(section, 1, "1 2", publish=True)[0], "WL")
    page = visit(client, at("trophies", section))
    assert page.text.count("1st place trophy") == 1
    assert "1st–3rd team" not in page
    assert "Teams win them" not in page
    note = "Team tables award team trophies. Set their number there, and remove this line."
    assert note in visit(desk, at("prizes", section))
