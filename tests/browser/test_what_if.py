"""What if, and what is decided already, in a real browser on a slow network."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.addresses import at
from tests.browser.at_desk import row, slow, stands
from tests.browser.looks import fits_and_is_clean
from tests.factories import a_section, as_it_stands, games_of, paired, played
from tournaments.models import LogEntry, Section
from tournaments.services import prizes


@pytest.fixture
def section(kim: User) -> Section:
    """The last round, with two open boards; player 1 leads."""
    section = a_section(4, 2, by=kim, order="solkoff")
    prizes.announce(section, "1st–2nd trophies\n1st place $60", in_this_order=False, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4")
    return as_it_stands(section)


def test_on_a_phone_the_three_results_are_readable(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    """Nothing scrolls sideways, and each line says which result it is about."""
    address = reverse("what-if", args=[games_of(section, 2)[0].pk])
    phone = sit_down(kim, address, viewport={"width": 360, "height": 740})
    expect(phone.get_by_role("heading", name="What if")).to_be_visible()
    fits_and_is_clean(phone)


def test_what_if_is_asked_at_the_board_and_stores_nothing(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    desk, board = slow(sit_down(kim, at("desk-round", section, 2))), games_of(section, 2)[0]
    entries = LogEntry.objects.count()
    row(desk, board).locator(".more summary").click()
    row(desk, board).get_by_role("link", name="What if").click()
    expect(desk.get_by_role("heading", name="What if")).to_be_visible()
    for outcome in ("White wins", "Draw", "Black wins"):
        expect(desk.get_by_role("table").first).to_contain_text(outcome)
    desk.get_by_role("link", name="Back to the board").click()
    expect(row(desk, board)).to_be_visible()
    assert (stands(board), LogEntry.objects.count()) == ("??", entries)


def test_the_menu_of_the_last_board_stays_within_the_window(sit_down: Callable[..., Page], kim: User) -> None:
    section = a_section(30, 2, by=kim)
    paired(section, 1, "\n".join(f"{n} {n + 15}" for n in range(1, 16)), publish=True)
    viewport = {"width": 1280, "height": 900}
    desk, last = sit_down(kim, at("desk-round", section, 1), viewport=viewport), games_of(section, 1)[-1]
    row(desk, last).locator(".more summary").click()
    menu = row(desk, last).locator(".menu")
    expect(menu).to_be_visible()
    expect(menu).to_be_in_viewport(ratio=1)


def test_what_a_key_decides_is_marked_on_the_desk_and_on_a_phone(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    desk = slow(sit_down(kim, at("desk-round", section, 2)))
    board = games_of(section, 2)[0]
    parent = slow(sit_down(kim, at("standings", section), viewport={"width": 360, "height": 740}))
    expect(parent.locator("#p1")).to_be_visible()
    expect(parent.locator("#p1 .decided")).to_have_count(0)
    expect(row(desk, board)).to_be_focused()
    desk.keyboard.press("1")
    expect(desk.locator("#standings")).to_contain_text("place decided")
    parent.reload()
    expect(parent.locator("#p1 .decided").first).to_have_text("place decided")
    expect(parent.locator("#p1")).to_contain_text("1st trophy decided")
