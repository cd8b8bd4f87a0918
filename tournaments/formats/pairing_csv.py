"""What a wall chart file says about its pairing, boards as a director types them, and pairings as CSV."""

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Format, Wallchart

from ..pairing.options import OptionError, Options, differing, parse
from ..pairing.request import PairingInput
from ..pairing.result import PairingResult
from .delimited import read_rows, write_rows
from .fields import guard
from .records import FileProblem, Once


@dataclass(frozen=True)
class PairingDirectives:
    """The lines ``# color``, ``# option``, ``# no pair`` and ``# bye`` of a file. ``bye`` 0 forbids one.

    ``named`` are the lines that name players: where each is, what it says, and its numbers.
    """

    color: str = "w"
    options: tuple[str, ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    bye: int | None = None
    problems: tuple[FileProblem, ...] = ()
    named: tuple[tuple[int, str, tuple[int, ...]], ...] = ()

    def unknown(self, known: Container[int]) -> list[FileProblem]:
        """The lines that name a number which no player of the file has."""
        expected = _("numbers of this file; no player has number %(number)d")
        return [
            FileProblem(line, 1, value, expected % {"number": number})
            for line, value, numbers in self.named
            for number in numbers
            if number not in known
        ]


def read_directives(data: str | bytes) -> PairingDirectives:
    """The directives for pairing, with their problems.

    >>> read_directives("# color: black\\n# no pair: 3 7\\nnumber,name\\n").apart
    ((3, 7),)
    """
    color, bye = "w", None
    options: list[str] = []
    apart: list[tuple[int, int]] = []
    problems = []
    named: list[tuple[int, str, tuple[int, ...]]] = []
    once = Once()
    for line, text in read_rows(data).comments:
        name, colon, value = (part.strip() for part in text.partition(":"))
        name = " ".join(name.casefold().split()) if colon else ""
        try:
            if name in ("color", "bye"):
                once(name, line)
            if name == "color":
                color = _color(value)
            elif name == "option":
                options.append(value)
                parse([value])
                once(value.partition("=")[0].strip(), line)
            elif name == "no pair":
                pairs = _pairs(value)
                apart += pairs
                named.append((line, value, tuple(dict.fromkeys(n for pair in pairs for n in pair))))
            elif name == "bye":
                bye = bye_number(value)
                named += [(line, value, (bye,))] if bye else []
        except (OptionError, ValueError) as error:
            # An option's error begins with what was read.
            problems.append(FileProblem(line, 1, value, str(error).removeprefix(f"{value}: ")))
    return PairingDirectives(color, tuple(options), tuple(apart), bye, tuple(problems), tuple(named))


def write_directives(options: Options, apart: Iterable[tuple[int, int]], color: str) -> str:
    """The lines of a file that say how it is paired, where that is not the rules' own way.

    >>> print(write_directives(parse(["teams=never"]), [(3, 7)], "b"), end="")
    # color: black
    # option: teams=never
    # no pair: 3 7
    """
    lines = ["# color: black"] if color == "b" else []
    lines += [f"# option: {option.name}={value}" for option, value in differing(options)]
    lines += [f"# no pair: {one} {other}" for one, other in apart]
    return "".join(f"{line}\n" for line in lines)


def first_color(chart: Wallchart) -> str:
    """The color that the higher-ranked player of board 1 had in round one (29E2); empty where the chart does
    not tell. A table gives the colors of a round robin."""
    if chart.format is Format.ROUND_ROBIN:
        return ""
    paired = (
        (card.number, cell.color)
        for card in chart.cards
        for cell in card.in_round(1)
        if cell.opponent and not card.visitor
    )
    return min(paired, default=(0, ""))[1]


def _color(value: str) -> str:
    if value.casefold() not in ("white", "black"):
        raise ValueError(_("white or black"))
    return value.casefold()[0]


def _pairs(value: str) -> list[tuple[int, int]]:
    """All pairs of the numbers of a line: ``3 7 9`` keeps three players apart."""
    if not re.fullmatch(r"[0-9]{1,7}([ ,]+[0-9]{1,7})+", value):
        raise ValueError(_("two or more numbers, as in 3 7"))
    numbers = [int(n) for n in re.findall("[0-9]+", value)]
    if len({*numbers}) < len(numbers):
        raise ValueError(_("each number once, as in 3 7"))
    return [(one, other) for at, one in enumerate(numbers) for other in numbers[at + 1 :]]


def bye_number(value: str) -> int:
    """A number, or 0 for ``none``. Raises :class:`ValueError`."""
    if value.casefold() == "none":
        return 0
    if not re.fullmatch("[0-9]{1,7}", value) or not int(value):
        raise ValueError(_("the number of a player, or none"))
    return int(value)


class BoardsRead(NamedTuple):
    """Boards as (board, white, black), and who has the full-point bye, where a line says it."""

    boards: tuple[tuple[int, int, int], ...] = ()
    bye: int | None = None
    problems: tuple[FileProblem, ...] = ()


_COLUMNS = ("board", "white", "black")


def read_boards(data: str | bytes) -> BoardsRead:
    """Lines of board, white, black, or under headings as :func:`as_csv` has them, with its line of the bye.

    >>> read_boards("board,white,black\\n1,4,2\\n").boards
    ((1, 4, 2),)
    >>> read_boards("board,white,white name,black\\n1,4,Ann,2\\nbye,3,Bo\\n")[:2]
    (((1, 4, 2),), 3)
    """
    text = read_rows(data)
    boards: dict[int, tuple[int, int, int]] = {}
    problems, byes, places = list(text.problems), list[int](), (0, 1, 2)
    for at, row in enumerate(text.rows):
        fields = [field.strip() for field in row.fields]
        is_bye = fields[0].casefold() == "bye"
        if not any(fields):
            continue
        if at == 0 and not fields[0].isdecimal() and not is_bye:
            headings = [field.casefold() for field in fields]
            if {*_COLUMNS} <= {*headings}:
                places = (headings.index("board"), headings.index("white"), headings.index("black"))
            continue
        read = [fields[place] if place < len(fields) else "" for place in places[: 2 if is_bye else 3]]
        expected = ""
        if not all(re.fullmatch("[0-9]{1,7}", field) for field in read[is_bye:]):
            three = _("three numbers: board, white, black")
            expected = _("bye, and the number of a player") if is_bye else three
        elif is_bye:
            expected = _("one bye at most") if byes else ""
            byes.append(int(read[1]))
        elif int(read[0]) in boards:
            expected = _("each board once")
        elif int(read[1]) == int(read[2]):
            expected = _("two players")
        else:
            boards[int(read[0])] = (int(read[0]), int(read[1]), int(read[2]))
        if expected:
            problems.append(FileProblem(row.line, 1, ",".join(read), expected))
    return BoardsRead(tuple(boards.values()), byes[0] if byes else None, tuple(problems))


def as_csv(request: PairingInput, result: PairingResult) -> str:
    """A line per board with names and the reason, for spreadsheets; the bye comes last."""
    lines: list[list[object]] = [["board", "white", "white name", "black", "black name", "reason"]]
    for board in result.boards:
        names = [guard(request.name(n)) for n in (board.white, board.black)]
        said = guard(" ".join(board.reason.sentences))
        lines.append([board.board, board.white, names[0], board.black, names[1], said])
    if result.bye:
        name = guard(request.name(result.bye.number))
        lines.append(["bye", result.bye.number, name, "", "", guard(" ".join(result.bye.sentences))])
    return write_rows(lines)
