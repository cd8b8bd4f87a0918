"""How the ranks moved since the last completed round: ▲3 beside a name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.membership import SectionRanking, form_teams, name_key
from tiebreaks.published import DOCUMENTS, PlayersDocument, TeamsDocument

from .playing import final_at, has_result
from .progress import reading_of

Ranks = dict[int, int]
R = TypeVar("R")


class TeamsBefore(NamedTuple):
    """The teams' ranks after a round, by their addresses: numbers change with the schools that there are."""

    round: int
    ranks: Mapping[str, int]


NOT_MOVED = TeamsBefore(0, {})

# What was ranked last, by what it was ranked, and the ranks: the results of a round do not change the rounds
# before it.
_recent: tuple[tuple[tuple[Reading, ...], Any, Any], ...] = ()


def last_completed(document: PlayersDocument, after: int | None = None) -> int:
    """The round before the last that is shown; while a round is played, the one before it. 0 for none."""
    shown = reading_of(document, after)
    return max(shown.counted - 1, 0)


def ranks_before(document: PlayersDocument, after: int | None = None) -> Ranks:
    """Each number's rank after :func:`last_completed`; empty where nothing was ranked yet, until the round
    that is played has a result, for nobody moves before, and once the section is final: beside a trophy a
    fall in the last round would read as a demotion.

    Every page of a version asks for the same ranks: the document keeps them.
    """
    number = last_completed(document, after)
    if not number or (after in (None, document.through) and final_at(document)):
        return {}
    kept: dict[int, Ranks] = vars(document).setdefault("_ranks_before", {})
    if number not in kept:
        kept[number] = _ranks(document.reading(number), document) if _counts(document, after) else {}
    return kept[number]


def teams_before(document: TeamsDocument, sections: Sequence[PlayersDocument]) -> TeamsBefore:
    """The same of a table of teams: the round before the last that any of these sections, which it draws on,
    shows. A section that is further behind counts as it stood after its own last complete round. No
    team of a final table moves."""
    number = max(map(last_completed, sections), default=0)
    moved = any(last_completed(each) == number and _counts(each) for each in sections)
    if not number or not moved or final_at(document):
        return NOT_MOVED
    readings = tuple([each.reading(min(number, each.through)) for each in sections])

    def ranks() -> Mapping[str, int]:
        drawn = [
            SectionRanking(each.name, rank(reading, read.order))
            for each, read, reading in zip(document.sections, sections, readings, strict=True)
        ]
        ranking = rank(form_teams(drawn, *document.counting), document.order)
        called = {team.number: name_key(team.name) for team in ranking.reading.teams}
        return {called[each.number]: each.rank for each in ranking.standings}

    by = document.order, document.counting, [each.order for each in sections]
    return TeamsBefore(number, _remembered(readings, by, ranks))


def _counts(document: PlayersDocument, after: int | None = None) -> bool:
    """Whether the round that is shown has moved anybody."""
    shown = reading_of(document, after)
    return not shown.live or has_result(document, shown.counted)


def _ranks(reading: Reading, document: PlayersDocument) -> Ranks:
    order = document.order
    return _remembered(
        (reading,), order, lambda: {each.number: each.rank for each in rank(reading, order).standings}
    )


def _remembered(readings: tuple[Reading, ...], by: object, make: Callable[[], R]) -> R:
    global _recent
    for ranked, ranked_by, ranks in _recent:
        if ranked == readings and ranked_by == by:
            found: R = ranks
            return found
    made = make()
    # Copies are without all that the systems keep with a reading.
    _recent = ((tuple(map(replace, readings)), by, made), *_recent)[:DOCUMENTS]
    return made
