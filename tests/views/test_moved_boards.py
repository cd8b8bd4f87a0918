"""A whole board gets another number: the two trade, and everything else stays."""

from django.contrib.auth.models import User
from django.test import Client

from tests.html import Element, read
from tests.views.pairing_page import page_of, pressed, proposed, seats, section
from tournaments.models import Section
from tournaments.services import rosters

__all__ = ["section"]


def do(desk: Client, section: Section, act: str, **typed: str) -> Element:
    return read(pressed(desk, page_of(desk, section), section, act, **typed))


def test_a_board_and_the_one_whose_number_it_gets_trade_numbers(desk: Client, section: Section) -> None:
    one, two, three = seats(proposed(desk, section))
    page = do(desk, section, "save", to_0="3")
    assert seats(page) == [three, two, one]
    assert page.texts(".pair > .no") == ["1", "2", "3"]
    assert seats(do(desk, section, "undo")) == [one, two, three]


def test_seats_and_locks_that_are_typed_with_it_go_along(desk: Client, section: Section) -> None:
    one, two, three = seats(proposed(desk, section))
    page = do(desk, section, "swap-0", to_0="3", lock_1="on")
    assert seats(page) == [three, two, one[::-1]]
    assert [board["id"] for board in page.all(".locked")] == ["board-1"]
    assert seats(do(desk, section, "remove-2", to_2="1")) == [two, three], "the button is of its board"


def test_a_number_that_no_board_has_is_refused_beside_the_board(desk: Client, section: Section) -> None:
    before = seats(proposed(desk, section))
    page = do(desk, section, "save", to_1="9")
    assert "9 was not saved. Expected: the number of another board of this draft" in page.one("#board-1")
    assert seats(page) == before


def test_a_locked_board_keeps_its_number_when_the_rest_is_paired_again(
    desk: Client, section: Section
) -> None:
    one, two, three = seats(proposed(desk, section))
    do(desk, section, "save", to_0="3", lock_0="on")
    page = do(desk, section, "again")
    assert seats(page) == [two, three, one]
    assert "Boards that are not locked are numbered by score again." in page
    page = do(desk, section, "again")
    assert seats(page) == [two, three, one]
    assert "numbered by score again" not in page
    page = do(desk, section, "anew")
    assert seats(page) == [one, two, three]
    assert "Boards are numbered by score again." in page


def test_boards_that_are_not_locked_are_numbered_by_score_again_and_the_page_says_so(
    desk: Client, section: Section
) -> None:
    before = seats(proposed(desk, section))
    do(desk, section, "save", to_0="3")
    page = do(desk, section, "again")
    assert seats(page) == before
    assert "Boards are numbered by score again." in page
    assert "numbered by score again" not in do(desk, section, "again")


def test_a_board_that_was_locked_and_not_moved_is_numbered_by_score(desk: Client, section: Section) -> None:
    before = seats(proposed(desk, section))
    do(desk, section, "save", lock_2="on")
    page = do(desk, section, "again")
    assert seats(page) == before
    assert "numbered by score again" not in page


def test_a_reserved_board_stays_where_its_player_has_it(desk: Client, section: Section, kim: User) -> None:
    rosters.edit_player(section.players.get(number=1), fixed_board=3, by=kim)
    page = proposed(desk, section)
    at_ = next(n for n, pair in enumerate(seats(page)) if "1" in pair)
    assert not page.one(".pairs").all(f"#to-{page.all('.pair')[at_]['data-at']}")
    other = page.all(".to input")[0]["name"].replace("-", "_")
    told = do(desk, section, "save", **{other: "3"}).one(".pairs")
    assert "the number of a board that is not reserved" in told
