"""What every page is looked at for: it fits its window, and axe finds nothing.

A page can be found and clicked while one of its stylesheets is still on its way; its widths are then those of
another page. So it is measured when everything it asked for has arrived, its fonts too.
"""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def fits(page: Page, width: int = 360) -> None:
    """Nothing scrolls sideways."""
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready.then(() => {})")
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url


def is_clean(page: Page) -> None:
    """Axe finds nothing to complain of."""
    page.wait_for_load_state()
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"


def fits_and_is_clean(page: Page, width: int = 360) -> None:
    """Nothing scrolls sideways, and axe finds nothing."""
    fits(page, width)
    is_clean(page)
