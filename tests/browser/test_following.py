"""A parent at a phone: finds her child, follows him on every page, and is told what happens to him."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.children import PHONE, entered, phone, section
from tests.browser.looks import SCHEMES, fits, fits_and_is_clean
from tests.factories import (
    EventFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    game_between,
    games_of,
    paired,
    play_match,
    played,
    swap_colors,
    three_teams,
)
from tournaments.models import Section
from tournaments.services import rosters, teams, visibility
from tournaments.services.finishing import finish, reopen

__all__ = ["phone", "section"]

A_POLL_AND_A_BIT = 13_000


def follow(page: Page, section: Section, number: int) -> None:
    """On the page of a player."""
    page.goto(re.sub(r"(https?://[^/]+).*", r"\1", page.url) + at("player", section, number))
    page.locator("main .star").click()
    expect(page.locator("main .star")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(f"#dock [data-card='{at('player', section, number)}'] .child")).to_be_attached()


def card(page: Page, section: Section, number: int) -> Any:
    return page.locator(f"[data-card='{at('player', section, number)}']")


def pages(section: Section) -> list[str]:
    return [
        reverse("home"),
        reverse("rules"),
        reverse("event", args=[section.event.slug]),
        reverse("school", args=[section.event.slug, "cedarhill"]),
        *(at(name, section) for name in ("standings", "wall-chart", "trophies", "cash", "posted-order")),
        *(at(name, section, 2) for name in ("why", "player", "round")),
        at("round", section, 3),
    ]


# --- to find and to follow -----------------------------------------------------------------------


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


# --- news ----------------------------------------------------------------------------------------


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


def test_a_posted_round_is_news_until_its_board_was_looked_at(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    follow(page, section, 4)
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    paired(section, 3, "4 1\n3 2", publish=True)
    news = "Round 3 is posted: board 1, White against Łucja García-López"
    for path in (at("standings", section), at("posted-order", section)):
        phone(path)
        expect(card(page, section, 4).locator(".news")).to_have_text(news)
    phone(at("round", section, 3))
    expect(card(page, section, 4).locator(".now:visible")).to_have_text(news.replace(" is posted", ""))
    phone(at("standings", section))
    expect(card(page, section, 4).locator(".now:visible")).to_have_text(news.replace(" is posted", ""))


def test_news_of_a_round_whose_boards_were_changed_since_says_so(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    follow(page, section, 4)
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    boards = paired(section, 3, "4 1\n3 2", publish=True)
    phone(at("standings", section))
    expect(card(page, section, 4).locator(".news")).to_be_visible()
    swap_colors(boards[0], by=director_of(section.event))
    page.clock.run_for(A_POLL_AND_A_BIT)
    hers = card(page, section, 4)
    expect(hers.locator(".news")).to_contain_text("Round 3 is posted: board 1, Black against")
    expect(hers.locator(".changed")).to_be_visible()
    expect(page.locator("#follow-news")).to_contain_text("Changed")


def test_the_first_round_posted_after_somebody_was_followed_is_news(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    follow(page, section, 1)  # her game of round 2 is over
    later = entered(section.event, "K-3", "Ann Alder\nBo Birch")
    follow(page, later, 1)  # no round is posted
    paired(later, 1, "1 2", publish=True)
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    paired(section, 3, "4 1\n3 2", publish=True)
    phone(at("posted-order", section))
    for of, number in ((section, 3), (later, 1)):
        expect(card(page, of, 1).locator(".news")).to_contain_text(f"Round {number} is posted: board 1")
        expect(card(page, of, 1).locator(".news")).to_be_visible()


def test_a_lost_connection_is_said_and_can_be_tried_at_once(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("posted-order", section))
    follow(page, section, 4)
    phone(at("posted-order", section))
    expect(card(page, section, 4)).to_contain_text("Zoë")

    def refuse(route: Route) -> None:
        route.abort("internetdisconnected")

    page.route("**/card/", refuse)
    page.clock.run_for(A_POLL_AND_A_BIT)
    lost = page.locator("#dock .lost")
    expect(lost).to_be_visible()  # its words are there before, hidden
    expect(lost).to_contain_text("No connection.")
    expect(card(page, section, 4)).to_contain_text("Zoë")
    page.unroute("**/card/")
    lost.get_by_role("button", name="Try now").click()
    expect(lost).to_be_hidden()


def test_a_page_that_follows_play_tells_the_lost_connection_in_the_dock_too(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    follow(page, section, 4)
    phone(at("standings", section))
    expect(card(page, section, 4)).to_contain_text("Zoë")
    page.route("**/live/**", lambda route: route.abort("internetdisconnected"))
    page.clock.run_for(A_POLL_AND_A_BIT)
    lost = page.locator("#dock .lost")
    expect(lost).to_be_visible()
    expect(lost).to_contain_text(re.compile(r"No connection\. This is the table from \w{3} \d+:\d\d [AP]M\."))
    expect(page.locator("#offline")).to_be_hidden()  # it is said once
    fits(page)
    page.unroute("**/live/**")
    lost.get_by_role("button", name="Try now").click()
    expect(lost).to_be_hidden()


@pytest.mark.parametrize("where", ["following", "rules", "school"])
def test_a_page_without_a_poll_of_its_own_is_kept_by_a_tap_too_and_says_why(
    phone: Callable[..., Page], section: Section, where: str
) -> None:
    path = reverse(where, args=[section.event.slug, "cedarhill"] if where == "school" else [])
    page = phone(path)
    expect(page.locator("html.follows")).to_be_attached()
    page.route("**/*", lambda route: route.abort("internetdisconnected"))
    page.clock.run_for(A_POLL_AND_A_BIT)
    lost = page.locator("#dock .lost")
    expect(lost).to_be_visible()
    expect(lost).to_be_in_viewport()
    page.locator(".crumb a").click()
    page.clock.run_for(A_POLL_AND_A_BIT)
    expect(page).to_have_url(re.compile(f"{re.escape(path)}$"))
    page.unroute("**/*")
    page.clock.run_for(2 * A_POLL_AND_A_BIT)
    expect(lost).to_be_hidden()
    page.locator(".crumb a").click()
    expect(page).not_to_have_url(re.compile(f"{re.escape(path)}$"))


# --- a child who plays for a team -----------------------------------------------------------------


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


# --- several children, numbers that change, phones that keep nothing -----------------------------


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
    for path in (at("standings", small), at("player", small, 2), at("wall-chart", section), reverse("rules")):
        phone(path)
        expect(page.locator("#dock .child:visible b")).to_have_text(["Zoë Whitlock-Moss", "Milo Whitlock"])
        expect(page.get_by_role("link", name="All 3 you follow")).to_be_visible()
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


def test_the_card_is_the_same_on_every_page_however_far_the_section_is(
    phone: Callable[..., Page], section: Section
) -> None:
    """It left the pages of no event with the last result of its section, days before it is final."""
    kim = director_of(section)
    blitz = entered(EventFactory.create(), "Blitz", "Ann Alder\nBo Birch", rounds=1)
    page = phone(at("standings", section))
    follow(page, blitz, 1)
    follow(page, section, 4)

    def is_everywhere(says: str) -> None:
        own = [reverse("event", args=[blitz.event.slug]), at("standings", blitz), at("posted-order", blitz)]
        for path in (reverse("home"), reverse("rules"), *own):
            phone(path)
            expect(card(page, blitz, 1).locator(".child:visible")).to_contain_text(says)
            others = ["Zoë Whitlock-Moss"] if path not in own else []
            expect(page.locator("#dock .child:visible b:not(.final, .held)")).to_have_text(
                ["Ann Alder", *others]
            )

    is_everywhere("Round 1 is not posted yet.")
    played(blitz, 1, "1 2")
    is_everywhere("board 1, White against Bo Birch")
    enter(games_of(blitz, 1)[0], "WL")
    is_everywhere("After all rounds: 1st")
    finish(as_it_stands(blitz), by=kim)
    is_everywhere("Final: 1st")
    reopen(as_it_stands(blitz), by=kim, reason="Board 1 was entered wrong")
    is_everywhere("After all rounds: 1st")


def test_what_is_over_for_a_week_stays_on_the_list_and_leaves_the_pages_of_no_event(
    phone: Callable[..., Page], section: Section
) -> None:
    over = entered(EventFactory.create(), "Blitz", "Ann Alder\nBo Birch", rounds=1)
    played(over, 1, "1 2 WL")
    page = phone(at("standings", section))
    follow(page, over, 1)
    follow(page, section, 4)
    phone(reverse("home"))
    expect(page.locator("#dock .child:visible b")).to_have_text(["Ann Alder", "Zoë Whitlock-Moss"])
    page.clock.set_system_time(timezone.now() + timedelta(days=8))
    phone(reverse("home"))
    expect(page.locator("#dock .child:visible b")).to_have_text(["Zoë Whitlock-Moss"])
    phone(at("standings", over))
    expect(page.locator("#dock .child:visible b")).to_have_text(["Ann Alder"])
    phone(reverse("following"))
    expect(page.locator("#following .child:visible b")).to_have_text(["Ann Alder", "Zoë Whitlock-Moss"])
    expect(card(page, over, 1)).to_contain_text("After all rounds: 1st")


def test_children_of_another_event_are_not_on_its_pages(phone: Callable[..., Page], section: Section) -> None:
    elsewhere = entered(EventFactory.create(), "Open", "Ann Alder\nBo Birch")
    page = phone(at("standings", section))
    follow(page, section, 4)
    phone(at("standings", elsewhere))
    expect(page.locator("#s1, #p1").first).to_be_visible()
    expect(page.locator("#dock")).to_be_hidden()
    phone(reverse("home"))
    expect(page.locator("#dock .child")).to_contain_text("Zoë")


def test_one_card_on_the_pages_of_an_event_leads_to_those_of_other_events_too(
    phone: Callable[..., Page], section: Section
) -> None:
    elsewhere = entered(EventFactory.create(), "Blitz", "Ann Alder\nBo Birch")
    page = phone(at("standings", section))
    follow(page, section, 4)
    expect(page.locator("#dock .all")).to_be_hidden()
    follow(page, elsewhere, 1)
    phone(at("standings", section))
    expect(page.locator("#dock .child")).to_have_count(1)
    page.get_by_role("link", name="All 2 you follow").click()
    expect(page.locator("#following .child")).to_have_count(2)


def test_who_is_numbered_anew_is_found_by_the_name(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    follow(page, section, 4)
    follow(page, section, 2)
    stored = """() => {
        const kept = JSON.parse(localStorage.getItem("wallchart:following"));
        kept[0].name = "Ben Birch";
        kept[1].name = "Zoë Whitlock-Moss";
        localStorage.setItem("wallchart:following", JSON.stringify(kept));
    }"""
    page.evaluate(stored)
    phone(at("posted-order", section))
    expect(page.locator("#dock .child b")).to_have_text(["Ben Birch", "Zoë Whitlock-Moss"])
    expect(card(page, section, 2)).to_contain_text("Ben Birch")


def test_who_left_the_roster_is_followed_no_more_and_a_mended_name_is_taken_over(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    follow(page, section, 4)
    rosters.edit_player(section.players.get(number=4), by=director_of(section), name="Zoe Whitlock")
    phone(at("posted-order", section))
    expect(page.locator("#dock .child b")).to_have_text("Zoe Whitlock")
    page.evaluate(
        """() => {
            const kept = JSON.parse(localStorage.getItem("wallchart:following"));
            kept[0] = {...kept[0], at: kept[0].at.replace("/4/", "/40/"), name: "Nobody"};
            localStorage.setItem("wallchart:following", JSON.stringify(kept));
        }"""
    )
    phone(reverse("following"))
    expect(page.locator("#nobody")).to_be_visible()


def test_a_child_of_an_event_that_is_hidden_comes_back_with_it(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    follow(page, section, 4)
    phone(reverse("following"))
    expect(card(page, section, 4)).to_contain_text("Zoë")
    director = director_of(section)
    visibility.hide_event(section.event, by=director)
    for _time in range(2):
        with page.expect_response("**/players.json") as answered:
            page.clock.run_for(A_POLL_AND_A_BIT)
        assert answered.value.status == 404
        expect(card(page, section, 4)).to_be_hidden()
        expect(page.locator("#dock .lost")).to_be_hidden()
    visibility.publish_event(section.event, [], by=director)
    page.clock.run_for(A_POLL_AND_A_BIT)
    expect(card(page, section, 4)).to_contain_text("Zoë")


@pytest.mark.parametrize(
    "where",
    [
        "standings",
        *(pytest.param(each, marks=pytest.mark.slow) for each in ("following", "posted-order", "school")),
    ],
)
def test_no_child_of_an_event_that_is_hidden_stays_on_a_card_and_all_come_back(
    phone: Callable[..., Page], section: Section, where: str
) -> None:
    page = phone(at("standings", section))
    follow(page, section, 4)
    follow(page, section, 2)
    if where == "school":
        path = reverse("school", args=[section.event.slug, "cedarhill"])
    else:
        path = reverse(where) if where == "following" else at(where, section)
    phone(path)
    shown = page.locator("[data-card] .child:visible")
    count = 6 if where == "school" else 2
    expect(shown).to_have_count(count)
    visibility.hide_event(section.event, by=director_of(section))
    page.clock.run_for(2 * A_POLL_AND_A_BIT)
    expect(page.locator("[data-card] .child")).to_have_count(0)
    if where != "following":
        expect(page.get_by_text("This page is not public right now.")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("Zoë", use_inner_text=True)
    visibility.publish_event(section.event, [], by=director_of(section))
    page.clock.run_for(2 * A_POLL_AND_A_BIT)
    expect(page.locator("[data-card] .child:visible").first).to_be_visible()
    expect(page.get_by_text("This page is not public right now.")).to_be_hidden()


def test_a_window_that_keeps_nothing_follows_as_long_as_its_page(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(reverse("home"))
    page.add_init_script(
        """Object.defineProperty(window, "localStorage", { get() { throw new Error("not here") } })"""
    )
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    phone(at("posted-order", section))
    page.get_by_role("searchbox").fill("zoe")
    page.locator("#found .star").click()
    expect(page.locator("#dock .child")).to_contain_text("Zoë")
    page.locator("#found .star").click()
    expect(page.locator("#dock")).to_be_hidden()
    assert troubles == []


def test_the_link_of_a_page_is_copied_where_a_phone_cannot_share(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("player", section, 4))
    page.evaluate("Object.defineProperty(navigator, 'share', {value: undefined})")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#shared")).to_have_text("The link is copied.")


# --- looks ---------------------------------------------------------------------------------------


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
