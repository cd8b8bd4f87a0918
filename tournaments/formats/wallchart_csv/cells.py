"""The cells of a wall chart file, and the cards of the chart that they make.

An opponent from another section (``W7w@Open``) becomes a visitor on the chart: a card with a number above all
others and the mirrored cells. A visitor is an opponent and nothing else (28M3).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.notation import NotationError, parse_round
from tiebreaks.engine.chart.problems import problems as chart_problems
from tiebreaks.engine.chart.problems import total_problems
from tiebreaks.engine.chart.wallchart import Card, Cell, ExtraGame, Kind, Wallchart, cell

from ...text.wording import message
from ..delimited import Row
from ..headings import Headings
from ..records import FileProblem, RosterEntry
from .columns import VISITED
from .directives import Directives
from .extra_games import read_extra_games

_OTHER_COLOR = {"w": "b", "b": "w", "": ""}


@dataclass
class Cards:
    """Makes the cards of the chart from the cells of the rows, and collects the problems of both."""

    headings: Headings
    directives: Directives
    listed: dict[int, tuple[Row, RosterEntry]]
    problems: list[FileProblem]
    unreadable: set[tuple[int, int]] = field(default_factory=set)
    visitors: dict[tuple[int, str], Card] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rounds = dict(sorted(self.headings.rounds.items()))
        self.fields = self.headings.fields
        self.planned = self.directives.rounds or len(self.rounds)

    def cards(self) -> tuple[Card, ...]:
        cards = [
            Card(
                number=number,
                name=entry.name,
                cells=tuple(self._cells(number, row)),
                rating=entry.rating,
                team=entry.team,
                grade=entry.grade,
                house=entry.house,
                reentry_of=entry.reentry_of,
                withdrew=self._withdrew(row),
            )
            for number, (row, entry) in self.listed.items()
        ]
        return (*cards, *map(self._with_absences, self.visitors.values()))

    def _withdrew(self, row: Row) -> int | None:
        text = row.field(self.fields.get("withdrew"))
        if re.fullmatch("[0-9]{0,2}", text) and int(text or 0) <= self.planned:
            return int(text) if text else None
        expected = _("the last round before the player withdrew, from 0 to %(rounds)d, or nothing")
        self.problems.append(row.problem(self.fields["withdrew"], expected % {"rounds": self.planned}))
        return None

    def extra_games(self) -> tuple[ExtraGame, ...]:
        if "extra" not in self.fields:
            return ()
        rows = {number: row for number, (row, _entry) in self.listed.items()}
        return read_extra_games(rows, self.fields["extra"], self.problems)

    def check_rows(self, rows: list[Row]) -> None:
        """Read rows that make no card, for the problems of their cells."""
        for row in rows:
            self._withdrew(row)
            for at, index in self.rounds.items():
                self._parse(row, at, index)

    def _cells(self, number: int, row: Row) -> Iterator[Cell]:
        for at, index in self.rounds.items():
            slots = self._parse(row, at, index)
            if slots is None:
                self.unreadable.add((number, at))
            else:
                for mine, section in slots:
                    yield self._against_visitor(number, mine, section) if section else mine

    def _parse(self, row: Row, at: int, index: int) -> list[tuple[Cell, str]] | None:
        """The slots of a round, each with the section of a visiting opponent; None if unreadable."""
        text = row.field(index)
        sections = [""]
        try:
            if "@" in text:
                found = [VISITED.search(slot) for slot in text.split("+") if slot.strip()]
                sections = [" ".join(visited[1].split()) if visited else "" for visited in found]
                text = VISITED.sub("", text)
            cells = parse_round(text, at, self.directives.games)
            if len(sections) < len(cells):
                sections *= len(cells)
            slots = list(zip(cells, sections, strict=False))
            if any(section and mine.opponent is None for mine, section in slots):
                raise NotationError(text, _("the opponent's number in the other section, as in W7w@Open"))
            if "(" in text and self.directives.entrants != "teams":
                raise NotationError(text, _("board points only in a file with the line “# entrants: teams”"))
        except NotationError as error:
            self.problems.append(row.problem(index, message(error.expected)))
            return None
        return slots

    def _against_visitor(self, number: int, mine: Cell, section: str) -> Cell:
        """The same cell against the visitor's number. Puts its mirror on the visitor's card."""
        key = (mine.opponent or 0, section.casefold())
        name = f"{mine.opponent}@{section}"
        visitor = self.visitors.get(key)
        if visitor is None:
            visitor = Card(self._above + len(self.visitors), name, house=True, visitor=name)
        mirror = cell(mine.round, mine.kind.other_side, number, _OTHER_COLOR[mine.color])
        self.visitors[key] = replace(visitor, cells=(*visitor.cells, mirror))
        return mine._replace(opponent=visitor.number)

    @cached_property
    def _above(self) -> int:
        """A number above every number in the file, so that no mistyped one can mean a visitor."""
        named = [
            int(digits)
            for row, _entry in self.listed.values()
            for index in self.rounds.values()
            for digits in re.findall("[0-9]{1,7}", row.field(index))
        ]
        return 1 + max([*self.listed, *named])

    def _with_absences(self, visitor: Card) -> Card:
        """In a double round, a visitor who came for one game was not paired for the other."""
        cells: list[Cell] = []
        for at in self.rounds:
            met = visitor.in_round(at)
            if met:
                cells += met
                cells += [cell(at, Kind.UNPAIRED)] * (self.directives.games - len(met))
        return replace(visitor, cells=tuple(cells))

    def check_chart(self, chart: Wallchart) -> None:
        """Report what the engine finds wrong, by line and column."""
        for number, at, read, problem in (
            *chart_problems(chart),
            *total_problems(chart, self.directives.boards),
        ):
            expected = message(problem)
            card = chart.by_number[number]
            if at is None:
                self._report(number, self.fields.get("reentry of", 0), read, expected)
            elif card.visitor:
                for mirror in card.in_round(at):
                    if mirror.opponent is not None:
                        self._report(mirror.opponent, self.rounds[at], None, expected)
            # An unreadable cell has its own problem. That the other side disagrees with it is no news.
            elif not any((c.opponent, c.opponent_round) in self.unreadable for c in card.in_round(at)):
                self._report(number, self.rounds[at], None, expected)

    def _report(self, number: int, column: int, read: str | None, expected: str) -> None:
        row = self.listed[number][0]
        self.problems.append(
            FileProblem(row.line, column + 1, row.field(column) if read is None else read, expected)
        )
