"""What can go wrong at the desk: no connection, a full disk, a session that ended, a board that is gone."""

import errno
import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Dialog, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from config import troubles
from tests.addresses import at
from tests.browser.at_desk import held, idle, result, round_of, row, stands
from tests.browser.keys import type_keys
from tests.factories import PASSWORD, UserFactory, enter
from tests.sign_in import sign_in
from tournaments.models import Game, LogEntry, Section, Staff, Verb


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
    expect(desk.locator("#queue")).to_contain_text("Free up space on")
    expect(desk.locator("#queue")).to_contain_text("Results are then sent automatically. Waiting: 2.")
    expect(row(desk, games[1])).to_contain_text("not sent")
    idle(desk)
    expect(desk.locator("#queue")).to_be_hidden()
    assert [stands(game) for game in games[:2]] == ["WL", "DD"]
    assert len(set(refused)) == 1, "in the order in which they were typed"


def test_without_a_connection_undo_takes_back_what_was_not_sent_and_says_of_the_rest_that_it_waits(
    desk: Page, games: list[Game]
) -> None:
    desk.context.set_offline(True)
    type_keys(desk, "15")
    expect(desk.locator("#queue")).to_contain_text("Results waiting to be sent: 2.")
    type_keys(desk, "u")
    expect(result(desk, games[1])).to_have_text("·–·")
    expect(row(desk, games[1])).to_be_focused()
    expect(desk.locator("#queue")).to_contain_text("Results waiting to be sent: 1.")
    # Board 1's request may have arrived, though its answer did not.
    type_keys(desk, "u0")
    expect(desk.locator("#alarm")).to_have_text(
        "Undo is waiting for the connection. Until then only buttons work."
    )
    desk.context.set_offline(False)
    expect(desk.locator("#queue")).to_be_hidden()
    expect(result(desk, games[0])).to_have_text("·–·")
    idle(desk)
    expect(desk.locator("#alarm")).to_be_empty()
    assert {stands(game) for game in games} == {"??"}
    type_keys(desk, "5")
    idle(desk)
    assert stands(games[0]) == "DD"


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


def left_unsent(desk: Page, keys: str) -> None:
    """Type without a connection, and let the page end before it comes back."""
    desk.on("dialog", lambda dialog: dialog.accept())
    # What waits for the network would still go out once the page has gone.
    desk.route("**/result/", lambda route: route.abort())
    type_keys(desk, keys)
    expect(desk.locator("#queue")).to_be_visible()
    desk.goto("about:blank")
    desk.unroute("**/result/")


def test_what_waits_outlives_its_page_and_is_sent_by_the_next(
    desk: Page, section: Section, games: list[Game], live_server: LiveServer
) -> None:
    left_unsent(desk, "15")
    desk.goto(live_server.url + round_of(section))
    expect(result(desk, games[1])).to_have_text("½–½")
    idle(desk)
    assert [stands(game) for game in games[:2]] == ["WL", "DD"]
    desk.reload()
    expect(desk.locator("#queue")).to_be_hidden()
    assert desk.evaluate("sessionStorage.length") == 0, "nothing is sent a second time"


def test_after_a_reload_the_cursor_stands_on_the_first_board_without_a_result_though_some_are_still_sent(
    desk: Page, games: list[Game], section: Section, live_server: LiveServer
) -> None:
    left_unsent(desk, "105")
    with held(desk):
        desk.goto(live_server.url + round_of(section))
        expect(result(desk, games[2])).to_have_text("½–½")
        expect(row(desk, games[3])).to_be_focused()
    idle(desk)
    expect(row(desk, games[3])).to_be_focused()
    assert [stands(game) for game in games[:4]] == ["WL", "LW", "DD", "??"]


def test_what_was_undone_before_the_page_ended_is_not_sent_by_the_next(
    desk: Page, section: Section, games: list[Game], live_server: LiveServer
) -> None:
    left_unsent(desk, "15u")
    desk.goto(live_server.url + round_of(section))
    expect(result(desk, games[0])).to_have_text("1–0")
    idle(desk)
    assert [stands(game) for game in games[:2]] == ["WL", "??"]


def test_what_waits_over_the_end_of_its_page_overwrites_nothing_that_came_meanwhile(
    desk: Page, section: Section, games: list[Game], live_server: LiveServer
) -> None:
    left_unsent(desk, "1")
    enter(games[0], "DD", by=UserFactory.create(first_name="Lee", last_name="Moss"))
    desk.goto(live_server.url + round_of(section))
    expect(desk.locator("#alarm")).to_contain_text("Board 1: two different results")
    assert stands(games[0]) == "DD"


def waits_for_a_sign_in(desk: Page, games: list[Game], said: str) -> Locator:
    """The link to the sign-in, of a desk that stays as it is."""
    notice = desk.locator("#queue")
    expect(notice).to_contain_text(said)
    expect(desk.locator("tr.queued .state").first).to_have_text("not sent")
    return notice.get_by_role("link", name="Sign in again")


def sign_in_beside(desk: Page, link: Locator, kim: User, section: Section) -> None:
    with desk.context.expect_page() as opened:
        link.click()
    tab = opened.value
    tab.get_by_label("Username").fill(kim.username)
    tab.get_by_label("Password").fill(PASSWORD)
    tab.get_by_role("button", name="Sign in").click()
    expect(tab).to_have_url(re.compile(f"{round_of(section)}$"))


def test_a_desk_that_was_signed_out_elsewhere_says_so_before_a_key_is_pressed(
    desk: Page, kim: User, section: Section, games: list[Game]
) -> None:
    desk.context.clear_cookies(name="sessionid")
    notice = desk.locator("#queue")
    expect(notice).to_contain_text("You are signed out. Results entered by others are not shown.")
    sign_in_beside(desk, notice.get_by_role("link", name="Sign in again"), kim, section)
    expect(notice).to_be_hidden()
    type_keys(desk, "1")
    idle(desk)
    assert stands(games[0]) == "WL"


def test_keys_typed_after_the_session_ended_wait_and_are_sent_after_a_sign_in_in_another_tab(
    desk: Page, kim: User, section: Section, games: list[Game]
) -> None:
    desk.context.clear_cookies(name="sessionid")
    type_keys(desk, "105")
    link = waits_for_a_sign_in(desk, games, "You are signed out. 3 results are waiting to be sent.")
    assert {stands(game) for game in games[:3]} == {"??"}
    sign_in_beside(desk, link, kim, section)
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
    waits_for_a_sign_in(desk, games, "You are signed out. 1 result is waiting to be sent.")
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
    waits_for_a_sign_in(desk, games, "You are signed out. 1 result is waiting to be sent.")
    other = UserFactory.create()
    Staff.objects.create(event=section.event, user=other)
    sign_in(desk.context, live_server, other)
    expect(desk.locator("#alarm")).to_contain_text("Somebody else is signed in here.")
    assert stands(games[0]) == "??"


def test_a_key_on_a_page_of_the_one_before_is_not_entered_by_who_signed_in_meanwhile(
    desk: Page, kim: User, lee: User, section: Section, games: list[Game], live_server: LiveServer
) -> None:
    sign_in(desk.context, live_server, lee)
    type_keys(desk, "1")
    expect(desk.locator("#alarm")).to_contain_text("Somebody else is signed in here.")
    assert stands(games[0]) == "??"
    sign_in(desk.context, live_server, kim)
    idle(desk)
    assert stands(games[0]) == "WL"
    assert LogEntry.objects.get(verb=Verb.RESULT).who == kim


def test_a_board_that_was_removed_says_so_and_the_queue_goes_on(
    desk: Page, section: Section, games: list[Game]
) -> None:
    games[0].seats.all().delete()
    games[0].delete()
    type_keys(desk, "11")
    gone = desk.locator("tr.board.failed")
    expect(gone).to_contain_text("This board was not found. Its pairing was removed")
    expect(gone.locator("td.result")).to_have_text("–")
    expect(gone.locator(".choices button[aria-pressed=true]")).to_have_count(0)
    idle(desk)
    assert stands(games[1]) == "WL"


def test_a_form_that_could_not_be_saved_is_sent_again_by_reloading_what_says_so(
    desk: Page, section: Section, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_how: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    desk.goto(live_server.url + at("edit-section", section))
    desk.get_by_label("Name", exact=True).fill("U1400 of June")
    with monkeypatch.context() as disk:
        disk.setattr("tournaments.views.setup.sections.services.edit_section", full)
        desk.get_by_role("button", name="Save").click()
        expect(desk.locator(".notice")).to_contain_text("Then reload this page and let the browser send the")
    desk.reload()
    section.refresh_from_db()
    assert section.name == "U1400 of June"
