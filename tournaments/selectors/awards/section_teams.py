"""What a section's page shows of the trophies of its tables of teams."""

from dataclasses import dataclass

from tiebreaks.models import Published
from tiebreaks.published import read_teams

from ..public.prizes import TrophyLine
from ..public.teams import nobody, trophy_lines
from ..public.visible import seen_tables
from .announced import Announced, announced


@dataclass(frozen=True)
class TableTrophies:
    name: str
    slug: str
    announced: int
    lines: list[TrophyLine]
    final: Announced | None
    finished: bool
    # Why nobody wins one, where no team is ranked.
    nobody: str


def trophies(standings: int, *, unseen_too: bool = False) -> list[TableTrophies]:
    """The trophies of the tables that draw on a section and give any; of those that the public does not see
    too, for the desk."""
    tables = "standings__teamtable"
    of_section: dict[str, object] = {f"{tables}__sections__standings": standings}
    if not unseen_too:
        of_section[f"{tables}__in"] = seen_tables()
    rows = Published.objects.filter(**of_section).order_by(f"{tables}__pk")
    found = []
    for name, slug, body in rows.values_list(f"{tables}__name", f"{tables}__slug", "body"):
        document = read_teams(body)
        if document.offered:
            lines = trophy_lines(document)
            final = announced(document)
            found.append(
                TableTrophies(name, slug, document.offered, lines, final, document.finished, nobody(document))
            )
    return found
