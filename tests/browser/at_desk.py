"""The desk in a real browser: where a round is, what a row shows, and what its board has."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, Route, expect

from tests.addresses import at
from tests.browser.keys import type_keys
from tournaments.models import Game, LogEntry, Section

# Counts what sounds.
SILENT = """
  window.sounds = 0;
  const part = { connect: (other) => other, frequency: {}, start() { window.sounds++; }, stop() {},
                 gain: { setValueAtTime() {}, linearRampToValueAtTime() {} } };
  window.AudioContext = class {
    currentTime = 0; createOscillator() { return part; } createGain() { return part; }
  };
"""


def sounds(page: Page) -> int:
    return int(page.evaluate("window.sounds"))


def round_of(section: Section, number: int = 1) -> str:
    return at("desk-round", section, number)


def row(page: Page, game: Game) -> Locator:
    return page.locator(f"#game-{game.pk}")


def result(page: Page, game: Game) -> Locator:
    return row(page, game).locator("td.result")


def idle(page: Page) -> None:
    """Everything typed has been answered. (A thumb's tap may reach the page later: first see it shown.)"""
    expect(page.locator("tr.queued")).to_have_count(0)


@contextmanager
def held(page: Page, address: str = "**/result/") -> Iterator[list[Route]]:
    """Requests of this address, those that are tried again too, get nowhere until the block ends."""
    waiting: list[Route] = []
    holding = True
    page.route(address, lambda route: waiting.append(route) if holding else route.continue_())
    try:
        yield waiting
    finally:
        holding = False
        for route in waiting:
            route.continue_()


def stands(game: Game) -> str:
    return "".join(game.seats.order_by("-side").values_list("kind", flat=True))


def to_board(page: Page, number: int) -> None:
    type_keys(page, "g")
    page.keyboard.type(str(number))
    page.keyboard.press("Enter")


def results_in_log(section: Section) -> int:
    return LogEntry.objects.filter(standings__section=section, verb="result").count()


def deaf(page: Page) -> Page:
    """From now on the page hears nothing of what others enter: its polls bring no news."""
    page.route("**/standings/?*", lambda route: route.fulfill(status=204))
    return page


def slow(page: Page, latency: int = 400) -> Page:
    """From now on each of the page's requests takes so many milliseconds longer."""
    conditions = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", conditions)
    return page
