"""Small sections of every kind against the oracle that tries everything."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.faults import assert_none
from tests.engine.prizes import oracle
from tests.engine.prizes.agreement import BOUNDS, EVENTS, RATINGS, disagreements, prize, ranked
from tests.engine.prizes.oracle import Entrant, Offer
from tiebreaks.engine.prizes import award, trophies
from tiebreaks.engine.prizes.prize import TROPHY, in_order_of_value


@st.composite
def sections(draw: st.DrawFn, most: int = 4) -> list[Entrant]:
    """Groups of players by score, most of them tied, and one in eight withdrawn."""
    sizes = draw(st.lists(st.integers(1, most), min_size=1, max_size=3).filter(lambda sizes: sum(sizes) <= 7))
    return [
        Entrant(len(sizes) - at, draw(st.sampled_from(RATINGS)), draw(st.integers(0, 7)) == 0)
        for at, size in enumerate(sizes)
        for _ in range(size)
    ]


@st.composite
def offers(draw: st.DrawFn, amounts: st.SearchStrategy[int], most: int = 6) -> list[Offer]:
    places = draw(st.integers(0, 3))
    found = [Offer("place", nth, cents=draw(amounts)) for nth in range(1, places + 1)]
    for low, under in draw(st.lists(st.sampled_from(BOUNDS), unique=True, max_size=3)):
        for nth in range(1, draw(st.integers(1, 2)) + 1):
            found.append(Offer("band", nth, low, under, draw(amounts)))
    if draw(st.booleans()):
        found.append(Offer("unrated", 1, cents=draw(amounts)))
    return found[:most]


def test_money_is_what_trying_every_set_and_every_split_gives() -> None:
    """Events of two sections: limits for unrated players, caps, prizes that overlap, based-on funds."""
    assert_none(list(disagreements(EVENTS)))


@pytest.mark.long
def test_money_is_what_trying_everything_gives_in_many_more_events() -> None:
    assert_none(list(disagreements(range(1_000, 21_000))))


@given(sections(), offers(st.just(0)), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_contested_are_the_trophies_that_fall_differently_as_ties_are_decided(
    entrants: list[Entrant], offered: list[Offer], dice: random.Random
) -> None:
    values = list(range(1, len(offered) + 1))
    dice.shuffle(values)
    valued = [offer._replace(value=value) for offer, value in zip(offered, values, strict=True)]
    awards = award(ranked(entrants), in_order_of_value(prize(o, TROPHY) for o in valued))
    may = oracle.trophies(entrants, valued)
    found = {award.prize: award for award in awards.trophies}
    for offer, numbers in may.items():
        taken = found[prize(offer._replace(value=0), TROPHY)]
        assert set(taken.winners) == numbers - {0}
        assert bool(taken.contest) == (len(numbers) > 1)


@given(sections(), offers(st.just(0)))
@settings(max_examples=60, deadline=None)
def test_where_there_are_too_many_ways_the_circle_is_wider_and_never_too_narrow(
    entrants: list[Entrant], offered: list[Offer]
) -> None:
    prizes = in_order_of_value(prize(offer, TROPHY) for offer in offered)
    ranking = ranked(entrants)
    exact = award(ranking, prizes).trophies
    most, trophies.MOST_WORLDS = trophies.MOST_WORLDS, 1
    try:
        wide = award(ranking, prizes).trophies
    finally:
        trophies.MOST_WORLDS = most
    for ours, wider in zip(exact, wide, strict=True):
        assert ours.prize == wider.prize
        assert set(ours.winners) <= set(wider.winners)
        assert wider.contest or not ours.contest
