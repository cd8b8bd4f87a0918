"""Why somebody gets a prize, or does not: a code and its data; the sentence is there for who wants it."""

from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from ..messages import Message, gettext_noop
from .prize import Prize, dollars


class Why(Enum):
    """The code, with its sentence in English."""

    # Trophies.
    BEST = gettext_noop("the best placed of those who qualify (32F)")
    WITH_MONEY = gettext_noop("the trophy follows the money (33D2a)")
    AT_SCORE = gettext_noop("everybody at this score or above")
    TIED = gettext_noop("the posted order leaves a tie: a playoff or a toss decides")
    ALREADY = gettext_noop("number {number} already takes: {prize} (32F)")
    MAY_TAKE = gettext_noop("number {number} may take another trophy, as a tie is decided (32F)")
    # Money.
    ALONE = gettext_noop("takes the most valuable prize that is left to win: {prize} (32B1)")
    SHARED = gettext_noop("{count} who tied share {money} equally (32B2)")
    ONLY_THEY = gettext_noop(
        "split off: nobody else in the tie can win {prize}, and {money} is more than {other} (32B3)"
    )
    CAPPED = gettext_noop(
        "number {number} is held to {money}, the largest prize without the tie: {prize}; the rest goes to "
        "the others (32B3)"
    )
    LIMITED = gettext_noop("number {number} is unrated and held to {money}; the rest passes on (32C6)")
    NONE_TO_WIN = gettext_noop("number {number} can win none of these prizes and shares in none (32B3)")
    PAID = gettext_noop("number {number} is paid already, from: {prize} (32B1)")
    ODD_CENT = gettext_noop("number {number} gets one of the odd cents, by the lowest numbers")
    # Whoever would have won, and does not.
    WITHDRAWN = gettext_noop("number {number} has withdrawn (32C1)")
    ABSENT = gettext_noop("number {number} is not present, as this prize asks")
    OTHER_ENTRY = gettext_noop("number {number} is another entry of the same player: one wins (32C5)")
    # Prizes without a winner.
    NOBODY = gettext_noop("nobody qualifies: not awarded (32C3)")
    TOO_FEW = gettext_noop("too few who qualify: not awarded (32C2)")
    ALL_HAVE = gettext_noop("all who qualify have another prize: not awarded")
    TEAMS = gettext_noop("awarded apart, by the team standings")


class Reason(NamedTuple):
    """A code and what belongs into its sentence; amounts are in cents."""

    why: Why
    number: int = 0
    prize: Prize | None = None
    cents: int = 0
    other: int = 0
    players: int = 0

    @property
    def message(self) -> Message:
        """
        >>> str(Reason(Why.SHARED, players=3, cents=60000).message)
        '3 who tied share $600 equally (32B2)'
        """
        return Message(
            self.why.value,
            number=self.number,
            prize=self._what_is_won(),
            money=dollars(self.cents),
            other=dollars(self.other),
            count=self.players,
        )

    def _what_is_won(self) -> str:
        """Trophies and money are worked apart: of a prize that is both, the part that is spoken of."""
        if self.prize is None:
            return ""
        return str(replace(self.prize, cents=0) if self.why is Why.ALREADY else replace(self.prize, item=""))
