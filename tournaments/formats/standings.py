"""Standings as files: JSON for programs, CSV for spreadsheets, a table for a terminal.

:func:`rows` and :func:`team_rows` alone know the field names; the other two print what they say.
"""

import csv
import io
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine import points
from tiebreaks.engine.evaluation import Dropped, Evaluation, Term, Value
from tiebreaks.engine.ranking import editions
from tiebreaks.engine.ranking import sequence as sequences
from tiebreaks.engine.ranking.fold import Ranked, Ranking
from tiebreaks.engine.ranking.sequence import Step
from tiebreaks.engine.teams.teams import Teams

from ..text.wording import message
from .entries import guard
from .wallchart_csv import WallchartFile

DECIDED_BY, AHEAD_BY = "decided_by", "ahead_by"


@dataclass(frozen=True)
class Standings:
    """What is printed for one file; ``ranking`` is None for one with problems, ``teams`` if not asked for."""

    path: str
    file: WallchartFile
    order: sequences.Sequence
    ranking: Ranking | None
    why: int | None = None
    teams: Ranked[Teams] | None = None


# --- for programs -------------------------------------------------------------------------------


def as_dict(standings: Standings) -> dict[str, Any]:
    """The JSON object of one file."""
    file, ranking = standings.file, standings.ranking
    return {
        "file": standings.path,
        "section": file.section,
        "rounds": file.chart.rounds,
        "through": file.chart.through,
        "live": ranking.reading.live if ranking else False,
        "edition": editions.current().code,
        "order": [str(step) for step in standings.order.steps],
        "rows": rows(ranking) if ranking else [],
        "teams": team_rows(standings.teams) if standings.teams else [],
        "why": why(ranking, standings.why) if ranking else {},
        "problems": [problem._asdict() for problem in file.problems],
    }


def rows(ranking: Ranking) -> list[dict[str, Any]]:
    """Every player by rank, then number; those who are not ranked last."""
    cards = ranking.reading.by_number
    return [
        {"number": number, "name": cards[number].name} | _stands(ranking, number)
        for number in _listed(ranking)
    ]


def team_rows(ranking: Ranked[Teams]) -> list[dict[str, Any]]:
    """Every team by rank, then name; those that are too small to be ranked last.

    ``counting`` are the keys of the members that count, the best first: pairing numbers where all are of one
    section.
    """
    teams = ranking.reading
    return [
        {"team": teams.by_number[number].name}
        | _stands(ranking, number)
        | {"counting": list(teams.counting(teams.by_number[number]))}
        for number in _listed(ranking)
    ]


def _listed(ranking: Ranked[Any]) -> list[int]:
    """Numbers in the order of the standings, then those that take no place."""
    unranked = sorted(each.number for each in ranking.reading.unranked)
    return [standing.number for standing in ranking.standings] + unranked


def _stands(ranking: Ranked[Any], number: int) -> dict[str, Any]:
    """Score, place and tiebreaks of a player or team; place and rank are None of who is not ranked."""
    standing = ranking.by_number.get(number)

    def name(index: int | None) -> str | None:
        return None if index is None else str(ranking.steps[index])

    return {
        "score": points.decimal(ranking.reading.score_q[number]),
        "place": standing.place if standing else None,
        "rank": standing.rank if standing else None,
        "tied": standing.tied if standing else None,
        "tiebreaks": {
            str(step): step.system.unit.decimal(_value(ranking, index, number))
            for index, step in enumerate(ranking.sequence.steps)
        },
        DECIDED_BY: name(standing.decided_by) if standing else None,
        AHEAD_BY: name(standing.ahead_by) if standing else None,
    }


def _value(ranking: Ranked[Any], index: int, number: int) -> Value:
    """A value of the ranking; who is not ranked is in no tied group and so has none that depends on one."""
    if number in ranking.by_number:
        return ranking.value(index, number)
    return ranking.evaluation(index, number).value


def why(ranking: Ranking, number: int | None) -> dict[str, list[dict[str, Any]]]:
    """The terms of each of a player's values, dropped ones included; none where nobody has the number."""
    return {
        str(step): [
            {
                "round": term.round,
                "opponent": _opponent(ranking, term),
                "points": step.system.unit.decimal(term.points_q),
                "dropped": term.dropped.value if term.dropped else None,
                "reason": term.reason,
                "rule": term.rule,
            }
            for term in evaluation.terms
        ]
        for step, evaluation in _evaluations(ranking, number)
    }


def _evaluations(ranking: Ranking, number: int | None) -> list[tuple[Step, Evaluation]]:
    if number is None or not has(ranking, number):
        return []
    return [(step, ranking.evaluation(index, number)) for index, step in enumerate(ranking.sequence.steps)]


def has(ranking: Ranking, number: int) -> bool:
    """Whether somebody of this section has the number."""
    card = ranking.reading.by_number.get(number)
    return card is not None and not card.visitor


def _opponent(ranking: Ranking, term: Term) -> int | str | None:
    """An opponent's number; a visitor's with the section, as the file has it."""
    if term.opponent is None:
        return None
    return ranking.reading.by_number[term.opponent].visitor or term.opponent


# --- for spreadsheets ---------------------------------------------------------------------------


def as_csv(standings: Standings) -> str:
    """One line a player, with the columns of :func:`rows`; after an empty line, one a team."""
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
    who: list[str],
    order: sequences.Sequence,
    listed: list[dict[str, Any]],
    more: Sequence[str] = (),
) -> None:
    steps = [str(step) for step in order.steps]
    fields = [*who, "score", "place", "rank", "tied", *steps, DECIDED_BY, AHEAD_BY, *more]
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(fields)
    for row in listed:
        values = row | row["tiebreaks"] | {who[-1]: guard(row[who[-1]])}
        writer.writerow([values[field] for field in fields])


# --- for people ---------------------------------------------------------------------------------


def as_text(standings: Standings) -> str:
    """What a director reads: score groups, shared ranks as ``3=``, the step that decided each place."""
    ranking = standings.ranking
    if ranking is None:
        return ""
    lines = [_title(standings, ranking), _order(standings.order), ""]
    lines += _entries(ranking, standings.file.entrants == "teams")
    if standings.teams:
        lines += ["", *_teams(standings.teams)]
    if any(
        standing.tied > 1 for table in (ranking, standings.teams) if table for standing in table.standings
    ):
        lines += ["", _("= not separated by any of these tiebreaks")]
    for step, evaluation in _evaluations(ranking, standings.why):
        lines += ["", *_explained(ranking, standings.why or 0, step, evaluation)]
    return "\n".join(lines) + "\n"


def _title(standings: Standings, ranking: Ranking) -> str:
    reading = ranking.reading
    named = {"round": reading.counted, "rounds": reading.planned}
    if reading.live:
        when = _("live: round %(round)d of %(rounds)d is being played") % named
    elif reading.counted:
        when = _("after round %(round)d of %(rounds)d") % named
    else:
        when = _("before the first of %(rounds)d rounds") % named
    return f"{standings.file.section or standings.path} · {when}"


def _order(order: sequences.Sequence) -> str:
    return _("Tiebreaks: %(names)s") % {"names": " → ".join(map(_name, order.steps))}


def _name(step: Step) -> str:
    chosen = str(step).removeprefix(step.system.code).strip(":").replace("+", ", ")
    return message(step.system.name) + (f" ({chosen})" if chosen else "")


def _entries(ranking: Ranking, teams: bool) -> list[str]:
    cards = ranking.reading.by_number
    others = ranking.reading.unranked
    unranked = [
        (_("House players, not ranked"), [card.number for card in others if card.house]),
        (
            _("Withdrew before playing half of the games, not ranked (30B)"),
            [card.number for card in others if not card.house],
        ),
    ]
    tied = _("%(count)d teams tied %(place)s") if teams else _("%(count)d players tied %(place)s")
    return _table(ranking, [_("No."), _("Name")], lambda n: [str(n), cards[n].name], unranked, tied)


def _teams(ranking: Ranked[Teams]) -> list[str]:
    teams = ranking.reading

    def who(number: int) -> list[str]:
        team = teams.by_number[number]
        return [" ".join(map(str, teams.counting(team))), team.name]

    if not teams.teams:
        return [_("Teams · nobody of this section has one")]
    title = ngettext("Teams · the best %(count)d counts", "Teams · the best %(count)d count", teams.best)
    small = ngettext(
        "Not ranked: fewer than %(count)d member", "Not ranked: fewer than %(count)d members", teams.minimum
    )
    unranked = [(small % {"count": teams.minimum}, [team.number for team in teams.unranked])]
    table = _table(ranking, [_("Nos."), _("Team")], who, unranked, _("%(count)d teams tied %(place)s"))
    return [title % {"count": teams.best}, _order(ranking.sequence), "", *table]


def _table(
    ranking: Ranked[Any],
    heads: list[str],
    who: Callable[[int], list[str]],
    unranked: list[tuple[str, list[int]]],
    tied: str,
) -> list[str]:
    """Score groups, then who takes no place; ``heads`` and ``who`` are the columns before the score."""

    def printed(number: int) -> list[str]:
        values = [step.system.unit.show(_value(ranking, at, number)) for at, step in enumerate(steps)]
        return [*who(number), points.show(ranking.reading.score_q[number]), *values]

    steps = ranking.sequence.steps
    heads = ["#", *heads, _("Pts"), *(message(step.system.head) for step in steps), _("Decided by")]
    body: list[list[str] | str] = []
    for score_q, group in groupby(ranking.standings, key=lambda standing: standing.score_q):
        members = list(group)
        body += ["", _score_group(score_q, members[0].place, len(members), tied)]
        for standing in members:
            decided = standing.decided_by
            body.append(
                [
                    f"{standing.rank}=" if standing.tied > 1 else f"{standing.rank} ",
                    *printed(standing.number),
                    "" if decided is None else message(ranking.steps[decided].system.name),
                ]
            )
    for title, numbers in unranked:
        body += ["", title] if numbers else []
        body += [["", *printed(number), ""] for number in numbers]
    cells = [heads, *(line for line in body if not isinstance(line, str))]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    return [line if isinstance(line, str) else _aligned(line, widths) for line in (heads, *body)]


def _score_group(score_q: int, place: str, count: int, tied: str) -> str:
    text = ngettext("%(points)s point", "%(points)s points", 1 if 0 < score_q <= points.POINT else 2)
    text %= {"points": points.show(score_q)}
    if count > 1:
        text += " · " + tied % {"count": count, "place": place}
    return text


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Name and last column to the left, all that is counted to the right."""
    padded = []
    for index, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        blanks = " " * (width - _width(cell))
        padded.append(cell + blanks if index in (2, len(cells) - 1) else blanks + cell)
    return "  ".join(padded).rstrip()


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


def _explained(ranking: Ranking, number: int, step: Step, evaluation: Evaluation) -> list[str]:
    unit = step.system.unit
    card = ranking.reading.by_number[number]
    title = f"{card.name} · {_name(step)} {unit.show(evaluation.value)}"
    if evaluation.remark:
        title += f" ({_(evaluation.remark)})"
    dropped = {Dropped.LOWEST: _("left out: the lowest"), Dropped.HIGHEST: _("left out: the highest")}
    lines = [
        [
            _("round %(round)d") % {"round": term.round},
            "" if term.opponent is None else ranking.reading.by_number[term.opponent].name,
            unit.show(term.points_q),
            message(term.reason) + (f" ({term.rule})" if term.rule else ""),
            dropped[term.dropped] if term.dropped else "",
        ]
        for term in evaluation.terms
    ]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    padded = [
        [text + " " * (width - _width(text)) for text, width in zip(line, widths, strict=True)]
        for line in lines
    ]
    return [title, *("  " + "  ".join(line).rstrip() for line in padded)]
