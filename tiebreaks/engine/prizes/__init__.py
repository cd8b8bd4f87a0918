"""Prizes: who gets which trophy and how much money, and why (32, 33, 34C).

Trophies and money are worked apart. A trophy cannot be divided: it goes by the ranking, one a player, and is
*contested* where the posted order leaves a tie that matters. Money is divided: players who share places share
what these bring, whatever the tiebreaks say. Both answer with reasons, as codes and data.

    prize       what is offered, and the order of value
    notation    the line that is announced; presets: lines to start from
    contenders  who can win it, and in what order they are asked
    trophies    32F, 33D
    cash        34C, 32B1 to 32B4; funds: 32C4, and whole cents
    reasons     why, and why not
    awards      all of it together
"""

from .awards import Awards, award
from .contenders import Terms
from .prize import Prize, Scope

__all__ = ["Awards", "Prize", "Scope", "Terms", "award"]
