"""What tests of the pairing page begin with: a section after one round, its page, and presses on it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, games_of, played
from tests.html import Element, Form, read, visit
from tournaments.models import Section
from tournaments.services import rosters

__all__ = ["boards", "form_of", "page_of", "pressed", "proposed", "seats", "section"]


# 2 is nearer to 3 than to 1: for colors they are switched, and 1 meets 2 of the same half (29E5e).
RATINGS = (1900, 1790, 1700, 1600, 1500, 1400, 1300)


@pytest.fixture
def section(kim: User) -> Section:
    """Seven players of two schools after one round: 1, 2 and 3 won, 7 had the bye."""
    section = a_section(0, 4, by=kim, order="solkoff")
    teams = ("Elm", "Fir", "Gum", "Elm", "Fir", "Gum", "Oak")
    entries = [
        EntryFactory.create(rating=rating, team=team) for rating, team in zip(RATINGS, teams, strict=True)
    ]
    rosters.add_players(section, entries, by=kim)
    played(section, 1, "1 4 WL\n5 2 LW\n3 6 WL\n7 B")
    return as_it_stands(section)


def page_of(desk: Client, section: Section, number: int = 2) -> Element:
    return visit(desk, at("pairing", section, number))


def proposed(desk: Client, section: Section, number: int = 2) -> Element:
    """The page after its one button."""
    form = page_of(desk, section, number).form(at("propose-pairing", section, number))
    return read(form.send(desk, follow=True))


def form_of(page: Element, section: Section, number: int = 2) -> Form:
    return page.form(at("change-pairing", section, number))


def pressed(desk: Client, page: Element, section: Section, do: str, **typed: str) -> Any:
    """Press a button of the form, with these seats typed."""
    fields = {name.replace("_", "-"): value for name, value in typed.items()}
    return form_of(page, section).send(desk, {**fields, "do": do}, follow=True)


def seats(page: Element) -> list[tuple[str, str]]:
    sides = [page.all(f".{side}-side input") for side in ("white", "black")]
    return [(white["value"], black["value"]) for white, black in zip(*sides, strict=True)]


def boards(section: Section, number: int = 2) -> list[tuple[int, ...]]:
    """White and Black of each board that stands."""
    return [
        tuple(seat.player.number for seat in game.seats.order_by("-side").select_related("player"))
        for game in games_of(section, number)
    ]
