"""What the desk reads of the tables of teams: which of their ties wait for people."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.models import TeamSheet
from tiebreaks.team_sheets import TeamSheetBody

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
    rows = TeamSheet.objects.filter(**{f"table__{name}": value for name, value in chosen.items()})
    found = rows.order_by("table").values_list("table__name", "table__slug", "body")
    return [_needs(name, slug, TeamSheetBody(text)) for name, slug, text in found]


def _needs(name: str, slug: str, body: TeamSheetBody) -> TableNeeds:
    contests = {award.winners for award in body.awards if award.contested}
    return TableNeeds(
        name=name,
        slug=slug,
        undecided=len(contests) if body.finished else 0,
        aside=[
            wording.decision(_(SYSTEMS[decision.code].name), wording.levels(decision, body.teams))
            for decision in body.set_aside
        ],
    )
