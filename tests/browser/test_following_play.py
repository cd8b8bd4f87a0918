"""A phone follows play: it is sent what changed, and keeps what is read."""

from collections.abc import Callable, Sequence
from random import Random

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, Response, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.following_play import phone, section, top
from tests.browser.looks import fits, is_clean
from tests.browser.phones import ROUND, answered, wait_for_a_poll
from tests.factories import enter, games_of, paired
from tests.hall_server import until
from tournaments.models import Section
from tournaments.services import prizes, teams

__all__ = ["phone", "section"]

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

TOPS = """() => Object.fromEntries([...document.querySelectorAll(".entry")].map(
    (row) => [row.id, row.getBoundingClientRect().top]))"""
AT_MIDDLE = (
    """() => document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest(".entry")?.id ?? "" """
)
# What was laid out shows in the next one.
FRAMES = """async () => {
    for (let n = 0; n < 4; n++) await new Promise((done) => requestAnimationFrame(done));
}"""


def as_sent_anew(page: Page) -> None:
    here, sent = page.evaluate(BOTH)
    assert here == sent


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


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("trophies", "#won-20"),
        ("cash", "#paid-20"),
        ("teams", "#won-schools-school-3"),
        ("screen", ".standings [id$='-30']"),
    ],
)
def test_the_line_that_is_read_stays_where_it_is_on_pages_that_are_sent_as_a_whole(
    phone: Callable[..., Page], section: Section, kim: User, name: str, row: str
) -> None:
    prizes.announce(
        section, "1st–20th trophies\n" + "\n".join(f"{n}th place ${50 - n}" for n in range(1, 21)), by=kim
    )
    for n in range(8):
        section.players.filter(number__in=range(5 * n + 1, 5 * n + 6)).update(team=f"School {n}")
    table = teams.make_table(section.event, name="Schools", sections=[section], place_trophies=6, by=kim)
    event = section.event.slug
    where = {"teams": reverse("teams", args=[event, table.slug]), "screen": reverse("screen", args=[event])}
    page = phone(where.get(name) or at(name, section))
    page.evaluate(WITHOUT_ANCHORS)
    line = page.locator(row)
    line.evaluate("line => line.scrollIntoView({ block: 'center', behavior: 'instant' })")
    before, scrolled = top(line), page.evaluate("window.scrollY")
    for game in games_of(section, 2)[:9]:
        enter(game, "LW")
    assert wait_for_a_poll(page) == 200
    assert abs(top(line) - before) <= 1
    assert page.evaluate("window.scrollY") != scrolled  # what stands above has another height


def in_large_text(page: Page, address: str, *, anchors: bool) -> None:
    """On a phone, where what stands above a row takes one line or two."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(address)
    if not anchors:
        page.evaluate(WITHOUT_ANCHORS)
    page.evaluate("document.documentElement.style.fontSize = '160%'")


@pytest.mark.parametrize("anchors", [True, False])
def test_who_scrolls_after_results_goes_as_far_as_they_scroll(
    page: Page, live_server: LiveServer, section: Section, anchors: bool
) -> None:
    in_large_text(page, live_server.url + at("standings", section), anchors=anchors)
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


@pytest.mark.parametrize("anchors", [True, False])
@pytest.mark.parametrize("how", ["jumps", "reloads"])
def test_who_reads_at_a_heading_stays_there_when_a_score_is_new_above(
    page: Page, live_server: LiveServer, section: Section, how: str, anchors: bool
) -> None:
    """Headings are numbered from the top: another one has the number then."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(reduced_motion="reduce")  # the page scrolls at once
    page.goto(live_server.url + at("standings", section))
    expect(page.locator("html[data-rows=skipped]")).to_be_attached()
    heading = page.locator(".group h2", has_text="0 points")
    heading.evaluate("heading => heading.scrollIntoView({ block: 'center', behavior: 'instant' })")
    if how == "reloads":
        scrolled = page.evaluate("window.scrollY")
        page.reload()
        until(lambda: page.evaluate("window.scrollY") == scrolled)
        expect(page.locator("html[data-rows=skipped]")).to_be_attached()
    if not anchors:
        page.evaluate(WITHOUT_ANCHORS)
    before = page.evaluate(TOPS)
    assert page.evaluate(AT_MIDDLE) == ""
    stamp = page.locator("#live").get_attribute("data-stamp") or ""
    enter(games_of(section, 2)[0], "WL")
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator("#live")).not_to_have_attribute("data-stamp", stamp)
    page.evaluate(FRAMES)
    after = page.evaluate(TOPS)
    near = [row for row, top in before.items() if 0 < top < 740]
    assert len(near) > 4
    # In sight, too, the sentence of a row may take another line.
    assert {row: after[row] - before[row] for row in near if abs(after[row] - before[row]) > 30} == {}


@pytest.mark.parametrize("anchors", [True, False])
def test_the_row_that_is_read_stays_though_another_one_comes_near_as_high_as_it_was_not_before(
    page: Page, live_server: LiveServer, section: Section, anchors: bool
) -> None:
    in_large_text(page, live_server.url + at("standings", section), anchors=anchors)
    until(lambda: page.evaluate(SKIPPED) > 9 and page.evaluate(OTHER_HEIGHTS) == [])
    dice = Random(1)
    games = games_of(section, 2)
    dice.shuffle(games)
    for game in games[:12]:
        page.locator("#p27").evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
        page.evaluate(FRAMES)
        read = page.evaluate(AT_MIDDLE)
        before = page.evaluate(TOPS)[read]
        stamp = page.locator("#live").get_attribute("data-stamp") or ""
        enter(game, dice.choice(["WL", "LW", "DD"]))
        page.evaluate("dispatchEvent(new Event('offline'))")
        expect(page.locator("#live")).not_to_have_attribute("data-stamp", stamp)
        page.evaluate(FRAMES)
        assert abs(page.evaluate(TOPS)[read] - before) <= 1, game.board


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
