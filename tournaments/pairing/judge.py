"""The judge: any complete pairing held against ours by the same costs, in the same order (PAIRING §9.5).

What concerns the whole round comes first, then the first bracket in which the two differ. Up to there both
have the same floaters, so that their costs can be compared: who leaves it, with all players below (§4.2), the
choice of floaters (§4.6), and the rest (§4.5).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from . import natural as naturals
from .adjustment import Bench, Levels, adjust
from .brackets import Opponents, Solved
from .field import Cost, Field
from .floaters import meetings
from .giving_way import Couple
from .leaving import natural_odd
from .pool import Pool
from .setting import Pair
from .structure import pair_cost

# Of teammates in the order of the section's options (29E8).
COSTS = ("rest_teams", "third", "equal", "rest_teams", "alternate")


@dataclass(frozen=True)
class Verdict:
    """The first level at which another pairing differs from ours: its name, what it is there, and where.

    ``level`` None: the same pairs, or nothing to choose between them. ``score_q`` None: the whole round.
    ``ours`` and ``theirs`` are counts, or points: of a drop in quarters of a point, of a change in rating
    points, with the ``limit`` that it breaks. ``worse`` False: the other pairing is the better one, as may be
    where a bracket is cut. ``who``, where it is known, are positions: who meets whom instead of whom, or who
    leaves a score group instead of whom.
    """

    level: str | None = None
    ours: int = 0
    theirs: int = 0
    score_q: int | None = None
    limit: int | None = None
    worse: bool = False
    who: tuple[int, ...] = ()


SAME = Verdict()


def judge(pool: Pool, solved: Sequence[Solved], pairs: Iterable[Pair]) -> Verdict:
    """Hold a complete pairing of the same players, by position, against ours.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from .pool import gather
    >>> from .pools import pair_pools
    >>> from .request import PairingInput
    >>> pool = gather(PairingInput(chart([], [], [], [], rounds=3, ratings=[1900, 1800, 1700, 1600]), 1))
    >>> verdict = judge(pool, pair_pools(PairingInput(chart([]), 1), pool), [(0, 1), (2, 3)])
    >>> verdict.level, verdict.theirs
    ('idle', 100)
    """
    ours = partners([*pool.fixed, *(pair for one in solved for pair in one.pairs)])
    theirs = partners(pairs)
    whole = _first_difference(_of_round(pool, ours, theirs))
    if whole is not SAME:
        return whole
    for bracket in solved:
        comparison = Comparison(pool.field, bracket, ours, theirs)
        verdict = comparison.verdict()
        if verdict is not SAME or comparison.differs:
            return verdict
    return SAME


def partners(pairs: Iterable[Pair]) -> dict[int, int]:
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


Level = tuple[str, int, int]
"""Its name, ours and theirs: the larger is the worse."""


def _first_difference(levels: Iterable[Level], score_q: int | None = None) -> Verdict:
    for level, ours, theirs in levels:
        if ours != theirs:
            return Verdict(level, ours, theirs, score_q, worse=theirs > ours)
    return SAME


def _of_round(pool: Pool, ours: dict[int, int], theirs: dict[int, int]) -> Iterator[Level]:
    """What no pairing may have, boards that are set, and requests (PAIRING §4.7)."""
    couples = [_couples(pool.field, partner) for partner in (ours, theirs)]
    broken = [set(made) & pool.asked for made in couples]
    forbidden = [
        sum(not pool.field.legal(*pair) and not _only_asked(pool, couple) for couple, pair in made.items())
        for made in couples
    ]
    yield "met", forbidden[0], forbidden[1]
    yield "set", 0, sum(theirs[x] != y for x, y in pool.fixed)
    yield "asked", len(broken[0]), len(broken[1])
    yield "which_asked", 0, int(broken[0] != broken[1])


def _couples(field: Field, partner: dict[int, int]) -> dict[Couple, Pair]:
    number = [player.number for player in field.players]
    return {frozenset((number[x], number[y])): (x, y) for x, y in partner.items() if x < y}


def _only_asked(pool: Pool, couple: Couple) -> bool:
    """Whether a request is all that bars these two."""
    one, other = couple
    return couple in pool.asked and other not in pool.met[one]


class Comparison:
    """One bracket in two pairings."""

    def __init__(self, field: Field, solved: Solved, ours: dict[int, int], theirs: dict[int, int]) -> None:
        self.field, self.solved, self.ours, self.theirs = field, solved, ours, theirs
        self.bracket = solved.bracket
        self.chooser = Opponents(field, self.bracket, solved.natural)
        self.score_q = field.score[self.bracket.group[0]]

    @cached_property
    def differs(self) -> bool:
        """Whether others meet in the bracket, or others leave it. Whom those meet is for a later one."""
        inside = {*self.bracket.arriving, *self.bracket.again, *self.bracket.group}
        moved = [{self.ours[x], self.theirs[x]} for x in inside if self.ours[x] != self.theirs[x]]
        return any(both & inside for both in moved)

    def verdict(self) -> Verdict:
        if all(self.ours[x] == self.theirs[x] for x in (*self.bracket.arriving, *self.bracket.group)):
            return SAME
        arriving = {*self.bracket.arriving, *self.bracket.again}
        inside = {*arriving, *self.bracket.group}
        found = self._first(self._structure(arriving, inside))
        if found is not SAME or not self.differs:
            return found
        odd = tuple(sorted(x for x in self.bracket.group if self.theirs[x] not in inside))
        opponents = tuple(self.theirs[x] for x in self.bracket.arriving)
        return self._choice(opponents, odd)

    def _first(self, levels: Iterable[Level]) -> Verdict:
        return _first_difference(levels, self.score_q)

    def _structure(self, arriving: set[int], inside: set[int]) -> Iterator[Level]:
        """§4.2, over the bracket and everybody below it, and which floaters go on (§4.3)."""
        field, here = self.field, {*inside, *self.bracket.below}
        costs, drops = [], []
        for partner in (self.ours, self.theirs):
            pairs = [(x, partner[x]) for x in here if x < partner[x] and partner[x] in here]
            parts = [pair_cost(field, x, y, arriving, inside) for x, y in pairs]
            costs.append([sum(column) for column in zip(*parts, strict=True)] or [0] * 5)
            leaving = [pair for pair in pairs if (pair[0] in inside) != (pair[1] in inside)]
            drops.append([abs(field.score[x] - field.score[y]) for x, y in leaving])
        mine, other = costs
        yield "pool", 0, sum(self.theirs[x] not in here for x in here)
        keeps = field.keeps_group(self.score_q)  # 28N1c: nobody leaves it for the sake of teams
        if not keeps:
            yield "teams", mine[0], other[0]
        yield "leave", mine[1], other[1]
        yield "further", mine[2], other[2]
        # Gaps decide how many leave, not who: a shorter drop alone is no better choice (§4.3).
        for level, measure in (("drop", max), ("drops", sum)):
            one, two = (measure(gaps) if gaps else 0 for gaps in drops)
            yield level, min(one, two), two
        if keeps:
            yield "teams", mine[0], other[0]
        again = {x for x in arriving if self.theirs[x] not in inside}
        served = all(self.theirs[x] in self.bracket.group for x in self.bracket.arriving)
        yield "which", 0, int(again != {*self.bracket.again} or not served)

    def _choice(self, opponents: tuple[int, ...], odd: tuple[int, ...]) -> Verdict:
        """§4.6: the outer order where opponents differ, the inner one where only odd players do, and §4.5."""
        field, chooser, solved = self.field, self.chooser, self.solved
        mates = self._mates(solved.opponents, self.ours), self._mates(opponents, self.theirs)
        if mates[0] != mates[1] and not field.teams_later:
            return self._first([("rest_teams", *mates)])
        members = self.bracket.left(opponents)
        usual = natural_odd(field, self.bracket, opponents)
        rest = Rest.of(field, [x for x in members if x not in odd], self.theirs)
        best = chooser.odd.cost(opponents, odd)
        if usual is None or rest is None or best is None:
            return SAME
        usual = tuple(sorted(usual))
        if rest.beyond:
            return self._limit(rest.beyond, who=rest.moved_farthest)
        if (opponents, odd) == (solved.opponents, solved.odd):
            return self._rest(self._own, rest)
        found = self._inadmissible(opponents, odd, usual, best)
        if found is not SAME:
            return found
        cost = rest.levels.cost.plus(chooser.odd.outside(opponents, odd))
        moved = "odd", solved.choice.moved, len({*odd} - {*usual})
        levels = [*zip(COSTS, solved.choice.cost, cost, strict=True), moved]
        if opponents != solved.opponents:
            away = chooser.moved(solved.opponents), chooser.moved(opponents)
            levels.insert(len(COSTS), ("opponents", *away))
            levels.append(("halves", self._own.levels.interchanges, rest.levels.interchanges))
        found = self._named(self._first(levels), self._own, rest)
        if found is SAME:
            ours = self._changes(solved.opponents, solved.odd, solved.choice.natural_odd, self._own)
            found = self._points(ours, self._changes(opponents, odd, usual, rest))
        if found.worse:
            who = {"opponents": self._meets(opponents), "odd": _leaves(odd, usual)}
            return replace(found, who=who.get(found.level or "", found.who))
        # Where a level is less, it is bought with a worse one of the rest, which is paired first for itself.
        return self._rest(Rest.best(field, rest.members), rest)

    def _mates(self, opponents: Sequence[int], partner: dict[int, int]) -> int:
        """In how many boards of the bracket teammates meet."""
        rest = [(x, partner[x]) for x in self.bracket.left(opponents) if x < partner[x] in self.bracket.group]
        return meetings(self.field, [*zip(self.bracket.arriving, opponents, strict=True), *rest])[1]

    @cached_property
    def _own(self) -> "Rest":
        pairs = self.solved.rest.pairs
        own = Rest.of(self.field, sorted(x for pair in pairs for x in pair), partners(pairs))
        if own is None:
            raise AssertionError("the rest of a bracket that was paired cannot be paired")
        return own

    def _changes(
        self, opponents: tuple[int, ...], odd: tuple[int, ...], usual: tuple[int, ...], rest: "Rest"
    ) -> list[int]:
        """The rating points of all changes of a bracket."""
        floaters = [self.chooser.measured(k, x, self.field.distance) for k, x in enumerate(opponents)]
        return floaters + [self.field.distance(x, y) for x, y in zip(odd, usual, strict=True)] + rest.changes

    def _inadmissible(
        self, opponents: tuple[int, ...], odd: tuple[int, ...], usual: tuple[int, ...], cost: Cost
    ) -> Verdict:
        """What the limits of 29D and 29E5 forbid of these floaters."""
        chooser, field, options = self.chooser, self.field, self.field.options
        reach = [chooser.measured(k, x, field.limited) for k, x in enumerate(opponents)]
        farthest = self._meets(opponents, reach.index(max(reach)) if reach else 0)
        if reach and max(reach) > options.equal_limit:
            return self._limit(max(reach), who=farthest)
        natural = chooser.odd.choose(chooser.natural)
        far = opponents != chooser.natural and chooser.far(opponents)
        if far and natural is not None and cost[:3] >= natural.cost[:3]:
            return self._limit(max(reach), options.alternate_limit, who=farthest)
        if natural is not None and chooser.odd.drops_further(odd, natural.odd):
            return self._drop(odd, natural.odd)
        if odd == usual or chooser.odd.allowed(opponents, odd, usual, cost):
            return SAME
        exchanged = [(x, y) for x, y in zip(odd, usual, strict=True) if x != y]
        who = _leaves(odd, usual)
        unrated = next((both for both in exchanged if field.unrated[both[0]] > field.unrated[both[1]]), None)
        if unrated:
            return Verdict("unrated", 0, 1, self.score_q, worse=True, who=unrated)
        if chooser.odd.drops_further(odd, usual):
            return self._drop(odd, usual)
        points = max(field.limited(x, y) for x, y in exchanged)
        if points > options.equal_limit:
            return self._limit(points, who=who)
        return Verdict("gain", 0, options.odd_gain, self.score_q, worse=True, who=who)

    def _drop(self, odd: tuple[int, ...], usual: tuple[int, ...]) -> Verdict:
        """Others leave a group than the natural ones, and drop further: one of them, or all together."""
        ours, theirs = (self.chooser.odd.drops(each) for each in (usual, odd))
        level, measure = ("drop", max) if max(theirs) > max(ours) else ("drops", sum)
        who = _leaves(odd, usual)
        return Verdict(level, measure(ours), measure(theirs), self.score_q, worse=True, who=who)

    def _meets(self, opponents: Sequence[int], at: int | None = None) -> tuple[int, ...]:
        """One floater with an opponent who is not the natural one: this, or the first."""
        meeting = list(zip(self.bracket.arriving, opponents, self.chooser.natural, strict=True))
        changed = [each for each in meeting if each[1] != each[2]]
        return meeting[at] if at is not None and meeting else next(iter(changed), ())

    def _limit(self, points: int, limit: int | None = None, who: tuple[int, ...] = ()) -> Verdict:
        limit = self.field.options.equal_limit if limit is None else limit
        return Verdict("limit", 0, points, self.score_q, limit, worse=True, who=who)

    def _named(self, found: Verdict, ours: "Rest", theirs: "Rest") -> Verdict:
        """A change beyond the first limit counts like a color, and is told as what it is."""
        if found.level != "alternate" or not found.worse or theirs.far <= ours.far:
            return found
        mine, other = found.ours - ours.far, found.theirs - theirs.far
        if other > mine:
            return replace(found, ours=mine, theirs=other)
        if other == mine and not ours.changes:
            return self._idle(theirs)
        # The first limit is that of changes for alternation: one for equalization may go beyond it, and where
        # ours has one that does, theirs has too many of them.
        if ours.far:
            limit = self.field.options.alternate_limit
            return Verdict("far", ours.far, theirs.far, self.score_q, limit, worse=True)
        if theirs.equalizes:
            return Verdict("larger", ours.farthest_of_all, theirs.farthest, self.score_q, worse=True)
        return self._limit(theirs.farthest, self.field.options.alternate_limit, theirs.moved_farthest)

    def _idle(self, theirs: "Rest") -> Verdict:
        points = max(theirs.changes)
        who = theirs.moved_most
        return Verdict("idle" if points else "places", 0, points or 1, self.score_q, worse=True, who=who)

    def _rest(self, ours: "Rest | None", theirs: "Rest") -> Verdict:
        """The same players paired among themselves: §4.5 in its order."""
        if ours is None:
            return SAME
        levels = [(*rest.levels.cost, rest.levels.interchanges) for rest in (ours, theirs)]
        found = self._named(self._first(zip((*COSTS, "halves"), *levels, strict=True)), ours, theirs)
        if found.level not in (None, "halves"):
            return found
        if theirs.changes and not ours.changes:
            return self._idle(theirs)
        if found is not SAME:
            return found
        if self.field.options.prefer != "points" and ours.prefix != theirs.prefix:
            worse = theirs.prefix < ours.prefix
            return Verdict("top", ours.prefix + 1, theirs.prefix + 1, self.score_q, worse=worse)
        points = self._points(ours.changes, theirs.changes)
        if points is not SAME:
            return points
        further = [(len(rest.changes), rest.shifts) for rest in (ours, theirs)]
        if further[0] == further[1]:
            return SAME
        return Verdict("places", 0, 1, self.score_q, worse=further[1] > further[0])

    def _points(self, ours: list[int], theirs: list[int]) -> Verdict:
        """By squares, named by the largest change, else by the sum."""
        squares = [sum(each * each for each in changes) for changes in (ours, theirs)]
        if squares[0] == squares[1]:
            return SAME
        worse = squares[1] > squares[0]
        for level, measure in (("larger", max), ("sum", sum)):
            one, two = (measure(changes) if changes else 0 for changes in (ours, theirs))
            if (one < two) if worse else (one > two):
                return Verdict(level, one, two, self.score_q, worse=worse)
        return Verdict("places", 0, 1, self.score_q, worse=worse)


def _leaves(odd: Sequence[int], usual: Sequence[int]) -> tuple[int, ...]:
    """Who leaves instead of whom, the highest of each."""
    more, less = {*odd} - {*usual}, {*usual} - {*odd}
    return (min(more), min(less)) if more and less else ()


class Rest:
    """Who is left of a bracket, paired among themselves, beside what is natural for them."""

    def __init__(self, bench: Bench, pairs: list[Pair]) -> None:
        self.members, self._bench = bench.members, bench
        self._pairs = pairs
        options = bench.field.options
        changed = [
            naturals.changed(bench.field, bench.members, bench.natural, i, j)
            for i, j in pairs
            if bench.natural[i] != j
        ]
        self.changes = [change.distance for change in changed]
        self._moved = [(i, j) for i, j in pairs if bench.natural[i] != j]
        self._reach = [change.limited for change in changed]
        self.shifts = sum(change.shift for change in changed)
        reach = [change.limited for change in changed if change.limited > options.alternate_limit]
        self.far, self.farthest = len(reach), max(reach, default=0)
        self.farthest_of_all = max(self._reach, default=0)
        # What no change may reach, 0 if none does.
        self.beyond = self.farthest if self.farthest > options.equal_limit else 0
        self.prefix = bench.prefix(pairs)

    @classmethod
    def of(cls, field: Field, members: Sequence[int], partner: dict[int, int]) -> "Rest | None":
        """These as somebody pairs them; None if the engine would not."""
        base = naturals.natural(field, members)
        if base is None:
            return None
        place = {x: at for at, x in enumerate(members)}
        pairs = [(place[x], place[partner[x]]) for x in members if x < partner[x]]
        return cls(Bench(field, members, base), sorted(pairs))

    @classmethod
    def best(cls, field: Field, members: Sequence[int]) -> "Rest | None":
        """These as the engine pairs them."""
        made = adjust(field, members)
        return None if made is None else cls.of(field, members, partners(made.pairs))

    @cached_property
    def equalizes(self) -> bool:
        """Whether the changes mend more than alternation: thirds in a row (29E5f) or equalization (29E5b)."""
        natural = self._bench.levels(self._bench.boards).cost
        return self.levels.cost[1:3] < natural[1:3]

    @property
    def moved_most(self) -> tuple[int, ...]:
        """Who meets whom instead of whom, where the change is the largest."""
        return self._changed_at(self.changes)

    @property
    def moved_farthest(self) -> tuple[int, ...]:
        """The same where it is the largest to the limits."""
        return self._changed_at(self._reach)

    def _changed_at(self, sizes: list[int]) -> tuple[int, ...]:
        i, j = self._moved[sizes.index(max(sizes))]
        x, y = self.members[i], self.members[j]
        mine, theirs = (self.members[self._bench.natural[at]] for at in (i, j))
        distance = self._bench.field.distance
        return (x, y, mine) if distance(mine, y) <= distance(theirs, x) else (y, x, theirs)

    @cached_property
    def levels(self) -> Levels:
        return self._bench.levels(self._pairs)
