"""The public pages of team tables: standings, why a team has its place, the posted tiebreaks."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tiebreaks.policies import public
from tiebreaks.published import TeamsDocument

from ..selectors import team_reasons
from ..selectors import teams as selectors
from ..selectors.ceremony import announced
from ..selectors.teams import PublicTable
from .pages import ON_THE_WALL, Context, Finder, live_views, page, versioned

TABLE = Finder("table", selectors.table, selectors.stamp)


def _standings(document: TeamsDocument) -> Context:
    return {"teams": selectors.standings(document), "final": announced(document)}


standings, standings_live = live_views(TABLE, "public/teams.html", _standings)


@public(why=ON_THE_WALL)
@require_safe
@versioned(selectors.table)
def why(request: HttpRequest, table: PublicTable, school: str) -> HttpResponse:
    against = request.GET.get("against")
    return page(request, table, "public/team_why.html", _why, table.standings, school, against)


def _why(document: TeamsDocument, standings: int, school: str, against: str | None) -> Context:
    explained = team_reasons.why(team_reasons.with_terms(standings), school, against)
    if explained is None:
        raise Http404
    return {"why": explained}


@public(why=ON_THE_WALL)
@require_safe
@versioned(selectors.table)
def posted_order(request: HttpRequest, table: PublicTable) -> HttpResponse:
    return page(request, table, "public/team_order.html", _posted_order)


def _posted_order(document: TeamsDocument) -> Context:
    return {"posted": selectors.posted_order(document)}
