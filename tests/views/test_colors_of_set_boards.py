"""Phones say that the director set colors only where the director did."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import as_it_stands
from tests.html import visit
from tests.views.pairing_page import page_of, seats
from tests.views.repaired_rounds import boards, section, send
from tournaments.models import Section
from tournaments.services import drafts

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
