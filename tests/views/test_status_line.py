"""The line at the foot of the desk: copies, this event's download, phones, disk."""

import shutil
from datetime import datetime
from itertools import cycle, islice
from pathlib import Path
from unittest import mock

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from tests.addresses import at
from tests.factories import UserFactory, a_section, director_of, games_of
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tests.views.public_pages import LIVE, address
from tournaments.models import Role, Section, Staff
from tournaments.polls import polls
from tournaments.selectors.event import addresses, status
from tournaments.selectors.event.copies import Copies
from tournaments.services.backups import automatic
from tournaments.text.copies import Trouble


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


SATURDAY = timezone.make_aware(datetime(2026, 11, 21, 8, 52))
GONE = Copies("/media/stick", at=SATURDAY, trouble=Trouble.GONE, since=SATURDAY)


@pytest.fixture
def laptop(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Served as on a laptop, whose thread makes the copies, of a database in a file."""
    settings.LISTENS_AT = ("127.0.0.1", 8000)
    monkeypatch.setattr("tournaments.selectors.event.copies.connection.vendor", "sqlite")


def test_the_desk_tells_of_the_copies_the_phones_and_the_disk(
    desk: Client, client: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    automatic.keep(Copies("/media/stick", at=SATURDAY))
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
        assert line(shown) == ["Copied Sat 8:52 AM", "About 3 phones", "11 GB free"], page
        assert not shown.all("#status-line .attention")


def test_behind_a_proxy_there_may_be_more_phones_than_are_seen(
    desk: Client, client: Client, section: Section, settings: Settings
) -> None:
    settings.BEHIND_PROXY = True
    client.get(address(section, "standings-live"), {"v": section.stamp})
    assert line(visit(desk, reverse("desk")))[1] == "At least 1 phone"


@pytest.mark.usefixtures("laptop")
def test_what_needs_a_directors_eye_is_marked(
    desk: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, status.LITTLE_DISK - 1)
    )
    shown = visit(desk, reverse("desk"))
    assert line(shown) == ["No automatic copies", "No phones", "999 MB free"]
    assert shown.texts("#status-line .attention") == ["No automatic copies", "999 MB free"]


def test_copies_that_fail_are_said_with_the_time_of_the_last_one(desk: Client, section: Section) -> None:
    automatic.keep(GONE)
    shown = visit(desk, at("desk-round", section, 2))
    assert shown.texts("#status-line .attention") == ["No copy since Sat 8:52 AM"]


@pytest.mark.parametrize("whole", [False, True])
def test_a_download_is_told_at_its_own_event_alone_and_stands_for_no_copy(
    desk: Client, section: Section, whole: bool
) -> None:
    other = a_section(2, 1, by=director_of(section))
    address = (
        reverse("download-everything") if whole else reverse("download-event", args=[section.event.slug])
    )
    assert desk.get(address).status_code == 200

    def told(page: str) -> list[str]:
        shown = line(visit(desk, page))
        assert shown[0] == "No automatic copies"
        return [
            words.rpartition(" on ")[0] or words[:11] for words in shown if words.startswith("Downloaded ")
        ]

    assert told(at("desk-round", section, 1)) == told(reverse("desk-event", args=[section.event.slug]))
    assert len(told(at("desk-round", section, 1))) == 1
    assert len(told(at("desk-round", other, 1))) == int(whole)
    assert told(reverse("desk")) == []


def test_where_a_timer_makes_the_copies_nobody_is_asked_for_a_folder(desk: Client, section: Section) -> None:
    shown = visit(desk, reverse("desk-event", args=[section.event.slug]))
    assert line(shown)[0] == "No automatic copies"
    assert not shown.all("#status-line .attention")
    assert "makes no backup copies yet" not in shown


@pytest.mark.usefixtures("laptop")
@pytest.mark.parametrize("decided", [Copies("/media/stick", at=SATURDAY), Copies(declined=True)])
def test_a_laptop_asks_its_chiefs_for_a_folder_until_one_is_chosen_or_none_is_wanted(
    desk: Client, section: Section, decided: Copies
) -> None:
    home = reverse("desk-event", args=[section.event.slug])
    shown = visit(desk, home)
    assert "This computer makes no backup copies yet." in shown
    assert f"{reverse('backup')}#copies" in shown.links
    helper = UserFactory.create()
    Staff.objects.create(event=section.event, user=helper, role=Role.ASSISTANT)
    assert "makes no backup copies yet" not in visit(signed_in(helper), home)
    automatic.keep(decided)
    assert "makes no backup copies yet" not in visit(desk, home)
    assert not visit(desk, home).all("#status-line .attention")


def test_the_line_alone_is_the_line_of_the_page(desk: Client, section: Section) -> None:
    alone = read(desk.get(reverse("status-line")))
    shown = visit(desk, at("desk-round", section, 1))
    assert line(alone) == line(shown)
    address = shown.one("#status-line")["data-address"]
    assert address.startswith(reverse("status-line"))
    assert address.endswith(f"&event={section.event.slug}")


def test_the_line_leads_to_the_backups_whom_they_are_for(desk: Client, section: Section) -> None:
    helper = UserFactory.create()
    Staff.objects.create(event=section.event, user=helper, role=Role.ASSISTANT)
    for page in (at("desk-round", section, 1), f"{reverse('status-line')}?event={section.event.slug}"):
        assert visit(desk, page).texts("#status-line a") == ["Backup"]
        assert not visit(signed_in(helper), page).all("#status-line a")


def test_the_line_of_another_directors_event_is_nobodys(desk: Client, section: Section) -> None:
    other = a_section(2, 1)
    assert desk.get(reverse("status-line"), {"event": other.event.slug}).status_code == 404


def test_with_the_line_comes_the_notice_of_copies_that_fail(desk: Client, section: Section) -> None:
    assert not read(desk.get(reverse("status-line"))).all(".notice")
    automatic.keep(GONE)
    (said,) = read(desk.get(reverse("status-line"))).texts("#copies-notice[aria-live=polite] .notice.warning")
    assert said.startswith(
        "No backup copy since Sat, Nov 21, 2026, 8:52 AM in /media/stick. The folder is gone."
    )
    assert "Plug the USB stick in again, or choose another folder. Play can go on." in said
    assert said.startswith(visit(desk, at("desk-round", section, 1)).texts("#copies-notice .notice")[0])


@pytest.mark.parametrize(("role", "linked"), [(Role.CHIEF, True), (Role.SCOREKEEPER, False)])
def test_the_notice_of_copies_links_their_page_for_who_may_open_it(
    section: Section, role: Role, linked: bool
) -> None:
    automatic.keep(GONE)
    helper = UserFactory.create()
    Staff.objects.create(event=section.event, user=helper, role=role)
    client = signed_in(helper)
    asked = f"{reverse('status-line')}?event={section.event.slug}"
    home = reverse("desk-event", args=[section.event.slug])
    for page in (at("desk-round", section, 1), home, asked):
        notice = visit(client, page).one("#copies-notice")
        assert (f"{reverse('backup')}#copies" in notice.links) is linked, page


def test_the_line_asks_the_database_for_nothing_but_who_asks_and_of_which_event(
    desk: Client, section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        desk.get(reverse("status-line"))
    automatic.keep(GONE)
    with django_assert_num_queries(3):
        desk.get(reverse("status-line"), {"event": section.event.slug})


def test_an_entry_reads_nothing_of_copies_that_fail(desk: Client, section: Section) -> None:
    board = games_of(section, 2)[0]

    def queries(result: str) -> int:
        board.refresh_from_db()
        sent = {"result": result, "revision": board.revision}
        with CaptureQueriesContext(connection) as asked:
            answer = desk.post(reverse("enter-result", args=[board.pk]), sent, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        return len(asked)

    queries("LW")
    before = queries("WL")
    automatic.keep(GONE)
    with mock.patch.object(Path, "read_bytes", side_effect=AssertionError):
        assert queries("LW") == before


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
            f"Printed codes point to http://{self.FIRST}:8000, which phones can’t reach now. Print them again"
        ]
        visit(desk, where)
        assert self.said(desk) == []

    @pytest.mark.parametrize("sheet", ["posted-order", "paper", "slips"])
    def test_the_desk_says_it_of_a_sheet_that_a_director_printed_at_another_laptop(
        self, desk: Client, section: Section, sheet: str
    ) -> None:
        where = at("slips", section, 1) if sheet == "slips" else address(section, sheet)
        assert desk.get(where, headers={"host": f"{self.FIRST}:8000"}).status_code == 200
        assert self.said(desk) == []
        self.reached_at(self.THEN)
        assert len(self.said(desk)) == 1

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
