"""The desk is current: its standings answer an entry, others' results appear, and silence is told."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.at_desk import idle, result, round_of, row, stands
from tests.browser.keys import hurry
from tests.factories import enter, games_of, paired
from tournaments.models import Game, Section

# Answers the polls itself until it is told to ask the server, and notes when each of them asks.
POLLS = """
  window.asked = [];
  window.polls = "nothing new";
  const { fetch } = window;
  window.fetch = (address, options) => {
    if (!String(address).includes("/standings/")) return fetch(address, options);
    window.asked.push(Date.now());
    if (window.polls === "away") return Promise.reject(new TypeError("no connection"));
    return window.polls ? Promise.resolve(new Response(null, { status: 204 })) : fetch(address, options);
  };
"""
# So long a key waits, in case a word begins with it.
HOLD = 350


@pytest.fixture
def sit_still(sit_down: Callable[..., Page], kim: User, section: Section) -> Callable[[], Page]:
    """Kim at a desk whose clock stands still but for what the test lets pass."""

    def sit() -> Page:
        page = sit_down(kim, "/desk/")
        page.add_init_script(POLLS)
        return hurry(page, page.url.replace("/desk/", round_of(section)))

    return sit


def polls(page: Page, how: str = "") -> None:
    page.evaluate(f"window.polls = '{how}'")


def asked(page: Page) -> list[int]:
    found: list[int] = page.evaluate("window.asked")
    return found


def test_the_standings_answer_an_entry_within_a_second(
    sit_still: Callable[[], Page], section: Section
) -> None:
    desk = sit_still()
    polls(desk)
    desk.keyboard.press("0")
    desk.clock.run_for(HOLD)
    idle(desk)
    desk.clock.run_for(1_000 - HOLD)
    expect(desk.locator(".leaders li").first).to_contain_text(section.players.get(number=2).called)


def test_the_standings_answer_a_correction_within_a_second(
    sit_still: Callable[[], Page], kim: User, section: Section, games: list[Game]
) -> None:
    for game in games:
        enter(game, "DD", by=kim)
    enter(games_of(section, 1)[0], "WL", by=kim)
    paired(section, 2, "1 3\n2 4", publish=True)
    desk = sit_still()
    polls(desk)
    first = desk.locator(".leaders li").first
    expect(first).to_contain_text(section.players.get(number=1).called)
    row(desk, games[0]).get_by_role("button", name="Black won").click()
    desk.get_by_label("Why?").fill("slip read wrong")
    desk.get_by_role("button", name="Save the correction").click()
    expect(result(desk, games[0])).to_have_text("0–1")
    desk.clock.run_for(1_000)
    expect(first).to_contain_text(section.players.get(number=2).called)
    assert stands(games[0]) == "LW"


@pytest.mark.parametrize("how", ["nothing new", "away"])
def test_the_desk_asks_every_three_seconds_with_an_answer_and_without(
    sit_still: Callable[[], Page], how: str
) -> None:
    desk = sit_still()
    polls(desk, how)
    desk.clock.run_for(60_000)
    times = asked(desk)
    assert len(times) >= 20
    assert max(later - earlier for earlier, later in pairwise(times)) <= 3_000


def test_what_another_director_entered_appears_with_the_next_answer(
    sit_still: Callable[[], Page], lee: User, games: list[Game]
) -> None:
    desk = sit_still()
    polls(desk)
    enter(games[0], "DD", by=lee)
    desk.clock.run_for(3_000)
    expect(result(desk, games[0])).to_have_text("½–½")
    expect(row(desk, games[0])).to_contain_text("Lee Moss")
    expect(desk.locator("#counters")).to_contain_text("1 of 6 results entered")


def test_a_server_that_does_not_answer_is_told_and_can_be_tried_at_once(
    sit_still: Callable[[], Page], lee: User, games: list[Game]
) -> None:
    desk = sit_still()
    away = desk.locator("#away")
    polls(desk, "away")
    before = len(asked(desk))
    while len(asked(desk)) == before:
        desk.clock.run_for(100)
    expect(away).to_be_hidden()
    desk.clock.run_for(3_000)
    expect(away).to_contain_text("No answer since")
    enter(games[0], "DD", by=lee)
    polls(desk)
    # The clock stands still: nothing but this asks.
    away.get_by_role("button", name="Try now").click()
    desk.clock.run_for(0)
    expect(result(desk, games[0])).to_have_text("½–½")
    expect(away).to_be_hidden()


def test_the_boards_that_are_missing_lead_the_cursor_to_them(desk: Page, games: list[Game]) -> None:
    desk.locator("#counters").get_by_role("link", name="Board 4").click()
    expect(row(desk, games[3])).to_be_focused()
