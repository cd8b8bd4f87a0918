"""A director at the draft of twenty players, for the tests of the pairing page."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, played
from tournaments.models import Section
from tournaments.services import drafts, rosters

__all__ = ["PHONE", "number", "pairing", "requests_of", "twenty"]


PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def twenty(kim: User) -> Section:
    """Twenty players of five schools, before the first of five rounds."""
    section = a_section(0, 5, by=kim, order="modified_median,solkoff")
    entries = [EntryFactory.create(rating=1900 - 37 * n, team="EFGHI"[n % 5] * 3) for n in range(20)]
    rosters.add_players(section, entries, by=kim)
    return as_it_stands(section)


@pytest.fixture
def pairing(sit_down: Callable[..., Page], kim: User, twenty: Section) -> Page:
    """Kim at the draft of round 2, after a first round that White won on every board."""
    lines = "\n".join(f"{n} {n + 10} WL" for n in range(1, 11))
    played(twenty, 1, lines)
    drafts.keep(twenty, 2, drafts.propose(twenty, 2), by=kim)
    page = sit_down(kim, at("pairing", twenty, 2))
    expect(page.locator(".pair")).to_have_count(10)
    return page


def number(page: Page, seat: str) -> str:
    return page.locator(f"#{seat}").input_value()


def requests_of(page: Page, ending: str) -> list[str]:
    """What is sent there from now on."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith(ending) else None)
    return sent
