"""One US Chess ID under two names of an event: saved, and said with the save, as one of the two is wrong."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, a_section
from tests.html import visit
from tournaments.models import Event, Section
from tournaments.services import rosters

TOLD = "16000011 is also the US Chess ID of Tara Ibarra (K-3). Check both."


@pytest.fixture
def k5(event: Event, kim: User) -> Section:
    """With Kai Grant, in an event where Tara Ibarra of K-3 has an ID."""
    section, other = (a_section(0, event=event, name=name) for name in ("K-5", "K-3"))
    rosters.add_players(section, [EntryFactory.create(name="Grant, Kai", uscf_id="")], by=kim)
    rosters.add_players(other, [EntryFactory.create(name="Ibarra, Tara", uscf_id="16000011")], by=kim)
    return section


def saved(desk: Client, section: Section, **typed: str) -> str:
    kai = at("edit-player", section, 1)
    answer = desk.post(kai, visit(desk, kai).form(kai).fields | typed)
    assert answer.status_code == 302
    return visit(desk, answer["Location"]).text


def test_an_id_that_another_name_in_the_event_has_is_said_with_the_save(desk: Client, k5: Section) -> None:
    page = saved(desk, k5, uscf_id="16000011")
    assert "Kai Grant was saved." in page
    assert TOLD in page
    assert k5.players.get().uscf_id == "16000011"
    assert TOLD not in saved(desk, k5, grade="4"), "once"
    assert TOLD in saved(desk, k5, name="Kay Grant")


def test_an_id_that_another_name_in_the_event_has_is_said_of_who_is_added(desk: Client, k5: Section) -> None:
    answer = desk.post(at("add-player", k5), {"name": "Ann Alder", "uscf_id": "16000011"})
    assert TOLD in visit(desk, answer["Location"])


@pytest.mark.parametrize("name", ["Tara Ibarra", "Tara M. Ibarra", "IBARRA, T."])
def test_a_name_that_may_be_the_same_players_is_not_asked_about(desk: Client, k5: Section, name: str) -> None:
    assert "is also the US Chess ID" not in saved(desk, k5, uscf_id="16000011", name=name)


def test_an_id_of_nobody_else_is_just_saved(desk: Client, k5: Section) -> None:
    assert "is also the US Chess ID" not in saved(desk, k5, uscf_id="16000012")
