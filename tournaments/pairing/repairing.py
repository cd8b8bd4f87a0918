"""Players leave after the round was paired (29G1): the ladder, which changes as few boards as possible.

The opponent left alone takes a player of the same or the next lower group, whose opponent does the same, down
to the bye. Of several who are left alone the highest takes one first, whose ladder ends at another of them.
Pairing anew is `pair` with the started boards set.
"""

import heapq
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from . import sentences as s
from .byes import candidates
from .field import Field
from .of_teams import told as told_of_teams
from .pairing import pair
from .reading import build_field, met, pool
from .request import PairingInput, SetBoard
from .result import Board, Impossible, PairingResult

Step = tuple[int, int]


@dataclass(frozen=True)
class Round:
    """The boards of a round, White first, when somebody is left ``alone``, the highest-ranked first;
    ``resting`` is who has the bye, or the house player without a board, and ``left`` who left the round, of
    those whose opponent did."""

    boards: tuple[Step, ...]
    alone: tuple[int, ...]
    resting: int | None = None
    left: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Ladder:
    """New boards in the order of the ladder, who then has the bye, and which boards are gone for them."""

    boards: tuple[Step, ...]
    bye: int | None
    removed: tuple[Step, ...]

    @property
    def changed(self) -> int:
        return len(self.boards)


def left_alone(request: PairingInput, boards: Sequence[Step], bye: int | None) -> Round | None:
    """The round without the ``boards`` of those who left, if that leaves anybody alone; else None.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> left_alone(PairingInput(chart([], [], ["U"], rounds=3), 1), [(1, 3)], bye=2)
    Round(boards=(), alone=(1,), resting=2, left={1: 3})
    """
    known = request.chart.by_number
    whole = tuple([both for both in boards if all(request.in_pool(known[number]) for number in both)])
    seated = {number for both in whole for number in both}
    resting = bye if bye is not None and request.in_pool(known[bye]) else None
    left = [card for card in pool(request) if card.number not in {*seated, resting}]
    if not left:
        return None
    if resting is None:
        houses = [c.number for c in request.chart.cards if c.house and request.in_pool(c)]
        resting = next((number for number in houses if number not in seated), None)
    alone = [player.number for player in build_field(request, left, {}).players]
    opponents = {one: other for both in boards for one, other in (both, both[::-1])}
    gone = {one: other for one, other in opponents.items() if one in alone and _has_left(request, other)}
    return Round(whole, tuple(alone), resting, gone)


def _has_left(request: PairingInput, number: int) -> bool:
    card = request.chart.by_number[number]
    return request.gone(card) or request.away(card) is not None


def ladder(request: PairingInput, of: Round) -> Ladder | None:
    """The shortest ladder; None if there is none and the round must be paired anew.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> wall = chart([], [], [], [], [], rounds=3, ratings=[1900, 1800, 1700, 1600, 1500])
    >>> ladder(PairingInput(wall, 1), Round(((4, 2),), alone=(3,), resting=5)).boards
    ((3, 5),)
    """
    opponent = {one: other for both in of.boards for one, other in (both, both[::-1])}
    cards = [card for card in request.chart.cards if card.number in {*opponent, *of.alone, of.resting}]
    barred = {n: set(others) for n, others in met(request.chart, request.round).items()}
    for one, other in (*request.locks.apart, *request.locks.asked_apart):
        barred[one].add(other)
    fixed = {n for board in request.locks.boards for n in (board.white, board.black)}
    field = build_field(request, cards, barred)
    bye = of.resting if of.resting is not None and not request.chart.by_number[of.resting].house else None
    whole = Ladder((), bye, ())
    waiting = list(of.alone)
    while waiting:
        first, others = waiting[0], waiting[1:]
        if others:
            part = _climb(field, opponent, first, others, (), fixed)
        elif of.resting is not None:
            part = _climb(field, opponent, first, [of.resting], (), fixed)
        else:
            part = _climb(field, opponent, first, (), _may_rest(request, field) - fixed, fixed)
        if part is None:
            return None
        whole = Ladder(
            (*whole.boards, *part.boards), whole.bye if others else part.bye, (*whole.removed, *part.removed)
        )
        moved = {n for step in part.boards for n in step}
        fixed |= moved
        waiting = [number for number in others if number not in moved]
    return whole


def by_ladder(request: PairingInput, of: Round) -> PairingResult | Impossible | None:
    """The round after the ladder, with the colors of its new boards; None if there is no ladder."""
    steps = ladder(request, of)
    if steps is None:
        return None
    kept = [SetBoard(*both) for both in of.boards if both not in steps.removed]
    new = [SetBoard(*both, colored=False) for both in steps.boards]
    locks = replace(request.locks, boards=(*kept, *new), bye=steps.bye, no_bye=steps.bye is None)
    made = pair(replace(request, locks=locks))
    if isinstance(made, Impossible):
        return made
    moved = {frozenset(both) for both in steps.boards}
    boards = [_moved_up(request, board, of) if board.players in moved else board for board in made.boards]
    rests = made.bye
    if rests is not None and rests.number != of.resting:
        left = _left_over(request, of) if steps.boards else s.say(s.BYE_LEFT)
        rests = replace(rests, sentences=(left,))
    return replace(made, boards=tuple(boards), bye=rests)


def _moved_up(request: PairingInput, board: Board, of: Round) -> Board:
    """A new board of the ladder, which to the rules of colors is one that is set."""
    because: str = _because(request, board, of)
    because = told_of_teams(because) if request.of_teams else because
    told = [because if getattr(text, "id", "") == s.LOCK else text for text in board.reason.sentences]
    return replace(board, reason=replace(board.reason, sentences=tuple(told)))


def _because(request: PairingInput, board: Board, of: Round) -> str:
    """Why the ladder has a board, with who left the round, where that alone made it. For two who were left
    alone nobody moves up."""
    two = {"one": request.name(board.white), "other": request.name(board.black)}
    gone = [request.name(of.left[number]) for number in (board.white, board.black) if number in of.left]
    if not board.players <= {*of.alone}:
        only = _only_one_left(request, of)
        return s.say(s.LADDER_AFTER, **two, gone=only) if only else s.say(s.LADDER, **two)
    if len(gone) < 2:
        return s.say(s.LADDER_TOGETHER, **two)
    return s.say(s.LADDER_TOGETHER_AFTER, **two, gone=gone[0], gone_too=gone[1])


def _left_over(request: PairingInput, of: Round) -> str:
    """Why the ladder ends with the bye."""
    only = _only_one_left(request, of)
    return s.say(s.BYE_LADDER_AFTER, gone=only) if only else s.say(s.BYE_LADDER)


def _only_one_left(request: PairingInput, of: Round) -> str:
    """Who left, if the ladder is for the opponent of one player alone; else empty."""
    return request.name(of.left[of.alone[0]]) if [*of.left] == [*of.alone] and len(of.alone) == 1 else ""


def _may_rest(request: PairingInput, field: Field) -> set[int]:
    """At whom a ladder may end: the house player, else those of the lowest score group who may have the bye
    (28L2)."""
    houses = {player.number for player in field.players if player.house}
    asked = [] if houses else candidates(request, field)
    lowest = min((field.score[field.position[number]] for number in asked), default=0)
    return houses | {number for number in asked if field.score[field.position[number]] == lowest}


def _climb(
    field: Field,
    opponent: dict[int, int],
    first: int,
    free: Collection[int],
    may_rest: Collection[int],
    fixed: Collection[int],
) -> Ladder | None:
    """Search chains by the teammates who would meet (28N), by length, score gaps, colors and ratings.

    A chain ends at one of the ``free``, who have no board, or with the bye of one who ``may_rest``.
    """
    order = count()
    waiting: list[tuple[tuple[int, ...], int, int, tuple[Step, ...]]] = [
        ((0, 0, 0, 0, 0), next(order), first, ())
    ]
    done: set[int] = set()
    while waiting:
        cost, _order, alone, steps = heapq.heappop(waiting)
        if alone in done:
            continue
        done.add(alone)
        if alone in may_rest:
            house = field.players[field.position[alone]].house
            return _ladder(steps, None if house else alone, opponent)
        if alone == -1:
            return _ladder(steps, None, opponent)
        x = field.position[alone]
        used = {n for step in steps for n in step} | {alone, opponent.get(alone, 0)}
        for other in sorted(field.position):
            y = field.position[other]
            upward = field.score[y] > field.score[x]
            there = other in opponent or other in free
            if not there or other in used or other in fixed or upward or not field.legal(x, y):
                continue
            gap = (field.score[x] - field.score[y]) ** 2
            team = int(field.avoided(x, y))
            more = (team, 1, gap, sum(field.conflict(x, y)), field.distance(x, y) ** 2)
            following = -1 if other in free else opponent[other]
            total = tuple(a + b for a, b in zip(cost, more, strict=True))
            heapq.heappush(waiting, (total, next(order), following, (*steps, (alone, other))))
    return None


def _ladder(steps: tuple[Step, ...], bye: int | None, opponent: dict[int, int]) -> Ladder:
    moved = {n for step in steps for n in step} | ({bye} if bye is not None else set())
    removed = {both for n, other in opponent.items() if n in moved for both in ((n, other), (other, n))}
    return Ladder(steps, bye, tuple(sorted(removed)))
