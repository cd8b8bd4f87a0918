"""What the page of a registration file counts, names and offers before anything is imported."""

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories import UserFactory, paired
from tests.html import read, visit
from tests.sign_in import signed_in
from tests.views.registration_page import SOLE, Preview, event, page_of, preview, section
from tests.views.test_exporting import as_rows, sheets
from tournaments.formats.byes import read_byes
from tournaments.formats.records import RosterEntry
from tournaments.models import Event, Player, Role, Section, Staff
from tournaments.selectors.entries.byes import requested
from tournaments.services import byes, check_in, rosters
from tournaments.services.looked_at import MOST

__all__ = ["event", "section"]

pytestmark = pytest.mark.django_db

OTHER = "K-3 Championship"
HEAD = "Name,ID,Rating,School,Section,Byes\n"


def ada(rating: object = "", byes: str = "") -> str:
    return f"{HEAD}Ada Alder,12345671,{rating},Elm,{SOLE},{byes}\n"


def take(shown: Preview, words: str) -> None:
    [box] = [each for each in shown.page.all(".kept label") if words in each.text]
    shown.typed[box.one("input")["name"]] = "on"


# --- what is kept from the desk ----------------------------------------------------------------------


@pytest.mark.parametrize("nothing", ["unr", ""])
def test_a_rating_from_the_desk_has_a_box_that_leaves_the_player_unrated_as_in_the_file(
    desk: Client, event: Event, section: Section, kim: User, nothing: str
) -> None:
    preview(desk, event, ada(nothing)).done()
    rosters.edit_player(section.players.get(), rating=800, by=kim)
    shown = preview(desk, event, ada(nothing))
    assert not shown.questions
    assert "1 kept from here" in shown.page
    assert "Kept from here Alder, Ada: rating 800, none in the file" in shown.page
    take(shown, "rating 800")
    shown = shown.look()
    assert "Alder, Ada: rating 800 → –" in shown.page
    shown.done()
    assert section.players.get().rating is None


@pytest.mark.parametrize("nothing", ["none", ""])
def test_byes_from_the_desk_have_a_box_that_takes_them_back(
    desk: Client, event: Event, section: Section, kim: User, nothing: str
) -> None:
    preview(desk, event, ada(800, nothing)).done()
    byes.request_byes(section.players.get(), read_byes("2, 3"), by=kim)
    shown = preview(desk, event, ada(800, nothing))
    assert "Alder, Ada: byes 2, 3, none in the file" in shown.page
    shown.done()
    assert [bye.round for each in requested(section).values() for bye in each] == [2, 3]
    shown = preview(desk, event, ada(800, nothing))
    take(shown, "byes 2, 3")
    shown.look().done()
    assert not requested(section)


def test_byes_of_published_rounds_in_the_file_are_none_of_those_here(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    file = ada(800, "1") + "".join(f"{name},,{700},Elm,{SOLE},\n" for name in ("Bo Birch", "Cy Cedar"))
    preview(desk, event, file).done()
    paired(section, 1, "2 3", publish=True)
    byes.request_byes(section.players.get(number=1), read_byes("4"), by=kim)
    assert "Alder, Ada: byes 4, in the file 1" in preview(desk, event, file).page


@pytest.mark.parametrize("nothing", ["unr", ""])
def test_a_box_for_all_clears_no_rating(
    desk: Client, event: Event, section: Section, kim: User, nothing: str
) -> None:
    names = ("Ada Alder", "Bo Birch", "Cy Cedar", "Di Dale")
    file = HEAD + "".join(f"{name},,{nothing},Elm {at},{SOLE},\n" for at, name in enumerate(names))
    preview(desk, event, file).done()
    for at, player in enumerate(section.players.order_by("name")):
        rosters.edit_player(player, rating=800 + at, team=f"Oak {at}", by=kim)
    shown = preview(desk, event, file)
    [every] = list(shown.page.all("label.all"))
    shown.typed[every.one("input")["name"]] = "on"
    shown.look().done()
    assert list(section.players.order_by("rating").values_list("rating", "team")) == [
        (800 + at, f"Elm {at}") for at in range(4)
    ]


@pytest.mark.parametrize("begun", [SOLE, OTHER])
def test_a_player_whom_a_published_round_keeps_in_a_section_is_told_with_that_round(
    desk: Client, event: Event, section: Section, kim: User, begun: str
) -> None:
    """Moved at the desk, and the file says the former section again."""
    rows = "".join(f"Bo {at},,700,Elm,{each},\n" for at, each in enumerate([SOLE] * 2 + [OTHER] * 2))
    preview(desk, event, ada(800) + rows).done()
    moved = Player.objects.get(name="Ada Alder")
    check_in.move(moved, event.sections.get(name=OTHER), by=kim)
    of = event.sections.get(name=begun)
    one, other = of.players.filter(name__startswith="Bo").order_by("number")
    paired(of, 1, f"{one.number} {other.number}", publish=True)
    shown = preview(desk, event, ada(800) + rows)
    told = f"section {OTHER}, in the file {SOLE}. Round 1 of {begun} is published, so the file moves nobody"
    assert told in shown.page
    assert "another name, or nothing" not in shown.page
    assert "Check a box" not in shown.page


@pytest.mark.parametrize("begun", [SOLE, OTHER])
def test_the_question_about_a_move_names_the_section_that_plays(
    desk: Client, event: Event, section: Section, begun: str
) -> None:
    rows = "".join(f"Bo {at},,700,Elm,{each},\n" for at, each in enumerate([SOLE] * 2 + [OTHER] * 2))
    preview(desk, event, ada(800) + rows).done()
    of = event.sections.get(name=begun)
    one, other = of.players.filter(name__startswith="Bo").order_by("number")
    paired(of, 1, f"{one.number} {other.number}", publish=True)
    [question] = preview(desk, event, ada(800).replace(SOLE, OTHER) + rows).questions
    assert question == (
        f"Line 2, Ada Alder is in {SOLE} and in the file in {OTHER}."
        f" Round 1 of {begun} is published, so the file does not move this player."
    )


# --- schools -----------------------------------------------------------------------------------------


def of_schools(*schools: str) -> str:
    names = ("Ada Alder", "Bo Birch", "Cy Cedar", "Di Dale", "Ed Elm")
    return HEAD + "".join(f"{name},,800,{each},{SOLE},\n" for name, each in zip(names, schools, strict=False))


@pytest.mark.parametrize("right", ["OAK HILL", "Oak Hill", "Oakhill"])
def test_a_school_can_be_written_in_each_way_that_the_file_has_it(
    desk: Client, event: Event, right: str
) -> None:
    file = of_schools("OAK HILL", "Oak Hill", "Oakhill", "Oak Hill")
    shown = preview(desk, event, file)
    asked = "A team is spelled 3 ways: Oak Hill (2), OAK HILL (1) and Oakhill (1)."
    assert shown.questions == [asked]
    shown.answer("3 ways", f"Write {right} for all")
    shown.look().done()
    assert {player.team for player in Player.objects.all()} == {right}
    assert "to answer" not in preview(desk, event, file).page


def test_capitals_alone_are_no_question(desk: Client, event: Event) -> None:
    assert not preview(desk, event, of_schools("OAK HILL", "Oak Hill")).questions


def test_players_of_the_roster_and_of_the_file_are_counted_apart(desk: Client, event: Event) -> None:
    preview(desk, event, of_schools("Oak Hill", "Oak Hill", "Oak Hill")).done()
    [question] = preview(desk, event, of_schools("Oak Hill", "Oak Hill", "Oakhill")).questions
    assert question == (
        "A team is spelled two ways: Oak Hill (2 in the file, 3 here) and Oakhill (1 in the file)."
    )


# --- what is counted ---------------------------------------------------------------------------------


def test_lines_of_the_file_and_players_here_are_counted_in_two_rows(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    preview(desk, event, of_schools("Elm", "Elm", "Elm")).done()
    rosters.edit_player(section.players.get(name="Ada Alder"), team="Oak", by=kim)
    shown = preview(desk, event, of_schools("Elm", "Elm"))
    assert shown.page.texts(".counts") == [
        "In the file: 0 to add 0 to change 2 unchanged",
        "On the rosters: 1 kept from here 1 here, not in the file",
    ]


def test_problems_that_were_seen_are_closed_in_the_next_file(desk: Client, event: Event) -> None:
    file = of_schools("Elm", "Elm").replace(",800,", ",8x0,")
    shown = preview(desk, event, file)
    assert shown.page.all("details.more:has(.troubles)[open]")
    shown.answer("problems in the file", "Import the rest")
    shown.look().done()
    assert not preview(desk, event, file).page.all("details.more:has(.troubles)[open]")


# --- lines that are no players, and lines of one player ---------------------------------------------


def test_a_line_of_totals_is_named_with_its_number(desk: Client, event: Event) -> None:
    shown = preview(desk, event, of_schools("Elm", "Elm") + "TOTAL,2,\n")
    assert "2 to add" in shown.page
    assert "Not read as a player: line 4 (TOTAL)" in shown.page
    shown = shown.look()
    assert "Not read as a player: line 4 (TOTAL)" in shown.page


@pytest.mark.parametrize("uscf_id", ["12345671", ""])
def test_two_lines_that_may_be_one_player_wait_until_that_is_answered(
    desk: Client, event: Event, uscf_id: str
) -> None:
    line = f"Ada Alder,{uscf_id},800,Elm,{SOLE},\n"
    shown = preview(desk, event, f"{HEAD}{line}{line}Bo Birch,,700,Elm,{SOLE},\n")
    assert "1 to answer" in shown.page
    assert "1 to add, 0 to change, 0 unchanged, 2 waiting" in shown.page
    shown.answer("two lines", "Enter only line 3")
    shown = shown.look()
    assert "2 to add" in shown.page
    assert "waiting" not in shown.page


def test_lines_that_say_cancelled_are_not_counted_before_that_is_answered(desk: Client, event: Event) -> None:
    shown = preview(desk, event, of_schools("Elm", "Elm") + f"Cy Cedar (cancelled),,700,Elm,{SOLE},\n")
    assert "2 to add, 0 to change, 0 unchanged, 1 waiting" in shown.page
    assert "1 to answer" in shown.page


def test_two_lines_of_one_name_are_told_by_what_differs(desk: Client, event: Event) -> None:
    one, other = f"Ada Alder,12345671,800,Elm,{SOLE},\n", f"Ada Alder,,unr,Oak,{SOLE},\n"
    [question] = preview(desk, event, HEAD + one + other).questions
    assert question == (
        f"One name is on two lines: line 2, Ada Alder ({SOLE}, 12345671, 800, Elm)"
        f" and line 3, Ada Alder ({SOLE}, no ID, unrated, Oak)."
    )
    [question] = preview(desk, event, HEAD + other + other).questions
    assert f"line 2, Ada Alder ({SOLE}) and line 3, Ada Alder ({SOLE})." in question


def test_a_file_of_an_old_excel_for_mac_is_read_in_its_letters_and_the_page_says_so(
    desk: Client, event: Event
) -> None:
    text = f"{HEAD}José Núñez,12345671,900,Elm,{SOLE},\n"
    said = "Read as Mac Roman text, not as UTF-8. Check the letters with accents in names."
    shown = preview(desk, event, text.encode("mac_roman"))
    assert said in shown.page.text
    assert said in shown.look().page.text
    shown.done()
    assert Player.objects.get().name == "José Núñez"
    assert said not in preview(desk, event, text).page.text


# --- the address of each page -----------------------------------------------------------------------


def test_what_a_file_would_change_has_an_address_with_all_that_was_chosen(
    desk: Client, event: Event, kim: User
) -> None:
    shown = preview(desk, event, of_schools("Oakhill", "Oakhill", "Oakhil"))
    sent = shown.send("look")
    assert sent.status_code == 302
    first = visit(desk, sent.url)
    assert first.text == visit(desk, sent.url).text, "a reload asks nothing"
    shown.answer("Oakhil", "Write Oakhill for both")
    answered = shown.send("look").url
    assert answered != sent.url
    checked = visit(desk, answered).all("fieldset.asked input")
    assert [each for each in checked if each.has("checked")]
    assert not [each for each in visit(desk, sent.url).all("fieldset.asked input") if each.has("checked")]
    assert not Player.objects.exists()

    # The page of somebody else, or of another event, is not there.
    ann = UserFactory.create()
    Staff.objects.create(event=event, user=ann, role=Role.CHIEF)
    other = signed_in(ann)
    assert read(other.get(answered, follow=True)).all("input[type=file]")

    Preview(desk, event, visit(desk, answered)).done()
    page = read(desk.get(answered, follow=True))
    assert "The file is not kept any more. Choose it again." in page
    assert page.all("input[type=file]")


def test_answers_stay_where_a_column_is_taken_for_something_else(desk: Client, event: Event) -> None:
    rows = [f"Ada Alder,12345671,800,Elm,{SOLE},", "Bo Birch,1234567,700,Elm,Novice,"]
    rows += [f"Ada Alder,12345671,700,Oak,{SOLE},"]
    shown = preview(desk, event, HEAD + "\n".join(rows) + "\n")
    shown.answer("is on two lines", "Enter only line 4")
    shown.answer("does not have 8 digits", "Enter the player without an ID")
    shown.choose("Novice", "new")
    shown = shown.look()
    assert "to answer" not in shown.page
    # Each of them is how a line was told from the others.
    for heading in ("School", "ID", "Section"):
        [taken] = [
            each["value"]
            for field in shown.page.all(".columns .field")
            if field.one("label").text == heading
            for each in field.all("option")
            if each.has("selected")
        ]
        shown.choose(heading, "")
        shown = shown.look()
        shown.choose(heading, taken)
        shown = shown.look()
        assert "to answer" not in shown.page, heading
    shown.choose("School", "")
    shown = shown.look()
    assert "to answer" not in shown.page
    shown.done()
    rows_here = Player.objects.order_by("name").values_list("name", "uscf_id", "rating", "section__name")
    assert list(rows_here) == [("Ada Alder", "12345671", 700, SOLE), ("Bo Birch", "", 700, "Novice")]


def test_another_id_in_a_column_is_another_question(desk: Client, event: Event) -> None:
    head = "Name,USCF ID,Old ID,Section\n"
    rows = f"Ada Alder,12345671,12345680,{SOLE}\nAda Alder,12345671,12345680,{SOLE}\n"
    shown = preview(desk, event, head + rows)
    shown.answer("12345671 is on two lines", "Enter only line 3")
    shown.choose("USCF ID", "")
    shown.choose("Old ID", "id")
    shown = shown.look()
    assert "1 to answer" in shown.page
    assert "12345680 is on two lines" in shown.questions[0]


def test_what_is_chosen_on_a_preview_is_there_after_a_reload(desk: Client, event: Event) -> None:
    shown = preview(desk, event, of_schools("Oakhill", "Oakhill", "Oakhil"))
    address = shown.page.one("form[data-kept-at]")["data-kept-at"]
    shown.answer("Oakhil", "Write Oakhill for both")
    # As the script of the page sends it, without the table.
    chosen = {name: value for name, value in shown.form.fields.items() if name != "carried"}
    sent = {**chosen, **shown.form.carried, **shown.typed}
    assert desk.post(address, sent).status_code == 204
    again = Preview(desk, event, visit(desk, address))
    assert "to answer" not in again.page
    again.done()
    assert set(Player.objects.values_list("team", flat=True)) == {"Oakhill"}
    # Nothing is kept under the address of a file that is imported, or of nobody's.
    assert desk.post(address, sent).status_code == 204
    assert visit_file_form(desk, address)


def visit_file_form(desk: Client, address: str) -> bool:
    return bool(read(desk.get(address, follow=True)).all("input[type=file]"))


def test_of_many_files_that_were_looked_at_the_newest_are_kept(desk: Client, event: Event) -> None:
    addresses = []
    for number in range(MOST + 2):
        data = f"{HEAD}Ada Alder,,{800 + number},Elm,{SOLE},\n"
        upload = SimpleUploadedFile("entries.csv", data.encode())
        addresses.append(visit(desk, page_of(event)).form(page_of(event)).send(desk, {"file": upload}).url)
    is_kept = [not read(desk.get(each, follow=True)).all("input[type=file]") for each in addresses]
    assert is_kept == [False, False] + MOST * [True]


def test_the_preview_is_a_spreadsheet_too(desk: Client, event: Event, section: Section, kim: User) -> None:
    rosters.add_players(section, [RosterEntry(None, "Cy Cedar", team="Elm")], by=kim)
    rows = f"Ada Alder,12345671,800,Elm,{SOLE},\nBo Birch,1234567,7x0,Elm,{SOLE},\n"
    shown = preview(desk, event, HEAD + rows)
    shown.answer("does not have 8 digits", "Enter the player without an ID")
    text = shown.look().page.one("main").text
    assert text.index("Nothing is saved until you import") < text.index("Download this preview (XLSX)")
    answer = desk.get(shown.look().page.link("Download this preview (XLSX)"))
    assert answer.headers["Content-Disposition"].endswith(f'"{event.slug}-registration.xlsx"')
    found = sheets(answer.content)
    assert [tuple(row.values())[1:4] for row in as_rows(found["What the file does"])] == [
        ("not in the file", "Cy Cedar", ""),
        ("added", "Alder, Ada", 2),
        ("added", "Birch, Bo", 3),
    ]
    assert [(row["Question"][:14], row["Answer"]) for row in as_rows(found["To check"])] == [
        ("Line 3, Bo Bir", "Enter the player without an ID"),
        ("1 problem in t", ""),
    ]
    assert [(row["Where"], row["Read"]) for row in as_rows(found["Problems in the file"])] == [
        ("line 3, Rating", "7x0")
    ]
    assert ("School", "Team or school") in [tuple(row.values())[:2] for row in as_rows(found["Columns"])]
