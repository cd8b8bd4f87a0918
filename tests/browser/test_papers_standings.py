"""Standings and wall charts as the printer gets them: forty players to a sheet."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at, served
from tests.browser.looks import also, arrived, cut, lines_of
from tests.browser.papers import EVERY_TIEBREAK, LONG, PAGE, phones_reach_the_laptop, seven_rounds
from tests.browser.public_pages import k8
from tests.factories import EntryFactory, a_section, as_it_stands, enter, paired, played
from tournaments.models import Section
from tournaments.services import prizes, rosters
from tournaments.services.finishing import finish

__all__ = ["k8", "phones_reach_the_laptop"]


def test_a_section_s_name_has_the_first_line_of_standings_on_paper(
    new_context: Any, live_server: LiveServer
) -> None:
    section = a_section(4, 4, name="K-8 Championship")
    played(section, 1, "1 4 WL\n2 3")
    page: Page = new_context(viewport={"width": 703, "height": 1000}).new_page()
    page.goto(live_server.url + at("paper", section))
    page.emulate_media(media="print")
    assert lines_of(page.locator(".on-paper h1")) == 1
    tops = "all => all.map((one) => Math.round(one.getBoundingClientRect().bottom))"
    assert len(set(page.locator(".on-paper header > p").evaluate_all(tops))) == 1


@pytest.mark.parametrize("paper", ["Letter", also("A4")])
@pytest.mark.parametrize(
    ("name", "players", "pages"),
    [
        ("paper", 40, 1),
        ("paper", 41, 2),
        ("wall-chart", 40, 1),
        # So many have larger letters.
        ("wall-chart", 22, 1),
    ],
)
def test_forty_players_and_seven_rounds_stand_on_one_sheet(
    sit_down: Callable[..., Page], kim: User, name: str, players: int, pages: int, paper: str
) -> None:
    section = seven_rounds(kim, players)
    page = sit_down(kim, at(name, section))
    # "Ready" may be said before a letter is laid out, and so before a face is asked for.
    page.evaluate("document.fonts.load('1em Inter').then(() => document.fonts.ready).then(() => {})")
    assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) == pages
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    assert page.evaluate("document.documentElement.scrollWidth") <= 700


def test_rounds_of_a_printed_wall_chart_are_as_wide_as_each_other_and_few_players_have_high_rows(
    sit_down: Callable[..., Page], kim: User
) -> None:
    """Rounds to come were too narrow to write in, and six players were as small as twenty."""
    section = a_section(6, 5, by=kim, order="solkoff")
    played(section, 1, "1 4 WL\n2 5 WL\n3 6 DD", by=kim)
    page = sit_down(kim, at("wall-chart", section))
    page.set_viewport_size({"width": 700, "height": 1000})
    page.emulate_media(media="print")
    row = page.locator(".chart tbody tr").first
    widths = row.locator("td:not(.n)").evaluate_all("all => all.map((one) => Math.round(one.offsetWidth))")
    assert len(widths) == 5
    assert max(widths) - min(widths) <= 1
    assert row.evaluate("one => one.offsetHeight") >= 55
    assert row.locator("th").evaluate("one => parseFloat(getComputedStyle(one).fontSize)") > 16


def test_the_small_print_of_a_wall_chart_of_forty_is_large_enough_to_read_and_breaks_no_time(
    page: Page, live_server: LiveServer, kim: User
) -> None:
    """A tenth of the sheet was empty, the score after each round had letters of 6 points, and a line ended
    after "Last result"."""
    section = seven_rounds(kim, 40)
    page.goto(served(live_server, "wall-chart", section))
    arrived(page)
    page.emulate_media(media="print")
    size = "one => Math.round(parseFloat(getComputedStyle(one).fontSize) * 720 / 96) / 10"
    for part, least in (("tbody td .under", 7.5), ("tbody th .of-school", 7), (".marks td", 7)):
        assert page.locator(f".chart {part}").first.evaluate(size) >= least, part
    for width in range(500, 760, 20):
        page.set_viewport_size({"width": width, "height": 1000})
        as_of = page.locator(".of-sheet span span").filter(has=page.locator("time"))
        tops = as_of.evaluate("one => [...one.getClientRects()].map(({ top }) => Math.round(top))")
        assert len(set(tops)) == 1, width


def test_a_number_and_a_school_of_the_printed_standings_stand_apart(
    sit_down: Callable[..., Page], kim: User
) -> None:
    """It read "Kaya Marchetti 6 Lincoln Middle School"."""
    section = a_section(2, 3, by=kim, order="solkoff")
    section.players.update(team="Lincoln Middle School")
    played(section, 1, "1 2 WL", by=kim)
    page = sit_down(kim, at("paper", section))
    name = page.locator(".on-paper tbody th").first
    number, school = name.locator(".no").bounding_box(), name.locator(".under").bounding_box()
    assert number is not None
    assert school is not None
    assert school["y"] >= number["y"] + number["height"] - 2


@pytest.mark.parametrize("paper", ["Letter", also("A4")])
def test_a_wall_chart_of_forty_stands_on_one_sheet_in_spanish_too(
    page: Page, live_server: LiveServer, kim: User, paper: str
) -> None:
    """The note that it is a draft translation had the second sheet for itself."""
    section = seven_rounds(kim, 40)
    page.goto(f"{live_server.url}/es{at('wall-chart', section)}")
    arrived(page)
    assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) == 1


@pytest.mark.parametrize("paper", ["Letter", also("A4")])
@pytest.mark.parametrize(("rounds", "order"), [(7, EVERY_TIEBREAK), also(5, "solkoff")])
def test_the_page_of_the_standings_printed_as_it_is_breaks_no_name(
    sit_down: Callable[..., Page], kim: User, rounds: int, order: str, paper: str
) -> None:
    """Somebody presses Ctrl-P where the standings are, and not on the sheets made for the wall."""
    section = a_section(0, rounds, by=kim, name="Championship K-5", order=order)
    entries = [
        EntryFactory.create(name=f"{name} {n}", rating=2000, team="Maple Grove Elementary", grade="5")
        for n, name in enumerate([LONG, "Chukwuemeka Venkataraman", "Bo Ng", "Ximena Balasubramanian"] * 10)
    ]
    rosters.add_players(section, entries, by=kim)
    prizes.announce(section, "1st–5th trophies", by=kim)
    for number in range(1, rounds + 1):
        games = "\n".join(f"{n} {(n - 1 + number) % 20 + 21} WL" for n in range(1, 21))
        played(section, number, games, by=kim)
    page = sit_down(kim, at("standings", section))
    arrived(page)
    assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) <= 2
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    assert [each for each in cut(page) if not each.startswith("breaks “Feather")] == []


@pytest.mark.parametrize("paper", ["Letter", also("A4")])
def test_the_page_of_the_standings_prints_forty_players_a_sheet_as_they_play(
    page: Page, live_server: LiveServer, kim: User, paper: str
) -> None:
    """120 players took ten sheets, three lines each."""
    section = a_section(120, 5, by=kim, name="Championship K-5", order=EVERY_TIEBREAK)
    section.players.update(team="Maple Grove Elementary", grade="5")
    prizes.announce(section, "1st–10th trophies", by=kim)
    for number in range(1, 5):
        lines = [
            f"{n} {(n + 7 * number) % 60 + 61} {('WL', 'LW', 'DD')[n * number % 3]}" for n in range(1, 61)
        ]
        played(section, number, "\n".join(lines), by=kim)
    games = paired(section, 5, "\n".join(f"{n} {n + 60}" for n in range(1, 61)), publish=True)
    for game in games[10:]:
        enter(game, "WL")
    page.goto(served(live_server, "standings", section))
    arrived(page)
    assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) == 3


@pytest.mark.parametrize("paper", ["Letter", also("A4")])
def test_the_page_of_the_standings_prints_forty_players_with_prizes_on_one_sheet_under_their_section(
    page: Page, live_server: LiveServer, k8: Section, paper: str
) -> None:
    """Each still played on a second line, and the state of the round stood above the name of the section."""
    page.goto(live_server.url + at("standings", k8))
    arrived(page)
    assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) == 1
    page.emulate_media(media="print")
    assert page.locator("h1").bounding_box()["y"] < page.locator("#status").bounding_box()["y"]  # type: ignore[index]
    expect(page.locator(".points .playing").locator("visible=true")).to_have_count(0)


def test_what_the_marks_of_printed_standings_mean_stands_above_them_and_of_a_prize_where_one_is_projected(
    page: Page, live_server: LiveServer, k8: Section
) -> None:
    """It had a sheet for itself, and did not say what "1st trophy?" is."""
    page.goto(live_server.url + at("standings", k8))
    marks = page.locator(".letters")
    expect(marks).to_be_hidden()
    page.emulate_media(media="print")
    expect(marks.get_by_text("Prize?: not won yet.")).to_be_visible()
    assert marks.bounding_box()["y"] < page.locator(".entry").first.bounding_box()["y"]  # type: ignore[index]
    page.locator(".projected").evaluate_all("all => all.forEach((pill) => pill.remove())")
    expect(marks.get_by_text("Prize?")).to_be_hidden()
    expect(marks).to_contain_text("?: still playing.")


def test_standings_on_paper_explain_their_marks_and_leave_no_gap_between_a_name_and_a_rating(
    page: Page, live_server: LiveServer, k8: Section
) -> None:
    page.set_viewport_size({"width": 700, "height": 1000})
    page.goto(live_server.url + at("paper", k8))
    page.emulate_media(media="print")
    marks = "B: full-point bye. H: half-point bye. U: no game. ?: still playing."
    expect(page.locator(".on-paper footer").first).to_contain_text(marks)
    name = page.locator(".on-paper tbody th").first
    assert name.evaluate("name => name.offsetWidth / name.closest('table').offsetWidth") < 0.36
    row = page.locator(".on-paper tbody tr").first
    ends = """one => {
        const text = document.createRange();
        text.selectNodeContents(one);
        const { left, right } = text.getBoundingClientRect();
        return [left, right];
    }"""
    _, before = row.locator(".n").nth(1).evaluate(ends)
    after, _ = row.locator(".cell").first.evaluate(ends)
    assert after - before > 10


@pytest.mark.parametrize(("rounds", "order"), [(5, EVERY_TIEBREAK), (7, EVERY_TIEBREAK), also(10, "solkoff")])
def test_each_number_of_the_printed_standings_stands_below_its_head(
    page: Page, live_server: LiveServer, kim: User, rounds: int, order: str
) -> None:
    section = a_section(4, rounds, by=kim, order=order)
    for number in range(1, rounds + 1):
        played(section, number, "1 3 DD\n2 4 WL", by=kim)
    page.goto(served(live_server, "standings", section))
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    arrived(page)
    # What is a head of a table stands on each sheet, and says of which section it is.
    heads = page.locator(".standings > .heads")
    assert heads.evaluate("one => getComputedStyle(one).display") == "table-header-group"
    shown = heads.locator(".who").evaluate("one => getComputedStyle(one, '::after').content")
    assert shown == f'" · {section.name}"'
    ends = """all => all.filter((one) => one.offsetWidth)
      .map((one) => Math.round(one.getBoundingClientRect().right))"""
    for column in (".rank", ".values > *", ".points", *([".cells > *"] if rounds < 10 else [])):
        below = page.locator("#p1 .placing").locator(column).evaluate_all(ends)
        assert below
        assert heads.locator(column).evaluate_all(ends) == below, column
    for left_out in ("search", "navigation"):
        expect(page.get_by_role(left_out)).to_have_count(0)
    expect(page.locator(":is(button, .button, .dock)").locator("visible=true")).to_have_count(0)


@pytest.mark.parametrize("paper", ["Letter", also("A4")])
def test_forty_final_lines_of_long_schools_stand_on_one_sheet(
    sit_down: Callable[..., Page], kim: User, paper: str
) -> None:
    section = a_section(0, 1, by=kim, name="Championship K-5", order=EVERY_TIEBREAK)
    school = "The Maple Grove Elementary School of Arts and Sciences"
    entries = [
        EntryFactory.create(name=f"Priya Venkataraman {n}", rating=2000, team=school, grade="5")
        for n in range(1, 41)
    ]
    rosters.add_players(section, entries, by=kim)
    played(section, 1, "\n".join(f"{n} {n + 20} WL" for n in range(1, 21)), by=kim)
    finish(as_it_stands(section), by=kim)
    page = sit_down(kim, at("paper", section))
    arrived(page)
    expect(page.locator(".on-paper .status")).to_contain_text("FINAL")
    assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) == 1


@pytest.mark.parametrize("paper", ["Letter", "A4"])
@pytest.mark.parametrize(("rounds", "order", "pages"), [(2, "solkoff", 8), also(9, EVERY_TIEBREAK, 12)])
def test_each_sheet_of_three_hundred_with_long_names_is_one_page_as_it_says(
    sit_down: Callable[..., Page], kim: User, rounds: int, order: str, pages: int, paper: str
) -> None:
    """Names that took two lines made ten pages of "8": two had no section, no number and no code."""
    name = "Championship K-5 of the Lake Wren Scholastic League"
    section = a_section(0, rounds, by=kim, name=name, order=order)
    school = "The Maple Grove Elementary School of Arts and Sciences"
    names = [LONG, f"{LONG} von und zu Hernández-Villalobos", "Chukwuemeka Venkataraman"]
    entries = [
        EntryFactory.create(name=f"{names[n % 3]} {n}", rating=2000, team=school, grade="5")
        for n in range(201, 501)
    ]
    rosters.add_players(section, entries, by=kim)
    section.players.filter(number__gt=240).update(withdrawn_after=1)
    for number in range(1, rounds + 1):
        lines = [f"{n} {(n - 1 + number) % 150 + 151} {('WL', 'LW', 'DD')[n % 3]}" for n in range(1, 31)]
        played(section, number, "\n".join(lines), by=kim)
    page = sit_down(kim, at("paper", section))
    arrived(page)
    sheets = page.locator(".on-paper")
    expect(sheets).to_have_count(pages)
    expect(sheets.last.locator(".which")).to_have_text(f"Page {pages} of {pages}")
    assert len(PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True))) == pages
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 703, "height": 1000})
    assert page.evaluate("document.documentElement.scrollWidth") <= 703
    # Whatever the estimate of its letters missed, a name is in sight.
    cut_off = """all => all.filter((one) => {
      const whole = document.createRange();
      whole.selectNodeContents(one);
      const within = one.closest(".who").getBoundingClientRect();
      return whole.getBoundingClientRect().bottom > within.bottom + 3;
    }).map((one) => one.innerText)"""
    names_shown = page.locator(".on-paper .who > :is(bdi, .no)").evaluate_all(cut_off)
    assert [each for each in names_shown if rounds < 9 or "von und zu" not in each] == []
