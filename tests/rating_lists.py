"""A rating list as US Chess publishes them, of invented people: as text in columns and as a dBase table."""

from collections.abc import Sequence
from datetime import date
from io import BytesIO

from tournaments.formats.rating_report.dbf import Field, write
from tournaments.selectors.files.rating_list import RatingList
from tournaments.services.rating_lists import read_list

HEADINGS = ("MEM_NAME", "MEM_ID", "STATE", "EXPIRED", "R_LPB_RAT")
LINES = (
    ("ALDER,ADA", "30000001", "OR", "01/31/2027", "1450"),
    ("BIRCH,BEN MCKAY", "30000002", "MI", "12/31/99", "812"),
    ("CEDAR,CORA", "30000003", "OR", "06/30/2026", ""),
    ("O'ELM,JOSÉ", "30000004", "TX", "05/31/2027", "1207"),
    ("INACTIVE ID", "30000005", "", "", ""),
    ("ALDER,ADA", "30000006", "NY", "02/28/2027", "990"),
)
Line = Sequence[str]


def as_text(lines: Sequence[Line] = LINES, headings: Line = HEADINGS, *, mark: str = "\t") -> bytes:
    return "".join(mark.join(line) + "\r\n" for line in (headings, *lines)).encode()


def as_table(lines: Sequence[Line] = LINES, headings: Line = HEADINGS) -> bytes:
    """The writer of our rating report knows no accents."""
    widths = [max(len(line[at]) for line in (headings, *lines)) for at in range(len(headings))]
    fields = [Field(name, width) for name, width in zip(headings, widths, strict=True)]
    plain = [[text.replace("É", "E") for text in line] for line in lines]
    return write(fields, plain, date(2026, 11, 1))


def a_list(data: bytes | None = None, name: str = "november.txt") -> RatingList:
    """Read a list. The test has set where it is (``RATING_LIST``)."""
    return read_list(BytesIO(as_text() if data is None else data), name)[0]
