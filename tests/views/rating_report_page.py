"""What the tests of the rating report share: a complete section, its page, the records of its files."""

from datetime import date
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    a_section,
    as_it_stands,
    played,
)
from tests.formats import dbase
from tests.html import Element, read, visit
from tournaments.formats.rating_report import FILES
from tournaments.models import Event, Player, Section

COMPLETE: dict[str, Any] = {
    "affiliate": "A6000001",
    "chief_td": "10000001",
    "starts_on": date(2026, 5, 2),
    "city": "Salem",
    "state": "OR",
    "zip_code": "97301",
}


@pytest.fixture
def section(event: Event) -> Section:
    """Four players with IDs, a round of two games, and all that a report says."""
    section = a_section(4, 1, event=event, name="Open")
    played(section, 1, "1 2 WL\n3 4 DD")
    return complete(section)


def complete(section: Section) -> Section:
    """The section with a time control, its players with IDs, and its event with all it needs."""
    known = Player.objects.exclude(uscf_id="").count()
    for at_, player in enumerate(section.players.filter(uscf_id="").order_by("number"), 20_000_001 + known):
        Player.objects.filter(pk=player.pk).update(uscf_id=str(at_))
    Section.objects.filter(pk=section.pk).update(time_control="G/60;d5")
    Event.objects.filter(pk=section.event_id).update(**COMPLETE)
    return as_it_stands(section)


def address(event: Event, *file: str) -> str:
    return reverse("rating-report-file" if file else "rating-report", args=[event.slug, *file])


def page_of(desk: Client, event: Event) -> Element:
    return visit(desk, address(event))


def files(desk: Client, event: Event) -> list[list[dict[str, str]]]:
    """The records of the three files, out of the ZIP."""
    answer = desk.get(address(event, "rating-report.zip"))
    assert answer.status_code == 200
    with ZipFile(BytesIO(answer.content)) as archive:
        assert tuple(archive.namelist()) == FILES
        return [dbase.read(archive.read(name)).records for name in FILES]


def lines(records: list[dict[str, str]]) -> list[str]:
    """The players as section, number, name and cells."""
    return [
        " ".join(
            [
                each["D_SEC_NUM"],
                each["D_PAIR_NUM"],
                *(text for name, text in each.items() if name.startswith("D_RND")),
            ]
        )
        for each in records
    ]


def refused(desk: Client, event: Event) -> bool:
    answer = desk.get(address(event, "rating-report.zip"), follow=True)
    return "The report is not complete. Nothing was downloaded." in read(answer)


def typed(desk: Client, event: Event, **fields: str) -> dict[str, Any]:
    """The page's form as it stands, with these fields filled in."""
    return page_of(desk, event).form(address(event)).fields | fields
