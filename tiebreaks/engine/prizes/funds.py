"""How much money a prize pays (32C4), and how shares become whole cents."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from .contenders import Terms
from .prize import Prize

# 32C4: at least half of a larger fund is paid.
_HALF_FROM = 500_00


class Purse(NamedTuple):
    """The money of a prize that nobody has won yet."""

    prize: Prize
    cents: int


def purses(prizes: Iterable[Prize], terms: Terms) -> list[Purse]:
    """The announced amounts, or a part of them if the fund was based on more entries than came (32C4).

    Whether the fund is a larger one goes by the whole event, all sections. A guaranteed prize is paid in
    full. More entries do not raise the fund. Each amount is rounded to the nearest cent, half a cent up.

    >>> from tiebreaks.engine.prizes.notation import parse
    >>> offered = parse("1st place $600" + chr(10) + "2nd place $300, guaranteed")
    >>> [purse.cents for purse in purses(offered, Terms(based_on=40, entries=30))]
    [45000, 30000]
    >>> [purse.cents for purse in purses(offered, Terms(based_on=40, entries=10))]
    [30000, 30000]
    >>> [purse.cents for purse in purses(parse("1st place $400"), Terms(20, 5, event_fund=800_00))]
    [20000]
    """
    money = [prize for prize in prizes if prize.cents]
    part = _part(fund(money) if terms.event_fund is None else terms.event_fund, terms)
    in_full = part == 1
    return [
        Purse(p, p.cents if in_full or p.guaranteed else int(p.cents * part + Fraction(1, 2))) for p in money
    ]


def fund(prizes: Iterable[Prize]) -> int:
    """The money that depends on how many enter.

    >>> from tiebreaks.engine.prizes.notation import parse
    >>> fund(parse("1st place $600" + chr(10) + "2nd place $300, guaranteed"))
    60000
    """
    return sum(prize.cents for prize in prizes if not prize.guaranteed)


def _part(fund: int, terms: Terms) -> Fraction:
    if not terms.based_on:
        return Fraction(1)
    part = min(Fraction(terms.entries, terms.based_on), Fraction(1))
    return max(part, Fraction(1, 2)) if fund > _HALF_FROM else part


class Payment(NamedTuple):
    """The cents that one player is paid; ``odd`` says that one of them is an odd cent."""

    number: int
    cents: int
    odd: bool = False


def in_cents(shares: Mapping[int, Fraction]) -> list[Payment]:
    """Shares in whole cents, with the same sum.

    No rule says who gets the odd cents, and tiebreaks must not decide it (34C). They go one by one to the
    lowest numbers, and every page can say so. A share of whole cents, such as a limit, gets none.

    >>> [payment.cents for payment in in_cents(dict.fromkeys([7, 5, 6], Fraction(2000, 3)))]
    [667, 667, 666]
    """
    odd = sum(shares.values()) - sum(int(share) for share in shares.values())
    broken = [number for number in sorted(shares) if shares[number].denominator > 1][: int(odd)]
    return [Payment(n, int(shares[n]) + (n in broken), n in broken) for n in sorted(shares)]
