"""32B2 and 32B3: which prizes tied players pool, and what each gets of their sum."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

# Players of a tie, each a bit; and prizes of a tie, by index, the most valuable first.
Players = int
Prizes = list[int]


class Match(NamedTuple):
    """The prizes that players pool, and for some of the players a price.

    The *price* of a player is the largest prize that stays out because all who could make room for it, this
    player among them, pool another one. Where every prize is pooled, nobody has a price.
    """

    prizes: Prizes
    prices: dict[int, int]


class Sharing:
    """Tied players and the prizes within their reach, the most valuable first.

    ``winners`` has for each prize the players who can win it, ``cents`` what it pays. ``limits`` has for each
    player the largest prize without the tie (32B3).
    """

    winners: Sequence[Players]
    cents: Sequence[int]
    limits: Sequence[int]

    def total(self, prizes: Iterable[int]) -> int:
        """The sum of prizes in cents."""
        return sum([self.cents[at] for at in prizes])

    def bring(self, players: Players, prizes: Iterable[int]) -> Prizes:
        """The prizes with the greatest sum if each player brings in at most one (32B3)."""
        return self.match(players, prizes).prizes

    def match(self, players: Players, prizes: Iterable[int]) -> Match:
        """The prizes with the greatest sum if each player brings in at most one, and the prices of that.

        From the largest prize down: a prize is in if a player can still bring it, while others may change
        theirs. If each player brings one prize, this finds the greatest sum. Where a prize is not in, those
        who were asked hold prizes that only they can bring: they need not be asked again.
        """
        holds: dict[Players, int] = {}
        free = players
        settled: Players = 0
        asked: Players

        def placed(prize: int) -> bool:
            nonlocal free, asked
            while able := self.winners[prize] & players & ~asked:
                first = able & free or able
                player = first & -first
                asked |= player
                if player & free or placed(holds[player]):
                    free &= ~player
                    holds[player] = prize
                    return True
            return False

        brought = []
        prices: dict[int, int] = {}
        for prize in prizes:
            if not free:
                prices |= dict.fromkeys(bits(players & ~settled), self.cents[prize])
                break
            asked = settled
            if placed(prize):
                brought.append(prize)
            else:
                prices |= dict.fromkeys(bits(asked & ~settled), self.cents[prize])
                settled = asked
        return Match(brought, prices)

    def level(self, players: Players, cents: int, limits: Sequence[int]) -> Fraction:
        """What each gets up to the own limit, if what is above somebody's limit goes to the others."""
        by_limit = sorted([limits[bit] for bit in bits(players)])
        for before, limit in enumerate(by_limit):
            sharing = len(by_limit) - before
            if cents <= limit * sharing:
                return Fraction(cents, sharing)
            cents -= limit
        return Fraction(by_limit[-1])


def bits(players: Players) -> list[int]:
    """The players of a group, each by index.

    >>> bits(0b1101)
    [0, 2, 3]
    """
    return [bit for bit, digit in enumerate(f"{players:b}"[::-1]) if digit == "1"]
