"""32B3: who is split off a tie first, out of every group that could be.

A *group* is the winners of one prize, or of several that overlap, but not everybody in the tie. Its *own*
prizes are those that nobody else in the tie can win. A group can be split off if its own prizes give it more
than it gets otherwise. The rule does not say who is split off first. Here it is the group with the largest
share, then the larger group, then the group of the more valuable prizes.

Thirty prizes can make millions of groups, and each one counts. The search keeps the best group so far. A
*branch* is all groups that hold certain players, its *core*, and whose own prizes are among certain prizes.
A branch is left out only if no group in it can be better than the best one. Otherwise it divides into the
groups that hold the winners of one prize more, and those that do not.

What the groups of a branch can have at the most is told by a market. Each player asks for what the best group
so far would pay him. Each prize pays its winners what they ask, and prizes that overlap pay together. A group
is worth its prizes less what its players ask, so none is worth more than what is left over at the end. One
thing is left aside by this: where there are more prizes than players to bring them in, some stay out. So a
player's price (see ``shares``) comes off what he asks, and off what his prizes offer. If a tie can pool
all its prizes, nobody has a price, the answer of the market is exact, and the search takes no more than two
steps for each prize.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import NamedTuple

from .shares import Players, Prizes, Sharing, bits

# Of random ties of eighty players with a hundred prizes hardly any takes ten. There is no limit for all that
# could be thought of: with a prize for each edge of a graph, open to its two ends and to players who are in
# the group anyway, the best group is a clique.
MOST_STEPS = 2_000


class Split(NamedTuple):
    """Who is split off a tie, with which prizes, and what everybody gets up to the own limit."""

    players: Players
    prizes: Prizes
    level: Fraction


class Branch(NamedTuple):
    """The groups that hold the core, and of whose own prizes each is among these."""

    core: Players
    prizes: Prizes


class Search:
    """The best group to be split off among players who get ``level`` up to the own limit otherwise.

    ``best`` is None if nobody is. ``steps`` is how many branches were looked at, and ``untried`` says that
    the search was stopped before its end.
    """

    def __init__(self, tie: Sharing, players: Players, prizes: Prizes, level: Fraction) -> None:
        self.tie = tie
        self.players = players
        winners = {at: tie.winners[at] & players for at in prizes}
        self.winners = {at: able for at, able in winners.items() if able not in (0, players)}
        self.best: Split | None = None
        self.level = level
        self.steps = 0
        self.untried = False
        self._search()

    def _search(self) -> None:
        branches = [Branch(0, list(self.winners))]
        while branches and not self.untried:
            branch = self._connected(branches.pop())
            further = self._further(branch)
            if further and self._may_be_better(branch):
                branches += self._divided(branch, further)
            self.steps += 1
            self.untried = self.steps > MOST_STEPS

    def _connected(self, branch: Branch) -> Branch:
        """Without prizes that nothing connects with the core."""
        if not branch.core:
            return branch
        reach = self._grown(branch.core, branch.prizes)
        return Branch(branch.core, [at for at in branch.prizes if self.winners[at] & reach])

    def _grown(self, players: Players, prizes: Prizes) -> Players:
        """The players, and those whom prizes connect with them."""
        grown = reduce(or_, [self.winners[at] for at in prizes if self.winners[at] & players], players)
        return grown if grown == players else self._grown(grown, prizes)

    def _further(self, branch: Branch) -> Players:
        """The winners of a prize that reaches beyond the core; none if the core is the only group."""
        for at in branch.prizes:
            if self.winners[at] & ~branch.core and (self.winners[at] & branch.core or not branch.core):
                return self.winners[at]
        return 0

    def _divided(self, branch: Branch, further: Players) -> Iterator[Branch]:
        """The groups without these winners, and those with them, which come first."""
        yield Branch(branch.core, [at for at in branch.prizes if further & ~self.winners[at]])
        core = branch.core | further
        if not any(self.winners[at] & ~core == 0 for at in self.winners.keys() - branch.prizes):
            self._try(core)
            yield Branch(core, branch.prizes)

    def _try(self, group: Players) -> None:
        """Is this group the best one so far?"""
        if group == self.players:
            return
        own = self._own(group)
        level = self.tie.level(group, self.tie.total(self.tie.bring(group, own)), self.tie.limits)
        found = Split(group, own, level)
        if level > self.level or (self.best and _merit(found) > _merit(self.best)):
            self.best, self.level = found, level

    def _own(self, group: Players) -> Prizes:
        return [at for at, able in self.winners.items() if not able & ~group]

    # --- what a branch can have at the most ------------------------------------------------

    def _may_be_better(self, branch: Branch) -> bool:
        """Can one of its groups be better than the best one? Groups that are found on the way are tried."""
        while True:
            level = self.level
            above, those = self._ceiling(branch)
            if above < 0:
                return False
            groups = [group for group in self._groups(those) if not branch.core & ~group]
            for group in groups:
                self._try(group)
            if self.level == level:
                break
        # Groups that just have the share of the best one are within these.
        size = self.best.players.bit_count() if self.best else len(self.tie.limits)
        return above > 0 or any(group.bit_count() > size for group in groups)

    def _groups(self, players: Players) -> Iterator[Players]:
        """The groups that are connected, of the players and the prizes that nobody else can win."""
        own = self._own(players)
        while own:
            group = self._grown(self.winners[own[0]], own)
            own = [at for at in own if not self.winners[at] & group]
            yield group

    def _ceiling(self, branch: Branch) -> tuple[int, Players]:
        """The most that a group can have above the share of the best one, and the most players who have it.

        In parts of a cent, and below 0 if every group has less. A group may have less than this, never more.
        """
        cents, part = self.level.as_integer_ratio()
        everybody = reduce(or_, [self.winners[at] for at in branch.prizes], branch.core)
        prices = self.tie.match(everybody, branch.prizes).prices
        asked = {
            bit: min(self.tie.limits[bit] * part, cents) - prices.get(bit, 0) * part
            for bit in bits(everybody)
        }
        offers: dict[Players, int] = {}
        for at in branch.prizes:
            able = self.winners[at]
            offer = self.tie.cents[at] - min([prices.get(bit, 0) for bit in bits(able)])
            if offer > 0:
                offers[able] = offers.get(able, 0) + offer * part
        # Who is in the core is in every group, and paid first.
        settled = {bit for bit, asks in asked.items() if branch.core >> bit & 1 or asks < 0}
        unpaid = {bit: 0 if bit in settled else asks for bit, asks in asked.items()}
        left, full = _market(offers, unpaid)
        return left - sum([asked[bit] for bit in settled]), full


def _merit(split: Split) -> tuple[Fraction, int, Prizes]:
    return split.level, split.players.bit_count(), [-at for at in split.prizes]


def _market(offers: Mapping[Players, int], unpaid: dict[int, int]) -> tuple[int, Players]:
    """Let each offer pay its players what they ask; what is left over at the end, and who is surely paid.

    As much is paid as can be: an offer pays instead of another one whose other players still ask. ``unpaid``
    is used up.

    >>> _market({0b011: 100, 0b110: 20}, {0: 30, 1: 40, 2: 50})
    (30, 3)
    """
    paid: dict[Players, dict[int, int]] = {able: {} for able in offers}
    left = 0
    for able, offer in offers.items():
        amount = offer
        while amount and (path := _path(able, unpaid, paid)):
            last = path[-1][1]
            taken_over = zip(path[1:], path, strict=False)
            most = min([amount, unpaid[last], *(paid[payer][bit] for (payer, _to), (_by, bit) in taken_over)])
            for (payer, bit), (_by, before) in zip(path, [(0, None), *path], strict=False):
                paid[payer][bit] = paid[payer].get(bit, 0) + most
                if before is not None:
                    paid[payer][before] -= most
            unpaid[last] -= most
            amount -= most
        left += amount
    return left, _paid(paid, unpaid)


def _path(
    offer: Players, unpaid: Mapping[int, int], paid: Mapping[Players, Mapping[int, int]]
) -> list[tuple[Players, int]]:
    """From an offer to a player who still asks: each offer with whom it pays, instead of the next offer."""
    came: dict[int, tuple[Players, int | None]] = {}
    queue: list[tuple[Players, int | None]] = [(offer, None)]
    asked: Players = 0
    for able, via in queue:
        for bit in bits(able & ~asked):
            came[bit] = able, via
            if unpaid[bit]:
                path = []
                at: int | None = bit
                while at is not None:
                    payer, before = came[at]
                    path.append((payer, at))
                    at = before
                return path[::-1]
            queue += [(other, bit) for other, players in paid.items() if players.get(bit)]
        asked |= able
    return []


def _paid(paid: Mapping[Players, Mapping[int, int]], unpaid: Mapping[int, int]) -> Players:
    """The players who ask nothing more, and from whom no offer can go on to somebody who does."""
    asking = reduce(or_, [1 << bit for bit, asks in unpaid.items() if asks], 0)
    before = -1
    while asking != before:
        before = asking
        for able, players in paid.items():
            if able & asking:
                asking |= reduce(or_, [1 << bit for bit, cents in players.items() if cents], 0)
    return reduce(or_, [1 << bit for bit in unpaid if not asking >> bit & 1], 0)
