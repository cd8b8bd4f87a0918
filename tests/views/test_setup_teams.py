"""What a director sets up of teams: tables, schools under one name, the order of tiebreaks."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    a_section,
    section_of,
)
from tests.html import read, visit
from tests.views.team_table import IDS
from tiebreaks.models import PostedOrder
from tournaments.models import Event, Player, School, Section, TeamTable


def fields(*sections: Section, **more: object) -> dict[str, object]:
    form = {"name": "Schools", "best": 4, "minimum": 1, "place_trophies": 0}
    return form | {"sections": [section.pk for section in sections]} | more


def test_a_director_makes_edits_and_removes_a_table(desk: Client, k1: Section, event: Event) -> None:
    new = reverse("new-table", args=[event.slug])
    assert desk.post(new, fields(k1, best=3, lowest_number="on")).status_code == 302
    table = TeamTable.objects.get()
    assert (table.best, table.lowest_number, list(table.sections.all())) == (3, True, [k1])
    assert visit(desk, at("edit-table", table)).form(at("edit-table", table), "best").fields["best"] == ["3"]
    desk.post(at("edit-table", table), fields(k1, name="All schools"))
    assert TeamTable.objects.get().name == "All schools"
    desk.post(at("remove-table", table))
    assert not TeamTable.objects.exists()


@pytest.mark.parametrize(
    "wrong", [{"best": 0}, {"best": "x"}, {"minimum": 0}, {"name": ""}, {"sections": []}]
)
def test_a_table_that_cannot_be_is_told_so_and_not_made(
    desk: Client, k1: Section, event: Event, wrong: dict[str, object]
) -> None:
    answer = desk.post(reverse("new-table", args=[event.slug]), fields(k1) | wrong)
    assert answer.status_code == 422
    assert not TeamTable.objects.exists()


def test_a_section_of_another_event_cannot_be_chosen(desk: Client, k1: Section, event: Event) -> None:
    other = a_section(2)
    assert desk.post(reverse("new-table", args=[event.slug]), fields(k1, other)).status_code == 422
    assert not TeamTable.objects.exists()


def test_an_id_of_a_section_that_no_database_can_hold_is_refused(
    desk: Client, k1: Section, event: Event
) -> None:
    typed = fields(k1)
    for odd in ("9" * 30, "-1", "1_0", "x"):
        answer = desk.post(reverse("new-table", args=[event.slug]), typed | {"sections": [k1.pk, odd]})
        assert answer.status_code == 422
    assert not TeamTable.objects.exists()


def test_a_school_of_one_is_no_team_unless_a_director_says_so(
    desk: Client, k1: Section, event: Event
) -> None:
    new = reverse("new-table", args=[event.slug])
    assert desk.get(new).context["form"]["minimum"].value() == 2
    page = read(desk.post(new, fields(k1, minimum=2), follow=True))
    assert "Schools: Not ranked, with fewer than 2 players: Gum (1)." in page
    table = TeamTable.objects.get()
    assert "Not ranked, with fewer than 2 players: Gum (1)." in visit(desk, at("edit-table", table))
    desk.post(at("edit-table", table), fields(k1, minimum=4))
    said = visit(desk, at("edit-table", table))
    assert "Not ranked, with fewer than 4 players: Elm (2); Fir (3); Gum (1)." in said
    desk.post(at("edit-table", table), fields(k1, minimum=1))
    said = visit(desk, at("edit-table", table))
    assert "Ranked with one player: Gum (1). Set the minimum to 2" in said


def test_a_list_that_brings_a_school_of_one_says_so(desk: Client, table: TeamTable, k1: Section) -> None:
    bring = reverse("import-roster", args=[table.event.slug, k1.slug])
    page = read(desk.post(bring, {"text": "name,team\nDi Dogwood,Gum\nBo Birch,Oak\n"}, follow=True))
    assert "Schools: Not ranked, with fewer than 2 players: Oak (1)." in page
    page = read(desk.post(bring, {"text": "name,team\nCy Cedar,Oak\n"}, follow=True))
    assert "Not ranked" not in page
    assert "1 player added" in page


def test_a_player_in_two_teams_is_named_in_the_form(desk: Client, event: Event, kim: User) -> None:
    sections = [section_of(event, name, team, ids=IDS) for name, team in [("K-1", "Elm"), ("K-3", "Fir")]]
    answer = desk.post(reverse("new-table", args=[event.slug]), fields(*sections))
    assert answer.status_code == 422
    assert "a player would count twice" in read(answer)
    assert "Elm, Fir" in read(answer)


def test_schools_are_listed_named_and_merged(desk: Client, table: TeamTable, event: Event) -> None:
    page = reverse("schools", args=[event.slug])
    assert "Fir 3 players" in visit(desk, page)
    answer = desk.post(page, {"spelling": ["Elm", "Fir"], "name": "Elmwood", "code": "EW"})
    assert answer.status_code == 302
    assert "Elmwood EW 5 players · on rosters: Fir; Elm" in visit(desk, page)
    assert "Elmwood EW" in visit(desk, at("teams", table))
    assert set(Player.objects.values_list("team", flat=True)) == {"Elm", "Fir", "Gum"}
    nothing = desk.post(page, {"name": "Elmwood"})
    assert nothing.status_code == 422
    assert "Choose one school to rename" in read(nothing)
    assert School.objects.count() == 1


def test_teams_that_look_like_one_school_are_named_where_they_are_merged_and_before_the_awards(
    desk: Client, table: TeamTable, k1: Section, event: Event
) -> None:
    schools = reverse("schools", args=[event.slug])
    pages = [
        schools,
        at("edit-table", table),
        at("finish", k1),
        at("team-ceremony", table),
        reverse("event-ceremony", args=[event.slug]),
    ]
    for page in pages:
        assert "look like one school" not in visit(desk, page)
    k1.players.filter(team="Elm").update(team="Lincoln Middle Sch")
    k1.players.filter(team="Fir").update(team="Lincoln Middle School")
    for page in pages:
        shown = visit(desk, page)
        assert "These look like one school: Lincoln Middle Sch; Lincoln Middle School" in shown, page
    assert len([each for each in visit(desk, schools).texts(".pill") if each == "looks like another"]) == 2
    both = {"spelling": ["Lincoln Middle Sch", "Lincoln Middle School"], "name": "Lincoln Middle School"}
    desk.post(schools, both)
    for page in pages:
        assert "look like one school" not in visit(desk, page)


def test_an_order_of_teams_is_arranged_from_its_own_systems_and_presets(
    desk: Client, table: TeamTable
) -> None:
    here = at("team-order", table)
    page = desk.get(here)
    assert page.context["draft"].codes[0] == "cumulative_of_team"
    assert "Total Solkoff" in read(page)
    draft = desk.post(here, {"step": ["cumulative_of_team"], "do": "add:sum:solkoff"}).context["draft"]
    assert draft.codes == ["cumulative_of_team", "sum:solkoff"]
    draft = desk.post(here, {"step": ["sum:solkoff"], "do": "preset:south_texas_2025_teams"}).context["draft"]
    assert draft.codes == ["cumulative_of_team"]
    assert not PostedOrder.objects.exists()


def test_a_locked_order_of_teams_changes_with_a_reason_given_twice(desk: Client, table: TeamTable) -> None:
    here = at("team-order", table)
    data = {"step": ["sum:solkoff"], "variation": ["sum:solkoff:otb_first"]}
    assert desk.post(here, data).status_code == 409
    confirm = desk.post(here, data | {"reason": "The flyer"})
    assert "Change the order after play has begun?" in read(confirm)
    assert not PostedOrder.objects.exists()
    assert desk.post(here, data | {"reason": "The flyer", "again": "the flyer"}).status_code == 302
    (posted,) = PostedOrder.objects.all()
    assert (posted.order, posted.reason) == ("sum:solkoff:otb_first", "The flyer")
    assert "Total Solkoff" in visit(desk, here)
