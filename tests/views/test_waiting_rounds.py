"""What a round needs of the rounds before it can be paired, and the way to them."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, played
from tests.views.pairing_page import page_of, proposed, seats
from tournaments.models import Section
from tournaments.services import pairings

ROUND_ROBIN = Section.Formats.ROUND_ROBIN


def test_a_round_robin_asks_for_no_result(desk: Client, kim: User) -> None:
    """30A: the table is the same with any result."""
    section = a_section(4, 3, by=kim, format=ROUND_ROBIN, order="solkoff")
    pairings.pair(section, 1, "1 4\n2 3", by=kim)
    pairings.publish(section, 1, by=kim)
    section = as_it_stands(section)
    assert "Results are missing" not in page_of(desk, section, 2)
    page = proposed(desk, section, 2)
    assert len(seats(page)) == 2
    assert page.texts(".score") == ["0"] * 4
    assert "Paired on assumed results" not in page


@pytest.mark.parametrize("format", [ROUND_ROBIN, Section.Formats.SWISS])
def test_a_round_waits_for_one_that_is_not_paired_yet(
    desk: Client, kim: User, format: Section.Formats
) -> None:
    section = a_section(4, 3, by=kim, format=format, order="solkoff")
    played(section, 1, "1 4 WL\n2 3 WL")
    page = page_of(desk, as_it_stands(section), 3)
    assert "Round 2 is not published yet. Publish it first." in page
    assert at("desk-round", section, 2) in page.links
    assert not page.all("form.begin")


def test_a_draft_leads_to_the_other_rounds(desk: Client, kim: User) -> None:
    section = a_section(4, 3, by=kim, order="solkoff")
    played(section, 1, "1 4 WL\n2 3 WL")
    tabs = proposed(desk, as_it_stands(section), 2).one("nav.tabs")
    assert tabs.links == [at("desk-round", section, number) for number in (1, 2, 3)]
    assert tabs.one("[aria-current]").text.endswith("2")
    assert "finished" in tabs
