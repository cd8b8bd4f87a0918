"""Fields of a size to measure on: paired at random, the last round open."""

import random
from dataclasses import replace

from tiebreaks.engine.chart.wallchart import Card, Cell, Kind, Wallchart, cell
from tiebreaks.engine.prizes.prize import ordinal

_OUTCOMES = (
    [(Kind.WIN, Kind.LOSS)] * 4
    + [(Kind.LOSS, Kind.WIN)] * 4
    + [(Kind.DRAW, Kind.DRAW)] * 2
    + [(Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)]
)

# As many as a large scholastic section gives: places, classes and grades, in trophies and in money.
PRIZES = [
    *(f"{ordinal(nth)} place trophy and ${2100 - 100 * nth}" for nth in range(1, 21)),
    *(f"U{bound} trophy and ${bound // 4}" for bound in range(850, 1150, 50)),
    *(f"2nd U{bound} ${bound // 8}" for bound in range(850, 1150, 50)),
    *(f"Best grade {grade}" for grade in range(6)),
    "Unrated $50",
    "Biggest upset",
]


def field(players: int, rounds: int) -> Wallchart:
    """A field of this size. Every round but the last has results; the last has none."""
    rng = random.Random(players * 100 + rounds)
    cells: dict[int, list[Cell]] = {number: [] for number in range(1, players + 1)}
    for at in range(1, rounds + 1):
        order = list(cells)
        rng.shuffle(order)
        for white, black in zip(order[::2], order[1::2], strict=True):
            ours, theirs = rng.choice(_OUTCOMES) if at < rounds else (Kind.OPEN, Kind.OPEN)
            cells[white].append(cell(at, ours, black, "w"))
            cells[black].append(cell(at, theirs, white, "b"))
    return Wallchart(
        tuple(
            Card(
                number, f"Player {number}", tuple(row), 800 + number, f"School {number % 20}", str(number % 6)
            )
            for number, row in cells.items()
        ),
        rounds,
    )


def with_schools(chart: Wallchart) -> Wallchart:
    """The same field, its players of 60 schools of 5 to 12."""
    schools = [f"School {number}" for number in range(60) for _ in range(5 + number % 8)]
    cards = (replace(card, team=school) for card, school in zip(chart.cards, schools, strict=False))
    return Wallchart(tuple(cards), chart.rounds)


# Of ten languages: letters that the font of the pages has, and letters that it has not.
NAMES = [
    "Łukasz Wójcik",
    "Jürgen Größe",
    "Søren Ångström",
    "Ștefan Țepeș",
    "Çağla Yıldız",
    "Nguyễn Thị Hằng",
    "Jiří Dvořák",
    "Željko Đurić",
    "Gergő Szűcs",
    "João Gonçalves",
]


def with_names_abroad(chart: Wallchart) -> Wallchart:
    """The same field, ten of its players with such names."""
    names = dict(enumerate(NAMES, start=1))
    cards = (replace(card, name=names.get(card.number, card.name)) for card in chart.cards)
    return Wallchart(tuple(cards), chart.rounds)
