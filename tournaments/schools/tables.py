"""From sections to teams: what a team table is computed from.

A table reads the published documents of its sections. It does so under its own lock, so it misses no change.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from django.db.models import QuerySet

from tiebreaks.computing import DrawnOn, RecordedDecision, TeamsSource
from tiebreaks.engine.prizes.prize import FEWEST_PLAYERS, MOST_PLAYERS
from tiebreaks.engine.ranking.fold import Ranking
from tiebreaks.models import Decision, Published
from tiebreaks.prepared import Prepared
from tiebreaks.published import Counting, PlayersDocument, Recording, read_players, read_teams
from tiebreaks.selectors import body_to_follow, last_frozen

from ..models import Section, TableSection, TeamTable
from .names import Schools, schools_of


def drawing_on(sections: Collection[Section]) -> list[TeamTable]:
    """The tables that draw on one of these sections, locked in order of their standings."""
    if len(sections) == 1:
        return [table for section in sections for table in _drawing_on_one(section.pk)]
    return list(_drawing_on(TableSection.objects.filter(section__in=sections)))


def _drawing_on(drawn: QuerySet[TableSection]) -> QuerySet[TeamTable]:
    tables = TeamTable.objects.select_related("standings__published")
    tables = tables.select_for_update(of=("self", "standings"))
    return tables.filter(pk__in=drawn.values("table")).order_by("standings")


# Nearly every change is of one section.
_drawing_on_one = Prepared(lambda pk: _drawing_on(TableSection.objects.filter(section=pk)))


def load(
    table: TeamTable, schools: Schools | None = None, known: Mapping[int, PlayersDocument] | None = None
) -> TeamsSource:
    """Everything that a table's document is computed from. Documents not in ``known`` are read."""
    schools = schools or schools_of(table.event_id)
    sections = table.counted_sections
    source = TeamsSource(
        sections=_drawn_on(sections, known or {}),
        counting=Counting(table.best, table.minimum, table.lowest_number, schools.names),
        trophies=table.place_trophies,
        fewest=table.by_size(FEWEST_PLAYERS, sections),
        most=table.by_size(MOST_PLAYERS, sections),
        codes=schools.codes,
        edition=sections[0].edition,
        frozen=last_frozen(table.standings_id),
    )
    return replace(source, recorded=tuple(_recorded(table, source)))


def following(
    table: TeamTable, known: Mapping[int, PlayersDocument], before: Mapping[int, Ranking]
) -> TeamsSource | None:
    """The same from the table's published document, when only results changed: the rankings ``before`` of
    its sections are now those of the documents in ``known``.

    None where that document is of another version or older code, or where a player entered twice: the other
    entry may count now, for a school that the document does not have.
    """
    body = body_to_follow(table.standings)
    entries = [card for document in known.values() for card in document.cards]
    if body is None or any(card.reentry_of for card in entries):
        return None
    document = read_teams(body)
    sections = table.counted_sections
    drawn_on = _drawn_on(sections, known)
    source = TeamsSource(
        sections=drawn_on,
        counting=document.counting,
        trophies=document.trophies,
        fewest=document.fewest,
        most=document.most,
        codes={team.name: team.code for team in document.teams if team.code},
        edition=document.edition,
        frozen=document.frozen,
        follows=document,
        earlier=[
            before.get(section.pk, each.ranking).reading
            for section, each in zip(sections, drawn_on, strict=True)
        ],
    )
    return replace(source, recorded=tuple(_recorded(table, source)))


def _drawn_on(sections: Sequence[Section], known: Mapping[int, PlayersDocument]) -> list[DrawnOn]:
    """The sections with their documents. Those not in ``known`` are read."""
    unread = [section.standings_id for section in sections if section.pk not in known]
    bodies = dict(Published.objects.filter(pk__in=unread).values_list("pk", "body")) if unread else {}
    return [
        DrawnOn(each.name, each.slug, known.get(each.pk) or read_players(bodies[each.standings_id]))
        for each in sections
    ]


def rounds_counted(table: TeamTable, source: TeamsSource) -> list[list[int]]:
    """The rounds counted in each section: a decision about a tie holds for exactly these."""
    return [
        [section.pk, each.ranking.reading.counted]
        for section, each in zip(table.counted_sections, source.sections, strict=True)
    ]


def recorded(row: Decision) -> RecordedDecision:
    """A decision with its schools by name."""
    drawn_from = tuple(sorted(row.members)) if row.seed else ()
    how = Recording(row.recorded_at, row.recorded_by, row.seed, drawn_from)
    return RecordedDecision(row.code, row.after_round, tuple(map(tuple, row.order)), how)


def _recorded(table: TeamTable, source: TeamsSource) -> Iterator[RecordedDecision]:
    """The decisions that hold now: recorded after exactly these rounds, with no game open."""
    rows = list(Decision.objects.filter(standings=table.standings_id, withdrawn=False).order_by("pk"))
    if not rows or any(each.ranking.reading.live for each in source.sections):
        return
    counted = rounds_counted(table, source)
    for row in rows:
        if row.rounds == counted:
            yield recorded(row)
