"""A registration file of an event: what is read, what is asked, what is imported, and what undoes it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from config import admission, troubles
from tests.addresses import at
from tests.factories import EventFactory, a_section, as_it_stands, paired
from tests.html import read, visit
from tests.registrations import HEADINGS, SECTIONS, as_csv, as_ods, as_xlsx, children, with_oddities
from tests.views.registration_page import event, look, page_of, preview
from tournaments.models import Event, LogEntry, Player, Section
from tournaments.services import setup, teams
from tournaments.text.log import Summary

__all__ = ["event"]

pytestmark = pytest.mark.django_db


def everybody(event: Event) -> dict[str, Player]:
    return {
        player.name: player
        for player in Player.objects.filter(section__event=event).select_related("section")
    }


def in_sections(event: Event) -> dict[str, int]:
    return {each.name: each.players.count() for each in event.sections.order_by("position")}


# --- two hundred children ---------------------------------------------------------------------------


def test_two_hundred_children_of_six_sections_go_in_by_one_confirmation(desk: Client, event: Event) -> None:
    shown = preview(desk, event, as_csv([HEADINGS, *children()]))
    assert not shown.questions
    assert "200 to add" in shown.page
    assert "Dropped and not stored: DOB, Parent Email, Phone" in shown.page
    assert not Player.objects.exists()
    shown.done()
    assert in_sections(event) == {name: 33 + (at < 2) for at, (name, *_) in enumerate(SECTIONS)}
    # One entry has the rows; in the logs of the others it stands too.
    entries = LogEntry.objects.filter(code=Summary.REGISTRATION)
    assert len(entries) == 6
    assert [bool(entry.rows) for entry in entries.order_by("pk")] == [True, *[False] * 5]


def test_one_child_who_is_not_coming_is_asked_about_as_one(desk: Client, event: Event) -> None:
    lines = [
        f"{name},{SECTIONS[4][0]},{status}" for name, status in (("Ann Elm", "Cancelled"), ("Kit Oak", ""))
    ]
    shown = preview(desk, event, "\n".join(["Name,Section,Status", *lines]))
    shown.answer("says “Cancelled”", "Enter the player all the same")
    assert not shown.page.all("fieldset.asked legend .whole")
    shown.look().done()
    assert Player.objects.count() == 2


def test_no_line_ends_within_the_name_of_a_section(desk: Client, event: Event) -> None:
    shown = preview(desk, event, f"Name,Section,Grade\nAnn Elm,{SECTIONS[0][0]},5\n")
    assert "K-1" in shown.page.texts("fieldset.asked legend .whole")
    assert shown.page.texts(".of-section summary .whole") == ["K-1"]


@pytest.mark.parametrize(
    ("name", "parts", "kept"),
    [
        ("Deb Elm, 4th, Lincoln", "Deb Elm · grade 4 · Lincoln", ("Deb Elm", "Lincoln", "4")),
        ("Elm, Deb, Lincoln", "Elm, Deb · Lincoln", ("Elm, Deb", "Lincoln", "")),
        ("Deb Elm 4th", "Deb Elm · grade 4", ("Deb Elm", "", "4")),
        (
            "Elm, Deb 30177777 655 4 Lincoln Elementary",
            "Elm, Deb · rated 655 · ID 30177777 · grade 4 · Lincoln Elementary",
            ("Elm, Deb", "Lincoln Elementary", "4"),
        ),
        ("Deb Elm 4th Lincoln $40", "Deb Elm · grade 4 · Lincoln · paid $40", ("Deb Elm", "Lincoln", "4")),
    ],
)
def test_a_grade_or_a_school_in_a_name_is_asked_about(
    desk: Client, event: Event, name: str, parts: str, kept: tuple[str, str, str]
) -> None:
    shown = preview(desk, event, f'Name,Section\n"{name}",{SECTIONS[4][0]}\n"Oak, Kit",{SECTIONS[4][0]}\n')
    [asked] = shown.questions
    assert f"Line 2: “{name}” is more than a name." in asked
    shown.answer("is more than a name", f"Read it as {parts}")
    shown.look().done()
    [deb] = Player.objects.exclude(name="Oak, Kit")
    assert (deb.name, deb.team, deb.grade) == kept


def test_every_oddity_of_a_real_file_is_found_or_handled(desk: Client, event: Event) -> None:
    rows = with_oddities()
    shown = preview(desk, event, as_csv([HEADINGS, *rows]))

    # 1 birth dates, 2 emails and 3 phones are dropped; 4 a section in other capitals and blanks is known.
    assert "Dropped and not stored: DOB, Parent Email, Phone" in shown.page
    assert shown.page.texts(".fields.measure label") == [
        "K-3 Championshp 1 player",
        "Without a section 1 player",
    ]
    # 5 a section spelled wrong, 6 no section: chosen by a menu.
    shown.choose("K-3 Championshp", str(Section.objects.get(name="K-3 Championship").pk))
    shown.choose("Without a section", "out")
    shown = shown.look()

    def asks(words: str, answer: str) -> None:
        assert len([each for each in shown.questions if words in each]) == 1, (words, shown.questions)
        shown.answer(words, answer)

    # 7 a whole line in a name, 8 an ID of seven digits.
    parts = "Read it as Omar Zephyrine · rated 612 · ID 18123456"
    asks("“Omar Zephyrine 18123456 612” is more than a name", parts)
    asks("“1700124” does not have 8 digits", "Enter the player without an ID")
    # 9 a school with a slip, 10 one with less.
    asks("Lakeview Elementary (", "Write Lakeview Elementary for both")
    asks("Oak Park School (", "Write Oak Park School for both")
    # 11 one ID in two sections, 12 on two lines of one section, 13 one name without IDs.
    asks(f"ID {rows[10][2]} is on two lines", "Enter only line 12")
    asks(f"ID {rows[17][2]} is on two lines", "Enter only line 19")
    asks("One name is on two lines", "Enter only line 14")
    # 14 a grade and 15 a rating outside the section's limits, 16 a membership that ends before.
    asks("grade 5 is above the section’s highest, 3", "Enter in K-3 Championship anyway")
    asks("rating 950 is above the section’s highest, 499", "Leave this line out")
    asks("1 membership expires before Nov 21, 2026", "Enter them")
    # 17 a rating, 18 a day and 19 a bye that cannot be read, 20 no name, 21 a phone in the school.
    # 29 a formula in a name.
    asks("=HYPERLINK(1)” is a formula", "This is the whole name")
    asks("5 problems in the file", "Import the rest")
    asks("1 line has no name that can be read, and enters nobody: line 29", "Leave them out")
    problems = [row[:2] for row in shown.page.rows[1:]]
    assert problems == [
        ["line 27, Byes", "9"],
        ["line 28, USCF Rating", "12x0"],
        ["line 29, Last Name", "nothing"],
        ["line 31, School", "555-010-0123"],
        ["line 33, Membership Expires", "2030-02-31"],
    ]
    shown = shown.look()
    # What was read of the whole line is asked about in its turn.
    assert "1 to answer" in shown.page
    asks("rating 612 is above the section’s highest, 499", "Enter in K-3 Championship")
    shown = shown.look()
    assert "to answer" not in shown.page
    shown.done()

    there = everybody(event)

    def entered(at: int) -> Player:
        given, family = (text.strip(" \xa0") for text in rows[at][:2])
        return there[f"{family}, {given}"]

    # 22 "1st" and 23 "Kindergarten" are grades; 24–26 provisional ratings keep their games.
    assert [entered(at).grade for at in (0, 6)] == ["1", "K"]
    assert [(entered(at).rating, entered(at).provisional) for at in (1, 2, 3)] == [
        (300, 0),
        (871, 12),
        (650, 14),
    ]
    # 27 an ID with a dash; 28 namesakes with two IDs are two; 30 blanks and accents.
    assert entered(5).uscf_id == "17000155"
    assert Player.objects.filter(uscf_id__in=[rows[43][2], rows[44][2]]).count() == 2
    assert entered(28).name.endswith("=HYPERLINK(1)")
    assert entered(30).name.endswith(", Zoë")
    # 31 byes, 32 a life member, 33 schools with numbers are two.
    assert [entered(at).seats.count() for at in (23, 24, 25)] == [2, 1, 0]
    assert entered(32).expires_on is None
    assert {"PS 12", "PS 14"} <= {player.team for player in there.values()}
    assert (there["Omar Zephyrine"].uscf_id, there["Omar Zephyrine"].rating) == ("18123456", 612)
    assert entered(4).uscf_id == ""
    assert (entered(15).team, entered(16).team, entered(29).team) == (
        "Lakeview Elementary",
        "Oak Park School",
        "",
    )
    assert entered(22).section.name == "K-5 Championship"
    assert Player.objects.count() == 194
    stored = repr(list(Player.objects.values())) + repr(list(LogEntry.objects.values()))
    assert not [word for word in ("example.org", "555-010", "5/6/2015", "2015-05-06") if word in stored]
    assert not [
        word for word in ("example.org", "555-010", "5/6/2015") if word in repr(Event.objects.values())
    ]


@pytest.mark.parametrize("write", [as_xlsx, as_ods])
def test_a_spreadsheet_is_read_as_its_csv(desk: Client, event: Event, write: Any) -> None:
    preview(desk, event, write([HEADINGS, *children(30)])).done()
    assert sum(in_sections(event).values()) == 30


# --- the same file, later ----------------------------------------------------------------------------


def test_a_later_state_of_the_file_changes_and_moves_and_names_who_is_missing(
    desk: Client, event: Event
) -> None:
    rows = children(24)
    preview(desk, event, as_csv([HEADINGS, *rows])).done()
    preview(desk, event, as_csv([HEADINGS, *rows])).done()
    assert LogEntry.objects.filter(code=Summary.REGISTRATION).count() == 6, "the same again changes nothing"

    rows[0][3] = "444P5"
    rows[1][6] = "K-3 Championship"
    rows[1][5] = "Stonebridge"
    rows[2][7] = "3"
    gone = rows.pop()
    shown = preview(desk, event, as_csv([HEADINGS, *rows]))
    assert "0 to add" in shown.page
    assert "3 to change" in shown.page
    assert f"{gone[0]} {gone[1]}" in shown.page
    assert "section K-3 Under 500 → K-3 Championship" in shown.page
    assert "byes – → 3" in shown.page
    shown.done()
    there = everybody(event)
    moved = there[f"{rows[1][1]}, {rows[1][0]}"]
    assert (moved.section.name, moved.team) == ("K-3 Championship", "Stonebridge")
    assert (
        there[f"{rows[0][1]}, {rows[0][0]}"].rating,
        there[f"{rows[0][1]}, {rows[0][0]}"].provisional,
    ) == (444, 5)
    assert f"{gone[1]}, {gone[0]}" in there, "nobody is removed by a file"


def test_an_older_state_of_the_file_is_said(desk: Client, event: Event) -> None:
    rows = children(12)
    older = as_csv([HEADINGS, *rows])
    preview(desk, event, older).done()
    rows[0][3] = "321"
    preview(desk, event, as_csv([HEADINGS, *rows])).done()
    assert "This file was imported before" in preview(desk, event, older).page
    assert "imported before" not in preview(desk, event, as_csv([HEADINGS, *rows])).page


def test_the_file_of_another_event_is_said(desk: Client, event: Event) -> None:
    rows = children(40)
    preview(desk, event, as_csv([HEADINGS, *rows[:20]])).done()
    assert "Is the file from another event?" in preview(desk, event, as_csv([HEADINGS, *rows[20:]])).page
    assert "another event" not in preview(desk, event, as_csv([HEADINGS, *rows])).page


def test_after_round_one_nobody_moves_and_a_director_is_asked(desk: Client, event: Event) -> None:
    rows = children(24)
    preview(desk, event, as_csv([HEADINGS, *rows])).done()
    begun = Section.objects.get(name="K-3 Under 500")
    paired(begun, 1, "1 2\n3 4", publish=True)
    rows[1][6] = "K-3 Championship"
    shown = preview(desk, event, as_csv([HEADINGS, *rows]))
    [question] = shown.questions
    assert "is in K-3 Under 500 and in the file in K-3 Championship" in question
    shown.answer("K-3 Under 500", "Leave")
    shown.done()
    assert begun.players.count() == 4


def test_namesakes_who_are_different_people_raise_no_second_question_in_a_team_table(
    desk: Client, event: Event, kim: User
) -> None:
    first, second = event.sections.order_by("position")[:2]
    teams.make_table(event, name="Schools", sections=[first, second], best=3, minimum=2, by=kim)
    text = "Name,School,Section\n"
    text += f"Ann Alder,Elm,{first.name}\nAnn Alder,Fir,{second.name}\nBo Birch,Elm,{first.name}\n"
    shown = preview(desk, event, text)
    shown.answer("One name is on two lines", "These are different people")
    shown.done()
    assert Player.objects.filter(name="Ann Alder").count() == 2


def test_a_file_that_is_imported_by_name_finds_who_was_written_otherwise(desk: Client, event: Event) -> None:
    section = Section.objects.get(name="K-5 Championship")
    Player.objects.create(section=section, number=1, name="Alder, Ann M", team="Elm", rating=700)
    text = "Name,Rating,School,Section\nAnn Alder,812,Elm,K-5 Championship\n"
    shown = preview(desk, event, text)
    shown.answer("is Ann Alder (Elm) a player", "Yes: number 1")
    shown = shown.look()
    # No file said 700: a director entered it.
    assert "Changed here and in the file Alder, Ann M: rating 700, in the file 812" in shown.page
    [box] = shown.page.all(".kept input")
    shown.typed[box["name"]] = "on"
    shown = shown.look()
    assert "rating 700 → 812" in shown.page
    shown.done()
    assert Player.objects.get().rating == 812


def test_a_rating_that_changes_is_told_with_its_games(desk: Client, event: Event) -> None:
    head = "Name,ID,Rating,Section\n"
    lines = ["Ann Alder,12345678,{},K-3 Championship", "Bo Ash,12345679,{},K-3 Championship"]
    preview(desk, event, head + "\n".join(lines).format("871P12", "500*")).done()
    page = preview(desk, event, head + "\n".join(lines).format("901", "500/14")).page
    assert "Alder, Ann: rating 871P12 → 901 " in page
    assert "Ash, Bo: rating 500* → 500P14" in page
    assert "games of a provisional" not in page


def test_a_file_without_schools_finds_by_name_who_has_one(desk: Client, event: Event) -> None:
    section = Section.objects.get(name="K-5 Championship")
    rows = [("Alder, Ann", "Elm"), ("Birch, Bo", "Fir"), ("Birch, Bo", "Oak")]
    for number, (name, team) in enumerate(rows, 1):
        Player.objects.create(section=section, number=number, name=name, team=team, rating=700)
    text = "Name,Rating,Section\nAnn Alder,812,K-5 Championship\nBo Birch,700,K-5 Championship\n"
    shown = preview(desk, event, text)
    assert ["Bo Birch" in each for each in shown.questions] == [True], "two of the roster may be meant"
    assert "rating 700, in the file 812" in shown.page
    with_a_school = "Name,School,Section\nAnn Alder,,K-5 Championship\nCy Cedar,Elm,K-5 Championship\n"
    assert "Ann Alder" in " ".join(preview(desk, event, with_a_school).questions)


# --- columns and sections ----------------------------------------------------------------------------


def test_what_a_column_is_taken_for_is_chosen_by_a_menu_and_remembered(desk: Client, event: Event) -> None:
    text = "Kid,Number,Level,Group\nAnn Alder,12345678,701,K-5 Championship\n"
    shown = preview(desk, event, text)
    assert "Choose above what the columns" in shown.page
    for label, field in {"Kid": "name", "Number": "id", "Level": "rating", "Group": "section"}.items():
        shown.choose(label, field)
    shown = shown.look()
    assert "1 to add" in shown.page
    shown.done()
    assert Player.objects.get().rating == 701
    later = preview(desk, event, text + "Bo Birch,12345679,802,K-5 Championship\n")
    assert "1 to add" in later.page


def test_a_new_section_is_created_and_a_file_without_sections_goes_into_one(
    desk: Client, event: Event
) -> None:
    shown = preview(desk, event, "Name,Rating,Section\nAnn Alder,1200,Blitz Open\nBo Birch,1300,Blitz Open\n")
    shown.choose("Blitz Open", "new")
    shown.typed["rounds"] = "7"
    shown.look().done()
    made = Section.objects.get(name="Blitz Open")
    assert (made.rounds, made.hidden, made.players.count()) == (7, True, 2)
    shown = preview(desk, event, "Name,Rating\nCy Cedar,1200\n")
    shown.choose("The file names no section", str(made.pk))
    shown.look().done()
    assert made.players.count() == 3


def test_in_an_event_without_sections_those_of_the_file_are_created_unless_one_may_be_a_slip(
    desk: Client, kim: User
) -> None:
    event = EventFactory.create(by=kim)
    lines = ["Ann,K-3", "Bo,K-3", "Cy,K-5", "Di,K-5", "Ed,K-5x"]
    shown = preview(desk, event, "Name,Section\n" + "\n".join(lines))
    assert "4 to add" in shown.page
    shown.choose("K-5x", "out")
    shown.look().done()
    assert in_sections(event) == {"K-3": 2, "K-5": 2}


def test_a_file_without_sections_in_an_event_without_any_leads_to_a_new_one(desk: Client, kim: User) -> None:
    event = EventFactory.create(by=kim)
    page = preview(desk, event, "Name,Group\nAnn Able,K-3\nBo Birch,K-3\n").page
    assert "there is none here to enter the players in" in page
    assert page.link("create a section") == reverse("new-section", args=[event.slug])


def test_a_file_in_which_no_column_is_read_as_the_section_leads_to_the_menu_of_one(
    desk: Client, event: Event, kim: User
) -> None:
    empty = EventFactory.create(by=kim)
    for each in (event, empty):
        shown = preview(desk, each, "Name,Group\nAnn Able,K-3\nBo Birch,K-3\n")
        assert "If a column names the sections, choose Section in its menu" in shown.page
        assert shown.page.link("choose Section in its menu") == "#column-1"
        assert shown.page.all("details[open] #column-1")
    shown.choose("Group", "section")
    shown.look().done()
    assert in_sections(empty) == {"K-3": 2}


def test_a_file_whose_columns_are_all_read_leads_to_no_menu(desk: Client, event: Event) -> None:
    assert "choose Section in its menu" not in preview(desk, event, "Name\nAnn Able\nBo Birch\n").page


def test_a_slip_in_a_section_that_is_to_be_created_goes_into_it(desk: Client, kim: User) -> None:
    event = EventFactory.create(by=kim)
    lines = ["Ann,K-3", "Bo,K-3", "Cy,K-5", "Di,K-5", "Ed,K-5x", "Flo,"]
    shown = preview(desk, event, "Name,Section\n" + "\n".join(lines))
    for label in ("K-5x", "Without a section"):
        [field] = [each for each in shown.page.all(".field") if each.one("label").text.startswith(label)]
        [into] = [each["value"] for each in field.all("option") if each.text == "Enter in K-5"]
        shown.choose(label, into)
    shown = shown.look()
    assert "6 to add" in shown.page
    shown.done()
    assert in_sections(event) == {"K-3": 2, "K-5": 4}
    again = preview(desk, event, "Name,Section\n" + "\n".join(lines))
    assert "6 unchanged" in again.page


def test_what_was_not_looked_at_is_not_imported(desk: Client, event: Event) -> None:
    shown = preview(desk, event, as_csv([HEADINGS, *children(6)]))
    shown.choose("USCF Rating", "")
    answer = shown.send("import")
    assert answer.status_code == 422
    assert "Your choices changed what is below" in read(answer)
    # Also beside the button below.
    assert read(answer).text.count("Your choices changed what is below. Check it, then import.") == 2
    assert not Player.objects.exists()


def test_open_questions_are_not_passed_over(desk: Client, event: Event) -> None:
    rows = children(6)
    rows[0][2] = "123"
    shown = preview(desk, event, as_csv([HEADINGS, *rows]))
    answer = shown.send("import")
    assert answer.status_code == 422
    assert "Answer the questions below" in read(answer)
    assert not Player.objects.exists()


def test_two_tabs_import_one_file_once(desk: Client, event: Event) -> None:
    first = preview(desk, event, as_csv([HEADINGS, *children(6)]))
    second = preview(desk, event, as_csv([HEADINGS, *children(6)]))
    first.done()
    answer = second.send("import")
    assert answer.status_code == 409
    assert "0 to add" in read(answer)
    assert Player.objects.count() == 6


# --- what is no list ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "Name, ID, Rating, Section"),
        (b"PK\x03\x04nothing", "a complete spreadsheet"),
        (as_xlsx([HEADINGS, *children(5)])[:-200], "the file a file that is damaged or cut off, or has a"),
        (b"\xd0\xcf\x11\xe0old", "save it as CSV"),
        (b"\x00\x01\x02\x03\x04", "This file is neither text nor a spreadsheet: export the list"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a picture (PNG)"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF\x81", "a picture (JPEG)"),
        (b"%PDF-1.7\n%\x81\xe3", "This is a PDF file"),
        (b"Name,Rating\n", "a player below the headings"),
        (b"%PDF-1.7\n1 0 obj\n", "This is a PDF file"),
        (b'[{"Name": "Ann Alder", "Rating": 900}]', "This is JSON"),
        (b"a\n" * 6000, "the file 6000 lines a list of at most 5000 lines and 80 columns"),
    ],
)
def test_a_file_that_is_no_list_is_refused_by_what_was_expected(
    desk: Client, event: Event, data: bytes, said: str
) -> None:
    before = repr(list(Event.objects.values()))
    answer = look(desk, event, data)
    assert answer.status_code == 422
    assert said in read(answer)
    assert repr(list(Event.objects.values())) == before


def test_a_file_that_is_too_large_is_refused(desk: Client, event: Event) -> None:
    answer = look(desk, event, b"Name,Rating\n" + b"Ann Alder,1200\n" * 350_000)
    assert answer.status_code == 422
    assert "larger than 5 MB" in read(answer)


@pytest.mark.parametrize(
    ("page", "most"), [("registration-file", "5 MB"), ("companion", "5 MB"), ("import-roster", "2.5 MB")]
)
def test_a_file_that_the_server_stops_is_told_the_number_of_its_page(
    desk: Client, event: Event, page: str, most: str
) -> None:
    address = (
        at(page, a_section(0, event=event)) if page == "import-roster" else reverse(page, args=[event.slug])
    )
    assert f"at most {most}." in str(admission.too_long(address).text)
    if page != "import-roster":
        assert f"t most {most}." in visit(desk, address)


def test_a_file_that_the_server_stops_is_told_its_size_and_the_way_back(event: Event) -> None:
    stopped = admission.too_long(page_of(event), "20007251")
    page = read(troubles.answer(stopped, "POST").text)
    assert page.one("h1").text == "This file is too large."
    assert "It has 20 MB. Nothing was saved. This page takes a file or a text of at most 5 MB." in page
    assert page_of(event) in [each["href"] for each in page.all("main a")]


def test_a_section_that_takes_nobody_says_why_and_is_not_made_a_second_time(
    desk: Client, event: Event
) -> None:
    name = SECTIONS[0][0]
    event.sections.filter(name=name).update(archived=True)
    page = preview(desk, event, f"Name,Section\nAmy Ngo,{name}\nBo Birch,Blitz\n").page
    assert f"{name} is archived. Bring it back to enter anyone there." in page
    assert page.texts("option").count("Create this section") == 1  # of Blitz alone


def test_a_file_whose_columns_are_taken_wrong_asks_about_the_columns_and_not_a_thousand_times(
    desk: Client, event: Event
) -> None:
    same = b"Name,Section\n" + b"Lakeview School,K-5 Championship\n" * 20

    page = read(look(desk, event, same))

    assert "A column was probably misread" in page
    assert page.text.count("One name is on two lines") == 20
    assert "Import" not in [button.text for button in page.all("form button")]


def test_thousands_of_lines_of_one_name_are_not_each_asked_about_with_each(
    desk: Client, event: Event
) -> None:
    """Ten million questions took ten minutes and four gigabytes."""
    lines = ["Name,Rating,Section", *["Ann Lee,1200,K-3 Championship"] * 4500]
    assert "The file asks 4670 questions" in read(look(desk, event, "\n".join(lines)))


def test_every_two_of_five_lines_of_one_name_are_asked_about(desk: Client, event: Event) -> None:
    lines = ["Name,Rating,Section", *(f"Ann Lee,{1200 + n},K-3 Championship" for n in range(5))]
    assert len(preview(desk, event, "\n".join(lines)).questions) == 10


def test_a_form_that_carries_anything_else_is_refused(desk: Client, event: Event) -> None:
    for carried in ("x", "eJw=", "eJyLjgUAARUAuQ=="):
        answer = desk.post(page_of(event), {"carried": carried, "do": "import"})
        assert answer.status_code == 422
        assert "Choose the file again" in read(answer)


# --- the limits of a section -------------------------------------------------------------------------


def test_a_walk_in_outside_the_limits_is_asked_about(desk: Client, event: Event) -> None:
    section = Section.objects.get(name="K-3 Under 500")
    typed = {"line": "Ngo, Amy 1234", "section": section.slug}
    address = reverse("walk-in", args=[event.slug])
    answer = desk.post(address, typed)
    assert answer.status_code == 422
    assert "rating 1234 is above the section’s highest, 499" in read(answer)
    assert "outside" in read(answer).form(address).names
    assert not Player.objects.exists()
    assert desk.post(address, {**typed, "outside": "on"}).status_code == 302
    assert Player.objects.get().section == section


def test_a_change_of_section_beyond_its_limits_is_asked_about(desk: Client, event: Event) -> None:
    home = Section.objects.get(name="K-5 Championship")
    section = Section.objects.get(name="K-3 Under 500")
    setup.edit_section(
        section, name="Reserve", rounds=5, format="swiss", games=1, highest_grade=3, by=event.staff.get().user
    )
    player = Player.objects.create(section=home, number=1, name="Amy Ngo", grade="4")
    address = reverse("change-section", args=[event.slug, player.pk])
    answer = desk.post(address, {"section": section.slug})
    assert answer.status_code == 422
    assert "grade 4 is above the section’s highest, 3" in read(answer)
    assert desk.post(address, {"section": section.slug, "outside": "on"}).status_code == 302
    assert as_it_stands(section).players.count() == 1


def test_the_limits_of_a_section_are_set_on_its_setup_page(desk: Client, event: Event) -> None:
    section = Section.objects.get(name="K-1 Championship")
    assert section.limits == (0, 1, None, None), "as its name says"
    address = reverse("edit-section", args=[event.slug, section.slug])
    form = visit(desk, address).form(address)
    assert (
        form.send(desk, {"lowest_grade": "1", "highest_grade": "2", "highest_rating": "600"}).status_code
        == 302
    )
    assert as_it_stands(section).limits == (1, 2, None, 600)
    answer = visit(desk, address).form(address).send(desk, {"lowest_grade": "3"})
    assert answer.status_code == 422
    assert "The lowest grade or rating is above the highest" in read(answer)


def test_a_first_name_beside_a_last_name_with_more_in_it_is_not_lost(desk: Client, event: Event) -> None:
    rows = "First Name,Last Name,School,Section\nMei,Sotomayor 31990001 845,Oak,K-5 Championship\n"
    shown = preview(desk, event, rows)
    shown.answer("Sotomayor", "Read it as Sotomayor, Mei · rated 845 · ID 31990001 · Oak")
    shown.look().done()
    assert list(Player.objects.values_list("name", "team")) == [("Sotomayor, Mei", "Oak")]


def test_lines_that_say_cancelled_are_asked_about_and_left_out(desk: Client, event: Event) -> None:
    rows = ["Ann Able,Paid", "Bo Birch,Cancelled", "Cy Cedar,cancelled 11/20", "Di Dale,Waitlist", "Ed Elm,"]
    file = "Name,Section,Payment status,Order Status\n" + "".join(
        f"{name},K-3 Championship,Paid,{said}\n" for name, said in (row.split(",") for row in rows)
    )
    shown = preview(desk, event, file)
    assert len([each for each in shown.questions if " say" in each]) == 3
    shown.answer("1 line says “Cancelled”: line 3, Bo Birch", "Leave out")
    shown.answer("“cancelled 11/20”", "Leave out")
    shown.answer("“Waitlist”", "Enter the player")
    shown.look().done()
    names = Player.objects.order_by("name").values_list("name", flat=True)
    assert list(names) == ["Ann Able", "Di Dale", "Ed Elm"]
