"""An event's own page: every section as it is played, who leads, what comes next, and the schools."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    a_section,
    as_it_stands,
    enter,
    games_of,
    paired,
    play_match,
    played,
    three_teams,
)
from tests.html import Element, read, visit
from tournaments.formats.records import RosterEntry
from tournaments.models import Section
from tournaments.services import ceremony, finishing, regrouping, rosters, setup, teams


@pytest.fixture
def section(kim: User) -> Section:
    """Four players; in round 1 of 2 nothing is played yet."""
    section = a_section(4, 2, by=kim, order="solkoff", name="K-3")
    paired(section, 1, "1 2\n3 4", publish=True)
    return as_it_stands(section)


def home(section: Section) -> str:
    return reverse("event", args=[section.event.slug])


def line(page: Element, section: Section) -> Element:
    return page.one(f"#s-{section.slug}")


def leaders(page: Element, section: Section) -> list[str]:
    return [each.spoken for each in line(page, section).all(".leaders > span:not(.visually-hidden)")]


def test_a_section_says_its_round_the_games_still_playing_and_who_leads(
    client: Client, section: Section
) -> None:
    enter(games_of(section, 1)[0], "WL")
    page = visit(client, home(section))
    assert "Live · round 1 · 1 of 2 games still playing" in line(page, section)
    assert "1 game still playing" in page.one("#status")
    names = {player.number: player.called for player in section.players.all()}
    assert leaders(page, section)[0] == f"1 {names[1]} 1 point"
    assert len(leaders(page, section)) == 3


def test_those_who_share_the_last_rank_that_is_shown_are_counted(
    client: Client, section: Section, kim: User
) -> None:
    """One of two children on 3= stood there alone, as if the other were behind."""
    other = a_section(8, 2, event=section.event, order="solkoff", name="Open", by=kim)
    paired(other, 1, "1 2\n3 4\n5 6\n7 8", publish=True)
    first, *games = games_of(other, 1)
    enter(first, "WL")
    for game in games:
        enter(game, "WL")
    shown = line(visit(client, home(section)), other).one(".leaders")
    assert shown.texts("i") == ["1=", "1=", "1="]
    assert shown.text.endswith("and 1 other with 1 point")
    played(other, 2, "1 3 WL\n5 7 WL\n2 4 WL\n6 8 DD")
    assert "other" not in line(visit(client, home(section)), other).one(".leaders")


def test_nobody_leads_before_the_first_result(client: Client, section: Section) -> None:
    page = visit(client, home(section))
    assert not leaders(page, section)
    assert at("round", section, 1) in line(page, section).links


def test_a_table_of_teams_says_which_of_them_lead_once_there_is_a_result(
    client: Client, section: Section, kim: User
) -> None:
    for number, school in enumerate(("Wren Academy", "Millpond", "Wren Academy", "Millpond"), 1):
        rosters.edit_player(section.players.get(number=number), by=kim, team=school)
    teams.make_table(section.event, name="K-3 Teams", sections=[section], best=2, place_trophies=1, by=kim)

    def lead() -> list[str]:
        table = visit(client, home(section)).one("li:has(.of-teams)")
        return [each.spoken for each in table.all(".leaders > span:not(.visually-hidden)")]

    assert lead() == []
    enter(games_of(section, 1)[0], "WL")
    assert lead() == ["1 Wren Academy 1 point", "2 Millpond 0 points"]


def test_a_section_of_matches_says_which_teams_lead(client: Client) -> None:
    section = three_teams()
    (match,) = paired(section, 1, "1 3\n2 B", publish=True)
    play_match(match, "WL", "WL", "WL", "DD")
    shown = leaders(visit(client, home(section)), section)
    assert shown == ["1 Birch Bishops 1 point", "2 Alder Lane 1 point", "3 Cedar Castles 0 points"]


def test_a_round_is_posted_until_its_first_result(client: Client, section: Section) -> None:
    """With 18 of 19 games over, the page still said that it is posted."""

    def said() -> str:
        return line(visit(client, home(section)), section).one(".next a").text

    assert said() == "Round 1 is posted: who plays where"
    enter(games_of(section, 1)[0], "WL")
    assert said() == "Round 1: pairings and results"


def test_each_section_says_what_comes_next(client: Client, section: Section, kim: User) -> None:
    empty = a_section(0, 3, event=section.event, name="Empty")
    waiting = a_section(2, 2, event=section.event, name="Waiting")
    between = a_section(2, 2, event=section.event, name="Between")
    played(between, 1, "1 2 WL")
    over = a_section(2, 1, event=section.event, name="Over")
    played(over, 1, "1 2 WL")
    final = a_section(2, 1, event=section.event, name="Final")
    played(final, 1, "1 2 WL")
    finishing.finish(as_it_stands(final), by=kim)
    page = visit(client, home(section))
    assert {
        each.slug: line(page, each).one(".next").text for each in (empty, waiting, between, over, final)
    } == {
        empty.slug: "No entries yet. Names appear when the director imports the roster.",
        waiting.slug: "Round 1 is not posted yet.",
        between.slug: "Round 2 is not posted yet.",
        over.slug: "Trophies",
        final.slug: "Trophy order",
    }
    assert line(page, final).one(".final").text == "FINAL"
    assert at("final", final) in line(page, final).links
    assert not page.one("#status").all(".final")


def test_an_event_whose_sections_are_all_final_says_so(client: Client, section: Section, kim: User) -> None:
    for game in games_of(section, 1):
        enter(game, "WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    finishing.finish(as_it_stands(section), by=kim)
    page = visit(client, home(section))
    assert page.one("#status .final").text == "FINAL"
    assert page.one("#live")["data-live"] == "finished"


def test_an_event_is_final_when_the_team_trophies_are_announced_too(
    client: Client, section: Section, kim: User
) -> None:
    """Its home said FINAL while the page of the teams did not."""
    for game in games_of(section, 1):
        enter(game, "WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    table = teams.make_table(
        section.event, name="Schools", sections=[section], minimum=1, place_trophies=1, by=kim
    )
    finishing.finish(as_it_stands(section), by=kim)
    page = visit(client, home(section))
    assert not page.one("#status").all(".final")
    assert line(page, section).one(".final").text == "FINAL"
    asked = page.one("#live")["hx-get"]
    assert client.get(asked).status_code == 204
    ceremony.freeze(table, by=kim)
    assert client.get(asked).status_code == 200
    assert visit(client, home(section)).one("#status .final").text == "FINAL"


def test_an_event_without_sections_says_what_will_be_here(
    client: Client, section: Section, kim: User
) -> None:
    event = setup.create_event(name="Harvest Open", city="", starts_on=None, by=kim)
    event.hidden = False
    event.save()
    page = visit(client, reverse("event", args=[event.slug]))
    assert "No sections yet. They appear here when the director creates them." in page


def test_the_schools_are_listed_with_the_way_to_each(client: Client, section: Section, kim: User) -> None:
    people = [("Ann", "Fir Road"), ("Ben", "Elm"), ("Cy", "Elm"), ("Di", "")]
    entries = [RosterEntry(None, name, team=team) for name, team in people]
    rosters.add_players(a_section(0, event=section.event), entries, by=kim)
    schools = visit(client, home(section)).one("#schools")
    assert [link.text for link in schools.all("a")] == ["Elm 2", "Fir Road 1"]
    assert client.get(schools.links[0]).status_code == 200


def test_a_poll_without_news_is_empty_and_one_result_sends_one_line(client: Client, section: Section) -> None:
    other = a_section(2, 2, event=section.event, name="Reserve")
    played(other, 1, "1 2 WL")
    page = visit(client, home(section))
    asked = page.one("#live")["hx-get"]
    nothing = client.get(asked)
    assert (nothing.status_code, nothing.content) == (204, b"")
    enter(games_of(section, 1)[0], "WL")
    news = client.get(asked)
    assert news.headers["HX-Reswap"].startswith("none")
    assert f'id="s-{section.slug}"' in news.content.decode()
    assert f'id="s-{other.slug}"' not in news.content.decode()


def test_who_looks_without_a_script_finds_a_player_and_the_poll_keeps_the_answer(
    client: Client, section: Section
) -> None:
    name = section.players.get(number=2).called
    page = visit(client, home(section), {"q": name})
    assert at("player", section, 2) in page.links
    asked = page.one("#live")["hx-get"]
    enter(games_of(section, 1)[0], "WL")
    assert f"found for “{name}”" in read(client.get(asked)) or name in client.get(asked).content.decode()


def test_who_mistypes_a_letter_without_a_script_reads_whom_one_may_mean_where_nobody_was_found(
    client: Client, section: Section, kim: User
) -> None:
    later = a_section(0, 2, event=section.event, name="K-1")
    rosters.add_players(later, [RosterEntry(None, "Anna Marsh"), RosterEntry(None, "Cleo March")], by=kim)
    page = visit(client, home(section), {"q": "march"}).one(".listed")
    assert [name.text for name in page.all("a.line bdi")] == ["Cleo March"]
    assert "Did you mean:" not in page.text
    page = visit(client, home(section), {"q": "marxh"}).one(".listed")
    assert [name.text for name in page.all("a.line bdi")] == ["Anna Marsh", "Cleo March"]
    assert "Did you mean:" in page.text


def test_a_section_whose_players_were_merged_into_another_is_not_listed_once_that_plays(
    client: Client, kim: User
) -> None:
    stays = a_section(4, 2, by=kim, name="K-3")
    goes = a_section(2, 2, event=stays.event, name="K-1")
    coming = a_section(0, 2, event=stays.event, name="Sunday")
    regrouping.merge(stays, goes, by=kim)
    page = visit(client, home(stays))
    assert "The players of K-1 play in K-3." in line(page, goes)
    played(as_it_stands(stays), 1, "1 2 WL\n3 4 WL\n5 6 WL")
    page = visit(client, home(stays))
    assert not page.all(f"#s-{goes.slug}")
    assert "No entries yet" in line(page, coming), "its roster is still to come"
    said = "The players of K-1 play in K-3."
    assert said in visit(client, at("standings", goes)), "its address still answers"


def test_the_foot_of_standings_asks_why_this_order_once_there_is_one(
    client: Client, section: Section
) -> None:
    asks = "Why this order? Tap a name."
    assert asks not in visit(client, at("standings", section))
    enter(games_of(section, 1)[0], "WL")
    assert asks in visit(client, at("standings", section))
