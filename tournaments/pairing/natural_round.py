"""The natural pairing of a whole round: the rules before anyone looks at colors (PAIRING §4.3, §4.4).

Where others than the natural odd players leave a group, the natural ones go on here.
"""

from collections.abc import Iterator, Sequence

from .brackets import Solved
from .field import Field
from .floaters import Bracket
from .leaving import natural_odd
from .natural import natural
from .score_groups import laid_out
from .serving import natural_opponents

Pair = tuple[int, int]


def natural_round(field: Field, solved: Sequence[Solved]) -> Iterator[Pair]:
    """Each player once, as the brackets of a round would be paired naturally from the top down."""
    arriving: tuple[int, ...] = ()
    for one in solved:
        bracket, opponents, odd = one.bracket, one.natural, one.natural_odd
        if arriving != tuple(sorted((*bracket.arriving, *bracket.again))):
            bracket = laid_out(field, arriving, bracket.group, bracket.below, bracket.following)
            opponents, odd = _floaters(field, bracket)
        yield from _pairs(field, bracket, opponents, odd)
        arriving = tuple(sorted((*bracket.again, *odd)))


def natural_pairs(field: Field, solved: Solved) -> list[Pair]:
    """What a bracket would be with the floaters who have arrived, if nobody looked at colors."""
    return _pairs(field, solved.bracket, solved.natural, solved.natural_odd)


def _floaters(field: Field, bracket: Bracket) -> tuple[tuple[int, ...], tuple[int, ...]]:
    opponents = natural_opponents(field, bracket)
    odd = None if opponents is None else natural_odd(field, bracket, opponents)
    if opponents is None or odd is None:
        raise AssertionError("the structure of a bracket has opponents for its floaters")
    return opponents, odd


def _pairs(field: Field, bracket: Bracket, opponents: Sequence[int], odd: Sequence[int]) -> list[Pair]:
    left = [x for x in bracket.left(opponents) if x not in odd]
    rest = natural(field, left) or ()
    pairs = [(left[i], left[j]) for i, j in enumerate(rest) if i < j]
    return [*zip(bracket.arriving, opponents, strict=True), *pairs]
