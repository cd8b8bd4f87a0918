"""A player leaves after the round was paired (29G1): the ladder, which changes as few boards as possible.

The opponent left alone takes a player of the same or the next lower group, whose opponent does the same, down
to the bye. Pairing anew is `pair` with the started boards set.
"""

import heapq
from dataclasses import dataclass
from itertools import count

from .byes import candidates
from .field import Field
from .reading import build_field, met
from .request import PairingInput
from .result import PairingResult

Step = tuple[int, int]


@dataclass(frozen=True)
class Ladder:
    """New boards in the order of the ladder, who then has the bye, and how many boards change."""

    boards: tuple[Step, ...]
    bye: int | None
    removed: tuple[Step, ...]

    @property
    def changed(self) -> int:
        return len(self.boards)


def ladder(request: PairingInput, made: PairingResult, gone: int) -> Ladder | None:
    """The shortest ladder after one player leaves; None if there is none and the round must be paired anew.

    ``request`` is the one that was paired, with ``gone`` still in it.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from .pairing import pair
    >>> wall = chart([], [], [], [], [], rounds=3, ratings=[1900, 1800, 1700, 1600, 1500])
    >>> asked = PairingInput(wall, 1)
    >>> ladder(asked, pair(asked), 1).boards
    ((3, 5),)
    """
    boards = [(board.white, board.black) for board in made.boards]
    opponent = {one: other for pair in boards for one, other in (pair, pair[::-1])}
    resting = made.bye.number if made.bye else None
    if gone == resting:
        return Ladder((), None, ())
    if gone not in opponent:
        return None
    cards = [card for card in request.chart.cards if card.number in opponent or card.number == resting]
    barred = {n: set(others) for n, others in met(request.chart, request.round).items()}
    for one, other in (*request.locks.apart, *request.locks.asked_apart):
        barred[one].add(other)
    fixed = {n for board in request.locks.boards for n in (board.white, board.black)}
    field = build_field(request, cards, barred)
    may_rest = set(candidates(request, field))
    return _climb(field, opponent, gone, resting, may_rest, fixed)


def _climb(
    field: Field,
    opponent: dict[int, int],
    gone: int,
    resting: int | None,
    may_rest: set[int],
    fixed: set[int],
) -> Ladder | None:
    """Search chains by length, then by score gaps, colors and ratings."""
    first = opponent[gone]
    order = count()
    waiting: list[tuple[tuple[int, ...], int, int, tuple[Step, ...]]] = [
        ((0, 0, 0, 0), next(order), first, ())
    ]
    done: set[int] = set()
    while waiting:
        cost, _order, alone, steps = heapq.heappop(waiting)
        if alone in done:
            continue
        done.add(alone)
        if resting is None and alone in may_rest:
            return _ladder(steps, alone, opponent, gone)
        if alone == -1:
            return _ladder(steps, None, opponent, gone)
        x = field.position[alone]
        used = {n for step in steps for n in step} | {gone, alone, opponent.get(alone, 0)}
        for other in sorted(field.position):
            y = field.position[other]
            upward = field.score[y] > field.score[x]
            if other in used or other in fixed or upward or not field.legal(x, y):
                continue
            gap = (field.score[x] - field.score[y]) ** 2
            more = (1, gap, sum(field.conflict(x, y)), field.distance(x, y) ** 2)
            following = -1 if other == resting else opponent[other]
            total = tuple(a + b for a, b in zip(cost, more, strict=True))
            heapq.heappush(waiting, (total, next(order), following, (*steps, (alone, other))))
    return None


def _ladder(steps: tuple[Step, ...], bye: int | None, opponent: dict[int, int], gone: int) -> Ladder:
    moved = {gone, *(n for step in steps for n in step)}
    removed = sorted({(min(n, opponent[n]), max(n, opponent[n])) for n in moved if n in opponent})
    return Ladder(steps, bye, tuple(removed))
