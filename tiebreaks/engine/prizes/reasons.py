"""Why somebody gets a prize, or does not: a code and its data. Sentences stand above the engine."""

from enum import Enum
from typing import NamedTuple

from .prize import Prize


class Why(Enum):
    """The code of a reason. The comment says which data its :class:`Reason` has."""

    # Trophies.
    BEST = "best"  # the best placed of those who qualify (32F)
    WITH_MONEY = "with_money"  # the trophy follows the money (33D2a)
    AT_SCORE = "at_score"  # everybody at the score or above
    WITHOUT_TROPHY = "without_trophy"  # everybody at the score or above who takes no other trophy or medal
    CHOSEN = "chosen"  # the director named the winner
    TIED = "tied"  # the posted order leaves a tie
    ALREADY = "already"  # number takes another prize (32F)
    MAY_TAKE = "may_take"  # number may take another trophy, as a tie is decided (32F)
    # Money.
    ALONE = "alone"  # takes the most valuable prize that is left (32B1): prize
    SHARED = "shared"  # players share cents equally (32B2)
    ONLY_THEY = "only_they"  # split off: prize, the share in cents, the other share, players (32B3)
    ONLY_THEY_ALL = "only_they_all"  # the same with several prizes
    CAPPED = "capped"  # number is held to cents, the largest prize without the tie (32B3)
    LIMITED = "limited"  # number is unrated and held to cents (32C6): prize
    NONE_TO_WIN = "none_to_win"  # some of the tied can win none of these prizes and get no share (32B3)
    UNTRIED = "untried"  # prizes overlap in more ways than were tried (32B3)
    PAID = "paid"  # number is paid from prize already (32B1)
    ODD_CENT = "odd_cent"  # number gets one of the odd cents
    # Those who would have won, and do not.
    WITHDRAWN = "withdrawn"  # number (32C1)
    NO_SHOW = "no_show"  # number played no game (32C2)
    ABSENT = "absent"  # number; the prize asks winners to be present
    OTHER_ENTRY = "other_entry"  # number is another entry of a player (32C5)
    # Prizes without a winner.
    NOBODY = "nobody"  # nobody qualifies (32C3)
    UNMARKED = "unmarked"  # the director has marked nobody for it
    TOO_FEW = "too_few"  # too few qualify (32C2)
    ALL_HAVE = "all_have"  # all who qualify have another prize
    HELD_BACK = "held_back"  # an unrated player may not keep it, and nobody else is left (32C6)
    UNNAMED = "unnamed"  # the director has named nobody yet
    AT_END = "at_end"  # who may win it is told only when the winner is known
    TEAMS = "teams"  # the team standings award it


class Reason(NamedTuple):
    """A code and its data: a wall-chart number, a prize, amounts in cents, how many players.

    Of a prize that is trophy and money, ``prize`` is the part that the reason is about.

    >>> Reason(Why.SHARED, cents=600_00, players=3)
    Reason(why=<Why.SHARED: 'shared'>, number=0, prize=None, cents=60000, other=0, players=3)
    """

    why: Why
    number: int = 0
    prize: Prize | None = None
    cents: int = 0
    other: int = 0
    players: int = 0
