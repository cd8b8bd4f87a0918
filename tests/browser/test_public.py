"""The public pages in a real browser: news without a reload, no request storm, no network, colors."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.addresses import at
from tests.browser.phones import LONGEST_WAIT, ROUND, answered, wait_for_a_poll
from tests.browser.public_pages import k8, phone, played_out, section
from tests.factories import (
    as_it_stands,
    director_of,
    enter,
    game_between,
    games_of,
)
from tournaments.models import Section
from tournaments.services import finishing

__all__ = ["k8", "phone", "section"]


def questions(page: Page) -> list[str]:
    """The polls that the page sends from now on."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if "/live/" in request.url:
            sent.append(request.url)

    page.on("request", note)
    return sent


def hide(page: Page, hidden: bool) -> None:
    """Put the tab into the background, or in front again."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


# --- news ---------------------------------------------------------------------------------------


def test_a_result_changes_the_table_without_a_reload(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    expect(page.locator("#live .status")).to_contain_text("Live · round 2 · no results yet")
    assert wait_for_a_poll(page) == 204
    enter(game_between(games_of(section, 2), 1, 3), "LW")
    assert wait_for_a_poll(page) == 200
    expect(page.locator("#live .status")).to_contain_text("Live · round 2 · 1 of 2 games still playing")
    expect(page.locator(".entry").first).to_have_attribute("data-player", "3")
    assert page.evaluate("window.marker") == "never reloaded"
    assert wait_for_a_poll(page) == 204


def test_how_a_rank_moved_is_read_aloud_also_when_a_poll_brings_it(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    enter(game_between(games_of(section, 2), 1, 3), "LW")
    assert wait_for_a_poll(page) == 200
    brought = page.locator("#p1 .rank small")
    expect(brought).to_have_text("▼1")
    expect(brought).to_have_accessible_name("down 1")
    expect(page.locator("#s1")).to_have_accessible_name(re.compile(r"^2 down 1 "))
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    assert wait_for_a_poll(page) == 200
    names = re.compile(r"^2=? down 1 "), re.compile(r"^[23]=? up 1 ")
    for _time in ("as the poll brought it", "as the page has it"):
        expect(page.locator("#s1")).to_have_accessible_name(names[0])
        expect(page.locator("#s4")).to_have_accessible_name(names[1])
        page.reload()


def test_a_page_that_was_in_the_background_says_that_it_checked_when_it_has(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    checked = page.locator("[data-checked]")
    expect(checked).to_be_visible()
    hide(page, True)
    hide(page, False)
    expect(checked).to_be_hidden()
    assert wait_for_a_poll(page) == 204
    expect(checked).to_be_visible()


def test_what_is_open_and_focused_and_followed_survives_the_news(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    page.locator("#s2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#s2")).to_have_attribute("aria-expanded", "true")
    page.locator("#follow2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#follow2")).to_have_attribute("aria-pressed", "true")
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    assert wait_for_a_poll(page) == 200
    expect(page.locator("#live .status")).to_contain_text("1 of 2 games still playing")
    expect(page.locator("#s2")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#s1")).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#p2")).to_have_class(re.compile("mine"))
    expect(page.locator("#follow2")).to_be_focused()
    expect(page.locator("#follow2")).to_have_attribute("aria-pressed", "true")


def test_only_a_round_that_moves_on_is_said_aloud(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    enter(game_between(games_of(section, 2), 1, 3), "WL")
    wait_for_a_poll(page)
    expect(page.locator("#live .status")).to_contain_text("1 of 2 games still playing")
    expect(page.locator("#news")).to_be_empty()
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    wait_for_a_poll(page)
    expect(page.locator("#news")).to_have_text("After round 2 of 3")


@pytest.mark.parametrize(("name", "args"), [("trophies", ()), ("round", (2,))])
def test_trophies_and_pairings_follow_too(
    phone: Callable[..., Page], section: Section, name: str, args: tuple[int, ...]
) -> None:
    page = phone(at(name, section, *args))
    enter(game_between(games_of(section, 2), 1, 3), "WL")
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    assert wait_for_a_poll(page) == 200
    expect(page.locator("#live .status")).to_contain_text("After round 2 of 3")
    assert page.evaluate("window.marker") == "never reloaded"


# --- no request storm ---------------------------------------------------------------------------


def test_a_phone_asks_every_ten_seconds_and_not_more(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    sent = questions(page)
    page.clock.run_for(7_900)
    assert sent == []
    for _question in range(3):
        wait_for_a_poll(page)
    assert len(sent) == 3


def test_a_tab_in_the_background_asks_nothing_and_asks_at_once_when_it_is_back(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    sent = questions(page)
    hide(page, True)
    page.clock.run_for(10 * ROUND)
    assert sent == []
    with answered(page):
        hide(page, False)
    assert len(sent) == 1


def test_a_section_that_is_final_is_asked_about_every_20_seconds_and_when_somebody_looks_again(
    phone: Callable[..., Page], section: Section
) -> None:
    played_out(section)
    finishing.finish(as_it_stands(section), by=director_of(section))
    page = phone(at("standings", section))
    sent = questions(page)
    page.clock.run_for(15_000)
    assert sent == []
    hide(page, True)
    with answered(page), page.expect_response(re.compile("/live/")) as answer:
        hide(page, False)
    assert answer.value.status == 204
    page.clock.run_for(15_000)
    assert len(sent) == 1
    with answered(page):
        page.clock.run_for(10_000)
    assert len(sent) == 2


def test_offline_is_said_the_table_stays_and_a_server_that_is_back_is_found_within_twenty_seconds(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.abort("internetdisconnected")

    page.route("**/live/**", refuse)
    for failures in range(1, 6):
        with answered(page):
            page.clock.run_for(17_000)
        assert len(refused) == failures
        page.clock.run_for(11_000)
        assert len(refused) == failures
    offline = page.locator("[data-offline]")
    expect(offline).to_contain_text(re.compile(r"No connection\. Last checked .* [AP]M\."))
    expect(page.locator(".entry")).to_have_count(4)
    page.unroute("**/live/**")
    with answered(page):
        page.clock.run_for(17_000)
    expect(offline).to_be_hidden()


def test_a_phone_without_a_connection_can_try_at_once(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    page.route("**/live/**", lambda route: route.abort("internetdisconnected"))
    with answered(page):
        page.clock.run_for(ROUND)
    page.unroute("**/live/**")
    with answered(page):
        page.get_by_role("button", name="Try now").click()
        page.clock.run_for(1)
    expect(page.locator("[data-offline]")).to_be_hidden()


def test_a_page_of_a_round_that_was_reopened_comes_back_when_the_round_is_over_again(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section) + "?after=1")
    enter(game_between(games_of(section, 1), 1, 2), "??")
    assert wait_for_a_poll(page) == 404
    expect(page.get_by_text("This page is not public right now.")).to_be_visible()
    expect(page.locator("[data-offline]")).to_be_hidden()
    enter(game_between(games_of(section, 1), 1, 2), "WL")
    with page.expect_event("load"):
        page.clock.run_for(LONGEST_WAIT)
    expect(page.locator(".entry")).to_have_count(4)


# --- colors of the system -----------------------------------------------------------------------


def test_colors_of_the_system_show_which_tab_is_open_who_is_followed_and_who_has_white(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("round", section, 2) + "?show=names")
    page.emulate_media(forced_colors="active")
    painted = "element => getComputedStyle(element).backgroundColor"

    def background(selector: str) -> str:
        color: str = page.locator(selector).first.evaluate(painted)
        return color

    text = "element => getComputedStyle(element).color"
    under = "element => parseFloat(getComputedStyle(element).borderBottomWidth)"
    for links in (".tabs", ".rounds", ".switch"):
        # A solid block would touch its text.
        is_open, other = f"{links} [aria-current]", f"{links} a:not([aria-current])"
        assert page.locator(is_open).evaluate(under) >= page.locator(other).first.evaluate(under) + 2
        assert page.locator(is_open).evaluate(text) == page.locator(other).first.evaluate(text)
    assert background(".plays .color") != background(".plays .is-black")
    row = page.locator("#n3")
    row.evaluate("row => row.classList.add('mine')")
    assert row.evaluate("row => getComputedStyle(row).outlineStyle") == "solid"


def test_that_a_page_was_checked_just_now_stands_beside_the_last_result_and_moves_nothing(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    checked, status = page.locator("[data-checked]"), page.locator("#status")
    expect(checked).to_be_visible()
    last, beside = page.locator("#status time").bounding_box(), checked.bounding_box()
    assert last is not None
    assert beside is not None
    assert beside["y"] == pytest.approx(last["y"], abs=3)
    height = status.evaluate("status => status.offsetHeight")
    checked.evaluate("checked => checked.classList.add('unchecked')")  # as it is sent
    expect(checked).to_be_hidden()
    assert status.evaluate("status => status.offsetHeight") == height
