"""What tests of pages of prizes begin with: a section, its page, and what it announces."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, director_of, played
from tests.html import Element, visit
from tournaments.models import Section
from tournaments.services import prizes


@pytest.fixture
def section(kim: User) -> Section:
    """Six players, rated 2000 to 1750, after one round of two: 1, 3 and 5 have won."""
    section = a_section(6, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL\n5 6 WL")
    return as_it_stands(section)


def where(section: Section) -> list[str]:
    return [section.event.slug, section.slug]


def announce(section: Section, *lines: str, **how: Any) -> None:
    prizes.announce(section, "\n".join(lines), by=director_of(section), **how)


def spoken(page: str, section: Section, client: Client | None = None) -> str:
    return visit(client or Client(), at(page, section)).spoken


def dollars(said: str) -> int:
    """In cents."""
    whole, _point, part = said.removeprefix("$").replace(",", "").partition(".")
    return int(whole) * 100 + int(part or 0)


def paid(page: Element) -> list[int]:
    """What the page's lines pay, each in cents."""
    return [dollars(said) for said in page.texts("b") if said.startswith("$")]
