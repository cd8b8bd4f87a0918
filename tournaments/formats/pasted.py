"""What a director pasted or uploaded: a list of players or a wall chart. The text itself tells which."""

from dataclasses import replace
from datetime import date

from . import roster, team_roster, wallchart_csv
from .delimited import DelimitedText, read_rows
from .encodings import encoding_of, said_of
from .headings import heading, is_header
from .records import RosterFile, WallchartFile
from .wallchart_csv import directives


def read(
    data: str | bytes, *, teams: bool = False, first_day: date | None = None, encoding: str = ""
) -> RosterFile | WallchartFile:
    """Read it as the format that it is in. With ``teams``, a list is one of players on teams. The ages on the
    ``first_day`` of the event come from birth dates. A text that is not in Unicode, or was not in its file,
    is said to be in its ``encoding``.

    >>> type(read("Jane Doe,12345678,1432")).__name__, type(read("no,name,r1\\n1,Ann,B")).__name__
    ('RosterFile', 'WallchartFile')
    """
    file = _read(read_rows(data), teams=teams, first_day=first_day)
    encoding = encoding_of(data) or encoding
    return replace(file, notes=(said_of(encoding), *file.notes)) if encoding else file


def _read(text: DelimitedText, *, teams: bool, first_day: date | None) -> RosterFile | WallchartFile:
    if not _is_list(text):
        wallchart = wallchart_csv.from_rows(text)
        if _announces_wallchart(text) or wallchart.chart.rounds:
            return wallchart
    return team_roster.from_rows(text) if teams else roster.from_rows(text, first_day)


def _is_list(text: DelimitedText) -> bool:
    """Whether the headings name no round and no directive stands above them."""
    return not text.rows or (is_header(text.rows[0], "name") and not _announces_wallchart(text))


def _announces_wallchart(text: DelimitedText) -> bool:
    rounds = any(isinstance(heading(field), int) for field in text.rows[0].fields)
    return (rounds and is_header(text.rows[0], "name", "number")) or any(
        comment.partition(":")[0].strip().casefold() in directives.NAMES for _line, comment in text.comments
    )
