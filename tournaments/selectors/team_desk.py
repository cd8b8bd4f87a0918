"""What the desk reads of the tables of teams: which of their ties wait for people."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.models import Published
from tiebreaks.published import TeamsDocument, read_teams

from ..text import wording


@dataclass(frozen=True)
class TableNeeds:
    """``undecided`` are ties about trophies when all rounds are held; ``aside`` what a correction undid."""

    name: str
    slug: str
    undecided: int
    aside: list[str]


def tables_that(**chosen: Any) -> list[TableNeeds]:
    """What the tables need that are chosen so (``event=…``, ``sections=…``), in one query."""
    table = "standings__teamtable"
    rows = Published.objects.filter(**{f"{table}__{name}": value for name, value in chosen.items()})
    found = rows.order_by(f"{table}__pk").values_list(f"{table}__name", f"{table}__slug", "body")
    return [_needs(name, slug, read_teams(body)) for name, slug, body in found]


def _needs(name: str, slug: str, document: TeamsDocument) -> TableNeeds:
    contests = {award.winners for award in document.awards if award.contest}
    return TableNeeds(
        name=name,
        slug=slug,
        undecided=len(contests) if document.finished else 0,
        aside=[
            wording.decision(_(SYSTEMS[decision.code].name), wording.levels(decision, document.team))
            for decision in document.decisions_set_aside
        ],
    )
