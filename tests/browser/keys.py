"""Keys as a scorer types them: keys within a few milliseconds are a name or a number, and enter nothing."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from playwright.sync_api import Page, expect


def type_keys(page: Page, keys: Iterable[str]) -> None:
    """One after the other; the last one too is held for so long that the next is apart from it."""
    for key in keys:
        page.keyboard.press(key, delay=80)


def hurry(page: Page, address: str) -> Page:
    """The desk's page at this address, with a clock that stands still but for what :func:`type_at_once` lets
    pass."""
    page.clock.install()
    page.goto(address)
    expect(page.locator(".keys")).to_be_visible()
    page.clock.pause_at(datetime.now() + timedelta(minutes=1))
    return page


def type_at_once(page: Page, keys: Iterable[str], apart: int = 20) -> None:
    """Keys so many milliseconds apart, however slow the machine is."""
    for key in keys:
        page.keyboard.press(key)
        page.clock.run_for(apart)
