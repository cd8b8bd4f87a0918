"""The players of teams, one line each: ``team, board, name, id, rating``, with a heading line or without.

Without a board column, the order of the lines is the board order. In the list of one team the team column may
be missing.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key

from .delimited import DelimitedText, Row, read_rows
from .fields import read_entry, repeated_ids
from .headings import (
    Headings,
    is_header,
    missing_heading,
    not_imported,
    other_columns,
    read_headings,
    usual_columns,
)
from .names import player_name_key
from .records import FileProblem, RosterEntry, RosterFile

COLUMNS = ("team", "board", "name", "id", "rating")
LAST_BOARD = 99
_BOARD = re.compile("(?:board|bd)(?:no|order)?")


def read(data: str | bytes, team: str = "") -> RosterFile:
    """Read the players of several teams, or of the one named, and report all problems.

    >>> [(p.team, p.board, p.name) for p in read("Elm,2,Bo\\nElm,1,Ann").entries]
    [('Elm', 2, 'Bo'), ('Elm', 1, 'Ann')]
    >>> [(p.board, p.name) for p in read("Ann,,1500\\nBo", team="Elm").entries]
    [(1, 'Ann'), (2, 'Bo')]
    """
    return from_rows(read_rows(data), team)


def from_rows(text: DelimitedText, team: str = "") -> RosterFile:
    """The players in rows that were read already."""
    problems = text.problems_or(_("a line for each player: team, board, name, ID, rating"))
    if not text.rows:
        return RosterFile((), tuple(problems))
    headings, rows = _columns(text.rows, team, problems)
    columns = {field: index for field, index in headings.fields.items() if field in COLUMNS}
    for field in ("name",) if team else ("name", "team"):
        if field not in columns:
            problems.append(missing_heading(field, text.rows[0]))
            return RosterFile((), tuple(problems))
    everyone = [(row, read_entry(row, columns, problems)) for row in rows]
    problems += repeated_ids([entry for _row, entry in everyone], columns)
    players = tuple(_on_boards(everyone, columns, team, problems))
    problems += _alone(players, columns)
    problems += _namesakes(players, columns)
    notes = not_imported(other_columns(headings, rows, {*COLUMNS, "number"}))
    return RosterFile(players, tuple(sorted(set(problems))), notes)


def _columns(rows: list[Row], team: str, problems: list[FileProblem]) -> tuple[Headings, list[Row]]:
    """The columns, and the rows below the headings. The list of one team has no team column."""
    if not is_header(rows[0], "name"):
        usual = [field for field in COLUMNS if not (team and field == "team")]
        if not any(re.fullmatch("[0-9]{0,2}", row.field(usual.index("board"))) for row in rows):
            usual.remove("board")
        return usual_columns(rows, {field: index for index, field in enumerate(usual)}), rows
    headings = read_headings(rows, problems)
    for index, text in list(headings.others.items()):
        if _BOARD.fullmatch(re.sub("[^a-z]", "", text.casefold())):
            headings.fields.setdefault("board", index)
            del headings.others[index]
    return headings, rows[1:]


def _on_boards(
    everyone: Sequence[tuple[Row, RosterEntry]],
    columns: Mapping[str, int],
    team: str,
    problems: list[FileProblem],
) -> Iterator[RosterEntry]:
    """The players with their boards: as typed, or the next one of the team."""
    lines: dict[tuple[str, int], int] = {}
    last: dict[str, int] = {}
    for row, entry in everyone:
        name = team or entry.team
        key = name_key(name)
        if not name:
            problems.append(row.problem(columns["team"], _("the team's name")))
        typed = row.field(columns.get("board"))
        if typed and not re.fullmatch("0?[1-9]|[1-9][0-9]", typed):
            expected = _("a board number from 1 to %(last)d") % {"last": LAST_BOARD}
            problems.append(row.problem(columns["board"], expected))
            continue
        board = last[key] = int(typed) if typed else last.get(key, 0) + 1
        if (line := lines.setdefault((key, board), row.line)) != row.line:
            expected = _("another board number. The teammate on line %(line)d has this one") % {"line": line}
            problems.append(FileProblem(row.line, columns.get("board", 0) + 1, typed or str(board), expected))
        yield replace(entry, team=name, board=board)


def _alone(players: Sequence[RosterEntry], columns: Mapping[str, int]) -> Iterator[FileProblem]:
    """A team of one player is usually another team's name with a slip."""
    sizes = Counter(name_key(player.team) for player in players)
    for player in players:
        if sizes[name_key(player.team)] == 1:
            expected = _(
                "at least two players on this team. Is its name spelled differently on another line?"
            )
            yield FileProblem(player.line, columns.get("team", 0) + 1, player.team, expected)


def _namesakes(players: Sequence[RosterEntry], columns: Mapping[str, int]) -> Iterator[FileProblem]:
    """Two lines with one name are one player, who cannot play on two boards, unless both have an ID."""
    first: dict[str, RosterEntry] = {}
    for player in players:
        before = first.setdefault(player_name_key(player.name), player)
        if before is not player and player.name and not (before.uscf_id and player.uscf_id):
            expected = _("another name, or the IDs of both. %(name)s of %(team)s is on line %(line)d")
            yield FileProblem(player.line, columns["name"] + 1, player.name, expected % vars(before))
