"""The wall chart file: one section as CSV, read and written. What we write, we read back the same.

A number of another section's entry (``W7w@Open``) becomes a visitor on the chart: a card with a number above
all others and the mirrored cells, who is an opponent and nothing else (28M3).
"""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.notation import NotationError, parse_round, show_round
from tiebreaks.engine.chart.problems import problems as chart_problems
from tiebreaks.engine.chart.wallchart import Card, Cell, ExtraGame, Format, Kind, Wallchart, cell

from ..text.wording import translated
from .entries import Entry, guard, in_two_teams, read_entry, read_rating, repeated_ids
from .extra_games import read_extra_games, show_extra_games
from .tables import Headings, Problem, Row, Table, is_header, left_over, not_taken, read_headings, read_table

MOST_ROUNDS = 99
T = TypeVar("T")


@dataclass(frozen=True)
class WallchartFile:
    """What a file says. With problems, the chart holds what could be read and must not be used.

    ``notes`` are sentences for the director that are no problems: the columns that were not taken.
    ``two_teams`` are entries of one player in two teams: a problem where teams of players are made.
    """

    section: str
    chart: Wallchart
    entries: tuple[Entry, ...]
    entrants: str = "players"
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    two_teams: tuple[Problem, ...] = field(default=(), compare=False)


def read(data: str | bytes) -> WallchartFile:
    """Read a wall chart; all its problems are in the answer, by line and column.

    >>> file = read("number,name,r1\\n1,Ann,W2w\\n2,Bob,L1b\\n")
    >>> file.chart.through, [entry.name for entry in file.entries], file.problems
    (1, ['Ann', 'Bob'], ())
    """
    table = read_table(data)
    problems = list(table.problems)
    directives = _read_directives(table.comments, problems)
    headings, rows = _header(table, problems)
    notes = _other_columns(headings, rows, problems)
    problems += left_over(rows, _width(headings)) if rows else []
    _too_many_rounds(table, headings, directives, problems)

    everyone = [(row, read_entry(row, headings.fields, problems)) for row in rows]
    if headings.fields and not everyone:
        problems.append(Problem(headings.line, 1, "", _("an entry below the headings")))
    problems += repeated_ids(everyone, headings.fields)
    listed = _by_number(everyone, headings, problems)
    cards = _Cards(headings, directives, listed, problems)
    lines = {row.line for row, _entry in listed.values()}
    cards.check([row for row, _entry in everyone if row.line not in lines])
    chart = Wallchart(
        cards.made(),
        cards.planned,
        directives.games,
        directives.format,
        extra=cards.extra_games(),
        by_game_points=directives.by_game_points,
    )
    cards.judge(chart)
    return WallchartFile(
        section=directives.section,
        chart=chart,
        entries=tuple(entry for _row, entry in listed.values()),
        entrants=directives.entrants,
        problems=tuple(sorted(set(problems))),
        notes=tuple(notes),
        two_teams=tuple(in_two_teams(listed, headings.fields)),
    )


# --- directives ---------------------------------------------------------------------------------


@dataclass
class _Directives:
    section: str = ""
    rounds: int = 0
    games: int = 1
    format: Format = Format.SWISS
    entrants: str = "players"
    by_game_points: bool = False


def _read_directives(comments: list[tuple[int, str]], problems: list[Problem]) -> _Directives:
    """The lines ``# name: value`` before the header; any other is a comment."""
    directives = _Directives()
    score: tuple[int, str] | None = None
    for line, text in comments:
        name, colon, value = (part.strip() for part in text.partition(":"))
        name = name.casefold() if colon else ""
        try:
            if name == "section":
                directives.section = " ".join(value.split())
            elif name == "rounds":
                directives.rounds = _count(value, MOST_ROUNDS)
            elif name == "games":
                directives.games = _count(value, 9)
            elif name == "format":
                directives.format = _choice(value.replace("-", " "), {f.value: f for f in Format})
            elif name == "entrants":
                directives.entrants = _choice(value, {"players": "players", "teams": "teams"})
            elif name == "score":
                directives.by_game_points = _choice(value, {"match points": False, "game points": True})
                score = line, value
        except ValueError as error:
            problems.append(Problem(line, 1, value, str(error)))
    if score and directives.entrants != "teams":
        directives.by_game_points = False
        expected = _("match or game points only in a file with the line “# entrants: teams”")
        problems.append(Problem(score[0], 1, score[1], expected))
    return directives


def _count(value: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,2}", value) or not 1 <= int(value) <= most:
        raise ValueError(_("a number from 1 to %(most)d") % {"most": most})
    return int(value)


def _choice(value: str, choices: Mapping[str, T]) -> T:
    try:
        return choices[" ".join(value.casefold().split())]
    except KeyError:
        raise ValueError(_("one of: %(choices)s") % {"choices": ", ".join(choices)}) from None


# --- the header, or what can be told without one --------------------------------------------------


def _header(table: Table, problems: list[Problem]) -> tuple[Headings, list[Row]]:
    """Which column is what, and the rows below."""
    if not table.rows:
        if not table.problems:
            problems.append(
                Problem(1, 1, "", _("a header line with number and name, then one line an entry"))
            )
        return Headings(1, {}, {}, {}), []
    first, *below = table.rows
    if not is_header(first, "number", "name"):
        return _without_header(table.rows, problems)
    headings = read_headings(first, problems)
    if "age" in headings.fields:  # Of a roster; a wall chart is handed on, and says nobody's age.
        at = headings.fields.pop("age")
        headings.others[at] = first.field(at)
    for missing in ("number", "name"):
        if missing not in headings.fields:
            expected = _("a column with the heading “%(heading)s”") % {"heading": missing}
            problems.append(Problem(first.line, 1, ", ".join(f.strip() for f in first.fields), expected))
    return headings, below


def _without_header(rows: list[Row], problems: list[Problem]) -> tuple[Headings, list[Row]]:
    """The columns of a pasted *number, name, …, cells*, where there is only one way to read it."""
    width = max(len(row.fields) for row in rows)
    columns = [[text for row in rows if (text := row.field(index))] for index in range(width)]
    while columns and not columns[-1]:
        columns.pop()
    cells = [index for index, texts in enumerate(columns) if index > 1 and _most(texts, _is_cell)]
    if not _most(columns[0], str.isdecimal) or not cells:
        expected = _("a header line such as: number, name, rating, r1, r2, r3")
        problems.append(Problem(rows[0].line, 1, rows[0].field(0), expected))
        return Headings(rows[0].line, {}, {}, {}), []
    fields = {"number": 0, "name": 1}
    for index in range(2, cells[0]):
        meaning = _tell(columns[index])
        if meaning in fields or meaning == "?":
            expected = _("a header line: nothing else says what column %(column)d is") % {"column": index + 1}
            problems.append(Problem(rows[0].line, index + 1, rows[0].field(index), expected))
        elif meaning:
            fields[meaning] = index
    # An empty column among the cells is a round that nobody has played yet.
    rounds = dict(enumerate(range(cells[0], len(columns)), 1))
    return Headings(rows[0].line, fields, rounds, {}), rows


def _tell(texts: list[str]) -> str:
    if not texts:
        return ""
    if _most(texts, lambda text: len(text) == 8 and text.isdecimal()):
        return "id"
    if _most(texts, _is_rating):
        return "rating"
    return "?"


def _most(texts: list[str], condition: Callable[[str], bool]) -> bool:
    """Whether more than half are so: the others are slips, to be told one by one."""
    return 2 * sum(map(condition, texts)) > len(texts)


def _is_rating(text: str) -> bool:
    try:
        # Anything below 100 could as well be a grade, or points.
        return (read_rating(text) or 100) >= 100
    except ValueError:
        return False


def _is_cell(text: str) -> bool:
    try:
        return bool(parse_round(_VISITED.sub("", text), 1, games=9))
    except NotationError:
        return False


def _other_columns(headings: Headings, rows: list[Row], problems: list[Problem]) -> list[str]:
    """A note of the columns that have no use here. One that holds results, or no heading, is a problem."""
    dropped = []
    for index, text in headings.others.items():
        values = [(row.line, row.field(index)) for row in rows if row.field(index)]
        if any(_is_cell(value) and any(c.isdecimal() for c in value) for _line, value in values):
            expected = _("a heading r1, r2, … : this column holds results")
            problems.append(Problem(headings.line, index + 1, text, expected))
        elif values and not text:
            problems.append(Problem(values[0][0], index + 1, values[0][1], _("a heading for this column")))
        elif text:
            dropped.append(text)
    return not_taken(dropped)


def _width(headings: Headings) -> int:
    return 1 + max(*headings.fields.values(), *headings.rounds.values(), *headings.others, 0, 0)


def _too_many_rounds(
    table: Table, headings: Headings, directives: _Directives, problems: list[Problem]
) -> None:
    """Take out the columns beyond the planned rounds, each a problem."""
    planned = directives.rounds or len(headings.rounds)
    if headings.fields and not planned:
        expected = _("columns r1, r2, … or a line “# rounds: 5” before the header")
        problems.append(Problem(headings.line, 1, "", expected))
    for number, index in list(headings.rounds.items()):
        if 1 <= number <= planned:
            continue
        if directives.rounds:
            expected = _("no more than the %(rounds)d planned rounds") % {"rounds": planned}
        else:
            expected = _("the rounds from 1 to %(rounds)d, none left out") % {"rounds": planned}
        problems.append(Problem(headings.line, index + 1, table.rows[0].field(index), expected))
        del headings.rounds[number]


def _by_number(
    everyone: list[tuple[Row, Entry]], headings: Headings, problems: list[Problem]
) -> dict[int, tuple[Row, Entry]]:
    """The entries that have a number of their own."""
    listed: dict[int, tuple[Row, Entry]] = {}
    for row, entry in everyone:
        if entry.number is None:
            continue
        if entry.number in listed:
            expected = _("a number that nobody else has; line %(line)d has it too") % {
                "line": listed[entry.number][0].line
            }
            problems.append(Problem(row.line, headings.fields["number"] + 1, str(entry.number), expected))
        listed.setdefault(entry.number, (row, entry))
    return listed


# --- the cells ----------------------------------------------------------------------------------

_VISITED = re.compile(r"@([^=+()@]*[^=+()@\d\s][^=+()@]*)")
_OTHER_COLOUR = {"w": "b", "b": "w", "": ""}


class _Cards:
    """The cards of the chart, made of the rows' cells, and the problems of both."""

    def __init__(
        self,
        headings: Headings,
        directives: _Directives,
        listed: dict[int, tuple[Row, Entry]],
        problems: list[Problem],
    ) -> None:
        self.rounds = dict(sorted(headings.rounds.items()))
        self.fields = headings.fields
        self.planned = directives.rounds or len(headings.rounds)
        self.directives = directives
        self.listed = listed
        self.problems = problems
        self.unreadable: set[tuple[int, int]] = set()
        self.visitors: dict[tuple[int, str], Card] = {}

    def made(self) -> tuple[Card, ...]:
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
        expected = _("the round after which the player left, from 0 to %(rounds)d, or nothing")
        at = self.fields["withdrew"] + 1
        self.problems.append(Problem(row.line, at, text, expected % {"rounds": self.planned}))
        return None

    def extra_games(self) -> tuple[ExtraGame, ...]:
        if "extra" not in self.fields:
            return ()
        rows = {number: row for number, (row, _entry) in self.listed.items()}
        return read_extra_games(rows, self.fields["extra"], self.problems)

    def check(self, rows: list[Row]) -> None:
        """Read the cells of rows that make no card, for their slips."""
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
        """The slots of a round, each with the section its opponent is from; None if it is a problem."""
        text = row.field(index)
        sections = [""]
        try:
            if "@" in text:
                found = [_VISITED.search(slot) for slot in text.split("+") if slot.strip()]
                sections = [" ".join(visited[1].split()) if visited else "" for visited in found]
                text = _VISITED.sub("", text)
            cells = parse_round(text, at, self.directives.games)
            if len(sections) < len(cells):
                sections *= len(cells)
            slots = list(zip(cells, sections, strict=False))
            if any(section and mine.opponent is None for mine, section in slots):
                raise NotationError(text, _("the number of the other section's entry, as in W7w@Open"))
            if "(" in text and self.directives.entrants != "teams":
                raise NotationError(text, _("board points only in a file with the line “# entrants: teams”"))
        except NotationError as error:
            self.problems.append(Problem(row.line, index + 1, row.field(index), translated(error.expected)))
            return None
        return slots

    def _against_visitor(self, number: int, mine: Cell, section: str) -> Cell:
        """The same cell against the visitor's number, and its mirror on the visitor's card."""
        key = (mine.opponent or 0, section.casefold())
        name = f"{mine.opponent}@{section}"
        visitor = self.visitors.get(key)
        if visitor is None:
            visitor = Card(self._above + len(self.visitors), name, house=True, visitor=name)
        mirror = cell(mine.round, mine.kind.other_side, number, _OTHER_COLOUR[mine.color])
        self.visitors[key] = replace(visitor, cells=(*visitor.cells, mirror))
        return mine._replace(opponent=visitor.number)

    @cached_property
    def _above(self) -> int:
        """A number above all that the file names, so that no slip can mean a visitor."""
        named = [
            int(digits)
            for row, _entry in self.listed.values()
            for index in self.rounds.values()
            for digits in re.findall("[0-9]{1,7}", row.field(index))
        ]
        return 1 + max([*self.listed, *named])

    def _with_absences(self, visitor: Card) -> Card:
        """In a double round a visitor who came for one game was not paired for the other."""
        cells: list[Cell] = []
        for at in self.rounds:
            met = visitor.in_round(at)
            if met:
                cells += met
                cells += [cell(at, Kind.UNPAIRED)] * (self.directives.games - len(met))
        return replace(visitor, cells=tuple(cells))

    def judge(self, chart: Wallchart) -> None:
        """The engine's report, told by line and column."""
        for number, at, read, said in chart_problems(chart):
            expected = translated(said)
            card = chart.by_number[number]
            if at is None:
                self._report(number, self.fields.get("reentry of", 0), read, expected)
            elif card.visitor:
                for mirror in card.in_round(at):
                    if mirror.opponent is not None:
                        self._report(mirror.opponent, self.rounds[at], None, expected)
            # What cannot be read has been told; that the other side does not agree with it says nothing new.
            elif not any((c.opponent, c.opponent_round) in self.unreadable for c in card.in_round(at)):
                self._report(number, self.rounds[at], None, expected)

    def _report(self, number: int, column: int, read: str | None, expected: str) -> None:
        row = self.listed[number][0]
        self.problems.append(
            Problem(row.line, column + 1, row.field(column) if read is None else read, expected)
        )


# --- writing ------------------------------------------------------------------------------------


def write(file: WallchartFile) -> str:
    """The text of a file, safe to open in a spreadsheet; :func:`read` answers the same file.

    >>> print(write(read("no,name,r1\\n1,=cmd(),W2w\\n2,Bob,L1b\\n")), end="")
    # rounds: 1
    number,name,r1
    1,'=cmd(),W2w
    2,Bob,L1b
    """
    chart, entries = file.chart, file.entries
    withdrew = [chart.by_number[entry.number or 0].withdrew for entry in entries]
    optional = {
        "id": [entry.uscf_id for entry in entries],
        "rating": [str(entry.rating or "") for entry in entries],
        "team": [guard(entry.team) for entry in entries],
        "grade": [guard(entry.grade) for entry in entries],
        "state": [guard(entry.state) for entry in entries],
        "house": ["yes" if entry.house else "" for entry in entries],
        "reentry of": [str(entry.reentry_of or "") for entry in entries],
        "withdrew": ["" if left is None else str(left) for left in withdrew],
        "extra": [show_extra_games(chart.extra, entry.number or 0) for entry in entries],
    }
    used = {head: texts for head, texts in optional.items() if any(texts)}
    out = io.StringIO()
    out.writelines(f"{line}\n" for line in _written_directives(file))
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["number", "name", *used, *(f"r{at}" for at in range(1, chart.rounds + 1))])
    for index, entry in enumerate(entries):
        card = chart.by_number[entry.number or 0]
        rounds: dict[int, list[Cell]] = {at: [] for at in range(1, chart.rounds + 1)}
        for known in card.cells:
            rounds[known.round].append(known)
        texts = [show_round(cells, chart.games, chart.visitors) for cells in rounds.values()]
        writer.writerow(
            [entry.number, guard(entry.name), *(column[index] for column in used.values()), *texts]
        )
    return out.getvalue()


def _written_directives(file: WallchartFile) -> Iterator[str]:
    chart = file.chart
    if section := " ".join(file.section.split()):
        line = f"# section: {section}"
        # Its last characters would be taken for those that a spreadsheet fills the line up with.
        yield '"' + line.replace('"', '""') + '"' if line[-1] in ",;" else line
    yield f"# rounds: {chart.rounds}"
    if chart.format is not Format.SWISS:
        yield f"# format: {chart.format.value}"
    if chart.games > 1:
        yield f"# games: {chart.games}"
    if file.entrants != "players":
        yield f"# entrants: {file.entrants}"
    if chart.by_game_points:
        yield "# score: game points"
