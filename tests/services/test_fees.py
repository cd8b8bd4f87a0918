"""The fees that were paid: read from lists, counted once, added up by section; on no public page."""

import pytest
from django.contrib.auth.models import User

from tests.factories import as_it_stands, played, section_of
from tests.services.importing.test_again import asked, take
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats import pasted
from tournaments.models import Event, Player, Section
from tournaments.selectors.entries.fees import fees_of, together
from tournaments.selectors.history.edits import with_edits
from tournaments.services import attendance, rosters
from tournaments.services.late_change import change_section

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(event: Event, kim: User) -> Section:
    return section_of(event, "Open", "Ann/Elm Bo/Fir Cy/Elm")


def pay(player: Player, cents: int, kim: User) -> Player:
    rosters.edit_player(player, fee_cents=cents, by=kim)
    return player


def test_a_list_brings_fees_and_corrects_those_that_it_has(section: Section) -> None:
    take(section, 'name,Entry fee paid\nDi Elm,$45.50\nEve Fir,"1,045.00"\n')
    fees = dict(section.players.values_list("name", "fee_cents"))
    assert (fees["Di Elm"], fees["Eve Fir"], fees["Ann"]) == (45_50, 1_045_00, None)
    [differs] = asked(section, "name,fee\nDi Elm,50\nEve Fir,\n").differing
    assert (differs.what, differs.here, differs.listed) == ("fee paid", "$45.50", "$50")


def test_a_fee_that_is_no_amount_is_a_problem_with_its_place(section: Section) -> None:
    [problem] = pasted.read("name,fee\nDi Elm,soon\n", teams=False).problems
    assert (problem.line, problem.column, problem.read) == (2, 2, "soon")
    assert "such as 45 or $45.50" in problem.expected


def test_fees_are_added_up_by_section_without_house_players(
    event: Event, section: Section, kim: User
) -> None:
    assert fees_of(event) == []
    reserve = section_of(event, "Reserve", "Di/Elm Eve/Fir")
    ann, bo, cy = section.players.order_by("number")
    pay(ann, 40_00, kim)
    pay(bo, 0, kim)
    rosters.edit_player(cy, house=True, by=kim)
    pay(reserve.players.get(name="Eve"), 12_50, kim)
    fees = fees_of(event)
    assert [(each.section, each.cents, each.paid, each.entries) for each in fees] == [
        ("Open", 40_00, 1, 2),
        ("Reserve", 12_50, 1, 2),
    ]
    assert together(fees) == ("", 52_50, 2, 4, 0, 1), "one is at $0, which may be free or not paid yet"


def test_who_enters_again_or_changes_the_section_has_paid_once(
    event: Event, section: Section, kim: User
) -> None:
    target = section_of(event, "Reserve", "Di/Elm Eve/Fir")
    ann, bo, _cy = section.players.order_by("number")
    played(section, 1, "1 2 WL\n3 H")
    again = attendance.re_enter(pay(ann, 40_00, kim), 1, {1: Kind.HALF_BYE}, by=kim)
    assert again.fee_cents is None
    moved = change_section(pay(bo, 30_00, kim), target, by=kim)
    bo.refresh_from_db()
    assert (moved.fee_cents, bo.fee_cents) == (30_00, None)
    assert together(fees_of(event)).cents == 70_00


def test_the_log_tells_a_fee_in_dollars(section: Section, kim: User) -> None:
    ann = pay(section.players.get(number=1), 40_00, kim)
    pay(ann, 45_50, kim)
    section = as_it_stands(section)
    [entry, *_earlier] = with_edits(list(section.standings.log.order_by("-version")))
    [edit] = entry.edits  # type: ignore[attr-defined]
    assert (edit.name, edit.before, edit.after) == ("fee paid", "$40", "$45.50")
