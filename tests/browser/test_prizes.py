"""Prizes with a browser: announced on a phone without a script, and read there in light and dark."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import served
from tests.browser.looks import SCHEMES, fits_and_is_clean
from tests.factories import PASSWORD, a_section, as_it_stands, played
from tournaments import demo
from tournaments.services import prizes

LONG = "1st place trophy “" + "Wolfeschlegelsteinhausenbergerdorff" * 3 + "”"


def signed_in(context: Any, live_server: LiveServer) -> Page:
    page: Page = context.new_page()
    page.goto(live_server.url + reverse("sign-in"))
    page.get_by_label("Username").fill("kim")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    return page


def judge(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    fits_and_is_clean(page)


def test_on_a_phone_without_a_script_prizes_are_typed_mended_and_arranged(
    new_context: Any, live_server: LiveServer, kim: User
) -> None:
    section = a_section(6, rounds=1, by=kim, order="solkoff")
    viewport = {"width": 360, "height": 740}
    page = signed_in(new_context(viewport=viewport, java_script_enabled=False), live_server)
    page.goto(served(live_server, "prizes", section))
    box = page.get_by_label("All prizes, one per line")
    box.fill("1st–2nd trophies\nTop 800")
    page.get_by_role("button", name="Announce these prizes").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was saved: there is 1 problem.")
    expect(page.get_by_role("table")).to_contain_text("line 2")
    expect(box).to_have_value("1st–2nd trophies\nTop 800")
    box.fill("1st–2nd trophies\nTop under 1900")
    page.get_by_role("button", name="Announce these prizes").click()
    page.get_by_role("button", name="Top under 1900 up").click()
    page.get_by_role("button", name="Medals for 3 points or more").click()
    page.get_by_role("button", name="remove 3 points or more: medal").click()
    expect(page.get_by_text("Prizes are in your own order of value")).to_be_visible()
    assert as_it_stands(section).prizes == "Top under 1900\n1st–2nd trophies"
    page.get_by_label("Most an unrated player can win, in dollars").fill("99.50")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Most an unrated player can win, in dollars")).to_have_value("99.50")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_page_of_prizes_fits_a_phone_and_axe_finds_nothing(
    new_context: Any, live_server: LiveServer, kim: User, scheme: str
) -> None:
    section = demo.load(kim).sections.get(name="K-8 Championship")
    lines = f"{section.prizes}\n{LONG}\nBest grade 12, must be present\nClass B $12,345.67\nTop 1500–1700"
    prizes.announce(section, lines, by=kim)
    prizes.set_absent(section, 1, True, by=kim)
    context = new_context(viewport={"width": 360, "height": 740}, color_scheme=scheme)
    page = signed_in(context, live_server)
    for name in ("prizes", "awards", "trophies", "cash", "standings"):
        page.goto(served(live_server, name, section))
        judge(page)
    page.goto(served(live_server, "prizes", section))
    page.get_by_label("All prizes, one per line").fill("x" * 150)
    page.get_by_role("button", name="Announce these prizes").click()
    expect(page.get_by_role("alert")).to_be_visible()
    judge(page)


def test_money_moves_on_a_phone_as_results_come_in(page: Page, live_server: LiveServer, kim: User) -> None:
    section = a_section(4, rounds=2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    prizes.announce(section, "1st place $100\n2nd place $50", by=kim)
    page.goto(served(live_server, "cash", section))
    expect(page.locator(".paid b")).to_have_text(["$75", "$75"])
    played(section, 2, "1 3 WL\n2 4 WL")
    expect(page.locator(".paid b").first).to_have_text("$100")


def test_the_desks_awards_follow_and_leave_what_is_typed(
    new_context: Any, live_server: LiveServer, kim: User
) -> None:
    section = a_section(4, rounds=2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    prizes.announce(section, "1st place trophy, must be present\nTop under 1960\n1st place $100", by=kim)
    page = signed_in(new_context(), live_server)
    page.goto(served(live_server, "awards", section))
    expect(page.locator(".paid b").first).to_have_text("$50")
    page.get_by_label("Number").fill("3")
    played(section, 2, "1 3 WL\n2 4 WL")
    expect(page.locator(".paid b").first).to_have_text("$100")
    expect(page.get_by_label("Number")).to_have_value("3")
    expect(page.get_by_label("Number")).to_be_focused()
