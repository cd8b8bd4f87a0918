"""An event's own page in a parent's hand: her children first, then the sections, which move by themselves."""

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.looks import fits_and_is_clean
from tests.factories import a_section, as_it_stands, enter, games_of, paired
from tournaments.models import Section

POLL = 13_000

# How often what is watched changes while a page has nothing to do.
RESTLESS = """() => new Promise((done) => {
    let changes = 0;
    const watch = new MutationObserver((records) => { changes += records.length; });
    watch.observe(document.getElementById("main"), { subtree: true, childList: true, attributes: true });
    let frames = 20;
    const next = () => { frames -= 1; if (frames) requestAnimationFrame(next); else done(changes); };
    next();
})"""


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(8, 2, by=kim, order="solkoff", name="K-3")
    paired(section, 1, "1 2\n3 4\n5 6\n7 8", publish=True)
    return as_it_stands(section)


@pytest.fixture
def home(page: Page, live_server: LiveServer, section: Section) -> Page:
    """Of a phone that follows four children of the section."""
    page.set_viewport_size({"width": 360, "height": 740})
    for number in (2, 4, 6, 8):
        page.goto(live_server.url + at("player", section, number))
        page.locator("main .star").click()
        expect(page.locator("main .star")).to_have_attribute("aria-pressed", "true")
    page.clock.install()
    page.goto(live_server.url + reverse("event", args=[section.event.slug]))
    expect(page.locator("#dock .child")).to_have_count(4)
    return page


def test_my_children_stay_in_sight_with_the_way_to_all_of_them_and_the_page_then_rests(home: Page) -> None:
    expect(home.locator("#dock .child:visible")).to_have_count(2)
    home.set_viewport_size({"width": 360, "height": 300})
    for where in (0, 99_999):
        home.evaluate(f"scrollTo({{top: {where}, behavior: 'instant'}})")
        for card in home.locator("#dock .child:visible").all():
            expect(card).to_be_in_viewport()
    expect(home.get_by_role("link", name="All 4 you follow")).to_be_in_viewport()
    home.set_viewport_size({"width": 360, "height": 740})
    assert home.evaluate(RESTLESS) == 0
    fits_and_is_clean(home)


def test_a_result_moves_the_line_of_its_section_by_itself(home: Page, section: Section) -> None:
    line = home.locator(f"#s-{section.slug}")
    expect(line).to_contain_text("no results yet")
    name = section.players.get(number=1).called
    enter(games_of(section, 1)[0], "WL")
    with home.expect_response(re.compile(f"/e/{section.event.slug}/live")):
        home.clock.run_for(POLL)
    expect(line).to_contain_text("3 of 4 games still playing")
    expect(line.locator(".leaders")).to_contain_text(name)
    expect(home.locator("#dock").get_by_text("lost", exact=False)).to_be_visible()


def test_it_says_when_it_cannot_know(home: Page, section: Section) -> None:
    home.route(f"**/e/{section.event.slug}/**", lambda route: route.abort())
    home.clock.run_for(POLL)
    expect(home.locator("#dock .lost")).to_be_in_viewport()


def test_the_way_to_a_round_leads_there(home: Page, section: Section) -> None:
    home.get_by_role("link", name="Round 1 is posted: who plays where").click()
    expect(home).to_have_url(re.compile(re.escape(at("round", section, 1))))
