"""How the ranks moved since the last completed round: ▲3 beside a name."""

from dataclasses import replace

from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.sequence import Sequence
from tiebreaks.published import DOCUMENTS, PlayersDocument

from .playing import has_result
from .progress import reading_of

Ranks = dict[int, int]

# What was ranked last, and the ranks: the results of a round do not change the rounds before it.
_recent: tuple[tuple[Reading, Sequence, Ranks], ...] = ()


def last_completed(document: PlayersDocument, after: int | None = None) -> int:
    """The round before the last that is shown; while a round is played, the one before it. 0 for none."""
    shown = reading_of(document, after)
    return max(shown.counted - 1, 0)


def ranks_before(document: PlayersDocument, after: int | None = None) -> Ranks:
    """Each number's rank after :func:`last_completed`; empty where nothing was ranked yet, and until the
    round that is played has a result: nobody moves before.

    Every page of a version asks for the same ranks: the document keeps them.
    """
    number = last_completed(document, after)
    if not number:
        return {}
    kept: dict[int, Ranks] = vars(document).setdefault("_ranks_before", {})
    if number not in kept:
        shown = reading_of(document, after)
        counts = not shown.live or has_result(document, shown.counted)
        kept[number] = _ranks(document.reading(number), document.order) if counts else {}
    return kept[number]


def _ranks(reading: Reading, order: Sequence) -> Ranks:
    global _recent
    for ranked, by, ranks in _recent:
        if ranked == reading and by == order:
            return ranks
    ranks = {each.number: each.rank for each in rank(reading, order).standings}
    # A copy is without all that the systems keep with a reading.
    _recent = ((replace(reading), order, ranks), *_recent)[:DOCUMENTS]
    return ranks
