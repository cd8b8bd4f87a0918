"""How a game ends, by the strengths of its players."""

from random import Random

from ..text.results import (
    BLACK_FORFEITS,
    BLACK_WINS,
    BOTH_FORFEIT,
    DRAW,
    WHITE_FORFEITS,
    WHITE_WINS,
)

# One board in fifty has somebody who does not appear, one in a thousand nobody.
WHITE_AWAY, BLACK_AWAY, BOTH_AWAY = 0.01, 0.02, 0.021
# Equal players draw every fourth game, and the fewer the further they are apart.
DRAWS = 0.5


def expected(strength: int, other: int) -> float:
    """The share of the points that a player expects.

    >>> expected(1500, 1500), round(expected(1900, 1500), 3)
    (0.5, 0.909)
    """
    return float(1 / (1 + 10 ** ((other - strength) / 400)))


def result(white: int, black: int, rng: Random) -> str:
    """The result of a board as it is entered."""
    appears = rng.random()
    if appears < BOTH_AWAY:
        return (
            WHITE_FORFEITS
            if appears < WHITE_AWAY
            else BLACK_FORFEITS
            if appears < BLACK_AWAY
            else BOTH_FORFEIT
        )
    return over_the_board(white, black, rng)


def over_the_board(white: int, black: int, rng: Random) -> str:
    """The result of a game that is played: the expectation is kept whatever the share of draws."""
    share = expected(white, black)
    draws = DRAWS * min(share, 1 - share)
    drawn = rng.random()
    if drawn < draws:
        return DRAW
    return WHITE_WINS if drawn < draws / 2 + share else BLACK_WINS
