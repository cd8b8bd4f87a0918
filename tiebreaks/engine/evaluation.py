"""A value carries its terms, kept and dropped.

A system yields terms, and the value is their sum or mean. The arithmetic that a parent reads is the
arithmetic that ranked the player. ``reason`` and ``remark`` are message ids. The pages translate them.
"""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from operator import itemgetter
from typing import NamedTuple

from . import points
from .messages import gettext_noop

Value = int | Fraction | None


class Dropped(Enum):
    """Why a term does not count towards the value."""

    LOWEST = "lowest"
    HIGHEST = "highest"


class Term(NamedTuple):
    """One addend: its points, its round and opponent, and the reason.

    ``points_q`` is in the unit of its system: quarter-points, a count, or rating points.
    """

    points_q: int | Fraction
    round: int
    opponent: int | None
    reason: str
    rule: str
    dropped: Dropped | None = None


# A term while ranking: the same six fields as a bare tuple. A chart of 1,000 players has 36,000 of them. As
# named tuples they would take twice as long to make, and slow down the garbage collector.
Addend = tuple[int | Fraction, int, int | None, str, str, Dropped | None]


_WORTH = itemgetter(0)


class Evaluation(NamedTuple):
    """A system's value for one player, its addends, and a remark about how the value was determined.

    ``value`` is None if the system has no value for a player. None ranks below every value; it is not zero.
    """

    value: Value
    addends: Sequence[Addend]
    remark: str = ""

    @property
    def terms(self) -> list[Term]:
        """The addends as named tuples, for display."""
        return [Term._make(addend) for addend in self.addends]

    @property
    def kept(self) -> list[int | Fraction]:
        """What the terms are worth that count."""
        return [addend[0] for addend in self.addends if addend[5] is None]


def total(addends: Sequence[Addend], remark: str = "") -> Evaluation:
    """The sum of the terms that were not dropped.

    >>> total([(8, 1, 2, "", "", None), (4, 2, 3, "", "", Dropped.LOWEST)]).value
    8
    """
    return Evaluation(sum([addend[0] for addend in addends if addend[5] is None]), addends, remark)


def total_of_all(addends: Sequence[Addend], remark: str = "") -> Evaluation:
    """The sum of the terms of a system that drops none: half the time of :func:`total`.

    >>> total_of_all([(8, 1, 2, "", "", None), (4, 2, 3, "", "", None)]).value
    12
    """
    return Evaluation(sum(map(_WORTH, addends)), addends, remark)


def mean(addends: Sequence[Addend], remark: str = "") -> Evaluation:
    """The exact mean of the terms that were not dropped, or no value if there are none.

    >>> mean([(1500, 1, 2, "", "", None), (1501, 2, 3, "", "", None)]).value
    Fraction(3001, 2)
    """
    kept = [addend[0] for addend in addends if addend[5] is None]
    value = Fraction(sum(kept)) / len(kept) if kept else None
    return Evaluation(value, addends, remark)


class Unit(Enum):
    """What a value counts. It decides how the value is printed."""

    POINTS = "points"
    COUNT = "count"
    RATING = "rating"

    # A unit is one object, as a kind is.
    __hash__ = object.__hash__

    def decimal(self, value: Value) -> str | None:
        """For files: the shortest decimal, or a fraction if there is no exact one.

        >>> Unit.POINTS.decimal(38), Unit.COUNT.decimal(3), Unit.RATING.decimal(Fraction(4750, 3))
        ('9.5', '3', '4750/3')
        """
        if value is None:
            return None
        return points.decimal(value if self is Unit.POINTS else value * points.POINT)

    def show(self, value: Value) -> str:
        """For people: 9½, 3, 1583.3, or a dash for no value.

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

    def is_mean(self, evaluation: Evaluation) -> bool:
        """Whether the value is the mean of its terms, not their sum."""
        return self is Unit.RATING and bool(evaluation.kept)

    def arithmetic(self, evaluation: Evaluation) -> str:
        """The terms that count, as they are added on a blackboard.

        >>> Unit.POINTS.arithmetic(total([(10, 1, 2, "", "", None), (-4, 2, None, "", "", None)]))
        '2½ − 1'
        """
        return " + ".join(map(self.show, evaluation.kept)).replace("+ −", "− ")

    def written_sum(self, evaluation: Evaluation) -> str:
        """The arithmetic up to the equals sign, with the division of a mean.

        >>> Unit.RATING.written_sum(mean([(1500, 1, 2, "", "", None), (1501, 2, 3, "", "", None)]))
        '(1500 + 1501) ÷ 2'
        """
        text, count = self.arithmetic(evaluation), len(evaluation.kept)
        return f"({text}) ÷ {count}" if self.is_mean(evaluation) and count > 1 else text


PLUS = gettext_noop("plus score")
EVEN = gettext_noop("even score")
MINUS = gettext_noop("minus score")
NOT_TIED = gettext_noop("not used: no longer tied")
