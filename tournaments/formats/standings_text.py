"""Standings of a wall chart file as a table for a terminal, in the words of the pages."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Container, Sequence
from itertools import count, groupby
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.chart.wallchart import Kind, Wallchart
from tiebreaks.engine.evaluation import Evaluation
from tiebreaks.engine.ranking.fold import Ranked, Ranking
from tiebreaks.engine.ranking.sequence import Sequence as Order
from tiebreaks.engine.ranking.sequence import Step
from tiebreaks.engine.teams.teams import Teams

from ..text import not_ranked, progress, ties, wording
from ..text.ties import Between, Reached, Stage
from .standings_json import FileStandings, evaluations, value_of

# A heading and the numbers of those listed below it without a place.
Unranked = tuple[str, list[int]]


def as_text(standings: FileStandings) -> str:
    """The table that a director reads: score groups, shared ranks as ``3=``, the step behind each rank."""
    ranking = standings.ranking
    if ranking is None:
        return ""
    lines = [_title(standings, ranking), _order(standings.order), ""]
    reached = _reached(ranking.reading)
    lines += _entrants(ranking, teams=standings.file.entrants == "teams", reached=reached)
    if standings.teams:
        lines += ["", *_teams(standings.teams, reached=reached)]
    for step, evaluation in evaluations(ranking, standings.why):
        lines += ["", *_explained(ranking, standings.why or 0, step, evaluation)]
    return "\n".join(lines) + "\n"


def _reached(reading: Reading) -> Reached:
    if reading.live:
        return Stage.OPEN
    return Stage.OVER if reading.counted == reading.planned else Between(reading.counted)


def _title(standings: FileStandings, ranking: Ranking) -> str:
    file, reading = standings.file, ranking.reading
    playing, boards = _still_playing(file.chart, reading.counted) if reading.live else (0, 0)
    state = progress.state(
        live=reading.live,
        counted=reading.counted,
        rounds=reading.planned,
        playing=playing,
        boards=boards,
        matches=file.entrants == "teams",
    )
    return f"{file.section or standings.path} · {state}"


def _still_playing(chart: Wallchart, round: int) -> tuple[int, int]:
    """How many games or matches of a round are still being played, and how many there are."""
    games: dict[tuple[frozenset[int], int], bool] = {}
    for card in chart.cards:
        met: Counter[int] = Counter()
        for cell in card.in_round(round):
            if cell.opponent is not None:
                game = frozenset((card.number, cell.opponent)), met[cell.opponent]
                games[game] = games.get(game, False) or cell.kind is Kind.OPEN
                met[cell.opponent] += 1
    return sum(games.values()), len(games)


def _order(order: Order) -> str:
    return _("Tiebreaks: %(order)s") % {"order": wording.order(order)}


def _entrants(ranking: Ranking, *, teams: bool, reached: Reached) -> list[str]:
    cards = ranking.reading.by_number
    others = ranking.reading.unranked
    unranked = [
        (_heading(*not_ranked.house_players()), [card.number for card in others if card.house]),
        (_heading(*not_ranked.withdrew_before_half()), [card.number for card in others if not card.house]),
    ]

    def named(number: int) -> list[str]:
        return [str(number), cards[number].name]

    return _table(ranking, [_("No."), _("Name")], named, unranked, teams=teams, reached=reached)


def _teams(ranking: Ranked[Teams], *, reached: Reached) -> list[str]:
    teams = ranking.reading

    def named(number: int) -> list[str]:
        team = teams.by_number[number]
        return [" ".join(map(str, teams.counting(team))), team.name]

    if not teams.teams:
        return [_("Teams"), _("No player of this section has a team.")]
    unranked = [(_heading(*not_ranked.too_small(teams.minimum)), [team.number for team in teams.unranked])]
    table = _table(ranking, [_("Nos."), _("Team")], named, unranked, teams=True, reached=reached)
    return [_heading(_("Teams"), not_ranked.school_score(teams.best)), _order(ranking.sequence), "", *table]


def _heading(title: str, note: str) -> str:
    return f"{title} · {note}"


def _table(
    ranking: Ranked[Any],
    heads: list[str],
    named: Callable[[int], list[str]],
    unranked: Sequence[Unranked],
    *,
    teams: bool,
    reached: Reached,
) -> list[str]:
    """Score groups, then the unranked. ``heads`` and ``named`` are the columns before the score."""

    def printed(number: int) -> list[str]:
        values = [step.system.unit.show(value_of(ranking, at, number)) for at, step in enumerate(steps)]
        return [*named(number), points.show(ranking.reading.score_q[number]), *values]

    steps = ranking.sequence.steps
    heads = ["#", *heads, _("Pts"), *(wording.message(step.system.head) for step in steps), _("Decided by")]
    body: list[list[str] | str] = []
    for score_q, group in groupby(ranking.standings, key=lambda standing: standing.score_q):
        members = list(group)
        tied = ties.tied(members[0].first, members[0].last, teams=teams)
        body += ["", _heading(wording.score(score_q), tied) if len(members) > 1 else wording.score(score_q)]
        for standing in members:
            decided = standing.decided_by
            body.append(
                [
                    # A blank keeps the figures of ranks and shared ranks in one column.
                    wording.rank(standing.rank, standing.tied) + ("" if standing.tied > 1 else " "),
                    *printed(standing.number),
                    "" if decided is None else wording.message(ranking.steps[decided].system.name),
                ]
            )
            if standing.tied > 1 and standing is [s for s in members if s.rank == standing.rank][-1]:
                body.append(f"    {ties.unresolved(standing.tied, reached)}")
    for title, numbers in unranked:
        body += ["", title] if numbers else []
        body += [["", *printed(number), ""] for number in numbers]
    return _aligned([heads, *body], left=(2, len(heads) - 1))


def _aligned(lines: Sequence[list[str] | str], left: Container[int]) -> list[str]:
    """Lists of cells in columns, these to the left and the others to the right, and texts as they are."""
    cells = [line for line in lines if not isinstance(line, str)]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]

    def padded(index: int, cell: str) -> str:
        blanks = " " * (widths[index] - _width(cell))
        return cell + blanks if index in left else blanks + cell

    return [
        line if isinstance(line, str) else "  ".join(map(padded, count(), line)).rstrip() for line in lines
    ]


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


def _explained(ranking: Ranking, number: int, step: Step, evaluation: Evaluation) -> list[str]:
    """A value with its arithmetic: the remark, then a line per term."""
    unit = step.system.unit
    cards = ranking.reading.by_number
    title = f"{cards[number].name} · {wording.step(step)} {unit.show(evaluation.value)}"
    remark = wording.remark(evaluation)
    lines = [
        [
            _("round %(round)d") % {"round": term.round},
            "" if term.opponent is None else cards[term.opponent].name,
            unit.show(term.points_q),
            wording.message(term.reason) + (f" ({term.rule})" if term.rule else ""),
            wording.dropped(term.dropped),
        ]
        for term in evaluation.terms
    ]
    explained = [remark, *_aligned(lines, left=range(5))] if remark else _aligned(lines, left=range(5))
    return [title, *(f"  {line}" for line in explained)]
