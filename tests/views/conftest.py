"""A director signed in, and a section under way, for the tests of what pages answer."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import a_section, as_it_stands, games_of, played
from tests.people import event, kim, no_fragments
from tests.sign_in import signed_in
from tests.views.team_table import k1, table
from tournaments.models import Game, Section

__all__ = ["board", "desk", "event", "k1", "kim", "no_fragments", "section", "table"]


@pytest.fixture
def desk(kim: User) -> Client:
    """Kim, signed in."""
    return signed_in(kim)


@pytest.fixture
def section() -> Section:
    """Four players; round 1 held, round 2 published with one board of two in."""
    section = a_section(4, 3, order="modified_median,solkoff", place_trophies=2)
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4")
    return as_it_stands(section)


@pytest.fixture
def board(section: Section) -> Game:
    """Board 1 of round 1."""
    return games_of(section, 1)[0]
