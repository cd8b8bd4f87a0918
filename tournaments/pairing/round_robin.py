"""Round robins by table (rule 30A): everybody meets everybody, white named first.

Numbers are by lot. The table for four, used for quads too, is data; the others follow the Crenshaw order by a
formula. The printed table for five and six players was not at hand (PAIRING §11): put it into ``PRINTED``.
"""

Round = tuple[tuple[int, int], ...]

PRINTED: dict[int, tuple[Round, ...]] = {
    4: (((1, 4), (2, 3)), ((3, 1), (4, 2)), ((1, 2), (3, 4))),
}


def table(players: int, initial: str = "w") -> tuple[Round, ...]:
    """All rounds for this many players. With an odd number the last number is the bye.

    ``initial`` is the lot for the last round of a quad (30G): the color of its first-named players.

    >>> table(8)[0], table(8)[6]
    (((4, 8), (7, 1), (6, 2), (5, 3)), ((1, 8), (2, 7), (3, 6), (4, 5)))
    >>> table(5)[0]
    ((3, 6), (5, 1), (4, 2))
    >>> table(4, "b")[2]
    ((2, 1), (4, 3))
    """
    size = players + players % 2
    if size in PRINTED:
        *others, last = PRINTED[size]
        return (*others, last if initial == "w" else tuple((black, white) for white, black in last))
    return tuple(crenshaw(size, number) for number in range(1, size))


def colors_by_lot(players: int) -> tuple[int, ...]:
    """The rounds of the table whose colors are by lot: of a quad the last one (30G).

    >>> colors_by_lot(3), colors_by_lot(4), colors_by_lot(6)
    ((3,), (3,), ())
    """
    size = players + players % 2
    return (len(PRINTED[size]),) if size in PRINTED else ()


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


def double(players: int, initial: str = "w") -> tuple[Round, ...]:
    """The table twice, with colors reversed in the second cycle.

    With an even number the first two rounds of the second cycle change places: nobody has one color three
    times in a row at the seam. Changing the last two of the first cycle, as for Berger's order, would not do.

    >>> double(4)[2], double(4)[3], double(4)[5]
    (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((2, 1), (4, 3)))
    """
    first = table(players, initial)
    second = [tuple((black, white) for white, black in each) for each in first]
    if players % 2 == 0:
        second[:2] = reversed(second[:2])
    return (*first, *second)


def schedule(players: int, rounds: int, games: int, initial: str = "w") -> tuple[Round, ...]:
    """The lines of a section: the table once, or twice where it has more rounds than that. With two games per
    round everybody has met twice after the first cycle, and nobody meets a third time (PAIRING §4.7).

    >>> len(schedule(5, 5, 1)), len(schedule(5, 6, 1)), len(schedule(6, 3, 1)), len(schedule(4, 6, 2))
    (5, 10, 5, 3)
    """
    once = table(players, initial)
    if players < 2:  # nobody to meet, however many rounds
        return rounds * (once or ((),))
    return once if rounds <= len(once) or games > 1 else double(players, initial)
