"""A phone reads the last table that it showed without a connection, where browsers allow it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.looks import SCHEMES, also, cut, fits, is_clean, small_targets
from tests.factories import a_section, as_it_stands, director_of, enter, games_of, played
from tests.views.followed import name_of
from tournaments.models import Section
from tournaments.services import visibility

IS_READY = "async () => { await navigator.serviceWorker.ready; }"
HAS_KEPT_THE_CARD = """async () => {
    const kept = async () => (await (await caches.match(location.href))?.text()) ?? "";
    for (let n = 0; n < 600 && !(await kept()).includes('class="child"'); n += 1) {
        await new Promise(requestAnimationFrame);
    }
}"""
LEAVE = """async () => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    const kept = async () => (await (await caches.match(location.href))?.text()) ?? "";
    const row = document.querySelector(".entry").cloneNode(true);
    row.removeAttribute("style");
    while (!(await kept()).includes(row.outerHTML)) {
        await new Promise(requestAnimationFrame);
    }
}"""


HIDDEN = """async () => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    await new Promise(requestAnimationFrame);
}"""
IS_KEPT = """async () => {
    for (let n = 0; n < 600 && !(await caches.match(location.href)); n += 1) {
        await new Promise(requestAnimationFrame);
    }
}"""


def becomes(phone: Page, asked: str, arg: str = "") -> bool:
    """Whether what is asked is so at last. Playwright's wait takes a promise for the answer."""
    script = f"""async (arg) => {{
        const asked = {asked};
        for (let n = 0; n < 1200; n += 1) {{
            if (await asked(arg)) return true;
            await new Promise(requestAnimationFrame);
        }}
        return false;
    }}"""
    return bool(phone.evaluate(script, arg))


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    # The phone has come from far away: its own time is not that of the event.
    return {**browser_context_args, "service_workers": "allow", "timezone_id": "Pacific/Auckland"}


@pytest.fixture
def section() -> Section:
    section = a_section(4, 2, place_trophies=0)
    played(section, 1, "1 3 WL\n2 4")
    return as_it_stands(section)


@pytest.fixture
def phone(page: Page, live_server: LiveServer, section: Section) -> Iterator[Page]:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + at("standings", section))
    page.evaluate(IS_READY)
    yield page
    page.context.set_offline(False)


@pytest.mark.slow
def test_the_last_table_is_read_without_a_connection_and_says_of_when_it_is(
    phone: Page, section: Section
) -> None:
    playing = phone.locator(".entry").get_by_text("still playing")
    expect(playing).to_have_count(2)
    phone.evaluate(LEAVE)
    enter(games_of(section, 1)[1], "WL")
    phone.context.set_offline(True)
    phone.reload()
    expect(playing).to_have_count(2)
    expect(phone.locator("[data-offline]")).to_be_visible()
    expect(phone.locator("[data-offline]")).to_contain_text("No connection. Last checked")
    came = phone.evaluate("async () => (await caches.match(location.href)).headers.get('Date')")
    expect(phone.locator("html")).to_have_attribute("data-kept", came)


@pytest.mark.slow
def test_the_first_page_that_a_phone_opens_is_kept_too(phone: Page) -> None:
    phone.evaluate(IS_KEPT)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("html[data-kept]")).to_be_attached()
    expect(phone.locator(".entry")).to_have_count(4)


@pytest.mark.slow
def test_the_first_page_of_a_phone_is_kept_as_soon_as_its_player_is_followed(
    page: Page, live_server: LiveServer, section: Section
) -> None:
    """It was kept after five seconds: whom somebody followed sooner was not there without a connection."""
    page.add_init_script(
        """const soon = setTimeout;
        setTimeout = (then, wait, ...more) => wait === 5000 ? 0 : soon(then, wait, ...more);"""
    )
    page.goto(live_server.url + at("player", section, 2))
    page.evaluate(IS_READY)
    page.locator("main .star").click()
    page.evaluate(IS_KEPT)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("html[data-kept]")).to_be_attached()
    expect(page.locator("main")).to_contain_text(name_of(section, 2))
    page.context.set_offline(False)


@pytest.mark.slow
def test_a_table_is_kept_without_what_scripts_set_while_it_was_read(phone: Page) -> None:
    refused: list[str] = []
    phone.on("console", lambda said: refused.append(said.text) if "Content Security" in said.text else None)
    phone.evaluate(
        """() => {
            document.querySelector(".entry").style.contentVisibility = "visible";
            document.getElementById("unseen").hidden = false;
        }"""
    )
    phone.evaluate(LEAVE)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("html[data-kept]")).to_be_attached()
    expect(phone.locator("#unseen")).to_be_hidden()
    assert refused == []


@pytest.mark.slow
def test_a_table_that_was_kept_never_says_that_it_is_live_or_was_checked_and_asks_at_once(
    phone: Page, section: Section
) -> None:
    expect(phone.locator("[data-checked]")).to_be_visible()
    phone.evaluate(LEAVE)
    phone.context.set_offline(True)
    phone.clock.install(time=0)
    phone.clock.pause_at(1)
    phone.reload()
    expect(phone.locator("html")).to_have_class(re.compile("follows"))  # its scripts have run
    expect(phone.locator("#status .live")).to_be_hidden()
    expect(phone.locator("[data-checked]")).to_be_hidden()
    phone.clock.run_for(100)
    expect(phone.locator("[data-offline]")).to_be_visible()
    phone.context.set_offline(False)
    phone.clock.run_for(100)
    expect(phone.locator("[data-offline]")).to_be_hidden()
    expect(phone.locator("#status .live")).to_be_visible()


@pytest.mark.slow
def test_the_app_opens_without_a_connection_though_its_first_page_was_never_shown(phone: Page) -> None:
    phone.context.set_offline(True)
    phone.goto(re.sub(r"/e/.*", reverse("following"), phone.url))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Following")
    lost = phone.locator("main [data-offline]")
    expect(lost).to_contain_text(re.compile(r"No connection\. Last checked \w{3} \d+:\d\d [AP]M\."))
    expect(phone.locator("#dock")).to_be_hidden()  # it is said once
    phone.context.set_offline(False)
    expect(lost).to_be_hidden()


@pytest.mark.slow
def test_the_card_of_who_is_followed_is_there_without_a_connection_on_each_page_that_was_read(
    phone: Page, section: Section
) -> None:
    phone.goto(re.sub(r"/e/.*", at("player", section, 2), phone.url))
    phone.locator("main .star").click()
    child = phone.locator("#dock .child")
    expect(child).to_be_visible()
    phone.locator("#tab-standings").click()
    expect(child).to_be_visible()
    phone.evaluate(HAS_KEPT_THE_CARD)
    phone.locator("#tab-order").click()
    expect(phone).to_have_url(re.compile("/order/"))
    phone.context.set_offline(True)
    phone.goto(re.sub(r"/e/.*", at("standings", section), phone.url))
    expect(phone.locator("html[data-kept]")).to_be_attached()
    expect(child).to_contain_text(name_of(section, 2))


def test_with_a_connection_the_present_table_comes_whatever_is_kept(phone: Page, section: Section) -> None:
    phone.evaluate(LEAVE)
    enter(games_of(section, 1)[1], "WL")
    phone.reload()
    expect(phone.locator(".entry")).to_have_count(4)
    expect(phone.locator(".entry").get_by_text("still playing")).to_have_count(0)


# --- as the phone showed it last --------------------------------------------------------------------

# A phone asks at once whether that is so.
ASK_NOW = "window.dispatchEvent(new Event('offline'))"
STILL = "still playing"
# The letters of the rounds are explained on the page too.
IS_KEPT_WITHOUT = """async (still) => {
    const kept = await (await caches.match(location.href))?.text();
    return kept && !kept.includes(`class="playing">${still}`);
}"""


def looked_at(phone: Page) -> Page:
    """A page that the worker brought, whose scripts for later have come."""
    phone.evaluate(IS_KEPT)
    phone.reload()
    with phone.expect_response(re.compile("keeping")):
        pass
    return phone


def a_result_comes(phone: Page, section: Section) -> None:
    enter(games_of(section, 1)[1], "WL")
    phone.evaluate(ASK_NOW)
    expect(phone.locator(".entry").get_by_text(STILL)).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("then", ["waits", "leaves", "loses the connection"])
def test_a_page_that_polls_have_changed_is_kept_as_it_was_shown_last(
    phone: Page, section: Section, then: str
) -> None:
    """It was read without a connection as it came first."""
    looked_at(phone)
    expect(phone.locator(".entry").get_by_text(STILL)).to_have_count(2)
    a_result_comes(phone, section)
    if then == "leaves":
        phone.evaluate(HIDDEN)
    elif then == "loses the connection":
        phone.context.set_offline(True)
    assert becomes(phone, IS_KEPT_WITHOUT, STILL)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("html[data-kept] .entry")).to_have_count(4)
    expect(phone.locator(".entry").get_by_text(STILL)).to_have_count(0)
    expect(phone.locator("[data-offline]")).to_be_visible()


@pytest.mark.slow
def test_what_a_reader_did_to_a_page_is_not_kept_with_it(phone: Page, section: Section) -> None:
    opened(phone, at("player", section, 2))
    phone.locator("main .star").click()
    opened(phone, at("standings", section))
    looked_at(phone)
    expect(phone.locator("#dock .child")).to_be_visible()
    phone.locator("#s3").click()
    phone.get_by_role("searchbox").fill(name_of(section, 1)[:3])
    expect(phone.locator("#found li")).to_have_count(1)
    a_result_comes(phone, section)
    assert becomes(phone, IS_KEPT_WITHOUT, STILL)
    html = phone.evaluate("async () => (await caches.match(location.href)).text()")
    assert not re.search(r'class="child"|aria-expanded="true"|aria-pressed="true"|class="[^"]*\bmine', html)
    assert name_of(section, 1) in html
    phone.evaluate("localStorage.clear()")
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("html[data-kept] .entry")).to_have_count(4)
    expect(phone.locator("#found li")).to_have_count(0)
    expect(phone.locator("#dock .child")).to_have_count(0)
    expect(phone.locator(".entry.mine")).to_have_count(0)


@pytest.mark.slow
def test_no_card_and_no_line_of_the_search_is_older_than_what_the_phone_showed(
    phone: Page, section: Section
) -> None:
    """On pages that were read earlier a card went back to the board of a game that was over."""
    opened(phone, at("player", section, 4))
    phone.locator("main .star").click()
    opened(phone, at("standings", section))
    now, field = phone.locator("#dock .child .now:visible"), phone.get_by_role("searchbox")
    expect(now).to_contain_text("Round 1: board 2")
    with phone.expect_response(re.compile("players.json")):
        field.fill(name_of(section, 4)[:3])
    expect(phone.locator("#found .under").last).to_contain_text("Round 1: board 2")
    opened(phone, at("round", section, 1))
    expect(now).to_contain_text("Round 1: board 2")
    enter(games_of(section, 1)[1], "WL")
    phone.evaluate(ASK_NOW)
    expect(now).to_contain_text("Round 1: lost")
    phone.context.set_offline(True)
    for path in (at("standings", section), at("player", section, 4)):
        opened(phone, path)
        expect(phone.locator("html[data-kept]")).to_be_attached()
        expect(now).to_contain_text("Round 1: lost")
    opened(phone, at("standings", section))
    for number, says in ((4, "Round 1: lost"), (2, "")):
        field.fill(name_of(section, number)[:3])
        lines = phone.locator("#found li")
        expect(lines).to_have_count(1)
        expect(lines).to_contain_text(name_of(section, number))
        if says:
            expect(lines).to_contain_text(says)
        expect(lines).not_to_contain_text(re.compile("board", re.IGNORECASE))


# --- pages and children that were never shown ------------------------------------------------------

OWN_PAGES_ARE_KEPT = """async (language) => {
    const own = await caches.open("own");
    for (let n = 0; n < 600 && !(await own.match(`${language}/following/`, { ignoreVary: true })); n += 1) {
        await new Promise(requestAnimationFrame);
    }
}"""


def opened(phone: Page, path: str) -> None:
    phone.goto(re.sub(r"(https?://[^/]+).*", r"\1", phone.url) + path)


@pytest.mark.parametrize("language", ["", also("/es")])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_of_a_page_that_was_never_shown_the_phone_says_so_and_names_those_that_it_has(
    phone: Page, section: Section, language: str, scheme: Any
) -> None:
    phone.emulate_media(color_scheme=scheme)
    other = as_it_stands(a_section(2, 1))
    for path in (at("standings", other), at("standings", section), at("round", section, 1)):
        opened(phone, language + path)
        phone.evaluate(IS_KEPT)
    phone.evaluate(OWN_PAGES_ARE_KEPT, language)
    refused: list[str] = []
    phone.on("console", lambda said: refused.append(said.text) if "Content Security" in said.text else None)
    phone.context.set_offline(True)
    wanted = language + at("wall-chart", section)
    opened(phone, wanted)
    title, says = {
        "": ("No connection", "This page was not kept on this phone."),
        "/es": ("Sin conexión", "Esta página no se guardó en este teléfono."),
    }[language]
    expect(phone.get_by_role("heading", level=1)).to_have_text(title)
    expect(phone.locator("main")).to_contain_text(says)
    links = phone.locator("#pages a")
    expect(links.nth(0)).to_contain_text(section.name)
    expect(links.nth(1)).to_contain_text(section.name)
    expect(links.nth(2)).to_contain_text(other.event.name)
    assert small_targets(phone) == []
    fits(phone)
    is_clean(phone)
    assert refused == []
    links.filter(has_text="1").first.click()
    expect(phone.locator("html[data-kept] #live")).to_be_attached()


@pytest.mark.slow
def test_each_kept_page_is_told_from_the_others_and_says_of_when_it_is(phone: Page, section: Section) -> None:
    """Two lines were alike: the standings now and after a round, a player and why the player stands there.
    The time was the phone's own, beside that of the event in the line that says of when an open page is."""
    kept = [f"{at('standings', section)}?after=1", at("player", section, 1), at("why", section, 1)]
    enter(games_of(section, 1)[1], "WL")
    for path in [at("standings", section), *kept]:
        opened(phone, path)
        phone.evaluate(IS_KEPT)
    bar = phone.locator("[data-offline]").first.text_content() or ""
    [of_the_event] = re.findall(r"\w{3} \d+:\d\d [AP]M", bar.replace("\N{NO-BREAK SPACE}", " "))
    phone.evaluate(OWN_PAGES_ARE_KEPT, "")
    phone.context.set_offline(True)
    opened(phone, at("wall-chart", section))
    name, where = name_of(section, 1), f"{section.name} · {section.event.name}"
    when = " · " + re.sub(" ", r"\\s", of_the_event)
    told = [
        f"{name}Why this place\\? · {where}{when}",
        f"{name}{where}{when}",
        f"Standings after round 1{where}{when}",
        f"Standings{where}{when}",
    ]
    lines = phone.locator("#pages a:has(bdi)")
    expect(lines).to_have_text([re.compile(rf"^\s*{each}\s*$") for each in told])


@pytest.mark.slow
def test_a_page_that_was_not_kept_comes_by_itself_when_the_connection_is_back(
    phone: Page, section: Section
) -> None:
    phone.evaluate(OWN_PAGES_ARE_KEPT, "")
    phone.context.set_offline(True)
    opened(phone, at("wall-chart", section))
    expect(phone.locator("main")).to_contain_text("It opens by itself when the connection is back.")
    phone.get_by_role("button", name="Try now").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("No connection")
    phone.context.set_offline(False)
    expect(phone.locator(".chart")).to_be_visible()
    assert phone.url.endswith(at("wall-chart", section))


@pytest.mark.slow
def test_what_is_not_public_any_more_is_not_kept_either(phone: Page, section: Section) -> None:
    phone.evaluate(IS_KEPT)
    visibility.hide_event(section.event, by=director_of(section))
    phone.reload()
    assert becomes(phone, "async () => !(await (await caches.open('pages')).match(location.href))")


NOTHING_IS_KEPT = """async (within) => {
    const names = ["pages", "cards", "names"];
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().every(({ url }) => !url.includes(within));
}"""
ARE_KEPT = """async (addresses) => {
    const cache = await caches.open("pages");
    const found = await Promise.all(addresses.map((address) => cache.match(address, { ignoreVary: true })));
    return found.every(Boolean);
}"""


@pytest.mark.slow
@pytest.mark.parametrize("learns", ["poll", "news", "visit"])
def test_of_an_event_that_is_hidden_no_page_stays_on_the_phone(
    phone: Page, live_server: LiveServer, section: Section, learns: str
) -> None:
    """They stayed until each was opened with a connection. Another event's pages do."""
    other = a_section(2, 1, name="Elsewhere")
    pages = [at("standings", section), at("round", section, 1), "/es" + at("player", section, 1)]
    for address in [at("standings", other), *pages, at("wall-chart", section)]:
        phone.goto(live_server.url + address)
        phone.evaluate(IS_KEPT)
    if learns == "poll":
        phone.goto(live_server.url + at("standings", section))
    visibility.hide_event(section.event, by=director_of(section))
    if learns == "visit":
        phone.goto(live_server.url + at("player", section, 2))
    else:
        phone.evaluate("window.dispatchEvent(new Event('offline'))")
    assert becomes(phone, NOTHING_IS_KEPT, f"/e/{section.event.slug}/")
    assert phone.evaluate(ARE_KEPT, [at("standings", other)])
    if learns != "visit":
        expect(phone.locator("#news")).to_contain_text("not public right now")
        # A page that is left is kept as it stands, but not this one.
        phone.evaluate(HIDDEN)
        assert phone.evaluate(NOTHING_IS_KEPT, f"/e/{section.event.slug}/")


@pytest.mark.slow
def test_of_a_section_that_is_a_draft_again_the_pages_of_the_others_stay(
    phone: Page, live_server: LiveServer, section: Section
) -> None:
    other = a_section(2, 1, event=section.event, name="Elsewhere")
    for address in (at("standings", other), at("round", section, 1)):
        phone.goto(live_server.url + address)
        phone.evaluate(IS_KEPT)
    visibility.set_hidden(section, True, by=director_of(section))
    phone.goto(live_server.url + at("standings", section))
    assert becomes(phone, NOTHING_IS_KEPT, at("standings", section))
    assert phone.evaluate(ARE_KEPT, [at("standings", other)])


def test_whom_a_phone_follows_is_named_without_a_connection_though_no_card_was_read(
    phone: Page, section: Section
) -> None:
    followed = [
        {"at": at("player", section, number), "name": name_of(section, number), "seen": None}
        for number in (1, 2)
    ]
    phone.evaluate(
        "followed => localStorage.setItem('wallchart:following', JSON.stringify(followed))", followed
    )
    phone.evaluate(OWN_PAGES_ARE_KEPT, "")
    phone.context.set_offline(True)
    opened(phone, reverse("following"))
    cards = phone.locator("#following .child")
    expect(cards.locator("b")).to_have_text([name_of(section, 1), name_of(section, 2)])
    expect(cards.first).to_contain_text("No connection.")
    expect(cards.first).to_have_attribute("href", at("player", section, 1))
    fits(phone)
    is_clean(phone)
    phone.context.set_offline(False)
    expect(cards.first).to_contain_text("Round 1")


@pytest.mark.slow
def test_a_page_that_was_kept_before_a_child_was_followed_shows_what_the_phone_knows_by_now(
    phone: Page, section: Section
) -> None:
    opened(phone, at("standings", section))
    phone.evaluate(IS_KEPT)
    opened(phone, at("player", section, 2))
    phone.locator("main .star").click()
    expect(phone.locator("#dock .child")).to_be_visible()
    phone.evaluate("async () => { while (!(await caches.match(`${location.pathname}card/`))) await null; }")
    phone.context.set_offline(True)
    opened(phone, at("standings", section))
    expect(phone.locator("html[data-kept]")).to_be_attached()
    expect(phone.locator("#dock .child")).to_contain_text(name_of(section, 2))
    expect(phone.locator("#dock .child .now:visible")).to_contain_text("Round 1")
    expect(phone.locator("#dock .lost")).to_be_visible()


def test_a_tap_without_a_connection_opens_what_is_kept_and_else_says_so_where_one_tapped(
    phone: Page, section: Section
) -> None:
    phone.evaluate(IS_KEPT)
    opened(phone, at("round", section, 1))
    phone.evaluate(IS_KEPT)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("html.is-away[data-kept]")).to_be_attached()
    here = phone.url
    chart = phone.locator("#tabs").get_by_role("link", name="Wall chart")
    chart.click()
    says = phone.locator(".tapped")
    expect(says).to_have_text(re.compile("^No connection"))
    assert abs(says.bounding_box()["y"] - chart.bounding_box()["y"]) < 120  # type: ignore[index]
    assert phone.url == here
    phone.locator("#tab-standings").click()
    expect(phone).to_have_url(re.compile(at("standings", section) + "$"))


@pytest.mark.slow
def test_who_looked_for_a_name_before_finds_it_without_a_connection(phone: Page, section: Section) -> None:
    field = phone.get_by_role("searchbox")
    with phone.expect_response(re.compile("players.json")):
        field.press_sequentially(name_of(section, 1)[:2])
    expect(phone.locator("#found li")).not_to_have_count(0)
    phone.evaluate(IS_KEPT)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("html[data-kept]")).to_be_attached()
    field.press_sequentially(name_of(section, 1)[:2])
    expect(phone.locator("#found li")).not_to_have_count(0)


@pytest.mark.slow
def test_in_large_text_with_a_card_it_still_says_that_the_page_was_not_kept(
    phone: Page, section: Section
) -> None:
    opened(phone, at("player", section, 2))
    phone.locator("main .star").click()
    expect(phone.locator("#dock .child")).to_be_visible()
    phone.evaluate(OWN_PAGES_ARE_KEPT, "")
    phone.set_viewport_size({"width": 180, "height": 370})
    phone.context.set_offline(True)
    opened(phone, at("wall-chart", section))
    expect(phone.locator("#dock .child")).to_be_visible()
    expect(phone.locator("main").get_by_text("This page was not kept on this phone.")).to_be_visible()
    assert cut(phone) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wall-chart", also("posted-order")])
@pytest.mark.parametrize("knows", [True, False])
def test_news_stay_where_they_are_told_when_a_tap_cannot_show_them_without_a_connection(
    phone: Page, section: Section, name: str, knows: bool
) -> None:
    """The page came back as it was kept, and did not say that there were newer results."""
    opened(phone, at(name, section))
    phone.evaluate(IS_KEPT)
    enter(games_of(section, 1)[1], "WL")
    phone.evaluate(ASK_NOW)
    news = phone.locator("[data-newer]")
    expect(news).to_contain_text("There are new results. Show them", use_inner_text=True)
    if knows:
        phone.context.set_offline(True)
    else:
        phone.context.route("**/*", lambda route: route.abort("internetdisconnected"))
        news.get_by_role("link", name="Show them").click()
    expect(phone.locator("html.is-away")).to_be_attached()
    expect(news).to_have_text(
        re.compile("^There are new results. Connect to see what is new.$"), use_inner_text=True
    )
    expect(phone.locator("html[data-kept]")).to_have_count(0)
    expect(phone.locator(".reloads")).to_be_hidden()
    phone.context.unroute_all()
    phone.context.set_offline(False)
    news.get_by_role("link", name="Show them").click()
    expect(phone.locator("html")).not_to_have_class(re.compile("is-away"))
    expect(news).to_be_hidden()
