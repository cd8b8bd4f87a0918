"""Phones say that the director set colors only where the director did."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands
from tests.html import Element, read, visit
from tests.views.pairing_page import page_of, seats
from tests.views.repaired_rounds import boards, section, send
from tournaments.models import Section
from tournaments.services import drafts
from tournaments.services.reasons import keep

__all__ = ["section"]


@pytest.mark.parametrize("swaps", [False, True])
def test_a_board_that_is_seated_and_locked_has_the_colors_of_the_rules_unless_they_are_swapped(
    client: Client,
    desk: Client,
    section: Section,
    kim: User,
    swaps: bool,
    django_capture_on_commit_callbacks: Any,
) -> None:
    """4 had black, and 2 too: 3 had white. The director seats 3 and 4 together, and locks them."""
    send(desk, section, do="remove-1")
    send(desk, section, do="remove-1")
    send(desk, section, do="seat-4-3")
    place = next(at for at, both in enumerate(seats(page_of(desk, section))) if {*both} == {"3", "4"})
    if swaps:
        send(desk, section, do=f"swap-{place}")
    value = page_of(desk, section).all("button[value^=again-]")[0]["value"]
    send(desk, section, do=value, **{f"lock-{place}": "on"})
    with django_capture_on_commit_callbacks(execute=True):
        drafts.publish(as_it_stands(section), 2, by=kim)
    board = next(at for at, both in boards(section).items() if both == {3, 4})
    page = visit(client, at("board", section, 2, board))
    assert page.one(".reason").text == "Paired by the director."
    assert ("the director set the colors" in page) is swaps


@pytest.mark.parametrize("swaps", [False, True])
def test_colors_that_alternate_are_not_the_directors_of_two_who_are_seated_together(
    client: Client, desk: Client, kim: User, swaps: bool
) -> None:
    """29E2: 3 and 4 had the second board while 1 and 2 met. When these meet others it is the third."""
    section = a_section(8, 3, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1, lot="w"), by=kim)
    address = at("change-pairing", section, 1)

    def press(do: str, **typed: str) -> Element:
        form = page_of(desk, section, 1).form(address)
        return read(form.send(desk, {**typed, "do": do}, follow=True))

    def place() -> int:
        there = seats(page_of(desk, section, 1))
        return next(at for at, both in enumerate(there) if {*both} == {"3", "4"})

    for do in ("remove-0", "remove-0", "remove-0", "remove-0", "seat-1-2", "seat-3-4"):
        page = press(do)
    assert seats(page)[place()] == ("4", "3")
    assert "were seated together." in page.all(".hand")[-1]
    if swaps:
        press(f"swap-{place()}")
    again = page_of(desk, section, 1).all("button[value^=again-]")[0]["value"]
    press(again, **{f"lock-{place()}": "on"})
    drafts.publish(as_it_stands(section), 1, by=kim)
    keep(section.pk, 1)
    board = next(at for at, both in boards(section, 1).items() if both == {3, 4})
    page = visit(client, at("board", section, 1, board))
    if swaps:
        assert "the director set the colors" not in page, "they are those of the rules again"
    else:
        assert "the rules gave the colors when the director seated the two together." in page
