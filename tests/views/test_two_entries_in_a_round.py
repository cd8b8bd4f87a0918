"""One person has one seat in a round: who plays it already, also by another entry (28S), waits for no
opponent when the round is paired again (29G)."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of, paired, played
from tests.html import visit
from tests.views.repaired_rounds import WHY, boards
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import Section
from tournaments.services import attendance, pairings

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
