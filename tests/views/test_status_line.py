"""The line at the foot of the desk: last backup, phones, disk."""

import os
import shutil
from datetime import datetime
from itertools import cycle, islice
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from tests.addresses import at
from tests.factories import director_of
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tests.views.public_pages import LIVE, address
from tournaments.models import Section
from tournaments.polls import polls
from tournaments.selectors import addresses, status


@pytest.fixture
def desk(section: Section) -> Client:
    desk = signed_in(director_of(section))
    desk.defaults["SERVER_NAME"] = "localhost"  # at the machine itself
    return desk


@pytest.fixture(autouse=True)
def var(settings: Settings, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    cache.clear()
    return tmp_path


def line(page: Element) -> list[str]:
    return page.texts("#status-line span")


def test_the_desk_tells_of_the_last_backup_the_phones_and_the_disk(
    desk: Client, client: Client, section: Section, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (var / "backups").mkdir()
    (var / "backups" / "a copy").touch()
    saturday = timezone.make_aware(datetime(2026, 11, 21, 8, 52)).timestamp()
    os.utime(var / "backups" / "a copy", (saturday, saturday))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, 11_900_000_000))
    polls.phones()  # what other tests asked is no longer on its way
    cache.clear()
    for name in islice(cycle(LIVE), 18):  # what three phones ask in a minute
        assert client.get(address(section, name), {"v": section.stamp}).status_code == 204
    for page in (
        reverse("desk"),
        reverse("desk-event", args=[section.event.slug]),
        at("desk-round", section, 2),
    ):
        shown = visit(desk, page)
        assert line(shown) == ["Backup Sat 8:52 AM", "About 3 phones", "11 GB free"], page
        assert not shown.all("#status-line .attention")


def test_behind_a_proxy_there_may_be_more_phones_than_are_seen(
    desk: Client, client: Client, section: Section, settings: Settings
) -> None:
    settings.BEHIND_PROXY = True
    client.get(address(section, "standings-live"), {"v": section.stamp})
    assert line(visit(desk, reverse("desk")))[1] == "At least 1 phone"


def test_what_needs_a_directors_eye_is_marked(
    desk: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, status.LITTLE_DISK - 1)
    )
    shown = visit(desk, reverse("desk"))
    assert line(shown) == ["No backup yet", "No phones", "999 MB free"]
    assert shown.texts("#status-line .attention") == ["No backup yet", "999 MB free"]


@pytest.mark.parametrize("everything", [False, True])
def test_a_download_is_a_backup_and_its_kind_is_named(
    desk: Client, section: Section, everything: bool
) -> None:
    address = (
        reverse("download-everything") if everything else reverse("download-event", args=[section.event.slug])
    )
    assert desk.get(address).status_code == 200
    shown = visit(desk, reverse("desk"))
    assert line(shown)[0].startswith("Everything downloaded " if everything else "Event downloaded ")
    assert line(shown)[0] not in shown.texts("#status-line .attention")


def test_the_line_alone_is_the_line_of_the_page(desk: Client, section: Section) -> None:
    alone = read(desk.get(reverse("status-line")))
    shown = visit(desk, at("desk-round", section, 1))
    assert line(alone) == line(shown)
    assert shown.one("#status-line")["data-address"].startswith(reverse("status-line"))


def test_the_line_asks_the_database_for_nothing_but_who_asks(
    desk: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        desk.get(reverse("status-line"))


def test_only_directors_see_it(client: Client, section: Section) -> None:
    assert client.get(reverse("status-line")).status_code == 302
    assert client.get(reverse("status-line"), headers={"HX-Request": "true"}).status_code == 401
    assert not visit(client, at("standings", section)).all("#status-line")


def test_an_event_may_be_called_status(desk: Client) -> None:
    answer = desk.post(reverse("new-event"), {"name": "Status"}, follow=True)
    assert answer.status_code == 200
    assert "Status" in visit(desk, "/desk/status/").headings


class TestPrintedCodes:
    """Of a laptop whose Wi-Fi gives it another address after sheets with codes were printed."""

    FIRST, THEN = "192.168.1.5", "192.168.1.77"

    @pytest.fixture(autouse=True)
    def in_a_hall(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        settings.LISTENS_AT = (addresses.EVERY_ADDRESS, 8000)
        settings.ALLOWED_HOSTS, settings.ALLOWED_HOSTS_GIVEN = ["localhost"], False
        self.monkeypatch = monkeypatch
        self.reached_at(self.FIRST)

    def reached_at(self, address: str) -> None:
        self.monkeypatch.setattr(addresses, "lan_addresses", lambda: [address])

    def said(self, desk: Client) -> list[str]:
        return [words for words in line(visit(desk, reverse("desk"))) if words.startswith("Printed")]

    @pytest.mark.parametrize("sheet", ["slips", "check-in-codes", "posted-order", "paper"])
    def test_the_desk_says_that_they_lead_nowhere_until_they_are_printed_again(
        self, desk: Client, section: Section, sheet: str
    ) -> None:
        where = {
            "slips": at("slips", section, 1),
            "check-in-codes": reverse("check-in-codes", args=[section.event.slug]),
        }.get(sheet) or address(section, sheet)
        visit(desk, where)
        assert self.said(desk) == []
        self.reached_at(self.THEN)
        assert self.said(desk) == [
            f"Printed codes lead to http://{self.FIRST}:8000, where phones find nothing now: print them again"
        ]
        visit(desk, where)
        assert self.said(desk) == []

    def test_a_phone_that_looks_at_a_sheet_prints_nothing(
        self, desk: Client, client: Client, section: Section
    ) -> None:
        visit(desk, at("slips", section, 1))
        self.reached_at(self.THEN)
        client.get(address(section, "posted-order"), headers={"host": f"{self.THEN}:8000"})
        assert len(self.said(desk)) == 1

    def test_a_server_has_the_address_that_it_always_had(
        self, desk: Client, section: Section, settings: Settings
    ) -> None:
        visit(desk, at("slips", section, 1))
        settings.LISTENS_AT = None
        assert self.said(desk) == []
