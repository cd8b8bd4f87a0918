"""Of which boards phones showed another result before, and when it was corrected.

The log tells, as for :mod:`.changed_pairings`; a mirror, which has none, has what its hall sent.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.published import DOCUMENTS, PlayersDocument

from ...formats.mirror import CorrectedBoard, read
from ...models import Game, LogEntry, RowChange
from ...text.log import Summary
from .changed_pairings import as_sent
from .playing import begun

# By round, board and slot.
Corrected = Mapping[tuple[int, int, int], datetime]
NONE: Corrected = MappingProxyType({})


def listed(found: Corrected) -> list[CorrectedBoard]:
    """As a mirror is told of it."""
    return [CorrectedBoard(*board, at) for board, at in sorted(found.items())]


def corrected(document: PlayersDocument, standings: int, stamp: str) -> Corrected:
    return _corrected(standings, stamp) if begun(document) else NONE


@lru_cache(maxsize=DOCUMENTS)
def _corrected(standings: int, stamp: str) -> Corrected:
    """All pages of a version ask for it, one after another. Who enters a result that stood open corrects
    none, and what was undone is as it was."""
    codes = (Summary.RESULT_CORRECTED, Summary.FOLLOWED)
    entries = LogEntry.objects.filter(standings=standings, code__in=codes, undone_by=None)
    found: dict[tuple[int, int, int], datetime] = {}
    games: dict[int, datetime] = {}
    for at, code, values, rows in entries.order_by("at", "pk").values_list("at", "code", "values", "rows"):
        if code == Summary.FOLLOWED:
            found |= {(round, board, 1): at for round, board, *_more in values.get("changed", [])}
        elif Kind.OPEN.letter not in values["was"][0]:
            games |= dict.fromkeys(_games(rows), at)
    where = Game.objects.filter(pk__in=games).values_list("pk", "round__number", "board", "slot")
    found |= {(round, board, slot): games[pk] for pk, round, board, slot in where}
    return found or _as_sent(standings)


def _games(rows: Iterable[Any]) -> list[int]:
    return [row.pk for row in map(RowChange._make, rows) if row.table == "game"]


def _as_sent(standings: int) -> Corrected:
    sent = read(as_sent(standings, "corrected") or "[]", list[CorrectedBoard])
    return {(each.round, each.board, each.slot): each.at for each in sent} or NONE
