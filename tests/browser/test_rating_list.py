"""The rating list in a real browser: it completes a name, and an update fits a phone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.addresses import at
from tests.browser.looks import fits_and_is_clean
from tests.factories import EntryFactory, a_section
from tests.rating_lists import a_list
from tournaments.models import Section
from tournaments.services import rosters


@pytest.fixture
def section(kim: User, settings: Any, tmp_path: Path) -> Section:
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    a_list()
    section = a_section(0, by=kim)
    people = [
        EntryFactory.create(name="Cedar, Cora", uscf_id="30000003", rating=700),
        EntryFactory.create(name="Ada Alder"),
        EntryFactory.create(name="Gus Gone", uscf_id="30000099"),
    ]
    rosters.add_players(section, people, by=kim)
    return section


def choose(page: Page, typed: str, *, field: str) -> None:
    """Type, and take the one player who is offered."""
    box = page.get_by_label(field, exact=True)
    box.fill("")
    box.press_sequentially(typed)
    expect(page.get_by_role("option")).to_have_count(1)
    box.press("ArrowDown")
    box.press("Enter")


def test_enter_takes_the_player_who_is_highlighted_and_not_the_letters_typed(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    page = sit_down(kim, at("add-player", section), viewport={"width": 360, "height": 740})
    name = page.get_by_label("Name", exact=True)
    name.press_sequentially("ald")
    expect(page.get_by_role("option")).to_have_count(2)
    fits_and_is_clean(page)
    for key in ("ArrowDown", "ArrowDown"):
        name.press(key)
    expect(page.get_by_role("option", selected=True)).to_contain_text("30000006")
    name.press("Enter")
    expect(name).to_have_value("Alder, Ada")
    expect(page.get_by_label("US Chess ID")).to_have_value("30000006")
    expect(page.get_by_role("option")).to_have_count(0)
    assert section.players.count() == 3, "nothing was sent"

    # Keys that come before the list does.
    name.fill("")
    name.press_sequentially("birch")
    name.press("ArrowDown")
    name.press("Enter")
    expect(name).to_have_value("Birch, Ben McKay")
    assert section.players.count() == 3, "nothing was sent"

    # A press takes one too, and Escape leaves what was typed.
    name.fill("ald")
    page.get_by_role("option").first.click()
    expect(page.get_by_label("US Chess ID")).to_have_value("30000001")
    name.fill("ald")
    expect(page.get_by_role("option")).to_have_count(2)
    name.press("Escape")
    expect(page.get_by_role("option")).to_have_count(0)
    expect(name).to_have_value("ald")


def test_a_name_is_completed_and_an_update_fits_a_phone(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    page = sit_down(kim, at("add-player", section), viewport={"width": 360, "height": 740})
    name = page.get_by_label("Name", exact=True)
    choose(page, "birch", field="Name")
    expect(page.get_by_role("status")).to_contain_text("Ben McKay Birch, 812")
    expect(name).to_have_value("Birch, Ben McKay")
    expect(page.get_by_label("US Chess ID")).to_have_value("30000002")
    fits_and_is_clean(page)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Ben McKay Birch was added.")).to_be_visible()

    page.goto(page.url.replace(at("roster", section), reverse("rating-list", args=[section.event.slug])))
    fits_and_is_clean(page)
    page.get_by_role("link", name="Update all ratings").click()
    fits_and_is_clean(page)
    page.get_by_label("Cedar, Cora").first.check()
    page.get_by_role("button", name="Save the checked changes").click()
    expect(page.get_by_text("Updated from the rating list:")).to_be_visible()


def test_a_walk_in_is_completed_in_its_line_and_then_gets_a_school(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    address = reverse("walk-in", args=[section.event.slug])
    page = sit_down(kim, address, viewport={"width": 360, "height": 740})
    choose(page, "ben bir", field="In one line")
    line = page.get_by_label("In one line")
    expect(line).to_have_value("Birch, Ben McKay 812 30000002")
    expect(page.get_by_role("status")).to_contain_text("Ben McKay Birch, 812")
    line.press("End")
    line.press_sequentially(" Sabin")
    fits_and_is_clean(page)
    page.get_by_role("button", name="Add and check in").click()
    said = f"Ben McKay Birch was added to {section.name} as number 4, and is here: 812, Sabin, 30000002."
    expect(page.get_by_text(said)).to_be_visible()


def test_a_player_who_is_here_without_an_id_is_completed_in_the_form(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    page = sit_down(kim, at("edit-player", section, 2), viewport={"width": 360, "height": 740})
    choose(page, "30000006", field="US Chess ID")
    expect(page.get_by_role("status")).to_contain_text("Ada Alder, 990")
    expect(page.get_by_label("Rating", exact=True)).to_have_value("990")
    expect(page.get_by_label("Membership expires")).to_have_value("2027-02-28")
    fits_and_is_clean(page)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Ada Alder was saved.")).to_be_visible()
    assert section.players.get(number=2).uscf_id == "30000006"


def test_who_is_chosen_keeps_the_games_of_a_provisional_rating(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    page = sit_down(kim, at("add-player", section))
    rating = page.get_by_label("Rating", exact=True)
    rating.fill("990/14")
    choose(page, "birch", field="Name")
    expect(rating).to_have_value("812*")
    choose(page, "30000006", field="US Chess ID")
    expect(rating).to_have_value("990P14")


def test_the_list_of_a_team_gets_the_players_who_are_chosen(
    sit_down: Callable[..., Page], kim: User, settings: Any, tmp_path: Path
) -> None:
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    a_list()
    section = a_section(0, by=kim, boards=2)
    rosters.add_players(section, [EntryFactory.create(name="Elm")], by=kim)
    page = sit_down(kim, at("team-members", section, 1), viewport={"width": 360, "height": 740})
    for typed in ("birch", "30000006"):
        choose(page, typed, field="Add from the rating list")
    text = page.get_by_label("Players in board order")
    expect(text).to_have_value("1,Ben McKay Birch,30000002,812\n2,Ada Alder,30000006,990\n")
    expect(page.get_by_role("status")).to_contain_text("Ada Alder, 990")
    fits_and_is_clean(page)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("The players of Elm were saved.")).to_be_visible()
    listed = section.players.get().members.values_list("board", "name", "uscf_id", "rating")
    assert list(listed) == [(1, "Ben McKay Birch", "30000002", 812), (2, "Ada Alder", "30000006", 990)]
