"""The numbers of boards: consecutive from the first of a section, and reserved ones (PAIRING §4.8).

A player has a reserved board for its place in the hall, near the door or without a step. The pairing of that
player is put there, and the other boards take the numbers that are left.
"""

from collections.abc import Collection, Mapping, Sequence


def numbered(
    boards: Sequence[Collection[int]],
    reserved: Mapping[int, int],
    first: int = 1,
    taken: Collection[int] = (),
) -> list[int]:
    """The number of each board, in their order; a board is the players at it.

    ``taken`` are boards that the round has already. Of two players with reserved boards the lower one counts;
    the next who wants a board that has gone is numbered like the others.

    >>> numbered([{1, 2}, {3, 4}, {5, 6}], {6: 1}, 1)
    [2, 3, 1]
    >>> numbered([{1, 2}, {3, 4}], {3: 40, 4: 30}, 21)
    [21, 30]
    >>> numbered([{1, 2}, {3, 4}], {1: 5, 3: 5}, 1)
    [5, 1]
    """
    gone = set(taken)
    found: list[int] = []
    for players in boards:
        wanted = min((reserved[player] for player in players if player in reserved), default=0)
        found.append(wanted if wanted and wanted not in gone else 0)
        gone.add(found[-1])
    free = first
    for at, number in enumerate(found):
        while not number and free in gone:
            free += 1
        if not number:
            found[at] = free
            gone.add(free)
    return found
