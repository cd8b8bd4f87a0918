"""A section cut into quads by rating (30G; PAIRING.md, section 6): one act, undone as a split is."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from tests.factories import a_section, as_it_stands, enter, games_of, paired
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import PostedOrder, Published, Standings
from tiebreaks.selectors import players_document
from tournaments.errors import Conflict, Refused
from tournaments.formats.byes import Bye
from tournaments.formats.records import RosterEntry
from tournaments.models import CheckIn, Event, LogEntry, PairingDraft, Section
from tournaments.selectors.entries import quads as selectors
from tournaments.services import (
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
from tournaments.services.regrouping import make_quads
from tournaments.services.undoing import undo_entry

pytestmark = pytest.mark.django_db


def of(event: Event, kim: User, players: int) -> Section:
    """P1 to Pn, the highest rated last; who has no rating comes first."""
    section = a_section(0, 5, event=event, name="K-8", first_board=11, byes_before=5)
    entries = [RosterEntry(None, f"P{n}", rating=100 * n or None) for n in range(players)]
    rosters.add_players(section, entries, by=kim)
    return as_it_stands(section)


@pytest.fixture
def ten(event: Event, kim: User) -> Section:
    section = of(event, kim, 10)
    orders.post_order(section, "solkoff,cumulative", by=kim)
    prizes.announce(section, "1st place trophy", in_this_order=True, by=kim)
    rating_report.edit(event, {section.slug: {"time_control": "G/60 d5", "level": "P"}}, by=kim)
    return as_it_stands(section)


def roster(section: Section) -> list[str]:
    return [f"{n} {name}" for n, name in section.players.order_by("number").values_list("number", "name")]


def last(section: Section) -> LogEntry:
    return LogEntry.objects.filter(standings=section.standings_id).latest("pk")


def test_players_are_cut_by_rating_and_the_last_six_play_a_swiss_of_three_rounds(
    ten: Section, kim: User
) -> None:
    shown = selectors.groups(ten, name="Quad")
    one, two = map(as_it_stands, make_quads(ten, by=kim))
    assert roster(one) == ["1 P9", "2 P8", "3 P7", "4 P6"]
    assert roster(two) == ["1 P5", "2 P4", "3 P3", "4 P2", "5 P1", "6 P0"]
    assert roster(ten) == []
    assert [(each.name, each.format, each.rounds) for each in (one, two)] == [
        ("Quad 1", "round robin", 3),
        ("Quad 2 (Swiss)", "swiss", 3),
    ]
    assert [[player.name for player in group.players] for group in shown] == [
        [line.split()[1] for line in roster(each)] for each in (one, two)
    ]


def test_a_director_may_have_the_last_six_play_a_round_robin(ten: Section, kim: User) -> None:
    _one, two = make_quads(ten, all_play_all=True, by=kim)
    assert (two.name, two.format, two.rounds) == ("Quad 2", "round robin", 5)


def test_each_group_has_the_set_up_and_boards_of_its_own(ten: Section, kim: User) -> None:
    made = [as_it_stands(each) for each in make_quads(ten, by=kim)]
    for each in made:
        assert PostedOrder.objects.get(standings=each.standings_id).order == "solkoff,cumulative"
        assert (each.prizes, each.hidden, each.edition) == (ten.prizes, ten.hidden, ten.edition)
        assert (each.time_control, each.level) == ("G/60 d5", "P")
        # The section closed requests before round 5, which its quads do not have.
        assert each.byes_before == 3
    assert [(each.first_board, boards) for each, boards in zip(made, (2, 3), strict=True)] == [
        (11, 2),
        (13, 3),
    ]


def test_boards_that_other_sections_have_are_left_to_them(event: Event, kim: User) -> None:
    others = [
        a_section(7, 3, event=event, first_board=1, by=kim),
        a_section(4, 3, event=event, first_board=21),
    ]
    a_section(0, 3, event=event, first_board=15)
    section = of(event, kim, 10)
    assert [group.boards for group in selectors.groups(section, name="Quad")] == [(11, 12), (13, 15)]
    setup.edit_section(
        section,
        name="K-8",
        rounds=5,
        format=section.format,
        games=1,
        first_board=others[0].first_board,
        by=kim,
    )
    made = make_quads(as_it_stands(section), by=kim)
    assert [as_it_stands(each).first_board for each in made] == [23, 25]


def test_byes_and_check_ins_move_and_the_draft_goes(event: Event, kim: User) -> None:
    section = of(event, kim, 8)
    late = section.players.get(name="P2")
    byes.request_byes(late, [Bye(2, Kind.HALF_BYE)], by=kim)
    check_in.check_in(event, late.pk, by=kim)
    drafts.keep(section, 1, drafts.propose(as_it_stands(section), 1), by=kim)
    _one, two = make_quads(section, by=kim)
    late.refresh_from_db()
    assert (late.section, late.seats.get().round.section) == (two, two)
    assert CheckIn.objects.get().player == late
    assert not PairingDraft.objects.exists()


def test_quads_are_one_entry_of_the_log_whose_undoing_leaves_nothing_behind(ten: Section, kim: User) -> None:
    before = roster(ten)
    made = make_quads(ten, by=kim)
    told = "K-8 cut into quads: 10 entries moved to Quad 1–Quad 2 (Swiss)"
    assert {last(each).summary for each in (ten, *made)} == {told}
    assert not replaying.replay(ten.event).differences
    owned = [(Standings, {"section__event": ten.event}), (PostedOrder, {}), (Published, {})]
    undo_entry(made[0].pk, by=kim, entry_id=last(made[0]).pk)
    assert roster(ten) == before
    assert [*ten.event.sections.all()] == [ten]
    assert [model._default_manager.filter(**of).count() for model, of in owned] == [1, 1, 1]
    assert not replaying.replay(ten.event).differences


@pytest.mark.parametrize(
    ("enter", "named"),
    [
        (lambda quad, kim: rosters.add_players(quad, [RosterEntry(None, "Eve")], by=kim), "Eve added"),
        (lambda quad, kim: prizes.announce(quad, "Upset", in_this_order=True, by=kim), "1 prize announced"),
        (lambda quad, kim: orders.post_order(quad, "median", by=kim), "Tiebreak order posted"),
        (lambda quad, kim: paired(quad, 1, "1 2"), "Round 1: 1 board paired"),
        (
            lambda quad, kim: byes.request_byes(quad.players.get(number=2), [Bye(2, Kind.HALF_BYE)], by=kim),
            "P",
        ),
    ],
    ids=["a player", "prizes", "an order", "a board", "a bye"],
)
def test_quads_in_which_something_was_entered_stay_and_it_is_named(
    ten: Section, kim: User, enter: Callable[[Section, User], object], named: str
) -> None:
    quads = [as_it_stands(each) for each in make_quads(ten, by=kim)]
    made = last(quads[0])
    enter(quads[1], kim)
    with pytest.raises(Conflict, match=rf"Nothing was undone\..* Undo them first: “{named}"):
        undo_entry(quads[0].pk, by=kim, entry_id=made.pk)
    assert len(roster(quads[0])) == 4


def test_what_concerns_a_player_goes_back_from_the_quads(ten: Section, kim: User) -> None:
    quads = [as_it_stands(each) for each in make_quads(ten, by=kim)]
    made, late = last(quads[0]), quads[1].players.get(number=2)
    check_in.check_in(ten.event, late.pk, by=kim)
    rosters.edit_player(late, name="Pat Elm", by=kim)
    undo_entry(quads[0].pk, by=kim, entry_id=made.pk)
    assert CheckIn.objects.get().player.called == "Pat Elm"
    assert [*ten.event.sections.all()] == [ten]


def test_a_quad_in_a_team_table_is_named_and_nothing_is_undone(ten: Section, kim: User) -> None:
    quads = [as_it_stands(each) for each in make_quads(ten, by=kim)]
    made = last(quads[0])
    teams.make_table(ten.event, name="Schools", sections=[quads[1]], by=kim)
    with pytest.raises(Conflict, match="Undo them first: “Team table created: Schools"):
        undo_entry(quads[0].pk, by=kim, entry_id=made.pk)
    assert (len(roster(quads[0])), roster(ten)) == (4, [])


def test_the_emptied_section_is_deleted_if_asked_and_comes_back_before_the_quads_are_undone(
    ten: Section, kim: User
) -> None:
    before = roster(ten)
    one, _two = make_quads(ten, delete=True, by=kim)
    assert not Section.objects.filter(pk=ten.pk).exists()
    deletion = LogEntry.objects.get(standings=one.standings_id, code="section-deleted")
    made = LogEntry.objects.get(standings=one.standings_id, code="quads-made")
    with pytest.raises(Conflict, match="Undo them first: “Section deleted: K-8”"):
        undo_entry(one.pk, by=kim, entry_id=made.pk)
    undo_entry(one.pk, by=kim, entry_id=deletion.pk)
    undo_entry(one.pk, by=kim, entry_id=made.pk)
    assert roster(as_it_stands(ten)) == before


def test_names_go_on_after_the_quads_that_the_event_has(ten: Section, event: Event, kim: User) -> None:
    setup.create_section(event, name="quad 2 (swiss)", rounds=3, by=kim)
    assert [each.name for each in make_quads(ten, by=kim)] == ["Quad 3", "Quad 4 (Swiss)"]


def test_a_section_with_boards_or_with_less_than_two_quads_says_why_not(event: Event, kim: User) -> None:
    section = of(event, kim, 7)
    with pytest.raises(Refused, match=r"Quads need at least 8 entries\..*Nothing was saved"):
        make_quads(section, by=kim)
    rosters.add_players(section, [RosterEntry(None, "Eve")], by=kim)
    paired(section, 1, "1 2")
    with pytest.raises(Refused, match=r"Round 1 of K-8 is paired\. Remove its pairings first"):
        make_quads(section, by=kim)
    assert Section.objects.count() == 1


def test_a_quad_and_its_small_swiss_are_paired_and_played_to_the_end(event: Event, kim: User) -> None:
    quad, swiss = make_quads(of(event, kim, 9), by=kim)
    met = {}
    for section in (quad, swiss):
        met[section] = [pairs_of_round(section, number, kim) for number in (1, 2, 3)]
    # 30G: numbers by rating; the colors of the last round are drawn.
    assert met[quad][:2] == [["1-4", "2-3"], ["3-1", "4-2"]]
    assert {frozenset(pair.split("-")) for pair in met[quad][2]} == {frozenset("12"), frozenset("34")}
    everybody = [frozenset(pair.split("-")) for boards in met[swiss] for pair in boards]
    assert len(everybody) == len(set(everybody)) == 6
    for section, points in ((quad, 6), (swiss, 9)):
        standings = players_document(section.standings_id).standings
        assert sum(each.score_q for each in standings) == 4 * points


def pairs_of_round(section: Section, number: int, kim: User) -> list[str]:
    """Pair, publish and play a round, White winning every game."""
    drafts.keep(section, number, drafts.propose(as_it_stands(section), number), by=kim)
    drafts.publish(as_it_stands(section), number, by=kim)
    games = games_of(section, number)
    for game in games:
        enter(game, "WL", by=kim)
    return ["-".join(str(seat.player.number) for seat in game.seats.order_by("-side")) for game in games]
