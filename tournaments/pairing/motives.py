"""What decided a change for colors: the first level of the cost that it makes better, and the limit of that
level (PAIRING §4.5, §4.6).
"""

from collections.abc import Iterable

from .colors import NONE, Conflict
from .field import Field
from .options import Options

Pair = tuple[int, int]
# Places in T, E and A, in the order in which pairings are compared.
THREE, EQUAL, ALTERNATE = range(3)


def together(field: Field, pairs: Iterable[Pair]) -> Conflict:
    """The color conflicts of these pairs, added up."""
    found = NONE
    for pair in pairs:
        found = found.plus(field.conflict(*pair))
    return found


def decisive(before: Conflict, after: Conflict) -> int | None:
    """The place in T, E and A of the first level that differs, where it gets better; else None.

    >>> decisive(Conflict(0, 1, 1), Conflict(0, 0, 3)), decisive(Conflict(0, 0, 1), Conflict(0, 0, 1))
    (1, None)
    """
    at = next((at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new), None)
    return None if at is None or before[at] < after[at] else at


def held_against(options: Options, level: int | None, points: int) -> tuple[str, int]:
    """The rule and the limit of a change that mends this level.

    Beyond the first limit alternation alone is mended where a larger exchange mends more (29E5c).

    >>> [held_against(Options(), *each) for each in ((0, 10), (1, 10), (2, 10), (2, 100))]
    [('29E5f', 200), ('29E5b', 200), ('29E5a', 80), ('29E5c', 200)]
    """
    if level == THREE:
        return "29E5f", options.equal_limit
    if level == EQUAL:
        return options.equal_rule, options.equal_limit
    if points > options.alternate_limit:
        return "29E5c", options.equal_limit
    return "29E5a", options.alternate_limit
