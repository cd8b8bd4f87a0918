"""Trophies that teams tied on score win by an order that nobody posted: the rulebook has none for teams."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tiebreaks.published import TeamsDocument
from tiebreaks.selectors import teams_document

from ...models import TeamTable
from ..public.prizes import TrophyLine
from ..public.teams import each_trophy


@dataclass(frozen=True)
class Unposted:
    """A table of teams without a posted order, and the trophies that the default one decides."""

    table: TeamTable
    decides: list[TrophyLine] = field(default_factory=list)


def unposted_in(table: TeamTable) -> Unposted | None:
    """None where an order is posted."""
    document = teams_document(table.standings_id)
    return None if document.postings else Unposted(table, _decided(document))


def unposted(tables: Iterable[TeamTable]) -> list[Unposted]:
    return [found for table in tables if (found := unposted_in(table)) is not None]


def _decided(document: TeamsDocument) -> list[TrophyLine]:
    """The trophies for places whose winner a step of the order, not a decision, puts above a tied team."""
    steps = len(document.order.steps)

    def by_order(number: int) -> bool:
        ahead_by = document.by_number[number].ahead_by
        return ahead_by is not None and ahead_by < steps

    return [
        line
        for award, line in each_trophy(document)
        if not award.prize.label and any(by_order(number) for number in award.winners)
    ]
