"""The players of teams, one line each: ``team, board, name, id, rating``, with a heading line or without.

Without a board column, the order of the lines is the board order. In the list of one team the team column may
be missing.
"""

import re
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key

from .delimited import DelimitedText, Row, read_rows
from .fields import read_entry, repeated_ids
from .headings import (
    beyond_the_headings,
    column_without_heading,
    is_header,
    missing_heading,
    not_imported,
    read_headings,
)
from .names import player_name_key
from .records import FileProblem, RosterEntry, TeamPlayer, TeamRosterFile

COLUMNS = ("team", "board", "name", "id", "rating")
LAST_BOARD = 99
_BOARD = re.compile("(?:board|bd)(?:no|order)?")


def read(data: str | bytes, team: str = "") -> TeamRosterFile:
    """Read the players of several teams, or of the one named, and report all problems.

    >>> [(p.team, p.board, p.name) for p in read("Elm,2,Bo\\nElm,1,Ann").players]
    [('Elm', 2, 'Bo'), ('Elm', 1, 'Ann')]
    >>> [(p.board, p.name) for p in read("Ann,,1500\\nBo", team="Elm").players]
    [(1, 'Ann'), (2, 'Bo')]
    """
    return from_rows(read_rows(data), team)


def from_rows(text: DelimitedText, team: str = "") -> TeamRosterFile:
    """The players in rows that were read already."""
    problems = list(text.problems)
    if not text.rows:
        if not problems:
            expected = _("a line for each player: team, board, name, ID, rating")
            problems.append(FileProblem(1, 1, "", expected))
        return TeamRosterFile((), tuple(problems))
    columns, rows, others = _columns(text.rows, team, problems)
    missing = [field for field in ("name", "team") if field not in columns and not (field == "team" and team)]
    if missing:
        problems.append(missing_heading(missing[0], text.rows[0]))
        return TeamRosterFile((), tuple(problems))
    everyone = [(row, read_entry(row, columns, problems)) for row in rows]
    problems += repeated_ids(everyone, columns)
    players = _players(everyone, columns, team, problems)
    _check_team_sizes(players, columns, problems)
    _check_namesakes(players, columns, problems)
    return TeamRosterFile(tuple(players), tuple(sorted(set(problems))), tuple(not_imported(others)))


def _columns(
    rows: list[Row], team: str, problems: list[FileProblem]
) -> tuple[dict[str, int], list[Row], list[str]]:
    """The index of each field, the rows below the headings, and the columns that are not imported."""
    first = rows[0]
    usual: tuple[str, ...] = COLUMNS[1:] if team else COLUMNS
    if not is_header(first, "name"):
        at = usual.index("board")
        if not any(re.fullmatch("[0-9]{0,2}", row.field(at)) for row in rows):
            usual = tuple(field for field in usual if field != "board")
        width = max(len(row.fields) for row in rows)
        extra = [column_without_heading(index) for index in range(len(usual), width)]
        return {field: index for index, field in enumerate(usual)}, rows, extra
    headings = read_headings(first, problems)
    problems += beyond_the_headings(rows[1:], len(first.fields))
    columns = {field: index for field, index in headings.fields.items() if field in COLUMNS}
    others = dict(headings.others)
    if "age" in headings.fields:
        others[headings.fields["age"]] = first.field(headings.fields["age"])
    for index, text in headings.others.items():
        if _BOARD.fullmatch(re.sub("[^a-z]", "", text.casefold())):
            columns.setdefault("board", index)
            del others[index]
    if team:
        columns.pop("team", None)
    return columns, rows[1:], [text for text in others.values() if text]


def _players(
    everyone: Sequence[tuple[Row, RosterEntry]],
    columns: Mapping[str, int],
    team: str,
    problems: list[FileProblem],
) -> list[TeamPlayer]:
    players: list[TeamPlayer] = []
    lines: dict[tuple[str, int], int] = {}
    last: dict[str, int] = {}
    for row, entry in everyone:
        name = team or entry.team
        key = name_key(name)
        if not name:
            problems.append(FileProblem(row.line, columns["team"] + 1, "", _("the team's name")))
        typed = row.field(columns.get("board"))
        board = last.get(key, 0) + 1
        if typed:
            if not re.fullmatch("[0-9]{1,2}", typed) or not int(typed):
                expected = _("a board number from 1 to %(last)d") % {"last": LAST_BOARD}
                problems.append(FileProblem(row.line, columns["board"] + 1, typed, expected))
                continue
            board = int(typed)
        if line := lines.get((key, board)):
            expected = _("another board number. The teammate on line %(line)d has this one") % {"line": line}
            read = typed or str(board)
            problems.append(FileProblem(row.line, columns.get("board", 0) + 1, read, expected))
        lines.setdefault((key, board), row.line)
        last[key] = board
        players.append(TeamPlayer(name, board, entry.name, entry.uscf_id, entry.rating, row.line))
    return players


def _check_team_sizes(
    players: Sequence[TeamPlayer], columns: Mapping[str, int], problems: list[FileProblem]
) -> None:
    """A team of one player is usually another team's name with a slip."""
    teams: dict[str, list[TeamPlayer]] = {}
    for player in players:
        teams.setdefault(name_key(player.team), []).append(player)
    for alone in (team[0] for team in teams.values() if len(team) == 1):
        expected = _("at least two players on this team. Is its name spelled differently on another line?")
        problems.append(FileProblem(alone.line, columns.get("team", 0) + 1, alone.team, expected))


def _check_namesakes(
    players: Sequence[TeamPlayer], columns: Mapping[str, int], problems: list[FileProblem]
) -> None:
    """Two lines with one name are one player, who cannot play on two boards, unless both have an ID."""
    first: dict[str, TeamPlayer] = {}
    for player in players:
        before = first.setdefault(player_name_key(player.name), player)
        if before is not player and player.name and not (before.uscf_id and player.uscf_id):
            expected = _("another name, or the IDs of both. %(name)s of %(team)s is on line %(line)d") % {
                "name": before.name,
                "team": before.team,
                "line": before.line,
            }
            problems.append(FileProblem(player.line, columns["name"] + 1, player.name, expected))
