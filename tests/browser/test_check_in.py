"""The check-in in a real browser: two devices at the door, a slow network, a scanner, a phone in one hand."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.browser.at_desk import slow
from tests.browser.looks import fits_and_is_clean
from tests.factories import UserFactory, section_of
from tests.people import event
from tournaments.models import CheckIn, Event, LogEntry, Role, Section, Staff
from tournaments.services import drafts
from tournaments.services.check_in import check_in, no_shows
from tournaments.services.visibility import archive, bring_back

__all__ = ["event"]

Sit = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


@pytest.fixture
def section(event: Event) -> Section:
    return section_of(event, "Open", "Alder,Ann/Elm Birch,Bo/Fir Ngo,Amy/Elm Núñez,Di/Fir")


@pytest.fixture
def terry(section: Section) -> User:
    terry = UserFactory.create(first_name="Terry", last_name="Hale")
    Staff.objects.create(event=section.event, user=terry, role=Role.CHECK_IN)
    return terry


@pytest.fixture
def door(section: Section) -> str:
    return reverse("check-in", args=[section.event.slug])


def row(page: Page, name: str) -> Locator:
    return page.locator(".door > li:not(.room)").filter(has_text=name)


def shown(page: Page) -> Locator:
    return page.locator(".door > li:visible")


def test_a_thumb_checks_in_and_another_device_sees_it(
    sit_down: Sit, kim: User, terry: User, door: str
) -> None:
    phone, laptop = slow(sit_down(terry, door, **PHONE)), sit_down(kim, door)
    fits_and_is_clean(phone)
    expect(phone.locator(".count")).to_have_text("0 of 4 here")
    here = row(phone, "Ngo,Amy").get_by_role("button", name="is here")
    size = here.bounding_box()
    assert size is not None
    assert min(size["width"], size["height"]) >= 44
    here.tap()
    expect(row(phone, "Ngo,Amy").get_by_role("button", name="Undo")).to_be_visible()
    expect(phone.locator(".count")).to_have_text("1 of 4 here")
    expect(phone.locator("[data-list=here]")).to_contain_text("Ngo,Amy")
    # Nothing moves under the thumb: its room keeps the name until somebody looks for the next.
    expect(phone.locator("[data-list=missing] > li").nth(2)).to_have_text("Ngo,Amy→ Here")
    expect(row(laptop, "Ngo,Amy")).to_contain_text("Terry Hale")
    expect(laptop.locator(".count")).to_have_text("1 of 4 here")

    row(laptop, "Ngo,Amy").get_by_role("button", name="Undo").click()
    expect(row(phone, "Ngo,Amy").get_by_role("button", name="is here")).to_be_visible()
    expect(phone.locator(".count")).to_have_text("0 of 4 here")
    assert not CheckIn.objects.exists()


def test_a_double_press_checks_in_and_takes_nothing_back(
    sit_down: Sit, terry: User, door: str, section: Section
) -> None:
    page = sit_down(terry, door, **PHONE)
    here = row(page, "Alder,Ann").get_by_role("button", name="is here")
    below = row(page, "Birch,Bo").bounding_box()
    spot = here.bounding_box()
    assert spot is not None
    at = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    page.touchscreen.tap(*at)
    expect(row(page, "Alder,Ann").get_by_role("button", name="Undo")).to_be_visible()
    assert row(page, "Birch,Bo").bounding_box() == below
    page.touchscreen.tap(*at)
    row(page, "Birch,Bo").get_by_role("button", name="is here").click()
    expect(page.locator(".count")).to_have_text("2 of 4 here")
    assert CheckIn.objects.count() == 2


def test_the_room_of_who_came_is_gone_when_one_scrolls_on(
    sit_down: Sit, terry: User, door: str, section: Section
) -> None:
    page = sit_down(terry, door)
    row(page, "Alder,Ann").get_by_role("button", name="is here").click()
    expect(page.locator(".room")).to_have_count(1)
    page.mouse.wheel(0, 50)
    expect(page.locator(".room")).to_have_count(0)
    expect(row(page, "Alder,Ann").get_by_role("button", name="Undo")).to_be_visible()


def test_those_who_came_leave_no_empty_list_behind_and_the_pressed_row_stays(
    sit_down: Sit, terry: User, door: str, event: Event
) -> None:
    """Pressed one after another without a touch that scrolls, as with keys."""
    section_of(event, "Reserve", " ".join(f"Elm,{chr(97 + at)}/Elm" for at in range(24)))
    phone = sit_down(terry, door, **PHONE)
    for at in range(24):
        button = row(phone, f"Elm,{chr(97 + at)}").get_by_role("button", name="is here")
        button.scroll_into_view_if_needed()
        before = button.bounding_box()
        button.click()
        expect(phone.locator(".count")).to_have_text(f"{at + 1} of 28 here")
        expect(phone.locator("#said")).to_contain_text("is here")
        came = phone.locator(f".room[data-of=p{CheckIn.objects.latest('pk').player_id}]")
        after = came.bounding_box()
        assert before is not None
        assert after is not None
        assert abs(before["y"] + before["height"] / 2 - after["y"] - after["height"] / 2) < 4
    assert phone.locator(".room").count() < 8, "a screen of them"


def test_what_is_looked_for_stands_below_the_field_on_a_phone(
    sit_down: Sit, terry: User, door: str, section: Section
) -> None:
    """Half of the page was above the first hit."""
    page = sit_down(terry, door, **PHONE)
    page.get_by_role("searchbox").fill("ngo")
    hit = row(page, "Ngo,Amy").bounding_box()
    assert hit is not None
    assert hit["y"] < 320
    expect(page.get_by_role("heading", name="Check-in")).to_be_hidden()
    page.get_by_role("searchbox").fill("")
    expect(page.get_by_role("heading", name="Check-in")).to_be_visible()


def test_hits_by_name_stand_before_those_by_school_and_come_in_sight_below_the_field(
    sit_down: Sit, terry: User, door: str, event: Event
) -> None:
    """*hill* typed far down left the hits by name above the screen: only those of Oak Hill were seen."""
    pupils = [f"Ash,{chr(97 + at)}/Oak-Hill" for at in range(12)]
    others = [f"Elm,{chr(97 + at)}/Elm" for at in range(12)]
    section_of(event, "Reserve", " ".join([*pupils, *others, "Hill,Zoe/Elm"]))
    page = sit_down(terry, door, **PHONE)
    field = page.get_by_role("searchbox")
    page.mouse.wheel(0, 1500)
    expect(row(page, "Núñez,Di")).to_be_in_viewport()
    field.fill("hill")
    expect(shown(page)).to_have_count(13)
    first = shown(page).first
    expect(first).to_contain_text("Hill,Zoe")
    box, hit = page.locator(".look").bounding_box(), first.bounding_box()
    assert box is not None
    assert hit is not None
    assert box["y"] + box["height"] <= hit["y"] < 320
    field.press("Enter")
    expect(first.get_by_role("button", name="is here")).to_be_focused()
    field.fill("")
    expect(shown(page).first).to_contain_text("Alder,Ann")


def test_a_phone_shows_every_section_and_link_without_scrolling_sideways(
    sit_down: Sit, kim: User, door: str, section: Section
) -> None:
    for name in ("K-3 Championship", "K-3 Under 600", "K-5 Championship", "K-5 Under 800", "K-8 Reserve"):
        section_of(section.event, name, "Elm,Flo/Elm")
    page = sit_down(kim, door, **PHONE)
    fits_and_is_clean(page)
    for link in page.locator(".shares a, .head .links a").all():
        box = link.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360, link.inner_text()
    assert page.locator(".shares a").count() == 7


def test_no_press_is_lost_and_every_row_stands_under_its_heading(
    sit_down: Sit, terry: User, door: str, section: Section
) -> None:
    page = sit_down(terry, door)
    ann = row(page, "Alder,Ann")
    for _twice in range(2):
        ann.get_by_role("button", name="is here").click()
        expect(page.locator("[data-list=here] .name")).to_have_text(["Alder,Ann"])
        ann.get_by_role("button", name="Undo").click()
        expect(page.locator("[data-list=here] .name")).to_have_count(0)
        expect(page.locator("[data-list=missing] .name").first).to_have_text("Alder,Ann")
    ann.get_by_role("button", name="is here").click()
    expect(ann.get_by_role("button", name="Undo")).to_be_visible()
    assert CheckIn.objects.count() == 1
    page.get_by_role("searchbox").fill("a")
    expect(page.locator(".room")).to_have_count(0)


def test_an_answer_that_was_overtaken_shows_nothing_of_before(
    sit_down: Sit, terry: User, door: str, section: Section
) -> None:
    page = sit_down(terry, door)
    late: list[tuple[Route, APIResponse]] = []

    def overtaken(route: Route) -> None:
        late.append((route, route.fetch()))

    # A poll is answered as it was before the press, and the answer arrives after it.
    page.route("**/check-in/live*", overtaken)
    check_in(section.event, section.players.get(name="Birch,Bo").pk, by=terry)
    with page.expect_request("**/check-in/live*"):
        pass
    ann = row(page, "Alder,Ann")
    with page.expect_response("**/check-in/mark"):
        ann.get_by_role("button", name="is here").click()
    expect(ann.get_by_role("button", name="Undo")).to_be_visible()
    route, answer = late[0]
    assert answer.status == 200
    with page.expect_response("**/check-in/live*"):
        route.fulfill(response=answer)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(ann.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.locator("[data-list=here] .name")).to_have_text(["Alder,Ann", "Birch,Bo"])
    expect(page.locator(".count")).to_have_text("2 of 4 here")


def test_a_press_pays_and_the_next_one_checks_in_and_another_device_sees_both(
    sit_down: Sit, kim: User, terry: User, door: str, section: Section
) -> None:
    section.players.filter(name="Alder,Ann").update(fee_cents=45_00)
    phone, laptop = sit_down(terry, door, **PHONE), sit_down(kim, door)
    fits_and_is_clean(phone)
    pays = row(phone, "Ngo,Amy").get_by_role("button", name="paid $45")
    size = pays.bounding_box()
    assert size is not None
    assert min(size["width"], size["height"]) >= 44
    here = row(phone, "Ngo,Amy").get_by_role("button", name="is here")
    before, next_row = here.bounding_box(), row(phone, "Núñez,Di").bounding_box()
    pays.dblclick()
    expect(row(phone, "Ngo,Amy")).to_contain_text("paid $45")
    expect(phone.get_by_role("status")).to_have_text("Ngo,Amy has paid.")
    after = here.bounding_box()
    assert before == after, "nothing moves under a thumb"
    assert row(phone, "Núñez,Di").bounding_box() == next_row
    here.tap()
    expect(row(phone, "Ngo,Amy").get_by_role("button", name="Undo")).to_be_visible()
    expect(row(phone, "Ngo,Amy")).to_contain_text("paid $45")
    expect(row(laptop, "Ngo,Amy")).to_contain_text("paid $45")
    expect(row(laptop, "Ngo,Amy").get_by_role("button", name="Undo")).to_be_visible()
    assert section.players.get(name="Ngo,Amy").fee_cents == 45_00
    assert LogEntry.objects.filter(code="fee-recorded").count() == 1


def test_two_letters_find_a_name_and_the_list_is_in_order_again(
    sit_down: Sit, terry: User, door: str
) -> None:
    page = sit_down(terry, door, **PHONE)
    search = page.get_by_role("searchbox")
    search.fill("nu")
    expect(shown(page)).to_have_count(1)
    expect(shown(page)).to_contain_text("Núñez,Di")
    # Enter goes to the button, and does not press it.
    search.press("Enter")
    button = row(page, "Núñez,Di").get_by_role("button", name="is here")
    expect(button).to_be_focused()
    button.press("Enter")
    expect(row(page, "Núñez,Di").get_by_role("button", name="Undo")).to_be_visible()
    expect(search).to_be_focused()
    search.fill("")
    expect(shown(page)).to_have_count(4)
    expect(page.locator("[data-list=here] > li")).to_have_count(1)
    expect(page.locator("[data-list=missing] .name").first).to_have_text("Alder,Ann")


def test_a_code_that_a_scanner_types_shows_its_player_alone(
    sit_down: Sit, terry: User, door: str, section: Section
) -> None:
    page = sit_down(terry, door)
    code = f"http://192.168.1.5:8000{reverse('player-code', args=[section.event.slug, 'nunez-di'])}"
    page.get_by_role("searchbox").fill(code)
    expect(shown(page)).to_have_count(1)
    expect(shown(page)).to_contain_text("Núñez,Di")


def test_scans_one_after_another_check_in_one_player_each_wherever_the_focus_is(
    sit_down: Sit, terry: User, door: str, section: Section
) -> None:
    for number in range(1, 5):
        section.players.filter(number=number).update(uscf_id=f"3000000{number}")
    page = sit_down(terry, door)
    expect(page.get_by_role("button", name="Find")).to_be_hidden()
    for number, here in ((9, 0), (1, 1), (2, 2), (8, 2), (3, 3)):
        page.keyboard.type(f"3000000{number}")
        page.keyboard.press("Enter")
        expect(page.locator("#q")).to_have_value(f"3000000{number}")
        said = page.get_by_text("No one here has that US Chess ID.")
        expect(said).to_be_visible(visible=number in (8, 9))
        if here:
            page.keyboard.press("Enter")
        expect(page.locator(".count")).to_have_text(f"{here} of 4 here")
    assert CheckIn.objects.filter(player__number__in=[1, 2, 3]).count() == 3


def test_enter_after_a_check_in_takes_nothing_back(
    sit_down: Sit, terry: User, door: str, section: Section
) -> None:
    page = sit_down(terry, door)
    expect(page.get_by_role("button", name="Find")).to_be_hidden()
    page.keyboard.type("ngo")
    page.keyboard.press("Enter")
    expect(row(page, "Ngo,Amy").get_by_role("button", name="is here")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".count")).to_have_text("1 of 4 here")
    for _more in range(2):
        expect(page.locator("#q")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator(".count")).to_have_text("1 of 4 here")
    # Nor does it after a press of the mouse.
    page.locator("#q").fill("birch")
    row(page, "Birch,Bo").get_by_role("button", name="is here").click()
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".count")).to_have_text("2 of 4 here")
    assert CheckIn.objects.count() == 2


def test_a_second_enter_on_undo_checks_nobody_in_again(
    sit_down: Sit, terry: User, door: str, section: Section
) -> None:
    check_in(section.event, section.players.get(name="Ngo,Amy").pk, by=terry)
    page = sit_down(terry, door)
    expect(page.get_by_role("button", name="Find")).to_be_hidden()
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(minutes=1))
    row(page, "Ngo,Amy").get_by_role("button", name="Undo").press("Enter")
    here = row(page, "Ngo,Amy").get_by_role("button", name="is here")
    expect(here).to_be_focused()
    page.keyboard.press("Enter")
    page.clock.run_for(2_000)
    expect(page.locator(".count")).to_have_text("0 of 4 here")
    page.keyboard.press("Enter")
    expect(page.locator(".count")).to_have_text("1 of 4 here")


def test_enter_checks_in_who_has_not_paid_and_records_no_payment(
    sit_down: Sit, terry: User, door: str, section: Section
) -> None:
    section.players.filter(name="Alder,Ann").update(fee_cents=45_00)
    page = sit_down(terry, door)
    expect(page.get_by_role("button", name="Find")).to_be_hidden()
    page.keyboard.type("ngo")
    page.keyboard.press("Enter")
    amy = row(page, "Ngo,Amy")
    expect(amy.get_by_role("button", name="paid $45")).to_be_visible()
    expect(amy.get_by_role("button", name="is here")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".count")).to_have_text("1 of 4 here")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#q")).to_be_focused()
    expect(amy.get_by_role("button", name="paid $45")).to_be_visible()
    assert section.players.get(name="Ngo,Amy").fee_cents is None
    # Who pays with the keys is checked in with the next one.
    page.keyboard.type("birch")
    bo = row(page, "Birch,Bo")
    bo.get_by_role("button", name="paid $45").press("Enter")
    expect(bo).to_contain_text("paid $45")
    expect(bo.get_by_role("button", name="is here")).to_be_focused()


def test_a_check_in_by_another_device_leaves_the_keys_no_undo(
    sit_down: Sit, terry: User, door: str, section: Section
) -> None:
    page = sit_down(terry, door)
    expect(page.get_by_role("button", name="Find")).to_be_hidden()
    page.keyboard.type("ngo")
    page.keyboard.press("Enter")
    expect(row(page, "Ngo,Amy").get_by_role("button", name="is here")).to_be_focused()
    check_in(section.event, section.players.get(name="Ngo,Amy").pk, by=terry)
    expect(row(page, "Ngo,Amy").get_by_role("button", name="Undo")).to_be_visible()
    expect(page.locator("#q")).to_be_focused()


def test_a_press_that_reaches_nobody_says_so_and_is_pressed_again(
    sit_down: Sit, terry: User, door: str
) -> None:
    page = sit_down(terry, door)
    page.route("**/check-in/mark", lambda route: route.abort())
    row(page, "Alder,Ann").get_by_role("button", name="is here").click()
    expect(page.get_by_role("alert").filter(has_text="Alder,Ann was not saved. Press again.")).to_be_visible()
    page.unroute("**/check-in/mark")
    row(page, "Alder,Ann").get_by_role("button", name="is here").click()
    expect(row(page, "Alder,Ann").get_by_role("button", name="Undo")).to_be_visible()
    assert CheckIn.objects.count() == 1


def test_who_is_found_by_nobody_is_added_in_one_line(
    sit_down: Sit, terry: User, door: str, section: Section
) -> None:
    page = sit_down(terry, door, **PHONE)
    page.get_by_role("searchbox").fill("Quill, Zoe")
    page.locator("#nobody").get_by_role("link", name="Add a walk-in").click()
    expect(page.get_by_label("In one line")).to_have_value("Quill, Zoe")
    fits_and_is_clean(page)
    page.get_by_label("In one line").fill("Quill, Zoe 1234 Sabin 12345678")
    page.get_by_role("button", name="Add and check in").click()
    said = "Zoe Quill was added to Open as number 5, and is here: 1234, Sabin, 12345678."
    expect(page.get_by_text(said)).to_be_visible()
    expect(row(page, "Quill, Zoe").get_by_role("button", name="Undo")).to_be_visible()


def test_who_is_not_in_the_section_is_looked_for_in_all_of_them(
    sit_down: Sit, terry: User, door: str, event: Event, section: Section
) -> None:
    reserve = section_of(event, "Reserve", "Elm,Flo/Elm")
    page = sit_down(terry, f"{door}?section={reserve.slug}")
    expect(page.get_by_role("button", name="Find")).to_be_hidden()
    page.locator("#q").fill("ngo")
    expect(page.locator("#nobody")).to_contain_text("No one in this section has that name.")
    page.get_by_role("link", name="Look in all sections").click()
    expect(page.locator("#q")).to_have_value("ngo")
    expect(shown(page)).to_have_text([re.compile("Ngo,Amy")])


def test_a_page_that_is_open_shows_what_was_archived_and_came_back(
    sit_down: Sit, kim: User, door: str, section: Section
) -> None:
    page = sit_down(kim, door)
    expect(page.locator(".count")).to_have_text("0 of 4 here")
    archive(section, hide=False, by=kim)
    expect(page.get_by_text("Open is archived: check-in is closed there.")).to_be_visible()
    expect(page.get_by_text("No players are left to check in.")).to_be_visible()
    expect(page.locator(".count")).to_have_count(0)
    bring_back(section, by=kim)
    row(page, "Ngo,Amy").get_by_role("button", name="is here").click()
    expect(page.locator(".count")).to_have_text("1 of 4 here")


def test_a_refusal_stands_in_sight_and_goes_when_it_holds_no_more(
    sit_down: Sit, kim: User, door: str, section: Section
) -> None:
    page = sit_down(kim, door, viewport={"width": 360, "height": 300})
    button = row(page, "Ngo,Amy").get_by_role("button", name="is here")
    button.scroll_into_view_if_needed()
    page.route("**/check-in/live*", lambda route: route.fulfill(status=204))
    Event.objects.update(archived=True)
    button.click()
    refusal = page.get_by_role("alert").filter(has_text="is archived and read only. Nothing was saved.")
    expect(refusal).to_be_in_viewport()
    page.unroute("**/check-in/live*")
    expect(page.get_by_text("The event is archived: check-in is closed.")).to_be_visible()
    expect(button).to_have_count(0)
    Event.objects.update(archived=False)
    expect(button).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()


def test_no_shows_are_out_in_one_press(sit_down: Sit, kim: User, door: str, section: Section) -> None:
    page = sit_down(kim, door, **PHONE)
    row(page, "Alder,Ann").get_by_role("button", name="is here").click()
    expect(page.locator(".count")).to_have_text("1 of 4 here")
    page.get_by_role("link", name="No-shows…").click()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(3)
    fits_and_is_clean(page)
    page.get_by_role("button", name="Take them out").click()
    expect(page.get_by_text("3 players have a zero-point bye in round 1.")).to_be_visible()
    expect(page.locator(".pill", has_text="bye in round 1")).to_have_count(3)


def test_all_no_shows_are_checked_in_one_press_and_each_can_be_changed(
    sit_down: Sit, kim: User, door: str, section: Section
) -> None:
    reserve = section_of(section.event, "Reserve", "Eve/Elm Flo/Fir")
    page = sit_down(kim, reverse("no-shows", args=[section.event.slug]), **PHONE)
    checked = page.get_by_role("checkbox", checked=True)
    expect(checked).to_have_count(0)
    page.get_by_role("button", name="Select all 2", exact=True).click()
    expect(checked).to_have_count(2)
    page.get_by_role("button", name="Select everybody", exact=True).click()
    expect(checked).to_have_count(6)
    page.get_by_role("checkbox", name="Flo").uncheck()
    fits_and_is_clean(page)
    page.get_by_label("are withdrawn").check()
    page.get_by_role("button", name="Take them out").click()
    expect(page.get_by_text("5 players are withdrawn.")).to_be_visible()
    assert list(reserve.players.filter(withdrawn_after=None).values_list("name", flat=True)) == ["Flo"]


def test_a_no_show_who_comes_is_in_round_one_again_and_the_page_says_so(
    sit_down: Sit, kim: User, terry: User, door: str, section: Section
) -> None:
    no_shows(section.event, [section.players.get(number=3).pk], withdraw=False, by=kim)
    page = sit_down(terry, door, **PHONE)
    row(page, "Ngo,Amy").get_by_role("button", name="is here").click()
    told = page.locator("#told")
    expect(told).to_have_text("Amy Ngo is here. The zero-point bye in round 1 from the no-shows is canceled.")
    expect(told).to_be_in_viewport()
    expect(page.locator(".pill")).to_have_count(0)
    fits_and_is_clean(page)
    row(page, "Birch,Bo").get_by_role("button", name="is here").click()
    expect(page.locator(".count")).to_have_text("2 of 4 here")
    expect(told).to_be_hidden()


def test_a_no_show_who_comes_after_the_draft_has_the_way_to_a_seat(
    sit_down: Sit, kim: User, door: str, section: Section
) -> None:
    no_shows(section.event, [section.players.get(number=3).pk], withdraw=False, by=kim)
    now = Section.objects.select_related("standings").get(pk=section.pk)
    drafts.keep(now, 1, drafts.propose(now, 1, lot="w"), by=kim)
    page = sit_down(kim, door, **PHONE)
    row(page, "Ngo,Amy").get_by_role("button", name="is here").click()
    expect(page.locator("#told")).to_contain_text("Round 1 of Open was paired without Amy Ngo")
    fits_and_is_clean(page)
    page.get_by_role("link", name="Open the pairing of round 1").click()
    expect(page.get_by_role("button", name="Pair again, with Amy Ngo").first).to_be_visible()
