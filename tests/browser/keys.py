"""Keys as a scorer types them: keys within a few milliseconds are a name or a number, and enter nothing."""

from collections.abc import Iterable

from playwright.sync_api import Page


def type_keys(page: Page, keys: Iterable[str]) -> None:
    """One after the other; the last one too is held for so long that the next is apart from it."""
    for key in keys:
        page.keyboard.press(key, delay=80)
