"""A phone, a tablet and a laptop whose text is set to twice the size; and what a thumb taps at the usual."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.looks import also, cut, fits, lines_of, open_all, small_targets
from tests.factories import EntryFactory, a_section, as_it_stands, played, three_teams
from tests.views.public_pages import everything
from tournaments.models import Section
from tournaments.services import prizes, rosters, teams
from tournaments.services.ceremony import freeze
from tournaments.services.finishing import finish

NAMES = [
    "Christopher O’Sullivan",
    "Priya Venkataraman",
    "Chukwuemeka Hernández-Villalobos",
    "Mei Lindqvist",
    "Caleb Ostrander",
    "Jo Fir",
]
WIDTHS = [360, also(768), also(1280)]


@pytest.fixture
def section(kim: User) -> Section:
    """Six children of two schools, the second round being played: trophies, cash, a table of teams."""
    section = a_section(0, 3, by=kim, name="K-8 Championship", order="modified_median,solkoff,cumulative")
    entries = [
        EntryFactory.create(
            name=name, rating=1500 - 40 * n, team=["Wren Academy", "Millpond"][n % 2], grade="8"
        )
        for n, name in enumerate(NAMES)
    ]
    rosters.add_players(section, entries, by=kim)
    prizes.announce(section, "1st place $150\n2nd place $100\n1st–2nd trophies\nTop under 1400", by=kim)
    teams.make_table(section.event, name="K-8 Teams", sections=[section], best=2, place_trophies=2, by=kim)
    played(section, 1, "1 4 WL\n5 2 DD\n3 6 WL", by=kim)
    played(section, 2, "1 3\n2 4 WL\n6 5", by=kim)
    return as_it_stands(section)


def public_pages(section: Section) -> list[str]:
    """What is a page: no piece of one, no file."""
    pieces = ("/live", "/rows/", "/card/", ".json", ".csv")
    of_table = [
        reverse(name, args=[section.event.slug, "k-8-teams"]) for name in ("teams", "posted-team-order")
    ]
    of_team = reverse("team-why", args=[section.event.slug, "k-8-teams", "millpond"])
    school = reverse("school", args=[section.event.slug, "millpond"])
    pages = [page for page in everything(section) if not any(piece in page for piece in pieces)]
    return [*pages, at("round", section, 2), *of_table, of_team, school]


def finished(section: Section, by: User) -> list[str]:
    """The pages of one more section of the event, which is final: two won better than by the class."""
    over = a_section(4, 2, by=by, event=section.event, name="K-3", order="solkoff,cumulative")
    prizes.announce(over, "1st–2nd trophies\nTop under 2400", by=by)
    played(over, 1, "1 4 WL\n2 3 WL", by=by)
    played(over, 2, "2 1 LW\n4 3 LW", by=by)
    freeze(as_it_stands(over), by=by)
    finish(as_it_stands(over), by=by)
    return [
        *(at(name, over) for name in ("standings", "trophies", "final", "wall-chart", "paper")),
        at("round", over, 1),
        at("announced", over, 1),
    ]


def desk_pages(section: Section) -> list[str]:
    event = section.event.slug
    return [
        *(reverse("desk"), reverse("desk-event", args=[event]), reverse("edit-event", args=[event])),
        *(
            at(name, section)
            for name in ("ties", "ceremony", "print", "edit-section", "roster", "order", "prizes")
        ),
        at("desk-round", section, 2),
    ]


@pytest.fixture
def large(new_context: Any) -> Page:
    return with_text_of(32, new_context().new_page())


def with_text_of(size: int, page: Page) -> Page:
    """As the browser's own setting has it: what is measured in letters grows, media queries too."""
    sizes = {"standard": size, "fixed": size}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    return page


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    open_all(page)
    return page


def test_the_card_of_a_child_has_the_board_and_the_way_to_the_others_in_sight(
    large: Page, live_server: LiveServer, section: Section
) -> None:
    """What the child would win stood before the board, and left no room for it."""
    large.set_viewport_size({"width": 360, "height": 780})
    for number in (1, 3):
        large.goto(live_server.url + at("player", section, number))
        large.locator("main .star").click()
        expect(large.locator("main .star")).to_have_attribute("aria-pressed", "true")
    large.goto(live_server.url + at("standings", section))
    dock = large.locator("#dock")
    expect(dock.locator(".child").first).to_be_visible()
    expect(dock.locator(".child:visible")).to_have_count(1)
    expect(dock.locator(".pill:visible")).to_have_count(0)
    for part in (dock.locator(".now:visible"), dock.locator(".all")):
        box = part.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 780


@pytest.mark.parametrize("alone", [False, True])
def test_tabs_of_a_section_stand_in_even_lines_where_there_are_more_than_two(
    new_context: Any, live_server: LiveServer, section: Section, alone: bool
) -> None:
    """Where six filled three lines, "Prizes" stood lower and further in than "Wall chart" beside it."""
    page: Page = new_context(viewport={"width": 360, "height": 740}).new_page()
    if not alone:
        with_text_of(32, page)
    page.goto(live_server.url + at("standings", section))
    if alone:
        with_letters_alone_enlarged(page)
    fits(page)
    words = page.locator("#tabs > a").evaluate_all("""all => all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const { left, bottom } = range.getBoundingClientRect();
      return [Math.round(one.getBoundingClientRect().top), Math.round(left), Math.round(bottom)];
    })""")
    lines: dict[int, list[list[int]]] = {}
    for top, *word in words:
        lines.setdefault(top, []).append(word)
    assert len(words) == 6
    assert len(lines) > 2
    assert len({line[0][0] for line in lines.values()}) == 1
    assert all(max(low) - min(low) <= 6 for line in lines.values() if (low := [b for _left, b in line]))


def test_no_line_of_a_why_page_s_head_begins_with_a_dot(
    new_context: Any, live_server: LiveServer, section: Section
) -> None:
    page: Page = new_context(viewport={"width": 360, "height": 740}).new_page()
    page.goto(live_server.url + at("why", section, 3))
    dot = page.locator(".player .dot")
    for enlarged in (False, True):
        if enlarged:
            with_letters_alone_enlarged(page)
        fits(page)
        before = page.get_by_role("link", name="Back to the standings").bounding_box()
        here, around = dot.bounding_box(), page.locator(".player .pieces").bounding_box()
        assert before
        assert here
        assert around
        is_cut = here["x"] + here["width"] <= around["x"] + 1
        assert is_cut == enlarged
        assert is_cut or here["x"] >= before["x"] + before["width"] - 1


def test_no_page_scrolls_sideways_where_the_letters_alone_are_enlarged(
    new_context: Any, live_server: LiveServer, section: Section
) -> None:
    """As some add-ons do it: no media query knows of it."""
    page: Page = new_context(viewport={"width": 360, "height": 740}).new_page()
    school = reverse("school", args=[section.event.slug, "millpond"])
    screen = reverse("screen", args=[section.event.slug])
    for path in (at("player", section, 1), at("trophies", section), at("cash", section), screen, school):
        page.goto(live_server.url + path)
        with_letters_alone_enlarged(page)
        fits(page)
    # The last one has a button beside each card, which stands below it now.
    cards = page.locator("[data-card]")
    assert cards.evaluate_all("all => all.length && all.every((one) => one.offsetWidth > 280)")


def test_a_phone_whose_letters_alone_are_enlarged_cuts_nothing(
    new_context: Any, live_server: LiveServer, section: Section
) -> None:
    page: Page = new_context(viewport={"width": 360, "height": 740}).new_page()
    event = section.event.slug
    for path in (
        *(at(name, section) for name in ("standings", "wall-chart")),
        *(at("player", section, 1), at("round", section, 2), at("round", section, 2) + "?show=names"),
        reverse("teams", args=[event, "k-8-teams"]),
    ):
        page.goto(live_server.url + path)
        with_letters_alone_enlarged(page)
        assert cut(page) == [], path
    # Without a gap.
    page.goto(live_server.url + reverse("event", args=[event]))
    page.locator(".leaders bdi").evaluate_all(
        "all => all.forEach((one) => { one.textContent = 'W'.repeat(40) })"
    )
    with_letters_alone_enlarged(page)
    fits(page)


@pytest.mark.parametrize("width", [also(768), 1280])
def test_names_of_standings_keep_their_room_where_the_letters_alone_are_enlarged(
    new_context: Any, live_server: LiveServer, section: Section, width: int
) -> None:
    page: Page = new_context(viewport={"width": width, "height": 800}).new_page()
    broken = """all => all.filter((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return one.getClientRects().length > 2 || bottom - top > 3 * parseFloat(getComputedStyle(one).fontSize);
    }).map((one) => one.innerText)"""
    for path in (at("standings", section), reverse("teams", args=[section.event.slug, "k-8-teams"])):
        page.goto(live_server.url + path)
        with_letters_alone_enlarged(page)
        names = page.locator(".entry .name > bdi")
        assert names.count()
        assert names.evaluate_all(broken) == []
        assert cut(page) == []


def with_letters_alone_enlarged(page: Page) -> None:
    page.evaluate("document.documentElement.style.fontSize = '32px'")


def enlarged(page: Page, address: str, way: str) -> Page:
    """A phone whose letters alone are enlarged, or by the browser's own setting."""
    page.set_viewport_size({"width": 360, "height": 740})
    if way == "setting":
        with_text_of(32, page)
    page.goto(address)
    if way == "letters":
        with_letters_alone_enlarged(page)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    return page


WAYS = ["letters", "setting"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["event", "standings"])
def test_cards_of_many_children_leave_the_page_two_thirds_of_a_phone_however_text_is_enlarged(
    new_context: Any, live_server: LiveServer, section: Section, way: str, name: str
) -> None:
    page: Page = new_context().new_page()
    path = reverse("event", args=[section.event.slug]) if name == "event" else at(name, section)
    page.goto(live_server.url + path)
    follow_all(page, section, [4, 2, 1, 3])
    page = enlarged(page, live_server.url + path, way)
    dock = page.locator("#dock")
    child = dock.locator(".child").filter(visible=True)
    expect(child).to_have_count(1)
    expect(child).to_contain_text("Mei Lindqvist")
    lines = "parts => parts.map((one) => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight))"
    assert sum(child.locator("> span").evaluate_all(lines)) <= 3.1
    assert dock.evaluate("dock => dock.scrollHeight - dock.clientHeight") <= 0
    assert dock.evaluate("dock => dock.offsetHeight") <= 740 / 3
    expect(dock.locator(".all")).to_be_in_viewport(ratio=1)


def test_a_card_on_the_page_of_an_event_says_its_section_once_and_not_when_the_page_says_it(
    new_context: Any, live_server: LiveServer, section: Section
) -> None:
    page: Page = new_context(viewport={"width": 360, "height": 740}).new_page()
    address = live_server.url + reverse("event", args=[section.event.slug])
    page.goto(address)
    follow_all(page, section, [4, 2])
    page.goto(address)
    expect(page.locator("#dock .child")).to_have_count(2)
    expect(page.locator("#dock .where").filter(visible=True)).to_have_count(1)
    expect(page.locator("#dock .where > bdi").filter(visible=True)).to_have_text("K-8 Championship")


def follow_all(page: Page, section: Section, numbers: list[int]) -> None:
    names = {number: section.players.get(number=number).called for number in numbers}
    kept = [{"at": at("player", section, number), "name": names[number], "seen": 2} for number in numbers]
    page.evaluate("kept => localStorage.setItem('wallchart:following', JSON.stringify(kept))", kept)


@pytest.mark.parametrize("way", WAYS)
def test_a_board_s_names_stand_whole_beside_their_colors_however_text_is_enlarged(
    new_context: Any, live_server: LiveServer, section: Section, way: str
) -> None:
    page = enlarged(new_context().new_page(), live_server.url + at("round", section, 2), way)
    table = page.locator(".boards")
    assert [each for each in cut(page) if any(of in each for of in ("BDI.who", "TD.", "window"))] == []
    color = """side => {
      const disc = getComputedStyle(side, "::before");
      return [disc.content !== "none", disc.backgroundColor];
    }"""
    for board in table.locator("tbody tr").all():
        colors = [side.evaluate(color) for side in board.locator(".side").all()]
        assert colors == [[True, "rgb(255, 255, 255)"], [True, "rgb(17, 17, 17)"]]
        result, white = board.locator(".result").bounding_box(), board.locator(".side").first.bounding_box()
        assert result is not None
        assert white is not None
        assert result["y"] + result["height"] <= white["y"]


@pytest.mark.parametrize("way", WAYS)
def test_a_result_in_a_wall_chart_stands_on_one_line_however_text_is_enlarged_and_only_its_box_scrolls(
    new_context: Any, live_server: LiveServer, way: str
) -> None:
    """ "W20w" broke before its color."""
    section = a_section(40, 7, order="solkoff")
    for number in range(1, 8):
        played(section, number, "\n".join(f"{n} {41 - n} WL" for n in range(1, 21)))
    page = enlarged(new_context().new_page(), live_server.url + at("wall-chart", section), way)
    lines = """all => all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one.firstChild);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    })"""
    assert set(page.locator(".chart tbody td:not(.n)").evaluate_all(lines)) == {1}
    fits(page)
    box = page.locator(".chart-box")
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") > 0
    # The name and the points stay, from the rating to the last round.
    row = page.locator(".chart tbody tr").first
    for each in (row.locator(".of-rating"), row.locator("td:not(.n)").last):
        each.scroll_into_view_if_needed()
        for shown in (each, row.locator("th a"), row.locator(".total")):
            expect(shown).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("way", WAYS)
def test_the_head_of_standings_and_a_score_are_read_however_text_is_enlarged(
    new_context: Any, live_server: LiveServer, section: Section, way: str
) -> None:
    page = enlarged(new_context().new_page(), live_server.url + at("standings", section), way)
    box = """one => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect().right - one.getBoundingClientRect().right;
    }"""
    assert page.locator(".order").evaluate(box) <= 0
    # "3still playing".
    apart = """all => all.every((one) => {
      const note = one.getBoundingClientRect();
      const score = one.parentElement.querySelector("b").getBoundingClientRect();
      return note.left > score.right + 3 || note.top >= score.bottom - 3;
    })"""
    notes = page.locator(".points .playing")
    assert notes.count()
    assert notes.evaluate_all(apart)


@pytest.mark.parametrize("width", WIDTHS)
def test_no_public_page_cuts_text_of_twice_the_size(
    large: Page, live_server: LiveServer, section: Section, width: int, kim: User
) -> None:
    large.set_viewport_size({"width": width, "height": 800})
    troubles = {}
    by_name = at("round", section, 2) + "?show=names"
    for path in [*public_pages(section), by_name, *finished(section, kim)]:
        if found := cut(opened(large, live_server.url + path)):
            troubles[path] = found
    assert large.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert not troubles, "\n".join(f"{path} {found}" for path, found in troubles.items())


def test_standings_on_a_tablet_have_tiebreaks_and_all_pills_of_a_player_in_one_line(
    new_context: Any, live_server: LiveServer, section: Section
) -> None:
    page = new_context(viewport={"width": 768, "height": 1024}).new_page()
    page.goto(live_server.url + at("standings", section))
    first = page.locator(".standings .entry .placing").first
    expect(first.locator(".values")).to_be_visible()
    pills = first.locator(".pill")
    assert pills.count() > 1
    assert len(set(pills.evaluate_all("all => all.map((one) => Math.round(one.offsetTop))"))) == 1
    assert cut(page) == []


def test_tiebreaks_on_a_tablet_stand_under_their_heads_where_rounds_take_more_room(
    new_context: Any, live_server: LiveServer
) -> None:
    section = a_section(4, 5, order="modified_median,solkoff,cumulative,opposition_cumulative")
    for number in range(1, 6):
        played(section, number, "1 2 DD\n3 4 DD")
    page = new_context(viewport={"width": 768, "height": 1024}).new_page()
    page.goto(live_server.url + at("standings", section))
    ends = "all => all.map((one) => Math.round(one.getBoundingClientRect().right))"
    heads = page.locator(".heads .values > *").evaluate_all(ends)
    assert len(heads) == 4
    assert page.locator(".entry .placing").first.locator(".values > *").evaluate_all(ends) == heads


def test_rounds_beside_the_school_on_a_tablet_have_their_numbers_and_stand_under_no_tiebreak(
    new_context: Any, live_server: LiveServer, section: Section
) -> None:
    """Under the heads of tiebreaks they read as values of these."""
    page = new_context(viewport={"width": 768, "height": 1024}).new_page()
    page.goto(live_server.url + at("standings", section))
    expect(page.locator(".heads .cells")).to_be_hidden()
    row = page.locator(".entry .placing").first
    cells = row.locator(".cells > *")
    numbers = cells.evaluate_all("all => all.map((one) => getComputedStyle(one, '::before').content)")
    assert numbers == ['"R" counter(round) " "'] * 2
    edges = "one => { const { top, bottom } = one.getBoundingClientRect(); return [top, bottom]; }"
    assert cells.first.evaluate(edges)[0] >= row.locator(".values > *").first.evaluate(edges)[1] - 1


def test_the_head_of_a_team_s_tiebreak_stands_whole_on_a_tablet_in_spanish(
    new_context: Any, live_server: LiveServer, section: Section
) -> None:
    page = new_context(viewport={"width": 768, "height": 1024}).new_page()
    page.goto(f"{live_server.url}/es{reverse('teams', args=[section.event.slug, 'k-8-teams'])}")
    expect(page.locator(".heads .values")).to_contain_text("AcumEq")
    assert cut(page) == []


def test_a_name_in_a_chart_of_teams_is_as_high_as_a_thumb(new_context: Any, live_server: LiveServer) -> None:
    section = three_teams()
    page = new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).new_page()
    page.goto(live_server.url + at("wall-chart", section))
    assert page.locator(".chart tbody th").count() == 3
    assert small_targets(page) == []


def test_a_thumb_finds_the_link_at_the_end_of_a_sentence(
    new_context: Any, live_server: LiveServer, section: Section
) -> None:
    page = new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).new_page()
    links = {
        at("standings", section): "See the standings after round 1",
        reverse("rule", args=["solkoff"]): "Why?",
    }
    for path, name in links.items():
        page.goto(live_server.url + path)
        link = page.get_by_role("link", name=name, exact=True)
        assert link.evaluate("""link => {
          link.scrollIntoView({ block: "center", behavior: "instant" });
          const { left, top, width, height } = link.getBoundingClientRect();
          const at = (x, y) => document.elementFromPoint(left + width / 2 + x, top + height / 2 + y);
          return [at(21.5, 0), at(-21.5, 0), at(0, 21.5), at(0, -21.5)].every((hit) => hit === link);
        }"""), path


def test_the_sheets_for_the_wall_have_large_text_on_a_screen_and_not_on_paper(
    large: Page, live_server: LiveServer, section: Section
) -> None:
    large.goto(live_server.url + at("paper", section))
    size = "one => getComputedStyle(one).fontSize"
    table = large.locator(".on-paper table")
    # Eight points, twice.
    assert round(float(table.evaluate(size)[:-2]), 1) == 21.3
    large.emulate_media(media="print")
    assert round(float(table.evaluate(size)[:-2]), 1) == 10.7


def test_no_public_page_breaks_a_word_on_a_phone(
    new_context: Any, live_server: LiveServer, section: Section, kim: User
) -> None:
    page = new_context(viewport={"width": 360, "height": 740}).new_page()
    troubles = {}
    for path in [*public_pages(section), *finished(section, kim)]:
        if found := cut(opened(page, live_server.url + path)):
            troubles[path] = found
    assert not troubles, "\n".join(f"{path} {found}" for path, found in troubles.items())


def test_a_color_stands_beside_its_name_however_long_that_is(
    new_context: Any, live_server: LiveServer, section: Section
) -> None:
    page = new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).new_page()
    page.goto(live_server.url + at("board", section, 2, 1))
    page.locator(".sitter bdi").evaluate_all(
        "all => all.forEach((one) => { one.textContent = 'Chukwuemeka Montgomery-Featherstonehaugh' })"
    )
    beside = """all => all.every((one) => {
      const color = one.querySelector(".color").getBoundingClientRect();
      const name = one.querySelector("a").getBoundingClientRect();
      return color.right < name.left && name.top < color.bottom && color.top < name.bottom;
    })"""
    assert page.locator(".sitter").count() == 2
    assert page.locator(".sitter").evaluate_all(beside)
    assert {lines_of(points) for points in page.locator(".sitter .soft").all()} == {1}
    assert cut(page) == []


def test_the_name_of_a_team_s_player_runs_into_no_score_of_seven_rounds(
    new_context: Any, live_server: LiveServer, kim: User
) -> None:
    section = a_section(0, 7, by=kim, order="solkoff")
    names = ["Mei Montgomery-Featherstonehaugh", "Priya Venkataraman", "Bo Ng", "Jo Fir"]
    entries = [EntryFactory.create(name=name, rating=1500, team="Millpond") for name in names]
    rosters.add_players(section, entries, by=kim)
    teams.make_table(section.event, name="K-8 Teams", sections=[section], best=4, place_trophies=1, by=kim)
    for number in range(1, 8):
        played(section, number, "1 2 WL\n3 4 DD", by=kim)
    page = new_context(viewport={"width": 360, "height": 740}).new_page()
    page.goto(live_server.url + reverse("team-why", args=[section.event.slug, "k-8-teams", "millpond"]))
    assert cut(page) == []
    runs_over = (
        """all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"""
    )
    assert page.locator(".running tbody th").evaluate_all(runs_over) == []
    assert page.locator(".scroll:has(> .running)").evaluate("one => one.scrollWidth - one.clientWidth") <= 1


@pytest.mark.parametrize("language", ["en", also("es")])
def test_a_field_shows_all_of_what_it_asks_for_in_text_of_twice_the_size(
    large: Page, live_server: LiveServer, section: Section, language: str
) -> None:
    large.set_viewport_size({"width": 360, "height": 800})
    cut_off = """all => all.filter((one) => {
      const { fontSize, fontFamily } = getComputedStyle(one, "::placeholder");
      const { paddingLeft, paddingRight } = getComputedStyle(one);
      // A field for a search keeps a letter's room for its cross.
      const cross = one.type === "search" ? 32 : 0;
      const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - cross;
      const asked = Object.assign(document.createElement("span"), { textContent: one.placeholder });
      Object.assign(asked.style, { fontSize, fontFamily, position: "absolute", whiteSpace: "nowrap" });
      document.body.append(asked);
      const { width } = asked.getBoundingClientRect();
      asked.remove();
      return width > room;
    }).map((one) => one.placeholder)"""
    for name in ("standings", "why"):
        path = at(name, section, 1) if name == "why" else at(name, section)
        large.goto(f"{live_server.url}/{language}{path}")
        fields = large.locator("input[placeholder]:visible")
        assert fields.count()
        assert fields.evaluate_all(cut_off) == [], path


def test_the_names_of_a_wall_chart_leave_room_for_its_rounds_in_text_of_twice_the_size(
    large: Page, live_server: LiveServer, section: Section
) -> None:
    large.set_viewport_size({"width": 360, "height": 800})
    large.goto(live_server.url + at("wall-chart", section))
    rounds = large.locator(".chart tbody tr:first-child td:not(.n)").all()
    in_sight = """cell => {
        cell.scrollIntoView({ block: "center", inline: "end", behavior: "instant" });
        const { left, right, top, bottom } = cell.getBoundingClientRect();
        return cell.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    }"""
    assert rounds
    assert all(each.evaluate(in_sight) for each in rounds)
    name = large.locator(".chart tbody th").first
    expect(name).to_be_in_viewport()


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_of_the_desk_cuts_text_of_twice_the_size(
    sit_down: Callable[..., Page], kim: User, live_server: LiveServer, section: Section, width: int
) -> None:
    page = with_text_of(32, sit_down(kim, "/desk/", viewport={"width": width, "height": 800}))
    troubles = {}
    for path in desk_pages(section):
        found = [each for each in cut(opened(page, live_server.url + path)) if not each.startswith("breaks")]
        if found:
            troubles[path] = found
    assert not troubles, "\n".join(f"{path} {found}" for path, found in troubles.items())


@pytest.mark.parametrize("language", ["en", also("es")])
def test_a_thumb_finds_whatever_is_tapped_on_a_public_page(
    new_context: Any, live_server: LiveServer, section: Section, kim: User, language: str
) -> None:
    page = new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).new_page()
    troubles = {}
    other_players = [at("player", section, number) for number in (2, 3)]
    elsewhere = ["/", "/following/", "/e/no-such-event/"]
    for path in [*public_pages(section), *other_players, *finished(section, kim), *elsewhere]:
        if found := small_targets(opened(page, f"{live_server.url}/{language}{path}")):
            troubles[path] = found
    assert not troubles, "\n".join(f"{path} {found}" for path, found in troubles.items())
