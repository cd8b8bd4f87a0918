"""Text in columns: each begins at the same place of every line, as programs print a list."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

# Of the lines, so many must have a gap, and of those so many where a column begins.
_USUAL = 0.8
_GAP = re.compile(r"\S {2,}\S")
_RULE = re.compile(r"[-=_+| ]*[-=_]{3}[-=_+| ]*")
# Titles stand above the headings.
_TITLES = 10
# No list is wider. Every place of a line is looked at in every other.
_WIDEST = 2_000
# Places between two columns that are told apart by their headings alone.
_MOST_BETWEEN = 12


def is_rule(line: str) -> bool:
    """Whether a line only rules off what is above it."""
    return bool(_RULE.fullmatch(line))


def columns_of(lines: list[str], is_heading: Callable[[str], bool] = lambda _text: False) -> list[int]:
    """Where the columns of a text begin; nothing of a text that is not in columns.

    One blank between two columns is enough where ``is_heading`` knows what stands before it and after it, and
    so is none in some lines.

    >>> columns_of(["Name         Rating", "Ann Alder    1432", "Bo Birch      987"])
    [0, 13]
    >>> columns_of(["Name,Rating", "Ann Alder,1432"])
    []
    """
    if any(len(line) > _WIDEST for line in lines):
        return []
    lines = [line.expandtabs() if "\t" not in line.strip() else "" for line in lines if line.strip()]
    lines = [line for line in lines[_heading_of(lines, is_heading) :] if not is_rule(line)]
    # A line of prose has no columns.
    lines, every = [line for line in lines if _GAP.search(line)], len(lines)
    if every < 2 or len(lines) < _USUAL * every:
        return []
    width = max(map(len, lines))
    gaps = [sum(at >= len(line) or line[at] == " " for line in lines) for at in range(width)]
    blank = [count == len(lines) for count in gaps]
    heads = {match.end() - 1 for match in re.finditer(r" {2,}\S", lines[0])}
    starts = [
        at
        for at in range(1, width)
        if blank[at - 1] and not blank[at] and (at in heads or at < 2 or blank[at - 2])
    ]
    if not starts:
        return []
    possible = [
        at
        for at in range(1, width)
        if at not in starts
        and ((at in heads and gaps[at - 1] >= _USUAL * len(lines)) or (blank[at - 1] and not blank[at]))
    ]
    for start, end in pairwise([0, *starts, max(width, starts[-1] + 1)]):
        if not is_heading(lines[0][start:end].strip()):
            between = [at for at in possible if start < at < end]
            starts += _between_headings(lines[0], start, end, between[:_MOST_BETWEEN], is_heading)
    return [0, *sorted(starts)]


def _between_headings(
    line: str, start: int, end: int, possible: Sequence[int], is_heading: Callable[[str], bool]
) -> list[int]:
    """Those of the possible places that part this stretch of the headings so that each part is one; nothing
    where none do."""
    for index, at in enumerate(possible):
        if is_heading(line[start:at].strip()):
            if is_heading(line[at:end].strip()):
                return [at]
            if further := _between_headings(line, at, end, possible[index + 1 :], is_heading):
                return [at, *further]
    return []


def _heading_of(lines: list[str], is_heading: Callable[[str], bool]) -> int:
    """Which line has the headings: the first if none is known."""
    for at, line in enumerate(lines[:_TITLES]):
        if sum(map(is_heading, re.split(" {2,}", line.strip()))) > 1:
            return at
    return 0


def split(line: str, starts: list[int]) -> list[str]:
    """A line as its fields.

    >>> split("Ann Alder    1432", [0, 13])
    ['Ann Alder', '1432']
    """
    ends = [*starts[1:], len(line)]
    return [line[start:end].strip() for start, end in zip(starts, ends, strict=True)]
