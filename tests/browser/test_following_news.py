"""A parent's phone tells of a posted round and of a lost connection, on every page."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from tests.addresses import at
from tests.browser.children import A_POLL_AND_A_BIT, card, entered, follow, phone, section
from tests.browser.looks import fits
from tests.factories import (
    as_it_stands,
    director_of,
    enter,
    game_between,
    games_of,
    paired,
    played,
    swap_colors,
)
from tournaments.models import Section
from tournaments.services import finishing

__all__ = ["phone", "section"]


def test_a_posted_round_is_news_until_its_board_was_looked_at(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    follow(page, section, 4)
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    paired(section, 3, "4 1\n3 2", publish=True)
    news = "Round 3 is posted: board 1, White against Łucja García-López"
    for path in (at("standings", section), at("posted-order", section)):
        phone(path)
        expect(card(page, section, 4).locator(".news")).to_have_text(news)
    phone(at("round", section, 3))
    expect(card(page, section, 4).locator(".now:visible")).to_have_text(news.replace(" is posted", ""))
    phone(at("standings", section))
    expect(card(page, section, 4).locator(".now:visible")).to_have_text(news.replace(" is posted", ""))


def test_news_of_a_round_whose_boards_were_changed_since_says_so(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    follow(page, section, 4)
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    boards = paired(section, 3, "4 1\n3 2", publish=True)
    phone(at("standings", section))
    expect(card(page, section, 4).locator(".news")).to_be_visible()
    swap_colors(boards[0], by=director_of(section.event))
    page.clock.run_for(A_POLL_AND_A_BIT)
    hers = card(page, section, 4)
    expect(hers.locator(".news")).to_contain_text("Round 3 is posted: board 1, Black against")
    expect(hers.locator(".changed")).to_be_visible()
    expect(page.locator("#follow-news")).to_contain_text("Changed")


def test_the_first_round_posted_after_somebody_was_followed_is_news(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    follow(page, section, 1)  # her game of round 2 is over
    later = entered(section.event, "K-3", "Ann Alder\nBo Birch")
    follow(page, later, 1)  # no round is posted
    paired(later, 1, "1 2", publish=True)
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    paired(section, 3, "4 1\n3 2", publish=True)
    phone(at("posted-order", section))
    for of, number in ((section, 3), (later, 1)):
        expect(card(page, of, 1).locator(".news")).to_contain_text(f"Round {number} is posted: board 1")
        expect(card(page, of, 1).locator(".news")).to_be_visible()


def test_rounds_of_two_sections_posted_at_once_are_news_of_both_children(
    phone: Callable[..., Page], section: Section
) -> None:
    """Aloud only the last one was told."""
    page = phone(at("standings", section))
    follow(page, section, 1)
    other = entered(section.event, "K-3", "Ann Alder\nBo Birch")
    follow(page, other, 1)
    phone(at("posted-order", section))
    expect(page.locator("#dock .child:visible")).to_have_count(2)
    paired(other, 1, "1 2", publish=True)
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    paired(section, 3, "4 1\n3 2", publish=True)
    page.clock.run_for(A_POLL_AND_A_BIT)
    told = page.locator("#follow-news")
    for of, number in ((section, 3), (other, 1)):
        expect(card(page, of, 1).locator(".news")).to_contain_text(f"Round {number} is posted: board 1")
        expect(card(page, of, 1).locator(".news")).to_be_visible()
        expect(told).to_contain_text(f"Round {number} is posted: board 1")


def test_a_child_whose_card_was_still_on_its_way_when_the_next_was_followed_has_news_too(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    page.locator("#s1").click()
    page.locator("#s2").click()
    expect(page.locator("#follow2")).to_be_visible()
    page.route("**/card/", lambda route: None)
    with page.expect_request("**/players/1/card/"):
        page.locator("#follow1").click()
    page.locator("#follow2").click()
    page.unroute("**/card/")
    expect(page.locator("#dock .child:visible")).to_have_count(2)
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    paired(section, 3, "4 1\n3 2", publish=True)
    phone(at("posted-order", section))
    for number in (1, 2):
        expect(card(page, section, number).locator(".news")).to_be_visible()


def test_a_lost_connection_is_said_and_can_be_tried_at_once(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("posted-order", section))
    follow(page, section, 4)
    phone(at("posted-order", section))
    expect(card(page, section, 4)).to_contain_text("Zoë")

    def refuse(route: Route) -> None:
        route.abort("internetdisconnected")

    page.route("**/card/", refuse)
    page.clock.run_for(A_POLL_AND_A_BIT)
    lost = page.locator("#dock .lost")
    expect(lost).to_be_visible()  # its words are there before, hidden
    expect(lost).to_contain_text("No connection.")
    expect(card(page, section, 4)).to_contain_text("Zoë")
    page.unroute("**/card/")
    lost.get_by_role("button", name="Try now").click()
    expect(lost).to_be_hidden()


def test_a_page_that_follows_play_tells_the_lost_connection_in_the_dock_too(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    follow(page, section, 4)
    phone(at("standings", section))
    expect(card(page, section, 4)).to_contain_text("Zoë")
    page.route("**/live/**", lambda route: route.abort("internetdisconnected"))
    page.clock.run_for(A_POLL_AND_A_BIT)
    lost = page.locator("#dock .lost")
    expect(lost).to_be_visible()
    expect(lost).to_contain_text(re.compile(r"No connection\. Last checked \w{3} \d+:\d\d [AP]M\."))
    expect(page.locator("#offline")).to_be_hidden()  # it is said once
    fits(page)
    page.unroute("**/live/**")
    lost.get_by_role("button", name="Try now").click()
    expect(lost).to_be_hidden()


@pytest.mark.parametrize("where", ["following", "rules", "school"])
def test_a_page_without_a_poll_of_its_own_is_kept_by_a_tap_too_and_says_why(
    phone: Callable[..., Page], section: Section, where: str
) -> None:
    path = reverse(where, args=[section.event.slug, "cedarhill"] if where == "school" else [])
    page = phone(path)
    expect(page.locator("html.follows")).to_be_attached()
    page.route("**/*", lambda route: route.abort("internetdisconnected"))
    page.clock.run_for(A_POLL_AND_A_BIT)
    lost = page.locator("main [data-offline]" if where == "following" else "#dock .lost")
    expect(lost).to_be_visible()
    expect(lost).to_be_in_viewport()
    page.locator(".crumb a").click()
    page.clock.run_for(A_POLL_AND_A_BIT)
    expect(page).to_have_url(re.compile(f"{re.escape(path)}$"))
    page.unroute("**/*")
    page.clock.run_for(2 * A_POLL_AND_A_BIT)
    expect(lost).to_be_hidden()
    page.locator(".crumb a").click()
    expect(page).not_to_have_url(re.compile(f"{re.escape(path)}$"))


def test_without_a_connection_a_card_that_is_newer_than_its_page_says_so(
    phone: Callable[..., Page], section: Section
) -> None:
    """The page said that the game was still played, and the card how it ended."""
    page = phone(at("posted-order", section))
    follow(page, section, 4)
    phone(at("why", section, 4))
    with page.expect_response(re.compile("away")):
        page.clock.run_for(6_000)
    newer = card(page, section, 4).locator(".newer")
    expect(newer).to_be_attached()
    page.route("**/*", lambda route: route.abort("internetdisconnected"))
    page.clock.run_for(A_POLL_AND_A_BIT)
    expect(page.locator("#dock .lost")).to_be_visible()
    expect(newer).to_be_hidden()
    page.unroute("**/*")
    enter(games_of(section, 2)[1], "DD")
    page.get_by_role("button", name="Try now").click()
    expect(card(page, section, 4)).to_contain_text("drew")
    expect(newer).to_be_hidden()
    page.route("**/*", lambda route: route.abort("internetdisconnected"))
    page.clock.run_for(2 * A_POLL_AND_A_BIT)
    expect(newer).to_have_text(re.compile(r"newer than this page, \d+:\d\d [AP]M"))
    expect(newer).to_be_visible()


def test_a_page_is_asked_for_as_soon_as_a_card_tells_that_its_section_is_final_or_open_again(
    phone: Callable[..., Page], section: Section
) -> None:
    """Its head said FINAL for twenty seconds longer than the card."""
    enter(games_of(section, 2)[1], "DD")
    played(section, 3, "1 4 WL\n2 3 WL")
    finishing.finish(as_it_stands(section), by=director_of(section))
    page = phone(at("final", section))
    follow(page, section, 4)
    phone(at("final-version", section, 1))
    expect(card(page, section, 4)).to_contain_text("FINAL")
    finishing.reopen(as_it_stands(section), by=director_of(section), reason="Board 1 was turned")
    asked: list[str] = []

    def of_card(route: Route) -> None:
        asked.append(route.request.url)
        route.continue_()

    page.route("**/card/", of_card)
    # The page was asked for a moment earlier than the card.
    page.route("**/live/**", lambda route: route.continue_() if asked else route.fulfill(status=204))
    page.clock.run_for(25_000)
    expect(card(page, section, 4)).to_contain_text("REOPENED")
    expect(page.locator("[data-newer]")).to_contain_text("Reopened", timeout=10_000)
