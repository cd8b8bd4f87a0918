"""Whom a phone follows is kept: over the end of an event, a new number, a hidden event."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.addresses import at
from tests.browser.children import A_POLL_AND_A_BIT, card, entered, follow, phone, section
from tests.factories import (
    EventFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    games_of,
    played,
)
from tournaments.models import Section
from tournaments.services import rosters, visibility
from tournaments.services.finishing import finish, reopen

__all__ = ["phone", "section"]


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
    # The page's own header has the date.
    phone(at("standings", blitz))
    expect(card(page, blitz, 1).locator(".over")).to_be_hidden()
    expect(page.locator("#status .final")).to_be_visible()
    phone(reverse("following"))
    expect(page.locator("#following .over .final")).to_be_visible()
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


def test_a_trophy_on_a_card_has_as_much_room_after_its_words_as_before(phone: Callable[..., Page]) -> None:
    section = a_section(4, 1, place_trophies=1)
    played(section, 1, "1 3 WL\n2 4 WL")
    page = phone(at("standings", section))
    follow(page, as_it_stands(section), 1)
    page.set_viewport_size({"width": 700, "height": 740})
    pill = page.locator("#dock .pill").first
    expect(pill).to_contain_text("1st trophy")
    pill.evaluate("pill => pill.after(' ', pill.cloneNode(true))")  # as before a sum of money
    before, after = pill.evaluate(
        """pill => {
            const range = document.createRange(), box = pill.getBoundingClientRect();
            const text = document.createTreeWalker(pill, NodeFilter.SHOW_TEXT).nextNode();
            range.setStart(text, text.data.search(/\\S/));
            range.setEnd(text, text.data.trimEnd().length);
            const words = range.getBoundingClientRect();
            return [words.left - box.left, box.right - words.right];
        }"""
    )
    assert after == pytest.approx(before, abs=1)


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
