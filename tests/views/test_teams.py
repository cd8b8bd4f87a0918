"""The pages of a table of teams, as everybody reads them."""

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.addresses import at
from tests.factories import (
    EntryFactory,
    a_section,
    as_it_stands,
    enter,
    game_between,
    games_of,
    paired,
    played,
    section_of,
)
from tests.html import read, visit
from tests.views.team_table import IDS
from tiebreaks.selectors import teams_document
from tournaments.models import Event, Player, Section, TeamTable
from tournaments.services import ceremony, finishing, rosters, teams
from tournaments.services.orders import post_order

PAGES: list[tuple[str, tuple[object, ...]]] = [
    ("teams", ()),
    ("team-why", ("elm",)),
    ("posted-team-order", ()),
]


def stands(table: TeamTable) -> str:
    return TeamTable.objects.get(pk=table.pk).stamp


def test_a_table_is_final_no_more_when_one_of_its_sections_is_reopened(
    client: Client, table: TeamTable, k1: Section, kim: User
) -> None:
    for number in range(2, k1.rounds + 1):
        played(k1, number, "1 5 WL\n2 6 WL\n3 4 DD")
    ceremony.freeze(table, by=kim)
    finishing.finish(as_it_stands(k1), by=kim)
    final = visit(client, at("teams", table))
    assert final.one("#status").text.startswith("FINAL")
    assert not final.all(".rank small"), "a final rank does not move"
    finishing.reopen(as_it_stands(k1), by=kim, reason="Board 2 was misread")
    page = visit(client, at("teams", table))
    assert "FINAL" not in page
    assert re.search("K-1 was reopened .*: “Board 2 was misread.”", page.one("#status").text)
    assert page.all("#status a")[0]["href"] == at("final-version", k1, 1)
    assert all("projected" in each["class"] for each in page.all(".trophy"))


def test_every_page_of_a_final_table_says_so_in_its_head_with_the_date(
    client: Client, table: TeamTable, k1: Section, kim: User
) -> None:
    pages = [*PAGES, ("announced-teams", (1,))]
    for number in range(2, k1.rounds + 1):
        played(k1, number, "1 5 WL\n2 6 WL\n3 4 DD")
    for name, args in PAGES:
        assert "FINAL" not in visit(client, at(name, table, *args))
    ceremony.freeze(table, by=kim)
    finishing.finish(as_it_stands(k1), by=kim)
    for name, args in pages:
        page = visit(client, at(name, table, *args))
        assert page.texts(".final") == ["FINAL"], name
        assert re.search(r"FINAL \w{3}, \w{3} \d+, \d{4}, \d+:\d\d [AP]M", page.text), name


def test_schools_that_are_level_at_the_end_share_the_place_once_all_sections_are_final(
    client: Client, event: Event, kim: User
) -> None:
    """It said to the end that a playoff decides, under a header that was FINAL."""
    sections = [section_of(event, name, "Elm Fir", rounds=1) for name in ("K-1", "K-3")]
    table = teams.make_table(event, name="Schools", sections=sections, minimum=1, by=kim)
    for section in sections:
        played(section, 1, "1 2 DD")
    pages = at("teams", table), at("team-why", table, "fir")
    for address in pages:
        assert "A playoff or coin toss decides." in visit(client, address)
    first, last = map(as_it_stands, sections)
    finishing.finish(first, by=kim)
    for address in pages:
        page = visit(client, address)
        assert "FINAL" not in page
        assert "A playoff or coin toss decides." in page
    finishing.finish(last, by=kim)
    for address in pages:
        page = visit(client, address)
        assert page.texts(".final") == ["FINAL"]
        assert "They share the place." in page
        assert "playoff" not in page


def test_a_table_says_of_each_section_what_its_own_pages_say(client: Client, event: Event, kim: User) -> None:
    sections = [section_of(event, name, "Elm Fir Elm Fir") for name in ("K-1", "K-3")]
    table = teams.make_table(event, name="Schools", sections=sections, minimum=1, by=kim)
    first, _other = sections

    def says() -> None:
        own = [
            (each.name, visit(client, at("standings", each)).texts("#status span")[0]) for each in sections
        ]
        told = visit(client, at("teams", table)).texts("#status span")[0]
        assert told == "; ".join(f"{name}: {text}" for name, text in own)

    says()
    played(first, 1, "1 2\n3 4")
    says()
    enter(game_between(games_of(first, 1), 1, 2), "WL")
    says()
    played(first, 2, "1 3\n2 4")
    says()
    enter(game_between(games_of(first, 1), 3, 4), "WL")
    says()


def test_players_are_found_from_the_pages_of_a_table_too(client: Client, table: TeamTable) -> None:
    for name, args in PAGES:
        assert visit(client, at(name, table, *args)).one("form.find")["data-players"], name


# --- what everybody reads -----------------------------------------------------------------------------


def test_schools_stand_by_the_sum_of_their_best_with_every_member(client: Client, table: TeamTable) -> None:
    page = client.get(at("teams", table))
    rows = read(page).all("[data-team]")
    assert [(row["data-team"], row["data-rank"], row["data-score"]) for row in rows] == [
        ("Elm", "1", "2"),
        ("Fir", "2", "½"),
        ("Gum", "", "½"),
    ]
    assert len(read(page).all(".spare")) == 1  # Fir's third
    assert "not ranked: fewer than 2 players" in read(page)
    assert "1st place team trophy Elm Alone on 2 points." in read(page)


def test_a_school_shows_how_its_rank_moved_since_the_last_completed_round(
    client: Client, table: TeamTable, k1: Section
) -> None:
    """Two of Elm are first after round one, two of Fir after round two."""
    assert not visit(client, at("teams", table)).all(".rank small")
    games = paired(k1, 2, "3 1\n4 2\n5 6", publish=True)
    assert not visit(client, at("teams", table)).all(".rank small")
    for game in games[:2]:
        enter(game, "WL")
    enter(games[2], "WL")
    page = visit(client, at("teams", table))
    assert page.texts("[data-team] .rank") == ["1 ▲1", "2 ▼1", "–"]
    assert [mark["aria-label"] for mark in page.all(".rank small")] == ["up 1", "down 1"]
    assert "Up 1 place since round 1." in page.one("[data-team=Fir] .more")


def test_a_table_of_sections_in_different_rounds_compares_with_one_round_of_all(
    client: Client, event: Event, kim: User
) -> None:
    """K-3 is a round behind: its players count as they stand."""
    ahead, behind = (section_of(event, name, "Elm Fir", rounds=3) for name in ("K-1", "K-3"))
    table = teams.make_table(event, name="Schools", sections=[ahead, behind], minimum=1, by=kim)
    played(ahead, 1, "1 2 WL")
    played(behind, 1, "1 2 LW")
    assert not visit(client, at("teams", table)).all(".rank small")
    played(ahead, 2, "2 1 WL")
    page = visit(client, at("teams", table))
    assert page.texts("[data-team] .rank") == ["1", "2 ▼1"]
    assert "since round 1." in page


def test_a_team_trophy_is_projected_while_games_are_open(
    client: Client, table: TeamTable, k1: Section
) -> None:
    played(k1, 2, "3 1 WL\n4 2\n6 5 DD")
    page = visit(client, at("teams", table))
    assert page.one(".entry .pill").text.endswith("trophy if it ended now")
    assert "projected" in page.one(".entry .pill")["class"]
    assert "projected" in page.one(".trophy")["class"]


def test_where_no_order_was_posted_the_page_says_that_the_rulebook_names_none(
    client: Client, table: TeamTable, kim: User
) -> None:
    assert "(not posted; the rulebook has none)" in visit(client, at("teams", table))
    page = visit(client, at("posted-team-order", table))
    assert "No team tiebreaks are posted, and the rulebook has none." in page
    assert "Cumulative of the team" in page
    post_order(table, "team_cumulative", by=kim, reason="Said on the flyer")
    page = visit(client, at("posted-team-order", table))
    assert "Posted after round 1 by Kim Okafor" in page
    assert "Said on the flyer" in page


def test_what_is_shown_adds_up_to_the_value(client: Client, table: TeamTable, k1: Section, kim: User) -> None:
    post_order(table, "cumulative_of_team,team_cumulative,sum:solkoff", by=kim, reason="all")
    played(k1, 2, "3 1 WL\n4 2 WL\n6 5 DD")
    page = visit(client, at("team-why", table, "fir"))
    systems = {one["data-system"]: one for one in page.all("section[data-system]")}
    assert list(systems) == ["cumulative_of_team", "team_cumulative", "sum:solkoff"]
    for code, system in systems.items():
        kept = [term["data-term"] for term in system.all("[data-term]:not([data-dropped])")]
        assert sum(map(float, kept)) == float(system["data-value"]), code


def test_a_why_page_says_who_counted_after_each_round(client: Client, table: TeamTable, k1: Section) -> None:
    played(k1, 2, "3 1 WL\n4 2 WL\n6 5 WL")
    page = visit(client, at("team-why", table, "fir"))
    running = page.one(".running")
    scores = [row[-3:] for row in running.rows[1:]]
    counted = [[bool(cell.all("b")) for cell in row.all("td.n")] for row in running.all("tr")[1:]]
    # Number 5 had the half point of round one; the winners of round two were better in the end.
    assert scores == [["0", "1", "1"], ["0", "1", "1"], ["½", "½", "½"], ["½", "2", "2"]]
    assert counted[2] == [True, False, False]
    assert sorted(counted[:2]) == [[False, True, True], [True, True, True]]


def test_a_chain_says_why_one_school_is_ahead_of_another(
    client: Client, table: TeamTable, k1: Section
) -> None:
    page = visit(client, at("team-why", table, "fir"))
    assert "2 points to ½, so Elm is ahead." in page


def test_a_school_reads_the_tie_and_what_the_tiebreaks_made_of_it_in_a_sentence(
    client: Client, event: Event, kim: User
) -> None:
    """It was "place 1–2 (tied), 2nd on tiebreaks"."""
    section = section_of(event, "K-1", "Elm Elm Fir Fir")
    played(section, 1, "1 2 WL\n3 4 DD")
    made: dict[str, Any] = {"name": "Schools", "sections": [section], "best": 2, "minimum": 2}
    table = teams.make_table(event, by=kim, **made)
    page = visit(client, at("team-why", table, "elm"))
    assert page.one(".player .say").text == "Tied with 1 other on 1 point. Tiebreaks put Elm 2nd."


def test_teams_that_nothing_separates_share_rank_and_contest_the_trophy(
    client: Client, event: Event, kim: User
) -> None:
    section = section_of(event, "K-5", "Elm Fir", ids=IDS)
    table = teams.make_table(event, name="Two", sections=[section], minimum=1, by=kim, place_trophies=1)
    played(section, 1, "1 2 DD")
    page = visit(client, at("teams", table))
    assert page.text.count("1=") == 2
    assert "level after round 1" in page
    assert "1st place team trophy undecided Elm; Fir Tied on ½ point. Level after round 1." in page


def test_before_the_first_result_no_school_is_tied_or_has_a_place(
    client: Client, event: Event, kim: User
) -> None:
    section = section_of(event, "K-1", "Elm Elm Fir Fir Gum")
    made: dict[str, Any] = {"name": "Schools", "sections": [section], "minimum": 1, "place_trophies": 2}
    table = teams.make_table(event, by=kim, **made)
    played(section, 1, "1 3\n2 4\n5 B")
    addresses = at("teams", table), at("team-why", table, "elm"), at("trophies", section)
    for address in addresses:
        page = visit(client, address)
        for early in ("1=", "tied", "Tied", "level", "Level", "undecided", "trophy if it ended now"):
            assert early not in page, (address, early)
    page = visit(client, addresses[0])
    assert "No results yet. Standings appear after the first result." in page
    assert page.texts("[data-team] bdi")[:1] == ["Elm"]
    assert "There are 2 team trophies. Projected winners appear after round 1." in page
    assert "Places appear after the first result." in visit(client, addresses[1])
    assert "There are 2 team trophies." in visit(client, addresses[2])
    enter(game_between(games_of(section, 1), 1, 3), "WL")
    page = visit(client, addresses[0])
    assert [row["data-rank"] for row in page.all("[data-team]")] == ["1", "2", "3"]
    assert "trophy if it ended now" not in page
    assert "Last result" in page
    assert "Places appear" not in visit(client, addresses[1])


def test_where_no_team_has_enough_players_nobody_is_projected_to_win(
    client: Client, event: Event, kim: User
) -> None:
    section = section_of(event, "K-3", "Elm Fir", ids=IDS)
    table = teams.make_table(event, name="Pairs", sections=[section], minimum=2, place_trophies=1, by=kim)
    assert "Projected winners appear after round 1." in visit(client, at("teams", table))
    played(section, 1, "1 2 WL")
    for address in (at("teams", table), at("trophies", section)):
        page = visit(client, address)
        assert "No team has 2 players. Nobody wins a team trophy so far." in page
        assert "Projected winners appear" not in page


def test_a_sections_pages_lead_to_its_table_and_show_its_trophies(
    client: Client, table: TeamTable, k1: Section, event: Event
) -> None:
    for name in ("standings", "trophies", "posted-order"):
        assert at("teams", table) in visit(client, at(name, k1)).links
    assert at("teams", table) in visit(client, reverse("event", args=[event.slug])).links
    page = visit(client, reverse("trophies", args=[event.slug, k1.slug]))
    assert "Team trophies projected Schools 1 1st place team trophy Elm" in page


def test_a_sections_trophies_page_moves_with_the_table_though_another_section_changed(
    client: Client, event: Event, table: TeamTable, k1: Section, kim: User
) -> None:
    k3 = section_of(event, "K-3", "")
    rosters.add_players(k3, [EntryFactory.create(team=t) for t in ("Fir", "Fir", "Elm")], by=kim)
    teams.edit_table(table, name="Schools", sections=[k1, k3], best=4, minimum=1, place_trophies=1, by=kim)
    here = reverse("trophies", args=[event.slug, k1.slug])
    page = client.get(here)
    shown = read(page).one("#live")["data-stamp"]
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
        return [(body.team[n].name, ranks.get(n), list(body.team[n].members[:2])) for n in listed]

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
    pages = [at(name, table, *more) for name, more in PAGES] + [at("teams-live", table)]
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert not answer.cookies, page
        assert "3141592" not in answer.text, page
        assert client.post(page).status_code == 405, page


def test_a_poll_without_news_is_one_query_and_one_with_news_the_fragment(
    client: Client, table: TeamTable, k1: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    live, seen = at("teams-live", table), {"v": table.stamp}
    with django_assert_num_queries(1):
        assert client.get(live, seen).status_code == 204
    played(k1, 2, "1 5 WL")
    answer = client.get(live, seen)
    assert read(answer).one("#live")["data-stamp"] == stands(table)
    assert read(answer).text in visit(client, at("teams", table))
    assert "ETag" not in answer.headers


@pytest.mark.parametrize(("name", "more"), PAGES)
def test_an_unchanged_page_is_a_304_and_a_page_reads_one_document(
    client: Client,
    table: TeamTable,
    k1: Section,
    name: str,
    more: tuple[str],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(3 if name == "team-why" else 2):
        tag = client.get(at(name, table, *more)).headers["ETag"]
    with django_assert_num_queries(1):
        same = client.get(at(name, table, *more), headers={"if-none-match": tag})
    assert same.status_code == 304
    enter(paired(k1, 2, "1 5", publish=True)[0], "WL")
    assert client.get(at(name, table, *more), headers={"if-none-match": tag}).status_code == 200


def test_what_does_not_exist_is_a_404(client: Client, table: TeamTable) -> None:
    event = table.event.slug
    wrong = [
        *(f"/e/{event}/teams/nothing/{rest}" for rest in ["", "live/", "order/", "why/elm/"]),
        f"/e/nothing/teams/{table.slug}/",
        at("team-why", table, "oak"),
        at("team-why", table, 1),
        at("team-why", table, "gum") + "?against=elm",  # too small to be ranked
        *(at("team-why", table, "elm") + f"?against={against}" for against in ["elm", "oak", "1", ""]),
    ]
    for path in wrong:
        assert client.get(path).status_code == 404, path


def test_the_address_of_a_school_stays_whatever_others_come_and_however_it_is_called(
    client: Client, table: TeamTable, k1: Section, event: Event, kim: User
) -> None:
    here = at("team-why", table, "fir")
    assert "Fir" in visit(client, here).texts("h2 bdi")
    rosters.add_players(k1, [EntryFactory.create(team="Ash"), EntryFactory.create(team="Beech")], by=kim)
    assert "Fir" in visit(client, here).texts("h2 bdi")
    teams.name_school(event, ["Fir", "Gum"], name="Oak Hill", code="OH", by=kim)
    teams.name_school(event, ["Oak Hill"], name="Oak Hill/East?", code="OH", by=kim)
    page = visit(client, here)
    assert "Oak Hill/East?" in page.texts("h2 bdi")
    now = at("team-why", table, "oakhill/east?")
    assert now in visit(client, at("teams", table)).links
    assert visit(client, now).text == page.text


def test_any_two_schools_are_compared(client: Client, table: TeamTable, kim: User, k1: Section) -> None:
    for query in ("against=gum", "q=gu"):
        page = visit(client, at("team-why", table, "elm") + f"?{query}")
        assert page.one(".unranked").text == "Gum · not ranked: fewer than 2 players"
        assert not page.all(".chain")
    rosters.add_players(k1, [EntryFactory.create(team="Gum"), EntryFactory.create(team="Gum")], by=kim)
    for query in ("against=gum", "q=gu"):
        page = visit(client, at("team-why", table, "elm") + f"?{query}")
        assert page.one(".chain h3").text == "Why above Gum?"
        assert page.one("#rivals-count").text == ""
    nobody = visit(client, at("team-why", table, "elm") + "?q=zebra")
    assert nobody.one("#rivals-count").text == "Nobody else here has this name."


def test_an_empty_table_says_what_will_come(client: Client, event: Event, kim: User) -> None:
    empty = teams.make_table(event, name="Soon", sections=[a_section(0, event=event)], by=kim)
    assert "No schools yet" in visit(client, at("teams", empty))
