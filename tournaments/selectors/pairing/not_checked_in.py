"""Who of a draft was never here: nobody checked them in, and they have played no game."""

from typing import NamedTuple
from urllib.parse import urlencode

from ...models import Player, Section
from ..entries.check_in import not_checked_in
from .page_record import PairingPage

# So many are named in a row.
MOST_NAMED = 12


class NotCheckedIn(NamedTuple):
    """``bye`` has the full-point bye of the draft, and ``paired`` have a board; without a draft nobody.
    ``resting`` asked for a half-point bye in this round, and missed an earlier one."""

    players: list[Player]
    bye: Player | None
    paired: list[Player]
    # What the page of the no-shows is asked for: those of the draft, or the section.
    query: str
    # Whether round 1 is paired only once a director has said what becomes of them.
    asks: bool
    resting: list[Player]

    @property
    def pks(self) -> set[int]:
        return {player.pk for player in self.players}

    @property
    def names(self) -> str:
        return _named(self.players, None if self.asks else MOST_NAMED)

    @property
    def paired_names(self) -> str:
        return _named(self.paired)

    @property
    def resting_names(self) -> str:
        return _named(self.resting)


def missing_in(section: Section, page: PairingPage) -> NotCheckedIn | None:
    """None where the round is published, or everybody is here."""
    found = None if page.published else not_checked_in(section, page.number)
    if found is None:
        return None
    seated = {n for board in page.shown.boards for n in (board.white, board.black)}
    # Before round 1 nearly everybody may be here without a check-in.
    is_told = found.likely or found.after
    paired = [player for player in found.expected if is_told and player.number in seated]
    bye = page.bye.number if page.bye else 0
    rests = next((player for player in found.expected if player.number == bye), None)
    out = [player.pk for player in found.expected if player in paired or player == rests]
    query = urlencode({"section": section.slug, "player": out}, doseq=True)
    asks = found.checks_in and page.draft is None
    return NotCheckedIn(found.expected, rests, paired, query, asks, found.resting)


def _named(players: list[Player], most: int | None = MOST_NAMED) -> str:
    names = [player.called for player in players]
    return "; ".join(names if most is None or len(names) <= most else [*names[:most], "…"])
