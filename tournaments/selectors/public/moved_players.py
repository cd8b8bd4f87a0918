"""Where the players of a section are that was merged into another one, or cut into quads.

The log tells; a mirror, which has none, has what its hall sent.
"""

from functools import lru_cache

from tiebreaks.published import DOCUMENTS, PlayersDocument

from ...formats.mirror import read
from ..history.gone_to import gone_to
from .changed_pairings import as_sent


def moved_to(document: PlayersDocument, standings: int, stamp: str) -> tuple[str, ...]:
    """The addresses of those sections; none of a section that has players."""
    return () if document.standings else _moved_to(standings, stamp)


@lru_cache(maxsize=DOCUMENTS)
def _moved_to(standings: int, stamp: str) -> tuple[str, ...]:
    """All pages of a version ask for it, one after another."""
    return tuple(gone_to(standings)) or tuple(read(as_sent(standings, "moved") or "[]", list[str]))
