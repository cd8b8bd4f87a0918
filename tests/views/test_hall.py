"""The hall screen: everybody's board from A to Z, of the round that is posted last."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, paired, played
from tests.html import Element, read, visit
from tournaments.formats.records import RosterEntry
from tournaments.models import Section
from tournaments.services import pairings, rosters

NAMES = ["Alder, Cy", "Ana Del Campo", "del Campo, Ana", "Bo Zorn", "Di O'Brien", "Öberg, Eve", "Fay Oak"]


@pytest.fixture
def section(kim: User) -> Section:
    """Seven players, the last with a bye."""
    section = a_section(0, 3, by=kim)
    rosters.add_players(section, [RosterEntry(None, name) for name in NAMES], by=kim)
    pairings.pair(section, 1, "1 2\n3 4\n5 6\n7 H", by=kim)
    pairings.publish(section, 1, by=kim)
    return as_it_stands(section)


def lines(page: Element) -> list[list[str]]:
    return [[part.text for part in line.all("li > span")] for line in page.all(".slide li")]


def test_everybody_is_listed_by_last_name_as_it_was_typed_with_board_and_color(
    client: Client, section: Section
) -> None:
    assert lines(visit(client, at("hall", section))) == [
        ["Alder Cy", "board 1", "White"],
        ["Campo Ana Del", "board 1", "Black"],
        ["del Campo Ana", "board 2", "White"],
        ["Oak Fay", "half-point bye"],
        ["Öberg Eve", "board 3", "Black"],
        ["O'Brien Di", "board 3", "White"],
        ["Zorn Bo", "board 2", "Black"],
    ]


def test_the_round_that_is_posted_last_is_shown_and_a_draft_is_not(
    client: Client, section: Section, kim: User
) -> None:
    played(section, 2, "1 3\n2 4")
    assert "Round 2 pairings" in visit(client, at("hall", section))
    paired(section, 3, "1 4\n2 3")
    page = visit(client, at("hall", section))
    assert "Round 3" not in page
    pairings.publish(section, 3, by=kim)
    assert "Round 3 pairings" in visit(client, at("hall", section))


def test_before_the_first_round_it_says_that_it_will_appear(client: Client, kim: User) -> None:
    section = a_section(2, by=kim)
    page = visit(client, at("hall", section))
    assert "Round 1 is not posted yet. It appears here by itself." in page
    assert not page.all(".slide")


def test_many_players_are_cut_into_pages_of_about_the_same_length(client: Client, kim: User) -> None:
    section = a_section(46, by=kim)
    paired(section, 1, "\n".join(f"{n} {n + 1}" for n in range(1, 46, 2)), publish=True)
    slides = visit(client, at("hall", section)).all(".slide")
    assert [len(slide.all("li")) for slide in slides] == [15, 15, 16]
    first, last = slides[0].all("li")[0], slides[0].all("li")[-1]
    name = "li b"
    assert slides[0].all(".span")[0].text == f"{first.all(name)[0].text} to {last.all(name)[0].text}"


def test_its_poll_answers_with_the_pages_alone_and_nothing_without_news(
    client: Client, section: Section
) -> None:
    fragment = client.get(at("hall-live", section))
    assert len(read(fragment).all(".slide")) == 1
    assert "On your phone" not in read(fragment)
    again = client.get(at("hall-live", section), {"v": section.stamp})
    assert (again.status_code, again.content) == (204, b"")


def test_the_director_finds_it_among_what_is_printed(desk: Client, section: Section) -> None:
    assert at("hall", section) in visit(desk, at("print", section)).links
