"""The players of teams, a line each: ``team, board, name, id, rating``, with a header or without.

Where the board is left out, the order of the lines is the team's order. Of one team alone the first column
may be missing.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key

from .entries import Entry, plain_name, read_entry, repeated_ids
from .tables import Problem, Row, is_header, left_over, not_taken, read_headings, read_table

COLUMNS = ("team", "board", "name", "id", "rating")
_BOARD = re.compile("(?:board|bd)(?:no|order)?")
MOST_MEMBERS = 99


@dataclass(frozen=True)
class Member:
    """A player of a team, and the place in its order."""

    team: str
    board: int
    name: str
    uscf_id: str
    rating: int | None
    line: int


@dataclass(frozen=True)
class TeamRosterFile:
    """What a list says. With problems, nothing of it may be stored; ``notes`` name what was not taken."""

    members: tuple[Member, ...]
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


def read(data: str | bytes, team: str = "") -> TeamRosterFile:
    """Read the players of several teams, or those of one; all problems are in the answer.

    >>> [(m.team, m.board, m.name) for m in read("Elm,2,Bo\\nElm,1,Ann").members]
    [('Elm', 2, 'Bo'), ('Elm', 1, 'Ann')]
    >>> [(m.board, m.name) for m in read("Ann,,1500\\nBo", team="Elm").members]
    [(1, 'Ann'), (2, 'Bo')]
    """
    table = read_table(data)
    problems = list(table.problems)
    if not table.rows:
        if not problems:
            problems.append(Problem(1, 1, "", _("a line for each player: team, board, name, ID, rating")))
        return TeamRosterFile((), tuple(problems))
    columns, rows, others = _columns(table.rows, team, problems)
    missing = [field for field in ("name", "team") if field not in columns and not (field == "team" and team)]
    if missing:
        expected = _("a column with the heading “%(heading)s”") % {"heading": missing[0]}
        problems.append(Problem(table.rows[0].line, 1, ", ".join(table.rows[0].fields), expected))
        return TeamRosterFile((), tuple(problems))
    everyone = [(row, read_entry(row, columns, problems)) for row in rows]
    problems += repeated_ids(everyone, columns)
    members = _members(everyone, columns, team, problems)
    _lonely(members, columns, problems)
    _namesakes(members, columns, problems)
    return TeamRosterFile(tuple(members), tuple(sorted(set(problems))), tuple(not_taken(others)))


def _columns(
    rows: list[Row], team: str, problems: list[Problem]
) -> tuple[dict[str, int], list[Row], list[str]]:
    """Where each field stands, the rows below, and the headings that nobody asked for."""
    first = rows[0]
    usual: tuple[str, ...] = COLUMNS[1:] if team else COLUMNS
    if not is_header(first, "name"):
        place = usual.index("board")
        if not any(re.fullmatch("[0-9]{0,2}", row.field(place)) for row in rows):
            usual = tuple(field for field in usual if field != "board")
        width = max(len(row.fields) for row in rows)
        unasked = [_("column %(column)d") % {"column": at + 1} for at in range(len(usual), width)]
        return {field: at for at, field in enumerate(usual)}, rows, unasked
    headings = read_headings(first, problems)
    problems += left_over(rows[1:], len(first.fields))
    columns = {field: at for field, at in headings.fields.items() if field in COLUMNS}
    others = dict(headings.others)
    if "age" in headings.fields:
        others[headings.fields["age"]] = first.field(headings.fields["age"])
    for at, text in headings.others.items():
        if _BOARD.fullmatch(re.sub("[^a-z]", "", text.casefold())):
            columns.setdefault("board", at)
            del others[at]
    if team:
        columns.pop("team", None)
    return columns, rows[1:], [text for text in others.values() if text]


def _members(
    everyone: list[tuple[Row, Entry]], columns: Mapping[str, int], team: str, problems: list[Problem]
) -> list[Member]:
    members: list[Member] = []
    at: dict[tuple[str, int], int] = {}
    last: dict[str, int] = {}
    for row, entry in everyone:
        name = team or entry.team
        key = name_key(name)
        if not name:
            problems.append(Problem(row.line, columns["team"] + 1, "", _("the team's name")))
        typed = row.field(columns.get("board"))
        board = last.get(key, 0) + 1
        if typed:
            if not re.fullmatch("[0-9]{1,2}", typed) or not int(typed):
                expected = _("a place in the team's order, from 1 to %(most)d") % {"most": MOST_MEMBERS}
                problems.append(Problem(row.line, columns["board"] + 1, typed, expected))
                continue
            board = int(typed)
        if line := at.get((key, board)):
            expected = _("a place of one's own in the team's order; line %(line)d has it too") % {
                "line": line
            }
            problems.append(Problem(row.line, columns.get("board", 0) + 1, typed or str(board), expected))
        at.setdefault((key, board), row.line)
        last[key] = board
        members.append(Member(name, board, entry.name, entry.uscf_id, entry.rating, row.line))
    return members


def _lonely(members: list[Member], columns: Mapping[str, int], problems: list[Problem]) -> None:
    """A team of one is a team whose name is written otherwise on the other lines."""
    lines: dict[str, list[Member]] = {}
    for member in members:
        lines.setdefault(name_key(member.team), []).append(member)
    for alone in (team[0] for team in lines.values() if len(team) == 1):
        expected = _("two players of the team at least; is its name written otherwise on another line?")
        problems.append(Problem(alone.line, columns.get("team", 0) + 1, alone.team, expected))


def _namesakes(members: list[Member], columns: Mapping[str, int], problems: list[Problem]) -> None:
    """Two of one name are one player, who would sit twice or for two teams, unless both have an ID."""
    first: dict[str, Member] = {}
    for member in members:
        before = first.setdefault(plain_name(member.name), member)
        if before is not member and member.name and not (before.uscf_id and member.uscf_id):
            expected = _("another name, or the IDs of both: %(name)s of %(team)s is on line %(line)d") % {
                "name": before.name,
                "team": before.team,
                "line": before.line,
            }
            problems.append(Problem(member.line, columns["name"] + 1, member.name, expected))
