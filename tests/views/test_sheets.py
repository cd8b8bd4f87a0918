"""The standings for the wall: forty lines a sheet, which says which one it is and where they are live."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    EntryFactory,
    a_section,
    as_it_stands,
    enter,
    games_of,
    paired,
    play_match,
    three_teams,
)
from tests.html import visit
from tests.sign_in import signed_in
from tournaments.models import Section
from tournaments.services import rosters, teams
from tournaments.views import codes


def played_once(players: int, kim: User) -> Section:
    section = a_section(players, 3, by=kim, name="Open", order="modified_median,solkoff")
    half = players // 2
    paired(section, 1, "\n".join(f"{n} {n + half}" for n in range(1, half + 1)), publish=True, by=kim)
    enter(games_of(section, 1)[0], "WL", by=kim)
    return as_it_stands(section)


def test_forty_one_players_are_on_two_sheets_each_with_its_head(client: Client, kim: User) -> None:
    section = played_once(41, kim)
    page = visit(client, at("paper", section))
    sheets = page.all(".on-paper")
    assert [len(sheet.all("tbody tr")) for sheet in sheets] == [40, 1]
    assert [sheet.all(".which")[0].text for sheet in sheets] == ["Page 1 of 2", "Page 2 of 2"]
    for sheet in sheets:
        assert sheet.all("h1")[0].text == "Open"
        assert "round 1" in sheet.all("header p")[0].text
        assert [head.text for head in sheet.all("thead th")][-3:] == ["MMed", "Solk", "Pts"]


def test_a_sheet_says_of_when_it_is_and_its_page_that_it_tells_of_new_results(
    client: Client, kim: User
) -> None:
    page = visit(client, at("paper", played_once(41, kim)))
    assert all("Last result" in sheet.all("header p")[0].text for sheet in page.all(".on-paper"))
    assert "This page stays as it is, and says when there are new results." in page.one(".status").text


def test_lines_stand_by_rank_with_the_cells_and_the_values_of_the_standings(
    client: Client, kim: User
) -> None:
    section = played_once(4, kim)
    first = visit(client, at("paper", section)).all(".on-paper tbody tr")[0]
    assert first.all("td.n")[0].text == "1"
    assert "W3w" in first.text
    assert first.all(".points")[0].text == "1"


def test_a_sheet_of_teams_calls_nobody_a_player_and_says_what_stands_in_parentheses(client: Client) -> None:
    section = three_teams()
    (match,) = paired(section, 1, "1 2", publish=True)
    play_match(match, "WL", "DD", "WL", "LW")
    (sheet,) = visit(client, at("paper", section)).all(".on-paper")
    assert [head.text for head in sheet.all("thead th")][:2] == ["#", "Team"]
    assert "Player" not in sheet.text
    assert "In parentheses: the points on the boards of the match." in sheet.all("footer")[0].text


def test_a_sheet_has_ratings_where_there_are_any_and_says_who_is_unrated(client: Client, kim: User) -> None:
    section = a_section(0, 3, by=kim, order="solkoff")
    rosters.add_players(section, [EntryFactory.create(rating=None), EntryFactory.create(rating=None)], by=kim)
    heads = [head.text for head in visit(client, at("paper", section)).all(".on-paper thead th")]
    assert "Rtg" not in heads
    rosters.add_players(section, [EntryFactory.create(rating=1200)], by=kim)
    page = visit(client, at("paper", section))
    assert "Rtg" in [head.text for head in page.all(".on-paper thead th")]
    assert [line.all("td.n")[1].text for line in page.all(".on-paper tbody tr")] == ["unr.", "unr.", "1200"]


def test_each_sheet_has_the_address_of_the_live_standings_as_a_code(client: Client, kim: User) -> None:
    section = played_once(4, kim)
    page = visit(client, at("paper", section))
    assert f"http://testserver{at('standings', section)}" in page
    assert page.all(".on-paper .code svg")


def unbroken(answer: Any) -> str:
    """A page without the parts between which a long address may break."""
    return re.sub("</?span>", "", answer.content.decode())


def test_a_notice_printed_on_the_laptop_itself_has_the_address_that_phones_reach_now(
    client: Client, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = played_once(4, kim)
    screen = reverse("screen", args=[section.event.slug])
    for name in (at("paper", section), at("posted-order", section), screen):
        monkeypatch.setattr(codes, "phone_addresses", lambda: ["http://192.168.8.10:8000"])
        answer = client.get(name, headers={"host": "localhost"})
        assert "http://192.168.8.10:8000/e/" in unbroken(answer), name
        assert "localhost" not in answer.content.decode(), name
        # In another Wi-Fi the page that the browser kept is old.
        monkeypatch.setattr(codes, "phone_addresses", lambda: ["http://10.0.0.7:8000"])
        kept = {"host": "localhost", "if-none-match": answer.headers["ETag"]}
        assert "http://10.0.0.7:8000/e/" in unbroken(client.get(name, headers=kept)), name


def test_the_notice_of_a_table_of_teams_has_the_code_of_its_standings_as_that_of_a_section(
    client: Client, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = played_once(4, kim)
    table = teams.make_table(
        section.event, name="K-8 Teams", sections=[section], best=2, place_trophies=1, by=kim
    )
    monkeypatch.setattr(codes, "phone_addresses", lambda: ["http://192.168.8.10:8000"])
    notice = reverse("posted-team-order", args=[section.event.slug, table.slug])
    page = visit(client, notice, headers={"host": "localhost"})
    live = reverse("teams", args=[section.event.slug, table.slug])
    assert f"http://192.168.8.10:8000{live}" in page
    assert page.all(".scan .code svg")


def test_where_phones_reach_nothing_paper_has_no_address(
    client: Client, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = played_once(4, kim)
    monkeypatch.setattr(codes, "phone_addresses", list)
    for name in ("paper", "posted-order"):
        assert "localhost" not in visit(client, at(name, section), headers={"host": "localhost"}).text, name


def test_the_desk_s_list_of_papers_leads_to_them(kim: User) -> None:
    own = played_once(4, kim)
    page = visit(signed_in(kim), at("print", own))
    assert reverse("paper", args=[own.event.slug, own.slug]) in page.links
