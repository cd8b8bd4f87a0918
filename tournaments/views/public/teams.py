"""The public pages of team tables: standings, why a team has its place, the posted tiebreaks."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from ...selectors.awards.announced import announced
from ...selectors.event.orders import history
from ...selectors.public import team_reasons, teams
from ...selectors.public import visible as selectors
from ...selectors.public.since import NOT_MOVED, teams_before
from ...selectors.public.visible import PublicTable
from ...text import why as words
from ..codes import phone_root, printed_address, qr
from .pages import LONGEST, Context, Finder, announced_version, live_views, page, versioned

TABLE = Finder("table", selectors.table)


def _standings(table: PublicTable) -> Context:
    begun = table.state.has_results
    moves = begun and any(section.counted > 1 for section in table.document.sections)
    before = teams_before(table.document, table.sections) if moves else NOT_MOVED
    shown = teams.standings(table.document, begun=begun, before=before)
    return {"teams": shown, "final": announced(table.document)}


standings, standings_live = live_views(TABLE, "public/teams.html", _standings)


@versioned(selectors.table)
def why(request: HttpRequest, table: PublicTable, school: str) -> HttpResponse:
    typed = request.GET.get("q", "")[:LONGEST].strip()
    return page(request, table, "public/team_why.html", _why, school, request.GET.get("against"), typed)


def _why(table: PublicTable, school: str, against: str | None, typed: str) -> Context:
    found = team_reasons.with_terms(table.standings, short_names=table.event.short_names)
    explained = team_reasons.why(found, school, against, typed, begun=table.state.has_results)
    if explained is None:
        raise Http404
    event, document = table.event.slug, table.document
    return {
        "why": explained,
        "addresses": {
            other.number: reverse("team-why", args=[event, table.slug, document.team[other.number].address])
            for each in explained.comparisons
            for other in each.others
        },
        "typed": typed,
        "compared": against is not None or bool(typed),
        "says_found": words.found(len(explained.found)) if typed and len(explained.found) != 1 else "",
    }


@versioned(selectors.table, beside=phone_root)
def posted_order(request: HttpRequest, table: PublicTable) -> HttpResponse:
    path = reverse("teams", args=[table.event.slug, table.slug])
    live = printed_address(request, table.event.mirror, path)
    return page(request, table, "public/team_order.html", _posted_order, live, qr(live))


@versioned(selectors.table)
def version(request: HttpRequest, table: PublicTable, number: int) -> HttpResponse:
    return page(request, table, "public/team_version.html", announced_version, number)


def _posted_order(table: PublicTable, address: str, code: str) -> Context:
    found = history(table.document.postings, table.document.systems)
    return {"history": found, "address": address, "code": code}
