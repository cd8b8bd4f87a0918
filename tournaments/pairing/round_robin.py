"""Round robins by table (rule 30A): everybody meets everybody, white named first.

Numbers are by lot. The table for four, used for quads too, is data; the others follow the Crenshaw order by a
formula. The printed table for five and six players was not at hand (PAIRING §11): put it into ``PRINTED``.
"""

Round = tuple[tuple[int, int], ...]

PRINTED: dict[int, tuple[Round, ...]] = {
    4: (((1, 4), (2, 3)), ((3, 1), (4, 2)), ((1, 2), (3, 4))),
}


def table(players: int) -> tuple[Round, ...]:
    """All rounds for this many players. With an odd number the last number is the bye.

    >>> table(8)[0], table(8)[6]
    (((4, 8), (7, 1), (6, 2), (5, 3)), ((1, 8), (2, 7), (3, 6), (4, 5)))
    >>> table(5)[0]
    ((3, 6), (5, 1), (4, 2))
    """
    size = players + players % 2
    if size in PRINTED:
        return PRINTED[size]
    return tuple(crenshaw(size, number) for number in range(1, size))


def crenshaw(size: int, round: int) -> Round:
    """One round of the table for an even number of players.

    >>> crenshaw(8, 2)
    ((8, 7), (1, 6), (2, 5), (3, 4))
    """
    cycle = size - 1
    total = (size - round + 1) % cycle
    left = next(a for a in range(1, size) if 2 * a % cycle == total)
    first = (left, size) if left <= size // 2 else (size, left)
    others = []
    for low in range(1, size):
        high = (total - low - 1) % cycle + 1
        if low < high:
            others.append((low, high) if (low + high) % 2 else (high, low))
    return (first, *others)


def double(players: int, *, swap_seam: bool = False) -> tuple[Round, ...]:
    """The table twice, with colors reversed in the second cycle.

    ``swap_seam`` exchanges the last two rounds of the first cycle, against three of a color at the seam.

    >>> double(4)[0], double(4)[3]
    (((1, 4), (2, 3)), ((4, 1), (3, 2)))
    """
    first = list(table(players))
    second = [tuple((black, white) for white, black in each) for each in first]
    if swap_seam and len(first) > 1:
        first[-2:] = first[:-3:-1]
    return (*first, *second)


def quad_last_round(initial: str) -> Round:
    """The third round of a quad: colors by lot (30G).

    >>> quad_last_round("b")
    ((2, 1), (4, 3))
    """
    last = PRINTED[4][2]
    return last if initial == "w" else tuple((black, white) for white, black in last)
