"""`manage.py check_standings` finds every row and every document that somebody changed outside a change."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import a_section, director_of, played
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import Decision, PostedOrder, Published, Standings
from tournaments.models import ExtraGame, Game, Player, Seat, Section, TeamTable
from tournaments.services import extra_games, teams
from tournaments.services.decisions import COIN_TOSS, record_decision


@pytest.fixture
def section() -> Section:
    section = a_section(players=4, name="Open", place_trophies=1)
    played(section, 1, "1 2 WL\n3 4 DD")
    return section


def check() -> tuple[str, bool]:
    """What the command prints, and whether it exits with an error."""
    printed = StringIO()
    try:
        call_command("check_standings", stdout=printed)
    except CommandError:
        return printed.getvalue(), True
    return printed.getvalue(), False


def test_documents_that_agree_are_named_one_a_line(section: Section) -> None:
    a_section(players=0, event=section.event, name="Reserve")
    printed, failed = check()
    assert not failed
    assert [line.partition(": ")[2] for line in printed.splitlines()] == [
        "agrees at version 6",
        "agrees at version 1",
    ]


def test_without_sections_there_is_nothing_to_say() -> None:
    assert check() == ("", False)


def test_it_only_reads(section: Section) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        check()
    wrote = ("INSERT", "UPDATE", "DELETE")
    assert not [query["sql"] for query in queries if query["sql"].startswith(wrote)]
    assert queries.captured_queries


def test_a_result_changed_outside_a_change_is_found(section: Section) -> None:
    Seat.objects.filter(player__number=1).update(kind="D")
    printed, failed = check()
    assert failed
    assert "cards, 1 " in printed
    assert '[1, "W", 2, "w", 4, 1, null]' in printed
    assert '[1, "D", 2, "w", 2, 1, null]' in printed


def test_a_toss_turned_around_outside_a_change_is_found(section: Section) -> None:
    row = record_decision(COIN_TOSS, section, [[3], [4]], by=director_of(section))
    assert not check()[1]
    Decision.objects.update(order=row.order[::-1])
    printed, failed = check()
    assert failed
    assert 'decisions: the document has [["coin_toss", 1, [[3], [4]]]]' in printed


def test_a_player_added_outside_a_change_is_found(section: Section) -> None:
    Player.objects.create(section=section, number=9, name="Nobody")
    printed, failed = check()
    assert failed
    assert "cards, 9 Nobody: the document has null" in printed


def test_a_seat_of_another_sections_player_is_told_and_the_other_section_is_still_checked(
    section: Section,
) -> None:
    other = a_section(players=2, event=section.event, name="Reserve")
    stranger = Player.objects.get(section=other, number=2)
    Seat.objects.filter(player__section=section, player__number=4).update(player=stranger)
    printed, failed = check()
    assert failed
    first, second = printed.splitlines()
    assert first.endswith(f"Open: round 1: the rows seat {stranger}, of section Reserve")
    assert "agrees" in second


def test_a_board_of_another_section_is_told(section: Section) -> None:
    other = a_section(players=2, event=section.event, name="Reserve")
    played(other, 1, "1 2 WL")
    Game.objects.filter(round__section=section, board=2).update(round=other.round_set.get())
    printed, failed = check()
    assert failed
    assert "at a board of section Reserve" in printed


def test_a_re_entry_of_another_sections_player_is_told(section: Section) -> None:
    other = a_section(players=1, event=section.event, name="Reserve")
    Player.objects.filter(section=section, number=4).update(reentry_of=Player.objects.get(section=other))
    printed, failed = check()
    assert failed
    assert "in the rows a re-entry of 1 " in printed
    assert printed.splitlines()[0].endswith("of section Reserve")


def test_an_extra_game_with_another_sections_player_is_told(section: Section) -> None:
    other = a_section(players=1, event=section.event, name="Reserve")
    extra_games.add_extra_game(section, 1, 4, Kind.DRAW, Kind.DRAW, by=director_of(section))
    assert not check()[1]
    ExtraGame.objects.update(black=Player.objects.get(section=other))
    printed, failed = check()
    assert failed
    assert "one player is of another section" in printed


def test_a_player_removed_outside_a_change_is_found(section: Section) -> None:
    Seat.objects.filter(player__number=4).delete()
    Player.objects.filter(section=section, number=4).delete()
    assert check()[1]


def test_a_board_moved_outside_a_change_is_found(section: Section) -> None:
    Game.objects.filter(board=2).update(board=7)
    printed, failed = check()
    assert failed
    assert "boards_by_round: the document has" in printed


def test_an_order_posted_outside_a_change_is_found(section: Section) -> None:
    PostedOrder.objects.create(standings=section.standings, order="solkoff", posted_at="2024-05-04T08:52:00Z")
    printed, failed = check()
    assert failed
    assert "solkoff" in printed


@pytest.mark.parametrize(
    ("written", "instead", "told"),
    [
        ('"columns_of_values":[[0,', '"columns_of_values":[[4,', "modified_median of 1 "),
        ('"standings":[[1,4,1,1,1,1,', '"standings":[[1,4,1,1,2,1,', "standings, 1 "),
        (',[1],0,["best"', ',[3],0,["best"', "1st place trophy: the document has"),
        ('{"awards"', '{ "awards"', "not in canonical form"),
        ('{"awards"', "[", "cannot be read"),
    ],
)
def test_a_document_changed_outside_a_change_is_found(
    section: Section, written: str, instead: str, told: str
) -> None:
    document = Published.objects.get(pk=section.standings_id)
    assert written in document.body
    Published.objects.update(body=document.body.replace(written, instead))
    printed, failed = check()
    assert failed
    assert told in printed


def test_a_document_of_another_version_or_epoch_is_found(section: Section) -> None:
    Published.objects.update(version=4)
    assert check()[1]
    Published.objects.update(version=6)
    assert not check()[1]
    Published.objects.update(epoch="another")
    printed, failed = check()
    assert failed
    assert "another.6" in printed


def test_a_missing_document_is_found_and_the_other_sections_are_still_checked(section: Section) -> None:
    a_section(event=section.event)
    Published.objects.filter(pk=section.standings_id).delete()
    printed, failed = check()
    assert failed
    first, second = printed.splitlines()
    assert first.endswith("there is no document")
    assert "agrees" in second


def test_a_director_who_changes_her_name_changes_no_document(section: Section) -> None:
    director = director_of(section)
    a_section(event=section.event, order="solkoff", by=director)
    User.objects.filter(pk=director.pk).update(last_name="Married")
    assert not check()[1]


# --- tables of teams ----------------------------------------------------------------------------


@pytest.fixture
def table(section: Section) -> TeamTable:
    Player.objects.filter(section=section).update(team="Elm")
    return teams.make_table(section.event, name="Teams", sections=[section], by=director_of(section))


def test_a_table_of_teams_that_agrees_is_named_too(table: TeamTable) -> None:
    printed, failed = check()
    assert not failed
    assert printed.splitlines()[1].endswith("Teams: agrees at version 1")


def test_a_table_of_teams_changed_outside_a_change_is_found(table: TeamTable) -> None:
    TeamTable.objects.filter(pk=table.pk).update(best=1)
    printed, failed = check()
    assert failed
    assert "Teams: teams, 1 Elm: the document has" in printed


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda table: Published.objects.filter(pk=table.standings_id).delete(), "there is no document"),
        (
            lambda table: Standings.objects.filter(pk=table.standings_id).update(version=9),
            "the standings have version",
        ),
    ],
)
def test_a_table_without_its_document_is_found(
    table: TeamTable, spoil: Callable[[TeamTable], object], said: str
) -> None:
    spoil(table)
    printed, failed = check()
    assert failed
    assert said in printed


def test_a_player_whom_rows_put_into_two_teams_is_found(table: TeamTable, section: Section) -> None:
    first, second = Player.objects.filter(section=section).order_by("number")[:2]
    Player.objects.filter(pk=first.pk).update(uscf_id="11111111", team="Oak")
    Player.objects.filter(pk=second.pk).update(uscf_id="11111111")
    printed, failed = check()
    assert failed
    assert "Oak, Elm" in printed
