"""Writing a wall chart file."""

from tiebreaks.engine.chart.notation import show_round

from ..delimited import write_rows
from ..fields import guard, written_rating
from ..records import WallchartFile
from .directives import write_directives
from .extra_games import show_extra_games


def write(file: WallchartFile) -> str:
    """The text of a file, safe to open in a spreadsheet. :func:`.read` returns the same file.

    >>> from tournaments.formats.wallchart_csv import read
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
        "rating": [written_rating(entry.rating, entry.provisional) for entry in entries],
        "assigned rating": [str(entry.assigned_rating or "") for entry in entries],
        "team": [guard(entry.team) for entry in entries],
        "grade": [guard(entry.grade) for entry in entries],
        "state": [guard(entry.state) for entry in entries],
        "house": ["yes" if entry.house else "" for entry in entries],
        "reentry of": [str(entry.reentry_of or "") for entry in entries],
        "withdrew": ["" if left is None else str(left) for left in withdrew],
        "extra": [show_extra_games(chart.extra, entry.number or 0) for entry in entries],
    }
    used = {head: texts for head, texts in optional.items() if any(texts)}
    rows: list[list[object]] = [["number", "name", *used, *(f"r{at}" for at in range(1, chart.rounds + 1))]]
    for index, entry in enumerate(entries):
        card = chart.by_number[entry.number or 0]
        rounds = [card.in_round(at) for at in range(1, chart.rounds + 1)]
        texts = [show_round(cells, chart.games, chart.visitors) for cells in rounds]
        rows.append([entry.number, guard(entry.name), *(column[index] for column in used.values()), *texts])
    return "".join(f"{line}\n" for line in write_directives(file)) + write_rows(rows)
