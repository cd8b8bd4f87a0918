"""How the ranks moved since the last completed round: ▲3 beside a name."""

from tiebreaks.published import PlayersDocument

from .public import reading_of


def last_completed(document: PlayersDocument, after: int | None = None) -> int:
    """The round before the last that is shown; while a round is played, the one before it. 0 for none."""
    shown = reading_of(document, after)
    return max(shown.counted - 1, 0)


def ranks_before(document: PlayersDocument, after: int | None = None) -> dict[int, int]:
    """Each number's rank after :func:`last_completed`; empty where nothing was ranked yet.

    Every page of a version asks for the same ranks: the document keeps them.
    """
    number = last_completed(document, after)
    if not number:
        return {}
    kept: dict[int, dict[int, int]] = vars(document).setdefault("_ranks_before", {})
    if number not in kept:
        kept[number] = {each.number: each.rank for each in document.ranking(number).standings}
    return kept[number]
