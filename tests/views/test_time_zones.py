"""Times are told as the clocks in the hall of the event tell them."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of, paired
from tests.html import visit
from tests.sign_in import signed_in
from tiebreaks.models import Published
from tournaments import zones
from tournaments.models import LogEntry, Section
from tournaments.services import setup

MOMENT = datetime(2026, 1, 3, 20, 41, tzinfo=UTC)
TOLD = {"Pacific/Honolulu": "10:41 AM", "America/New_York": "3:41 PM", "America/Phoenix": "1:41 PM"}


def in_zone(zone: str, by: User) -> Section:
    """A section of an event there, with one result, and all that was done at one moment."""
    section = a_section(4, by=by)
    paired(section, 1, "1 2\n3 4", publish=True)
    event = section.event
    setup.edit_event(event, name=event.name, city="", starts_on=None, time_zone=zone, by=by)
    enter(games_of(section, 1)[0], "WL", by=by)
    Published.objects.update(computed_at=MOMENT)
    LogEntry.objects.update(at=MOMENT)
    return as_it_stands(section)


@pytest.mark.parametrize("address", ["standings", "standings-live", "section-log"])
def test_each_event_tells_its_own_time(kim: User, address: str) -> None:
    sections = {zone: in_zone(zone, kim) for zone in TOLD}
    desk = signed_in(kim)
    for _once_more in range(2):
        for zone, section in sections.items():
            shown = visit(desk, at(address, section))
            assert [told for told in TOLD.values() if told in shown] == [TOLD[zone]], zone


def test_a_page_of_no_event_tells_the_servers_time(kim: User) -> None:
    section = in_zone("Pacific/Honolulu", kim)
    desk = signed_in(kim)
    visit(desk, at("section-log", section))
    assert timezone.get_current_timezone_name() == zones.default()


def test_a_new_event_has_the_servers_zone_until_a_browser_or_a_director_says_another(kim: User) -> None:
    form = visit(signed_in(kim), reverse("new-event"))
    assert form.one("[name=time_zone] option[selected]")["value"] == zones.default()


def test_an_event_whose_zone_is_not_known_here_has_the_servers(client: Client, kim: User) -> None:
    section = in_zone("Mars/Olympus", kim)
    assert TOLD["America/New_York"] in visit(client, at("standings", section))
