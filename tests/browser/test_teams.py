"""The teams' page in a browser: it follows the desk, fits a phone, opens by a tap, and axe finds nothing."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.looks import SCHEMES, also, fits_and_is_clean, lines_of
from tests.factories import a_section, director_of, enter, games_of, paired, played
from tournaments import demo
from tournaments.models import Event, Player, Section, TeamTable
from tournaments.services import rosters, teams

A_POLL_AND_A_BIT = 13_000


@pytest.fixture
def demo_event() -> Event:
    return demo.load(director_of(a_section(0)))


@pytest.fixture
def section() -> Section:
    """Two schools of two; both boards of round one out."""
    section = a_section(4, 3)
    by = director_of(section)
    for player in Player.objects.filter(section=section):
        rosters.edit_player(player, by=by, team="Elm" if player.number % 2 else "Fir")
    teams.make_table(section.event, name="Schools", sections=[section], place_trophies=1, by=by)
    paired(section, 1, "1 2\n3 4", publish=True)
    return section


def test_the_columns_of_a_team_stand_under_their_heads(
    section: Section, page: Page, live_server: LiveServer
) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(live_server.url + reverse("teams", args=[section.event.slug, TeamTable.objects.get().slug]))
    expect(page.locator("html[data-rows=skipped]")).to_be_attached()
    for column in (".score", ".values"):
        head, team = (page.locator(f"{row} {column}").bounding_box() for row in (".heads", "[data-team=Fir]"))
        assert head
        assert team
        assert head["x"] + head["width"] == pytest.approx(team["x"] + team["width"], abs=2)


def test_a_result_changes_the_phones_table_of_teams_without_a_reload(
    section: Section, page: Page, live_server: LiveServer
) -> None:
    table = TeamTable.objects.get()
    page.set_viewport_size({"width": 360, "height": 740})
    page.clock.install()
    page.goto(live_server.url + reverse("teams", args=[section.event.slug, table.slug]))
    page.evaluate("window.marker = 'not reloaded'")
    fir = page.locator("[data-team=Fir]")
    expect(fir).to_have_attribute("data-score", "0")
    fir.locator("summary").click()
    enter(games_of(section, 1)[0], "LW")
    page.clock.run_for(A_POLL_AND_A_BIT)
    expect(fir).to_have_attribute("data-rank", "1")
    expect(fir).to_have_attribute("data-score", "1")
    expect(fir.locator("details")).to_have_attribute("open", "")
    assert page.evaluate("window.marker") == "not reloaded"
    assert page.context.cookies() == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [360, also(1280)])
def test_the_pages_of_teams_fit_and_axe_finds_nothing(
    demo_event: Event, page: Page, live_server: LiveServer, width: int, scheme: Any
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    address = [demo_event.slug, demo_event.team_tables.get().slug]
    paths = [
        reverse("teams", args=address),
        reverse("team-why", args=[*address, "eastlake"]),
        reverse("posted-team-order", args=address),
    ]
    for path in paths:
        page.goto(live_server.url + path)
        if row := page.locator("summary.row").all():
            row[1].click()
        fits_and_is_clean(page, width)


def test_a_tap_on_a_phone_shows_a_schools_tiebreaks_and_its_members(
    demo_event: Event, page: Page, live_server: LiveServer
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    path = reverse("teams", args=[demo_event.slug, demo_event.team_tables.get().slug])
    page.goto(live_server.url + path)
    academy = page.locator("[data-team='Wren Academy']")
    tiebreaks = academy.locator(".values data")
    expect(tiebreaks).to_have_count(4)
    for hidden in (*tiebreaks.all(), academy.locator(".members")):
        expect(hidden).to_be_hidden()
    academy.locator("summary").click()
    for shown in tiebreaks.all():
        expect(shown).to_be_visible()
    expect(academy.locator(".members li")).to_have_count(8)
    expect(academy.locator(".members li.spare")).to_have_count(4)
    academy.get_by_role("link", name=re.compile("Why this place")).click()
    expect(page.get_by_text("Both have 10½ points.")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(live_server.url + path)
    expect(tiebreaks.last).to_be_visible()


def test_a_school_s_sum_stands_on_one_line_beside_a_long_name(page: Page, live_server: LiveServer) -> None:
    """Printed, "16" stood there as two lines."""
    section = a_section(8, 3)
    by, long = director_of(section), "St. Bartholomew’s Preparatory Academy of the Northwest"
    for player in Player.objects.filter(section=section):
        rosters.edit_player(player, by=by, team=long if player.number % 2 else "Fir")
    table = teams.make_table(section.event, name="Schools", sections=[section], minimum=1, by=by)
    played(section, 1, "1 2 WL\n3 4 WL\n5 6 WL\n7 8 WL")
    played(section, 2, "2 3 DD\n4 5 DD\n6 7 DD\n8 1 DD")
    played(section, 3, "1 4 LW\n3 6 LW\n5 8 LW\n7 2 LW")
    page.set_viewport_size({"width": 700, "height": 1000})
    page.emulate_media(media="print")
    page.goto(live_server.url + reverse("team-why", args=[section.event.slug, table.slug, "fir"]))
    sums = page.locator(".tally h4 b")
    expect(sums).not_to_have_count(0)
    assert [lines_of(each) for each in sums.all()] == [1] * sums.count()


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("language", ["", also("/es")])
@pytest.mark.parametrize("width", [360, also(320)])
def test_every_tab_of_a_section_is_in_sight_on_a_phone(
    section: Section, page: Page, live_server: LiveServer, scheme: Any, language: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.emulate_media(color_scheme=scheme)
    page.goto(live_server.url + language + at("standings", section))
    fits_and_is_clean(page, width)
    tabs = page.locator(".tabs a")
    expect(tabs).to_have_count(6)
    for tab in tabs.all():
        expect(tab).to_be_in_viewport(ratio=1)
    lines = [box["y"] for tab in tabs.all() if (box := tab.bounding_box())]
    if (width, language) == (360, ""):
        # Two lines have as many each.
        assert lines == lines[:1] * 3 + lines[-1:] * 3
        assert lines[0] < lines[-1]
