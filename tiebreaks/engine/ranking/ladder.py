"""Why one is ranked above another, and how a tie came apart, read off a ranking (34E).

Both look at what the fold compared (:meth:`~.fold.Ranked.sort_key`) and compute nothing, so neither can
disagree with the ranks.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import groupby
from typing import Any, NamedTuple

from .fold import Ranked


class Verdict(Enum):
    """What a step did for two who are tied on score: it left them equal, it decides, or it comes too late."""

    EQUAL = "equal"
    DECIDES = "decides"
    UNUSED = "unused"


class Rung(NamedTuple):
    """A step, as an index of :attr:`~.fold.Ranked.steps`, and what it did."""

    step: int
    verdict: Verdict


class Split(NamedTuple):
    """A tied group and the step that splits it, the best part first.

    ``numbers`` are in order of rank. ``step`` is an index of :attr:`~.fold.Ranked.steps`; it is None, and
    there are no ``parts``, for one alone and for a group that stays tied. ``level`` are the steps before it
    that left all of them equal.
    """

    numbers: tuple[int, ...]
    level: tuple[int, ...]
    step: int | None
    parts: tuple["Split", ...]


def steps_about(ranking: Ranked[Any], *numbers: int) -> Iterator[int]:
    """The posted steps, and those at which something was recorded about all of these numbers."""
    posted = len(ranking.sequence.steps)
    for at in range(len(ranking.steps)):
        if at < posted or all(number in ranking.values[at] for number in numbers):
            yield at


def ladder(ranking: Ranked[Any], number: int, other: int) -> list[Rung]:
    """The steps between two ranked numbers in posted order; none where their scores differ.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.ranking.fold import rank
    >>> from tiebreaks.engine.ranking.sequence import parse
    >>> wall = chart(["W3w", "D2b"], ["D4b", "D1w"], ["L1b", "W4w"], ["D2w", "L3b"])
    >>> standings = rank(after_round(wall), parse("modified_median,solkoff,cumulative"))
    >>> [rung.verdict.value for rung in ladder(standings, 2, 3)], ladder(standings, 1, 2)
    (['equal', 'equal', 'decides'], [])

    Raises :class:`KeyError` for a number that is not ranked.
    """
    by_number = ranking.by_number
    if by_number[number].score_q != by_number[other].score_q:
        return []
    rungs: list[Rung] = []
    decided = False
    for at in steps_about(ranking, number, other):
        if decided:
            rungs.append(Rung(at, Verdict.UNUSED))
            continue
        decided = ranking.sort_key(at, number) != ranking.sort_key(at, other)
        rungs.append(Rung(at, Verdict.DECIDES if decided else Verdict.EQUAL))
    return rungs


def splits(ranking: Ranked[Any], tied: Iterable[int]) -> Split:
    """How a group that is tied on score comes apart, step by step; ``tied`` are all the numbers of it.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.ranking.fold import rank
    >>> from tiebreaks.engine.ranking.sequence import parse
    >>> wall = chart(["W3w", "D2b"], ["D4b", "D1w"], ["L1b", "W4w"], ["D2w", "L3b"])
    >>> standings = rank(after_round(wall), parse("modified_median,solkoff,cumulative"))
    >>> found = splits(standings, [2, 3])
    >>> found.level, found.step, [part.numbers for part in found.parts]
    ((0, 1), 2, [(2,), (3,)])
    """
    return _splits(ranking, tuple(sorted(tied, key=lambda n: (ranking.by_number[n].rank, n))), 0)


def _splits(ranking: Ranked[Any], numbers: tuple[int, ...], first: int) -> Split:
    level: list[int] = []
    if len(numbers) > 1:
        for at in steps_about(ranking, *numbers):
            if at < first:
                continue
            keys = {number: ranking.sort_key(at, number) for number in numbers}
            if len(set(keys.values())) > 1:
                parts = [tuple(part) for _key, part in groupby(numbers, key=keys.__getitem__)]
                split = [_splits(ranking, part, at + 1) for part in parts]
                return Split(numbers, tuple(level), at, tuple(split))
            level.append(at)
    return Split(numbers, tuple(level), None, ())
