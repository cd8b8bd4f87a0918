"""Prizes: who gets which trophy and how much money, and why (32, 33, 34C).

Trophies and money are awarded separately. A trophy cannot be divided: trophies go by the ranking, one per
player, and a trophy is *contested* if the posted order leaves a tie that matters. Money is divided: players
who share places share the money of these places, whatever the tiebreaks say. Both answer with reasons, as
codes and data.

    prize       what is offered, and the order of value
    notation    the lines of an announcement; presets: lines to start from
    contenders  who can win a prize, and in what order
    trophies    32F, 33D
    cash        34C, 32B1 to 32B4; funds: 32C4, and whole cents
    reasons     why, and why not
    awards      everything that is won
"""

from .awards import Awards, award
from .contenders import Terms
from .prize import Prize, Scope

__all__ = ["Awards", "Prize", "Scope", "Terms", "award"]
