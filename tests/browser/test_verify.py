"""The second pass in a real browser on a slow network: Black's column, a key that differs, and its sound."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Dialog, Page, expect

from tests.addresses import at
from tests.browser.at_desk import SILENT, held, idle, result, round_of, row, slow, sounds, stands, to_board
from tests.browser.keys import hurry, type_at_once, type_keys
from tests.browser.looks import SCHEMES, also, fits_and_is_clean
from tests.factories import enter, games_of
from tournaments.models import Game, Section
from tournaments.text.wording import unbroken


@pytest.fixture
def verify(sit_down: Callable[..., Page], lee: User, section: Section, finished: list[Game]) -> Page:
    """Lee at the second pass of ½–½, 1–0 and 0–1 by Kim, on a network on which each request takes 400 ms."""
    page = sit_down(lee, "/desk/")
    page.add_init_script(SILENT)
    page.goto(page.url.replace("/desk/", at("verify", section, 1)))
    expect(page.locator(".keys")).to_be_visible()
    return slow(page)


def verified(section: Section) -> list[bool]:
    return [game.verified for game in games_of(section, 1)]


def test_keys_that_agree_verify_board_after_board_on_a_slow_network(
    verify: Page, section: Section, games: list[Game]
) -> None:
    for game in games[:3]:
        expect(result(verify, game)).to_have_text("·")
    expect(row(verify, games[0])).to_be_focused()
    type_keys(verify, "501")
    expect(result(verify, games[2])).to_have_text("1")
    idle(verify)
    expect(verify.locator("#counters")).to_contain_text("3 of 6 boards verified")
    expect(row(verify, games[1])).to_contain_text("Kim Okafor; verified by Lee Moss")
    assert verified(section) == [True, True, True, False, False, False]
    assert sounds(verify) == 0


def test_a_key_that_differs_stops_turns_red_sounds_and_drops_what_is_typed_after_it(
    verify: Page, section: Section, games: list[Game]
) -> None:
    type_keys(verify, "5110")
    differing = row(verify, games[1])
    expect(differing).to_contain_text(
        unbroken("Kim Okafor entered 1–0. You read 1 for Black, so 0–1. Check the slip.")
    )
    expect(differing).to_have_class(re.compile("clash"))
    expect(result(verify, games[1])).to_have_text("0 ≠ 1")
    expect(verify.get_by_role("alert")).to_contain_text(
        "Board 2 differs. Which is right? 2 more keys were not used."
    )
    expect(verify.locator("#clashes")).to_contain_text("Board 2")
    assert sounds(verify) == 2, "two tones, once"
    # Who types on without looking answers nothing.
    type_keys(verify, ("1", "Enter", "5"))
    expect(verify.get_by_role("alert")).to_contain_text("5 more keys were not used.")
    expect(differing).to_be_focused()
    idle(verify)
    assert verified(section) == [True, False, False, False, False, False]
    verify.keyboard.press("Tab")
    expect(differing.get_by_role("button", name="Keep 1–0")).to_be_focused()
    verify.keyboard.press("Enter")
    expect(differing).to_contain_text("verified by Lee Moss")
    expect(verify.locator("#alarm")).to_be_empty()
    expect(row(verify, games[2])).to_be_focused()
    idle(verify)
    assert verified(section) == [True, True, False, False, False, False]
    assert stands(games[1]) == "WL"


def test_keys_skip_a_forfeit_which_has_no_slip(verify: Page, section: Section, games: list[Game]) -> None:
    enter(games[1], "XF")
    verify.reload()
    expect(row(verify, games[0])).to_be_focused()
    type_keys(verify, "51")
    idle(verify)
    assert verified(section)[:3] == [True, False, True]
    expect(row(verify, games[1])).to_contain_text("forfeit, no slip")
    expect(verify.locator("#alarm")).to_be_empty()


def test_a_difference_is_still_asked_after_a_reload_until_it_is_answered(
    verify: Page, section: Section, games: list[Game]
) -> None:
    type_keys(verify, "51")
    expect(row(verify, games[1])).to_have_class(re.compile("clash"))
    verify.reload()
    expect(row(verify, games[1])).to_contain_text("You read 1 for Black")
    expect(verify.get_by_role("alert")).to_contain_text("Board 2 differs. Which is right?")
    row(verify, games[1]).get_by_role("button", name="Keep 1–0").click()
    idle(verify)
    assert verified(section)[:2] == [True, True]
    verify.reload()
    expect(row(verify, games[1])).to_contain_text("verified by Lee Moss")
    expect(verify.locator("#alarm")).to_be_empty()


def test_a_difference_ends_where_another_corrects_the_board_to_what_was_read(
    verify: Page, kim: User, section: Section, games: list[Game]
) -> None:
    type_keys(verify, "51")
    expect(row(verify, games[1])).to_have_class(re.compile("clash"))
    enter(games[1], "DD", by=kim)
    expect(row(verify, games[1])).to_contain_text(unbroken("Kim Okafor entered ½–½. You read 1 for Black"))
    expect(row(verify, games[1]).get_by_role("button", name="Keep ½–½")).to_be_visible()
    enter(games[1], "LW", by=kim)
    expect(row(verify, games[1])).to_contain_text("verified by Lee Moss")
    expect(verify.locator("#alarm")).to_be_empty()
    idle(verify)
    assert verified(section)[:2] == [True, True]


def test_a_correction_is_read_again_before_it_counts_as_verified(
    verify: Page, section: Section, games: list[Game]
) -> None:
    type_keys(verify, "1")
    row(verify, games[0]).get_by_role("button", name="Change to 0–1").click()
    expect(row(verify, games[0])).to_be_focused()
    expect(result(verify, games[0])).to_have_text("·")
    assert (stands(games[0]), verified(section)[0]) == ("LW", False)
    type_keys(verify, "1")
    expect(row(verify, games[0])).to_contain_text("Lee Moss; verified by Lee Moss")
    assert verified(section)[0]


def test_a_result_that_another_changed_meanwhile_stops_too_and_drops_what_was_not_sent(
    verify: Page, kim: User, section: Section, games: list[Game]
) -> None:
    verify.route("**/rounds/1/verify/?*", lambda route: route.abort())
    enter(games_of(section, 1)[0], "LW", by=kim)
    with held(verify, "**/games/*/verify/"):
        with verify.expect_request("**/games/*/verify/"):
            type_keys(verify, "501")
        expect(verify.locator("tr.queued")).to_have_count(3)
    expect(row(verify, games[0])).to_contain_text(
        unbroken("Kim Okafor entered 0–1. You read ½ for Black, so ½–½.")
    )
    expect(verify.get_by_role("alert")).to_contain_text(
        "Board 1 differs. Which is right? 2 more keys were not used."
    )
    idle(verify)
    for game in games[1:3]:
        expect(result(verify, game)).to_have_text("·")
    assert sounds(verify) == 2
    assert not any(verified(section))


def test_a_browser_that_was_told_to_be_silent_stays_so(verify: Page, games: list[Game]) -> None:
    verify.get_by_label("Sound").uncheck()
    verify.reload()
    expect(verify.locator(".keys")).to_be_visible()
    expect(verify.get_by_label("Sound")).not_to_be_checked()
    row(verify, games[0]).focus()
    type_keys(verify, "1")
    expect(row(verify, games[0])).to_have_class(re.compile("clash"))
    assert sounds(verify) == 0


def test_boards_without_a_result_are_passed_over_and_cannot_be_verified(
    verify: Page, games: list[Game]
) -> None:
    type_keys(verify, "501")
    expect(row(verify, games[2])).to_be_focused()
    type_keys(verify, "1")
    expect(verify.get_by_role("alert")).to_contain_text("No board is left to verify.")
    to_board(verify, 4)
    type_keys(verify, "1")
    expect(verify.get_by_role("alert")).to_contain_text("Board 4 has no result yet. Enter it first.")
    expect(row(verify, games[3]).get_by_role("link", name="Enter it")).to_be_visible()


def test_v_leads_to_the_second_pass_and_back_once_everything_typed_is_saved(
    desk: Page, section: Section, games: list[Game]
) -> None:
    slow(desk)
    type_keys(desk, "51v")
    expect(desk).to_have_url(re.compile(at("verify", section, 1)))
    expect(row(desk, games[0])).to_be_focused()
    assert [stands(game) for game in games[:2]] == ["DD", "WL"]
    type_keys(desk, "5v")
    expect(desk).to_have_url(re.compile(f"{round_of(section)}$"))
    assert verified(section)[0]
    expect(desk.locator("#verified")).to_contain_text("1 of 6 boards verified")


def test_v_waits_until_the_last_key_is_saved(
    sit_down: Callable[..., Page], kim: User, section: Section, games: list[Game]
) -> None:
    page = sit_down(kim, "/desk/")
    warnings: list[str] = []

    def stay(dialog: Dialog) -> None:
        warnings.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    hurry(page, page.url.replace("/desk/", round_of(section)))
    with held(page):
        type_at_once(page, "51v", apart=100)
        page.clock.run_for(1_000)
        expect(page.locator("tr.queued")).to_have_count(2)
    expect(page).to_have_url(re.compile(at("verify", section, 1)))
    assert [stands(game) for game in games[:2]] == ["DD", "WL"]
    assert not warnings


def test_keys_typed_right_after_v_are_those_of_the_second_pass(
    sit_down: Callable[..., Page], lee: User, section: Section, games: list[Game], finished: list[Game]
) -> None:
    page = sit_down(lee, "/desk/")
    hurry(page, page.url.replace("/desk/", round_of(section)))
    type_at_once(page, "v50", apart=100)
    read_both(page, section, games)


@contextmanager
def on_the_way(sit_down: Callable[..., Page], lee: User, section: Section) -> Iterator[Page]:
    """Lee's page of entering after ``v``, while the second pass is asked for and not answered. (Nothing of a
    page can be looked at meanwhile.)"""
    page = sit_down(lee, round_of(section))
    with held(page, "**/verify/") as asked:
        with page.expect_request("**/verify/"):
            page.keyboard.press("v")
        yield page
        assert len(asked) == 1


def test_keys_pressed_while_the_second_pass_is_on_its_way_are_its_own(
    sit_down: Callable[..., Page], lee: User, section: Section, games: list[Game], finished: list[Game]
) -> None:
    with on_the_way(sit_down, lee, section) as page:
        page.keyboard.type("50", delay=400)
    expect(page).to_have_url(re.compile("/verify/"))
    expect(page.locator("#counters")).to_contain_text("2 of 6 boards verified")
    expect(row(page, games[2])).to_be_focused()
    assert verified(section) == [True, True, False, False, False, False]
    assert [stands(game) for game in games] == ["DD", "WL", "LW", "??", "??", "??"]


def test_escape_stays_while_the_second_pass_is_on_its_way(
    sit_down: Callable[..., Page], lee: User, section: Section, games: list[Game], finished: list[Game]
) -> None:
    with on_the_way(sit_down, lee, section) as page:
        page.keyboard.type("0", delay=400)
        page.keyboard.press("Escape")
        page.keyboard.press("5")
    idle(page)
    expect(page).to_have_url(re.compile(f"{round_of(section)}$"))
    expect(page.locator("#alarm")).to_be_empty()
    assert [stands(game) for game in games[:4]] == ["DD", "WL", "LW", "DD"]
    assert not any(verified(section))


def test_keys_typed_before_the_script_of_the_second_pass_has_come_are_its_own_after_v(
    sit_down: Callable[..., Page], lee: User, section: Section, games: list[Game], finished: list[Game]
) -> None:
    page = sit_down(lee, "/desk/")
    hurry(page, page.url.replace("/desk/", round_of(section)))
    with held(page, "**/desk/verify.js"):
        type_at_once(page, "v5", apart=200)
        page.clock.run_for(400)
        expect(page).to_have_url(re.compile("/verify/"))
        expect(row(page, games[0])).to_be_visible()
        type_at_once(page, "0", apart=200)
    read_both(page, section, games)


def read_both(page: Page, section: Section, games: list[Game]) -> None:
    """The first two boards are verified, and entry got nothing."""
    page.clock.run_for(400)
    expect(page).to_have_url(re.compile("/verify/"))
    expect(row(page, games[2])).to_be_focused()
    page.clock.run_for(1_000)
    expect(page.locator("#counters")).to_contain_text("2 of 6 boards verified")
    assert verified(section) == [True, True, False, False, False, False]
    assert [stands(game) for game in games] == ["DD", "WL", "LW", "??", "??", "??"]


def test_keys_kept_for_the_second_pass_are_said_and_escape_stays(
    sit_down: Callable[..., Page], kim: User, section: Section, games: list[Game]
) -> None:
    page = sit_down(kim, "/desk/")
    hurry(page, page.url.replace("/desk/", round_of(section)))
    with held(page):
        type_at_once(page, "1v0", apart=400)
        expect(page.get_by_role("alert")).to_contain_text("Keys kept for it: 0. Esc stays here.")
        page.keyboard.press("Escape")
        expect(page.locator("#alarm")).to_be_empty()
    idle(page)
    page.clock.run_for(1_000)
    type_at_once(page, "5", apart=1_000)
    idle(page)
    assert [stands(game) for game in games[:3]] == ["WL", "DD", "??"]


def test_keys_after_v_in_the_second_pass_are_no_results_of_entry(
    sit_down: Callable[..., Page], lee: User, section: Section, games: list[Game], finished: list[Game]
) -> None:
    page = sit_down(lee, "/desk/")
    hurry(page, page.url.replace("/desk/", at("verify", section, 1)))
    type_at_once(page, "v11", apart=150)
    page.clock.run_for(400)
    expect(page).to_have_url(re.compile(f"{round_of(section)}$"))
    expect(page.get_by_role("alert")).to_contain_text(
        "Keys pressed before the page was ready were not entered: 1 1"
    )
    page.clock.run_for(2_000)
    assert not any(verified(section))
    assert [stands(game) for game in games] == ["DD", "WL", "LW", "??", "??", "??"]


@pytest.mark.parametrize("word", ["davis 15", also("vance"), also("x01")])
def test_a_name_or_a_number_typed_in_the_second_pass_verifies_nothing(
    sit_down: Callable[..., Page], kim: User, section: Section, finished: list[Game], word: str
) -> None:
    page = sit_down(kim, "/desk/")
    hurry(page, page.url.replace("/desk/", at("verify", section, 1)))
    type_at_once(page, word)
    expect(page.locator("#typed")).to_contain_text(f"“{word}” is not a result. Nothing was entered.")
    page.clock.run_for(2_000)
    expect(page.locator("tr:is(.queued, .differing, .clash)")).to_have_count(0)
    expect(page).to_have_url(re.compile("/verify/"))
    assert not any(verified(section))


def test_two_readers_see_each_others_boards(
    verify: Page, sit_down: Callable[..., Page], kim: User, section: Section, games: list[Game]
) -> None:
    other = sit_down(kim, at("verify", section, 1))
    to_board(other, 2)
    type_keys(other, "0")
    expect(row(verify, games[1])).to_contain_text("verified by Kim Okafor")
    type_keys(verify, "5")
    expect(row(verify, games[2])).to_be_focused()
    expect(row(other, games[0])).to_contain_text("verified by Lee Moss")
    expect(other.locator("#counters")).to_contain_text("2 of 6 boards verified")


def test_without_a_script_the_second_pass_is_forms(
    sit_down: Callable[..., Page], lee: User, section: Section, finished: list[Game]
) -> None:
    page = sit_down(lee, round_of(section), java_script_enabled=False)
    page.get_by_role("link", name="Verify").click()
    row(page, finished[0]).get_by_role("button", name="Draw").click()
    expect(page).to_have_url(re.compile(f"#game-{finished[1].pk}$"))
    expect(row(page, finished[0])).to_contain_text("verified by Lee Moss")
    row(page, finished[1]).get_by_role("button", name="Black won").click()
    differs = unbroken("Kim Okafor entered 1–0. You read 1 for Black, so 0–1.")
    expect(row(page, finished[1])).to_contain_text(differs)
    row(page, finished[1]).get_by_role("button", name="Change to 0–1").click()
    expect(page).to_have_url(re.compile(f"/verify/#game-{finished[1].pk}$"))
    assert stands(finished[1]) == "LW"
    assert verified(section) == [True, False, False, False, False, False]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_thumb_verifies_at_360_pixels_and_axe_finds_nothing(
    sit_down: Callable[..., Page], lee: User, section: Section, finished: list[Game], scheme: str
) -> None:
    size = {"width": 360, "height": 740}
    page = sit_down(lee, at("verify", section, 1), viewport=size, has_touch=True, color_scheme=scheme)
    row(page, finished[0]).get_by_role("button", name="Draw").tap()
    expect(row(page, finished[0])).to_contain_text("verified by Lee Moss")
    row(page, finished[1]).get_by_role("button", name="Draw").tap()
    expect(row(page, finished[1])).to_contain_text("Check the slip.")
    fits_and_is_clean(page)
    row(page, finished[1]).get_by_role("button", name="Keep 1–0").tap()
    expect(row(page, finished[1])).to_contain_text("verified by Lee Moss")
