"""Words in place of a school that are none, such as *Homeschool*: no team wins a prize by them unless a
director says so, and the players keep the word."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import section_of
from tests.html import Element, read, visit
from tests.views.registration_page import SOLE, event, preview, section
from tiebreaks.selectors import teams_document
from tournaments.formats import pasted
from tournaments.formats.records import RosterEntry
from tournaments.models import NO_TEAM, Event, LogEntry, Player, School, Section, TeamTable
from tournaments.selectors.pairing.basis import basis_of
from tournaments.services import attendance, check_in, replaying, rosters, teams
from tournaments.services.undoing import undo_entry
from tournaments.text.log import Summary

__all__ = ["event", "section"]

pytestmark = pytest.mark.django_db

HEAD = "Name,Rating,School,Section\n"
FILE = HEAD + "".join(
    f"{name},800,{school},{SOLE}\n"
    for name, school in [
        *(("Ada Alder", "Elm"), ("Bo Birch", "Elm"), ("Cy Cedar", "Homeschool")),
        *(("Di Dale", "home school"), ("Ed Elm", "Unattached"), ("Fay Fir", "Unattached")),
    ]
)
ASKED = "4 players have no school’s name as their school: Homeschool (2); Unattached (2). Are these teams?"


@pytest.fixture
def table(section: Section, kim: User) -> TeamTable:
    return teams.make_table(section.event, name="Schools", sections=[section], best=2, minimum=1, by=kim)


def ranked(table: TeamTable) -> list[str]:
    return [team.name for team in teams_document(table.standings_id).teams]


def test_a_file_asks_once_and_unless_told_otherwise_makes_no_team_of_such_words(
    desk: Client, event: Event, section: Section, table: TeamTable
) -> None:
    shown = preview(desk, event, FILE)
    assert shown.questions == [ASKED]
    assert "to answer" not in shown.page
    shown.done()
    assert ranked(table) == ["Elm"]
    assert Player.objects.filter(team="Homeschool").count() == 1, "the word is shown as before"
    assert "Homeschool" in visit(desk, reverse("roster", args=[event.slug, section.slug]))
    again = preview(desk, event, FILE)
    assert not again.questions
    assert "6 unchanged" in again.page
    again.done()
    assert School.objects.count() == 1


def test_a_director_who_has_a_team_of_that_name_says_so_once(
    desk: Client, event: Event, table: TeamTable
) -> None:
    shown = preview(desk, event, FILE)
    shown.answer("Are these teams?", "Count each as a team")
    shown.done()
    assert ranked(table) == ["Elm", "Homeschool", "Unattached"]
    assert not preview(desk, event, FILE).questions


HOME = HEAD + "".join(
    f"{name},800,{school},{SOLE}\n"
    for name, school in [
        *(("Ada Alder", "Elm"), ("Bo Birch", "Home School"), ("Cy Cedar", "Homeschool")),
        *(("Di Dale", "homeschooled"), ("Ed Elm", "home-schooled"), ("Fay Fir", "home-schooled")),
    ]
)


def test_the_spellings_of_homeschool_are_one_word_and_no_team(
    desk: Client, event: Event, table: TeamTable
) -> None:
    shown = preview(desk, event, HOME)
    assert shown.questions == [
        "5 players have no school’s name as their school: Home School (5). Are these teams?"
    ]
    shown.done()
    assert ranked(table) == ["Elm"]
    assert not preview(desk, event, HOME).questions


def test_the_spellings_of_homeschool_are_one_team_where_a_director_says_so(
    desk: Client, event: Event, table: TeamTable
) -> None:
    shown = preview(desk, event, HOME)
    shown.answer("Are these teams?", "Count each as a team")
    shown.done()
    assert ranked(table) == ["Elm", "Home School"]
    assert not preview(desk, event, HOME).questions


@pytest.mark.parametrize(("answer", "teams"), [("Not teams", ["Elm"]), ("Count each", ["Elm", "Homeschool"])])
def test_a_further_spelling_of_homeschool_in_the_next_file_counts_as_the_first_did(
    answer: str, teams: list[str], desk: Client, event: Event, table: TeamTable
) -> None:
    first = HEAD + f"Ada Alder,800,Elm,{SOLE}\nCy Cedar,800,Homeschool,{SOLE}\n"
    shown = preview(desk, event, first)
    shown.answer("Is this a team?", answer)
    shown.done()
    School.objects.filter(name="Homeschool").update(code="HS")
    again = preview(desk, event, f"{first}Di Dale,800,home-schooled,{SOLE}\n")
    assert not again.questions
    again.done()
    assert ranked(table) == teams
    assert set(School.objects.filter(name="Homeschool").values_list("code", flat=True)) <= {"HS"}
    assert not preview(desk, event, f"{first}Di Dale,800,home-schooled,{SOLE}\n").questions


def test_who_has_such_a_word_is_nobodys_teammate(desk: Client, event: Event, section: Section) -> None:
    preview(desk, event, FILE).done()
    cards = basis_of(section, 1, None).request.chart.cards
    assert sorted(card.team for card in cards) == ["", "", "", "", "Elm", "Elm"]


def test_undoing_the_file_takes_that_back_and_the_log_replays(
    desk: Client, event: Event, section: Section, kim: User, table: TeamTable
) -> None:
    preview(desk, event, FILE).done()
    entry = LogEntry.objects.get(code=Summary.REGISTRATION)
    undo_entry(section.pk, by=kim, entry_id=entry.pk)
    assert not School.objects.exists()
    assert not Player.objects.exists()
    assert not replaying.replay(event).differences


def test_a_word_that_is_here_already_is_asked_about_though_the_file_changes_nobody(
    desk: Client, event: Event, table: TeamTable
) -> None:
    preview(desk, event, FILE).done()
    School.objects.all().delete()
    shown = preview(desk, event, FILE)
    assert shown.questions == [ASKED]
    assert "0 to change" in shown.page
    shown.done()
    assert ranked(table) == ["Elm"]


def test_the_page_of_schools_says_what_is_no_team_and_makes_it_one_and_none_again(
    desk: Client, event: Event, kim: User
) -> None:
    section = section_of(event, "K-1", "Elm Elm Homeschool Homeschool Independent")
    table = teams.make_table(event, name="Schools", sections=[section], best=2, minimum=1, by=kim)
    page = reverse("schools", args=[event.slug])
    said = "Homeschool; Independent: counted as a team."
    assert said in visit(desk, at("edit-table", table))
    answer = desk.post(page, {"spelling": ["Homeschool", "Independent"], "do": "no-team"}, follow=True)
    assert "Homeschool not a team" in read(answer)
    assert ranked(table) == ["Elm"]
    assert "counted as a team" not in visit(desk, at("edit-table", table))
    desk.post(page, {"spelling": ["Homeschool"], "name": "Homeschool"})
    shown = visit(desk, page)
    assert "Independent not a team" in shown
    assert "Homeschool not a team" not in shown
    assert ranked(table) == ["Elm", "Homeschool"]
    assert "counted as a team" not in visit(desk, at("edit-table", table)), "a director has said so"


@pytest.mark.parametrize("spelled", ["Homeschool", "home-school", "Homeschooled"])
@pytest.mark.parametrize(("answer", "found"), [("", ["Elm"]), ("Home Ed", ["Elm", "Home Ed"])])
def test_who_is_added_with_another_spelling_of_such_a_word_follows_the_answer(
    spelled: str, answer: str, found: list[str], event: Event, section: Section, kim: User, table: TeamTable
) -> None:
    name = answer or NO_TEAM
    teams.name_school(event, ["home school"], name=name, by=kim)
    check_in.walk_in(section, RosterEntry(None, "Ada", team="Elm"), by=kim)
    check_in.walk_in(section, RosterEntry(None, "Bo", team=spelled), by=kim)
    cy = attendance.add_player(section, RosterEntry(None, "Cy", team=spelled), by=kim)
    assert set(ranked(table)) == set(found)
    rosters.edit_player(cy, team="homeschooling", by=kim)
    assert set(ranked(table)) == set(found)
    assert cy.section.players.get(name="Cy").team == "homeschooling"
    assert not replaying.replay(event).differences


def test_nothing_checked_on_the_page_of_schools_is_told(desk: Client, event: Event) -> None:
    section_of(event, "K-1", "Elm Homeschool")
    answer = desk.post(reverse("schools", args=[event.slug]), {"do": "no-team"})
    assert answer.status_code == 422
    assert "Choose one school" in read(answer)


NO_TEAM_TOLD = "Not counted as a team: {}. If it is one, rename it on the Schools page."


def typed_in(desk: Client, section: Section, where: str, team: str) -> Element:
    """The page after Ada, with this school, was typed at the door, in the box of the roster, or corrected."""
    event = section.event
    if where == "walk-in":
        page = reverse("walk-in", args=[event.slug])
        sent = {"line": "Ada Alder 800", "team": team, "section": section.slug}
    elif where == "add-player":
        page, sent = at("add-player", section), {"name": "Ada Alder", "team": team}
    else:
        rosters.add_players(section, [RosterEntry(1, "Ada Alder", team="Elm")], by=event.staff.get().user)
        page, sent = at("edit-player", section, 1), {"team": team}
    return read(visit(desk, page).form(page).send(desk, sent, follow=True))


WHERE = pytest.mark.parametrize("where", ["walk-in", "add-player", "edit-player"])


@WHERE
@pytest.mark.parametrize("team", ["Home school", "home-schooled", "Homeschool", "HS-home", "Independent"])
def test_such_a_word_that_is_typed_by_hand_is_no_team_and_told_once(
    where: str, team: str, desk: Client, section: Section, kim: User, table: TeamTable
) -> None:
    assert NO_TEAM_TOLD.format(team) in typed_in(desk, section, where, team)
    assert section.players.get().team == team, "the word is shown as before"
    rosters.add_players(section, [RosterEntry(None, "Bo Birch", team="Elm")], by=kim)
    assert ranked(table) == ["Elm"]
    page = at("add-player", section)
    further = visit(desk, page).form(page).send(desk, {"name": "Cy Cedar", "team": team}, follow=True)
    assert "Not counted as a team" not in read(further)
    assert ranked(table) == ["Elm"]


@WHERE
@pytest.mark.parametrize("nothing", ["N/A", "none", "-", "n.a."])
def test_what_says_nothing_in_place_of_a_school_is_none_by_hand_as_in_a_file(
    where: str, nothing: str, desk: Client, section: Section
) -> None:
    assert "Not counted" not in typed_in(desk, section, where, nothing)
    assert section.players.get().team == ""


@pytest.mark.parametrize("nothing", ["N/A", "none", "-"])
def test_a_pasted_list_has_no_school_where_nothing_is_said(nothing: str) -> None:
    [entry] = pasted.read(f"name,team,grade\nAda Alder,{nothing},{nothing}\n", teams=False).entries
    assert (entry.team, entry.grade) == ("", "")
