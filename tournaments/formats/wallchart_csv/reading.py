"""Reading a wall chart file."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Wallchart

from ..delimited import DelimitedText, Row, read_rows
from ..fields import in_two_teams, read_entry, repeated_ids
from ..headings import Headings, beyond_the_headings
from ..records import FileProblem, RosterEntry, WallchartFile
from .cells import Cards
from .columns import check_rounds, other_columns, read_columns, width
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
    problems = list(text.problems)
    directives = read_directives(text.comments, problems)
    headings, rows = read_columns(text, problems)
    notes = other_columns(headings, rows, problems)
    problems += beyond_the_headings(rows, width(headings)) if rows else []
    check_rounds(headings, text.rows[0] if text.rows else None, directives, problems)

    everyone = [(row, read_entry(row, headings.fields, problems)) for row in rows]
    if headings.fields and not everyone:
        problems.append(FileProblem(headings.line, 1, "", _("a player or team below the headings")))
    problems += repeated_ids(everyone, headings.fields)
    listed = _by_number(everyone, headings, problems)
    lines = {row.line for row, _entry in listed.values()}
    cards = Cards(headings, directives, listed, problems)
    cards.check_rows([row for row, _entry in everyone if row.line not in lines])
    chart = Wallchart(
        cards.cards(),
        cards.planned,
        directives.games,
        directives.format,
        extra=cards.extra_games(),
        by_game_points=directives.by_game_points,
    )
    cards.check_chart(chart)
    return WallchartFile(
        section=directives.section,
        chart=chart,
        entries=tuple(entry for _row, entry in listed.values()),
        entrants=directives.entrants,
        problems=tuple(sorted(set(problems))),
        notes=tuple(notes),
        two_teams=tuple(in_two_teams(listed, headings.fields)),
    )


def _by_number(
    everyone: Iterable[tuple[Row, RosterEntry]], headings: Headings, problems: list[FileProblem]
) -> dict[int, tuple[Row, RosterEntry]]:
    """The entries by number. A repeated number is a problem; its first entry stays."""
    listed: dict[int, tuple[Row, RosterEntry]] = {}
    for row, entry in everyone:
        if entry.number is None:
            continue
        if entry.number in listed:
            expected = _("another number. Line %(line)d has this one") % {
                "line": listed[entry.number][0].line
            }
            problems.append(FileProblem(row.line, headings.fields["number"] + 1, str(entry.number), expected))
        listed.setdefault(entry.number, (row, entry))
    return listed
