"""Hypothesis strategies: sections that could have been played, and the files that say so."""

from dataclasses import replace

from hypothesis import strategies as st

from tiebreaks.engine.chart.problems import problems
from tiebreaks.engine.chart.wallchart import Card, Cell, ExtraGame, Format, Kind, Wallchart, cell
from tiebreaks.lines import clean_line
from tournaments.formats.names import contact_in
from tournaments.formats.records import RosterEntry, WallchartFile

GAMES = [
    (Kind.WIN, Kind.LOSS),
    (Kind.DRAW, Kind.DRAW),
    (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS),
    (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS),
    (Kind.FORFEIT_DRAW, Kind.FORFEIT_DRAW),
    (Kind.LONE_WIN, Kind.LONE_WIN),
    (Kind.LONE_LOSS, Kind.DRAW),
    (Kind.LONE_DRAW, Kind.LONE_LOSS),
]
PLAYED = [pair for pair in GAMES if pair[0].played]
STILL_PLAYING = (Kind.OPEN, Kind.OPEN)
# None: nothing is known of the player in this round.
ABSENCES = [Kind.FULL_BYE, Kind.HALF_BYE, Kind.UNPAIRED, None]


@st.composite
def wallcharts(draw: st.DrawFn, players: int = 9, rounds: int = 10) -> Wallchart:
    """A valid section: games of every kind, byes, absences, house players; the last round may be open."""
    count = players - draw(st.integers(0, players - 2))
    planned = draw(st.sampled_from([length for length in (5, 4, 3, 9, 2, 7, 1, 10) if length <= rounds]))
    games = draw(st.sampled_from([1, 1, 1, 2]))
    begun = planned - draw(st.integers(0, planned))
    last_is_open = draw(st.booleans())
    cells: dict[int, list[Cell]] = {number: [] for number in range(1, count + 1)}
    for at in range(1, begun + 1):
        seated = draw(st.permutations(sorted(cells)))
        boards = count // 2 - draw(st.integers(0, count // 2 - 1))
        if draw(st.integers(0, 19)) == 13:
            boards = 0  # byes alone: the round is not held, nor any after it
        results = [*GAMES, *[STILL_PLAYING] * 6] if last_is_open and at == begun else GAMES
        for one, other in zip(seated[: 2 * boards : 2], seated[1 : 2 * boards : 2], strict=True):
            for _game in range(games):
                _play(draw, cells, at, one, other, draw(st.sampled_from(results)))
        for number in seated[2 * boards :]:
            absence = draw(st.sampled_from(ABSENCES))
            cells[number] += [cell(at, absence)] * games if absence else []
    house = draw(st.sets(st.sampled_from(sorted(cells)), max_size=1))
    chart = Wallchart(
        tuple(
            Card(
                number,
                f"RosterEntry {number}",
                tuple(row),
                draw(ratings),
                house=number in house,
                withdrew=draw(st.sampled_from([None] * 5 + list(range(last_game(row), begun + 1)))),
            )
            for number, row in cells.items()
        ),
        rounds=planned,
        games=games,
        format=draw(st.sampled_from(Format)),
        extra=draw(extra_games(sorted(cells))),
    )
    assert problems(chart) == []
    return chart


def last_game(cells: list[Cell]) -> int:
    return max((cell.round for cell in cells if cell.played), default=0)


@st.composite
def extra_games(draw: st.DrawFn, numbers: list[int]) -> tuple[ExtraGame, ...]:
    """A few rated games outside the rounds (28M4)."""
    games = []
    for _game in range(draw(st.integers(0, 2))):
        white, black, *_others = draw(st.permutations(numbers))
        games.append(ExtraGame(white, black, *draw(st.sampled_from(PLAYED))))
    return tuple(games)


def _play(
    draw: st.DrawFn, cells: dict[int, list[Cell]], at: int, one: int, other: int, kinds: tuple[Kind, Kind]
) -> None:
    colors = draw(st.sampled_from([("w", "b"), ("b", "w"), ("", "")]))
    # A split ruling: what was awarded need not be what was played for.
    split = kinds is not STILL_PLAYING and draw(st.integers(0, 9)) == 0
    awarded = draw(st.tuples(st.integers(0, 4), st.integers(0, 4))) if split else (None, None)
    cells[one].append(cell(at, kinds[0], other, colors[0], awarded[0]))
    cells[other].append(cell(at, kinds[1], one, colors[1], awarded[1]))


ratings = st.none() | st.integers(100, 2900)

# Whatever a name may hold, emoji and scripts from right to left included.
_lines = st.text(max_size=12).map(clean_line)
_formulas = st.sampled_from(
    ["=cmd()", "+1", "-x", "@sum", "'=x", "''@x", '"quoted"', "a,b;c", "#1", "a,", "a;"]
)
texts = (_lines | _formulas).filter(lambda text: contact_in(text) is None)
names = texts.filter(bool)


@st.composite
def wallchart_files(draw: st.DrawFn) -> WallchartFile:
    """A section as it would be exported: the chart with all that is known of its entries."""
    chart = draw(wallcharts(players=6, rounds=4))
    # As a file lists them: by White's line, then as they stand in White's cell.
    chart = replace(chart, extra=tuple(sorted(chart.extra, key=lambda game: game.white)))
    numbers = [card.number for card in chart.cards]
    toward = draw(st.sampled_from([1, -1]))
    known_ids = draw(st.lists(st.integers(10_000_000, 99_999_999), unique=True, max_size=len(numbers)))
    ids = [str(uscf_id) for uscf_id in known_ids] + [""] * len(numbers)
    entries = tuple(
        RosterEntry(
            number=card.number,
            name=draw(names),
            uscf_id=ids.pop(0),
            rating=card.rating,
            team=draw(texts),
            grade=draw(texts),
            state=draw(texts),
            house=card.house,
            # No two name each other: the first entries come before the others in the list, or after them.
            reentry_of=draw(
                st.sampled_from([None, *(n for n in numbers if (n - card.number) * toward > 0)]),
            ),
        )
        for card in chart.cards
    )
    cards = tuple(
        replace(card, name=entry.name, team=entry.team, grade=entry.grade, reentry_of=entry.reentry_of)
        for card, entry in zip(chart.cards, entries, strict=True)
    )
    return WallchartFile(
        draw(texts), replace(chart, cards=cards), entries, draw(st.sampled_from(["players", "teams"]))
    )
