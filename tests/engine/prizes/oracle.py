"""RULES §12 once more, by trying everything: imports nothing of the engine, and is slow on purpose.

A player is a score, a rating (0: unrated) and whether he withdrew; numbers are positions from 1. A prize is
its scope, number, bounds and worth. What the rule leaves open is read as the engine's docstrings say.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, groupby, permutations, product
from typing import NamedTuple


class Entrant(NamedTuple):
    score: int
    rating: int
    withdrawn: bool = False
    grade: int = 0


class Offer(NamedTuple):
    """``scope`` is place, band, unrated, grade or grades; ``value`` orders trophies, ``cents`` money."""

    scope: str
    nth: int
    low: int = 0
    under: int = 0
    cents: int = 0
    value: int = 0
    unrated_too: bool = False
    grade: int = 0
    guaranteed: bool = False


def can_win(entrant: Entrant, offer: Offer) -> bool:
    if entrant.withdrawn:
        return False
    if offer.scope == "band":
        rated = entrant.rating > 0 and offer.low <= entrant.rating < offer.under
        return rated or (offer.unrated_too and entrant.rating == 0)
    if offer.scope == "grade":
        return entrant.grade == offer.grade
    if offer.scope == "grades":
        return offer.low <= entrant.grade < offer.under
    return offer.scope == "place" or entrant.rating == 0


# --- money ---------------------------------------------------------------------------------------


def of_the_event(
    sections: Sequence[Sequence[Offer]], based_on: int, came: Sequence[int]
) -> list[list[Offer]]:
    """32C4: what each section pays of its prizes, which were based on so many entries each."""
    announced = sum(o.cents for offers in sections for o in offers if not o.guaranteed)
    paid = []
    for offers, entries in zip(sections, came, strict=True):
        part = Fraction(min(entries, based_on), based_on)
        if announced > 500_00 and part < Fraction(1, 2):
            part = Fraction(1, 2)
        paid.append([o if o.guaranteed else o._replace(cents=(2 * o.cents * part + 1) // 2) for o in offers])
    return paid


class Money:
    """Who is paid what, and what is left of each prize; a number that is not there gets nothing."""

    def __init__(self, entrants: Sequence[Entrant], offers: Sequence[Offer], limit: int | None) -> None:
        self.entrants = dict(enumerate(entrants, 1))
        self.limit = limit
        self.paid: dict[int, int] = {}
        self.left = [offer for offer in offers if offer.cents]
        scores = sorted({entrant.score for entrant in entrants}, reverse=True)
        for score in scores:
            tied = {n for n, e in self.entrants.items() if e.score == score and not e.withdrawn}
            if tied:
                self.tie(tied)

    def tie(self, tied: set[int]) -> None:
        least = min(self.entrants[n].score for n in tied)
        above = [e for e in self.entrants.values() if e.score >= least]
        here = [o for o in self.left if sum(can_win(e, o) for e in above) >= o.nth]
        # 32B4 where amounts are equal.
        scopes = ["place", "band", "unrated", "grade"]
        # One grade is a band of its own, and goes before a wider one.
        bounds = {o: (o.grade + 1, o.grade) if o.scope == "grade" else (o.under, o.low) for o in here}
        here.sort(
            key=lambda o: (-o.cents, scopes.index(o.scope.removesuffix("s")), *(-b for b in bounds[o]), o.nth)
        )
        self.here = here
        # Who is unrated takes a prize of his own that is worth more to him than the limit on the others.
        unrated = [n for n in tied if self.entrants[n].rating == 0]
        own = [o.cents for o in here if o.scope == "unrated"][: len(unrated)]
        self.own_only = self.limit is not None and len(own) > 0 and sum(own) > self.limit * len(unrated)
        self.back: list[Offer] = []
        self.settle(tied, list(range(len(here))))
        self.left += self.back

    def settle(self, tied: set[int], prizes: list[int]) -> None:
        tied = {n for n in tied if any(self.wins(n, p) for p in prizes)}
        brought = self.most_valuable(tied, prizes)
        if not brought:
            return
        shares = self.shares(tied, brought, {n: self.best(n) for n in tied})
        candidates = []
        for some in subsets(tied):
            rest = tied - some
            theirs = [
                p
                for p in prizes
                if any(self.wins(n, p) for n in some) and not any(self.wins(n, p) for n in rest)
            ]
            if not rest or not theirs or not self.overlap(some, theirs):
                continue
            split = self.shares(some, self.most_valuable(some, theirs), {n: self.best(n) for n in some})
            if all(split[n] >= shares[n] for n in some) and any(split[n] > shares[n] for n in some):
                candidates.append((-max(split.values()), -len(some), theirs, sorted(some)))
        if candidates:
            *_order, theirs, split_off = min(candidates)
            self.settle(set(split_off), theirs)
            self.settle(tied - set(split_off), [p for p in prizes if p not in theirs])
            return
        for some in subsets(tied):
            theirs = [p for p in brought if any(self.wins(n, p) for n in some)]
            closed = not any(self.wins(n, p) for p in theirs for n in tied - some)
            if closed and theirs and self.overlap(some, theirs):
                self.pay(some, theirs)

    def overlap(self, players: set[int], prizes: list[int]) -> bool:
        """Each can win one, and however the players are parted, some prize is for both parts."""
        return all(any(self.wins(n, p) for p in prizes) for n in players) and all(
            any(self.common(part, players - part, p) for p in prizes)
            for part in subsets(players)
            if part != players
        )

    def common(self, some: set[int], others: set[int], prize: int) -> bool:
        return any(self.wins(n, prize) for n in some) and any(self.wins(n, prize) for n in others)

    def wins(self, number: int, prize: int) -> bool:
        offer = self.here[prize]
        kept_out = self.own_only and self.entrants[number].rating == 0 and offer.scope != "unrated"
        return can_win(self.entrants[number], offer) and not kept_out

    def ways(self, players: Sequence[int], prizes: frozenset[int]) -> Iterator[dict[int, int]]:
        """Every way in which players can hold one of the prizes each: the prize, and who holds it."""
        if not players:
            yield {}
            return
        first, *others = players
        yield from self.ways(others, prizes)
        for prize in prizes:
            if self.wins(first, prize):
                for way in self.ways(others, prizes - {prize}):
                    yield {prize: first} | way

    def most_valuable(self, players: set[int], prizes: list[int]) -> list[int]:
        """Of every set of prizes that the players could bring in, the greatest sum of all."""
        sets = {tuple(sorted(way)) for way in self.ways(sorted(players), frozenset(prizes))}
        return list(min((-sum(self.here[p].cents for p in chosen), chosen) for chosen in sets)[1])

    def shares(self, players: set[int], brought: list[int], most: dict[int, int]) -> dict[int, Fraction]:
        shares: dict[int, Fraction] = {}
        while len(shares) < len(players):
            open_to = players - shares.keys()
            each = (sum(self.here[p].cents for p in brought) - sum(shares.values())) / Fraction(len(open_to))
            held = {n: Fraction(most[n]) for n in open_to if most[n] < each}
            shares |= held or dict.fromkeys(open_to, each)
        return shares

    def best(self, number: int) -> int:
        return max(o.cents for at, o in enumerate(self.here) if self.wins(number, at))

    def may_keep(self, number: int) -> int:
        mine = {o.scope for at, o in enumerate(self.here) if self.wins(number, at)}
        if self.entrants[number].rating or self.limit is None or mine == {"unrated"}:
            return self.best(number)
        return min(self.best(number), self.limit)

    def pay(self, players: set[int], brought: list[int]) -> None:
        shares = self.shares(players, brought, {n: self.may_keep(n) for n in players})
        whole = {n: share.numerator // share.denominator for n, share in shares.items()}
        odd = int(sum(shares.values()) - sum(whole.values()))
        for number in sorted(n for n in shares if whole[n] != shares[n])[:odd]:
            whole[number] += 1
        self.paid |= {n: cents for n, cents in whole.items() if cents}
        for prize in brought:
            self.left.remove(self.here[prize])
        back = sum(self.here[p].cents for p in brought) - sum(whole.values())
        if back:
            self.keep_back(players, brought, back)

    def keep_back(self, players: set[int], brought: list[int], back: int) -> None:
        """32C6: each who is limited would have won as good a prize as lets every prize be won."""
        limited = sorted(n for n in players if self.may_keep(n) < self.best(n))
        complete = [w for w in self.ways(sorted(players), frozenset(brought)) if len(w) == len(brought)]

        def goodness(way: dict[int, int]) -> list[int]:
            held = {number: prize for prize, number in way.items()}
            return [held.get(number, len(self.here)) for number in limited]

        would = min(complete, key=goodness)
        for prize in sorted(brought, reverse=True):
            if would[prize] in limited:
                part = min(back, max(0, self.here[prize].cents - self.may_keep(would[prize])))
                if part:
                    self.back.append(self.here[prize]._replace(cents=part))
                back -= part


def subsets(players: set[int]) -> Iterator[set[int]]:
    for size in range(1, len(players) + 1):
        for some in combinations(sorted(players), size):
            yield set(some)


# --- trophies ------------------------------------------------------------------------------------


def trophies(entrants: Sequence[Entrant], offers: Sequence[Offer]) -> dict[Offer, set[int]]:
    """Who may take each trophy, 0 standing for nobody: every tie decided in every way, player by player."""
    numbers = sorted(range(1, len(entrants) + 1), key=lambda n: -entrants[n - 1].score)
    groups = [list(tied) for _score, tied in groupby(numbers, key=lambda n: entrants[n - 1].score)]
    may: dict[Offer, set[int]] = {offer: set() for offer in offers}
    for orders in product(*(permutations(group) for group in groups)):
        left = sorted(offers, key=lambda o: o.value)
        for number in (n for order in orders for n in order):
            entrant = entrants[number - 1]
            level = [e for e in entrants if e.score >= entrant.score]
            mine = [o for o in left if can_win(entrant, o) and sum(can_win(e, o) for e in level) >= o.nth]
            if mine:
                may[mine[0]].add(number)
                left.remove(mine[0])
        for offer in left:
            may[offer].add(0)
    return may
