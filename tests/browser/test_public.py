"""The public pages in a real browser: news without a reload, a phone's width, no script, no network."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.looks import SCHEMES, also, fits, fits_and_is_clean, is_clean, open_all
from tests.browser.phones import LONGEST_WAIT, ROUND, answered, look, wait_for_a_poll
from tests.factories import (
    EntryFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    game_between,
    games_of,
    played,
)
from tournaments import demo
from tournaments.models import Section
from tournaments.services import finishing, rosters
from tournaments.services.orders import show_columns

# Between what stands in one round and what stands in the next, in each row.
GAPS = """(rows) => rows.flatMap((row) => {
    const texts = [...row.querySelectorAll(".cells > span")].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect();
    });
    return texts.slice(1).map((text, n) => text.left - texts[n].right);
})"""


@pytest.fixture
def section() -> Section:
    """Four players; round 1 held, round 2 open on both boards."""
    section = a_section(4, 3, order="modified_median,solkoff", place_trophies=2)
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4")
    return as_it_stands(section)


@pytest.fixture
def k8() -> Section:
    section = a_section(0)
    event = demo.load(director_of(section))
    return Section.objects.select_related("event").get(event=event, name="K-8 Championship")


@pytest.fixture
def phone(page: Page, live_server: LiveServer) -> Callable[..., Page]:
    """A phone on a page whose clock stands still until it is told to run."""

    def look_at(path: str) -> Page:
        return look(page, live_server.url + path)

    return look_at


def questions(page: Page) -> list[str]:
    """The polls that the page sends from now on."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if "/live/" in request.url:
            sent.append(request.url)

    page.on("request", note)
    return sent


def hide(page: Page, hidden: bool) -> None:
    """Put the tab into the background, or in front again."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


# --- news ---------------------------------------------------------------------------------------


def test_a_result_changes_the_table_without_a_reload(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    expect(page.locator("#live .status")).to_contain_text("Live · round 2 · no results yet")
    assert wait_for_a_poll(page) == 204
    enter(game_between(games_of(section, 2), 1, 3), "LW")
    assert wait_for_a_poll(page) == 200
    expect(page.locator("#live .status")).to_contain_text("Live · round 2 · 1 of 2 games still playing")
    expect(page.locator(".entry").first).to_have_attribute("data-player", "3")
    assert page.evaluate("window.marker") == "never reloaded"
    assert wait_for_a_poll(page) == 204


def test_how_a_rank_moved_is_read_aloud_also_when_a_poll_brings_it(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    enter(game_between(games_of(section, 2), 1, 3), "LW")
    assert wait_for_a_poll(page) == 200
    brought = page.locator("#p1 .rank small")
    expect(brought).to_have_text("▼1")
    expect(brought).to_have_accessible_name("down 1")
    expect(page.locator("#s1")).to_have_accessible_name(re.compile(r"^2 down 1 "))
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    assert wait_for_a_poll(page) == 200
    names = re.compile(r"^2=? down 1 "), re.compile(r"^[23]=? up 1 ")
    for _time in ("as the poll brought it", "as the page has it"):
        expect(page.locator("#s1")).to_have_accessible_name(names[0])
        expect(page.locator("#s4")).to_have_accessible_name(names[1])
        page.reload()


def test_a_page_that_was_in_the_background_says_that_it_checked_when_it_has(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    checked = page.locator("[data-checked]")
    expect(checked).to_be_visible()
    hide(page, True)
    hide(page, False)
    expect(checked).to_be_hidden()
    assert wait_for_a_poll(page) == 204
    expect(checked).to_be_visible()


def test_what_is_open_and_focused_and_followed_survives_the_news(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    page.locator("#s2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#s2")).to_have_attribute("aria-expanded", "true")
    page.locator("#follow2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#follow2")).to_have_attribute("aria-pressed", "true")
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    assert wait_for_a_poll(page) == 200
    expect(page.locator("#live .status")).to_contain_text("1 of 2 games still playing")
    expect(page.locator("#s2")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#s1")).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#p2")).to_have_class(re.compile("mine"))
    expect(page.locator("#follow2")).to_be_focused()
    expect(page.locator("#follow2")).to_have_attribute("aria-pressed", "true")


def test_only_a_round_that_moves_on_is_said_aloud(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    enter(game_between(games_of(section, 2), 1, 3), "WL")
    wait_for_a_poll(page)
    expect(page.locator("#live .status")).to_contain_text("1 of 2 games still playing")
    expect(page.locator("#news")).to_be_empty()
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    wait_for_a_poll(page)
    expect(page.locator("#news")).to_have_text("After round 2 of 3")


@pytest.mark.parametrize(("name", "args"), [("trophies", ()), ("round", (2,))])
def test_trophies_and_pairings_follow_too(
    phone: Callable[..., Page], section: Section, name: str, args: tuple[int, ...]
) -> None:
    page = phone(at(name, section, *args))
    enter(game_between(games_of(section, 2), 1, 3), "WL")
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    assert wait_for_a_poll(page) == 200
    expect(page.locator("#live .status")).to_contain_text("After round 2 of 3")
    assert page.evaluate("window.marker") == "never reloaded"


# --- no request storm ---------------------------------------------------------------------------


def test_a_phone_asks_every_ten_seconds_and_not_more(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    sent = questions(page)
    page.clock.run_for(7_900)
    assert sent == []
    for _question in range(3):
        wait_for_a_poll(page)
    assert len(sent) == 3


def test_a_tab_in_the_background_asks_nothing_and_asks_at_once_when_it_is_back(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    sent = questions(page)
    hide(page, True)
    page.clock.run_for(10 * ROUND)
    assert sent == []
    with answered(page):
        hide(page, False)
    assert len(sent) == 1


def test_a_section_that_is_final_is_asked_about_every_20_seconds_and_when_somebody_looks_again(
    phone: Callable[..., Page], section: Section
) -> None:
    played_out(section)
    finishing.finish(as_it_stands(section), by=director_of(section))
    page = phone(at("standings", section))
    sent = questions(page)
    page.clock.run_for(15_000)
    assert sent == []
    hide(page, True)
    with answered(page), page.expect_response(re.compile("/live/")) as answer:
        hide(page, False)
    assert answer.value.status == 204
    page.clock.run_for(15_000)
    assert len(sent) == 1
    with answered(page):
        page.clock.run_for(10_000)
    assert len(sent) == 2


def played_out(section: Section) -> None:
    enter(game_between(games_of(section, 2), 1, 3), "WL")
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    played(section, 3, "1 4 WL\n2 3 WL")


def test_offline_is_said_the_table_stays_and_a_server_that_is_back_is_found_within_twenty_seconds(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.abort("internetdisconnected")

    page.route("**/live/**", refuse)
    for failures in range(1, 6):
        with answered(page):
            page.clock.run_for(17_000)
        assert len(refused) == failures
        page.clock.run_for(11_000)
        assert len(refused) == failures
    offline = page.locator("[data-offline]")
    expect(offline).to_contain_text(re.compile(r"No connection\. This is the table from .* [AP]M\."))
    expect(page.locator(".entry")).to_have_count(4)
    page.unroute("**/live/**")
    with answered(page):
        page.clock.run_for(17_000)
    expect(offline).to_be_hidden()


def test_a_phone_without_a_connection_can_try_at_once(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    page.route("**/live/**", lambda route: route.abort("internetdisconnected"))
    with answered(page):
        page.clock.run_for(ROUND)
    page.unroute("**/live/**")
    with answered(page):
        page.get_by_role("button", name="Try now").click()
        page.clock.run_for(1)
    expect(page.locator("[data-offline]")).to_be_hidden()


def test_a_page_of_a_round_that_was_reopened_comes_back_when_the_round_is_over_again(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section) + "?after=1")
    enter(game_between(games_of(section, 1), 1, 2), "??")
    assert wait_for_a_poll(page) == 404
    expect(page.get_by_text("This page is not public right now.")).to_be_visible()
    expect(page.locator("[data-offline]")).to_be_hidden()
    enter(game_between(games_of(section, 1), 1, 2), "WL")
    with page.expect_event("load"):
        page.clock.run_for(LONGEST_WAIT)
    expect(page.locator(".entry")).to_have_count(4)


# --- every phone --------------------------------------------------------------------------------


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

# It was scrolled, a column begins at its edge, and one ends where the points stand.
AT_A_COLUMN = """() => {
    const row = document.querySelector(".chart tbody tr");
    const left = (cell) => cell.getBoundingClientRect().left;
    const lefts = [...row.querySelectorAll("td:not(.n)")].map(left);
    const points = left(row.querySelector(".total"));
    const begins = (x) => lefts.some((one) => Math.abs(one - x) < 1.5);
    return lefts[0] < -1 && begins(0) && begins(points);
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


@pytest.mark.parametrize("width", [360, also(390)])
def test_seven_rounds_of_forty_long_names_are_read_on_a_phone_without_scrolling_sideways(
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


def test_more_rounds_than_a_phone_is_wide_scroll_by_whole_columns_under_their_names(
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


@pytest.mark.parametrize("width", [600, also(900), 1280])
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
    focused = page.locator("a.placing:focus")
    below, above = focused.bounding_box(), heads.bounding_box()
    assert below is not None
    assert above is not None
    assert below["y"] >= above["y"] + above["height"] - 1


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


# --- colors of the system -----------------------------------------------------------------------


def test_colors_of_the_system_show_which_tab_is_open_who_is_followed_and_who_has_white(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("round", section, 2) + "?show=names")
    page.emulate_media(forced_colors="active")
    painted = "element => getComputedStyle(element).backgroundColor"

    def background(selector: str) -> str:
        color: str = page.locator(selector).first.evaluate(painted)
        return color

    for links in (".tabs", ".rounds", ".switch"):
        assert background(f"{links} [aria-current]") != background(f"{links} a:not([aria-current])")
    assert background(".plays .color") != background(".plays .is-black")
    row = page.locator("#n3")
    row.evaluate("row => row.classList.add('mine')")
    assert row.evaluate("row => getComputedStyle(row).outlineStyle") == "solid"


def test_that_a_page_was_checked_just_now_stands_beside_the_last_result_and_moves_nothing(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    checked, status = page.locator("[data-checked]"), page.locator("#status")
    expect(checked).to_be_visible()
    last, beside = page.locator("#status time").bounding_box(), checked.bounding_box()
    assert last is not None
    assert beside is not None
    assert beside["y"] == pytest.approx(last["y"], abs=3)
    height = status.evaluate("status => status.offsetHeight")
    checked.evaluate("checked => checked.classList.add('unchecked')")  # as it is sent
    expect(checked).to_be_hidden()
    assert status.evaluate("status => status.offsetHeight") == height
