"""Boards and byes that a posted round had and has no more: slips lie on boards, and phones show their pages.

The log tells, as of changed pairings. A mirror, which has no log, has what its hall sent.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.published import DOCUMENTS, PlayersDocument

from ...formats.mirror import read
from ...models import LogEntry, Player, Round, RowChange
from .changed_pairings import OF_RESULTS, as_sent
from .playing import has_full_bye

# A round and a number of its boards, or of who had its full-point bye.
Left = frozenset[tuple[int, int]]


class _Ever(NamedTuple):
    """What was removed since its round was posted, though it may be there again."""

    boards: Left = frozenset()
    byes: Left = frozenset()


def is_left(document: PlayersDocument, standings: int, stamp: str, number: int, board: int) -> bool:
    """Whether a posted round had this board and has it no more. One that is there costs no query."""
    here = document.boards.get(number)
    if here is None or any(each.board == board for each in here):
        return False
    return (number, board) in left_boards(document, standings, stamp)


def left_boards(document: PlayersDocument, standings: int, stamp: str) -> Left:
    here = {(number, each.board) for number, boards in document.boards.items() for each in boards}
    return _ever(standings, stamp, tuple(document.boards)).boards - here


def is_left_bye(document: PlayersDocument, standings: int, stamp: str, number: int, player: int) -> bool:
    """Whether somebody had the full-point bye of a posted round and has it no more. One that is there costs
    no query."""
    if number not in document.boards or not _has_none(document, number, player):
        return False
    return (number, player) in left_byes(document, standings, stamp)


def left_byes(document: PlayersDocument, standings: int, stamp: str) -> Left:
    ever = _ever(standings, stamp, tuple(document.boards)).byes
    return frozenset([each for each in ever if _has_none(document, *each)])


def _has_none(document: PlayersDocument, number: int, player: int) -> bool:
    """Of a house player no bye is ever told (28M1)."""
    card = document.chart.by_number.get(player)
    return card is not None and not card.house and not has_full_bye(card, number)


@lru_cache(maxsize=DOCUMENTS)
def _ever(standings: int, stamp: str, rounds: tuple[int, ...]) -> _Ever:
    of = Round.objects.filter(section__standings=standings, number__in=rounds)
    posted = {pk: (number, at) for pk, number, at in of.values_list("pk", "number", "published_at") if at}
    return (
        _by_log(standings, posted)
        if posted
        else _Ever(_sent(standings, "left"), _sent(standings, "left-byes"))
    )


def _sent(standings: int, kind: str) -> Left:
    return frozenset(read(as_sent(standings, kind) or "[]", list[tuple[int, int]]))


def _by_log(standings: int, posted: dict[int, tuple[int, datetime]]) -> _Ever:
    """In a posted round boards keep their numbers, and a bye is removed before another kind is given."""
    removed = [*_removed(standings, posted)]
    numbers = dict(Player.objects.filter(section__standings=standings).values_list("pk", "number"))
    boards = [(number, row["board"]) for table, number, row in removed if table == "game"]
    byes = [
        (number, numbers[row["player_id"]])
        for table, number, row in removed
        if table == "seat" and row["kind"] == Kind.FULL_BYE.letter and row["player_id"] in numbers
    ]
    return _Ever(frozenset(boards), frozenset(byes))


def _removed(
    standings: int, posted: dict[int, tuple[int, datetime]]
) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """The table, the round and the row of each board and seat that was removed since its round was posted."""
    first = min(at for _number, at in posted.values())
    entries = LogEntry.objects.filter(standings=standings, at__gt=first).exclude(verb__in=OF_RESULTS)
    for at, rows in entries.values_list("at", "rows"):
        for row in map(RowChange._make, rows):
            if row.table not in ("game", "seat") or row.before is None or row.after is not None:
                continue
            number, since = posted.get(row.before["round_id"], (0, at))
            if at > since:
                yield row.table, number, row.before
