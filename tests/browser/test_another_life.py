"""An open page of the desk after a restore: it says so by itself, and takes no result for its boards."""

from collections.abc import Callable
from io import BytesIO

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.at_desk import idle, results_in_log, round_of, row, stands
from tests.browser.keys import type_keys
from tests.factories import as_it_stands, enter
from tiebreaks.models import Standings
from tournaments.models import Game, Section
from tournaments.services import backups
from tournaments.services.epochs import renew_epochs
from tournaments.views.desk.verifying import verify_address

LINK = "Reload the round"


def as_it_was(section: Section) -> BytesIO:
    file = BytesIO()
    backups.one_event(section.event, file)
    return file


def brought_back(file: BytesIO, by: User) -> Section:
    source = backups.Source("noon.wallchart", by)
    [restored] = backups.restore(file, source, by=by, replace=True)
    return Section.objects.select_related("event").get(event=restored.event)


def test_an_open_desk_says_by_itself_that_its_event_was_restored(
    desk: Page, kim: User, section: Section, games: list[Game]
) -> None:
    file = as_it_was(section)
    type_keys(desk, "1")
    idle(desk)
    again = brought_back(file, kim)
    said = desk.locator("#life")
    expect(said).to_contain_text("Kim Okafor restored this event from noon.wallchart")
    expect(desk.get_by_role("link", name=LINK)).to_be_focused()
    type_keys(desk, "0")
    expect(desk.locator("tr.queued")).to_have_count(0)
    assert results_in_log(again) == 0
    desk.keyboard.press("Enter")
    expect(said).to_be_empty()
    expect(desk.locator("td.result").first).to_have_text("·–·")
    type_keys(desk, "1")
    idle(desk)
    assert results_in_log(again) == 1


def test_a_second_reading_says_it_too(
    sit_down: Callable[..., Page], kim: User, section: Section, finished: list[Game]
) -> None:
    page = sit_down(kim, verify_address(section, 1))
    expect(page.locator("table.boards")).to_be_visible()
    brought_back(as_it_was(section), kim)
    expect(page.locator("#life")).to_contain_text("Kim Okafor restored this event from noon.wallchart")
    expect(page.get_by_role("link", name=LINK)).to_be_focused()


def test_a_database_that_was_put_back_is_said_with_its_newest_entry(
    desk: Page, kim: User, section: Section, games: list[Game]
) -> None:
    enter(games[0], "WL", by=kim)
    expect(row(desk, games[0])).to_contain_text("1–0")
    renew_epochs(Standings.objects.all())
    expect(desk.locator("#life")).to_contain_text("its database was replaced with another copy")
    expect(desk.locator("#life")).to_contain_text("The last entry in this section was made")


def test_a_page_without_boards_says_it_above_its_form(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    page = sit_down(kim, round_of(section, 2))
    expect(page.locator("#standings")).to_be_visible()
    brought_back(as_it_was(as_it_stands(section)), kim)
    expect(page.locator("#life")).to_contain_text("Kim Okafor restored this event")


def test_a_key_that_waited_is_stored_where_the_board_is_the_same(
    desk: Page, section: Section, games: list[Game]
) -> None:
    desk.context.set_offline(True)
    type_keys(desk, "1")
    expect(desk.locator("#queue")).to_be_visible()
    renew_epochs(Standings.objects.all())
    desk.context.set_offline(False)
    expect(desk.locator("#life")).to_contain_text("its database was replaced with another copy")
    idle(desk)
    expect(row(desk, games[0])).to_contain_text("1–0")
    assert stands(games[0]) == "WL"


def test_a_key_that_waited_is_refused_by_its_board_where_another_has_its_key(
    desk: Page, section: Section, games: list[Game]
) -> None:
    desk.context.set_offline(True)
    type_keys(desk, "1")
    expect(desk.locator("#queue")).to_be_visible()
    # A copy from before the round was paired, and then it was paired anew.
    Game.objects.filter(pk=games[0].pk).update(board=90)
    renew_epochs(Standings.objects.all())
    desk.context.set_offline(False)
    expect(desk.locator("#alarm")).to_contain_text("The board on this page is not the one here now")
    expect(desk.locator("#alarm")).to_contain_text("Board 1")
    idle(desk)
    assert stands(games[0]) == "??"
