"""Papers as the printer gets them: nothing is cut, and no name runs into the next slip."""

import re
from collections.abc import Callable
from typing import Any, Literal
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at, served
from tests.browser.looks import also, arrived, cut, fits, lines_of
from tests.browser.phones import look, wait_for_a_poll
from tests.factories import EntryFactory, a_section, as_it_stands, enter, paired, played
from tournaments.formats import team_roster
from tournaments.models import Game, Section
from tournaments.selectors.awards.ties import ties
from tournaments.services import decisions, drafts, importing, prizes, rosters
from tournaments.services.finishing import finish, reopen
from tournaments.views import codes

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PAGE = re.compile(rb"/Type\s*/Page\b")
LONG = "Alexandra Montgomery-Featherstonehaugh"
EVERY_TIEBREAK = "modified_median,solkoff,cumulative,opposition_cumulative"


@pytest.fixture(autouse=True)
def phones_reach_the_laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a hall: each slip has the code that opens its board."""
    monkeypatch.setattr(codes, "phone_addresses", lambda: ["http://192.168.8.10:8000"])


@pytest.fixture
def round_one(kim: User) -> Section:
    return _round_one(kim)


def _round_one(kim: User, **numbered: int) -> Section:
    """Twenty players in a published round, whose names have smaller letters or need two lines without."""
    section = a_section(0, 3, by=kim, name="Championship K-5", order="solkoff", **numbered)
    names = {n: "Ana-Sofia Lindqvists" if n % 10 < 5 else LONG for n in range(1, 21)}
    entries = [EntryFactory.create(name=f"{name} {n}", rating=2000 - 8 * n) for n, name in names.items()]
    rosters.add_players(section, entries, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    drafts.publish(section, 1, by=kim)
    return section


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
    section = _round_one(kim, games=2, first_board=first_board)
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


def _seven_rounds(kim: User, players: int) -> Section:
    section = a_section(0, 7, by=kim, name="Championship K-5", order="modified_median,solkoff,cumulative")
    entries = [
        EntryFactory.create(
            name=f"{LONG[n % 9 : 24]} {n}", rating=2000, team="Maple Grove Elementary", grade="5"
        )
        for n in range(1, players + 1)
    ]
    rosters.add_players(section, entries, by=kim)
    half = players // 2
    for number in range(1, 8):
        games = "\n".join(f"{n} {(n - 1 + number) % half + half + 1} WL" for n in range(1, half + 1))
        played(section, number, games, by=kim)
    return as_it_stands(section)


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
    section = _seven_rounds(kim, players)
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
    section = _seven_rounds(kim, 40)
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
    shown = heads.evaluate("one => getComputedStyle(one, '::before').content")
    assert shown == f'"{section.name}"'
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


@pytest.fixture
def forty_trophies(kim: User) -> Section:
    """Forty-four players in five rounds, final: tiebreaks decide most of forty trophies."""
    section = a_section(44, 5, by=kim, name="Championship K-5", order=EVERY_TIEBREAK)
    prizes.announce(section, "1st–40th trophies", by=kim)
    for number in range(1, 6):
        lines = [
            f"{n} {(n + 5 * number) % 22 + 23} {('WL', 'LW', 'DD', 'WL')[n * (number + 3) % 7 % 4]}"
            for n in range(1, 23)
        ]
        played(section, number, "\n".join(lines), by=kim)
    for tie in ties(section, {}).trophy:
        decisions.toss_coin(section, tie.numbers, by=kim)
    finish(as_it_stands(section), by=kim)
    return as_it_stands(section)


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
