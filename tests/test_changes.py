"""A change is one version, one log entry and one document; a change of nothing leaves no trace."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import models

from tests.factories import UserFactory, a_section, as_it_stands, director_of, paired, swap_colors, undone
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import Decision, FinalSheet, FrozenAwards, PostedOrder, Published
from tiebreaks.services import computed
from tournaments import wallcharts
from tournaments.changes import TABLES, Change, section_change
from tournaments.errors import Conflict, Refused
from tournaments.formats.records import RosterEntry
from tournaments.models import (
    CheckIn,
    Event,
    ExtraGame,
    Game,
    KeptApart,
    LogEntry,
    MatchBoard,
    Player,
    Round,
    School,
    Seat,
    Section,
    TableSection,
    TeamMember,
    TeamTable,
    Verb,
)
from tournaments.selectors.history import log
from tournaments.services import attendance, extra_games, orders, pairings, results, rosters, setup, undoing
from tournaments.services.rulings import LOST, WON, WON_AS_A_DRAW, Outcome, record_ruling
from tournaments.text import results as result_words
from tournaments.text.log import Summary

pytestmark = pytest.mark.django_db

Images = dict[tuple[str, int], dict[str, Any]]


@pytest.fixture
def section() -> Section:
    return a_section(players=4)


def last_entry(section: Section) -> LogEntry:
    entry = LogEntry.objects.filter(standings__section=section).first()
    assert entry
    return entry


def image(row: models.Model) -> dict[str, Any]:
    """A row as the log writes one."""
    change = Change(Section(), Verb.SETUP)
    change.note(row)
    return change.rows[0].after or {}


def images(section: Section) -> Images:
    """Every logged table's rows of a section."""
    kept = {
        Event: Event.objects.filter(sections=section),
        Section: Section.objects.filter(pk=section.pk),
        Player: Player.objects.filter(section=section),
        CheckIn: CheckIn.objects.filter(player__section=section),
        KeptApart: KeptApart.objects.filter(one__section=section),
        TeamMember: TeamMember.objects.filter(team__section=section),
        Round: Round.objects.filter(section=section),
        MatchBoard: MatchBoard.objects.filter(game__round__section=section),
        Game: Game.objects.filter(round__section=section),
        Seat: Seat.objects.filter(round__section=section),
        PostedOrder: PostedOrder.objects.filter(standings__section=section),
        ExtraGame: ExtraGame.objects.filter(section=section),
        Decision: Decision.objects.filter(standings__section=section),
        FrozenAwards: FrozenAwards.objects.filter(standings__section=section),
        FinalSheet: FinalSheet.objects.filter(standings__section=section),
        TeamTable: TeamTable.objects.filter(sections=section),
        TableSection: TableSection.objects.filter(section=section),
        School: School.objects.filter(event__sections=section),
    }
    assert set(kept) == set(TABLES.values())
    return {(type(row).__name__.lower(), row.pk): image(row) for rows in kept.values() for row in rows}


# --- one change ---------------------------------------------------------------------------------


def test_a_change_moves_the_version_writes_the_log_and_replaces_the_document(section: Section) -> None:
    director = director_of(section)
    player = Player.objects.get(number=2)
    with section_change(section.pk, by=director, verb=Verb.ROSTER, reason="misread") as change:
        change.update(player, name="Bea", rating=None)
        change.say(Summary.PLAYER_EDITED, name="Bea")
    after = as_it_stands(section)
    entry = last_entry(section)
    assert (after.version, after.standings.epoch) == (section.version + 1, section.standings.epoch)
    assert (entry.version, entry.epoch, entry.who, entry.verb, entry.reason) == (
        after.version,
        after.standings.epoch,
        director,
        "roster",
        "misread",
    )
    assert (entry.code, entry.values, entry.summary) == ("player-edited", {"name": "Bea"}, "Bea edited")
    assert after.standings.published.stamp == after.stamp
    assert (
        after.standings.published.body
        == computed(section.standings_id, wallcharts.load(after), after.order)[1]
    )
    assert '"Bea"' in after.standings.published.body


def test_a_change_that_changes_nothing_leaves_no_trace(section: Section) -> None:
    before = Published.objects.get().computed_at
    with section_change(section.pk, by=None, verb=Verb.ROSTER) as change:
        player = Player.objects.get(number=2)
        change.update(player, name=player.name)
        change.create_all([])
    assert as_it_stands(section).version == section.version
    assert Published.objects.get().computed_at == before
    assert LogEntry.objects.filter(standings__section=section).count() == section.version


def test_a_change_elsewhere_that_its_pages_show_moves_the_version(section: Section) -> None:
    with section_change(section.pk, by=None, verb=Verb.SETUP) as change:
        change.touch()
        change.say(Summary.VISITORS_RENAMED)
    assert as_it_stands(section).version == section.version + 1
    assert last_entry(section).rows == []


def test_a_block_that_raises_changes_nothing(section: Section) -> None:
    before = images(section)

    def think_again() -> None:
        with section_change(section.pk, by=None, verb=Verb.ROSTER) as change:
            change.create(Player(section=section, number=9, name="Ida"))
            change.update(Player.objects.get(number=1), name="Abe")
            change.delete(Player.objects.get(number=4))
            raise Refused("on second thought")

    with pytest.raises(Refused, match="second thought"):
        think_again()
    assert images(section) == before
    after = as_it_stands(section)
    assert (after.version, after.standings.published.version) == (
        section.version,
        section.version,
    )
    assert LogEntry.objects.filter(standings__section=section).count() == section.version


def test_the_log_holds_every_changed_row_before_and_after(section: Section) -> None:
    with section_change(section.pk, by=None, verb=Verb.ROSTER) as change:
        gone = Player.objects.get(number=4)
        gone_pk, gone_image = gone.pk, image(gone)
        made = change.create(Player(section=section, number=9, name="Ida"))
        changed = Player.objects.get(number=1)
        was = changed.name
        change.update(changed, name="Abe", rating=changed.rating, reentry_of=made)
        change.delete(gone)
        change.say(Summary.PLAYER_EDITED, name="Abe")
    assert last_entry(section).rows == [
        ["player", made.pk, None, image(made)],
        [
            "player",
            changed.pk,
            {"name": was, "reentry_of_id": None},
            {"name": "Abe", "reentry_of_id": made.pk},
        ],
        ["player", gone_pk, gone_image, None],
    ]


def test_nobody_signed_in_is_logged_as_nobody(section: Section) -> None:
    with section_change(section.pk, by=AnonymousUser(), verb=Verb.SETUP) as change:
        change.touch()
        change.say(Summary.VISITORS_RENAMED)
    assert last_entry(section).who is None


def test_a_long_reason_is_cut_to_what_the_log_holds(section: Section) -> None:
    with section_change(section.pk, by=None, verb=Verb.ROSTER, reason="r" * 999) as change:
        change.touch()
        change.say(Summary.VISITORS_RENAMED)
    assert last_entry(section).reason == "r" * 300


def test_a_change_that_does_not_say_what_it_does_is_a_mistake(section: Section) -> None:
    with (
        pytest.raises(ValueError, match="needs a summary"),
        section_change(section.pk, by=None, verb=Verb.ROSTER) as change,
    ):
        change.touch()
    assert as_it_stands(section).version == section.version


def test_sections_of_one_event_have_versions_and_epochs_of_their_own(section: Section) -> None:
    other = a_section(players=2, event=section.event)
    paired(section, 1, "1 2")
    assert as_it_stands(other).version == other.version
    assert other.standings.epoch != section.standings.epoch


# --- the log, read backwards ----------------------------------------------------------------------


# Most acts of a published round need a reason.
WHY = "drawn by lot"


class Day:
    """A director's day drawn at random: whatever a service refuses simply does not happen."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.section = a_section(players=5, rounds=3, games=self.chance.choice([1, 1, 2]))
        a_section(players=5, name="Elsewhere", event=self.section.event)
        self.people: list[User] = [director_of(self.section), UserFactory.create()]
        self.acts = [
            self.pair, self.pair, self.result, self.result, self.result, self.result, self.bye, self.swap,
            self.remove, self.publish, self.withdraw, self.reinstate, self.undo, self.undo, self.order,
            self.add, self.edit, self.strike, self.rename, self.cross, self.rule, self.late, self.re_enter,
            self.extra,
        ]  # fmt: skip

    def live(self, acts: int) -> Iterator[bool]:
        """Try so many acts; for each, whether it was accepted."""
        for _number in range(acts):
            by = self.chance.choice(self.people)
            try:
                self.chance.choice(self.acts)(by)
            except (Refused, LookupError):
                yield False
            else:
                yield True

    def player(self) -> Player:
        return self.chance.choice(list(Player.objects.filter(section=self.section).order_by("pk")))

    def game(self) -> Game:
        games = Game.objects.filter(round__section=self.section).select_related("round").order_by("pk")
        return self.chance.choice(list(games))

    def seat(self, bye: bool) -> Seat:
        seats = Seat.objects.filter(round__section=self.section, game__isnull=bye).select_related("round")
        return self.chance.choice(list(seats.order_by("pk")))

    def pair(self, by: User) -> None:
        numbers = list(Player.objects.filter(section=self.section).values_list("number", flat=True))
        white, black = self.chance.sample(sorted(numbers), 2)
        pairings.pair(self.section, self.chance.randint(1, 3), f"{white} {black}", by=by, reason=WHY)

    def cross(self, by: User) -> None:
        white, black = self.chance.sample(range(1, 6), 2)
        other = self.chance.choice(["@1", "@2", "@3", "@Elsewhere"])
        pairings.pair(self.section, self.chance.randint(1, 3), f"{white} {black}{other}", by=by, reason=WHY)

    def rule(self, by: User) -> None:
        game = self.game()
        outcomes = self.chance.choice([(WON_AS_A_DRAW, LOST), (Outcome(Kind.LONE_WIN), LOST), (WON, LOST)])
        record_ruling(game, *outcomes, revision=game.revision, by=by, reason=WHY)

    def result(self, by: User) -> None:
        game = self.game()
        entered = self.chance.choice(list(result_words.RESULTS))
        results.record_result(game, entered, revision=game.revision, by=by)

    def bye(self, by: User) -> None:
        kind = self.chance.choice([Kind.FULL_BYE, Kind.HALF_BYE, Kind.UNPAIRED])
        number, player = self.chance.randint(1, 3), self.player().number
        pairings.give_bye(self.section, number, [player], kind, by=by, reason=WHY)

    def swap(self, by: User) -> None:
        swap_colors(self.game(), by=by)

    def remove(self, by: User) -> None:
        if self.chance.random() < 0.5:
            pairings.remove_pairing(self.game(), by=by, reason=WHY)
        else:
            pairings.remove_bye(self.seat(bye=True), by=by, reason=WHY)

    def publish(self, by: User) -> None:
        pairings.publish(self.section, self.chance.randint(1, 3), by=by)

    def withdraw(self, by: User) -> None:
        pairings.withdraw(self.player(), self.chance.randint(0, 3), by=by)

    def reinstate(self, by: User) -> None:
        pairings.reinstate(self.player(), by=by)

    def undo(self, by: User) -> None:
        undoing.undo(self.section.pk, by=by)

    def order(self, by: User) -> None:
        order = self.chance.choice(["solkoff", "cumulative:omit_last,kashdan"])
        orders.post_order(self.section, order, by=by, reason=WHY)

    def add(self, by: User) -> None:
        rosters.add_players(self.section, [RosterEntry(None, "Late")], by=by)

    def late(self, by: User) -> None:
        missed = {1: self.chance.choice([Kind.HALF_BYE, Kind.UNPAIRED])}
        attendance.add_player(self.section, RosterEntry(None, "Later"), missed, by=by)

    def re_enter(self, by: User) -> None:
        attendance.re_enter(self.player(), self.chance.randint(0, 2), {1: Kind.HALF_BYE}, by=by)

    def extra(self, by: User) -> None:
        games = list(ExtraGame.objects.filter(section=self.section).order_by("pk"))
        if games and self.chance.random() < 0.4:
            extra_games.remove_extra_game(self.chance.choice(games), by=by)
        else:
            white, black = self.player().number, self.player().number
            extra_games.add_extra_game(self.section, white, black, Kind.WIN, Kind.LOSS, by=by)

    def edit(self, by: User) -> None:
        rosters.edit_player(self.player(), by=by, team=self.chance.choice(["", "Elm", "Oak"]))

    def strike(self, by: User) -> None:
        rosters.remove_player(self.player(), by=by)

    def rename(self, by: User) -> None:
        name = self.chance.choice(["Maple", "Birch"])
        setup.edit_event(self.section.event, name=name, city="", starts_on=None, by=by)


def take_back(state: Images, entry: LogEntry) -> None:
    """Make of the rows after an entry those before it."""
    for table, pk, before, after in reversed(entry.rows):
        key = (table, pk)
        if after is None:
            assert key not in state
            state[key] = dict(before)
        elif before is None:
            assert {**state.pop(key), "version": 0} == {**after, "version": 0}
        else:
            assert {field: state[key][field] for field in after} == after
            state[key] |= before


@pytest.mark.parametrize("seed", range(8))
def test_the_log_read_backwards_restores_every_row(seed: int) -> None:
    day = Day(seed)
    section = day.section
    first = as_it_stands(section).version
    at_first, accepted = images(section), sum(day.live(60))
    assert accepted > 15
    after = as_it_stands(section)
    entries = list(LogEntry.objects.filter(standings__section=section, version__gt=first))
    # Some acts were accepted and changed nothing: reinstating a player who never left.
    assert first + len(entries) == after.version <= first + accepted
    assert [entry.version for entry in entries] == list(range(after.version, first, -1))
    assert after.standings.published.stamp == after.stamp
    assert (
        after.standings.published.body
        == computed(section.standings_id, wallcharts.load(after), after.order)[1]
    )

    state = images(section)
    for entry in entries:
        take_back(state, entry)
    assert state == at_first


@pytest.mark.parametrize("seed", range(4))
def test_a_director_alone_can_undo_the_whole_round(seed: int) -> None:
    day = Day(seed)
    director = day.people[0]
    day.people = [director]
    day.acts = [
        day.pair,
        day.pair,
        day.cross,
        day.rule,
        day.result,
        day.result,
        day.result,
        day.bye,
        day.swap,
        day.remove,
        day.publish,
    ]
    at_first = images(day.section)
    assert sum(day.live(25)) > 8
    while log.last_entry(day.section, director):
        undone(day.section, by=director)
    assert images(day.section) == at_first


def test_a_section_that_is_gone_when_its_turn_comes_is_a_conflict(section: Section) -> None:
    """Another process restores the event meanwhile: its rows are others by then."""
    with (
        pytest.raises(Conflict, match="removed or replaced"),
        section_change(section.pk + 1000, by=director_of(section), verb=Verb.SETUP),
    ):
        pass
