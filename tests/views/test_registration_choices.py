"""What the page of a registration file asks before it imports, and which choices it shows again first."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import paired
from tests.html import read
from tests.views.registration_page import SOLE, event, preview, section
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
