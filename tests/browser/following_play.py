"""What tests of a phone that follows play begin with: forty players in a round, and the phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.phones import look
from tests.factories import a_section, as_it_stands, played
from tournaments.models import Section


@pytest.fixture
def section() -> Section:
    """Forty players; round 1 held, round 2 open on all boards."""
    section = a_section(40, 3, order="modified_median,solkoff,cumulative", place_trophies=3)
    played(section, 1, "\n".join(f"{n} {n + 20} WL" for n in range(1, 21)))
    played(section, 2, "\n".join(f"{n} {n + 1}" for n in range(1, 40, 2)))
    return as_it_stands(section)


@pytest.fixture
def phone(page: Page, live_server: LiveServer) -> Callable[..., Page]:
    def look_at(path: str) -> Page:
        return look(page, live_server.url + path)

    return look_at


def top(row: Locator) -> float:
    found: float = row.evaluate("row => row.getBoundingClientRect().top")
    return found
