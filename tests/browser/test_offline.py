"""A phone reads the last table that it showed without a connection, where browsers allow it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of, played
from tests.views.followed import name_of
from tournaments.models import Section

IS_READY = "async () => { await navigator.serviceWorker.ready; }"
HAS_KEPT_THE_CARD = """async () => {
    const kept = async () => (await (await caches.match(location.href))?.text()) ?? "";
    for (let n = 0; n < 600 && !(await kept()).includes('class="child"'); n += 1) {
        await new Promise(requestAnimationFrame);
    }
}"""
LEAVE = """async () => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    const kept = async () => (await (await caches.match(location.href))?.text()) ?? "";
    const row = document.querySelector(".entry").cloneNode(true);
    row.removeAttribute("style");
    while (!(await kept()).includes(row.outerHTML)) {
        await new Promise(requestAnimationFrame);
    }
}"""


IS_KEPT = """async () => {
    for (let n = 0; n < 600 && !(await caches.match(location.href)); n += 1) {
        await new Promise(requestAnimationFrame);
    }
}"""


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "service_workers": "allow"}


@pytest.fixture
def section() -> Section:
    section = a_section(4, 2, place_trophies=0)
    played(section, 1, "1 3 WL\n2 4")
    return as_it_stands(section)


@pytest.fixture
def phone(page: Page, live_server: LiveServer, section: Section) -> Iterator[Page]:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + at("standings", section))
    page.evaluate(IS_READY)
    yield page
    page.context.set_offline(False)


@pytest.mark.slow
def test_the_last_table_is_read_without_a_connection_and_says_of_when_it_is(
    phone: Page, section: Section
) -> None:
    playing = phone.locator(".entry").get_by_text("still playing")
    expect(playing).to_have_count(2)
    phone.evaluate(LEAVE)
    enter(games_of(section, 1)[1], "WL")
    phone.context.set_offline(True)
    phone.reload()
    expect(playing).to_have_count(2)
    expect(phone.locator("[data-offline]")).to_be_visible()
    expect(phone.locator("[data-offline]")).to_contain_text("No connection. This is the table from")


@pytest.mark.slow
def test_the_first_page_that_a_phone_opens_is_kept_too(phone: Page) -> None:
    phone.evaluate(IS_KEPT)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("html[data-kept]")).to_be_attached()
    expect(phone.locator(".entry")).to_have_count(4)


@pytest.mark.slow
def test_a_table_is_kept_without_what_scripts_set_while_it_was_read(phone: Page) -> None:
    refused: list[str] = []
    phone.on("console", lambda said: refused.append(said.text) if "Content Security" in said.text else None)
    phone.evaluate(
        """() => {
            document.querySelector(".entry").style.contentVisibility = "visible";
            document.getElementById("unseen").hidden = false;
        }"""
    )
    phone.evaluate(LEAVE)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("html[data-kept]")).to_be_attached()
    expect(phone.locator("#unseen")).to_be_hidden()
    assert refused == []


@pytest.mark.slow
def test_a_table_that_was_kept_never_says_that_it_is_live_or_was_checked_and_asks_at_once(
    phone: Page, section: Section
) -> None:
    expect(phone.locator("[data-checked]")).to_be_visible()
    phone.evaluate(LEAVE)
    phone.context.set_offline(True)
    phone.clock.install(time=0)
    phone.clock.pause_at(1)
    phone.reload()
    expect(phone.locator("html")).to_have_class(re.compile("follows"))  # its scripts have run
    expect(phone.locator("#status .live")).to_be_hidden()
    expect(phone.locator("[data-checked]")).to_be_hidden()
    phone.clock.run_for(100)
    expect(phone.locator("[data-offline]")).to_be_visible()
    phone.context.set_offline(False)
    phone.clock.run_for(100)
    expect(phone.locator("[data-offline]")).to_be_hidden()
    expect(phone.locator("#status .live")).to_be_visible()


@pytest.mark.slow
def test_the_app_opens_without_a_connection_though_its_first_page_was_never_shown(phone: Page) -> None:
    phone.context.set_offline(True)
    phone.goto(re.sub(r"/e/.*", reverse("following"), phone.url))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Following")
    expect(phone.locator("#dock .lost")).to_be_visible()


@pytest.mark.slow
def test_the_card_of_who_is_followed_is_there_without_a_connection_on_each_page_that_was_read(
    phone: Page, section: Section
) -> None:
    phone.goto(re.sub(r"/e/.*", at("player", section, 2), phone.url))
    phone.locator("main .star").click()
    child = phone.locator("#dock .child")
    expect(child).to_be_visible()
    phone.locator("#tab-standings").click()
    expect(child).to_be_visible()
    phone.evaluate(HAS_KEPT_THE_CARD)
    phone.locator("#tab-order").click()
    expect(phone).to_have_url(re.compile("/order/"))
    phone.context.set_offline(True)
    phone.goto(re.sub(r"/e/.*", at("standings", section), phone.url))
    expect(phone.locator("html[data-kept]")).to_be_attached()
    expect(child).to_contain_text(name_of(section, 2))


def test_with_a_connection_the_present_table_comes_whatever_is_kept(phone: Page, section: Section) -> None:
    phone.evaluate(LEAVE)
    enter(games_of(section, 1)[1], "WL")
    phone.reload()
    expect(phone.locator(".entry")).to_have_count(4)
    expect(phone.locator(".entry").get_by_text("still playing")).to_have_count(0)


def test_what_was_never_shown_is_not_made_up(phone: Page, section: Section) -> None:
    phone.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        phone.goto(phone.url + "trophies/")
