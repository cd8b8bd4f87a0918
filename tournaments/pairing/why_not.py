"""Why two players do not meet (PAIRING §7): what forbids it, or what it would cost if they did.

The first sentence is the answer. What follows is what else would change, and the score of both.
"""

from collections.abc import Sequence
from dataclasses import replace

from tiebreaks.engine.points import show

from . import sentences as s
from .brackets import Solved
from .explain import Numbered, cause, verdict_on
from .matching import TooManyError
from .of_teams import told
from .pairing import solve_round
from .pool import Pool, gather
from .pools import pair_pools
from .reading import entrant, met, of_one_player
from .request import PairingInput, SetBoard
from .score_groups import ImpossibleError
from .set_by_director import RefusedError, set_boards
from .would_cost import Cost


def why_not(request: PairingInput, one: int, other: int) -> tuple[str, ...]:
    """The answer, what would change besides, and the score of both.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> wall = chart([], [], [], [], rounds=3, ratings=[1900, 1800, 1700, 1600])
    >>> why_not(PairingInput(wall, 1), 1, 2)[0]
    'If they met, Entry 1 would meet Entry 2 instead of Entry 3, whom the list order gives (29C1).'
    """
    said = (*_why_not(request, one, other), _scores(request, one, other))
    return tuple(map(told, said)) if request.of_teams else said


def _scores(request: PairingInput, one: int, other: int) -> str:
    """The points that both have, without those that acceleration adds."""
    known = request.chart.by_number
    names = {"one": request.name(one), "other": request.name(other)}
    points = [show(entrant(request.chart, known[n], request.round).score_q) for n in (one, other)]
    return s.say(s.SCORES, **names, points=points[0], others=points[1])


def _why_not(request: PairingInput, one: int, other: int) -> tuple[str, ...]:
    names = {"one": request.name(one), "other": request.name(other)}
    said = ""
    try:
        asked = set_boards(request)
        said = _forbidden(asked, one, other)
        pool, solved = solve_round(asked)
        # Who has met meets again where the round needs it.
        if any({one, other} == {white, black} for _board, white, black in _boards(pool, solved)):
            return (s.say(s.MEET, **names),)
        if said:
            return (said,)
        if pool.table:
            return (s.say(s.WHY_NOT_LINE, **names, line=pool.table.number),)
        forced = _with_board(asked, one, other, pool)
        if forced is None:
            return _no_rest(asked, one, other, pool)
    except (RefusedError, ImpossibleError, TooManyError) as error:
        return (said or str(error),)
    if forced[0].bye and pool.bye and forced[0].bye.number != pool.bye.number:
        byes = {"name": request.name(forced[0].bye.number), "instead": request.name(pool.bye.number)}
        return (s.say(s.WHY_NOT_BYE, **names, **byes),)
    verdict = verdict_on(pool, solved, _boards(*forced))
    if not verdict.worse:
        return (s.say(s.WHY_NOT_SAME, **names),)
    if verdict.level == "asked" and frozenset((one, other)) in pool.asked - pool.broken:
        is_request = {one, other} in map(set, request.locks.asked_apart)
        return (s.say(s.WHY_NOT_ASKED if is_request else s.WHY_NOT_TEAM, **names),)
    cost = Cost(asked, pool, verdict, _boards(pool, solved), _boards(*forced))
    return (
        cost.sentence() or s.say(s.WHY_NOT, cause=cause(verdict, request.options)),
        *cost.more(one, other),
    )


def _forbidden(request: PairingInput, one: int, other: int) -> str:
    """What keeps two players apart whatever else is paired: each other's round, or what the director set."""
    names = {"one": request.name(one), "other": request.name(other)}
    played = met(request.chart, request.round)
    if frozenset((one, other)) in of_one_player(request.chart):
        return s.say(s.WHY_NOT_ENTRIES, **names)
    if other in played[one]:
        return s.say(s.WHY_NOT_MET, **names, round=played[one][other])
    if {one, other} in map(set, request.locks.apart):
        return s.say(s.WHY_NOT_APART, **names)
    for number in (one, other):
        if number == request.given_bye:
            return s.say(s.WHY_NOT_BYE_SET, one=request.name(number))
        if not request.in_pool(request.chart.by_number[number]):
            return s.say(s.AWAY, one=request.name(number))
    for board in request.locks.boards:
        if {board.white, board.black} & {one, other}:
            return s.say(s.WHY_NOT_SET, one=request.name(board.white), other=request.name(board.black))
    return ""


def _with_board(request: PairingInput, one: int, other: int, ours: Pool) -> tuple[Pool, list[Solved]] | None:
    """The round with these two at a board, the same bye if that can be; None if others would be left."""
    boards = (*request.locks.boards, SetBoard(one, other, colored=False))
    byes = [request.locks.bye]
    if ours.bye and ours.bye.number not in (one, other):
        byes.insert(0, ours.bye.number)
    for bye in byes:
        forced = replace(request, locks=replace(request.locks, boards=boards, bye=bye))
        try:
            pool = gather(forced)
            if len(pool.again) <= len(ours.again):
                return pool, pair_pools(forced, pool)
        except (RefusedError, ImpossibleError):
            continue
    return None


def _no_rest(request: PairingInput, one: int, other: int, ours: Pool) -> tuple[str, ...]:
    """The others could not be paired: because of boards that the director has set, or anyway."""
    names = {"one": request.name(one), "other": request.name(other)}
    free = replace(request, locks=replace(request.locks, boards=()))
    if request.locks.boards and _with_board(free, one, other, ours) is not None:
        boards = [f"{request.name(b.white)} – {request.name(b.black)}" for b in request.locks.boards]
        return s.say(s.WHY_NOT_SET_BOARDS, **names), s.say(s.SET_BOARDS, boards="; ".join(boards))
    return (s.say(s.WHY_NOT_REST, **names),)


def _boards(pool: Pool, solved: Sequence[Solved]) -> list[Numbered]:
    players = pool.field.players
    pairs = [*pool.fixed, *(pair for bracket in solved for pair in bracket.pairs)]
    return [(0, players[x].number, players[y].number) for x, y in pairs]
