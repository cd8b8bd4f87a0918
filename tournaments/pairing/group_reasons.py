"""The line of a score group: how many are due which color, and on how many boards somebody misses it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, groupby
from operator import attrgetter

from tiebreaks.engine.points import show

from . import of_teams
from . import sentences as s
from .acceleration import ADDED_BY
from .colors import due, missed
from .field import Entrant
from .reading import entrants, pool
from .request import PairingInput
from .result import GroupLine


def group_lines(
    request: PairingInput, boards: Iterable[tuple[int, int]], bye: int | None = None
) -> tuple[GroupLine, ...]:
    """One line a score group of who has a board of a pairing, White first, or its full-point ``bye``, and of
    who should. Who has the bye counts in all that is told of a group."""
    boards = [*boards]
    here = {bye, *chain(*boards), *(card.number for card in pool(request))}
    members = entrants(request, [card for card in request.chart.cards if card.number in here])
    ranked = sorted(members, key=attrgetter("rank"))
    groups = [[*group] for _score, group in groupby(ranked, key=attrgetter("score_q"))]
    score = {each.number: each.score_q for each in ranked}
    colors = {each.number: each.colors for each in ranked}
    # Of each group, on how many boards how many miss the color that they are due.
    missing: defaultdict[int, Counter[int]] = defaultdict(Counter)
    # With two games per round nobody misses a color.
    once = request.chart.games == 1
    for white, black in boards if once else ():
        misses = any(missed(colors[white], "w")) + any(missed(colors[black], "b"))
        missing[max(score[white], score[black])][misses] += 1

    def told(group: Sequence[Entrant]) -> Iterator[str]:
        yield from _dues(group, bye, [due(each.colors) for each in group] if once else [])
        yield from _added(request, group)
        yield from _missed(group, boards, missing[group[0].score_q])

    return tuple(
        [
            GroupLine(
                group[0].score_q,
                tuple([each.number for each in group]),
                tuple([of_teams.told(text) if request.of_teams else text for text in told(group)]),
            )
            for group in groups
        ]
    )


def group_of(players: Collection[int], lines: Iterable[GroupLine]) -> GroupLine | None:
    """The score group that a board belongs to: that of the player who is paired on more points."""
    theirs = [line for line in lines if not {*line.numbers}.isdisjoint(players)]
    return max(theirs, key=lambda line: line.points_q, default=None)


def _dues(group: Sequence[Entrant], bye: int | None, dues: Sequence[str]) -> Iterator[str]:
    rests = any(each.number == bye for each in group)
    if len(group) == 1:
        yield s.say(s.GROUP_OF_ONE_REST if rests else s.GROUP_OF_ONE)
        return
    white, black = dues.count("w"), dues.count("b")
    text = {(True, True): s.GROUP_BOTH, (True, False): s.GROUP_WHITE, (False, True): s.GROUP_BLACK}
    yield s.say(text.get((white > 0, black > 0), s.GROUP), players=len(group), white=white, black=black)
    if rests:
        yield s.say(s.GROUP_REST)


def _added(request: PairingInput, group: Sequence[Entrant]) -> Iterator[str]:
    """That the points of a group are not those that its members have (28R)."""
    added = {each.added_q for each in group}
    rule = ADDED_BY.get(request.options.acceleration)
    if not rule or added == {0}:
        return
    text = s.GROUP_ADDED if len(added) == 1 and max(added) > 0 else s.GROUP_ADDED_SOME
    yield s.say(text, added=show(max(added)), rule=rule)


def _missed(
    group: Sequence[Entrant], boards: Sequence[tuple[int, int]], missing: Counter[int]
) -> Iterator[str]:
    """On how many boards of the group, those of its odd players included, a due color is missed."""
    once, twice = missing[1], missing[2]
    if twice:
        yield s.say(s.MISSED_TWICE_ON_ONE if twice == 1 else s.MISSED_TWICE, boards=twice)
    if not once:
        return
    members = {each.number for each in group}
    crossing = sum(len(members.intersection(board)) == 1 for board in boards)
    # Who is due the color of the majority, and finds nobody who is not. Who has the bye needs none.
    seated = members.intersection(chain(*boards))
    dues = [due(each.colors) for each in group if each.number in seated]
    most = max(dues.count("w"), dues.count("b"))
    least = max(0, (2 * most - len(dues) - crossing + 1) // 2)
    one, many = (s.UNAVOIDABLE_ON_ONE, s.UNAVOIDABLE) if once <= least else (s.MISSED_ON_ONE, s.MISSED)
    yield s.say(one if once == 1 else many, boards=once)
