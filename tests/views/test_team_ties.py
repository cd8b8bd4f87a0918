"""The page of ties of teams: who may decide, what it says, and what the public pages then say."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EntryFactory, EventFactory, UserFactory, a_section, enter, games_of, played
from tests.html import read, visit
from tests.sign_in import signed_in
from tiebreaks.models import Decision
from tournaments.models import Section, TeamTable
from tournaments.services import rosters, teams
from tournaments.services.decisions import PLAYOFF, record_decision, toss_coin


@pytest.fixture
def section(kim: User) -> Section:
    """Elm and Fir have won a game each, Hay has lost both."""
    section = a_section(0, 1, event=EventFactory.create(by=kim), name="K-1")
    entries = [EntryFactory.create(team=school) for school in ("Elm", "Hay", "Fir", "Hay")]
    rosters.add_players(section, entries, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL")
    return section


@pytest.fixture
def table(section: Section, kim: User) -> TeamTable:
    table = teams.make_table(
        section.event, name="Schools", sections=[section], minimum=1, place_trophies=1, by=kim
    )
    return TeamTable.objects.select_related("event").get(pk=table.pk)


def decide(client: Client, table: TeamTable, how: str, **fields: Any) -> Any:
    stamp = TeamTable.objects.get(pk=table.pk).stamp
    data = {"how": how, "stamp": stamp} | {name.replace("_", "-"): value for name, value in fields.items()}
    return client.post(at("team-decide-tie", table), data)


# --- at the desk ---------------------------------------------------------------------------------


def test_the_page_shows_who_is_tied_about_a_team_trophy(desk: Client, table: TeamTable) -> None:
    page = desk.get(at("team-ties", table))
    assert "Ties for trophies Tied for 1st–2nd on 1 point 1 Elm" in read(page)
    assert read(page).form(at("team-decide-tie", table), "place-2")


def test_the_director_decides_and_nobody_else(desk: Client, client: Client, table: TeamTable) -> None:
    stranger = signed_in(UserFactory.create())
    assert client.get(at("team-ties", table)).status_code == 302
    assert decide(client, table, "draw", place_1="", place_2="").status_code == 302
    assert stranger.get(at("team-ties", table)).status_code == 404
    assert decide(stranger, table, "draw", place_1="", place_2="").status_code == 404
    assert not Decision.objects.exists()
    assert decide(desk, table, "playoff", place_1="1", place_2="0", note="blitz").status_code == 302
    row = Decision.objects.get()
    assert (row.order, row.note) == ([["Fir"], ["Elm"]], "blitz")
    withdraw = at("team-withdraw-decision", table, row.pk)
    assert stranger.post(withdraw).status_code == 404
    assert client.post(withdraw).status_code == 302
    assert not Decision.objects.get().withdrawn
    assert desk.post(withdraw).headers["Location"] == at("team-ties", table)
    assert Decision.objects.get().withdrawn


def test_a_team_playoff_is_recorded_by_who_beat_whom(desk: Client, table: TeamTable) -> None:
    assert decide(desk, table, "playoff", games="2 1").status_code == 302
    row = Decision.objects.get()
    assert (row.order, row.note) == ([["Fir"], ["Elm"]], "2 1")


@pytest.mark.parametrize(
    ("how", "fields", "status", "told"),
    [
        ("toss", {"place_1": "0"}, 422, "number 2: no place chosen. Expected: a place for everyone"),
        ("toss", {"place_1": "0", "place_2": "1", "stamp": "old"}, 409, "The standings changed"),
        ("playoff", {"games": "2 beat 1"}, 422, "line 1: 2 beat 1. Expected: two different numbers"),
        ("", {}, 422, "Choose how the tie was decided"),
    ],
)
def test_what_cannot_be_recorded_is_said_and_kept_in_the_form(
    desk: Client, table: TeamTable, how: str, fields: dict[str, Any], status: int, told: str
) -> None:
    answer = decide(desk, table, how, note="blitz", **fields)
    assert answer.status_code == status
    assert told in read(answer)
    assert read(answer).form(at("team-decide-tie", table)).fields["note"] == ["blitz"]
    assert not Decision.objects.exists()


def test_what_a_correction_sets_aside_is_said_at_the_round_on_the_event_and_on_the_page(
    desk: Client, table: TeamTable, section: Section, kim: User
) -> None:
    record_decision(PLAYOFF, table, [[2], [1]], by=kim)
    at_round = reverse("desk-round", args=[table.event.slug, section.slug, 1])
    assert "set aside" not in visit(desk, at_round)
    enter(games_of(section, 1)[0], "LW", by=kim)
    enter(games_of(section, 1)[1], "DD", by=kim)
    told = "Schools: The standings changed, so a decision was set aside: Playoff: Fir, then Elm. See the ties"
    assert told in visit(desk, at_round)
    assert "decision set aside" in visit(desk, reverse("desk-event", args=[table.event.slug]))
    assert "Playoff: Fir, then Elm set aside: the tied group changed" in visit(desk, at("team-ties", table))


def test_the_round_says_that_a_tie_about_team_trophies_is_undecided(
    desk: Client, table: TeamTable, section: Section
) -> None:
    page = visit(desk, reverse("desk-round", args=[table.event.slug, section.slug, 1]))
    assert "Schools: 1 tie for a team trophy is undecided. Record a playoff or coin toss" in page


# --- what everybody reads ------------------------------------------------------------------------


def test_the_table_says_what_decided_and_the_trophy_who_recorded_it(
    client: Client, table: TeamTable, section: Section, kim: User
) -> None:
    page = client.get(at("teams", table))
    assert "undecided" in read(page)
    record_decision(PLAYOFF, table, [[2], [1]], by=kim, note="heard by nobody")
    page = client.get(at("teams", table))
    assert [(row["data-team"], row["data-rank"]) for row in read(page).all("[data-team]")] == [
        ("Fir", "1"),
        ("Elm", "2"),
        ("Hay", "3"),
    ]
    assert "ahead by Playoff" in read(page)
    assert "Fir 1st of the two on 1 point. Ahead of Elm by Playoff. Recorded by Kim Okafor" in read(page)
    assert "heard by nobody" not in page.text
    trophies = client.get(reverse("trophies", args=[table.event.slug, section.slug]))
    assert "Fir 1st of the two on 1 point. Ahead of Elm by Playoff. Recorded by Kim Okafor" in read(trophies)


def test_the_why_page_ends_with_what_was_drawn_from_which_seed(
    client: Client, table: TeamTable, kim: User
) -> None:
    row = toss_coin(table, [1, 2], by=kim)
    first, second = (name for (name,) in row.order)
    page = visit(client, at("team-why", table, "elm"))
    assert f"The coin toss put {first} ahead." in page
    assert f"{first}, then {second} Drawn by the program from Elm; Fir with the seed {row.seed}" in page
    assert "Coin toss" not in visit(client, at("team-why", table, "hay"))


def test_of_two_playoffs_the_trophy_names_the_one_that_set_the_two_apart(
    client: Client, section: Section, kim: User
) -> None:
    """First all four play, then the two who were level at the top; who recorded them tells which it was."""
    four = a_section(0, 1, event=section.event, name="K-5")
    rosters.add_players(four, [EntryFactory.create(team=name) for name in "ABCD"], by=kim)
    played(four, 1, "1 2 DD\n3 4 DD")
    table = teams.make_table(section.event, name="Four", sections=[four], minimum=1, place_trophies=2, by=kim)
    table = TeamTable.objects.select_related("event").get(pk=table.pk)
    record_decision(PLAYOFF, table, [[1, 2], [3], [4]], by=kim)
    lee = UserFactory.create(first_name="Lee", last_name="Mori")
    record_decision(PLAYOFF, table, [[2], [1]], by=lee)
    page = visit(client, at("teams", table))
    assert "B 1st of the four on ½ point. Ahead of A by Playoff. Recorded by Lee Mori" in page
    assert "A 2nd of the four on ½ point. Ahead of C by Playoff. Recorded by Kim Okafor" in page
