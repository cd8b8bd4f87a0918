"""The card of a player whom a phone follows, and two sections to find players in."""

import pytest
from django.test import Client

from tests.addresses import at
from tests.factories import (
    EntryFactory,
    EventFactory,
    a_section,
    director_of,
)
from tests.html import Element, visit
from tournaments.models import Event, Section
from tournaments.services import rosters

__all__ = ["card", "name_of", "now", "two_sections"]


def name_of(section: Section, number: int) -> str:
    return section.players.get(number=number).name


def card(section: Section, number: int) -> Element:
    return visit(Client(), at("card", section, number))


def now(section: Section, number: int) -> str:
    return card(section, number).one(".now:not([hidden])").text


@pytest.fixture
def two_sections() -> Event:
    event = EventFactory.create()
    entries = {
        "K-3": [("Łucja García-López", "Cedar Hill"), ("Ann", "Elm")],
        "K-8": [("Zoë O'Brien", "Cedar Hill"), ("Bo Lopez", "Fir")],
    }
    for name, people in entries.items():
        section = a_section(0, event=event, name=name)
        roster = [EntryFactory.create(name=player, team=school) for player, school in people]
        rosters.add_players(section, roster, by=director_of(event))
    return event
