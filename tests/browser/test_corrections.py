"""A correction in a real browser: what it moves is seen before it is saved, whatever it is entered with."""

import os
import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.at_desk import idle, slow
from tests.browser.keys import hurry, type_at_once, type_keys
from tests.browser.looks import SCHEMES, fits, fits_and_is_clean, is_clean
from tests.factories import a_section, as_it_stands, corrected, enter, games_of, played
from tournaments.models import Game, LogEntry, Section
from tournaments.services import prizes
from tournaments.services.ceremony import freeze
from tournaments.text.wording import date_and_clock, unbroken

PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def section(kim: User) -> Section:
    """Eight players; rounds 1 and 2 of three played, round 3 published."""
    section = a_section(8, 3, by=kim, order="modified_median,solkoff")
    prizes.announce(section, "1st place trophy and $60\n2nd place trophy and $40\nTop under 1800", by=kim)
    played(section, 1, "1 2 WL\n3 4 WL\n5 6 WL\n7 8 WL")
    played(section, 2, "1 3 WL\n5 7 WL\n2 4 WL\n6 8 WL")
    played(section, 3, "1 5\n3 7\n2 6\n4 8")
    return as_it_stands(section)


@pytest.fixture
def board(section: Section) -> Game:
    """Board 1 of round 2: 1–0."""
    return games_of(section, 2)[0]


@pytest.fixture
def desk(sit_down: Callable[..., Page], kim: User, section: Section) -> Page:
    """Kim's, on a network on which each request takes 400 ms."""
    return slow(sit_down(kim, at("desk-round", section, 2)))


def row(page: Page, game: Game) -> Locator:
    return page.locator(f"#game-{game.pk}")


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def correct_board_one(desk: Page) -> None:
    """To 0–1, up to the sheet that shows what it moves."""
    type_keys(desk, "g1")
    desk.keyboard.press("Enter")
    type_keys(desk, "0")
    expect(sheet(desk).get_by_role("button", name="Save the correction")).to_be_enabled()


def stands(game: Game) -> str:
    return "".join(game.seats.order_by("-side").values_list("kind", flat=True))


def last(section: Section) -> LogEntry:
    return LogEntry.objects.filter(standings=section.standings_id)[0]


def look(page: Page, name: str) -> None:
    """A picture, where somebody wants to look at it."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=not sheet(page).is_visible())


def test_a_key_opens_the_sheet_and_enter_saves_with_the_reason(
    desk: Page, section: Section, board: Game
) -> None:
    desk.keyboard.press("ArrowUp")
    type_keys(desk, "g1")
    desk.keyboard.press("Enter")
    type_keys(desk, "0")
    expect(sheet(desk).get_by_label("Why?")).to_be_focused()
    expect(row(desk, board).locator("td.result")).to_have_text("1–0 → 0–1")
    expect(sheet(desk)).to_contain_text("Round 3 was paired on the old result")
    expect(sheet(desk).get_by_role("table").first).to_be_visible()
    is_clean(desk)
    look(desk, "sheet-1280")
    assert stands(board) == "WL"
    sheet(desk).get_by_label("Why?").fill("colors swapped on the slip")
    desk.keyboard.press("Enter")
    expect(sheet(desk)).to_be_hidden()
    expect(row(desk, board).locator("td.result")).to_have_text("0–1")
    expect(row(desk, board)).to_be_focused()
    assert stands(board) == "LW"
    assert last(section).reason == "colors swapped on the slip"
    assert "1–0 → 0–1" in last(section).summary
    again = desk.get_by_role("region", name="What moved")
    expect(again).to_be_in_viewport()
    expect(again).to_contain_text("colors swapped on the slip")
    expect(again.get_by_role("table").first).to_be_visible()
    is_clean(desk)
    look(desk, "after-1280")
    desk.emulate_media(media="print")
    expect(again).to_be_visible()
    expect(again.locator(".printed-head")).to_contain_text(section.event.name)
    expect(desk.get_by_role("grid")).to_be_hidden()
    desk.emulate_media(media="screen")
    desk.evaluate("window.print = () => { window.printed = true; }")
    again.get_by_role("button", name="Print what moved").click()
    assert desk.evaluate("window.printed")
    again.get_by_role("link", name="Open as a separate page").click()
    expect(desk.get_by_role("table").first).to_be_visible()
    fits(desk, 1280)
    is_clean(desk)
    look(desk, "saved-1280")


def test_what_moved_is_printed_with_event_section_and_date_and_nothing_of_the_desk(
    sit_down: Callable[..., Page], kim: User, section: Section, board: Game
) -> None:
    corrected(board, "LW", by=kim)
    entry = last(section)
    section.archived = True
    section.save()
    page = sit_down(kim, at("correction", section, entry.pk))
    expect(page.locator(".printed-head")).to_be_hidden()
    fits_and_is_clean(page, 1280)
    page.emulate_media(media="print")
    expect(page.locator(".printed-head")).to_have_text(
        re.compile(rf"Correction\s·\s{section.event.name}\s·\s{section.name}\s·\s+{date_and_clock(entry.at)}")
    )
    expect(page.get_by_role("table").first).to_be_visible()
    shown = page.locator("body :is(p, li, a, button, h1):not(.skip):visible")
    of_the_desk = "all => all.filter((one) => !one.closest('.after-saving')).map((one) => one.innerText)"
    assert shown.evaluate_all(of_the_desk) == []


def test_neither_nothing_nor_blanks_are_a_reason(desk: Page, section: Section, board: Game) -> None:
    type_keys(desk, "g1")
    desk.keyboard.press("Enter")
    type_keys(desk, "0")
    save = sheet(desk).get_by_role("button", name="Save the correction")
    expect(save).to_be_enabled()
    save.click()
    expect(sheet(desk).locator("#reason:invalid")).to_be_visible()
    sheet(desk).get_by_label("Why?").fill("   ")
    save.click()
    expect(sheet(desk)).to_contain_text("Nothing was saved. Enter the reason")
    expect(save).to_be_enabled()
    assert stands(board) == "WL"


def test_escape_leaves_the_board_as_it_was(desk: Page, section: Section, board: Game) -> None:
    version = section.version
    type_keys(desk, "g1")
    desk.keyboard.press("Enter")
    type_keys(desk, "5")
    expect(sheet(desk)).to_contain_text("Round 3 was paired")
    desk.keyboard.press("Escape")
    expect(sheet(desk)).to_be_hidden()
    expect(row(desk, board).locator("td.result")).to_have_text("1–0")
    expect(row(desk, board)).to_be_focused()
    assert as_it_stands(section).version == version


def test_a_name_typed_fast_is_no_correction(desk: Page, section: Section, board: Game) -> None:
    version = section.version
    hurry(desk, desk.url)
    type_at_once(desk, ["g", "1", "Enter"], apart=500)
    type_at_once(desk, ["d", "1", "5", "Enter"])
    desk.clock.run_for(2_000)
    expect(sheet(desk)).to_be_hidden()
    expect(row(desk, board).locator("td.result")).to_have_text("1–0")
    assert as_it_stands(section).version == version


@pytest.mark.parametrize("apart", [20, 400])
def test_the_key_that_opened_the_sheet_pressed_again_at_once_is_no_reason(
    desk: Page, section: Section, board: Game, apart: int
) -> None:
    hurry(desk, desk.url)
    type_at_once(desk, ["g", "1", "Enter"], apart=500)
    type_at_once(desk, "00", apart=apart)
    save = sheet(desk).get_by_role("button", name="Save the correction")
    why = sheet(desk).get_by_label("Why?")
    expect(why).to_be_focused()
    expect(why).to_have_value("")
    assert stands(board) == "WL"
    # Later it is a letter like any other.
    desk.clock.run_for(2_000)
    desk.keyboard.type("0–1 says the slip")
    expect(why).to_have_value("0–1 says the slip")
    expect(save).to_be_enabled()
    desk.keyboard.press("Enter")
    expect(sheet(desk)).to_be_hidden()
    assert stands(board) == "LW"
    assert last(section).reason == "0–1 says the slip"


def test_what_moves_otherwise_meanwhile_is_shown_again_before_it_is_saved(
    desk: Page, section: Section, board: Game
) -> None:
    correct_board_one(desk)
    enter(games_of(section, 3)[1], "LW")
    sheet(desk).get_by_label("Why?").fill("slip read wrong")
    desk.keyboard.press("Enter")
    expect(sheet(desk).get_by_role("alert")).to_contain_text("moves something else now")
    assert stands(board) == "WL"
    expect(sheet(desk).get_by_label("Why?")).to_have_value("slip read wrong")
    desk.keyboard.press("Enter")
    expect(sheet(desk)).to_be_hidden()
    assert stands(board) == "LW"
    desk.get_by_role("button", name="Close", exact=True).click()
    expect(desk.locator("#corrected")).to_be_empty()
    expect(row(desk, board)).to_be_focused()


def test_two_scorers_who_correct_one_board_see_both_results(
    desk: Page, section: Section, board: Game
) -> None:
    correct_board_one(desk)
    enter(board, "DD")
    sheet(desk).get_by_label("Why?").fill("slip read wrong")
    desk.keyboard.press("Enter")
    expect(sheet(desk)).to_be_hidden()
    assert stands(board) == "DD"
    row(desk, board).get_by_role("button", name="Replace with 0–1").click()
    expect(sheet(desk).get_by_label("Why?")).to_have_value("slip read wrong")
    sheet(desk).get_by_role("button", name="Save the correction").click()
    expect(sheet(desk)).to_be_hidden()
    assert stands(board) == "LW"


def test_who_saves_what_another_window_saved_already_is_told_so(
    desk: Page, section: Section, board: Game
) -> None:
    correct_board_one(desk)
    enter(board, "LW")
    sheet(desk).get_by_label("Why?").fill("slip read wrong")
    desk.keyboard.press("Enter")
    expect(sheet(desk)).to_be_hidden()
    expect(desk.locator("#announcement")).to_have_text("Board 1 was already 0–1. Nothing more was saved.")
    expect(desk.locator("#corrected")).to_be_empty()


def test_a_thumb_corrects_at_360_pixels(
    sit_down: Callable[..., Page], kim: User, section: Section, board: Game
) -> None:
    phone = slow(sit_down(kim, at("desk-round", section, 2), **PHONE))
    row(phone, board).get_by_role("button", name="Black won").tap()
    expect(sheet(phone)).to_contain_text("Round 3 was paired")
    fits_and_is_clean(phone)
    look(phone, "sheet-360")
    keep = sheet(phone).get_by_role("button", name="Keep 1–0")
    box = keep.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    sheet(phone).get_by_label("Why?").fill("both players report it")
    sheet(phone).get_by_role("button", name="Save the correction").tap()
    expect(row(phone, board).locator("td.result")).to_have_text("0–1")
    assert stands(board) == "LW"
    look(phone, "after-360")
    fits_and_is_clean(phone)
    phone.get_by_role("link", name="Open as a separate page").tap()
    expect(phone.get_by_role("table").first).to_be_visible()
    fits_and_is_clean(phone)
    look(phone, "saved-360")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_without_a_script_the_sheet_is_a_page(
    sit_down: Callable[..., Page], kim: User, section: Section, board: Game, scheme: str
) -> None:
    path = at("desk-round", section, 2)
    plain = sit_down(kim, path, java_script_enabled=False, color_scheme=scheme, viewport=PHONE["viewport"])
    row(plain, board).get_by_role("button", name="Black won").click()
    expect(plain.get_by_role("heading", name="Change a result")).to_be_visible()
    expect(plain.get_by_text("Round 3 was paired on the old result")).to_be_visible()
    look(plain, f"page-360-{scheme}")
    assert stands(board) == "WL"
    plain.get_by_label("Why?").fill("slip read wrong")
    plain.get_by_role("button", name="Save the correction").click()
    expect(plain.get_by_role("heading", name="Correction")).to_be_visible()
    assert stands(board) == "LW"


def test_u_leads_to_what_undoing_moves(desk: Page, section: Section, board: Game) -> None:
    enter(board, "DD")
    desk.reload()
    type_keys(desk, "u")
    expect(desk.get_by_role("heading", name="Change a result")).to_be_visible()
    expect(desk.get_by_text("½–½").first).to_be_visible()
    assert stands(board) == "DD"
    fits_and_is_clean(desk, 1280)
    look(desk, "undo-1280")
    desk.get_by_label("Why?").fill("the first slip was right")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", name="Correction")).to_be_visible()
    assert stands(board) == "WL"


def test_after_the_freeze_the_desk_says_so_and_an_open_board_too_asks(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    for game in games_of(section, 3):
        enter(game, "WL")
    prizes.announce(section, "1st place trophy and $60", by=kim)
    freeze(section, by=kim)
    desk = sit_down(kim, at("desk-round", section, 3))
    expect(desk.get_by_text("Awards list 1 was frozen")).to_be_visible()
    fits_and_is_clean(desk, 1280)
    type_keys(desk, "g1")
    desk.keyboard.press("Enter")
    type_keys(desk, "0")
    expect(sheet(desk)).to_contain_text("Awards list 1 was frozen")
    expect(sheet(desk)).to_contain_text("1st place trophy")
    look(desk, "frozen-1280")
    sheet(desk).get_by_label("Why?").fill("slip read wrong")
    desk.keyboard.press("Enter")
    expect(sheet(desk)).to_be_hidden()
    again = desk.get_by_role("region", name="What moved")
    expect(again.get_by_role("heading", name="For the ceremony desk")).to_be_visible()
    again.get_by_role("link", name="Open as a separate page").click()
    expect(desk.get_by_role("heading", name="For the ceremony desk")).to_be_visible()
    look(desk, "ceremony-1280")


@pytest.mark.parametrize("keys", [["0", "0"], ["d", "d"], ["D", "D"], ["d", "5"], ["f", "b", "b"]])
def test_the_key_that_opened_the_sheet_is_no_reason_after_the_freeze_either(
    sit_down: Callable[..., Page], kim: User, section: Section, keys: list[str]
) -> None:
    """Nor where a reason stands already, which was typed before the sheet was left."""
    for game in games_of(section, 3):
        enter(game, "WL")
    prizes.announce(section, "1st place trophy and $60", by=kim)
    freeze(section, by=kim)
    desk = sit_down(kim, "/desk/")
    hurry(desk, desk.url.replace("/desk/", at("desk-round", section, 3)))
    type_at_once(desk, ["g", "1", "Enter"], apart=500)
    why = sheet(desk).get_by_label("Why?")
    for kept in ("", "slip read wrong"):
        type_at_once(desk, keys, apart=400)
        expect(why).to_be_focused()
        expect(why).to_have_value(kept)
        desk.clock.run_for(2_000)
        why.fill("slip read wrong")
        desk.keyboard.press("Escape")
        expect(sheet(desk)).to_be_hidden()
        desk.clock.run_for(2_000)


def test_a_key_that_is_held_down_is_no_reason(
    sit_down: Callable[..., Page], kim: User, section: Section, board: Game
) -> None:
    desk = sit_down(kim, "/desk/")
    hurry(desk, desk.url.replace("/desk/", at("desk-round", section, 2)))
    type_at_once(desk, ["g", "1", "Enter"], apart=500)
    for _repeat in range(5):
        desk.keyboard.down("0")
        desk.clock.run_for(500)
    desk.keyboard.up("0")
    expect(sheet(desk).get_by_label("Why?")).to_have_value("")


def test_a_version_and_what_it_changed_fit_a_phone(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, kim: User, section: Section
) -> None:
    for game in games_of(section, 3):
        enter(game, "WL")
    prizes.announce(section, "1st place trophy and $60", by=kim)
    freeze(section, by=kim)
    enter(games_of(section, 3)[0], "LW")
    freeze(as_it_stands(section), by=kim)
    phone = new_context(**PHONE).new_page()
    phone.goto(live_server.url + at("trophies", section))
    phone.get_by_role("link", name="What awards list 2 changed since list 1").tap()
    expect(phone.get_by_role("heading", name="Changes since awards list 1")).to_be_visible()
    fits_and_is_clean(phone)
    look(phone, "version-360")
    phone.get_by_role("link", name="See awards list 1").tap()
    expect(phone.get_by_text("Awards list 2 replaced this list.")).to_be_visible()


def test_a_result_that_became_a_correction_while_the_page_was_open_is_proposed_and_then_shown(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    for game in games_of(section, 3):
        enter(game, "WL")
    prizes.announce(section, "1st place trophy and $60", by=kim)
    page = sit_down(kim, at("desk-round", section, 3))
    freeze(section, by=kim)
    board = games_of(section, 3)[1]
    type_keys(page, "g2")
    page.keyboard.press("Enter")
    type_keys(page, "00")
    expect(page.locator("#alarm")).to_contain_text("nothing was saved yet. See what this changes")
    assert stands(board) == "WL"
    row(page, board).get_by_role("button", name="Change to 0–1").click()
    expect(sheet(page)).to_contain_text("Moves:")
    sheet(page).get_by_label("Why?").fill("slip read wrong")
    page.keyboard.press("Enter")
    expect(sheet(page)).to_be_hidden()
    assert stands(board) == "LW"


def test_a_conflict_in_the_sheet_is_a_question_after_a_reload_too(
    desk: Page, section: Section, board: Game, lee: User
) -> None:
    desk.keyboard.press("ArrowUp")
    type_keys(desk, "g1")
    desk.keyboard.press("Enter")
    type_keys(desk, "0")
    expect(sheet(desk).get_by_role("table").first).to_be_visible()
    corrected(board, "DD", by=lee)
    sheet(desk).get_by_label("Why?").fill("colors swapped on the slip")
    desk.keyboard.press("Enter")
    for _again in range(2):
        expect(row(desk, board)).to_contain_text(unbroken("Lee Moss entered ½–½"))
        expect(desk.locator("#clashes")).to_contain_text("Board 1: two different results")
        desk.reload()
    row(desk, board).get_by_role("button", name="Keep ½–½").click()
    expect(row(desk, board).locator(".settle")).to_have_count(0)
    idle(desk)
    desk.reload()
    expect(desk.locator(".keys")).to_be_visible()
    idle(desk)
    expect(desk.locator("tr.clash")).to_have_count(0)
    assert stands(board) == "DD"
