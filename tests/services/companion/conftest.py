"""The file of another pairing program is read into an event; what stands here then, and what it changes."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from tests.factories import EventFactory
from tiebreaks.engine.chart.notation import show_cell
from tiebreaks.engine.ranking.sequence import RULEBOOK_SWISS
from tournaments import wallcharts
from tournaments.formats.programs.reading import read
from tournaments.models import Event, Game, Player
from tournaments.selectors.files.companion import compare
from tournaments.selectors.files.companion_comparison import Comparison
from tournaments.services import companion

Take = Callable[..., list[companion.Taken]]


@pytest.fixture
def event() -> Event:
    return EventFactory.create()


@pytest.fixture
def take(event: Event, kim: User) -> Take:
    def take(data: bytes, *chosen: str) -> list[companion.Taken]:
        return companion.take(event, read(data), by=kim, order=str(RULEBOOK_SWISS), chosen=chosen)

    return take


def compared(event: Event, data: bytes) -> Comparison:
    return compare(event, read(data).sections[0])


def cells(event: Event) -> dict[str, list[str]]:
    section = event.sections.get()
    names = dict(Player.objects.filter(section=section).values_list("number", "name"))
    chart = wallcharts.load(section).chart
    return {names[card.number]: [show_cell(cell) for cell in card.cells] for card in chart.cards}


def board(event: Event, at: int, number: int) -> Game:
    return Game.objects.get(round__section__event=event, round__number=at, board=number)
