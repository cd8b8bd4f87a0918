"""Colors against ratings inside a list (29E5, 29E6a): the pairing with the least cost, exactly.

The cost of PAIRING §4.5, compared in order: teammates, thirds in a row, equalization, teammates where they
come after it (29E8), alternation with changes beyond the first limit, interchanges, how early the first
natural board is given up, points squared, changed boards, places.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from . import natural as naturals
from .field import Cost, Field
from .matching import Pairs, min_cost_matching, pack

# Beyond this size a list is paired within a window of places, so that a round takes its second.
EXACT_UP_TO = 260


class Levels(NamedTuple):
    """What is compared before anything that only pairings of one quality differ in. A is with H."""

    cost: Cost = Cost()
    interchanges: int = 0


@dataclass(frozen=True)
class Adjusted:
    """A list as paired. Pairs and the natural pairing are of players, the higher-ranked first.

    ``prefix`` is how many boards from the top stay natural.
    """

    pairs: tuple[tuple[int, int], ...]
    natural: tuple[tuple[int, int], ...]
    levels: Levels
    prefix: int
    points: int
    changes: int
    shifts: int

    @property
    def key(self) -> tuple[int, ...]:
        return (
            *self.levels.cost,
            self.levels.interchanges,
            -self.prefix,
            self.points,
            self.changes,
            self.shifts,
        )


class Bench:
    """One list laid out for adjusting: its natural pairing, and what each pair of places costs."""

    def __init__(self, field: Field, members: Sequence[int], natural: Sequence[int]) -> None:
        self.field, self.members, self.natural = field, members, natural
        self.size = len(members)
        self.boards = [(i, j) for i, j in enumerate(natural) if i < j]
        self._costs: dict[tuple[int, int], tuple[int, ...] | None] = {}
        self._packed: dict[int, list[tuple[int, int, int]]] = {}

    def cost(self, i: int, j: int) -> tuple[int, ...] | None:
        """The levels of a pair, then points squared, changed, places; None where limits forbid it."""
        if (i, j) not in self._costs:
            self._costs[i, j] = self._cost(i, j)
        return self._costs[i, j]

    def _cost(self, i: int, j: int) -> tuple[int, ...] | None:
        field, options = self.field, self.field.options
        x, y = self.members[i], self.members[j]
        if not field.legal(x, y):
            return None
        cost = field.cost(x, y)
        if self.natural[i] == j:
            return *cost, 0, 0, 0, 0
        change = naturals.changed(field, self.members, self.natural, i, j)
        if change.limited > options.equal_limit:
            return None
        far = int(change.limited > options.alternate_limit)
        moved = int(far or self._interchanged(i, j))
        return *cost[:4], cost.alternate + far, moved, change.distance**2, 1, change.shift

    def _interchanged(self, i: int, j: int) -> bool:
        return self.natural[i] != j and naturals.same_half(self.field, self.size, i, j)

    def total(self, pairs: Pairs) -> tuple[int, ...]:
        costs = [self.cost(i, j) for i, j in pairs]
        return tuple(sum(column) for column in zip(*(c for c in costs if c is not None), strict=True))

    def levels(self, pairs: Pairs) -> Levels:
        total = self.total(pairs)
        return Levels(Cost(*total[:5]), total[5]) if total else Levels()

    def prefix(self, pairs: Pairs) -> int:
        """How many boards from the top of the list are natural before the first changed one."""
        made = set(pairs)
        return next((k for k, board in enumerate(self.boards) if board not in made), len(self.boards))

    def best(self, window: int, kept: int = 0) -> Pairs:
        """The pairing of least cost that keeps the first natural boards, over places within a window."""
        held = self.boards[:kept]
        taken = {i for board in held for i in board}
        free = [i for i in range(self.size) if i not in taken]
        place = {i: at for at, i in enumerate(free)}
        edges = [(place[i], place[j], c) for i, j, c in self._edges(window) if i in place and j in place]
        # The natural pairing is always among the edges, so that something is found.
        found = min_cost_matching(len(free), edges) or ()
        return sorted(held + [(free[i], free[j]) for i, j in found])

    def _edges(self, window: int) -> list[tuple[int, int, int]]:
        """Pairs of places within a window, with their cost as one integer."""
        if window not in self._packed:
            pairs, costs = [], []
            for i in range(self.size):
                for j in self._near(i, window):
                    if (cost := self.cost(i, j)) is not None:
                        pairs.append((i, j))
                        # Of pairings with one key, one of half against half (27A3, 29E5e), then rank order.
                        costs.append((*cost, int(self._interchanged(i, j)), self.size**2 - i * j))
            packed = pack(costs, self.size // 2)
            self._packed[window] = [(i, j, c) for (i, j), c in zip(pairs, packed, strict=True)]
        return self._packed[window]

    def _near(self, i: int, window: int) -> list[int]:
        """Places after i within a window of what the natural pairing has there."""
        if window >= self.size:
            return list(range(i + 1, self.size))
        mine = self.natural[i]
        near = set(range(max(0, mine - window), min(self.size, mine + window + 1)))
        near |= {self.natural[k] for k in range(max(0, i - window), min(self.size, i + window + 1))}
        return sorted(j for j in near if j > i)


def bound(field: Field, members: Sequence[int], leaving: int = 0) -> tuple[int, int, int]:
    """What no pairing of these players can get below, no matter which leave: T, E and A (PAIRING §10).

    >>> from .field import Entrant
    >>> bound(Field([Entrant(n, "", 1500, 0, "w") for n in (1, 2)]), [0, 1])
    (0, 1, 0)
    """
    spare = (len(members) - leaving) // 2 + leaving
    strong, wanting = {"w": 0, "b": 0, "": 0}, {"w": 0, "b": 0, "": 0}
    for x in members:
        wanting[field.due[x]] += 1
        strong[field.due[x]] += field.strong[x]
    equal = max(0, strong["w"] - spare, strong["b"] - spare)
    conflicts = max(0, wanting["w"] - spare, wanting["b"] - spare)
    return 0, equal, max(0, conflicts - equal)


def adjust(field: Field, members: Sequence[int]) -> Adjusted | None:
    """Pair an even list in rank order; None if its members cannot all be paired.

    >>> from .field import Entrant
    >>> group = [(1700, "wb"), (1660, "bw"), (1500, "wb"), (1440, "bw")]
    >>> field = Field(Entrant(n, "", rating, 4, colors) for n, (rating, colors) in enumerate(group, 1))
    >>> adjust(field, range(4)).pairs
    ((0, 3), (1, 2))
    """
    natural = naturals.natural(field, members)
    if natural is None:
        return None
    bench = Bench(field, members, natural)
    pairs = bench.boards
    if bench.levels(pairs).cost.conflicts:
        pairs = _changed(bench)
    return _as_paired(bench, pairs)


def levels(field: Field, members: Sequence[int]) -> Levels | None:
    """The first levels of the cost alone: one matching, for comparing who leaves a group."""
    natural = naturals.natural(field, members)
    if natural is None:
        return None
    bench = Bench(field, members, natural)
    found = bench.levels(bench.boards)
    return bench.levels(_first(bench)[0]) if found.cost.conflicts else found


def _first(bench: Bench) -> tuple[Pairs, int]:
    """A pairing with the least levels, and the window that was wide enough for them.

    Levels that no pairing can get below need no wider window. Of a very large list the last is not all of it.
    """
    if bench.size <= naturals.ALL_PAIRS_UP_TO:
        return bench.best(bench.size), bench.size
    least = bound(bench.field, bench.members)
    pairs = bench.best(naturals.WINDOW)
    if bench.levels(pairs) == (bench.field.ranked(0, least), 0):
        return pairs, naturals.WINDOW
    wide = bench.size if bench.size <= EXACT_UP_TO else 3 * naturals.WINDOW
    return bench.best(wide), wide


def _changed(bench: Bench) -> Pairs:
    """The best pairing; among equally good colors the one that leaves most boards at the top natural.

    A longer natural top leaves fewer pairings to choose from, so the longest one is found by halving.
    """
    pairs, window = _first(bench)
    if window < bench.size <= EXACT_UP_TO:
        window = bench.size
        pairs = bench.best(window)
    if bench.field.options.prefer == "points":
        return pairs
    least = bench.levels(pairs)
    low, high = bench.prefix(pairs), len(bench.boards)
    while low < high:
        middle = (low + high + 1) // 2
        tried = bench.best(window, kept=middle)
        if bench.levels(tried) == least:
            pairs, low = tried, max(middle, bench.prefix(tried))
        else:
            high = middle - 1
    return pairs


def _as_paired(bench: Bench, pairs: Pairs) -> Adjusted:
    members = bench.members
    *_levels, points, changes, shifts = bench.total(pairs) or (0, 0, 0)
    return Adjusted(
        pairs=tuple((members[i], members[j]) for i, j in pairs),
        natural=tuple((members[i], members[j]) for i, j in bench.boards),
        levels=bench.levels(pairs),
        prefix=bench.prefix(pairs),
        points=points,
        changes=changes,
        shifts=shifts,
    )
