"""Somebody leaves a round of which games are over and others may not have begun (29G2, 29G3)."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, enter, games_of, played
from tests.html import Element, read, visit
from tests.views.repaired_rounds import WHY, boards
from tournaments.models import Section
from tournaments.services import pairings, rosters
from tournaments.services.apart import keep_apart


@pytest.fixture
def begun(kim: User) -> Section:
    """Seven players in round 3: 1 – 2 is over, 3 went home from 3 – 4, and 4 and 7, who has the bye, met in
    round 1. 5 – 6 has no result."""
    section = a_section(0, 5, by=kim, order="solkoff")
    rosters.add_players(section, [EntryFactory.create(rating=1900 - 100 * at) for at in range(7)], by=kim)
    played(section, 1, "7 4 LW\n1 5 WL\n2 6 WL\n3 B")
    played(section, 2, "4 1 LW\n3 2 LW\n5 7 WL\n6 B")
    pairings.pair(as_it_stands(section), 3, "1 2\n3 4\n5 6\n7 B", by=kim)
    section = as_it_stands(section)
    enter(games_of(section, 3)[0], "WL", by=kim)
    pairings.withdraw(section.players.get(number=3), 2, by=kim, reason=WHY, unpairing=True)
    return as_it_stands(section)


def ways(desk: Client, section: Section) -> dict[str, Element]:
    page = visit(desk, at("pairing", section, 3))
    return {way.one("button")["value"]: way for way in page.all(".way")}


def send(desk: Client, section: Section, how: str) -> Element:
    form = visit(desk, at("pairing", section, 3)).form(at("change-pairing", section, 3))
    return read(form.send(desk, {"do": how, "reason": WHY}, follow=True))


def test_no_way_with_a_rematch_is_offered_where_a_legal_one_exists(desk: Client, begun: Section) -> None:
    """27A1. With 5 – 6 untouched, only 4 and 7 could meet, a second time."""
    found = ways(desk, begun)
    assert "ladder" in found
    assert not any("met in round" in way for way in found.values())
    kept = boards(begun, 3)[1]
    told = "If all boards without a result have begun, those who wait could only meet a second time (27A1)."
    assert told in visit(desk, at("pairing", begun, 3))
    send(desk, begun, "ladder")
    assert boards(begun, 3)[1] == kept
    assert {frozenset(both) for both in boards(begun, 3).values()} == {
        frozenset(both) for both in ((1, 2), (4, 5), (6, 7))
    }


def test_boards_without_a_result_may_be_paired_again_where_the_director_says_that_none_has_begun(
    desk: Client, begun: Section, kim: User
) -> None:
    """29G2, 29G3: 8 and 9 came, so those who wait can be paired among themselves, or with 5 and 6."""
    rosters.add_players(begun, [EntryFactory.create(rating=2000), EntryFactory.create(rating=1000)], by=kim)
    found = ways(desk, as_it_stands(begun))
    assert "Boards that are still open count as begun" not in found["open"]
    assert "Only if no board without a result has begun." in found["open"]
    over = boards(begun, 3)[1]
    send(desk, as_it_stands(begun), "open")
    after = boards(begun, 3)
    assert after[1] == over
    assert {5, 6} not in after.values()


def test_where_all_ways_have_a_rematch_the_button_says_that_it_is_published(
    desk: Client, begun: Section, kim: User
) -> None:
    """27A1: the director keeps 4 apart from 5 and from 6, so that only 7 is left."""
    keep_apart(begun, never="4-5, 4-6", asked="", by=kim)
    [way] = ways(desk, as_it_stands(begun)).values()
    assert "met in round 1" in way
    button = way.one("button")
    assert button.text.endswith("with 1 rematch")
    assert button["class"] == "danger"
    send(desk, as_it_stands(begun), button["value"])
    assert {4, 7} in boards(begun, 3).values()
