"""Whole events played through the services by chance: every round is legal, and every award is given."""

import random
from collections.abc import Iterator

import pytest

from tests.factories import EventFactory, as_it_stands, director_of
from tests.pairing.simulated import legal_pairings
from tiebreaks import frozen
from tiebreaks.engine.chart.wallchart import Card, Kind
from tiebreaks.engine.prizes.prize import Scope
from tiebreaks.models import Decision, FrozenAwards
from tiebreaks.selectors import players_document
from tournaments import wallcharts
from tournaments.models import Section
from tournaments.pairing.draft import Draft
from tournaments.pairing.judge import judge
from tournaments.pairing.pool import gather
from tournaments.pairing.pools import pair_pools
from tournaments.pairing.reading import had_bye, met
from tournaments.pairing.request import PairingInput
from tournaments.pairing.set_by_director import set_boards
from tournaments.selectors.pairing.basis import basis
from tournaments.services.rebuilding import check
from tournaments.simulation.chance import over_the_board
from tournaments.simulation.event import Plan, Simulation, most_rounds
from tournaments.simulation.people import MOST_PEOPLE, people

pytestmark = pytest.mark.django_db

# Players, rounds, seed. The third enters a house player, the fourth ends early, the eighth has ties for
# trophies. The second and the sixth go by a round-robin table.
SMALL_EVENTS = [
    (2, 1, 1),
    (4, 3, 2),
    (9, 6, 15),
    (8, 5, 11),
    (9, 4, 3),
    (6, 5, 38),
    (13, 5, 4),
    (16, 3, 30),
    (24, 5, 6),
]
HOUSE_PLAYER, ENDS_EARLY = SMALL_EVENTS[2:4]
TIES = SMALL_EVENTS[7]
A_WHOLE_DAY = (30, 4, 23)


class Watched(Simulation):
    """A simulation whose drafts are checked before they are published."""

    # How many other legal pairings of a round are held against the one that is published.
    others = 5

    def publish(self, number: int, draft: Draft) -> None:
        request = basis(self.section, number).request
        check_round(request, draft)
        # A round-robin table has its own order, whatever a Swiss would cost (29L).
        if request.options.small_swiss == "off":
            check_judged(request, draft, self.others)
        super().publish(number, draft)


def simulated(players: int, rounds: int, seed: int, kind: type[Simulation] = Simulation) -> Simulation:
    """An event from its first entry to its awards."""
    event = EventFactory.create()
    simulation = kind(event, Plan(players, rounds, seed), by=director_of(event))
    for _played in simulation.play():
        pass
    return simulation


def check_round(request: PairingInput, draft: Draft) -> None:
    """Everybody is seated once, nobody meets again, and the bye goes to somebody who may have it (28L3)."""
    cards = request.chart.by_number
    here = [card.number for card in request.chart.cards if request.in_pool(card) and not card.house]
    seated = [n for board in draft.boards for n in (board.white, board.black)] + [draft.bye] * bool(draft.bye)
    assert len(seated) == len(set(seated))
    assert sorted(n for n in seated if not cards[n].house) == sorted(here)
    played = met(request.chart, request.round)
    assert not [board for board in draft.boards if board.black in played[board.white]]
    assert not draft.bye or not had_bye(cards[draft.bye], request.round)


def check_judged(request: PairingInput, draft: Draft, others: int) -> None:
    """The judge finds nothing better than what is published, among ours and other legal pairings."""
    asked = set_boards(request)
    pool = gather(asked)
    solved = pair_pools(asked, pool)
    place = pool.field.position
    ours = [(place[board.white], place[board.black]) for board in draft.boards]
    assert judge(pool, solved, ours).level is None
    for pairs in legal_pairings(pool, others, random.Random(request.round)):
        verdict = judge(pool, solved, pairs)
        assert verdict.level is None or verdict.worse, verdict


def check_event(section: Section) -> None:
    """What the wall chart of a finished event says; the document agrees with the rows; all is awarded."""
    assert check(Section, section.pk).difference == ""
    chart = wallcharts.load(as_it_stands(section)).chart
    for card in chart.cards:
        check_card(card, chart.rounds)
    document = players_document(section.standings_id)
    record = frozen.read(FrozenAwards.objects.get(standings=section.standings_id).awards)
    assert document.finished
    assert not record.undecided
    places = [award for award in document.awards.trophies if award.prize.scope is Scope.PLACE]
    assert places
    assert [len(award.winners) for award in places] == [1] * len(places)
    offered = sum(prize.cents for prize in document.prizes)
    assert record.cents + sum(unpaid.purse.cents for unpaid in document.awards.unpaid) == offered


def check_card(card: Card, rounds: int) -> None:
    """A board or a bye in each round until a withdrawal, no opponent twice, at most one full-point bye."""
    last = rounds if card.withdrew is None else card.withdrew
    for number in range(1, rounds + 1):
        count = len(card.in_round(number))
        assert count == (number <= last) or (card.house and not count)
    opponents = [cell.opponent for cell in card.cells if cell.played]
    assert len(opponents) == len(set(opponents))
    kinds = [cell.kind for cell in sorted(card.cells, key=lambda cell: cell.round)]
    assert Kind.OPEN not in kinds
    full = [at for at, kind in enumerate(kinds) if kind is Kind.FULL_BYE]
    assert len(full) <= 1
    assert not full or Kind.FORFEIT_WIN not in kinds[: full[0]]


# --- events ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "rounds", "seed"), SMALL_EVENTS)
def test_every_round_of_a_simulated_event_is_legal_and_every_award_given(
    players: int, rounds: int, seed: int
) -> None:
    check_event(simulated(players, rounds, seed, Watched).section)


def of_many() -> Iterator[tuple[int, int, int]]:
    """200 events of 4 to 120 players in 3 to 7 rounds; most are small, as most events are."""
    for seed in range(200):
        players = 4 + round(116 * (seed / 199) ** 2)
        yield players, min(3 + seed % 5, most_rounds(players)), 1000 + seed


@pytest.mark.long
def test_two_hundred_events_have_no_illegal_round_and_no_award_that_is_not_given() -> None:
    for players, rounds, seed in of_many():
        check_event(simulated(players, rounds, seed, Watched).section)


# --- chance ---------------------------------------------------------------------------------------


def test_the_same_plan_plays_the_same_event_and_another_seed_another_one() -> None:
    one, again, other = (chart_of(simulated(12, 4, seed)) for seed in (5, 5, 6))
    assert one == again
    assert one != other


def chart_of(simulation: Simulation) -> tuple[Card, ...]:
    return wallcharts.load(as_it_stands(simulation.section)).chart.cards


def test_an_event_has_all_that_a_director_meets_in_a_day() -> None:
    """Late entries, byes of every kind, forfeits, withdrawals, unrated players, and money."""
    section = simulated(*A_WHOLE_DAY).section
    cards = wallcharts.load(as_it_stands(section)).chart.cards
    kinds = {cell.kind for card in cards for cell in card.cells}
    assert kinds >= {Kind.FULL_BYE, Kind.HALF_BYE, Kind.UNPAIRED, Kind.FORFEIT_WIN, Kind.WIN, Kind.DRAW}
    assert [card for card in cards if card.withdrew]
    assert [card for card in cards if card.rating is None]
    done = list(section.standings.log.order_by("version").values_list("verb", flat=True))
    assert done[:3] == ["setup", "prizes", "order"]
    assert "late" in done
    assert done[-1] == "freeze"
    assert section.standings.posted_orders.get().after_round == 0


def test_a_forfeit_withdraws_who_did_not_appear() -> None:
    cards = chart_of(simulated(*A_WHOLE_DAY))
    gone = {
        (card.withdrew, cell.round)
        for card in cards
        for cell in card.cells
        if cell.kind is Kind.FORFEIT_LOSS and cell.round < A_WHOLE_DAY[1]
    }
    assert gone
    assert all(withdrew == round for withdrew, round in gone)


def test_a_house_player_is_entered_where_nobody_may_have_the_bye() -> None:
    simulation = simulated(*HOUSE_PLAYER)
    assert simulation.ended == ""
    assert [card.name for card in chart_of(simulation) if card.house] == ["House Player"]


def test_an_event_that_cannot_go_on_without_a_second_meeting_ends_with_the_sentence_that_says_so() -> None:
    simulation = simulated(*ENDS_EARLY)
    assert "meet a second time: no legal pairing avoids it (27A1)" in simulation.ended
    assert as_it_stands(simulation.section).rounds == 4


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (5, 5), (6, 4), (6, 5), (7, 5)])
def test_a_small_swiss_by_a_round_robin_table_is_played_to_its_last_round(players: int, rounds: int) -> None:
    """29L: as a Swiss, six players with these seeds had no legal pairing in round 4."""
    for seed in (1, 5, 38):
        assert simulated(players, rounds, seed).ended == ""


def test_ties_for_trophies_are_decided_before_the_awards_are_frozen() -> None:
    section = simulated(*TIES).section
    codes = Decision.objects.filter(standings=section.standings_id).values_list("code", flat=True)
    assert list(codes) == ["playoff", "playoff"]


def test_an_event_can_be_left_in_the_middle() -> None:
    event = EventFactory.create()
    simulation = Simulation(event, Plan(10, 4, 2), by=director_of(event))
    rounds = simulation.play()
    assert [next(rounds).number for _ in range(2)] == [1, 2]
    document = players_document(simulation.section.standings_id)
    assert (document.through, document.rounds, document.finished) == (2, 4, False)


def test_the_better_player_wins_as_often_as_the_ratings_say_and_equal_ones_draw_more() -> None:
    rng = random.Random(1)
    share, drawn = {}, {}
    for gap in (0, 200, 400):
        games = [over_the_board(1500 + gap, 1500, rng) for _ in range(4000)]
        share[gap] = (games.count("WL") + games.count("DD") / 2) / 4000
        drawn[gap] = games.count("DD")
    assert share == pytest.approx({0: 0.5, 200: 0.76, 400: 0.909}, abs=0.02)
    assert drawn[0] > drawn[200] > drawn[400] > 0


def test_every_name_is_another_and_the_highest_rated_come_first() -> None:
    came = people(MOST_PEOPLE, random.Random(1))
    assert len({person.name for person in came}) == MOST_PEOPLE
    rated = [person.rating for person in came if person.rating is not None]
    assert rated == sorted(rated, reverse=True)
    assert all(person.rating is None for person in came[len(rated) :])
