"""Players leave after the round was paired (29G1): the ladder, which changes as few boards as possible.

The opponent left alone takes a player of the same or the next lower group, whose opponent does the same, down
to the bye. That is the rule; which chain it is, or of several who are left alone which
chains, one matching says: fewest boards change, whichever way the scores go.
Pairing anew is `pair` with the started boards set.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from . import sentences as s
from .byes import candidates
from .field import Field
from .matching import min_cost_matching, pack
from .of_teams import told as told_of_teams
from .pairing import pair
from .reading import build_field, met, pool
from .request import PairingInput, SetBoard
from .result import Board, Impossible, PairingResult

Step = tuple[int, int]

# With whom the one sits who has the bye, and what a board costs that stays.
NOBODY = 0
KEPT: tuple[int, ...] = (0,) * 6


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
    """New boards, the higher-ranked player first, who has the bye then, and the boards gone for it."""

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
    gone = {one: other for one, other in opponents.items() if one in alone and has_left(request, other)}
    return Round(whole, tuple(alone), resting, gone)


def has_left(request: PairingInput, number: int) -> bool:
    """Whether somebody does not play in the round, gone for good or for it."""
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
    barred = {n: set(others) for n, others in met(request.chart, request.round).items()}
    for one, other in (*request.locks.apart, *request.locks.asked_apart):
        barred[one].add(other)
    cards = [card for card in request.chart.cards if card.number in {*opponent, *of.alone, of.resting}]
    field = build_field(request, cards, barred)
    stay = {n for board in request.locks.boards for n in (board.white, board.black)} - {*of.alone}
    even = len(of.alone) % 2 == 0
    if even and of.resting is not None:
        stay.add(of.resting)
    moving = [player.number for player in field.players if player.number not in stay]
    ends = set() if even or of.resting is not None else _may_rest(request, field, moving)
    found = _fewest_changes(field, moving, opponent, ends)
    if found is None:
        return None
    new = _new(found, opponent)
    rests = of.resting if even else next((one for one, other in found if other == NOBODY), None)
    bye = None if rests is None or request.chart.by_number[rests].house else rests
    moved = {n for both in found if both in new or NOBODY in both for n in both}
    return Ladder(new, bye, tuple(both for both in of.boards if moved & {*both}))


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


def _may_rest(request: PairingInput, field: Field, moving: Collection[int]) -> set[int]:
    """At whom a ladder may end: the house player, else those ``moving`` who may have the bye, of their lowest
    score group (28L2): whose game has begun is asked no more."""
    houses = {player.number for player in field.players if player.house}
    asked = [] if houses else [number for number in candidates(request, field) if number in moving]
    lowest = min((field.score[field.position[number]] for number in asked), default=0)
    return houses | {number for number in asked if field.score[field.position[number]] == lowest}


def _fewest_changes(
    field: Field, moving: Sequence[int], opponent: Mapping[int, int], ends: Collection[int]
) -> list[Step] | None:
    """All ``moving`` with an opponent, the higher-ranked first, or one of the ``ends`` with nobody, such
    that as few teammates as possible meet (28N), and then as few boards as possible are new.

    With a new board of two who both had one there are two more than those who wait need. Of a large field
    it is ten times as fast to try without these, and mostly enough.
    """
    waiting = {number for number in moving if number not in opponent}
    found = _matched(field, moving, opponent, ends, waiting)
    new = _new(found or (), opponent)
    mates = any(field.avoided(field.position[one], field.position[other]) for one, other in new)
    if found and not mates and len(new) < len(waiting) // 2 + 2:
        return found
    return _matched(field, moving, opponent, ends, moving)


def _new(boards: Sequence[Step], opponent: Mapping[int, int]) -> tuple[Step, ...]:
    return tuple([both for both in boards if NOBODY not in both and opponent.get(both[0]) != both[1]])


def _matched(
    field: Field,
    moving: Sequence[int],
    opponent: Mapping[int, int],
    ends: Collection[int],
    among: Collection[int],
) -> list[Step] | None:
    """The same, where of two who meet anew one is ``among`` these."""
    pairs = [*combinations(moving, 2)]
    costs = {(one, other): KEPT for one, other in pairs if opponent.get(one) == other}
    costs |= {
        (one, other): _cost(field, one, other)
        for one, other in pairs
        if (one in among or other in among)
        and opponent.get(one) != other
        and field.legal(field.position[one], field.position[other])
    }
    costs |= {(one, NOBODY): KEPT for one in moving if one in ends}
    nodes = [*moving, NOBODY] if ends else moving
    at = {number: place for place, number in enumerate(nodes)}
    packed = pack([*costs.values()], len(nodes) // 2)
    edges = [(at[one], at[other], cost) for (one, other), cost in zip(costs, packed, strict=True)]
    found = min_cost_matching(len(nodes), edges)
    return None if found is None else [(nodes[x], nodes[y]) for x, y in found]


def _cost(field: Field, one: int, other: int) -> tuple[int, ...]:
    """What a new board costs: teammates, that it is new, the gap of the scores and of equal gaps the lower
    group, colors and ratings."""
    x, y = field.position[one], field.position[other]
    gap, points = (field.score[x] - field.score[y]) ** 2, field.score[x] + field.score[y]
    conflict = sum(field.conflict(x, y))
    return int(field.avoided(x, y)), 1, gap, points, conflict, field.distance(x, y) ** 2
