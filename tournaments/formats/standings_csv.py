"""Standings of a wall chart file as CSV, for spreadsheets: the values of the JSON, one line per player."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from tiebreaks.engine.ranking.sequence import Sequence as Order

from .fields import guard
from .standings_json import AHEAD_BY, DECIDED_BY, FileStandings, rows, team_rows


def as_csv(standings: FileStandings) -> str:
    """A line per player, with the fields of :func:`.rows`; after an empty line, a line per team."""
    out = io.StringIO()
    _write(out, ["number", "name"], standings.order, rows(standings.ranking) if standings.ranking else [])
    if standings.teams:
        out.write("\n")
        teams = [
            row | {"counting": " ".join(map(str, row["counting"]))} for row in team_rows(standings.teams)
        ]
        _write(out, ["team"], standings.teams.sequence, teams, ["counting"])
    return out.getvalue()


def _write(
    out: io.StringIO,
    names: list[str],
    order: Order,
    listed: list[dict[str, Any]],
    more: Sequence[str] = (),
) -> None:
    steps = [str(step) for step in order.steps]
    fields = [*names, "score", "place", "rank", "tied", *steps, DECIDED_BY, AHEAD_BY, *more]
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(fields)
    for row in listed:
        values = row | row["tiebreaks"] | {names[-1]: guard(row[names[-1]])}
        writer.writerow([values[field] for field in fields])
