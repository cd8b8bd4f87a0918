"""Whom a director takes out of a seat: nobody seats them again who does not say so."""

from django.contrib.auth.models import User
from django.test import Client

from tests.factories import EntryFactory, a_section, as_it_stands
from tests.html import Element, read
from tests.views.pairing_page import form_of, page_of, pressed, proposed, seats, section
from tournaments.models import Section
from tournaments.pairing.options import Options
from tournaments.services import orders, rosters

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


def test_pairing_everything_again_names_whom_it_would_seat_and_seats_nobody_else(
    desk: Client, kim: User
) -> None:
    section = a_section(0, 4, by=kim)
    rosters.add_players(section, [EntryFactory.create(team="Elm") for _each in range(6)], by=kim)
    # All are teammates, which the rules tell beside the button.
    orders.post_options(section, Options(teams="plus_two"), by=kim)
    page = proposed(desk, as_it_stands(section), 1)
    assert "What the rules would do" in page.one("aside")
    assert not page.all("aside [value=anew]"), "it would give the same boards"
    page = press(desk, section, page, "swap-0")
    assert page.one("aside [value=anew]").text == "Pair everything again"
    each = "“Pair the rest again” keeps locked boards and a bye that you gave."
    assert f"{each} “Pair everything again” pairs those too." in page.one("aside")
    page = press(desk, section, page, "swap-0")
    assert not page.all("aside [value=anew]")
    page = press(desk, section, page, "save", **{"lock-0": "on"})
    assert page.all("aside [value=anew]"), "it takes the lock"
    page = press(desk, section, page, "undo")
    page = press(desk, section, page, "save", **{"black-2": ""})
    [gone] = [int(each["data-unseated"]) for each in page.all("[data-unseated]")]
    name = section.players.get(number=gone).called
    assert page.one(f"aside [value=anew-{gone}]").text == f"Pair everything again, with {name}"
    other = int(page.one("#white-2")["value"])
    page = press(desk, section, page, f"anew-{gone}", **{"white-2": ""})
    told = "Give a bye or mark absent, or press “Pair everything again, with…”."
    assert f"Without a seat: {section.players.get(number=other).called}. {told}" in page
    assert not {str(gone), str(other)} & numbers(page)
    both = "-".join(str(number) for number in sorted([gone, other]))
    assert page.one(f"aside [value=anew-{both}]").text == "Pair everything again, with 2 unseated players"
    assert {str(gone), str(other)} <= numbers(press(desk, section, page, f"anew-{both}"))


def press(desk: Client, section: Section, page: Element, do: str, **typed: str) -> Element:
    return read(form_of(page, section, 1).send(desk, {**typed, "do": do}, follow=True))


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
