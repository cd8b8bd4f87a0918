"""Why a child has this place, read on a phone: one sentence, the ladder, and the arithmetic on a tap."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.looks import also, fits, fits_and_is_clean
from tests.cases import case
from tests.factories import a_section, enter, game_between, games_of, imported, played
from tournaments.models import Section

BILL, DAN, ED = 2, 4, 5


@pytest.fixture
def vermont() -> Section:
    """Four players on 3 points. Bill and Dan are level on two tiebreaks; the third sets them apart."""
    return imported(case("vermont"), "modified_median,solkoff,cumulative")


@pytest.fixture
def phone(page: Page, live_server: LiveServer) -> Callable[[str], Page]:
    def look_at(path: str) -> Page:
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(live_server.url + path)
        return page

    return look_at


def test_one_sentence_comes_first_and_then_the_steps_with_the_deciding_one_open(
    phone: Callable[[str], Page], vermont: Section
) -> None:
    page = phone(at("why", vermont, BILL))
    chain = page.locator(f"#vs{DAN}")
    expect(chain.locator(".say")).to_have_text(
        "Equal on two tiebreaks. The third decides: Cumulative, 8 to 7."
    )
    steps = chain.locator(".rungs > li")
    expect(steps).to_have_count(3)
    expect(steps.nth(2).locator(".tally").first).to_be_visible()
    expect(steps.nth(0).get_by_text("How well the opponents did")).to_be_hidden()
    steps.nth(0).locator("summary").click()
    expect(steps.nth(0).get_by_text("How well the opponents did")).to_be_visible()
    fits_and_is_clean(page)


def test_the_marks_of_the_steps_are_read_aloud_as_words(
    phone: Callable[[str], Page], vermont: Section
) -> None:
    page = phone(at("why", vermont, BILL))
    near = page.get_by_role("navigation", name="Just above and below")
    said = "Equal on two tiebreaks, decided on the third: Cumulative, 8 to 7"
    way = near.get_by_role("link", name=said)
    way.click()
    expect(page).to_have_url(re.compile(f"#vs{DAN}$"))
    # A color is a word too, and a number says what it is.
    terms = phone(at("why", vermont, DAN)).locator(f"#vs{ED} .addends li")
    expect(terms.first).to_contain_text(
        re.compile(r"(White|Black)\s.*(won|drew|lost), round 1\s+counts", re.S)
    )


def test_an_opponent_opens_to_the_adjusted_score(phone: Callable[[str], Page], vermont: Section) -> None:
    page = phone(at("why", vermont, DAN))
    opponent = page.locator(f"#vs{ED} .addends details").first
    expect(opponent.locator("p")).to_be_hidden()
    opponent.locator("summary").click()
    expect(opponent.locator("p")).to_be_visible()
    expect(opponent.locator("p")).to_have_text(re.compile(r"^[\d½ +]+ = [\d½]+"))


def test_every_number_comes_with_a_tap(phone: Callable[[str], Page], vermont: Section) -> None:
    page = phone(at("why", vermont, DAN))
    with page.expect_response(re.compile("/arithmetic/")):
        page.get_by_text("The arithmetic, opponent by opponent").click()
    expect(page.locator("section.system")).to_have_count(3)
    expect(page.get_by_role("link", name="Every number")).to_have_count(0)
    fits_and_is_clean(page)


def test_the_terms_of_the_one_below_come_with_a_tap(phone: Callable[[str], Page], vermont: Section) -> None:
    page = phone(at("why", vermont, DAN))
    below = page.locator(f"#vs{BILL}")
    expect(below.locator(".tally")).to_have_count(0)
    below.get_by_text("Opponent by opponent").click()
    expect(below.locator(".tally").first).to_be_visible()
    expect(below.locator(".tally h4")).to_have_text([re.compile("Dan"), re.compile("Bill")])


def test_the_whole_tie_opens_as_a_tree_with_this_child_marked(
    phone: Callable[[str], Page], vermont: Section
) -> None:
    page = phone(at("why", vermont, BILL))
    page.get_by_text("How the whole tie was broken").click()
    tie = page.locator(".tie")
    expect(tie).to_be_visible()
    expect(tie.locator(".leaf")).to_have_count(4)
    expect(tie.locator(".leaf.you")).to_contain_text("Bill")
    fits_and_is_clean(page)


def test_two_letters_find_whom_to_compare_with(phone: Callable[[str], Page], vermont: Section) -> None:
    page = phone(at("why", vermont, DAN))
    field, says = page.get_by_label("Compare with another player"), page.locator("#rivals-count")
    field.press_sequentially("zz")
    expect(says).to_have_text("Nobody else here has this name.")
    field.fill("")
    expect(says).to_be_empty()
    field.press_sequentially("ch")
    expect(says).to_have_text("1 found")
    page.locator("#rivals").get_by_role("link", name="Chip").click()
    expect(page).to_have_url(re.compile(r"\?against=3$"))
    expect(page.locator(".chain h3")).to_have_text("Why below Chip?")
    page.get_by_role("link", name="Back to nearby players").click()
    expect(page.locator(".chain")).to_have_count(2)


def test_who_is_not_ranked_is_found_too_and_leads_to_a_page_that_says_so(
    phone: Callable[[str], Page],
) -> None:
    """30B: 5 withdrew before playing half of the games."""
    section = imported(case("withdrew_before_half"), "sonneborn_berger,head_to_head")
    page = phone(at("why", section, 3))
    page.get_by_label("Compare with another player").press_sequentially("lark")
    page.locator("#rivals").get_by_role("link", name="Lark Vesey").click()
    expect(page).to_have_url(re.compile(r"\?against=5$"))
    expect(page.locator(".unranked")).to_contain_text("Lark Vesey withdrew before playing half of the games")
    fits_and_is_clean(page)


def test_all_of_it_works_without_a_script(
    new_context: Any, live_server: LiveServer, vermont: Section
) -> None:
    page = new_context(java_script_enabled=False, viewport={"width": 360, "height": 740}).new_page()
    page.goto(live_server.url + at("why", vermont, DAN))
    field = page.get_by_label("Compare with another player")
    field.fill("chi")
    field.press("Enter")
    expect(page.locator(".chain h3")).to_have_text("Why below Chip?")
    page.get_by_text("The arithmetic, opponent by opponent").click()
    page.get_by_role("link", name="Every number").click()
    expect(page.locator("section.system")).to_have_count(3)
    page.get_by_role("link", name="Why this place?").click()
    page.get_by_text("How the whole tie was broken").click()
    page.get_by_role("link", name="Step by step").click()
    expect(page.locator(".leaf.you")).to_contain_text("Dan")


def test_without_a_connection_the_way_to_the_numbers_stays(
    phone: Callable[[str], Page], vermont: Section
) -> None:
    page = phone(at("why", vermont, DAN))
    page.route("**/arithmetic/", lambda route: route.abort())
    page.get_by_text("The arithmetic, opponent by opponent").click()
    expect(page.get_by_role("link", name="Every number")).to_be_visible()
    expect(page.locator("details[aria-busy]")).to_have_count(0)
    expect(page.locator("section.system")).to_have_count(0)


def test_numbers_of_a_newer_version_are_not_put_into_an_older_page(phone: Callable[[str], Page]) -> None:
    section = a_section(4, 2, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4")
    page = phone(at("why", section, 1))
    enter(game_between(games_of(section, 2), 1, 3), "WL")
    page.get_by_text("The arithmetic, opponent by opponent").click()
    expect(page.locator('[data-news=""]')).to_be_visible()
    expect(page.locator("section.system")).to_have_count(0)


@pytest.mark.parametrize("width", [360, also(768), also(1280)])
@pytest.mark.parametrize("name", ["why", "arithmetic", "tie", "wall-chart"])
def test_text_of_twice_the_size_fits(
    new_context: Any, live_server: LiveServer, vermont: Section, name: str, width: int
) -> None:
    page = new_context(viewport={"width": width, "height": 800}).new_page()
    page.goto(live_server.url + at(name, vermont, *([] if name == "wall-chart" else [BILL])))
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    fits(page, width)


@pytest.mark.parametrize("width", [360, also(1280)])
def test_names_and_heads_of_the_wall_chart_stay_in_sight(
    page: Page, live_server: LiveServer, width: int
) -> None:
    section = a_section(40, 9, order="solkoff")
    for number in range(1, 10):
        played(section, number, "\n".join(f"{n} {n + 1} WL" for n in range(1, 40, 2)))
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(live_server.url + at("wall-chart", section))
    box = page.get_by_role("region", name="Wall chart")
    box.focus()
    box.evaluate("box => box.scrollTo(9999, 9999)")
    last = box.locator("tbody tr").last
    for cell in (last.locator("th"), last.locator("td.total"), box.locator("thead th").last):
        expect(cell).to_be_in_viewport()
    edge = "cell => Math.round(cell.getBoundingClientRect().left)"
    left = box.evaluate(edge)
    assert 0 <= last.locator("td").first.evaluate(edge) - left <= 2
    assert 0 <= last.locator("th").evaluate(edge) - left < 60
    fits_and_is_clean(page, width)
