"""A section's page that shows its teams' trophies too: its version is theirs as well."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404

from tiebreaks.models import Published, Standings
from tiebreaks.published import PlayersDocument, read_teams

from .ceremony import Announced, announced
from .public import PublicEvent, PublicSection
from .teams import TeamTrophyLine, trophy_lines


@dataclass(frozen=True)
class SectionWithTeams(PublicSection):
    """A section whose page shows what its tables of teams say: its version is theirs as well."""

    def opened(self) -> tuple[PlayersDocument, dict[str, Any]]:
        document, about = super().opened()
        return document, about | {"team_trophies": _trophies_of(self.standings) if document.tables else []}


def section_with_teams(event: str, section: str) -> SectionWithTeams:
    """The section at this address with all these versions, in one read; 404 where there is none."""
    rows = (
        Published.objects.filter(standings__section__slug=section, standings__section__event__slug=event)
        .order_by("standings__section__team_tables__pk")
        .values_list(
            "standings__section__event__name",
            "standings__section__event__slug",
            "standings__section__event__city",
            "standings__section__event__starts_on",
            "standings",
            "standings__section__name",
            "standings__section__slug",
            "computed_at",
            "epoch",
            "version",
            "standings__section__team_tables__standings__epoch",
            "standings__section__team_tables__standings__version",
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
    of_table = "section__team_tables__standings"
    rows = (
        Standings.objects.filter(section__event__slug=event, section__slug=section)
        .order_by("section__team_tables__pk")
        .values_list("epoch", "version", f"{of_table}__epoch", f"{of_table}__version")
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


def _trophies_of(standings: int) -> list[TableTrophies]:
    """The trophies of the tables that draw on a section and give any."""
    tables = "standings__teamtable"
    rows = Published.objects.filter(**{f"{tables}__sections__standings": standings}).order_by(f"{tables}__pk")
    found = []
    for name, slug, body in rows.values_list(f"{tables}__name", f"{tables}__slug", "body"):
        document = read_teams(body)
        if document.trophies:
            trophies = trophy_lines(document)
            found.append(TableTrophies(name, slug, document.trophies, trophies, announced(document)))
    return found
