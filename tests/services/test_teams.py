"""Tables of teams follow their sections; their orders are posted like any other."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    EntryFactory,
    a_section,
    as_it_stands,
    enter,
    game_between,
    paired,
    played,
    section_of,
)
from tiebreaks.models import PostedOrder, Published
from tiebreaks.published import TeamsDocument
from tiebreaks.selectors import players_document, teams_document
from tournaments.errors import Conflict, Refused
from tournaments.models import Event, LogEntry, Player, School, Section, TeamTable
from tournaments.services import pairings, rosters, setup, undoing
from tournaments.services.orders import post_order
from tournaments.services.rebuilding import check
from tournaments.services.teams import edit_table, make_table, name_school, remove_table


@pytest.fixture
def table(k1: Section, k3: Section, kim: User) -> TeamTable:
    return make_table(
        k1.event, name="K-3 teams", sections=[k1, k3], best=2, minimum=1, place_trophies=1, by=kim
    )


def body(table: TeamTable) -> TeamsDocument:
    return teams_document(table.standings_id)


def ladder(table: TeamTable) -> list[tuple[str, int, int]]:
    """Team, points and rank from the first to the last."""
    document = body(table)
    return [(document.team[s.number].name, s.score_q // 4, s.rank) for s in document.standings]


def stands(table: TeamTable) -> TeamTable:
    return TeamTable.objects.get(pk=table.pk)


def recomputed(table: TeamTable) -> bool:
    """Whether the document is what its sections' documents give, and of the table's version."""
    return check(TeamTable, table.pk).difference == ""


def test_no_two_tables_of_an_event_have_one_name(table: TeamTable, k3: Section, kim: User) -> None:
    with pytest.raises(Refused, match="has a team table “K-3 teams” already"):
        make_table(table.event, name="k-3  Teams", sections=[k3], by=kim)
    other = make_table(table.event, name="K-5 teams", sections=[k3], by=kim)
    with pytest.raises(Refused, match="“K-3 teams” already"):
        edit_table(other, name="K-3 teams", sections=[k3], by=kim)
    edit_table(other, name="K-5 Teams", sections=[k3], by=kim)
    assert [each.name for each in TeamTable.objects.order_by("pk")] == ["K-3 teams", "K-5 Teams"]


# --- a table follows its sections ---------------------------------------------------------------------


def test_a_table_draws_its_members_from_several_sections(table: TeamTable) -> None:
    assert [(team.name, len(team.members)) for team in body(table).teams] == [
        ("E", 3),
        ("F", 3),
        ("G", 1),
    ]


def test_a_result_in_any_section_moves_the_table_with_it(table: TeamTable, k1: Section, k3: Section) -> None:
    before = stands(table).version
    played(k1, 1, "1 3 WL\n4 2 WL")  # E and F win one each; paired, published, two results
    played(k3, 1, "2 1 WL")
    assert ladder(table) == [("F", 2, 1), ("E", 1, 2), ("G", 0, 3)]
    changes = as_it_stands(k1).version - k1.version + as_it_stands(k3).version - k3.version - 2
    assert stands(table).version == before + changes
    assert recomputed(table)


def test_taking_a_result_back_takes_the_teams_point_back(table: TeamTable, k1: Section, kim: User) -> None:
    played(k1, 1, "1 3 WL")
    assert ladder(table)[0] == ("E", 1, 1)
    undoing.undo(k1.pk, by=kim)
    assert {score for _name, score, _rank in ladder(table)} == {0}
    assert recomputed(table)


def test_a_table_costs_an_entry_a_few_questions_more(table: TeamTable, k1: Section, event: Event) -> None:
    alone = section_of(event, "K-5", "E E F F")

    def queries(section: Section) -> list[str]:
        game = paired(section, 1, "1 3", publish=True)[0]
        with CaptureQueriesContext(
            connection,
        ) as asked:
            enter(game, "WL")
        return [query["sql"] for query in asked.captured_queries]

    assert not [sql for sql in queries(alone) if "INTO" in sql and "teamtable" in sql]
    assert len(queries(k1)) - len(queries(section_of(event, "K-8", "E E F F"))) <= 12


def test_the_best_count_and_a_change_of_their_number_is_read_at_once(
    table: TeamTable, k1: Section, k3: Section, kim: User
) -> None:
    played(k1, 1, "1 3 WL\n2 4 WL")
    played(k3, 1, "1 2 WL")
    assert ladder(table)[0] == ("E", 2, 1)
    edit_table(table, name="All", sections=[k1, k3], best=3, minimum=2, place_trophies=1, by=kim)
    assert ladder(table)[0] == ("E", 3, 1)
    assert [team.name for team in body(table).unranked] == ["G"]
    assert recomputed(table)


def test_a_section_that_is_taken_out_moves_the_table_no_more(
    table: TeamTable, k1: Section, k3: Section, kim: User
) -> None:
    edit_table(table, name="K-1 teams", sections=[k1], best=2, minimum=1, place_trophies=1, by=kim)
    assert [team.name for team in body(table).teams] == ["E", "F"]
    before = stands(table).version
    played(k3, 1, "1 2 WL")
    assert stands(table).version == before


def test_a_removed_table_leaves_its_sections_as_they_were(
    table: TeamTable, k1: Section, k3: Section, kim: User
) -> None:
    post_order(table, "team_cumulative", by=kim)
    remove_table(table, by=kim)
    assert not TeamTable.objects.exists()
    assert set(Published.objects.values_list("pk", flat=True)) == {k1.standings_id, k3.standings_id}
    assert players_document(k1.standings_id).tables == ()
    assert "Team table removed" in LogEntry.objects.filter(standings__section=k3).latest("version").summary
    played(k1, 1, "1 3 WL")


def test_the_sections_logs_say_what_became_of_the_table(table: TeamTable, k1: Section, k3: Section) -> None:
    for section in (k1, k3):
        entry = LogEntry.objects.filter(standings__section=section).latest("version")
        assert entry.summary == "Team table created: K-3 teams (K-1 and K-3)"
    assert ["teamtable", table.pk, None] in [
        row[:3] for row in LogEntry.objects.filter(standings__section=k1).latest("version").rows
    ]


def test_the_place_trophy_is_contested_where_nothing_separates(table: TeamTable, k1: Section) -> None:
    played(k1, 1, "1 3 DD\n2 4 DD")
    (award,) = body(table).awards
    assert [body(table).team[number].name for number in award.winners] == ["E", "F"]
    assert award.contest


# --- what cannot be -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"sections": []}, "needs at least one section"),
        ({"best": 0}, "0 players can't count for a team. Expected 1 to 100"),
        ({"minimum": 0}, "0 can't be the minimum for a team"),
    ],
)
def test_a_table_that_cannot_be_is_refused(k1: Section, kim: User, fields: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=said):
        make_table(k1.event, by=kim, **{"name": "Teams", "sections": [k1], **fields})
    assert not TeamTable.objects.exists()


def test_a_section_of_another_event_is_refused(k1: Section, kim: User) -> None:
    other = a_section(2, name="Elsewhere")
    with pytest.raises(Refused, match="Elsewhere is a section of another event"):
        make_table(k1.event, name="Teams", sections=[k1, other], by=kim)
    assert as_it_stands(other).version == other.version


def test_a_section_in_which_teams_meet_is_refused(table: TeamTable, k1: Section, kim: User) -> None:
    matches = a_section(0, event=k1.event, name="Matches", boards=4)
    with pytest.raises(Refused, match="Matches is a section for teams"):
        make_table(k1.event, name="Teams", sections=[k1, matches], by=kim)
    with pytest.raises(Refused, match="Matches is a section for teams"):
        edit_table(table, name="Teams", sections=[matches], by=kim)
    assert TeamTable.objects.count() == 1
    assert as_it_stands(matches).version == matches.version


def test_teams_cannot_come_to_meet_where_a_table_draws_on_the_players(event: Event, kim: User) -> None:
    empty = a_section(0, event=event)
    table = make_table(event, name="Teams", sections=[empty], by=kim)
    fields = {name: getattr(empty, name) for name in ("name", "rounds", "format", "games")}
    with pytest.raises(Refused, match="or a team table"):
        setup.edit_section(empty, **fields, boards=4, by=kim)
    remove_table(table, by=kim)
    setup.edit_section(empty, **fields, boards=4, by=kim)


@pytest.mark.parametrize("field", ["best", "minimum"])
def test_the_database_too_refuses_a_team_of_nobody(table: TeamTable, field: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        TeamTable.objects.filter(pk=table.pk).update(**{field: 0})


# --- schools ------------------------------------------------------------------------------------------


def test_blanks_and_letter_case_do_not_make_two_schools(event: Event, kim: User) -> None:
    section = a_section(0, event=event)
    for name in ["Cedar Hill", "cedar hill", "CedarHill ", "Cedar Hill"]:
        rosters.add_players(section, [EntryFactory.create(team=name)], by=kim)
    table = make_table(event, name="Teams", sections=[section], by=kim)
    assert [(team.name, len(team.members)) for team in body(table).teams] == [("Cedar Hill", 4)]


def test_merged_spellings_are_one_team_under_the_name_that_was_said(
    table: TeamTable, event: Event, kim: User
) -> None:
    name_school(event, ["E", "G"], name="Eastlake", code="EL", by=kim)
    teams = body(table).teams
    assert [(team.name, team.code, len(team.members)) for team in teams] == [
        ("Eastlake", "EL", 4),
        ("F", "", 3),
    ]
    assert set(Player.objects.exclude(team="").values_list("team", flat=True)) == {"E", "F", "G"}
    assert recomputed(table)


def test_a_roster_may_carry_a_schools_code(table: TeamTable, k1: Section, event: Event, kim: User) -> None:
    name_school(event, ["E"], name="Eastlake", code="EL", by=kim)
    rosters.add_players(k1, [EntryFactory.create(team="el")], by=kim)
    assert [len(team.members) for team in body(table).teams if team.name == "Eastlake"] == [4]


def test_schools_merged_again_are_one_row_with_every_spelling(
    table: TeamTable, event: Event, kim: User
) -> None:
    name_school(event, ["E"], name="Eastlake", code="EL", by=kim)
    name_school(event, ["F"], name="Fairview", by=kim)
    name_school(event, ["Eastlake", "Fairview"], name="Eastlake", code="EL", by=kim)
    (school,) = School.objects.all()
    assert (school.name, school.code, school.spellings) == ("Eastlake", "EL", ["E", "F", "Fairview"])
    assert [team.name for team in body(table).teams] == ["Eastlake", "G"]


def test_a_code_that_another_school_has_is_refused(table: TeamTable, event: Event, kim: User) -> None:
    name_school(event, ["E"], name="Eastlake", code="EL", by=kim)
    with pytest.raises(Refused, match="Eastlake already has the code el"):
        name_school(event, ["F"], name="Fairview", code="el", by=kim)


@pytest.mark.parametrize(("spellings", "name"), [([], "Eastlake"), (["E"], " ")])
def test_a_school_needs_a_spelling_and_a_name(
    table: TeamTable, event: Event, kim: User, spellings: list[str], name: str
) -> None:
    with pytest.raises(Refused):
        name_school(event, spellings, name=name, by=kim)
    assert not School.objects.exists()


# --- the order of teams -------------------------------------------------------------------------------


def test_where_nothing_was_posted_ours_holds(table: TeamTable) -> None:
    assert str(body(table).order).startswith("cumulative_of_team,")
    assert body(table).postings == ()


def test_an_order_of_teams_is_posted_apart_from_the_players(table: TeamTable, k1: Section, kim: User) -> None:
    post_order(table, " team_cumulative , sum:solkoff ", by=kim)
    (posting,) = body(table).postings
    assert (posting.order, posting.by, posting.after_round, posting.reason) == (
        "team_cumulative,sum:solkoff",
        "Kim Okafor",
        0,
        "",
    )
    assert not k1.standings.posted_orders.exists()
    assert "tiebreak order posted" in table.standings.log.latest("version").summary
    assert "order" not in LogEntry.objects.filter(standings__section=k1).latest("version").summary
    before = stands(table).version
    post_order(table, "team_cumulative,sum:solkoff", by=kim)
    assert stands(table).version == before


@pytest.mark.parametrize("text", ["", "solkoff", "sum:head_to_head", "team_cumulative,team_cumulative"])
def test_what_is_no_order_of_teams_is_refused(table: TeamTable, kim: User, text: str) -> None:
    with pytest.raises(Refused):
        post_order(table, text, by=kim)
    assert not PostedOrder.objects.exists()


def test_play_in_one_section_locks_the_order_of_teams(table: TeamTable, k3: Section, kim: User) -> None:
    paired(k3, 1, "1 2")
    post_order(table, "team_cumulative", by=kim)  # a draft locks nothing
    pairings.publish(k3, 1, by=kim)
    with pytest.raises(Conflict, match="needs a reason"):
        post_order(table, "sum:solkoff", by=kim)
    enter(game_between(list(k3.round_set.get().games.all()), 1, 2), "WL")
    post_order(table, "sum:solkoff", by=kim, reason="The flyer said so")
    assert [(p.order, p.after_round, p.reason) for p in body(table).postings] == [
        ("team_cumulative", 0, ""),
        ("sum:solkoff", 1, "The flyer said so"),
    ]


def test_the_values_of_players_are_read_by_their_sections_edition(event: Event, kim: User) -> None:
    section = a_section(0, event=event, edition="us-chess-4")
    table = make_table(event, name="Teams", sections=[section], by=kim)
    post_order(table, "cumulative_of_team", by=kim)
    assert str(body(table).order) == "cumulative_of_team:full_only"


def test_a_document_is_canonical(table: TeamTable, k1: Section) -> None:
    played(k1, 1, "1 3 WL")
    text = Published.objects.get(pk=table.standings_id).body
    assert text == json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
