"""A section's page that shows its teams' trophies too: its version is theirs as well."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404

from tiebreaks.models import Sheet, TeamSheet
from tiebreaks.sheets import SheetBody
from tiebreaks.team_sheets import TeamSheetBody

from ..models import Section
from .ceremony import Announced, team_announced
from .public import PublicEvent, PublicSection
from .teams import TeamTrophyLine, trophy_lines


@dataclass(frozen=True)
class SectionWithTeams(PublicSection):
    """A section whose page shows what its tables of teams say: its version is theirs as well."""

    def opened(self) -> tuple[SheetBody, dict[str, Any]]:
        body, about = super().opened()
        return body, about | {"team_trophies": _trophies_of(self.pk) if body.tables else []}


def section_with_teams(event: str, section: str) -> SectionWithTeams:
    """The section at this address with all these versions, in one read; 404 where there is none."""
    rows = (
        Sheet.objects.filter(section__slug=section, section__event__slug=event)
        .order_by("section__team_tables__pk")
        .values_list(
            "section__event__name",
            "section__event__slug",
            "section__event__city",
            "section__event__starts_on",
            "section_id",
            "section__name",
            "section__slug",
            "computed_at",
            "epoch",
            "version",
            "section__team_tables__epoch",
            "section__team_tables__version",
        )
    )
    found = list(rows)
    if not found:
        raise Http404
    first = found[0]
    together = _together([row[8:] for row in found])
    return SectionWithTeams(first[4], PublicEvent(*first[:4]), first[5], first[6], together, first[7])


def stamp_with_teams(event: str, section: str) -> str:
    """All these versions as they are now; 404 where there is no section."""
    rows = (
        Section.objects.filter(event__slug=event, slug=section)
        .order_by("team_tables__pk")
        .values_list("epoch", "version", "team_tables__epoch", "team_tables__version")
    )
    if not rows:
        raise Http404
    return _together(list(rows))


def _together(rows: list[tuple[Any, ...]]) -> str:
    epoch, version, *_table = rows[0]
    return "_".join([f"{epoch}.{version}", *(f"{e}.{v}" for *_section, e, v in rows if e is not None)])


@dataclass(frozen=True)
class TableTrophies:
    name: str
    slug: str
    announced: int
    lines: list[TeamTrophyLine]
    final: Announced | None


def _trophies_of(section_id: int) -> list[TableTrophies]:
    """The trophies of the tables that draw on a section and give any."""
    rows = TeamSheet.objects.filter(table__sections=section_id).order_by("table")
    found = []
    for name, slug, text in rows.values_list("table__name", "table__slug", "body"):
        body = TeamSheetBody(text)
        if body.trophies:
            found.append(TableTrophies(name, slug, body.trophies, trophy_lines(body), team_announced(body)))
    return found
