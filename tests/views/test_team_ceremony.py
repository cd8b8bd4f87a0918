"""The ceremony of a table's team trophies: who sees its pages, and what they and the public pages say."""

from hashlib import sha256
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    EntryFactory,
    EventFactory,
    UserFactory,
    a_section,
    enter,
    games_of,
    paired,
    played,
)
from tests.html import read, visit
from tests.sign_in import signed_in
from tiebreaks.models import FrozenAwards
from tournaments.models import Section, TeamTable
from tournaments.services import orders, rosters, teams
from tournaments.services.ceremony import freeze

PAGES = ["team-ceremony", "team-ceremony-show", "team-checklist", "team-awards-file"]


@pytest.fixture
def section(kim: User) -> Section:
    """Elm has won by Ann and Cy, Fir lost by Bo and Di."""
    section = a_section(0, 1, event=EventFactory.create(by=kim), name="K-1")
    names = {"Ann": "Elm", "Bo": "Fir", "Cy": "Elm", "Di": "Fir"}
    entries = [EntryFactory.create(name=name, team=team) for name, team in names.items()]
    rosters.add_players(section, entries, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL")
    return section


@pytest.fixture
def table(section: Section, kim: User) -> TeamTable:
    table = teams.make_table(section.event, name="Schools", sections=[section], place_trophies=2, by=kim)
    return TeamTable.objects.select_related("event").get(pk=table.pk)


def the_upset(section: Section) -> None:
    for game in games_of(section, 1):
        enter(game, "LW")


def freeze_by_the_page(desk: Client, table: TeamTable) -> Any:
    stamp = TeamTable.objects.get(pk=table.pk).stamp
    return desk.post(at("team-freeze-awards", table), {"stamp": stamp}, follow=True)


def test_the_director_reads_every_page_another_finds_none_and_a_signed_out_one_signs_in(
    table: TeamTable, kim: User, desk: Client, client: Client
) -> None:
    freeze(table, by=kim)
    addresses = [*(at(name, table) for name in PAGES), at("team-awards-version", table, 1)]
    addresses.append(at("team-awards-version-file", table, 1, "awards.json"))
    stranger = signed_in(UserFactory.create())
    for address in addresses:
        assert desk.get(address).status_code == 200, address
        assert stranger.get(address).status_code == 404, address
        assert client.get(address)["Location"] == f"{reverse('sign-in')}?next={address}"
        assert desk.post(address).status_code == 405, address
    assert stranger.post(at("team-freeze-awards", table)).status_code == 404
    assert client.post(at("team-freeze-awards", table)).status_code == 302
    assert desk.get(at("team-awards-version", table, 2)).status_code == 404
    assert desk.get(at("team-awards-version-file", table, 1, "cash.csv")).status_code == 404


def test_the_sections_ceremony_and_the_event_lead_to_that_of_the_table(
    table: TeamTable, section: Section, desk: Client
) -> None:
    there = at("team-ceremony", table)
    assert there in visit(desk, at("ceremony", section)).links
    assert there in visit(desk, reverse("desk-event", args=[table.event.slug])).links
    teams.edit_table(table, sections=[section], place_trophies=0, by=section.event.staff.get().user)
    assert there not in visit(desk, at("ceremony", section)).links
    assert "This team table has no trophies." in visit(desk, at("team-ceremony", table))


def test_team_trophies_are_called_from_the_last_to_the_first_with_the_players_who_count(
    table: TeamTable, desk: Client
) -> None:
    page = visit(desk, at("team-ceremony", table))
    assert page.in_order("2nd place team trophy", "1st place team trophy")
    assert "Ann; Cy" in page
    assert "2nd place team trophy" in visit(desk, at("team-ceremony-show", table) + "?award=1")
    last = visit(desk, at("team-ceremony-show", table) + "?award=2")
    assert "1st place team trophy" in last
    assert "Ann; Cy" in last
    checklist = visit(desk, at("team-checklist", table))
    assert len(checklist.all(".box")) == 2
    assert "Counting players" in checklist


def test_what_is_missing_leads_to_the_round_of_its_section(
    table: TeamTable, section: Section, desk: Client
) -> None:
    enter(games_of(section, 1)[0], "??")
    page = visit(desk, at("team-ceremony", table))
    assert "1 result missing" in page
    assert at("desk-round", section, 1) in page.links
    assert "Freeze the awards" not in page
    answer = freeze_by_the_page(desk, table)
    assert answer.status_code == 422
    assert "K-1: 0 of 1 round is complete" in read(answer)


def test_frozen_corrected_and_frozen_again(
    table: TeamTable, section: Section, desk: Client, client: Client
) -> None:
    public = at("teams", table)
    trophies = reverse("trophies", args=[table.event.slug, section.slug])
    assert "Awards list" not in visit(client, public)
    assert "Awards list 1 is frozen." in freeze_by_the_page(desk, table).text
    for address in (public, trophies):
        assert "Awards list 1, frozen " in visit(client, address)
    the_upset(section)
    assert "The awards changed after the freeze." in visit(desk, at("team-ceremony", table))
    for address in (public, trophies):
        page = visit(client, address)
        assert "Corrected since awards list" in page
        assert "1st place team trophy: was for Elm. Now for Fir." in page
    assert "Changed since the freeze" in visit(desk, at("team-ceremony-show", table) + "?award=2")
    assert "changed since the freeze" in visit(desk, at("team-checklist", table))
    assert "Awards list 2 is frozen." in freeze_by_the_page(desk, table).text
    assert "Corrected since awards list" not in visit(client, public)
    version = visit(desk, at("team-awards-version", table, 2))
    assert "Changes since awards list 1" in version
    assert "Cash" not in version
    assert "Awards list 2 replaced this list." in visit(desk, at("team-awards-version", table, 1))


def test_team_trophies_are_called_in_the_language_of_the_page(
    client: Client, desk: Client, table: TeamTable, section: Section, kim: User
) -> None:
    freeze(table, by=kim)
    page = visit(client, f"/es{at('announced-teams', table, 1)}")
    titles = ["Trofeo de 1.er lugar por equipos", "Trofeo de 2.º lugar por equipos"]
    assert page.texts(".announced b") == titles
    assert visit(client, at("announced-teams", table, 1)).texts(".announced b")[0] == "1st place team trophy"
    the_upset(section)
    freeze_by_the_page(desk, table)
    changes = visit(client, f"/es{at('announced-teams', table, 2)}").texts(".changes li")
    assert changes
    assert not any("team trophy" in each for each in changes)


def test_the_files_are_of_teams_and_say_of_which_version_they_are(
    table: TeamTable, section: Section, desk: Client
) -> None:
    answer = desk.get(at("team-awards-file", table))
    assert f"{table.slug}-awards-not-frozen.csv" in answer["Content-Disposition"]
    freeze_by_the_page(desk, table)
    answer = desk.get(at("team-awards-file", table))
    assert f"{table.slug}-awards-version-1.csv" in answer["Content-Disposition"]
    assert answer.content.decode("utf-8-sig").splitlines() == [
        "award,team,players,why",
        "2nd place team trophy,Fir,Bo; Di,Alone on 0 points.",
        "1st place team trophy,Elm,Ann; Cy,Alone on 2 points.",
    ]
    row = FrozenAwards.objects.get()
    asked = desk.get(at("team-awards-version-file", table, 1, "awards.json"))
    assert sha256(asked.content).hexdigest() == row.sha256


# --- an order that nobody posted -----------------------------------------------------------------


@pytest.fixture
def tied_on_score(kim: User) -> TeamTable:
    """Elm and Fir have a point each; Elm's opponent has one too, Fir's has none."""
    section = a_section(0, 2, event=EventFactory.create(by=kim), name="K-1")
    schools = ("Elm", "Fir", "Hay", "Ivy")
    rosters.add_players(section, [EntryFactory.create(team=school) for school in schools], by=kim)
    played(section, 1, "1 3 WL\n2 4 WL")
    played(section, 2, "3 4 WL\n1 2 DD")
    table = teams.make_table(
        section.event, name="Schools", sections=[section], minimum=1, place_trophies=1, by=kim
    )
    return TeamTable.objects.select_related("event").get(pk=table.pk)


DECIDED = "Schools: a team tiebreak order that nobody posted decides 1 trophy."


def test_an_order_of_teams_that_nobody_posted_is_named_where_it_decides_a_trophy(
    tied_on_score: TeamTable, desk: Client
) -> None:
    table = tied_on_score
    section = table.counted_sections[0]
    for address in (at("team-ties", table), at("team-ceremony", table), at("finish", section)):
        page = visit(desk, address)
        assert DECIDED in page, address
        assert "1st place team trophy: Elm · 1st of the two on 1½ points. Ahead of Fir on" in page, address
        assert at("team-order", table) in page.links, address
        assert "No ties remain after the posted" not in page, address
    there = visit(desk, reverse("event-ceremony", args=[table.event.slug]))
    assert "team tiebreak order not posted" in there


def test_a_posted_order_of_teams_and_one_that_decides_nothing_are_not_called_unposted_deciders(
    tied_on_score: TeamTable, table: TeamTable, desk: Client, kim: User
) -> None:
    page = visit(desk, at("team-ceremony", table))
    assert "Schools: no team tiebreak order is posted." in page
    assert "nobody posted" not in page
    orders.post_order(tied_on_score, "team_cumulative", reason="left out of the flyer", by=kim)
    for name in ("team-ties", "team-ceremony"):
        page = visit(desk, at(name, tied_on_score))
        assert "nobody posted" not in page
        assert "order is posted" not in page


def test_before_round_one_the_order_of_teams_that_is_not_posted_is_named_with_the_link(
    desk: Client, kim: User
) -> None:
    section = a_section(4, 3, event=EventFactory.create(by=kim), name="K-1")
    table = teams.make_table(section.event, name="Schools", sections=[section], place_trophies=1, by=kim)
    desk.post(at("propose-pairing", section, 1))
    told = "The team tiebreak order of Schools is not posted, and the rulebook has none for teams."
    for address in (at("publish-pairing", section, 1), at("desk-round", section, 1)):
        page = visit(desk, address)
        assert told in page, address
        assert at("team-order", table) in page.links, address
    orders.post_order(table, "team_cumulative", by=kim)
    assert told not in visit(desk, at("publish-pairing", section, 1))


def test_the_desk_and_the_setup_list_an_order_of_teams_to_post_beside_that_of_the_section(
    desk: Client, kim: User
) -> None:
    section = a_section(4, 3, event=EventFactory.create(by=kim), name="K-1")
    other = a_section(2, event=section.event, by=kim, name="K-3")
    table = teams.make_table(section.event, name="Schools", sections=[section, other], by=kim)
    setup, at_the_desk = "Tiebreak order of Schools", "Post the tiebreak order of Schools"
    pages = {
        reverse("desk"): at_the_desk,
        reverse("desk-event", args=[section.event.slug]): at_the_desk,
        reverse("edit-event", args=[section.event.slug]): setup,
    }

    def asked() -> list[int]:
        """How often each page asks for it."""
        return [visit(desk, address).spoken.count(words) for address, words in pages.items()]

    assert asked() == [0, 0, 0], "an order that decides no trophy is asked for by nobody"
    teams.edit_table(table, sections=[section, other], place_trophies=1, by=kim)
    assert asked() == [1, 1, 1]
    for address, words in pages.items():
        assert visit(desk, address).link(words) == at("team-order", table)
    orders.post_order(table, "team_cumulative", by=kim)
    assert asked() == [0, 0, 0]


def test_an_order_of_teams_is_no_longer_asked_for_once_a_section_of_the_table_has_begun(
    desk: Client, kim: User
) -> None:
    section = a_section(4, 3, event=EventFactory.create(by=kim), name="K-1")
    other = a_section(2, event=section.event, by=kim, name="K-3")
    teams.make_table(section.event, name="Schools", sections=[section, other], place_trophies=1, by=kim)
    asked = "Post the tiebreak order of Schools"
    assert asked in visit(desk, reverse("desk"))
    paired(other, 1, "1 2", publish=True)
    assert asked not in visit(desk, reverse("desk"))
