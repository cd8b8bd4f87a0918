"""A family that reads Spanish: by the phone's language, or by a link, with or without a script."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.looks import fits_and_is_clean
from tests.browser.phones import look, wait_for_a_poll
from tests.factories import a_section, as_it_stands, enter, games_of, played
from tests.views.public_pages import NUMBERED, PAGES, address
from tournaments.models import Section

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def section() -> Section:
    """Four players in the second round, with trophies to win."""
    section = a_section(4, 3, order="modified_median,solkoff", place_trophies=2)
    played(section, 1, "1 2 WL\n3 4 DD")
    played(section, 2, "1 3 LW\n2 4")
    return as_it_stands(section)


@pytest.fixture
def phone(new_context: Any, live_server: LiveServer) -> Callable[..., Page]:
    def take(**options: Any) -> Page:
        page: Page = new_context(viewport=PHONE, base_url=live_server.url, **options).new_page()
        return page

    return take


def test_a_phone_in_spanish_follows_a_child_in_spanish_and_after_the_link_in_english(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(locale="es-US")
    page.goto(at("player", section, 4))
    page.get_by_role("button", name="Seguir").click()
    card = page.locator("#dock .child")
    expect(card).to_contain_text("Ronda 2: tablero 2, con negras contra")
    page.locator("a.language").click()
    expect(page.get_by_role("link", name="Español")).to_be_visible()
    expect(page).to_have_url(f"/en{at('player', section, 4)}")
    expect(card).to_contain_text("Round 2: board 2, Black against")
    card.click()
    expect(page).to_have_url(f"/en{at('player', section, 4)}")
    follow = page.locator("main .star")
    expect(follow).to_have_attribute("aria-pressed", "true")
    page.goto("/es/following/")
    expect(page.locator("#following .child")).to_contain_text("con negras contra")
    page.locator("#following .star").click()
    expect(page.get_by_text("Todavía no sigue a nadie.")).to_be_visible()


def test_the_link_works_without_a_script(phone: Callable[..., Page], section: Section) -> None:
    page = phone(locale="en-US", java_script_enabled=False)
    page.goto(at("standings", section))
    page.get_by_role("link", name="Español").click()
    page.get_by_role("link", name="Emparejamientos").click()
    expect(page).to_have_url(f"/es{at('round', section, 2)}")
    expect(page.locator("html")).to_have_attribute("lang", "es")


def test_a_page_that_follows_play_keeps_its_language(
    page: Page, live_server: LiveServer, section: Section
) -> None:
    look(page, f"{live_server.url}/es{at('standings', section)}")
    status = page.locator("#status")
    expect(status).to_contain_text("en juego 1 de 2 partidas")
    enter(games_of(section, 2)[1], "WL")
    assert wait_for_a_poll(page) == 200
    expect(status).to_contain_text("Después de la ronda 2 de 3")
    page.locator("#s1").click()
    expect(page.locator("#m1")).to_contain_text("Mediana modificada")


def test_words_of_scripts_are_in_the_language_of_the_page(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(locale="en-US")
    page.goto(f"/es{at('standings', section)}")
    page.locator("#find").press_sequentially("zzz")
    expect(page.locator("#found-count")).to_have_text("Nadie aquí tiene este nombre.")


def test_no_page_in_spanish_is_cut_at_360_pixels(phone: Callable[..., Page], section: Section) -> None:
    page = phone(locale="es-US")
    shown = [name for name in PAGES if name not in ("card", "player-picture", "row")]
    assert len(shown) + 4 >= 10
    assert set(NUMBERED) >= {"why", "player", "round", "board"}
    paths = [address(section, name) for name in shown]
    for path in [*paths, "/", "/following/", "/rules/", "/rules/modified_median/"]:
        page.goto(f"/es{path}")
        fits_and_is_clean(page)
