"""The menu of the desk in a real browser: it stands still from page to page."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import fits_and_is_clean
from tests.factories import UserFactory, a_section, played
from tests.sign_in import sign_in


def test_the_menu_stays_where_it_is_on_wide_pages_and_on_narrower_ones(
    new_context: Callable[..., Any], live_server: LiveServer
) -> None:
    kim = UserFactory.create(first_name="Kim", last_name="Okafor")
    section = a_section(4, rounds=3, by=kim, order="solkoff")
    played(section, 1, "1 3 WL\n2 4 WL")
    context = new_context(viewport={"width": 1280, "height": 800})
    sign_in(context, live_server, kim)
    page = context.new_page()
    found = set()
    for name, rest in (("desk-round", [1]), ("roster", []), ("pairing-options", []), ("print", [])):
        page.goto(live_server.url + reverse(name, args=[section.event.slug, section.slug, *rest]))
        menu = page.locator(".mainmenu").bounding_box()
        found.add((menu["x"], menu["width"]))
        fits_and_is_clean(page, 1280)
    assert len(found) == 1
