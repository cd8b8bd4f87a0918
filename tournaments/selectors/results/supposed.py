"""The documents that results would give which nobody entered: those of a correction, or of another slip."""

from dataclasses import dataclass

from tiebreaks.published import Document, PlayersDocument, TeamsDocument, read_players, read_teams

from ... import wallcharts
from ...models import HasStandings, Section, TeamTable
from ...schools import tables


@dataclass(frozen=True)
class IfSupposed:
    """The documents of a section, and of each team table that draws on it: as published, and as results that
    are supposed would make them."""

    section: Section
    before: PlayersDocument
    after: PlayersDocument
    tables: list[tuple[TeamTable, TeamsDocument, TeamsDocument]]

    @property
    def pairs(self) -> list[tuple[HasStandings, Document, Document]]:
        return [(self.section, self.before, self.after), *self.tables]


def if_supposed(section: Section, supposed: wallcharts.Supposed) -> IfSupposed:
    # The version is the published one, with everything of the section as it is now.
    section = Section.objects.select_related("event", "standings__published").get(pk=section.pk)
    drawing = (
        TeamTable.objects.select_related("standings__published")
        .filter(sections=section)
        .order_by("standings")
    )
    before = read_players(section.standings.published.body)
    source = wallcharts.load(section, supposing=supposed)
    ranking = source.ranked(section.order(list(before.postings)))
    found = IfSupposed(section, before, source.document(ranking, before.postings), [])
    for table in drawing:
        drawn = tables.load(table, known={section.pk: found.after})
        was = read_teams(table.standings.published.body)
        ranked = drawn.ranked(table.order(list(was.postings)))
        found.tables.append((table, was, drawn.document(ranked, was.postings)))
    return found
