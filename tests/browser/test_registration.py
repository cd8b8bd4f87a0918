"""A registration file in a real browser: chosen, answered and imported on a phone without scripts."""

from pathlib import Path

from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import fits_and_is_clean
from tests.factories import EventFactory, UserFactory
from tests.registrations import HEADINGS, SECTIONS, as_xlsx, children
from tests.sign_in import sign_in
from tournaments.formats.registration import read_table
from tournaments.models import Event, Player
from tournaments.services import importing, rosters, setup
from tournaments.services.importing import Choices

PHONE: ViewportSize = {"width": 360, "height": 740}


def an_event(kim: User) -> Event:
    event: Event = EventFactory.create(by=kim)
    for name, *_limits in SECTIONS:
        setup.create_section(event, name=name, rounds=5, by=kim)
    return event


def a_file(folder: Path) -> Path:
    rows = children(60)
    rows[8][4] = "5"  # in K-3
    rows[15][5] = "Lakeveiw Elementary"
    file = folder / "entries.xlsx"
    file.write_bytes(as_xlsx([HEADINGS, *rows]))
    return file


def test_a_file_is_chosen_looked_at_answered_and_imported_on_a_phone_without_scripts(
    browser: Browser, live_server: LiveServer, tmp_path: Path
) -> None:
    kim = UserFactory.create(username="kim")
    event = an_event(kim)
    with browser.new_context(viewport=PHONE, java_script_enabled=False) as context:
        page = sign_in(context, live_server, kim).new_page()
        page.goto(live_server.url + reverse("registration-file", args=[event.slug]))
        page.get_by_label("The file").set_input_files(a_file(tmp_path))
        page.get_by_role("button", name="Look at the file").click()

        expect(page.get_by_text("51 to add")).to_be_visible()
        page.get_by_label("Enter in K-3 Championship anyway").check()
        page.get_by_label("Write Lakeview Elementary for both").check()
        page.get_by_role("button", name="Look again").click()
        expect(page.get_by_text("60 to add")).to_be_visible()
        expect(page.get_by_text("to answer")).to_have_count(0)
        page.get_by_role("button", name="Import").click()

        expect(page.get_by_text("Registration file imported: 60 players added")).to_be_visible()
    assert Player.objects.count() == 60


def test_the_back_key_after_an_import_leads_to_the_page_and_not_to_sending_it_again(
    page: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    kim = UserFactory.create(username="kim")
    event = an_event(kim)
    sign_in(page.context, live_server, kim)
    address = live_server.url + reverse("registration-file", args=[event.slug])
    page.goto(address)
    page.get_by_label("The file").set_input_files(a_file(tmp_path))
    page.get_by_role("button", name="Look at the file").click()
    page.get_by_label("Enter in K-3 Championship anyway").check()
    page.get_by_label("Write Lakeview Elementary for both").check()
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_text("2 to answer")).to_have_count(0)
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Registration file imported: 60 players added")).to_be_visible()

    page.go_back()

    expect(page.get_by_label("The file")).to_be_visible()
    assert page.url == address


def test_what_is_chosen_is_there_after_a_reload(page: Page, live_server: LiveServer, tmp_path: Path) -> None:
    kim = UserFactory.create()
    event = an_event(kim)
    sign_in(page.context, live_server, kim)
    page.goto(live_server.url + reverse("registration-file", args=[event.slug]))
    page.get_by_label("The file").set_input_files(a_file(tmp_path))
    page.get_by_role("button", name="Look at the file").click()
    expect(page.get_by_text("2 to answer")).to_be_visible()
    with page.expect_response(lambda response: response.status == 204):
        page.get_by_label("Enter in K-3 Championship anyway").check()
    page.reload()
    expect(page.get_by_text("1 to answer")).to_be_visible()
    expect(page.get_by_label("Enter in K-3 Championship anyway")).to_be_checked()


def test_a_form_with_a_file_says_that_the_file_is_read(
    page: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    kim = UserFactory.create(username="kim")
    event = an_event(kim)
    sign_in(page.context, live_server, kim)
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + reverse("registration-file", args=[event.slug]))
    page.get_by_label("The file").set_input_files(a_file(tmp_path))
    page.get_by_role("button", name="Look at the file").click()
    told = page.get_by_role("status").filter(has_text="Reading the file.")
    expect(page.get_by_role("heading", name="To check")).to_be_visible()
    expect(told).to_have_count(0)
    # The form is not sent, so that the page stays as it is until an answer comes.
    page.evaluate("addEventListener('submit', (event) => event.preventDefault())")
    page.get_by_role("button", name="Look again").click()
    expect(told).to_be_visible()
    expect(told.locator("progress")).to_be_visible()
    fits_and_is_clean(page)


def test_both_pages_fit_a_phone_and_are_clean(page: Page, live_server: LiveServer, tmp_path: Path) -> None:
    kim = UserFactory.create(username="kim")
    event = an_event(kim)
    sign_in(page.context, live_server, kim)
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + reverse("registration-file", args=[event.slug]))
    fits_and_is_clean(page)
    page.get_by_label("The file").set_input_files(a_file(tmp_path))
    page.get_by_role("button", name="Look at the file").click()
    expect(page.get_by_role("heading", name="To check")).to_be_visible()
    page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
    fits_and_is_clean(page)


def test_what_stays_from_here_fits_a_phone_and_its_box_takes_what_the_file_says(
    page: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    kim = UserFactory.create(username="kim")
    event = an_event(kim)
    rows = children(24)
    file = tmp_path / "entries.xlsx"
    file.write_bytes(as_xlsx([HEADINGS, *rows]))
    table = read_table(file.read_bytes(), importing.first_day(event))
    importing.register(event, importing.plan(event, table, Choices()), by=kim)
    of_k3 = Player.objects.filter(section__name="K-3 Championship")
    mended, removed, *several = sorted(of_k3, key=lambda player: player.rating or 0, reverse=True)
    for player in (mended, *several):
        rosters.edit_player(player, team="Ashby", by=kim)
    rosters.edit_player(mended, rating=1250, by=kim)
    rosters.remove_player(removed, by=kim)
    sign_in(page.context, live_server, kim)
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + reverse("registration-file", args=[event.slug]))
    page.get_by_label("The file").set_input_files(file)
    page.get_by_role("button", name="Look at the file").click()
    expect(page.get_by_text("4 kept from here")).to_be_visible()
    expect(page.get_by_text("1 removed here")).to_be_visible()
    fits_and_is_clean(page)
    page.get_by_label("rating 1250, in the file").check()
    page.get_by_label("again").check()
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Registration file imported: 1 player added, 1 changed")).to_be_visible()
