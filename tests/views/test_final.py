"""The public pages of a final section: the header everywhere, the trophy order, its bytes."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    a_section,
    as_it_stands,
    corrected,
    director_of,
    enter,
    games_of,
    paired,
    played,
    swap_colors,
    three_teams,
)
from tests.html import visit
from tests.views.final_page import once_more, section, two_versions
from tests.views.public_pages import PAGES, address
from tiebreaks import final
from tiebreaks.models import FinalSheet, FrozenAwards
from tournaments.models import Event, Game, MatchBoard, Seat, Section
from tournaments.services import ceremony, decisions, prizes
from tournaments.services.finishing import finish, reopen
from tournaments.services.matches import record_board
from tournaments.services.pairings import remove_bye
from tournaments.text.wording import date_and_clock, day_and_clock
from tournaments.views import codes

__all__ = ["section"]

RELOADS = "This page stays as it is, and says when there are new results."
STAYS = "This list stays as it is, and says when it no longer applies."

# A piece of a page, and a card of another one.
WITHOUT_HEADER = {"row", "card"}


def test_the_desk_leads_from_a_final_section_to_its_final_sheet(
    desk: Client, section: Section, kim: User
) -> None:
    page = reverse("desk-event", args=[section.event.slug])
    assert "All rounds finished" in visit(desk, page).one(".sections .next")
    finish(section, by=kim)
    (link,) = visit(desk, page).one(".sections .next").all("a")
    assert (link.text, link["href"]) == ("Final sheet", address(as_it_stands(section), "final"))


def test_every_page_of_the_section_says_final_with_the_date(
    client: Client, section: Section, kim: User
) -> None:
    row = finish(section, by=kim)
    for name in set(PAGES) - WITHOUT_HEADER:
        page = visit(client, address(section, name))
        assert page.one(".status .final").text == "FINAL", name
        (status,) = [each for each in page.all(".status") if each.all(".final")]
        assert date_and_clock(row.finished_at) in status, name
        assert (at("final-version", section, 1) in status.links) is (name != "final"), name
        assert not any("After all 2 rounds" in each for each in page.all(".status")), name
    earlier = visit(client, address(section, "standings"), {"after": 1})
    assert "After round 1 of 2" in earlier.one("#status")
    assert earlier.one(".final").text == "FINAL"
    why = visit(client, address(section, "why"), {"after": 1})
    assert [status.text.split(" · ")[0] for status in why.all(".status")][1:] == ["After round 1 of 2"]


def test_the_status_line_stands_below_the_search_on_every_page_live_and_final(
    client: Client, section: Section, kim: User
) -> None:
    """On final pages it stood above."""

    def stand_below() -> None:
        for name in set(PAGES) - WITHOUT_HEADER - {"paper"}:
            html = client.get(address(section, name)).content.decode()
            assert html.index('class="find"') < html.index('class="status"'), name

    stand_below()
    finish(section, by=kim)
    stand_below()
    reopen(as_it_stands(section), by=kim, reason="A slip was read wrong")
    stand_below()
    # The reopening stands on a line of its own: no period ends the line before, here as elsewhere.
    status = visit(client, address(section, "standings")).one("#status")
    assert re.search(r"\d [AP]M · checked just now Reopened", status.text)


def test_no_page_says_final_before_and_after(client: Client, section: Section, kim: User) -> None:
    finish(section, by=kim)
    reopen(as_it_stands(section), by=kim, reason="A slip was read wrong")
    for name in set(PAGES) - WITHOUT_HEADER:
        assert not visit(client, address(section, name)).all(".final"), name


def test_every_page_of_a_reopened_section_says_why_and_leads_to_what_no_longer_holds(
    client: Client, section: Section, kim: User
) -> None:
    reason = "A slip was read wrong"
    finish(section, by=kim)
    reopen(as_it_stands(section), by=kim, reason=reason)
    home = reverse("event", args=[section.event.slug])
    for shown in (home, *(address(section, name) for name in set(PAGES) - WITHOUT_HEADER - {"final"})):
        page = visit(client, shown)
        assert page.text.count(reason) == 1, shown
        assert reason in page.all(".reopened")[0], shown
        assert at("final-version", section, 1) in page.links, shown
    # Results that come in leave it standing.
    corrected(games_of(section, 2)[0], "LW", by=kim)
    assert reason in visit(client, address(section, "standings"))
    finish(as_it_stands(section), by=kim)
    assert reason not in visit(client, home)


def test_the_trophy_order_says_why_it_differs_from_the_rating_crosstable(
    client: Client, section: Section, kim: User
) -> None:
    finish(section, by=kim)
    page = visit(client, at("final", section))
    assert page.headings[0] == f"{section.name} Trophy order"
    assert page.one(".differs").text == (
        "Trophies follow this order: the posted tiebreaks rank players with the same score. The US"
        " Chess rating crosstable ignores tiebreaks, so tied players can be in a different order"
        " there."
    )
    rows = page.all(".trophy-order tbody tr")
    assert [row.one(".rank").text for row in rows] == ["1", "2=", "2=", "4"]
    assert [row.one(".points").text for row in rows] == ["2", "1", "1", "0"]
    assert "1st trophy" in rows[0]
    assert "The posted tiebreaks leave these two tied." in rows[1]
    assert "Tiebreaks: Solkoff" in page


def a_finished_match() -> tuple[Section, Game, User]:
    """Three teams, one match of one round, which White won on every board, finished by its director."""
    section = three_teams()
    kim = director_of(section)
    Section.objects.filter(pk=section.pk).update(rounds=1)
    (match,) = paired(section, 1, "1 3\n2 U", publish=True)
    for row in MatchBoard.objects.filter(game=match):
        record_board(row, "WL", revision=row.revision, by=kim)
    finish(as_it_stands(section), by=kim)
    return section, match, kim


def test_the_trophy_order_of_teams_speaks_of_teams(client: Client) -> None:
    section, *_rest = a_finished_match()
    page = visit(client, at("final", section))
    assert page.one(".differs").text == (
        "Trophies follow this order: the posted tiebreaks rank teams with the same score. The US Chess"
        " rating crosstable lists players and their games, not teams."
    )
    assert "anybody can rank the teams and award the prizes again" in page.one(".proof")
    assert "Player" not in page.texts("thead th")


def test_what_decided_stands_with_the_one_who_is_ahead(client: Client, kim: User) -> None:
    section = a_section(4, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 LW\n2 4 WL")
    finish(as_it_stands(section), by=kim)
    rows = visit(client, at("final", section)).all(".trophy-order tbody tr")
    assert [len(row.all(".ahead")) for row in rows] == [0, 1, 0, 0]
    assert rows[1].one(".ahead").text == "ahead by Solkoff 3 to 1"


def test_the_bytes_are_those_that_the_page_shows_the_hash_of(
    client: Client, section: Section, kim: User
) -> None:
    row = finish(section, by=kim)
    page = visit(client, at("final-version", section, 1))
    assert row.sha256 in page
    answer = client.get(page.link("Download this sheet (JSON)"))
    name = page.one(".proof [download]")["download"]
    assert f'filename="{name}"' in answer.headers["Content-Disposition"]
    assert f"python manage.py check_final {name} --sha256 {row.sha256}" in page.texts(".proof code")
    assert answer.headers["Content-Type"] == "application/json"
    assert final.digest(answer.content) == row.sha256
    assert final.differences(final.read(answer.content)) == []


def test_a_sheet_has_public_fields_only(client: Client, section: Section, kim: User) -> None:
    player = section.players.get(number=1)
    player.uscf_id, player.age = "30000001", 9
    player.save()
    finish(as_it_stands(section), by=kim)
    content = client.get(at("final-sheet", section, 1)).content.decode()
    assert "30000001" not in content
    cards = json.loads(content)["cards"]
    assert {len(card) for card in cards} == {10}
    assert 9 not in cards[0]


@pytest.mark.parametrize("name", ["trophies", "cash"])
def test_the_page_of_awards_has_one_link_to_what_changed_and_says_the_time_once(
    client: Client, section: Section, kim: User, name: str
) -> None:
    """It numbered the trophy order and the awards list one below the other."""
    ceremony.freeze(as_it_stands(section), by=kim)
    two_versions(section, kim)
    page = visit(client, at(name, section))
    assert page.text.count("changed") == 1
    assert page.link("What awards list 2 changed since list 1") == at("announced", section, 2)
    assert page.link("Trophy order") == at("final-version", section, 2)
    assert page.text.count(date_and_clock(FrozenAwards.objects.latest("pk").frozen_at)) == 1


def test_version_2_shows_its_difference_and_links_version_1(
    client: Client, section: Section, kim: User
) -> None:
    two_versions(section, kim)
    standings = visit(client, at("standings", section))
    assert standings.link("Trophy order, version 2: what changed") == at("final-version", section, 2)
    page = visit(client, at("final", section))
    since = page.one(".since")
    one, three = (section.players.get(number=number).called for number in (1, 3))
    assert "Changes since version 1" in since
    assert "Why: “Board 1 was entered wrong.”" in since
    assert ["1st place trophy", f"{one} → {three}"] in since.rows
    assert at("final-version", section, 1) in since.links
    first = visit(client, at("final-version", section, 1))
    assert not first.all(".since")
    assert "Version 2 replaced this version." in first
    assert at("final-version", section, 2) in first.links
    assert first.all(".trophy-order tbody tr")[0].one("bdi").text == one


def test_a_version_on_paper_says_where_it_stays_and_what_it_replaces(
    client: Client, section: Section, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_versions(section, kim)
    page = visit(client, at("final", section))
    assert page.one(".proof .scan b").text == f"http://testserver{at('final-version', section, 2)}"
    assert "Replaces version 1: “Board 1 was entered wrong.”" in page.one(".trophy-order thead")
    first = visit(client, at("final-version", section, 1))
    assert first.one(".proof .scan b").text == f"http://testserver{at('final-version', section, 1)}"
    assert "Replaces" not in first
    # The address that only the laptop knows is none; in another Wi-Fi the page that the browser kept is old.
    here = {"host": "localhost"}
    monkeypatch.setattr(codes, "phone_addresses", list)
    answer = client.get(at("final", section), headers=here)
    assert "This version stays at" not in answer.text
    monkeypatch.setattr(codes, "phone_addresses", lambda: ["http://192.168.8.10:8000"])
    again = client.get(at("final", section), headers=here | {"if-none-match": answer.headers["ETag"]})
    assert f"http://192.168.8.10:8000{at('final-version', section, 2)}" in again.text


def test_version_2_shows_the_corrected_results_before_and_after_and_marks_who_has_them(
    client: Client, section: Section, kim: User
) -> None:
    two_versions(section, kim)
    one, three = (section.players.get(number=number).called for number in (1, 3))
    page = visit(client, at("final", section))
    table = page.one("table.corrected")
    assert table.one("caption").text == "1 corrected result"
    assert table.rows[1:] == [[f"{one} – {three}", "2", "1–0 → 0–1"]]
    rows = page.all(".trophy-order tbody tr")
    assert {row.one("bdi").text for row in rows if "corrected" in row.texts(".pill")} == {one, three}
    assert "corrected" not in visit(client, at("final-version", section, 1))


def test_what_is_won_is_called_beside_a_name_as_on_the_standings(client: Client, kim: User) -> None:
    section = a_section(2, 1, by=kim)
    played(section, 1, "1 2 WL")
    prizes.announce(section, "1st place trophy\n1+ points: medal", in_this_order=False, by=kim)
    finish(as_it_stands(section), by=kim)
    row = visit(client, at("final", section)).all(".trophy-order tbody tr")[0]
    assert row.texts(".pill") == ["1st trophy", "Medal"]


def test_a_correction_that_moves_nobody_is_shown_all_the_same(client: Client, kim: User) -> None:
    section = a_section(2, 1, by=kim)
    played(section, 1, "1 2 FX")
    finish(as_it_stands(section), by=kim)
    reopen(as_it_stands(section), by=kim, reason="They came late and played")
    corrected(games_of(section, 1)[0], "LW", by=kim)
    finish(as_it_stands(section), by=kim)
    page = visit(client, at("final", section))
    assert page.one("table.corrected").rows[1][2] == "F–X → 0–1"
    assert "No place, no score and no trophy changed." in page.one(".since")


def test_of_two_games_in_a_round_the_one_that_was_corrected_is_shown(client: Client, kim: User) -> None:
    section = a_section(2, 1, by=kim, games=2)
    for game in paired(section, 1, "1 2", publish=True):
        enter(game, "DD")
    finish(as_it_stands(section), by=kim)
    reopen(as_it_stands(section), by=kim, reason="The second slip was read wrong")
    second = games_of(section, 1)[1]
    corrected(second, "WL", by=kim)
    white, black = (seat.player.called for seat in second.seats.order_by("-side"))
    finish(as_it_stands(section), by=kim)
    table = visit(client, at("final", section)).one("table.corrected")
    assert table.rows[1:] == [[f"{white} – {black}", "1", "½–½ → 1–0"]]


def test_of_a_match_of_teams_the_score_is_shown_before_and_after(client: Client) -> None:
    section, match, kim = a_finished_match()
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    first = MatchBoard.objects.get(game=match, board=1)
    record_board(first, "LW", revision=first.revision, by=kim)
    finish(as_it_stands(section), by=kim)
    page = visit(client, at("final", section))
    table = page.one("table.corrected")
    assert table.texts("thead th") == ["Teams", "Round", "Result"]
    assert table.rows[1:] == [["Alder Lane – Cedar Castles", "1", "4–0 → 3–1"]]


def test_a_bye_that_became_another_one_is_a_corrected_result(client: Client, kim: User) -> None:
    section = a_section(3, 1, by=kim)
    played(section, 1, "1 2 WL\n3 B")
    finish(as_it_stands(section), by=kim)
    reopen(as_it_stands(section), by=kim, reason="The bye was asked for")
    remove_bye(Seat.objects.get(game=None), by=kim, reason="asked for half a point")
    paired(section, 1, "3 H")
    finish(as_it_stands(section), by=kim)
    name = section.players.get(number=3).called
    assert visit(client, at("final", section)).one("table.corrected").rows[1:] == [
        [name, "1", "full-point bye → half-point bye"]
    ]


def test_a_board_whose_colors_alone_were_corrected_has_the_same_result(client: Client, kim: User) -> None:
    section = a_section(2, 1, by=kim)
    played(section, 1, "1 2 DD")
    finish(as_it_stands(section), by=kim)
    reopen(as_it_stands(section), by=kim, reason="They sat down the other way")
    swap_colors(games_of(section, 1)[0], kim)
    finish(as_it_stands(section), by=kim)
    since = visit(client, at("final", section)).one(".since")
    assert not since.all("table.corrected")
    assert "No place, no score and no trophy changed." in since


def test_the_trophy_order_says_why_players_ahead_do_not_win_a_trophy(
    client: Client, section: Section, kim: User
) -> None:
    section.players.filter(number__in=(1, 4)).update(rating=900)
    section.players.filter(number__in=(2, 3)).update(rating=1500)
    prizes.announce(section, "1st place trophy\nTop under 1000", in_this_order=False, by=kim)
    sheet = finish(as_it_stands(section), by=kim).sheet
    won = visit(client, at("final", section)).all(".won li")
    first = section.players.get(number=1).called
    assert f"Skipped: {first} already takes 1st place trophy (32F)." in [
        each.text for line in won for each in line.all(".skipped")
    ]
    assert "already takes" not in sheet, "the bytes are as they were"


@pytest.mark.parametrize(("language", "divided"), [("", "shared by 2"), ("/es", "entre 2")])
def test_the_final_sheet_lists_the_money_of_each_with_the_prizes_that_it_comes_from(
    client: Client, section: Section, kim: User, language: str, divided: str
) -> None:
    prizes.announce(section, "1st place trophy\n1st $100\n2nd $50\n3rd $25", in_this_order=False, by=kim)
    finish(as_it_stands(section), by=kim)
    first, second, third = (section.players.get(number=number).called for number in (1, 2, 3))
    page = visit(client, language + at("final", section))
    paid = [each.text for each in page.all(".won.money li")]
    assert [each.split(" ", 1)[0] for each in paid] == ["$100", "$37.50", "$37.50"]
    assert all(name in line for name, line in zip((first, second, third), paid, strict=True))
    assert divided in paid[1]


def test_a_final_sheet_without_prize_money_has_no_list_of_it(
    client: Client, section: Section, kim: User
) -> None:
    finish(as_it_stands(section), by=kim)
    assert not visit(client, at("final", section)).all(".money")


@pytest.mark.parametrize("language", ["", "/es"])
def test_the_sheet_of_a_section_where_a_coin_decided_is_read_in_each_language(
    client: Client, kim: User, language: str
) -> None:
    """A sheet does not say how a toss was recorded."""
    section = a_section(4, 1, by=kim, order="modified_median")
    played(section, 1, "1 2 WL\n3 4 WL", by=kim)
    prizes.announce(section, "1st–2nd trophies", in_this_order=False, by=kim)
    decisions.toss_coin(section, [1, 3], by=kim)
    finish(as_it_stands(section), by=kim)
    assert client.get(language + at("final", section)).status_code == 200


def test_a_version_that_was_replaced_says_so_with_the_time_for_which_it_was_final(
    client: Client, section: Section, kim: User
) -> None:
    two_versions(section, kim)
    first, second = FinalSheet.objects.order_by("number")
    assert first.reopened_at is not None
    FinalSheet.objects.filter(number=1).update(finished_at=first.reopened_at - timedelta(days=1))
    first.refresh_from_db()
    since, until = date_and_clock(first.finished_at), date_and_clock(first.reopened_at)
    replaced = f"REPLACED Final from {since} to {until}"
    page = visit(client, at("final-version", section, 1))
    assert not page.all(".final")
    # On the screen, and on each sheet of paper.
    assert replaced in page.one("[role=search] + .status")
    assert page.one(".of-sheet").text.endswith(replaced)
    latest = visit(client, at("final-version", section, 2))
    assert date_and_clock(second.finished_at) in latest.one("[role=search] + .status")
    assert "REPLACED" not in latest
    reopen(as_it_stands(section), by=kim, reason="A slip was read wrong")
    assert "REOPENED Final from" in visit(client, at("final-version", section, 2)).one(".of-sheet")


def test_the_date_stands_once_where_a_version_was_final_for_some_hours_of_a_day(
    client: Client, section: Section, kim: User
) -> None:
    two_versions(section, kim)
    noon = datetime(2026, 11, 30, 18, tzinfo=UTC)
    FinalSheet.objects.filter(number=1).update(finished_at=noon, reopened_at=noon + timedelta(minutes=2))
    Event.objects.filter(pk=section.event_id).update(time_zone="America/Chicago")
    replaced = "REPLACED Final from Mon, Nov 30, 2026, 12:00 PM to 12:02 PM"
    assert replaced in visit(client, at("final-version", section, 1)).one("[role=search] + .status")


def test_a_list_of_awards_that_was_replaced_says_so_and_not_final(
    client: Client, section: Section, kim: User
) -> None:
    ceremony.freeze(section, by=kim)
    two_versions(section, kim)
    first, second = FrozenAwards.objects.order_by("number")
    FrozenAwards.objects.filter(number=1).update(frozen_at=first.frozen_at - timedelta(days=1))
    first.refresh_from_db()
    since, until = date_and_clock(first.frozen_at), date_and_clock(second.frozen_at)
    page = visit(client, at("announced", section, 1))
    assert page.one("[role=search] + .status").text == f"REPLACED Announced {since}, replaced {until}"
    assert page.headings[0] == f"{section.name} Awards"
    assert RELOADS not in page
    assert STAYS not in page
    newest = visit(client, at("announced", section, 2))
    assert newest.one("[role=search] + .status .final").text == "FINAL"
    assert RELOADS not in newest
    assert STAYS in newest


def test_a_final_sheet_does_not_say_that_it_changes_on_reload(
    client: Client, section: Section, kim: User
) -> None:
    assert RELOADS in visit(client, at("final", section))
    finish(section, by=kim)
    for page in (visit(client, at("final", section)), visit(client, at("final-version", section, 1))):
        assert RELOADS not in page
        assert STAYS in page.one(".status")


def test_a_version_names_the_one_that_replaced_it_and_the_newest(
    client: Client, section: Section, kim: User
) -> None:
    two_versions(section, kim)
    once_more(section, kim)
    for name, of, this in (("final-version", "Version", "version"), ("announced", "Awards list", "list")):
        first, second = (visit(client, at(name, section, number)).all(".warning")[0] for number in (1, 2))
        assert first.text == f"{of} 2 replaced this {this}. {of} 3 is the newest.", name
        assert first.links == [at(name, section, number) for number in (2, 3)], name
        assert second.text == f"{of} 3 replaced this {this}.", name


def test_each_notice_of_a_reopened_section_is_a_sentence(client: Client, section: Section, kim: User) -> None:
    row = finish(section, by=kim)
    for reason, read in (
        ("Board 3 & 4 were turned", "“Board 3 & 4 were turned.”"),
        ("Was board 3 turned? ", "“Was board 3 turned?”"),
    ):
        row = reopen(as_it_stands(section), by=kim, reason=reason)
        assert row.reopened_at is not None
        held = f"Reopened {day_and_clock(row.reopened_at)}: {read}"
        held += f" Trophy order, version {row.number}, no longer applies."
        assert visit(client, at("wall-chart", section)).one("[role=search] + .status").text == held
        page = visit(client, at("final-version", section, row.number))
        told = f"Reopened {date_and_clock(row.reopened_at)}: {read}"
        next_version = "The next version appears when the director finishes the section again."
        assert page.one(".notice").text == f"{told} {next_version}"
        announced = visit(client, at("announced", section, row.number)).one(".notice").text
        assert announced == f"{held} The section is open again, so these awards may change."
        corrected(games_of(section, 2)[0], "LW" if row.number == 1 else "WL", by=kim)
        finish(as_it_stands(section), by=kim)
        since = visit(client, at("final", section)).one(".since")
        assert f"Why: {read} See version {row.number}" in since


def test_a_version_that_was_reopened_says_why(client: Client, section: Section, kim: User) -> None:
    finish(section, by=kim)
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    page = visit(client, at("final-version", section, 1))
    assert "Board 1 was entered wrong" in page.one(".warning")
    assert "when the director finishes the section again" in page.one(".warning")


def test_awards_that_were_announced_say_that_the_section_was_reopened(
    client: Client, section: Section, kim: User
) -> None:
    ceremony.freeze(section, by=kim)
    finish(as_it_stands(section), by=kim)
    announced = at("announced", section, 1)
    page = visit(client, announced)
    assert page.headings[0] == f"{section.name} Final awards"
    assert not page.all(".warning")
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    page = visit(client, announced)
    assert "Board 1 was entered wrong" in page.one(".warning")
    assert "these awards may change" in page.one(".warning")
    assert page.headings[0] == f"{section.name} Awards"
    assert at("final-version", section, 1) in page.one(".warning").links


def test_before_the_first_version_the_address_says_what_will_be_here(
    client: Client, section: Section
) -> None:
    page = visit(client, at("final", section))
    assert "not final yet" in page.one(".empty")
    assert client.get(at("final-version", section, 1)).status_code == 404
    assert client.get(at("final-sheet", section, 1)).status_code == 404
