"""A player left after the round was paired, and the opponent has no board (29G1): the two ways to go on, each
with the boards that it changes.

A draft is changed like any other. Once a game of a published round was played there is nothing to offer, for
the others have begun (29G2); boards that were forfeited stay as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Format, Kind

from ..models import Seat, Section
from ..pairing import repairing
from ..pairing.draft import Draft
from ..pairing.pairing import pair
from ..pairing.repairing import Step, left_alone
from ..pairing.request import PairingInput, SetBoard
from ..pairing.result import PairingResult
from .pairing_basis import Basis, before_seating

LADDER, AGAIN = "ladder", "again"
HOW = (LADDER, AGAIN)


@dataclass(frozen=True)
class Way:
    """One way to give everybody a board: what it makes of the round, and in words what is new."""

    how: str
    made: PairingResult
    boards: list[str] = field(default_factory=list)
    bye: str = ""

    @property
    def said(self) -> str:
        count = len(self.boards)
        if self.how == LADDER:
            text = ngettext(
                "Move players up (ladder): %(count)d board changes",
                "Move players up (ladder): %(count)d boards change",
                count,
            )
        else:
            text = ngettext(
                "Pair again: %(count)d board changes", "Pair again: %(count)d boards change", count
            )
        return text % {"count": count}


@dataclass(frozen=True)
class Repair:
    """Who has no board, and what can be done about it. ``stamp`` is what it was read at."""

    alone: str
    ways: list[Way]
    stamp: str

    def way(self, how: str) -> Way | None:
        return next((way for way in self.ways if way.how == how), None)


def of_draft(of: Basis, section: Section, draft: Draft) -> Repair | None:
    """What is offered for a draft; None where nobody is left alone."""
    if of.there:
        return None
    boards = [(board.white, board.black) for board in draft.boards if board.full]
    return _repair(of, section, boards, draft.bye or None, draft.locks)


def of_published(of: Basis, section: Section) -> Repair | None:
    """What is offered for a published round that has not begun."""
    seats = Seat.objects.filter(game__round__section=section, game__round__number=of.request.round)
    results = dict(seats.exclude(kind=Kind.OPEN.letter).values_list("player__number", "kind"))
    if not of.published or any(Kind.of(kind).played for kind in results.values()):
        return None
    known = of.request.chart.by_number
    if any(known[number].visitor for both in of.there for number in both):
        return None  # Their own section decides when they play.
    stay = tuple([SetBoard(*both) for both in of.there if results.keys() & {*both}])
    return _repair(of, section, of.there, of.request.given_bye, stay)


def _repair(
    of: Basis, section: Section, boards: Sequence[Step], bye: int | None, stay: tuple[SetBoard, ...]
) -> Repair | None:
    if section.format != Format.SWISS.value:
        return None
    request = of.request
    request = replace(
        request,
        chart=before_seating(request.chart, request.round),
        locks=replace(request.locks, boards=stay),
    )
    alone = left_alone(request, boards, bye)
    if alone is None:
        return None
    made = {LADDER: repairing.by_ladder(request, alone), AGAIN: pair(request)}
    ways = [
        _way(request, how, result, boards, bye)
        for how, result in made.items()
        if isinstance(result, PairingResult)
    ]
    return Repair(request.name(alone.alone), ways, of.stamp) if ways else None


def _way(
    request: PairingInput, how: str, made: PairingResult, boards: Sequence[Step], bye: int | None
) -> Way:
    new = [
        f"{request.name(board.white)} – {request.name(board.black)}"
        for board in made.boards
        if (board.white, board.black) not in boards
    ]
    rests = made.bye.number if made.bye else None
    said = ""
    if rests is not None and rests != bye:
        said = _("Full-point bye: %(name)s") % {"name": request.name(rests)}
    return Way(how, made, new, said)
