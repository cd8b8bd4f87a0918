"""A match at the desk in a real browser: by key and by thumb, and what phones show of it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.keys import type_keys
from tests.browser.looks import SCHEMES, fits, fits_and_is_clean, lines_of
from tests.factories import a_section, as_it_stands, director_of, games_of, paired
from tests.sign_in import sign_in
from tournaments.formats import team_roster
from tournaments.models import Game, LogEntry, MatchBoard, Section
from tournaments.selectors.results.consequences import consequences
from tournaments.services import importing, matches

TEAMS = ("Alder", "Birch", "Cedar Castles of Greater Riverside County", "Dogwood")
PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def section(kim: User) -> Section:
    """Four teams of five, round one published: two matches on three boards, all out."""
    section = a_section(players=0, rounds=2, boards=3, by=kim, order="game_points,us_amateur")
    lines = "\n".join(f"{team},{n},{team[:5]} {n},,{2000 - n}" for team in TEAMS for n in range(1, 6))
    importing.import_team_rosters(section, team_roster.read(lines), by=kim)
    paired(section, 1, "1 2\n3 4", publish=True)
    return as_it_stands(section)


@pytest.fixture
def sit_down(new_context: Any, live_server: LiveServer, kim: User, section: Section) -> Callable[..., Page]:
    """The director at the round's page, in a browser of her own."""

    def sit(address: str = "", **options: Any) -> Page:
        context: BrowserContext = new_context(**options)
        sign_in(context, live_server, kim)
        page = context.new_page()
        page.goto(live_server.url + (address or at("desk-round", section, 1)))
        return page

    return sit


def row(page: Page, game: Game, board: int) -> Locator:
    return page.locator(f"#board-{MatchBoard.objects.get(game=game, board=board).pk}")


def score(page: Page, game: Game) -> Locator:
    return page.locator(f"#game-{game.pk} td.result")


def idle(page: Page) -> None:
    expect(page.locator("tr.queued")).to_have_count(0)


def stands(game: Game) -> list[str]:
    return [board.result for board in game.match_boards.all()]


@pytest.mark.parametrize("width", [700, 1280])
def test_the_number_of_a_board_of_a_match_stands_on_one_line(
    sit_down: Callable[..., Page], section: Section, width: int
) -> None:
    Section.objects.filter(pk=section.pk).update(first_board=142)
    paired(section, 2, "1 3\n2 4", publish=True)
    for address in (at("desk-round", section, 2), at("round", section, 2)):
        page = sit_down(address, viewport={"width": width, "height": 800})
        number = page.locator(".boards .bd").filter(has_text="142.1")
        expect(number).to_be_visible()
        assert lines_of(number) == 1


def test_matches_go_in_by_key_from_board_to_board(sit_down: Callable[..., Page], section: Section) -> None:
    first, second = games_of(section, 1)
    desk = sit_down()
    expect(row(desk, first, 1)).to_be_focused()
    type_keys(desk, "150")
    expect(row(desk, second, 1)).to_be_focused()
    idle(desk)
    expect(score(desk, first)).to_have_text("1½–1½")
    expect(desk.locator("#counters")).to_contain_text("1 of 2 matches finished")
    assert stands(first) == ["WL", "DD", "LW"]


def test_a_board_is_forfeited_cleared_and_undone_by_key(
    sit_down: Callable[..., Page], section: Section
) -> None:
    first, second = games_of(section, 1)
    desk = sit_down()
    type_keys(desk, "f")
    type_keys(desk, "r")
    idle(desk)
    expect(score(desk, first)).to_have_text("1–0")
    type_keys(desk, "u")
    expect(score(desk, first)).to_have_text("0–0")
    expect(row(desk, first, 1)).to_be_focused()
    type_keys(desk, "g")
    desk.keyboard.type("2")
    desk.keyboard.press("Enter")
    expect(row(desk, second, 1)).to_be_focused()
    type_keys(desk, "1")
    desk.keyboard.press("ArrowUp")
    desk.keyboard.press("Backspace")
    desk.keyboard.press("Enter")
    idle(desk)
    assert stands(second) == ["??", "??", "??"]


def test_a_thumb_enters_a_match_on_a_phone(sit_down: Callable[..., Page], section: Section) -> None:
    first, _second = games_of(section, 1)
    phone = sit_down(**PHONE)
    for board, choice in ((1, "Alder 1 won"), (2, "Draw"), (3, "Birch 3 won")):
        row(phone, first, board).get_by_label(choice).tap()
    idle(phone)
    expect(score(phone, first)).to_have_text("1½–1½")
    fits(phone)


def test_without_a_script_boards_are_entered_by_forms(
    sit_down: Callable[..., Page], section: Section
) -> None:
    first, _second = games_of(section, 1)
    plain = sit_down(java_script_enabled=False)
    row(plain, first, 2).get_by_label("Alder 2 won").click()
    expect(score(plain, first)).to_have_text("1–0")


def test_what_is_missing_hides_the_matches_that_are_in(
    sit_down: Callable[..., Page], section: Section
) -> None:
    first, second = games_of(section, 1)
    desk = sit_down()
    type_keys(desk, "111")
    idle(desk)
    type_keys(desk, "m")
    expect(desk.locator(f"#game-{first.pk}")).to_be_hidden()
    expect(desk.locator(f"#game-{second.pk}")).to_be_visible()


def test_a_match_that_is_hidden_stays_so_when_the_server_brings_its_score_anew(
    sit_down: Callable[..., Page], section: Section, kim: User
) -> None:
    """The answer to the last key could come after the one that hides: the match was there again, without a
    board."""
    first, _second = games_of(section, 1)
    desk = sit_down()
    type_keys(desk, "111")
    idle(desk)
    type_keys(desk, "m")
    expect(desk.locator(f"#game-{first.pk}")).to_be_hidden()
    board = MatchBoard.objects.select_related("game__round").get(game=first, board=1)
    before = score(desk, first).text_content() or ""
    matches.record_board(board, "LW", revision=board.revision, by=kim)
    expect(score(desk, first)).not_to_have_text(before)
    expect(desk.locator(f"#game-{first.pk}")).to_be_hidden()


# --- corrections ----------------------------------------------------------------------------------


def left_behind(section: Section) -> Game:
    """The first match of round one, won 1–0 on its first board, with round two published."""
    first, _second = games_of(section, 1)
    board = MatchBoard.objects.select_related("game__round").get(game=first, board=1)
    matches.record_board(board, "WL", revision=0, by=director_of(section))
    paired(section, 2, "1 3\n2 4", publish=True)
    return first


def reason(section: Section) -> str:
    return LogEntry.objects.filter(standings__section=section)[0].reason


def test_a_correction_by_key_opens_the_sheet(sit_down: Callable[..., Page], section: Section) -> None:
    first = left_behind(section)
    desk = sit_down()
    desk.keyboard.press("ArrowUp")
    type_keys(desk, "5")
    why = desk.get_by_role("dialog").get_by_label("Why?")
    expect(why).to_be_focused()
    expect(desk.get_by_role("dialog")).to_contain_text("Round 1, board 1.1")
    assert stands(first)[0] == "WL"
    why.fill("1 slip was swapped")
    desk.keyboard.press("Enter")
    expect(score(desk, first)).to_have_text("½–½")
    assert (stands(first)[0], reason(section)) == ("DD", "1 slip was swapped")


def test_a_correction_by_thumb_opens_the_sheet(sit_down: Callable[..., Page], section: Section) -> None:
    first = left_behind(section)
    phone = sit_down(**PHONE)
    phone.get_by_role("button", name="Missing only").tap()
    row(phone, first, 1).get_by_label("Draw").tap()
    phone.get_by_role("dialog").get_by_label("Why?").fill("slips were swapped")
    assert stands(first)[0] == "WL"
    fits(phone)
    phone.get_by_role("button", name="Save the correction").tap()
    expect(score(phone, first)).to_have_text("½–½")
    assert (stands(first)[0], reason(section)) == ("DD", "slips were swapped")


def test_a_correction_without_a_script_is_a_page(sit_down: Callable[..., Page], section: Section) -> None:
    first = left_behind(section)
    plain = sit_down(java_script_enabled=False)
    row(plain, first, 1).get_by_label("Draw").click()
    plain.get_by_label("Why?").fill("slips were swapped")
    assert stands(first)[0] == "WL"
    plain.get_by_role("button", name="Save the correction").click()
    expect(plain.get_by_role("heading", name="Correction")).to_be_visible()
    assert (stands(first)[0], reason(section)) == ("DD", "slips were swapped")


def test_a_correction_of_a_board_that_somebody_corrected_meanwhile_is_a_conflict(
    sit_down: Callable[..., Page], section: Section
) -> None:
    first = left_behind(section)
    desk = sit_down()
    board = MatchBoard.objects.select_related("game__round__section").get(game=first, board=1)
    seen = consequences(matches.correction_of_board(board, "LW"))
    by = director_of(section)
    matches.record_board(board, "LW", revision=board.revision, by=by, reason="slip read wrong", seen=seen)
    desk.keyboard.press("ArrowUp")
    type_keys(desk, "5")
    row(desk, first, 1).get_by_role("button", name="Replace with").click()
    desk.get_by_role("dialog").get_by_label("Why?").fill("slips were swapped")
    desk.get_by_role("button", name="Save the correction").click()
    expect(score(desk, first)).to_have_text("½–½")
    assert (stands(first)[0], reason(section)) == ("DD", "slips were swapped")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(
    sit_down: Callable[..., Page], live_server: LiveServer, section: Section, scheme: str
) -> None:
    first, _second = games_of(section, 1)
    page = sit_down(color_scheme=scheme, viewport={"width": 360, "height": 780})
    type_keys(page, "15")
    idle(page)
    for address in (
        at("desk-round", section, 1),
        reverse("match", args=[first.pk]),
        reverse("board-ruling", args=[MatchBoard.objects.get(game=first, board=2).pk]),
        at("roster", section),
        at("team-members", section, 1),
        at("import-roster", section),
        at("standings", section),
        at("round", section, 1),
        at("why", section, 1),
        at("wall-chart", section),
    ):
        page.goto(live_server.url + address)
        fits_and_is_clean(page)
