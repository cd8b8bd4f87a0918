"""Two scorers at one round, in real browsers: nothing is overwritten, each sees what the other entered."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.at_desk import deaf, idle, result, results_in_log, round_of, row, stands
from tests.browser.keys import type_keys
from tests.factories import as_it_stands, enter
from tournaments.models import Game, Section
from tournaments.text.wording import unbroken


def test_two_scorers_on_one_board_see_both_values_and_nothing_is_overwritten(
    desk: Page, sit_down: Callable[..., Page], lee: User, section: Section, games: list[Game]
) -> None:
    deaf(desk)
    other = sit_down(lee, round_of(section))
    type_keys(other, "5")
    idle(other)
    type_keys(desk, "110")
    idle(desk)
    clash = row(desk, games[0])
    expect(clash).to_contain_text(unbroken("Lee Moss entered ½–½ first. You typed 1–0."))
    expect(desk.get_by_role("alert")).to_contain_text("Board 1: two different results")
    expect(desk.locator("#clashes")).to_contain_text("Board 1")
    # The queue went on, and a key on that row chooses nothing by accident.
    assert [stands(game) for game in games[:3]] == ["DD", "WL", "LW"]
    type_keys(desk, "g1")
    desk.keyboard.press("Enter")
    type_keys(desk, "0")
    expect(clash).to_be_focused()
    type_keys(desk, ("0", "Enter"))
    idle(desk)
    expect(clash).to_contain_text(unbroken("You typed 1–0."))
    assert stands(games[0]) == "DD"
    clash.get_by_role("button", name="Replace with 1–0").click()
    idle(desk)
    expect(desk.locator("tr.clash")).to_have_count(0)
    expect(desk.locator("#clashes")).to_be_hidden()
    assert stands(games[0]) == "WL"


def test_what_was_typed_on_top_of_a_conflict_unseen_is_dropped(
    desk: Page, lee: User, games: list[Game]
) -> None:
    deaf(desk)
    enter(games[5], "DD", by=lee)
    type_keys(desk, ("End", "1", "End", "0"))
    idle(desk)
    expect(row(desk, games[5])).to_contain_text(unbroken("Lee Moss entered ½–½"))
    assert stands(games[5]) == "DD"


def test_keeping_the_other_value_settles_a_conflict_without_a_new_version(
    desk: Page, lee: User, section: Section, games: list[Game]
) -> None:
    deaf(desk)
    enter(games[0], "DD", by=lee)
    type_keys(desk, "1")
    version = as_it_stands(section).version
    row(desk, games[0]).get_by_role("button", name="Keep ½–½").click()
    expect(desk.locator("tr.clash")).to_have_count(0)
    idle(desk)
    assert stands(games[0]) == "DD"
    assert as_it_stands(section).version == version


def test_anothers_entry_appears_by_itself_and_one_key_does_not_replace_it(
    sit_down: Callable[..., Page], kim: User, lee: User, section: Section, games: list[Game], new_context: Any
) -> None:
    page = sit_down(kim, "/desk/")
    page.clock.install()
    page.goto(page.url.replace("/desk/", round_of(section)))
    enter(games[0], "DD", by=lee)
    page.clock.run_for(13_000)
    expect(result(page, games[0])).to_have_text("½–½")
    expect(row(page, games[0])).to_contain_text("Lee Moss")
    expect(page.locator("#counters")).to_contain_text("1 of 6")
    page.keyboard.press("Home")
    type_keys(page, "1")
    expect(result(page, games[0])).to_have_text("½–½ → 1–0")
    page.clock.run_for(1_000)
    assert stands(games[0]) == "DD"
    type_keys(page, "1")
    page.clock.run_for(1_000)
    idle(page)
    assert stands(games[0]) == "WL"


def test_two_results_of_one_board_are_a_question_after_a_reload_too_until_it_is_answered(
    desk: Page, lee: User, games: list[Game]
) -> None:
    deaf(desk)
    enter(games[0], "DD", by=lee)
    type_keys(desk, "1")
    board = row(desk, games[0])
    for _again in range(2):
        expect(board).to_contain_text(unbroken("Lee Moss entered ½–½"))
        expect(desk.locator("#clashes")).to_contain_text("Board 1: two different results")
        desk.reload()
    board.get_by_role("button", name="Keep ½–½").click()
    expect(board.locator(".settle")).to_have_count(0)
    idle(desk)
    desk.reload()
    # All that was kept is sent again before the keys are shown.
    expect(desk.locator(".keys")).to_be_visible()
    idle(desk)
    expect(desk.locator("tr.clash")).to_have_count(0)
    assert stands(games[0]) == "DD"


def test_a_question_that_the_other_scorer_settled_is_not_asked_again(
    desk: Page, lee: User, section: Section, games: list[Game]
) -> None:
    deaf(desk)
    enter(games[0], "DD", by=lee)
    type_keys(desk, "1")
    expect(row(desk, games[0])).to_contain_text(unbroken("Lee Moss entered ½–½"))
    enter(games[0], "WL", by=lee)
    logged = results_in_log(section)
    desk.reload()
    expect(desk.locator(".keys")).to_be_visible()
    idle(desk)
    expect(desk.locator("tr.clash")).to_have_count(0)
    expect(result(desk, games[0])).to_have_text("1–0")
    assert results_in_log(section) == logged


def test_u_says_why_an_entry_that_another_scorer_built_on_is_not_undone(
    desk: Page, lee: User, games: list[Game]
) -> None:
    type_keys(desk, "1")
    idle(desk)
    enter(games[0], "DD", by=lee)
    why = desk.locator("#not-undone")
    expect(why).to_contain_text("You can't undo your last entry: later changes build on it.")
    type_keys(desk, "u")
    expect(desk.get_by_role("alert")).to_contain_text("later changes build on it")
    assert stands(games[0]) == "DD"
    why.get_by_role("link").click()
    expect(desk.get_by_text("Undo them first, from the top")).to_be_visible()
