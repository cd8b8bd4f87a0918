"""Of a registration file, grades and ratings that nobody can have, and a column of schools and grades."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.views.registration_page import SOLE, event, preview, section
from tournaments.models import Event, Section
from tournaments.services import setup

__all__ = ["event", "section"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("heading", ["School/Grade", "Grade/School", "School (Grade)"])
def test_a_column_of_schools_and_grades_is_read_as_both_and_the_preview_says_so(
    desk: Client, event: Event, section: Section, heading: str
) -> None:
    file = f"Name,Section,{heading}\nAda Alder,{SOLE},Lincoln / 5\nBo Birch,{SOLE},Oak Hill - 4\n"
    shown = preview(desk, event, file)
    told = f"The column {heading} has schools and grades, and is read as both: Lincoln, grade 5."
    assert told in shown.page
    assert not shown.questions
    assert "Not imported" not in shown.page
    shown.done()
    read = dict(section.players.values_list("team", "grade"))
    assert read == {"Lincoln": "5", "Oak Hill": "4"}


def test_the_limit_of_a_section_holds_for_a_grade_beside_its_school(desk: Client, event: Event) -> None:
    shown = preview(desk, event, f"Name,Section,School/Grade\nAda Alder,{SOLE},Oak Hill / 7th\n")
    assert [each for each in shown.questions if "grade 7 is above the section’s highest, 5" in each]


def test_a_column_of_schools_and_grades_can_be_taken_for_one_of_them(
    desk: Client, event: Event, section: Section
) -> None:
    shown = preview(desk, event, f"Name,Section,School/Grade\nAda Alder,{SOLE},Lincoln / 5\n")
    shown.choose("Grade (School/Grade)", "")
    shown = shown.look()
    assert "is read as both" not in shown.page
    shown.done()
    assert list(section.players.values_list("team", "grade")) == [("Lincoln", "")]


def test_what_is_no_grade_is_among_the_problems_by_its_line_and_never_stored(
    desk: Client, event: Event, section: Section
) -> None:
    cells = ["Lincoln / 5", "13", "4"]
    lines = [
        f"{name},{SOLE},{cell}" for name, cell in zip(("Ada Elm", "Bo Fir", "Cy Oak"), cells, strict=True)
    ]
    shown = preview(desk, event, "\n".join(["Name,Section,Grade", *lines]))
    assert [row[:2] for row in shown.page.rows[1:]] == [
        ["line 2, Grade", "Lincoln / 5"],
        ["line 3, Grade", "13"],
    ]
    assert shown.send("import").status_code == 422
    shown.answer("2 problems in the file", "Import the rest")
    shown.done()
    assert dict(section.players.values_list("name", "grade")) == {"Ada Elm": "", "Bo Fir": "", "Cy Oak": "4"}


RATED = (
    "Name,ID,Section,Rating\nAda Elm,12345671,Open,9999\nBo Fir,12345672,Open,3000\n"
    "Cy Oak,12345673,Open,3001\n"
)


@pytest.fixture
def without_limit(event: Event, kim: User) -> Section:
    return setup.create_section(event, name="Open", rounds=5, by=kim)


def test_a_rating_above_3000_is_asked_about_where_no_section_has_a_limit_and_left_out(
    desk: Client, event: Event, without_limit: Section
) -> None:
    shown = preview(desk, event, RATED)
    [asked] = shown.questions
    assert asked == "2 ratings are above 3000: line 2, Ada Elm (9999); line 4, Cy Oak (3001)"
    assert shown.send("import").status_code == 422
    shown.answer("above 3000", "Leave the ratings empty")
    shown.look().done()
    ratings = dict(without_limit.players.values_list("name", "rating"))
    assert ratings == {"Ada Elm": None, "Bo Fir": 3000, "Cy Oak": None}

    again = preview(desk, event, RATED)
    assert "3 unchanged" in again.page
    assert not again.page.all("fieldset.asked.open")
    more = preview(desk, event, f"{RATED}Di Ash,12345674,Open,4000\n")
    assert more.page.texts("fieldset.asked.open legend") == ["1 rating is above 3000: line 5, Di Ash (4000)"]


def test_a_rating_above_3000_is_entered_if_a_director_says_so_and_only_then_held_against_a_limit(
    desk: Client, event: Event, section: Section
) -> None:
    Section.objects.filter(pk=section.pk).update(highest_rating=1500)
    shown = preview(desk, event, f"Name,Section,Rating\nAda Elm,{SOLE},9999\n")
    assert shown.questions == ["1 rating is above 3000: line 2, Ada Elm (9999)"]
    shown.answer("above 3000", "The rating is right")
    shown = shown.look()
    shown.answer("above the section’s highest, 1500", f"Enter in {SOLE} anyway")
    shown.done()
    assert section.players.get().rating == 9999
