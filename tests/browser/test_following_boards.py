"""A phone follows the boards of a round: that of its child comes first."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.addresses import at
from tests.browser.following_play import phone, section
from tests.browser.looks import small_targets
from tests.browser.phones import wait_for_a_poll
from tests.factories import enter, games_of
from tournaments.models import Section

__all__ = ["phone", "section"]

ROWS = """rows => rows.map((row) => [row.id, row.getBoundingClientRect().top])"""
SHIFTED = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
    }).observe({ type: "layout-shift", buffered: true });
"""


def test_on_a_phone_the_board_of_my_child_comes_first_and_white_stands_above_black(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("player", section, 9))
    page.locator("main .star").click()
    page.goto(page.url.replace(at("player", section, 9), at("round", section, 2)))
    mine = page.locator(".boards tr.mine")
    expect(mine).to_have_count(1)
    boxes = [row.bounding_box() for row in (mine, page.locator("#b1"))]
    sides = [mine.locator(".side").nth(n).bounding_box() for n in (0, 1)]
    tops = [box["y"] for box in (*boxes, *sides) if box is not None]
    assert len(tops) == 4
    assert tops[0] < tops[1]
    assert tops[2] + 20 < tops[3]


def test_the_board_of_my_child_is_first_for_keys_and_screen_readers_too(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("player", section, 9))
    page.locator("main .star").click()
    page.goto(page.url.replace(at("player", section, 9), at("round", section, 2)))
    expect(page.locator(".boards tr.mine")).to_have_attribute("id", "b5")
    others = [f"b{n}" for n in range(1, 21) if n != 5]

    def ids() -> list[str]:
        """From first to last, by the document; it is the order from top to bottom."""
        rows = page.locator(".boards tbody tr").evaluate_all(ROWS)
        assert [row[1] for row in rows] == sorted(row[1] for row in rows)
        return [row[0] for row in rows]

    assert ids() == ["b5", *others]
    page.locator(".switch a").last.focus()
    page.keyboard.press("Tab")
    expect(page.locator("#b5 .bd a")).to_be_focused()
    # The line stays there, and the focus in it, when its result comes.
    enter(games_of(section, 2)[4], "WL")
    assert wait_for_a_poll(page) == 200
    expect(page.locator("#b5 .result")).to_have_text("1–0")
    assert ids() == ["b5", *others]
    expect(page.locator("#b5 .bd a")).to_be_focused()
    # Where boards are a table of one line each, they stand in their order.
    page.set_viewport_size({"width": 1280, "height": 740})
    expect(page.locator(".boards tbody tr").first).to_have_attribute("id", "b1")
    assert ids() == [f"b{n}" for n in range(1, 21)]
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator(".boards tbody tr").first).to_have_attribute("id", "b5")


def test_a_board_that_comes_first_shifts_nothing(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("player", section, 9))
    page.locator("main .star").click()
    page.add_init_script(SHIFTED)
    page.goto(page.url.replace(at("player", section, 9), at("round", section, 2)))
    expect(page.locator(".boards tbody tr").first).to_have_attribute("id", "b5")
    page.screenshot()  # all frames are drawn
    page.evaluate("window.shifted = 0")
    for game in games_of(section, 2)[3:6]:
        enter(game, "WL")
    assert wait_for_a_poll(page) == 200
    expect(page.locator("#b5 .result")).to_have_text("1–0")
    page.screenshot()
    assert page.evaluate("window.shifted") <= 0.02


def test_a_board_on_a_phone_is_two_lines_high_and_one_link(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("round", section, 2))
    board = page.locator("#b3")
    box = board.bounding_box()
    assert box is not None
    assert 44 <= box["height"] <= 62
    assert small_targets(page) == []
    board.locator(".side").last.click(position={"x": 100, "y": 10}, force=True)
    expect(page).to_have_url(re.compile(at("board", section, 2, 3) + "$"))
    name = page.locator(".sitter").last.get_by_role("link")
    name.click()
    expect(page).to_have_url(re.compile("/players/[0-9]+/$"))
