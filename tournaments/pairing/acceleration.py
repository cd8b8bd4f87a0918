"""Accelerated pairings (28R): points that count for the pairing of rounds one and two only.

28R2 and 28R3 are not sure in detail (PAIRING §11). How they add points stands in the functions below alone.
"""

from collections.abc import Callable
from dataclasses import replace

from tiebreaks.engine.points import POINT

from .field import Entrant

DRAWER_BONUS = 100
# The rule of each option.
ADDED_BY = {"added_score": "28R1", "non_winners": "28R2", "sixths": "28R3"}


def is_accelerated(option: str, round: int) -> bool:
    """Whether points are added in this round."""
    return option != "off" and round <= 2


def accelerated(
    entrants: list[Entrant], everybody: list[Entrant], option: str, round: int, won: Callable[[int], str]
) -> list[Entrant]:
    """Entrants with the points that this round adds. ``everybody`` sets the cuts: absent entries count too.

    ``won`` tells how round one went for a number: ``W``, ``D`` or something else.

    >>> players = [Entrant(n, "", 2000 - n) for n in range(1, 9)]
    >>> [e.score_q for e in accelerated(players, players, "added_score", 1, lambda _n: "")]
    [4, 4, 4, 4, 0, 0, 0, 0]
    """
    if not is_accelerated(option, round):
        return entrants
    parts = 3 if option == "sixths" else 2
    cuts = _cuts(everybody, parts)
    made = []
    for entrant in entrants:
        part = sum(_order(entrant) > cut for cut in cuts)
        if option == "non_winners" and round == 2:
            made.append(_by_result(entrant, part, won(entrant.number)))
        else:
            added = (parts - 1 - part) * POINT
            made.append(replace(entrant, score_q=entrant.score_q + added, added_q=added))
    return made


def _order(entrant: Entrant) -> tuple[bool, int, int]:
    return entrant.rating is None, -(entrant.rating or 0), entrant.number


def _cuts(everybody: list[Entrant], parts: int) -> list[tuple[bool, int, int]]:
    """Who is last above each cut; the parts above are made even."""
    ranked = sorted(map(_order, everybody))
    ends: list[tuple[bool, int, int]] = []
    for part in range(1, parts):
        end = -(-len(ranked) * part // parts)
        end += end % 2
        ends += ranked[end - 1 : end]
    return ends


def _by_result(entrant: Entrant, part: int, result: str) -> Entrant:
    """28R2, round two: winners above, then the others above with winners below, then the others below.

    Players who drew are ranked 100 points higher among the others.
    """
    score = (1 - part + (result == "W")) * POINT
    bonus = DRAWER_BONUS if result == "D" else 0
    return replace(entrant, score_q=score, added_q=score - entrant.score_q, bonus=bonus)
