"""Beside a bye of the round that is paired stands when it was asked for."""

from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.views.pairing_page import page_of, proposed, section
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import LogEntry, Section
from tournaments.services import pairings
from tournaments.text.wording import clock, date_and_clock

__all__ = ["section"]


@pytest.fixture
def asked(section: Section, kim: User) -> datetime:
    pairings.give_bye(section, 2, [4], Kind.HALF_BYE, by=kim)
    entry = LogEntry.objects.latest("pk")
    return entry.at


def test_a_bye_tells_when_it_was_asked_for(desk: Client, section: Section, asked: datetime) -> None:
    page = proposed(desk, section)
    assert [each.text for each in page.all("aside li small")] == [f"half-point bye · asked {clock(asked)}"]


def test_a_bye_of_another_day_tells_the_day(desk: Client, section: Section, asked: datetime) -> None:
    before = asked - timedelta(days=2)
    LogEntry.objects.filter(at=asked).update(at=before)
    page = proposed(desk, section)
    assert f"half-point bye · asked {date_and_clock(before)}" in page.one("aside")


def test_an_absence_is_entered_and_an_unlogged_bye_says_no_time(
    desk: Client, section: Section, kim: User
) -> None:
    pairings.give_bye(section, 2, [4], Kind.UNPAIRED, by=kim)
    assert "· entered" in proposed(desk, section).one("aside")
    LogEntry.objects.all().delete()
    assert "entered" not in page_of(desk, section).one("aside li small")
