"""Result slips as the printer gets them: nothing is cut, and no name runs into the next slip."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page

from tests.addresses import at
from tests.browser.looks import also, arrived
from tests.browser.papers import LONG, PAGE, phones_reach_the_laptop, round_one, round_one_of
from tests.factories import a_section, paired
from tournaments.formats import team_roster
from tournaments.models import Section
from tournaments.services import importing

__all__ = ["phones_reach_the_laptop", "round_one"]


@pytest.mark.parametrize("paper", ["letter", also("a4")])
@pytest.mark.parametrize("per", [8, 4])
def test_every_slip_holds_its_names(
    sit_down: Callable[..., Page], kim: User, round_one: Section, per: int, paper: str
) -> None:
    page = sit_down(kim, f"{at('slips', round_one, 1)}?per={per}&paper={paper}")
    page.emulate_media(media="print")
    page.wait_for_load_state()
    # "Ready" may be said before a letter is laid out, and so before a face is asked for.
    page.evaluate("document.fonts.load('1em Inter').then(() => document.fonts.ready).then(() => {})")
    slips = page.locator(".slips li")
    over = slips.evaluate_all("all => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length")
    heights = slips.evaluate_all("all => all.map((one) => one.clientHeight)")
    assert over == 0
    assert max(heights) - min(heights) <= 2


@pytest.mark.parametrize("paper", ["letter", also("a4")])
@pytest.mark.parametrize("per", [8, 4])
@pytest.mark.parametrize("first_board", [402, also(9980)])
def test_the_longest_number_of_a_board_leaves_each_slip_its_lines(
    sit_down: Callable[..., Page], kim: User, first_board: int, per: int, paper: str
) -> None:
    """A table far on in the hall, with two games: the score and the rating stay beside the color."""
    section = round_one_of(kim, games=2, first_board=first_board)
    page = sit_down(kim, f"{at('slips', section, 1)}?per={per}&paper={paper}")
    page.emulate_media(media="print")
    arrived(page)
    page.evaluate("document.fonts.load('1em Inter').then(() => document.fonts.ready).then(() => {})")
    slips = page.locator(".slips li")
    assert slips.locator(".code svg").count() == 20
    assert (
        slips.evaluate_all("all => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length") == 0
    )
    heights = slips.evaluate_all("all => all.map((one) => one.clientHeight)")
    assert max(heights) - min(heights) <= 2
    wrapped = """all => all.filter((one) => {
      return one.offsetHeight > 1.5 * parseFloat(getComputedStyle(one).lineHeight);
    }).map((one) => one.innerText)"""
    assert page.locator(".slips .names small").evaluate_all(wrapped) == []
    overlapping = """all => all.filter((one) => {
      const range = document.createRange();
      range.selectNodeContents(one.querySelector(".bd"));
      const right = range.getBoundingClientRect().right;
      return right > one.querySelector(".code").getBoundingClientRect().left
        || one.closest(".of-8") && right > one.querySelector(".names").getBoundingClientRect().left;
    }).map((one) => one.innerText)"""
    assert slips.filter(has=page.locator(".bd")).evaluate_all(overlapping) == []


def test_the_day_on_a_slip_stands_on_one_line(
    sit_down: Callable[..., Page], kim: User, round_one: Section
) -> None:
    page = sit_down(kim, at("slips", round_one, 1))
    arrived(page)
    lines = page.locator(".slips .where .day").evaluate_all(
        "all => all.map((one) => one.getClientRects().length)"
    )
    assert len(lines) == 10
    assert set(lines) == {1}


def test_no_line_of_a_slip_begins_with_a_dot(
    sit_down: Callable[..., Page], kim: User, round_one: Section
) -> None:
    """It read "round 4", and below it "· Nov 30, 2026"."""
    page = sit_down(kim, at("slips", round_one, 1))
    arrived(page)
    begin = """one => {
      const top = (node, at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().top;
      };
      const found = [];
      let before = null;
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        [...walker.currentNode.data].forEach((letter, at) => {
          if (!letter.trim()) return;
          const here = top(walker.currentNode, at);
          if (letter === "·" && here > before + 5) found.push(one.innerText);
          before = here;
        });
      }
      return found;
    }"""
    where = page.locator(".slips .where").first
    for width in range(120, 400, 7):
        where.evaluate("(one, width) => { one.style.width = `${width}px` }", width)
        assert where.evaluate(begin) == [], width


@pytest.mark.parametrize("paper", ["letter", also("a4")])
@pytest.mark.parametrize("boards", [4, 6, also(12), also(20)])
def test_every_slip_of_a_match_holds_the_lines_of_its_boards(
    sit_down: Callable[..., Page], kim: User, boards: int, paper: str
) -> None:
    section = a_section(0, 3, by=kim, name="Team Open", boards=boards, first_board=9990)
    teams = [f"The Maple Grove Elementary School of Arts {team}" for team in "ABCDEFGH"]
    lists = [f"{team},{n},{LONG} {team[-1]}{n},,1800" for team in teams for n in range(1, boards + 1)]
    importing.import_team_rosters(section, team_roster.read("\n".join(lists)), by=kim)
    paired(section, 1, "1 2\n3 4\n5 6\n7 8", publish=True)
    page = sit_down(kim, f"{at('slips', section, 1)}?paper={paper}")
    page.emulate_media(media="print")
    arrived(page)
    page.evaluate("document.fonts.load('1em Inter').then(() => document.fonts.ready).then(() => {})")
    slips = page.locator(".slips li")
    over = """all => all.flatMap((one) => {
      const { bottom, right } = one.getBoundingClientRect();
      return [...one.querySelectorAll("*:not(.signs bdi)")].filter((part) => {
        const at = part.getBoundingClientRect();
        return at.bottom > bottom + 1 || at.right > right + 1;
      });
    }).map((part) => part.outerHTML)"""
    assert slips.evaluate_all(over) == []
    heights = slips.evaluate_all("all => all.map((one) => one.clientHeight)")
    assert max(heights) - min(heights) <= 2
    pdf = page.pdf(format="A4" if paper == "a4" else "Letter", prefer_css_page_size=True)
    assert len(PAGE.findall(pdf)) == page.locator(".sheet").count()
