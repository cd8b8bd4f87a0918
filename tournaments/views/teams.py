"""The public pages of team tables: standings, why a team has its place, the posted tiebreaks."""

from django.http import Http404, HttpRequest, HttpResponse

from ..selectors import public as selectors
from ..selectors import team_reasons, teams
from ..selectors.ceremony import announced
from ..selectors.orders import history
from ..selectors.public import PublicTable
from .pages import Context, Finder, announced_version, live_views, page, versioned

TABLE = Finder("table", selectors.table)


def _standings(table: PublicTable) -> Context:
    return {"teams": teams.standings(table.document), "final": announced(table.document)}


standings, standings_live = live_views(TABLE, "public/teams.html", _standings)


@versioned(selectors.table)
def why(request: HttpRequest, table: PublicTable, school: str) -> HttpResponse:
    against = request.GET.get("against")
    return page(request, table, "public/team_why.html", _why, school, against)


def _why(table: PublicTable, school: str, against: str | None) -> Context:
    found = team_reasons.with_terms(table.standings, short_names=table.event.short_names)
    explained = team_reasons.why(found, school, against)
    if explained is None:
        raise Http404
    return {"why": explained}


@versioned(selectors.table)
def posted_order(request: HttpRequest, table: PublicTable) -> HttpResponse:
    return page(request, table, "public/team_order.html", _posted_order)


@versioned(selectors.table)
def version(request: HttpRequest, table: PublicTable, number: int) -> HttpResponse:
    return page(request, table, "public/team_version.html", announced_version, number)


def _posted_order(table: PublicTable) -> Context:
    return {"history": history(table.document.postings, table.document.systems)}
