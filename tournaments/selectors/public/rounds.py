"""A round as public pages show it: its boards with both sides, and who did not sit at one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.http import Http404
from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.chart.wallchart import Card, Cell, Format, Kind, Wallchart
from tiebreaks.playing import is_away, is_open, met, unseated
from tiebreaks.published import PlayersDocument

from ...pairing.reading import entrant
from ...text.results import (
    BLACK_FORFEITS,
    BOTH_FORFEIT,
    WHITE_FORFEITS,
    bye_name,
    label,
    show_awarded,
    show_result,
    unseated_name,
)
from . import corrected_boards, team_matches
from .changed_pairings import NONE, Changed
from .corrected_boards import Corrected
from .playing import waits_for
from .team_matches import BoardOfMatch


@dataclass(frozen=True)
class Side:
    """One side of a board: who sits there, with how many points before this round.

    ``tag`` says what is odd about it: a game of another round (28M2), an entry of another section (28M3),
    points to which a game of an earlier round may still add.
    """

    number: int
    name: str
    points: str
    tag: str = ""


@dataclass(frozen=True)
class BoardLine:
    round: int
    board: int
    white: Side
    black: Side
    result: str
    note: str
    open: bool
    # Of a match between teams; the result is then what was scored on them.
    boards: list[BoardOfMatch]
    # The letters of both sides, White's first.
    letters: str = ""
    # Since when an open board is not as its round was posted.
    changed: datetime | None = None
    # Since when it has not the result that phones showed before.
    corrected: datetime | None = None
    slot: int = 1
    # The number as desk and slips have it: the two games of a double round are 4a and 4b.
    label: str = ""

    @property
    def won_by_forfeit(self) -> Side | None:
        return {WHITE_FORFEITS: self.black, BLACK_FORFEITS: self.white}.get(self.letters)

    @property
    def lost_by_both(self) -> bool:
        return self.letters == BOTH_FORFEIT


@dataclass(frozen=True)
class Absence:
    """Who did not sit at a board, and what that was. ``is_bye``: the full-point bye, which has reasons.
    ``changed`` are those of whom phones showed something else before, by number."""

    kind: str
    players: list[Card]
    is_bye: bool = False
    changed: Mapping[int, datetime] = field(default_factory=dict)

    @property
    def each(self) -> list[tuple[Card, datetime | None]]:
        return [(card, self.changed.get(card.number)) for card in self.players]


@dataclass(frozen=True)
class RoundPage:
    """``unpaired``: nobody has a board of it yet, and not everybody a bye."""

    number: int
    rounds: list[int]
    boards: list[BoardLine]
    absences: list[Absence]
    colors_known: bool
    unpaired: bool


def round_page(
    document: PlayersDocument,
    number: int,
    changed: Changed = NONE,
    corrected: Corrected = corrected_boards.NONE,
) -> RoundPage:
    """The boards of a round in their order; empty until it is published. 404 for a round not planned."""
    if not 1 <= number <= document.rounds:
        raise Http404
    chart, boards = document.chart, document.boards.get(number, ())
    before = points_before(chart, number)
    shown = number in document.posted or number <= document.through

    def side(at: int, cell: Cell) -> Side:
        """Who sits there; where the game is one of another round for them, or they of another section."""
        card = chart.by_number[at]
        tag = card.visitor
        earlier = next((each.round for each in card.cells if each.round < number and is_open(each)), 0)
        if cell.round != number:
            tag = _("for round %d") % cell.round
        elif earlier:
            tag = _("still playing round %d") % earlier
        return Side(at, card.name, points.show(before[at]), tag)

    moved = {at: since for (round, at), since in changed.items() if round == number}
    lines = []
    colored = True
    for board, slot, white, black in boards:
        cells = met(chart, number, slot, white, black)
        result, points_q = "".join(cell.kind.letter for cell in cells), [cell.points_q for cell in cells]
        awarded = show_awarded(result, points_q)
        colored = colored and all(cell.color or not cell.played for cell in cells)
        lines.append(
            BoardLine(
                round=number,
                board=board,
                white=side(white, cells[0]),
                black=side(black, cells[-1]),
                result=(document.of_teams and team_matches.score(cells)) or show_result(result, points_q),
                note=_("awarded %(points)s") % {"points": awarded} if awarded else "",
                open=any(map(is_open, cells)),
                boards=team_matches.boards(document, number, board, slot, corrected),
                letters=result,
                changed=_latest(moved, white, black) if any(map(is_open, cells)) else None,
                corrected=None if any(map(is_open, cells)) else corrected.get((number, board, slot, 0)),
                slot=slot,
                label=label(board, slot, chart.games),
            )
        )
    to_be_paired = unseated(document, number) if shown else []
    return RoundPage(
        number=number,
        rounds=list(range(1, document.rounds + 1)),
        boards=lines,
        absences=_absences(document, number, to_be_paired if lines else [], moved) if shown else [],
        colors_known=colored,
        unpaired=bool(to_be_paired) and not lines,
    )


def _latest(moved: Mapping[int, datetime], white: int, black: int) -> datetime | None:
    return max((moved[at] for at in (white, black) if at in moved), default=None)


def points_before(chart: Wallchart, number: int) -> dict[int, int]:
    """The quarter-points of everybody before a round: of one whose games are still open, what is known."""
    if number <= chart.through + 1:
        return after_round(chart, number - 1).score_q
    return {card.number: entrant(chart, card, number).score_q for card in chart.cards}


def _absences(
    document: PlayersDocument, number: int, waiting: Iterable[Card], moved: Mapping[int, datetime]
) -> list[Absence]:
    reading = document.reading() if number <= document.reading().counted else None
    cards = reading.cards if reading else document.chart.cards
    by_kind: dict[Kind, list[Card]] = {}
    for card in cards:
        if is_away(document, card, number):
            continue
        # Who entered again sat at a board in this round, in the life before (28S).
        before = document.chart.by_number.get(card.reentry_of or 0)
        if before and any(cell.opponent is not None for cell in before.in_round(number)):
            continue
        for cell in card.in_round(number)[:1]:
            if not cell.played and cell.opponent is None:
                by_kind.setdefault(cell.kind, []).append(card)
    to_be_paired: dict[int, list[Card]] = {}
    for card in waiting:
        to_be_paired.setdefault(waits_for(card, number), []).append(card)
    by_table = document.chart.format is Format.ROUND_ROBIN
    return [
        *(
            Absence(bye_name(kind, by_table=by_table), by_kind[kind], kind is Kind.FULL_BYE, moved)
            for kind in Kind
            if kind in by_kind
        ),
        *(
            Absence(unseated_name(still), to_be_paired[still], changed=moved)
            for still in sorted(to_be_paired, reverse=True)
        ),
    ]
