"""A round that somebody leaves after it was paired, before and after it is published."""

from collections.abc import Container
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, games_of, played
from tests.html import Element, read, visit
from tests.views.pairing_page import RATINGS, page_of
from tournaments.models import Section
from tournaments.services import drafts, pairings, rosters

__all__ = ["WHY", "boards", "published", "reasons", "section", "send", "without_a_board_1"]


WHY = "went home with a fever"


@pytest.fixture
def section(kim: User) -> Section:
    """Seven players after one round: 1, 2 and 3 won, 7 had the bye. The draft of round 2 is 2 – 1, 7 – 3 and
    4 – 5, and 6 has the bye."""
    section = a_section(0, 4, by=kim, order="solkoff")
    rosters.add_players(section, [EntryFactory.create(rating=rating) for rating in RATINGS], by=kim)
    played(section, 1, "1 4 WL\n5 2 LW\n3 6 WL\n7 B")
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    return as_it_stands(section)


@pytest.fixture
def published(section: Section, kim: User) -> Section:
    """Round 2 is published, board 1 is removed, and 1 went home: 2 has no opponent."""
    drafts.publish(section, 2, by=kim)
    pairings.remove_pairing(games_of(section, 2)[0], by=kim, reason=WHY)
    pairings.withdraw(section.players.get(number=1), 1, by=kim)
    return as_it_stands(section)


def boards(section: Section, round: int = 2) -> dict[int, set[int]]:
    return {
        game.board: {seat.player.number for seat in game.seats.select_related("player")}
        for game in games_of(section, round)
    }


def send(desk: Client, section: Section, **typed: str) -> Element:
    form = page_of(desk, section).form(at("change-pairing", section, 2))
    return read(form.send(desk, typed, follow=True))


def reasons(client: Client, section: Section) -> dict[frozenset[int], list[str]]:
    """Why the two of each board meet, on the public pages, in the words of the rules."""
    return {
        frozenset(both): visit(client, at("board", section, 2, board)).texts(".rule")
        for board, both in boards(section).items()
    }


def without_a_board_1(
    before: dict[frozenset[int], list[str]], boards: Container[Any]
) -> dict[Any, list[str]]:
    """The reasons that these boards had, now that board 1 is another one."""
    gone = "Follows from a board that was changed afterwards:"
    return {
        both: [text.replace("Follows from board 1:", gone) for text in said]
        for both, said in before.items()
        if both in boards
    }
