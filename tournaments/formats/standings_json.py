"""Standings of a wall chart file as JSON, for programs. The field names are a contract: others read them.

:func:`rows` and :func:`team_rows` hold the values; the CSV file prints the same ones.
"""

from dataclasses import dataclass
from typing import Any

from tiebreaks.engine import points
from tiebreaks.engine.evaluation import Evaluation, Value
from tiebreaks.engine.ranking import editions
from tiebreaks.engine.ranking.fold import Ranked, Ranking
from tiebreaks.engine.ranking.sequence import Sequence, Step
from tiebreaks.engine.teams.teams import Teams

from .records import WallchartFile

DECIDED_BY, AHEAD_BY = "decided_by", "ahead_by"


@dataclass(frozen=True)
class FileStandings:
    """The standings of one file. ``ranking`` is None if the file has problems.

    ``why`` is the number of the player whose values are explained. ``teams`` is None unless asked for.
    """

    path: str
    file: WallchartFile
    order: Sequence
    ranking: Ranking | None
    why: int | None = None
    teams: Ranked[Teams] | None = None


def as_dict(standings: FileStandings) -> dict[str, Any]:
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
    """Every player by rank, then number. Those who are not ranked come last."""
    cards = ranking.reading.by_number
    return [
        {"number": number, "name": cards[number].name} | _placed(ranking, number)
        for number in _listed(ranking)
    ]


def team_rows(ranking: Ranked[Teams]) -> list[dict[str, Any]]:
    """Every team by rank, then name. Teams too small to be ranked come last.

    ``counting`` are the keys of the members who count, best first: pairing numbers within one section.
    """
    teams = ranking.reading
    return [
        {"team": teams.by_number[number].name}
        | _placed(ranking, number)
        | {"counting": list(teams.counting(teams.by_number[number]))}
        for number in _listed(ranking)
    ]


def _listed(ranking: Ranked[Any]) -> list[int]:
    """Numbers in the order of the standings, then those of unranked players or teams."""
    unranked = sorted(each.number for each in ranking.reading.unranked)
    return [standing.number for standing in ranking.standings] + unranked


def _placed(ranking: Ranked[Any], number: int) -> dict[str, Any]:
    """Score, place, rank and tiebreaks of a player or team. Place and rank are None if unranked."""
    standing = ranking.by_number.get(number)

    def name(index: int | None) -> str | None:
        return None if index is None else str(ranking.steps[index])

    return {
        "score": points.decimal(ranking.reading.score_q[number]),
        "place": standing.place if standing else None,
        "rank": standing.rank if standing else None,
        "tied": standing.tied if standing else None,
        "tiebreaks": {
            str(step): step.system.unit.decimal(value_of(ranking, index, number))
            for index, step in enumerate(ranking.sequence.steps)
        },
        DECIDED_BY: name(standing.decided_by) if standing else None,
        AHEAD_BY: name(standing.ahead_by) if standing else None,
    }


def value_of(ranking: Ranked[Any], index: int, number: int) -> Value:
    """The value of one step. An unranked player is in no tied group, so group systems have none for them."""
    if number in ranking.by_number:
        return ranking.value(index, number)
    return ranking.evaluation(index, number).value


def why(ranking: Ranking, number: int | None) -> dict[str, list[dict[str, Any]]]:
    """The terms of each of a player's values, with the dropped ones; empty if no player has the number."""
    cards = ranking.reading.by_number
    return {
        str(step): [
            {
                "round": term.round,
                # A visitor's number has its section, as in the file.
                "opponent": term.opponent and (cards[term.opponent].visitor or term.opponent),
                "points": step.system.unit.decimal(term.points_q),
                "dropped": term.dropped.value if term.dropped else None,
                "reason": term.reason,
                "rule": term.rule,
            }
            for term in evaluation.terms
        ]
        for step, evaluation in evaluations(ranking, number)
    }


def evaluations(ranking: Ranking, number: int | None) -> list[tuple[Step, Evaluation]]:
    """Each step with its evaluation of a player."""
    if number is None or not has_number(ranking, number):
        return []
    return [(step, ranking.evaluation(index, number)) for index, step in enumerate(ranking.sequence.steps)]


def has_number(ranking: Ranking, number: int) -> bool:
    """Whether a player of this section has the number."""
    card = ranking.reading.by_number.get(number)
    return card is not None and not card.visitor
