"""Of a registration file, the columns that are left out, and IDs of wrong length that are typed anew."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.html import read
from tests.rating_lists import a_list
from tests.views.registration_page import Preview, event, preview, section
from tournaments.models import Event, Section

__all__ = ["event", "section"]

pytestmark = pytest.mark.django_db


SOLE = "K-5 Championship"
WRONG_ID = "Name,ID,Section\nAmy Ngo,1700124,K-5 Championship\n"


def test_the_right_id_is_typed_where_one_of_wrong_length_is_asked_about_and_remembered(
    desk: Client, event: Event, section: Section
) -> None:
    shown = preview(desk, event, WRONG_ID)
    box = shown.page.one("fieldset.asked input[type=text]")["name"]
    shown.typed[box] = "170012"
    wrong = shown.look()
    assert "“170012” has 6 digits. A US Chess ID has 8." in wrong.page
    assert wrong.page.one("fieldset.asked input[type=text]")["value"] == "170012"
    assert wrong.send("import").status_code == 422
    wrong.typed[box] = "1700-1249"
    wrong.done()
    assert section.players.get().uscf_id == "17001249"

    again = preview(desk, event, WRONG_ID)
    assert "1 unchanged" in again.page
    assert again.page.one("fieldset.asked input[type=text]")["value"] == "17001249"
    again.typed[box] = ""
    again.answer("1700124", "Leave this line out")
    assert "0 unchanged" in again.look().page


def test_the_columns_that_are_not_imported_are_named(desk: Client, event: Event) -> None:
    file = "Name,Section,Shirt,Lunch\nAmy Ngo,K-5 Championship,yes,Pizza\n"
    assert (
        "Not imported: Shirt, Lunch. To import a column, say below what it is."
        in preview(desk, event, file).page
    )


def test_nothing_comes_from_the_rating_list_for_an_id_of_somebody_else(
    desk: Client, event: Event, settings: Any, tmp_path: Path
) -> None:
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    a_list()
    file = "Name,ID,Section\nAda Alder,30000001,K-5 Championship\nZed Quill,30000004,K-5 Championship\n"
    shown = preview(desk, event, file)
    assert "1 rating missing from the file comes from the rating list november.txt." in shown.page
    assert "Check the ID: Zed Quill, 30000004 (José O'Elm)" in shown.page


def test_a_column_that_says_only_who_paid_is_named_once_and_does_not_bury_a_bye_that_is_not_read(
    desk: Client, event: Event, section: Section
) -> None:
    paid = ["PAID", "Yes", "x", "No", "$45", "later", "Paid in full"]
    names = ["Ann Alder", "Bo Birch", "Cy Cedar", "Di Dogwood", "Ed Elm", "Flo Fir", "Gus Grove"]
    lines = [f"{name},{SOLE},{fee}," for name, fee in zip(names, paid, strict=True)]
    shown = preview(desk, event, "\n".join(["Name,Section,Entry Fee,Byes", *lines]) + "the late ones\n")
    told = "The column Entry Fee says of 4 players that they paid, not how much. They count as paid."
    assert told in shown.page
    problems = [row[:2] for row in shown.page.rows[1:]]
    assert problems == [["line 8, Byes", "the late ones"], ["line 7, Entry Fee", "later"]]
    shown.answer("2 problems in the file", "Import the rest")
    shown.done()
    assert dict(section.players.exclude(fee_cents=None).values_list("name", "fee_cents")) == {"Ed Elm": 4500}
    assert {each.name for each in section.players.all() if each.is_paid} == {
        *("Ann Alder", "Bo Birch", "Cy Cedar", "Ed Elm", "Gus Grove")
    }


@pytest.mark.parametrize("heading", ["Payment", "Payment Status", "Fee Status", "Fees", "Paid?"])
def test_a_column_of_payments_says_who_paid_and_the_payments_are_counted(
    heading: str, desk: Client, event: Event, section: Section
) -> None:
    names = ("Ann Alder", "Bo Birch", "Cy Cedar")
    preview(desk, event, "Name,Section\n" + "".join(f"{name},{SOLE}\n" for name in names)).done()
    rows = "".join(
        f"{name},{SOLE},{said}\n" for name, said in zip(names, ("PAID", "UNPAID", "Paid"), strict=True)
    )
    shown = preview(desk, event, f"Name,Section,{heading}\n{rows}")
    assert "Dropped" not in shown.page
    assert "2 to change" in shown.page
    assert "Alder, Ann: marked as paid" in shown.page
    assert "0 players added, 2 changed" in read(shown.send("import", follow=True))
    assert {each.name for each in section.players.all() if each.is_paid} == {"Ann Alder", "Cy Cedar"}
    assert "0 to change" in preview(desk, event, f"Name,Section,{heading}\n{rows}").page


@pytest.mark.parametrize("said", ["Visa 4242", "Dana Alder", "dana@example.org"])
def test_a_column_of_payments_that_says_more_is_dropped(said: str, desk: Client, event: Event) -> None:
    shown = preview(desk, event, f"Name,Section,Payment\nAnn Alder,{SOLE},PAID\nBo Birch,{SOLE},{said}\n")
    assert "Dropped and not stored: Payment" in shown.page


@pytest.mark.parametrize("heading", ["Payment", "Payment Method"])
def test_a_column_of_other_words_of_payments_can_be_chosen(heading: str, desk: Client, event: Event) -> None:
    shown = preview(desk, event, f"Name,Section,{heading}\nAnn Alder,{SOLE},cash\nBo Birch,{SOLE},waived\n")
    assert f"Not imported: {heading}. To import a column, say below what it is." in shown.page


def test_words_in_the_column_of_ids_are_named_by_line_and_ask_nothing(desk: Client, event: Event) -> None:
    rows = [
        ("Ann Alder", "NEW"),
        ("Bo Birch", "need to renew"),
        ("Cy Cedar", "n/a"),
        ("Di Dogwood", "12345672"),
    ]
    lines = "".join(f"{name},{text},{SOLE}\n" for name, text in rows)
    shown = preview(desk, event, f"Name,USCF ID,Section\n{lines}")
    named = "line 2, Ann Alder (NEW); line 3, Bo Birch (need to renew)"
    assert f"The column USCF ID has words that are not IDs: {named}." in shown.page
    assert not shown.questions
    shown.done()


def columns(shown: Preview) -> dict[str, str]:
    """What each column is taken for, by its heading, with the hint of a choice that is remembered."""
    fields = shown.page.all("details .columns .field")
    return {
        field.one("label").text: " ".join(
            [
                field.one("option[selected]").text if field.all("option[selected]") else "–",
                *field.texts(".before"),
            ]
        )
        for field in fields
    }


def test_a_choice_is_remembered_by_its_heading_for_a_file_with_another_column(
    desk: Client, event: Event
) -> None:
    shown = preview(desk, event, "Name,Level,Club,From\nAmy Ngo,K-5 Championship,Oak,Elm\n")
    shown.choose("Level", "section")
    shown.choose("Club", "")
    shown.choose("From", "team")
    shown.look().done()

    later = "Name,Shirt,level,School,FROM,Club,Grade\nAmy Ngo,S,K-5 Championship,Ash,Elm,Oak,3\n"
    again = preview(desk, event, later)

    assert columns(again) == {
        "Name": "Name",
        "Shirt": "–",
        "level": "Section As in an earlier file",
        "School": "–",
        "FROM": "Team or school As in an earlier file",
        "Club": "–",
        "Grade": "Grade",
    }
    assert "1 to change" in again.page
    again.choose("FROM", "")
    again.choose("School", "team")
    again = again.look()
    assert columns(again)["School"] == "Team or school"
    again.answer("Amy Ngo", "Yes")
    again.look().done()
    latest = preview(desk, event, later.replace("Shirt", "Size"))
    assert columns(latest)["FROM"] == "–"
    assert columns(latest)["School"] == "Team or school"


def test_a_column_that_was_taken_for_what_it_says_again_is_not_told_as_chosen(
    desk: Client, event: Event
) -> None:
    shown = preview(desk, event, "Name,Section,School\nAmy Ngo,K-5 Championship,Oak\n")
    shown.choose("School", "")
    shown.look().done()
    again = preview(desk, event, "Name,Section,School,Notes\nAmy Ngo,K-5 Championship,Oak,x\n")
    assert columns(again)["School"] == "– As in an earlier file"
    again.choose("School", "team")
    again = again.look()
    again.answer("Amy Ngo", "Yes")
    again.look().done()
    latest = preview(
        desk, event, "Name,Section,School\nAmy Ngo,K-5 Championship,Oak\n".replace("Name", "Player")
    )
    assert columns(latest)["School"] == "Team or school"


@pytest.mark.parametrize(("new", "of_each", "asks"), [(9, 3, True), (8, 3, False), (9, 4, False)])
def test_many_new_sections_of_few_players_ask_whether_their_column_is_the_right_one(
    desk: Client, event: Event, new: int, of_each: int, asks: bool
) -> None:
    lasts = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gum", "Hazel", "Ivy"][:new]
    firsts = ["Ada", "Bo", "Cy", "Di"][:of_each]
    rows = "".join(f"{first} {last},{last}\n" for last in lasts for first in firsts)
    shown = preview(desk, event, f"Name,Section\n{rows}")
    said = f"{new} new sections for {new * of_each} players. Is “Section” the column of the sections?"
    assert (said in shown.page) is asks
    assert ("#column-1" in shown.page.links) is asks
