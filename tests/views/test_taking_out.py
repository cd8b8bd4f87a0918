"""Whom a director takes out of a seat: nobody seats them again who does not say so."""

from django.test import Client

from tests.html import read
from tests.views.pairing_page import form_of, page_of, pressed, proposed, seats, section
from tournaments.models import Section

__all__ = ["section"]


def numbers(page: object) -> set[str]:
    return {number for pair in seats(page) for number in pair}  # type: ignore[arg-type]


def test_the_button_names_whom_it_would_seat(desk: Client, section: Section) -> None:
    assert proposed(desk, section).one(".act [value=again]").text == "Pair the rest again"
    name = section.players.get(number=5).called
    page = read(pressed(desk, page_of(desk, section), section, "save", black_2=""))
    assert page.one(".act [value=again-5]").text == f"Pair again, with {name}"
    page = read(pressed(desk, page, section, "save", white_2=""))
    assert page.one(".act [value=again-4-5]").text == "Pair again, with 2 unseated players"
    page = read(pressed(desk, page, section, "again-4-5"))
    assert {"4", "5"} <= numbers(page)


def test_who_was_taken_out_since_the_button_was_shown_stays_out_and_is_asked_about(
    desk: Client, section: Section
) -> None:
    """Without a script the seat is cleared by the same press."""
    proposed(desk, section)
    name = section.players.get(number=5).called
    page = read(
        form_of(page_of(desk, section), section).send(desk, {"black-2": "", "do": "again"}, follow=True)
    )
    assert f"Without a seat: {name}. Give a bye or mark absent, or press “Pair again, with…”." in page
    assert "5" not in numbers(page)
    assert page.one("[value=half-5]")
    page = read(pressed(desk, page, section, "again-5"))
    assert "5" in numbers(page)
    assert "Without a seat" not in page


def test_who_gets_a_seat_by_the_same_press_is_not_asked_about(desk: Client, section: Section) -> None:
    proposed(desk, section)
    page = read(pressed(desk, page_of(desk, section), section, "save", black_2=""))
    page = read(pressed(desk, page, section, "again-5", black_2="5"))
    assert "5" in numbers(page)
