"""A flyer of which some lines cannot be read: what was read is saved with one press, the rest is named."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import EventFactory, SectionFactory, as_it_stands
from tests.html import Element, read, visit
from tournaments.models import Event, Role, Staff
from tournaments.services import prizes

PRESS = "Save what was read"


@pytest.fixture
def event(kim: User) -> Event:
    event = EventFactory.create()
    Staff.objects.create(event=event, user=kim, role=Role.CHIEF)
    for name in ("K-1", "K-5", "Adult"):
        SectionFactory.create(event=event, name=name)
    return event


def look(desk: Client, event: Event, text: str, **more: str) -> Element:
    address = reverse("flyer", args=[event.slug])
    return read(desk.post(address, {"text": text, "do": "look", **more}, follow=True))


def press(desk: Client, event: Event, page: Element) -> Element:
    """Press the button below what was read."""
    place = reverse("flyer", args=[event.slug])
    form = page.form(place, holding="as_read")
    return read(form.send(desk, {"do": "save"}, follow=True))


def announced(event: Event) -> list[str]:
    return [as_it_stands(section).prizes for section in event.sections.order_by("pk")]


def test_what_was_read_is_saved_with_one_press_and_the_lines_left_out_are_named(
    desk: Client, event: Event
) -> None:
    text = "K-1:\nTop 3\nTop wise men trophy\nK-5: $100-60\nAdult:\nTop 2 tall men $50"
    page = look(desk, event, text)
    assert "Nothing was saved: there are 2 problems." in page
    assert "K-1 1st–3rd trophies" in page.spoken
    assert f"{PRESS}; 2 lines are left out" in page
    assert announced(event) == ["", "", ""], "a preview saves nothing"
    page = press(desk, event, page)
    assert announced(event) == ["1st–3rd trophies", "1st place $100\n2nd place $60", ""]
    assert "Saved: K-1, K-5." in page
    assert "Left out: line 3 “Top wise men trophy”; line 6 “Top 2 tall men $50”." in page
    again = visit(desk, reverse("flyer", args=[event.slug]))
    assert "Top wise men trophy" in again.one("textarea[name=text]").text, "the text is there to be corrected"


def test_what_was_read_of_a_line_is_kept_where_the_rest_says_nothing_of_it(
    desk: Client, event: Event
) -> None:
    page = look(desk, event, "K-1: Top 2, best hat trophy, Top under 1900\nK-5:\n1st $100, U900")
    assert f"{PRESS}; 2 lines are left out, or parts of them" in page
    assert "Left out of “K-1: Top 2, best hat trophy, Top under 1900”: best hat trophy" in page
    page = press(desk, event, page)
    assert announced(event) == ["1st–2nd trophies\nTop under 1900", "", ""]
    assert "Left out of “K-1: Top 2, best hat trophy, Top under 1900”: best hat trophy" in page


def test_a_section_of_which_no_line_was_read_keeps_its_prizes(desk: Client, event: Event, kim: User) -> None:
    prizes.announce(event.sections.get(name="K-5"), "1st $5", by=kim)
    page = look(desk, event, "K-1:\nTop 3\nK-5:\nTop wise men trophy")
    press(desk, event, page)
    assert announced(event) == ["1st–3rd trophies", "1st place $5", ""]


@pytest.mark.parametrize(
    "text",
    [
        # Nothing was read.
        "K-1:\nTop wise men trophy",
        # Whose prizes these are is asked first.
        "K-1:\nTop 3\nTop wise men trophy\nK-9:\nTop 5",
    ],
)
def test_what_was_read_is_not_offered_where_nothing_was_or_a_section_is_asked_for(
    desk: Client, event: Event, text: str
) -> None:
    assert PRESS not in look(desk, event, text)


def test_team_trophies_without_a_table_and_lines_of_no_section_are_left_out_too(
    desk: Client, event: Event
) -> None:
    page = look(desk, event, "Top 7\nK-1:\nTop 3\nTop 2 teams")
    assert page.texts(".troubles td")[::3] == ["line 1", "line 4"]
    press(desk, event, page)
    assert announced(event)[0] == "1st–3rd trophies"
    assert not event.team_tables.exists()


def test_an_answer_about_a_heading_is_kept_with_what_was_read(desk: Client, event: Event) -> None:
    text = "K-1st:\nTop 3\nTop wise men trophy"
    place = reverse("flyer", args=[event.slug])
    page = look(desk, event, text)
    chosen = page.form(place, holding="taken").send(desk, {"taken": "k-1", "do": "look"}, follow=True)
    press(desk, event, read(chosen))
    assert announced(event)[0] == "1st–3rd trophies"
