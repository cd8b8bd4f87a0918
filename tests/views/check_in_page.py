"""What tests of the registration desk begin with: a section of four, a helper, and the lists at the door."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory, section_of
from tests.html import Element, visit
from tests.sign_in import signed_in
from tournaments.formats.records import RosterEntry
from tournaments.models import Event, Role, Section, Staff
from tournaments.services import rosters

__all__ = ["door", "helper", "listed", "section"]


@pytest.fixture
def section(event: Event, kim: User) -> Section:
    section = section_of(event, "Open", "Ann/Elm Bo/Fir Cy/Elm")
    entry = RosterEntry(None, "García-López, José", uscf_id="12345678", rating=1432, team="Fig")
    rosters.add_players(section, [entry], by=kim)
    return section


@pytest.fixture
def helper(event: Event) -> Client:
    terry = UserFactory.create(first_name="Terry", last_name="Hale")
    Staff.objects.create(event=event, user=terry, role=Role.CHECK_IN)
    return signed_in(terry)


def door(client: Client, event: Event, **query: str) -> Element:
    return visit(client, reverse("check-in", args=[event.slug]), query)


def listed(page: Element, which: str) -> list[str]:
    return page.texts(f"[data-list={which}] > li:not([hidden]) .name")
