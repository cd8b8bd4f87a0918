"""The desk in a real browser: the queue of keys, two scorers on one board, a thumb, and no script at all."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Dialog, Locator, Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from config import troubles
from tests.addresses import at
from tests.browser.keys import hurry, type_at_once, type_keys
from tests.browser.looks import fits, is_clean
from tests.factories import PASSWORD, UserFactory, a_section, as_it_stands, enter, games_of, paired
from tests.sign_in import sign_in
from tournaments.models import Game, LogEntry, Section, Staff
from tournaments.text.wording import unbroken


@pytest.fixture
def section(kim: User) -> Section:
    """Twelve players, round one published: six boards, all out."""
    section = a_section(12, by=kim, order="modified_median,solkoff")
    paired(section, 1, "\n".join(f"{n} {n + 1}" for n in range(1, 12, 2)), publish=True)
    return as_it_stands(section)


@pytest.fixture
def games(section: Section) -> list[Game]:
    return games_of(section, 1)


@pytest.fixture
def desk(sit_down: Callable[..., Page], kim: User, section: Section) -> Page:
    return sit_down(kim, round_of(section))


def round_of(section: Section, number: int = 1) -> str:
    return at("desk-round", section, number)


def row(page: Page, game: Game) -> Locator:
    return page.locator(f"#game-{game.pk}")


def result(page: Page, game: Game) -> Locator:
    return row(page, game).locator("td.result")


def idle(page: Page) -> None:
    """Everything typed has been answered. (A thumb's tap may reach the page later: first see it shown.)"""
    expect(page.locator("tr.queued")).to_have_count(0)


@contextmanager
def held(page: Page, address: str = "**/result/") -> Iterator[list[Route]]:
    """Requests of this address, those that are tried again too, get nowhere until the block ends."""
    waiting: list[Route] = []
    holding = True
    page.route(address, lambda route: waiting.append(route) if holding else route.continue_())
    yield waiting
    holding = False
    for route in waiting:
        route.continue_()


def stands(game: Game) -> str:
    return "".join(game.seats.order_by("-side").values_list("kind", flat=True))


# --- keys ----------------------------------------------------------------------------------------


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


def test_one_key_too_many_after_the_last_board_changes_nothing(desk: Page, games: list[Game]) -> None:
    type_keys(desk, "1111110")
    idle(desk)
    expect(desk.get_by_role("alert")).to_contain_text("That was the last board.")
    assert stands(games[5]) == "WL"
    desk.keyboard.press("End")
    type_keys(desk, "00")
    idle(desk)
    assert stands(games[5]) == "LW"


def test_backspace_clears_and_stays(desk: Page, games: list[Game]) -> None:
    type_keys(desk, "1")
    desk.keyboard.press("ArrowUp")
    desk.keyboard.press("Backspace")
    desk.keyboard.press("Backspace")
    expect(result(desk, games[0])).to_have_text("·–·")
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


def test_u_undoes_my_last_entry(desk: Page, games: list[Game]) -> None:
    type_keys(desk, "10u")
    expect(row(desk, games[1])).to_be_focused()
    expect(result(desk, games[1])).to_have_text("·–·")
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


def test_u_after_an_entry_that_was_not_accepted_takes_back_no_other(
    desk: Page, lee: User, games: list[Game]
) -> None:
    type_keys(desk, "1")
    idle(desk)
    enter(games[1], "DD", by=lee)
    with held(desk):
        type_keys(desk, "0u5")
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


# --- two scorers ---------------------------------------------------------------------------------


@pytest.fixture
def lee(section: Section) -> User:
    lee = UserFactory.create(first_name="Lee", last_name="Moss")
    Staff.objects.create(event=section.event, user=lee)
    return lee


def test_two_scorers_on_one_board_see_both_values_and_nothing_is_overwritten(
    desk: Page, sit_down: Callable[..., Page], lee: User, section: Section, games: list[Game]
) -> None:
    other = sit_down(lee, round_of(section))
    type_keys(other, "5")
    idle(other)
    type_keys(desk, "110")
    idle(desk)
    clash = row(desk, games[0])
    expect(clash).to_contain_text(unbroken("Lee Moss entered ½–½ first. You typed 1–0."))
    expect(desk.get_by_role("alert")).to_contain_text("Board 1: two different results")
    expect(desk.locator("#clashes")).to_contain_text("Board 1")
    # The queue went on, and a key on that row chooses nothing by accident.
    assert [stands(game) for game in games[:3]] == ["DD", "WL", "LW"]
    type_keys(desk, "g1")
    desk.keyboard.press("Enter")
    type_keys(desk, "0")
    expect(clash.get_by_role("button", name="Keep ½–½")).to_be_focused()
    assert stands(games[0]) == "DD"
    clash.get_by_role("button", name="Replace with 1–0").click()
    idle(desk)
    expect(desk.locator("tr.clash")).to_have_count(0)
    expect(desk.locator("#clashes")).to_be_hidden()
    assert stands(games[0]) == "WL"


def test_what_was_typed_on_top_of_a_conflict_unseen_is_dropped(
    desk: Page, lee: User, games: list[Game]
) -> None:
    enter(games[5], "DD", by=lee)
    type_keys(desk, ("End", "1", "End", "0"))
    idle(desk)
    expect(row(desk, games[5])).to_contain_text(unbroken("Lee Moss entered ½–½"))
    assert stands(games[5]) == "DD"


def test_keeping_the_other_value_settles_a_conflict_without_a_new_version(
    desk: Page, lee: User, section: Section, games: list[Game]
) -> None:
    enter(games[0], "DD", by=lee)
    type_keys(desk, "1")
    version = as_it_stands(section).version
    row(desk, games[0]).get_by_role("button", name="Keep ½–½").click()
    expect(desk.locator("tr.clash")).to_have_count(0)
    idle(desk)
    assert stands(games[0]) == "DD"
    assert as_it_stands(section).version == version


def test_anothers_entry_appears_by_itself_and_one_key_does_not_replace_it(
    sit_down: Callable[..., Page], kim: User, lee: User, section: Section, games: list[Game], new_context: Any
) -> None:
    page = sit_down(kim, "/desk/")
    page.clock.install()
    page.goto(page.url.replace("/desk/", round_of(section)))
    enter(games[0], "DD", by=lee)
    page.clock.run_for(13_000)
    expect(result(page, games[0])).to_have_text("½–½")
    expect(row(page, games[0])).to_contain_text("Lee Moss")
    expect(page.locator("#counters")).to_contain_text("1 of 6")
    page.keyboard.press("Home")
    type_keys(page, "1")
    expect(result(page, games[0])).to_have_text("½–½ → 1–0")
    page.clock.run_for(1_000)
    assert stands(games[0]) == "DD"
    type_keys(page, "1")
    page.clock.run_for(1_000)
    idle(page)
    assert stands(games[0]) == "WL"


# --- what can go wrong ---------------------------------------------------------------------------


def test_without_a_connection_what_was_typed_is_kept_and_sent_again(desk: Page, games: list[Game]) -> None:
    desk.context.set_offline(True)
    type_keys(desk, "15")
    expect(desk.locator("#queue")).to_contain_text("No connection. Results waiting to be sent: 2.")
    expect(result(desk, games[0])).to_have_text("1–0")
    expect(row(desk, games[1])).to_contain_text("not sent")
    assert stands(games[0]) == "??"
    desk.context.set_offline(False)
    idle(desk)
    expect(desk.locator("#queue")).to_be_hidden()
    assert [stands(game) for game in games[:2]] == ["WL", "DD"]


def test_entries_that_the_server_cannot_save_now_wait_and_are_sent_again(
    desk: Page, games: list[Game]
) -> None:
    refused: list[str] = []

    def refuse_twice(route: Route) -> None:
        if len(refused) == 2:
            route.continue_()
            return
        refused.append(route.request.url)
        answer = troubles.answer(troubles.FULL, "POST", is_script=True)
        route.fulfill(status=503, headers={"Retry-After": "1"}, body=answer.content)

    desk.route("**/result/", refuse_twice)
    type_keys(desk, "15")
    expect(desk.locator("#queue")).to_contain_text("Delete files that nobody needs")
    expect(desk.locator("#queue")).to_contain_text("Results waiting to be sent: 2.")
    expect(row(desk, games[1])).to_contain_text("not sent")
    idle(desk)
    expect(desk.locator("#queue")).to_be_hidden()
    assert [stands(game) for game in games[:2]] == ["WL", "DD"]
    assert len(set(refused)) == 1, "in the order in which they were typed"


def test_an_undo_that_the_server_cannot_save_now_is_sent_again(desk: Page, games: list[Game]) -> None:
    type_keys(desk, "1")
    idle(desk)
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
            return
        refused.append(route.request.url)
        answer = troubles.answer(troubles.LOCKED, "POST", is_script=True)
        route.fulfill(status=503, headers={"Retry-After": "1"}, body=answer.content)

    desk.route("**/undo/", refuse_once)
    type_keys(desk, "u")
    expect(desk.locator("#queue")).to_contain_text("Close the other programs")
    expect(desk.locator("#queue")).to_be_hidden()
    assert stands(games[0]) == "??"


def test_leaving_with_entries_that_wait_is_warned_of(desk: Page) -> None:
    desk.context.set_offline(True)
    type_keys(desk, "1")
    expect(desk.locator("#queue")).to_be_visible()
    warnings: list[str] = []

    def stay(dialog: Dialog) -> None:
        warnings.append(dialog.type)
        dialog.dismiss()

    desk.on("dialog", stay)
    with desk.expect_event("dialog"):
        desk.evaluate("window.setTimeout(() => location.assign('/desk/'))")
    desk.context.set_offline(False)
    idle(desk)
    assert warnings == ["beforeunload"]


def waits_for_a_sign_in(desk: Page, games: list[Game], said: str) -> Locator:
    """The link to the sign-in, of a desk that stays as it is."""
    notice = desk.locator("#queue")
    expect(notice).to_contain_text(said)
    expect(desk.locator("tr.queued .state").first).to_have_text("not sent")
    return notice.get_by_role("link", name="Sign in again")


def test_keys_typed_after_the_session_ended_wait_and_are_sent_after_a_sign_in_in_another_tab(
    desk: Page, kim: User, section: Section, games: list[Game]
) -> None:
    desk.context.clear_cookies(name="sessionid")
    type_keys(desk, "105")
    link = waits_for_a_sign_in(desk, games, "You are signed out. 3 results wait.")
    assert {stands(game) for game in games[:3]} == {"??"}
    with desk.context.expect_page() as opened:
        link.click()
    tab = opened.value
    tab.get_by_label("Username").fill(kim.username)
    tab.get_by_label("Password").fill(PASSWORD)
    tab.get_by_role("button", name="Sign in").click()
    expect(tab).to_have_url(re.compile(round_of(section)))
    idle(desk)
    expect(desk.locator("#queue")).to_be_hidden()
    assert [stands(game) for game in games[:3]] == ["WL", "LW", "DD"]
    # The page's own token is of the session before; what is typed on goes out all the same.
    type_keys(desk, "1")
    idle(desk)
    assert stands(games[3]) == "WL"


def test_a_desk_signed_out_that_is_left_and_opened_again_sends_what_waited(
    desk: Page, kim: User, section: Section, games: list[Game], live_server: LiveServer
) -> None:
    desk.context.clear_cookies(name="sessionid")
    type_keys(desk, "1")
    waits_for_a_sign_in(desk, games, "You are signed out. 1 result waits.")
    desk.on("dialog", lambda dialog: dialog.accept())
    desk.goto(live_server.url + "/setup/sign-in/")
    sign_in(desk.context, live_server, kim)
    desk.goto(live_server.url + round_of(section))
    expect(result(desk, games[0])).to_have_text("1–0")
    idle(desk)
    assert stands(games[0]) == "WL"


def test_another_director_who_signs_in_does_not_send_what_the_first_typed(
    desk: Page, section: Section, games: list[Game], live_server: LiveServer
) -> None:
    desk.context.clear_cookies(name="sessionid")
    type_keys(desk, "1")
    waits_for_a_sign_in(desk, games, "You are signed out. 1 result waits.")
    other = UserFactory.create()
    Staff.objects.create(event=section.event, user=other)
    sign_in(desk.context, live_server, other)
    expect(desk.locator("#alarm")).to_contain_text("Somebody else is signed in here.")
    assert stands(games[0]) == "??"


def test_a_board_that_was_removed_says_so_and_the_queue_goes_on(
    desk: Page, section: Section, games: list[Game]
) -> None:
    games[0].seats.all().delete()
    games[0].delete()
    type_keys(desk, "11")
    gone = desk.locator("tr.board.failed")
    expect(gone).to_contain_text("Not saved: this board is no longer in the round.")
    expect(gone.locator("td.result")).to_have_text("–")
    expect(gone.locator(".choices button[aria-pressed=true]")).to_have_count(0)
    idle(desk)
    assert stands(games[1]) == "WL"


# --- mouse, thumb, no script, everybody ----------------------------------------------------------


def test_a_result_is_entered_by_mouse(desk: Page, games: list[Game]) -> None:
    row(desk, games[2]).hover()
    row(desk, games[2]).get_by_role("button", name="Draw").click()
    idle(desk)
    assert stands(games[2]) == "DD"
    row(desk, games[2]).locator("summary").click()
    row(desk, games[2]).get_by_role("button", name="Clear the result").click()
    row(desk, games[2]).get_by_role("button", name="Clear ½–½").click()
    idle(desk)
    assert stands(games[2]) == "??"


def test_a_thumb_enters_results_at_360_pixels(
    sit_down: Callable[..., Page], kim: User, section: Section, games: list[Game]
) -> None:
    size = {"width": 360, "height": 740}
    page = sit_down(kim, round_of(section), viewport=size, has_touch=True, is_mobile=True)
    fits(page)
    for choice in row(page, games[0]).locator(".choices button, summary").all():
        box = choice.bounding_box()
        assert box is not None
        assert box["width"] >= 44
        assert box["height"] >= 44
    row(page, games[0]).get_by_role("button", name="White won").tap()
    expect(result(page, games[0])).to_have_text("1–0")
    idle(page)
    assert stands(games[0]) == "WL"
    row(page, games[1]).locator("summary").tap()
    expect(row(page, games[1]).locator(".menu")).to_be_visible()
    fits(page)
    row(page, games[1]).get_by_role("button", name="Both forfeit").tap()
    expect(result(page, games[1])).to_have_text("F–F")
    idle(page)
    assert stands(games[1]) == "FF"


def test_every_page_of_the_desk_fits_360_pixels(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    for path in ("/desk/", reverse("desk-event", args=[section.event.slug]), round_of(section, 2)):
        page = sit_down(kim, path, viewport={"width": 360, "height": 740})
        fits(page)


def test_without_a_script_results_and_pairings_are_forms(
    sit_down: Callable[..., Page], kim: User, section: Section, games: list[Game]
) -> None:
    page = sit_down(kim, round_of(section), java_script_enabled=False)
    row(page, games[1]).get_by_role("button", name="Black won").click()
    expect(page).to_have_url(re.compile(f"#game-{games[1].pk}$"))
    expect(result(page, games[1])).to_have_text("0–1")
    row(page, games[2]).locator("summary").click()
    row(page, games[2]).get_by_role("button", name="White forfeits").click()
    expect(result(page, games[2])).to_have_text("F–X")
    page.get_by_role("button", name="Undo").click()
    expect(result(page, games[2])).to_have_text("·–·")
    page.get_by_role("link", name="Round 2").click()
    page.locator("#pairings").fill("1 99")
    page.get_by_role("button", name="Pair", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("99")
    expect(page.locator("#pairings")).to_have_value("1 99")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(
    sit_down: Callable[..., Page], kim: User, lee: User, section: Section, games: list[Game], scheme: str
) -> None:
    enter(games[1], "WL", by=lee)
    page = sit_down(kim, round_of(section), color_scheme=scheme)
    enter(games[0], "DD", by=lee)
    type_keys(page, "1")
    expect(page.locator("tr.clash")).to_have_count(1)
    type_keys(page, "f")
    expect(page.locator(".menu:visible")).to_have_count(1)
    for path in (None, "/desk/", reverse("desk-event", args=[section.event.slug]), round_of(section, 2)):
        if path:
            page.goto(page.url.split("/desk/")[0] + path)
        is_clean(page)


def test_the_pages_run_without_a_complaint_of_the_browser(
    sit_down: Callable[..., Page], kim: User, section: Section, games: list[Game]
) -> None:
    page = sit_down(kim, "/desk/")
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for path in (reverse("desk-event", args=[section.event.slug]), round_of(section, 2), round_of(section)):
        page.goto(page.url.split("/desk/")[0] + path)
    type_keys(page, "1")
    expect(result(page, games[0])).to_have_text("1–0")
    idle(page)
    assert complaints == []


# --- finished boards are safe --------------------------------------------------------------------


@pytest.fixture
def finished(games: list[Game], kim: User) -> list[Game]:
    """The first three boards have results."""
    for game, result in zip(games, ("DD", "WL", "LW"), strict=False):
        enter(game, result, by=kim)
    return games


def to_board(page: Page, number: int) -> None:
    type_keys(page, "g")
    page.keyboard.type(str(number))
    page.keyboard.press("Enter")


def results_in_log(section: Section) -> int:
    return LogEntry.objects.filter(standings__section=section, verb="result").count()


def test_the_cursor_goes_from_open_board_to_open_board(
    sit_down: Callable[..., Page], kim: User, section: Section, games: list[Game]
) -> None:
    enter(games[1], "DD", by=kim)
    page = sit_down(kim, round_of(section))
    expect(row(page, games[0])).to_be_focused()
    type_keys(page, "1")
    expect(row(page, games[2])).to_be_focused()
    to_board(page, 6)
    type_keys(page, "1")
    expect(row(page, games[2])).to_be_focused()
    page.keyboard.press("Enter")
    expect(row(page, games[3])).to_be_focused()
    idle(page)
    assert [stands(game) for game in games] == ["WL", "DD", "??", "??", "??", "WL"]


@pytest.mark.parametrize(
    ("again", "left"), [("0", "LW"), ("Enter", "LW"), ("5", "DD"), ("Escape", "DD"), ("k", "DD")]
)
def test_a_key_on_a_finished_board_proposes_and_only_the_same_again_or_enter_replaces(
    sit_down: Callable[..., Page], kim: User, section: Section, finished: list[Game], again: str, left: str
) -> None:
    page = sit_down(kim, round_of(section))
    to_board(page, 1)
    type_keys(page, "0")
    expect(result(page, finished[0])).to_have_text("½–½ → 0–1")
    expect(row(page, finished[0])).to_contain_text(
        "Press 0 again or Enter to change. Anything else keeps ½–½."
    )
    is_clean(page)
    type_keys(page, (again,))
    expect(result(page, finished[0])).to_have_text("0–1" if left == "LW" else "½–½")
    idle(page)
    assert stands(finished[0]) == left
    assert results_in_log(section) == 3 + (left == "LW")


def test_leaving_a_finished_board_keeps_it(
    sit_down: Callable[..., Page], kim: User, section: Section, finished: list[Game]
) -> None:
    page = sit_down(kim, round_of(section))
    to_board(page, 1)
    type_keys(page, "0")
    page.keyboard.press("ArrowDown")
    expect(result(page, finished[0])).to_have_text("½–½")
    expect(row(page, finished[1])).to_be_focused()
    page.locator("body").press("Home")
    type_keys(page, "f")
    type_keys(page, "b")
    expect(result(page, finished[0])).to_have_text("½–½ → X–F")
    row(page, finished[0]).get_by_role("button", name="Keep ½–½").click()
    expect(result(page, finished[0])).to_have_text("½–½")
    assert results_in_log(section) == 3


def test_a_stray_tap_on_a_finished_board_changes_nothing_and_a_second_one_does(
    sit_down: Callable[..., Page], kim: User, section: Section, finished: list[Game]
) -> None:
    phone = sit_down(kim, round_of(section), viewport={"width": 360, "height": 740}, has_touch=True)
    row(phone, finished[0]).get_by_role("button", name="White won").tap()
    expect(result(phone, finished[0])).to_have_text("½–½ → 1–0")
    fits(phone)
    assert stands(finished[0]) == "DD"
    row(phone, finished[0]).get_by_role("button", name="Change to 1–0").tap()
    expect(result(phone, finished[0])).to_have_text("1–0")
    idle(phone)
    assert stands(finished[0]) == "WL"


@pytest.fixture
def hurried(sit_down: Callable[..., Page], kim: User, section: Section) -> Page:
    """A desk whose clock stands still but for what the test lets pass."""
    page = sit_down(kim, "/desk/")
    return hurry(page, page.url.replace("/desk/", round_of(section)))


@pytest.mark.parametrize("word", ["davis 15", "15", "101", "fabian", "moss", "ulrich"])
def test_a_name_or_a_number_typed_without_a_slash_enters_nothing(
    hurried: Page, section: Section, games: list[Game], word: str
) -> None:
    type_at_once(hurried, word)
    expect(hurried.locator("#typed")).to_contain_text(f"“{word}” is not a result. Nothing was entered.")
    hurried.clock.run_for(2_000)
    expect(row(hurried, games[0])).to_be_focused()
    for game in games:
        expect(result(hurried, game)).to_have_text("·–·")
    idle(hurried)
    expect(hurried.locator("#missing")).not_to_be_checked()
    assert results_in_log(section) == 0


def test_keys_of_a_fast_scorer_are_results(hurried: Page, games: list[Game]) -> None:
    type_at_once(hurried, "1051", apart=100)
    expect(hurried.locator("tr.queued")).to_have_count(4)
    hurried.clock.run_for(2_000)
    idle(hurried)
    assert [stands(game) for game in games[:4]] == ["WL", "LW", "DD", "WL"]


def test_keys_with_another_between_them_are_no_word_however_fast(hurried: Page, games: list[Game]) -> None:
    type_at_once(hurried, ("1", "ArrowUp", "f", "Escape", "f", "Escape", "End", "5"))
    hurried.clock.run_for(2_000)
    idle(hurried)
    assert [stands(game) for game in (games[0], games[-1])] == ["WL", "DD"]


def test_enter_after_a_word_leads_to_the_board_or_the_player(
    hurried: Page, section: Section, games: list[Game]
) -> None:
    # g leads to the box for a board's number, so a name that begins with it is typed there.
    sought = next(player for player in section.players.order_by("-number") if player.called[0] != "G")
    name = sought.called.split()[0]
    type_at_once(hurried, name)
    expect(hurried.locator("#typed")).to_contain_text(name)
    hurried.keyboard.press("Enter")
    expect(hurried.locator("tr.board:visible")).to_have_count(1)
    expect(row(hurried, games[(sought.number - 1) // 2])).to_be_visible()
    expect(hurried.locator("#typed")).to_be_hidden()


def test_keys_pressed_before_the_script_has_come_are_refused_visibly(
    sit_down: Callable[..., Page], kim: User, section: Section, games: list[Game]
) -> None:
    page = sit_down(kim, "/desk/")
    with held(page, "**/desk/round.js"):
        page.goto(page.url.replace("/desk/", round_of(section)), wait_until="commit")
        expect(row(page, games[0])).to_be_visible()
        type_keys(page, "15")
        expect(page.locator(".keys")).to_be_hidden()
    expect(page.get_by_role("alert")).to_contain_text(
        "Keys pressed before the page was ready were not entered: 1 5"
    )
    assert results_in_log(section) == 0
