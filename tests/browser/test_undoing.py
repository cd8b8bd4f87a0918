"""Undoing an entry of the log in a real browser: phone and desk, two tabs, a double click."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import served
from tests.browser.keys import type_keys
from tests.browser.looks import also, fits_and_is_clean
from tests.factories import a_section, as_it_stands, corrected, enter, games_of, played
from tests.sign_in import sign_in
from tournaments.models import LogEntry, Section
from tournaments.services import rosters


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(4, 3, by=kim, order="solkoff", place_trophies=2)
    played(section, 1, "1 2 WL\n3 4 DD", by=kim)
    played(section, 2, "1 3 WL\n2 4 WL", by=kim)
    rosters.edit_player(
        section.players.get(number=2), name="García-López, José", rating=1234, reason="Typed wrong", by=kim
    )
    return as_it_stands(section)


@pytest.fixture
def signed_in(context: BrowserContext, live_server: LiveServer, kim: User) -> BrowserContext:
    return sign_in(context, live_server, kim)


def undoings() -> int:
    return LogEntry.objects.filter(undoes__isnull=False).count()


@pytest.mark.parametrize("width", [360, also(1280)])
def test_an_entry_is_undone_from_the_log_and_the_undoing_too(
    signed_in: BrowserContext, live_server: LiveServer, section: Section, width: int
) -> None:
    page = signed_in.new_page()
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(served(live_server, "section-log", section))
    fits_and_is_clean(page, width)
    newest = page.locator("ol.log li").first
    page.get_by_role("link", name="Undo: José García-López edited").click()
    expect(page.get_by_role("heading", name="Undo this entry?")).to_be_visible()
    expect(page.locator("main")).to_contain_text("rating: 1234")
    fits_and_is_clean(page, width)
    page.get_by_role("button", name="Undo this entry").press("Enter")
    expect(newest).to_contain_text("This was undone: José García-López edited")
    assert section.players.get(number=2).rating == 1950
    newest.get_by_role("link", name="Undo").click()
    page.get_by_role("button", name="Undo this entry").click()
    expect(newest).to_contain_text("Redone: José García-López edited")
    assert section.players.get(number=2).rating == 1234


@pytest.mark.parametrize("width", [360, also(1280)])
def test_undoing_a_result_of_an_earlier_round_shows_first_what_it_moves(
    signed_in: BrowserContext, live_server: LiveServer, section: Section, width: int
) -> None:
    page = signed_in.new_page()
    page.set_viewport_size({"width": width, "height": 800})
    entry = LogEntry.objects.filter(verb="result").order_by("pk")[0]
    page.goto(served(live_server, "undo-entry", section, entry.pk))
    expect(page.get_by_role("heading", name="Change a result")).to_be_visible()
    fits_and_is_clean(page, width)
    page.get_by_label("Why?").fill("slip of another round")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator("main")).to_contain_text("This was undone: Round 1, board 1")
    undone = LogEntry.objects.get(undoes=entry)
    assert (undone.reason, bool(undone.moved)) == ("slip of another round", True)


def test_of_two_tabs_the_second_undoes_nothing_more(
    signed_in: BrowserContext, live_server: LiveServer, section: Section
) -> None:
    entry = LogEntry.objects.latest("pk")
    first, second = signed_in.new_page(), signed_in.new_page()
    for page in (first, second):
        page.goto(served(live_server, "undo-entry", section, entry.pk))
    first.get_by_role("button", name="Undo this entry").click()
    expect(first.locator("main")).to_contain_text("This was undone")
    with second.expect_response(lambda response: response.request.method == "POST") as answer:
        second.get_by_role("button", name="Undo this entry").click()
    assert answer.value.status == 409
    expect(second.locator("main")).to_contain_text("This was undone already.")
    assert undoings() == 1


def test_a_double_click_undoes_once(
    signed_in: BrowserContext, live_server: LiveServer, section: Section
) -> None:
    entry = LogEntry.objects.latest("pk")
    page = signed_in.new_page()
    page.goto(served(live_server, "undo-entry", section, entry.pk))
    page.get_by_role("button", name="Undo this entry").dblclick()
    expect(page.locator("ol.log li").first).to_contain_text("This was undone")
    assert undoings() == 1


def test_what_stands_in_the_way_is_named_with_a_link_to_undo_it_first(
    signed_in: BrowserContext, live_server: LiveServer, section: Section, kim: User
) -> None:
    entry = LogEntry.objects.filter(verb="result").order_by("pk")[0]
    corrected(games_of(section, 1)[0], "DD", by=kim)
    page = signed_in.new_page()
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(served(live_server, "undo-entry", section, entry.pk))
    expect(page.locator("main")).to_contain_text("Undo them first, from the top")
    expect(page.get_by_role("button", name="Undo this entry")).to_have_count(0)
    fits_and_is_clean(page)
    page.locator("ol.log a").first.click()
    expect(page.get_by_role("heading", name="Change a result")).to_be_visible()
    expect(page.get_by_role("region", name="What moves")).to_contain_text("Moves: 4 places · 2 trophies")


def test_u_on_the_page_of_another_round_says_where_to_undo_and_undoes_nothing(
    signed_in: BrowserContext, live_server: LiveServer, section: Section, kim: User
) -> None:
    enter(games_of(section, 2)[1], "DD", by=kim)
    page = signed_in.new_page()
    page.goto(served(live_server, "desk-round", section, 1))
    expect(page.locator(".keys")).to_be_visible()
    expect(page.get_by_role("link", name="Round 2, board 2")).to_be_visible()
    type_keys(page, "u")
    expect(page.locator("#alarm")).to_have_text("Your last entry is in round 2. Undo it there.")
    assert undoings() == 0
