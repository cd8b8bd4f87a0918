"""What holds whatever was played and announced."""

import random
from dataclasses import replace
from itertools import chain

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.engine.prizes.test_notation import some_prizes
from tests.strategies import wallcharts
from tiebreaks.engine.chart.reading import live
from tiebreaks.engine.chart.wallchart import Card, Wallchart
from tiebreaks.engine.prizes import Prize, Scope, Terms, award
from tiebreaks.engine.prizes.contenders import Contenders
from tiebreaks.engine.prizes.funds import Purse, purses
from tiebreaks.engine.prizes.prize import in_order_of_value
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.ranking.sequence import parse as order

entered = st.lists(some_prizes(), min_size=3, max_size=12, unique_by=lambda prize: replace(prize, value=None))
announced = entered.map(in_order_of_value)
ORDER = order("modified_median,solkoff")


@st.composite
def terms(draw: st.DrawFn) -> Terms:
    return Terms(
        based_on=draw(st.sampled_from([0, 10])),
        entries=draw(st.integers(0, 12)),
        unrated_limit=draw(st.sampled_from([None, 0, 50, 100_00])),
        cash_playoff=draw(st.booleans()),
        follow_money=draw(st.booleans()),
    )


@st.composite
def rankings(draw: st.DrawFn) -> Ranking:
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
) -> None:
    awards = award(ranking, prizes, terms)
    paid = sum(payment.cents for share in awards.cash for payment in share.payments)
    left = sum(unpaid.purse.cents for unpaid in awards.unpaid)
    assert paid + left == sum(purse.cents for purse in purses(prizes, terms))
    for share in awards.cash:
        brought = sum(purse.cents for purse in share.brought)
        assert sum(p.cents for p in share.payments) + sum(p.cents for p in share.left) == brought
        assert not share.left or terms.unrated_limit is not None
        assert len(share.brought) <= len(share.players)
        assert {p.number for p in share.payments} == set(share.players)
        assert share.reasons


@given(rankings(), announced, terms())
@settings(max_examples=100, deadline=None)
def test_nobody_is_paid_more_than_the_largest_prize_that_was_there_without_the_tie(
    ranking: Ranking, prizes: list[Prize], terms: Terms
) -> None:
    """32B3; and each player has one share of a kind (32B1), an unrated one no more than announced (32C6)."""
    field = Contenders(ranking, terms)
    left: dict[object, list[Purse]] = {}
    for purse in purses(prizes, terms):
        left.setdefault(pool(purse.prize), []).append(purse)
    there: dict[object, list[Purse]] = {}
    seen = set()
    for share in award(ranking, prizes, terms).cash:
        kind = pool(share.brought[0].prize)
        groups = field.by_upset if share.brought[0].prize.scope is Scope.UPSET else field.by_score
        at = next(at for at, group in enumerate(groups) if set(share.players) <= set(group))
        above = set(chain(*groups[: at + 1]))
        there.setdefault((kind, at), list(left[kind]))  # As the tie began; what is split off is of one tie.
        for payment in share.payments:
            assert (kind, payment.number) not in seen
            seen.add((kind, payment.number))
            mine = [
                purse
                for purse in there[kind, at]
                if payment.number in field.eligible(purse.prize)
                and len(field.eligible(purse.prize) & above) >= purse.prize.nth
            ]
            limit = terms.unrated_limit
            if limit is None or field.cards[payment.number].rating:
                most = max((purse.cents for purse in mine), default=0)
            else:
                unrated = Scope.UNRATED
                held = [p.cents if p.prize.scope is unrated else min(p.cents, limit) for p in mine]
                most = max(held, default=0)
            assert 0 <= payment.cents <= most
        for purse in share.brought:
            left[kind].remove(purse)
        left[kind] += share.left


@given(rankings(), announced, terms())
@settings(max_examples=60, deadline=None)
def test_no_trophy_is_left_while_somebody_who_can_win_it_has_none(
    ranking: Ranking, prizes: list[Prize], terms: Terms
) -> None:
    field = Contenders(ranking, terms)
    awards = award(ranking, prizes, terms)
    has: set[tuple[object, int]] = set()
    for one in awards.trophies:
        if one.prize.scope is not Scope.SCORE and not one.contest:
            assert len(one.winners) <= 1
            assert not has & {(pool(one.prize), number) for number in one.winners}
        has |= {(pool(one.prize), number) for number in one.winners}
    for one in awards.trophies:
        assert bool(one.winners) or one.why
        if not one.winners:
            could = {number for group in field.line(one.prize, len(field.cards)) for number in group}
            # Medals at a score may go to those alone who take no trophy of any kind.
            any_kind = one.prize.without_trophy
            assert could <= {number for kind, number in has if any_kind or kind == pool(one.prize)}
        assert set(one.winners) <= field.eligible(one.prize)


@given(rankings(), entered, terms(), st.integers())
@settings(max_examples=50, deadline=None)
def test_the_order_in_which_prizes_and_players_are_entered_does_not_matter(
    ranking: Ranking, prizes: list[Prize], terms: Terms, seed: int
) -> None:
    dice = random.Random(seed)
    cards = list(ranking.reading.cards)
    dice.shuffle(cards)
    shuffled = list(prizes)
    dice.shuffle(shuffled)
    reading = ranking.reading
    other = live(Wallchart(tuple(cards), reading.planned, reading.games))
    same = live(Wallchart(reading.cards, reading.planned, reading.games))
    ours = award(rank(same, ORDER), in_order_of_value(prizes), terms)
    assert ours == award(rank(other, ORDER), in_order_of_value(shuffled), terms)


@given(rankings(), announced, terms(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_once_every_tie_is_decided_a_player_who_could_win_what_nobody_has_has_another(
    ranking: Ranking, prizes: list[Prize], terms: Terms, dice: random.Random
) -> None:
    """However they are decided: one trophy a player of each kind, to who was said to be in the contest."""
    decided = settled(ranking, dice)
    field = Contenders(decided, terms)
    # Which entry of a player wins goes by rank (32C5): a tie of two entries of one player may change it.
    assume(field.other_entries == Contenders(ranking, terms).other_entries)
    before = {one.prize: set(one.winners) for one in award(ranking, prizes, terms).trophies}
    trophies = [t for t in award(decided, prizes, terms).trophies if t.prize.scope is not Scope.SCORE]
    has = [(pool(one.prize), number) for one in trophies for number in one.winners]
    assert len(has) == len(set(has))
    for one in trophies:
        assert len(one.winners) <= 1
        assert not one.contest
        assert set(one.winners) <= before[one.prize]
        could = {number for group in field.line(one.prize, len(field.cards)) for number in group}
        if not one.winners:
            assert {(pool(one.prize), number) for number in could} <= set(has)


def settled(ranking: Ranking, dice: random.Random) -> Ranking:
    """The same standings without a tie: within each, anybody may be first."""
    ranked = sorted(ranking.standings, key=lambda standing: (standing.rank, dice.random()))
    return replace(ranking, standings=tuple(s._replace(rank=at) for at, s in enumerate(ranked, 1)))
