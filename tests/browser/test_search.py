"""A parent at a phone finds her child, however the name is typed, and reads the board."""

import re
import unicodedata
from collections.abc import Callable

import pytest
from django.templatetags.static import static
from django.urls import reverse
from playwright.sync_api import Locator, Page, Route, expect

from tests.addresses import at
from tests.browser.children import card, entered, phone, section
from tests.browser.looks import also, fits_and_is_clean
from tests.browser.phones import LONGEST_WAIT
from tests.factories import (
    enter,
    game_between,
    games_of,
    paired,
    three_teams,
)
from tournaments.formats.names import folded
from tournaments.models import Section

__all__ = ["phone", "section"]


@pytest.mark.parametrize("typed", [also("lu"), also("gar"), also("lopez lucja"), "LÓPEZ, ŁU", "cedar luc"])
def test_accents_and_the_order_of_names_do_not_matter(
    phone: Callable[..., Page], section: Section, typed: str
) -> None:
    page = phone(at("standings", section))
    page.get_by_role("searchbox").fill(typed)
    found = page.locator("#found").get_by_role("link", name="Łucja García-López")
    expect(found).to_be_visible()
    found.click()
    expect(page.locator("article h2")).to_have_text("Łucja García-López")


def test_the_phone_and_the_server_read_every_letter_alike(
    phone: Callable[..., Page], section: Section
) -> None:
    """A phone without the script, or a list at the desk, finds whom the phone itself finds."""
    page = phone(at("standings", section))
    letters = [chr(code) for code in range(0xFFFF) if unicodedata.category(chr(code))[0] in "LM"]
    names = ["Đặng", "Ħal", "Işık", "Ærø", "Þór", "Weiß", "WEIẞ", "Œuvré", "Łucja", "Νίκος", "ΝΊΚΟΣ", "İpek"]
    plain = """async ([of, texts]) => texts.map((await import(of)).plain)"""
    texts = [*letters, *names]
    found = page.evaluate(plain, [static("js/plain.js"), texts])
    assert [each for each in zip(texts, found, strict=True) if each[1] != folded(each[0])] == []


def test_blanks_hyphens_and_apostrophes_in_names_do_not_matter(
    phone: Callable[..., Page], section: Section
) -> None:
    entered(section.event, "K-3", "Patrick O'Neill\nMary-Ann Del Campo")
    page = phone(at("standings", section))
    found = page.locator("#found bdi").filter(visible=True)
    for name, spellings in {
        "Patrick O'Neill": ["o neill", "oneill", "o’nei", "neill pat"],
        "Mary-Ann Del Campo": ["maryann", "mary ann", "delcampo", "del-campo mary"],
    }.items():
        for typed in spellings:
            page.get_by_role("searchbox").fill("")
            expect(found).to_have_count(0)
            page.get_by_role("searchbox").fill(typed)
            expect(found.first).to_have_text(name)
            expect(page.locator("#found-count")).to_have_text("1 found")


@pytest.mark.parametrize("typed", ["Jhon Smth", "smithh jonh", "Ngyuen", "ngyu", "mguyen"])
def test_one_wrong_letter_of_a_word_finds_whom_one_may_mean(
    phone: Callable[..., Page], section: Section, typed: str
) -> None:
    entered(section.event, "K-3", "John Smith\nAnh Nguyen")
    name = "Anh Nguyen" if "uen" in typed.lower() or "ngyu" in typed or "mg" in typed else "John Smith"
    page = phone(at("standings", section))
    page.get_by_role("searchbox").fill(typed)
    expect(page.locator("#found-count")).to_have_text("Nobody here has this name. Did you mean:")
    expect(page.locator("#found bdi").filter(visible=True).first).to_have_text(name)
    expect(page.locator("#found .line")).to_have_count(1)


def test_who_nearly_has_a_name_is_named_only_where_nobody_has_it(
    phone: Callable[..., Page], section: Section
) -> None:
    """Strangers stood below whom a parent had found."""
    entered(section.event, "K-3", "Anna Marsh\nBela Marck\nCleo March\nDana Jones")
    page = phone(at("standings", section))
    lines, count = page.locator("#found > li"), page.locator("#found-count")
    page.get_by_role("searchbox").fill("march")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Cleo March")
    expect(count).to_have_text("1 found")
    page.get_by_role("searchbox").fill("marxh")
    expect(lines).to_have_count(2)
    expect(count).to_have_text("Nobody here has this name. Did you mean:")
    page.get_by_role("searchbox").fill("march")
    expect(count).to_have_text("1 found")
    fits_and_is_clean(page)


def test_who_looks_again_is_told_the_board_that_was_posted_since(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(reverse("event", args=[section.event.slug]))
    field, found = page.get_by_role("searchbox"), page.locator("#found")
    field.fill("luc")
    expect(found).to_contain_text("Łucja García-López")
    expect(found).not_to_contain_text("Board")
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    paired(section, 3, "4 1\n3 2", publish=True)
    field.blur()
    field.focus()
    expect(found).to_contain_text("Board 1, Black against Zoë Whitlock-Moss")
    page.route("**/players.json", lambda route: route.abort("internetdisconnected"))
    field.blur()
    field.fill("zoe")
    expect(found).to_contain_text("Zoë Whitlock-Moss")
    # It may be another one by now.
    expect(found).not_to_contain_text("Board")


def test_who_is_not_there_is_said_and_a_school_is_found(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    page.get_by_role("searchbox").fill("xy")
    expect(page.locator("#found-count")).to_have_text("Nobody here has this name.")
    page.get_by_role("searchbox").fill("ced")
    page.locator("#found").get_by_role("link", name=re.compile("^Cedar Hill")).click()
    expect(page.get_by_role("heading", name="Cedar Hill")).to_be_visible()
    expect(page.locator("main .child")).to_have_count(4)


def test_a_child_of_a_team_is_found_with_the_board_and_leads_to_the_boards_of_the_team(
    phone: Callable[..., Page],
) -> None:
    section = three_teams()
    paired(section, 1, "2 1\n3 B", publish=True)
    page = phone(at("standings", section))
    page.get_by_role("searchbox").fill("birk fl")
    expect(page.locator("#found-count")).to_have_text("1 found")
    expect(page.locator("#found")).to_contain_text("Birch Bishops")
    expect(page.locator("#found")).to_contain_text("Board 1.1, White against Ada Ames")
    page.locator("#found").get_by_role("link", name="Flo Birk").click()
    expect(page.locator("article h2")).to_contain_text("Birch Bishops")
    expect(page.locator("main .boards")).to_contain_text("Flo Birk")
    fits_and_is_clean(page)


def test_a_search_that_gets_no_answer_finds_who_is_on_the_page_and_the_next_letter_tries_again(
    phone: Callable[..., Page], section: Section
) -> None:
    other = entered(section.event, "K-3", "Ann Alder\nBen Brook")
    page = phone(at("standings", section))
    page.route("**/players.json", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("searchbox").fill("be")
    says, found = page.locator("#found-count"), page.locator("#found > li")
    expect(says).to_have_text("No connection. Only this page was searched.")
    expect(found).to_have_count(1)
    found.get_by_role("link", name="Ben Birch").click()
    expect(page).to_have_url(re.compile(at("standings", section) + "#p2$"))
    expect(page.locator("#p2")).to_be_in_viewport()
    page.get_by_role("searchbox").fill("xy")
    expect(found).to_have_count(0)
    expect(says).to_have_text("No connection. Only this page was searched. Nobody here has this name.")
    page.unroute("**/players.json")
    page.get_by_role("searchbox").fill("ben")
    expect(found.get_by_role("link", name="Ben Brook")).to_have_attribute("href", at("player", other, 2))


def test_a_search_without_a_connection_goes_on_by_itself_when_the_server_answers_again(
    phone: Callable[..., Page], section: Section
) -> None:
    entered(section.event, "K-3", "Chip Alder")
    page = phone(at("standings", section))
    says, found = page.locator("#found-count"), page.locator("#found > li")
    # The script is there, the names are not.
    page.route("**/players.json", lambda route: route.abort("internetdisconnected"))
    with page.expect_request("**/players.json"):
        page.get_by_role("searchbox").focus()
    page.route("**/*", lambda route: route.abort("internetdisconnected"))
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator("html")).to_have_class(re.compile("is-away"))
    page.get_by_role("searchbox").fill("chip")
    expect(says).to_have_text("No connection. Only this page was searched. Nobody here has this name.")
    page.unroute_all()
    page.clock.run_for(LONGEST_WAIT)
    expect(found).to_have_count(1)
    expect(found).to_contain_text("Chip Alder")
    expect(says).to_have_text("1 found")


@pytest.mark.parametrize("name", ["round", "wall-chart"])
def test_without_an_answer_the_boards_and_the_chart_are_searched_too(
    phone: Callable[..., Page], section: Section, name: str
) -> None:
    page = phone(at(name, section, *([2] if name == "round" else [])))
    page.route("**/players.json", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("searchbox").fill("whit")
    expect(page.locator("#found > li")).to_have_count(1)
    page.locator("#found").get_by_role("button", name="Follow Zoë Whitlock-Moss").click()
    expect(card(page, section, 4)).to_contain_text("Zoë Whitlock-Moss")


def test_a_search_whose_script_never_came_says_so_where_one_tapped(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    page.route("**/js/search*.js", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("searchbox").focus()
    expect(page.locator("#found-count")).to_have_text("No connection. Try again.")
    page.unroute("**/js/search*.js")
    page.get_by_role("searchbox").fill("ben")
    expect(page.locator("#found").get_by_role("link", name="Ben Birch")).to_be_visible()


def about_to_be_away(phone: Callable[..., Page], section: Section) -> tuple[Page, Locator]:
    """The standings with what they need without a connection, and the note of why a tap did nothing."""
    page = phone(at("standings", section))
    page.clock.run_for(6_000)
    note = page.locator(".tapped")
    expect(note).to_be_attached()
    return page, note


def test_enter_without_a_connection_keeps_the_page_and_says_why_below_the_field(
    phone: Callable[..., Page], section: Section
) -> None:
    page, note = about_to_be_away(phone, section)
    page.route("**/*", lambda route: route.abort("internetdisconnected"))
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator("html")).to_have_class(re.compile("is-away"))
    page.get_by_role("searchbox").fill("xy")
    page.get_by_role("searchbox").press("Enter")
    expect(note).to_have_text("No connection.")
    assert page.url.endswith(at("standings", section))


def test_enter_opens_who_alone_was_found(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    field = page.get_by_role("searchbox")
    field.fill("whit")
    expect(page.locator("#found > li")).to_have_count(1)
    field.press("Enter")
    expect(page).to_have_url(re.compile(at("player", section, 4)))
    # Whom one may have meant is not opened.
    phone(at("standings", section))
    field.fill("whtlo")
    expect(page.locator("#found > li")).to_have_count(1)
    field.press("Enter")
    expect(page).to_have_url(re.compile(r"\?q=whtlo"))


def test_enter_without_a_connection_leads_to_the_row_of_who_alone_is_on_the_page(
    phone: Callable[..., Page], section: Section
) -> None:
    page, note = about_to_be_away(phone, section)
    page.route("**/players.json", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("searchbox").fill("whit")
    expect(page.locator("#found > li")).to_have_count(1)
    page.route("**/*", lambda route: route.abort("internetdisconnected"))
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator("html")).to_have_class(re.compile("is-away"))
    page.get_by_role("searchbox").press("Enter")
    expect(page).to_have_url(re.compile("#p4$"))
    expect(note).to_be_hidden()


def test_who_was_found_without_a_script_is_listed_once(phone: Callable[..., Page], section: Section) -> None:
    page = phone(reverse("event", args=[section.event.slug]) + "?q=wh")
    expect(page.locator("html.follows")).to_be_attached()
    found = page.locator("li").filter(has_text="Zoë Whitlock-Moss").filter(visible=True)
    field = page.get_by_role("searchbox", name="Find a name or a school")
    field.focus()
    expect(found).to_have_count(1)
    field.fill("whi")
    expect(page.locator("#found li")).to_have_count(1)
    expect(found).to_have_count(1)


def test_what_was_typed_before_the_search_arrived_is_answered(
    phone: Callable[..., Page], section: Section
) -> None:
    """Also on a page that lists who was found before."""
    page = phone(reverse("home"))
    late: list[Route] = []
    page.route("**/search.js", lambda route: late.append(route))
    phone(reverse("event", args=[section.event.slug]) + "?q=wh")
    field = page.get_by_role("searchbox", name="Find a name or a school")
    listed = page.locator(".listed").get_by_role("link", name="Zoë Whitlock-Moss")
    expect(listed).to_be_visible()
    expect(page.locator("html.follows")).to_be_attached()
    field.fill("ben")
    assert len(late) == 1
    late[0].continue_()
    expect(page.locator("#found").get_by_role("link", name="Ben Birch")).to_be_visible()
    expect(listed).to_be_hidden()
