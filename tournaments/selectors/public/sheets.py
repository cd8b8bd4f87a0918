"""The standings on paper: a line a player in columns, so many to a sheet, each sheet saying which it is."""

from collections.abc import Sequence
from dataclasses import dataclass

from tiebreaks.engine.chart.wallchart import Card
from tiebreaks.published import PlayersDocument

from ...text.letters import ems
from .tables import RankedRow, StandingsPage, standings

# Lines of letters that a sheet of Letter or A4 holds beside its head and the code for phones: forty players
# of two each, a name and a school.
LINES = 80


@dataclass(frozen=True)
class Line:
    """A player's line; ``begins`` a score group. Of two lines or three, a name leaves the school the rest."""

    row: RankedRow
    begins: bool
    lines: int

    @property
    def height(self) -> int:
        """In lines of letters."""
        return max(2, self.lines)


@dataclass(frozen=True)
class Sheets:
    """The page that the lines are of, and the lines of each sheet; ``rated``: whether anybody has a rating,
    as in a section of teams often nobody has."""

    page: StandingsPage
    sheets: list[list[Line]]
    rated: bool


def sheets(document: PlayersDocument, after: int | None = None) -> Sheets:
    """The standings by rank, those who are not ranked last; by number before the first result."""
    page = standings(document, after)
    blocks: list[Sequence[RankedRow]] = [page.by_number]
    if page.begun:
        blocks = [[row for ranks in group.ranks for row in ranks.rows] for group in page.groups]
    blocks += [each.rows for each in page.unranked]
    rated = any(card.rating is not None for card in document.cards)
    room = _room(len(page.rounds), len(document.order.steps), rated=rated)
    lines = [
        Line(row, begins=not at, lines=_lines(row, room)) for block in blocks for at, row in enumerate(block)
    ]
    return Sheets(page, _divided(lines), rated)


def _room(rounds: int, steps: int, *, rated: bool) -> float:
    """How many ems a name has on one line of A4. The style sheet keeps the letters and the columns."""
    return max(7.5, min(24.5, 57 - 3 * rated - 3.7 * rounds - 3.3 * steps))


def _lines(row: RankedRow, room: float) -> int:
    """How many lines a name takes, rather more than less: words end where a line has room left."""
    withdrew = isinstance(row.who, Card) and row.who.withdrew is not None
    wanted = ems(row.who.name) + (5 if withdrew else 0)
    return 1 if wanted <= room else 2 if wanted <= 1.7 * room else 3


def _divided(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of each sheet: as many as it holds."""
    found: list[list[Line]] = []
    left = 0
    for line in lines:
        if left < line.height:
            found.append([])
            left = LINES
        found[-1].append(line)
        left -= line.height
    return found
