"""A double click, two tabs, the back button and a lost session, at the forms that a browser sends."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at, served
from tests.browser.keys import type_keys
from tests.factories import PASSWORD, a_section, as_it_stands, games_of, paired
from tournaments.models import Event, LogEntry, Section
from tournaments.services import rosters

Sit = Callable[..., Page]
MEANWHILE = re.compile("Somebody changed this to “.*” in the meantime", re.DOTALL)


@pytest.fixture
def section(event: Event) -> Section:
    return a_section(4, 3, event=event, order="solkoff")


def test_a_double_click_adds_one_player(sit_down: Sit, kim: User, section: Section) -> None:
    page = sit_down(kim, at("add-player", section))
    page.get_by_label("Name", exact=True).fill("Ann Alder")
    page.get_by_role("button", name="Add", exact=True).dblclick()
    expect(page).to_have_url(re.compile(at("roster", section)))
    expect(page.get_by_role("link", name="Ann Alder")).to_have_count(1)
    assert section.players.filter(name="Ann Alder").count() == 1


def test_a_double_click_makes_one_section_and_one_event(sit_down: Sit, kim: User, section: Section) -> None:
    page = sit_down(kim, f"/setup/{section.event.slug}/sections/new/")
    page.get_by_label("Name", exact=True).fill("Reserve")
    page.get_by_role("button", name="Create").dblclick()
    expect(page).to_have_url(re.compile("/roster/"))
    assert section.event.sections.filter(name="Reserve").count() == 1
    page.goto(page.url.partition("/setup/")[0] + "/setup/events/new/")
    page.get_by_label("Name", exact=True).fill("Harvest Open")
    page.get_by_role("button", name="Create the event").dblclick()
    expect(page).to_have_url(re.compile("/sections/new/"))
    assert Event.objects.filter(name="Harvest Open").count() == 1


def test_who_goes_back_and_sends_again_adds_nobody_twice(sit_down: Sit, kim: User, section: Section) -> None:
    """The browser fills the form that it loads again with what was typed."""
    page = sit_down(kim, at("add-player", section))
    page.get_by_label("Name", exact=True).fill("Ann Alder")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("link", name="Ann Alder")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Nothing more was saved.")).to_be_visible()
    assert section.players.filter(name="Ann Alder").count() == 1


def test_two_tabs_at_one_player(sit_down: Sit, kim: User, section: Section, live_server: LiveServer) -> None:
    first = sit_down(kim, at("edit-player", section, 2))
    second = first.context.new_page()
    second.goto(served(live_server, "edit-player", section, 2))
    first.get_by_label("Rating", exact=True).fill("1555")
    first.get_by_role("button", name="Save", exact=True).click()
    expect(first.get_by_text("was saved")).to_be_visible()
    second.get_by_label("Team or school").fill("Elm")
    second.get_by_role("button", name="Save", exact=True).click()
    expect(second.get_by_text("The new value is shown here.")).to_be_visible()
    expect(second.get_by_label("Team or school")).to_have_value("Elm")
    expect(second.get_by_label("Rating", exact=True)).to_have_value("1555")
    second.get_by_role("button", name="Save", exact=True).click()
    expect(second.get_by_text("was saved")).to_be_visible()
    player = section.players.get(number=2)
    assert (player.rating, player.team) == (1555, "Elm")


def test_two_tabs_at_the_prizes(sit_down: Sit, kim: User, section: Section, live_server: LiveServer) -> None:
    first = sit_down(kim, at("prizes", section))
    second = first.context.new_page()
    second.goto(served(live_server, "prizes", section))
    for page, text in ((first, "1st place $100\n2nd place $50"), (second, "1st place trophy")):
        page.get_by_label("All prizes, one per line").fill(text)
        page.get_by_role("button", name="Announce these prizes").click()
    expect(second.get_by_text(MEANWHILE)).to_contain_text("1st place $100")
    expect(second.get_by_label("All prizes, one per line")).to_have_value("1st place trophy")
    assert as_it_stands(section).prizes == "1st place $100\n2nd place $50"
    second.get_by_role("button", name="Announce these prizes").click()
    expect(second.get_by_text("Saved.")).to_be_visible()
    assert as_it_stands(section).prizes == "1st place trophy"


def test_two_tabs_at_the_order(sit_down: Sit, kim: User, section: Section, live_server: LiveServer) -> None:
    first = sit_down(kim, at("order", section))
    second = first.context.new_page()
    second.goto(served(live_server, "order", section))
    for page, system in ((first, "Kashdan"), (second, "Median")):
        page.locator("summary", has_text="Add a system").click()
        page.get_by_role("button", name=f"Add {system}", exact=True).click()
    first.get_by_role("button", name="Post this order").click()
    expect(first.get_by_text("The order is posted.")).to_be_visible()
    second.get_by_role("button", name="Post this order").click()
    refused = second.get_by_role("alert")
    expect(refused).to_contain_text("Somebody changed this after you opened the page.")
    expect(refused).to_contain_text("Tiebreak order now: Solkoff → Kashdan")
    second.get_by_role("button", name="Post this order").click()
    expect(second.get_by_text("The order is posted.")).to_be_visible()
    posted = as_it_stands(section).standings.posted_orders
    assert list(posted.values_list("order", flat=True))[1:] == ["solkoff,kashdan", "solkoff,median"]


def test_white_is_given_by_keys(sit_down: Sit, kim: User, section: Section) -> None:
    paired(section, 1, "1 2\n3 4", publish=True)
    (game, _other) = games_of(section, 1)
    page = sit_down(kim, at("desk-round", section, 1))
    row = page.locator(f"#game-{game.pk}")
    type_keys(page, "f")
    change = row.get_by_role("link", name="Change the pairing…")
    expect(change).to_be_visible()
    change.press("Enter")
    swap = page.get_by_role("button", name=re.compile("^Swap colors: give White to 2"))
    page.locator("form").filter(has=swap).get_by_label("Why?").fill("sat down the other way")
    swap.press("Enter")
    expect(row.locator("td.player.white .number")).to_have_text("2")
    assert LogEntry.objects.filter(verb="swap").count() == 1


def test_who_was_signed_out_in_another_tab_signs_in_and_finds_what_was_typed(
    sit_down: Sit, kim: User, section: Section
) -> None:
    page = sit_down(kim, at("edit-player", section, 2))
    page.context.clear_cookies(name="sessionid")
    page.get_by_label("Rating", exact=True).fill("1555")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("You were signed out. Nothing was saved yet.")
    page.get_by_label("Username").fill(kim.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(re.compile(at("edit-player", section, 2)))
    expect(page.get_by_text("Nothing was saved yet.")).to_be_visible()
    expect(page.get_by_label("Rating", exact=True)).to_have_value("1555")
    assert section.players.get(number=2).rating != 1555
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was saved")).to_be_visible()
    assert section.players.get(number=2).rating == 1555


def test_a_player_removed_in_another_tab(sit_down: Sit, kim: User, section: Section) -> None:
    page = sit_down(kim, at("edit-player", section, 4))
    rosters.remove_player(section.players.get(number=4), by=kim)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("There is no number 4")
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page).to_have_url(re.compile(at("roster", section)))
