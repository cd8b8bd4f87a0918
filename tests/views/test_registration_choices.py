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
