"""The matcher: a perfect matching of least cost, behind one function.

rustworkx does the work. Where it is not installed, an exact search in plain Python pairs small fields, and
says when a field is too large for it.
"""

from collections.abc import Iterable, Sequence
from typing import Any

rustworkx: Any
try:
    import rustworkx
except ImportError:  # a platform without the wheel
    rustworkx = None

Edge = tuple[int, int, int]
Pairs = list[tuple[int, int]]

SMALL = 22
BITS = 120


class TooManyError(RuntimeError):
    """The plain search was asked for more than it can do in reasonable time."""


def installed() -> bool:
    """Whether the fast matcher is there. Without it fields of more than 22 players cannot be paired."""
    return rustworkx is not None


def min_cost_matching(n: int, edges: Iterable[Edge]) -> Pairs | None:
    """Pair all of ``0..n-1`` over edges (x, y, cost ≥ 0) at the least total cost; None if that cannot be.

    >>> min_cost_matching(4, [(0, 1, 5), (2, 3, 5), (0, 2, 1), (1, 3, 2)])
    [(0, 2), (1, 3)]
    >>> min_cost_matching(2, []) is None
    True
    """
    if n % 2:
        return None
    return _rustworkx(n, edges) if rustworkx is not None else search(n, edges)


def _rustworkx(n: int, edges: Iterable[Edge]) -> Pairs | None:
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(n))
    graph.add_edges_from([(x, y, -cost) for x, y, cost in edges])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if len(matched) * 2 < n:
        return None
    return sorted((min(pair), max(pair)) for pair in matched)


def search(n: int, edges: Iterable[Edge]) -> Pairs | None:
    """The same by exhaustive search: exact, and slow enough that only small fields are taken."""
    if n > SMALL:
        raise TooManyError(
            f"Without the pairing library at most {SMALL} players can be paired at once, and these are {n}."
            " Install rustworkx."
        )
    cost: list[dict[int, int]] = [{} for _ in range(n)]
    for x, y, value in edges:
        cost[min(x, y)][max(x, y)] = value
    best: dict[int, tuple[int, Pairs] | None] = {0: (0, [])}

    def pair_all(free: int) -> tuple[int, Pairs] | None:
        if free in best:
            return best[free]
        first = (free & -free).bit_length() - 1
        found: tuple[int, Pairs] | None = None
        for other, value in sorted(cost[first].items()):
            if free >> other & 1:
                rest = pair_all(free & ~(1 << first) & ~(1 << other))
                if rest is not None and (found is None or value + rest[0] < found[0]):
                    found = value + rest[0], [(first, other), *rest[1]]
        best[free] = found
        return found

    answer = pair_all((1 << n) - 1)
    return answer[1] if answer else None


def pack(costs: Sequence[tuple[int, ...]], pairs: int) -> list[int]:
    """Costs compared in order, each as one integer, such that sums over ``pairs`` pairs compare alike.

    Where they are too wide for the matcher, the last parts, which separate equals, are left out.

    >>> one, other = pack([(0, 9), (1, 0)], pairs=2)
    >>> one < other and one + one < other
    True
    """
    if not costs:
        return []
    widths = [(max(column) * pairs).bit_length() for column in zip(*costs, strict=True)]
    while sum(widths) > BITS and len(widths) > 1:
        widths.pop()
    if sum(widths) > BITS:
        raise OverflowError(f"costs of {sum(widths)} bits; the matcher takes {BITS}")
    packed = []
    for cost in costs:
        value = 0
        for part, width in zip(cost, widths, strict=False):
            value = value << width | part
        packed.append(value)
    return packed
