"""The line of a score group: how many are due which color, and on how many boards somebody misses it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from tiebreaks.engine.points import show

from . import sentences as s
from .acceleration import ADDED_BY
from .field import Field
from .result import Board, GroupLine
from .score_groups import score_groups

# What is told of a group for the boards that it has.
_OF_BOARDS = {
    *(s.MISSED_ON_ONE, s.MISSED, s.MISSED_TWICE_ON_ONE, s.MISSED_TWICE),
    *(s.UNAVOIDABLE_ON_ONE, s.UNAVOIDABLE),
}


def group_lines(field: Field, boards: Sequence[Board], rests_q: int | None = None) -> tuple[GroupLine, ...]:
    """One line a score group of the field, with the boards of a pairing. Who has the full-point bye, on a
    score of ``rests_q``, belongs to the group and needs no color."""
    lines = []
    for group in score_groups(field, range(len(field.players))):
        dues = [field.due[x] for x in group]
        numbers = tuple(field.players[x].number for x in group)
        due = dues.count("w"), dues.count("b")
        rests = field.score[group[0]] == rests_q
        told = _dues(len(group) + rests, *due), *[s.say(s.GROUP_REST)] * rests, *_added(field, group)
        lines.append(GroupLine(field.score[group[0]], numbers, told, due))
    return with_boards(lines, boards)


def group_of(players: Collection[int], lines: Iterable[GroupLine]) -> GroupLine | None:
    """The score group that a board belongs to: that of the player who is paired on more points."""
    theirs = [line for line in lines if not {*line.numbers}.isdisjoint(players)]
    return max(theirs, key=lambda line: line.points_q, default=None)


def _dues(players: int, white: int, black: int) -> str:
    if players == 1:
        return s.say(s.GROUP_OF_ONE)
    text = {(True, True): s.GROUP_BOTH, (True, False): s.GROUP_WHITE, (False, True): s.GROUP_BLACK}
    return s.say(text.get((white > 0, black > 0), s.GROUP), players=players, white=white, black=black)


def _added(field: Field, group: Sequence[int]) -> Iterable[str]:
    """That the points of a group are not those that its members have (28R)."""
    added = {field.players[x].added_q for x in group}
    rule = ADDED_BY.get(field.options.acceleration)
    if not rule or added == {0}:
        return
    text = s.GROUP_ADDED if len(added) == 1 and max(added) > 0 else s.GROUP_ADDED_SOME
    yield s.say(text, added=show(max(added)), rule=rule)


def with_boards(lines: Iterable[GroupLine], boards: Sequence[Board]) -> tuple[GroupLine, ...]:
    """The same lines with what other boards cost."""
    lines = tuple(lines)
    among: dict[int, list[Board]] = {}
    for board in boards:
        if (line := group_of(board.players, lines)) is not None:
            among.setdefault(line.points_q, []).append(board)
    return tuple(
        replace(
            line,
            sentences=(
                *(text for text in line.sentences if getattr(text, "id", "") not in _OF_BOARDS),
                *_missed(line, boards, among.get(line.points_q, [])),
            ),
        )
        for line in lines
    )


def _missed(line: GroupLine, boards: Sequence[Board], theirs: Sequence[Board]) -> Iterable[str]:
    """On how many boards of the group, those of its odd players included, a due color is missed."""
    members = {*line.numbers}
    counts = [len(board.reason.color.who_misses) for board in theirs]
    missed, twice = counts.count(1), counts.count(2)
    if twice:
        yield s.say(s.MISSED_TWICE_ON_ONE if twice == 1 else s.MISSED_TWICE, boards=twice)
    if not missed:
        return
    crossing = sum(len(board.players & members) == 1 for board in boards)
    # Who is due the color of the majority, and finds nobody who is not.
    most = max(line.due)
    least = max(0, (2 * most - len(members) - crossing + 1) // 2)
    one, many = (s.UNAVOIDABLE_ON_ONE, s.UNAVOIDABLE) if missed <= least else (s.MISSED_ON_ONE, s.MISSED)
    yield s.say(one if missed == 1 else many, boards=missed)
