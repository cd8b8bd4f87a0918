"""The second pass over a round's boards without its script: what agrees, what differs, who hears of it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    UserFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    games_of,
    paired,
    played,
    undone,
)
from tests.html import read, visit
from tests.sign_in import signed_in
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.errors import ReadOtherwise
from tournaments.formats import team_roster
from tournaments.models import Game, LogEntry, MatchBoard, Role, Section, Staff
from tournaments.services import importing, visibility
from tournaments.services.finishing import finish, reopen
from tournaments.services.pairings import pair
from tournaments.services.results import board_with_sides
from tournaments.services.rulings import Outcome, record_ruling
from tournaments.services.verifying import verify
from tournaments.text.wording import clock, unbroken

HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/desk/here/"}


@pytest.fixture
def section(kim: User) -> Section:
    """Six players, round one published: boards 1 and 2 have results by Kim, board 3 none."""
    section = a_section(6, 3, by=kim, order="solkoff")
    games = paired(section, 1, "1 2\n3 4\n5 6", publish=True)
    enter(games[0], "WL", by=kim)
    enter(games[1], "DD", by=kim)
    return as_it_stands(section)


@pytest.fixture
def games(section: Section) -> list[Game]:
    return games_of(section, 1)


@pytest.fixture
def lee(section: Section) -> User:
    lee = UserFactory.create(first_name="Lee", last_name="Moss")
    Staff.objects.create(event=section.event, user=lee, role=Role.ASSISTANT)
    return lee


def reads(client: Client, game: Game, result: str, **more: Any) -> Any:
    """The second reading of a board, as a plain form."""
    return client.post(reverse("verify-result", args=[game.pk]), {"result": result}, **more)


def verified(section: Section) -> list[bool]:
    return [game.verified for game in games_of(section, 1)]


# --- what agrees ---------------------------------------------------------------------------------


def test_a_reading_that_agrees_marks_the_board_and_leads_to_the_next(
    lee: User, section: Section, games: list[Game]
) -> None:
    answer = reads(signed_in(lee), games[0], "WL")
    assert answer.headers["Location"] == f"{at('verify', section, 1)}#game-{games[1].pk}"
    assert verified(section) == [True, False, False]
    page = visit(signed_in(lee), at("verify", section, 1))
    assert "Kim Okafor; verified by Lee Moss" in page.one(f"#game-{games[0].pk} .state").text
    assert page.one("#counters .progress").text == "1 of 3 boards verified"
    assert "By Lee Moss." in page
    assert "1 board has no result yet." in page
    assert "Not verified: 2" in page


def test_the_row_of_a_board_at_the_desk_says_who_verified_it_and_when(
    desk: Client, lee: User, section: Section, games: list[Game]
) -> None:
    verify(games[0], "WL", by=lee)
    page = visit(desk, at("desk-round", section, 1))
    at_that = Game.objects.get(pk=games[0].pk).verified_at
    assert at_that
    assert "verified" in page.one(f"#game-{games[0].pk} .state").text
    said = page.one(f"#game-{games[0].pk} .menu .verified").text
    assert said == f"Kim Okafor; verified by Lee Moss {clock(at_that)}"
    assert "verified" not in page.one(f"#game-{games[1].pk} .state").text
    enter(games[0], "LW", by=director_of(section))
    page = visit(desk, at("desk-round", section, 1))
    assert "verified" not in page.one(f"#game-{games[0].pk} .state").text


def test_a_board_that_is_not_verified_does_not_show_its_result(
    desk: Client, section: Section, games: list[Game]
) -> None:
    page = visit(desk, at("verify", section, 1))
    assert [cell.text for cell in page.all("tbody td.result")] == ["·", "·", "–"]
    verify(games[0], "WL", by=director_of(section))
    verify(games[1], "DD", by=director_of(section))
    page = visit(desk, at("verify", section, 1))
    assert [cell.text for cell in page.all("tbody td.result")] == ["0", "½", "–"]
    assert page.texts("thead th")[1:4] == ["Black", "Black’s", "White"]


def test_verifying_makes_no_version_and_no_entry_and_no_change_of_what_parents_see(
    desk: Client, section: Section, games: list[Game]
) -> None:
    before = section.stamp, LogEntry.objects.count()
    public = Client().get(at("standings", section)).content
    reads(desk, games[0], "WL")
    assert (as_it_stands(section).stamp, LogEntry.objects.count()) == before
    assert Client().get(at("standings", section)).content == public


def test_the_first_who_verified_a_board_stays(
    desk: Client, lee: User, section: Section, games: list[Game]
) -> None:
    verify(games[0], "WL", by=lee)
    first = games_of(section, 1)[0].verified_at
    reads(desk, games[0], "WL")
    board = games_of(section, 1)[0]
    assert (board.verified_by, board.verified_at) == (lee, first)


# --- what differs --------------------------------------------------------------------------------


def test_a_reading_that_differs_changes_nothing_and_asks_which_is_right(
    lee: User, section: Section, games: list[Game]
) -> None:
    client = signed_in(lee)
    answer = reads(client, games[0], "LW")
    assert answer.status_code == 409
    row = read(answer).one(f"#game-{games[0].pk}")
    assert unbroken("Kim Okafor entered 1–0. You read 1 for Black, so 0–1. Check the slip.") in row.text
    assert row.one("td.result").text == "0 ≠ 1"
    assert verified(section) == [False, False, False]
    keep = row.form(reverse("verify-result", args=[games[0].pk]))
    assert keep.send(client, {"result": "WL"}).status_code == 302
    assert verified(section) == [True, False, False]


def test_a_correction_goes_the_ordinary_way_and_leads_back(
    desk: Client, section: Section, games: list[Game]
) -> None:
    form = read(reads(desk, games[0], "LW")).form(reverse("verify-result", args=[games[0].pk]))
    fields = {name: values[0] for name, values in form.fields.items() if values}
    answer = desk.post(reverse("enter-result", args=[games[0].pk]), fields | {"result": "LW"})
    assert answer.headers["Location"] == f"{at('verify', section, 1)}#game-{games[0].pk}"
    board = games_of(section, 1)[0]
    assert not board.verified, "nobody read the new result a second time"
    assert reads(desk, board, "LW").status_code == 302
    assert games_of(section, 1)[0].verified


def test_a_correction_that_others_count_on_shows_its_sheet_first(
    desk: Client, section: Section, games: list[Game]
) -> None:
    enter(games[2], "WL")
    paired(section, 2, "1 3\n5 2\n4 6", publish=True)
    form = read(reads(desk, games[0], "LW")).form(reverse("verify-result", args=[games[0].pk]))
    fields = {name: values[0] for name, values in form.fields.items() if values}
    address = reverse("enter-result", args=[games[0].pk])
    answer = desk.post(address, fields | {"result": "LW"})
    assert answer.status_code == 409
    sheet = read(answer)
    assert "Leave it as it is" in sheet
    assert f"{at('verify', section, 1)}#game-{games[0].pk}" in sheet.links
    saved = sheet.form(address).send(desk, {"reason": "slip read wrong"})
    assert saved.status_code == 302
    assert "".join(games[0].seats.order_by("-side").values_list("kind", flat=True)) == "LW"


def test_a_board_without_a_result_is_not_verified(desk: Client, section: Section, games: list[Game]) -> None:
    answer = reads(desk, games[2], "WL")
    assert answer.status_code == 422
    assert "This board has no result yet. Enter it first." in read(answer)
    answer = reads(desk, games[2], "??")
    assert answer.status_code == 422
    assert verified(section) == [False, False, False]


@pytest.mark.parametrize("what", ["event", "section"])
def test_nothing_is_verified_in_what_is_archived(
    desk: Client, section: Section, games: list[Game], kim: User, what: str
) -> None:
    if what == "event":
        visibility.archive_event(section.event, hide=False, by=kim)
    else:
        visibility.archive(section, hide=False, by=kim)
    answer = reads(desk, games[0], "WL")
    assert answer.status_code == 422
    assert "is archived and read only. Nothing was saved." in read(answer)
    assert verified(section) == [False, False, False]


def test_nothing_is_verified_in_a_final_section(desk: Client, kim: User) -> None:
    section = a_section(2, 1, by=kim, order="solkoff")
    played(section, 1, "1 2 WL")
    finish(as_it_stands(section), by=kim)
    answer = reads(desk, games_of(section, 1)[0], "WL")
    assert answer.status_code == 422
    assert "is final. Nothing was saved." in read(answer)
    assert verified(section) == [False]


@pytest.mark.parametrize("page", ["desk-standings", "verify"])
def test_a_page_is_told_that_its_section_was_finished_archived_or_reopened(
    desk: Client, kim: User, page: str
) -> None:
    section = a_section(2, 1, by=kim, order="solkoff")
    played(section, 1, "1 2 WL")
    address = at("verify", section, 1) if page == "verify" else at("desk-standings", section)
    of_round = "" if page == "verify" else "&round=1"

    def told(took: int) -> str:
        before = as_it_stands(section).stamp.replace(".", ".0")
        news = visit(desk, f"{address}?v={before}&took={took}{of_round}")
        return " ".join(news.texts("#life p:first-child"))

    assert (told(1), told(0)) == ("", f"{section.name} takes results again.")
    finish(as_it_stands(section), by=kim)
    assert told(1) == f"{section.name} was finished. This page takes no more results."
    assert told(0) == ""
    reopen(as_it_stands(section), by=kim, reason="Board 1")
    visibility.archive_event(as_it_stands(section).event, hide=False, by=kim)
    assert told(1) == f"{section.name} was archived. This page takes no more results."


def test_what_is_no_result_is_refused(desk: Client, section: Section, games: list[Game]) -> None:
    for result in ("", "XX", "1"):
        assert reads(desk, games[0], result).status_code == 422
    assert verified(section) == [False, False, False]


def test_a_ruling_that_no_key_gives_is_verified_with_its_button(
    desk: Client, kim: User, section: Section, games: list[Game]
) -> None:
    ruled = Outcome(Kind.LONE_WIN), Outcome(Kind.LONE_DRAW)
    record_ruling(games[0], *ruled, revision=1, reason="split", by=kim)
    page = visit(desk, at("verify", section, 1))
    row = page.one(f"#game-{games[0].pk}")
    assert "Verify the ruling N–R" in row.text
    assert (
        row.form(reverse("verify-result", args=[games[0].pk])).send(desk, {"result": "NR"}).status_code == 302
    )
    assert verified(section)[0]


# --- what ends it --------------------------------------------------------------------------------


def test_a_changed_result_is_not_verified_any_more(
    desk: Client, kim: User, section: Section, games: list[Game]
) -> None:
    for game, result in zip(games, ("WL", "DD"), strict=False):
        verify(game, result, by=kim)
    enter(games_of(section, 1)[0], "DD", by=kim)
    assert verified(section) == [False, True, False]
    undone(section, by=kim)
    assert verified(section) == [False, True, False], "nobody read it again since"


def test_an_entry_between_comparing_and_marking_is_not_marked(
    monkeypatch: pytest.MonkeyPatch, kim: User, section: Section, games: list[Game]
) -> None:
    compared = "tournaments.services.verifying.board_with_sides"

    def and_another_enters(game: Game) -> Any:
        found = board_with_sides(game)
        monkeypatch.setattr(compared, board_with_sides)
        enter(games_of(section, 1)[0], "DD", by=kim)
        return found

    monkeypatch.setattr(compared, and_another_enters)
    with pytest.raises(ReadOtherwise):
        verify(games[0], "WL", by=kim)
    assert verified(section) == [False, False, False]


def test_a_scorekeeper_neither_verifies_nor_changes_what_is_verified(
    lee: User, kim: User, section: Section, games: list[Game]
) -> None:
    Staff.objects.filter(user=lee).update(role=Role.SCOREKEEPER)
    client = signed_in(lee)
    enter(games[2], "WL", by=lee)
    assert reads(client, games[2], "WL").status_code == 403
    assert client.get(at("verify", section, 1)).status_code == 403
    assert at("verify", section, 1) not in visit(client, at("desk-round", section, 1)).links
    assert not verified(section)[2]
    verify(games[2], "WL", by=kim)
    board = games_of(section, 1)[2]
    address = reverse("enter-result", args=[board.pk])
    answer = client.post(address, {"result": "LW", "revision": board.revision}, headers=HTMX)
    assert answer.status_code == 422
    said = "This result is verified. Ask the chief or an assistant to change it."
    assert said in read(answer)
    undo = visit(client, at("desk-round", section, 1)).form(at("undo", section))
    answer = undo.send(client)
    assert answer.status_code == 403
    assert said in read(answer)
    assert verified(section)[2]


# --- matches -------------------------------------------------------------------------------------


@pytest.fixture
def matches(kim: User) -> Section:
    section = a_section(2, 2, boards=2, by=kim)
    played(section, 1, "1 2")
    for board, result in zip(MatchBoard.objects.order_by("board"), ("WL", "DD"), strict=True):
        address = reverse("enter-board", args=[board.pk])
        signed_in(kim).post(address, {"result": result, "revision": board.revision}, headers=HTMX)
    return as_it_stands(section)


def test_boards_of_a_match_are_verified_from_the_right_side(desk: Client, matches: Section) -> None:
    first, second = MatchBoard.objects.order_by("board")
    assert desk.post(reverse("verify-board", args=[first.pk]), {"result": "WL"}).status_code == 302
    answer = desk.post(reverse("verify-board", args=[second.pk]), {"result": "WL"}, headers=HTMX)
    assert answer.status_code == 409
    assert read(answer).one("td.result").text == "½ ≠ 0"
    page = visit(desk, at("verify", matches, 1))
    assert page.one("#counters .progress").text == "1 of 2 boards verified"
    assert unbroken("Round 1, board 1.2: entered ½–½, read 1–0") in page.one("#differing")
    assert desk.post(reverse("verify-board", args=[second.pk]), {"result": "DD"}).status_code == 302
    assert "Round 1 is verified." in visit(desk, at("verify", matches, 1))


def test_a_match_is_verified_by_its_boards(desk: Client, matches: Section) -> None:
    answer = reads(desk, games_of(matches, 1)[0], "WL")
    assert answer.status_code == 422
    assert "Verify the boards." in read(answer)


def test_pairings_are_undone_though_a_forfeit_that_came_with_them_was_verified(kim: User) -> None:
    section = a_section(0, 2, boards=3, by=kim)
    two_players = "Alder Lane,1,Ada Ames\nAlder Lane,2,Ben Ames\nBirch,1,Flo Birk\nBirch,2,Gil Birk\n"
    importing.import_team_rosters(section, team_roster.read(two_players), by=kim)
    pair(section, 1, "1 2", by=kim)
    verify(MatchBoard.objects.get(board=3), "FF", by=kim)
    undone(section, by=kim)
    assert not MatchBoard.objects.exists()


def test_a_forfeit_has_no_slip_and_is_skipped(
    desk: Client, lee: User, section: Section, games: list[Game]
) -> None:
    enter(games[2], "WL", by=director_of(section))
    enter(games[1], "XF", by=director_of(section))
    answer = reads(signed_in(lee), games[0], "WL")
    assert answer.headers["Location"] == f"{at('verify', section, 1)}#game-{games[2].pk}"
    page = visit(desk, at("verify", section, 1))
    row = page.one(f"#game-{games[1].pk}")
    assert row.one(".state").text == "forfeit, no slip"
    assert row["data-result"] == "XF", "keys find no board to verify in it"
    assert "Not verified: 3" in page
    assert reads(desk, games[2], "WL").status_code == 302
    counters = visit(desk, at("verify", section, 1)).one("#counters")
    assert counters.one(".progress").text == "2 of 3 boards verified"
    assert "1 forfeit has no slip." in counters.text
    assert "Round 1 is verified." in counters.text
    # Who has a slip of it all the same is asked.
    assert reads(desk, games[1], "LW").status_code == 409
    assert reads(desk, games[1], "XF").status_code == 302
    assert verified(section) == [True, True, True]


# --- who hears of it -----------------------------------------------------------------------------


def test_the_page_of_the_round_says_how_many_are_verified(
    desk: Client, kim: User, section: Section, games: list[Game]
) -> None:
    verify(games[0], "WL", by=kim)
    page = visit(desk, at("desk-round", section, 1))
    assert "1 of 3 boards verified" in page.one("#verified").text
    assert at("verify", section, 1) in page.links


def test_another_tab_hears_of_a_verified_board_without_a_new_version(
    desk: Client, kim: User, section: Section, games: list[Game]
) -> None:
    asked = {"v": section.stamp, "round": "1", "verified": "0"}
    assert desk.get(at("desk-standings", section), asked).status_code == 204
    page = visit(desk, at("verify", section, 1)).one("#news")
    news = {"v": page["data-stamp"], "verified": page["data-verified"], "seen": page["data-seen"]}
    assert desk.get(at("verify", section, 1), news).status_code == 204
    verify(games[1], "DD", by=kim)
    assert "1 of 3 boards verified" in visit(desk, at("desk-standings", section), asked).one("#verified").text
    found = visit(desk, at("verify", section, 1), news)
    assert [row["id"] for row in found.all("tr.board")] == [f"game-{games[1].pk}"]
    enter(games_of(section, 1)[1], "WL", by=kim)
    asked["v"], asked["verified"] = section.stamp, "1"
    assert "0 of 3 boards verified" in visit(desk, at("desk-standings", section), asked).one("#verified").text


def test_publishing_the_next_round_names_what_is_not_verified_and_forbids_nothing(
    desk: Client, kim: User, section: Section, games: list[Game]
) -> None:
    enter(games[2], "LW", by=kim)
    verify(games[1], "DD", by=kim)
    paired(section, 2, "2 3\n4 5\n6 1")
    page = visit(desk, at("desk-round", section, 2))
    assert "2 boards of round 1 are not verified: 1, 3" in page
    assert at("verify", section, 1) in page.links
    assert page.form(at("publish-round", section, 2)).send(desk).status_code == 302
    for game, result in ((games[0], "WL"), (games[2], "LW")):
        verify(game, result, by=kim)
    assert "verified:" not in visit(desk, at("desk-round", section, 2))


def test_where_slips_are_read_again_every_earlier_round_is_named_and_else_the_last_one_alone(
    desk: Client, kim: User
) -> None:
    section = a_section(2, rounds=4, by=kim)
    games = [played(section, number, "1 2 WL")[0] for number in (1, 2, 3)]
    paired(section, 4, "1 2")

    def named() -> list[str]:
        page = visit(desk, at("desk-round", section, 4))
        return [line.text.partition(" Verify")[0] for line in page.all("#verified .unverified")]

    nobody_began = "No board of round {} is verified."
    assert named() == [nobody_began.format(3)]
    verify(games[1], "WL", by=kim)
    assert named() == [nobody_began.format(1), nobody_began.format(3)]


def test_the_ceremony_names_what_is_not_verified_and_forbids_nothing(desk: Client, kim: User) -> None:
    section = a_section(4, rounds=1, by=kim, order="solkoff", place_trophies=1)
    games = played(section, 1, "1 2 WL\n3 4 DD")
    page = visit(desk, at("ceremony", section))
    assert "No board of round 1 is verified." in page
    verify(games[0], "WL", by=kim)
    page = visit(desk, at("ceremony", section))
    assert "1 board of round 1 is not verified: 2" in page
    assert page.form(at("freeze-awards", section)).send(desk).status_code == 302
    verify(games[1], "DD", by=kim)
    assert "verified:" not in visit(desk, at("ceremony", section))


def test_the_log_says_who_verified_a_round_in_one_line_each(
    desk: Client, kim: User, lee: User, section: Section, games: list[Game]
) -> None:
    enter(games[2], "LW", by=kim)
    verify(games[0], "WL", by=lee)
    verify(games[1], "DD", by=lee)
    verify(games[2], "LW", by=kim)
    lines = visit(desk, at("section-log", section)).texts(".verified li")
    assert len(lines) == 2
    assert any("Lee Moss" in line and "Round 1: 2 boards verified" in line for line in lines)
    assert any("Kim Okafor" in line and "Round 1: 1 board verified" in line for line in lines)


def test_a_round_without_results_and_one_that_is_not_there(desk: Client, section: Section) -> None:
    assert "This round has no results to verify yet." in visit(desk, at("verify", section, 2))
    assert desk.get(at("verify", section, 9)).status_code == 404


# --- what it costs -------------------------------------------------------------------------------


def test_a_reading_costs_the_same_queries_whatever_the_field(kim: User, desk: Client) -> None:
    counts = set()
    for players in (4, 40):
        section = a_section(players, by=kim)
        games = played(section, 1, "\n".join(f"{n} {n + 1} WL" for n in range(1, players, 2)), by=kim)
        desk.get(at("verify", section, 1))
        with CaptureQueriesContext(connection) as queries:
            assert reads(desk, games[0], "WL", headers=HTMX).status_code == 200
        page = visit(desk, at("verify", section, 1))
        with CaptureQueriesContext(connection) as of_page:
            visit(desk, at("verify", section, 1))
        counts.add((len(queries), len(of_page)))
        assert page.one("#counters .progress b").text == f"1 of {players // 2}"
    assert len(counts) == 1, counts
