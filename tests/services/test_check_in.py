"""Who is here: check-ins, walk-ins, changes of section and no-shows, all in the log."""

import pytest
from django.contrib.auth.models import User

from tests.factories import EntryFactory, a_section, as_it_stands, paired, played, section_of
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.errors import Conflict, Irrevocable, Namesakes, Refused
from tournaments.formats.byes import Bye
from tournaments.formats.records import RosterEntry
from tournaments.models import CheckIn, Event, KeptApart, LogEntry, Player, Round, Seat, Section
from tournaments.selectors.entries import check_in as selectors
from tournaments.selectors.entries.byes import requested
from tournaments.services import apart, byes, check_in, pairings, regrouping, replaying, rosters
from tournaments.services.undoing import undo_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(event: Event) -> Section:
    return section_of(event, "Open", "Ann/Elm Bo/Fir Cy/Elm Di/Fir")


@pytest.fixture
def reserve(section: Section) -> Section:
    return section_of(section.event, "Reserve", "Eve/Elm Flo/Fir")


def player(section: Section, number: int) -> Player:
    return section.players.get(number=number)


def names(players: list[selectors.Arrival]) -> list[str]:
    return [each.name for each in players]


def last_entry(section: Section) -> LogEntry:
    """Of those that made a version: a check-in makes none."""
    entry = LogEntry.objects.filter(standings=section.standings_id, version__isnull=False).first()
    assert entry is not None
    return entry


# --- who is here ---------------------------------------------------------------------------------


def test_a_check_in_says_who_is_here_and_changes_no_page_of_parents(section: Section, kim: User) -> None:
    before = as_it_stands(section).stamp
    check_in.check_in(section.event, player(section, 2).pk, by=kim)
    door = selectors.door(section.event)
    assert (names(door.missing), names(door.here)) == (["Ann", "Cy", "Di"], ["Bo"])
    assert (door.here[0].by, door.here[0].at is not None) == ("Kim Okafor", True)
    assert as_it_stands(section).stamp == before


def test_the_log_says_who_was_checked_in_and_who_was_taken_back_and_by_whom(
    section: Section, kim: User
) -> None:
    check_in.check_in(section.event, player(section, 2).pk, by=kim)
    check_in.check_in(section.event, player(section, 2).pk, by=kim)
    check_in.take_back(section.event, CheckIn.objects.get().pk, by=kim)
    told = LogEntry.objects.filter(verb="check-in").order_by("pk")
    assert [(each.summary, each.who, each.version) for each in told] == [
        ("Bo is here", kim, None),
        ("Bo is not here yet", kim, None),
    ]
    assert not replaying.replay(section.event).differences


def test_a_player_who_is_here_is_taken_off_the_roster_and_comes_back_as_here(
    section: Section, kim: User
) -> None:
    gus = check_in.walk_in(section, RosterEntry(None, "Gus"), by=kim)
    rosters.remove_player(gus, by=kim)
    assert not CheckIn.objects.exists()
    undo_entry(section.pk, by=kim, entry_id=last_entry(section).pk)
    assert CheckIn.objects.get().player == gus
    assert not replaying.replay(section.event).differences


def test_undoing_a_roster_takes_the_check_ins_of_its_players_along(section: Section, kim: User) -> None:
    (gus,) = rosters.add_players(section, [RosterEntry(None, "Gus")], by=kim)
    added = last_entry(section)
    check_in.check_in(section.event, gus.pk, by=kim)
    undo_entry(section.pk, by=kim, entry_id=added.pk)
    assert not CheckIn.objects.exists()
    undo_entry(section.pk, by=kim, entry_id=LogEntry.objects.latest("pk").pk)
    assert CheckIn.objects.get().player == gus
    assert not replaying.replay(section.event).differences


def test_the_first_of_two_check_ins_holds(section: Section, kim: User) -> None:
    ann = player(section, 1).pk
    check_in.check_in(section.event, ann, by=kim)
    first = CheckIn.objects.get()
    check_in.check_in(section.event, ann, by=User.objects.create(username="lee"))
    assert (CheckIn.objects.get().pk, CheckIn.objects.get().by) == (first.pk, kim)


def test_undoing_takes_back_the_check_in_that_was_seen_and_no_later_one(section: Section, kim: User) -> None:
    ann = player(section, 1).pk
    check_in.check_in(section.event, ann, by=kim)
    seen = CheckIn.objects.get().pk
    assert check_in.take_back(section.event, seen, by=kim) == player(section, 1)
    assert check_in.take_back(section.event, seen, by=kim) is None
    check_in.check_in(section.event, ann, by=kim)
    assert check_in.take_back(section.event, seen, by=kim) is None
    assert CheckIn.objects.count() == 1


def test_nobody_of_another_event_is_checked_in_or_out(section: Section, kim: User) -> None:
    other = a_section(2)
    with pytest.raises(Conflict, match="Somebody removed this player"):
        check_in.check_in(section.event, player(other, 1).pk, by=kim)
    check_in.check_in(other.event, player(other, 1).pk, by=kim)
    assert check_in.take_back(section.event, CheckIn.objects.get().pk, by=kim) is None
    assert CheckIn.objects.count() == 1


def test_who_withdrew_is_reinstated_before_a_check_in(section: Section, kim: User) -> None:
    pairings.withdraw(player(section, 1), 0, by=kim)
    with pytest.raises(Refused, match="Ann has withdrawn"):
        check_in.check_in(section.event, player(section, 1).pk, by=kim)
    door = selectors.door(section.event)
    assert names(door.withdrawn) == ["Ann"]
    assert door.count is not None
    assert door.count.of == 3


def test_a_no_show_who_was_withdrawn_is_in_again_by_one_check_in(section: Section, kim: User) -> None:
    check_in.no_shows(section.event, pks(section, 1, 3), withdraw=True, by=kim)
    assert [each.may_return for each in selectors.door(section.event).withdrawn] == [True, True]
    assert check_in.check_in(section.event, player(section, 1).pk, by=kim).plays_from == 1
    paired(section, 1, "2 4", publish=True)
    assert check_in.check_in(section.event, player(section, 3).pk, by=kim).plays_from == 2
    assert not section.players.filter(withdrawn_after__isnull=False).exists()
    missed = Seat.objects.filter(player=player(section, 3))
    assert list(missed.values_list("round__number", "kind")) == [(1, "U")]
    assert names(selectors.door(section.event).here) == ["Ann", "Cy"]
    assert not replaying.replay(section.event).differences


def test_who_withdrew_after_being_a_no_show_is_not_in_again_by_a_check_in(
    section: Section, kim: User
) -> None:
    check_in.no_shows(section.event, pks(section, 1), withdraw=True, by=kim)
    pairings.reinstate(player(section, 1), by=kim)
    pairings.withdraw(player(section, 1), 0, by=kim)
    with pytest.raises(Refused, match="Reinstate the player on the roster first"):
        check_in.check_in(section.event, player(section, 1).pk, by=kim)


def test_a_no_show_is_not_in_again_once_every_round_is_published(begun: Section, kim: User) -> None:
    check_in.no_shows(begun.event, pks(begun, 5), withdraw=True, by=kim)
    Section.objects.filter(pk=begun.pk).update(rounds=1)
    with pytest.raises(Refused, match="Reinstate the player"):
        check_in.check_in(begun.event, player(begun, 5).pk, by=kim)
    assert not CheckIn.objects.exists()


def test_a_section_that_was_merged_away_is_offered_for_nobody_until_it_has_players(
    section: Section, reserve: Section, kim: User
) -> None:
    section_of(section.event, "Novice", "")
    regrouping.merge(section, reserve, by=kim)
    assert [each.name for each in selectors.open_sections(section.event)] == ["Open", "Novice"]
    assert reserve not in selectors.may_be_in(player(section, 1))
    check_in.move(player(section, 1), reserve, by=kim)
    assert reserve in selectors.open_sections(section.event)


def test_a_section_that_was_cut_into_quads_is_offered_for_nobody(event: Event, kim: User) -> None:
    eight = section_of(event, "Quads", "Ann Bo Cy Di Eve Flo Gus Hal")
    regrouping.make_quads(eight, by=kim)
    assert [each.name for each in selectors.open_sections(event)] == ["Quad 1", "Quad 2"]
    Player.objects.create(section=eight, number=1, name="Ivo", house=True)
    assert eight not in selectors.open_sections(event)


def test_everybody_is_counted_by_section(section: Section, reserve: Section, kim: User) -> None:
    for each in (player(section, 1), player(section, 2), player(reserve, 1)):
        check_in.check_in(section.event, each.pk, by=kim)
    door = selectors.door(section.event, section=reserve.slug)
    assert [(share.section.name, share.here, share.of) for share in door.shares] == [
        ("Open", 2, 4),
        ("Reserve", 1, 2),
    ]
    assert door.count is not None
    assert (door.count.here, door.count.of) == (3, 6)
    assert (names(door.missing), names(door.here)) == (["Flo"], ["Eve"])


@pytest.mark.parametrize("sought", ["ga", "lo", "JOSÉ gar", "garcia, jo", "1234", "fi"])
def test_a_player_is_found_by_two_letters_without_accents_and_by_the_id(
    section: Section, kim: User, sought: str
) -> None:
    entry = RosterEntry(None, "García-López, José", uscf_id="12345678", team="Fig School")
    rosters.add_players(section, [entry], by=kim)
    left = [each for each in selectors.door(section.event, sought=sought).missing if not each.is_left_out]
    assert "García-López, José" in names(left)
    assert len(left) <= 3


def test_who_is_found_by_name_stands_before_who_is_found_by_the_school(section: Section, kim: User) -> None:
    entries = [RosterEntry(None, "Ash, Cy", team="Oak Hill"), RosterEntry(None, "Hill, Zoe", team="Elm")]
    rosters.add_players(section, entries, by=kim)

    def found(sought: str) -> list[str]:
        door = selectors.door(section.event, sought=sought)
        return names([each for each in door.missing if not each.is_left_out])

    assert found("hill") == ["Hill, Zoe", "Ash, Cy"]
    assert found("el hil") == ["Hill, Zoe"]
    assert names(selectors.door(section.event).missing)[-1] == "Hill, Zoe"


def test_the_stamp_differs_after_each_check_in_and_after_each_undoing(section: Section, kim: User) -> None:
    stamps = [selectors.stamp(section.event)]
    for number in (1, 2):
        check_in.check_in(section.event, player(section, number).pk, by=kim)
        stamps.append(selectors.stamp(section.event))
    first = CheckIn.objects.earliest("pk").pk
    check_in.take_back(section.event, first, by=kim)
    stamps.append(selectors.stamp(section.event))
    check_in.check_in(section.event, player(section, 1).pk, by=kim)
    stamps.append(selectors.stamp(section.event))
    rosters.edit_player(player(section, 3), name="Cyd", by=kim)
    stamps.append(selectors.stamp(section.event))
    assert len(set(stamps)) == len(stamps)


def test_a_player_who_was_checked_in_can_still_be_taken_off_by_undoing(section: Section, kim: User) -> None:
    """A check-in is nobody's later change."""
    (added,) = rosters.add_players(section, [EntryFactory.create(name="Eve")], by=kim)
    check_in.check_in(section.event, added.pk, by=kim)
    undo_entry(section.pk, by=kim, entry_id=last_entry(section).pk)
    assert not section.players.filter(name="Eve").exists()


# --- walk-ins ------------------------------------------------------------------------------------


def test_a_walk_in_is_in_the_section_and_here(section: Section, kim: User) -> None:
    entry = RosterEntry(None, "Ngo, Amy", uscf_id="12345678", rating=1234, team="Sabin")
    added = check_in.walk_in(section, entry, by=kim)
    assert (added.number, added.rating, added.team, added.uscf_id) == (5, 1234, "Sabin", "12345678")
    assert added.check_in.by == kim
    assert last_entry(section).summary == "Amy Ngo added"


@pytest.mark.parametrize("typed", ["Ann Ngo", "Ngo, Ann", "Ann M. Ngo"])
def test_somebody_who_may_be_entered_already_is_asked_about(
    section: Section, reserve: Section, kim: User, typed: str
) -> None:
    rosters.add_players(reserve, [EntryFactory.create(name="Ngo, Ann")], by=kim)
    with pytest.raises(Namesakes, match="3 Ngo, Ann in Reserve"):
        check_in.walk_in(section, RosterEntry(None, typed), by=kim)
    assert not CheckIn.objects.exists()
    check_in.walk_in(section, RosterEntry(None, typed), by=kim, different=True)
    assert CheckIn.objects.count() == 1


def test_one_id_in_two_sections_is_asked_about_and_two_ids_of_one_name_are_not(
    section: Section, reserve: Section, kim: User
) -> None:
    entry = EntryFactory.create(name="Ngo, Ann", uscf_id="12345678")
    rosters.add_players(reserve, [entry], by=kim)
    with pytest.raises(Namesakes):
        check_in.walk_in(section, RosterEntry(None, "Ann M. Ngo", uscf_id="12345678"), by=kim)
    check_in.walk_in(section, RosterEntry(None, "Ann Ngo", uscf_id="87654321"), by=kim)


@pytest.mark.parametrize(
    ("typed", "of"), [("Zoe Quill", "Open"), ("Zoe Quill", "Reserve"), ("Ann Ngo", "Open")]
)
def test_the_id_of_another_player_is_named_and_nobody_walks_in_with_it(
    section: Section, reserve: Section, kim: User, typed: str, of: str
) -> None:
    entry = EntryFactory.create(name="Ngo, Ann", uscf_id="12345678")
    (ann,) = rosters.add_players(section if of == "Open" else reserve, [entry], by=kim)
    told = f"12345678 is the US Chess ID of {ann.number} Ngo, Ann in {of}. Nobody was added."
    entry = RosterEntry(None, typed, uscf_id="12345678")
    for different in (False, True):
        with pytest.raises(Refused) as raised:
            check_in.walk_in(section, entry, by=kim, different=different)
        assert (type(raised.value), raised.value.message) == (Refused, told)
    assert not CheckIn.objects.exists()


def test_nobody_walks_in_after_round_one_is_published(section: Section, kim: User) -> None:
    paired(section, 1, "1 2\n3 4", publish=True)
    with pytest.raises(Refused, match="Round 1 of Open is published"):
        check_in.walk_in(section, RosterEntry(None, "Amy Ngo"), by=kim)


# --- another section -----------------------------------------------------------------------------


def test_a_player_moves_with_byes_and_check_in_and_undoing_brings_her_back(
    section: Section, reserve: Section, kim: User
) -> None:
    ann = player(section, 1)
    check_in.check_in(section.event, ann.pk, by=kim)
    byes.request_byes(ann, [Bye(2, Kind.HALF_BYE)], by=kim)
    apart.keep_apart(section, "1-2", "", by=kim)
    before = as_it_stands(section).stamp, as_it_stands(reserve).stamp

    moved = check_in.move(ann, reserve, by=kim)

    assert (moved.section, moved.number, moved.check_in.by) == (reserve, 3, kim)
    seat = Seat.objects.get(player=moved)
    assert (seat.round.section, seat.round.number, seat.kind) == (reserve, 2, "H")
    assert not KeptApart.objects.exists()
    # Both have a new version, and say so in their logs.
    assert before[0] != as_it_stands(section).stamp
    assert before[1] != as_it_stands(reserve).stamp
    said = "Ann moved from Open to Reserve, number 3"
    assert (last_entry(section).summary, last_entry(reserve).summary) == (said, said)
    assert not replaying.replay(section.event).differences

    undo_entry(section.pk, by=kim, entry_id=last_entry(section).pk)
    ann.refresh_from_db()
    assert (ann.section, ann.number) == (section, 1)
    assert Seat.objects.get(player=ann).round.section == section
    assert KeptApart.objects.count() == 1
    # The page of the other section has lost her again.
    assert last_entry(reserve).summary == f"This was undone: {said}"
    assert not replaying.replay(section.event).differences


def test_nobody_moves_who_is_paired_or_whose_round_one_is_published(
    section: Section, reserve: Section, kim: User
) -> None:
    paired(section, 1, "1 2")
    with pytest.raises(Refused, match="Ann is paired in round 1"):
        check_in.move(player(section, 1), reserve, by=kim)
    paired(reserve, 1, "1 2", publish=True)
    with pytest.raises(Refused, match="Round 1 of Reserve is published"):
        check_in.move(player(section, 3), reserve, by=kim)
    assert section.players.count() == 4


def test_a_bye_that_the_other_section_has_no_round_for_is_canceled_first(section: Section, kim: User) -> None:
    short = a_section(2, 1, event=section.event)
    byes.request_byes(player(section, 1), [Bye(3, Kind.HALF_BYE)], by=kim)
    with pytest.raises(Refused, match="asked for a bye in round 3"):
        check_in.move(player(section, 1), short, by=kim)


def test_one_id_is_not_moved_beside_itself(section: Section, reserve: Section, kim: User) -> None:
    for each in (section, reserve):
        rosters.add_players(each, [EntryFactory.create(name="Gil", uscf_id="12345678")], by=kim)
    with pytest.raises(Refused, match="Gil in Reserve has the US Chess ID of Gil"):
        check_in.move(player(section, 5), reserve, by=kim)


def test_teams_and_players_do_not_mix(section: Section, kim: User) -> None:
    matches = a_section(0, 2, event=section.event, boards=4)
    assert list(selectors.may_be_in(player(section, 1))) == [section]
    with pytest.raises(Refused, match="can't move"):
        check_in.move(player(section, 1), matches, by=kim)


# --- no-shows ------------------------------------------------------------------------------------


def pks(section: Section, *numbers: int) -> list[int]:
    return [player(section, number).pk for number in numbers]


def named(section: Section, number: int) -> list[str]:
    """Who is not checked in for a round."""
    found = selectors.not_checked_in(section, number)
    return [each.name for each in found.players] if found else []


def test_no_shows_get_zero_point_byes_in_one_change_of_each_section(
    section: Section, reserve: Section, kim: User
) -> None:
    entries = LogEntry.objects.count()
    check_in.no_shows(section.event, pks(section, 2, 4) + pks(reserve, 1), withdraw=False, by=kim)
    assert LogEntry.objects.count() == entries + 2
    assert last_entry(section).summary == "Not checked in, zero-point bye in round 1: Bo and Di"
    assert sorted(Seat.objects.values_list("player__name", "kind")) == [
        ("Bo", "U"),
        ("Di", "U"),
        ("Eve", "U"),
    ]
    assert [each.section.name for each in selectors.no_shows(section.event)] == ["Open", "Reserve"]
    assert [player.name for player in selectors.no_shows(section.event)[0].players] == ["Ann", "Cy"]

    undo_entry(section.pk, by=kim, entry_id=last_entry(section).pk)
    assert list(Seat.objects.values_list("player__name", flat=True)) == ["Eve"]
    assert not Round.objects.filter(section=section).exists()


def test_no_shows_withdraw_before_round_one_and_undoing_has_them_back(section: Section, kim: User) -> None:
    check_in.no_shows(section.event, pks(section, 1, 3), withdraw=True, by=kim)
    withdrawn = section.players.filter(withdrawn_after=0).order_by("number")
    assert list(withdrawn.values_list("name", flat=True)) == ["Ann", "Cy"]
    assert last_entry(section).summary == "Not checked in, withdrawn before round 1: Ann and Cy"
    undo_entry(section.pk, by=kim, entry_id=last_entry(section).pk)
    assert not section.players.filter(withdrawn_after__isnull=False).exists()


@pytest.mark.parametrize("moves", [False, True])
def test_a_no_show_who_comes_before_round_one_is_published_is_in_it_again(
    section: Section, reserve: Section, kim: User, moves: bool
) -> None:
    byes.request_byes(player(section, 2), [Bye(2, Kind.UNPAIRED)], by=kim)
    check_in.no_shows(section.event, pks(section, 2, 4), withdraw=False, by=kim)
    bo = check_in.move(player(section, 2), reserve, by=kim) if moves else player(section, 2)
    came = check_in.check_in(section.event, bo.pk, by=kim)
    assert (came.player, came.bye_canceled) == (bo, True)
    assert sorted(Seat.objects.values_list("player__name", "round__number")) == [("Bo", 2), ("Di", 1)]
    assert last_entry(bo.section).summary == "Bo: canceled zero-point bye in round 1"
    assert not replaying.replay(section.event).differences
    assert not check_in.check_in(section.event, bo.pk, by=kim).bye_canceled


def test_a_bye_that_a_player_asked_for_stays_when_she_comes(section: Section, kim: User) -> None:
    byes.request_byes(player(section, 1), [Bye(1, Kind.UNPAIRED)], by=kim)
    check_in.no_shows(section.event, pks(section, 2), withdraw=False, by=kim)
    byes.request_byes(player(section, 2), [], by=kim)
    byes.request_byes(player(section, 2), [Bye(1, Kind.UNPAIRED)], by=kim)
    for pk in pks(section, 1, 2):
        assert not check_in.check_in(section.event, pk, by=kim).bye_canceled
    assert Seat.objects.filter(round__number=1, kind="U").count() == 2


def test_the_bye_of_a_no_show_stays_once_round_one_is_published(section: Section, kim: User) -> None:
    check_in.no_shows(section.event, pks(section, 1, 2), withdraw=False, by=kim)
    paired(section, 1, "3 4", publish=True)
    assert not check_in.check_in(section.event, player(section, 1).pk, by=kim).bye_canceled
    assert Seat.objects.filter(player=player(section, 1), kind="U").exists()


def test_somebody_who_came_meanwhile_keeps_everybody_in(
    section: Section, reserve: Section, kim: User
) -> None:
    check_in.check_in(section.event, player(reserve, 1).pk, by=kim)
    with pytest.raises(Conflict, match="Eve has been checked in already"):
        check_in.no_shows(section.event, pks(section, 1) + pks(reserve, 1), withdraw=True, by=kim)
    assert not Player.objects.filter(withdrawn_after=0).exists()


def test_no_shows_are_those_whom_round_one_expects(section: Section, kim: User) -> None:
    byes.request_byes(player(section, 1), [Bye(1, Kind.HALF_BYE)], by=kim)
    pairings.withdraw(player(section, 2), 0, by=kim)
    check_in.check_in(section.event, player(section, 3).pk, by=kim)
    [missing] = selectors.no_shows(section.event)
    assert ([each.name for each in missing.players], missing.likely) == (["Di"], True)
    assert named(section, 1) == ["Di"]


def test_a_walk_in_begins_the_check_in_of_no_section(section: Section, reserve: Section, kim: User) -> None:
    gus = check_in.walk_in(section, RosterEntry(None, "Gus"), by=kim)
    check_in.move(check_in.walk_in(section, RosterEntry(None, "Hal"), by=kim), reserve, by=kim)
    assert [each.likely for each in selectors.no_shows(section.event)] == [False, False]
    check_in.take_back(section.event, gus.check_in.pk, by=kim)
    check_in.check_in(section.event, gus.pk, by=kim)
    check_in.check_in(section.event, player(reserve, 1).pk, by=kim)
    assert [each.likely for each in selectors.no_shows(section.event)] == [False, True]


def test_who_is_moved_in_while_here_begins_the_check_in_of_no_section(
    section: Section, reserve: Section, kim: User
) -> None:
    check_in.check_in(section.event, player(section, 1).pk, by=kim)
    check_in.move(player(section, 1), reserve, by=kim)
    assert [each.likely for each in selectors.no_shows(section.event)] == [False, False]


def test_where_nearly_nobody_is_here_nobody_is_likely_to_be_out(section: Section, kim: User) -> None:
    names = ("Eve", "Flo", "Gus", "Hal", "Ida")
    rosters.add_players(section, [RosterEntry(None, name) for name in names], by=kim)
    for number, likely in ((1, False), (2, False), (3, True)):
        check_in.check_in(section.event, player(section, number).pk, by=kim)
        assert [each.likely for each in selectors.no_shows(section.event)] == [likely]


def test_an_event_that_checks_nobody_in_is_not_told_who_is_missing(section: Section) -> None:
    assert selectors.not_checked_in(section, 1) is None


def test_a_section_that_plays_has_no_no_shows(section: Section, kim: User) -> None:
    paired(section, 1, "1 2\n3 4", publish=True)
    assert selectors.no_shows(section.event) == []
    with pytest.raises(Refused, match="Ann has played in Open"):
        check_in.no_shows(section.event, pks(section, 1), withdraw=True, by=kim)


@pytest.fixture
def begun(section: Section, kim: User) -> Section:
    """After round 1: Ann and Bo have played, Cy had the bye of a no-show, Di asked for a half point, Eve was
    here with the odd bye, and Flo forfeited."""
    rosters.add_players(section, [RosterEntry(None, name) for name in ("Eve", "Flo", "Gus")], by=kim)
    check_in.no_shows(section.event, pks(section, 3), withdraw=False, by=kim)
    byes.request_byes(player(section, 4), [Bye(1, Kind.HALF_BYE)], by=kim)
    played(section, 1, "1 2\n6 7 FX\n5 B")
    return section


def test_after_round_one_those_are_missing_who_were_never_here(begun: Section, kim: User) -> None:
    [missing] = selectors.no_shows(begun.event)
    assert ([each.name for each in missing.players], missing.after, missing.likely) == (
        ["Cy", "Di", "Eve", "Flo"],
        1,
        False,
    )
    assert selectors.not_checked_in(begun, 2) is None
    check_in.check_in(begun.event, player(begun, 1).pk, by=kim)
    assert [len(named(begun, number)) for number in (1, 2, 3)] == [0, 4, 0]
    byes.request_byes(player(begun, 4), [Bye(2, Kind.HALF_BYE)], by=kim)
    check_in.check_in(begun.event, player(begun, 6).pk, by=kim)
    assert named(begun, 2) == ["Cy", "Eve"]


def test_who_missed_a_round_is_a_no_show_with_a_half_point_bye_in_the_next_too(
    begun: Section, kim: User
) -> None:
    """The half point of somebody who never came went unseen. Who asked for each round so far is expected by
    none yet."""
    for number, asked in ((3, (2, 3)), (4, (2,)), (5, (2,))):
        byes.request_byes(player(begun, number), [Bye(n, Kind.HALF_BYE) for n in asked], by=kim)
    check_in.check_in(begun.event, player(begun, 1).pk, by=kim)
    [missing] = selectors.no_shows(begun.event)
    assert [each.name for each in missing.players] == ["Cy", "Eve", "Flo"]
    assert missing.byes[player(begun, 3).pk] == (Bye(2, Kind.HALF_BYE), Bye(3, Kind.HALF_BYE))
    assert [each.name for each in missing.expected] == ["Flo"]
    assert [each.name for each in missing.resting] == ["Cy", "Eve"]


def test_a_zero_point_bye_of_a_no_show_takes_the_place_of_a_half_point_bye_that_was_asked_for(
    begun: Section, kim: User
) -> None:
    for number in (3, 5):
        asked = [Bye(2, Kind.HALF_BYE), Bye(3, Kind.HALF_BYE)]
        byes.request_byes(player(begun, number), asked, by=kim)
    check_in.no_shows(begun.event, pks(begun, 3), withdraw=False, by=kim)
    assert requested(begun, player(begun, 3)) == {
        player(begun, 3).pk: (Bye(2, Kind.UNPAIRED), Bye(3, Kind.HALF_BYE))
    }
    undo_entry(begun.pk, by=kim, entry_id=last_entry(begun).pk)
    assert requested(begun, player(begun, 3))[player(begun, 3).pk] == tuple(asked)
    check_in.no_shows(begun.event, pks(begun, 5), withdraw=True, by=kim)
    assert requested(begun, player(begun, 5)) == {}
    assert not replaying.replay(begun.event).differences


def test_an_irrevocable_bye_of_a_no_show_is_canceled_on_the_page_of_the_player(
    begun: Section, kim: User
) -> None:
    """22C"""
    byes.request_byes(player(begun, 3), [Bye(2, Kind.HALF_BYE)], by=kim)
    Section.objects.filter(pk=begun.pk).update(rounds=2, last_bye_irrevocable=True)
    with pytest.raises(Irrevocable):
        check_in.no_shows(begun.event, pks(begun, 3), withdraw=False, by=kim)


def test_who_has_played_no_game_is_missing_still_after_a_full_point_bye(begun: Section, kim: User) -> None:
    played(begun, 2, "1 7\n3 B")
    [missing] = selectors.no_shows(begun.event)
    assert ("Cy" in [each.name for each in missing.players], missing.after) == (True, 2)


def test_after_round_one_no_shows_leave_after_it_or_sit_out_the_next(begun: Section, kim: User) -> None:
    check_in.no_shows(begun.event, pks(begun, 3, 4), withdraw=False, by=kim)
    assert last_entry(begun).summary == "Not here, zero-point bye in round 2: Cy and Di"
    check_in.no_shows(begun.event, pks(begun, 5, 6), withdraw=True, by=kim)
    assert last_entry(begun).summary == "Not here, withdrawn after round 1: Eve and Flo"
    assert player(begun, 6).withdrawn_after == 1
    assert selectors.no_shows(begun.event) == []
    with pytest.raises(Refused, match="Gus has played in Open"):
        check_in.no_shows(begun.event, pks(begun, 7), withdraw=True, by=kim)


def test_a_section_whose_last_round_is_published_has_no_no_shows(begun: Section, kim: User) -> None:
    Section.objects.filter(pk=begun.pk).update(rounds=1)
    assert selectors.no_shows(begun.event) == []
