"""Do the engine and the oracle agree about money? Random events and planted faults share this comparison."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tests.engine.prizes import oracle
from tests.engine.prizes.oracle import Entrant, Offer
from tests.engine.prizes.sections import Player, section, without
from tiebreaks.engine.prizes import Prize, Scope, Terms, award
from tiebreaks.engine.prizes.funds import fund
from tiebreaks.engine.prizes.prize import in_order_of_value
from tiebreaks.engine.ranking.fold import Ranking

# The events of every run; `make long` draws many more.
EVENTS = range(400)

RATINGS = [0, 0, 700, 1100, 1500, 1900, 2100]
BOUNDS = [(0, 1000), (0, 1600), (0, 2000), (1000, 1600), (1400, 2000), (1800, 2000)]
AMOUNTS = [5_00, 10_00, 15_00, 20_00, 35_00, 60_00, 75_00, 100_00, 100_01, 250_00]
SCOPES = {
    "place": Scope.PLACE,
    "band": Scope.BAND,
    "unrated": Scope.UNRATED,
    "grade": Scope.GRADE,
    "grades": Scope.GRADE,
}
# In every third event, first graders are in kindergarten, and prizes of these grades are for a band.
BANDS_OF_GRADES = {1: (-1, 1), 2: (0, 3)}


def disagreements(seeds: Iterable[int]) -> Iterator[str]:
    """What the two say differently of the two sections of each seed's event."""
    for seed in seeds:
        rng = random.Random(seed)
        limit = rng.choice([None, None, None, 0, 15_00, 50_00])
        based_on = rng.choice([0, 0, 7])
        sections = [some_entrants(rng) for _ in range(2)]
        offers = [some_offers(rng) for _ in range(2)]
        if seed % 3 == 0:
            sections = [[e._replace(grade=e.grade if e.grade > 1 else 0) for e in each] for each in sections]
            offers = [[with_band(offer) for offer in each] for each in offers]
        came = [rng.randint(0, 9), rng.randint(0, 9)]
        paid = oracle.of_the_event(offers, based_on, came) if based_on else offers
        prizes = [in_order_of_value(map(prize, announced)) for announced in offers]
        for at, entrants in enumerate(sections):
            expected = oracle.Money(entrants, paid[at], limit)
            terms = Terms(based_on, came[at], sum(map(fund, prizes)), limit)
            found = money(ranked(entrants), prizes[at], terms)
            answer = expected.paid, sorted((name(prize(o)), o.cents) for o in expected.left)
            if found != answer:
                lines = [f"seed {seed}: {terms}", *map(str, entrants), *map(str, offers[at])]
                yield "\n".join([*lines, f"the oracle says {answer}", f"the engine says {found}"])


def money(ranking: Ranking, prizes: list[Prize], terms: Terms) -> object:
    """What each number is paid, and what nobody wins of each prize."""
    awards = award(ranking, prizes, terms)
    paid = {s.number: cents for s in ranking.standings if (cents := awards.cents(s.number))}
    left = sorted((name(u.purse.prize), u.purse.cents) for u in awards.unpaid if u.purse.cents)
    return paid, left


def name(prize: Prize) -> str:
    """What a prize is called, whatever is left of it."""
    return str(replace(prize, cents=0))


def ranked(entrants: list[Entrant]) -> Ranking:
    """All of a score tied: nothing computed separates them."""
    scores = sorted({entrant.score for entrant in entrants}, reverse=True)
    groups: list[list[Player]] = [
        [{"rating": e.rating or None, "grade": str(e.grade or "K")} for e in entrants if e.score == score]
        for score in scores
    ]
    gone = [number for number, entrant in enumerate(entrants, 1) if entrant.withdrawn]
    return without(section(*groups, level=range(len(groups))), gone)


def prize(offer: Offer, item: str = "") -> Prize:
    return Prize(
        SCOPES[offer.scope],
        offer.nth,
        None if offer.low == (-1 if offer.scope == "grades" else 0) else offer.low,
        offer.under,
        str(offer.grade) if offer.grade else "",
        item=item,
        cents=offer.cents,
        value=offer.value or None,
        unrated_too=offer.unrated_too,
        guaranteed=offer.guaranteed,
    )


def some_entrants(rng: random.Random) -> list[Entrant]:
    """Groups of players by score, the first one large, and some withdrawn."""
    sizes = rng.choice([[5], [4, 2], [3, 2, 1], [2, 2, 1], [1, 3, 2], [5, 1], [1, 1, 1, 1]])
    return [
        Entrant(len(sizes) - at, rng.choice(RATINGS), rng.random() < 0.08, rng.randint(1, 3))
        for at, size in enumerate(sizes)
        for _ in range(size)
    ]


def some_offers(rng: random.Random) -> list[Offer]:
    found = [Offer("place", nth) for nth in range(1, rng.randint(0, 3) + 1)]
    for low, under in rng.sample(BOUNDS, rng.randint(0, 3)):
        too = rng.random() < 0.3
        found += [Offer("band", nth, low, under, unrated_too=too) for nth in range(1, rng.randint(1, 2) + 1)]
    found += [Offer("unrated", 1)] if rng.random() < 0.4 else []
    found += [Offer("grade", 1, grade=grade) for grade in rng.sample([1, 2, 3], rng.randint(0, 2))]
    some = rng.sample(found, min(len(found), 6))
    return [o._replace(cents=rng.choice(AMOUNTS), guaranteed=rng.random() < 0.2) for o in some]


def with_band(offer: Offer) -> Offer:
    low, under = BANDS_OF_GRADES.get(offer.grade, (0, 0))
    return offer._replace(scope="grades", low=low, under=under, grade=0) if under else offer
