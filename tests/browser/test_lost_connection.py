"""A tap on a plain address, where browsers allow no worker: the page asks first if the server is there."""

import re

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.children import section
from tests.browser.phones import look
from tournaments.models import Section

__all__ = ["section"]

ON_A_PLAIN_ADDRESS = "Object.defineProperty(window, 'isSecureContext', { value: false })"


def test_a_tap_that_comes_before_the_loss_is_noticed_keeps_the_page_and_says_so_there(
    page: Page, live_server: LiveServer, section: Section
) -> None:
    page.add_init_script(ON_A_PLAIN_ADDRESS)
    look(page, live_server.url + at("standings", section))
    expect(page.locator("html.follows")).to_be_attached()
    page.clock.run_for(6_000)  # less than to its first question
    note = page.locator(".tapped")
    expect(note).to_be_attached()
    page.route("**/*", lambda route: route.abort("internetdisconnected"))
    tab = page.get_by_role("link", name="Trophies")
    tab.click()
    page.clock.run_for(1)
    expect(page.locator("html")).to_have_class(re.compile("is-away"))
    page.clock.run_for(2_000)
    expect(note).to_have_text("No connection.")
    assert page.url.endswith(at("standings", section))
    page.unroute("**/*")
    page.clock.run_for(17_000)
    expect(page.locator("html")).not_to_have_class(re.compile("is-away"))
    expect(note).to_be_hidden()
    tab.click()
    page.clock.run_for(1)
    expect(page).to_have_url(re.compile("/trophies/"))
