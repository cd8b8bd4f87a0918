"""Sections played out by chance in which everything happens that a reason may tell of.

Unrated players and equal ratings, teams and sections of one team, requested byes, forfeits, late entries,
withdrawals, players who are kept apart or asked for it, boards and floats that the director sets, and every
option of the pairing.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from tiebreaks.engine.chart.wallchart import Card, Cell, Kind, Wallchart, cell
from tournaments.pairing.options import Options, parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.request import Locks, PairingInput, SetBoard
from tournaments.pairing.result import Impossible, PairingResult

PLANS: tuple[tuple[str, ...], ...] = (
    (),
    (),
    ("teams=plus_two",),
    ("teams=if_required",),
    ("teams=never",),
    ("teams=plus_two", "plus_limit=1", "minus_limit=1"),
    ("acceleration=added_score",),
    ("acceleration=non_winners",),
    ("acceleration=sixths",),
    ("limits=none",),
    ("prefer=points", "odd_gain=1"),
    ("unrated_together=on",),
    ("class_pools=full", "class_limits=1500"),
    ("rule5=plus_minus",),
    ("rule5=alternate", "last_two=rank"),
    ("rule5=lot_last_round", "bye_for_color=on"),
    ("equalize=blacks", "bye_unrated=last"),
    ("initial_color=black",),
    ("teams=plus_two", "teams_before=alternation"),
    ("teams=if_required", "teams_before=alternation", "limits=none"),
    ("small_swiss=table",),
    ("small_swiss=neighbors",),
    ("small_swiss=neighbors", "teams=plus_two", "unrated_together=on"),
)
RESULTS = ["WL", "LW", "DD", "WL", "LW", "DD", "WL", "LW", "XF", "FX", "FF"]


def played(seed: int, *, asked_often: bool = False) -> Iterator[tuple[PairingInput, PairingResult]]:
    """Each round's request and pairing; ends early when nothing legal is left. With ``asked_often`` more than
    half of all pairs ask not to meet, so that not all requests can be kept."""
    rng = random.Random(seed)
    options = parse(PLANS[seed % len(PLANS)])
    size = 3 + seed * 7 % 38
    if options.small_swiss == "table":
        size = 3 + seed % 8
    rounds = rng.randint(2, 7)
    cards = _entries(size, rounds, rng)
    cards = _entering_again(cards, random.Random(f"entries of one player {seed}"))
    ahead = {card.number: _byes(rounds, rng) for card in cards}
    late = {card.number: rng.randint(2, 3) for card in cards[3:] if rng.random() < 0.06}
    missed = rng.choice((Kind.HALF_BYE, Kind.UNPAIRED))
    cells: dict[int, list[Cell]] = {card.number: [] for card in cards}
    apart = _couples(size, rng)
    if asked_often:
        often = random.Random(f"requests {seed}")
        apart = [*apart[:2], *(both for both in combinations(range(1, size + 1), 2) if often.random() < 0.6)]
    for number in range(1, rounds + 1):
        request = _asked(cards, cells, ahead, late, number, rounds, options, apart, rng)
        made = pair(request)
        if isinstance(made, Impossible):
            request = replace(request, locks=Locks())
            made = pair(request)
        if isinstance(made, Impossible):
            return
        yield request, made
        _play(cells, made, number, rng)
        for card in cards:
            if len(cells[card.number]) < number:
                cells[card.number].append(_absence(card.number, number, ahead, late, missed))
        cards = [
            replace(card, withdrew=number) if card.withdrew is None and rng.random() < 0.02 else card
            for card in cards
        ]


def _entries(size: int, rounds: int, rng: random.Random) -> list[Card]:
    step = rng.choice((1, 10, 50))
    rated = rng.choice((0.5, 0.9, 1.0))
    spread = rng.choice((300, 1200))
    teams = rng.choice(("", "A", "ABC", "ABCDEFGH"))
    teamed = rng.choice((0.9, 1.0))
    return [
        Card(
            number,
            f"P{number}",
            rating=(1000 + rng.randrange(spread) // step * step) if rng.random() < rated else None,
            team=rng.choice(teams) if teams and rng.random() < teamed else "",
            house=number == size and rng.random() < 0.2,
        )
        for number in range(1, size + 1)
    ]


def _entering_again(cards: list[Card], rng: random.Random) -> list[Card]:
    """In some sections a few are entries of a player who is there already."""
    often = rng.choice((0.0, 0.0, 0.2))
    return [
        replace(card, reentry_of=rng.randint(1, card.number - 1))
        if card.number > 1 and rng.random() < often
        else card
        for card in cards
    ]


def _byes(rounds: int, rng: random.Random) -> dict[int, Kind]:
    kinds = (Kind.HALF_BYE, Kind.HALF_BYE, Kind.UNPAIRED)
    return {at: rng.choice(kinds) for at in range(1, rounds + 1) if rng.random() < 0.04}


def _couples(size: int, rng: random.Random) -> list[tuple[int, int]]:
    count = rng.choice((0, 1, 4)) if size > 4 else 0
    return [tuple(rng.sample(range(1, size + 1), 2)) for _ in range(count)]  # type: ignore[misc]


def _absence(
    player: int, number: int, ahead: dict[int, dict[int, Kind]], late: dict[int, int], missed: Kind
) -> Cell:
    kind = missed if late.get(player, 0) > number else ahead[player].get(number, Kind.UNPAIRED)
    return cell(number, kind)


def _asked(
    cards: list[Card],
    cells: dict[int, list[Cell]],
    ahead: dict[int, dict[int, Kind]],
    late: dict[int, int],
    number: int,
    rounds: int,
    options: Options,
    apart: list[tuple[int, int]],
    rng: random.Random,
) -> PairingInput:
    def known(card: Card) -> tuple[Cell, ...]:
        asked = [cell(at, kind) for at, kind in sorted(ahead[card.number].items()) if at >= number]
        if late.get(card.number, 0) > number:
            asked = [cell(number, Kind.UNPAIRED), *(each for each in asked if each.round > number)]
        return (*cells[card.number], *asked)

    chart = Wallchart(tuple(replace(card, cells=known(card)) for card in cards), rounds)
    locks = Locks(apart=tuple(apart[:2]), asked_apart=tuple(apart[2:]))
    request = PairingInput(chart, number, options, locks, rng.choice("wb"), late=frozenset(late))
    free = [card.number for card in chart.cards if request.in_pool(card) and not card.house]
    if len(free) > 5 and rng.random() < 0.15:
        some = rng.sample(free, 2 * rng.choice((1, 1, 2, len(free) // 2 - 1)))
        boards = zip(some[::2], some[1::2], strict=True)
        set_here = [SetBoard(*both, rng.random() < 0.5, given=both[0] % 3 == 0) for both in boards]
        locks = replace(locks, boards=tuple(set_here))
    elif len(free) > 5 and rng.random() < 0.05:
        locks = replace(locks, floats=frozenset([rng.choice(free)]))
    lots = frozenset(n for n in free if rng.random() < 0.5)
    return replace(request, locks=locks, lot_winners=lots, first_board=rng.choice((1, 1, 21)))


def _play(cells: dict[int, list[Cell]], made: PairingResult, number: int, rng: random.Random) -> None:
    for board in made.boards:
        ours, theirs = map(Kind.of, rng.choice(RESULTS))
        cells[board.white].append(cell(number, ours, board.black, "w"))
        cells[board.black].append(cell(number, theirs, board.white, "b"))
    if made.bye:
        cells[made.bye.number].append(cell(number, Kind.FULL_BYE))
