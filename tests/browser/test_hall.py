"""The hall screen in a real browser: it turns its pages by itself, at a key, and not while it is held."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at, served
from tests.browser.looks import also, arrived, fits_and_is_clean, lines_of
from tests.factories import (
    EventFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    games_of,
    paired,
    played,
    swap_colors,
)
from tournaments.models import Section
from tournaments.services import prizes, rosters

TURN = 12_000  # milliseconds a page stands
POLL = 13_000
NEW = 60_000  # how long a result is marked


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(30, 3, by=kim)
    paired(section, 1, "\n".join(f"{n} {n + 1}" for n in range(1, 30, 2)), publish=True)
    return as_it_stands(section)


@pytest.fixture
def screen(page: Page, live_server: LiveServer, section: Section) -> Page:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(live_server.url + reverse("screen", args=[section.event.slug]))
    # The clock of the page runs ahead of the network: no answer would come in time.
    page.evaluate("AbortSignal.timeout = undefined")
    expect(page.locator("#live")).to_have_attribute("data-at", "0")
    return page


def shown(screen: Page) -> Locator:
    return screen.locator(".slide:visible")


def page_number(screen: Page) -> Locator:
    return screen.get_by_role("img", name="Page")


def test_pages_turn_by_themselves_and_with_keys_and_stand_while_they_are_held(screen: Page) -> None:
    expect(shown(screen)).to_have_count(1)
    expect(page_number(screen)).to_have_accessible_name("Page 1 of 2")
    first = shown(screen).locator("li").first.inner_text()
    screen.clock.run_for(TURN)
    expect(page_number(screen)).to_have_accessible_name("Page 2 of 2")
    assert shown(screen).locator("li").first.inner_text() != first
    screen.clock.run_for(TURN)
    expect(page_number(screen)).to_have_accessible_name("Page 1 of 2")
    screen.keyboard.press("ArrowLeft")
    expect(page_number(screen)).to_have_accessible_name("Page 2 of 2")
    screen.keyboard.press(" ")
    expect(screen.get_by_role("button", name="Go on")).to_be_visible()
    screen.clock.run_for(3 * TURN)
    expect(page_number(screen)).to_have_accessible_name("Page 2 of 2")
    screen.get_by_role("button", name="Go on").click()
    screen.clock.run_for(TURN)
    expect(page_number(screen)).to_have_accessible_name("Page 1 of 2")
    screen.clock.resume()  # axe waits for time
    fits_and_is_clean(screen, 1280)


@pytest.mark.parametrize(
    ("players", "columns"),
    [(8, [8]), (11, [6, 5]), (12, [6, 6]), (13, [7, 6]), (23, [6, 5]), also(22, [11, 11])],
)
def test_lines_of_two_columns_are_halved_between_them_and_eight_stand_in_one(
    page: Page, live_server: LiveServer, kim: User, players: int, columns: list[int]
) -> None:
    """Of 23 players the first page had eleven in its left half, and nothing in the right one."""
    page.set_viewport_size({"width": 1280, "height": 720})
    section = a_section(players, 3, by=kim)
    boards = [f"{n} {n + 1}" for n in range(1, players, 2)] + [f"{players} B"] * (players % 2)
    paired(section, 1, "\n".join(boards), publish=True)
    page.goto(live_server.url + reverse("screen", args=[section.event.slug]))
    boxes = "lines => lines.map((line) => line.getBoundingClientRect()).map((at) => [at.left, at.top])"
    places = shown(page).locator("li").evaluate_all(boxes)
    assert places == sorted(places), "down the first column, then down the second"
    lefts = [left for left, _top in places]
    assert [lefts.count(left) for left in sorted({*lefts})] == columns


@pytest.mark.parametrize("show", ["pairings", "standings", also("results")])
@pytest.mark.parametrize(("players", "times"), [(6, 1.6), (8, 1.3), (12, 1.3), (16, 1.2), (22, 1)])
def test_the_fewer_lines_a_page_has_the_larger_they_are(
    page: Page, live_server: LiveServer, kim: User, players: int, times: float, show: str
) -> None:
    """Three boards were as small as eleven, on a wall that was three quarters empty."""
    section = a_section(players, 3, by=kim)
    half = players // 2
    games = paired(section, 1, "\n".join(f"{n} {n + half}" for n in range(1, half + 1)), publish=True)
    enter(games[0], "WL")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{live_server.url}{reverse('screen', args=[section.event.slug])}?show={show}")
    arrived(page)
    size = "line => parseFloat(getComputedStyle(line).fontSize)"
    line = shown(page).locator("li").first
    assert line.evaluate(size) == pytest.approx(1280 / 40 * (1.6 if show == "results" else times))
    if show == "standings":
        for each in shown(page).locator("li").all():
            assert each.evaluate(INSIDE), each.inner_text()


def test_a_new_round_comes_by_itself_and_begins_with_its_first_page(
    screen: Page, section: Section, kim: User
) -> None:
    screen.keyboard.press("ArrowRight")
    expect(page_number(screen)).to_have_accessible_name("Page 2 of 2")
    paired(section, 2, "\n".join(f"{n} {n + 2}" for n in range(1, 29) if n % 4 in (1, 2)), publish=True)
    with screen.expect_response("**/screen/live/**"):
        screen.clock.run_for(POLL)
    expect(screen.get_by_role("heading", name="Round 2 pairings")).to_be_visible()
    expect(page_number(screen)).to_have_accessible_name("Page 1 of 2")


def test_a_result_comes_by_itself_is_marked_and_the_page_that_is_read_stays(
    screen: Page, section: Section
) -> None:
    screen.keyboard.press(" ")
    screen.keyboard.press("ArrowRight")
    expect(page_number(screen)).to_have_accessible_name("Page 2 of 2")
    enter(games_of(section, 1)[0], "WL")
    with screen.expect_response("**/screen/live/**"):
        screen.clock.run_for(POLL)
    # Pairings, the result, and two pages of standings.
    expect(page_number(screen)).to_have_accessible_name("Page 2 of 5")
    expect(screen.get_by_role("heading", name="Round 1 pairings")).to_be_visible()
    screen.keyboard.press("ArrowRight")
    expect(screen.get_by_role("heading", name="Round 1 results")).to_be_visible()
    expect(shown(screen).locator("li.fresh")).to_have_count(1)
    screen.clock.run_for(NEW)
    screen.keyboard.press("ArrowRight")
    screen.keyboard.press("ArrowLeft")
    expect(shown(screen).locator("li")).to_have_count(1)
    expect(shown(screen).locator("li.fresh")).to_have_count(0)


@pytest.mark.parametrize("width", [also(1280), 1920, also(3840)])
def test_it_is_read_from_ten_meters_at_every_size(screen: Page, section: Section, width: int) -> None:
    """A picture two meters wide shows capitals of 36 mm where the type is a fortieth of its width."""
    enter(games_of(section, 1)[0], "WL")
    with screen.expect_response("**/screen/live/**"):
        screen.clock.run_for(POLL)
    screen.set_viewport_size({"width": width, "height": width * 9 // 16})
    expect(page_number(screen)).to_have_accessible_name("Page 2 of 5")
    for _page in range(5):
        for line in shown(screen).locator("li").all():
            assert line.evaluate("line => parseFloat(getComputedStyle(line).fontSize)") >= width / 40 - 0.01
        assert screen.evaluate("document.documentElement.scrollHeight") <= width * 9 // 16
        box, main = shown(screen).bounding_box(), screen.locator("#live").bounding_box()
        assert box is not None
        assert main is not None
        assert box["y"] + box["height"] <= main["y"] + main["height"] + 1
        screen.keyboard.press("ArrowRight")


def test_a_long_name_of_a_section_pushes_nothing_off_the_screen(
    page: Page, live_server: LiveServer, kim: User
) -> None:
    section = a_section(2, 3, by=kim, name="Championship of Kindergarten to Grade 12 Under 1200")
    paired(section, 1, "1 2", publish=True)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(served(live_server, "hall", section))
    box = shown(page).bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 1280


def test_the_name_of_a_section_stands_whole_beside_the_longer_words_of_spanish(
    page: Page, live_server: LiveServer, kim: User
) -> None:
    """It read "Live Tea…"."""
    section = a_section(2, 3, by=kim, name="Live Teams of four")
    paired(section, 1, "1 2", publish=True)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{live_server.url}/es{reverse('screen', args=[section.event.slug])}")
    arrived(page)
    name = shown(page).locator("h2 bdi")
    expect(name).to_have_text("Live Teams of four")
    assert name.evaluate("of => of.scrollWidth - of.clientWidth") == 0


def test_a_name_of_twenty_letters_is_as_large_as_there_is_room(
    page: Page, live_server: LiveServer, section: Section
) -> None:
    """With its eighteenth letter a name became two thirds as large, beside half an empty line."""
    rosters.edit_player(section.players.get(number=1), by=director_of(section), name="Rowan-Larch Ada 0000")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{live_server.url}{reverse('screen', args=[section.event.slug])}")
    arrived(page)
    size = "of => parseFloat(getComputedStyle(of).fontSize)"
    long = page.locator(".name", has_text="0000 Rowan-Larch Ada").first
    short = page.locator(".name:not(.long)").first
    assert long.evaluate(size) >= 0.8 * short.evaluate(size)


def test_a_long_name_takes_two_lines_of_seven_tenths_and_the_mark_beside_it_is_as_large_as_any(
    page: Page, live_server: LiveServer, kim: User
) -> None:
    """ "Fennimore-Hargreaves Tobias" was half as large as others, and "playing" beside it smaller yet."""
    section = a_section(22, 3, by=kim)
    names = ["Fennimore-Hargreaves, Tobias", "Featherstone-Venkataraghavan, Maximiliana", "Oak, Al"]
    for number, name in enumerate(names, 1):
        rosters.edit_player(section.players.get(number=number), by=kim, name=name)
    played(section, 1, "\n".join(f"{n} {n + 11} DD" for n in range(1, 12)))
    paired(section, 2, "\n".join(f"{n} {n + 1}" for n in range(1, 22, 2)), publish=True)
    page.set_viewport_size({"width": 1280, "height": 720})
    size = "of => parseFloat(getComputedStyle(of).fontSize)"
    for show in ("pairings", "standings"):
        page.goto(f"{live_server.url}{reverse('screen', args=[section.event.slug])}?show={show}")
        arrived(page)
        full = shown(page).locator("li").first.evaluate(size)
        for each in shown(page).locator(".name").all():
            assert each.evaluate(size) >= 0.68 * full, each.inner_text()
    marks = shown(page).locator(".name i")
    assert marks.count() == 22
    assert len({mark.evaluate(size) for mark in marks.all()}) == 1


@pytest.mark.parametrize("forced_colors", ["none", "active"])
def test_a_code_for_phones_is_black_on_white_in_a_dark_hall_too(screen: Page, forced_colors: Any) -> None:
    screen.emulate_media(color_scheme="dark", forced_colors=forced_colors)
    # Of this machine's own address there is none.
    code = screen.evaluate_handle(
        """() => {
            const code = document.createElementNS("http://www.w3.org/2000/svg", "svg");
            code.setAttribute("class", "qr");
            document.querySelector(".phones").append(code);
            return code;
        }"""
    )
    assert code.evaluate("code => getComputedStyle(code).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.parametrize("name", ["Lake Wren Scholastic", also("Riverside Fall Open 2026")])
def test_an_address_on_two_lines_has_each_of_its_parts_on_one(
    page: Page, live_server: LiveServer, kim: User, name: str
) -> None:
    event = EventFactory.create(by=kim, name=name)
    section = a_section(2, 3, event=event, by=kim)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(served(live_server, "hall", section))
    address = page.locator(".phones b")
    expect(address).to_contain_text(f"/e/{event.slug}/")
    assert lines_of(address.locator(":last-child")) == 1


@pytest.mark.parametrize("width", [1280, also(3840)])
def test_a_trophy_is_not_far_smaller_than_the_name_beside_it_and_no_other_language_is_offered(
    page: Page, live_server: LiveServer, kim: User, width: int
) -> None:
    section = a_section(4, 2, by=kim)
    played(section, 1, "1 2 WL\n3 4 DD")
    prizes.announce(section, "1st place trophy", in_this_order=False, by=kim)
    page.set_viewport_size({"width": width, "height": width * 9 // 16})
    page.goto(f"{live_server.url}{reverse('screen', args=[section.event.slug])}?show=standings")
    arrived(page)
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    row = shown(page).first.locator("li").first
    assert row.locator(".pill").evaluate(size) >= 0.7 * row.locator(".name").evaluate(size)
    expect(page.locator(".language")).to_be_hidden()


@pytest.mark.parametrize(("players", "pages"), [(6, 1), (16, 2), (22, 2)])
def test_names_are_of_one_size_on_pages_with_trophies_which_are_nearly_as_large(
    page: Page, live_server: LiveServer, kim: User, players: int, pages: int
) -> None:
    """Beside a trophy a name was smaller than its neighbors, and the trophy three quarters of these."""
    section = a_section(players, 3, by=kim)
    for number in range(1, players + 1):
        rosters.edit_player(section.players.get(number=number), by=kim, name="Cragmore, Quentin")
    half = players // 2
    played(section, 1, "\n".join(f"{n} {n + half} WL" for n in range(1, half + 1)), by=kim)
    prizes.announce(section, "1st–3rd trophies\nTop under 1400", in_this_order=False, by=kim)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{live_server.url}{reverse('screen', args=[section.event.slug])}?show=standings")
    arrived(page)
    expect(page.locator(".slide")).to_have_count(pages)
    size = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    names = {*shown(page).locator(".name").evaluate_all(size)}
    assert len(names) == 1
    assert min(names) >= 32
    assert shown(page).locator(".pill").count() >= 3
    assert min(shown(page).locator(".pill").evaluate_all(size)) >= 0.85 * 32
    for line in shown(page).locator("li").all():
        assert line.evaluate(INSIDE), line.inner_text()


@pytest.mark.parametrize("show", ["pairings", "standings"])
def test_a_long_name_of_a_child_is_never_cut(
    page: Page, live_server: LiveServer, section: Section, show: str
) -> None:
    long = [
        "Featherstone-Venkataraghavan, Maximiliana",
        "de la Cruz Villaverde, Ana",
        "Wolfeschlegel, Hubert",
    ]
    for number, name in enumerate([*long, " ".join([long[0]] * 2)], 1):
        rosters.edit_player(section.players.get(number=number), by=director_of(section), name=name)
    enter(games_of(section, 1)[0], "WL")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{live_server.url}{reverse('screen', args=[section.event.slug])}?show={show}")
    arrived(page)
    for row in shown(page).first.locator("li").all():
        written, line = row.locator(".name bdi").bounding_box(), row.bounding_box()
        assert written is not None
        assert line is not None
        assert line["y"] - 1 <= written["y"]
        assert written["y"] + written["height"] <= line["y"] + line["height"] + 1
        box = row.locator(".name").evaluate("one => [one.scrollWidth, one.clientWidth]")
        assert box[0] <= box[1] + 1
        assert row.locator(".name").evaluate("one => getComputedStyle(one).whiteSpace") == "normal"


def test_without_a_connection_the_last_pages_go_on_turning_and_say_so(screen: Page) -> None:
    expect(screen.locator("[data-offline]")).to_be_hidden()
    screen.route("**/screen/live/**", lambda route: route.abort())
    screen.clock.run_for(POLL)
    expect(screen.locator("[data-offline]")).to_be_visible()
    expect(screen.locator("[data-offline]")).to_contain_text("No connection. These are the pages from")
    before = page_number(screen).get_attribute("aria-label")
    screen.clock.run_for(TURN)
    expect(page_number(screen)).not_to_have_accessible_name(str(before))
    screen.unroute("**/screen/live/**")
    with screen.expect_response("**/screen/live/**"):
        screen.clock.run_for(2 * POLL)
    expect(screen.locator("[data-offline]")).to_be_hidden()


def test_it_asks_the_machine_to_stay_awake(page: Page, live_server: LiveServer, section: Section) -> None:
    lock = "{ value: { request: async () => { window.asked += 1; } } }"
    page.add_init_script(f'window.asked = 0; Object.defineProperty(navigator, "wakeLock", {lock});')
    page.goto(live_server.url + reverse("screen", args=[section.event.slug]))
    expect(page.locator("#live")).to_have_attribute("data-at", "0")
    assert page.evaluate("window.asked") == 1
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("window.asked") == 2


def test_nothing_moves_for_who_wants_no_motion_or_for_anybody(screen: Page) -> None:
    moving = """() => [...document.querySelectorAll(".hall *")].filter((each) => {
        const { animationName, transitionDuration } = getComputedStyle(each);
        return animationName !== "none" || !/^0s(, 0s)*$/.test(transitionDuration);
    }).map((each) => each.className)"""
    for motion in ("reduce", "no-preference"):
        screen.emulate_media(reduced_motion=motion)
        assert screen.evaluate(moving) == [], motion


def test_on_a_phone_it_is_a_list(screen: Page, section: Section, kim: User) -> None:
    screen.set_viewport_size({"width": 360, "height": 740})
    expect(shown(screen)).to_have_count(2)
    screen.clock.resume()  # axe waits for time
    fits_and_is_clean(screen)


def test_names_stand_below_each_other_on_a_phone_tied_or_not(
    page: Page, live_server: LiveServer, section: Section
) -> None:
    """Those behind "3=" and "12=" began further right."""
    for game, result in zip(games_of(section, 1), ["WL", "DD"] * 8, strict=False):
        enter(game, result)
    paired(section, 2, "\n".join(f"{n} {n + 15}" for n in range(1, 16)), publish=True)
    for game in games_of(section, 2)[:7]:
        enter(game, "LW")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + reverse("screen", args=[section.event.slug]))
    names = page.locator(".standings .name")
    assert names.count() > 20
    left = "all => all.map((one) => Math.round(one.getBoundingClientRect().left))"
    assert len(set(names.evaluate_all(left))) == 1
    wide = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert page.locator(".standings .rank").evaluate_all(wide) == []


def test_on_a_phone_a_lost_connection_is_in_sight_wherever_one_has_scrolled(screen: Page) -> None:
    """It stood below the last of three hundred names."""
    screen.set_viewport_size({"width": 360, "height": 740})
    screen.context.set_offline(True)
    screen.clock.run_for(3 * POLL)
    says = screen.locator("[data-offline]").filter(has_text="No connection. These are the pages from")
    for place in (0, 500, 99_999):
        screen.evaluate("place => scrollTo({ top: place, behavior: 'instant' })", place)
        expect(says).to_be_in_viewport(ratio=1)


@pytest.fixture
def many(kim: User) -> Section:
    """Sixty-six players, nearly all tied; a game of round 1 and most of round 2 are still played."""
    section = a_section(66, 3, by=kim)
    paired(section, 1, "\n".join(f"{n} {n + 33}" for n in range(1, 34)), publish=True)
    for game in games_of(section, 1)[1:]:
        enter(game, "DD")
    section = as_it_stands(section)
    paired(section, 2, "\n".join(f"{n} {n + 1}" for n in range(2, 33, 2)), publish=True)
    enter(games_of(section, 2)[0], "WL")
    swap_colors(games_of(section, 2)[1], by=kim)
    return as_it_stands(section)


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 900), (1024, 768)])
def test_places_of_a_tie_stay_on_one_line_and_the_note_beside_what_turns_the_pages(
    page: Page, live_server: LiveServer, many: Section, width: int, height: int
) -> None:
    """ "20=" broke over two lines, and the note ran under "Back" and the dots."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(live_server.url + reverse("screen", args=[many.event.slug]))
    ranks: set[str] = set()
    number = page_number(page)
    expect(number).to_have_accessible_name(re.compile("Page 1 of"))
    pages = int((number.get_attribute("aria-label") or "").split()[-1])
    for at_ in range(1, pages + 1):
        expect(number).to_have_accessible_name(f"Page {at_} of {pages}")
        slide = shown(page)
        for rank in slide.locator(".rank").all():
            ranks.add(rank.inner_text())
            assert rank.evaluate(
                "of => of.scrollWidth <= of.clientWidth"
                " && of.clientHeight < 1.5 * parseFloat(getComputedStyle(of).lineHeight)"
            ), rank.inner_text()
        for note in slide.locator(".span").all():
            assert note.evaluate(APART), note.inner_text()
        for line in slide.locator("li").all():
            assert line.evaluate("of => of.scrollHeight <= of.clientHeight + 1"), line.inner_text()
        page.keyboard.press("ArrowRight")
    assert {"1", "2="} <= ranks or any(len(rank) == 3 for rank in ranks)


# Whether a note ends before what turns the pages begins, or stands above it.
APART = """note => {
  const range = document.createRange();
  range.selectNodeContents(note);
  const [of, turn] = [range, document.querySelector(".turn")].map((each) => each.getBoundingClientRect());
  return of.right <= turn.left || of.bottom <= turn.top;
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), also(1920, 1080), also(1024, 768)])
def test_no_line_of_the_standings_runs_into_the_next_where_names_trophies_and_games_meet(
    page: Page, live_server: LiveServer, kim: User, width: int, height: int
) -> None:
    """Beside "3rd–4th trophy undecided" a name of 15 letters broke, and "playing" stood in the line below."""
    section = a_section(22, 3, by=kim)
    names = ("Castellan, Jonah", "Whitlock, Amara", "Brackwater, Esme")
    for number, name in enumerate(names, 1):
        rosters.edit_player(section.players.get(number=number), by=kim, name=name)
    lines = "1st place trophy\n2nd place trophy\n3rd place trophy\nTop unrated"
    prizes.announce(section, lines, in_this_order=False, by=kim)
    paired(section, 1, "\n".join(f"{n} {n + 11}" for n in range(1, 12)), publish=True)
    for game in games_of(section, 1):
        enter(game, "WL")
    paired(section, 2, "\n".join(f"{n} {n + 1}" for n in range(1, 21, 2)), publish=True)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{live_server.url}{reverse('screen', args=[section.event.slug])}?show=standings")
    arrived(page)
    expect(shown(page).get_by_text("undecided").first).to_be_visible()
    expect(shown(page).get_by_text("playing", exact=True).first).to_be_visible()
    for line in shown(page).locator("li").all():
        assert line.evaluate(INSIDE), line.inner_text()
    # A result moves ranks, whose marks take some of the room.
    enter(games_of(section, 2)[-1], "WL")
    page.reload()
    arrived(page)
    expect(shown(page).locator(".rank small").filter(has_text="▼").first).to_be_visible()
    for line in shown(page).locator("li").all():
        assert line.evaluate(INSIDE), line.inner_text()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), also(1024, 768), also(3840, 2160)])
def test_in_a_draft_translation_nothing_at_the_foot_stands_on_something_else(
    page: Page, live_server: LiveServer, many: Section, width: int, height: int
) -> None:
    """What a draft is worth stood on the note about the places, and under "Atrás"."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{live_server.url}/es{reverse('screen', args=[many.event.slug])}?show=standings")
    arrived(page)
    expect(page.locator(".draft")).to_be_visible()
    page.evaluate("document.querySelector('.offline').hidden = false")
    assert page.evaluate(OVERLAP) == []


# Which two of the parts of a page stand on each other.
OVERLAP = """() => {
  const places = ["ol", ".span", ".turn", ".draft p", ".offline"].map((of) => {
    const part = [...document.querySelectorAll(of)].find((each) => each.checkVisibility());
    const range = document.createRange();
    range.selectNodeContents(part);
    return [of, range.getBoundingClientRect()];
  });
  return places.flatMap(([one, a], at) => places.slice(at + 1).filter(([other, b]) =>
    [one, other].join() !== "ol,.offline"
    && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  ).map(([other]) => `${one} ${other}`));
}"""


# Whether all that a line says stands between its edges, and nothing of it on something else of it.
INSIDE = """line => {
  const edge = line.getBoundingClientRect();
  const parts = [...line.children].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getBoundingClientRect();
  }).filter((part) => part.width);
  // Above and below its letters a line of text has a little room of its own.
  const room = edge.height / 20;
  return parts.every((part) => edge.top - room <= part.top && part.bottom <= edge.bottom + room)
    && parts.every((part, at) => at === 0 || parts[at - 1].right <= part.left + 1);
}"""


def test_a_phone_that_reads_the_list_follows_a_child_and_asks_again_without_a_connection(
    page: Page, live_server: LiveServer, section: Section
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    screen = live_server.url + reverse("screen", args=[section.event.slug])
    page.goto(screen)
    lost, again = page.locator("[data-offline]"), page.get_by_role("button", name="Try now")
    page.route("**/live/**", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(lost).to_be_in_viewport()
    expect(again).to_be_in_viewport()
    page.unroute_all()
    again.click()
    expect(lost).to_be_hidden()
    page.goto(live_server.url + at("player", section, 1))
    page.locator("main .star").click()
    expect(page.locator("#dock .child")).to_be_visible()
    page.goto(screen)
    expect(page.locator("#dock .child")).to_contain_text("board 1, White")
    page.context.set_offline(True)
    expect(page.locator("#dock .lost")).to_contain_text("No connection.")
    expect(again.locator("visible=true")).to_have_count(1)
    # Turned to its long side, it is a screen.
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator("#dock")).to_be_hidden()
    expect(lost).to_be_visible()
    expect(again).to_have_count(0)


def test_a_projector_fetches_nothing_of_who_is_followed(
    page: Page, live_server: LiveServer, section: Section
) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(live_server.url + reverse("screen", args=[section.event.slug]), wait_until="networkidle")
    assert [each for each in fetched if "hall" in each]
    assert [each for each in fetched if re.search(r"/js/(mine|following|offline)", each)] == []
