"""Boards that a posted round had and has no more: slips lie on them, and phones show their pages.

The log tells, as of changed pairings. A mirror, which has no log, has what its hall sent.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache

from tiebreaks.published import DOCUMENTS, PlayersDocument

from ...formats.mirror import read
from ...models import LogEntry, Round, RowChange
from .changed_pairings import OF_RESULTS, as_sent

# A round and a number of its boards.
Left = frozenset[tuple[int, int]]


def is_left(document: PlayersDocument, standings: int, stamp: str, number: int, board: int) -> bool:
    """Whether a posted round had this board and has it no more. One that is there costs no query."""
    here = document.boards.get(number)
    if here is None or any(each.board == board for each in here):
        return False
    return (number, board) in left_boards(document, standings, stamp)


def left_boards(document: PlayersDocument, standings: int, stamp: str) -> Left:
    here = {(number, each.board) for number, boards in document.boards.items() for each in boards}
    return _ever(standings, stamp, tuple(document.boards)) - here


@lru_cache(maxsize=DOCUMENTS)
def _ever(standings: int, stamp: str, rounds: tuple[int, ...]) -> Left:
    """The boards that were removed since their round was posted, though another may have the number since."""
    of = Round.objects.filter(section__standings=standings, number__in=rounds)
    posted = {pk: (number, at) for pk, number, at in of.values_list("pk", "number", "published_at") if at}
    if not posted:
        return frozenset(read(as_sent(standings, "left") or "[]", list[tuple[int, int]]))
    return frozenset(_by_log(standings, posted))


def _by_log(standings: int, posted: dict[int, tuple[int, datetime]]) -> Iterator[tuple[int, int]]:
    """The boards that were removed. In a posted round boards keep their numbers."""
    first = min(at for _number, at in posted.values())
    entries = LogEntry.objects.filter(standings=standings, at__gt=first).exclude(verb__in=OF_RESULTS)
    for at, rows in entries.values_list("at", "rows"):
        for row in map(RowChange._make, rows):
            if row.table != "game" or row.before is None or row.after is not None:
                continue
            number, since = posted.get(row.before["round_id"], (0, at))
            if at > since:
                yield number, row.before["board"]
