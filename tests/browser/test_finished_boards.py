"""Finished boards are safe, on a slow network too: a key proposes, and typed words enter nothing."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.at_desk import (
    SILENT,
    deaf,
    held,
    idle,
    result,
    results_in_log,
    round_of,
    row,
    slow,
    sounds,
    stands,
    to_board,
)
from tests.browser.keys import hurry, type_at_once, type_keys
from tests.browser.looks import also, fits, is_clean
from tests.factories import enter
from tournaments.models import Game, LogEntry, Section, Verb


def test_the_cursor_goes_from_open_board_to_open_board(
    sit_down: Callable[..., Page], kim: User, section: Section, games: list[Game]
) -> None:
    enter(games[1], "DD", by=kim)
    page = slow(sit_down(kim, round_of(section)))
    expect(row(page, games[0])).to_be_focused()
    type_keys(page, "1")
    expect(row(page, games[2])).to_be_focused()
    to_board(page, 6)
    type_keys(page, "1")
    expect(row(page, games[2])).to_be_focused()
    page.keyboard.press("Enter")
    expect(row(page, games[3])).to_be_focused()
    idle(page)
    assert [stands(game) for game in games] == ["WL", "DD", "??", "??", "??", "WL"]


@pytest.mark.parametrize(
    ("again", "left"), [("0", "LW"), ("Enter", "LW"), ("5", "DD"), ("Escape", "DD"), ("k", "DD")]
)
def test_a_key_on_a_finished_board_proposes_and_only_the_same_again_or_enter_replaces(
    sit_down: Callable[..., Page], kim: User, section: Section, finished: list[Game], again: str, left: str
) -> None:
    page = slow(sit_down(kim, round_of(section)))
    to_board(page, 1)
    type_keys(page, "0")
    expect(result(page, finished[0])).to_have_text("½–½ → 0–1")
    # Both results stay within their column, beside the number of Black.
    assert result(page, finished[0]).evaluate("cell => cell.scrollWidth <= cell.clientWidth")
    expect(row(page, finished[0])).to_contain_text(
        "Press 0 again or Enter to change. Anything else keeps ½–½."
    )
    is_clean(page)
    type_keys(page, (again,))
    expect(result(page, finished[0])).to_have_text("0–1" if left == "LW" else "½–½")
    idle(page)
    assert stands(finished[0]) == left
    assert results_in_log(section) == 3 + (left == "LW")


def test_leaving_a_finished_board_keeps_it(
    sit_down: Callable[..., Page], kim: User, section: Section, finished: list[Game]
) -> None:
    page = slow(sit_down(kim, round_of(section)))
    to_board(page, 1)
    type_keys(page, "0")
    page.keyboard.press("ArrowDown")
    expect(result(page, finished[0])).to_have_text("½–½")
    expect(row(page, finished[1])).to_be_focused()
    page.locator("body").press("Home")
    type_keys(page, "f")
    type_keys(page, "b")
    expect(result(page, finished[0])).to_have_text("½–½ → X–F")
    row(page, finished[0]).get_by_role("button", name="Keep ½–½").click()
    expect(result(page, finished[0])).to_have_text("½–½")
    assert results_in_log(section) == 3


def test_who_entered_a_board_stands_on_it_again_when_a_proposal_is_left(
    sit_down: Callable[..., Page], kim: User, lee: User, section: Section, games: list[Game]
) -> None:
    enter(games[0], "DD", by=lee)
    page = slow(sit_down(kim, round_of(section)))
    to_board(page, 1)
    for _again in range(2):
        type_keys(page, "0")
        expect(row(page, games[0])).to_contain_text("Press 0 again")
        page.keyboard.press("Escape")
        expect(row(page, games[0]).locator(".state")).to_have_text("Lee Moss")


def test_a_stray_tap_on_a_finished_board_changes_nothing_and_a_second_one_does(
    sit_down: Callable[..., Page], kim: User, section: Section, finished: list[Game]
) -> None:
    phone = slow(sit_down(kim, round_of(section), viewport={"width": 360, "height": 740}, has_touch=True))
    phone.get_by_role("button", name="Missing only").tap()
    row(phone, finished[0]).get_by_role("button", name="White won").tap()
    expect(result(phone, finished[0])).to_have_text("½–½ → 1–0")
    fits(phone)
    assert stands(finished[0]) == "DD"
    row(phone, finished[0]).get_by_role("button", name="Change to 1–0").tap()
    expect(result(phone, finished[0])).to_have_text("1–0")
    idle(phone)
    assert stands(finished[0]) == "WL"


@pytest.fixture
def hurried(sit_down: Callable[..., Page], kim: User, section: Section) -> Page:
    """A desk whose clock stands still but for what the test lets pass."""
    page = sit_down(kim, "/desk/")
    page.add_init_script(SILENT)
    return hurry(page, page.url.replace("/desk/", round_of(section)))


@pytest.mark.parametrize("word", ["davis 15", also("fabian"), also("gideon"), also("moss"), "ulrich"])
def test_a_name_or_a_number_typed_without_a_slash_enters_nothing(
    hurried: Page, section: Section, games: list[Game], word: str
) -> None:
    type_at_once(hurried, word)
    expect(hurried.locator("#typed")).to_contain_text(f"“{word}” is not a result. Nothing was entered.")
    hurried.clock.run_for(2_000)
    expect(row(hurried, games[0])).to_be_focused()
    for game in games:
        expect(result(hurried, game)).to_have_text("·–·")
    idle(hurried)
    expect(hurried.locator("#missing")).not_to_be_checked()
    assert results_in_log(section) == 0


@pytest.mark.parametrize("word", ["dunn", also("Dmitri"), also("dvorak")])
def test_a_name_typed_slowly_enters_nothing_though_each_of_its_first_letters_is_a_key(
    hurried: Page, section: Section, games: list[Game], word: str
) -> None:
    type_at_once(hurried, word, apart=300)
    expect(hurried.locator("#typed")).to_contain_text(f"“{word}” is not a result. Nothing was entered.")
    hurried.clock.run_for(2_000)
    idle(hurried)
    expect(row(hurried, games[0])).to_be_focused()
    assert results_in_log(section) == 0


@pytest.mark.parametrize("code", ["1051015", also("15"), also("101")])
def test_digits_that_no_hand_types_so_fast_are_called_a_scanned_code(
    hurried: Page, section: Section, games: list[Game], code: str
) -> None:
    type_at_once(hurried, code, apart=12)
    expect(hurried.locator("#typed")).to_contain_text(
        f"Typed too fast for a hand: “{code}” was taken for a scanned code, and no such code is known. "
        "Nothing was entered."
    )
    hurried.clock.run_for(2_000)
    idle(hurried)
    expect(row(hurried, games[0])).to_be_focused()
    assert results_in_log(section) == 0


@pytest.mark.parametrize("word", ["umar", also("ugo"), also("udo")])
def test_a_name_that_begins_with_the_key_of_undo_undoes_nothing(
    hurried: Page, games: list[Game], word: str
) -> None:
    type_at_once(hurried, "1", apart=2_000)
    idle(hurried)
    type_at_once(hurried, word, apart=200)
    expect(hurried.locator("#typed")).to_contain_text(f"“{word}” is not a result. Nothing was entered.")
    hurried.clock.run_for(2_000)
    type_at_once(hurried, "u", apart=2_000)
    idle(hurried)
    expect(result(hurried, games[0])).to_have_text("·–·")
    expect(hurried.locator("#missing"), "the keys of the word were forgotten").not_to_be_checked()
    assert LogEntry.objects.filter(verb=Verb.UNDO).count() == 1


@pytest.mark.parametrize(
    ("letter", "apart"),
    [("d", 20), also("d", 80), also("d", 120), also("d", 170), also("m", 120)],
)
def test_a_letter_and_a_boards_number_enter_nothing_at_any_speed(
    hurried: Page, section: Section, games: list[Game], letter: str, apart: int
) -> None:
    type_at_once(hurried, f"{letter}15", apart=apart)
    expect(hurried.locator("#typed")).to_contain_text(f"“{letter}15” is not a result. Nothing was entered.")
    hurried.clock.run_for(2_000)
    idle(hurried)
    expect(row(hurried, games[0])).to_be_focused()
    expect(hurried.locator("#missing")).not_to_be_checked()
    assert results_in_log(section) == 0


def test_results_typed_behind_a_wrong_digit_sound_as_dropped_and_it_is_said_how_to_go_on(
    hurried: Page, games: list[Game]
) -> None:
    """Read from slips without a look at the screen: a 3 for a 1 swallowed five results in silence."""
    type_at_once(hurried, "5", apart=700)
    assert sounds(hurried) == 0
    type_at_once(hurried, "3", apart=700)
    assert sounds(hurried) == 2, "two tones, at the first key"
    type_at_once(hurried, "10510", apart=700)
    expect(hurried.locator("#typed")).to_contain_text(
        "“310510” is not a result. Nothing was entered. "
        "6 keys were not used. Wait a moment, then type the result of board 2 again."
    )
    assert sounds(hurried) == 2
    hurried.clock.run_for(1_100)
    type_at_once(hurried, "1", apart=2_000)
    idle(hurried)
    assert [stands(game) for game in games[:3]] == ["DD", "WL", "??"]


def test_a_name_is_not_said_to_be_results(hurried: Page) -> None:
    type_at_once(hurried, "fabian")
    expect(hurried.locator("#typed")).to_contain_text("Nothing was entered.")
    expect(hurried.locator("#typed")).not_to_contain_text("keys were not used")


def test_keys_that_are_no_result_are_silent_where_the_browser_was_told_to_be(hurried: Page) -> None:
    hurried.get_by_label("Sound").uncheck()
    hurried.locator(".boards tr.board").first.focus()
    type_at_once(hurried, "31", apart=700)
    expect(hurried.locator("#typed")).to_contain_text("2 keys were not used.")
    assert sounds(hurried) == 0


@pytest.mark.parametrize(("word", "is_there"), [("x2", True), ("d15", False)])
def test_only_a_board_that_is_there_is_offered(hurried: Page, word: str, is_there: bool) -> None:
    type_at_once(hurried, word)
    expect(hurried.locator("#typed")).to_contain_text(f"“{word}” is not a result.")
    expect(hurried.get_by_role("button", name="Go to board")).to_have_count(int(is_there))


def test_what_was_sent_of_a_boards_number_typed_slowly_is_undone(
    hurried: Page, section: Section, games: list[Game]
) -> None:
    type_at_once(hurried, "d1", apart=300)
    expect(result(hurried, games[0])).to_have_text("½–½")
    hurried.keyboard.press("5")
    expect(hurried.locator("#typed")).to_contain_text("“d15” is not a result. Nothing was entered.")
    hurried.clock.run_for(2_000)
    idle(hurried)
    expect(row(hurried, games[0])).to_be_focused()
    for game in games:
        expect(result(hurried, game)).to_have_text("·–·")
    assert {stands(game) for game in games} == {"??"}


@pytest.mark.parametrize("before", ["", "1"])
def test_a_draw_that_was_sent_and_is_the_first_letter_of_a_slow_name_is_undone(
    hurried: Page, section: Section, games: list[Game], before: str
) -> None:
    type_at_once(hurried, before + "d", apart=400)
    board = games[len(before)]
    idle(hurried)
    assert stands(board) == "DD"
    hurried.clock.run_for(300)
    type_at_once(hurried, "avis", apart=400)
    expect(hurried.locator("#typed")).to_contain_text("“davis” is not a result. Nothing was entered.")
    expect(result(hurried, board)).to_have_text("·–·")
    expect(row(hurried, board)).to_be_focused()
    assert [stands(game) for game in games[:2]] == (["WL", "??"] if before else ["??", "??"])
    assert LogEntry.objects.filter(standings__section=section, verb=Verb.UNDO).count() == 1


def test_a_slow_name_undoes_no_entry_before_it_where_another_had_stored_the_same(
    hurried: Page, lee: User, games: list[Game]
) -> None:
    type_at_once(hurried, "1", apart=2_000)
    idle(hurried)
    deaf(hurried)
    enter(games[1], "DD", by=lee)
    type_at_once(hurried, "d", apart=500)
    idle(hurried)
    type_at_once(hurried, "avis", apart=100)
    hurried.clock.run_for(2_000)
    idle(hurried)
    assert [stands(game) for game in games[:2]] == ["WL", "DD"]


@pytest.mark.parametrize(("keys", "left"), [("d1d0", ["DD", "WL", "DD", "LW"]), ("5d", ["DD", "DD"])])
def test_draws_by_letter_among_other_results_are_results(
    hurried: Page, games: list[Game], keys: str, left: list[str]
) -> None:
    type_at_once(hurried, keys, apart=80)
    hurried.clock.run_for(2_000)
    idle(hurried)
    assert [stands(game) for game in games[: len(left)]] == left


@pytest.mark.parametrize("apart", [60, also(110), also(250)])
def test_a_result_just_before_a_stray_letter_or_a_word_stays(
    hurried: Page, games: list[Game], apart: int
) -> None:
    type_at_once(hurried, "10x", apart=apart)
    expect(hurried.locator("#typed")).to_be_hidden()
    type_at_once(hurried, "ena", apart=apart)
    expect(hurried.locator("#typed")).to_contain_text("“xena” is not a result. Nothing was entered.")
    hurried.clock.run_for(2_000)
    idle(hurried)
    assert [stands(game) for game in games[:3]] == ["WL", "LW", "??"]


def test_a_result_just_before_a_digit_that_is_none_is_part_of_a_number(
    hurried: Page, games: list[Game]
) -> None:
    type_at_once(hurried, "102", apart=200)
    expect(hurried.locator("#typed")).to_contain_text("“02” is not a result. Nothing was entered.")
    expect(hurried.locator("#announcement")).to_have_text("Board 2: undone")
    hurried.clock.run_for(2_000)
    idle(hurried)
    assert [stands(game) for game in games[:2]] == ["WL", "??"]


def test_keys_of_a_fast_scorer_are_results(hurried: Page, games: list[Game]) -> None:
    type_at_once(hurried, "1051", apart=100)
    expect(hurried.locator("tr.queued")).to_have_count(4)
    hurried.clock.run_for(2_000)
    idle(hurried)
    assert [stands(game) for game in games[:4]] == ["WL", "LW", "DD", "WL"]


def test_the_same_key_twice_within_a_second_replaces_a_finished_board(
    finished: list[Game], hurried: Page
) -> None:
    type_at_once(hurried, ("Home", "0", "0"), apart=300)
    hurried.clock.run_for(2_000)
    expect(result(hurried, finished[0])).to_have_text("0–1")
    idle(hurried)
    assert stands(finished[0]) == "LW"


def test_keys_with_another_between_them_are_no_word_however_fast(hurried: Page, games: list[Game]) -> None:
    type_at_once(hurried, ("1", "ArrowUp", "f", "Escape", "f", "Escape", "End", "5"))
    hurried.clock.run_for(2_000)
    idle(hurried)
    assert [stands(game) for game in (games[0], games[-1])] == ["WL", "DD"]


def test_enter_after_a_word_leads_to_the_board_or_the_player(
    hurried: Page, section: Section, games: list[Game]
) -> None:
    sought = section.players.latest("number")
    name = sought.called.split()[0]
    type_at_once(hurried, name)
    expect(hurried.locator("#typed")).to_contain_text(name)
    hurried.keyboard.press("Enter")
    expect(hurried.locator("tr.board:visible")).to_have_count(1)
    expect(row(hurried, games[(sought.number - 1) // 2])).to_be_visible()
    expect(hurried.locator("#typed")).to_be_hidden()


def test_a_word_that_no_board_has_leaves_the_keys_at_the_boards(hurried: Page, games: list[Game]) -> None:
    type_at_once(hurried, ("x", "7", "g", "3", "Enter"), apart=200)
    expect(hurried.get_by_role("alert")).to_contain_text("No board has “x g”.")
    expect(hurried.locator("tr.board:visible")).to_have_count(6)
    expect(row(hurried, games[0])).to_be_focused()
    hurried.clock.run_for(2_000)
    type_at_once(hurried, "01", apart=1_000)
    idle(hurried)
    assert [stands(game) for game in games[:3]] == ["LW", "WL", "??"]


def test_the_search_says_where_keys_go_once_no_board_has_what_is_typed(desk: Page, games: list[Game]) -> None:
    type_keys(desk, "/05")
    said = desk.locator("#none-found")
    expect(said).to_have_text("No board has “05”. Keys go to the search. Esc leads back.")
    desk.keyboard.press("Escape")
    expect(said).to_be_hidden()
    type_keys(desk, "5")
    idle(desk)
    assert [stands(game) for game in games[:2]] == ["DD", "??"]


def test_keys_pressed_before_the_script_has_come_are_refused_visibly(
    sit_down: Callable[..., Page], kim: User, section: Section, games: list[Game]
) -> None:
    page = sit_down(kim, "/desk/")
    with held(page, "**/desk/round.js"):
        page.goto(page.url.replace("/desk/", round_of(section)), wait_until="commit")
        expect(row(page, games[0])).to_be_visible()
        type_keys(page, ("1", "5", "Backspace"))
        expect(page.locator(".keys")).to_be_hidden()
    expect(page.get_by_role("alert")).to_contain_text(
        "Keys pressed before the page was ready were not entered: 1 5 Backspace"
    )
    assert results_in_log(section) == 0


def test_who_types_on_before_the_refusal_of_an_early_key_was_read_enters_nothing(
    sit_down: Callable[..., Page], kim: User, section: Section, games: list[Game]
) -> None:
    page = sit_down(kim, "/desk/")
    page.clock.install()
    with held(page, "**/desk/round.js"):
        page.goto(page.url.replace("/desk/", round_of(section)), wait_until="commit")
        expect(row(page, games[0])).to_be_visible()
        page.clock.pause_at(datetime.now() + timedelta(minutes=1))
        type_at_once(page, "1")
    expect(page.get_by_role("alert")).to_contain_text("not entered: 1")
    type_at_once(page, "15", apart=400)
    expect(page.locator("#typed")).to_contain_text("“115” is not a result. Nothing was entered.")
    page.clock.run_for(1_100)
    type_at_once(page, "5")
    expect(page.locator("#typed"), "it is about keys before this one").to_be_hidden()
    page.clock.run_for(1_000)
    idle(page)
    assert [stands(game) for game in games[:2]] == ["DD", "??"]
