"""A typed list moves nobody of a locked board: the line is refused, with the lock named."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.html import Element, read
from tests.views.pairing_page import form_of, page_of, pressed, proposed, seats, section
from tests.views.test_read_back import read_back
from tournaments.errors import Refused
from tournaments.models import PairingDraft, Section
from tournaments.services import drafts

__all__ = ["section"]

EXPECTED = "no change at board 2, which is locked for {name}. Unlock it first"


@pytest.fixture
def boards(desk: Client, section: Section) -> list[tuple[str, str]]:
    """The boards of a draft whose second is locked."""
    pressed(desk, proposed(desk, section), section, "save", lock_1="on")
    return seats(page_of(desk, section))


def names(section: Section) -> dict[str, str]:
    return {str(player.number): player.called for player in section.players.all()}


def locks(section: Section) -> list[bool]:
    return [board.locked for board in PairingDraft.objects.get(section=section).draft.boards]


def typed(desk: Client, section: Section, text: str) -> tuple[int, Element]:
    answer = pressed(desk, page_of(desk, section), section, "type", pairings=text)
    return answer.status_code, read(answer)


def test_a_line_with_a_player_of_a_locked_board_is_refused_and_the_lock_stays(
    desk: Client, section: Section, boards: list[tuple[str, str]]
) -> None:
    held, other = boards[1][0], boards[0][1]
    status, page = typed(desk, section, f"{other} {held}")
    assert status == 422
    assert EXPECTED.format(name=names(section)[held]) in page
    assert seats(page_of(desk, section)) == boards
    assert locks(section) == [False, True, False]


def test_it_is_told_beside_the_line_before_it_is_seated(
    desk: Client, section: Section, boards: list[tuple[str, str]]
) -> None:
    told = read_back(desk, section, f"{boards[0][1]} {boards[1][0]}")
    assert EXPECTED.format(name=names(section)[boards[1][0]]) in " ".join(told)


def test_a_bye_for_a_player_of_a_locked_board_is_refused(
    desk: Client, section: Section, boards: list[tuple[str, str]]
) -> None:
    for bye in ("H", "B"):
        status, page = typed(desk, section, f"{boards[1][1]} {bye}")
        assert status == 422
        assert EXPECTED.format(name=names(section)[boards[1][1]]) in page
    assert locks(section) == [False, True, False]


def test_a_locked_board_that_is_typed_as_it_stands_is_no_change(
    desk: Client, section: Section, boards: list[tuple[str, str]]
) -> None:
    (one, other), (white, black), (third, fourth) = boards
    status, _page = typed(desk, section, f"{one} {fourth}\n{white} {black}\n{third} {other}")
    assert status == 200
    assert sum(locks(section)) == 1
    assert (white, black) in seats(page_of(desk, section))
    status, page = typed(desk, section, f"{black} {white}")
    assert status == 422
    assert "which is locked for" in page


def test_others_at_the_number_of_a_locked_board_are_refused(
    desk: Client, section: Section, boards: list[tuple[str, str]]
) -> None:
    one, other = boards[0]
    status, page = typed(desk, section, f"Board 2: {one}-{other}")
    assert status == 422
    assert EXPECTED.format(name=names(section)[boards[1][0]]) in page
    assert seats(page_of(desk, section)) == boards


def test_a_locked_board_that_is_listed_at_another_number_takes_its_lock_along(
    desk: Client, section: Section, boards: list[tuple[str, str]]
) -> None:
    listed = [boards[1], boards[0], boards[2]]
    text = "\n".join(f"Board {at}: {white}-{black}" for at, (white, black) in enumerate(listed, 1))
    status, _page = typed(desk, section, text)
    assert status == 200
    assert seats(page_of(desk, section)) == listed
    assert locks(section) == [True, False, False]


def test_what_is_typed_on_the_page_of_the_round_moves_nobody_of_a_locked_board_either(
    section: Section, boards: list[tuple[str, str]], kim: User
) -> None:
    with pytest.raises(Refused) as refused:
        drafts.seat_typed(section, 2, f"{boards[0][1]} {boards[1][0]}", by=kim)
    (trouble,) = refused.value.troubles
    assert trouble.expected == EXPECTED.format(name=names(section)[boards[1][0]])


def test_a_lock_that_is_taken_off_in_the_same_step_holds_nobody(
    desk: Client, section: Section, boards: list[tuple[str, str]]
) -> None:
    fields = {"do": "type", "pairings": f"{boards[0][1]} {boards[1][0]}", "lock-1": []}
    answer = form_of(page_of(desk, section), section).send(desk, fields, follow=True)
    assert answer.status_code == 200
    assert locks(section) == [False, False, False]
