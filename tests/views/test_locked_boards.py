"""No button changes a locked board: it is unlocked first, also from a page that is older."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import a_section
from tests.html import read
from tests.views.pairing_page import form_of, page_of, pressed, proposed, seats, section
from tournaments.errors import Refused
from tournaments.models import PairingDraft, Section
from tournaments.pairing.draft import removed
from tournaments.services import drafts

__all__ = ["section"]

FIRST = "is locked. Unlock it first. Nothing was saved."


@pytest.fixture
def boards(desk: Client, section: Section) -> list[tuple[str, str]]:
    """The boards of a draft whose second is locked."""
    pressed(desk, proposed(desk, section), section, "save", lock_1="on")
    return seats(page_of(desk, section))


def locks(section: Section) -> list[bool]:
    return [board.locked for board in PairingDraft.objects.get(section=section).draft.boards]


def test_a_locked_board_offers_no_swap_and_no_removal(
    desk: Client, section: Section, boards: list[tuple[str, str]]
) -> None:
    page = page_of(desk, section)
    assert [button["value"] for button in page.all(".pair button")] == [
        "swap-0",
        "remove-0",
        "swap-2",
        "remove-2",
    ]


@pytest.mark.parametrize("press", ["swap-1", "remove-1", "half-{0}", "zero-{1}", "full-{0}", "seat-{0}-{2}"])
def test_a_button_that_would_change_a_locked_board_is_refused(
    desk: Client, section: Section, boards: list[tuple[str, str]], press: str
) -> None:
    do = press.format(*boards[1], boards[0][0])
    answer = pressed(desk, page_of(desk, section), section, do)
    assert answer.status_code == 422
    assert f"Board 2 {FIRST}" in read(answer)
    assert seats(page_of(desk, section)) == boards
    assert locks(section) == [False, True, False]


def test_it_is_refused_where_another_director_changed_another_board(
    desk: Client, section: Section, boards: list[tuple[str, str]]
) -> None:
    ours, theirs = page_of(desk, section), page_of(desk, section)
    pressed(desk, theirs, section, "swap-0")
    answer = pressed(desk, ours, section, "swap-1")
    assert answer.status_code == 422
    assert f"Board 2 {FIRST}" in read(answer)
    assert seats(page_of(desk, section))[1] == boards[1]


@pytest.mark.parametrize("press", ["swap-0", "remove-0"])
def test_a_page_from_before_the_lock_changes_nothing(
    desk: Client, section: Section, boards: list[tuple[str, str]], press: str
) -> None:
    ours, theirs = page_of(desk, section), page_of(desk, section)
    pressed(desk, theirs, section, "save", lock_0="on")
    assert pressed(desk, ours, section, press).status_code == 409
    assert seats(page_of(desk, section)) == boards
    assert locks(section) == [True, True, False]


@pytest.mark.parametrize("press", ["swap-1", "remove-1"])
def test_a_board_that_is_unlocked_in_the_same_step_is_changed(
    desk: Client, section: Section, boards: list[tuple[str, str]], press: str
) -> None:
    answer = form_of(page_of(desk, section), section).send(desk, {"do": press, "lock-1": []}, follow=True)
    assert answer.status_code == 200
    assert boards[1] not in seats(page_of(desk, section))


def test_the_service_refuses_what_the_page_does(
    section: Section, boards: list[tuple[str, str]], kim: User
) -> None:
    draft = PairingDraft.objects.get(section=section).draft
    with pytest.raises(Refused, match=FIRST):
        drafts.edit(section, 2, removed(draft, 1), keeping=draft, by=kim)
    assert locks(section) == [False, True, False]


def test_of_teams_a_match_is_locked(desk: Client, kim: User) -> None:
    teams = a_section(4, by=kim, boards=4)
    form_of(proposed(desk, teams, 1), teams, 1).send(desk, {"do": "save", "lock-0": "on"})
    answer = form_of(page_of(desk, teams, 1), teams, 1).send(desk, {"do": "swap-0"})
    assert answer.status_code == 422
    assert f"Match 1 {FIRST}" in read(answer)
