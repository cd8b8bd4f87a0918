"""Times are told as the clocks in the hall of the event tell them."""

from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of, paired
from tests.html import read, visit
from tests.sign_in import signed_in
from tiebreaks.models import Published
from tournaments import zones
from tournaments.models import Event, LogEntry, Section
from tournaments.selectors.event.copies import Copies
from tournaments.services import setup
from tournaments.services.backups import automatic as copies

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


def test_no_new_event_is_in_utc_because_the_server_is(kim: User, settings: Settings) -> None:
    settings.TIME_ZONE = "UTC"
    desk = signed_in(kim)
    form = visit(desk, reverse("new-event")).form(reverse("new-event"))
    assert form.fields["time_zone"] == [""]
    answer = form.send(desk, {"name": "Oak Open"})
    assert answer.status_code == 422
    assert "Choose the time zone." in read(answer)
    again = read(answer).form(reverse("new-event"))
    assert again.fields["name"] == ["Oak Open"]
    assert again.send(desk, {"time_zone": "America/Denver"}).status_code == 302
    assert Event.objects.get().time_zone == "America/Denver"


def test_the_status_line_goes_on_telling_the_time_of_its_page(
    kim: User, settings: Settings, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path
    section = in_zone("Pacific/Honolulu", kim)
    copies.keep(Copies("/gone", at=MOMENT, file="a copy"))
    desk = signed_in(kim)
    line = visit(desk, at("desk-round", section, 1)).one("#status-line")
    assert TOLD["Pacific/Honolulu"] in line
    assert TOLD["Pacific/Honolulu"] in visit(desk, line["data-address"])
    for wild in ("Mars/Olympus", "", "../..", "America"):
        assert TOLD["America/New_York"] in visit(
            desk, f"{reverse('status-line')}?{urlencode({'zone': wild})}"
        )


def test_the_page_of_backups_tells_the_time_of_its_directors_event_and_names_the_zone(
    kim: User, settings: Settings, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path
    in_zone("Pacific/Honolulu", kim)
    copies.keep(Copies(str(tmp_path), at=MOMENT, file="wallchart-2026-01-03-204100Z.sqlite3"))
    facts = visit(signed_in(kim), reverse("backup")).one("dl.facts")
    assert "Last copy Sat, Jan 3, 2026, 10:41 AM · Hawaii (Honolulu)" in facts
    assert "The time in a file’s name is UTC." in facts


def test_an_event_whose_zone_is_not_known_here_has_the_servers(client: Client, kim: User) -> None:
    section = in_zone("Mars/Olympus", kim)
    assert TOLD["America/New_York"] in visit(client, at("standings", section))
