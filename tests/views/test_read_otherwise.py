"""A slip that was read otherwise than it was entered: who is told, what waits for it, and what ends it."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    UserFactory,
    a_section,
    as_it_stands,
    corrected,
    enter,
    games_of,
    paired,
    played,
    undone,
)
from tests.html import read, visit
from tiebreaks.models import FinalSheet, FrozenAwards
from tournaments.errors import ReadOtherwise, Refused
from tournaments.models import Game, LogEntry, MatchBoard, Role, Section, Staff
from tournaments.selectors.results.undoing import undo_of
from tournaments.selectors.results.verifying import before, progress
from tournaments.services import drafts, pairings, replaying
from tournaments.services.ceremony import freeze
from tournaments.services.finishing import finish
from tournaments.services.undoing import undo_entry
from tournaments.services.verifying import verify
from tournaments.text.wording import clock, unbroken

SAID = unbroken("Round 1, board 1: entered 1–0, read 0–1")


@pytest.fixture
def section(kim: User) -> Section:
    """The only round of four players has results by Kim; all but board 1 are verified."""
    section = a_section(4, 1, by=kim, order="solkoff", place_trophies=1)
    games = played(section, 1, "1 2 WL\n3 4 DD", by=kim)
    verify(games[1], "DD", by=kim)
    return as_it_stands(section)


@pytest.fixture
def lee(section: Section) -> User:
    lee = UserFactory.create(first_name="Lee", last_name="Moss")
    Staff.objects.create(event=section.event, user=lee, role=Role.ASSISTANT)
    return lee


@pytest.fixture
def game(section: Section, lee: User) -> Game:
    """Board 1, whose slip Lee read otherwise."""
    game = games_of(section, 1)[0]
    reads_otherwise(game, "LW", by=lee)
    return game


def reads_otherwise(board: Game | MatchBoard, result: str, *, by: User) -> None:
    with pytest.raises(ReadOtherwise):
        verify(board, result, by=by)


def said(section: Section, number: int = 1) -> list[str]:
    return [board.said for board in progress(as_it_stands(section), number).differing]


def waits(section: Section) -> bool:
    try:
        finish(as_it_stands(section), by=section.event.staff.get(role=Role.CHIEF).user)
    except Refused as refused:
        return "read" in refused.message
    return False


# --- who is told -----------------------------------------------------------------------------------


def test_another_session_asks_which_is_right_and_says_who_read_what_and_when(
    desk: Client, section: Section, game: Game
) -> None:
    page = visit(desk, at("verify", section, 1))
    at_that = clock(progress(section, 1).differing[0].at)
    assert f"{SAID}. Lee Moss read the slip at {at_that}." in page.one("#differing")
    row = page.one(f"#game-{game.pk}")
    assert row.one("td.result").text == "0 ≠ 1"
    asks = unbroken("Kim Okafor entered 1–0. Lee Moss read 1 for Black, so 0–1. Check the slip.")
    assert asks in row
    assert "1 of 2 boards verified" in page.one("#counters")
    assert "Round 1 is verified." not in page
    row.form(reverse("verify-result", args=[game.pk])).send(desk, {"result": "WL"})
    page = visit(desk, at("verify", section, 1))
    assert "Round 1 is verified." in page
    assert not page.one("#differing").text


def test_the_page_of_the_round_names_it_with_the_way_to_decide(
    desk: Client, section: Section, game: Game
) -> None:
    notice = visit(desk, at("desk-round", section, 1)).one("#differing")
    assert SAID in notice
    assert f"{at('verify', section, 1)}#game-{game.pk}" in notice.links


@pytest.mark.parametrize("page", ["desk-standings", "verify"])
def test_pages_that_are_open_hear_of_it_and_of_its_end(
    desk: Client, kim: User, lee: User, section: Section, page: str
) -> None:
    game = games_of(section, 1)[0]
    seen = {"verified": progress(section, 1).reached, "v": section.stamp, "seen": "0", "round": "1"}
    address = at("verify", section, 1) if page == "verify" else at("desk-standings", section)
    assert desk.get(address, seen).status_code == 204
    reads_otherwise(game, "LW", by=lee)
    news = visit(desk, address, seen)
    assert SAID in news.one("#differing")
    token = news.one("#verified" if page == "desk-standings" else "#news")["data-verified"]
    assert desk.get(address, seen | {"verified": token}).status_code == 204
    verify(game, "WL", by=kim)
    assert not visit(desk, address, seen | {"verified": token}).one("#differing").text


def test_pairing_the_next_round_names_it_before_the_rules_are_asked_and_on_the_draft(
    desk: Client, kim: User, lee: User
) -> None:
    section = a_section(4, 2, by=kim, order="solkoff")
    game, _other = played(section, 1, "1 2 WL\n3 4 DD", by=kim)
    Staff.objects.create(event=section.event, user=lee, role=Role.ASSISTANT)
    propose, page = at("propose-pairing", section, 2), at("pairing", section, 2)
    assert visit(desk, at("desk-round", section, 2)).form(propose)
    opened = visit(desk, page).one("#draft")
    assert not opened.all(".unverified")
    reads_otherwise(game, "LW", by=lee)
    # The round's own page pairs in one press only where there is nothing to look at first.
    round_page = visit(desk, at("desk-round", section, 2))
    assert page in round_page.links
    assert propose not in [form["action"] for form in round_page.all("form")]
    heard = desk.get(page, {"v": opened["data-stamp"]}, headers={"HX-Request": "true"})
    assert SAID in read(heard).text
    for _each in ("to be paired", "paired"):
        shown = visit(desk, page)
        assert SAID in shown.one("#draft .unverified")
        assert f"{at('verify', section, 1)}#game-{game.pk}" in shown.links
        drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    verify(game, "WL", by=kim)
    assert not visit(desk, page).all(".unverified")


def test_publishing_the_next_rounds_names_it_first(desk: Client, kim: User, lee: User) -> None:
    section = a_section(4, 3, by=kim, order="solkoff")
    first = played(section, 1, "1 2 WL\n3 4 DD", by=kim)
    Staff.objects.create(event=section.event, user=lee, role=Role.ASSISTANT)
    reads_otherwise(first[0], "LW", by=lee)
    for number, pairs in ((2, "1 3\n2 4"), (3, "1 4\n2 3")):
        drafts.keep(section, number, drafts.propose(section, number), by=kim)
        gate = visit(desk, at("publish-pairing", section, number))
        assert SAID in gate.all(".unverified")[0]
        assert f"{at('verify', section, 1)}#game-{first[0].pk}" in gate.links
        drafts.discard(section, number, by=kim)
        games = paired(section, number, pairs)
        assert SAID in visit(desk, at("desk-round", section, number)).all(".unverified")[0]
        pairings.publish(section, number, by=kim)
        for game in games:
            enter(game, "WL", by=kim)
            verify(game, "WL", by=kim)
    assert [each.number for each in before(section, 3)] == [1]


# --- what waits for it -----------------------------------------------------------------------------


def test_nothing_is_final_or_frozen_until_it_is_decided(
    desk: Client, kim: User, section: Section, game: Game
) -> None:
    page = visit(desk, at("finish", section))
    assert SAID in page.all(".missing p")[0]
    assert "Finish the section" not in page
    answer = desk.post(at("finish-section", section), {"stamp": section.stamp})
    assert answer.status_code == 422
    assert SAID in read(answer)
    page = visit(desk, at("ceremony", section))
    assert SAID in page.all(".missing p")[0]
    assert "Freeze the awards" not in page
    with pytest.raises(Refused, match="Decide which is right"):
        freeze(section, by=kim)
    assert SAID in visit(desk, reverse("event-ceremony", args=[section.event.slug]))
    assert not FinalSheet.objects.exists()
    assert not FrozenAwards.objects.exists()
    verify(game, "WL", by=kim)
    form = visit(desk, at("finish", section)).form(at("finish-section", section))
    assert form.send(desk).status_code == 302
    assert FinalSheet.objects.count() == 1


# --- what ends it ----------------------------------------------------------------------------------


def test_a_result_changed_to_what_was_read_ends_it_and_undoing_that_asks_again(
    kim: User, section: Section, game: Game
) -> None:
    enter(game, "LW", by=kim)
    assert said(section) == []
    undone(section, by=kim)
    assert said(section) == [SAID]
    assert waits(section)
    corrected(game, "LW", by=kim)
    assert not waits(section)


def test_a_slip_that_is_read_again_and_agrees_ends_it_whatever_is_entered_later(
    kim: User, lee: User, section: Section, game: Game
) -> None:
    verify(game, "WL", by=lee)
    assert said(section) == []
    enter(game, "DD", by=kim)
    assert said(section) == []
    reads_otherwise(game, "LW", by=lee)
    assert said(section) == [unbroken("Round 1, board 1: entered ½–½, read 0–1")]


def test_a_third_result_does_not_end_it_and_a_board_without_one_is_missing(
    kim: User, section: Section, game: Game
) -> None:
    enter(game, "DD", by=kim)
    assert said(section) == [unbroken("Round 1, board 1: entered ½–½, read 0–1")]
    enter(game, "??", by=kim)
    assert said(section) == []


def test_a_board_that_is_removed_takes_it_along(kim: User, section: Section, game: Game) -> None:
    enter(game, "??", by=kim)
    pairings.remove_pairing(game, by=kim, reason="paired by mistake")
    played(section, 1, "1 2 WL", by=kim)
    assert said(section) == []


def test_a_verified_board_is_verified_no_more(kim: User, lee: User, section: Section) -> None:
    game = games_of(section, 1)[0]
    verify(game, "WL", by=kim)
    reads_otherwise(game, "LW", by=lee)
    assert said(section) == [SAID]
    assert progress(section, 1).verified == 1
    verify(game, "WL", by=lee)
    assert progress(section, 1).verified == 2


# --- in the log ------------------------------------------------------------------------------------


def test_the_log_keeps_it_once_and_nothing_else_changes(
    kim: User, lee: User, section: Section, game: Game
) -> None:
    reads_otherwise(game, "LW", by=kim)
    (entry,) = LogEntry.objects.filter(code="read-otherwise")
    assert entry.summary.endswith("entered as 1–0, slip read as 0–1")
    assert (entry.who, entry.version) == (lee, None)
    assert as_it_stands(section).stamp == section.stamp
    assert not replaying.replay(section.event).differences
    with pytest.raises(Refused, match="A reading changes no result"):
        undo_entry(section.pk, by=kim, entry_id=entry.pk)


def test_it_is_in_the_way_of_no_undoing_and_makes_no_draft_outdated(
    desk: Client, kim: User, lee: User
) -> None:
    section = a_section(4, 2, by=kim, order="solkoff")
    game, other = played(section, 1, "1 2 WL\n3 4 DD", by=kim)
    Staff.objects.create(event=section.event, user=lee, role=Role.ASSISTANT)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    reads_otherwise(game, "LW", by=lee)
    enter(other, "WL", by=kim)
    page = visit(desk, at("pairing", section, 2))
    assert "the result of round 1, board 2" in page
    assert "the result of round 1, board 1" not in page
    entered = LogEntry.objects.get(code="result", values__board=1, standings=section.standings)
    corrected(game, "DD", by=kim)
    assert [each.code for each in undo_of(section, entered).first] == ["result-corrected"]


# --- of teams --------------------------------------------------------------------------------------


def test_of_a_match_the_board_is_named(desk: Client, kim: User, lee: User) -> None:
    section = a_section(2, 1, boards=2, by=kim)
    played(section, 1, "1 2")
    Staff.objects.create(event=section.event, user=lee, role=Role.ASSISTANT)
    first, _second = MatchBoard.objects.filter(game__round__section=section).order_by("board")
    desk.post(reverse("enter-board", args=[first.pk]), {"result": "WL", "revision": first.revision})
    reads_otherwise(MatchBoard.objects.get(pk=first.pk), "DD", by=lee)
    assert said(section) == [unbroken("Round 1, board 1.1: entered 1–0, read ½–½")]
    row = visit(desk, at("verify", section, 1)).one(f"#board-{first.pk}")
    assert unbroken("Lee Moss read ½ for the right team, so ½–½.") in row
    entry = LogEntry.objects.get(code="read-otherwise")
    assert entry.summary == "Round 1, match 1, board 1: entered as 1–0, slip read as ½–½"
