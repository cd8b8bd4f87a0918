"""A published round is corrected at the desk and on a phone, and paired again where somebody left."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at, served
from tests.browser.looks import SCHEMES, also, fits_and_is_clean
from tests.factories import EntryFactory, a_section, as_it_stands, games_of, paired, played, swap_colors
from tournaments.models import LogEntry, Section
from tournaments.services import drafts, pairings, rosters
from tournaments.services.reasons import keep

# What these pages say, tests of views read without a browser.
pytestmark = pytest.mark.slow

SCREENS: list[tuple[int, dict[str, Any]]] = [
    (360, {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}),
    (1280, {"viewport": {"width": 1280, "height": 900}}),
]


@pytest.fixture
def published(kim: User) -> Section:
    """Eleven players after one round; round 2 is published."""
    section = a_section(0, 4, by=kim, order="solkoff")
    rosters.add_players(section, [EntryFactory.create(rating=1900 - 50 * n) for n in range(11)], by=kim)
    played(section, 1, "1 6 WL\n7 2 LW\n3 8 WL\n9 4 LW\n5 10 WL\n11 B")
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    drafts.publish(section, 2, by=kim)
    return as_it_stands(section)


@pytest.mark.parametrize(("width", "screen"), SCREENS, ids=["phone", "laptop"])
def test_a_pairing_is_removed_and_the_round_paired_again(
    sit_down: Callable[..., Page], kim: User, published: Section, width: int, screen: dict[str, Any]
) -> None:
    game = games_of(published, 2)[0]
    page = sit_down(kim, at("desk-round", published, 2), **screen)
    address = page.url.partition("/desk/")[0]
    page.goto(f"{address}/desk/games/{game.pk}/pairing/")
    fits_and_is_clean(page, width)
    page.locator("#why").fill("fever")
    page.get_by_role("button", name="Remove the pairing").click()
    expect(page.get_by_text("Board 1 was removed.")).to_be_visible()
    fits_and_is_clean(page, width)
    pairings.withdraw(published.players.get(number=1), 1, by=kim)
    page.goto(address + at("pairing", published, 2))
    expect(page.locator(".way")).to_have_count(2)
    fits_and_is_clean(page, width)
    page.get_by_label("Why?").fill("fever")
    page.get_by_role("button", name="Move players up").click()
    expect(page.get_by_text("Players moved up in round 2.")).to_be_visible()
    assert LogEntry.objects.latest("pk").reason == "fever"


@pytest.mark.parametrize(("width", "screen"), SCREENS, ids=["phone", "laptop"])
def test_a_draft_takes_the_ladder_without_a_reload(
    sit_down: Callable[..., Page], kim: User, published: Section, width: int, screen: dict[str, Any]
) -> None:
    section = a_section(7, 3, event=published.event, by=kim, name="Reserve")
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    pairings.withdraw(section.players.get(number=1), 0, by=kim)
    page = sit_down(kim, at("pairing", section, 1), **screen)
    expect(page.locator(".way")).to_have_count(2)
    expect(page.get_by_text("are also used by")).to_be_visible()
    fits_and_is_clean(page, width)
    page.get_by_role("button", name="Move players up").click()
    expect(page.locator(".way")).to_have_count(0)
    # It is out of date, so that nothing is said of no problems.
    expect(page.locator(".act")).to_contain_text("3 boards. Saved")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [360, also(1280)])
def test_a_phone_reads_what_changed_and_why_somebody_has_the_bye(
    new_context: Any, live_server: LiveServer, kim: User, width: int, scheme: str
) -> None:
    section = a_section(7, 3, by=kim)
    paired(section, 1, "1 2\n3 4\n5 6\n7 B", publish=True, by=kim)
    keep(section.pk, 1)
    swap_colors(games_of(section, 1)[1], by=kim)
    phone = new_context(viewport={"width": width, "height": 740}, color_scheme=scheme).new_page()
    phone.goto(served(live_server, "round", section, 1))
    fits_and_is_clean(phone, width)
    # The whole line is the link of its board.
    phone.locator("tr", has_text="Changed").click()
    expect(phone).to_have_url(served(live_server, "board", section, 1, 2))
    phone.get_by_role("link", name="All boards of round 1").click()
    phone.get_by_role("link", name="why this bye").click()
    expect(phone.locator(".reason")).to_contain_text("one gets a full point without a game")
    fits_and_is_clean(phone, width)
    phone.goto(served(live_server, "player", section, 3))
    expect(phone.locator(".next .changed")).to_contain_text("Changed")
    fits_and_is_clean(phone, width)
