"""Public pages and checklists as the printer gets them."""

from collections.abc import Callable
from typing import Any, Literal

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at, served
from tests.browser.looks import also, arrived
from tests.browser.papers import LONG, PAGE, forty_trophies, phones_reach_the_laptop, round_one
from tests.browser.phones import look, wait_for_a_poll
from tests.factories import EntryFactory, a_section, as_it_stands, enter, paired, played
from tiebreaks.engine.chart.wallchart import Kind
from tournaments import demo
from tournaments.models import Game, Section
from tournaments.selectors.awards.ties import ties
from tournaments.services import decisions, prizes, rosters
from tournaments.services.finishing import finish, reopen

__all__ = ["forty_trophies", "phones_reach_the_laptop", "round_one"]

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.mark.parametrize("name", ["why", "wall-chart", "trophies", "standings"])
def test_paper_has_the_colors_of_paper_also_from_a_phone_in_dark_mode(
    page: Page, live_server: LiveServer, round_one: Section, name: str
) -> None:
    """A check on black was black."""
    page.goto(served(live_server, name, round_one, *([1] if name == "why" else [])))
    printed: Any = {}
    for scheme in SCHEMES:
        page.emulate_media(media="print", color_scheme=scheme)
        printed[scheme] = page.evaluate("""() => [...document.querySelectorAll("main, main *")].map((one) => {
          const { color, backgroundColor, borderTopColor } = getComputedStyle(one);
          return [one.className, color, backgroundColor, borderTopColor];
        })""")
    assert printed["dark"] == printed["light"]


@pytest.mark.parametrize("places", ["1st trophy", "1st–2nd trophies"])
def test_why_players_ahead_do_not_win_a_prize_is_printed_open_and_as_small_as_other_reasons(
    page: Page, live_server: LiveServer, kim: User, places: str
) -> None:
    """What a tap opens on a phone was lost on paper; and one reason was as large as a heading."""
    section = a_section(4, 2, by=kim, order="solkoff,cumulative")
    prizes.announce(section, f"{places}\nTop under 2400", in_this_order=False, by=kim)
    played(section, 1, "1 4 WL\n2 3 WL", by=kim)
    played(section, 2, "2 1 LW\n4 3 LW", by=kim)
    finish(as_it_stands(section), by=kim)
    page.emulate_media(media="print")
    for name in ("trophies", "final"):
        page.goto(served(live_server, name, section))
        skipped = page.locator(".skipped").get_by_text("already takes")
        expect(skipped.first).to_be_visible()
        assert all(skipped.nth(n).bounding_box()["height"] for n in range(skipped.count()))  # type: ignore[index]
        size = "one => parseFloat(getComputedStyle(one).fontSize)"
        reason = page.locator(":is(.trophy .reason, .won .small)").first.evaluate(size)
        assert skipped.first.evaluate(size) == reason, name


@pytest.mark.parametrize("name", ["trophies", "cash", "standings", "wall-chart", "player"])
def test_no_box_is_left_below_what_the_last_sheet_shows(
    page: Page, live_server: LiveServer, kim: User, name: str
) -> None:
    """What is only read aloud stood there, and had a blank sheet for itself below a full one."""
    section = a_section(4, 1, by=kim)
    prizes.announce(section, "1st–2nd trophies\n1st $50", in_this_order=False, by=kim)
    played(section, 1, "1 3 WL\n2 4 WL", by=kim)
    page.goto(served(live_server, name, section, *([1] if name == "player" else [])))
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 725, "height": 50})
    arrived(page)
    below = page.evaluate("""() => {
      const bottoms = (all) => all.filter((one) => one.getClientRects().length)
        .map((one) => one.getBoundingClientRect().bottom);
      const shown = Math.max(...bottoms([...document.querySelectorAll("main *")]));
      const rest = [...document.querySelectorAll("body > :not(main), body > :not(main) *")];
      return [...bottoms(rest), shown].some((bottom) => bottom > shown);
    }""")
    assert not below


@pytest.mark.parametrize("paper", ["Letter", "A4"])
@pytest.mark.parametrize("name", ["trophies", "cash"])
def test_what_the_largest_section_of_the_demo_wins_stands_on_one_sheet(
    page: Page, live_server: LiveServer, kim: User, name: str, paper: str
) -> None:
    """Five places, seven prizes and the trophies of teams; or three pools of money and their sums."""
    section = demo.load(kim).sections.get(name="K-8 Championship")
    for done in (False, True):
        if done:
            open_games = Game.objects.filter(round__section=section, seats__kind=Kind.OPEN.letter).distinct()
            for number, game in enumerate(open_games.order_by("board")):
                enter(game, ("WL", "DD", "LW")[number % 3])
        page.goto(served(live_server, name, section))
        arrived(page)
        assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) == 1, done


@pytest.mark.parametrize("paper", ["Letter", also("A4")])
@pytest.mark.parametrize("name", ["final", "trophies"])
def test_forty_trophies_stand_on_two_sheets(
    sit_down: Callable[..., Page], kim: User, forty_trophies: Section, name: str, paper: str
) -> None:
    """The first took five, the second six."""
    page = sit_down(kim, at(name, forty_trophies))
    arrived(page)
    assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) <= 2


@pytest.mark.parametrize("paper", ["Letter", also("A4")])
def test_the_order_of_a_new_version_begins_on_the_first_sheet_and_all_that_changed_is_open_below_it(
    sit_down: Callable[..., Page], kim: User, forty_trophies: Section, paper: str
) -> None:
    """It began on the third one, below "▶ 7 more players"."""
    reopen(forty_trophies, by=kim, reason="Board 1 was entered wrong")
    game = Game.objects.filter(round__section=forty_trophies, round__number=1).order_by("board")[0]
    enter(game, "LW")
    for tie in ties(as_it_stands(forty_trophies), {}).trophy:
        decisions.toss_coin(as_it_stands(forty_trophies), tie.numbers, by=kim)
    finish(as_it_stands(forty_trophies), by=kim)
    page = sit_down(kim, at("final", forty_trophies))
    moved = page.locator(".since .places tbody tr")
    assert moved.count() > 12
    arrived(page)
    assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) <= 3
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    order, change = page.locator(".trophy-order tbody tr").first, page.locator(".since")
    assert 0 < order.bounding_box()["y"] < 400  # type: ignore[index]
    assert change.bounding_box()["y"] > order.bounding_box()["y"]  # type: ignore[index]
    expect(moved.last).to_be_visible()
    expect(change.locator("summary")).to_be_hidden()
    # Each sheet says that it replaces another one, and no words lead where a tap would.
    replaces = page.locator(".trophy-order thead").get_by_text("Replaces version 1: “Board 1 was")
    expect(replaces).to_be_visible()
    assert replaces.bounding_box()["y"] < 60  # type: ignore[index]
    expect(page.get_by_text("See version 1")).to_be_hidden()
    expect(page.locator(".proof .scan b")).to_contain_text(at("final-version", forty_trophies, 2))
    expect(page.locator(".proof .scan")).to_be_visible()
    page.emulate_media(media="screen")
    expect(replaces).to_be_hidden()
    expect(page.locator(".proof .scan")).to_be_hidden()
    expect(page.get_by_text("See version 1")).to_be_visible()


def test_each_sheet_of_a_wall_chart_says_of_which_section_and_round_it_is(
    sit_down: Callable[..., Page], kim: User, forty_trophies: Section
) -> None:
    for name in ("wall-chart", "final"):
        page = sit_down(kim, at(name, forty_trophies))
        head = page.locator("thead .of-sheet").first
        expect(head).to_be_hidden()
        page.emulate_media(media="print")
        # The head of a table stands on each sheet.
        expect(head).to_contain_text("Championship K-5")
        expect(head).to_be_visible()
        expect(head).to_contain_text("After all 5 rounds")
        expect(head).to_contain_text("FINAL")
        # Alone: on the first sheet the head of the page would say it twice.
        expect(page.locator(".public .head h1")).to_be_hidden()
        assert head.bounding_box()["y"] < 60  # type: ignore[index]


def test_what_the_marks_of_a_wall_chart_mean_stands_below_the_head_of_each_sheet(
    sit_down: Callable[..., Page], kim: User, forty_trophies: Section
) -> None:
    page = sit_down(kim, at("wall-chart", forty_trophies))
    marks = page.get_by_text("W won, L lost, D drew")
    expect(marks.locator("visible=true")).to_have_count(1)
    page.emulate_media(media="print")
    expect(marks.locator("visible=true")).to_have_count(1)
    expect(page.locator("thead .of-sheet").nth(1)).to_contain_text("W won, L lost, D drew")


def test_each_sheet_of_a_round_says_of_which_section_and_round_it_is(
    page: Page, live_server: LiveServer, kim: User
) -> None:
    """Its later sheets were boards of nowhere; a result changes the head with the board alone."""
    section = a_section(120, 3, by=kim, name="Championship K-5", order="solkoff")
    games = paired(section, 1, "\n".join(f"{n} {n + 60}" for n in range(1, 61)), publish=True)
    page = look(page, live_server.url + at("round", section, 1))
    head = page.locator("thead .of-sheet")
    expect(head).to_be_hidden()
    enter(games[0], "WL")
    assert wait_for_a_poll(page) == 200
    expect(head).to_have_count(1)
    expect(head).to_be_hidden()
    page.emulate_media(media="print")
    expect(head).to_be_visible()
    expect(head).to_contain_text("Championship K-5 Round 1")
    expect(head).to_contain_text("59 of 60 games still playing")
    expect(page.locator("h1")).to_be_hidden()


@pytest.mark.parametrize("paper", ["Letter", also("A4")])
def test_each_sheet_of_a_round_from_a_to_z_says_what_it_is_of(
    page: Page, live_server: LiveServer, kim: User, paper: str
) -> None:
    """Its later sheets were names of nowhere, and 120 of them took eight."""
    section = a_section(120, 3, by=kim, name="Championship K-5", order="solkoff")
    games = paired(section, 1, "\n".join(f"{n} {n + 60}" for n in range(1, 61)), publish=True)
    page = look(page, f"{live_server.url}{at('round', section, 1)}?show=names")
    head = page.locator("thead .of-sheet")
    expect(head).to_be_hidden()
    enter(games[0], "WL")
    assert wait_for_a_poll(page) == 200
    expect(head).to_have_count(1)
    page.emulate_media(media="print")
    expect(head).to_contain_text("Championship K-5 Round 1")
    expect(head).to_contain_text("59 of 60 games still playing")
    expect(page.locator("h1")).to_be_hidden()
    arrived(page)
    assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) == 3


def test_forty_players_of_a_school_stand_on_one_sheet(page: Page, live_server: LiveServer, kim: User) -> None:
    """They took five, when each said its section."""
    section = a_section(40, 3, by=kim)
    section.players.update(team="Elm")
    played(section, 1, "\n".join(f"{n} {n + 20} WL" for n in range(1, 21)), by=kim)
    page.goto(live_server.url + reverse("school", args=[section.event.slug, "elm"]))
    arrived(page)
    assert page.locator("#school > li").count() == 40
    assert len(PAGE.findall(page.pdf(format="Letter", prefer_css_page_size=True))) == 1


@pytest.mark.parametrize("paper", ["Letter", also("A4")])
def test_twenty_boards_of_a_round_stand_on_one_sheet(
    sit_down: Callable[..., Page], kim: User, paper: str
) -> None:
    """The page of the round itself, where results come in."""
    section = a_section(0, 3, by=kim, name="Championship K-5", order="solkoff")
    names = ["Chukwuemeka Hernández-Villalobos", "Priya Venkataraman", "Bo Ng", "Theo Castellanos Ruiz"] * 10
    entries = [EntryFactory.create(name=f"{name} {n}", rating=2000) for n, name in enumerate(names)]
    rosters.add_players(section, entries, by=kim)
    played(section, 1, "\n".join(f"{n} {n + 20} WL" for n in range(1, 21)), by=kim)
    page = sit_down(kim, at("round", section, 1))
    arrived(page)
    assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) == 1


def test_black_is_black_on_paper_too(
    sit_down: Callable[..., Page], kim: User, live_server: LiveServer
) -> None:
    """A printer leaves out what is behind letters, unless a page asks for it."""
    section = a_section(4, 3, by=kim, order="solkoff")
    played(section, 1, "1 3 DD\n2 4 DD", by=kim)
    page = sit_down(kim, at("player", section, 3))
    for path, disc in (
        (at("player", section, 3), ".color.is-black"),
        (at("arithmetic", section, 3), ".disc.b"),
    ):
        page.goto(live_server.url + path)
        page.emulate_media(media="print")
        discs = page.locator(disc)
        assert discs.count(), path
        kept = "all => all.every((one) => getComputedStyle(one).printColorAdjust === 'exact')"
        assert discs.evaluate_all(kept), path


def test_on_paper_a_heading_stands_with_what_it_heads_and_a_player_s_games_close_together(
    sit_down: Callable[..., Page], kim: User, round_one: Section
) -> None:
    page = sit_down(kim, at("player", round_one, 1))
    page.emulate_media(media="print")
    arrived(page)
    assert page.locator("h2").first.evaluate("one => getComputedStyle(one).breakAfter") == "avoid"
    row = page.locator(".played tbody tr").first
    assert row.evaluate("one => one.offsetHeight") < 35
    expect(page.locator(".these-two")).to_be_hidden()


@pytest.mark.parametrize("paper", ["Letter", also("A4")])
@pytest.mark.parametrize(("lines", "pages"), [(30, 1), (31, 2)])
def test_thirty_lines_of_a_checklist_stand_on_one_sheet(
    sit_down: Callable[..., Page], kim: User, lines: int, pages: int, paper: str
) -> None:
    """With names and schools that need two lines each."""
    section = a_section(0, 1, by=kim, name="Championship K-5", order="solkoff")
    school = "The Maple Grove Elementary School of Arts and Sciences"
    entries = [EntryFactory.create(name=f"{LONG} {n}", team=school) for n in range(2 * lines)]
    rosters.add_players(section, entries, by=kim)
    played(section, 1, "\n".join(f"{n} {n + lines} WL" for n in range(1, lines + 1)), by=kim)
    prizes.announce(section, "1+ points: medal", in_this_order=False, by=kim)
    for name in (at("checklist", section), reverse("event-checklist", args=[section.event.slug])):
        page = sit_down(kim, name)
        arrived(page)
        assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) == pages
