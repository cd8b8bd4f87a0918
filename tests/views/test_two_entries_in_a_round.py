"""One person has one seat in a round: who plays it already, also by another entry (28S), waits for no
opponent when the round is paired again (29G)."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of, paired, played
from tests.html import visit
from tests.views.pairing_page import page_of, proposed
from tests.views.repaired_rounds import WHY, boards
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import Section
from tournaments.services import attendance, drafts, pairings

LINK = "Somebody has no board: move players up, or pair again (29G)"


@pytest.fixture
def forfeited(kim: User) -> Section:
    """Eight players in round 2: 3 did not come to 3 – 4, and withdrew after round 1."""
    section = a_section(8, 4, by=kim)
    played(section, 1, "1 5 WL\n6 2 LW\n3 7 WL\n8 4 LW")
    paired(section, 2, "1 2\n3 4\n5 6\n7 8", publish=True, by=kim)
    enter(games_of(section, 2)[1], "FX", by=kim)
    return as_it_stands(section)


def test_who_won_by_the_forfeit_of_one_who_then_withdrew_waits_for_no_opponent(
    desk: Client, forfeited: Section, kim: User
) -> None:
    pairings.withdraw(forfeited.players.get(number=3), 1, by=kim)
    assert not visit(desk, at("pairing", forfeited, 2)).all(".repair")


def test_who_entered_again_and_forfeited_as_the_first_entry_is_offered_no_board(
    desk: Client, forfeited: Section, kim: User
) -> None:
    attendance.re_enter(forfeited.players.get(number=3), 1, {1: Kind.UNPAIRED}, by=kim)
    assert not visit(desk, at("pairing", forfeited, 2)).all(".repair")
    assert LINK not in visit(desk, at("desk-round", forfeited, 2))


def test_a_first_entry_that_is_back_is_offered_no_board_while_its_second_plays(
    desk: Client, forfeited: Section, kim: User
) -> None:
    first = forfeited.players.get(number=8)
    again = attendance.re_enter(first, 2, {1: Kind.UNPAIRED, 2: Kind.UNPAIRED}, by=kim)
    paired(forfeited, 3, f"{again.number} 1\n2 4\n5 6", publish=True, by=kim)
    pairings.reinstate(first, by=kim)
    page = visit(desk, at("pairing", as_it_stands(forfeited), 3))
    assert f"{first.called} has no opponent" not in page
    assert "no opponent" in page


@pytest.mark.parametrize("how", ["ladder", "again"])
def test_around_them_a_round_is_paired_again_for_who_does_wait(
    desk: Client, forfeited: Section, kim: User, how: str
) -> None:
    """7 went home: 8 waits. The forfeit stays, and its winner and both entries of 3 where they are."""
    first = forfeited.players.get(number=3)
    again = attendance.re_enter(first, 1, {1: Kind.UNPAIRED}, by=kim)
    pairings.withdraw(forfeited.players.get(number=7), 1, by=kim, reason=WHY, unpairing=True)
    section = as_it_stands(forfeited)
    page = visit(desk, at("pairing", section, 2))
    eighth = section.players.get(number=8)
    assert page.one(".repair h2").text == f"{eighth.called} has no opponent in this round"
    page.form(at("change-pairing", section, 2)).send(desk, {"do": how, "reason": WHY})
    after = boards(section)
    assert after[2] == {3, 4}
    assert again.number not in {number for both in after.values() for number in both}
    assert not again.seats.filter(round__number=2).exists()


@pytest.fixture
def entered_twice(kim: User) -> Section:
    """Eight players after round 1: 7 left, and 8, who entered again as 9, is back as 8 too."""
    section = a_section(8, 4, by=kim)
    played(section, 1, "1 5 WL\n6 2 LW\n3 7 WL\n8 4 LW")
    first = section.players.get(number=8)
    attendance.re_enter(first, 1, {1: Kind.UNPAIRED}, by=kim)
    pairings.reinstate(first, by=kim)
    pairings.withdraw(section.players.get(number=7), 1, by=kim)
    return as_it_stands(section)


def test_two_entries_of_one_player_on_two_boards_are_a_problem_of_each_and_counted_by_the_gate(
    desk: Client, entered_twice: Section, kim: User
) -> None:
    page = proposed(desk, entered_twice)
    name = entered_twice.players.get(number=8).called
    told = f"{name} is in this round twice, by the entries with numbers 8 and 9 (28S)."
    assert page.text.count(told) == 2
    gate = visit(desk, at("publish-pairing", entered_twice, 2))
    assert "2 boards with a player seated twice" in gate


def test_two_entries_of_one_player_on_one_board_are_one_problem(
    desk: Client, entered_twice: Section, kim: User
) -> None:
    proposed(desk, entered_twice)
    drafts.seat_typed(as_it_stands(entered_twice), 2, "1: 8 9", by=kim)
    page = page_of(desk, entered_twice)
    assert "are entries of one player (28S)." in page
    assert "is in this round twice" not in page
    assert "1 pair to keep apart" in visit(desk, at("publish-pairing", entered_twice, 2))


def test_an_entry_with_the_bye_beside_another_on_a_board_is_a_problem_of_the_board(
    desk: Client, entered_twice: Section, kim: User
) -> None:
    proposed(desk, entered_twice)
    drafts.seat_typed(as_it_stands(entered_twice), 2, "8 B", by=kim)
    page = page_of(desk, entered_twice)
    assert "by the entries with numbers 8 and 9 (28S)." in page
    assert "1 board with a player seated twice" in visit(desk, at("publish-pairing", entered_twice, 2))
