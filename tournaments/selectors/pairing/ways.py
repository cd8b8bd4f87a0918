"""A way to give everybody a board of a round that was paired already: the boards that it makes, what would be
wrong with each, and who has the bye then (29G)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine import points

from ...pairing.draft import Draft, DraftBoard
from ...pairing.explain import Typed, explain
from ...pairing.reading import entrant
from ...pairing.repairing import Step
from ...pairing.request import PairingInput
from ...pairing.result import PairingResult
from .problems import OF_BYE, problems, said

LADDER, AGAIN, OPEN = "ladder", "again", "open"
HOW = (LADDER, AGAIN, OPEN)


@dataclass(frozen=True)
class NewBoard:
    """A board that a way would make, with the ``points`` of both, the ``gap`` between them where it is more
    than a point, and what would be wrong with it."""

    numbers: Step
    names: str
    points: str
    gap: str
    problems: list[str]


@dataclass(frozen=True)
class Way:
    """One way to give everybody a board: what it makes of the round, and in words what is new.

    ``assumes`` says what it takes of boards without a result; ``rematches`` counts its second meetings.
    ``loses`` says who plays instead of the full-point bye; ``together``: those who have no board meet each
    other, and nobody else moves.
    """

    how: str
    made: PairingResult
    boards: list[NewBoard] = field(default_factory=list)
    bye: str = ""
    # What the rules say of who has the bye then.
    of_bye: list[str] = field(default_factory=list)
    loses: str = ""
    of_teams: bool = False
    together: bool = False
    rematches: int = 0
    assumes: str = ""

    @property
    def seen(self) -> str:
        """The round that it makes, as a page shows it: ``2-6 4-5 B7``."""
        boards = sorted(f"{board.white}-{board.black}" for board in self.made.boards)
        return " ".join([*boards, *([f"B{self.made.bye.number}"] if self.made.bye else [])])

    @property
    def said(self) -> str:
        count = len(self.boards)
        if self.together:
            return _("Seat them together")
        if not count and self.how == LADDER and self.of_teams:
            return _("Give the full-point bye: no match changes")
        if not count and self.how == LADDER:
            return _("Give the full-point bye: no board changes")
        if self.how == LADDER and self.of_teams:
            text = ngettext(
                "Move teams up (ladder): %(count)d match changes",
                "Move teams up (ladder): %(count)d matches change",
                count,
            )
        elif self.of_teams:
            text = ngettext(
                "Pair again: %(count)d match changes", "Pair again: %(count)d matches change", count
            )
        elif self.how == LADDER:
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


def way_of(
    request: PairingInput,
    how: str,
    made: PairingResult,
    boards: Sequence[Step],
    bye: int | None,
    alone: Collection[int] = (),
) -> Way:
    draft = Draft(tuple(DraftBoard(board.white, board.black) for board in made.boards))
    rests = made.bye.number if made.bye else None
    typed = Typed(tuple((at, b.white, b.black) for at, b in enumerate(draft.boards)), rests or 0)
    # Judged as the page will judge it, with no board set: a way out is no excuse for teammates who meet.
    judged = explain(replace(request, locks=replace(request.locks, boards=())), typed)
    wrong = problems(judged, judged, draft)
    new = [
        NewBoard(
            (board.white, board.black),
            f"{request.name(board.white)} – {request.name(board.black)}",
            *_scores(request, board.white, board.black),
            [problem.text for problem in wrong.get(at, ())],
        )
        for at, board in enumerate(made.boards)
        if (board.white, board.black) not in boards
    ]
    told, of_bye = "", []
    if rests is not None and rests != bye:
        told = _("Full-point bye: %(name)s") % {"name": request.name(rests)}
        # Beside the boards that stay as they are: of others the rules would ask others first.
        found = explain(request, typed)
        of_bye = [said(each) for each in found.warnings if getattr(each, "id", "") in OF_BYE]
    loses = ""
    if bye is not None and any(bye in board.players for board in made.boards):
        loses = _("%(name)s plays and loses the full-point bye") % {"name": request.name(bye)}
    together = how == LADDER and bool(new) and {n for board in new for n in board.numbers} <= {*alone}
    there = {*boards}
    again = sum(
        problem.kind == "rematch"
        for at, board in enumerate(made.boards)
        if (board.white, board.black) not in there
        for problem in wrong.get(at, ())
    )
    return Way(how, made, new, told, of_bye, loses, request.of_teams, together, again)


def _scores(request: PairingInput, *both: int) -> tuple[str, str]:
    """The points of two, and in words how far apart they are where that is more than a point."""
    scores = [entrant(request.chart, request.chart.by_number[n], request.round).score_q for n in both]
    apart = abs(scores[0] - scores[1])
    white, black = map(points.show, scores)
    gap = _("%(points)s points apart") % {"points": points.show(apart)} if apart > points.POINT else ""
    return _("%(white)s against %(black)s") % {"white": white, "black": black}, gap
