"""The page of backups in a real browser: on a phone and a laptop, light and dark, without scripts too."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import SCHEMES, also, fits_and_is_clean
from tests.factories import EntryFactory, UserFactory, a_section
from tests.sign_in import sign_in
from tiebreaks.models import Standings
from tournaments.models import Event, Section
from tournaments.selectors.event.copies import Copies
from tournaments.services import backups, rosters
from tournaments.services.backups import automatic
from tournaments.text.copies import Trouble


@pytest.fixture
def kim() -> User:
    return UserFactory.create(username="kim", first_name="Kim", last_name="Park")


@pytest.fixture
def section(kim: User) -> Section:
    return a_section(3, by=kim)


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(automatic, "is_running", lambda: True)


@pytest.fixture
def signed_in(context: BrowserContext, live_server: LiveServer, kim: User) -> BrowserContext:
    return sign_in(context, live_server, kim)


@pytest.fixture
def browser_context_args(
    browser_context_args: dict[str, Any], request: pytest.FixtureRequest
) -> dict[str, Any]:
    return {**browser_context_args, "java_script_enabled": "without_scripts" not in request.node.name}


@pytest.mark.parametrize("width", [360, also(1280)])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_page_fits_and_is_clean_also_when_copies_fail(
    signed_in: BrowserContext,
    live_server: LiveServer,
    section: Section,
    width: int,
    scheme: Literal["light", "dark"],
) -> None:
    automatic.keep(
        Copies(
            folder="/media/kim/A-STICK-WITH-QUITE-A-LONG-NAME/copies-of-wallchart",
            at=datetime.now(UTC),
            file="wallchart-2026-05-02-141530Z.sqlite3",
            size=1_234_567,
            trouble=Trouble.FULL,
            since=datetime.now(UTC),
        )
    )
    page = signed_in.new_page()
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    for address in (reverse("backup"), reverse("desk"), reverse("edit-event", args=[section.event.slug])):
        page.goto(live_server.url + address)
        expect(page.get_by_text("The folder’s disk is full.")).to_be_visible()
        fits_and_is_clean(page, width)


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_question_fits_and_its_heading_is_as_far_below_the_bar_as_that_of_the_page_before(
    signed_in: BrowserContext,
    live_server: LiveServer,
    section: Section,
    tmp_path: Path,
    width: int,
    scheme: Literal["light", "dark"],
) -> None:
    file = tmp_path / "open.wallchart"
    with file.open("wb") as written:
        backups.one_event(section.event, written)
    rosters.add_players(section, [EntryFactory.create(name="Dee Late")], by=section.event.staff.get().user)
    page = signed_in.new_page()
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(live_server.url + reverse("backup"))
    before = page.locator("h1").bounding_box()
    page.get_by_label("Backup file").set_input_files(file)
    page.get_by_role("button", name="Restore").click()
    heading = page.get_by_role("heading", name=f"Replace {section.event.name} with the file?")
    expect(heading).to_be_visible()
    box = heading.bounding_box()
    assert before
    assert box
    assert box["y"] == before["y"]
    fits_and_is_clean(page, width)


def test_an_event_is_downloaded_replaced_and_restored_without_scripts(
    signed_in: BrowserContext, live_server: LiveServer, section: Section, tmp_path: Path
) -> None:
    page = signed_in.new_page()
    page.goto(live_server.url + reverse("desk"))
    page.get_by_role("link", name="Backup").click()
    with page.expect_download() as downloading:
        page.get_by_role("link", name=f"Download {section.event.name}").click()
    file = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(file)
    assert file.name.startswith(section.event.slug)

    page.get_by_label("Backup file").set_input_files(file)
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_text("is here already, as it is in the file.")).to_be_visible()
    rosters.add_players(section, [EntryFactory.create(name="Dee Late")], by=section.event.staff.get().user)
    page.get_by_label("Backup file").set_input_files(file)
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_text("is here already and newer.")).to_be_visible()
    page.get_by_label("Replace the event that is here").check()
    page.get_by_role("button", name=f"Replace {section.event.name} with the file").click()
    expect(page.get_by_text(f"Restored: {section.event.name}")).to_be_visible()
    page.go_back()
    page.reload()
    expect(page.get_by_role("heading", name="Backup")).to_be_visible()

    Standings.objects.all().delete()
    Event.objects.all().delete()
    page.goto(live_server.url + reverse("backup"))
    page.get_by_label("Backup file").set_input_files(file)
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_role("heading", name=section.event.name)).to_be_visible()
