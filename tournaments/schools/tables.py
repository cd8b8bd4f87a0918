"""From sections to the teams of their players: tables follow their sections, in the same transaction.

Locks go one way: sections in order of their ids, then tables in order of theirs. A table reads the sheets of
its sections, each as its last change left it; under its own lock none of them can be missed.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tiebreaks import services as tiebreaks
from tiebreaks.engine.ranking.fold import Ranking
from tiebreaks.models import Sheet
from tiebreaks.sheets import Recording, SheetBody
from tiebreaks.team_sheets import Counted, DrawnOn, Recorded, TeamSource

from ..finals import kept, read
from ..models import Section, TeamTable, TeamTieDecision
from . import counted_once
from .names import Schools


def follow(
    section: Section, ranking: Ranking, schools: Schools, entered: counted_once.Entered | None
) -> None:
    """Compute every table anew that draws on a section which has just changed.

    Raises :class:`Refused` where somebody ``entered`` by the change would now count twice in one table.
    """
    tables = TeamTable.objects.select_for_update(of=("self",)).filter(draws_on__section=section)
    for table in tables.order_by("pk"):
        if entered:
            counted_once.check(table, schools, entered)
        table.version += 1
        table.save(update_fields=["version"])
        source = load(table, schools, {section.pk: ranking})
        tiebreaks.refresh_teams(table.pk, table.epoch, table.version, source)


def load(table: TeamTable, schools: Schools, known: dict[int, Ranking] | None = None) -> TeamSource:
    """Everything that a table's sheet is computed from; rankings that are not known are read off sheets."""
    known = known or {}
    sections = list(table.sections.order_by("pk"))
    unread = [section.pk for section in sections if section.pk not in known]
    bodies = dict(Sheet.objects.filter(pk__in=unread).values_list("pk", "body")) if unread else {}
    source = TeamSource(
        sections=[
            DrawnOn(each.name, each.slug, known.get(each.pk) or SheetBody(bodies[each.pk]).stored)
            for each in sections
        ],
        counted=Counted(table.best, table.minimum, table.lowest_number, schools.names),
        trophies=table.place_trophies,
        codes=schools.codes,
        edition=sections[0].edition,
    )
    if table.decided:
        source = replace(source, recorded=list(_recorded(table, source)))
    return replace(source, frozen=_frozen(table)) if table.frozen else source


def _frozen(table: TeamTable) -> dict[str, Any]:
    last = table.final_awards.get(number=table.frozen)
    return kept(last.number, last.frozen_at, last.sha256, read(last.awards))


def rounds_counted(table: TeamTable, source: TeamSource) -> list[list[int]]:
    """Each section and how many of its rounds count: what a decision about a tie of teams is about."""
    keys = table.sections.order_by("pk").values_list("pk", flat=True)
    return [[pk, each.ranking.reading.counted] for pk, each in zip(keys, source.sections, strict=True)]


def recorded(row: TeamTieDecision) -> Recorded:
    """A decision as it is handed to whoever knows the teams."""
    drawn_from = tuple(sorted(row.members)) if row.seed else ()
    how = Recording(row.recorded_at, row.recorded_by, row.seed, drawn_from)
    return Recorded(row.code, row.after_round, tuple(map(tuple, row.order)), how)


def _recorded(table: TeamTable, source: TeamSource) -> Iterator[Recorded]:
    """What was recorded about the standings as they are: after these rounds, and while no game is open."""
    if any(each.ranking.reading.live for each in source.sections):
        return
    counted = rounds_counted(table, source)
    for row in TeamTieDecision.objects.filter(table=table, withdrawn=False).order_by("pk"):
        if row.rounds == counted:
            yield recorded(row)
