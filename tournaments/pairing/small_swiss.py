"""A small Swiss on a round-robin table (29L), so that the last rounds can always be paired.

Round one is paired as a Swiss, and its boards become the first line of the table. Each later round takes the
unused line that gives the top player of the top group the right opponent. Colors follow 29E.
"""

from .boards import Seated, seat
from .brackets import Solved
from .field import Field
from .pool import RefusedError, gather, set_boards
from .pools import pair_pools
from .request import PairingInput, UnreadyError, check
from .result import Impossible
from .round_robin import table
from .score_groups import ImpossibleError


def offered(players: int, rounds: int) -> bool:
    """Whether the rounds are so many that a table is safer (29L).

    >>> offered(6, 4), offered(6, 3)
    (True, False)
    """
    return rounds >= players - 2


def could_be_round_robin(players: int, rounds: int) -> bool:
    """Whether the rounds are just those of a round robin of all players (29K).

    >>> could_be_round_robin(6, 5), could_be_round_robin(5, 5), could_be_round_robin(6, 4)
    (True, True, False)
    """
    return players > 2 and rounds == len(table(players))


def numbering(first_round: list[tuple[int, int]]) -> dict[int, int]:
    """Places in the table, such that the boards of round one are its first line.

    >>> numbering([(11, 14), (12, 13)])
    {11: 1, 14: 4, 12: 2, 13: 3}
    """
    line = table(2 * len(first_round))[0]
    return {
        number: place
        for pair, places in zip(first_round, line, strict=True)
        for number, place in zip(pair, places, strict=True)
    }


def pair_small_swiss(request: PairingInput) -> list[Seated] | Impossible:
    """The boards of a later round from an unused line of the table; everybody must have played round one."""
    try:
        check(request)
        pool = gather(set_boards(request))
        if pool.bye is not None:
            return Impossible("The table needs an even number of players. Enter a house player (28M1).")
        wanted = _wanted(pair_pools(request, pool))
    except (UnreadyError, RefusedError, ImpossibleError) as error:
        return Impossible(str(error))
    field = pool.field
    lines = _unused(request, field)
    if not lines:
        return Impossible("No line of the table is left that nobody has played.")
    top = 0
    line = min(lines, key=lambda pairs: (_partner(pairs, top) != wanted, _partner(pairs, top)))
    return seat(request, field, line, {})


def _wanted(solved: list[Solved]) -> int:
    """Whom the top player would meet by the usual rules."""
    pairs = [pair for one in solved for pair in one.pairs]
    return _partner(pairs, 0)


def _partner(pairs: list[tuple[int, int]], x: int) -> int:
    return next(other for pair in pairs for one, other in (pair, pair[::-1]) if one == x)


def _unused(request: PairingInput, field: Field) -> list[list[tuple[int, int]]]:
    """Lines in which nobody meets an earlier opponent, as positions."""
    first = [
        (card.number, cell.opponent)
        for card in request.chart.cards
        for cell in card.in_round(1)
        if cell.opponent is not None and card.number < cell.opponent
    ]
    if {n for pair in first for n in pair} != set(field.position):
        return []
    number = {place: n for n, place in numbering(first).items()}
    lines = [
        [(field.position[number[a]], field.position[number[b]]) for a, b in line]
        for line in table(2 * len(first))
    ]
    return [line for line in lines if all(field.legal(*pair) for pair in line)]
