"""What holds whatever was played and announced."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.prizes.test_notation import some_prizes
from tests.strategies import wallcharts
from tiebreaks.engine.prizes import Prize, Scope, Terms, award
from tiebreaks.engine.prizes.contenders import Contenders
from tiebreaks.engine.prizes.funds import purses
from tiebreaks.engine.ranking import Ranking, rank
from tiebreaks.engine.reading import live
from tiebreaks.engine.sequence import parse as order
from tiebreaks.engine.wallchart import Card, Wallchart

announced = st.lists(some_prizes(), max_size=10, unique=True)
ORDER = order("modified_median,solkoff")


@st.composite
def terms(draw):
    return Terms(
        based_on=draw(st.sampled_from([0, 10])),
        entries=draw(st.integers(0, 12)),
        unrated_limit=draw(st.sampled_from([None, 0, 50, 100_00])),
        cash_playoff=draw(st.booleans()),
        follow_money=draw(st.booleans()),
    )


@st.composite
def rankings(draw):
    """Sections in which some entered again, and somebody has a grade."""
    chart = draw(wallcharts(players=9, rounds=4))
    numbers = [card.number for card in chart.cards]
    cards = tuple(
        Card(
            c.number,
            c.name,
            c.cells,
            c.rating,
            grade=draw(st.sampled_from(["", "K", "2"])),
            age=draw(st.sampled_from([None, 9, 10, 61])),
            house=c.house,
            reentry_of=draw(st.sampled_from([None, None, None, *numbers])),
            withdrew=draw(st.sampled_from([None, None, None, 0, 2])),
        )
        for c in chart.cards
    )
    return rank(live(Wallchart(cards, chart.rounds, chart.games)), ORDER)


def pool(prize: Prize) -> object:
    """What a player can win one of."""
    return prize.ladder if prize.apart else None


@given(rankings(), announced, terms())
@settings(max_examples=60, deadline=None)
def test_what_is_paid_and_what_is_left_is_what_was_offered(
    ranking: Ranking, prizes: list[Prize], terms: Terms
):
    awards = award(ranking, prizes, terms)
    paid = sum(payment.cents for division in awards.cash for payment in division.payments)
    left = sum(unpaid.purse.cents for unpaid in awards.unpaid)
    assert paid + left == sum(purse.cents for purse in purses(prizes, terms))
    for division in awards.cash:
        brought = sum(purse.cents for purse in division.brought)
        assert sum(p.cents for p in division.payments) + sum(p.cents for p in division.left) == brought
        assert len(division.brought) <= len(division.players)
        assert {p.number for p in division.payments} == set(division.players)
        assert division.reasons


@given(rankings(), announced, terms())
@settings(max_examples=60, deadline=None)
def test_nobody_is_paid_more_than_one_prize_of_each_kind(ranking: Ranking, prizes: list[Prize], terms: Terms):
    """32B3: no more than the largest that could be won without a tie; one division a player and kind."""
    field = Contenders(ranking, terms)
    offered = purses(prizes, terms)
    seen = set()
    for division in award(ranking, prizes, terms).cash:
        kind = pool(division.brought[0].prize)
        for payment in division.payments:
            assert (kind, payment.number) not in seen
            seen.add((kind, payment.number))
            mine = [
                o.cents
                for o in offered
                if pool(o.prize) == kind and payment.number in field.eligible(o.prize)
            ]
            assert 0 <= payment.cents <= max(mine, default=0)


@given(rankings(), announced, terms())
@settings(max_examples=60, deadline=None)
def test_no_trophy_is_left_while_somebody_who_can_win_it_has_none(
    ranking: Ranking, prizes: list[Prize], terms: Terms
):
    field = Contenders(ranking, terms)
    awards = award(ranking, prizes, terms)
    has: set[tuple[object, int]] = set()
    for one in awards.trophies:
        if one.prize.scope is not Scope.SCORE and not one.contested:
            assert len(one.winners) <= 1
            assert not has & {(pool(one.prize), number) for number in one.winners}
        has |= {(pool(one.prize), number) for number in one.winners}
    for one in awards.trophies:
        assert bool(one.winners) or one.why
        if not one.winners:
            could = {number for group in field.line(one.prize) for number in group}
            assert all((pool(one.prize), number) in has for number in could)
        assert set(one.winners) <= field.eligible(one.prize)


@given(rankings(), announced, terms(), st.integers())
@settings(max_examples=50, deadline=None)
def test_the_order_in_which_prizes_and_players_are_entered_does_not_matter(
    ranking: Ranking, prizes: list[Prize], terms: Terms, seed: int
):
    dice = random.Random(seed)
    cards = list(ranking.reading.cards)
    dice.shuffle(cards)
    shuffled = list(prizes)
    dice.shuffle(shuffled)
    reading = ranking.reading
    other = live(Wallchart(tuple(cards), reading.planned, reading.games))
    same = live(Wallchart(reading.cards, reading.planned, reading.games))
    assert award(rank(other, ORDER), shuffled, terms) == award(rank(same, ORDER), prizes, terms)
