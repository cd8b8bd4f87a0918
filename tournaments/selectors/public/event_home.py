"""An event's own page: each section in a line (how far it is, who leads, what comes next); the schools."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tiebreaks.engine import points
from tiebreaks.published import PlayersDocument, TeamsDocument

from ...models import Section
from ...text import why, wording
from ..event.emptied import without_emptied
from .players import everybody
from .playing import awaited, begun
from .progress import State
from .visible import PublicSection, WholeEvent

# So many fit on a phone, and make the podium.
LEADERS = 3


class Leader(NamedTuple):
    rank: str
    name: str
    score_q: int

    @property
    def points(self) -> str:
        return points.show(self.score_q)


class Leaders(NamedTuple):
    """Nobody before the first result. ``beside`` counts the others on the score of the last one who is shown,
    if any share that rank."""

    first: list[Leader] = []
    beside: str = ""


class TableLine(NamedTuple):
    """A table of teams with its part of an address."""

    slug: str
    name: str
    leaders: Leaders


@dataclass(frozen=True)
class SectionLine:
    """One section. ``posted`` is the round that is being played, ``awaited`` the one to be posted next; of
    ``byes_of`` only byes are posted."""

    section: PublicSection
    entrants: int
    leaders: Leaders
    posted: int | None
    byes_of: int | None
    awaited: int

    @property
    def document(self) -> PlayersDocument:
        return self.section.document

    @property
    def state(self) -> State:
        return self.section.state


class School(NamedTuple):
    """A school with its part of an address."""

    name: str
    key: str
    players: int


def lines(sections: Iterable[PublicSection]) -> list[SectionLine]:
    """Of all sections, until one of them plays; then without those whose players went to another one."""
    found = [_line(section) for section in sections]
    if not any(line.document.boards or line.document.through for line in found):
        return found
    kept = {section.standings for section in with_players(line.section for line in found)}
    return [line for line in found if line.section.standings in kept]


def with_players(sections: Iterable[PublicSection]) -> list[PublicSection]:
    """Without those whose players went to another one. One query where a section is empty."""
    found = list(sections)
    if not (empty := [each.standings for each in found if not each.document.standings]):
        return found
    stay = without_emptied(Section.objects.filter(standings__in=empty))
    kept = set(stay.values_list("standings", flat=True))
    return [each for each in found if each.document.standings or each.standings in kept]


def _line(section: PublicSection) -> SectionLine:
    document = section.document
    paired, last = max(document.boards, default=0), max(document.posted, default=0)
    through = document.through
    names = {card.number: card.name for card in document.chart.cards}
    return SectionLine(
        section=section,
        entrants=len(document.standings),
        leaders=_leaders(document, names) if begun(document) else Leaders(),
        posted=paired if paired > through else None,
        byes_of=last if last > through >= paired else None,
        awaited=awaited(document),
    )


def tables(whole: WholeEvent) -> list[TableLine]:
    """The tables of teams that draw on its sections, in their order."""
    drawn = {table: None for each in whole.sections for table in each.tables}
    begun_in = {table for each in whole.sections if begun(each.document) for table in each.tables}
    return [
        TableLine(slug, name, _team_leaders(whole.tables[slug]) if (slug, name) in begun_in else Leaders())
        for slug, name in drawn
    ]


def _team_leaders(document: TeamsDocument) -> Leaders:
    return _leaders(document, {team.number: team.name for team in document.teams})


def _leaders(document: PlayersDocument | TeamsDocument, names: Mapping[int, str]) -> Leaders:
    """The first on the standings."""
    first = [
        Leader(wording.rank(standing.rank, standing.tied), names[standing.number], standing.score_q)
        for standing in document.standings[:LEADERS]
    ]
    return Leaders(first, _beside(document, len(first)))


def _beside(document: PlayersDocument | TeamsDocument, shown: int) -> str:
    if not shown:
        return ""
    last, *rest = document.standings[shown - 1 :]
    if not any(standing.rank == last.rank for standing in rest):
        return ""
    return why.others_with(last.score_q, sum(standing.score_q == last.score_q for standing in rest))


def schools(sections: Iterable[PublicSection]) -> list[School]:
    """The schools of an event from A to Z, each with how many play for it."""
    entries = [entry for entry in everybody(sections) if entry.school]
    names = {entry.school_key: entry.school for entry in entries}
    players = Counter(entry.school_key for entry in entries)
    return [School(names[key], key, players[key]) for key in sorted(names)]
