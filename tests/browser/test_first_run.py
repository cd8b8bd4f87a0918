"""The first page of a new Wallchart in a browser: with errors, in a phone's width, by the keyboard alone."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import fits_and_is_clean
from tournaments.services.backups import automatic


def test_the_first_page_fits_is_clean_and_is_filled_in_by_the_keyboard(
    page: Page, live_server: LiveServer, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LISTENS_AT = ("0.0.0.0", 8000)
    monkeypatch.setattr(automatic, "is_running", lambda: True)
    monkeypatch.setattr(
        "tournaments.views.setup.first_run.phone_addresses", lambda: ["http://192.168.1.5:8000"]
    )
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + reverse("sign-in"))
    expect(page.get_by_role("heading", name="Welcome to Wallchart")).to_be_visible()
    fits_and_is_clean(page)

    page.get_by_label("Your name").focus()
    for word in ("Dana Reyes", "four knights", "four bishops"):
        page.keyboard.type(word)
        page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="A new event")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("The two passwords differ.")).to_be_visible()
    fits_and_is_clean(page)

    for label in ("Choose a password", "Password again"):
        page.get_by_label(label).fill("four knights")
    page.get_by_label("Password again").press("Enter")
    expect(page.get_by_text("You can sign in as Dana Reyes from now on.")).to_be_visible()
    assert page.url == live_server.url + reverse("new-event")
    assert User.objects.get().username == "Dana Reyes"
