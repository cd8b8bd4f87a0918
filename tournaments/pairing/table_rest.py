"""The rounds that a round robin still has when one of them was not a line of its table (30A).

A director may swap players, and two who were to meet later have met then. The lines that are left cannot all
be played any more. What is left to play is divided into rounds anew: who has not met yet still meets once.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations

Couple = frozenset[int]
Round = frozenset[Couple]

# How many rounds are tried before the search is given up: far more than twelve players need.
MOST_TRIED = 20_000


def next_round(
    players: Sequence[int],
    met: Collection[Couple],
    lines: Sequence[Round],
    rounds: int,
    fits: Callable[[Round], bool] = lambda made: True,
) -> Round | None:
    """A round in which everybody plays somebody new, so that the ``rounds`` from it on can all be played.

    ``players`` are an even number: one of them may stand for the bye. A line of the table is taken before
    any other round, in their order. ``fits`` says whether a round has what is set for this one. None where
    there is no such round, or none was found in reasonable time.

    >>> [sorted(sorted(pair) for pair in made) for made in [next_round([1, 2, 3, 4], [], [], 3)]]
    [[[1, 2], [3, 4]]]
    >>> next_round([1, 2, 3, 4], [frozenset((1, 2)), frozenset((1, 3)), frozenset((1, 4))], [], 1) is None
    True
    """
    left = {frozenset(pair) for pair in combinations(players, 2)} - {*met}
    return next(_Search(players, lines).first(left, rounds, fits), None)


class _Search:
    """Depth first, with a bound on how many rounds are tried."""

    def __init__(self, players: Sequence[int], lines: Sequence[Round]) -> None:
        self.players, self.lines = players, lines
        self.tried = 0

    def first(self, left: set[Couple], rounds: int, fits: Callable[[Round], bool]) -> Iterator[Round]:
        """The rounds that leave enough for those after them."""
        for made in self._rounds(left):
            self.tried += 1
            if self.tried > MOST_TRIED:
                return
            if fits(made) and self._can_go_on(left - made, rounds - 1):
                yield made

    def _can_go_on(self, left: set[Couple], rounds: int) -> bool:
        if rounds == 0:
            return True
        if any(sum(player in pair for pair in left) < rounds for player in self.players):
            return False
        return next(self.first(left, rounds, lambda made: True), None) is not None

    def _rounds(self, left: set[Couple]) -> Iterator[Round]:
        """Each way to pair everybody by what is left, lines of the table first."""
        of_table = [line for line in self.lines if line <= left]
        yield from of_table
        yield from (made for made in self._pair([*self.players], left) if made not in of_table)

    def _pair(self, players: list[int], left: set[Couple]) -> Iterator[Round]:
        if not players:
            yield frozenset()
            return
        one, *others = players
        for other in others:
            if (pair := frozenset((one, other))) in left:
                for rest in self._pair([player for player in others if player != other], left):
                    yield rest | {pair}
