"""A phone follows play: it is sent what changed, keeps what is read, marks what is new."""

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, Response, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.looks import also, fits, is_clean, small_targets
from tests.browser.phones import ROUND, answered, look, wait_for_a_poll
from tests.factories import a_section, as_it_stands, director_of, enter, games_of, paired, played
from tests.hall_server import until
from tournaments.models import Game, Section
from tournaments.services import finishing, setup

# The region as it stands on the page and as a new phone is sent it, without what this phone did to it.
BOTH = """async () => {
    const OWN = ["open", "hidden", "style", "data-new", "aria-pressed", "aria-expanded", "role", "tabindex"];
    const plain = (region) => {
        for (const each of [region, ...region.querySelectorAll("*")]) {
            for (const name of OWN) each.removeAttribute(name);
            const own = /^(fresh|mine|unchecked|htmx-.*)$/;
            const classes = [...each.classList].filter((name) => !own.test(name));
            if (classes.length) each.className = classes.join(" "); else each.removeAttribute("class");
            if (each.matches(".more")) each.remove();
            // An attribute that came with a swap stands last; the order of attributes means nothing.
            const inOrder = [...each.attributes].sort((one, other) => (one.name < other.name ? -1 : 1));
            for (const { name } of inOrder) each.removeAttribute(name);
            for (const { name, value } of inOrder) each.setAttribute(name, value);
        }
        return region.outerHTML.replace(/\\s+/g, " ").replace(/ ?([<>]) ?/g, "$1");
    };
    const sent = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
    return [document, sent].map((page) => plain(page.getElementById("live").cloneNode(true)));
}"""

WITHOUT_ANCHORS = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { overflow-anchor: none !important }");
    document.adoptedStyleSheets = [sheet];
}"""

# A row or group that is skipped has the height that was remembered for it; what is in it, that which it has.
SKIPPED = """() => [...document.querySelectorAll(".entry")].filter(
    (row) => !row.checkVisibility({ contentVisibilityAuto: true }) || !row.firstElementChild.checkVisibility(
        { contentVisibilityAuto: true })
).length"""
_OUTLINE_REACHES_BEYOND = """(element) => {
    const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(element);
    return outlineStyle === "none" ? Infinity : parseFloat(outlineOffset) + parseFloat(outlineWidth);
}"""
OTHER_HEIGHTS = """() => [...document.querySelectorAll(".entry, .group")].filter((row) => {
    const inside = [...row.children].reduce((sum, each) => sum + each.getBoundingClientRect().height, 0);
    return Math.abs(row.getBoundingClientRect().height - inside) > 1;
}).map((row) => row.id || row.className)"""


@pytest.fixture
def section() -> Section:
    """Forty players; round 1 held, round 2 open on all boards."""
    section = a_section(40, 3, order="modified_median,solkoff,cumulative", place_trophies=3)
    played(section, 1, "\n".join(f"{n} {n + 20} WL" for n in range(1, 21)))
    played(section, 2, "\n".join(f"{n} {n + 1}" for n in range(1, 40, 2)))
    return as_it_stands(section)


@pytest.fixture
def phone(page: Page, live_server: LiveServer) -> Callable[..., Page]:
    def look_at(path: str) -> Page:
        return look(page, live_server.url + path)

    return look_at


def top(row: Locator) -> float:
    found: float = row.evaluate("row => row.getBoundingClientRect().top")
    return found


def as_sent_anew(page: Page) -> None:
    here, sent = page.evaluate(BOTH)
    assert here == sent


# --- only what changed travels ------------------------------------------------------------------


def test_after_any_results_the_page_is_as_a_new_phone_is_sent_it(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    dice = Random(12)
    games = games_of(section, 2)
    dice.shuffle(games)
    pieces = 0

    def count(response: Response) -> None:
        nonlocal pieces
        pieces += "hx-reswap" in response.headers

    page.on("response", count)
    for at_once in (1, 1, 2, 1, 3, 1, 4, 1):
        for game in games[:at_once]:
            enter(game, dice.choice(["WL", "LW", "DD", "XF"]))
        del games[:at_once]
        assert wait_for_a_poll(page) == 200
        as_sent_anew(page)
    # A score that nobody had before makes a group, and then the whole is sent.
    assert pieces >= 3
    # A correction, and the next round.
    enter(games_of(section, 2)[0], "??")
    assert wait_for_a_poll(page) == 200
    as_sent_anew(page)
    for game in games_of(section, 2):
        enter(game, "DD")
    paired(section, 3, "\n".join(f"{n} {n + 3}" for n in range(1, 38) if n % 6 in (1, 2, 3)), publish=True)
    assert wait_for_a_poll(page) == 200
    as_sent_anew(page)


def test_changes_of_another_version_than_the_page_shows_are_not_taken(
    phone: Callable[..., Page], section: Section
) -> None:
    enter(games_of(section, 2)[0], "WL")
    page = phone(at("standings", section))
    page.evaluate("document.getElementById('live').dataset.made = 'another'")
    enter(games_of(section, 2)[1], "WL")
    assert wait_for_a_poll(page) == 200
    # It asks for the whole at once; that may be answered already.
    with answered(page):
        page.clock.run_for(ROUND)
    as_sent_anew(page)


def test_a_round_and_its_table_of_boards_follow_too(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("round", section, 2))
    enter(games_of(section, 2)[3], "WL")
    assert wait_for_a_poll(page) == 200
    expect(page.locator("#b4 td.result")).to_have_text("1–0")
    as_sent_anew(page)


# --- what is out of sight -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("read_at", "boards"), [("head", range(0, 20, 2)), ("end", [*range(5, 20, 2), *range(6, 20, 2)])]
)
def test_rows_out_of_sight_are_skipped_at_the_height_that_they_have(
    page: Page, live_server: LiveServer, section: Section, read_at: str, boards: Sequence[int]
) -> None:
    long = " ".join(["Wolfeschlegelsteinhausen"] * 3)
    section.players.filter(number__in=range(3, 41, 4)).update(
        name=f"{long}, Ana", team="A School of a Long Name"
    )
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + at("standings", section))
    # Text so large that what stands above a row takes one line or two.
    page.evaluate("document.documentElement.style.fontSize = '160%'")
    expect(page.locator("html[data-rows=skipped]")).to_be_attached()
    if read_at == "end":
        page.locator(".entry").last.scroll_into_view_if_needed()
    until(lambda: page.evaluate(SKIPPED) > 9 and page.evaluate(OTHER_HEIGHTS) == [])
    games = games_of(section, 2)
    for number, game in enumerate(games[board] for board in boards):
        stamp = page.locator("#live").get_attribute("data-stamp") or ""
        enter(game, "WL" if number % 3 else "LW")
        page.evaluate("dispatchEvent(new Event('offline'))")
        expect(page.locator("#live")).not_to_have_attribute("data-stamp", stamp)
    # At the head of the list nothing above can move; who scrolls finds every row as high as it is.
    page.mouse.wheel(0, 300 if read_at == "head" else -300)
    until(lambda: page.evaluate(OTHER_HEIGHTS) == [])
    # Held in the other hand, names need fewer lines.
    page.set_viewport_size({"width": 740, "height": 360})
    until(lambda: page.evaluate(SKIPPED) > 9 and page.evaluate(OTHER_HEIGHTS) == [])


# --- what a tap opens ---------------------------------------------------------------------------


def test_a_row_that_is_opened_gets_its_games_and_keeps_them_current(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    game = games_of(section, 2)[0]
    expect(page.locator("#m1")).to_have_count(0)
    page.locator("#s1").click()
    expect(page.locator("#m1 .met li")).to_have_count(2)
    expect(page.locator("#m1")).to_contain_text("Modified Median")
    edges = "({ offsetLeft: left, offsetWidth: width }) => [left, width]"
    assert page.locator("#m1 .met").evaluate(edges) == page.locator("#m1 .named").evaluate(edges)
    expect(page.locator("#m1 .met li").nth(1)).not_to_contain_text("win")
    enter(game, "WL")
    assert wait_for_a_poll(page) == 200
    expect(page.locator("#s1")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#m1 .met li").nth(1)).to_contain_text("win")
    fits(page)
    page.clock.resume()  # axe waits for time
    is_clean(page)


def test_a_row_opens_and_closes_by_keys_and_says_which_it_is(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    row = page.locator("#p1 .placing")
    expect(row).to_have_role("button")
    row.focus()
    for key in ("Enter", " "):
        expect(row).to_have_attribute("aria-expanded", "false")
        page.keyboard.press(key)
        expect(row).to_have_attribute("aria-expanded", "true")
        expect(page.locator("#m1 .met")).to_be_visible()
        page.keyboard.press(key)
        expect(page.locator("#m1")).to_have_count(0)
    expect(row).to_be_focused()
    assert page.evaluate("window.scrollY") == 0


# --- where one reads ----------------------------------------------------------------------------


@pytest.mark.parametrize("anchors", [True, False])
def test_the_row_that_is_read_stays_where_it_is(
    phone: Callable[..., Page], section: Section, anchors: bool
) -> None:
    page = phone(at("standings", section))
    if not anchors:
        page.evaluate(WITHOUT_ANCHORS)
    row = page.locator("#p27")
    row.evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
    before = top(row)
    # Who is below goes up past the reader, and a tie above comes apart.
    for at_board in (2, 14, 17):
        enter(games_of(section, 2)[at_board], "LW")
    assert wait_for_a_poll(page) == 200
    assert abs(top(row) - before) <= 1
    assert page.evaluate("window.scrollY") > 0


@pytest.mark.parametrize("anchors", [True, False])
def test_who_scrolls_after_results_goes_as_far_as_they_scroll(
    page: Page, live_server: LiveServer, section: Section, anchors: bool
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + at("standings", section))
    if not anchors:
        page.evaluate(WITHOUT_ANCHORS)
    # What stands above a row takes one line or two.
    page.evaluate("document.documentElement.style.fontSize = '160%'")
    row = page.locator("#p37")
    row.evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
    until(lambda: page.evaluate(SKIPPED) > 9 and page.evaluate(OTHER_HEIGHTS) == [])
    for game in games_of(section, 2)[:9:2]:
        stamp = page.locator("#live").get_attribute("data-stamp") or ""
        enter(game, "LW")
        page.evaluate("dispatchEvent(new Event('offline'))")
        expect(page.locator("#live")).not_to_have_attribute("data-stamp", stamp)
    before = top(row)
    page.evaluate("scrollBy({ top: -100, behavior: 'instant' })")
    until(lambda: page.evaluate(OTHER_HEIGHTS) == [])
    assert abs(top(row) - before - 100) <= 1


def test_the_focus_stays_in_a_row_that_moves(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    page.emulate_media(reduced_motion="reduce")  # the page scrolls at once
    page.locator("#s40").focus()
    assert page.locator("#s40").evaluate(_OUTLINE_REACHES_BEYOND) <= 0  # where the row is cut
    before = top(page.locator("#p40"))
    enter(games_of(section, 2)[19], "LW")
    assert wait_for_a_poll(page) == 200
    expect(page.locator("#s40")).to_be_focused()
    assert abs(top(page.locator("#p40")) - before) <= 1


# --- what is new --------------------------------------------------------------------------------


def test_a_new_result_is_marked_for_a_minute(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    assert page.locator(".fresh").count() == 0
    enter(games_of(section, 2)[0], "WL")
    assert wait_for_a_poll(page) == 200
    assert {row.get_attribute("id") for row in page.locator(".fresh").all()} == {"p1", "p2"}
    # The step to the player above is not part of it.
    color = "(element) => getComputedStyle(element).backgroundColor"
    assert page.locator("#p2").evaluate(color) == page.locator("#p3").evaluate(color)
    assert page.locator("#p2 > div").evaluate(color) != page.locator("#p3 > div").evaluate(color)
    page.clock.run_for(55_000)
    expect(page.locator(".fresh")).to_have_count(2)
    page.clock.run_for(10_000)
    expect(page.locator(".fresh")).to_have_count(0)


def test_on_a_phone_the_mark_of_a_new_result_stands_below_it_in_a_band_of_one_color(
    phone: Callable[..., Page], section: Section
) -> None:
    """ "0–1" was half covered, and the band had gaps."""
    page = phone(at("round", section, 2))
    page.set_viewport_size({"width": 360, "height": 740})
    enter(games_of(section, 2)[0], "WL")
    assert wait_for_a_poll(page) == 200
    result = page.locator(".fresh td.result")
    expect(result).to_have_count(1)
    covered = """(cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const mark = getComputedStyle(cell, "::after");
      const top = cell.getBoundingClientRect().bottom - parseFloat(mark.bottom) - parseFloat(mark.lineHeight);
      return range.getBoundingClientRect().bottom - top;
    }"""
    # A line of text is a little higher than its figures.
    assert result.evaluate(covered) <= 4
    color = "(element) => getComputedStyle(element).backgroundColor"
    assert page.locator(".fresh").evaluate(color) != page.locator("#b2").evaluate(color)
    enter(games_of(section, 2)[0], "LW")
    assert wait_for_a_poll(page) == 200
    expect(result).to_contain_text("corrected")
    assert result.evaluate("cell => getComputedStyle(cell, '::after').content") == "none"


def test_on_a_phone_the_board_of_my_child_comes_first_and_white_stands_above_black(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("player", section, 9))
    page.locator("main .star").click()
    page.goto(page.url.replace(at("player", section, 9), at("round", section, 2)))
    mine = page.locator(".boards tr.mine")
    expect(mine).to_have_count(1)
    boxes = [row.bounding_box() for row in (mine, page.locator("#b1"))]
    sides = [mine.locator(".side").nth(n).bounding_box() for n in (0, 1)]
    tops = [box["y"] for box in (*boxes, *sides) if box is not None]
    assert len(tops) == 4
    assert tops[0] < tops[1]
    assert tops[2] + 20 < tops[3]


ROWS = """rows => rows.map((row) => [row.id, row.getBoundingClientRect().top])"""
SHIFTED = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
    }).observe({ type: "layout-shift", buffered: true });
"""


def test_the_board_of_my_child_is_first_for_keys_and_screen_readers_too(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("player", section, 9))
    page.locator("main .star").click()
    page.goto(page.url.replace(at("player", section, 9), at("round", section, 2)))
    expect(page.locator(".boards tr.mine")).to_have_attribute("id", "b5")
    others = [f"b{n}" for n in range(1, 21) if n != 5]

    def ids() -> list[str]:
        """From first to last, by the document; it is the order from top to bottom."""
        rows = page.locator(".boards tbody tr").evaluate_all(ROWS)
        assert [row[1] for row in rows] == sorted(row[1] for row in rows)
        return [row[0] for row in rows]

    assert ids() == ["b5", *others]
    page.locator(".switch a").last.focus()
    page.keyboard.press("Tab")
    expect(page.locator("#b5 .bd a")).to_be_focused()
    # The line stays there, and the focus in it, when its result comes.
    enter(games_of(section, 2)[4], "WL")
    assert wait_for_a_poll(page) == 200
    expect(page.locator("#b5 .result")).to_have_text("1–0")
    assert ids() == ["b5", *others]
    expect(page.locator("#b5 .bd a")).to_be_focused()
    # Where boards are a table of one line each, they stand in their order.
    page.set_viewport_size({"width": 1280, "height": 740})
    expect(page.locator(".boards tbody tr").first).to_have_attribute("id", "b1")
    assert ids() == [f"b{n}" for n in range(1, 21)]
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator(".boards tbody tr").first).to_have_attribute("id", "b5")


def test_a_board_that_comes_first_shifts_nothing(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("player", section, 9))
    page.locator("main .star").click()
    page.add_init_script(SHIFTED)
    page.goto(page.url.replace(at("player", section, 9), at("round", section, 2)))
    expect(page.locator(".boards tbody tr").first).to_have_attribute("id", "b5")
    page.screenshot()  # all frames are drawn
    page.evaluate("window.shifted = 0")
    for game in games_of(section, 2)[3:6]:
        enter(game, "WL")
    assert wait_for_a_poll(page) == 200
    expect(page.locator("#b5 .result")).to_have_text("1–0")
    page.screenshot()
    assert page.evaluate("window.shifted") <= 0.02


def test_a_board_on_a_phone_is_two_lines_high_and_one_link(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("round", section, 2))
    board = page.locator("#b3")
    box = board.bounding_box()
    assert box is not None
    assert 44 <= box["height"] <= 62
    assert small_targets(page) == []
    board.locator(".side").last.click(position={"x": 100, "y": 10}, force=True)
    expect(page).to_have_url(re.compile(at("board", section, 2, 3) + "$"))
    name = page.locator(".sitter").last.get_by_role("link")
    name.click()
    expect(page).to_have_url(re.compile("/players/[0-9]+/$"))


def test_results_out_of_sight_are_counted_and_led_to(phone: Callable[..., Page], section: Section) -> None:
    page = phone(at("standings", section))
    page.locator("#p40").evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
    unseen = page.locator("#unseen")
    expect(unseen).to_be_hidden()
    enter(games_of(section, 2)[0], "DD")
    enter(games_of(section, 2)[1], "DD")
    assert wait_for_a_poll(page) == 200
    expect(unseen).to_have_text("2 new results ↑")
    unseen.click()
    expect(unseen).to_be_hidden()
    expect(page.locator(".fresh").first).to_be_in_viewport()


def test_results_that_were_in_sight_are_not_counted_again(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("round", section, 2))
    last = page.locator("tr[data-player]").last
    last.evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
    for game in games_of(section, 2)[:3]:
        enter(game, "DD")
    assert wait_for_a_poll(page) == 200
    unseen = page.locator("#unseen")
    expect(unseen).to_have_text("3 new results ↑")
    unseen.click()  # to the first three, which stand below each other
    expect(unseen).to_be_hidden()
    last.evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
    expect(last).to_be_in_viewport()
    expect(unseen).to_be_hidden()
    enter(games_of(section, 2)[1], "WL")
    assert wait_for_a_poll(page) == 200
    expect(unseen).to_have_text("1 new result ↑")


def test_without_motion_nothing_fades(page: Page, live_server: LiveServer, section: Section) -> None:
    page.emulate_media(reduced_motion="reduce")
    look(page, live_server.url + at("standings", section))
    enter(games_of(section, 2)[0], "WL")
    assert wait_for_a_poll(page) == 200
    style = "each => getComputedStyle(each).animationName"
    assert page.locator(".fresh > div").first.evaluate(style) == "none"


# --- cut off ------------------------------------------------------------------------------------


@pytest.fixture
def offline(page: Page) -> Iterator[None]:
    yield
    page.context.set_offline(False)


@pytest.mark.usefixtures("offline")
def test_offline_is_seen_wherever_one_has_scrolled_and_a_tap_keeps_the_page(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    page.locator("#p40").evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
    here = page.url
    page.context.set_offline(True)
    with answered(page):
        page.clock.run_for(1)
    bar = page.locator("[data-offline]")
    expect(bar).to_be_in_viewport()
    expect(bar).to_contain_text("No connection. This is the table from")
    page.locator("#s40").click()
    with answered(page):
        page.locator("#p40").get_by_role("link", name=re.compile("^Why")).click()
        page.clock.run_for(1)
    assert page.url == here
    expect(page.locator(".entry")).to_have_count(40)
    page.context.set_offline(False)
    with answered(page):
        page.clock.run_for(ROUND)
    expect(bar).to_be_hidden()
    page.locator("#p40").get_by_role("link", name=re.compile("^Why")).click()
    expect(page).to_have_url(re.compile("/why/40/"))


@pytest.mark.usefixtures("offline")
def test_without_a_connection_nothing_claims_to_be_live_and_a_row_says_why_it_is_empty_and_fills_later(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    live = page.locator("#status .live")
    expect(live).to_contain_text("Live")
    page.context.set_offline(True)
    with answered(page):
        page.clock.run_for(1)
    expect(live).to_be_hidden()
    page.locator("#s1").click()
    expect(page.locator("#m1")).to_contain_text("No connection. The games appear here when it is back.")
    page.context.set_offline(False)
    with answered(page):
        page.clock.run_for(ROUND)
    expect(live).to_be_visible()
    expect(page.locator("#m1 .met li")).to_have_count(2)
    expect(page.locator("#m1")).not_to_contain_text("No connection")


def test_a_tap_is_followed_as_soon_as_the_server_answers(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(at("standings", section))
    page.route("**/live/**", lambda route: route.abort("internetdisconnected"))
    with answered(page):
        page.clock.run_for(ROUND)
    page.unroute("**/live/**")
    page.get_by_role("link", name="Trophies").click()
    page.clock.run_for(1)
    expect(page).to_have_url(re.compile("/trophies/"))


@pytest.mark.usefixtures("offline")
@pytest.mark.parametrize("name", ["standings", also("wall-chart")])
def test_a_page_of_a_final_section_does_not_swallow_a_tap_without_a_connection_but_says_why(
    phone: Callable[..., Page], name: str
) -> None:
    section = a_section(4, 1, place_trophies=0)
    played(section, 1, "1 3 WL\n2 4 WL")
    finishing.finish(as_it_stands(section), by=director_of(section))
    page = phone(at(name, section))
    here, bar = page.url, page.locator("[data-offline]")
    page.context.set_offline(True)
    with answered(page):
        page.get_by_role("link", name="Trophies").click()
        page.clock.run_for(1)
    assert page.url == here
    expect(bar).to_be_visible()
    # The page asks as soon as the connection is back.
    with answered(page):
        page.context.set_offline(False)
        page.clock.run_for(1)
    expect(bar).to_be_hidden()
    page.get_by_role("link", name="Trophies").click()
    expect(page).to_have_url(re.compile("/trophies/"))


# --- pages that do not change under their reader ------------------------------------------------


@pytest.mark.parametrize("name", ["why", also("wall-chart"), also("posted-order"), also("paper"), "board"])
def test_a_page_that_stays_says_that_there_are_new_results(
    phone: Callable[..., Page], section: Section, name: str
) -> None:
    args = {"why": (1,), "board": (2, 1)}.get(name, ())
    page = phone(at(name, section, *args))
    says = page.locator("[data-newer]")
    assert wait_for_a_poll(page) == 204
    expect(says).to_be_hidden()
    game: Game = games_of(section, 2)[0]
    enter(game, "WL")
    assert wait_for_a_poll(page) == 200
    expect(says).to_contain_text("There are new results.")
    says.get_by_role("link").click()
    expect(page.locator("[data-newer]")).to_be_hidden()
    page.clock.resume()  # axe waits for time
    fits(page)
    is_clean(page)


def test_the_page_of_all_events_says_that_there_is_something_newer(
    phone: Callable[..., Page], section: Section
) -> None:
    page = phone(reverse("home"))
    says = page.locator("[data-newer]")
    statuses: list[int] = []

    def note(response: Response) -> None:
        if response.request.method == "HEAD":
            statuses.append(response.status)

    page.on("response", note)
    for wait in (1, ROUND):
        with answered(page):
            page.clock.run_for(wait)
        expect(says).to_be_hidden()
    setup.edit_event(section.event, name="Renamed", city="", starts_on=None, by=director_of(section))
    with answered(page):
        page.clock.run_for(ROUND)
    assert statuses == [200, 304, 200]
    expect(says).to_contain_text("There is a newer version.")
    page.clock.resume()  # axe waits for time
    fits(page)
    is_clean(page)
