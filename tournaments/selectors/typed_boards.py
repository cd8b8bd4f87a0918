"""Boards that were typed for a round and are not published: what is wrong with them, before they are."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from tiebreaks.engine.chart.wallchart import Format

from ..models import Seat, Section
from ..pairing.draft import Draft, DraftBoard
from ..pairing.explain import Typed, explain
from .pairing_basis import Basis, basis_of, draft_of
from .pairing_problems import Problem, in_one_line, problems
from .repairing import before_boards


@dataclass(frozen=True)
class TypedBoard:
    """A board that the round has beside its draft or without one: who plays, White first."""

    number: int
    names: str
    # White and Black; none where one of them is of another section, or plays the game of another round.
    numbers: tuple[int, int] | None
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True)
class TypedRound:
    """The boards of a round that were typed, and what is wrong with the round beside them."""

    boards: list[TypedBoard]
    problems: list[Problem]
    of_teams: bool = False

    @property
    def troubles(self) -> list[tuple[int | None, Problem]]:
        """Everything that is wrong, with the number of its board."""
        at_boards = [(board.number, problem) for board in self.boards for problem in board.problems]
        return [*at_boards, *((None, problem) for problem in self.problems)]

    @cached_property
    def counted(self) -> str:
        return in_one_line([problem for _board, problem in self.troubles], of_teams=self.of_teams)

    @property
    def to_mend(self) -> str:
        """What is wrong and not of the rules' own making, as a form sends back that it was read."""
        return " ".join(f"{board or ''}{each.kind}" for board, each in self.troubles if not each.by_rules)


def typed_round(section: Section, number: int) -> TypedRound:
    """What was typed for a round that has no draft."""
    return typed_beside(section, basis_of(section, number, draft_of(section, number)), Draft())


def typed_beside(section: Section, of: Basis, draft: Draft) -> TypedRound:
    """What was typed for a round, judged as its draft is judged, and together with it."""
    boards = list(_boards(section, of))
    here = [board for board in boards if board.numbers]
    if not here:
        return TypedRound(boards, [], bool(section.boards))
    seated = [board.numbers for board in here if board.numbers]
    found = judged(of, seated, draft.bye or of.request.given_bye or 0, draft.boards)
    for at, board in enumerate(here):
        board.problems.extend(found.get(at, ()))
    # Of a bye on the draft, the draft says what is wrong.
    return TypedRound(boards, [] if draft.bye else found.get(None, []), bool(section.boards))


def judged(
    of: Basis, boards: Sequence[tuple[int, int]], bye: int, beside: Iterable[DraftBoard] = ()
) -> Mapping[int | None, list[Problem]]:
    """What is wrong with boards, White first, by their places in this list, and at None with the round.
    ``beside`` are the boards of others."""
    out = of.seated - {number for both in boards for number in both}
    others = [(-1, board.white, board.black) for board in beside if board.full]
    typed = Typed((*((at, *both) for at, both in enumerate(boards)), *others), bye)
    made = explain(before_boards(of.request, (), out), typed)
    by_table = of.request.chart.format is Format.ROUND_ROBIN
    draft = Draft(tuple([DraftBoard(*both) for both in boards]))
    return problems(made, made, draft, by_table=by_table)


def _boards(section: Section, of: Basis) -> Iterator[TypedBoard]:
    number = of.request.round
    seats = Seat.objects.filter(game__round__section=section, game__round__number=number, game__slot=1)
    rows = seats.select_related("game", "player", "round").order_by("game__board", "-side")
    known = of.request.chart.by_number
    for board, both in groupby(rows, lambda seat: seat.game.board if seat.game else 0):
        sides = list(both)
        is_here = len(sides) == 2 and all(
            seat.round.number == number and seat.player.number in known and not seat.player.visitor_of_id
            for seat in sides
        )
        yield TypedBoard(
            board,
            " – ".join(seat.player.called for seat in sides),
            (sides[0].player.number, sides[1].player.number) if is_here else None,
        )
