"""The hall screen in a real browser: it turns its pages by itself, at a key, and not while it is held."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.looks import fits_and_is_clean
from tests.factories import a_section, as_it_stands, paired, played
from tournaments.models import Section

TURN = 12_000  # milliseconds a page stands
POLL = 13_000


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(30, 3, by=kim)
    played(section, 1, "\n".join(f"{n} {n + 1}" for n in range(1, 30, 2)))
    return as_it_stands(section)


@pytest.fixture
def screen(page: Page, live_server: LiveServer, section: Section) -> Page:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(live_server.url + at("hall", section))
    expect(page.locator("#live")).to_have_attribute("data-at", "0")
    return page


def shown(screen: Page) -> Locator:
    return screen.locator(".slide:visible")


def page_number(screen: Page) -> Locator:
    return screen.get_by_role("img", name="Page")


def test_pages_turn_by_themselves_and_with_keys_and_stand_while_they_are_held(screen: Page) -> None:
    expect(shown(screen)).to_have_count(1)
    expect(page_number(screen)).to_have_accessible_name("Page 1 of 2")
    first = shown(screen).locator("li").first.inner_text()
    screen.clock.run_for(TURN)
    expect(page_number(screen)).to_have_accessible_name("Page 2 of 2")
    assert shown(screen).locator("li").first.inner_text() != first
    screen.clock.run_for(TURN)
    expect(page_number(screen)).to_have_accessible_name("Page 1 of 2")
    screen.keyboard.press("ArrowLeft")
    expect(page_number(screen)).to_have_accessible_name("Page 2 of 2")
    screen.keyboard.press(" ")
    expect(screen.get_by_role("button", name="Go on")).to_be_visible()
    screen.clock.run_for(3 * TURN)
    expect(page_number(screen)).to_have_accessible_name("Page 2 of 2")
    screen.get_by_role("button", name="Go on").click()
    screen.clock.run_for(TURN)
    expect(page_number(screen)).to_have_accessible_name("Page 1 of 2")
    screen.clock.resume()  # axe waits for time
    fits_and_is_clean(screen, 1280)


def test_a_new_round_comes_by_itself_and_begins_with_its_first_page(
    screen: Page, section: Section, kim: User
) -> None:
    screen.keyboard.press("ArrowRight")
    expect(page_number(screen)).to_have_accessible_name("Page 2 of 2")
    paired(section, 2, "\n".join(f"{n} {n + 2}" for n in range(1, 29) if n % 4 in (1, 2)), publish=True)
    with screen.expect_response("**/hall/live/**"):
        screen.clock.run_for(POLL)
    expect(screen.get_by_role("heading", name="Round 2 pairings")).to_be_visible()
    expect(page_number(screen)).to_have_accessible_name("Page 1 of 2")


def test_on_a_phone_it_is_a_list(screen: Page, section: Section, kim: User) -> None:
    screen.set_viewport_size({"width": 360, "height": 740})
    expect(shown(screen)).to_have_count(2)
    screen.clock.resume()  # axe waits for time
    fits_and_is_clean(screen)
