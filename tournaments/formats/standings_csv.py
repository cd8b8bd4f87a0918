"""Standings of a wall chart file as CSV, for spreadsheets: the values of the JSON, one line per player."""

from typing import Any

from tiebreaks.engine.ranking.sequence import Sequence as Order

from .delimited import write_rows
from .fields import guard
from .standings_json import AHEAD_BY, DECIDED_BY, FileStandings, rows, team_rows


def as_csv(standings: FileStandings) -> str:
    """A line per player, with the fields of :func:`.rows`; after an empty line, a line per team."""
    players = rows(standings.ranking) if standings.ranking else []
    lines = _lines(["number", "name"], standings.order, players)
    if standings.teams:
        teams = team_rows(standings.teams)
        counting = ["counting", *(" ".join(map(str, row["counting"])) for row in teams)]
        of_teams = _lines(["team"], standings.teams.sequence, teams)
        lines += [[], *([*line, keys] for line, keys in zip(of_teams, counting, strict=True))]
    return write_rows(lines)


def _lines(names: list[str], order: Order, listed: list[dict[str, Any]]) -> list[list[Any]]:
    steps = [str(step) for step in order.steps]
    fields = [*names, "score", "place", "rank", "tied", *steps, DECIDED_BY, AHEAD_BY]
    values = [row | row["tiebreaks"] | {names[-1]: guard(row[names[-1]])} for row in listed]
    return [fields, *([row[field] for field in fields] for row in values)]
