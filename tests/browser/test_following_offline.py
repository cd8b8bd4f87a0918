"""A phone without a connection says so wherever one has scrolled, and keeps the page."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.addresses import at
from tests.browser.following_play import phone, section
from tests.browser.looks import also
from tests.browser.phones import ROUND, answered
from tests.factories import a_section, as_it_stands, director_of, played
from tournaments.models import Event, Section
from tournaments.services import finishing

__all__ = ["phone", "section"]


@pytest.fixture
def offline(page: Page) -> Iterator[None]:
    yield
    page.context.set_offline(False)


@pytest.mark.usefixtures("offline")
def test_offline_is_seen_wherever_one_has_scrolled_and_a_tap_keeps_the_page(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    page.locator("#p40").evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
    here = page.url
    page.context.set_offline(True)
    with answered(page):
        page.clock.run_for(1)
    bar = page.locator("[data-offline]")
    expect(bar).to_be_in_viewport()
    expect(bar).to_contain_text("No connection. Last checked")
    page.locator("#s40").click()
    with answered(page):
        page.locator("#p40").get_by_role("link", name=re.compile("^Why")).click()
        page.clock.run_for(1)
    assert page.url == here
    expect(page.locator(".entry")).to_have_count(40)
    page.context.set_offline(False)
    with answered(page):
        page.clock.run_for(ROUND)
    expect(bar).to_be_hidden()
    page.locator("#p40").get_by_role("link", name=re.compile("^Why")).click()
    expect(page).to_have_url(re.compile("/why/40/"))


@pytest.mark.usefixtures("offline")
@pytest.mark.parametrize("name", ["standings", "wall-chart"])
def test_without_a_connection_a_page_says_when_it_was_checked_last_in_the_time_zone_of_its_event(
    phone: Callable[..., Page], section: Section, name: str
) -> None:
    """It told the time of the last result."""
    Event.objects.update(time_zone="America/Chicago")
    page = phone(at(name, section))
    with answered(page):
        page.clock.fast_forward("14:00")
    page.context.set_offline(True)
    with answered(page):
        page.clock.run_for(1)
    bar = page.locator("[data-offline]")
    expect(bar).to_have_text("No connection. Last checked Wed 6:14 PM. Try now", use_inner_text=True)


@pytest.mark.usefixtures("offline")
def test_without_a_connection_nothing_claims_to_be_live_and_a_row_says_why_it_is_empty_and_fills_later(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    live = page.locator("#status .live")
    expect(live).to_contain_text("Live")
    page.context.set_offline(True)
    with answered(page):
        page.clock.run_for(1)
    expect(live).to_be_hidden()
    page.locator("#s1").click()
    expect(page.locator("#m1")).to_contain_text("No connection. The games appear here when it is back.")
    page.context.set_offline(False)
    with answered(page):
        page.clock.run_for(ROUND)
    expect(live).to_be_visible()
    expect(page.locator("#m1 .met li")).to_have_count(2)
    expect(page.locator("#m1")).not_to_contain_text("No connection")


def test_a_tap_is_followed_as_soon_as_the_server_answers(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    page.route("**/live/**", lambda route: route.abort("internetdisconnected"))
    with answered(page):
        page.clock.run_for(ROUND)
    page.unroute("**/live/**")
    page.get_by_role("link", name="Trophies").click()
    page.clock.run_for(1)
    expect(page).to_have_url(re.compile("/trophies/"))


@pytest.mark.usefixtures("offline")
@pytest.mark.parametrize("name", ["standings", also("wall-chart")])
def test_a_page_of_a_final_section_does_not_swallow_a_tap_without_a_connection_but_says_why(
    phone: Callable[..., Page], name: str
) -> None:
    section = a_section(4, 1, place_trophies=0)
    played(section, 1, "1 3 WL\n2 4 WL")
    finishing.finish(as_it_stands(section), by=director_of(section))
    page = phone(at(name, section))
    here, bar = page.url, page.locator("[data-offline]")
    page.context.set_offline(True)
    with answered(page):
        page.get_by_role("link", name="Trophies").click()
        page.clock.run_for(1)
    assert page.url == here
    expect(bar).to_be_visible()
    # The page asks as soon as the connection is back.
    with answered(page):
        page.context.set_offline(False)
        page.clock.run_for(1)
    expect(bar).to_be_hidden()
    page.get_by_role("link", name="Trophies").click()
    expect(page).to_have_url(re.compile("/trophies/"))


@pytest.mark.usefixtures("offline")
def test_in_large_text_what_is_said_without_a_connection_and_a_card_are_whole(
    phone: Callable[..., Page], section: Section
) -> None:
    """The time was left out, the card was cut through a line, and the way to all was off the screen."""
    page = phone(at("standings", section))
    page.set_viewport_size({"width": 180, "height": 370})
    for number in (1, 2):
        page.goto(re.sub(r"/e/.*", at("player", section, number), page.url))
        page.locator("main .star").click()
    dock = page.locator("#dock")
    with page.expect_response(re.compile("away")):
        page.clock.run_for(6_000)
    expect(dock.locator(".child:visible")).to_have_count(1)
    page.context.set_offline(True)
    page.clock.run_for(100)
    expect(dock.locator(".lost")).to_contain_text("Last checked")
    assert dock.evaluate("dock => dock.scrollHeight - dock.clientHeight") <= 1
    for whole in (dock.locator(".child .now:visible"), dock.get_by_role("link", name="All 2")):
        expect(whole).to_be_in_viewport(ratio=1)
