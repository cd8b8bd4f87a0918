"""The rating list in a real browser: it completes a name, and an update fits a phone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.addresses import at
from tests.browser.looks import fits_and_is_clean
from tests.factories import EntryFactory, a_section
from tests.rating_lists import a_list
from tournaments.services import rosters

# What these pages say, tests of views read without a browser.
pytestmark = pytest.mark.slow


def test_a_name_is_completed_and_an_update_fits_a_phone(
    sit_down: Callable[..., Page], kim: User, settings: Any, tmp_path: Path
) -> None:
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    a_list()
    section = a_section(0, by=kim)
    people = [
        EntryFactory.create(name="Cedar, Cora", uscf_id="30000003", rating=700),
        EntryFactory.create(name="Ada Alder"),
        EntryFactory.create(name="Gus Gone", uscf_id="30000099"),
    ]
    rosters.add_players(section, people, by=kim)

    page = sit_down(kim, at("add-player", section), viewport={"width": 360, "height": 740})
    name = page.get_by_label("Name", exact=True)
    name.press_sequentially("birch")
    offered = page.locator("#listed option")
    expect(offered).to_have_count(1)
    name.fill(offered.get_attribute("value") or "")
    expect(page.get_by_role("status")).to_contain_text("Ben McKay Birch, 812")
    expect(name).to_have_value("Birch, Ben McKay")
    expect(page.get_by_label("US Chess ID")).to_have_value("30000002")
    fits_and_is_clean(page)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Ben McKay Birch was added.")).to_be_visible()

    page.goto(page.url.replace(at("roster", section), reverse("rating-list", args=[section.event.slug])))
    fits_and_is_clean(page)
    page.get_by_role("link", name="Update all ratings").click()
    fits_and_is_clean(page)
    page.get_by_label("Cedar, Cora").first.check()
    page.get_by_role("button", name="Save the checked changes").click()
    expect(page.get_by_text("Updated from the rating list:")).to_be_visible()
