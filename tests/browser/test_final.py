"""Finishing a section in a real browser: at the desk, on a phone that watches, and on the page that stays."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Dialog, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at, served
from tests.browser.keys import type_keys
from tests.browser.looks import also, fits_and_is_clean
from tests.factories import a_section, as_it_stands, corrected, games_of, played
from tournaments.models import Section
from tournaments.services import prizes
from tournaments.services.ceremony import freeze
from tournaments.services.finishing import finish, reopen

POLL = 13_000
# A page that is final asks less often.
RESTING = 25_000


@pytest.fixture
def section(kim: User) -> Section:
    """1 has won both games, 2 and 3 one each and nothing separates them, 4 none."""
    section = a_section(4, 2, by=kim, order="modified_median,solkoff,cumulative")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    prizes.announce(section, "1st place trophy\n1+ points: medal", in_this_order=False, by=kim)
    return as_it_stands(section)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_a_director_finishes_and_reopens(
    sit_down: Callable[..., Page], kim: User, section: Section, width: int, height: int
) -> None:
    desk = sit_down(kim, at("finish", section), viewport={"width": width, "height": height})
    fits_and_is_clean(desk, width)
    desk.get_by_role("button", name="Finish the section").click()
    expect(desk.get_by_role("status")).to_have_text("Final. Version 1 is public.")
    fits_and_is_clean(desk, width)
    desk.get_by_role("textbox", name="Why?").fill("Board 1 was entered wrong")
    desk.get_by_role("button", name="Reopen the section").click()
    expect(desk.get_by_role("status")).to_have_text("Reopened. Version 1 no longer applies.")
    expect(desk.get_by_role("button", name="Finish the section")).to_be_visible()


@pytest.mark.parametrize("touched", [False, True])
def test_a_round_of_a_final_section_opens_at_the_line_that_says_so(
    sit_down: Callable[..., Page], kim: User, section: Section, touched: bool
) -> None:
    finish(section, by=kim)
    small = {"viewport": {"width": 360, "height": 560}, "has_touch": touched, "is_mobile": touched}
    desk = sit_down(kim, at("desk-round", section, 2), **small)
    expect(desk.get_by_role("grid")).to_be_visible()
    assert desk.evaluate("scrollY") == 0
    expect(desk.locator(".notice.readonly")).to_be_in_viewport()


def test_a_key_in_a_final_section_is_refused_and_nothing_waits(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    finish(as_it_stands(section), by=kim)
    desk = sit_down(kim, at("desk-round", section, 2))
    type_keys(desk, "0")
    expect(desk.get_by_role("alert")).to_have_text("Nothing was saved: this section is read only.")
    expect(desk.get_by_role("dialog")).to_be_hidden()
    assert leaves_at_once(desk)


def test_a_key_that_is_refused_since_the_section_is_final_by_now_does_not_wait_either(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    freeze(section, by=kim)
    desk = sit_down(kim, at("desk-round", section, 2))
    finish(as_it_stands(section), by=kim)
    type_keys(desk, ("Home", "0", "0"))
    expect(desk.get_by_role("dialog")).to_contain_text("is final. Nothing was saved.")
    assert leaves_at_once(desk)


@pytest.mark.parametrize("name", ["posted-order", also("wall-chart"), "why"])
def test_a_page_that_stays_says_that_the_section_was_finished_and_not_that_there_are_results(
    page: Page, live_server: LiveServer, kim: User, section: Section, name: str
) -> None:
    page.clock.install()
    page.goto(served(live_server, name, section, *([1] if name == "why" else [])))
    expect(page.locator(".status")).to_contain_text("After all")
    finish(as_it_stands(section), by=kim)
    with page.expect_response(re.compile("/live/")):
        page.clock.run_for(POLL)
    says = page.locator("[data-newer]")
    expect(says.get_by_text("The standings are final.")).to_be_visible()
    expect(says.get_by_text("There are new results.")).to_be_hidden()
    # What else the page shows may be older than that, so its header says FINAL with the page that comes.
    expect(page.locator(".final")).to_have_count(0)
    says.get_by_role("link", name="Show them").click()
    expect(page.locator("header ~ .status .final")).to_have_text("FINAL")
    expect(page.locator(".status")).not_to_contain_text("After all")


def test_a_page_that_says_final_learns_that_the_section_was_reopened(
    page: Page, live_server: LiveServer, kim: User, section: Section
) -> None:
    finish(as_it_stands(section), by=kim)
    page.clock.install()
    page.goto(served(live_server, "standings", section))
    expect(page.locator(".final").first).to_have_text("FINAL")
    expect(page.locator("#status [data-checked]")).to_be_visible()
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    with page.expect_response(re.compile("/live/")):
        page.clock.run_for(RESTING)
    expect(page.locator("#status")).to_contain_text("Board 1 was entered wrong")
    expect(page.locator(".final")).to_have_count(0)


@pytest.mark.parametrize(("name", "number"), [("why", [1]), ("wall-chart", []), ("final-version", [1])])
def test_a_page_that_is_read_learns_that_its_final_section_was_reopened_and_why(
    page: Page, live_server: LiveServer, kim: User, section: Section, name: str, number: list[int]
) -> None:
    finish(as_it_stands(section), by=kim)
    page.clock.install()
    page.goto(served(live_server, name, section, *number))
    expect(page.locator("[role=search] + .status .final")).to_be_visible()
    reopen(as_it_stands(section), by=kim, reason="Board 1 & 2 were entered wrong")
    with page.expect_response(re.compile("/live/")):
        page.clock.run_for(RESTING)
    says = page.locator("[data-newer]")
    expect(says).to_contain_text(re.compile(r"Reopened .*: “Board 1 & 2 were entered wrong.” Show it"))
    expect(says.get_by_text("There are new results.")).to_be_hidden()
    expect(page.locator(".final:visible")).to_have_count(0)
    # Nor a date or a trophy order that stands there as if it were valid.
    expect(page.locator("[role=search] + .status :is(time, a):visible")).to_have_count(0)


@pytest.mark.parametrize(("name", "number"), [("wall-chart", []), ("announced", [1])])
def test_a_page_of_a_reopened_section_takes_that_back_when_it_is_finished_again(
    page: Page, live_server: LiveServer, kim: User, section: Section, name: str, number: list[int]
) -> None:
    finish(as_it_stands(section), by=kim)
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    page.clock.install()
    page.goto(served(live_server, name, section, *number))
    expect(page.locator("main .reopened")).to_be_visible()
    finish(as_it_stands(section), by=kim)
    with page.expect_response(re.compile("/live/")):
        page.clock.run_for(RESTING)
    expect(page.locator("[data-newer]")).to_contain_text("The standings are final. Show them")
    expect(page.get_by_role("link", name="no longer applies")).to_be_hidden()
    expect(page.locator("main .reopened")).to_be_hidden()


def test_a_page_that_says_why_its_section_was_reopened_tells_of_results_that_come(
    page: Page, live_server: LiveServer, kim: User, section: Section
) -> None:
    finish(as_it_stands(section), by=kim)
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    page.clock.install()
    page.goto(served(live_server, "wall-chart", section))
    corrected(games_of(section, 2)[0], "LW", by=kim)
    with page.expect_response(re.compile("/live/")):
        page.clock.run_for(POLL)
    expect(page.locator("[data-newer]").get_by_text("There are new results.")).to_be_visible()


@pytest.mark.parametrize("page", ["desk-round", "verify"])
def test_an_open_page_says_that_the_section_was_finished_and_reopened(
    sit_down: Callable[..., Page], kim: User, section: Section, page: str
) -> None:
    desk = sit_down(kim, at(page, section, 2))
    finish(as_it_stands(section), by=kim)
    expect(desk.locator("#life")).to_contain_text("was finished. This page takes no more results.")
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("has been final since")).to_be_visible()
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    expect(desk.locator("#life")).to_contain_text("takes results again.")
    desk.get_by_role("link", name="Reload the round").click()
    expect(desk.get_by_text("has been final since")).to_have_count(0)


def leaves_at_once(page: Page) -> bool:
    """Whether no question is asked before the page goes."""
    asked: list[str] = []

    def go(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", go)
    page.goto(page.url.split("/desk/")[0] + "/desk/")
    return not asked


@pytest.mark.parametrize("width", [360, also(768), also(1280)])
def test_the_trophy_order_and_its_changes_fit(
    page: Page, live_server: LiveServer, section: Section, kim: User, width: int
) -> None:
    finish(as_it_stands(section), by=kim)
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    corrected(games_of(section, 2)[0], "LW", by=kim)
    finish(as_it_stands(section), by=kim)
    page.set_viewport_size({"width": width, "height": 800})
    for number in (2, 1):
        page.goto(served(live_server, "final-version", section, number))
        expect(page.get_by_role("heading", level=1)).to_contain_text("Trophy order")
        fits_and_is_clean(page, width)


def test_a_phone_that_watches_is_told_by_itself(
    page: Page, live_server: LiveServer, section: Section, kim: User
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.clock.install()
    page.goto(served(live_server, "standings", section))
    expect(page.locator("#status .final")).to_have_count(0)
    finish(as_it_stands(section), by=kim)
    with page.expect_response(re.compile("/live/")):
        page.clock.run_for(POLL)
    expect(page.locator("#status .final")).to_be_visible()
    page.locator("#status").get_by_role("link", name="Trophy order").click()
    expect(page.get_by_role("heading", level=2, name=re.compile("Version 1"))).to_be_visible()


def test_the_page_of_the_hall_screen_leads_to_what_was_chosen(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    desk = sit_down(kim, reverse("event-screen", args=[section.event.slug]))
    desk.get_by_role("checkbox", name="Results as they come in").uncheck()
    desk.get_by_role("button", name="Show the address").click()
    expect(desk.locator("code").first).to_contain_text("/screen/?show=pairings,standings")
    expect(desk.get_by_role("checkbox", name="Results as they come in")).not_to_be_checked()
    fits_and_is_clean(desk, 1280)
    desk.get_by_role("checkbox", name="Standings").uncheck()
    with desk.expect_popup() as opened:
        desk.get_by_role("button", name="Open the hall screen").click()
    expect(opened.value).to_have_url(re.compile(r"/screen/\?show=pairings$"))
