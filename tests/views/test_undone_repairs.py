"""A posted round whose repair is undone is as it was before, and so are its ways on (29G)."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, games_of, undone
from tests.html import Element, visit
from tests.views.repaired_rounds import WHY, boards
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import LogEntry, Section
from tournaments.services import attendance, drafts, pairings, rosters, undoing
from tournaments.services.reasons import keep


@pytest.fixture
def left(kim: User) -> Section:
    """Nine players in round 1, which is posted: 1 – 5, 2 – 6, 3 – 7, 4 – 8, and 9 has the bye. 1 left."""
    section = a_section(0, 4, by=kim, order="solkoff")
    rosters.add_players(section, [EntryFactory.create(rating=1900 - 100 * at) for at in range(9)], by=kim)
    drafts.keep(as_it_stands(section), 1, drafts.propose(as_it_stands(section), 1), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    keep(section.pk, 1)
    pairings.withdraw(section.players.get(number=1), 0, by=kim, reason=WHY, unpairing=True)
    return as_it_stands(section)


def page(desk: Client, section: Section) -> Element:
    return visit(desk, at("pairing", section, 1))


def press(desk: Client, section: Section, how: str) -> None:
    form = page(desk, section).form(at("change-pairing", section, 1))
    assert form.send(desk, {"do": how, "reason": WHY}).status_code == 302


def ladder_told(desk: Client, section: Section) -> list[str]:
    """The ladder that is offered, and why its new board meets once it is published."""
    offered = page(desk, section).texts(".way")[0]
    press(desk, section, "ladder")
    board = next(board for board, both in boards(section, 1).items() if 5 in both)
    return [offered, visit(desk, at("board", section, 1, board)).one(".reason").text]


@pytest.mark.parametrize("how", ["ladder", "again"])
def test_a_round_whose_repair_was_undone_offers_the_ways_that_it_did(
    desk: Client, left: Section, kim: User, how: str
) -> None:
    before = page(desk, left).texts(".way")
    assert len(before) == 2
    press(desk, left, how)
    undone(as_it_stands(left), by=kim)
    assert page(desk, left).texts(".way") == before
    assert page(desk, left).all("[name=waiting]")
    offered, why = ladder_told(desk, left)
    assert offered == before[0]
    assert why.startswith(f"After {left.players.get(number=1).called} left the round, ")


def test_who_comes_late_after_a_repair_was_undone_is_seated_with_who_waits(
    desk: Client, left: Section, kim: User
) -> None:
    press(desk, left, "ladder")
    undone(as_it_stands(left), by=kim)
    before = boards(left, 1)
    attendance.add_player(as_it_stands(left), EntryFactory.create(rating=1050), {}, by=kim)
    offered, _why = ladder_told(desk, as_it_stands(left))
    assert offered.startswith("Seat them together")
    assert boards(left, 1) == before | {1: {5, 10}}


def test_a_board_of_a_repair_that_the_director_removed_stands_no_more(
    desk: Client, left: Section, kim: User
) -> None:
    press(desk, left, "ladder")
    pairings.remove_pairing(games_of(left, 1)[0], by=kim, reason=WHY)
    pairings.give_bye(as_it_stands(left), 1, [9], Kind.FULL_BYE, by=kim, reason=WHY)
    five, nine = (left.players.get(number=number).called for number in (5, 9))
    found = page(desk, left)
    assert f"{five} has no opponent in this round" in found
    assert f"{nine} plays and loses the full-point bye" in found.texts(".way")[0]


def test_a_board_that_was_removed_by_a_step_that_was_redone_names_who_left(
    desk: Client, left: Section, kim: User
) -> None:
    undone(left, by=kim)
    undoing.undo_entry(left.pk, by=kim, entry_id=LogEntry.objects.latest("pk").pk, reason=WHY)
    _offered, why = ladder_told(desk, as_it_stands(left))
    assert why.startswith(f"After {left.players.get(number=1).called} left the round, ")
