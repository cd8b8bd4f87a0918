"""A player goes on in another section after round 1: games stay, the rest is told first, one act does it."""

import pytest
from django.contrib.auth.models import User

from tests.factories import (
    EntryFactory,
    a_section,
    as_it_stands,
    director_of,
    paired,
    played,
    section_of,
    three_teams,
)
from tests.services.test_undoing import trial
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.errors import NoReason, OutsideLimits, PastPosted, Refused
from tournaments.formats.byes import Bye
from tournaments.models import Event, LogEntry, MatchBoard, Player, Section
from tournaments.selectors.history.log import last_entry
from tournaments.selectors.setup import late_change as selectors
from tournaments.services import byes, pairings, replaying, rosters, setup, teams
from tournaments.services.late_change import change_section
from tournaments.services.matches import record_board
from tournaments.services.undoing import undo_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(event: Event, kim: User) -> Section:
    """Two rounds: Ann won on the board, then had a bye; round 3 is to come."""
    section = section_of(event, "Open", "Ann/Elm Bo/Fir Cy/Elm Di/Fir", rounds=4)
    played(section, 1, "1 2 WL\n3 4 DD")
    played(section, 2, "3 2 WL\n4 H\n1 U")
    return as_it_stands(section)


@pytest.fixture
def target(event: Event, home: Section, kim: User) -> Section:
    section = section_of(event, "Reserve", "Eve/Elm Flo/Fir", rounds=3)
    played(section, 1, "1 2 WL")
    return as_it_stands(section)


def ann(section: Section) -> Player:
    return section.players.get(name="Ann")


def last(section: Section) -> LogEntry:
    return LogEntry.objects.filter(standings=section.standings_id).latest("pk")


def test_what_happens_to_each_game_and_each_bye_is_said_first(
    home: Section, target: Section, kim: User
) -> None:
    byes.request_byes(ann(home), [Bye(3, Kind.HALF_BYE), Bye(4, Kind.UNPAIRED)], by=kim)
    told = selectors.late_change(ann(home), target)
    assert told.first == []
    assert told.told == [
        "Open, number 1: withdrawn after round 2.",
        "The entry in Open wins no prize there (32C1).",
        "Round 1, Ann – Bo 1–0: stays in Open, counts for the opponent and is rated there.",
        "Round 2, zero-point bye: stays in Open.",
        "Round 3, requested half-point bye: moves to Reserve.",
        "Round 4, requested zero-point bye: is canceled.",
        "Reserve: late entry with number 3.",
    ]


def test_the_games_stay_and_the_player_is_a_late_entry_with_a_bye_for_each_missed_round(
    home: Section, target: Section, kim: User
) -> None:
    rosters.edit_player(ann(home), fixed_board=7, marks="girl", by=kim)
    byes.request_byes(ann(home), [Bye(3, Kind.HALF_BYE)], by=kim)
    before = as_it_stands(home).version, as_it_stands(target).version
    made = change_section(ann(home), target, {1: Kind.HALF_BYE}, by=kim)
    old = ann(home)
    assert (old.withdrawn_after, old.number) == (2, 1)
    assert [seat.kind for seat in old.seats.order_by("round__number")] == ["W", "U"]
    assert (made.number, made.team, made.fixed_board, made.marks) == (3, "Elm", 7, "girl")
    assert list(made.seats.order_by("round__number").values_list("round__number", "kind")) == [
        (1, "H"),
        (3, "H"),
    ]
    assert (as_it_stands(home).version, as_it_stands(target).version) == (before[0] + 1, before[1] + 1)
    told = "Ann from Open, withdrawn there after round 2, to Reserve as number 3:"
    assert last(home).summary == last(target).summary == f"{told} half-point bye in rounds 1 and 3"
    assert not replaying.replay(home.event).differences


def test_a_posted_bye_stays_in_its_section_so_that_no_reason_is_asked(
    home: Section, target: Section, kim: User
) -> None:
    """Unlike a withdrawal before its round: the entry is withdrawn after the last posted round it has."""
    played(home, 3, "1 2 WL\n4 B\n3 H")
    for name, posted in (("Di", [(2, "H"), (3, "B")]), ("Cy", [(3, "H")])):
        leaving = home.players.get(name=name)
        assert selectors.late_change(leaving, target).after == 3
        change_section(leaving, target, by=kim)
        there = leaving.seats.filter(game=None, slot=1).order_by("round__number")
        assert list(there.values_list("round__number", "kind")) == posted


def test_the_log_of_the_new_section_undoes_it_until_the_player_is_paired_there(
    home: Section, target: Section, kim: User
) -> None:
    byes.request_byes(ann(home), [Bye(3, Kind.HALF_BYE)], by=kim)
    change_section(ann(home), target, {1: Kind.UNPAIRED}, by=kim)
    entry = last(target)
    # Not by the key for the last entry, which changes one section alone.
    assert entry not in (last_entry(target, kim), last_entry(home, kim))
    with pytest.raises(NoReason):
        undo_entry(target.pk, by=kim, entry_id=entry.pk)
    assert trial(as_it_stands(target), entry) == "undone"
    pairings.pair(target, 2, "1 3", by=kim)
    with pytest.raises(Refused, match="Round 2: 1 board paired"):
        undo_entry(target.pk, by=kim, entry_id=entry.pk, reason="went back")
    undo_entry(target.pk, by=kim, entry_id=last(target).pk)
    undo_entry(target.pk, by=kim, entry_id=entry.pk, reason="went back")
    assert (ann(home).withdrawn_after, target.players.count()) == (None, 2)
    assert ann(home).seats.get(round__number=3).kind == "H"
    assert not replaying.replay(home.event).differences


def test_an_open_board_is_named_and_settled_first(home: Section, target: Section, kim: User) -> None:
    paired(home, 3, "1 4", publish=True)
    with pytest.raises(Refused) as refused:
        change_section(ann(home), target, by=kim)
    assert "Round 3, board 1 against Di has no result. Enter it, or remove the pairing." in str(refused.value)
    assert target.players.count() == 2
    paired(home, 4, "2 3")
    two = home.players.get(number=2)
    assert selectors.late_change(two, target).first == [
        "Round 4, board 1 against Cy is only paired. Remove the pairing."
    ]


def test_who_is_paired_is_taken_off_the_board_in_the_same_step(
    home: Section, target: Section, kim: User
) -> None:
    paired(home, 3, "1 4", publish=True)
    off = selectors.late_change(ann(home), target).off
    assert off is not None
    with pytest.raises(NoReason):
        change_section(ann(home), target, off=off, by=kim)
    assert (home.players.count(), target.players.count()) == (4, 2)
    made = change_section(ann(home), target, off=off, reason="rated too low", by=kim)
    assert (ann(home).withdrawn_after, made.number) == (2, 3)
    said = [each.summary for each in LogEntry.objects.filter(standings=home.standings_id).order_by("-pk")[:2]]
    assert said[1] == "Round 3, board 1: Ann – Di removed"
    assert said[0].startswith("Ann from Open, withdrawn there after round 2")
    assert not replaying.replay(home.event).differences


def test_a_board_is_not_taken_off_where_another_one_is_open_too(
    home: Section, target: Section, kim: User
) -> None:
    paired(home, 3, "1 4", publish=True)
    paired(home, 4, "1 3")
    told = selectors.late_change(ann(home), target)
    assert (len(told.first), told.off) == (2, None)


def test_a_round_robin_keeps_its_schedule_and_takes_nobody_once_paired(event: Event, kim: User) -> None:
    table = a_section(4, 3, event=event, name="Quad", format="round robin")
    reserve = a_section(2, 3, event=event, name="Reserve")
    played(table, 1, "1 4 WL\n2 3 DD")
    paired(table, 2, "4 3\n1 2")
    one = table.players.get(number=1)
    told = selectors.late_change(one, reserve)
    assert told.first == []
    stays = "stays on the schedule. Publishing the round enters the forfeit."
    assert any(stays in each for each in told.told)
    change_section(one, reserve, by=kim)
    two = reserve.players.get(number=1)
    assert table not in selectors.targets(two)
    with pytest.raises(Refused, match="Quad can’t take more players"):
        change_section(two, table, by=kim)


def test_limits_and_posted_byes_are_asked_about(home: Section, target: Section, kim: User) -> None:
    setup.edit_section(
        target, name="Reserve", rounds=3, format="swiss", games=1, half_byes=0, highest_rating=1000, by=kim
    )
    rosters.edit_player(ann(home), rating=1400, by=kim, reason="Typed wrong")
    half = {1: Kind.HALF_BYE}
    with pytest.raises(OutsideLimits):
        change_section(ann(home), target, half, by=kim)
    with pytest.raises(PastPosted):
        change_section(ann(home), target, half, outside=True, by=kim)
    assert target.players.count() == 2
    change_section(ann(home), target, half, outside=True, anyway=True, by=kim)
    assert target.players.count() == 3


@pytest.mark.parametrize(("counts_here", "schools"), [(False, ("", "Elm")), (True, ("Elm", ""))])
def test_a_team_table_of_both_sections_counts_one_entry(
    home: Section, target: Section, kim: User, counts_here: bool, schools: tuple[str, str]
) -> None:
    rosters.edit_player(ann(home), uscf_id="12345678", by=kim)
    table = teams.make_table(home.event, name="Schools", sections=[home, target], by=kim)
    assert selectors.late_change(ann(home), target).tables == [table]
    made = change_section(ann(home), target, counts_here=counts_here, by=kim)
    assert (ann(home).team, made.team) == schools


def test_who_does_not_change_says_what_to_do(home: Section, target: Section, kim: User) -> None:
    rosters.edit_player(target.players.get(number=1), uscf_id="12345678", by=kim)
    rosters.edit_player(ann(home), uscf_id="12345678", by=kim)
    with pytest.raises(Refused, match=r"Eve in Reserve has the US Chess ID of Ann\. Nothing was saved"):
        change_section(ann(home), target, by=kim)
    rosters.edit_player(home.players.get(number=2), house=True, by=kim)
    with pytest.raises(Refused, match="Bo is a house player"):
        change_section(home.players.get(number=2), target, by=kim)


# --- teams ----------------------------------------------------------------------------------------


@pytest.fixture
def matches() -> Section:
    """Alder Lane (1) beats Cedar Castles (3) in round 1; Birch Bishops (2) has a bye."""
    section = three_teams()
    by = director_of(section)
    (game,) = paired(section, 1, "1 3", publish=True)
    for board in MatchBoard.objects.filter(game=game).order_by("board"):
        record_board(board, "WL", revision=board.revision, by=by)
    return as_it_stands(section)


def test_a_team_goes_on_with_its_players_and_its_matches_stay(matches: Section) -> None:
    by = director_of(matches)
    other = a_section(2, event=matches.event, by=by, name="Other", boards=4)
    played(other, 1, "1 2")
    alder = matches.players.get(number=1)
    home = matches.name
    told = selectors.late_change(alder, other)
    assert told.first == []
    assert told.told == [
        f"{home}, number 1: withdrawn after round 1.",
        f"The entry in {home} wins no prize there (32C1).",
        f"Round 1, Alder Lane – Cedar Castles 4–0: stays in {home} and counts for the opponent. Its games are"
        " rated there.",
        "Other: late entry with number 3.",
        "The 5 listed players go along.",
    ]
    made = change_section(alder, other, {1: Kind.HALF_BYE}, by=by)
    listed = list(made.members.values_list("board", "name", "uscf_id", "rating"))
    assert listed == list(alder.members.values_list("board", "name", "uscf_id", "rating"))
    assert len(listed) == 5
    alder.refresh_from_db()
    assert (alder.withdrawn_after, made.seats.get().kind) == (1, "H")
    undo_entry(other.pk, by=by, entry_id=last(other).pk, reason="wrong team")
    alder.refresh_from_db()
    assert (alder.withdrawn_after, other.players.count()) == (None, 2)
    assert not replaying.replay(matches.event).differences


def test_a_team_goes_on_only_where_matches_have_as_many_boards_and_no_team_has_its_name(
    matches: Section,
) -> None:
    by = director_of(matches)
    others = [
        a_section(0, event=matches.event, by=by, name=f"Other {boards}", boards=boards)
        for boards in (0, 3, 4)
    ]
    rosters.add_players(others[2], [EntryFactory.create(name="alder lane")], by=by)
    alder = matches.players.get(number=1)
    assert list(selectors.targets(alder)) == others[2:]
    with pytest.raises(Refused, match=r"Other 4 has a team named Alder Lane already\. Rename"):
        change_section(alder, others[2], by=by)
