"""The pairing options on a phone: chosen by thumb, posted with the order, and readable at its width."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.addresses import at
from tests.browser.looks import fits_and_is_clean
from tests.factories import a_section
from tournaments.models import Section

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def empty(kim: User) -> Section:
    return a_section(6, by=kim, order="solkoff")


def test_options_are_chosen_by_thumb_and_pairs_by_number(
    sit_down: Callable[..., Page], kim: User, empty: Section
) -> None:
    page = sit_down(kim, at("pairing-options", empty), **PHONE)
    fits_and_is_clean(page)
    page.get_by_text("never meet, except the leaders in the last round").tap()
    page.get_by_role("button", name="Post these options").tap()
    expect(page.get_by_text("The options are posted.")).to_be_visible()
    expect(page.locator("main .notice", has_text="Teammates: never meet")).to_be_visible()
    page.get_by_label("Never paired with each other").fill("1-2")
    page.get_by_role("button", name="Save these pairs").tap()
    expect(page.locator("main li", has_text="1 ")).to_be_visible()
    fits_and_is_clean(page)
    page.goto(page.url.partition("/setup/")[0] + at("posted-order", empty))
    expect(page.get_by_role("heading", name="Pairing", exact=True)).to_be_visible()
    fits_and_is_clean(page)
