"""A published round is corrected at the desk and on a phone, and paired again where somebody left."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at, served
from tests.browser.looks import SCHEMES, also, fits_and_is_clean
from tests.factories import (
    EntryFactory,
    a_section,
    as_it_stands,
    enter,
    games_of,
    paired,
    played,
    swap_colors,
)
from tournaments.models import LogEntry, Section
from tournaments.services import drafts, pairings, rosters
from tournaments.services.reasons import keep

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


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
@pytest.mark.parametrize(("width", "screen"), SCREENS, ids=["phone", "laptop"])
def test_boards_that_have_not_begun_are_marked_and_the_others_stay(
    sit_down: Callable[..., Page],
    kim: User,
    published: Section,
    width: int,
    screen: dict[str, Any],
    script: bool,
) -> None:
    """29G3. The fold opens, and its boxes are marked, by keys."""
    first, second, *others = games_of(published, 2)
    enter(first, "WL", by=kim)
    leaves = second.seats.get(side="w").player
    pairings.withdraw(leaves, 1, by=kim, reason="fever", unpairing=True)
    page = sit_down(kim, at("pairing", published, 2), **screen, java_script_enabled=script)
    page.get_by_text("Some boards have not begun…").focus()
    page.keyboard.press("Enter")
    last = page.get_by_role("checkbox").last
    for _box in others:
        page.keyboard.press("Tab")
    expect(last).to_be_focused()
    page.keyboard.press("Space")
    if script:
        fits_and_is_clean(page, width)
    page.get_by_role("button", name="Show what would change").press("Enter")
    page.wait_for_url("**/?waiting=*")
    told = f"Board {others[-1].board} has not begun. All other boards count as begun."
    expect(page.get_by_text(told)).to_be_visible()
    expect(last).to_be_checked()
    if script:
        fits_and_is_clean(page, width)
    page.get_by_label("Why?").fill("fever")
    page.locator(".way button").first.press("Enter")
    expect(page.get_by_text("in round 2.")).to_be_visible()
    kept = {game.pk for game in games_of(published, 2)}
    assert {game.pk for game in [first, *others[:-1]]} <= kept


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
    # It is still out of date: the rules would pair otherwise.
    expect(page.locator(".act")).to_contain_text("3 boards. ")
    expect(page.locator(".act")).not_to_contain_text("No problems")


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
    expect(phone.locator(".reason")).to_contain_text("so one had no opponent")
    fits_and_is_clean(phone, width)
    phone.goto(served(live_server, "player", section, 3))
    expect(phone.locator(".next .changed")).to_contain_text("Changed")
    fits_and_is_clean(phone, width)


@pytest.mark.parametrize(("width", "screen"), SCREENS, ids=["phone", "laptop"])
def test_what_was_done_to_a_board_far_down_is_in_sight_beside_its_row(
    sit_down: Callable[..., Page], kim: User, width: int, screen: dict[str, Any]
) -> None:
    section = a_section(80, 2, by=kim)
    paired(section, 1, "\n".join(f"{n} {n + 40}" for n in range(1, 41)), publish=True, by=kim)
    game = games_of(section, 1)[29]
    page = sit_down(kim, at("desk-round", section, 1), **screen)
    address = page.url.partition("/desk/")[0]
    page.goto(f"{address}/desk/games/{game.pk}/pairing/")
    page.locator("#why").fill("they sat wrong")
    page.get_by_role("button", name="Swap colors").click()
    told = page.locator(".told .notice").filter(has_text="Board 30: ")
    row = page.locator(f"#game-{game.pk}")
    expect(row).to_be_in_viewport(ratio=1)
    expect(told).to_be_in_viewport(ratio=1)
    above, below = told.bounding_box(), row.bounding_box()
    assert above
    assert below
    assert 0 <= above["y"] < above["y"] + above["height"] <= below["y"]
    fits_and_is_clean(page, width)
