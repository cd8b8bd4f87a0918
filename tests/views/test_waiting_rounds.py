"""What a round needs of the rounds before it can be paired, and the way to them."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, as_it_stands, played
from tests.html import read, visit
from tests.views.pairing_page import page_of, proposed, seats
from tournaments.models import Section
from tournaments.services import drafts, pairings

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
    assert tabs.one("[aria-current]").text.startswith("Round 2")
    assert "finished" in tabs


def test_the_tab_of_a_round_says_that_a_draft_of_it_waits_until_it_is_published(
    desk: Client, kim: User
) -> None:
    section = a_section(4, 3, by=kim, order="solkoff")
    played(section, 1, "1 4 WL\n2 3 WL")
    section = as_it_stands(section)

    def tab(page: str, number: int) -> str:
        return visit(desk, at(page, section, number)).one("#tab-2").text

    assert tab("desk-round", 1) == ""
    proposed(desk, section, 2)
    pages: list[tuple[str, int]] = [("desk-round", 1), ("desk-round", 2), ("pairing", 2)]
    assert [tab(page, number) for page, number in pages] == ["draft"] * 3
    assert "Publish round 2" in visit(desk, reverse("desk-event", args=[section.event.slug]))
    counters = desk.get(at("desk-standings", section), {"round": "2", "v": "before"})
    assert "draft" in read(counters).one("#tab-2").text
    event = reverse("event", args=[section.event.slug])
    for address in (event, at("standings", section), at("round", section, 2)):
        assert "draft" not in visit(Client(), address).text.lower()
    drafts.publish(section, 2, by=kim)
    assert tab("desk-round", 1) == "2 missing"
