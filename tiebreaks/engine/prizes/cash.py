"""34C and 32B: who gets how much money. Tiebreaks do not matter; tied players pool their prizes and share.

From the top score down, each tie is divided like this (32B3). Tied players who can win nothing that is left
do not count in it.

1. Each tied player brings in at most one prize that is left and that the player can win. Together they
   bring in the prizes with the greatest sum, and share it equally.
2. Nobody gets more than the largest prize that the player could win without the tie. The rest goes to the
   others.
3. First, some of the tied players may be the only ones who can win certain prizes: one prize, or several for
   groups that overlap. They are split off if they share only what nobody else in the tie can win, none of
   them gets less than otherwise, and one gets more, both after step 2. The rest of the tie begins again with
   what is left.

   ``splits`` says who is split off first.

32C6: an unrated player who is held to a limit keeps that much of what these steps give. The others in the
pool take more, each up to the amount of step 2. What then remains stays with the prize that the unrated
player would have won it from, and goes down to the next score with it.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from .contenders import Contenders, Group
from .funds import Payment, Purse, in_cents
from .prize import Key, Prize, Scope, by_amount
from .reasons import Reason, Why
from .shares import Players, Prizes, Sharing, bits
from .splits import Search, Split


class CashAward(NamedTuple):
    """Money that one player takes or several divide: the prizes they brought in, the payments, and why.

    ``left`` is what an unrated player cannot keep of a prize; it goes down to the next score. ``passed`` says
    why others who qualify, and stand above or are tied, get none of it.
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
    [(2, 4000), (4, 2000)] shared
    >>> [(str(left.purse.prize), left.why.why.value) for left in unpaid]
    [('Unrated $10', 'nobody')]
    """
    teams = [purse for purse in offered if purse.prize.scope is Scope.TEAM]
    divided: list[CashAward] = []
    unpaid = [Unpaid(purse, Reason(Why.TEAMS)) for purse in teams]
    later = {purse.prize for purse in offered if purse.prize.scope is Scope.MARK and not field.over}
    unpaid += [Unpaid(purse, Reason(Why.AT_END)) for purse in offered if purse.prize in later]
    for purse in offered:
        if purse.prize.scope is Scope.CHOICE:
            if winners := field.chosen(purse.prize):
                divided.append(_chosen(purse, winners))
            else:
                unpaid.append(Unpaid(purse, Reason(Why.UNNAMED)))
    apart = (Scope.TEAM, Scope.CHOICE)
    for ladder in _ladders(p for p in offered if p.prize.scope not in apart and p.prize not in later):
        shares, left = _walk(field, ladder)
        divided += shares
        held_back = {purse.prize for share in shares for purse in share.left}
        for purse in left:
            why = Why.HELD_BACK if purse.prize in held_back else field.why_nobody(purse.prize)
            unpaid.append(Unpaid(purse, Reason(why)))
    return divided, unpaid


def _chosen(purse: Purse, winners: Group) -> CashAward:
    shares = dict.fromkeys(winners, Fraction(purse.cents))
    return CashAward(winners, (purse,), tuple(in_cents(shares)), (Reason(Why.CHOSEN),))


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
    alike = {purse.prize.open_to: purse.prize for purse in offered}
    reached = {open_to: _reached(field, prize, groups) for open_to, prize in alike.items()}
    paid: dict[int, tuple[int, Prize]] = {}  # from which tie, and which prize
    above: set[int] = set()
    for at, group in enumerate(groups):
        above.update(group)
        here = [purse for purse in left if reached[purse.prize.open_to][at] >= purse.prize.nth]
        if not here:
            continue
        shares = divide_tie(tuple(here), *_able(field, group, here))
        for share in shares:
            passed = dict.fromkeys(_passed(field, share, paid, reached, above))
            divided.append(share._replace(passed=tuple(passed)))
        for share in shares:
            paid |= dict.fromkeys(share.players, (at, share.brought[0].prize.money_alone))
            for purse in share.brought:
                left.remove(purse)
            if share.left:
                left = sorted([*left, *share.left], key=lambda purse: by_amount(*purse))
        if not left:
            break
    return divided, left


def _reached(field: Contenders, prize: Prize, groups: Sequence[Group]) -> list[int]:
    """For each tie, how many of those who can win a prize stand in it or above."""
    eligible = field.eligible(prize)
    return list(accumulate(len(eligible.intersection(group)) for group in groups))


def _passed(
    field: Contenders,
    share: CashAward,
    paid: Mapping[int, tuple[int, Prize]],
    reached: Mapping[Key, Sequence[int]],
    above: Container[int],
) -> Iterator[Reason]:
    """Those who qualify, stand above and are paid already, and those who are barred."""
    for purse in share.brought:
        prize = purse.prize
        eligible = field.eligible(prize)
        for number, (at, other) in paid.items():
            if number in eligible and reached[prize.open_to][at] >= prize.nth:
                yield Reason(Why.PAID, number, other)
        for number in field.without(prize):
            barred = number in above and field.barred(prize, number)
            if barred:
                yield Reason(barred, number)


class Able(NamedTuple):
    """A tied player who can win something: at which indices the prizes are, and what the player may keep of
    the largest (32C6)."""

    number: int
    prizes: tuple[int, ...]
    kept: int


def _able(field: Contenders, group: Group, purses: Sequence[Purse]) -> tuple[tuple[Able, ...], bool]:
    """Who in a tie can win one of the prizes; and whether somebody else there can win nothing."""
    can_win: dict[int, list[int]] = {number: [] for number in sorted(group)}
    for at, purse in enumerate(purses):
        for number in field.eligible(purse.prize).intersection(group):
            can_win[number].append(at)
    idle = any(not mine and number not in field.gone for number, mine in can_win.items())
    can_win = _to_their_own(field, purses, {number: mine for number, mine in can_win.items() if mine})
    able = (Able(number, tuple(mine), _kept(field, purses, number, mine)) for number, mine in can_win.items())
    return tuple(able), idle


def _to_their_own(
    field: Contenders, purses: Sequence[Purse], can_win: dict[int, list[int]]
) -> dict[int, list[int]]:
    """32C6: unrated players win only their own prizes if those pay more than the limit on all others."""
    announced = field.terms.unrated_limit
    if announced is None:
        return can_win
    own = [at for at, purse in enumerate(purses) if purse.prize.scope is Scope.UNRATED]
    theirs = {n: mine for n, each in can_win.items() if (mine := [at for at in each if at in own])}
    # The purses stand in the order of their amounts, and each player can bring in one.
    if sum(purses[at].cents for at in own[: len(theirs)]) <= announced * len(theirs):
        return can_win
    return can_win | theirs


def _kept(field: Contenders, purses: Sequence[Purse], number: int, mine: Sequence[int]) -> int:
    """32C6: a limit on what an unrated player wins in prizes that are not for unrated players."""
    best, announced = purses[mine[0]].cents, field.terms.unrated_limit
    if announced is None or field.cards[number].rating:
        return best
    own = all(purses[at].prize.scope is Scope.UNRATED for at in mine)
    return best if own else min(best, announced)


# A result moves two players, and most ties stay as the last result left them.
@lru_cache(maxsize=256)
def divide_tie(purses: tuple[Purse, ...], able: tuple[Able, ...], idle: bool) -> tuple[CashAward, ...]:
    """The awards of a tie: they depend on who can win which of its prizes, and on nothing else."""
    return tuple(Tie(purses, able, idle).divide())


class Tie(Sharing):
    """Players who share places, and the prizes within their reach, the most valuable first.

    Only players who can win one of them count; ``idle`` says that there are others.
    """

    def __init__(self, purses: Sequence[Purse], able: Sequence[Able], idle: bool) -> None:
        self.purses = purses
        self.idle = idle
        self.cents = [purse.cents for purse in purses]
        self.numbers = [each.number for each in able]
        self.can_win = {each.number: each.prizes for each in able}
        self.winners = [0] * len(purses)
        for bit, each in enumerate(able):
            for at in each.prizes:
                self.winners[at] |= 1 << bit
        self.limits = [self.cents[each.prizes[0]] for each in able]
        self.kept = [each.kept for each in able]
        self.untried = False

    def divide(self) -> list[CashAward]:
        """The awards; those that are split off come first."""
        everybody = (1 << len(self.numbers)) - 1
        return self._awards(everybody, list(range(len(self.purses))), self.idle, ())

    def _awards(self, tied: Players, prizes: Prizes, idle: bool, why: tuple[Reason, ...]) -> list[CashAward]:
        players = tied & reduce(or_, [self.winners[at] for at in prizes])
        brought = self.bring(players, prizes)
        if not brought:
            return []
        idle = idle or players != tied
        level = self.level(players, self.total(brought), self.limits)
        search = Search(self, players, prizes, level)
        split, self.untried = search.best, self.untried or search.untried
        if split is None:
            pools = self._pools(players, brought)
            return [self._award(pool, mine, idle or len(pools) > 1, why) for pool, mine in pools]
        rest = [at for at in prizes if at not in split.prizes]
        only_they = self._only_they(split, level)
        first = self._awards(split.players, split.prizes, False, (only_they,))
        return first + self._awards(players & ~split.players, rest, idle, why)

    def _only_they(self, split: Split, level: Fraction) -> Reason:
        brought = self.bring(split.players, split.prizes)
        one = self.purses[brought[0]].prize.money_alone if len(brought) == 1 else None
        why = Why.ONLY_THEY if one else Why.ONLY_THEY_ALL
        return Reason(why, 0, one, int(split.level), int(level), split.players.bit_count())

    def _pools(self, players: Players, brought: Prizes) -> list[tuple[Players, Prizes]]:
        """The pools of a tie that nobody is split off. Prizes that have no winner in common share nothing.

        Nobody gains by a split, so the winners of each pool have the sum of its prizes between them already.
        """
        pools: list[tuple[Players, Prizes]] = []
        for at in brought:
            able, together = self.winners[at] & players, [at]
            apart = [pool for pool in pools if not pool[0] & able]
            for those, prizes in pools:
                if those & able:
                    able, together = able | those, sorted(together + prizes)
            pools = sorted([*apart, (able, together)], key=lambda pool: pool[1])
        return pools

    # --- its awards ----------------------------------------------------------------------

    def _award(self, players: Players, brought: Prizes, idle: bool, why: tuple[Reason, ...]) -> CashAward:
        taken = tuple([self.purses[at] for at in brought])
        pool, several = self.total(brought), players & (players - 1) != 0
        level = self.level(players, pool, self.kept)
        shares = {self.numbers[bit]: min(Fraction(self.kept[bit]), level) for bit in bits(players)}
        if several:
            why += (Reason(Why.SHARED, cents=pool, players=len(shares)),)
        elif not why:
            why = (Reason(Why.ALONE, prize=taken[0].prize.money_alone),)
        if idle:
            why += (Reason(Why.NONE_TO_WIN),)
        if self.untried:
            why += (Reason(Why.UNTRIED),)
        payments = tuple(in_cents(shares))
        why += tuple(self._held(players, level, pool))
        why += tuple([Reason(Why.ODD_CENT, paid.number) for paid in payments if paid.odd])
        left = tuple(self._left(players, brought, pool - sum([paid.cents for paid in payments])))
        return CashAward(tuple(shares), taken, payments, why, left)

    def _held(self, players: Players, level: Fraction, pool: int) -> Iterator[Reason]:
        """Those who get less than an equal share, each with the limit that held them."""
        for bit in bits(players):
            if self.kept[bit] <= level and self.kept[bit] * players.bit_count() < pool:
                number = self.numbers[bit]
                prize = self.purses[self.can_win[number][0]].prize.money_alone
                why = Why.LIMITED if self.kept[bit] < self.limits[bit] else Why.CAPPED
                yield Reason(why, number, prize, self.kept[bit])

    def _left(self, players: Players, brought: Prizes, cents: int) -> Iterator[Purse]:
        """32C6: what remains stays with the prizes that those who may not keep it would have won.

        Each would have won the best prize that lets the others bring in the rest. What the others in the pool
        were paid on top comes from the most valuable of these prizes.
        """
        kept_from = {}
        for bit in bits(players):
            if self.kept[bit] < self.limits[bit]:
                players &= ~(1 << bit)
                for prize in brought:
                    rest = [at for at in brought if at != prize]
                    if self.winners[prize] >> bit & 1 and len(self.bring(players, rest)) == len(rest):
                        kept_from[prize], brought = self.kept[bit], rest
                        break
        for prize, kept in sorted(kept_from.items(), reverse=True):
            part = min(self.cents[prize] - kept, cents)
            if part > 0:
                yield Purse(self.purses[prize].prize, part)
                cents -= part
