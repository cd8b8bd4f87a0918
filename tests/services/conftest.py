"""Kim and her event, and two sections of schools for tables of teams."""

import pytest

from tests.factories import section_of
from tests.people import event, kim
from tournaments.models import Event, Section

__all__ = ["event", "k1", "k3", "kim"]


@pytest.fixture
def k1(event: Event) -> Section:
    return section_of(event, "K-1", "E E F F")


@pytest.fixture
def k3(event: Event) -> Section:
    return section_of(event, "K-3", "E F G -")
