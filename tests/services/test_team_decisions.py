"""A playoff or a toss of teams is recorded for exactly those still tied, and moves table and sections."""

import random
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    EntryFactory,
    UserFactory,
    as_it_stands,
    enter,
    games_of,
    paired,
    played,
    section_of,
    undone,
)
from tiebreaks.models import Decision, Published
from tiebreaks.published import TeamsDocument
from tiebreaks.selectors import teams_document
from tournaments.errors import Conflict, Refused
from tournaments.models import Event, Section, TeamTable
from tournaments.selectors.awards.ties import ties
from tournaments.selectors.results.team_desk import tables_that
from tournaments.services import rosters
from tournaments.services.decisions import COIN_TOSS, PLAYOFF, record_decision, toss_coin, withdraw_decision
from tournaments.services.orders import post_order
from tournaments.services.rebuilding import check
from tournaments.services.teams import edit_table, make_table, name_school, remove_table


def recomputed(table: TeamTable) -> bool:
    return check(TeamTable, table.pk).difference == ""


@pytest.fixture
def k1(event: Event, kim: User) -> Section:
    """Elm, Fir and Gum have won one game each against Hay: nothing separates them."""
    section = section_of(event, "K-1", "Elm Hay Fir Hay", rounds=1)
    played(section, 1, "1 2 WL\n3 4 WL")
    return section


@pytest.fixture
def k3(event: Event, kim: User) -> Section:
    section = section_of(event, "K-3", "Gum Hay", rounds=1)
    played(section, 1, "1 2 WL")
    return section


@pytest.fixture
def table(event: Event, k1: Section, k3: Section, kim: User) -> TeamTable:
    return make_table(event, name="Schools", sections=[k1, k3], minimum=1, place_trophies=2, by=kim)


ELM, FIR, GUM, HAY = 1, 2, 3, 4  # teams are numbered by name
TIED = [("Elm", 1), ("Fir", 1), ("Gum", 1), ("Hay", 4)]


def body(table: TeamTable) -> TeamsDocument:
    return teams_document(table.standings_id)


def ladder(table: TeamTable) -> list[tuple[str, int]]:
    document = body(table)
    return [(document.team[each.number].name, each.rank) for each in document.standings]


def stands(table: TeamTable) -> TeamTable:
    return TeamTable.objects.get(pk=table.pk)


def aside(table: TeamTable) -> list[str]:
    return [decision.set_aside for decision in ties(stands(table), {}).decisions]


# --- recording -----------------------------------------------------------------------------------


def test_a_playoff_orders_the_tied_teams_and_gives_them_their_trophies(table: TeamTable, kim: User) -> None:
    assert ladder(table) == TIED
    assert len({award.contest for award in body(table).awards}) == 1
    row = record_decision(PLAYOFF, table, [[GUM], [ELM], [FIR]], by=kim, note=" blitz ")
    assert ladder(table) == [("Gum", 1), ("Elm", 2), ("Fir", 3), ("Hay", 4)]
    assert [(award.prize.nth, award.winners, award.contest) for award in body(table).awards] == [
        (1, (GUM,), 0),
        (2, (ELM,), 0),
    ]
    assert (row.after_round, row.seed, row.note, row.recorded_by) == (1, "", "blitz", "Kim Okafor")


def test_it_is_one_change_of_the_table_and_of_no_section(
    table: TeamTable, k1: Section, k3: Section, kim: User
) -> None:
    before = [as_it_stands(section).stamp for section in (k1, k3)]
    was = stands(table).version
    record_decision(COIN_TOSS, table, [[FIR], [ELM], [GUM]], by=kim)
    assert [as_it_stands(section).stamp for section in (k1, k3)] == before
    assert stands(table).version == was + 1
    entry = table.standings.log.latest("pk")
    assert (entry.verb, entry.summary) == ("tie", "Coin toss: Fir, then Elm, then Gum")
    assert [row[0] for row in entry.rows] == ["decision"]


def test_a_toss_about_one_of_two_tables_over_five_sections_computes_that_table_once(
    event: Event, kim: User
) -> None:
    sections = []
    for grade, teams in enumerate(["Elm Hay Fir Hay", "Gum Hay", "Ivy Oak", "Oak Ivy", "Ash Hay"], 1):
        section = section_of(event, f"Grade {grade}", teams, rounds=1)
        played(section, 1, "1 2 WL\n3 4 WL" if grade == 1 else "1 2 WL")
        sections.append(section)
    about, other = (
        make_table(event, name=name, sections=sections, minimum=1, place_trophies=2, by=kim)
        for name in ("Schools", "Clubs")
    )
    first = body(about).standings[0]
    tied = [standing.number for standing in body(about).standings if standing.rank == first.rank]
    assert len(tied) > 1
    before = {row.pk: row.stamp for row in Published.objects.all()}
    with CaptureQueriesContext(connection) as queries:
        record_decision(COIN_TOSS, about, [[number] for number in tied], by=kim)
    assert {row.pk for row in Published.objects.all() if row.stamp != before[row.pk]} == {about.standings_id}
    written = [query["sql"] for query in queries if query["sql"].startswith(("UPDATE", "INSERT", "DELETE"))]
    assert [re.findall(r'"(\w+)"', sql)[0] for sql in written] == [
        "tiebreaks_decision",
        "tiebreaks_standings",
        "tournaments_logentry",
        "tiebreaks_published",
    ]
    assert stands(other).stamp == before[other.standings_id]
    assert len(queries) <= 24


def test_the_document_is_what_its_sections_and_decisions_give(table: TeamTable, kim: User) -> None:
    record_decision(PLAYOFF, table, [[GUM], [ELM, FIR]], by=kim)
    record_decision(COIN_TOSS, table, [[FIR], [ELM]], by=kim)
    assert recomputed(table)
    assert ladder(table)[:3] == [("Gum", 1), ("Fir", 2), ("Elm", 3)]
    assert [step.system.code for step in body(table).steps[-2:]] == ["playoff", "coin_toss"]
    assert [how.by for how in body(table).recordings] == ["Kim Okafor", "Kim Okafor"]


# --- the program's coin --------------------------------------------------------------------------


def test_a_coin_is_drawn_from_the_seed_that_is_stored(table: TeamTable, kim: User) -> None:
    row = toss_coin(table, [GUM, ELM, FIR], by=kim)
    names = ["Elm", "Fir", "Gum"]
    random.Random(row.seed).shuffle(names)
    assert row.order == [[name] for name in names]
    assert [name for name, _rank in ladder(table)][:3] == names
    (how,) = body(table).recordings
    assert (how.seed, how.drawn_from) == (row.seed, ("Elm", "Fir", "Gum"))


def test_a_coin_is_never_tossed_again_for_the_same_teams(table: TeamTable, kim: User) -> None:
    first = toss_coin(table, [ELM, FIR, GUM], by=kim)
    outcome = ladder(table)
    for _again in range(3):
        withdraw_decision(table, first, by=kim)
        assert ladder(table) == TIED
        again = toss_coin(table, [FIR, ELM, GUM], by=kim)
        assert (again.pk, again.seed) == (first.pk, first.seed)
        assert ladder(table) == outcome


def test_taking_one_back_leaves_what_another_recorded(table: TeamTable, kim: User) -> None:
    own = record_decision(PLAYOFF, table, [[ELM], [FIR, GUM]], by=kim)
    record_decision(COIN_TOSS, table, [[GUM], [FIR]], by=UserFactory.create())
    withdraw_decision(table, own, by=kim)
    assert ladder(table) == TIED
    assert aside(table) == ["set aside: the tied group changed", "withdrawn"]
    record_decision(PLAYOFF, table, [[ELM], [FIR, GUM]], by=kim)
    assert [name for name, _rank in ladder(table)] == ["Elm", "Gum", "Fir", "Hay"]


# --- set aside -----------------------------------------------------------------------------------


def test_a_corrected_result_sets_it_aside_visibly_and_brings_it_back(
    table: TeamTable, k1: Section, kim: User
) -> None:
    record_decision(PLAYOFF, table, [[GUM], [ELM], [FIR]], by=kim)
    decided = ladder(table)
    assert aside(table) == [""]
    enter(games_of(k1, 1)[0], "DD", by=kim)
    assert ladder(table)[:2] == [("Fir", 1), ("Gum", 1)]
    assert aside(table) == ["set aside: the tied group changed"]
    (needs,) = tables_that(sections=k1)
    assert needs.set_aside == ["Playoff: Gum, then Elm, then Fir"]
    assert needs.undecided == 1
    undone(k1, by=kim)
    assert ladder(table) == decided
    assert aside(table) == [""]
    assert tables_that(event=table.event)[0].set_aside == []


def test_it_is_about_the_rounds_that_counted_in_each_section(event: Event, kim: User) -> None:
    """The slower section catches up and the same schools are tied again: that is another tie."""
    slow, fast = section_of(event, "Slow", "Elm -", rounds=2), section_of(event, "Fast", "Fir -", rounds=2)
    table = make_table(event, name="Schools", sections=[slow, fast], minimum=1, by=kim)
    post_order(table, "sum:most_blacks", by=kim)
    played(slow, 1, "1 2 WL")
    played(fast, 1, "1 2 WL")
    played(fast, 2, "1 2 LW")
    record_decision(COIN_TOSS, table, [[FIR], [ELM]], by=kim)
    assert ladder(table) == [("Fir", 1), ("Elm", 2)]
    played(slow, 2, "1 2 LW")
    assert ladder(table) == [("Elm", 1), ("Fir", 1)]
    assert aside(table) == ["set aside: applied to other standings (Slow after round 1; Fast after round 2)"]


def test_while_a_result_is_cleared_nothing_recorded_holds(table: TeamTable, k1: Section, kim: User) -> None:
    record_decision(PLAYOFF, table, [[GUM], [ELM], [FIR]], by=kim)
    enter(games_of(k1, 1)[1], "??", by=kim)
    enter(games_of(k1, 1)[0], "??", by=kim)
    enter(games_of(k1, 1)[1], "WL", by=kim)
    assert body(table).live
    assert body(table).decisions == ()
    assert aside(table) == ["set aside: applied to other standings (after round 1)"]


def test_a_decision_of_an_earlier_round_says_what_it_was_about(event: Event, kim: User) -> None:
    section = section_of(event, "K-5", "Elm Fir", rounds=2)
    table = make_table(event, name="Schools", sections=[section], minimum=1, by=kim)
    played(section, 1, "1 2 DD")
    record_decision(COIN_TOSS, table, [[FIR], [ELM]], by=kim)
    assert ladder(table) == [("Fir", 1), ("Elm", 2)]
    paired(section, 2, "2 1", publish=True)
    assert ladder(table) == [("Elm", 1), ("Fir", 1)]
    enter(games_of(section, 2)[0], "DD", by=kim)
    assert ladder(table) == [("Elm", 1), ("Fir", 1)]
    assert aside(table) == ["set aside: applied to other standings (after round 1)"]


def test_a_school_that_is_renamed_keeps_what_was_decided(table: TeamTable, event: Event, kim: User) -> None:
    """Renamed it stands elsewhere among the numbers, which follow the names."""
    record_decision(PLAYOFF, table, [[GUM], [ELM], [FIR]], by=kim)
    name_school(event, ["Elm"], name="Zeal", by=kim)
    assert ladder(table) == [("Gum", 1), ("Zeal", 2), ("Fir", 3), ("Hay", 4)]
    assert aside(table) == [""]


def test_a_coin_that_fell_falls_the_same_for_a_school_of_another_name(
    table: TeamTable, event: Event, kim: User
) -> None:
    row = toss_coin(table, [ELM, FIR, GUM], by=kim)
    name_school(event, ["Elm"], name="Zeal", by=kim)
    withdraw_decision(table, row, by=kim)
    again = toss_coin(table, [team.number for team in body(table).teams if team.name != "Hay"], by=kim)
    assert (again.pk, again.seed) == (row.pk, row.seed)


def test_schools_that_are_merged_set_it_aside(table: TeamTable, event: Event, kim: User) -> None:
    """One of the merged school's two counts, so that it is tied with the third of them."""
    edit_table(table, sections=list(table.sections.all()), best=1, by=kim)
    record_decision(PLAYOFF, table, [[GUM], [ELM], [FIR]], by=kim)
    name_school(event, ["Elm", "Fir"], name="Elm", by=kim)
    assert ladder(table) == [("Elm", 1), ("Gum", 1), ("Hay", 3)]
    assert aside(table) == ["set aside: the tied group changed"]


def test_a_table_that_draws_on_other_sections_sets_it_aside(table: TeamTable, k1: Section, kim: User) -> None:
    record_decision(PLAYOFF, table, [[GUM], [ELM], [FIR]], by=kim)
    edit_table(table, sections=[k1], name="Schools", by=kim)
    assert ladder(table) == [("Elm", 1), ("Fir", 1), ("Hay", 3)]
    assert aside(table) == ["set aside: applied to other standings (after round 1)"]


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ([[ELM], [FIR]], "number 3: no place chosen expected a place for everyone who is tied: 1 Elm, 2 Fir"),
        ([[ELM], [FIR], [GUM], [HAY]], "number 4: Hay expected only those still tied"),
        ([[ELM, FIR, GUM]], "expected at least two different places"),
        ([[9]], "expected exactly one of the groups still tied: 1, 2, 3"),
    ],
)
def test_what_is_not_exactly_a_tied_group_is_refused_and_nothing_stored(
    table: TeamTable, kim: User, order: Any, told: str
) -> None:
    before = stands(table)
    with pytest.raises(Refused) as refused:
        record_decision(PLAYOFF, table, order, by=kim)
    said = "\n".join(f"{t.where}: {t.read} expected {t.expected}" for t in refused.value.troubles)
    assert re.search(told, said), said
    assert not Decision.objects.exists()
    assert stands(table).stamp == before.stamp


def test_nobody_decides_by_numbers_of_another_version(table: TeamTable, k1: Section, kim: User) -> None:
    seen = stands(table).stamp
    rosters.add_players(k1, [EntryFactory.create(team="Ash")], by=kim)
    with pytest.raises(Conflict, match="Check them again"):
        record_decision(PLAYOFF, table, [[ELM], [FIR], [GUM]], by=kim, stamp=seen)
    assert not Decision.objects.exists()


def test_while_a_game_is_open_nothing_can_be_recorded(table: TeamTable, k3: Section, kim: User) -> None:
    Section.objects.filter(pk=k3.pk).update(rounds=2)
    paired(k3, 2, "2 1", publish=True)
    with pytest.raises(Refused, match="Round 2 of K-3 has games still playing"):
        toss_coin(table, [ELM, FIR, GUM], by=kim)
    assert ties(stands(table), {}).open == "Round 2 of K-3"


def test_a_table_that_is_removed_takes_its_decisions_along(table: TeamTable, k1: Section, kim: User) -> None:
    row = record_decision(PLAYOFF, table, [[GUM], [ELM], [FIR]], by=kim)
    remove_table(table, by=kim)
    assert not Decision.objects.exists()
    logged = as_it_stands(k1).standings.log.latest("pk").rows
    assert ["decision", row.pk] in [line[:2] for line in logged]
