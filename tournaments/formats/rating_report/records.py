"""What a rating report says, before it is bytes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from tiebreaks.engine.chart.problems import kinds_agree
from tiebreaks.engine.chart.wallchart import Kind

SWISS, ROUND_ROBIN = "S", "R"
_OTHER = {"w": "b", "b": "w", "": ""}


class Result(NamedTuple):
    """A cell: the letter of the result, the opponent's number in the report and the own color, if there are.

    >>> str(Result("W", 12, "b")), str(Result("H"))
    ('W12B', 'H0')
    """

    letter: str
    opponent: int = 0
    color: str = ""

    def __str__(self) -> str:
        return f"{self.letter}{self.opponent}{self.color.upper()}"


UNPLAYED = Result(Kind.UNPAIRED.letter)


@dataclass(frozen=True)
class Line:
    """A player of a section; ``number`` counts its lines from 1."""

    number: int
    name: str
    uscf_id: str
    state: str
    rating: int | None
    results: tuple[Result, ...]


@dataclass(frozen=True)
class ReportSection:
    """A section. A cell stands for a round, or in a round robin for the opponent of that number."""

    name: str
    lines: tuple[Line, ...]
    time_control: str = ""
    rating_class: str = ""
    type: str = SWISS
    begins: date | None = None
    ends: date | None = None
    level: str = "N"
    grand_prix: int | None = None
    fide: bool = False

    @property
    def columns(self) -> int:
        return max((len(line.results) for line in self.lines), default=0)


@dataclass(frozen=True)
class Report:
    """An event with the sections that are filed."""

    name: str
    sections: tuple[ReportSection, ...]
    begins: date
    ends: date
    affiliate: str = ""
    chief: str = ""
    assistant: str = ""
    others: tuple[str, ...] = ()
    city: str = ""
    state: str = ""
    zip_code: str = ""
    country: str = ""


def not_reciprocal(section: ReportSection) -> Iterator[tuple[Line, int]]:
    """The lines and columns, from 1, of games that the opponent's line does not have the same way."""
    by_number = {line.number: line for line in section.lines}
    for line in section.lines:
        for column, result in enumerate(line.results, 1):
            if not result.opponent:
                continue
            other = by_number.get(result.opponent)
            there = line.number if section.type == ROUND_ROBIN else column
            back = other.results[there - 1] if other else UNPLAYED
            same = back.opponent == line.number and back.color == _OTHER[result.color]
            if not (same and kinds_agree(Kind.of(result.letter), Kind.of(back.letter))):
                yield line, column
