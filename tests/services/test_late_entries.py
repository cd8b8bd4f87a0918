"""Who entered late (28K), whichever way: the cut of an accelerated round 2 is that of round 1 (28R1)."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import EntryFactory, a_section, as_it_stands, played
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats.byes import Bye
from tournaments.formats.records import RosterEntry, RosterFile
from tournaments.formats.registration import read_table
from tournaments.models import Event, LogEntry, Section
from tournaments.pairing.options import Options
from tournaments.pairing.reading import entrants, pool
from tournaments.selectors.entries.late import late_entries
from tournaments.selectors.pairing.basis import basis
from tournaments.services import attendance, drafts, importing, orders, pairings, rosters
from tournaments.services.late_change import change_section
from tournaments.services.undoing import undo_entry

pytestmark = pytest.mark.django_db

LATE_RATINGS = (2300, 2200, 2150, 1000)
HALF = {1: Kind.HALF_BYE}


@pytest.fixture
def section(event: Event, kim: User) -> Section:
    """Eight players rated 1900 to 1200, accelerated; the higher rated won in round 1."""
    a_section(0, 4, event=event, name="Amateur")
    section = a_section(0, 4, event=event, name="Open")
    rosters.add_players(section, [EntryFactory.create(rating=1900 - 100 * at) for at in range(8)], by=kim)
    orders.post_options(section, Options(acceleration="added_score"), by=kim)
    played(section, 1, "1 3 WL\n4 2 LW\n5 7 WL\n8 6 LW")
    return as_it_stands(section)


def newcomers(*, byes: tuple[Bye, ...] = ()) -> list[RosterEntry]:
    return [EntryFactory.create(rating=rating, byes=byes) for rating in LATE_RATINGS]


def added(section: Section, number: int = 2) -> set[int]:
    """Who is paired on an added point (28R1)."""
    request = basis(as_it_stands(section), number).request
    return {each.number for each in entrants(request, pool(request)) if each.added_q}


# --- the ways to come late ------------------------------------------------------------------------


def by_the_form(section: Section, by: User) -> None:
    for entry in newcomers():
        attendance.add_player(section, entry, HALF, by=by)


def still_to_be_paired(section: Section, by: User) -> None:
    for entry in newcomers():
        attendance.add_player(section, entry, {}, by=by)


def typed_in_a_list(section: Section, by: User) -> None:
    rosters.add_players(section, newcomers(), by=by)


def pasted(section: Section, by: User) -> None:
    """With half-point byes in round 1."""
    listed = RosterFile(tuple(newcomers(byes=(Bye(1, Kind.HALF_BYE),))))
    importing.import_roster(section, listed, by=by)


def by_a_registration_file(section: Section, by: User) -> None:
    """One of several sections: the log of the first has the rows of all."""
    people = zip(("Bo Birch", "Cy Cedar", "Di Dogwood", "Ed Elm"), LATE_RATINGS, strict=True)
    lines = [f"{name},{rating},Open" for name, rating in people]
    file = "\n".join(["Name,Rating,Section", "Ann Alder,1500,Amateur", *lines, ""])
    made = importing.plan(section.event, read_table(file), importing.Choices())
    importing.register(section.event, made, by=by)


def from_another_section(section: Section, by: User) -> None:
    other = a_section(0, 4, event=section.event, name="Reserve")
    rosters.add_players(other, newcomers(), by=by)
    played(other, 1, "1 3 WL\n2 4 WL")
    for player in other.players.order_by("number"):
        change_section(player, as_it_stands(section), HALF, by=by)


EVERY_WAY = [
    *(by_the_form, still_to_be_paired, typed_in_a_list, pasted, by_a_registration_file),
    from_another_section,
]


@pytest.mark.parametrize("come", EVERY_WAY)
def test_late_entrants_move_no_cut_and_are_above_it_where_their_rating_is(
    section: Section, kim: User, come: Callable[[Section, User], None]
) -> None:
    before = added(section)
    come(section, kim)
    late = {player.number: player.rating for player in section.players.filter(number__gt=8)}
    assert sorted(filter(None, late.values()), reverse=True) == list(LATE_RATINGS)
    assert late_entries(section) == late.keys()
    above = {number for number, rating in late.items() if (rating or 0) > 1600}
    assert added(section) == before | above == {1, 2, 3, 4} | above
    assert added(section, 1) - late.keys() == {1, 2, 3, 4}, "nor that of round 1, if it is paired again"


def test_a_re_entry_moves_no_cut(section: Section, kim: User) -> None:
    attendance.re_enter(section.players.get(number=8), 1, {1: Kind.UNPAIRED}, by=kim)
    assert late_entries(section) == {9}
    assert added(section) == {1, 2, 3, 4}


# --- where it is asked for ------------------------------------------------------------------------


def queries_of_the_log(act: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as asked:
        act()
    return [query["sql"] for query in asked.captured_queries if "tournaments_logentry" in query["sql"]]


@pytest.mark.parametrize(("number", "acceleration"), [(2, "off"), (3, "added_score")])
def test_a_round_that_goes_by_no_late_entry_does_not_search_the_log_for_any(
    section: Section, kim: User, number: int, acceleration: str
) -> None:
    orders.post_options(section, Options(acceleration=acceleration), by=kim, reason="posted wrong")
    by_the_form(section, kim)
    section = as_it_stands(section)
    assert not queries_of_the_log(lambda: basis(section, number))
    assert not basis(section, number).request.late
    assert late_entries(section) == {9, 10, 11, 12}


def test_the_search_passes_over_the_results_of_a_log(section: Section, kim: User) -> None:
    """Nearly all of a long log are results."""
    by_the_form(section, kim)
    _publication, came = queries_of_the_log(lambda: late_entries(section))
    assert "'result'" not in came
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {came}")
            plan = " ".join(str(row[-1]) for row in cursor.fetchall())
        assert "log_of_a_verb (standings_id=? AND verb=? AND rowid>?)" in plan


# --- who is not late ------------------------------------------------------------------------------


def test_before_round_one_is_published_nobody_is_late(kim: User) -> None:
    section = a_section(4, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    rosters.add_players(section, newcomers(), by=kim)
    assert not late_entries(section)


def test_who_came_while_the_publication_was_taken_back_is_not_late(kim: User) -> None:
    section = a_section(4, by=kim)
    pairings.pair(section, 1, "1 3\n2 4", by=kim)
    pairings.publish(section, 1, by=kim)
    undo_entry(section.pk, by=kim, entry_id=LogEntry.objects.latest("pk").pk, reason="too early")
    rosters.add_players(section, newcomers()[:2], by=kim)
    pairings.publish(section, 1, by=kim)
    rosters.add_players(section, newcomers()[:1], by=kim)
    assert late_entries(section) == {7}


def test_who_was_removed_and_brought_back_is_what_they_were(kim: User) -> None:
    section = a_section(5, by=kim)
    pairings.pair(section, 1, "1 3\n2 4", by=kim)
    pairings.publish(section, 1, by=kim)
    rosters.add_players(section, newcomers()[:1], by=kim)
    for number in (5, 6):
        rosters.remove_player(section.players.get(number=number), by=kim)
        undo_entry(section.pk, by=kim, entry_id=LogEntry.objects.latest("pk").pk, reason="wrong one")
    assert section.players.count() == 6
    assert late_entries(section) == {6}
