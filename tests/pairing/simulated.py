"""Wall charts played out by chance from a seed, without a database: absences, forfeits, teammates.

The people and their results are those of a simulated event (:mod:`tournaments.simulation`).
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from tiebreaks.engine.chart.wallchart import Card, Cell, Kind, Wallchart, cell
from tournaments.pairing.options import Options, parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.pool import Pool
from tournaments.pairing.request import PairingInput
from tournaments.pairing.result import Impossible, PairingResult
from tournaments.simulation import chance
from tournaments.simulation.people import people


def rounds(
    players: int, rounds: int, seed: int, *, options: Options | None = None, eventful: bool = True
) -> Iterator[tuple[PairingInput, PairingResult]]:
    """Each round's request and pairing; ends early when nothing legal is left."""
    rng = random.Random(seed)
    came = people(players, rng)
    cards = [Card(n, one.name, rating=one.rating, team=one.school) for n, one in enumerate(came, 1)]
    cells: dict[int, list[Cell]] = {card.number: [] for card in cards}
    for number in range(1, rounds + 1):
        for card in cards:
            if eventful and rng.random() < 0.05:
                cells[card.number].append(cell(number, rng.choice((Kind.HALF_BYE, Kind.UNPAIRED))))
        chart = Wallchart(tuple(replace(c, cells=tuple(cells[c.number])) for c in cards), rounds)
        request = PairingInput(chart, number, options or Options())
        made = pair(request)
        if isinstance(made, Impossible):
            return
        yield request, made
        for board in made.boards:
            strengths = came[board.white - 1].strength, came[board.black - 1].strength
            ours, theirs = map(Kind.of, chance.result(*strengths, rng))
            cells[board.white].append(cell(number, ours, board.black, "w"))
            cells[board.black].append(cell(number, theirs, board.white, "b"))
        if made.bye:
            cells[made.bye.number].append(cell(number, Kind.FULL_BYE))
        if not made.boards:
            return


def legal_pairings(pool: Pool, tries: int, rng: random.Random) -> Iterator[list[tuple[int, int]]]:
    """Pairings by chance of everybody without a set board, by position; those that are not legal left out."""
    for _ in range(tries):
        left = list(pool.free)
        rng.shuffle(left)
        pairs = list(zip(left[::2], left[1::2], strict=True))
        if all(pool.field.legal(*pair) for pair in pairs):
            yield pairs


def one_swap_away(pool: Pool, ours: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Legal pairings in which two boards of ours have exchanged a player."""
    for (x, y), (one, other) in combinations(ours, 2):
        rest = [pair for pair in ours if pair not in ((x, y), (one, other))]
        for new in ([(x, one), (y, other)], [(x, other), (y, one)]):
            if all(pool.field.legal(*pair) for pair in new):
                yield rest + new


def with_options(*texts: str) -> Options:
    return parse(texts)
