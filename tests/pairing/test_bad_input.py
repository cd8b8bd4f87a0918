"""Whatever is asked, the answer is a pairing or a sentence, never a traceback (bad input of every kind)."""

import random
from dataclasses import replace

import pytest

from tests.pairing.test_rules import wall
from tiebreaks.engine.chart.wallchart import Card, Cell, Format, Kind, Wallchart, cell
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.options import OPTIONS, parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.request import Locks, PairingInput, SetBoard
from tournaments.pairing.result import Impossible, PairingResult
from tournaments.pairing.why_not import why_not

VALUES = [f"{option.name}={value}" for option in OPTIONS for value in option.values]
RESULTS = [
    (Kind.WIN, Kind.LOSS),
    (Kind.DRAW, Kind.DRAW),
    (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS),
    (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS),
]
RESTS = [Kind.FULL_BYE, Kind.HALF_BYE, Kind.UNPAIRED]


def chart(rng: random.Random) -> tuple[Wallchart, int]:
    """Rounds paired at random, rematches included, by players who come and go; and how many were played."""
    players, rounds = rng.randint(0, 13), rng.randint(1, 6)
    played = rng.randint(0, rounds)
    cells: dict[int, list[Cell]] = {number: [] for number in range(1, players + 1)}
    for number in range(1, rounds + 1):
        order = list(cells)
        rng.shuffle(order)
        for one, other in zip(order[::2], order[1::2], strict=False) if number <= played else ():
            ours, theirs = rng.choice(RESULTS)
            cells[one].append(cell(number, ours, other, "w"))
            cells[other].append(cell(number, theirs, one, "b"))
        for rest in order:
            if (number <= played and not any(c.round == number for c in cells[rest])) or (
                number > played and rng.random() < 0.1
            ):
                cells[rest].append(cell(number, rng.choice(RESTS)))
    cards = [
        Card(
            number,
            f"Player {number}",
            tuple(row),
            None if rng.random() < 0.2 else rng.randint(0, 3000),
            rng.choice(["", "A", "B"]),
            house=rng.random() < 0.05,
            reentry_of=rng.randint(1, number - 1) if number > 1 and rng.random() < 0.1 else None,
            withdrew=rng.randint(0, rounds) if rng.random() < 0.1 else None,
        )
        for number, row in cells.items()
    ]
    format = Format.ROUND_ROBIN if rng.random() < 0.1 else Format.SWISS
    return Wallchart(tuple(cards), rounds, format=format), played


def request(seed: int) -> tuple[PairingInput, bool]:
    """A request, and whether nothing in it was forced."""
    rng = random.Random(seed)
    wall, played = chart(rng)
    players = len(wall.cards)
    boards = (
        (SetBoard(rng.randint(1, players), rng.randint(1, players)),)
        if players and rng.random() < 0.2
        else ()
    )
    locks = Locks(
        boards,
        apart=((1, 2),) if players > 2 and rng.random() < 0.2 else (),
        bye=rng.randint(1, players + 1) if rng.random() < 0.1 else None,
        no_bye=rng.random() < 0.1,
        floats=frozenset({1}) if rng.random() < 0.1 else frozenset(),
    )
    asked = PairingInput(
        wall, rng.choice([played + 1] * 9 + [played + 2]), parse(rng.sample(VALUES, 4)), locks
    )
    return asked, not boards and wall.format is Format.SWISS


@pytest.mark.parametrize("seed", range(250))
def test_an_answer_is_a_pairing_or_a_sentence(seed: int) -> None:
    asked, free = request(seed)
    made = pair(asked)
    if isinstance(made, Impossible):
        assert made.reason.endswith((".", ")."))
        return
    here = {card.number for card in asked.chart.cards if asked.in_pool(card) and not card.house}
    seated = {n for board in made.boards for n in board.players}
    resting = {made.bye.number} if made.bye else set()
    waiting = {n for n in made.absent if any(asked.name(n) in text for text in made.warnings)}
    assert here <= seated | resting | waiting
    own = explain(asked, Typed(tuple((b.board, b.white, b.black) for b in made.boards)))
    assert isinstance(own, PairingResult)
    if free and not made.warnings:
        assert not own.warnings
    if len(made.boards) > 1:
        first, second = made.boards[:2]
        assert why_not(asked, first.white, second.black)
        crossed = Typed(((1, first.white, second.black), (2, first.black, 99)))
        judged = explain(asked, crossed)
        assert isinstance(judged, PairingResult)
        assert "Board 2: no player has number 99." in judged.warnings


def test_a_typed_bye_of_nobody_of_somebody_on_a_board_and_of_somebody_away_is_named() -> None:
    asked = PairingInput(wall("", "", "", "", "H", rounds=3), 1)
    told = {
        99: "Bye: no player has number 99.",
        4: "Entry 4 has a board and the bye.",
        5: "Entry 5 is not in this round.",
    }
    for number, sentence in told.items():
        judged = explain(asked, Typed(((1, 1, 3), (2, 4, 2)), bye=number))
        assert isinstance(judged, PairingResult)
        assert sentence in judged.warnings
        assert (judged.bye is None) == (number == 99)


def test_an_empty_round_is_a_pairing_without_boards() -> None:
    away = tuple(Card(n, f"P{n}", (cell(1, Kind.HALF_BYE),)) for n in (1, 2, 3))
    made = pair(PairingInput(Wallchart(away, 3), 1))
    assert isinstance(made, PairingResult)
    assert (made.boards, made.bye, made.absent) == ((), None, (1, 2, 3))
    assert made.warnings == ("There is nobody to pair in round 1.",)
    assert replace(made, absent=()).cost == (0, 0, 0)
