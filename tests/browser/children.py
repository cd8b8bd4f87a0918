"""What tests of a parent's phone begin with: children in a round that is played, and the phone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.factories import (
    EntryFactory,
    EventFactory,
    a_section,
    as_it_stands,
    director_of,
    played,
)
from tournaments.models import Event, Section
from tournaments.services import rosters

PHONE = {"width": 360, "height": 740}
A_POLL_AND_A_BIT = 13_000


def entered(event: Event, name: str, people: str, rounds: int = 3) -> Section:
    """A section of these, one a line, all of one school."""
    section = a_section(0, rounds, event=event, name=name, order="modified_median,solkoff")
    entries = [EntryFactory.create(name=each, team="Cedar Hill") for each in people.splitlines()]
    rosters.add_players(section, entries, by=director_of(event))
    return as_it_stands(section)


@pytest.fixture
def section() -> Section:
    """Four children in the second round: number 4 is last, and still plays."""
    section = entered(
        EventFactory.create(), "K-8", "Łucja García-López\nBen Birch\nCora Cedar\nZoë Whitlock-Moss"
    )
    played(section, 1, "1 2 DD\n3 4 WL")
    played(section, 2, "1 3 LW\n2 4")
    return as_it_stands(section)


@pytest.fixture
def phone(page: Page, live_server: LiveServer) -> Callable[..., Page]:
    """A phone whose clock runs on by itself, and faster where it is told to."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.clock.install()

    def look(path: str) -> Page:
        page.goto(live_server.url + path)
        return page

    return look


def follow(page: Page, section: Section, number: int) -> None:
    """On the page of a player."""
    page.goto(re.sub(r"(https?://[^/]+).*", r"\1", page.url) + at("player", section, number))
    page.locator("main .star").click()
    expect(page.locator("main .star")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(f"#dock [data-card='{at('player', section, number)}'] .child")).to_be_attached()


def card(page: Page, section: Section, number: int) -> Any:
    return page.locator(f"[data-card='{at('player', section, number)}']")


def pages(section: Section) -> list[str]:
    return [
        reverse("home"),
        reverse("rules"),
        reverse("event", args=[section.event.slug]),
        reverse("screen", args=[section.event.slug]),
        reverse("school", args=[section.event.slug, "cedarhill"]),
        *(at(name, section) for name in ("standings", "wall-chart", "trophies", "cash", "posted-order")),
        *(at(name, section, 2) for name in ("why", "player", "round")),
        at("round", section, 3),
    ]
