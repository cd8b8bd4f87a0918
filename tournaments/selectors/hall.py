"""The screen in the hall: everybody's board from A to Z, cut into pages that a projector turns by itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tiebreaks.published import PlayersDocument

from ..formats.names import folded, last_first
from ..models import Player
from .public import RoundPage, round_page

# So many lines are read from ten meters, in two columns beside each other.
PER_COLUMN = 11
PER_PAGE = 2 * PER_COLUMN


@dataclass(frozen=True)
class Line:
    """Where somebody sits: ``board`` and ``is_white``, unknown where a section has no colors; or, without a
    board, ``resting`` says why."""

    name: str
    number: int
    board: str = ""
    is_white: bool | None = None
    resting: str = ""

    @property
    def last(self) -> str:
        return self.name.partition(", ")[0]

    @property
    def first(self) -> str:
        return self.name.partition(", ")[2]


@dataclass(frozen=True)
class Screen:
    """The round that is shown, and its pages, each with the lines from ``last`` name to last name."""

    round: RoundPage
    pages: list[list[Line]]

    @property
    def spans(self) -> list[tuple[list[Line], str, str]]:
        """Each page with the names it begins and ends with."""
        return [(page, page[0].last, page[-1].last) for page in self.pages]


def screen(document: PlayersDocument, standings: int, number: int, *, as_typed: bool = True) -> Screen:
    """The boards of a published round; without pages before it is published.

    Players are listed as their names were typed, which a document has the other way round: ``Del Campo,
    Ana`` is among those with D. Where the public reads no last names, first names lead the list.
    """
    round = round_page(document, number)
    as_listed = listed_names(document, standings) if as_typed else {}
    typed = {each: last_first(name) for each, name in as_listed.items()}
    lines = []
    for line in round.boards:
        for side, is_white in ((line.white, True), (line.black, False)):
            name = typed.get(side.number, side.name)
            color = is_white if round.colors_known else None
            lines.append(Line(name, side.number, str(line.board), color))
    lines += [
        Line(typed.get(card.number, card.name), card.number, resting=absence.kind)
        for absence in round.absences
        for card in absence.players
    ]
    return Screen(round, paged(sorted(lines, key=lambda each: (folded(each.name), each.number))))


def listed_names(document: PlayersDocument, standings: int) -> dict[int, str]:
    """The names of players as they were typed, by number; teams are listed as they are called."""
    if document.of_teams:
        return {}
    rows = Player.objects.filter(section__standings=standings).order_by("number")
    return dict(rows.values_list("number", "name"))


def paged(lines: Sequence[Line]) -> list[list[Line]]:
    """Pages of about the same length: the last one is not nearly empty.

    >>> [len(page) for page in paged([Line("", n) for n in range(24)])]
    [12, 12]
    >>> paged([])
    []
    """
    count = -(-len(lines) // PER_PAGE)
    cuts = [len(lines) * at // count for at in range(count + 1)] if count else []
    return [list(lines[begin:end]) for begin, end in pairwise(cuts)]
