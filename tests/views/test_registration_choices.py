"""What the page of a registration file asks before it imports, and which choices it shows again first."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import paired
from tests.html import read
from tests.rating_lists import a_list
from tests.views.registration_page import SOLE, Preview, event, preview, section
from tournaments.models import Event, Section

__all__ = ["event", "section"]

pytestmark = pytest.mark.django_db

HEAD = "Name,ID,Rating,School,Section\n"
LINES = f"{HEAD}Ada Alder,12345671,{{}},Elm,{SOLE}\nBo Birch,12345672,700,Oak,{SOLE}\n"


def test_the_reason_for_another_rating_is_asked_on_the_first_look(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    preview(desk, event, LINES.format(840)).done()
    assert not preview(desk, event, LINES.format(850)).page.all("input[name=reason][type=text]")
    paired(section, 1, "1 2", by=kim)
    shown = preview(desk, event, LINES.format(855))
    assert shown.page.all("input[name=reason][type=text][required]")
    assert "rating 840 → 855" in shown.page
    answer = shown.send("import")
    assert answer.status_code == 422
    page = read(answer)
    assert page.link("Reason for another rating") == "#id_reason"
    assert page.all("input[name=reason][autofocus]")
    assert not page.all("button[value=import][autofocus]")
    shown.typed["reason"] = "The December list"
    shown.done()
    assert section.players.get(name="Ada Alder").rating == 855
    assert section.standings.log.latest("version").reason == "The December list"
    assert not preview(desk, event, LINES.format(855)).page.all("input[name=reason][type=text]")


def test_the_words_of_an_answer_are_one_phrase(desk: Client, event: Event) -> None:
    """In a label that lays out its children, the name of a section would stand apart from the rest."""
    shown = preview(desk, event, f"Name,Grade,Section\nAda Alder,9,{SOLE}\n")
    [label, *_others] = shown.page.all("fieldset.asked label")
    assert label.one("label > span").text == f"Enter in {SOLE} anyway"


def test_choices_that_change_nothing_are_imported_at_once(
    desk: Client, event: Event, section: Section
) -> None:
    """A column without values is taken for another, and an answer leaves what was read."""
    shown = preview(desk, event, f"Name,Grade,Section,Notes\nAda Alder,9,{SOLE},\n")
    shown.choose("Notes", "team")
    shown.answer("grade 9", f"Enter in {SOLE} anyway")
    shown.done()
    assert section.players.get().grade == "9"


def test_choices_that_change_what_is_read_are_shown_first(
    desk: Client, event: Event, section: Section
) -> None:
    """Also what the page does not say of a player who is added."""
    shown = preview(desk, event, f"Name,Section,From\nAda Alder,{SOLE},OH\n")
    shown.choose("From", "state")
    answer = shown.send("import")
    assert "Your choices changed what is below" in read(answer)
    assert not section.players.exists()


def test_answers_that_say_what_becomes_of_a_new_player_are_imported_at_once(
    desk: Client, event: Event, section: Section
) -> None:
    school = "Lakeview Elementary"
    rows = [f"Ada Alder,12345671,800,4,{school},{SOLE}", f"Bo Birch,12345672,700,4,{school},{SOLE}"]
    rows += [f"Cy Cedar,1234567,600,4,Lakeveiw Elementary,{SOLE}", f"Di Dogwood,,600,9,Oak,{SOLE}"]
    rows += [f"Ed Elm,12345674,500,3,Oak,{SOLE}", f"Ed Elm,12345675,550,3,Oak,{SOLE}"]
    rows += [f"Flo Fir 4th,,400,,Oak,{SOLE}"]
    shown = preview(desk, event, "Name,ID,Rating,Grade,School,Section\n" + "\n".join(rows))
    shown.answer("does not have 8 digits", "Enter the player without an ID")
    shown.answer("spelled two ways", f"Write {school} for both")
    shown.answer("grade 9", "Leave this line out")
    shown.answer("One name is on two lines", "Enter only line 7")
    shown.answer("more than a name", "Read it as Flo Fir")
    shown.done()
    there = section.players.order_by("name").values_list("name", "uscf_id", "team", "grade")
    assert list(there) == [
        ("Ada Alder", "12345671", school, "4"),
        ("Bo Birch", "12345672", school, "4"),
        ("Cy Cedar", "", school, "4"),
        ("Ed Elm", "12345675", "Oak", "3"),
        ("Flo Fir", "", "Oak", "4"),
    ]


def test_what_an_answer_changes_of_who_is_here_is_shown_first(
    desk: Client, event: Event, section: Section
) -> None:
    """The change waited for the answer, and the page did not say it."""
    preview(desk, event, LINES.format(840)).done()
    shown = preview(desk, event, LINES.format(850).replace("Ada Alder,12345671", "Ada Alder,1234567"))
    shown.answer("does not have 8 digits", "Enter the player without an ID")
    answer = shown.send("import")
    assert answer.status_code == 422
    page = read(answer)
    assert "Alder, Ada: rating 840 → 850" in page
    assert section.players.get(name="Ada Alder").rating == 840
    again = Preview(desk, event, page)
    again.done()
    assert section.players.get(name="Ada Alder").rating == 850


def test_what_the_rating_list_gives_by_an_answer_is_shown_first(
    desk: Client, event: Event, section: Section, settings: Any, tmp_path: Path
) -> None:
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    a_list()
    rows = (
        f"Name,ID,Section\nAda Alder 30000001,,{SOLE}\nBo Birch,30000002,{SOLE}\nBo Birch,30000002,{SOLE}\n"
    )
    shown = preview(desk, event, rows)
    shown.answer("more than a name", "Read it as")
    shown.answer("is on two lines", "Enter only line 3")
    answer = shown.send("import")
    assert answer.status_code == 422
    assert "missing from the file" in read(answer)
    Preview(desk, event, read(answer)).done()
    assert section.players.get(name="Ada Alder").rating == 1450


def test_choices_that_are_shown_first_are_told_at_the_top_with_the_button_that_imports(
    desk: Client, event: Event, section: Section
) -> None:
    shown = preview(desk, event, f"Name,Section,From\nAda Alder,{SOLE},OH\nBo Birch,{SOLE},OH\n")
    assert not shown.page.all("[autofocus]")
    shown.choose("From", "state")
    page = read(shown.send("import"))
    told = page.one("[role=alert][autofocus]")
    assert told.text.startswith("Nothing was saved yet. Your choices changed what is below.")
    button = told.one("button[value=import]")
    assert button.text == "Import 2 players now"
    assert button["form"] == page.one("form:has([name=carried])")["id"]
    Preview(desk, event, page).done()
    assert section.players.count() == 2


def test_what_is_still_to_be_answered_is_told_at_the_top_with_the_way_to_it(
    desk: Client, event: Event
) -> None:
    rows = "Name,Grade,Section\nAda Alder,9,K-3 Championship\nBo Birch,2,Boosters\n"
    page = read(preview(desk, event, rows).send("import"))
    told = page.one("[role=alert][autofocus]")
    assert "Answer the questions below" in told.text
    assert not told.all("button")
    [menu] = [each for each in page.all("select") if each["name"].startswith("section-")]
    assert told.link("2 to answer") == f"#{menu['id']}"


# --- sections that are not here ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "is_preset"),
    [
        ("Rookies", True),
        ("K-12 Championship", True),
        ("K-5 Championshp", False),
        ("K-3", False),
        ("K-5 U800", False),
    ],
)
def test_a_section_that_is_like_none_here_is_to_be_created(
    desk: Client, event: Event, name: str, is_preset: bool
) -> None:
    shown = preview(desk, event, f"Name,Section\nAda Alder,{name}\nBo Birch,{name}\n")
    [menu] = [each for each in shown.page.all("select") if each["name"].startswith("section-")]
    chosen = [each.text for each in menu.all("option[selected]")]
    assert chosen == (["Create this section"] if is_preset else [])


# --- what is not decided yet -------------------------------------------------------------------------


def test_lines_with_an_open_question_are_not_told_as_decided(desk: Client, event: Event) -> None:
    rows = f"Ada Alder,12345671,300,Elm Elementary,{SOLE}\nBo Birch,12345672,400,Elm Elementary,{SOLE}\n"
    preview(desk, event, HEAD + rows).done()
    later = rows.replace("300,Elm Elementary", "320,Elm Elementery").replace("400", "410")
    shown = preview(desk, event, f"{HEAD}{later}Cy Cedar,12345673,9000,Oak,{SOLE}\n")
    assert "rating 300 → 320" not in shown.page
    assert "Elm Elementary → Elm Elementery" not in shown.page
    asked = len(shown.questions)
    assert shown.page.text.count(f"{asked} to answer") == 1
    assert "waiting for your answer" not in shown.page
    shown.answer("spelled two ways", "Write Elm Elementary for both")
    assert "Alder, Ada: rating 300 → 320" in shown.look().page
