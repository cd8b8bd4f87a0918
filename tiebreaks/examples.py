"""One small event, invented, on which the glossary shows every system at work.

Six players, four rounds: Ann has a bye and is tied with Cal; Eve and Fay are tied and met. Five teams that
play each other; two schools whose best two players count. Values, terms and places come from the functions
that rank a real section.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from .engine.chart.notation import chart
from .engine.chart.reading import after_round
from .engine.chart.wallchart import Card, Cell, Kind, Wallchart
from .engine.evaluation import Evaluation, Term, total
from .engine.ranking.fold import Ranked, rank
from .engine.ranking.membership import SectionRanking, form_teams
from .engine.ranking.sequence import parse
from .engine.systems import MATCH_SYSTEMS, SYSTEMS, TEAM_SYSTEMS


def _named(wall: Wallchart, names: list[str], teams: list[str]) -> Wallchart:
    described = zip(wall.cards, names, teams, strict=True)
    return replace(wall, cards=tuple(replace(card, name=name, team=team) for card, name, team in described))


PLAYERS = _named(
    chart(
        ["W4w", "H", "W2b", "D3w"],
        ["W5b", "D3w", "L1w", "W4b"],
        ["W6w", "D2b", "W5w", "D1b"],
        ["L1b", "W5w", "W6b", "L2w"],
        ["L2w", "L4b", "L3b", "W6w"],
        ["L3b", "B", "L4w", "L5b"],
        ratings=[1450, 1500, 1600, 1200, 1100, 900],
    ),
    ["Ann", "Ben", "Cal", "Dee", "Eve", "Fay"],
    ["Oak", "", "Elm", "", "Elm", "Oak"],
)
TEAMS_MEET = _named(
    chart(
        ["W2(3)", "D3(2)", "B", "L4(1.5)"],
        ["L1(1)", "W5(3)", "L4(1.5)", "D3(2)"],
        ["W4(2.5)", "D1(2)", "W5(3)", "D2(2)"],
        ["L3(1.5)", "B", "W2(2.5)", "W1(2.5)"],
        ["B", "L2(1)", "L3(1)", "U"],
    ),
    ["Oak", "Ash", "Elm", "Fir", "Gum"],
    [""] * 5,
)
# Whose value is worked out, and who has the same score.
ANN, CAL, EVE, FAY = 1, 3, 5, 6
FIR, ELM = 4, 3
# A longer example adds up the members of a team in each round.
MOST_LINES = 5
SCHOOL_OAK, SCHOOL_ELM = 2, 1


@dataclass(frozen=True)
class Line:
    """What one round, or one member of a team, adds; or a round's several members, each with a part of it."""

    round: int
    who: str
    kind: Kind | None
    term: Term
    parts: tuple[tuple[str, Term], ...] = ()


@dataclass(frozen=True)
class Example:
    """A value worked out line by line, and the one it is compared with."""

    name: str
    other: str
    score_q: int
    lines: list[Line]
    evaluation: Evaluation
    theirs: Evaluation
    ahead: str
    cards: tuple[Card, ...]


@cache
def example(code: str) -> Example | None:
    """A system's worked example; None for one that people decide.

    >>> shown = example("modified_median")
    >>> shown.name, shown.evaluation.value, shown.other, shown.theirs.value, shown.ahead
    ('Ann', 30, 'Cal', 26, 'Ann')
    """
    if code in SYSTEMS:
        if SYSTEMS[code].by_people:
            return None
        pair = (EVE, FAY) if SYSTEMS[code].of_group else (ANN, CAL)
        return _worked(rank(after_round(PLAYERS), parse(code)), *pair, PLAYERS.cards)
    if code in MATCH_SYSTEMS:
        return _worked(rank(after_round(TEAMS_MEET), parse(code, MATCH_SYSTEMS)), FIR, ELM, TEAMS_MEET.cards)
    schools = form_teams([SectionRanking("", rank(after_round(PLAYERS), parse("solkoff")))], best=2)
    ranking = rank(schools, parse(code, TEAM_SYSTEMS))
    return _worked(ranking, SCHOOL_OAK, SCHOOL_ELM, PLAYERS.cards)


def _worked(ranking: Ranked[Any], number: int, other: int, cards: tuple[Card, ...]) -> Example:
    reading = ranking.reading
    mine, theirs = ranking.by_number[number], ranking.by_number[other]
    names = {card.number: card.name for card in cards}
    cells = {cell.round: cell for cell in reading.by_number[number].cells}
    evaluation = ranking.evaluation(0, number)
    lines = [_line(term, cells.get(term.round), names) for term in evaluation.terms]
    if len(lines) > MOST_LINES:
        lines = _by_round(lines)
        evaluation = total([line.term for line in lines])
    return Example(
        name=reading.by_number[number].name,
        other=reading.by_number[other].name,
        score_q=mine.score_q,
        lines=lines,
        evaluation=evaluation,
        theirs=ranking.evaluation(0, other),
        ahead=_ahead(mine.rank, theirs.rank, reading.by_number[number].name, reading.by_number[other].name),
        cards=cards,
    )


def _line(term: Term, cell: Cell | None, names: dict[int, str]) -> Line:
    opponent = term.opponent or (cell and cell.opponent)
    return Line(term.round, names[opponent] if opponent else "", cell.kind if cell else None, term)


def _by_round(lines: list[Line]) -> list[Line]:
    """A line for all members of a team in a round, and for what is taken off."""
    together: dict[tuple[int, str], list[Line]] = {}
    for line in lines:
        together.setdefault((line.round, line.term.reason), []).append(line)
    return [
        replace(
            of[0],
            term=of[0].term._replace(points_q=sum(line.term.points_q for line in of)),
            parts=tuple((line.who, line.term) for line in of),
        )
        for of in together.values()
    ]


def _ahead(mine: int, theirs: int, name: str, other: str) -> str:
    return "" if mine == theirs else name if mine < theirs else other
