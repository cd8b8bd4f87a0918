"""A parent at a phone: finds her child, follows him on every page, and is told what happens to him."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.children import A_POLL_AND_A_BIT, PHONE, card, entered, follow, pages, phone, section
from tests.browser.looks import SCHEMES, fits, fits_and_is_clean
from tests.browser.public_pages import k8
from tests.factories import (
    a_section,
    as_it_stands,
    enter,
    game_between,
    games_of,
    paired,
    played,
)
from tournaments.models import Section

__all__ = ["k8", "phone", "section"]


def test_two_letters_and_a_tap_and_the_child_is_on_every_page(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(reverse("event", args=[section.event.slug]))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "players.json" in request.url else None)
    field = page.get_by_role("searchbox", name="Find a name or a school")
    field.press_sequentially("wh")
    expect(page.locator("#found-count")).to_have_text("1 found")
    expect(page.locator("#found")).to_contain_text("Board 2, Black against Ben Birch")
    assert len(asked) == 1
    page.locator("#found").get_by_role("button", name="Follow Zoë Whitlock-Moss").click()
    board = "Round 2: board 2, Black against Ben Birch"
    expect(page.locator("#dock")).to_contain_text(board)
    for path in pages(section):
        phone(path)
        expect(page.locator("#dock .child")).to_contain_text("Zoë Whitlock-Moss")
        expect(page.locator("#dock .child")).to_contain_text(board)
    assert page.context.cookies() == []


@pytest.mark.parametrize("name", ["player", "why"])
def test_on_the_page_of_a_child_the_cards_begin_with_this_child(
    phone: Callable[..., Page], section: Section, name: str
) -> None:
    """The third of three had no card on the own page."""
    page = phone(at("standings", section))
    for number in (1, 2, 4):
        follow(page, section, number)
    shown = page.locator("#dock .child:visible b")
    phone(at(name, section, 4))
    expect(shown).to_have_text(["Zoë Whitlock-Moss", "Łucja García-López"])
    phone(at(name, section, 3))
    expect(shown).to_have_text(["Łucja García-López", "Ben Birch"])


def test_rows_and_boards_of_who_is_followed_are_marked_and_can_be_let_go(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    expect(page.locator("#dock")).to_be_hidden()
    page.locator("#s3").click()
    follow = page.locator("#follow3")
    expect(follow).to_have_accessible_name("Follow Cora Cedar")
    follow.click()
    expect(follow).to_have_accessible_name("Following Cora Cedar")
    expect(page.locator("#dock .child")).to_contain_text("Cora Cedar")
    page.reload()
    expect(page.locator("#p3")).to_have_class(re.compile("mine"))
    phone(at("round", section, 2))
    expect(page.locator("tr.mine")).to_have_attribute("data-player", "1 3")
    phone(reverse("following"))
    page.get_by_role("button", name="Following Cora Cedar").click()
    expect(page.locator("#nobody")).to_be_visible()
    phone(at("standings", section))
    expect(page.locator("#p3")).not_to_have_class(re.compile("mine"))
    expect(page.locator("#dock")).to_be_hidden()


LEFT = "element => element.getBoundingClientRect().left"


def test_the_row_of_a_child_has_a_margin_of_its_color_and_names_begin_where_all_do(
    phone: Callable[..., Page], section: Section
) -> None:
    """The color began at the first letter, and on the boards the names of the row stood three pixels in."""
    later = entered(section.event, "K-3", "Ann Alder\nBo Birch")
    page = phone(at("standings", section))
    follow(page, section, 4)
    follow(page, later, 1)
    lists = [(at("round", section, 2) + "?show=names", "#n"), (at("standings", later), "#p")]
    for path, row in lists:
        phone(path)
        mine, other = page.locator(f"{row}{4 if row == '#n' else 1}"), page.locator(f"{row}2")
        expect(mine).to_have_class("mine")
        name = mine.locator("bdi").first.evaluate(LEFT)
        assert name == other.locator("bdi").first.evaluate(LEFT)
        assert mine.evaluate(LEFT) <= name - 6
        fits(page)
    phone(at("round", section, 2))
    expect(page.locator("tr.mine")).to_have_attribute("id", "b2")
    assert page.locator("#b2 .who").first.evaluate(LEFT) == page.locator("#b1 .who").first.evaluate(LEFT)


def test_a_result_reaches_the_card_with_the_place_and_how_far_the_child_came(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    follow(page, section, 4)
    phone(at("standings", section))
    expect(card(page, section, 4)).to_contain_text("Round 2: board 2, Black against Ben Birch")
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    page.clock.run_for(A_POLL_AND_A_BIT)
    expect(card(page, section, 4).locator(".now:visible")).to_contain_text("Round 2: won, now 2nd ▲2")
    expect(page.locator("#follow-news")).to_contain_text("Zoë Whitlock-Moss · 1 point Round 2: won, now 2nd")


@pytest.mark.parametrize("name", ["posted-order", "wall-chart"])
def test_a_page_that_does_not_follow_play_asks_for_its_cards_by_itself(
    phone: Callable[..., Page], section: Section, name: str
) -> None:
    page = phone(at(name, section))
    follow(page, section, 4)
    phone(at(name, section))
    expect(card(page, section, 4)).to_contain_text("Round 2: board 2")
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    page.clock.run_for(A_POLL_AND_A_BIT)
    expect(card(page, section, 4).locator(".now:visible")).to_contain_text("won, now 2nd ▲2")


def test_the_page_of_the_child_follows_the_play(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("player", section, 4))
    expect(page.locator(".next")).to_contain_text("board 2")
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    page.clock.run_for(A_POLL_AND_A_BIT)
    expect(page.locator(".next")).to_contain_text("won, now 2nd")
    expect(page.locator(".played tbody tr").last).to_contain_text("won")


def test_the_link_of_a_page_is_copied_where_a_phone_cannot_share(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("player", section, 4))
    page.evaluate("Object.defineProperty(navigator, 'share', {value: undefined})")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#shared")).to_have_text("The link is copied.")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_cards_cover_no_content_fit_and_axe_finds_nothing(
    new_context: Any, live_server: LiveServer, section: Section, scheme: str
) -> None:
    page = new_context(viewport=PHONE, color_scheme=scheme).new_page()
    page.goto(live_server.url + at("standings", section))
    for number in (4, 1):
        follow(page, section, number)
    for path in [reverse("following"), *pages(section)]:
        page.goto(live_server.url + path)
        dock = page.locator("#dock" if path != reverse("following") else "#following")
        expect(dock.locator(".child:visible")).to_have_count(2)
        fits_and_is_clean(page)
        if path in (reverse("following"), reverse("event", args=[section.event.slug])):
            continue  # They stand in the page.
        # The page has made room for it.
        height = dock.evaluate("dock => dock.offsetHeight")
        expect(page.locator("html")).to_have_attribute("style", f"--dock: {height}px;")
        page.evaluate("scrollTo({top: 99999, behavior: 'instant'})")
        foot = "document.querySelector('main').getBoundingClientRect().bottom"
        top = dock.evaluate("dock => dock.getBoundingClientRect().top")
        assert page.evaluate(foot) <= top + 1, path


def test_what_is_printed_has_no_cards_and_was_not_checked_just_now(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    follow(page, section, 4)
    phone(at("standings", section))
    checked = page.locator("[data-checked]")
    expect(checked).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("#dock")).to_be_hidden()
    expect(checked).to_be_hidden()


def test_the_place_of_a_tie_never_runs_into_the_name(phone: Callable[..., Page]) -> None:
    """With a long note beside the points "12=" stood in the name."""
    section = a_section(30, 3, order="solkoff")
    played(
        section, 1, "1 2\n" + "\n".join(f"{n} {n + 1} {'DD' if n > 20 else 'WL'}" for n in range(3, 30, 2))
    )
    paired(as_it_stands(section), 2, "\n".join(f"{n} {n + 2}" for n in (21, 22, 25, 26)), publish=True)
    enter(games_of(section, 2)[0], "DD")
    page = phone(at("player", section, 21))
    place, name = page.locator(".player .big"), page.locator(".player h2 bdi")
    expect(page.locator(".later").first).to_contain_text(
        "not counted yet: board 1 of round 1 is still playing"
    )
    assert re.fullmatch(r"\d\d=", place.inner_text().strip())
    written = place.evaluate(
        "of => { const r = document.createRange(); r.selectNodeContents(of);"
        " return r.getBoundingClientRect().right; }"
    )
    box = name.bounding_box()
    assert box is not None
    assert written < box["x"]
    fits_and_is_clean(page, 360)


# Dots in sight that do not stand behind another piece of their line.
ASTRAY = """dots => dots.filter((dot) => {
    const before = dot.parentElement.previousElementSibling.getBoundingClientRect();
    const { left, right, top } = dot.getBoundingClientRect();
    const isCut = right <= dot.closest(".pieces").getBoundingClientRect().left + 1;
    return !isCut && (left < before.right - 1 || top >= before.bottom);
}).length"""


@pytest.mark.parametrize("width", [360, 280])
def test_no_line_of_a_card_begins_or_ends_with_a_dot(
    phone: Callable[..., Page], section: Section, width: int
) -> None:
    page = phone(at("standings", section))
    for number in (1, 4):
        follow(page, section, number)
    page.set_viewport_size({"width": width, "height": 740})
    dots = page.locator("#dock .dot:visible")
    expect(dots).not_to_have_count(0)
    assert dots.evaluate_all(ASTRAY) == 0


def test_the_line_of_who_is_followed_is_marked_with_the_money_in_it(
    phone: Callable[..., Page], k8: Section
) -> None:
    page = phone(at("standings", k8))
    follow(page, k8, 6)
    phone(at("cash", k8))
    expect(page.locator(".paid .mine")).to_have_text(re.compile(r"Amara Whitlock\s+\$"))
