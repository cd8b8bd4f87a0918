"""Tournaments played out by chance from a seed: absences, forfeits, late entries, withdrawals, team-mates."""

import random
from collections.abc import Iterator
from dataclasses import replace

from tiebreaks.engine.chart.wallchart import Card, Cell, Kind, Wallchart, cell
from tournaments.pairing.options import Options, parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.request import PairingInput
from tournaments.pairing.result import Impossible, PairingResult


def entries(players: int, rng: random.Random) -> list[Card]:
    ratings = [None if rng.random() < 0.1 else max(100, round(rng.gauss(1400, 350))) for _ in range(players)]
    ratings.sort(key=lambda rating: (rating is None, -(rating or 0)))
    teams = [f"Team {rng.randint(1, 6)}" for _ in range(players)]
    numbered = enumerate(zip(ratings, teams, strict=True), 1)
    return [Card(n, f"Player {n}", rating=rating, team=team) for n, (rating, team) in numbered]


def outcome(white: Card, black: Card, rng: random.Random) -> tuple[Kind, Kind]:
    expected = 1 / (1 + 10 ** (((black.rating or 900) - (white.rating or 900)) / 400))
    drawn = rng.random()
    if drawn < 0.04:
        return Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS
    if drawn < 0.15:
        return Kind.DRAW, Kind.DRAW
    if rng.random() < expected:
        return Kind.WIN, Kind.LOSS
    return Kind.LOSS, Kind.WIN


def rounds(
    players: int, rounds: int, seed: int, *, options: Options | None = None, eventful: bool = True
) -> Iterator[tuple[PairingInput, PairingResult]]:
    """Each round's request and pairing; ends early when nothing legal is left."""
    rng = random.Random(seed)
    cards = entries(players, rng)
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
            white, black = cards[board.white - 1], cards[board.black - 1]
            ours, theirs = outcome(white, black, rng)
            cells[board.white].append(cell(number, ours, board.black, "w"))
            cells[board.black].append(cell(number, theirs, board.white, "b"))
        if made.bye:
            cells[made.bye.number].append(cell(number, Kind.FULL_BYE))
        if not made.boards:
            return


def with_options(*texts: str) -> Options:
    return parse(texts)
