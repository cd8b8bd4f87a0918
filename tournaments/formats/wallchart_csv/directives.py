"""The directives of a wall chart file: lines such as ``# rounds: 5`` before the headings."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.problems import usual_boards
from tiebreaks.engine.chart.wallchart import Format
from tiebreaks.lines import clean_line

from ..records import FileProblem, Once, WallchartFile

NAMES = frozenset({"section", "rounds", "games", "format", "entrants", "score", "boards"})
MOST_ROUNDS = 99
MOST_GAMES = 9
MOST_BOARDS = 99
Choice = TypeVar("Choice")


@dataclass
class Directives:
    """What the directives say; a missing one has its default."""

    section: str = ""
    rounds: int = 0
    games: int = 1
    format: Format = Format.SWISS
    entrants: str = "players"
    by_game_points: bool = False
    boards: int | None = None


def read_directives(comments: Iterable[tuple[int, str]], problems: list[FileProblem]) -> Directives:
    """Read the lines ``# name: value``. Any other line is a comment."""
    directives = Directives()
    score: tuple[int, str] | None = None
    once = Once()
    for line, text in comments:
        name, colon, value = (part.strip() for part in text.partition(":"))
        name = name.casefold() if colon else ""
        try:
            if name in NAMES:
                once(name, line)
            if name == "section":
                directives.section = value
            elif name == "rounds":
                directives.rounds = _count(value, MOST_ROUNDS)
            elif name == "games":
                directives.games = _count(value, MOST_GAMES)
            elif name == "format":
                directives.format = _choice(value.replace("-", " "), {f.value: f for f in Format})
            elif name == "entrants":
                directives.entrants = _choice(value, {"players": "players", "teams": "teams"})
            elif name == "boards":
                directives.boards = _count(value, MOST_BOARDS)
            elif name == "score":
                directives.by_game_points = _choice(value, {"match points": False, "game points": True})
                score = line, value
        except ValueError as error:
            problems.append(FileProblem(line, 1, value, str(error)))
    if score and directives.entrants != "teams":
        directives.by_game_points = False
        expected = _("this line only in a file with the line “# entrants: teams”")
        problems.append(FileProblem(score[0], 1, score[1], expected))
    return directives


def _count(value: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,2}", value) or not 1 <= int(value) <= most:
        raise ValueError(_("a number from 1 to %(most)d") % {"most": most})
    return int(value)


def _choice(value: str, choices: Mapping[str, Choice]) -> Choice:
    try:
        return choices[" ".join(value.casefold().split())]
    except KeyError:
        raise ValueError(_("one of: %(choices)s") % {"choices": ", ".join(choices)}) from None


def write_directives(file: WallchartFile) -> Iterator[str]:
    """The lines that say what the defaults do not."""
    chart = file.chart
    if section := clean_line(file.section):
        line = f"# section: {section}"
        # Unquoted, its last characters would read as the delimiters that a spreadsheet pads a line with.
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
    if boards := usual_boards(chart):
        yield f"# boards: {boards}"
