"""Small sections of every kind against the oracle that tries everything."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.prizes import oracle
from tests.engine.prizes.oracle import Entrant, Offer
from tests.engine.prizes.sections import Player, section, without
from tiebreaks.engine.prizes import Prize, Scope, Terms, award, trophies
from tiebreaks.engine.prizes.prize import TROPHY, in_order_of_value
from tiebreaks.engine.ranking.fold import Ranking

RATINGS = [0, 700, 1100, 1500, 1900, 2100]
BOUNDS = [(0, 1000), (0, 1600), (0, 2000), (1000, 1600), (1400, 2000), (1800, 2000)]
SCOPES = {"place": Scope.PLACE, "band": Scope.BAND, "unrated": Scope.UNRATED}


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


def ranked(entrants: list[Entrant]) -> Ranking:
    """All of a score tied: nothing computed separates them."""
    scores = sorted({entrant.score for entrant in entrants}, reverse=True)
    groups: list[list[Player]] = [[e.rating or None for e in entrants if e.score == s] for s in scores]
    gone = [number for number, entrant in enumerate(entrants, 1) if entrant.withdrawn]
    return without(section(*groups, level=range(len(groups))), gone)


def prize(offer: Offer, item: str = "") -> Prize:
    return Prize(
        SCOPES[offer.scope],
        offer.nth,
        offer.low or None,
        offer.under,
        item=item,
        cents=offer.cents,
        value=offer.value or None,
    )


@given(
    sections(),
    offers(st.sampled_from([100, 1000, 2000, 5000, 6000, 7500, 10000])),
    st.sampled_from([None, None, 0, 1500, 5000]),
)
@settings(max_examples=120, deadline=None)
def test_money_is_what_trying_every_set_and_every_split_gives(
    entrants: list[Entrant], offered: list[Offer], limit: int | None
) -> None:
    awards = award(ranked(entrants), in_order_of_value(map(prize, offered)), Terms(unrated_limit=limit))
    paid = {number: cents for number in range(1, len(entrants) + 1) if (cents := awards.cents(number))}
    assert paid == oracle.Money(entrants, offered, limit).paid


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
