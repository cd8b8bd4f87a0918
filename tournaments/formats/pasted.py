"""What a director pasted or uploaded: a plain list of players, or a wall chart. The text itself tells."""

from . import roster, wallchart_csv
from .roster import RosterFile
from .tables import Table, heading, is_header, read_table
from .wallchart_csv import WallchartFile

_DIRECTIVES = {"rounds", "games", "format", "entrants", "score", "section"}


def read(data: str | bytes) -> RosterFile | WallchartFile:
    """Read it as what it is.

    >>> type(read("Jane Doe,12345678,1432")).__name__, type(read("no,name,r1\\n1,Ann,B")).__name__
    ('RosterFile', 'WallchartFile')
    """
    table = read_table(data)
    if _is_list(table):
        return roster.read(data)
    chart = wallchart_csv.read(data)
    return chart if _says_wallchart(table) or chart.chart.rounds else roster.read(data)


def _is_list(table: Table) -> bool:
    """A header without a column for any round, and nothing said about rounds before it."""
    return not table.rows or (is_header(table.rows[0], "name") and not _says_wallchart(table))


def _says_wallchart(table: Table) -> bool:
    rounds = any(isinstance(heading(text), int) for text in table.rows[0].fields)
    return (rounds and is_header(table.rows[0], "name", "number")) or any(
        comment.partition(":")[0].strip().casefold() in _DIRECTIVES for _line, comment in table.comments
    )
