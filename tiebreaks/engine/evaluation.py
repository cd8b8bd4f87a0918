"""A value that carries its reasons: the terms it was added up from, kept and dropped.

A system yields terms; the value is their sum (or mean), so the arithmetic a parent reads *is* the arithmetic
that ranked her child. ``reason`` and ``remark`` are message ids; the pages translate them.
"""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from . import points
from .messages import gettext_noop

Value = int | Fraction | None


class Dropped(Enum):
    """Why a term does not count towards the value."""

    LOWEST = "lowest"
    HIGHEST = "highest"


class Term(NamedTuple):
    """One addend: what it is worth, the round and opponent it came from, and why.

    ``points_q`` is in the unit of its system: quarter-points, a count, or rating points.
    """

    points_q: int | Fraction
    round: int
    opponent: int | None
    reason: str
    rule: str
    dropped: Dropped | None = None


# A term while ranking: the same six fields as a bare tuple. A chart of 1,000 players has 36,000 of them; made
# as named tuples they take twice as long, and the garbage collector walks them all.
Addend = tuple[int | Fraction, int, int | None, str, str, Dropped | None]


class Evaluation(NamedTuple):
    """A system's value for one player, what it was added up from, and the remark that decided it.

    ``value`` is None where a system has nothing to say of a player: less than any value, and not zero.
    """

    value: Value
    addends: Sequence[Addend]
    remark: str = ""

    @property
    def terms(self) -> list[Term]:
        """The addends with their names, for whoever reads them."""
        return [Term._make(addend) for addend in self.addends]


def total(addends: Sequence[Addend], remark: str = "") -> Evaluation:
    """The sum of the terms that were not dropped.

    >>> total([(8, 1, 2, "", "", None), (4, 2, 3, "", "", Dropped.LOWEST)]).value
    8
    """
    return Evaluation(sum([addend[0] for addend in addends if addend[5] is None]), addends, remark)


def mean(addends: Sequence[Addend], remark: str = "") -> Evaluation:
    """The exact mean of the terms that were not dropped; no value where there are none.

    >>> mean([(1500, 1, 2, "", "", None), (1501, 2, 3, "", "", None)]).value
    Fraction(3001, 2)
    """
    kept = [addend[0] for addend in addends if addend[5] is None]
    value = Fraction(sum(kept)) / len(kept) if kept else None
    return Evaluation(value, addends, remark)


class Unit(Enum):
    """What a value counts, and so how it is printed."""

    POINTS = "points"
    COUNT = "count"
    RATING = "rating"

    def decimal(self, value: Value) -> str | None:
        """For files: the shortest decimal, or a fraction where no quarter will do.

        >>> Unit.POINTS.decimal(38), Unit.COUNT.decimal(3), Unit.RATING.decimal(Fraction(4750, 3))
        ('9.5', '3', '4750/3')
        """
        if value is None:
            return None
        return points.decimal(value if self is Unit.POINTS else value * points.POINT)

    def show(self, value: Value) -> str:
        """For people: 9½, 3, 1583.3; a dash where there is no value.

        >>> Unit.POINTS.show(38), Unit.COUNT.show(-1), Unit.RATING.show(Fraction(4750, 3))
        ('9½', '−1', '1583.3')
        """
        if value is None:
            return "–"
        quarters = value if self is Unit.POINTS else value * points.POINT
        if quarters == int(quarters):
            return points.show(int(quarters))
        tenths = round(quarters * 10 / points.POINT)
        return f"{tenths // 10}.{tenths % 10}"


PLUS = gettext_noop("plus score")
EVEN = gettext_noop("even score")
MINUS = gettext_noop("minus score")
NOT_TIED = gettext_noop("no longer tied when this system was reached")
