"""Byes, absences and numbers on a phone, by thumb."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import served
from tests.browser.looks import fits_and_is_clean
from tests.factories import UserFactory, a_section, as_it_stands, paired
from tests.sign_in import sign_in
from tournaments.models import Section
from tournaments.services import rosters, setup


@pytest.fixture
def kim() -> User:
    return UserFactory.create(username="kim", first_name="Kim", last_name="Park")


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(4, 3, by=kim)
    posted: dict[str, Any] = {"half_byes": 1, "byes_before": 2, "last_bye_irrevocable": True}
    setup.edit_section(section, name="Open", rounds=3, format="swiss", games=1, by=kim, **posted)
    rosters.edit_player(section.players.get(number=4), name="Zoe Birch", rating=2200, by=kim)
    return as_it_stands(section)


@pytest.fixture
def phone(context: BrowserContext, live_server: LiveServer, kim: User) -> Page:
    page = sign_in(context, live_server, kim).new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    return page


def test_a_roster_is_numbered_and_byes_are_asked_for_on_a_phone(
    phone: Page, live_server: LiveServer, section: Section
) -> None:
    phone.goto(served(live_server, "roster", section))
    fits_and_is_clean(phone)
    phone.get_by_role("button", name="Number by rating").click()
    expect(phone.get_by_text("The roster is numbered by rating.")).to_be_visible()
    expect(phone.get_by_role("button", name="Number by rating")).to_have_count(0)
    phone.get_by_role("link", name="Zoe Birch").click()
    phone.get_by_label("Requested byes").fill("2, 3")
    phone.get_by_role("button", name="Save byes").click()
    expect(phone.get_by_text("Zoe Birch would have 2 half-point byes")).to_be_visible()
    fits_and_is_clean(phone)
    phone.get_by_label("Save anyway").check()
    phone.get_by_role("button", name="Save byes").click()
    expect(phone.get_by_text("The byes of Zoe Birch were saved.")).to_be_visible()
    fits_and_is_clean(phone)
    phone.goto(served(live_server, "roster", section))
    expect(phone.get_by_text("half-point bye in rounds 2 and 3")).to_be_visible()
    phone.goto(served(live_server, "desk-round", section, 3))
    phone.get_by_text("Irrevocable (22C), remove…").click()
    expect(phone.locator(".byes").get_by_label("Reason")).to_be_visible()
    fits_and_is_clean(phone)
    phone.goto(served(live_server, "posted-order", section))
    expect(phone.get_by_text("Each player may have 1 half-point bye.")).to_be_visible()
    fits_and_is_clean(phone)


def test_a_no_show_forfeits_and_withdraws_on_a_phone(
    phone: Page, live_server: LiveServer, section: Section
) -> None:
    first, _second = paired(section, 1, "1 2\n3 4", publish=True)
    phone.goto(served(live_server, "desk-round", section, 1))
    row = phone.locator(f"#game-{first.pk}")
    row.get_by_label("More for board 1").click()
    fits_and_is_clean(phone)
    row.get_by_role("button", name="No-show: Black").click()
    expect(row.locator(".result")).to_have_text("X–F")
    phone.goto(served(live_server, "edit-player", section, 2))
    expect(phone.get_by_text("Withdrew after round 1.")).to_be_visible()
    phone.get_by_label("Plays again from round").fill("3")
    phone.get_by_role("button", name="Reinstate").click()
    expect(phone.get_by_text("was reinstated.")).to_be_visible()
    expect(phone.get_by_text("zero-point bye in round 2")).to_be_visible()
