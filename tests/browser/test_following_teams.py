"""A coach follows players of several sections, of a team and of a school."""

import re
from collections.abc import Callable
from typing import Any

from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.addresses import at
from tests.browser.children import A_POLL_AND_A_BIT, card, entered, follow, phone, section
from tests.browser.looks import fits_and_is_clean
from tests.factories import (
    EventFactory,
    director_of,
    enter,
    game_between,
    games_of,
    paired,
    play_match,
    three_teams,
)
from tournaments.models import Section
from tournaments.services import teams

__all__ = ["phone", "section"]


def test_a_child_who_plays_for_a_team_is_followed_with_the_match_and_her_own_board(
    phone: Callable[..., Page],
) -> None:
    section = three_teams()
    match = paired(section, 1, "2 1\n3 B", publish=True)[0]
    page = phone(at("standings", section))
    page.get_by_role("searchbox").fill("flo")
    page.get_by_role("button", name="Follow Flo Birk").click()
    hers = page.locator("#dock .child:visible")
    expect(hers.locator(".of")).to_contain_text(re.compile(r"Flo Birk\s+· Birch Bishops"))
    expect(hers).to_contain_text("White on board 1 against Alder Lane · Board 1.1, White against Ada Ames")
    expect(page.locator("#p2")).to_have_class(re.compile("mine"))
    play_match(match, "WL")
    page.clock.run_for(A_POLL_AND_A_BIT)
    expect(hers).to_contain_text("White on board 1 against Alder Lane · Board 1.1: won")
    phone(at("round", section, 1))
    expect(page.locator("tr.mine")).to_have_attribute("data-player", "2 1")
    hers.click()
    expect(page).to_have_url(re.compile(re.escape(at("player", section, 2)) + "$"))
    phone(reverse("following"))
    page.get_by_role("button", name="Following Flo Birk").click()
    expect(page.locator("#nobody")).to_be_visible()


def test_the_team_is_followed_for_a_child_whom_no_match_has_any_more(phone: Callable[..., Page]) -> None:
    section = three_teams()
    paired(section, 1, "2 1\n3 B", publish=True)
    page = phone(at("standings", section))
    kept = [
        (at("player", section, 1), "Alder Lane"),
        (at("member", section, 3, "Flo Birk"), "Flo Birk"),  # who was in another team
        (at("member", section, 1, "Nobody"), "Nobody"),
        (at("member", section, 3, "Ida Case"), "Ida Case"),  # whose team has the bye
    ]
    page.evaluate(
        "kept => localStorage.setItem('wallchart:following', JSON.stringify(kept))",
        [{"at": address, "name": name, "seen": None} for address, name in kept],
    )
    phone(reverse("following"))
    names = page.locator("#following .child b")
    expect(names).to_have_text(["Alder Lane", "Flo Birk", "Cedar Castles"])
    expect(page.locator("#following .child").nth(1)).to_contain_text("Birch Bishops")


def test_children_of_two_sections_are_followed_on_one_page(
    phone: Callable[..., Page], section: Section
) -> None:
    small = entered(section.event, "K-3", "Milo Whitlock\nAnn Alder")
    paired(small, 1, "1 2", publish=True)
    page = phone(at("standings", section))
    follow(page, section, 4)
    follow(page, small, 1)
    phone(at("standings", section))
    expect(page.locator("#dock .child b")).to_have_text(["Zoë Whitlock-Moss", "Milo Whitlock"])
    enter(games_of(small, 1)[0], "WL")
    page.clock.run_for(A_POLL_AND_A_BIT)
    expect(card(page, small, 1)).to_contain_text("Round 1: won, now 1st")
    page.get_by_role("link", name="All 2 you follow").click()
    expect(page.locator("#following .child b")).to_have_text(["Zoë Whitlock-Moss", "Milo Whitlock"])
    expect(page.locator("#following .where").first).to_have_text(f"K-8 · {section.event.name}")
    expect(page.locator("#dock")).to_be_hidden()


def test_the_cards_are_in_one_order_on_every_page_and_lead_to_who_is_not_among_them(
    phone: Callable[..., Page], section: Section
) -> None:
    """Those of the section that a page showed came first there, and others were left out with each page."""
    small = entered(section.event, "K-3", "Milo Whitlock\nAnn Alder")
    page = phone(at("standings", section))
    for of, number in ((section, 4), (small, 1), (small, 2)):
        follow(page, of, number)
    for path in (at("standings", small), at("wall-chart", section), reverse("rules")):
        phone(path)
        expect(page.locator("#dock .child:visible b")).to_have_text(["Zoë Whitlock-Moss", "Milo Whitlock"])
        expect(page.get_by_role("link", name="All 3 you follow")).to_be_visible()
    # But for a page of one of them, who comes first there.
    phone(at("player", small, 2))
    expect(page.locator("#dock .child:visible b")).to_have_text(["Ann Alder", "Zoë Whitlock-Moss"])
    page.get_by_role("link", name="All 3 you follow").click()
    names = ["Zoë Whitlock-Moss", "Milo Whitlock", "Ann Alder"]
    expect(page.locator("#following .child b")).to_have_text(names)


def test_a_coach_reads_the_section_once_above_all_of_its_children(
    phone: Callable[..., Page], section: Section
) -> None:
    small = entered(section.event, "K-3", "Milo Whitlock\nAnn Alder")
    page = phone(at("standings", section))
    for of, number in ((section, 4), (small, 1), (section, 2)):
        follow(page, of, number)
    phone(reverse("following"))
    names = ["Zoë Whitlock-Moss", "Ben Birch", "Milo Whitlock"]
    expect(page.locator("#following .child b")).to_have_text(names)
    expect(page.locator("#following .same b")).to_have_text(names[1:2])
    name, where = (page.locator("#following .child").first.locator(each) for each in ("b", ".where >> nth=0"))
    assert where.bounding_box()["y"] < name.bounding_box()["y"]  # type: ignore[index]
    # Read aloud, each says its own.
    expect(page.get_by_role("link", name=re.compile("^Ben Birch .* K-8 "))).to_be_visible()
    phone(reverse("school", args=[section.event.slug, "cedarhill"]))
    expect(page.locator("#school > :not(.same)")).to_have_count(2)


def test_the_head_of_a_section_has_the_whole_width_of_the_list(phone: Callable[..., Page]) -> None:
    """It broke beside the star, where a line had room for all of it."""
    section = entered(EventFactory.create(name="Lake Wren Scholastic"), "K-8 Championship", "Ann\nBo")
    page = phone(at("standings", section))
    follow(page, section, 1)
    phone(reverse("following"))
    head = page.locator("#following .where").first
    expect(head).to_have_text("K-8 Championship · Lake Wren Scholastic")
    lines = "head => { const all = document.createRange(); all.selectNodeContents(head);"
    lines += "return new Set([...all.getClientRects()].map(({ bottom }) => Math.round(bottom))).size; }"
    assert head.evaluate(lines) == 1
    fits_and_is_clean(page)


def test_the_page_of_a_school_keeps_itself_fresh(phone: Callable[..., Page], section: Section) -> None:
    page = phone(reverse("school", args=[section.event.slug, "cedarhill"]))
    expect(card(page, section, 4)).to_contain_text("Round 2: board 2")
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    page.clock.run_for(A_POLL_AND_A_BIT)
    expect(card(page, section, 4)).to_contain_text("Round 2: won, now 2nd")
    expect(card(page, section, 2)).to_contain_text("Round 2: lost, now 4th")
    expect(page.locator("#dock")).to_be_hidden()


def test_the_points_of_the_team_follow_the_play_on_the_page_of_its_school(
    phone: Callable[..., Page], section: Section
) -> None:
    made: dict[str, Any] = {"name": "Schools", "sections": [section], "best": 4, "minimum": 2}
    teams.make_table(section.event, by=director_of(section), place_trophies=1, **made)
    page = phone(reverse("school", args=[section.event.slug, "cedarhill"]))
    expect(page.locator("#teams")).to_have_text(re.compile("Schools\\s+1st, 3 points"))
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    page.clock.run_for(A_POLL_AND_A_BIT)
    expect(page.locator("#teams")).to_have_text(re.compile("Schools\\s+1st, 4 points"))
    fits_and_is_clean(page)


def test_the_page_of_a_school_says_of_when_each_line_is_and_that_it_was_checked(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(reverse("school", args=[section.event.slug, "cedarhill"]))
    expect(card(page, section, 4)).to_contain_text(re.compile(r"Last result \w{3} \d+:\d\d [AP]M"))
    checked = page.locator("[data-checked]")
    expect(checked).to_be_visible()
    page.route("**/*", lambda route: route.abort("internetdisconnected"))
    page.clock.run_for(A_POLL_AND_A_BIT)
    expect(page.locator("#dock .lost")).to_be_visible()
    expect(checked).to_be_hidden()
    expect(card(page, section, 4)).to_contain_text("Last result")


def test_a_coach_follows_a_whole_school_with_one_tap_and_lets_it_go_with_another(
    phone: Callable[..., Page], section: Section
) -> None:
    small = entered(section.event, "K-3", "Milo Whitlock\nAnn Alder")
    page = phone(at("player", section, 2))
    follow(page, section, 2)
    phone(reverse("school", args=[section.event.slug, "cedarhill"]))
    everyone = page.get_by_role("button", name="Follow all 6", exact=True)
    expect(everyone).to_have_attribute("aria-pressed", "false")
    everyone.click()
    page.get_by_role("link", name="All 6 you follow").click()
    expect(page.locator("#following .child")).to_have_count(6)
    expect(card(page, small, 1)).to_contain_text("Milo Whitlock")
    page.go_back()
    everyone = page.get_by_role("button", name="Following all 6", exact=True)
    expect(everyone).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Following Ben Birch").click()
    expect(page.get_by_role("button", name="Follow all 6", exact=True)).to_be_visible()
    page.get_by_role("button", name="Follow all 6", exact=True).click()
    fits_and_is_clean(page)
    everyone.click()
    expect(page.locator("#dock")).to_be_hidden()
