"""The status line in a real browser: one line on a phone too, and renewed while somebody looks. With it
comes and goes the notice of copies that fail, and nothing moves."""

from datetime import datetime
from pathlib import Path
from typing import Literal

import pytest
from django.core.cache import cache
from django.utils import timezone
from msgspec.structs import replace
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.addresses import served
from tests.browser.looks import SCHEMES, also, fits_and_is_clean
from tests.factories import a_section, director_of, paired
from tests.sign_in import sign_in
from tournaments.models import Section
from tournaments.polls import polls
from tournaments.selectors.event.copies import Copies
from tournaments.services.backups import automatic
from tournaments.text.copies import Trouble

WEDNESDAY = timezone.make_aware(datetime(2026, 11, 18, 10, 52))
COPIED = Copies("/media/kim/A-STICK-WITH-A-LONG-NAME/copies", at=WEDNESDAY)
GONE = replace(COPIED, trouble=Trouble.GONE, since=WEDNESDAY)


@pytest.fixture
def section(transactional_db: None, settings: Settings, tmp_path: Path) -> Section:
    settings.VAR_DIR = tmp_path
    automatic.keep(COPIED)
    polls.phones()  # what pages of an earlier test asked may still wait in this process
    cache.clear()
    section = a_section(40)
    paired(section, 1, "\n".join(f"{n} {n + 1}" for n in range(1, 40, 2)), publish=True)
    return section


@pytest.fixture
def at_the_desk(context: BrowserContext, live_server: LiveServer, section: Section) -> Page:
    page = sign_in(context, live_server, director_of(section)).new_page()
    page.clock.install()
    return page


def test_on_a_phone_the_status_is_one_line_and_follows_the_hall(
    at_the_desk: Page, live_server: LiveServer, section: Section
) -> None:
    page = at_the_desk
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(served(live_server, "desk-round", section, 1))
    line = page.locator("#status-line")
    expect(line).to_contain_text("Copied Wed 10:52 AM")
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


SAID = "The folder is gone. Plug the USB stick in again, or choose another folder."


def top(of: Locator) -> float:
    return float(of.evaluate("one => one.getBoundingClientRect().top + scrollY"))


@pytest.mark.parametrize("width", [360, also(1280)])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_folder_that_vanishes_is_said_within_a_minute_and_until_it_is_back_and_no_board_moves(
    at_the_desk: Page, live_server: LiveServer, section: Section, width: int, scheme: Literal["light", "dark"]
) -> None:
    page = at_the_desk
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(served(live_server, "desk-round", section, 1))
    board = page.locator("tr.board").first
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    before = top(board)
    notice = page.locator("#copies-notice[aria-live=polite]")
    expect(notice).to_be_empty()

    automatic.keep(GONE)
    page.clock.fast_forward(31_000)
    expect(notice).to_contain_text(SAID)
    expect(notice.locator(".notice")).to_be_in_viewport(ratio=1)
    expect(notice).to_contain_text(
        "Wed, Nov 18, 2026, 10:52 AM in /media/kim/A-STICK-WITH-A-LONG-NAME/copies"
    )
    expect(notice).to_contain_text("Play can go on.")
    expect(page.locator("#status-line .attention")).to_have_text("No copy since Wed 10:52 AM")
    assert top(board) == before
    fits_and_is_clean(page, width)

    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_be_hidden()
    with page.expect_response("**/status?*"):
        page.clock.fast_forward(31_000)
    expect(notice).to_be_hidden()  # it was read

    automatic.keep(COPIED)
    page.clock.fast_forward(31_000)
    expect(page.locator("#status-line")).to_contain_text("Copied Wed 10:52 AM")
    automatic.keep(replace(GONE, trouble=Trouble.FULL))
    page.clock.fast_forward(31_000)
    expect(notice).to_be_visible()
    automatic.keep(COPIED)
    page.clock.fast_forward(31_000)
    expect(notice).to_be_empty()
    assert top(board) == before


def test_a_notice_with_which_the_page_began_goes_and_leaves_its_room(
    at_the_desk: Page, live_server: LiveServer, section: Section
) -> None:
    page = at_the_desk
    automatic.keep(GONE)
    page.goto(served(live_server, "desk-round", section, 1))
    notice = page.locator("#copies-notice")
    expect(notice).to_contain_text(SAID)
    expect(notice.get_by_role("button")).to_have_count(0)
    before = top(page.locator("tr.board").first)
    for state, shown in ((COPIED, False), (GONE, True), (COPIED, False)):
        automatic.keep(state)
        page.clock.fast_forward(31_000)
        expect(notice).to_be_visible(visible=shown)
        assert top(page.locator("tr.board").first) == before


def test_who_comes_back_to_the_page_sees_how_it_is_now(
    at_the_desk: Page, live_server: LiveServer, section: Section
) -> None:
    page = at_the_desk
    page.goto(served(live_server, "desk-round", section, 1))
    look = "hidden => {{ Object.defineProperty(document, 'hidden', {{ value: {0}, configurable: true }});"
    turn = look + " document.dispatchEvent(new Event('visibilitychange')); }}"
    page.evaluate(turn.format("true"))
    automatic.keep(GONE)
    page.clock.fast_forward(600_000)
    expect(page.locator("#copies-notice")).to_be_empty()
    page.evaluate(turn.format("false"))
    expect(page.locator("#copies-notice")).to_contain_text(SAID)
