"""Reading a wall chart file."""

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Wallchart

from ..delimited import DelimitedText, Row, read_rows
from ..fields import in_two_teams, read_entry, repeated_ids
from ..records import FileProblem, RosterEntry, WallchartFile
from .cells import Cards
from .columns import check_others, check_rounds, read_columns
from .directives import read_directives


def read(data: str | bytes) -> WallchartFile:
    """Read a wall chart and report all its problems by line and column.

    >>> file = read("number,name,r1\\n1,Ann,W2w\\n2,Bob,L1b\\n")
    >>> file.chart.through, [entry.name for entry in file.entries], file.problems
    (1, ['Ann', 'Bob'], ())
    """
    return from_rows(read_rows(data))


def from_rows(text: DelimitedText) -> WallchartFile:
    """The wall chart in rows that were read already."""
    expected = _("a line with the headings number and name, then one line per player")
    problems = text.problems_or(expected)
    directives = read_directives(text.comments, problems)
    headings, rows = read_columns(text, problems)
    notes = check_others(headings, rows, problems)
    check_rounds(headings, text.rows, directives, problems)

    everyone = [(row, read_entry(row, headings.fields, problems)) for row in rows]
    if headings.fields and not everyone:
        problems.append(FileProblem(headings.line, 1, "", _("a player or team below the headings")))
    problems += repeated_ids([entry for _row, entry in everyone], headings.fields)
    listed: dict[int, tuple[Row, RosterEntry]] = {}
    unlisted = []
    for row, entry in everyone:
        if entry.number is None:
            unlisted.append(row)
            continue
        first, _before = listed.setdefault(entry.number, (row, entry))
        if first is not row:
            unlisted.append(row)
            expected = _("another number. Line %(line)d has this one") % {"line": first.line}
            problems.append(row.problem(headings.fields["number"], expected))
    cards = Cards(headings, directives, listed, problems)
    cards.check_rows(unlisted)
    chart = Wallchart(
        cards.cards(),
        cards.planned,
        directives.games,
        directives.format,
        extra=cards.extra_games(),
        by_game_points=directives.by_game_points,
    )
    cards.check_chart(chart)
    entries = tuple(entry for _row, entry in listed.values())
    return WallchartFile(
        section=directives.section,
        chart=chart,
        entries=entries,
        entrants=directives.entrants,
        problems=tuple(sorted(set(problems))),
        notes=notes,
        two_teams=tuple(in_two_teams(entries, headings.fields)),
        planned=directives.rounds,
    )
