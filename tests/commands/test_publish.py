"""`manage.py publish` writes an event's public pages as files that need no server."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import lxml.html
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import EventFactory, a_section, as_it_stands, played
from tests.people import kim
from tournaments.models import Event, Section
from tournaments.services import prizes, visibility

__all__ = ["kim"]


@pytest.fixture
def section(kim: User) -> Section:
    event = EventFactory.create(by=kim, name="Maple & Oak Open")
    section = a_section(4, 2, event=event, order="solkoff", name="K-3")
    prizes.announce(section, "1st place trophy", by=kim)
    played(section, 1, "1 2 WL\n3 4 DD")
    played(section, 2, "1 3\n4 2 WL")
    return as_it_stands(section)


def published(folder: Path, *options: str) -> str:
    out = StringIO()
    call_command("publish", str(folder), *options, stdout=out, stderr=StringIO())
    return out.getvalue()


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def pages(folder: Path, *, rules: bool = True) -> Iterator[tuple[str, Any]]:
    for name in files(folder):
        if name.endswith(".html") and (rules or not name.startswith("rules/")):
            yield name, lxml.html.fromstring((folder / name).read_bytes())


def on_saturday_evening(section: Section, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the event is."""
    Event.objects.filter(pk=section.event_id).update(time_zone="America/Chicago")
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 22, 3, 30, tzinfo=UTC))


def test_every_page_of_the_event_is_a_file(section: Section, tmp_path: Path) -> None:
    told = published(tmp_path / "site")
    there = files(tmp_path / "site")
    assert {
        "index.html",
        "k-3/index.html",
        "k-3/after-1.html",
        "k-3/why/4/index.html",
        "k-3/chart/index.html",
        "k-3/rounds/2/index.html",
        "k-3/order/index.html",
        "k-3/chart.csv",
        "rules/solkoff/index.html",
    } <= there
    assert (
        f"{len([name for name in there if name.endswith(('.html', '.csv'))])} pages of Maple & Oak Open"
        in told
    )


def test_each_link_leads_to_a_file_of_the_copy(section: Section, tmp_path: Path) -> None:
    published(tmp_path)
    there = files(tmp_path)
    for name in sorted(there):
        text = (tmp_path / name).read_text(encoding="utf-8", errors="replace")
        if name.endswith(".css"):
            links = [
                link for link in re.findall(r"url\([\"']?([^)\"']+)", text) if not link.startswith("data:")
            ]
        elif name.endswith(".html"):
            page = lxml.html.fromstring(text.encode())
            links = [str(link) for link in page.xpath("//@href | //@src")]
        else:
            continue
        for link in links:
            where = urlsplit(link)
            assert not where.scheme, f"{name}: {link}"
            assert not where.query, f"{name}: {link}"
            if where.path:
                assert urljoin(name, where.path) in there, f"{name}: {link}"


def test_a_copy_asks_no_server(section: Section, tmp_path: Path) -> None:
    published(tmp_path)
    for name, page in pages(tmp_path):
        assert not page.xpath("//script | //form | //button | //@*[starts-with(name(), 'hx-')]"), name


def test_each_page_of_the_event_says_that_it_is_a_copy_and_from_when(
    section: Section, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It said "Live", and that games were still being played, for as long as the club kept it."""
    on_saturday_evening(section, monkeypatch)
    published(tmp_path)
    for name, page in pages(tmp_path, rules=False):
        (says,) = page.xpath("//main//*[@class='copied quiet']")
        assert " ".join(says.text_content().split()) == (
            "This is a copy from Sat, Nov 21, 2026, 9:30 PM. New entries do not appear here."
            " To find a name, open a section and use your browser’s search."
        ), name


def test_a_copy_has_neither_ways_to_what_was_not_copied_nor_what_waits_for_a_script(
    section: Section, tmp_path: Path
) -> None:
    """The words "All events" led nowhere, and "checked just now" was only out of sight."""
    published(tmp_path)
    for name, page in pages(tmp_path):
        assert not page.xpath("//a[not(@href)]"), name
        assert "All events" not in page.text_content(), name
        assert "checked just now" not in page.text_content(), name


def test_a_copy_says_of_when_its_games_are_and_neither_live_nor_that_it_changes(
    section: Section, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_saturday_evening(section, monkeypatch)
    published(tmp_path)
    for name, page in pages(tmp_path, rules=False):
        assert "Live ·" not in page.text_content(), name
        assert "says when there are new results" not in page.text_content(), name
        assert "places will move" not in page.text_content(), name
        assert "may change" not in page.text_content(), name
    standings, trophies = (
        lxml.html.fromstring((tmp_path / "k-3" / file).read_bytes()).text_content()
        for file in ("index.html", "trophies/index.html")
    )
    assert "Games that were still being played count as 0." in standings
    assert "They would have won if it had ended then." in " ".join(trophies.split())
    for name in ("index.html", "k-3/index.html", "k-3/why/1/index.html", "k-3/chart/index.html"):
        page = lxml.html.fromstring((tmp_path / name).read_bytes())
        says = "As of Sat 9:30 PM · round 2 · 1 of 2 games still playing"
        assert says in " ".join(page.text_content().split()), name


def test_pages_that_are_served_beside_a_copy_are_live(
    section: Section, tmp_path: Path, client: Client
) -> None:
    address = reverse("wall-chart", args=[section.event.slug, section.slug])
    before = client.get(address).content.decode()
    published(tmp_path)
    assert "Live · round 2" in before
    assert client.get(address).content.decode() == before


def test_what_stands_on_a_page_stands_in_its_file(section: Section, tmp_path: Path) -> None:
    published(tmp_path)
    page = lxml.html.fromstring((tmp_path / "k-3" / "why" / "1" / "index.html").read_bytes())
    names = {player.called for player in section.players.all()}
    assert names & {str(name) for name in page.xpath("//bdi/text()")}
    assert "Maple & Oak Open" in page.text_content()


def test_sections_that_are_not_public_are_not_copied(section: Section, kim: User, tmp_path: Path) -> None:
    a_section(2, event=section.event, name="Secret", draft=True, by=kim)
    published(tmp_path)
    assert not [name for name in files(tmp_path) if "secret" in name]
    assert "Secret" not in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_a_copy_is_replaced_as_a_whole(section: Section, kim: User, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    published(folder)
    (folder / "old.html").write_text("gone with the next copy", encoding="utf-8")
    published(folder)
    assert "old.html" not in files(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_an_earlier_copy_stays_until_the_new_one_has_taken_its_place(
    section: Section, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of it that is open elsewhere, or the wrong moment to stop, left half of the club's pages."""
    folder = tmp_path / "site"
    published(folder)
    before = files(folder)
    rename = Path.rename

    def refused(path: Path, target: Path) -> Path:
        if target == folder and not path.name.endswith("-before"):
            raise PermissionError(13, "Access is denied", str(path))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(CommandError, match="Access is denied"):
        published(folder)
    assert files(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_folder_with_other_files_is_left_alone(section: Section, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(CommandError, match="has other files"):
        published(tmp_path)
    assert files(tmp_path) == {"letter.txt"}


def test_an_event_that_is_not_public_is_refused(section: Section, kim: User, tmp_path: Path) -> None:
    visibility.hide_event(section.event, by=kim)
    with pytest.raises(CommandError, match="No event is public"):
        published(tmp_path / "site")
    with pytest.raises(CommandError, match="is not public"):
        published(tmp_path / "site", "--event", section.event.slug)
    assert not (tmp_path / "site").exists()


def test_one_of_several_events_must_be_named(section: Section, kim: User, tmp_path: Path) -> None:
    other = EventFactory.create(by=kim)
    with pytest.raises(CommandError, match=f"--event: {section.event.slug}, {other.slug}"):
        published(tmp_path)
    with pytest.raises(CommandError, match="There is no event “none”"):
        published(tmp_path, "--event", "none")
    assert Event.objects.count() == 2
    published(tmp_path / "site", "--event", other.slug)
    assert reverse("event", args=[other.slug]) not in (tmp_path / "site" / "index.html").read_text()
