"""A round in one hand, at 360 pixels and on a slow network.

Three thumb-sized buttons a board, a keypad for a board's number, and a slip that opens its board.
"""

import re
from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.at_desk import held, idle, result, results_in_log, round_of, row, slow, stands
from tests.browser.looks import SCHEMES, also, fits, fits_and_is_clean
from tests.factories import UserFactory, a_section, as_it_stands, enter, paired
from tournaments.models import Game, Role, Section, Staff

HEIGHT = 740
PHONE = {"viewport": {"width": 360, "height": HEIGHT}, "has_touch": True, "is_mobile": True}
BOARDS = 12
CHOICES = ("White won", "Draw", "Black won")


@pytest.fixture
def section(kim: User) -> Section:
    """A hall of twelve boards, all of them open."""
    section = a_section(2 * BOARDS, by=kim, order="modified_median,solkoff")
    paired(section, 1, "\n".join(f"{n} {n + 1}" for n in range(1, 2 * BOARDS, 2)), publish=True)
    return as_it_stands(section)


@pytest.fixture
def ann(section: Section) -> User:
    """A scorekeeper who walks through the hall."""
    ann = UserFactory.create(first_name="Ann", last_name="Bower")
    Staff.objects.create(event=section.event, user=ann, role=Role.SCOREKEEPER)
    return ann


@pytest.fixture
def phone(sit_down: Callable[..., Page], ann: User, section: Section) -> Page:
    """Hers, where each request takes 400 ms."""
    return slow(sit_down(ann, round_of(section), **PHONE))


def button(page: Page, name: str) -> Locator:
    return page.locator("#dock").get_by_role("button", name=name, exact=True)


def choice(page: Page, game: Game, name: str) -> Locator:
    return row(page, game).get_by_role("button", name=name)


def look_for(page: Page, number: int) -> None:
    """With the keypad, digit by digit."""
    if button(page, "Board number").is_visible():
        button(page, "Board number").tap()
    for digit in str(number):
        page.get_by_role("group", name="Board number").get_by_role("button", name=digit).tap()


def show_all(page: Page) -> None:
    """The finished boards too."""
    expect(button(page, "Missing only")).to_have_attribute("aria-pressed", "true")
    button(page, "Missing only").tap()


def tap_twice(page: Page, what: Locator) -> None:
    """Two taps of a hasty thumb on the same spot of the glass, whatever lies there by then."""
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box
    for _tap in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def is_thumb_sized(what: Locator, least: int = 44) -> None:
    box = what.bounding_box()
    assert box
    assert box["width"] >= least, what
    assert box["height"] >= least, what


def is_in_reach(what: Locator) -> None:
    """In the lower part of the window."""
    box = what.bounding_box()
    assert box
    assert box["y"] >= HEIGHT * 0.25, what
    assert box["y"] + box["height"] <= HEIGHT, what


# --- at the boards ----------------------------------------------------------------------------------


def test_each_board_has_three_thumb_sized_buttons_with_names_on_them(phone: Page, games: list[Game]) -> None:
    for game in games:
        for name in CHOICES:
            is_thumb_sized(choice(phone, game, name), 64)
        is_thumb_sized(row(phone, game).locator("summary"), 40)
    seats = games[0].seats.select_related("player").order_by("-side")
    white, black = (re.findall(r"[A-Z][a-z]+", seat.player.name)[-1] for seat in seats)
    assert [
        choice.inner_text().split() for choice in row(phone, games[0]).locator(".choices button").all()
    ] == [["1–0", white], ["½", "Draw"], ["0–1", black]]
    for name in ("Missing only", "Board number"):
        is_thumb_sized(button(phone, name))
        is_in_reach(button(phone, name))


def test_the_first_screen_begins_with_the_open_boards_below_one_line_of_counters(
    sit_down: Callable[..., Page], ann: User, section: Section, games: list[Game]
) -> None:
    for game in (*games[:4], games[5]):
        enter(game, "WL", by=ann)
    page = sit_down(ann, round_of(section), **PHONE)
    expect(page.locator("tr.board:visible")).to_have_count(BOARDS - 5)
    line = page.get_by_text("5 of 12 results entered").bounding_box()
    assert line
    assert line["height"] <= 32
    for game in (games[4], games[6]):
        for name in CHOICES:
            expect(choice(page, game, name)).to_be_in_viewport(ratio=1)
            is_in_reach(choice(page, game, name))
    # A board that gets its result stays where it is; all are a tap away.
    choice(page, games[4], "Draw").tap()
    idle(page)
    expect(row(page, games[4])).to_be_in_viewport()
    show_all(page)
    expect(page.locator("tr.board:visible")).to_have_count(BOARDS)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_fits_and_axe_finds_nothing_in_any_of_its_states(
    sit_down: Callable[..., Page], ann: User, section: Section, games: list[Game], scheme: str
) -> None:
    enter(games[1], "DD", by=ann)
    page = sit_down(ann, round_of(section), color_scheme=scheme, **PHONE)
    choice(page, games[0], "White won").tap()
    expect(button(page, "Undo")).to_be_visible()
    fits_and_is_clean(page)
    button(page, "Board number").tap()
    fits_and_is_clean(page)
    look_for(page, 2)
    choice(page, games[1], "White won").tap()
    fits_and_is_clean(page)
    look_for(page, 3)
    row(page, games[2]).locator("summary").tap()
    expect(row(page, games[2]).get_by_role("button", name="Both forfeit")).to_be_in_viewport(ratio=1)
    fits_and_is_clean(page)


@pytest.mark.parametrize("name", [*map(also, CHOICES[:-1]), CHOICES[-1]])
@pytest.mark.parametrize("alone", [False, also(True)])
def test_a_double_tap_enters_once_and_nothing_else(
    phone: Page, section: Section, games: list[Game], name: str, alone: bool
) -> None:
    if alone:
        look_for(phone, 5)
    tap_twice(phone, choice(phone, games[4], name))
    idle(phone)
    assert stands(games[4]) == {"White won": "WL", "Draw": "DD", "Black won": "LW"}[name]
    assert results_in_log(section) == 1
    expect(row(phone, games[4]).locator(".proposal")).to_have_count(0)


@pytest.mark.parametrize("name", CHOICES[1:])
@pytest.mark.parametrize("alone", [False, also(True)])
def test_a_double_tap_on_a_finished_board_keeps_it(
    sit_down: Callable[..., Page], ann: User, section: Section, games: list[Game], name: str, alone: bool
) -> None:
    enter(games[4], "WL", by=ann)
    phone = slow(sit_down(ann, round_of(section), **PHONE))
    look_for(phone, 5) if alone else show_all(phone)
    tap_twice(phone, choice(phone, games[4], name))
    expect(row(phone, games[4]).locator(".proposal")).to_have_count(0)
    expect(result(phone, games[4])).to_have_text("1–0")
    expect(phone.locator("#announcement")).to_have_text("Board 5: 1–0")
    expect(phone.locator("#announcement .score")).to_have_css("white-space", "nowrap")
    idle(phone)
    assert results_in_log(section) == 1


@pytest.mark.parametrize("alone", [False, True])
def test_only_a_second_tap_that_says_so_replaces_a_result_and_a_third_one_meets_no_other_board(
    sit_down: Callable[..., Page], ann: User, section: Section, games: list[Game], alone: bool
) -> None:
    enter(games[4], "WL", by=ann)
    phone = slow(sit_down(ann, round_of(section), **PHONE))
    look_for(phone, 5) if alone else show_all(phone)
    choice(phone, games[4], "Black won").tap()
    expect(result(phone, games[4])).to_have_text("1–0 → 0–1")
    expect(choice(phone, games[4], "Black won")).to_be_hidden()
    assert stands(games[4]) == "WL"
    tap_twice(phone, row(phone, games[4]).get_by_role("button", name="Change to 0–1"))
    expect(result(phone, games[4])).to_have_text("0–1")
    idle(phone)
    assert stands(games[4]) == "LW"
    assert results_in_log(section) == 2


def test_what_was_entered_is_said_at_the_foot_and_can_be_undone_there_once(
    phone: Page, section: Section, games: list[Game]
) -> None:
    said = phone.locator("#dock .said")
    choice(phone, games[0], "Draw").tap()
    expect(said).to_contain_text("Board 1: ½–½")
    expect(said).to_contain_text("Saved.")
    choice(phone, games[1], "Draw").tap()
    expect(said).to_contain_text("Board 2: ½–½")
    idle(phone)
    is_thumb_sized(button(phone, "Undo"))
    is_in_reach(button(phone, "Undo"))
    tap_twice(phone, button(phone, "Undo"))
    expect(said).to_contain_text("Board 2: undone")
    expect(button(phone, "Undo")).to_be_hidden()
    assert [stands(game) for game in games[:2]] == ["DD", "??"]


def test_without_a_connection_results_wait_on_the_phone_and_are_sent_in_order(
    sit_down: Callable[..., Page], ann: User, section: Section, games: list[Game]
) -> None:
    phone = sit_down(ann, round_of(section), **PHONE)
    phone.context.set_offline(True)
    for number, name in ((3, "White won"), (7, "Black won")):
        look_for(phone, number)
        choice(phone, games[number - 1], name).tap()
    expect(phone.locator("#queue")).to_contain_text("No connection. Results waiting to be sent: 2.")
    expect(row(phone, games[6])).to_contain_text("not sent")
    expect(phone.locator("#dock .said")).not_to_contain_text("Saved.")
    fits(phone)
    phone.context.set_offline(False)
    idle(phone)
    expect(phone.locator("#queue")).to_be_hidden()
    expect(phone.locator("#dock .said")).to_contain_text("Saved.")
    assert [stands(games[at]) for at in (2, 6)] == ["WL", "LW"]


def test_a_board_that_somebody_else_has_entered_asks_which_is_right(
    phone: Page, kim: User, games: list[Game]
) -> None:
    look_for(phone, 4)
    with held(phone):
        choice(phone, games[3], "White won").tap()
        enter(games[3], "LW", by=kim)
    expect(row(phone, games[3])).to_contain_text("Kim Okafor")
    expect(button(phone, "Undo")).to_be_hidden()
    for settle in row(phone, games[3]).locator(".settle button").all():
        is_thumb_sized(settle)
        is_in_reach(settle)
    fits_and_is_clean(phone)
    row(phone, games[3]).get_by_role("button", name="Keep 0–1").tap()
    expect(phone.locator("tr.clash")).to_have_count(0)
    idle(phone)
    assert stands(games[3]) == "LW"


def test_who_entered_a_board_and_when_stands_on_it_until_it_is_replaced(
    sit_down: Callable[..., Page], kim: User, ann: User, section: Section, games: list[Game]
) -> None:
    enter(games[0], "WL", by=ann)
    at_board = datetime(2026, 11, 21, 14, 38, tzinfo=ZoneInfo(section.event.time_zone))
    Game.objects.filter(pk=games[0].pk).update(entered_at=at_board)
    phone = slow(sit_down(kim, round_of(section), **PHONE))
    show_all(phone)
    entered = row(phone, games[0]).locator(".entered")
    expect(entered).to_have_text("Ann Bower entered this at 2:38 PM.")
    expect(row(phone, games[0]).locator(".by")).to_be_hidden()
    choice(phone, games[0], "Draw").tap()
    expect(row(phone, games[0])).to_contain_text("This board has a result: 1–0.")
    expect(entered).to_be_visible()
    row(phone, games[0]).get_by_role("button", name="Keep 1–0").tap()
    expect(entered).to_be_visible()
    expect(row(phone, games[0]).locator(".state")).to_have_text("")
    choice(phone, games[0], "Draw").tap()
    row(phone, games[0]).get_by_role("button", name="Change to ½–½").tap()
    expect(entered).to_contain_text("Kim Okafor entered this at")


# --- the keypad -------------------------------------------------------------------------------------


def test_a_round_is_entered_by_board_numbers_with_one_thumb_and_without_waiting(
    phone: Page, section: Section, games: list[Game]
) -> None:
    wanted = {11: "White won", 1: "Draw", 12: "Black won", 2: "White won", 10: "Draw"}
    for number, name in wanted.items():
        look_for(phone, number)
        expect(phone.locator("tr.board:visible")).to_have_count(1)
        for each in CHOICES:
            is_thumb_sized(choice(phone, games[number - 1], each), 64)
            is_in_reach(choice(phone, games[number - 1], each))
        choice(phone, games[number - 1], name).tap()
    expect(phone.locator("#dock .said")).to_contain_text("Saved.")
    idle(phone)
    letters = {"White won": "WL", "Draw": "DD", "Black won": "LW"}
    assert {number: stands(games[number - 1]) for number in wanted} == {
        number: letters[name] for number, name in wanted.items()
    }
    assert results_in_log(section) == len(wanted)


def test_the_keypad_is_in_reach_and_says_what_its_number_finds(phone: Page, games: list[Game]) -> None:
    button(phone, "Board number").tap()
    keypad = phone.get_by_role("group", name="Board number")
    for key in keypad.get_by_role("button").all():
        is_thumb_sized(key)
        is_in_reach(key)
    expect(phone.locator("tr.board:visible")).to_have_count(0)
    look_for(phone, 13)
    expect(phone.locator(".sought")).to_contain_text("No board has this number.")
    keypad.get_by_role("button", name="Delete").tap()
    expect(phone.locator(".sought")).to_contain_text("Board 1 has no result yet.")
    choice(phone, games[0], "Draw").tap()
    expect(phone.locator(".sought")).to_contain_text("Board 1 has a result.")
    keypad.get_by_role("button", name="All boards").tap()
    expect(phone.locator("tr.board:visible")).to_have_count(BOARDS)
    expect(button(phone, "Board number")).to_be_focused()


def test_boards_without_a_result_are_buttons_with_their_numbers(
    sit_down: Callable[..., Page], ann: User, section: Section, games: list[Game]
) -> None:
    for game in games[:-2]:
        enter(game, "DD", by=ann)
    phone = slow(sit_down(ann, round_of(section), **PHONE))
    button(phone, "Board number").tap()
    missing = phone.get_by_role("group", name="Boards without a result").get_by_role("button")
    expect(missing).to_have_text(["11", "12"])
    for each in missing.all():
        is_thumb_sized(each)
        is_in_reach(each)
    missing.last.tap()
    expect(phone.locator("tr.board:visible")).to_have_count(1)
    choice(phone, games[-1], "White won").tap()
    idle(phone)
    assert stands(games[-1]) == "WL"
    expect(missing.last).to_be_disabled()
    expect(missing.first).to_be_enabled()
    missing.first.tap()
    expect(missing).to_have_text(["11"])
    button(phone, "All boards").tap()
    button(phone, "Missing only").tap()
    expect(phone.locator("tr.board:visible")).to_have_count(1)
    expect(row(phone, games[10])).to_be_visible()


def test_a_refused_entry_says_at_its_board_what_stands_and_is_no_news_at_the_next(
    phone: Page, ann: User, kim: User, section: Section, games: list[Game]
) -> None:
    look_for(phone, 1)
    choice(phone, games[0], "White won").tap()
    idle(phone)
    choice(phone, games[0], "Black won").tap()
    with held(phone):
        row(phone, games[0]).get_by_role("button", name="Change to 0–1").tap()
        Game.objects.filter(pk=games[0].pk).update(verified_by=kim, verified_revision=1)
    expect(phone.locator("#alarm")).to_have_text(
        "Board 1: This result is verified. Ask the chief or an assistant to change it."
    )
    expect(phone.locator("#dock .said")).to_contain_text("Board 1: 1–0")
    look_for(phone, 2)
    expect(phone.locator("#alarm")).to_be_empty()


def test_another_persons_result_is_not_offered_for_a_change(
    sit_down: Callable[..., Page], ann: User, kim: User, section: Section, games: list[Game]
) -> None:
    enter(games[0], "WL", by=kim)
    phone = sit_down(ann, round_of(section), **PHONE)
    look_for(phone, 1)
    choice(phone, games[0], "Black won").tap()
    expect(row(phone, games[0])).to_contain_text(
        "Kim Okafor entered this result. Ask the chief or an assistant"
    )
    expect(phone.get_by_role("button", name="Change to")).to_have_count(0)
    fits_and_is_clean(phone)


def test_a_window_that_becomes_wide_shows_all_boards_and_no_dock(phone: Page) -> None:
    look_for(phone, 3)
    phone.set_viewport_size({"width": 1100, "height": 740})
    expect(phone.locator("tr.board:visible")).to_have_count(BOARDS)
    expect(button(phone, "Board number")).to_be_hidden()


# --- from the slip, and without a script ------------------------------------------------------------


def test_a_slip_opens_its_board_alone_for_the_thumb(
    phone: Page, live_server: LiveServer, section: Section, games: list[Game]
) -> None:
    phone.goto(live_server.url + at("slip", section, 1, "11"))
    expect(row(phone, games[10])).to_be_in_viewport(ratio=1)
    expect(phone.locator("tr.board:visible")).to_have_count(1)
    fits_and_is_clean(phone)
    for name in CHOICES:
        is_in_reach(choice(phone, games[10], name))
    choice(phone, games[10], "White won").tap()
    expect(phone.locator("#dock .said")).to_contain_text("Board 11: 1–0")
    idle(phone)
    assert stands(games[10]) == "WL"
    button(phone, "All boards").tap()
    expect(phone.locator("tr.board:visible")).to_have_count(BOARDS)


def test_the_slip_of_a_finished_board_changes_nothing_by_a_stray_tap(
    phone: Page, kim: User, live_server: LiveServer, section: Section, games: list[Game]
) -> None:
    enter(games[10], "DD", by=kim)
    phone.goto(live_server.url + at("slip", section, 1, "11"))
    tap_twice(phone, choice(phone, games[10], "White won"))
    expect(result(phone, games[10])).to_have_text("½–½")
    assert results_in_log(section) == 1


def test_without_a_script_a_slip_opens_its_board_whose_buttons_are_forms(
    sit_down: Callable[..., Page], ann: User, section: Section, games: list[Game]
) -> None:
    page = sit_down(ann, at("slip", section, 1, "11"), java_script_enabled=False, **PHONE)
    expect(row(page, games[10])).to_be_in_viewport()
    expect(page.locator("#dock")).to_be_hidden()
    choice(page, games[10], "Black won").tap()
    expect(result(page, games[10])).to_have_text("0–1")
    assert stands(games[10]) == "LW"


def test_the_number_of_a_match_shows_all_its_boards(sit_down: Callable[..., Page], kim: User) -> None:
    section = a_section(4, 1, boards=2, by=kim)
    paired(section, 1, "1 2\n3 4", publish=True)
    phone = sit_down(kim, round_of(section), **PHONE)
    look_for(phone, 2)
    expect(phone.locator("tr.board:visible")).to_have_count(2)
    expect(phone.locator("tr.teams:visible")).to_have_count(1)
    phone.locator("tr.board:visible").first.locator(".choices button").first.tap()
    expect(phone.locator("tr.board:visible td.result").first).to_have_text("1–0")
    idle(phone)
    fits_and_is_clean(phone)
