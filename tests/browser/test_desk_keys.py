"""Results by key at the desk, in a real browser: the queue, the cursor, the menus, undo."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, Request, expect

from tests.browser.at_desk import deaf, held, idle, result, round_of, row, stands, to_board
from tests.browser.keys import type_keys
from tests.factories import enter, paired
from tournaments.models import Game, LogEntry, Section
from tournaments.text.wording import unbroken


def test_results_go_in_by_key_and_the_cursor_moves_on_by_itself(desk: Page, games: list[Game]) -> None:
    expect(row(desk, games[0])).to_be_focused()
    type_keys(desk, "105=d.")
    idle(desk)
    assert [stands(game) for game in games] == ["WL", "LW", "DD", "DD", "DD", "DD"]
    expect(desk.locator("#counters")).to_contain_text("Round 1 is complete.")


def test_keys_typed_fast_wait_in_a_queue_while_requests_are_slow(desk: Page, games: list[Game]) -> None:
    under_way: list[int] = [0]

    def more_or_less(by: int) -> Callable[[Request], None]:
        return lambda request: under_way.append(under_way[-1] + by) if request.method == "POST" else None

    desk.on("request", more_or_less(1))
    desk.on("requestfinished", more_or_less(-1))
    desk.on("requestfailed", more_or_less(-1))
    with held(desk) as waiting:
        with desk.expect_request("**/result/"):
            type_keys(desk, "1051")
        expect(row(desk, games[4])).to_be_focused()
        for game, shown in zip(games, ["1–0", "0–1", "½–½", "1–0"], strict=False):
            expect(result(desk, game)).to_have_text(shown)
            # The browser may itself give a request up and the queue try it again.
            expect(row(desk, game)).to_contain_text(re.compile("sending…|not sent"))
        assert len({route.request.url for route in waiting}) == 1
    idle(desk)
    assert [stands(game) for game in games[:4]] == ["WL", "LW", "DD", "WL"]
    assert max(under_way) == 1, "one request at a time"


@pytest.mark.slow
def test_a_second_thought_in_the_queue_is_no_conflict_with_oneself(desk: Page, games: list[Game]) -> None:
    type_keys(desk, "1")
    desk.keyboard.press("ArrowUp")
    type_keys(desk, "00")
    type_keys(desk, "g")
    type_keys(desk, "1")
    desk.keyboard.press("Enter")
    type_keys(desk, "55")
    idle(desk)
    expect(desk.locator("tr.clash")).to_have_count(0)
    assert stands(games[0]) == "DD"


@pytest.mark.slow
def test_one_key_too_many_after_the_last_board_changes_nothing(desk: Page, games: list[Game]) -> None:
    type_keys(desk, "1111110")
    idle(desk)
    expect(desk.get_by_role("alert")).to_contain_text("That was the last board.")
    assert stands(games[5]) == "WL"
    desk.keyboard.press("End")
    type_keys(desk, "00")
    idle(desk)
    assert stands(games[5]) == "LW"


@pytest.mark.slow
def test_after_a_number_that_no_board_has_the_next_one_is_typed_over_it(
    desk: Page, games: list[Game]
) -> None:
    to_board(desk, 99)
    expect(desk.get_by_role("alert")).to_contain_text("No board has this number.")
    to_board(desk, 5)
    expect(row(desk, games[4])).to_be_focused()
    type_keys(desk, "0")
    to_board(desk, 99)
    expect(desk.get_by_role("alert")).to_contain_text("No board has this number.")
    type_keys(desk, "2")
    desk.keyboard.press("Enter")
    type_keys(desk, "5")
    idle(desk)
    assert [stands(game) for game in games] == ["??", "DD", "??", "??", "LW", "??"]


def test_backspace_clears_and_stays(desk: Page, games: list[Game]) -> None:
    type_keys(desk, "1")
    desk.keyboard.press("ArrowUp")
    desk.keyboard.press("Backspace")
    desk.keyboard.press("Backspace")
    expect(result(desk, games[0])).to_have_text("·–·")
    expect(row(desk, games[0])).to_be_focused()
    idle(desk)
    assert stands(games[0]) == "??"
    assert LogEntry.objects.filter(verb="result").count() == 2


def test_arrows_and_enter_move(desk: Page, games: list[Game]) -> None:
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    expect(row(desk, games[2])).to_be_focused()
    desk.keyboard.press("ArrowUp")
    expect(row(desk, games[1])).to_be_focused()
    desk.keyboard.press("End")
    expect(row(desk, games[5])).to_be_focused()


def test_the_forfeit_menu_is_worked_by_keys(desk: Page, games: list[Game]) -> None:
    type_keys(desk, "f")
    menu = row(desk, games[0]).locator(".menu")
    expect(menu).to_be_visible()
    desk.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(row(desk, games[0])).to_be_focused()
    type_keys(desk, "fb")
    type_keys(desk, "ff")
    type_keys(desk, "fw")
    type_keys(desk, "f")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    idle(desk)
    assert [stands(game) for game in games[:4]] == ["XF", "FF", "FX", "XF"]


@pytest.mark.slow
def test_the_menu_stays_open_when_its_board_is_answered(desk: Page, games: list[Game]) -> None:
    with held(desk):
        type_keys(desk, "1")
        desk.keyboard.press("ArrowUp")
        type_keys(desk, "f")
    idle(desk)
    expect(row(desk, games[0]).locator(".menu")).to_be_visible()
    type_keys(desk, "f")
    desk.keyboard.press("Enter")
    idle(desk)
    assert stands(games[0]) == "FF"


def test_g_goes_to_a_board_and_slash_finds_a_player(desk: Page, section: Section, games: list[Game]) -> None:
    type_keys(desk, "g5")
    desk.keyboard.press("Enter")
    expect(row(desk, games[4])).to_be_focused()
    name = section.players.get(number=3).name
    type_keys(desk, "/")
    desk.keyboard.type(name.lower())
    expect(desk.locator("tr.board:visible")).to_have_count(1)
    desk.keyboard.press("Enter")
    expect(row(desk, games[1])).to_be_focused()
    expect(desk.locator("tr.board:visible")).to_have_count(6)


@pytest.mark.slow
def test_m_shows_only_missing_boards_and_leads_over_them(desk: Page, games: list[Game]) -> None:
    desk.keyboard.press("ArrowDown")
    type_keys(desk, "1")
    idle(desk)
    type_keys(desk, "m")
    expect(row(desk, games[1])).to_be_hidden()
    expect(desk.locator("tr.board:visible")).to_have_count(5)
    type_keys(desk, "g1")
    desk.keyboard.press("Enter")
    type_keys(desk, "0")
    expect(row(desk, games[2])).to_be_focused()
    type_keys(desk, "m")
    expect(row(desk, games[1])).to_be_visible()


def test_missing_only_says_when_every_board_has_a_result(
    sit_down: Callable[..., Page], kim: User, section: Section, games: list[Game]
) -> None:
    for game in games:
        enter(game, "DD", by=kim)
    desk = sit_down(kim, round_of(section))
    said = desk.get_by_text("Every board has a result.", exact=True)
    expect(said).to_be_hidden()
    type_keys(desk, "m")
    expect(desk.locator("tr.board:visible")).to_have_count(0)
    expect(said).to_be_visible()
    type_keys(desk, "m")
    expect(desk.locator("tr.board:visible")).to_have_count(6)
    expect(said).to_be_hidden()


def test_u_undoes_my_last_entry(desk: Page, games: list[Game]) -> None:
    type_keys(desk, "10u")
    expect(row(desk, games[1])).to_be_focused()
    expect(result(desk, games[1])).to_have_text("·–·")
    idle(desk)
    assert [stands(game) for game in games[:2]] == ["WL", "??"]


def test_u_takes_back_what_is_still_under_way_and_what_is_typed_on_is_meant_for_its_board(
    sit_down: Callable[..., Page], lee: User, section: Section, games: list[Game]
) -> None:
    page = sit_down(lee, round_of(section))
    with held(page):
        type_keys(page, "1u05")
    expect(row(page, games[2])).to_be_focused()
    idle(page)
    assert [stands(game) for game in games[:3]] == ["LW", "DD", "??"]


@pytest.mark.slow
def test_u_after_an_entry_that_was_not_accepted_takes_back_no_other(
    desk: Page, lee: User, games: list[Game]
) -> None:
    type_keys(desk, "1")
    idle(desk)
    deaf(desk)
    enter(games[1], "DD", by=lee)
    with held(desk):
        with desk.expect_request("**/result/"):
            type_keys(desk, "0")
        type_keys(desk, "u5")
    expect(row(desk, games[1])).to_contain_text(unbroken("Lee Moss entered ½–½"))
    type_keys(desk, "0")
    idle(desk)
    assert [stands(game) for game in games[:3]] == ["WL", "DD", "LW"]


def test_no_key_is_taken_while_somebody_types_in_a_field(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    section.players.filter(number=12).update(withdrawn_after=None)
    page = sit_down(kim, round_of(section, 2))
    page.locator("#pairings").fill("1 3")
    page.get_by_role("button", name="Pair", exact=True).click()
    expect(page.locator("tr.board")).to_have_count(1)
    expect(page.locator(".keys")).to_be_visible()
    page.locator("#pairings").press_sequentially("5 10 u m f")
    expect(page.locator("#pairings")).to_have_value("5 10 u m f")
    assert not LogEntry.objects.filter(verb="result").exists()


def test_who_types_in_a_field_before_the_script_has_come_stays_in_it(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    paired(section, 2, "1 3")
    page = sit_down(kim, "/desk/")
    with held(page, "**/desk/round.js"):
        page.goto(page.url.replace("/desk/", round_of(section, 2)), wait_until="commit")
        page.locator("#pairings").press_sequentially("5 ")
        expect(page.locator(".keys")).to_be_hidden()
    expect(page.locator(".keys")).to_be_visible()
    page.keyboard.type("10")
    expect(page.locator("#pairings")).to_have_value("5 10")
    assert not LogEntry.objects.filter(verb="result").exists()


def test_entries_are_said_aloud(desk: Page, games: list[Game]) -> None:
    type_keys(desk, "1")
    expect(desk.get_by_role("status")).to_contain_text("Board 1: 1–0")
    expect(row(desk, games[0])).to_have_attribute("aria-label", re.compile("1–0$"))
