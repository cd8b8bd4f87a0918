"""A page with several forms tells a refusal at the form that was refused."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.looks import fits_and_is_clean
from tests.factories import a_section
from tournaments.services.visibility import arrange_sections


def test_a_refusal_stands_at_its_form_with_what_was_sent(sit_down: Callable[..., Page], kim: User) -> None:
    first = a_section(0, by=kim, name="Open")
    second = a_section(0, event=first.event, by=kim, name="Reserve")
    third = a_section(0, event=first.event, by=kim, name="Novice")
    page = sit_down(
        kim, reverse("edit-event", args=[first.event.slug]), viewport={"width": 360, "height": 640}
    )
    page.get_by_text("Order of the sections on the public page").click()
    arrange_sections(first.event, [third.pk, first.pk, second.pk], by=kim)
    page.get_by_role("button", name="Move Reserve up").click()
    page.get_by_role("button", name="Save the order").click()
    refusal = page.locator("form", has=page.get_by_role("button", name="Save the order")).get_by_role("alert")
    expect(refusal).to_be_in_viewport()
    expect(refusal).to_contain_text("Sections now: Novice; Open; Reserve")
    expect(refusal).to_contain_text("Your order: Reserve; Open; Novice")
    fits_and_is_clean(page)
    page.get_by_label("City").fill("Sabin")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    first.event.refresh_from_db()
    assert first.event.city == "Sabin", "the page's other form was sent to its own address"
