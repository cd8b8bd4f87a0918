"""What tests of the log's pages begin with: a section that is played in, and the entry that is meant."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories import a_section, as_it_stands, played
from tournaments.models import LogEntry, Section

__all__ = ["entry", "section"]


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(4, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL", by=kim)
    return as_it_stands(section)


def entry(**of: Any) -> LogEntry:
    return LogEntry.objects.filter(**of).latest("pk")
