"""Who has no board in a posted round is on every list of it, and what is posted is said while an earlier
result is missing."""

import re
from datetime import UTC, datetime, timedelta

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
    game_between,
    games_of,
    paired,
    played,
)
from tests.html import visit
from tests.views.public_pages import address
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import LogEntry, Section
from tournaments.services import drafts, finishing, pairings, rosters, teams


@pytest.fixture
def section(kim: User) -> Section:
    """The game of 1 and 4 in round 1 has no result: both are held out of round 2, which is published."""
    section = a_section(7, 3, by=kim)
    played(section, 1, "1 4\n2 5 WL\n3 6 WL\n7 B")
    section = as_it_stands(section)
    made = drafts.propose(section, 2, choices={frozenset((1, 4)): "held_out"})
    drafts.keep(section, 2, made, by=kim)
    drafts.publish(section, 2, by=kim)
    return as_it_stands(section)


def called(section: Section, number: int) -> str:
    return section.players.get(number=number).called


def test_who_is_held_out_is_named_on_the_page_of_the_round(client: Client, section: Section) -> None:
    """29H8."""
    page = visit(client, address(section, "round", 2))
    assert f"Still playing round 1: {called(section, 1)}; {called(section, 4)}" in page
    assert "Not paired yet" not in page
    assert "till playing round" not in visit(client, address(section, "round", 1))


def test_who_came_after_the_round_was_published_is_not_paired_yet(
    client: Client, section: Section, kim: User
) -> None:
    [late] = rosters.add_players(section, [EntryFactory.create(name="Late, Lia")], by=kim)
    assert "Not paired yet: Lia Late" in visit(client, address(section, "round", 2))
    assert "Round 2: not paired yet" in visit(client, address(section, "player", late.number))


def test_the_page_of_a_player_who_is_held_out_says_so(client: Client, section: Section) -> None:
    page = visit(client, address(section, "player", 4))
    assert "Round 2: paired later" in page
    assert page.texts("table.played tbody tr") == [
        f"Round 1 1 Black against {called(section, 1)} Why paired? Board 1: why these two still playing",
        "Round 2 still playing round 1",
    ]


def test_the_sheets_for_the_wall_and_the_screen_list_who_is_held_out(
    client: Client, desk: Client, section: Section
) -> None:
    last_first = {n: section.players.get(number=n).name for n in (1, 4)}
    by_name = visit(desk, at("pairings-by-name", section, 2))
    by_board = visit(desk, at("pairings-by-board", section, 2))
    screen = visit(client, reverse("screen", args=[section.event.slug]))
    for number in (1, 4):
        line = next(row for row in by_name.texts("tbody tr") if called(section, number).split()[1] in row)
        assert line.endswith("still playing round 1"), last_first
        row = next(row for row in by_board.texts("tbody tr") if called(section, number) in row)
        assert row.startswith("– ")
        assert "still playing round 1" in row
        assert any("still playing round 1" in row for row in screen.texts(".slide.pairings li"))


def test_a_bye_without_a_point_has_one_name(client: Client, section: Section, kim: User) -> None:
    pairings.give_bye(section, 3, [7], Kind.UNPAIRED, by=kim)
    enter(game_between(games_of(section, 1), 1, 4), "WL")
    pairings.pair(section, 2, "1 4", by=kim, reason="their result came")
    for game in games_of(section, 2):
        enter(game, "WL")
    pairings.pair(section, 3, "1 2\n3 4\n5 6", by=kim)
    pairings.publish(section, 3, by=kim)
    assert f"Zero-point bye: {called(section, 7)}" in visit(client, address(section, "round", 3))
    assert "Round 3: zero-point bye" in visit(client, address(section, "player", 7))
    assert "U: zero-point bye" in visit(client, address(section, "wall-chart"))


def test_pages_say_that_a_round_is_posted_while_an_earlier_result_is_missing(
    client: Client, section: Section
) -> None:
    said = "Live · round 2 · standings wait for board 1 of round 1"
    for page in (address(section, "standings"), address(section, "round", 2), address(section, "player", 2)):
        assert said in visit(client, page).one("#status")
    home = visit(client, reverse("event", args=[section.event.slug]))
    assert said in home
    assert "Round 2 is posted: who plays where" in home
    assert "No results yet" not in visit(client, address(section, "standings"))
    assert "Later results count when round 1 is complete." in visit(client, address(section, "standings"))
    enter(game_between(games_of(section, 1), 1, 4), "WL")
    assert "standings wait" not in visit(client, address(section, "standings")).one("#status")


def test_results_of_a_round_that_the_standings_wait_for_are_told_as_they_are(
    client: Client, kim: User
) -> None:
    section = a_section(8, 3, by=kim, order="solkoff")
    played(section, 1, "1 5\n2 6\n3 7\n4 8")
    played(section, 2, "1 2 WL\n3 4 WL\n5 6 WL\n7 8")
    page = visit(client, address(section, "standings"))
    assert "Live · round 2 · standings wait for 4 results of round 1" in page.one("#status")
    assert "No results yet" not in page
    assert "Standings appear after the first result of round 1." in page
    enter(game_between(games_of(section, 1), 1, 5), "WL")
    assert "Live · round 2 · standings wait for boards 2, 3, 4 of round 1" in visit(
        client, address(section, "standings")
    )
    player = visit(client, address(section, "player", 1))
    assert player.one(".next").text == "Round 2: won", "no place: the standings do not have it yet"
    assert "4 games still playing" in visit(client, reverse("event", args=[section.event.slug]))


def test_the_last_result_is_that_of_a_result_and_not_of_a_publication(
    client: Client, section: Section
) -> None:
    morning = datetime(2026, 11, 21, 14, 52, tzinfo=UTC)
    LogEntry.objects.update(at=morning + timedelta(hours=1))
    LogEntry.objects.filter(verb="result").update(at=morning)
    line = visit(client, address(section, "standings")).one("#status")
    assert line.one("time")["datetime"] == morning.isoformat()
    assert "Last result" in line


def test_the_last_result_is_told_in_one_form_while_play_goes_on_when_it_is_over_and_when_it_is_reopened(
    client: Client, kim: User
) -> None:
    """A reopened section said of its last result that it was the last change, above the later reopening."""
    section = a_section(4, 1, by=kim)
    first, second = paired(section, 1, "1 2\n3 4", publish=True)
    page = address(section, "standings")

    def told() -> str:
        (line,) = [each.text for each in visit(client, page).all("#status > span") if each.all("time")]
        return line

    form = r"Last result \w{3} \d+:\d\d [AP]M · checked just now"
    enter(first, "WL")
    assert re.fullmatch(form, told())
    enter(second, "WL")
    assert re.fullmatch(form, told())
    finishing.finish(as_it_stands(section), by=kim)
    finishing.reopen(as_it_stands(section), by=kim, reason="Board 2 was misread")
    assert re.fullmatch(form, told())
    assert re.match(r"Reopened \w{3} \d+:\d\d [AP]M: ", visit(client, page).one("#status .reopened").text)


def test_a_last_round_is_not_over_while_somebody_is_still_to_be_paired_in_it(
    client: Client, kim: User
) -> None:
    """It said "After all 2 rounds", and that a playoff decides."""
    section = a_section(7, 2, by=kim)
    section.players.update(team="Elm")
    table = teams.make_table(section.event, name="Schools", sections=[section], minimum=1, by=kim)
    of_table = reverse("teams", args=[section.event.slug, table.slug])
    games = played(section, 1, "1 4\n2 5 WL\n3 6 WL\n7 B")
    made = drafts.propose(as_it_stands(section), 2, choices={frozenset((1, 4)): "held_out"})
    drafts.keep(as_it_stands(section), 2, made, by=kim)
    drafts.publish(section, 2, by=kim)
    for game in games_of(section, 2):
        enter(game, "WL")
    enter(game_between(games, 1, 4), "DD")
    says = "Round 2 of 2 · 2 players not paired yet"
    pages = [address(section, name) for name in ("standings", "trophies")]
    for page in [*pages, of_table, reverse("event", args=[section.event.slug])]:
        assert says in visit(client, page), page
    for number in range(1, 8):
        card = visit(client, at("card", section, number))
        assert "After all rounds" not in card
        assert ("Round 2: not paired yet" in card) is (number in (1, 4))
    assert "playoff" not in visit(client, address(section, "standings"))
    pairings.pair(as_it_stands(section), 2, "1 4", by=kim, reason="paired by hand")
    enter(game_between(games_of(section, 2), 1, 4), "WL")
    for page in [*pages, of_table]:
        assert "After all 2 rounds" in visit(client, page), page
    assert "After all rounds: " in visit(client, at("card", section, 1))


def test_a_round_in_which_nobody_is_paired_yet_says_so_and_lists_only_its_byes(
    client: Client, kim: User
) -> None:
    """Of 38 players, 37 were listed as not paired yet."""
    section = a_section(7, 2, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL\n5 6 WL\n7 H")
    pairings.give_bye(as_it_stands(section), 2, [7], Kind.HALF_BYE, by=kim)
    page = visit(client, at("round", section, 2))
    assert "Round 2 is not paired yet." in page
    assert page.texts(".absence") == [f"Half-point bye: {called(section, 7)}"]


def test_a_round_of_byes_alone_is_posted(client: Client, kim: User) -> None:
    """Its page said that it is not posted, and so did the event's."""
    section = a_section(2, 2, by=kim)
    paired(section, 1, "1 H\n2 H", publish=True)
    page = visit(client, at("round", section, 1))
    assert "not posted yet" not in page
    assert page.one(".absence").text.startswith("Half-point bye: ")
    home = visit(client, reverse("event", args=[section.event.slug]))
    assert home.one("p.next").text == "Round 1: byes are posted, pairings are not"
    assert "Round 2 is not posted yet" in visit(client, at("round", section, 2))


def test_a_bye_of_a_later_round_does_not_make_that_round_the_one_to_go_to(client: Client, kim: User) -> None:
    section = a_section(4, 3, by=kim)
    [first, second] = paired(section, 1, "1 3\n2 4", publish=True)
    pairings.give_bye(section, 2, [4], Kind.HALF_BYE, by=kim)
    home = reverse("event", args=[section.event.slug])
    assert visit(client, home).one("p.next").text == "Round 1 is posted: who plays where"
    enter(first, "WL")
    enter(second, "WL")
    assert visit(client, home).one("p.next").text == "Round 2: byes are posted, pairings are not"
