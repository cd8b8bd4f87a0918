"""The pages of a table of teams: what everybody reads, and what a director sets up."""

import json
import re
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factories import (
    EntryFactory,
    a_section,
    as_it_stands,
    enter,
    paired,
    played,
    section_of,
)
from tests.markup import unspaced
from tiebreaks.models import PostedOrder
from tiebreaks.selectors import teams_document
from tournaments.models import Event, Player, School, Section, TeamTable
from tournaments.services import rosters, teams
from tournaments.services.orders import post_team_order

pytestmark = pytest.mark.django_db
IDS = " ".join(f"3141592{n}" for n in range(6))
PAGES = [("teams", ()), ("team-why", ("elm",)), ("posted-team-order", ())]


@pytest.fixture
def k1(event: Event, kim: User) -> Section:
    """Two of Elm, three of Fir and one of Gum; in round one Elm's two win."""
    section = section_of(event, "K-1", "Elm Elm Fir Fir Fir Gum", ids=IDS)
    played(section, 1, "1 3 WL\n2 4 WL\n5 6 DD")
    return as_it_stands(section)


@pytest.fixture
def table(k1: Section, kim: User) -> TeamTable:
    made: dict[str, Any] = {"name": "Schools", "sections": [k1], "best": 2, "minimum": 2, "place_trophies": 1}
    table = teams.make_table(k1.event, by=kim, **made)
    return TeamTable.objects.select_related("event").get(pk=table.pk)


@pytest.fixture
def chief(kim: User) -> Client:
    client = Client()
    client.force_login(kim)
    return client


def address(table: TeamTable, name: str = "teams", *more: object) -> str:
    return reverse(name, args=[table.event.slug, table.slug, *more])


def text(response: Any) -> str:
    html = re.sub("<[^>]*>", " ", re.sub("<(title|style|script).*?</\\1>", "", response.text, flags=re.S))
    return re.sub(r" ([.,:;)’])", r"\1", " ".join(unescape(html).split()))


def stands(table: TeamTable) -> str:
    return TeamTable.objects.get(pk=table.pk).stamp


# --- what everybody reads -----------------------------------------------------------------------------


def test_schools_stand_by_the_sum_of_their_best_with_every_member(client: Client, table: TeamTable) -> None:
    page = client.get(address(table))
    assert re.findall(r'data-team="(\w+)" data-rank="(.*?)" data-score="(.*?)"', unspaced(page.text)) == [
        ("Elm", "1", "2"),
        ("Fir", "2", "½"),
        ("Gum", "", "½"),
    ]
    assert page.text.count('class="spare"') == 1  # Fir's third
    assert "not ranked: fewer than 2 players" in text(page)
    assert "1st place team trophy Elm 2 points" in text(page)


def test_where_no_order_was_posted_the_page_says_that_the_rulebook_names_none(
    client: Client, table: TeamTable, kim: User
) -> None:
    assert "not posted; the rulebook names none" in text(client.get(address(table)))
    page = text(client.get(address(table, "posted-team-order")))
    assert "The rulebook names none" in page
    assert "Cumulative of the team" in page
    post_team_order(table, "team_cumulative", by=kim, reason="Said on the flyer")
    page = text(client.get(address(table, "posted-team-order")))
    assert "Posted after round 1 by Kim Okafor" in page
    assert "Said on the flyer" in page


def test_what_is_shown_adds_up_to_the_value(client: Client, table: TeamTable, k1: Section, kim: User) -> None:
    post_team_order(table, "cumulative_of_team,team_cumulative,sum:solkoff", by=kim, reason="all")
    played(k1, 2, "3 1 WL\n4 2 WL\n6 5 DD")
    page = unspaced(client.get(address(table, "team-why", "fir")).text)
    systems = re.findall(r'data-system="(.*?)" data-value="(.*?)">(.*?)</section>', page, flags=re.S)
    assert [code for code, *_rest in systems] == ["cumulative_of_team", "team_cumulative", "sum:solkoff"]
    for code, value, terms in systems:
        kept = re.findall(r'data-term="([^"]*)"(?! data-dropped)', terms)
        assert sum(map(float, kept)) == float(value), code


def test_a_why_page_says_who_counted_after_each_round(client: Client, table: TeamTable, k1: Section) -> None:
    played(k1, 2, "3 1 WL\n4 2 WL\n6 5 WL")
    page = unspaced(client.get(address(table, "team-why", "fir")).text)
    rows = re.findall(r"<tr.*?</tr>", page[page.index('class="running"') :], flags=re.S)[1:]
    counted = [re.findall(r'<td class="n[^"]*">(.*?)</td>', row) for row in rows]
    # Number 5 had the half point of round one; the winners of round two were better in the end.
    assert counted[2:] == [["<b>½</b>", "½", "½"], ["½", "2", "2"]]
    assert sorted(counted[:2]) == [["0", "<b>1</b>", "<b>1</b>"], ["<b>0</b>", "<b>1</b>", "<b>1</b>"]]


def test_a_chain_says_why_one_school_is_ahead_of_another(
    client: Client, table: TeamTable, k1: Section
) -> None:
    page = text(client.get(address(table, "team-why", "fir")))
    assert "Elm 1st with 2, Fir 2nd with ½: Elm has scored more." in page


def test_teams_that_nothing_separates_share_rank_and_contest_the_trophy(
    client: Client, event: Event, kim: User
) -> None:
    section = section_of(event, "K-5", "Elm Fir", ids=IDS)
    table = teams.make_table(event, name="Two", sections=[section], minimum=1, by=kim, place_trophies=1)
    played(section, 1, "1 2 DD")
    page = text(client.get(address(table)))
    assert page.count("1=") == 2
    assert "nothing in the posted order separates them" in page
    assert "1st place team trophy undecided Elm, Fir" in page


def test_a_sections_pages_lead_to_its_table_and_show_its_trophies(
    client: Client, table: TeamTable, k1: Section, event: Event
) -> None:
    for name in ("standings", "trophies", "posted-order"):
        assert address(table) in client.get(reverse(name, args=[event.slug, k1.slug])).text
    assert address(table) in client.get(reverse("event", args=[event.slug])).text
    page = text(client.get(reverse("trophies", args=[event.slug, k1.slug])))
    assert "Team trophies Schools 1 1st place team trophy Elm" in page


def test_a_sections_trophies_page_moves_with_the_table_though_another_section_changed(
    client: Client, event: Event, table: TeamTable, k1: Section, kim: User
) -> None:
    k3 = section_of(event, "K-3", "")
    rosters.add_players(k3, [EntryFactory.create(team=t) for t in ("Fir", "Fir", "Elm")], by=kim)
    teams.edit_table(table, name="Schools", sections=[k1, k3], best=4, minimum=1, place_trophies=1, by=kim)
    here = reverse("trophies", args=[event.slug, k1.slug])
    page = client.get(here)
    shown = re.findall(r'data-stamp="(.*?)"', page.text)[0]
    live = reverse("trophies-live", args=[event.slug, k1.slug])
    assert client.get(live, {"v": shown}).status_code == 204
    played(k3, 1, "1 2 WL")
    news = client.get(live, {"v": shown})
    assert news.status_code == 200
    assert client.get(here, headers={"if-none-match": page.headers["ETag"]}).status_code == 200


def test_a_downloaded_chart_makes_the_teams_of_the_page(
    client: Client, table: TeamTable, k1: Section, event: Event, kim: User, tmp_path: Path
) -> None:
    def of_file() -> list[tuple[str, int, list[int]]]:
        chart = tmp_path / "chart.csv"
        chart.write_bytes(client.get(download).content)
        out = StringIO()
        call_command("standings", str(chart), teams=2, team_minimum=2, format="json", stdout=out)
        (section,) = json.loads(out.getvalue())
        return [(team["team"], team["rank"], team["counting"]) for team in section["teams"]]

    def of_page() -> list[tuple[str, int | None, list[int]]]:
        body = teams_document(table.standings_id)
        ranks = {standing.number: standing.rank for standing in body.standings}
        listed = [*ranks, *(team.number for team in body.unranked)]
        return [(body.teams[n].name, ranks.get(n), list(body.teams[n].members[:2])) for n in listed]

    download = reverse("wall-chart-file", args=[event.slug, k1.slug])
    assert of_file() == of_page()
    tag = client.get(download).headers["ETag"]
    teams.name_school(event, ["Fir", "Gum"], name="Fir Grove", code="FG", by=kim)
    assert client.get(download, headers={"if-none-match": tag}).status_code == 200
    assert [name for name, *_rest in of_page()] == ["Elm", "Fir Grove"]
    assert of_file() == of_page()
    rosters.edit_player(Player.objects.get(section=k1, number=1), team="fg", by=kim)
    assert [name for name, *_rest in of_page()] == ["Fir Grove", "Elm"]
    assert of_file() == of_page()


def test_no_page_of_teams_sets_a_cookie_shows_an_id_or_takes_a_post(client: Client, table: TeamTable) -> None:
    pages = [address(table, name, *more) for name, more in PAGES] + [address(table, "teams-live")]
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert not answer.cookies, page
        assert "3141592" not in answer.text, page
        assert client.post(page).status_code == 405, page


def test_a_poll_without_news_is_one_query_and_one_with_news_the_fragment(
    client: Client, table: TeamTable, k1: Section, django_assert_num_queries: Any
) -> None:
    live = address(table, "teams-live")
    with django_assert_num_queries(1):
        assert client.get(live, {"v": table.stamp}).status_code == 204
    played(k1, 2, "1 5 WL")
    answer = client.get(live, {"v": table.stamp})
    assert f'data-stamp="{stands(table)}"' in answer.text
    assert answer.text in client.get(address(table)).text
    assert "ETag" not in answer.headers


@pytest.mark.parametrize(("name", "more"), PAGES)
def test_an_unchanged_page_is_a_304_and_a_page_reads_one_sheet(
    client: Client, table: TeamTable, k1: Section, name: str, more: tuple[str], django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(3 if name == "team-why" else 2):
        tag = client.get(address(table, name, *more)).headers["ETag"]
    with django_assert_num_queries(1):
        same = client.get(address(table, name, *more), headers={"if-none-match": tag})
    assert same.status_code == 304
    enter(paired(k1, 2, "1 5", publish=True)[0], "WL")
    assert client.get(address(table, name, *more), headers={"if-none-match": tag}).status_code == 200


def test_what_does_not_exist_is_a_404(client: Client, table: TeamTable) -> None:
    event = table.event.slug
    wrong = [
        *(f"/e/{event}/teams/nothing/{rest}" for rest in ["", "live/", "order/", "why/elm/"]),
        f"/e/nothing/teams/{table.slug}/",
        address(table, "team-why", "oak"),
        address(table, "team-why", 1),
        address(table, "team-why", "gum") + "?against=elm",  # too small to be ranked
        *(address(table, "team-why", "elm") + f"?against={against}" for against in ["elm", "oak", "1", ""]),
    ]
    for path in wrong:
        assert client.get(path).status_code == 404, path


def test_the_address_of_a_school_stays_whatever_others_come_and_however_it_is_called(
    client: Client, table: TeamTable, k1: Section, event: Event, kim: User
) -> None:
    here = address(table, "team-why", "fir")
    assert "<h2><bdi>Fir</bdi>" in unspaced(client.get(here).text)
    rosters.add_players(k1, [EntryFactory.create(team="Ash"), EntryFactory.create(team="Beech")], by=kim)
    assert "<h2><bdi>Fir</bdi>" in unspaced(client.get(here).text)
    teams.name_school(event, ["Fir", "Gum"], name="Oak Hill", code="OH", by=kim)
    teams.name_school(event, ["Oak Hill"], name="Oak Hill/East?", code="OH", by=kim)
    page = client.get(here).text
    assert "<h2><bdi>Oak Hill/East?</bdi>" in unspaced(page)
    now = address(table, "team-why", "oakhill/east?")
    assert f'href="{now}"' in client.get(address(table)).text
    assert client.get(now).text == page


def test_any_two_schools_are_compared(client: Client, table: TeamTable, kim: User, k1: Section) -> None:
    rosters.add_players(k1, [EntryFactory.create(team="Gum"), EntryFactory.create(team="Gum")], by=kim)
    page = client.get(address(table, "team-why", "elm") + "?against=gum").text
    assert '<option value="gum" selected>Gum</option>' in unspaced(page)
    assert re.findall(r'data-against="(\d+)"', page) == ["3"]


def test_an_empty_table_says_what_will_come(client: Client, event: Event, kim: User) -> None:
    empty = teams.make_table(event, name="Soon", sections=[a_section(0, event=event)], by=kim)
    assert "No school yet" in text(client.get(address(empty)))


# --- setting up ---------------------------------------------------------------------------------------


def fields(*sections: Section, **more: object) -> dict[str, object]:
    form = {"name": "Schools", "best": 4, "minimum": 1, "place_trophies": 0}
    return form | {"sections": [section.pk for section in sections]} | more


def test_a_director_makes_edits_and_removes_a_table(chief: Client, k1: Section, event: Event) -> None:
    new = reverse("new-table", args=[event.slug])
    assert chief.post(new, fields(k1, best=3, lowest_number="on")).status_code == 302
    table = TeamTable.objects.get()
    assert (table.best, table.lowest_number, list(table.sections.all())) == (3, True, [k1])
    assert 'value="3"' in chief.get(address(table, "edit-table")).text
    chief.post(address(table, "edit-table"), fields(k1, name="All schools"))
    assert TeamTable.objects.get().name == "All schools"
    chief.post(address(table, "remove-table"))
    assert not TeamTable.objects.exists()


@pytest.mark.parametrize(
    "wrong", [{"best": 0}, {"best": "x"}, {"minimum": 0}, {"name": ""}, {"sections": []}]
)
def test_a_table_that_cannot_be_is_told_so_and_not_made(
    chief: Client, k1: Section, event: Event, wrong: dict[str, object]
) -> None:
    answer = chief.post(reverse("new-table", args=[event.slug]), fields(k1) | wrong)
    assert answer.status_code == 422
    assert not TeamTable.objects.exists()


def test_a_section_of_another_event_cannot_be_chosen(chief: Client, k1: Section, event: Event) -> None:
    other = a_section(2)
    assert chief.post(reverse("new-table", args=[event.slug]), fields(k1, other)).status_code == 422
    assert not TeamTable.objects.exists()


def test_a_school_of_one_is_no_team_unless_a_director_says_so(
    chief: Client, k1: Section, event: Event
) -> None:
    new = reverse("new-table", args=[event.slug])
    assert chief.get(new).context["form"]["minimum"].value() == 2
    page = text(chief.post(new, fields(k1, minimum=2), follow=True))
    assert "Schools: Not ranked, of fewer than 2 players: Gum (1)." in page
    table = TeamTable.objects.get()
    assert "Not ranked, of fewer than 2 players: Gum (1)." in text(chief.get(address(table, "edit-table")))
    chief.post(address(table, "edit-table"), fields(k1, minimum=4))
    said = text(chief.get(address(table, "edit-table")))
    assert "Not ranked, of fewer than 4 players: Elm (2), Fir (3), Gum (1)." in said
    chief.post(address(table, "edit-table"), fields(k1, minimum=1))
    said = text(chief.get(address(table, "edit-table")))
    assert "Ranked though of one player: Gum (1). Ask for 2 players" in said


def test_a_list_that_brings_a_school_of_one_says_so(chief: Client, table: TeamTable, k1: Section) -> None:
    bring = reverse("import-roster", args=[table.event.slug, k1.slug])
    page = text(chief.post(bring, {"text": "name,team\nAda Alder,Gum\nBo Birch,Oak\n"}, follow=True))
    assert "Schools: Not ranked, of fewer than 2 players: Oak (1)." in page
    page = text(chief.post(bring, {"text": "name,team\nCy Cedar,Oak\n"}, follow=True))
    assert "Not ranked" not in page
    assert "1 player added" in page


def test_a_player_in_two_teams_is_named_in_the_form(chief: Client, event: Event, kim: User) -> None:
    sections = [section_of(event, name, team, ids=IDS) for name, team in [("K-1", "Elm"), ("K-3", "Fir")]]
    answer = chief.post(reverse("new-table", args=[event.slug]), fields(*sections))
    assert answer.status_code == 422
    assert "a player would stand in two teams" in text(answer)
    assert "Elm, Fir" in text(answer)


def test_schools_are_listed_named_and_merged(chief: Client, table: TeamTable, event: Event) -> None:
    page = reverse("schools", args=[event.slug])
    assert "Fir 3 players" in text(chief.get(page))
    answer = chief.post(page, {"spelling": ["Elm", "Fir"], "name": "Elmwood", "code": "EW"})
    assert answer.status_code == 302
    assert "Elmwood EW 5 players · on rosters: Fir, Elm" in text(chief.get(page))
    assert "Elmwood EW" in text(chief.get(address(table)))
    assert set(Player.objects.values_list("team", flat=True)) == {"Elm", "Fir", "Gum"}
    nothing = chief.post(page, {"name": "Elmwood"})
    assert nothing.status_code == 422
    assert "No school was chosen" in text(nothing)
    assert School.objects.count() == 1


def test_an_order_of_teams_is_arranged_from_its_own_systems_and_presets(
    chief: Client, table: TeamTable
) -> None:
    here = address(table, "team-order")
    page = chief.get(here)
    assert page.context["draft"].codes[0] == "cumulative_of_team"
    assert "Total Solkoff" in page.text
    draft = chief.post(here, {"step": ["cumulative_of_team"], "do": "add:sum:solkoff"}).context["draft"]
    assert draft.codes == ["cumulative_of_team", "sum:solkoff"]
    draft = chief.post(here, {"step": ["sum:solkoff"], "do": "preset:south_texas_2025_teams"}).context[
        "draft"
    ]
    assert draft.codes == ["cumulative_of_team"]
    assert not PostedOrder.objects.exists()


def test_a_locked_order_of_teams_changes_with_a_reason_given_twice(chief: Client, table: TeamTable) -> None:
    here = address(table, "team-order")
    data = {"step": ["sum:solkoff"], "variation": ["sum:solkoff:otb_first"]}
    assert chief.post(here, data).status_code == 409
    confirm = chief.post(here, data | {"reason": "The flyer"})
    assert "Change the order after play has begun?" in confirm.text
    assert not PostedOrder.objects.exists()
    assert chief.post(here, data | {"reason": "The flyer", "again": "the flyer"}).status_code == 302
    (posted,) = PostedOrder.objects.all()
    assert (posted.order, posted.reason) == ("sum:solkoff:otb_first", "The flyer")
    assert "Total Solkoff" in text(chief.get(here))
