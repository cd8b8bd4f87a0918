"""A round on paper: slips in the order in which they are cut, and everybody's board from A to Z."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, games_of, paired, played
from tests.html import read, visit
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats.names import folded
from tournaments.models import Section
from tournaments.services import pairings, rosters, teams


@pytest.fixture
def section(kim: User) -> Section:
    """Ten boards typed and not published, and a player with a half-point bye."""
    section = a_section(0, 2, by=kim)
    names = ["Öberg, Ann", "Bo Zorn", "Alder, Cy", "Di O'Brien", "Lee, Eve Jr.", *"fghijklmnopqrstu"]
    rosters.add_players(section, [EntryFactory.create(name=name) for name in names], by=kim)
    paired(section, 1, "\n".join(f"{n} {n + 10}" for n in range(1, 11)))
    pairings.give_bye(section, 1, [21], Kind.HALF_BYE, by=kim)
    return as_it_stands(section)


def test_slips_stay_in_order_when_the_stack_is_cut(desk: Client, section: Section) -> None:
    page = visit(desk, at("slips", section, 1))
    sheets = [[slip.text for slip in sheet.all(".bd")] for sheet in page.all(".slips")]
    assert sheets == [
        [f"Board {board} Round 1" for board in (1, 3, 5, 7, 9)],
        [f"Board {board} Round 1" for board in (2, 4, 6, 8, 10)],
    ]
    assert page.all(".slips")[0].all(".names")[1].texts("bdi") == ["Cy Alder", "m"]


def test_a_page_has_four_slips_of_some_boards_if_one_asks(desk: Client, section: Section) -> None:
    page = visit(desk, at("slips", section, 1), {"per": 4, "first": 2, "last": 6, "paper": "a4"})
    assert [len(sheet.all(".bd")) for sheet in page.all(".of-4.a4")] == [3, 2]


def test_the_slips_of_a_section_on_boards_from_15_are_of_these(desk: Client, kim: User) -> None:
    section = a_section(4, 2, by=kim, first_board=15)
    paired(section, 1, "1 3\n2 4")
    page = visit(desk, at("slips", section, 1))
    shown = {each["name"]: each["value"] for each in page.all("form.choose input")}
    assert (shown["first"], shown["last"]) == ("15", "16")
    assert len(page.all(".bd")) == 2


@pytest.mark.parametrize("query", [{"per": "x"}, {"per": 99}, {"first": "-1", "last": "½"}, {"paper": "?"}])
def test_what_cannot_be_asked_for_shows_all_slips(
    desk: Client, section: Section, query: dict[str, str]
) -> None:
    assert len(visit(desk, at("slips", section, 1), query).all(".bd")) == 10


def test_each_slip_has_the_code_of_its_board(
    desk: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.views.desk.printing.qr", lambda address: address)
    codes = visit(desk, at("slips", section, 1)).texts(".code")
    assert codes[1].endswith(at("slip", section, 1, "3"))


def test_everybody_is_listed_by_last_name_with_board_color_and_opponent(
    desk: Client, section: Section
) -> None:
    rows = [
        row
        for sheet in visit(desk, at("pairings-by-name", section, 1)).all(".sheet")
        for row in sheet.rows[1:]
    ]
    assert len(rows) == 21
    last = [row[0] for row in rows]
    assert last == sorted(last, key=folded)
    unrated = "0 unr."
    assert ["Alder, Cy", unrated, "3", "White", "m"] in rows
    assert ["m", unrated, "3", "Black", "Alder, Cy"] in rows, "one order of names on one sheet"
    assert ["O'Brien, Di", unrated, "4", "White", "n"] in rows
    assert ["Zorn, Bo", unrated, "2", "White", "l"] in rows
    assert ["u", unrated, "–", "", "half-point bye"] in rows


def test_a_round_without_boards_says_what_to_do(desk: Client, section: Section) -> None:
    for name in ("slips", "pairings-by-name", "pairings-by-board"):
        page = visit(desk, at(name, section, 2))
        assert page.link("Pair it first") == at("pairing", section, 2)
        assert desk.get(at(name, section, 9)).status_code == 404


def test_the_page_of_what_to_print_names_them(desk: Client, section: Section, kim: User) -> None:
    links = read(desk.get(at("print", section))).links
    assert at("slips", section, 1) in links
    assert at("pairings-by-name", section, 1) in links
    assert at("pairings-by-board", section, 1) in links


def test_the_notice_of_a_team_order_is_among_what_to_print(desk: Client, section: Section, kim: User) -> None:
    teams.make_table(section.event, name="K-8 Teams", sections=[section], best=2, place_trophies=1, by=kim)
    page = visit(desk, at("print", section))
    assert reverse("posted-team-order", args=[section.event.slug, "k-8-teams"]) in page.links
    assert "The posted tiebreak order of K-8 Teams, with a code for phones" in page


def test_the_sheets_for_the_wall_say_when_they_were_posted_or_that_they_are_a_draft(
    desk: Client, section: Section, kim: User
) -> None:
    for name in ("pairings-by-name", "pairings-by-board"):
        for foot in visit(desk, at(name, section, 1)).all(".foot"):
            assert "Draft. This round is not published yet." in foot
    pairings.publish(section, 1, by=kim)
    for name in ("pairings-by-name", "pairings-by-board"):
        for foot in visit(desk, at(name, section, 1)).all(".foot"):
            assert foot.text.startswith("Posted ")
            assert "Tell the director before you play." in foot


def test_the_sheets_for_the_wall_say_when_they_were_corrected(
    desk: Client, section: Section, kim: User
) -> None:
    pairings.publish(section, 1, by=kim)
    assert "corrected" not in visit(desk, at("pairings-by-board", section, 1)).all(".foot")[-1]
    pairings.remove_pairing(games_of(section, 1)[0], by=kim, reason="paired by mistake")
    for name in ("pairings-by-name", "pairings-by-board"):
        assert ", corrected " in visit(desk, at(name, section, 1)).all(".foot")[-1]


def test_the_boards_stand_in_their_order_and_byes_below(desk: Client, section: Section) -> None:
    sheet = visit(desk, at("pairings-by-board", section, 1)).one(".sheet")
    *boards, bye = sheet.rows[1:]
    assert [row[0] for row in boards] == [str(number) for number in range(1, 11)]
    assert ["3", "Cy Alder", "0 unr.", "", "m", "0 unr."] in boards
    assert bye == ["–", "u", "0 unr.", "", "half-point bye", ""]


@pytest.mark.parametrize(
    ("name", "letters", "lines"),
    [
        ("pairings-by-board", "large", [14, 14, 14, 8]),
        ("pairings-by-board", "small", [26, 24]),
        ("pairings-by-name", "large", [20, 20, 20, 20, 20]),
        ("pairings-by-name", "small", [30, 30, 30, 10]),
    ],
)
def test_each_sheet_for_the_wall_says_which_it_is_and_whom_it_has(
    desk: Client, kim: User, name: str, letters: str, lines: list[int]
) -> None:
    section = a_section(100, 1, by=kim, name="Open")
    paired(section, 1, "\n".join(f"{n} {n + 50}" for n in range(1, 51)))
    sheets = visit(desk, at(name, section, 1), {"letters": letters}).all(".sheet")
    assert [len(sheet.rows) - 1 for sheet in sheets] == lines
    pages = len(lines)
    assert [sheet.one(".which").text for sheet in sheets] == [
        f"{sheet.rows[1][0]} – {sheet.rows[-1][0]} · page {number} of {pages}"
        for number, sheet in enumerate(sheets, 1)
    ]
    assert all(sheet.one("h1").text == "Open · round 1" for sheet in sheets)


@pytest.mark.parametrize(
    ("boards", "byes", "last"),
    [
        (16, "B", "15 – full-point bye"),
        (28, "BHH", "full-point bye – half-point bye"),
        (28, "HHH", "half-point bye"),
    ],
)
def test_a_sheet_for_the_wall_that_ends_with_byes_says_whose_line_is_last(
    desk: Client, kim: User, boards: int, byes: str, last: str
) -> None:
    section = a_section(2 * boards + len(byes), 1, by=kim, name="Open")
    lines = [f"{n} {n + boards}" for n in range(1, boards + 1)]
    paired(section, 1, "\n".join(lines + [f"{n} {bye}" for n, bye in enumerate(byes, 2 * boards + 1)]))
    *_, which = visit(desk, at("pairings-by-board", section, 1)).all(".which")
    assert which.text.partition(" · ")[0] == last


def test_a_single_sheet_counts_no_pages_and_letters_are_large_unless_one_asks(
    desk: Client, section: Section
) -> None:
    page = visit(desk, at("pairings-by-board", section, 1))
    assert page.one(".wall.large")
    assert not page.all(".which")
    assert not visit(desk, at("pairings-by-board", section, 1), {"letters": "small"}).all(".wall.large")


@pytest.fixture
def second(kim: User) -> Section:
    """Five players, some with a school or a rating; after round one, round two is paired with a bye."""
    section = a_section(0, 2, by=kim)
    entries = [
        EntryFactory.create(name="Ann Vance", rating=1512, team="Lincoln", uscf_id="12345678", grade="4"),
        EntryFactory.create(name="Bo Zell", rating=1433, team="PS 9"),
        EntryFactory.create(name="Cy Young"),
        EntryFactory.create(name="Di Adams", rating=900),
        EntryFactory.create(name="Ed Ek", rating=800),
    ]
    rosters.add_players(section, entries, by=kim)
    played(section, 1, "1 2 DD\n3 4 LW\n5 H", by=kim)
    paired(section, 2, "4 1\n2 5\n3 B", publish=True)
    return as_it_stands(section)


def test_sheets_for_the_wall_have_scores_before_the_round_ratings_and_schools(
    desk: Client, second: Section
) -> None:
    board = visit(desk, at("pairings-by-board", second, 2)).one(".two-lines")
    assert board.rows == [
        ["Board", "○ White", "Pts, Rtg", "Result", "● Black", "Pts, Rtg"],
        ["1", "Di Adams", "1 900", "", "Ann Vance Lincoln", "½ 1512"],
        ["2", "Bo Zell PS 9", "½ 1433", "", "Ed Ek", "½ 800"],
        ["–", "Cy Young", "0 unr.", "", "full-point bye", ""],
    ]
    assert len(board.all("tbody .result.open")) == 2, "no result of a bye is written"
    assert visit(desk, at("pairings-by-name", second, 2)).one(".two-lines").rows == [
        ["Player", "Pts, Rtg", "Board", "Color", "Opponent"],
        ["Adams, Di", "1 900", "1", "White", "Vance, Ann"],
        ["Ek, Ed", "½ 800", "2", "Black", "Zell, Bo"],
        ["Vance, Ann Lincoln", "½ 1512", "1", "Black", "Adams, Di"],
        ["Young, Cy", "0 unr.", "–", "", "full-point bye"],
        ["Zell, Bo PS 9", "½ 1433", "2", "White", "Ek, Ed"],
    ]


def test_slips_have_scores_and_ratings_beside_the_names(desk: Client, second: Section) -> None:
    assert visit(desk, at("slips", second, 2)).texts(".names p") == [
        "White 4 · 1 point · 900 Di Adams",
        "Black 1 · ½ point · 1512 Ann Vance",
        "White 2 · ½ point · 1433 Bo Zell",
        "Black 5 · ½ point · 800 Ed Ek",
    ]


def test_no_paper_of_a_round_has_an_id_an_age_or_a_mark(desk: Client, second: Section) -> None:
    second.players.filter(number=2).update(age=9, marks="girl")
    for name in ("slips", "pairings-by-name", "pairings-by-board"):
        text = " ".join(sheet.text for sheet in visit(desk, at(name, second, 2)).all(".sheet"))
        assert "Bo" in text
        assert "12345678" not in text
        assert "girl" not in text


def test_where_schools_are_printed_a_sheet_has_fewer_lines(desk: Client, kim: User) -> None:
    section = a_section(0, 1, by=kim)
    rosters.add_players(section, [EntryFactory.create(team="Lincoln") for _ in range(40)], by=kim)
    paired(section, 1, "\n".join(f"{n} {n + 20}" for n in range(1, 21)))
    for name, lines in (("pairings-by-board", [11, 9]), ("pairings-by-name", [16, 16, 8])):
        sheets = visit(desk, at(name, section, 1)).all(".two-lines")
        assert [len(sheet.rows) - 1 for sheet in sheets] == lines
