"""Two sections become one, one becomes two: before round 1 is paired, in one act that the log undoes."""

import pytest
from django.contrib.auth.models import User

from tests.factories import a_section, as_it_stands, director_of, paired, played, section_of, three_teams
from tests.services.test_undoing import trial
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import PostedOrder
from tournaments.errors import Conflict, Namesakes, Refused
from tournaments.formats.byes import Bye
from tournaments.formats.records import RosterEntry
from tournaments.models import CheckIn, Event, KeptApart, LogEntry, MatchBoard, PairingDraft, Round, Section
from tournaments.selectors.entries import numbering
from tournaments.selectors.results.undoing import undo_of
from tournaments.selectors.setup import regrouping as selectors
from tournaments.selectors.setup.regrouping import Cut
from tournaments.services import (
    apart,
    byes,
    check_in,
    drafts,
    orders,
    prizes,
    rating_report,
    replaying,
    rosters,
    setup,
    teams,
)
from tournaments.services.matches import record_board
from tournaments.services.regrouping import merge, split
from tournaments.services.undoing import undo_entry
from tournaments.text.log import Summary

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def lots_as_the_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lots of the unrated happen to be in the order of their names."""
    monkeypatch.setattr(numbering, "lot", lambda player: player.name)


def filled(event: Event, name: str, kim: User, people: str) -> Section:
    """``Ann/1500 Bo/``: a section of these players."""
    section = a_section(0, 3, event=event, name=name)
    pairs = [word.split("/") for word in people.split()]
    entries = [RosterEntry(None, name, rating=int(rating) if rating else None) for name, rating in pairs]
    rosters.add_players(section, entries, by=kim)
    return as_it_stands(section)


@pytest.fixture
def stays(event: Event, kim: User) -> Section:
    return filled(event, "Reserve", kim, "Ann/900 Bo/700 Cy/")


@pytest.fixture
def goes(event: Event, kim: User, stays: Section) -> Section:
    return filled(event, "Novice", kim, "Di/800 Ed/ Flo/1100")


def roster(section: Section) -> list[str]:
    return [f"{n} {name}" for n, name in section.players.order_by("number").values_list("number", "name")]


def last(section: Section) -> LogEntry:
    return LogEntry.objects.filter(standings=section.standings_id).latest("pk")


MERGED = ["1 Flo", "2 Ann", "3 Di", "4 Bo", "5 Cy", "6 Ed"]


# --- two become one ------------------------------------------------------------------------------


def test_everybody_moves_with_byes_and_check_in_and_all_are_numbered_by_rating(
    stays: Section, goes: Section, kim: User
) -> None:
    di, ed = goes.players.get(name="Di"), goes.players.get(name="Ed")
    byes.request_byes(di, [Bye(2, Kind.HALF_BYE)], by=kim)
    check_in.check_in(goes.event, di.pk, by=kim)
    apart.keep_apart(goes, f"{di.number}-{ed.number}", "", by=kim)
    before = as_it_stands(stays).version, as_it_stands(goes).version
    shown = selectors.merged(stays, goes)
    assert not shown.refused
    assert [f"{each.number} {each.player.name}" for each in shown.roster] == MERGED
    assert merge(stays, goes, by=kim) == 3
    assert roster(stays) == MERGED
    assert roster(goes) == []
    di.refresh_from_db()
    assert CheckIn.objects.get().player == di
    assert KeptApart.objects.get().one == di
    seat = di.seats.get()
    assert (seat.kind, seat.round.number, seat.round.section) == ("H", 2, stays)
    assert (as_it_stands(stays).version, as_it_stands(goes).version) == (before[0] + 1, before[1] + 1)
    assert {last(each).summary for each in (stays, goes)} == {"Novice merged into Reserve: 3 entries moved"}
    assert not replaying.replay(stays.event).differences


def test_a_merge_is_undone_with_every_number_as_it_was_and_done_again(
    stays: Section, goes: Section, kim: User
) -> None:
    there = roster(stays), roster(goes)
    byes.request_byes(goes.players.get(name="Di"), [Bye(2, Kind.HALF_BYE)], by=kim)
    merge(stays, goes, by=kim)
    assert trial(as_it_stands(stays), last(stays)) == "undone"
    undo = undo_of(as_it_stands(stays), last(stays))
    assert not [each for each in undo.goes if "bye" in each], "it goes back with its player"
    assert undo.comes == ["1 bye or absence, in the section of before"]
    assert not [each for each in undo_of(as_it_stands(stays), last(stays)).goes if "draft" in each]
    drafts.keep(stays, 1, drafts.propose(as_it_stands(stays), 1), by=kim)
    assert "the draft of round 1 of Reserve" in undo_of(as_it_stands(stays), last(stays)).goes
    undo_entry(stays.pk, by=kim, entry_id=last(stays).pk)
    assert (roster(stays), roster(goes)) == there
    # The draft named the players of both.
    assert not PairingDraft.objects.exists()
    assert not replaying.replay(stays.event).differences


def test_a_merge_is_not_undone_under_what_was_seated_since(stays: Section, goes: Section, kim: User) -> None:
    merge(stays, goes, by=kim)
    entry = last(stays)
    byes.request_byes(stays.players.get(name="Di"), [Bye(2, Kind.HALF_BYE)], by=kim)
    paired(stays, 1, "1 4")
    with pytest.raises(Conflict) as refused:
        undo_entry(stays.pk, by=kim, entry_id=entry.pk)
    assert "Round 1: 1 board paired" in refused.value.message
    assert "Di: half-point bye in round 2" in refused.value.message


def test_the_emptied_section_is_deleted_at_once_if_asked_and_comes_back_before_the_merge_is_undone(
    stays: Section, goes: Section, kim: User
) -> None:
    merge(stays, goes, by=kim, delete=True)
    assert not Section.objects.filter(pk=goes.pk).exists()
    deletion, merged = LogEntry.objects.order_by("-pk")[:2]
    with pytest.raises(Conflict, match="Undo them first: “Section deleted: Novice”"):
        undo_entry(stays.pk, by=kim, entry_id=merged.pk)
    undo_entry(stays.pk, by=kim, entry_id=deletion.pk)
    undo_entry(stays.pk, by=kim, entry_id=merged.pk)
    assert roster(as_it_stands(goes)) == ["1 Di", "2 Ed", "3 Flo"]


def test_what_does_not_fit_is_named_before(stays: Section, goes: Section, event: Event, kim: User) -> None:
    setup.edit_section(
        stays, name="Reserve", rounds=1, format="swiss", games=1, highest_rating=1000, half_byes=0, by=kim
    )
    rosters.edit_player(stays.players.get(name="Ann"), uscf_id="12345678", fixed_board=5, by=kim)
    rosters.edit_player(goes.players.get(name="Di"), uscf_id="12345678", fixed_board=5, by=kim)
    byes.request_byes(goes.players.get(name="Ed"), [Bye(2, Kind.HALF_BYE)], by=kim)
    teams.make_table(event, name="Schools", sections=[goes], by=kim)
    shown = selectors.merged(as_it_stands(stays), as_it_stands(goes))
    assert [each.outside for each in shown.roster if each.outside] == [
        "rating 1100 is above the section’s highest, 1000"
    ]
    assert shown.refused == [
        "Ed asked for a bye in round 2, and Reserve has 1. Cancel that bye first.",
        "Ann in Reserve has the US Chess ID of Di.",
        "Board 5 is reserved for Di, and in Reserve for Ann. Change one first.",
    ]
    assert shown.told[-1] == (
        "The team table Schools does not count Reserve. Those who move no longer count there."
    )
    assert len(shown.told) == 2  # the posted limit of half-point byes
    with pytest.raises(Refused, match=r"Cancel that bye first\. Nothing was saved"):
        merge(stays, goes, by=kim)
    assert len(roster(goes)) == 3


def test_a_section_that_is_paired_or_has_results_says_what_to_do(
    stays: Section, goes: Section, kim: User
) -> None:
    paired(goes, 1, "1 2")
    with pytest.raises(Refused, match=r"Round 1 of Novice is paired\. Remove its pairings first"):
        merge(stays, goes, by=kim)
    played(stays, 1, "1 2 WL")
    with pytest.raises(Refused, match="Reserve has results, so it can’t be merged or split"):
        merge(goes, stays, by=kim)
    with pytest.raises(Refused, match="use “Change of section” on the player’s page"):
        split(stays, Cut("rating", 800), name="U800", by=kim)


def test_an_empty_section_has_nothing_to_merge(stays: Section, event: Event, kim: User) -> None:
    empty = a_section(0, 3, event=event)
    assert selectors.mergeable(stays) == []
    with pytest.raises(Refused, match="has no entries"):
        merge(stays, empty, by=kim)


def test_namesakes_who_would_count_for_one_table_are_asked_about(event: Event, kim: User) -> None:
    one = section_of(event, "One", "Ann/Elm Bo/Fir")
    other = section_of(event, "Other", "Ann/Elm Cy/Fir")
    teams.make_table(event, name="Schools", sections=[one], by=kim)
    with pytest.raises(Namesakes):
        merge(one, other, by=kim)
    assert len(roster(other)) == 2
    merge(one, other, by=kim, different=True)
    assert len(roster(one)) == 4


# --- one becomes two -----------------------------------------------------------------------------


@pytest.fixture
def large(event: Event, kim: User) -> Section:
    section = filled(event, "K-5", kim, "Ann/900 Bo/1000 Cy/ Di/1400 Ed/400 Flo/")
    orders.post_order(section, "solkoff,cumulative", by=kim)
    prizes.announce(section, "1st place trophy", in_this_order=True, by=kim)
    rating_report.edit(event, {section.slug: {"time_control": "G/60 d5", "level": "P"}}, by=kim)
    return as_it_stands(section)


def test_a_cut_at_a_rating_puts_it_into_the_upper_part_and_the_unrated_apart(large: Section) -> None:
    parts = selectors.parts(large, Cut("rating", 1000))
    assert [each.name for each in parts.upper] == ["Di", "Bo"]
    assert [each.name for each in parts.lower] == ["Ann", "Ed"]
    assert [each.name for each in parts.unrated] == ["Cy", "Flo"]
    assert [each.name for each in selectors.parts(large, Cut("top", 3)).upper] == ["Di", "Bo", "Ann"]


def test_the_new_section_has_the_set_up_and_the_lower_part_with_the_unrated(
    large: Section, kim: User
) -> None:
    made, count = split(large, Cut("rating", 1000), name="K-5 U1000", by=kim)
    assert (roster(large), roster(made), count) == (
        ["1 Di", "2 Bo"],
        ["1 Ann", "2 Ed", "3 Cy", "4 Flo"],
        4,
    )
    made = as_it_stands(made)
    assert PostedOrder.objects.get(standings=made.standings_id).order == "solkoff,cumulative"
    assert (made.rounds, made.prizes, made.hidden) == (3, large.prizes, large.hidden)
    assert (made.time_control, made.level) == ("G/60 d5", "P")
    assert last(large).summary == last(made).summary == "K-5 split: 4 entries moved to K-5 U1000"
    assert not replaying.replay(large.event).differences


@pytest.mark.parametrize(
    ("cut", "choices", "moved"),
    [
        (Cut("rating", 1000), {"unrated_up": True}, ["1 Ann", "2 Ed"]),
        (Cut("rating", 1000), {"new_is_upper": True}, ["1 Di", "2 Bo"]),
        (Cut("top", 1), {"new_is_upper": True, "unrated_up": True}, ["1 Di", "2 Cy", "3 Flo"]),
    ],
)
def test_a_director_chooses_where_the_unrated_go_and_which_part_is_new(
    large: Section, kim: User, cut: Cut, choices: dict[str, bool], moved: list[str]
) -> None:
    made, _count = split(large, cut, name="New", by=kim, **choices)
    assert roster(made) == moved


@pytest.mark.parametrize("new_is_upper", [False, True])
def test_the_rating_of_a_split_is_the_limit_of_both_parts(
    large: Section, kim: User, new_is_upper: bool
) -> None:
    Section.objects.filter(pk=large.pk).update(highest_rating=1900)
    made, _count = split(
        as_it_stands(large), Cut("rating", 1000), name="New", new_is_upper=new_is_upper, by=kim
    )
    upper, lower = (made, large) if new_is_upper else (large, made)
    assert as_it_stands(upper).limits[2:] == (1000, 1900)
    assert as_it_stands(lower).limits[2:] == (None, 999)


@pytest.mark.parametrize("into_new", [False, True])
def test_the_parts_of_a_split_that_are_merged_again_have_the_limits_that_they_had_together(
    large: Section, kim: User, into_new: bool
) -> None:
    Section.objects.filter(pk=large.pk).update(highest_rating=1900)
    made, _count = split(as_it_stands(large), Cut("rating", 1000), name="New", by=kim)
    stays, goes = (made, large) if into_new else (large, made)
    merge(as_it_stands(stays), as_it_stands(goes), by=kim)
    assert as_it_stands(stays).limits[2:] == (None, 1900)


def test_a_split_is_undone_and_leaves_the_sections_as_they_were(large: Section, kim: User) -> None:
    before, sections = roster(large), list(large.event.sections.order_by("pk"))
    split(large, Cut("rating", 1000), name="New", by=kim)
    undo = undo_of(as_it_stands(large), last(large))
    assert "the section New, with its settings and its log" in undo.goes
    undo_entry(large.pk, by=kim, entry_id=last(large).pk)
    assert (roster(large), list(large.event.sections.order_by("pk"))) == (before, sections)
    assert not replaying.replay(large.event).differences


def test_an_undone_split_is_redone_once_its_section_is_back(large: Section, kim: User) -> None:
    made, _count = split(large, Cut("rating", 1000), name="New", by=kim)
    undo_entry(large.pk, by=kim, entry_id=last(large).pk)
    undoing = LogEntry.objects.get(standings=large.standings_id, code=Summary.UNDONE)
    with pytest.raises(Conflict, match="Undo them first: “Section deleted: New”"):
        undo_entry(large.pk, by=kim, entry_id=undoing.pk)
    deletion = LogEntry.objects.get(code=Summary.SECTION_DELETED)
    owner = Section.objects.get(standings=deletion.standings_id)
    undo_entry(owner.pk, by=kim, entry_id=deletion.pk)
    undo_entry(large.pk, by=kim, entry_id=undoing.pk)
    assert (len(roster(large)), len(roster(made))) == (2, 4)
    assert not replaying.replay(large.event).differences


def test_a_split_stays_while_something_was_entered_in_its_section(large: Section, kim: User) -> None:
    made, _count = split(large, Cut("rating", 1000), name="New", by=kim)
    rosters.add_players(as_it_stands(made), [RosterEntry(None, "Eve")], by=kim)
    with pytest.raises(Conflict, match="Undo them first: “Eve added”"):
        undo_entry(large.pk, by=kim, entry_id=last(large).pk)
    assert len(roster(made)) == 5


def test_pairs_kept_apart_stay_where_both_are_in_one_section(large: Section, kim: User) -> None:
    apart.keep_apart(large, "1-2, 1-5", "", by=kim)
    split(large, Cut("rating", 1000), name="New", by=kim)
    assert [f"{each.one.name}-{each.other.name}" for each in KeptApart.objects.all()] == ["Ann-Ed"]


@pytest.mark.parametrize("cut", [Cut("rating", 2000), Cut("rating", 1)])
def test_nobody_is_left_with_an_empty_section(large: Section, kim: User, cut: Cut) -> None:
    count = Section.objects.count()
    with pytest.raises(Refused, match=r"would be empty\. Nothing was saved"):
        split(large, cut, name="New", unrated_up=cut.number == 1, by=kim)
    assert Section.objects.count() == count


def test_a_name_that_the_event_has_is_refused_and_nobody_moves(large: Section, kim: User) -> None:
    with pytest.raises(Refused, match="has a section “K-5” already"):
        split(large, Cut("rating", 1000), name="k-5", by=kim)
    assert len(roster(large)) == 6
    assert not Round.objects.exists()


# --- teams ----------------------------------------------------------------------------------------


def test_sections_of_teams_are_split_and_merged_by_the_ratings_of_their_players(kim: User) -> None:
    section = three_teams()
    by = director_of(section)
    made, count = split(section, selectors.Cut("rating", 1750), name="Reserve", by=by)
    assert (roster(section), roster(made), count) == (
        ["1 Alder Lane", "2 Birch Bishops"],
        ["1 Cedar Castles"],
        1,
    )
    assert made.players.get().members.get(board=1).name == "Ida Case"
    assert selectors.merged(section, made).refused == []
    assert merge(section, made, by=by) == 1
    assert roster(section) == ["1 Alder Lane", "2 Birch Bishops", "3 Cedar Castles"]
    paired(section, 1, "1 3", publish=True)
    board = MatchBoard.objects.filter(game__round__section=section, board=1).get()
    record_board(board, "WL", revision=board.revision, by=by)
    assert "use “Change of section” on the team’s page" in selectors.closed(section)
