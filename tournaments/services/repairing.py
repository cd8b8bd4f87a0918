"""A published round is paired again before its games begin: for players without an opponent (29G1), or since
a missing result turned out otherwise (29H9).

Boards that stay keep their numbers and colors, which are on the wall and on slips, and two who meet again in
other colors the number; new ones take the numbers that are free, and a number may stay free.
"""

from collections.abc import Collection
from typing import NamedTuple

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ..changes import section_change
from ..errors import Conflict, Refused
from ..models import Game, Player, Seat, Section, Verb
from ..pairing.repairing import Step
from ..pairing.request import PairingInput
from ..pairing.result import PairingResult
from ..selectors.entries.check_in import BYE
from ..selectors.pairing.basis import basis_of, draft_of
from ..selectors.pairing.late_comers import is_late, way_in
from ..selectors.pairing.lines import NumberedLine, Pairing, TypedSide
from ..selectors.pairing.reasons import told
from ..selectors.pairing.repairing import of_published
from ..selectors.pairing.ways import LADDER
from ..text.log import LOST, Summary
from . import reasons
from .pairings import boards_said, remove_board, seat_lines


class Asked(NamedTuple):
    """One of the ways that a round offers, at one state of its section. ``moves_up``: it is the ladder;
    ``together``: which moves nobody else."""

    request: PairingInput
    there: tuple[Step, ...]
    elsewhere: frozenset[Step]
    made: PairingResult
    stamp: str
    moves_up: bool
    together: bool


def ask(
    section: Section,
    number: int,
    how: str,
    *,
    seen: str | None = None,
    waiting: Collection[int] | None = None,
) -> Asked:
    """What the rules make of the round by the ladder, or anew, where the director may say which boards have
    not begun, by their numbers. Locks no rows.

    :class:`Conflict` where that is no longer what a page has shown (``seen``).
    """
    row = draft_of(section, number)
    of = basis_of(section, number, row)
    found = of_published(of, section, row, waiting)
    way = found.way(how) if found else None
    if found and found.ways and seen not in (None, way.seen if way else None):
        raise Conflict(
            _("Something changed after this page was loaded. The boards would now be those below.")
        )
    if found is None or way is None:
        raise Refused(
            _("Round %(round)d can’t be paired again: nothing requires it, or games have begun.")
            % {"round": number}
        )
    return Asked(
        of.request, of.there, found.elsewhere, way.made, found.stamp, way.how == LADDER, way.together
    )


def seat_latecomer(player: Player, against: int, *, by: User, reason: str) -> int:
    """Seat who came after a round was published against who has the full-point bye there, who is left alone
    or another latecomer, which was shown as ``against``. Returns the round, or 0: of a press that is sent
    twice the first one holds.

    :class:`Conflict`: that is no longer the way; :class:`.NoReason`: this is a correction.
    """
    if not is_late(player):
        return 0
    way = way_in(player)
    if way is None or way.against != against:
        raise Conflict(
            _("%(name)s can’t be seated that way any more. Nothing was saved. Look at the round again.")
            % {"name": player.called}
        )
    number = way.request.round
    asked = Asked(way.request, way.there, frozenset(way.there), way.made, way.stamp, False, way.how != BYE)
    repair(player.section, number, asked, by=by, reason=reason, came=way.came)
    return number


def repair(
    section: Section, number: int, asked: Asked, *, by: User, reason: str, came: Collection[Player] = ()
) -> None:
    """Go a way that the rules were asked for. The zero-point byes of those who ``came`` late end.

    :class:`Conflict`: results or players changed since; :class:`.NoReason`: this is a correction.
    """
    with section_change(section.pk, by=by, verb=Verb.PAIR, reason=reason) as change:
        if change.section.stamp != asked.stamp:
            raise Conflict(_("A result or a player changed while the round was paired. Pair it again."))
        for seat in Seat.objects.filter(
            round__section=section, round__number=number, player__in=came, game=None
        ):
            change.delete(seat)
        new = {(board.white, board.black) for board in asked.made.boards}
        stay = new | asked.elsewhere
        gone = [white for white, black in asked.there if (white, black) not in stay]
        whites = {"seats__side": Seat.Side.WHITE, "seats__player__number__in": gone}
        tables = {}
        for game in Game.objects.filter(round__section=section, round__number=number, slot=1, **whites):
            tables[frozenset(game.seats.values_list("player__number", flat=True))] = game.board
            remove_board(change, game)
        rests = asked.made.bye.number if asked.made.bye else None
        byes = Seat.objects.filter(
            round__section=section, round__number=number, kind=Kind.FULL_BYE.letter, game=None
        )
        playing = {number for board in asked.made.boards for number in board.players}
        lost = []
        for seat in byes.exclude(player__number=rests or 0).select_related("player"):
            lost += [(seat.player.called, LOST)] if seat.player.number in playing else []
            change.delete(seat)
        pairs = [
            Pairing([TypedSide(board.white), TypedSide(board.black)])
            for board in asked.made.boards
            if (board.white, board.black) not in asked.there
        ]
        if rests is not None and not byes.exists():
            pairs.append(Pairing([TypedSide(rests)], Kind.FULL_BYE))
        lines: list[NumberedLine] = list(enumerate(pairs, 1))
        seated = seat_lines(change, number, lines, by=by, filling=True, at=tables)
        values = {"round": number, **boards_said(change.section, seated.boards)}
        named = [(player.called, kind.letter) for player, kind in seated.byes] + lost
        code = _code(asked, moved=bool(seated.boards), byes=bool(named))
        change.say(code, **values, **({"byes": named} if named else {}))
        reasons.renew(section.pk, number, told(asked.request, asked.made))


def _code(asked: Asked, *, moved: bool, byes: bool) -> Summary:
    """Which way was gone. A ladder for which nobody ``moved`` gave a bye alone."""
    if asked.together and not byes:
        return Summary.SEATED_TOGETHER
    if asked.moves_up and moved and not asked.together:
        return Summary.MOVED_UP_WITH_BYES if byes else Summary.MOVED_UP
    return Summary.REPAIRED_WITH_BYES if byes else Summary.REPAIRED
