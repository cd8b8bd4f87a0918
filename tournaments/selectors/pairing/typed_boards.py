"""Boards that were typed for a round and are not published: what is wrong with them, before they are."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Format

from ...models import Seat, Section
from ...pairing import sentences
from ...pairing.draft import Draft, DraftBoard
from ...pairing.explain import Typed, explain, without_game
from ...pairing.reading import had_bye
from ...pairing.request import PairingInput
from ...text.wording import after_round
from ..results import verifying
from ..results.verifying import Progress
from .basis import Basis, basis_of, draft_of
from .draft_boards import Sitter, sitter_of
from .posted_boards import before_boards
from .problems import OF_COLORS, Problem, in_one_line, problems, said


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
    # Who has neither a board nor a bye, and gets a zero-point bye with the publication.
    unseated: list[Sitter] = field(default_factory=list)
    # Whose opponent by the table is not there, by number, with the reason (30B).
    no_game: Mapping[int, str] = field(default_factory=dict)
    # Whether the rules can seat these: one alone has no opponent.
    pairs_the_others: bool = False
    # Rounds before it of which a slip was read otherwise, and is not decided.
    undecided: list[Progress] = field(default_factory=list)

    @property
    def troubles(self) -> list[tuple[int | None, Problem]]:
        """Everything that is wrong, with the number of its board."""
        at_boards = [(board.number, problem) for board in self.boards for problem in board.problems]
        return [*at_boards, *((None, problem) for problem in self.problems)]

    @property
    def told(self) -> list[str]:
        """What is wrong with its boards, a sentence each."""
        told = _("Match %(board)d: %(problem)s") if self.of_teams else _("Board %(board)d: %(problem)s")
        return [told % {"board": board, "problem": each.text} for board, each in self.troubles if board]

    @cached_property
    def counted(self) -> str:
        found = [problem for _board, problem in self.troubles]
        return in_one_line(found, unseated=len(self.unseated), of_teams=self.of_teams)

    @property
    def wrong(self) -> int:
        return len(self.troubles) + len(self.unseated)

    @property
    def in_short(self) -> str:
        """All that is asked about, in one line."""
        slips = sum(len(each.differing) for each in self.undecided)
        told = ngettext(
            "%(count)d slip that was read otherwise", "%(count)d slips that were read otherwise", slips
        )
        return ", ".join([*filter(None, [self.counted]), *([told % {"count": slips}] if slips else [])])

    @cached_property
    def asks(self) -> str:
        """A digest of what is to be read before it is published, which the form sends back: of who sits where
        and of each sentence, so that it answers no other question. Empty for nothing."""
        left_out = [player.number for player in self.unseated]
        slips = [board.row for each in self.undecided for board in each.differing]
        if not (left_out or slips or self.to_mend):
            return ""
        boards = [(each.number, each.numbers or each.names, each.problems) for each in self.boards]
        told = repr((left_out, slips, boards, self.problems))
        return blake2b(told.encode(), digest_size=16).hexdigest()

    @property
    def to_mend(self) -> bool:
        """Whether anything is wrong that is not of the rules' own making."""
        return any(not each.by_rules for _board, each in self.troubles)


def typed_round(section: Section, number: int) -> TypedRound:
    """What was typed for a round that has no draft, who is left out of it, and what its slips say."""
    of = basis_of(section, number, draft_of(section, number))
    typed = typed_beside(section, of, Draft())
    if not typed.boards:
        return typed
    chart = of.request.chart
    no_game = _no_game(of)
    without = [left for left in of.unseated(Draft()) if left not in no_game]
    unseated = [sitter_of(chart, chart.by_number[left], number) for left in without]
    undecided = verifying.undecided(section, number)
    left = [card for card in chart.cards if of.request.in_pool(card) and card.number not in of.seated]
    return replace(
        typed,
        unseated=unseated,
        no_game=no_game,
        undecided=undecided,
        pairs_the_others=len(left) > 1,
    )


def _no_game(of: Basis) -> dict[int, str]:
    """Whose opponent by the table is not there, by number, with the reason (30B)."""
    if of.request.chart.format is not Format.ROUND_ROBIN:
        return {}
    typed = Typed(tuple([(-1, *both) for both in of.there]), next(iter(of.request.byes), 0))
    made = explain(before_boards(of.request, ()), typed)
    return {number: said(told) for number, told in without_game(made).items()}


def remarks(section: Section, number: int, seated: Iterable[Collection[int]]) -> list[str]:
    """What to look at again on boards that were just ``seated``, in the words of the question before they are
    published. It takes as long as the rules do: nothing is to be locked meanwhile."""
    row = draft_of(section, number)
    of = basis_of(section, number, row)
    wanted = {frozenset(both) for both in seated}
    boards = typed_beside(section, of, of.draft(row)).boards
    seen = [board for board in boards if board.numbers and frozenset(board.numbers) in wanted]
    return TypedRound(seen, [], bool(section.boards)).told


def traded(section: Section, number: int, seats: Mapping[int, int]) -> TypedRound:
    """The boards of a round on which others sit, or on the other side, once each number takes the seat of the
    one in ``seats``, with what that makes wrong. It takes as long as the rules do."""
    row = draft_of(section, number)
    of = basis_of(section, number, row)
    now = {board.number: board.numbers for board in _boards(section, of) if board.numbers}
    if not seats.keys() <= {each for both in now.values() for each in both}:
        return TypedRound([], [])  # the trade is refused
    found = []
    for board in typed_beside(section, of, of.draft(row), seats).boards:
        if board.numbers is None or board.numbers == (was := now[board.number]):
            continue
        # Who only swap colors meet anyway.
        stays = {*was} == {*board.numbers}
        made = [each for each in board.problems if each.kind in OF_COLORS or not stays]
        found.append(replace(board, problems=made))
    return TypedRound(found, [], bool(section.boards))


def typed_beside(
    section: Section, of: Basis, draft: Draft, traded: Mapping[int, int] | None = None
) -> TypedRound:
    """What was typed for a round, judged as its draft is judged, and together with it; with who sits in the
    place of another once they ``traded``."""
    boards = list(_boards(section, of))
    if traded:
        boards = [
            replace(board, numbers=_both(traded.get(number, number) for number in board.numbers))
            if board.numbers
            else board
            for board in boards
        ]
    here = [board for board in boards if board.numbers]
    if not here:
        return TypedRound(boards, [], bool(section.boards))
    seated = [board.numbers for board in here if board.numbers]
    found = judged(of, seated, [draft.bye] if draft.bye else of.request.byes, draft.boards)
    for at, board in enumerate(here):
        board.problems.extend(found.get(at, ()))
    # Of a bye on the draft, the draft says what is wrong.
    return TypedRound(boards, [] if draft.bye else found.get(None, []), bool(section.boards))


def judged(
    of: Basis,
    boards: Sequence[tuple[int, int]],
    byes: Sequence[int],
    beside: Iterable[DraftBoard] = (),
    resting: Collection[int] = (),
) -> Mapping[int | None, list[Problem]]:
    """What is wrong with boards, White first, by their places in this list, and at None with the round and
    its full-point ``byes``. ``beside`` are the boards of others; who is ``resting`` has another bye."""
    others = [(-1, board.white, board.black) for board in beside if board.full]
    here = {number for both in boards for number in both}
    here |= {number for _board, *both in others for number in both}
    typed = Typed((*((at, *both) for at, both in enumerate(boards)), *others), next(iter(byes), 0))
    request = before_boards(of.request, (), {*(of.seated - here), *resting})
    made = explain(request, typed)
    by_table = of.request.chart.format is Format.ROUND_ROBIN
    draft = Draft(tuple([DraftBoard(*both) for both in boards]))
    found = problems(made, made, draft, by_table=by_table)
    for at, both in enumerate(boards):
        found[at] += _of_gone(request, both)
    if byes and not by_table:
        found[None] = [*found[None], *_of_byes(request, byes, here)]
    return found


def _of_gone(request: PairingInput, both: Iterable[int]) -> Iterator[Problem]:
    """What is to be known of who withdrew before the round and stays on the table of a round robin (30B)."""
    for card in map(request.chart.by_number.__getitem__, both):
        if request.gone(card):
            told = _("%(name)s withdrew %(after)s, so this game can only be a forfeit.")
            yield Problem(
                "away", told % {"name": card.name, "after": after_round(card.withdrew or 0)}, by_rules=True
            )


def _of_byes(request: PairingInput, byes: Sequence[int], here: Collection[int]) -> Iterator[Problem]:
    """What the judge of one bye does not say: a round has one at most, and that for an odd number (28L)."""
    known = request.chart.by_number
    yield from house_byes(request, byes)
    byes = [number for number in byes if not known[number].house]
    seated = {*here, *byes}
    playing = [c for c in known.values() if request.in_pool(c) and (not c.house or c.number in seated)]
    if byes and len(playing) % 2 == 0:
        told = _("%(name)s has a full-point bye, which is for an odd number of players only (28L).")
        if request.of_teams:
            told = _("%(name)s has a full-point bye, which is for an odd number of teams only (28L).")
        yield Problem("surplus", told % {"name": request.name(byes[0])})
    for number in byes[1:]:
        told = _("%(name)s has a full-point bye too. A round has one at most (28L).")
        yield Problem("surplus", told % {"name": request.name(number)})
        if had_bye(known[number], request.round):
            yield Problem("bye", said(sentences.say(sentences.SECOND_BYE, one=request.name(number))))


def house_byes(request: PairingInput, byes: Iterable[int]) -> Iterator[Problem]:
    """Who of them rests without a bye (28M1)."""
    for number in byes:
        if request.chart.by_number[number].house:
            told = _("%(name)s is a house player, who rests without a bye (28M1).")
            if request.of_teams:
                told = _("%(name)s is a house team, which rests without a bye (28M1).")
            yield Problem("surplus", told % {"name": request.name(number)})


def _both(numbers: Iterable[int]) -> tuple[int, int]:
    white, black = numbers
    return white, black


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
