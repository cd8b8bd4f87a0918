"""The status line in a real browser: one line on a phone too, and renewed while somebody looks."""

import os
from datetime import datetime
from pathlib import Path

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.addresses import served
from tests.browser.looks import fits_and_is_clean
from tests.factories import a_section, director_of, paired
from tests.sign_in import sign_in
from tournaments.models import Section
from tournaments.polls import polls


@pytest.fixture
def section(transactional_db: None, settings: Settings, tmp_path: Path) -> Section:
    settings.VAR_DIR = tmp_path
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "a copy").touch()
    wednesday = timezone.make_aware(datetime(2026, 11, 18, 10, 52)).timestamp()
    os.utime(tmp_path / "backups" / "a copy", (wednesday, wednesday))
    polls.phones()  # what pages of an earlier test asked may still wait in this process
    cache.clear()
    section = a_section(4)
    paired(section, 1, "1 2\n3 4", publish=True)
    return section


def test_on_a_phone_the_status_is_one_line_and_follows_the_hall(
    context: BrowserContext, live_server: LiveServer, section: Section
) -> None:
    page = sign_in(context, live_server, director_of(section)).new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    page.clock.install()
    page.goto(served(live_server, "desk-round", section, 1))
    line = page.locator("#status-line")
    expect(line).to_contain_text("Backup Wed 10:52 AM")
    expect(line).to_contain_text("No phones")
    for _poll in range(6 * 240):
        polls.count()
    page.clock.fast_forward(31_000)
    expect(line).to_contain_text("About 240 phones")
    widths = line.locator("span").evaluate_all("spans => spans.map(span => span.offsetWidth)")
    # Room for the longest that it says: "At least 1,240 phones", "1.5 TB free".
    assert sum(widths) < 280
    tops = line.locator("span").evaluate_all("spans => spans.map(span => span.offsetTop)")
    assert len(tops) == 3
    assert len(set(tops)) == 1
    fits_and_is_clean(page)
