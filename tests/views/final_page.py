"""What tests of final sections begin with: a section that is played out, and one that was final twice."""

import pytest
from django.contrib.auth.models import User

from tests.factories import (
    a_section,
    as_it_stands,
    corrected,
    games_of,
    played,
)
from tournaments.models import Section
from tournaments.services import prizes
from tournaments.services.finishing import finish, reopen

__all__ = ["once_more", "section", "two_versions"]


@pytest.fixture
def section(kim: User) -> Section:
    """1 has won both games, 2 and 3 one each and nothing separates them, 4 none."""
    section = a_section(4, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    prizes.announce(section, "1st place trophy", in_this_order=False, by=kim)
    return as_it_stands(section)


def two_versions(section: Section, kim: User) -> None:
    finish(as_it_stands(section), by=kim)
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    corrected(games_of(section, 2)[0], "LW", by=kim)
    finish(as_it_stands(section), by=kim)


def once_more(section: Section, kim: User) -> None:
    """Reopened, and finished with the result that was there before."""
    reopen(as_it_stands(section), by=kim, reason="Board 1 was right")
    corrected(games_of(section, 2)[0], "WL", by=kim)
    finish(as_it_stands(section), by=kim)
