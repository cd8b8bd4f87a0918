"""Setting up in a real browser: with the keyboard, with the mouse, on a phone, with and without scripts."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import BrowserContext, Dialog, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import served
from tests.browser.looks import fits, fits_and_is_clean
from tests.factories import PASSWORD, UserFactory, a_section, paired
from tests.sign_in import sign_in
from tiebreaks.models import PostedOrder
from tournaments.models import Event, Section
from tournaments.services.orders import show_columns

ROSTER = '"Alder, Ann",12345678,1432,Lakeview,5\nBill Birch,,987/5,Oak Park,4\nFaye 🦄 Fir,,unr,,2\n'


@pytest.fixture
def kim() -> User:
    return UserFactory.create(username="kim", first_name="Kim", last_name="Park")


@pytest.fixture
def section(kim: User) -> Section:
    return a_section(3, by=kim)


@pytest.fixture
def signed_in(context: BrowserContext, live_server: LiveServer, kim: User) -> BrowserContext:
    return sign_in(context, live_server, kim)


def names(page: Page) -> list[str]:
    return [step.get_attribute("data-name") or "" for step in page.locator(".step").all()]


def test_from_signing_in_to_the_posted_order_with_the_keyboard_alone(
    page: Page, live_server: LiveServer, kim: User
) -> None:
    page.goto(live_server.url + reverse("new-event"))
    # The page puts the cursor there, in the frame after it was loaded.
    expect(page.get_by_label("Username")).to_be_focused()
    page.keyboard.type("kim")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="New event")).to_be_visible()
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.type("Maple Grove Scholastic")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="New section")).to_be_visible()
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.type("K-5 Championship")
    page.keyboard.press("Enter")

    page.get_by_role("link", name="Paste or upload a list").press("Enter")
    page.get_by_label("Paste here").focus()
    page.keyboard.insert_text(ROSTER)
    page.get_by_role("button", name="Import").press("Enter")
    expect(page.get_by_text("3 players added.")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("1 Ann Alder"))).to_be_visible()

    page.get_by_role("link", name="post the tiebreak order").press("Enter")
    # Before the script runs, the button moves its system by a request, and the focus does not go along.
    expect(page.locator(".step .grip").first).to_be_attached()
    page.get_by_role("button", name="Move Cumulative up").press("Enter")
    page.keyboard.press("Enter")  # the focus went along with it
    expect(page.get_by_role("status").first).to_have_text("Cumulative is now number 1 of 4")
    assert names(page) == ["Cumulative", "Modified Median", "Solkoff", "Cumulative of opposition"]
    page.locator(".step").first.get_by_text("Variations").press("Enter")
    page.get_by_label("The score after the last round is left out.").first.press("Space")
    page.get_by_role("button", name="Post this order").press("Enter")
    expect(page.get_by_text("The order is posted.")).to_be_visible()
    expect(page.locator(".history li")).to_contain_text("Posted before round 1 by Kim Park")
    order = "cumulative:omit_last,modified_median,solkoff,opposition_cumulative"
    assert PostedOrder.objects.get().order == order


def test_a_new_event_is_in_the_time_zone_of_its_directors_browser(
    sit_down: Callable[..., Page], kim: User
) -> None:
    phone = {"width": 360, "height": 740}
    page = sit_down(kim, reverse("new-event"), timezone_id="America/Denver", viewport=phone)
    zone = page.get_by_label("Time zone")
    expect(zone).to_have_value("America/Denver")
    fits(page)
    page.get_by_label("Name", exact=True).fill("Aspen Open")
    zone.select_option("Mountain, no daylight time (Phoenix)")
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_role("heading", name="New section")).to_be_visible()
    assert Event.objects.get().time_zone == "America/Phoenix"


def test_a_browser_that_says_utc_chooses_no_zone_for_a_new_event(
    sit_down: Callable[..., Page], kim: User
) -> None:
    page = sit_down(kim, reverse("new-event"), timezone_id="UTC")
    zone = page.get_by_label("Time zone")
    expect(zone).to_have_value("")
    expect(zone.locator("option:checked")).to_have_text("Choose the time zone")
    page.get_by_label("Name", exact=True).fill("Aspen Open")
    page.get_by_role("button", name="Create the event").click()
    expect(page.locator("select[name=time_zone]:invalid")).to_be_visible()
    zone.select_option("Central (Chicago)")
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_role("heading", name="New section")).to_be_visible()
    assert Event.objects.get().time_zone == "America/Chicago"


def test_a_system_is_dragged_by_the_mouse(
    signed_in: BrowserContext, live_server: LiveServer, section: Section
) -> None:
    page = signed_in.new_page()
    page.goto(served(live_server, "order", section))
    grip = page.locator(".step[data-name=Cumulative] .grip").bounding_box()
    top = page.locator(".step").first.bounding_box()
    assert grip is not None
    assert top is not None
    page.mouse.move(grip["x"] + 10, grip["y"] + 20)
    page.mouse.down()
    page.mouse.move(grip["x"] + 10, grip["y"] - 20, steps=5)
    page.mouse.move(grip["x"] + 10, top["y"] + 5, steps=10)
    page.mouse.up()
    expect(page.get_by_role("status").first).to_have_text("Cumulative is now number 1 of 4")
    assert names(page) == ["Cumulative", "Modified Median", "Solkoff", "Cumulative of opposition"]
    page.get_by_role("button", name="Post this order").click()
    expect(page.get_by_text("The order is posted.")).to_be_visible()
    assert PostedOrder.objects.get().order == "cumulative,modified_median,solkoff,opposition_cumulative"


def test_the_sections_of_an_event_are_dragged_into_another_order(
    signed_in: BrowserContext, live_server: LiveServer, section: Section
) -> None:
    other = a_section(0, event=section.event)
    page = signed_in.new_page()
    page.goto(live_server.url + reverse("edit-event", args=[section.event.slug]))
    page.get_by_text("Order of the sections on the public page").click()
    grip = page.locator(".step .grip").last
    grip.scroll_into_view_if_needed()
    box, first = grip.bounding_box(), page.locator(".step").first.bounding_box()
    assert box
    assert first
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(first["x"] + 20, first["y"] + 2, steps=5)
    page.mouse.up()
    expect(page.locator("[data-announce]")).to_have_text(f"{other.name} is now number 1 of 2")
    page.get_by_role("button", name="Save the order").click()
    expect(page.get_by_text("The event’s page now lists the sections in this order")).to_be_visible()
    assert list(Section.objects.order_by("position")) == [other, section]


def test_at_a_wide_window_a_click_on_up_moves_the_section(
    signed_in: BrowserContext, live_server: LiveServer, section: Section
) -> None:
    other = a_section(0, event=section.event)
    page = signed_in.new_page()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(live_server.url + reverse("edit-event", args=[section.event.slug]))
    page.get_by_text("Order of the sections on the public page").click()
    expect(page.locator(".step .grip").last).to_be_attached()
    page.get_by_role("button", name=f"Move {other.name} up").click()
    expect(page.locator("[data-announce]")).to_have_text(f"{other.name} is now number 1 of 2")


def test_an_order_that_was_not_saved_asks_before_its_page_goes(
    signed_in: BrowserContext, live_server: LiveServer, section: Section
) -> None:
    other = a_section(0, event=section.event)
    page = signed_in.new_page()
    page.goto(live_server.url + reverse("edit-event", args=[section.event.slug]))
    page.get_by_text("Order of the sections on the public page").click()
    page.get_by_role("button", name=f"Move {other.name} up").click()
    asked = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    with page.expect_event("dialog"):
        page.evaluate("window.setTimeout(() => location.assign('/desk/'))")
    page.get_by_role("button", name="Save the order").click()
    expect(page.get_by_text("The event’s page now lists the sections in this order")).to_be_visible()
    assert asked == ["beforeunload"]


def test_enter_in_a_field_posts_nothing(
    signed_in: BrowserContext, live_server: LiveServer, section: Section
) -> None:
    paired(section, 1, "1 2", publish=True)
    page = signed_in.new_page()
    page.goto(served(live_server, "order", section))
    page.get_by_label("Reason for the change").fill("A slip of the finger")
    page.get_by_label("Reason for the change").press("Enter")
    expect(page.get_by_label("Reason for the change")).to_have_value("A slip of the finger")
    assert not PostedOrder.objects.exists()


def test_a_locked_order_is_changed_with_the_reason_typed_twice(
    signed_in: BrowserContext, live_server: LiveServer, section: Section
) -> None:
    paired(section, 1, "1 2", publish=True)
    page = signed_in.new_page()
    page.goto(served(live_server, "order", section))
    page.get_by_role("button", name="Move Solkoff up").click()
    page.get_by_role("button", name="Review the change").click()
    expect(page.get_by_role("alert")).to_contain_text("a change needs a reason")
    assert names(page)[0] == "Solkoff"
    page.get_by_label("Reason for the change").fill("The flyer said so")
    page.get_by_role("button", name="Review the change").click()
    expect(page.get_by_text("Everyone will see this change")).to_be_visible()
    page.get_by_label("Type the reason again").fill("The flyer said so")
    page.get_by_role("button", name="Change the order").click()
    expect(page.locator(".history li").first).to_contain_text("The flyer said so")


@pytest.fixture
def browser_context_args(
    browser_context_args: dict[str, Any], request: pytest.FixtureRequest
) -> dict[str, Any]:
    without = "without_scripts" in request.node.name
    return {**browser_context_args, "java_script_enabled": not without}


def test_the_order_is_arranged_and_posted_without_scripts(
    signed_in: BrowserContext, live_server: LiveServer, section: Section
) -> None:
    page = signed_in.new_page()
    page.goto(served(live_server, "order", section))
    page.get_by_text("Start from a preset").click()
    page.get_by_role("button", name="Start from Northwest elementary").click()
    expect(page.get_by_role("button", name="Move Solkoff up")).to_be_focused()
    page.get_by_text("Start from a preset").click()
    page.get_by_role("button", name="Start from Rulebook, Swiss").click()
    page.get_by_role("button", name="Move Solkoff up").click()
    expect(page.get_by_role("button", name="Move Solkoff up")).to_be_focused()
    page.get_by_role("button", name="Remove Cumulative of opposition").click()
    page.get_by_text("Add a system").click()
    page.get_by_role("button", name="Add Kashdan").click()
    assert not PostedOrder.objects.exists()
    page.get_by_role("button", name="Post this order").click()
    expect(page.get_by_text("The order is posted.")).to_be_visible()
    assert PostedOrder.objects.get().order == "solkoff,modified_median,cumulative,kashdan"


def test_every_page_fits_a_phone_and_axe_finds_nothing(
    signed_in: BrowserContext, live_server: LiveServer, section: Section, kim: User
) -> None:
    empty = a_section(0, event=section.event)
    played = a_section(3, event=section.event, order="solkoff,cumulative:omit_last")
    paired(played, 1, "1 2", publish=True)
    show_columns(played, "kashdan,cumulative", by=kim)
    event = [section.event.slug]
    pages = [
        live_server.url + reverse("new-event"),
        live_server.url + reverse("edit-event", args=event),
        live_server.url + reverse("new-section", args=event),
        live_server.url + reverse("event-visibility", args=event),
        live_server.url + reverse("delete-event", args=event),
        live_server.url + reverse("preview-event", args=event),
        served(live_server, "edit-player", section, 1),
        *(
            served(live_server, name, empty)
            for name in ("roster", "import-roster", "add-player", "import-wallchart", "order", "print")
        ),
        *(
            served(live_server, name, played)
            for name in ("edit-section", "roster", "import-wallchart", "order", "section-log", "visibility")
        ),
    ]
    page = signed_in.new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    for address in pages:
        page.goto(address)
        judge(page)
    page.goto(served(live_server, "import-roster", empty))
    page.get_by_label("Paste here").fill("name,id\nAnn,12\n" + "x" * 200 + ",1\n")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("table")).to_contain_text("line 2, column 2")
    judge(page)
    page.goto(served(live_server, "order", played))
    page.get_by_label("Reason for the change").fill("The flyer said so")
    page.get_by_role("button", name="Review the change").click()
    expect(page.get_by_label("Type the reason again")).to_be_visible()
    judge(page)
    signed_in.clear_cookies()
    page.goto(live_server.url + reverse("sign-in"))
    judge(page)


def judge(page: Page) -> None:
    for details in page.locator("details").all():
        details.evaluate("details => { details.open = true }")
    fits_and_is_clean(page)
