"""The columns of a wall chart: named by a heading line, or recognized in a paste without one."""

import re
from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.notation import NotationError, parse_round

from ..delimited import DelimitedText, Row
from ..fields import read_rating
from ..headings import Headings, is_header, missing_heading, not_imported, read_headings
from ..records import FileProblem
from .directives import MOST_GAMES, Directives

# The section of a visitor, as in W7w@Open. A number after @ is a round of this section.
VISITED = re.compile(r"@([^=+()@]*[^=+()@\d\s][^=+()@]*)")


def read_columns(text: DelimitedText, problems: list[FileProblem]) -> tuple[Headings, list[Row]]:
    """The columns, and the rows of the entries."""
    if not text.rows:
        return Headings(1, {}, {}, {}), []
    first, *below = text.rows
    if not is_header(first, "number", "name"):
        return _without_header(text.rows, problems)
    headings = read_headings(text.rows, problems)
    # A wall chart is passed on, so it never holds ages, memberships or fees. Its cells tell requested byes.
    for elsewhere in {"age", "byes", "expires", "fee"} & headings.fields.keys():
        at = headings.fields.pop(elsewhere)
        headings.others[at] = first.field(at)
    for missing in ("number", "name"):
        if missing not in headings.fields:
            problems.append(missing_heading(missing, first))
    return headings, below


def _without_header(rows: list[Row], problems: list[FileProblem]) -> tuple[Headings, list[Row]]:
    """The columns of *number, name, …, cells* without headings, if there is only one way to read them."""
    width = max(len(row.fields) for row in rows)
    columns = [[text for row in rows if (text := row.field(index))] for index in range(width)]
    while columns and not columns[-1]:
        columns.pop()
    cells = [index for index, texts in enumerate(columns) if index > 1 and _most(texts, _is_cell)]
    if not _most(columns[0], str.isdecimal) or not cells:
        expected = _("a line of headings, such as: number, name, rating, r1, r2, r3")
        problems.append(rows[0].problem(0, expected))
        return Headings(rows[0].line, {}, {}, {}), []
    fields = {"number": 0, "name": 1}
    for index in range(2, cells[0]):
        meaning = _recognized(columns[index])
        if meaning in fields or meaning == "?":
            expected = _("a line of headings, to say what column %(column)d is") % {"column": index + 1}
            problems.append(rows[0].problem(index, expected))
        elif meaning:
            fields[meaning] = index
    # An empty column among the cells is a round still to be played.
    rounds = dict(enumerate(range(cells[0], len(columns)), 1))
    return Headings(rows[0].line, fields, rounds, {}), rows


def _recognized(texts: list[str]) -> str:
    if not texts:
        return ""
    if _most(texts, lambda text: len(text) == 8 and text.isdecimal()):
        return "id"
    if _most(texts, _is_rating):
        return "rating"
    return "?"


def _most(texts: Sequence[str], condition: Callable[[str], bool]) -> bool:
    """Whether more than half are so. The others are slips, each with its own problem."""
    return 2 * sum(map(condition, texts)) > len(texts)


def _is_rating(text: str) -> bool:
    try:
        # Anything below 100 could as well be a grade, or points.
        return (read_rating(text) or 100) >= 100
    except ValueError:
        return False


def _is_cell(text: str) -> bool:
    try:
        return bool(parse_round(VISITED.sub("", text), 1, games=MOST_GAMES))
    except NotationError:
        return False


def check_others(headings: Headings, rows: list[Row], problems: list[FileProblem]) -> tuple[str, ...]:
    """The note about columns that are not imported. One with results, or without a heading, is a problem."""
    unused = []
    for index, text in headings.others.items():
        filled = [row for row in rows if row.field(index)]
        if any(_is_cell(row.field(index)) and re.search("[0-9]", row.field(index)) for row in filled):
            expected = _("a heading such as r1. This column holds results")
            problems.append(FileProblem(headings.line, index + 1, text, expected))
        elif filled and not text:
            problems.append(filled[0].problem(index, _("a heading for this column")))
        elif text:
            unused.append(text)
    return not_imported(unused)


def check_rounds(
    headings: Headings, rows: list[Row], directives: Directives, problems: list[FileProblem]
) -> None:
    """Remove the columns beyond the planned rounds, each with a problem."""
    planned = directives.rounds or len(headings.rounds)
    if headings.fields and not planned:
        expected = _("columns r1, r2, … or a line “# rounds: 5” above the headings")
        problems.append(FileProblem(headings.line, 1, "", expected))
    for number, index in list(headings.rounds.items()):
        if 1 <= number <= planned:
            continue
        if directives.rounds:
            expected = _("no round after the planned %(rounds)d") % {"rounds": planned}
        else:
            expected = _("rounds 1 to %(rounds)d, without a gap") % {"rounds": planned}
        problems.append(rows[0].problem(index, expected))
        del headings.rounds[number]
