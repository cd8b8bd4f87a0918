"""A section of three schools, and the table that ranks two of them, for the tests of pages of teams."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories import as_it_stands, played, section_of
from tournaments.models import Event, Section, TeamTable
from tournaments.services import teams

IDS = " ".join(f"3141592{n}" for n in range(6))


@pytest.fixture
def k1(event: Event, kim: User) -> Section:
    """Two of Elm, three of Fir and one of Gum; in round one Elm's two win."""
    section = section_of(event, "K-1", "Elm Elm Fir Fir Fir Gum", ids=IDS)
    played(section, 1, "1 3 WL\n2 4 WL\n5 6 DD")
    return as_it_stands(section)


@pytest.fixture
def table(k1: Section, kim: User) -> TeamTable:
    made: dict[str, Any] = {"name": "Schools", "sections": [k1], "best": 2, "minimum": 2, "place_trophies": 1}
    table = teams.make_table(k1.event, by=kim, **made)
    return TeamTable.objects.select_related("event").get(pk=table.pk)
