"""The desk by mouse, by thumb and without a script; what every page of it promises."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.at_desk import deaf, idle, result, round_of, row, stands
from tests.browser.keys import type_keys
from tests.browser.looks import fits, is_clean
from tests.factories import enter
from tournaments.models import Game, Section


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


def test_after_a_click_the_cursor_goes_on_and_the_next_keys_are_meant_for_the_next_boards(
    desk: Page, games: list[Game]
) -> None:
    row(desk, games[1]).hover()
    row(desk, games[1]).get_by_role("button", name="White won").click()
    expect(row(desk, games[2])).to_be_focused()
    type_keys(desk, "00")
    row(desk, games[4]).locator("summary").click()
    row(desk, games[4]).get_by_role("button", name="Black forfeits").click()
    type_keys(desk, "00")
    idle(desk)
    assert [stands(game) for game in games] == ["LW", "WL", "LW", "LW", "XF", "LW"]


def test_keys_after_the_last_board_was_clicked_or_a_result_was_changed_by_a_click_overwrite_nothing(
    desk: Page, games: list[Game]
) -> None:
    type_keys(desk, "55555")
    row(desk, games[5]).get_by_role("button", name="White won").click()
    type_keys(desk, "00")
    expect(desk.get_by_role("alert")).to_contain_text("That was the last board.")
    row(desk, games[1]).hover()
    row(desk, games[1]).get_by_role("button", name="White won").click()
    row(desk, games[1]).get_by_role("button", name="Change to 1–0").click()
    type_keys(desk, "00")
    idle(desk)
    assert [stands(game) for game in games] == ["DD", "WL", "DD", "DD", "DD", "WL"]


def test_a_tap_moves_nothing_and_keys_after_it_ask_for_a_board_first(
    sit_down: Callable[..., Page], kim: User, section: Section, games: list[Game]
) -> None:
    page = sit_down(kim, round_of(section), has_touch=True)
    row(page, games[1]).get_by_role("button", name="White won").tap()
    expect(row(page, games[1])).to_have_class(re.compile(r"\bat\b"))
    type_keys(page, "00")
    expect(page.get_by_role("alert")).to_contain_text("Select a board first.")
    page.keyboard.press("ArrowDown")
    type_keys(page, "0")
    idle(page)
    assert [stands(game) for game in games[:4]] == ["??", "WL", "LW", "??"]


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
    deaf(page)
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


def test_the_question_of_a_page_without_a_script_leaves_the_bar_of_the_page_in_sight(
    sit_down: Callable[..., Page], kim: User, section: Section, games: list[Game]
) -> None:
    enter(games[0], "WL")
    plain = sit_down(
        kim, round_of(section), java_script_enabled=False, viewport={"width": 360, "height": 740}
    )
    row(plain, games[0]).get_by_role("button", name="Draw").click()
    question = plain.get_by_role("alert").filter(has_text="Change it?")
    expect(question).to_be_visible()
    # At its place in the page, and once that is above the screen, at its upper edge.
    place = plain.locator(".calls").evaluate("each => getComputedStyle(each).position")
    assert place == "sticky"
    brand, bar = plain.locator(".topbar").bounding_box(), question.bounding_box()
    assert brand is not None
    assert bar is not None
    assert brand["y"] + brand["height"] <= bar["y"] or brand["y"] < 0
