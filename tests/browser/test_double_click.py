"""A form that is double-clicked is sent once, and the page is the one that the first click leads to."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.addresses import at
from tests.factories import a_section


def test_a_double_click_on_make_quads_leads_to_the_event(sit_down: Callable[..., Page], kim: User) -> None:
    section = a_section(8, by=kim, name="Quads")
    page = sit_down(kim, at("make-quads", section))
    page.get_by_role("button", name="Make quads").dblclick()
    expect(page.get_by_role("status").filter(has_text="is cut into quads")).to_be_visible()
    assert urlsplit(page.url).path == reverse("desk-event", args=[section.event.slug])
    expect(page.get_by_role("heading", level=1)).to_be_visible()
