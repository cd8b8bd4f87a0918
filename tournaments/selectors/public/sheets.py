"""The standings on paper: a line a player in columns, so many to a sheet, each sheet saying which it is."""

from collections.abc import Sequence
from dataclasses import dataclass

from tiebreaks.published import PlayersDocument

from .tables import RankedRow, StandingsPage, standings

# As many as a sheet of Letter or A4 holds beside its head and the code for phones.
LINES = 40


@dataclass(frozen=True)
class Line:
    """A player's line; ``begins`` a score group."""

    row: RankedRow
    begins: bool


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
    lines = [Line(row, begins=not at) for block in blocks for at, row in enumerate(block)]
    rated = any(card.rating is not None for card in document.cards)
    return Sheets(page, [lines[at : at + LINES] for at in range(0, len(lines), LINES)], rated)
