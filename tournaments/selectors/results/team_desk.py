"""What the desk reads of team tables: which of their ties need a decision."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from tiebreaks.models import Published
from tiebreaks.published import TeamsDocument, read_teams

from ...models import visible_tables
from ...text import ties
from ...text.log import Summary, tell


@dataclass(frozen=True)
class TableNeeds:
    """``undecided`` counts ties for trophies after all rounds; ``set_aside`` names decisions set aside. The
    public sees the page if it is ``visible``: neither the table, nor a section of it, nor the event is a
    draft."""

    name: str
    slug: str
    visible: bool
    undecided: int
    set_aside: list[str]


def tables_that(**chosen: Any) -> list[TableNeeds]:
    """What the team tables with ``event=…`` or ``sections=…`` need, in one query."""
    table = "standings__teamtable"
    rows = Published.objects.filter(**{f"{table}__{name}": value for name, value in chosen.items()})
    public = visible_tables().filter(pk=OuterRef(f"{table}__pk"), event__hidden=False)
    rows = rows.annotate(visible=Exists(public)).order_by(f"{table}__pk")
    found = rows.values_list(f"{table}__name", f"{table}__slug", "visible", "body")
    return [_needs(name, slug, visible, read_teams(body)) for name, slug, visible, body in found]


def _needs(name: str, slug: str, visible: bool, document: TeamsDocument) -> TableNeeds:
    contests = {award.winners for award in document.awards if award.contest}
    return TableNeeds(
        name=name,
        slug=slug,
        visible=visible,
        undecided=len(contests) if document.finished else 0,
        set_aside=[
            tell(Summary.DECIDED, {"system": decision.code, "levels": ties.levels(decision, document.team)})
            for decision in document.decisions_set_aside
        ],
    )
