"""A phone follows play: it marks what is new, and says what is out of sight."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Response, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.following_play import phone, section
from tests.browser.looks import also, fits, is_clean
from tests.browser.phones import ROUND, answered, look, wait_for_a_poll
from tests.factories import director_of, enter, games_of, undone
from tournaments.models import Game, Section
from tournaments.services import setup

__all__ = ["phone", "section"]


def test_a_new_result_is_marked_for_a_minute(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    assert page.locator(".fresh").count() == 0
    enter(games_of(section, 2)[0], "WL")
    assert wait_for_a_poll(page) == 200
    assert {row.get_attribute("id") for row in page.locator(".fresh").all()} == {"p1", "p2"}
    # The step to the player above is not part of it.
    color = "(element) => getComputedStyle(element).backgroundColor"
    assert page.locator("#p2").evaluate(color) == page.locator("#p3").evaluate(color)
    assert page.locator("#p2 > div").evaluate(color) != page.locator("#p3 > div").evaluate(color)
    page.clock.run_for(55_000)
    expect(page.locator(".fresh")).to_have_count(2)
    page.clock.run_for(10_000)
    expect(page.locator(".fresh")).to_have_count(0)


def test_on_a_phone_the_mark_of_a_new_result_stands_below_it_in_a_band_of_one_color(
    phone: Callable[..., Page], section: Section
) -> None:
    """ "0–1" was half covered, and the band had gaps."""
    page = phone(at("round", section, 2))
    page.set_viewport_size({"width": 360, "height": 740})
    enter(games_of(section, 2)[0], "WL")
    assert wait_for_a_poll(page) == 200
    result = page.locator(".fresh td.result")
    expect(result).to_have_count(1)
    covered = """(cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const mark = getComputedStyle(cell, "::after");
      const top = cell.getBoundingClientRect().bottom - parseFloat(mark.bottom) - parseFloat(mark.lineHeight);
      return range.getBoundingClientRect().bottom - top;
    }"""
    # A line of text is a little higher than its figures.
    assert result.evaluate(covered) <= 4
    color = "(element) => getComputedStyle(element).backgroundColor"
    assert page.locator(".fresh").evaluate(color) != page.locator("#b2").evaluate(color)
    enter(games_of(section, 2)[0], "LW")
    assert wait_for_a_poll(page) == 200
    expect(result).to_contain_text("corrected")
    assert result.evaluate("cell => getComputedStyle(cell, '::after').content") == "none"


def test_results_out_of_sight_are_counted_and_led_to(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    page.locator("#p40").evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
    unseen = page.locator("#unseen")
    expect(unseen).to_be_hidden()
    enter(games_of(section, 2)[0], "DD")
    enter(games_of(section, 2)[1], "DD")
    assert wait_for_a_poll(page) == 200
    expect(unseen).to_have_text("2 new results ↑")
    unseen.click()
    expect(unseen).to_be_hidden()
    expect(page.locator(".fresh").first).to_be_in_viewport()


@pytest.mark.parametrize("name", ["standings", "round"])
def test_results_that_are_taken_back_are_new_no_more(
    phone: Callable[..., Page], section: Section, name: str
) -> None:
    games, kim = games_of(section, 2), director_of(section)
    enter(games[2], "WL")
    page = phone(at(name, section, *([2] if name == "round" else [])))
    last = page.locator("[data-part][data-player]").last
    last.evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
    unseen, fresh = page.locator("#unseen"), page.locator(".fresh")
    for game, result in zip(games, ("DD", "WL", "LW"), strict=False):
        enter(game, result)
    assert wait_for_a_poll(page) == 200
    expect(unseen).to_have_text("3 new results ↑")
    undone(section, by=kim)
    assert wait_for_a_poll(page) == 200
    expect(unseen).to_have_text("2 new results ↑")
    undone(section, by=kim)
    assert wait_for_a_poll(page) == 200
    expect(unseen).to_have_text("1 new result ↑")
    undone(section, by=kim)
    assert wait_for_a_poll(page) == 200
    expect(unseen).to_be_hidden()
    expect(fresh).to_have_count(0)
    expect(page.locator("[data-new]:not(#live)")).to_have_count(0)


def test_results_that_were_in_sight_are_not_counted_again(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("round", section, 2))
    last = page.locator("tr[data-player]").last
    last.evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
    for game in games_of(section, 2)[:3]:
        enter(game, "DD")
    assert wait_for_a_poll(page) == 200
    unseen = page.locator("#unseen")
    expect(unseen).to_have_text("3 new results ↑")
    unseen.click()  # to the first three, which stand below each other
    expect(unseen).to_be_hidden()
    last.evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
    expect(last).to_be_in_viewport()
    expect(unseen).to_be_hidden()
    enter(games_of(section, 2)[1], "WL")
    assert wait_for_a_poll(page) == 200
    expect(unseen).to_have_text("1 new result ↑")


def test_without_motion_nothing_fades(page: Page, live_server: LiveServer, section: Section) -> None:
    page.emulate_media(reduced_motion="reduce")
    look(page, live_server.url + at("standings", section))
    enter(games_of(section, 2)[0], "WL")
    assert wait_for_a_poll(page) == 200
    style = "each => getComputedStyle(each).animationName"
    assert page.locator(".fresh > div").first.evaluate(style) == "none"


@pytest.mark.parametrize("name", ["why", also("wall-chart"), also("posted-order"), also("paper"), "board"])
def test_a_page_that_stays_says_that_there_are_new_results(
    phone: Callable[..., Page], section: Section, name: str
) -> None:
    args = {"why": (1,), "board": (2, 1)}.get(name, ())
    page = phone(at(name, section, *args))
    says = page.locator("[data-newer]")
    assert wait_for_a_poll(page) == 204
    expect(says).to_be_hidden()
    game: Game = games_of(section, 2)[0]
    enter(game, "WL")
    assert wait_for_a_poll(page) == 200
    expect(says).to_contain_text("There are new results.")
    says.get_by_role("link").click()
    expect(page.locator("[data-newer]")).to_be_hidden()
    page.clock.resume()  # axe waits for time
    fits(page)
    is_clean(page)


def test_the_page_of_all_events_says_that_there_is_something_newer(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(reverse("home"))
    says = page.locator("[data-newer]")
    statuses: list[int] = []

    def note(response: Response) -> None:
        if response.request.method == "HEAD":
            statuses.append(response.status)

    page.on("response", note)
    for wait in (1, ROUND):
        with answered(page):
            page.clock.run_for(wait)
        expect(says).to_be_hidden()
    setup.edit_event(section.event, name="Renamed", city="", starts_on=None, by=director_of(section))
    with answered(page):
        page.clock.run_for(ROUND)
    assert statuses == [200, 304, 200]
    expect(says).to_contain_text("There is a newer version.")
    page.clock.resume()  # axe waits for time
    fits(page)
    is_clean(page)
