"""The test of the whole: a key on the desk changes the table on a phone that nobody touched or reloaded."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.keys import type_keys
from tests.factories import UserFactory, a_section, paired, played
from tests.sign_in import sign_in
from tournaments.models import Section

A_POLL_AND_A_BIT = 13_000


@pytest.fixture
def section() -> Section:
    """Four players in round two: numbers 1 and 2 lead with a win each and meet on board 1."""
    section = a_section(4, 3, by=UserFactory.create(username="kim"), order="modified_median,solkoff")
    played(section, 1, "1 3 WL\n2 4 WL")
    paired(section, 2, "2 1\n3 4", publish=True)
    return section


def in_a_browser_of_its_own(new_context: Any, **options: Any) -> Page:
    page: Page = new_context(**options).new_page()
    return page


def test_key_1_on_the_desk_changes_the_phones_table(
    section: Section, new_context: Any, live_server: LiveServer
) -> None:
    address = [section.event.slug, section.slug]

    phone = in_a_browser_of_its_own(
        new_context, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    phone.clock.install()
    phone.goto(live_server.url + reverse("standings", args=address))
    phone.evaluate("window.marker = 'not reloaded'")
    winner = phone.locator("#p2")
    group = phone.locator("section.group", has=winner).get_by_role("heading")
    expect(phone.locator("#live")).to_contain_text("no results yet")
    expect(group).to_contain_text("1 point")
    expect(winner.locator(".rank")).to_have_text("1=")
    assert phone.context.cookies() == []

    desk = in_a_browser_of_its_own(new_context)
    sign_in(desk.context, live_server, section.event.staff.get().user)
    desk.goto(live_server.url + reverse("desk-round", args=[*address, 2]))
    expect(desk.locator("tr.board").first).to_be_focused()
    type_keys(desk, "1")
    expect(desk.locator("#counters")).to_contain_text("1 of 2")

    phone.clock.run_for(A_POLL_AND_A_BIT)
    expect(phone.locator("#live")).to_contain_text("1 of 2 games still playing")
    expect(group).to_contain_text("2 points")
    expect(winner.locator(".rank")).to_have_text(re.compile("^1(?!=)"))
    assert phone.evaluate("window.marker") == "not reloaded"
