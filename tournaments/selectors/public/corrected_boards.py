"""Of which boards phones showed another result before, and when it was corrected.

The log tells, as for :mod:`.changed_pairings`; a mirror, which has none, has what its hall sent.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.published import DOCUMENTS, PlayersDocument

from ...formats.mirror import CorrectedBoard, read
from ...models import Game, LogEntry, MatchBoard, RowChange
from ...text.log import Summary
from .changed_pairings import as_sent
from .playing import begun

# By round, board and slot, and by the board of a match; 0 of a game.
Corrected = Mapping[tuple[int, int, int, int], datetime]
NONE: Corrected = MappingProxyType({})

# What changes results of a match that were entered.
OF_MATCHES = (Summary.BOARD_CORRECTED, Summary.MATCH_CORRECTED, Summary.LINE_UP)

# What a board of a match has of its result.
RESULT = ("home_kind", "away_kind", "home_points_q", "away_points_q")


def listed(found: Corrected) -> list[CorrectedBoard]:
    """As a mirror is told of it."""
    return [CorrectedBoard(*board, at) for board, at in sorted(found.items())]


def corrected(document: PlayersDocument, standings: int, stamp: str) -> Corrected:
    return _corrected(standings, stamp) if begun(document) else NONE


@lru_cache(maxsize=DOCUMENTS)
def _corrected(standings: int, stamp: str) -> Corrected:
    """All pages of a version ask for it, one after another. Who enters a result that stood open corrects
    none, and what was undone is as it was."""
    codes = (Summary.RESULT_CORRECTED, Summary.FOLLOWED, *OF_MATCHES)
    entries = LogEntry.objects.filter(standings=standings, code__in=codes, undone_by=None)
    found: dict[tuple[int, int, int, int], datetime] = {}
    games: dict[int, datetime] = {}
    boards: dict[int, datetime] = {}
    for at, code, values, rows in entries.order_by("at", "pk").values_list("at", "code", "values", "rows"):
        if code == Summary.FOLLOWED:
            found |= {(round, board, 1, 0): at for round, board, *_more in values.get("changed", [])}
        elif code in OF_MATCHES:
            boards |= dict.fromkeys(_boards(rows), at)
        elif Kind.OPEN.letter not in values["was"][0]:
            games |= dict.fromkeys(_games(rows), at)
    where = Game.objects.filter(pk__in=games).values_list("pk", "round__number", "board", "slot")
    found |= {(round, board, slot, 0): games[pk] for pk, round, board, slot in where}
    of_matches = MatchBoard.objects.filter(pk__in=boards).values_list(
        "pk", "game__round__number", "game__board", "game__slot", "board"
    )
    found |= {(round, board, slot, of_match): boards[pk] for pk, round, board, slot, of_match in of_matches}
    return found or _as_sent(standings)


def _games(rows: Iterable[Any]) -> list[int]:
    return [row.pk for row in map(RowChange._make, rows) if row.table == "game"]


def _boards(rows: Iterable[Any]) -> Iterator[int]:
    """The boards of a match whose result was another one, and not open."""
    for row in map(RowChange._make, rows):
        if row.table == "matchboard" and row.before and row.after:
            had = [row.before[each] for each in RESULT if each in row.before]
            if had and Kind.OPEN.letter not in had:
                yield row.pk


def _as_sent(standings: int) -> Corrected:
    sent = read(as_sent(standings, "corrected") or "[]", list[CorrectedBoard])
    return {(each.round, each.board, each.slot, each.of_match): each.at for each in sent} or NONE
