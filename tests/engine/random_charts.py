"""Plausible, valid wall charts by the thousand, as CSV text, each from its seed alone.

A chart grows like a real section: players come late, leave, ask for byes, forfeit, get split
rulings; neighbors in score meet. What is rare in a hall is made frequent here, for that is where
programs go wrong.
"""

import random
from dataclasses import dataclass, field

# own letter, other side's letter, how often
GAMES = [("W", "L", 40), ("L", "W", 33), ("D", "D", 20), ("N", "S", 1), ("S", "N", 1),
         ("N", "N", 1), ("R", "R", 1), ("N", "R", 1), ("S", "R", 1), ("S", "S", 1)]  # fmt: skip
FORFEITS = [("X", "F", 6), ("F", "X", 6), ("F", "F", 3), ("Z", "Z", 2)]
WORTH = {"W": 1.0, "N": 1.0, "X": 1.0, "B": 1.0, "D": 0.5, "R": 0.5, "Z": 0.5, "H": 0.5}
AWARDS = [0.0, 0.5, 1.0, 0.0, 0.5, 1.0, 0.25, 0.75]
# Even the shortest and the two-discard events (nine rounds and more) come often enough.
ROUNDS = [1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12]
FIRST_NAMES = ["Ada", "Ben", "Cora", "Dov", "Eli", "Fay", "Gus", "Hana", "Ivo", "June", "Kit"]
LAST_NAMES = ["Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Maple", "Oak", "Pine"]


@dataclass
class Entrant:
    number: int
    name: str
    rating: str
    house: bool = False
    enters: int = 1
    leaves: int = 99
    reentry_of: int | None = None
    withdrew: int | None = None
    score: float = 0.0
    cells: list[str] = field(default_factory=list)


@dataclass
class Habits:
    """How this section is run and written down."""

    games: int
    byes: float
    forfeits: float
    awards: float
    colors: float
    blanks: float


def random_chart(
    rng: random.Random,
    players: int | None = None,
    rounds: int | None = None,
    games: int | None = None,
    open_round: bool | None = None,
) -> str:
    """The CSV text of one section; what is not given is drawn."""
    players = players or rng.choice([2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 10, 11, 12, 14])
    rounds = rounds or rng.choice(ROUNDS)
    if open_round is None:
        open_round = rng.random() < 0.4
    habits = Habits(
        games=games or rng.choice([1, 1, 1, 1, 2]),
        byes=rng.choice([0.0, 0.05, 0.15]),
        forfeits=rng.choice([0.0, 0.05, 0.15]),
        awards=rng.choice([0.0, 0.0, 0.05]),
        colors=rng.choice([0.0, 0.9, 1.0, 1.0]),
        blanks=rng.random(),
    )
    entrants = draw_entrants(rng, players, rounds)
    complete = rounds - 1 if open_round else rounds
    for r in range(1, rounds + 1):
        play_round(rng, entrants, r, habits, is_open=r > complete)
    if habits.games == 1 and complete > 1 and rng.random() < 0.25:
        add_cross_round_game(rng, entrants, complete)
    if rng.random() < 0.1:
        add_visitors(rng, entrants, rounds, habits.games)
    future = rng.choice([0, 0, 0, 1, 2])
    for _ in range(future):
        for entrant in entrants:
            entrant.cells.append(rng.choices(["", "H", "U"], [20, 2, 1])[0])
    text = write(rng, entrants, rounds + future, habits.games)
    # There it matters who left early (30B).
    return "# format: round robin\n" + text if rng.random() < 0.35 else text


def draw_entrants(rng: random.Random, players: int, rounds: int) -> list[Entrant]:
    span = players * 3 if rng.random() < 0.2 else players
    entrants = []
    for number in sorted(rng.sample(range(1, span + 1), players)):
        rating = rng.choice(["", "0", "unr", "712P9"]) if rng.random() < 0.15 else ""
        entrant = Entrant(
            number=number,
            name=f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)} {number}",
            rating=rating or str(rng.randint(300, 2200)),
        )
        if rounds > 1 and rng.random() < 0.12:
            entrant.enters = rng.randint(2, rounds)
        if rng.random() < 0.15:
            entrant.leaves = rng.randint(entrant.enters, rounds)
        entrants.append(entrant)
    if players > 3 and rng.random() < 0.2:
        rng.choice(entrants).house = True
    late = [e for e in entrants if e.enters > 1 and not e.house]
    for entrant in late:
        gone = [e for e in entrants if e.leaves < entrant.enters and e.reentry_of is None]
        if gone:
            entrant.reentry_of = rng.choice(gone).number
    return entrants


def play_round(rng: random.Random, entrants: list[Entrant], r: int, habits: Habits, is_open: bool) -> None:
    here = []
    for entrant in entrants:
        if entrant.house:
            continue
        if not entrant.enters <= r <= entrant.leaves:
            settle(rng, entrant, absence(rng, entrant, r, habits, is_open), habits)
        elif rng.random() < habits.byes:
            bye = rng.choices(["H", "U", "B", "H---", "B0"], [6, 2, 1, 1, 1])[0]
            settle(rng, entrant, bye, habits)
        elif is_open and rng.random() < 0.15:
            settle(rng, entrant, "", habits)  # not paired yet
        else:
            here.append(entrant)
    here.sort(key=lambda e: (e.score + rng.uniform(-0.7, 0.7), e.number), reverse=True)
    house = next((e for e in entrants if e.house), None)
    if len(here) % 2:
        if house:
            here.append(house)
        else:
            settle(rng, here.pop(), "B", habits)
    if house and house not in here:
        settle(rng, house, rng.choice(["", "U"]), habits)
    for white, black in zip(here[::2], here[1::2], strict=True):
        play_match(rng, white, black, habits, is_open)


def absence(rng: random.Random, entrant: Entrant, r: int, habits: Habits, is_open: bool) -> str:
    if r < entrant.enters and rng.random() < 0.2:
        return "H"  # a late entry may get half-point byes for the rounds missed (28K)
    return "" if rng.random() < habits.blanks else "U"


def settle(rng: random.Random, entrant: Entrant, cell: str, habits: Habits) -> None:
    """A round without an opponent."""
    points = WORTH.get(cell[:1], 0.0) * habits.games
    if cell and habits.games == 1 and rng.random() < habits.awards / 2:
        points = rng.choice(AWARDS)
        cell += f"={points:g}"
    entrant.cells.append(cell)
    entrant.score += points


def play_match(rng: random.Random, white: Entrant, black: Entrant, habits: Habits, is_open: bool) -> None:
    """One game, or the two games of a round with the colors turned."""
    with_colors = rng.random() < habits.colors
    if rng.random() < habits.forfeits:
        forfeit_match(rng, white, black, habits, with_colors and rng.random() < 0.5)
        return
    parts: tuple[list[str], list[str]] = ([], [])
    for game in range(habits.games):
        pending = is_open and rng.random() < 0.6
        letters = ("?", "?") if pending else draw_letters(rng, GAMES)
        if game and not pending and rng.random() < habits.forfeits:
            letters = draw_letters(rng, FORFEITS)
        for side, (entrant, other) in enumerate(((white, black), (black, white))):
            letter = letters[side]
            color = "wb"[(side + game) % 2] if with_colors else ""
            points = WORTH.get(letter, 0.0)
            part = f"{letter}{other.number}{color}"
            if letter != "?" and rng.random() < habits.awards:
                points = rng.choice(AWARDS)
                part += f"={points:g}"
            parts[side].append(part)
            entrant.score += points
    white.cells.append("+".join(parts[0]))
    black.cells.append("+".join(parts[1]))


def forfeit_match(
    rng: random.Random, white: Entrant, black: Entrant, habits: Habits, with_colors: bool
) -> None:
    """A round that was not played; one cell without `+` stands for all its games."""
    letters = draw_letters(rng, FORFEITS)
    named = rng.random() < 0.8
    for side, (entrant, other) in enumerate(((white, black), (black, white))):
        entrant.score += WORTH.get(letters[side], 0.0) * habits.games
        # A report may drop the number of a forfeited opponent on either side, or write 0.
        if named or rng.random() < 0.3:
            color = "wb"[side] if with_colors else ""
            entrant.cells.append(f"{letters[side]}{other.number}{color}")
        else:
            entrant.cells.append(letters[side] + rng.choice(["", "0"]))


def draw_letters(rng: random.Random, table: list[tuple[str, str, int]]) -> tuple[str, str]:
    mine, theirs, _ = rng.choices(table, [weight for _, _, weight in table])[0]
    return mine, theirs


def add_cross_round_game(rng: random.Random, entrants: list[Entrant], complete: int) -> None:
    """28M2: two who sat out in different rounds play one game that counts in those rounds."""
    idle = [
        (entrant, r)
        for entrant in entrants
        for r in range(1, complete + 1)
        if entrant.cells[r - 1][:1] in ("", "B", "H", "U")
    ]
    rng.shuffle(idle)
    for one, r in idle:
        for other, s in idle:
            if other is not one and r != s:
                mine, theirs = draw_letters(rng, GAMES[:3])
                one.cells[r - 1] = f"{mine}{other.number}w@{s}"
                other.cells[s - 1] = f"{theirs}{one.number}b@{r}"
                return


def add_visitors(rng: random.Random, entrants: list[Entrant], rounds: int, games: int) -> None:
    """28M3: some who sat out play somebody of another section in that round."""
    booked = set()
    for _ in range(rng.randint(1, 3)):
        entrant = rng.choice(entrants)
        r = rng.randint(1, rounds)
        if entrant.cells[r - 1][:1] in ("", "B", "H", "U") and (r, 7) not in booked:
            booked.add((r, 7))
            letters = [
                rng.choice(["W", "L", "D", "N", "X", "F", "?" if r == rounds else "D"]) for _ in range(games)
            ]
            parts = [f"{letter}7{color}@Open" for letter, color in zip(letters, "wb", strict=False)]
            if games == 2 and rng.random() < 0.3:
                parts[1] = "U"
            entrant.cells[r - 1] = "+".join(parts)


def note_withdrawals(rng: random.Random, entrants: list[Entrant]) -> None:
    """Most who are gone told the desk: after which round, not before their last game."""
    for entrant in entrants:
        last = max((r for r, cell in enumerate(entrant.cells, 1) if set(cell) & set("WLDNRS?")), default=0)
        if entrant.leaves < 99 and rng.random() < 0.8:
            entrant.withdrew = rng.choice([last, max(last, entrant.leaves)])


def write(rng: random.Random, entrants: list[Entrant], columns: int, games: int) -> str:
    delimiter = rng.choice([",", ",", ",", ";", "\t"])
    note_withdrawals(rng, entrants)
    lines = ["# section: Random"]
    if rng.random() < 0.7:
        lines.append(f"# rounds: {columns + rng.choice([0, 0, 0, 1, 3])}")
    if games == 2:
        lines.append("# games: 2")
    header = ["number", "name", "rating", "house", "reentry of", "withdrew"]
    header += [f"r{r}" for r in range(1, columns + 1)]
    lines.append(delimiter.join(header))
    lower = rng.random() < 0.1
    if rng.random() < 0.2:
        rng.shuffle(entrants)
    for e in entrants:
        cells = [cell.lower() for cell in e.cells] if lower else e.cells
        reentry = "" if e.reentry_of is None else str(e.reentry_of)
        withdrew = "" if e.withdrew is None else str(e.withdrew)
        row = [str(e.number), e.name, e.rating, "yes" if e.house else "", reentry, withdrew, *cells]
        lines.append(delimiter.join(row))
    return "\n".join(lines) + "\n"
