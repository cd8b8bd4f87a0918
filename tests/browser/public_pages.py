"""What tests of public pages in a browser begin with: a section, the demo's largest one, and a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.phones import look
from tests.factories import (
    a_section,
    as_it_stands,
    director_of,
    enter,
    game_between,
    games_of,
    played,
)
from tournaments import demo
from tournaments.models import Section

__all__ = ["k8", "phone", "played_out", "section"]


@pytest.fixture
def section() -> Section:
    """Four players; round 1 held, round 2 open on both boards."""
    section = a_section(4, 3, order="modified_median,solkoff", place_trophies=2)
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4")
    return as_it_stands(section)


@pytest.fixture
def k8() -> Section:
    section = a_section(0)
    event = demo.load(director_of(section))
    return Section.objects.select_related("event").get(event=event, name="K-8 Championship")


@pytest.fixture
def phone(page: Page, live_server: LiveServer) -> Callable[..., Page]:
    """A phone on a page whose clock stands still until it is told to run."""

    def look_at(path: str) -> Page:
        return look(page, live_server.url + path)

    return look_at


def played_out(section: Section) -> None:
    enter(game_between(games_of(section, 2), 1, 3), "WL")
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    played(section, 3, "1 4 WL\n2 3 WL")
