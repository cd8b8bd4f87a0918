"""A hall's round by two people at once, on a slow network: nothing is lost, each result is its scorer's."""

from collections.abc import Callable
from itertools import zip_longest

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.addresses import at
from tests.browser.at_desk import slow
from tests.browser.keys import hurry, type_at_once, type_keys
from tests.browser.looks import also
from tests.factories import UserFactory, a_section, as_it_stands, games_of, paired
from tournaments.models import Game, LogEntry, Role, Section, Staff, Verb

BOARDS = 40


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(2 * BOARDS, by=kim, order="modified_median,solkoff")
    paired(section, 1, "\n".join(f"{n} {n + 1}" for n in range(1, 2 * BOARDS, 2)), publish=True)
    return as_it_stands(section)


@pytest.fixture
def lee(section: Section) -> User:
    lee = UserFactory.create(first_name="Lee", last_name="Moss")
    Staff.objects.create(event=section.event, user=lee, role=Role.SCOREKEEPER)
    return lee


def results(section: Section) -> list[str]:
    return [
        "".join(game.seats.order_by("-side").values_list("kind", flat=True)) for game in games_of(section, 1)
    ]


@pytest.mark.slow
def test_two_people_enter_forty_boards_at_once_and_each_result_is_there_under_its_scorers_name(
    sit_down: Callable[..., Page], kim: User, lee: User, section: Section
) -> None:
    round_one = at("desk-round", section, 1)
    chief, scorekeeper = slow(sit_down(kim, round_one)), slow(sit_down(lee, round_one))
    expect(scorekeeper.get_by_role("button", name="Publish")).to_have_count(0)
    expect(scorekeeper.locator("a", has_text="Section setup")).to_have_count(0)
    half = BOARDS // 2
    type_keys(scorekeeper, ["g", *str(half + 1), "Enter"])
    mine, theirs = "105" * 7, "051" * 7
    for one, other in zip_longest(mine[:half], theirs[:half]):
        type_keys(chief, one)
        type_keys(scorekeeper, other)
    for page in (chief, scorekeeper):
        expect(page.locator("tr.queued")).to_have_count(0, timeout=60_000)
    letters = {"1": "WL", "0": "LW", "5": "DD"}
    assert results(section) == [letters[key] for key in mine[:half] + theirs[:half]]
    authors = (
        Game.objects.filter(round__section=section).order_by("board").values_list("entered_by", flat=True)
    )
    assert list(authors) == [kim.pk] * half + [lee.pk] * half
    log = LogEntry.objects.filter(standings=section.standings_id, verb=Verb.RESULT)
    assert log.count() == BOARDS
    assert log.filter(who=lee).count() == half
    # Each sees what the other has entered, without a touch.
    for page in (chief, scorekeeper):
        expect(page.locator("#counters")).to_contain_text("Round 1 is complete.", timeout=60_000)
        expect(page.locator("td.result", has_text="–")).to_have_count(BOARDS, timeout=60_000)


@pytest.mark.slow
@pytest.mark.parametrize("draw", [also("5"), "d"])
@pytest.mark.parametrize("apart", [60, also(100)])
def test_forty_boards_typed_in_seconds_all_stand(
    sit_down: Callable[..., Page], kim: User, section: Section, draw: str, apart: int
) -> None:
    page = sit_down(kim, "/desk/")
    hurry(page, page.url.replace("/desk/", at("desk-round", section, 1)))
    keys = ("1", "0", draw, draw, "1", "1", "0", draw) * (BOARDS // 8)
    type_at_once(page, keys, apart=apart)
    page.clock.run_for(1_000)
    expect(page.locator("tr.queued")).to_have_count(0, timeout=60_000)
    expect(page.locator("#typed")).to_be_hidden()
    letters = {"1": "WL", "0": "LW", draw: "DD"}
    assert results(section) == [letters[key] for key in keys]
