"""Pairings for the wall as the printer gets them, by board and from A to Z."""

import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page

from tests.addresses import at
from tests.browser.looks import also, arrived, fits
from tests.browser.papers import LONG, PAGE, phones_reach_the_laptop, round_one
from tests.factories import EntryFactory, a_section
from tournaments.models import Section
from tournaments.services import drafts, rosters

__all__ = ["phones_reach_the_laptop", "round_one"]


def test_the_list_by_name_breaks_no_word_on_a_phone(
    sit_down: Callable[..., Page], kim: User, round_one: Section
) -> None:
    page = sit_down(kim, at("pairings-by-name", round_one, 1), viewport={"width": 360, "height": 740})
    fits(page)
    cells = page.locator(".wall .side, .wall .bd")
    lines = """all => all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getClientRects().length;
    })"""
    assert set(cells.evaluate_all(lines)) == {1}


@pytest.mark.parametrize("first_board", [also(101), 9990])
@pytest.mark.parametrize("name", ["slips", "pairings-by-name", "pairings-by-board", "round"])
def test_the_number_of_a_board_stands_on_one_line_in_its_place(
    sit_down: Callable[..., Page], kim: User, name: str, first_board: int
) -> None:
    """Sections of an event number their boards on from one another: three digits are usual."""
    section = a_section(20, 3, by=kim, first_board=first_board)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    drafts.publish(section, 1, by=kim)
    page = sit_down(kim, at(name, section, 1))
    page.emulate_media(media="print")
    page.wait_for_load_state()
    page.evaluate("document.fonts.load('1em Inter').then(() => document.fonts.ready).then(() => {})")
    numbers = page.locator(".bd").filter(has_text=re.compile(r"\d"))
    broken = """all => all.filter((one) => {
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (walker.nextNode()) {
        if (!/\\d/.test(walker.currentNode.data)) continue;
        range.selectNodeContents(walker.currentNode);
        const lines = [...range.getClientRects()].filter((line) => line.width > 0.5);
        const { left, right } = one.getBoundingClientRect();
        const outside = (line) => line.right > right + 1 || line.left < left - 1;
        if (lines.length > 1 || lines.some(outside)) return true;
      }
    }).map((one) => one.innerText)"""
    assert numbers.count() >= 10
    assert numbers.evaluate_all(broken) == []


@pytest.mark.parametrize("paper", ["letter", also("a4")])
def test_each_page_of_the_list_has_its_margin(
    sit_down: Callable[..., Page], kim: User, round_one: Section, paper: str
) -> None:
    page = sit_down(kim, f"{at('pairings-by-name', round_one, 1)}?paper={paper}")
    page.emulate_media(media="print")
    sheet = page.locator(".wall")
    assert sheet.evaluate("one => getComputedStyle(one).page") == f"{paper}-list"


@pytest.mark.parametrize("letters", ["large", also("small")])
def test_what_hangs_from_a_name_on_the_wall_does_not_reach_its_school(
    sit_down: Callable[..., Page], kim: User, letters: str
) -> None:
    section = a_section(0, 3, by=kim)
    names = ["Ingrid Ashdown", "Peggy Young"]
    entries = [EntryFactory.create(name=name, rating=1500, team="North Ridge") for name in names]
    rosters.add_players(section, entries, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    drafts.publish(section, 1, by=kim)
    page = sit_down(kim, f"{at('pairings-by-board', section, 1)}?letters={letters}")
    page.emulate_media(media="print")
    # A capital begins an eighth of its size below the line that it stands in.
    apart = """all => all.map((one) => {
      const name = one.parentElement.querySelector("bdi").getBoundingClientRect();
      return one.getBoundingClientRect().top + parseFloat(getComputedStyle(one).fontSize) / 8 - name.bottom;
    })"""
    gaps = page.locator(".wall .under").evaluate_all(apart)
    assert len(gaps) == 2
    assert min(gaps) > 0


@pytest.mark.parametrize("paper", ["Letter", also("A4")])
@pytest.mark.parametrize("letters", ["large", also("small")])
@pytest.mark.parametrize("name", ["pairings-by-name", "pairings-by-board"])
@pytest.mark.parametrize("school", ["", "The Maple Grove Elementary School of Arts and Sciences"])
def test_each_sheet_for_the_wall_is_one_page_whatever_the_names(
    sit_down: Callable[..., Page], kim: User, school: str, name: str, letters: str, paper: str
) -> None:
    section = a_section(0, 3, by=kim, name="Championship K-5", first_board=101)
    entries = [EntryFactory.create(name=f"{LONG} {n}", rating=2000 - n, team=school) for n in range(1, 102)]
    rosters.add_players(section, entries, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    drafts.publish(section, 1, by=kim)
    page = sit_down(kim, f"{at(name, section, 1)}?paper={paper.lower()}&letters={letters}")
    arrived(page)
    page.evaluate("document.fonts.load('1em Inter').then(() => document.fonts.ready).then(() => {})")
    pdf = page.pdf(format=paper, prefer_css_page_size=True)
    assert len(PAGE.findall(pdf)) == page.locator(".sheet").count() > 1
    page.emulate_media(media="print")
    wide = {"Letter": {"N": 7.4, "B": 9.9}, "A4": {"N": 182 / 25.4, "B": 269 / 25.4}}[paper]
    width = wide["B" if "board" in name and letters == "large" else "N"]
    page.locator(".sheet").evaluate_all(
        "(all, width) => all.forEach((one) => { one.style.width = `${width}in` })", width
    )
    over = "all => all.filter((one) => one.offsetWidth > one.parentElement.clientWidth + 1).length"
    assert page.locator(".sheet table").evaluate_all(over) == 0


@pytest.mark.parametrize("paper", ["Letter", "A4"])
@pytest.mark.parametrize(
    ("name", "letters", "players"),
    [
        ("pairings-by-name", "large", 20),
        also("pairings-by-name", "small", 30),
        also("pairings-by-board", "large", 28),
        also("pairings-by-board", "small", 48),
    ],
)
def test_as_many_players_with_schools_as_without_stand_on_one_sheet_for_the_wall(
    sit_down: Callable[..., Page], kim: User, name: str, letters: str, players: int, paper: str
) -> None:
    """Twenty took two sheets, the second with three names."""
    section = a_section(0, 3, by=kim, name="Championship K-5")
    names = [LONG, "Priya Venkataraman", "Bo Ng", "Theo Castellanos Ruiz"]
    entries = [EntryFactory.create(name=f"{names[n % 4]} {n}", team="Elm Hollow") for n in range(players)]
    rosters.add_players(section, entries, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    drafts.publish(section, 1, by=kim)
    page = sit_down(kim, f"{at(name, section, 1)}?paper={paper.lower()}&letters={letters}")
    arrived(page)
    assert page.locator(".sheet").count() == 1
    assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) == 1
    page.emulate_media(media="print")
    heights = page.locator(".wall tbody tr").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert max(heights) - min(heights) <= 1
    assert page.locator(".wall .under bdi").first.is_visible()


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("name", ["pairings-by-name", "pairings-by-board"])
def test_a_name_on_the_wall_has_smaller_letters_only_where_it_does_not_fit(
    sit_down: Callable[..., Page], kim: User, name: str, paper: str
) -> None:
    section = a_section(0, 3, by=kim, name="Championship K-5")
    names = [
        "Lindqvist, Ana-Sofia",
        "Montgomery, Alexander",
        "Wimmer-Mommsen, Wilma",
        "Ng, Bo",
        LONG,
        "Kim, Ann",
    ]
    rosters.add_players(section, [EntryFactory.create(name=each, rating=2000) for each in names], by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    drafts.publish(section, 1, by=kim)
    page = sit_down(kim, f"{at(name, section, 1)}?paper={paper}", viewport={"width": 1400, "height": 900})
    arrived(page)
    page.evaluate("document.fonts.load('1em Inter').then(() => document.fonts.ready).then(() => {})")
    # As wide as the paper is within its margins.
    wide = {"letter": {"N": 7.4, "B": 9.9}, "a4": {"N": 182 / 25.4, "B": 269 / 25.4}}[paper]
    width = wide["B" if "board" in name else "N"]
    page.locator(".sheet").evaluate(
        "(one, width) => Object.assign(one.style, { width: `${width}in`, padding: 0 })", width
    )
    found = (
        page.locator(".wall bdi")
        .filter(has_text=re.compile("."))
        .evaluate_all("""all => all
      .filter((one) => one.closest("td, tbody th")).map((one) => {
        const cell = one.parentElement;
        const style = getComputedStyle(cell);
        const range = document.createRange();
        range.selectNodeContents(one);
        const { width, height } = range.getBoundingClientRect();
        const room = cell.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        const share = parseFloat(getComputedStyle(one).fontSize) / parseFloat(style.fontSize);
        return [one.innerText, share, width / room, range.getClientRects().length];
      })""")
    )
    assert len(found) == (12 if "name" in name else 6)
    for text, share, filled, lines in found:
        assert filled <= 1.01, text
        assert share == 1 or lines > 1 or filled > 0.7, (text, share, filled)
        assert lines == 1 or len(text) > 25, text


@pytest.mark.parametrize(("paper", "query"), [("Letter", {}), ("A4", {"paper": "a4"})])
@pytest.mark.parametrize("name", ["slips", "pairings-by-name", "pairings-by-board"])
def test_slips_and_names_begin_on_the_first_sheet(
    sit_down: Callable[..., Page], kim: User, section: Section, name: str, paper: str, query: dict[str, str]
) -> None:
    page = sit_down(kim, f"{at(name, section, 1)}?{urlencode(query)}")
    arrived(page)
    assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) == 1
