"""34C and 32B: who gets how much money. Tiebreaks do not matter; tied players pool their prizes and share.

From the top score down, each tie is divided like this (32B3):

1. Each tied player brings in at most one prize that is left and that the player can win. Together they
   bring in the prizes with the greatest sum, and share it equally.
2. Nobody gets more than the largest prize that the player could win without the tie. The rest goes to the
   others.
3. First, some of the tied players may be the only ones who can win a certain prize. They are split off if
   they share only what nobody else in the tie can win, one of them gets more than the equal share of step 1,
   and none gets less than otherwise. The rest of the tie begins again with what is left.

The rule does not say who is split off first. Here it is the group with the largest share, then the larger
group, then the group of the more valuable prize. "Otherwise" includes step 2: a split gives its players
more, and must not cost them what others are held back from.

The money that a tie leaves goes down to the next score. So does what an unrated player cannot keep (32C6).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from .contenders import Contenders, Group
from .funds import Payment, Purse, in_cents
from .prize import Prize, Scope, by_amount
from .reasons import Reason, Why

# Who is split off a tie, with which prizes, and why.
Split = tuple[frozenset[int], frozenset[int], Reason]


class CashAward(NamedTuple):
    """Money that one player takes or several divide: the prizes they brought in, the payments, and why.

    ``left`` is what an unrated player cannot keep; it goes down to the next score. ``passed`` says why
    others who qualify, and stand above or are tied, get none of it.
    """

    players: Group
    brought: tuple[Purse, ...]
    payments: tuple[Payment, ...]
    reasons: tuple[Reason, ...]
    left: tuple[Purse, ...] = ()
    passed: tuple[Reason, ...] = ()


class Unpaid(NamedTuple):
    """Money that nobody won, and why."""

    purse: Purse
    why: Reason


def award_cash(field: Contenders, offered: Sequence[Purse]) -> tuple[list[CashAward], list[Unpaid]]:
    """Divide what is offered. A player brings in one prize, and one of each scope on top (32B1).

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.prizes.contenders import Terms
    >>> from tiebreaks.engine.prizes.funds import purses
    >>> from tiebreaks.engine.prizes.notation import parse
    >>> from tiebreaks.engine.ranking.fold import rank
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.ranking.sequence import parse as order
    >>> reading = after_round(chart(["W2"], ["L1"], ["W4"], ["L3"], ratings=[1500, 700, 1400, 1300]))
    >>> field = Contenders(rank(reading, order("solkoff")), Terms())
    >>> lines = ["1st place $100", "2nd place $50", "U800 $40", "3rd place $20", "Unrated $10"]
    >>> divided, unpaid = award_cash(field, purses(parse(chr(10).join(lines)), Terms()))
    >>> for share in divided:
    ...     print([(paid.number, paid.cents) for paid in share.payments], share.reasons[0].why.value)
    [(1, 7500), (3, 7500)] shared
    [(2, 4000)] only_they
    [(4, 2000)] alone
    >>> [(str(left.purse.prize), left.why.why.value) for left in unpaid]
    [('Unrated $10', 'nobody')]
    """
    teams = [purse for purse in offered if purse.prize.scope is Scope.TEAM]
    divided: list[CashAward] = []
    unpaid = [Unpaid(purse, Reason(Why.TEAMS)) for purse in teams]
    for ladder in _ladders(purse for purse in offered if purse.prize.scope is not Scope.TEAM):
        shares, left = _walk(field, ladder)
        divided += shares
        unpaid += [Unpaid(purse, Reason(field.why_nobody(purse.prize))) for purse in left]
    return divided, unpaid


def _ladders(offered: Iterable[Purse]) -> Iterable[list[Purse]]:
    """The prizes of which a player wins one, the largest first: those on top scope by scope, all others."""
    ladders: dict[object, list[Purse]] = {}
    for purse in sorted(offered, key=lambda purse: by_amount(*purse)):
        ladders.setdefault(purse.prize.ladder if purse.prize.apart else None, []).append(purse)
    return ladders.values()


def _walk(field: Contenders, offered: list[Purse]) -> tuple[list[CashAward], list[Purse]]:
    """Tie by tie from the top score down: the awards, and what is left at the end."""
    divided: list[CashAward] = []
    left = offered
    groups = field.by_upset if offered[0].prize.scope is Scope.UPSET else field.by_score
    above: list[Group] = []
    paid: dict[int, Prize] = {}
    for group in groups:
        above.append(group)
        reached = frozenset(chain(*above))
        here = [p for p in left if len(field.eligible(p.prize) & reached) >= p.prize.nth]
        if not here:
            continue
        shares = Tie(field, group, here).divide()
        for share in shares:
            passed = dict.fromkeys(_passed(field, share, paid, above))
            divided.append(share._replace(passed=tuple(passed)))
        for share in shares:
            paid |= dict.fromkeys(share.players, share.brought[0].prize.money_alone)
            for purse in share.brought:
                left.remove(purse)
            left = sorted([*left, *share.left], key=lambda purse: by_amount(*purse))
    return divided, left


def _passed(
    field: Contenders, share: CashAward, paid: Mapping[int, Prize], groups: Sequence[Group]
) -> Iterator[Reason]:
    """Those who qualify, stand above and are paid already, and those who are barred."""
    for purse in share.brought:
        prize, reached = purse.prize, 0
        eligible = field.eligible(prize)
        for group in groups:
            able = [number for number in group if number in eligible]
            reached += len(able)
            for number in able if reached >= prize.nth else ():
                if number in paid:
                    yield Reason(Why.PAID, number, paid[number])
        for number in field.without(prize):
            barred = number in chain(*groups) and field.barred(prize, number)
            if barred:
                yield Reason(barred, number)


class Tie:
    """Players who share places, and the prizes within their reach, the most valuable first."""

    def __init__(self, field: Contenders, group: Group, purses: Sequence[Purse]) -> None:
        self.field = field
        self.purses = purses
        winners = [field.eligible(purse.prize) for purse in purses]
        can_win = {n: {at for at, able in enumerate(winners) if n in able} for n in sorted(group)}
        # A player who can win nothing more is still one of the tied. A barred player is not.
        self.can_win = {n: mine for n, mine in can_win.items() if mine or n not in field.gone}
        self._to_their_own()
        self.limits = {n: self._limit(n) for n in self.can_win}

    def _to_their_own(self) -> None:
        """32C6: unrated players win only their own prizes if those pay more than the limit on all others."""
        announced = self.field.terms.unrated_limit
        own = [at for at, purse in enumerate(self.purses) if purse.prize.scope is Scope.UNRATED]
        theirs = [number for number, mine in self.can_win.items() if not mine.isdisjoint(own)]
        if announced is None or not theirs:
            return
        # The purses stand in the order of their amounts, and each player can bring in one.
        if sum(self.purses[at].cents for at in own[: len(theirs)]) > announced * len(theirs):
            for number in theirs:
                self.can_win[number].intersection_update(own)

    def _limit(self, number: int) -> int:
        """32B3: the largest prize without the tie. 32C6: for an unrated player, at most the limit."""
        mine = [self.purses[at] for at in self.can_win[number]]
        best = max((purse.cents for purse in mine), default=0)
        announced = self.field.terms.unrated_limit
        own = all(purse.prize.scope is Scope.UNRATED for purse in mine)
        rated = self.field.cards[number].rating
        return best if announced is None or rated or own else min(best, announced)

    def divide(self) -> list[CashAward]:
        """The awards; those that are split off come first."""
        everything = frozenset(range(len(self.purses)))
        return self._awards(frozenset(self.can_win), everything, ())

    def _awards(
        self, players: frozenset[int], prizes: frozenset[int], why: tuple[Reason, ...]
    ) -> list[CashAward]:
        brought = self.bring(players, prizes)
        if not brought:
            return []
        shares = self.share(players, brought)
        equal = Fraction(sum(self.purses[at].cents for at in brought), len(players))
        split = self._split(players, prizes, shares, equal)
        if split is None:
            return [self._award(shares, brought, why)]
        those, exclusive, reason = split
        rest = self._awards(players - those, prizes - exclusive, why)
        return self._awards(those, exclusive, (reason,)) + rest

    def bring(self, players: Iterable[int], prizes: Iterable[int]) -> list[int]:
        """The prizes with the greatest sum if each player brings in at most one.

        From the largest prize down: a prize is in if a player can still bring it, while others may change
        theirs. If each player brings one prize, this finds the greatest sum.
        """
        members = sorted(players)
        holder: dict[int, int] = {}  # the player's number: the prize

        def placed(prize: int, asked: set[int]) -> bool:
            for number in members:
                if prize in self.can_win[number] and number not in asked:
                    asked.add(number)
                    if number not in holder or placed(holder[number], asked):
                        holder[number] = prize
                        return True
            return False

        return [prize for prize in sorted(prizes) if len(holder) < len(members) and placed(prize, set())]

    def share(self, players: Iterable[int], brought: Iterable[int]) -> dict[int, Fraction]:
        """The sum in equal shares. What is above a player's limit goes to the others."""
        left = Fraction(sum(self.purses[at].cents for at in brought))
        shares: dict[int, Fraction] = {}
        by_limit = sorted(players, key=lambda number: (self.limits[number], number))
        for before, number in enumerate(by_limit):
            equal = left / (len(by_limit) - before)
            shares[number] = min(equal, Fraction(self.limits[number]))
            left -= shares[number]
        return shares

    def _split(
        self, players: frozenset[int], prizes: frozenset[int], shares: dict[int, Fraction], equal: Fraction
    ) -> Split | None:
        """Step 3: who is split off first, and with which prizes."""
        groups: dict[frozenset[int], int] = {}  # each with the most valuable prize that only they can win
        for at in sorted(prizes):
            groups.setdefault(frozenset(number for number in players if at in self.can_win[number]), at)
        found: dict[tuple[Fraction, int], Split] = {}
        for those, at in groups.items():
            if not those or those == players:
                continue
            exclusive = prizes.difference(*(self.can_win[number] for number in players - those))
            theirs = self.share(those, self.bring(those, exclusive))
            most = max(theirs.values())
            if most > equal and all(theirs[number] >= shares[number] for number in those):
                prize = self.purses[at].prize.money_alone
                reason = Reason(Why.ONLY_THEY, 0, prize, int(most), int(equal), len(those))
                size = Fraction(sum(theirs.values()), len(those)), len(those)
                found.setdefault(size, (those, exclusive, reason))
        return found[max(found)] if found else None

    # --- its awards ----------------------------------------------------------------------

    def _award(self, shares: dict[int, Fraction], brought: list[int], why: tuple[Reason, ...]) -> CashAward:
        taken = tuple(self.purses[at] for at in brought)
        pool = sum(purse.cents for purse in taken)
        if len(shares) > 1:
            why += (Reason(Why.SHARED, cents=pool, players=len(shares)),)
        elif not why:
            why = (Reason(Why.ALONE, prize=taken[0].prize.money_alone),)
        payments = tuple(in_cents(shares))
        why += tuple(self._held(shares, pool))
        why += tuple(Reason(Why.ODD_CENT, p.number) for p in payments if p.odd)
        left = pool - sum(payment.cents for payment in payments)
        return CashAward(tuple(sorted(shares)), taken, payments, why, _left(taken, left))

    def _held(self, shares: dict[int, Fraction], pool: int) -> Iterator[Reason]:
        """Those who get less than an equal share, each with the limit that held them."""
        for number in sorted(shares):
            mine = [self.purses[at] for at in self.can_win[number]]
            best = max(mine, key=lambda purse: purse.cents, default=None)
            if shares[number] * len(shares) >= pool:
                continue
            if best is None:
                yield Reason(Why.NONE_TO_WIN, number)
            else:
                why = Why.LIMITED if self.limits[number] < best.cents else Why.CAPPED
                yield Reason(why, number, best.prize.money_alone, self.limits[number])


def _left(taken: Sequence[Purse], cents: int) -> tuple[Purse, ...]:
    """What these prizes have left after the payments, the smallest first."""
    left = []
    for purse in reversed(taken):
        part = min(purse.cents, cents)
        if part:
            left.append(Purse(purse.prize, part))
        cents -= part
    return tuple(left)
