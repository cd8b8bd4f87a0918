"""Several people at one event, each with a device and a role of her own."""

from collections.abc import Callable
from typing import Any, Literal

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.at_desk import idle
from tests.browser.looks import SCHEMES, also, fits_and_is_clean
from tests.factories import PASSWORD, UserFactory, a_section, paired
from tournaments.models import Invitation, Role, Section, Staff
from tournaments.services import people, sessions
from tournaments.views import codes


@pytest.fixture
def section(kim: User) -> Section:
    """Round 1 is published, with two open boards."""
    section = a_section(4, 2, by=kim)
    paired(section, 1, "1 2\n3 4", publish=True)
    return section


def address(page: Page) -> str:
    return page.locator(".address").first.inner_text()


def invited(laptop: Page, role: str) -> str:
    """The chief shows a code. The address that a phone reads."""
    laptop.get_by_role("radio", name=role).check()
    laptop.get_by_role("button", name="Show the code").click()
    expect(laptop.get_by_text("Works once, until")).to_be_visible()
    return address(laptop)


def join(phone: Page, at: str, name: str) -> None:
    phone.goto(at)
    phone.get_by_label("Your name").fill(name)
    phone.get_by_label("Choose a password").fill(PASSWORD)
    phone.get_by_role("button", name="Join", exact=True).click()
    expect(phone.get_by_text("You have joined")).to_be_visible()


def test_two_devices_with_different_roles(
    sit_down: Callable[..., Page], new_context: Any, live_server: LiveServer, kim: User, section: Section
) -> None:
    event = section.event
    laptop = sit_down(kim, reverse("people", args=[event.slug]))
    at = invited(laptop, "Scorekeeper")
    phone = new_context(viewport={"width": 360, "height": 740}).new_page()
    join(phone, at, "Dana Reyes")
    # The chief's page says so by itself.
    expect(laptop.get_by_text("Used by Dana Reyes")).to_be_visible()

    # She enters a result; what is not hers is not on her page.
    phone.get_by_role("link", name="Round 1").click()
    expect(phone.locator("tr.board")).to_have_count(2)
    expect(phone.get_by_role("link", name="Roster")).to_have_count(0)
    board = phone.locator("tr.board").first
    board.get_by_role("button", name="Draw").click()
    expect(board.locator("td.result")).to_have_text("½–½")
    idle(phone)
    fits_and_is_clean(phone)

    # The chief sees whose it is, on the board and in the log.
    laptop.goto(
        laptop.url.partition("/setup/")[0] + reverse("desk-round", args=[event.slug, section.slug, 1])
    )
    expect(laptop.locator("tr.board").first.locator(".state")).to_contain_text("Dana Reyes")
    expect(laptop.get_by_role("link", name="Roster")).to_be_visible()
    laptop.get_by_role("link", name="Log").click()
    expect(laptop.locator(".log .who").first).to_have_text("Dana Reyes")

    # Removed, she is out at her next touch.
    laptop.goto(live_server.url + reverse("people", args=[event.slug]))
    laptop.get_by_role("link", name="Remove Dana Reyes…").click()
    laptop.get_by_role("button", name="Remove Dana Reyes").click()
    expect(laptop.get_by_text("Dana Reyes was removed.")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("heading", name="Directors sign in here")).to_be_visible()


def test_the_whole_of_it_without_scripts(
    sit_down: Callable[..., Page], new_context: Any, kim: User, section: Section
) -> None:
    laptop = sit_down(kim, reverse("people", args=[section.event.slug]), java_script_enabled=False)
    at = invited(laptop, "Assistant")
    phone = new_context(java_script_enabled=False).new_page()
    join(phone, at, "Lee Moran")
    laptop.get_by_role("link", name="See whether it was used").click()
    expect(laptop.get_by_text("Used by Lee Moran")).to_be_visible()
    laptop.get_by_role("link", name="To the people of this event").click()
    laptop.get_by_label("Role of Lee Moran", exact=True).select_option("check-in")
    laptop.get_by_role("button", name="Save the role of Lee Moran").click()
    expect(laptop.get_by_text("Lee Moran: role changed to Check-in helper.")).to_be_visible()
    assert Staff.objects.get(user__username="Lee Moran").role == Role.CHECK_IN


@pytest.mark.parametrize("width", [360, also(1280)])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_each_page_of_people_fits_and_is_clean(
    sit_down: Callable[..., Page],
    new_context: Any,
    live_server: LiveServer,
    kim: User,
    section: Section,
    monkeypatch: pytest.MonkeyPatch,
    width: int,
    scheme: Literal["light", "dark"],
) -> None:
    monkeypatch.setattr(codes, "phone_addresses", lambda: ["http://192.168.8.10:8000"])
    event = section.event
    lee = UserFactory.create(first_name="Leonora-Maximiliana", last_name="Moran-Featherstonehaugh")
    Staff.objects.create(event=event, user=lee, role=Role.SCOREKEEPER)
    invitation = people.invite(event, Role.CHECK_IN, by=kim)
    code = people.code_of(invitation)
    looks: dict[str, Any] = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    laptop = sit_down(kim, reverse("people", args=[event.slug]), **looks)
    fits_and_is_clean(laptop, width)
    for path in (
        reverse("invitation", args=[event.slug, invitation.pk]),
        reverse("remove-person", args=[event.slug, lee.pk]),
        reverse("account"),
        reverse("join-with", args=[code]),
    ):
        laptop.goto(live_server.url + path)
        fits_and_is_clean(laptop, width)
    phone = new_context(**looks).new_page()
    for path in (reverse("join"), reverse("join-with", args=[code]), reverse("join-with", args=["NOBODYS"])):
        phone.goto(live_server.url + path)
        fits_and_is_clean(phone, width)


def test_an_invitation_that_was_withdrawn_elsewhere_says_so_by_itself_and_shows_no_code(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    laptop = sit_down(kim, reverse("people", args=[section.event.slug]))
    invited(laptop, "Scorekeeper")
    typed = laptop.locator(".code-typed")
    expect(typed).to_be_visible()
    people.withdraw(Invitation.objects.get())
    expect(laptop.get_by_text("Withdrawn. The code no longer works.")).to_be_visible()
    expect(typed).to_be_hidden()


def test_a_device_that_was_signed_out_elsewhere_is_asked_to_sign_in(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    phone = sit_down(kim, reverse("desk"))
    laptop = sit_down(kim, reverse("account"))
    expect(laptop.get_by_text("You are signed in here, and on 1 other device.")).to_be_visible()
    laptop.get_by_role("button", name="Sign out everywhere else").click()
    expect(laptop.get_by_text("1 other device is signed out.")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("heading", name="Directors sign in here")).to_be_visible()
    assert sessions.count(kim) == 1


def test_who_was_removed_is_told_so_at_the_open_desk_and_at_the_sign_in(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    dana = UserFactory.create(first_name="Dana", last_name="Reyes")
    person = Staff.objects.create(event=section.event, user=dana, role=Role.SCOREKEEPER)
    phone = sit_down(dana, reverse("desk-round", args=[section.event.slug, section.slug, 1]))
    board = phone.locator("tr.board").first
    expect(board).to_be_visible()
    people.remove(person, by=kim)
    expect(phone.locator("#alarm")).to_contain_text(f"You were removed from {section.event.name}.")
    board.get_by_role("button", name="Draw").click()
    expect(phone.locator("#alarm")).to_contain_text(": You were removed from")
    expect(board.locator("td.result")).not_to_have_text("½–½")
    expect(board.locator(".state")).to_contain_text("½–½ was not saved.")
    phone.reload()
    expect(phone.get_by_role("alert")).to_contain_text(f"You were removed from {section.event.name}.")
