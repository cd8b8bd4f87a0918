"""The pairing page in a real browser: a whole event by keys and by thumb, trades, drags, typed numbers."""

import random
import re
from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, Route, expect

from tests.addresses import at
from tests.browser.at_desk import held, idle, slow
from tests.browser.keys import type_keys
from tests.browser.looks import fits, fits_and_is_clean
from tests.browser.pairing_desk import PHONE, number, pairing, twenty
from tests.factories import EntryFactory, a_section, as_it_stands, enter, games_of, paired, played
from tests.sign_in import sign_in
from tiebreaks.models import Published
from tiebreaks.published import read_players
from tournaments.models import PairingDraft, Section
from tournaments.pairing.draft import Draft
from tournaments.pairing.options import Options
from tournaments.services import drafts, orders, prizes, rosters

__all__ = ["pairing", "twenty"]


def test_the_natural_pairing_stands_under_the_reason(sit_down: Callable[..., Page], kim: User) -> None:
    section = a_section(10, 4, by=kim)
    played(section, 1, "1 6 WL\n7 2 LW\n3 8 WL\n9 4 LW\n5 10 WL")
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    page = sit_down(kim, at("pairing", section, 2))
    natural = page.locator(".natural").first
    below, above = natural.bounding_box(), natural.locator("xpath=preceding-sibling::span").bounding_box()
    assert below is not None
    assert above is not None
    assert below["y"] >= above["y"] + above["height"]
    assert abs(below["x"] - above["x"]) <= 24


def test_every_missing_result_is_set_at_once_and_keeps_its_choice_when_a_result_comes(
    sit_down: Callable[..., Page], kim: User, twenty: Section
) -> None:
    games = paired(twenty, 1, "\n".join(f"{n} {n + 10}" for n in range(1, 11)), publish=True)
    for game in games[3:]:
        enter(game, "WL", by=kim)
    page = sit_down(kim, at("pairing", twenty, 2))
    choices = page.locator(".open-games select[name]")
    expect(choices).to_have_count(3)
    page.locator("#assume-all").select_option("two_wins")
    choices.last.select_option("draw")
    expect(page.locator("#assume-all")).to_have_value("")
    enter(games[0], "WL", by=kim)
    expect(choices).to_have_count(2)
    assert [each.input_value() for each in choices.all()] == ["two_wins", "draw"]
    page.set_viewport_size({"width": 360, "height": 740})
    fits(page)


def test_two_stops_from_the_top_lead_to_the_first_seat_and_on_through_its_board(pairing: Page) -> None:
    pairing.keyboard.press("Tab")
    pairing.keyboard.press("Tab")
    skip = pairing.get_by_role("link", name="Skip to the boards")
    expect(skip).to_be_focused()
    skip.press("Enter")
    for stop in ("#white-0", "#black-0", "#board-0 summary", "#lock-0", "#board-0 [value=swap-0]"):
        expect(pairing.locator(stop)).to_be_focused()
        pairing.keyboard.press("Tab")
    expect(pairing.locator("#board-0 [value=remove-0]")).to_be_focused()
    pairing.keyboard.press("Tab")
    expect(pairing.locator("#to-0")).to_be_focused()
    pairing.keyboard.press("Tab")
    expect(pairing.locator("#white-1")).to_be_focused()


def by_keys(desk: Page, lots: random.Random) -> None:
    """The result of every board by one key each."""
    expect(desk.locator(".keys")).to_be_visible()
    type_keys(desk, lots.choices("105", k=10))
    idle(desk)
    expect(desk.locator("tr.board.missing")).to_have_count(0)


def by_buttons(phone: Page, lots: random.Random) -> None:
    """The result of every board by a button of its row. (Two quick taps on one spot are one: test_floor.)"""
    missing = phone.locator("tr.board.missing")
    for left in range(10, 0, -1):
        expect(missing).to_have_count(left)
        missing.first.locator(f"button[value={lots.choice(('WL', 'DD', 'LW'))}]").first.press("Enter")
    expect(missing).to_have_count(0)
    idle(phone)


@pytest.mark.parametrize("reached", [False, True], ids=["that never came", "whose answer was lost"])
def test_a_change_is_sent_again_when_the_connection_is_back(
    pairing: Page, twenty: Section, reached: bool
) -> None:
    def cut(route: Route) -> None:
        if reached:
            route.fetch()
        route.abort()

    changes, news = "**/pairing/change/", "**/pairing/?v=*"
    pairing.route(changes, cut, times=1)
    pairing.route(news, lambda route: route.abort())
    other = number(pairing, "white-3")
    pairing.locator("#white-0").fill(other)
    pairing.locator("#white-0").press("Tab")
    expect(pairing.locator("#alarm")).to_contain_text("No answer. It is sent again")
    pairing.unroute(news)
    expect(pairing.locator("#alarm")).to_be_hidden()
    expect(pairing.locator("#white-0")).to_have_value(other)
    assert PairingDraft.objects.get(section=twenty).boards[0][0] == int(other)


def test_an_event_is_run_to_its_ceremony_with_the_pairing_page_alone(
    sit_down: Callable[..., Page], kim: User, twenty: Section
) -> None:
    """Odd rounds by keys at the desk, even ones on a phone of 360 pixels."""
    prizes.announce(twenty, "1st place trophy", in_this_order=False, by=kim)
    orders.post_options(twenty, Options(initial_color="white"), by=kim)  # No lot: the same event each time.
    desk = sit_down(kim, at("desk-round", twenty, 1))
    phone = sit_down(kim, at("desk-round", twenty, 1), **PHONE)
    lots = random.Random(5)
    for round in range(1, 6):
        page = desk if round % 2 else phone
        page.goto(page.url.partition("/desk/")[0] + at("desk-round", twenty, round))
        page.get_by_role("button", name=f"Pair round {round}").press("Enter")
        expect(page.locator(".pair")).to_have_count(10)
        expect(page.locator(".act")).to_contain_text("10 boards. No problems.")
        if page is phone:
            fits(page)
        page.get_by_role("button", name="Publish…").press("Enter")
        page.get_by_role("button", name="Publish 10 boards").press("Enter")
        expect(page.get_by_text(f"Round {round} is published.", exact=True)).to_be_visible()
        (by_buttons if page is phone else by_keys)(page, lots)
    met = [
        tuple(sorted(game.seats.values_list("player", flat=True)))
        for n in range(1, 6)
        for game in games_of(twenty, n)
    ]
    assert len(set(met)) == 50
    desk.goto(desk.url.partition("/desk/")[0] + at("ceremony", twenty))
    desk.get_by_role("button", name="Freeze the awards").press("Enter")
    expect(desk.get_by_role("status")).to_have_text("Awards list 1 is frozen.")
    desk.goto(desk.url.partition("/desk/")[0] + at("trophies", twenty))
    first = read_players(Published.objects.get(standings=twenty.standings_id).body).standings[0].number
    expect(desk.get_by_role("main")).to_contain_text(twenty.players.get(number=first).called)


def test_both_widths_are_clean(pairing: Page) -> None:
    fits_and_is_clean(pairing, 1280)
    pairing.set_viewport_size({"width": 360, "height": 740})
    fits_and_is_clean(pairing)


def test_a_typed_number_is_saved_at_once_and_its_player_trades_places(pairing: Page, twenty: Section) -> None:
    first, other = number(pairing, "white-0"), number(pairing, "black-3")
    pairing.fill("#white-0", other)
    pairing.press("#white-0", "Enter")
    expect(pairing.locator("#black-3")).to_have_value(first)
    expect(pairing.locator("#white-0")).to_be_focused()
    expect(pairing.get_by_role("button", name="Undo")).to_be_visible()
    pairing.reload()
    assert number(pairing, "white-0") == other


def test_a_typed_name_is_shown_as_its_number_once_enter_saved_it(pairing: Page, twenty: Section) -> None:
    other = number(pairing, "black-3")
    pairing.fill("#white-0", twenty.players.get(number=int(other)).called)
    pairing.press("#white-0", "Enter")
    expect(pairing.locator(".act")).to_contain_text("Saved")
    expect(pairing.locator("#white-0")).to_have_value(other)
    expect(pairing.locator("#white-0")).to_be_focused()


def test_what_is_pressed_while_an_answer_is_on_its_way_is_not_lost(pairing: Page) -> None:
    white, black = number(pairing, "white-2"), number(pairing, "black-2")
    with held(pairing, "**/pairing/change/"):
        pairing.locator("#lock-0").check()
        pairing.locator("[value=swap-2]").click()
        pairing.locator("#lock-1").check()
    expect(pairing.locator("#white-2")).to_have_value(black)
    expect(pairing.locator("#black-2")).to_have_value(white)
    expect(pairing.locator(".locked")).to_have_count(2)


def test_a_player_is_dragged_onto_another_seat(pairing: Page) -> None:
    one, other = number(pairing, "white-0"), number(pairing, "white-1")
    pairing.locator("#board-0 .white-side .who").drag_to(pairing.locator("#board-1 .white-side .who"))
    expect(pairing.locator("#white-1")).to_have_value(one)
    expect(pairing.locator("#white-0")).to_have_value(other)


def sitting(page: Page, at_: int) -> list[str]:
    return [number(page, f"{side}-{at_}") for side in ("white", "black")]


def test_a_board_is_dragged_onto_another_number_and_undo_brings_it_back(
    pairing: Page, sit_down: Callable[..., Page], kim: User, twenty: Section
) -> None:
    other = sit_down(kim, at("pairing", twenty, 2))
    one, two = sitting(pairing, 1), sitting(pairing, 0)
    pairing.locator("#board-1 .no").drag_to(pairing.locator("#board-0 .no"))
    for page in (pairing, other):
        expect(page.locator("#white-0")).to_have_value(one[0])
        assert sitting(page, 1) == two
    pairing.get_by_role("button", name="Undo").click()
    expect(pairing.locator("#white-1")).to_have_value(one[0])


def test_a_board_gets_another_number_by_keys_and_keeps_the_focus(pairing: Page) -> None:
    one, two = sitting(pairing, 1), sitting(pairing, 4)
    pairing.locator("#to-1").focus()
    pairing.keyboard.type("5")
    pairing.keyboard.press("Enter")
    expect(pairing.locator("#white-4")).to_have_value(one[0])
    assert sitting(pairing, 1) == two
    expect(pairing.locator("#to-4")).to_be_focused()
    pairing.keyboard.type("99")
    pairing.keyboard.press("Enter")
    expect(pairing.locator("#board-4 .problem")).to_contain_text("the number of another board of this draft")
    expect(pairing.locator("#to-4")).to_be_focused()


def test_a_number_of_nobody_stays_as_it_was_typed_and_the_seat_keeps_its_player(
    pairing: Page, twenty: Section
) -> None:
    before = number(pairing, "white-0")
    pairing.fill("#white-0", "77")
    pairing.press("#white-0", "Tab")
    expect(pairing.get_by_role("alert").filter(has_text="77")).to_contain_text(
        "the number or name of a player"
    )
    expect(pairing.locator("#white-0")).to_have_value("77")
    assert PairingDraft.objects.get(section=twenty).boards[0][0] == int(before)


def test_with_keys_publish_is_a_few_steps_from_the_first_board(pairing: Page) -> None:
    pairing.get_by_role("link", name="Skip the boards").focus()
    pairing.keyboard.press("Enter")
    publish = pairing.get_by_role("button", name="Publish…")
    for _step in range(4):
        pairing.keyboard.press("Tab")
        if publish.evaluate("button => button === document.activeElement"):
            break
    expect(publish).to_be_focused()
    pairing.keyboard.press("Enter")
    expect(pairing).to_have_url(re.compile("/publish/$"))


def test_what_is_pressed_right_after_a_number_of_nobody_waits_for_a_right_one(pairing: Page) -> None:
    pressed: list[str] = []
    pairing.on("request", lambda sent: pressed.append(parse_qs(sent.post_data or "").get("do", [""])[0]))
    other = number(pairing, "white-1")
    pairing.fill("#white-0", "77")
    pairing.get_by_role("button", name="Publish…").click()
    expect(pairing.get_by_role("alert").filter(has_text="77")).to_contain_text(
        "the number or name of a player"
    )
    pairing.fill("#white-0", other)
    pairing.press("#white-0", "Enter")
    expect(pairing.locator(".act")).to_contain_text("Saved")
    assert "publish" not in pressed
    pairing.get_by_role("button", name="Publish…").click()
    expect(pairing).to_have_url(re.compile("/publish/$"))


def test_a_number_of_nobody_low_on_the_page_is_said_where_it_was_typed(pairing: Page) -> None:
    pairing.set_viewport_size({"width": 1280, "height": 600})
    pairing.fill("#black-9", "99")
    pairing.press("#black-9", "Enter")
    told = pairing.locator("#board-9 .problem")
    expect(told).to_have_text("✕ 99 was not saved. Expected: the number or name of a player in this round")
    expect(told).to_be_in_viewport()
    bar = pairing.locator(".act")
    expect(bar).to_contain_text("Nothing was saved. Board 10")
    expect(bar).not_to_contain_text("No problems")
    expect(pairing.locator("#black-9")).to_be_focused()
    # What is right takes the message away.
    pairing.fill("#black-9", number(pairing, "white-2"))
    pairing.press("#black-9", "Enter")
    expect(told).to_have_count(0)
    expect(bar).to_contain_text("Saved")


def test_a_refused_text_keeps_its_mark_while_other_changes_are_saved_and_until_it_is_mended(
    pairing: Page, twenty: Section
) -> None:
    told = pairing.locator("#board-2 .problem.refused")
    pairing.fill("#white-2", "zz")
    pairing.press("#white-2", "Enter")
    expect(told).to_contain_text("zz was not saved")
    pairing.fill("#black-5", "")
    pairing.press("#black-5", "Enter")
    expect(pairing.locator(".act")).to_contain_text("Saved")
    expect(pairing.locator("#board-5 .black-side .who")).to_contain_text("nobody")
    assert PairingDraft.objects.get(section=twenty).boards[5][1] == 0
    expect(pairing.locator("#white-2")).to_have_value("zz")
    expect(told).to_contain_text("zz was not saved")
    number_there = number(pairing, "black-7")
    pairing.locator("[value=swap-7]").click()
    expect(pairing.locator("#white-7")).to_have_value(number_there)
    expect(told).to_have_count(1)
    expect(pairing.locator("#white-2")).to_have_value("zz")
    # A round is not published over it, and what is right takes it away.
    pairing.get_by_role("button", name="Publish…").click()
    expect(pairing.locator(".act")).to_contain_text("Check the seat, then publish. Board 3")
    expect(pairing.locator("#white-2")).to_have_value("zz")
    pairing.fill("#white-2", number(pairing, "black-2"))
    pairing.press("#white-2", "Enter")
    expect(told).to_have_count(0)


def test_undo_and_publish_are_done_at_the_first_press_while_a_refused_text_stands_in_a_seat(
    pairing: Page,
) -> None:
    white = number(pairing, "white-0")
    pairing.locator("[value=swap-0]").click()
    expect(pairing.locator("#black-0")).to_have_value(white)
    pairing.fill("#white-4", "zz")
    pairing.press("#white-4", "Enter")
    expect(pairing.locator("#board-4 .problem")).to_contain_text("zz was not saved")
    pairing.get_by_role("button", name="Publish…").click()
    expect(pairing.locator(".act")).to_contain_text("Check the seat, then publish. Board 5")
    pairing.get_by_role("button", name="Undo the last saved change").click()
    expect(pairing.locator("#white-0")).to_have_value(white)
    expect(pairing.locator(".pair .refused")).to_have_count(0)


def test_a_list_is_read_back_as_it_is_typed(pairing: Page, twenty: Section) -> None:
    pairing.get_by_text("Type or paste pairings").click()
    pairing.locator("#pairings").press_sequentially("3 v 5\n99 2\n4 h")
    name = twenty.players.get(number=3).called
    lines = pairing.locator("#pairings-read li")
    expect(lines.nth(0)).to_contain_text(f"3 {name} (1) – ")
    expect(lines.nth(1)).to_contain_text("the number of a player in this section")
    expect(lines.nth(2)).to_contain_text("half-point bye")
    # What somebody else does meanwhile leaves the list and what was read.
    drafts.edit(twenty, 2, Draft(), by=User.objects.get())
    expect(pairing.locator(".pair")).to_have_count(0)
    expect(pairing.locator("#pairings")).to_have_value("3 v 5\n99 2\n4 h")
    expect(lines).to_have_count(3)
    pairing.fill("#pairings", "3 5 1-0")
    expect(lines.last).to_contain_text("1 result was read and left out.")
    pairing.get_by_role("button", name="Seat these").click()
    expect(pairing.locator("#board-0 .white-side input")).to_have_value("3")
    expect(pairing.locator("#draft > .notice")).to_contain_text("1 result was read and left out.")
    expect(lines).to_have_count(0)


def test_a_list_for_a_published_round_is_read_back_on_its_page(
    pairing: Page, twenty: Section, kim: User
) -> None:
    drafts.publish(twenty, 2, by=kim)
    rosters.add_players(twenty, [EntryFactory.create(name="Birch, Zoe")], by=kim)
    pairing.goto(pairing.url.partition("/desk/")[0] + at("desk-round", twenty, 2))
    pairing.locator("#pairings").press_sequentially("21 H")
    expect(pairing.locator("#pairings-read li")).to_have_text("21 Zoe Birch (0) – half-point bye")


def test_a_board_asks_why_its_player_has_no_other_opponent(pairing: Page) -> None:
    one = number(pairing, "white-3")
    pairing.locator("#board-3 summary").click()
    pairing.locator(f"#board-3 .others [data-one='{one}']").click()
    expect(pairing.locator("#one")).to_have_value(one)
    expect(pairing.locator("#other")).to_be_focused()
    pairing.keyboard.type(number(pairing, "black-5"))
    pairing.keyboard.press("Enter")
    expect(pairing.locator(".why-not [role=status]")).to_be_visible()


def test_everything_works_on_a_slow_network(pairing: Page) -> None:
    slow(pairing)
    white = number(pairing, "white-0")
    pairing.locator("[value=swap-0]").click()
    pairing.get_by_role("button", name="Pair the rest again").click()
    expect(pairing.locator("#white-0")).to_have_value(white)
    expect(pairing.locator(".act")).to_contain_text("No problems")


def test_without_a_script_every_button_sends_the_form(
    new_context: Callable[..., object], live_server: object, pairing: Page, kim: User, twenty: Section
) -> None:
    page = sign_in(new_context(java_script_enabled=False), live_server, kim).new_page()  # type: ignore[arg-type]
    page.goto(pairing.url)
    white, black = number(page, "white-0"), number(page, "black-0")
    page.locator("[value=swap-0]").click()
    expect(page.locator("#white-0")).to_have_value(black)
    page.fill("#black-0", "")
    page.press("#black-0", "Enter")
    expect(page.locator(".act")).to_contain_text("1 player unseated")
    assert white
