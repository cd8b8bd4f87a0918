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


class Offer(NamedTuple):
    """``scope`` is place, band or unrated; ``value`` orders trophies, ``cents`` money."""

    scope: str
    nth: int
    low: int = 0
    under: int = 0
    cents: int = 0
    value: int = 0


def can_win(entrant: Entrant, offer: Offer) -> bool:
    if entrant.withdrawn:
        return False
    if offer.scope == "band":
        return entrant.rating > 0 and offer.low <= entrant.rating < offer.under
    return offer.scope == "place" or entrant.rating == 0


# --- money ---------------------------------------------------------------------------------------


class Money:
    """Who is paid what; a number that is not there gets nothing."""

    def __init__(self, entrants: Sequence[Entrant], offers: Sequence[Offer], limit: int | None) -> None:
        self.entrants = dict(enumerate(entrants, 1))
        self.limit = limit
        self.paid: dict[int, int] = {}
        self.left = list(offers)
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
        here.sort(
            key=lambda o: (-o.cents, ["place", "band", "unrated"].index(o.scope), -o.under, -o.low, o.nth)
        )
        self.here = here
        # Who is unrated takes a prize of his own that is worth more to him than the limit on the others.
        unrated = [n for n in tied if self.entrants[n].rating == 0]
        own = [o.cents for o in here if o.scope == "unrated"][: len(unrated)]
        self.own_only = self.limit is not None and len(own) > 0 and sum(own) > self.limit * len(unrated)
        self.settle(tied, list(range(len(here))))

    def settle(self, tied: set[int], prizes: list[int]) -> None:
        brought = self.most_valuable(tied, prizes)
        if not brought:
            return
        shares = self.shares(tied, brought)
        equal = Fraction(sum(self.here[p].cents for p in brought), len(tied))
        candidates = []
        for some in subsets(tied):
            rest = tied - some
            shared = [p for p in prizes if all(self.wins(n, p) for n in some)]
            alone = [p for p in shared if not any(self.wins(n, p) for n in rest)]
            if not rest or not alone:
                continue
            theirs = [p for p in prizes if not any(self.wins(n, p) for n in rest)]
            split = self.shares(some, self.most_valuable(some, theirs))
            better = any(split[n] > equal for n in some) and all(split[n] >= shares[n] for n in some)
            if better:
                average = sum(split.values()) / len(some)
                candidates.append((-average, -len(some), alone[0], sorted(some), theirs))
        if not candidates:
            self.pay(shares, brought)
            return
        *_order, split_off, theirs = min(candidates)
        before = list(self.left)
        self.settle(set(split_off), theirs)
        gone = [p for p in prizes if self.here[p] in before and self.here[p] not in self.left]
        self.settle(tied - set(split_off), [p for p in prizes if p not in gone])

    def wins(self, number: int, prize: int) -> bool:
        offer = self.here[prize]
        kept_out = self.own_only and self.entrants[number].rating == 0 and offer.scope != "unrated"
        return can_win(self.entrants[number], offer) and not kept_out

    def most_valuable(self, players: set[int], prizes: list[int]) -> list[int]:
        """Every set of prizes that as many players could bring in, the greatest sum of all."""
        found: list[tuple[int, list[int]]] = []
        for size in range(len(players) + 1):
            for chosen in combinations(prizes, size):
                if any(
                    all(self.wins(n, p) for n, p in zip(order, chosen, strict=True))
                    for order in permutations(sorted(players), size)
                ):
                    found.append((-sum(self.here[p].cents for p in chosen), list(chosen)))
        return min(found)[1]

    def shares(self, players: set[int], brought: list[int]) -> dict[int, Fraction]:
        limits = {n: self.most(n) for n in players}
        shares: dict[int, Fraction] = {}
        while len(shares) < len(players):
            open_to = players - shares.keys()
            each = (sum(self.here[p].cents for p in brought) - sum(shares.values())) / Fraction(len(open_to))
            held = {n: Fraction(limits[n]) for n in open_to if limits[n] < each}
            shares |= held or dict.fromkeys(open_to, each)
        return shares

    def most(self, number: int) -> int:
        mine = [o for at, o in enumerate(self.here) if self.wins(number, at)]
        most = max((o.cents for o in mine), default=0)
        if self.entrants[number].rating or self.limit is None or {o.scope for o in mine} <= {"unrated"}:
            return most
        return min(most, self.limit)

    def pay(self, shares: dict[int, Fraction], brought: list[int]) -> None:
        pool = sum(self.here[p].cents for p in brought)
        whole = {n: share.numerator // share.denominator for n, share in shares.items()}
        odd = int(sum(shares.values()) - sum(whole.values()))
        for number in sorted(n for n in shares if whole[n] != shares[n])[:odd]:
            whole[number] += 1
        self.paid |= {n: cents for n, cents in whole.items() if cents}
        back = pool - sum(whole.values())
        for prize in brought:
            self.left.remove(self.here[prize])
        for prize in reversed(brought):
            part = min(back, self.here[prize].cents)
            if part:
                self.left.append(self.here[prize]._replace(cents=part))
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
