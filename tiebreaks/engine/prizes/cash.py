"""34C and 32B: who gets how much money. Tiebreaks never say; the tied pool their prizes and share.

From the top score down, each tie is divided like this (32B3):

1. Each of the tied brings in at most one prize that is left and that he can win: the prizes that are worth
   most together. They share the sum equally.
2. Nobody gets more than the largest prize he could win without the tie; what is above goes to the others.
3. Before that is accepted: some of the tied may be the only ones who can win a certain prize. If by sharing
   only what nobody else in the tie can win one of them gets more than the equal share of step 1, and none
   gets less than otherwise, they are split off. The rest of the tie begins again with what is left.

Where several could be split off, the rule does not say who goes first. Here it is those with the largest
share, of equal ones the more players, then those of the more valuable prize. "Otherwise" includes step 2: a
split is there to give its players more, and must not cost them what others are held back from.

What is left of a tie goes down to the next score, and so does what an unrated player may not keep (32C6).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from .contenders import Contenders, Group
from .funds import Payment, Purse, in_cents
from .prize import Prize, Scope, by_amount
from .reasons import Reason, Why


class Division(NamedTuple):
    """Money that some players divide: the prizes they brought in, what each gets, and why.

    ``left`` is what an unrated player may not keep; it passes on to the next score. ``passed`` says why
    others of the scope, who stand above or are tied, get nothing of it.
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


def award_cash(field: Contenders, offered: Sequence[Purse]) -> tuple[list[Division], list[Unpaid]]:
    """Divide what is offered: one prize brought in a player, and prizes on top apart, scope by scope.

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
    >>> for division in divided:
    ...     print([tuple(payment) for payment in division.payments], *(r.message for r in division.reasons))
    [(1, 7500, False), (3, 7500, False)] 2 who tied share $150 equally (32B2)
    [(2, 4000, False)] split off: nobody else in the tie can win U800 $40, and $40 is more than $30 (32B3)
    [(4, 2000, False)] takes the most valuable prize that is left to win: 3rd place $20 (32B1)
    >>> [(str(left.purse.prize), str(left.why.message)) for left in unpaid]
    [('Unrated $10', 'nobody qualifies: not awarded (32C3)')]
    """
    teams = [purse for purse in offered if purse.prize.scope is Scope.TEAM]
    divided: list[Division] = []
    unpaid = [Unpaid(purse, Reason(Why.TEAMS)) for purse in teams]
    for ladder in _ladders(purse for purse in offered if purse.prize.scope is not Scope.TEAM):
        divisions, left = _walk(field, ladder)
        divided += divisions
        unpaid += [Unpaid(purse, Reason(field.why_nobody(purse.prize))) for purse in left]
    return divided, unpaid


def _ladders(offered: Iterable[Purse]) -> Iterable[list[Purse]]:
    """What a player wins one of, the most valuable first: all but those on top; these scope by scope."""
    ladders: dict[object, list[Purse]] = {}
    for purse in sorted(offered, key=lambda purse: by_amount(*purse)):
        ladders.setdefault(purse.prize.ladder if purse.prize.apart else None, []).append(purse)
    return ladders.values()


def _walk(field: Contenders, offered: list[Purse]) -> tuple[list[Division], list[Purse]]:
    """Tie by tie from the top score down: what is divided, and what is left in the end."""
    divided: list[Division] = []
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
        divisions = Tie(field, group, here).divide()
        for division in divisions:
            passed = dict.fromkeys(_passed(field, division, paid, above))
            divided.append(division._replace(passed=tuple(passed)))
        for division in divisions:
            paid |= dict.fromkeys(division.players, division.brought[0].prize)
            for purse in division.brought:
                left.remove(purse)
            left = sorted([*left, *division.left], key=lambda purse: by_amount(*purse))
    return divided, left


def _passed(
    field: Contenders, division: Division, paid: Mapping[int, Prize], groups: Sequence[Group]
) -> Iterator[Reason]:
    """Who of the scopes stands above and has money already, and who is barred."""
    for purse in division.brought:
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


class _Part(NamedTuple):
    """Some of the tied, what each gets, and the prizes they bring in, as indices."""

    shares: dict[int, Fraction]
    brought: list[int]
    why: tuple[Reason, ...]


class Tie:
    """Players who share places, and the prizes within their reach, the most valuable first."""

    def __init__(self, field: Contenders, group: Group, purses: Sequence[Purse]) -> None:
        self.field = field
        self.purses = purses
        winners = [field.eligible(purse.prize) for purse in purses]
        can_win = {n: {at for at, able in enumerate(winners) if n in able} for n in sorted(group)}
        # Whoever can win nothing more is still one of the tied; whoever is barred is not.
        self.can_win = {n: mine for n, mine in can_win.items() if mine or n not in field.gone}
        self._to_their_own()
        self.limits = {n: self._limit(n) for n in self.can_win}

    def _to_their_own(self) -> None:
        """32C6: the unrated whom their own prizes pay more than the limit on all others win only these."""
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
        """32B3: the largest prize without the tie; 32C6: for an unrated player, no more than announced."""
        mine = [self.purses[at] for at in self.can_win[number]]
        best = max((purse.cents for purse in mine), default=0)
        announced = self.field.terms.unrated_limit
        own = all(purse.prize.scope is Scope.UNRATED for purse in mine)
        rated = self.field.cards[number].rating
        return best if announced is None or rated or own else min(best, announced)

    def divide(self) -> list[Division]:
        """The divisions, those that are split off first."""
        everything = frozenset(range(len(self.purses)))
        return [self._division(part) for part in self._parts(frozenset(self.can_win), everything, ())]

    def _parts(self, players: frozenset[int], prizes: frozenset[int], why: tuple[Reason, ...]) -> list[_Part]:
        brought = self.bring(players, prizes)
        if not brought:
            return []
        shares = self.share(players, brought)
        equal = Fraction(sum(self.purses[at].cents for at in brought), len(players))
        split = self._split(players, prizes, shares, equal)
        if split is None:
            return [_Part(shares, brought, why)]
        those, exclusive, reason = split
        rest = self._parts(players - those, prizes - exclusive, why)
        return self._parts(those, exclusive, (reason,)) + rest

    def bring(self, players: Iterable[int], prizes: Iterable[int]) -> list[int]:
        """The prizes that are worth most together where each player brings in at most one.

        Taken from the most valuable down, a prize is in if some player can still bring it, others changing
        theirs if need be. For players who bring one prize each this finds the greatest sum there is.
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
        """The sum in equal shares; above somebody's limit, the rest goes to the others."""
        left = Fraction(sum(self.purses[at].cents for at in brought))
        shares: dict[int, Fraction] = {}
        by_limit = sorted(players, key=lambda number: (self.limits[number], number))
        for count, number in zip(range(len(by_limit), 0, -1), by_limit, strict=True):
            shares[number] = min(left / count, Fraction(self.limits[number]))
            left -= shares[number]
        return shares

    def _split(
        self, players: frozenset[int], prizes: frozenset[int], shares: dict[int, Fraction], equal: Fraction
    ) -> tuple[frozenset[int], frozenset[int], Reason] | None:
        """Step 3: who is split off first, and with which prizes."""
        best: tuple[Fraction, int] = (Fraction(-1), 0)
        found = None
        seen: set[frozenset[int]] = {frozenset(), players}
        for at in sorted(prizes):
            those = frozenset(number for number in players if at in self.can_win[number])
            if those in seen:
                continue
            seen.add(those)
            exclusive = prizes.difference(*(self.can_win[number] for number in players - those))
            theirs = self.share(those, self.bring(those, exclusive))
            size = sum(theirs.values(), Fraction(0)) / len(those), len(those)
            gains = max(theirs.values()) > equal and all(theirs[n] >= shares[n] for n in those)
            if gains and size > best:
                best = size
                most = max(theirs.values())
                reason = Reason(Why.ONLY_THEY, 0, self.purses[at].prize, int(most), int(equal), len(those))
                found = those, exclusive, reason
        return found

    # --- what is said of it ----------------------------------------------------------------------

    def _division(self, part: _Part) -> Division:
        taken = tuple(self.purses[at] for at in part.brought)
        pool = sum(purse.cents for purse in taken)
        why = part.why
        if len(part.shares) > 1:
            why += (Reason(Why.SHARED, cents=pool, players=len(part.shares)),)
        elif not why:
            why = (Reason(Why.ALONE, prize=taken[0].prize, cents=pool),)
        payments = tuple(in_cents(part.shares))
        why += tuple(self._held(part.shares, pool))
        why += tuple(Reason(Why.ODD_CENT, p.number, cents=p.cents) for p in payments if p.odd)
        left = pool - sum(payment.cents for payment in payments)
        return Division(tuple(sorted(part.shares)), taken, payments, why, _left(taken, left))

    def _held(self, shares: dict[int, Fraction], pool: int) -> Iterator[Reason]:
        """Who gets less than an equal share, and which limit it was."""
        for number in sorted(shares):
            mine = [self.purses[at] for at in self.can_win[number]]
            best = max(mine, key=lambda purse: purse.cents, default=None)
            if shares[number] * len(shares) >= pool:
                continue
            if best is None:
                yield Reason(Why.NONE_TO_WIN, number)
            else:
                why = Why.LIMITED if self.limits[number] < best.cents else Why.CAPPED
                yield Reason(why, number, best.prize, self.limits[number])


def _left(taken: Sequence[Purse], cents: int) -> tuple[Purse, ...]:
    """What was not paid of these prizes, from the least valuable up."""
    left = []
    for purse in reversed(taken):
        part = min(purse.cents, cents)
        if part:
            left.append(Purse(purse.prize, part))
        cents -= part
    return tuple(left)
