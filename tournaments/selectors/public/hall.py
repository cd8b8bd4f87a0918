"""The screen in the hall: an event's standings, pairings by name and results, cut into pages that turn.

A page is one slide of a section. It holds what is read from ten meters and no more.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from itertools import pairwise
from typing import TypeVar
from urllib.parse import urlencode

from tiebreaks.published import PlayersDocument

from ...formats.names import folded, last_first
from ...models import Player
from .playing import awaited, begun
from .rounds import BoardLine, RoundPage, round_page
from .tables import RankedRow, standings
from .visible import PublicSection

# So many lines are read from ten meters, under each other.
PER_COLUMN = 11

# So many rows a page has room for. Of fewer lines the type is larger, to be read from farther.
ROWS = (6, 8, PER_COLUMN)

# So many lines stand in one column as wide as the page; more of them in two.
IN_ONE_COLUMN = 8

L = TypeVar("L")


class Kind(Enum):
    """What a slide shows, with how many columns."""

    PAIRINGS = "pairings", 2
    RESULTS = "results", 1
    STANDINGS = "standings", 2
    NOTHING = "nothing", 1

    columns: int

    def __new__(cls, name: str, columns: int) -> "Kind":
        kind = object.__new__(cls)
        kind._value_, kind.columns = name, columns
        return kind


# What a director can choose.
CHOICES = (Kind.PAIRINGS, Kind.RESULTS, Kind.STANDINGS)


@dataclass(frozen=True)
class Line:
    """Where somebody sits: ``board`` and ``is_white``, unknown where a section has no colors, ``against``
    whom; or, without a board, ``resting`` says why. ``changed``: since when that is so, if it was posted
    otherwise."""

    name: str
    number: int
    board: str = ""
    is_white: bool | None = None
    against: str = ""
    resting: str = ""
    changed: datetime | None = None
    # Which game of the round, where these are two.
    slot: int = 1

    @property
    def last(self) -> str:
        return self.name.partition(", ")[0]

    @property
    def first(self) -> str:
        return self.name.partition(", ")[2]


@dataclass(frozen=True)
class Slide:
    """One page: ``at`` of how ``many`` of its kind in its section, with the lines on it in ``columns``.
    ``rows`` are as many as the longest of these pages needs, so that the type is the same on each.
    ``colored``: of each result White is known, who stands first."""

    section: PublicSection
    kind: Kind
    round: int
    lines: Sequence[Line | BoardLine | RankedRow]
    at: int = 1
    many: int = 1
    columns: int = 1
    rows: int = PER_COLUMN
    colored: bool = False

    @property
    def key(self) -> str:
        """Names it between two versions: hall.js stays on it."""
        return f"{self.section.slug}-{self.kind.value}-{self.at}"

    @property
    def in_first_column(self) -> int:
        """How many lines the first of its columns has."""
        return -(-len(self.lines) // self.columns)

    @property
    def awaited(self) -> int:
        """The round to be posted next, for which people wait here; 0 while one is played."""
        return awaited(self.section.document) if self.kind in (Kind.RESULTS, Kind.STANDINGS) else 0

    @property
    def has_open_trophy(self) -> bool:
        """Whether a trophy on it, the first of a row, is not decided."""
        return any(row.trophies[0].open for row in self.lines if isinstance(row, RankedRow) and row.trophies)

    @property
    def has_more_trophies(self) -> bool:
        """Whether a row on it has more than the one that there is room for."""
        return any(len(row.trophies) > 1 for row in self.lines if isinstance(row, RankedRow))

    @property
    def has_moved(self) -> bool:
        """Whether a rank on it moved since the last completed round: then each has room for the mark."""
        return any(row.up for row in self.lines if isinstance(row, RankedRow))

    @property
    def of_round(self) -> str:
        """Names what is posted: a new one is shown at once."""
        return f"{self.section.slug}-{self.round}" if self.kind is Kind.PAIRINGS else ""

    @property
    def span(self) -> tuple[str, str] | None:
        """The last names that a page of pairings begins and ends with."""
        names = [line.last for line in self.lines if isinstance(line, Line)]
        return (names[0], names[-1]) if names else None


def slides(sections: Iterable[PublicSection], shown: Collection[Kind]) -> list[Slide]:
    """The pages of these sections, in their order: pairings while a round is played, results as they come in,
    standings once there are any. Of a section that is final, its standings."""
    return [slide for section in sections for slide in _of_section(section, shown)]


def query(slugs: Collection[str], kinds: Sequence[Kind]) -> str:
    """What an address says of a choice; empty for everything.

    >>> query(["k-3", "k-5"], [Kind.STANDINGS])
    '?sections=k-3,k-5&show=standings'
    >>> query([], CHOICES)
    ''
    """
    asked = {"sections": ",".join(sorted(slugs)), "show": ",".join(kind.value for kind in kinds)}
    if len(kinds) == len(CHOICES):
        del asked["show"]
    written = urlencode({name: value for name, value in asked.items() if value}, safe=",")
    return f"?{written}" if written else ""


def _of_section(section: PublicSection, shown: Collection[Kind]) -> list[Slide]:
    document, number = section.document, section.state.current_round
    round = round_page(document, number, section.changed)
    found: list[Slide] = []
    only_byes = bool(round.absences) and not round.boards and number > document.through
    if Kind.PAIRINGS in shown and (only_byes or any(board.open for board in round.boards)):
        found += _cut(section, Kind.PAIRINGS, number, by_name(section, round))
    if Kind.RESULTS in shown and not section.state.final:
        over = [board for board in round.boards if not board.open]
        colored = round.colors_known and not document.of_teams
        found += [replace(each, colored=colored) for each in _cut(section, Kind.RESULTS, number, over)]
    if Kind.STANDINGS in shown and begun(document):
        found += _cut(section, Kind.STANDINGS, number, standings(document).ranked)
    return found or [Slide(section, Kind.NOTHING, number, [])]


def _cut(
    section: PublicSection, kind: Kind, number: int, lines: Sequence[Line | BoardLine | RankedRow]
) -> Iterator[Slide]:
    pages = [page for part in paged(lines, PER_COLUMN * kind.columns) for page in _in_columns(part, kind)]
    longest = max([len(page) for page, _columns in pages], default=0)
    if longest <= IN_ONE_COLUMN:
        pages = [(page, 1) for page, _columns in pages]
    high = max([-(-len(page) // columns) for page, columns in pages], default=0)
    rows = next(rows for rows in ROWS if high <= rows)
    for at, (page, columns) in enumerate(pages, 1):
        yield Slide(section, kind, number, page, at, len(pages), columns, rows)


def _in_columns(lines: list[L], kind: Kind) -> list[tuple[list[L], int]]:
    """Lines of one page with its columns. With a trophy among them they stand on pages of one column: half a
    page has no room for a trophy beside a name that is as large as all others."""
    if any(isinstance(line, RankedRow) and line.trophies for line in lines):
        return [(page, 1) for page in paged(lines, PER_COLUMN)]
    return [(lines, kind.columns)]


def by_name(section: PublicSection, round: RoundPage) -> list[Line]:
    """Everybody's board from A to Z.

    Players are listed as their names were typed, which a document has the other way round: ``Del Campo,
    Ana`` is among those with D. Where the public reads no last names, first names lead the list.
    """
    as_listed = {} if section.event.short_names else listed_names(section.document, section.standings)
    typed = {each: last_first(name) for each, name in as_listed.items()}
    lines = []
    for line in round.boards:
        sides = ((line.white, line.black, True), (line.black, line.white, False))
        for side, other, is_white in sides:
            name = typed.get(side.number, side.name)
            color = is_white if round.colors_known else None
            seat = Line(
                name, side.number, line.label, color, other.name, changed=line.changed, slot=line.slot
            )
            lines.append(seat)
    lines += [
        Line(typed.get(card.number, card.name), card.number, resting=absence.kind, changed=changed)
        for absence in round.absences
        for card, changed in absence.each
    ]
    return sorted(lines, key=lambda each: (folded(each.name), each.number))


def listed_names(document: PlayersDocument, standings: int) -> dict[int, str]:
    """The names of players as they were typed, by number; teams are listed as they are called."""
    if document.of_teams:
        return {}
    rows = Player.objects.filter(section__standings=standings).order_by("number")
    return dict(rows.values_list("number", "name"))


def paged(lines: Sequence[L], per_page: int) -> list[list[L]]:
    """Pages of about the same length: the last one is not nearly empty.

    >>> [len(page) for page in paged(range(24), 22)]
    [12, 12]
    >>> paged([], 22)
    []
    """
    count = -(-len(lines) // per_page)
    cuts = [len(lines) * at // count for at in range(count + 1)] if count else []
    return [list(lines[begin:end]) for begin, end in pairwise(cuts)]
