"""Everything that is won in a section, from its ranking and what was announced."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..ranking.fold import Ranking
from .cash import CashAward, Unpaid, award_cash
from .contenders import Contenders, Terms
from .funds import purses
from .prize import Prize, Scope
from .trophies import TrophyAward, award_trophies


@dataclass(frozen=True)
class Awards:
    """Trophies and medals in their order of value, the money as it was divided, and the money nobody won.

    ``teams`` are the prizes that the team standings award. All of it is plain data: numbers, texts, codes.
    """

    trophies: tuple[TrophyAward, ...]
    cash: tuple[CashAward, ...]
    unpaid: tuple[Unpaid, ...]
    teams: tuple[Prize, ...]

    def cents(self, number: int) -> int:
        """All that one player is paid."""
        return sum(paid.cents for share in self.cash for paid in share.payments if paid.number == number)


def award(ranking: Ranking, prizes: Iterable[Prize], terms: Terms | None = None) -> Awards:
    """Award the prizes: trophies by the ranking (32F), money by score (34C, 32B), each on its own.

    ``prizes`` stand in their order of value; :func:`~.prize.in_order_of_value` puts them there.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.prizes.notation import parse
    >>> from tiebreaks.engine.ranking.fold import rank
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.ranking.sequence import parse as order
    >>> reading = after_round(chart(["W2", "D3"], ["L1", "W4"], ["W4", "D1"], ["L3", "L2"]))
    >>> lines = "1st place trophy and $100" + chr(10) + "2nd place $50"
    >>> awards = award(rank(reading, order("solkoff,most_blacks")), parse(lines))
    >>> [(str(trophy.prize), trophy.winners) for trophy in awards.trophies]
    [('1st place trophy and $100', (1,))]
    >>> awards.cents(1), awards.cents(3)
    (7500, 7500)
    """
    announced = list(prizes)
    field = Contenders(ranking, terms or Terms())
    cash, unpaid = award_cash(field, purses(announced, field.terms))
    return Awards(
        _trophies(field, announced),
        tuple(cash),
        tuple(unpaid),
        tuple(prize for prize in announced if prize.scope is Scope.TEAM),
    )


def trophies_alone(ranking: Ranking, prizes: Iterable[Prize], terms: Terms) -> tuple[TrophyAward, ...]:
    """The trophies that :func:`award` awards. The money is divided only where trophies follow it (33D2a)."""
    return _trophies(Contenders(ranking, terms), list(prizes))


def _trophies(field: Contenders, announced: list[Prize]) -> tuple[TrophyAward, ...]:
    followers = _winners_of(field, announced) if field.terms.follow_money else {}
    return tuple(award_trophies(field, announced, followers))


def _winners_of(field: Contenders, announced: list[Prize]) -> dict[Prize, frozenset[int]]:
    """33D2a: for each prize the players who divided its money.

    A limit on what unrated players can win is a limit on money (32C6): it moves no trophy.
    """
    unlimited = Contenders(field.ranking, replace(field.terms, unrated_limit=None))
    cash, _unpaid = award_cash(unlimited, purses(announced, unlimited.terms))
    return {purse.prize: frozenset(share.players) for share in cash for purse in share.brought}
