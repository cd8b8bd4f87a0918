"""A whole board gets another number: the two trade, and everything else stays."""

from django.contrib.auth.models import User
from django.test import Client

from tests.html import Element, read
from tests.views.pairing_page import form_of, page_of, pressed, proposed, seats, section
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
    do(desk, section, "save", to_0="3")
    do(desk, section, "save", to_0="3")
    assert "numbered by score again" not in do(desk, section, "again"), "moved and moved back"


def test_a_board_that_was_locked_and_not_moved_is_numbered_by_score(desk: Client, section: Section) -> None:
    before = seats(proposed(desk, section))
    do(desk, section, "save", lock_2="on")
    page = do(desk, section, "again")
    assert seats(page) == before
    assert "numbered by score again" not in page


def to_fields(page: Element) -> list[str]:
    return [field["value"] or "" for field in page.all(".to input")]


def test_of_two_boards_that_are_sent_to_one_number_the_second_is_refused(
    desk: Client, section: Section
) -> None:
    before = seats(proposed(desk, section))
    page = do(desk, section, "save", to_0="3", to_1="#3")
    assert not page.one("#board-0").all(".refused")
    told = "#3 was not saved. Expected: the number of another board of this draft. Board 1 goes there already"
    assert told in page.one("#board-1 .refused")
    assert to_fields(page) == ["3", "#3", ""]
    assert seats(page) == before


def test_a_number_to_move_to_stays_as_typed_where_something_else_is_refused(
    desk: Client, section: Section
) -> None:
    before = seats(proposed(desk, section))
    page = do(desk, section, "save", to_0="3", to_1="77", white_2="zzz")
    assert to_fields(page) == ["3", "77", ""]
    assert seats(page) == [*before[:2], ("zzz", before[2][1])]
    page = do(desk, section, "type", to_0="3", pairings="1 99")
    assert to_fields(page) == ["3", "", ""]
    assert seats(page) == before


def test_a_number_to_move_to_stays_as_typed_while_a_list_is_checked(desk: Client, section: Section) -> None:
    before = seats(proposed(desk, section))
    page = do(desk, section, "read", to_0="3", white_1="", pairings="1 5")
    assert to_fields(page) == ["3", "", ""]
    assert seats(page) == [before[0], ("", before[1][1]), before[2]]
    assert seats(page_of(desk, section)) == before


def test_a_number_to_move_to_is_not_put_on_a_board_that_somebody_else_moved_there(
    desk: Client, section: Section
) -> None:
    proposed(desk, section)
    stale = form_of(page_of(desk, section), section)
    do(desk, section, "save", to_0="3")
    page = read(stale.send(desk, {"do": "save", "to-0": "2", "to-1": "77"}))
    assert to_fields(page) == ["", "77", ""]


def test_boards_that_another_director_moved_are_told_by_name(desk: Client, section: Section) -> None:
    before = seats(proposed(desk, section))
    stale = form_of(page_of(desk, section), section)
    do(desk, section, "save", to_0="3")
    who = {str(player.number): player.called for player in section.players.all()}
    one, _two, three = [" – ".join(who[number] for number in board) for board in before]
    answer = stale.send(desk, {"do": "save", "white-0": before[1][0]})
    assert answer.status_code == 409
    page = read(answer)
    assert f"Board 1 now: {three}" in page
    assert f"Board 3 now: {one}" in page
    assert "Draft now" not in page


def test_what_a_director_moved_on_a_page_of_before_is_told(desk: Client, section: Section) -> None:
    before = seats(proposed(desk, section))
    stale = form_of(page_of(desk, section), section)
    do(desk, section, "save", to_0="3")
    who = {str(player.number): player.called for player in section.players.all()}
    answer = stale.send(desk, {"do": "save", "to-0": "2"})
    assert answer.status_code == 409
    assert f"You sent: {' – '.join(who[number] for number in before[0])} to board 2" in read(answer)
    assert seats(page_of(desk, section)) == [before[2], before[1], before[0]]


def test_a_reserved_board_stays_where_its_player_has_it(desk: Client, section: Section, kim: User) -> None:
    rosters.edit_player(section.players.get(number=1), fixed_board=3, by=kim)
    page = proposed(desk, section)
    at_ = next(n for n, pair in enumerate(seats(page)) if "1" in pair)
    assert not page.one(".pairs").all(f"#to-{page.all('.pair')[at_]['data-at']}")
    other = page.all(".to input")[0]["name"].replace("-", "_")
    told = do(desk, section, "save", **{other: "3"}).one(".pairs")
    assert "the number of a board that is not reserved" in told
