"""The public pages on every phone and in wider windows: without a script, nothing sideways, all in sight."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.looks import SCHEMES, also, fits, fits_and_is_clean, is_clean, lines_of, open_all
from tests.browser.public_pages import k8, phone, played_out, section
from tests.factories import (
    EntryFactory,
    a_section,
    corrected,
    director_of,
    games_of,
    played,
)
from tournaments.models import Section
from tournaments.services import rosters
from tournaments.services.orders import show_columns

__all__ = ["k8", "phone", "section"]

# Between what stands in one round and what stands in the next, in each row.
GAPS = """(rows) => rows.flatMap((row) => {
    const texts = [...row.querySelectorAll(".cells > span")].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect();
    });
    return texts.slice(1).map((text, n) => text.left - texts[n].right);
})"""


def test_without_a_script_the_pages_are_whole(
    new_context: Any, live_server: LiveServer, section: Section
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(live_server.url + at("standings", section))
    page.locator("#s1").click()
    expect(page.locator(".chain").first).to_be_visible()
    page.goto(live_server.url + at("standings", section))
    page.get_by_role("link", name="Refresh").click()
    expect(page.locator(".entry")).to_have_count(4)
    expect(page.locator("#follow1")).to_have_count(0)
    page.get_by_role("searchbox").fill("ada")
    page.get_by_role("button", name="Find").click()
    page.locator(".found").get_by_role("link").first.click()
    expect(page.locator("article h2")).to_contain_text("Ada")


def addresses(section: Section) -> list[str]:
    return [
        reverse("home"),
        reverse("rules"),
        reverse("published-orders"),
        reverse("rule", args=["modified_median"]),
        reverse("following"),
        reverse("event", args=[section.event.slug]),
        reverse("event", args=[section.event.slug]) + "?q=a",
        reverse("school", args=[section.event.slug, "cedarhill"]),
        at("player", section, 5),
        at("standings", section),
        at("standings", section) + "?after=3",
        at("why", section, 5),
        at("why", section, 5) + "?against=9",
        at("why", section, 5) + "?q=a",
        at("why", section, 5) + "?after=3",
        at("arithmetic", section, 5),
        at("tie", section, 5),
        at("round", section, 4),
        at("round", section, 5),
        at("wall-chart", section),
        at("trophies", section),
        at("cash", section),
        at("posted-order", section),
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_scrolls_sideways_and_axe_finds_nothing(
    new_context: Any, live_server: LiveServer, k8: Section, scheme: str
) -> None:
    phone = new_context(viewport={"width": 360, "height": 740}, color_scheme=scheme).new_page()
    show_columns(k8, "kashdan,opposition_performance:swisssys", by=director_of(k8))
    for path in addresses(k8):
        phone.goto(live_server.url + path)
        open_all(phone)
        fits_and_is_clean(phone)


TABS_IN_LINES = """async () => {
    await document.fonts.ready;
    const tops = [...document.querySelectorAll("#tabs a")].map((tab) => tab.getBoundingClientRect().top);
    return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
}"""


def test_no_tab_of_a_phone_stands_alone_in_a_second_line(
    page: Page, live_server: LiveServer, section: Section, k8: Section
) -> None:
    """The table of teams did."""
    page.set_viewport_size({"width": 360, "height": 740})
    for of, lines in ((section, [5]), (k8, [3, 3])):
        page.goto(live_server.url + at("standings", of))
        assert page.evaluate(TABS_IN_LINES) == lines
        fits(page)


def test_a_name_without_a_gap_does_not_widen_the_page(
    page: Page, live_server: LiveServer, section: Section
) -> None:
    long = "Wolfeschlegelsteinhausenbergerdorff" * 3
    section.players.update(name=long, team=long)
    played_out(section)
    page.set_viewport_size({"width": 360, "height": 740})
    for path in [
        at("standings", section),
        at("round", section, 2),
        at("trophies", section),
        at("why", section, 1),
        at("arithmetic", section, 1),
        at("tie", section, 1),
        at("wall-chart", section),
        at("player", section, 1),
        reverse("school", args=[section.event.slug, long.casefold()]),
    ]:
        page.goto(live_server.url + path)
        fits(page)


def test_the_wall_chart_on_a_phone_keeps_the_points_in_sight(
    page: Page, live_server: LiveServer, k8: Section
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + at("wall-chart", k8))
    box = page.locator(".chart-box")
    for place in ("left", "right"):
        box.evaluate("(box, place) => { box.scrollLeft = place === 'left' ? 0 : box.scrollWidth; }", place)
        for column in (box.locator("thead th").last, box.locator("tbody .total").first):
            where = column.bounding_box()
            assert where is not None
            assert where["x"] + where["width"] <= 360


# Cells of a wall chart whose text leaves them, or which leave the box.
UNREAD = """(box) => {
    const { left, right } = box.getBoundingClientRect();
    return [...box.querySelectorAll("tbody :is(th, td)")].filter((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const text = range.getBoundingClientRect(), own = cell.getBoundingClientRect();
        return text.right > own.right + 1 || own.right > right + 1 || own.left < left - 1;
    }).map((cell) => cell.textContent.replace(/\\s+/g, " ").trim());
}"""

# It was scrolled, and a column begins at its edge.
AT_A_COLUMN = """() => {
    const row = document.querySelector(".chart tbody tr");
    const left = (cell) => cell.getBoundingClientRect().left;
    const lefts = [...row.querySelectorAll("td:not(.n)")].map(left);
    const edge = left(document.querySelector(".chart-box"));
    return lefts[0] < edge - 1 && lefts.some((one) => Math.abs(one - edge) < 1.5);
}"""

# How much is in sight of the column that goes on below the points.
IN_PART = """box => {
    const row = box.querySelector("tbody tr");
    const points = row.querySelector(".total").getBoundingClientRect().left;
    const cells = [...row.querySelectorAll("td:not(.n)")].map((cell) => cell.getBoundingClientRect());
    const cell = cells.find(({ left, right }) => left < points - 1 && right > points + 1);
    return cell ? (points - cell.left) / cell.width : null;
}"""


def seven_rounds_of_long_names() -> Section:
    section = a_section(0, 7, order="solkoff")
    names = ["Bartholomew Christodoulopoulos-Anagnosto", "Anne-Sophie Vandenbroucke-Delacroix Fitz"]
    entries = [EntryFactory.create(name=f"{names[n % 2]} {n}", rating=1900 - n) for n in range(40)]
    rosters.add_players(section, entries, by=director_of(section))
    for number in range(1, 8):
        low, high = range(1, 21), range(40, 20, -1)
        played(section, number, "\n".join(f"{one} {other} WL" for one, other in zip(low, high, strict=True)))
    return section


@pytest.mark.parametrize("width", [360, also(390), also(768), also(1280)])
def test_seven_rounds_of_forty_long_names_are_read_without_scrolling_sideways(
    page: Page, live_server: LiveServer, width: int
) -> None:
    section = seven_rounds_of_long_names()
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(live_server.url + at("wall-chart", section))
    box = page.locator(".chart-box")
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") == 0
    assert box.evaluate(UNREAD) == []
    heads = [box.get_by_role("columnheader", name=f"Round {number}") for number in range(1, 8)]
    # The page scrolls, no box in it; the heads stay below what the page says.
    assert box.evaluate("box => box.scrollHeight - box.clientHeight") == 0
    last = box.locator("tbody th").last
    last.scroll_into_view_if_needed()
    for head in (heads[0], heads[6]):
        expect(head).to_be_in_viewport(ratio=1)
    news = page.locator("[data-newer]")
    news.evaluate("news => { news.hidden = false; }")
    page.wait_for_function("() => parseFloat(document.body.style.getPropertyValue('--news')) > 0")
    said, first = news.bounding_box(), heads[0].bounding_box()
    assert said is not None
    assert first is not None
    assert said["y"] + said["height"] <= first["y"]
    fits_and_is_clean(page, width)


@pytest.mark.parametrize("width", [360, also(768), also(1024), also(1280), also(1440)])
def test_seven_rounds_in_text_of_twice_the_size_do_not_scroll_the_page_sideways(
    page: Page, live_server: LiveServer, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(live_server.url + at("wall-chart", seven_rounds_of_long_names()))
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_results_of_a_wall_chart_begin_where_the_page_does(page: Page, live_server: LiveServer) -> None:
    """They began three pixels from the edge of the phone."""
    section = a_section(4, 3)
    played(section, 1, "1 2 WL\n3 4 DD")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + at("wall-chart", section))
    begins = """one => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return Math.round(range.getBoundingClientRect().left);
    }"""
    row = page.locator(".chart tbody tr").first
    edge = page.locator("h1").evaluate(begins)
    assert edge == 16
    assert [row.locator(cell).first.evaluate(begins) for cell in ("td:first-child", "td:not(.n)")] == [
        edge
    ] * 2


def test_on_a_phone_a_rating_in_the_wall_chart_says_that_it_is_one(
    page: Page, live_server: LiveServer
) -> None:
    """It stood at the end of the line, above the points."""
    section = a_section(4, 3)
    section.players.update(team="Cedar Hill", grade="5")
    played(section, 1, "1 2 WL\n3 4 DD")
    rating = section.players.get(number=1).rating
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + at("wall-chart", section))
    name = page.locator(".chart tbody th").first
    assert " ".join(name.inner_text().split()).endswith(f"Cedar Hill · grade 5 rated {rating}")
    assert (
        page.locator(".chart tbody .of-rating").first.evaluate("one => getComputedStyle(one).clipPath")
        != "none"
    )
    page.set_viewport_size({"width": 1280, "height": 740})
    expect(name.locator(".rated")).to_be_hidden()


@pytest.mark.parametrize("rounds", [5, 7, 9])
def test_a_wall_chart_on_a_phone_ends_where_the_page_does_and_shows_that_more_rounds_follow(
    page: Page, live_server: LiveServer, rounds: int
) -> None:
    """It ran into the edge of the screen, whole columns of it, as if there were no more."""
    section = a_section(12, rounds, order="solkoff")
    played(section, 1, "\n".join(f"{n} {n + 1} WL" for n in range(1, 12, 2)))
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + at("wall-chart", section))
    ends = "all => all.map((one) => Math.round(one.getBoundingClientRect().right))"
    for each in (".chart-box", ".chart tbody .total", "#tabs"):
        assert set(page.locator(each).evaluate_all(ends)) == {344}, each
    box = page.locator(".chart-box")
    in_part = box.evaluate(IN_PART)
    if rounds <= 7:
        assert in_part is None
        return
    assert 0.3 < in_part < 0.8
    box.evaluate("box => box.scrollTo({ left: box.scrollWidth, behavior: 'instant' })")
    assert box.evaluate(IN_PART) is None


def test_more_rounds_than_a_phone_is_wide_scroll_to_the_beginning_of_a_column_under_their_names(
    page: Page, live_server: LiveServer
) -> None:
    section = a_section(12, 9, order="solkoff")
    for number in range(1, 10):
        played(section, number, "\n".join(f"{n} {n + 1} WL" for n in range(1, 12, 2)))
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + at("wall-chart", section))
    box = page.locator(".chart-box")
    box.hover()
    page.mouse.wheel(38, 0)
    page.wait_for_function(AT_A_COLUMN)
    expect(box.locator("tbody th a").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [360, 1280])
def test_what_a_page_says_covers_no_row_of_a_wall_chart_that_scrolls_by_itself(
    page: Page, live_server: LiveServer, width: int
) -> None:
    section = a_section(40, 9, order="solkoff")
    played(section, 1, "\n".join(f"{n} {n + 1} WL" for n in range(1, 40, 2)))
    # As low as a phone on its side: the page scrolls far enough.
    page.set_viewport_size({"width": width, "height": 400})
    page.goto(live_server.url + at("wall-chart", section))
    page.locator("[data-newer]").evaluate("news => { news.hidden = false; }")
    page.wait_for_function("() => parseFloat(document.body.style.getPropertyValue('--news')) > 0")
    box = page.locator(".chart-box")
    box.evaluate("box => scrollBy({ top: box.getBoundingClientRect().top - 5, behavior: 'instant' })")
    under = "() => parseFloat(document.querySelector('.chart-box').style.getPropertyValue('--under'))"
    page.wait_for_function(f"{under} > 0")
    bottom = "each => each.getBoundingClientRect().bottom"
    top = "each => each.getBoundingClientRect().top"
    said, heads = page.locator("[data-newer]"), box.locator("thead th").last
    for number in (0, 30):
        row = box.locator("tbody tr").nth(number)
        row.evaluate("row => { const box = row.closest('.chart-box'); box.scrollTop = row.offsetTop - 200; }")
        assert said.evaluate(bottom) <= heads.evaluate(top) + 1
        assert heads.evaluate(bottom) <= row.evaluate(top) + 1
    # At the top of the page nothing is covered, and no room is left.
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.wait_for_function(f"{under} === 0")


def test_a_phone_reads_that_a_game_is_still_played_and_news_stand_apart_from_the_line_below(
    page: Page, live_server: LiveServer, k8: Section
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + at("round", k8, 4))
    expect(page.locator(".boards .open .result").first).to_have_text("still playing", use_inner_text=True)
    page.goto(live_server.url + at("why", k8, 1))
    page.locator("[data-newer]").evaluate("news => { news.hidden = false; }")
    news, status = page.locator("[data-newer]").bounding_box(), page.locator("#main .status").bounding_box()
    assert news is not None
    assert status is not None
    assert status["y"] - news["y"] - news["height"] >= 4
    page.goto(live_server.url + reverse("event", args=[k8.event.slug]))
    expect(page.get_by_role("link", name="K-8 Teams")).to_have_css("text-decoration-line", "underline")


def test_a_place_of_three_digits_and_who_still_plays_stand_on_one_line_on_a_phone(
    page: Page, live_server: LiveServer
) -> None:
    """ "101=" broke before its sign, and "en juego" after its first word."""
    section = a_section(152, 3, order="solkoff")
    results = ["WL"] * 50 + ["DD"] * 25 + [""]
    games = [f"{n} {n + 76} {result}" for n, result in enumerate(results, 1)]
    played(section, 1, "\n".join(games))
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server.url}/es{at('standings', section)}")
    place, plays = page.locator(".rank", has_text="101=").first, page.locator(".points .playing").first
    for one in (place, plays):
        one.scroll_into_view_if_needed()
        high = one.evaluate("of => of.offsetHeight / parseFloat(getComputedStyle(of).fontSize)")
        assert 1 < high < 1.7, one.inner_text()
    fits(page)


def test_wider_windows_show_rounds_and_then_every_tiebreak(
    page: Page, live_server: LiveServer, k8: Section
) -> None:
    page.goto(live_server.url + at("standings", k8))
    row = page.locator("#s1")
    for width, cells, values in [(360, 0, 0), (600, 4, 0), (900, 4, 4)]:
        page.set_viewport_size({"width": width, "height": 740})
        expect(row.locator(".cells > span:visible")).to_have_count(cells)
        expect(row.locator(".values > :visible")).to_have_count(values)
        fits(page, width)


def test_the_mark_of_a_correction_takes_no_room_from_the_names_of_opponents(
    phone: Callable[..., Page],
) -> None:
    """Each name took three lines."""
    section = a_section(0, 3, order="solkoff")
    entries = [EntryFactory.create(name=f"Cleopatra Longmeadow {n}") for n in "AB"]
    rosters.add_players(section, entries, by=director_of(section))
    played(section, 1, "1 2 WL")
    corrected(games_of(section, 1)[0], "DD")
    page = phone(at("player", section, 1))
    expect(page.locator(".played .changed")).to_have_text(re.compile("corrected"))
    assert lines_of(page.locator(".played .who a")) <= 2
    assert lines_of(page.locator(".played .changed")) == 1


# Of each head in sight: where it begins, and the values of a row that do not stand below it.
HEADS = """(heads) => {
    const row = document.querySelector("#s1");
    const boxes = (of, which) =>
        [...of.querySelectorAll(`${which} > *`)].map((each) => each.getBoundingClientRect());
    const astray = [".cells", ".values"].flatMap((which) => {
        const [above, below] = [heads, row].map((of) => boxes(of, which));
        return above.filter(({ width, left, right }, n) =>
            width && (Math.abs(left - below[n].left) > 1 || Math.abs(right - below[n].right) > 1));
    });
    const shown = boxes(heads, ":is(.cells, .values)").filter(({ width }) => width);
    return { astray: astray.length, lines: new Set(shown.map(({ top }) => Math.round(top))).size };
}"""


@pytest.mark.parametrize("width", [600, 768, also(1024), also(1280)])
def test_each_head_of_the_standings_stands_over_its_values_in_one_line(
    page: Page, live_server: LiveServer, k8: Section, width: int
) -> None:
    """Beside each other stood "MMed" and "1", in two lines that were not those of their values."""
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(live_server.url + at("standings", k8))
    assert page.locator(".standings .heads").evaluate(HEADS) == {"astray": 0, "lines": 1}


def test_a_laptop_shows_a_player_with_trophies_in_few_lines_with_all_words_for_a_screen_reader(
    page: Page, live_server: LiveServer, k8: Section
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(live_server.url + at("standings", k8))
    pill = page.locator("#live .pill", has_text="if it ended now").first
    assert pill.evaluate("pill => pill.closest('.entry').offsetHeight") < 75
    assert pill.evaluate("pill => pill.querySelector('i').offsetWidth") == 1
    expect(page.get_by_text("A dashed prize is not won yet.")).to_be_visible()
    page.set_viewport_size({"width": 800, "height": 800})
    expect(page.get_by_text("A dashed prize is not won yet.")).to_be_hidden()
    assert pill.evaluate("pill => pill.querySelector('i').offsetWidth") > 1


@pytest.mark.parametrize("width", [600, also(768), also(900), 1280])
def test_the_rounds_of_a_row_stand_apart_also_with_three_wide_initials(
    phone: Callable[..., Page], width: int
) -> None:
    section = a_section(0, 3, order="modified_median,solkoff")
    entries = [EntryFactory.create(name=f"Maya Wen Moss {n}") for n in range(4)]
    rosters.add_players(section, entries, by=director_of(section))
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4")
    page = phone(at("standings", section))
    page.set_viewport_size({"width": width, "height": 740})
    gaps = page.locator("a.placing").evaluate_all(GAPS)
    assert len(gaps) == 4
    assert min(gaps) >= 3


def test_nine_rounds_and_four_tiebreaks_stand_in_one_line_of_a_laptop(
    page: Page, live_server: LiveServer
) -> None:
    """The ninth stood below the first."""
    section = a_section(0, 9, order="modified_median,solkoff,cumulative,opposition_cumulative")
    entries = [EntryFactory.create(name=f"Maya Wen Moss {n}") for n in range(4)]
    rosters.add_players(section, entries, by=director_of(section))
    for number in range(1, 10):
        played(section, number, "1 2 WL\n3 4 WL")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(live_server.url + at("standings", section))
    page.evaluate("document.fonts.ready.then(() => null)")
    for row in (".heads", "#s1", "#s4"):
        tops = page.locator(f"{row} .cells > span").evaluate_all(
            "cells => cells.map((cell) => cell.getBoundingClientRect().top)"
        )
        assert len(tops) == 9
        assert len(set(tops)) == 1, row
    assert min(page.locator("a.placing").evaluate_all(GAPS)) >= 3
    fits(page, 1280)


@pytest.mark.parametrize("width", [768, also(1280)])
def test_the_names_of_the_columns_stay_in_sight_and_hide_no_row_with_the_focus(
    phone: Callable[..., Page], width: int
) -> None:
    section = a_section(40, 3, order="modified_median,solkoff")
    played(section, 1, "\n".join(f"{n} {n + 20} WL" for n in range(1, 21)))
    page = phone(at("standings", section))
    page.set_viewport_size({"width": width, "height": 740})
    row = page.locator(".entry a.placing").nth(30)
    row.evaluate("row => row.scrollIntoView({ block: 'start', behavior: 'instant' })")
    heads = page.locator(".heads")
    expect(heads).to_be_in_viewport(ratio=1)
    point = "heads => { const { x, y } = heads.getBoundingClientRect(); return [x + 12, y + 8]; }"
    assert page.evaluate(
        "at => document.elementFromPoint(...at).closest('.heads') !== null", heads.evaluate(point)
    )
    row.focus()
    page.keyboard.press("Shift+Tab")
    expect(page.locator("a.placing:focus")).to_have_count(1)
    # The page scrolls smoothly.
    page.wait_for_function(
        """() => document.activeElement.getBoundingClientRect().top
            >= document.querySelector(".heads").getBoundingClientRect().bottom - 1"""
    )


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_games_of_twelve_tied_players_scroll_in_their_own_box(
    new_context: Any, live_server: LiveServer, scheme: str
) -> None:
    section = a_section(24, order="head_to_head")
    played(section, 1, "\n".join(f"{n} {n + 12} WL" for n in range(1, 13)))
    played(section, 2, "\n".join(f"{n} {n + 1} DD" for n in range(1, 13, 2)))
    page = new_context(viewport={"width": 360, "height": 740}, color_scheme=scheme).new_page()
    page.goto(live_server.url + at("arithmetic", section, 5))
    box = page.get_by_role("region", name="Games among the 12 players still tied here")
    expect(box.get_by_role("row")).to_have_count(13)
    fits(page)
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    # The keyboard reaches the box; scrolled to its end, name and value are still in sight.
    box.focus()
    box.evaluate("box => box.scrollTo(9999, 0)")
    row = box.locator("tr.own")
    edges = "cell => { const at = cell.getBoundingClientRect(); return [at.left, at.right] }"
    assert row.locator("th").evaluate(edges)[0] >= 0
    assert row.locator("td.worth").evaluate(edges)[1] <= 360
    is_clean(page)


@pytest.mark.parametrize("columns", [also("kashdan"), "kashdan,most_blacks,sonneborn_berger,win_count"])
def test_what_is_shown_only_stands_after_the_ranking_values_from_900_pixels_on(
    page: Page, live_server: LiveServer, k8: Section, columns: str
) -> None:
    show_columns(k8, columns, by=director_of(k8))
    count = len(columns.split(","))
    page.goto(live_server.url + at("standings", k8))
    row = page.locator("#s1")
    for width, shown in [(360, 0), (600, 0), (900, count), (1280, count)]:
        page.set_viewport_size({"width": width, "height": 740})
        assert row.locator(".values > .aside:visible").count() == shown, width
        assert page.locator(".heads .aside:visible").count() == shown, width
        fits(page, width)
        assert row.locator(".values > :visible").count() == (4 + shown if shown else 0), width
    page.set_viewport_size({"width": 360, "height": 740})
    row.click()
    expect(page.locator("#m1 .aside").first).to_contain_text("does not break ties")
