"""An event that its director hides and publishes again: the pages that follow it come back by themselves."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.looks import also
from tests.browser.phones import LONGEST_WAIT, look, wait_for_a_poll
from tests.factories import a_section, as_it_stands, director_of, enter, games_of, played
from tournaments.models import Section
from tournaments.services import visibility

NOT_PUBLIC = "This page is not public right now. It comes back by itself."


@pytest.fixture
def section() -> Section:
    """Four players; round 1 held, round 2 open on both boards."""
    section = a_section(4, 3)
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4")
    return as_it_stands(section)


def hide(section: Section) -> None:
    visibility.hide_event(section.event, by=director_of(section))


def publish(section: Section) -> None:
    visibility.publish_event(section.event, [], by=director_of(section))


def address(name: str, section: Section) -> str:
    if name in ("event", "screen"):
        return reverse(name, args=[section.event.slug])
    return at(name, section, *([2] if name == "round" else []))


@pytest.mark.parametrize("name", ["standings", also("round"), also("event"), "screen"])
def test_a_page_of_an_event_that_is_hidden_says_so_and_comes_back_by_itself(
    page: Page, live_server: LiveServer, section: Section, name: str
) -> None:
    look(page, live_server.url + address(name, section))
    shown = section.players.get(number=1).called if name != "screen" else section.name
    expect(page.locator("#live")).to_contain_text(shown)
    hide(section)
    for _time in range(2):
        assert wait_for_a_poll(page, LONGEST_WAIT) == 404
        expect(page.locator("#live")).to_be_hidden()
        expect(page.get_by_text(NOT_PUBLIC)).to_be_visible()
    publish(section)
    enter(games_of(section, 2)[0], "WL")
    with page.expect_event("load"):
        page.clock.run_for(LONGEST_WAIT)
    expect(page.locator("#live")).to_be_visible()
    expect(page.locator("#live")).to_contain_text(shown)
    expect(page.get_by_text(NOT_PUBLIC)).to_have_count(0)


@pytest.mark.parametrize("name", [also("why"), "wall-chart", also("posted-order")])
def test_a_page_that_does_not_follow_play_says_so_too_and_comes_back(
    page: Page, live_server: LiveServer, section: Section, name: str
) -> None:
    name_of_one = section.players.get(number=1).called
    look(page, live_server.url + at(name, section, *([1] if name == "why" else [])))
    shown = section.name if name == "posted-order" else name_of_one
    expect(page.locator("main")).to_contain_text(shown)
    hide(section)
    for _time in range(2):
        assert wait_for_a_poll(page, LONGEST_WAIT) == 404
        expect(page.locator("main")).to_have_text(NOT_PUBLIC, use_inner_text=True)
        expect(page).to_have_title("Wallchart")
    publish(section)
    with page.expect_event("load"):
        page.clock.run_for(LONGEST_WAIT)
    expect(page.locator("main")).to_contain_text(shown)
    expect(page.get_by_text(NOT_PUBLIC)).to_have_count(0)
