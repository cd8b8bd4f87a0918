"""Colors (29E1–29E4): who is due which, who gets it, and what it costs when somebody does not.

A history of colors is a string with one sign per earlier game: ``w``, ``b``, or ``-`` for a round without a
color. Byes and forfeits have none (29E1), whatever the pairing sheet showed.
"""

from functools import lru_cache
from typing import NamedTuple

OTHER = {"w": "b", "b": "w", "": ""}


class Conflict(NamedTuple):
    """What a pair costs in color (compared in this order), in players who miss their due color.

    ``three``: a third game in a row with one color. ``equal``: colors in excess of one. ``alternate``: the
    colors stay equal, but do not alternate.
    """

    three: int = 0
    equal: int = 0
    alternate: int = 0

    def plus(self, other: "Conflict") -> "Conflict":
        return Conflict(self.three + other.three, self.equal + other.equal, self.alternate + other.alternate)


class Allocation(NamedTuple):
    """The color of the higher-ranked player, and the rule of 29E4 that gave it.

    ``higher`` is empty where neither is due a color: the board number decides, as in round one (29E2).
    """

    higher: str
    rule: str


NONE = Conflict()


def imbalance(colors: str) -> int:
    """Whites minus blacks played.

    >>> imbalance("wbw"), imbalance("-bb")
    (1, -2)
    """
    return colors.count("w") - colors.count("b")


def due(colors: str) -> str:
    """The color a player is due (29E3a): the one had less often, else the opposite of the last one.

    >>> due("wbw"), due("wb-"), due("--")
    ('b', 'w', '')
    """
    balance = imbalance(colors)
    if balance:
        return "b" if balance > 0 else "w"
    return OTHER[colors.replace("-", "")[-1:]]


def allocate(higher: str, lower: str, last_two: bool = False) -> Allocation:
    """Which color the higher-ranked of two players gets, and by which rule (29E4).

    ``last_two``: where both had the same colors in the last two rounds, the higher-ranked gets what is due
    (29E4d).

    >>> allocate("wbw", "-bw"), allocate("bw-bw", "bwb-w"), allocate("wbw", "wbw")
    (Allocation(higher='b', rule='29E4-1'), Allocation(higher='w', rule='29E4-4'), \
Allocation(higher='b', rule='29E4-5'))
    >>> allocate("bwwb", "wbwb"), allocate("bwwb", "wbwb", last_two=True)
    (Allocation(higher='b', rule='29E4-3'), Allocation(higher='w', rule='29E4d'))
    """
    wanted, other = due(higher), due(lower)
    if not wanted or not other:
        return Allocation(wanted or OTHER[other], "29E3a" if wanted or other else "29E2")
    if wanted != other:
        return Allocation(wanted, "29E3a")
    mine, theirs = abs(imbalance(higher)), abs(imbalance(lower))
    if mine != theirs:
        return Allocation(
            wanted if mine > theirs else OTHER[wanted], "29E4-2" if mine and theirs else "29E4-1"
        )
    if last_two and higher != lower and _alike_lately(higher, lower):
        return Allocation(wanted, "29E4d")
    for ours, his in zip(reversed(higher), reversed(lower), strict=True):
        if ours != his:
            rule = "29E4-4" if "-" in (ours, his) else "29E4-3"
            return Allocation(OTHER[ours] if ours != "-" else his, rule)
    return Allocation(wanted, "29E4-5")


def _alike_lately(higher: str, lower: str) -> bool:
    """Both played the last two rounds, with the same colors: what either would miss is the same."""
    return higher[-2:] == lower[-2:] and "-" not in higher[-2:]


def missed(colors: str, gets: str, blacks_only: bool = False) -> Conflict:
    """What it costs one player to get a color: nothing if it is due, or if none is.

    ``blacks_only``: two more Whites are no matter of equalization, but of alternation alone (29E5b1).

    >>> missed("wb", "b"), missed("wbw", "w"), missed("bww", "w")
    (Conflict(three=0, equal=0, alternate=1), Conflict(three=0, equal=1, alternate=0), \
Conflict(three=1, equal=1, alternate=0))
    >>> missed("wbw", "w", blacks_only=True)
    Conflict(three=0, equal=0, alternate=1)
    """
    wanted = due(colors)
    if not wanted or gets == wanted:
        return NONE
    excess = abs(imbalance(colors + gets))
    three = int(colors.replace("-", "")[-2:] == gets * 2)
    if excess < 2 or (blacks_only and gets == "w"):
        return Conflict(three, 0, 1)
    return Conflict(three, excess - 1)


@lru_cache(maxsize=65536)
def conflict(higher: str, lower: str, blacks_only: bool = False) -> Conflict:
    """What the colors of a pair cost when 29E4 gives them (PAIRING §4.1).

    >>> conflict("wb", "wb"), conflict("w", "w"), conflict("bww", "bww")
    (Conflict(three=0, equal=0, alternate=1), Conflict(three=0, equal=1, alternate=0), \
Conflict(three=1, equal=1, alternate=0))
    """
    wanted = due(higher)
    if not wanted or wanted != due(lower):
        return NONE
    gets = allocate(higher, lower).higher
    return missed(higher, gets, blacks_only).plus(missed(lower, OTHER[gets], blacks_only))


def first_round_color(board: int, initial: str) -> str:
    """The higher-ranked player's color by the place of the board in rank order, counted from 1 (29E2): boards
    alternate from the lot for the first.

    >>> [first_round_color(board, "w") for board in (1, 2, 3)]
    ['w', 'b', 'w']
    """
    return initial if board % 2 else OTHER[initial]
