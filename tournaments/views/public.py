"""The public pages: for players and parents on their phones, club sites later.

Each page reads one document, is rendered once per version, carries an ETag of that version and sets no
cookie: nothing here touches the user, the session or a form's token, and no template gets the request.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse

from tiebreaks.engine.chart.wallchart import Format

from .. import fragments
from ..formats import wallchart_csv
from ..selectors import (
    ceremony,
    event_home,
    explanations,
    hall,
    players,
    prizes,
    reasons,
    section_teams,
    tables,
)
from ..selectors import final as final_sheets
from ..selectors import orders as posted_orders
from ..selectors import public as selectors
from ..selectors.public import PublicEvent, PublicSection, WholeEvent
from .codes import phone_address, qr
from .pages import Context, Finder, announced_version, live_views, number_of, page, versioned
from .shared import csv_file

EVENT = Finder("", selectors.whole_event)
SECTION = Finder("section", selectors.section)
WITH_TEAMS = Finder("section", selectors.section_with_teams)

# --- events -------------------------------------------------------------------------------------


@versioned(selectors.events)
def home(request: HttpRequest, events: list[PublicEvent]) -> HttpResponse:
    def whole() -> str:
        return render_to_string("public/home.html", {"events": events})

    return fragments.answer(request, fragments.rendered(whole, "home", events))


# The longest that anybody types to find a player.
LONGEST = 60


def _sought(request: HttpRequest) -> str:
    return request.GET.get("q", "")[:LONGEST].strip()


def _event(whole: WholeEvent, typed: str) -> Context:
    """All sections; and the players that somebody looks for, whose phone runs no script."""
    drawn = {table: None for each in whole.sections for table in each.tables}
    context: Context = {
        "lines": event_home.lines(whole.sections),
        "schools": event_home.schools(whole.sections),
        "tables": list(drawn),
        "typed": typed,
    }
    if words := players.words_of(typed):
        context["found"] = players.search(whole.sections, words)
    return context


event, event_live = live_views(EVENT, "public/event.html", _event, _sought)


# --- the screen in the hall ---------------------------------------------------------------------

# The longest list of sections in an address.
LONGEST_LIST = 1000


def _sections_asked(request: HttpRequest) -> tuple[str, ...]:
    return tuple(sorted(set(filter(None, request.GET.get("sections", "")[:LONGEST_LIST].split(",")))))


def _kinds_asked(request: HttpRequest) -> tuple[hall.Kind, ...]:
    asked = request.GET.get("show", "")[:LONGEST_LIST].split(",")
    return tuple(kind for kind in hall.CHOICES if kind.value in asked) or hall.CHOICES


def _screen(
    whole: WholeEvent, slugs: tuple[str, ...], kinds: tuple[hall.Kind, ...], address: str = "", code: str = ""
) -> Context:
    """The chosen sections, or all; an address that names none that is here is not an empty screen."""
    chosen = [section for section in whole.sections if section.slug in slugs] or list(whole.sections)
    return {
        "slides": hall.slides(chosen, kinds),
        "query": hall.query(slugs, kinds),
        "address": address,
        "code": code,
    }


@versioned(selectors.whole_event)
def screen(request: HttpRequest, whole: WholeEvent) -> HttpResponse:
    """The screen in the hall; its code has the host that this page was requested from."""
    address = phone_address(request, reverse("event", args=[whole.event.slug]))
    asked = _sections_asked(request), _kinds_asked(request)
    return page(request, whole, "public/screen.html", _screen, *asked, address, qr(address))


_, screen_live = live_views(EVENT, "public/screen.html", _screen, _sections_asked, _kinds_asked)


@versioned(selectors.section)
def projector(request: HttpRequest, section: PublicSection) -> HttpResponse:
    """An address from before one screen showed all sections: it was printed, so it stays."""
    screen = reverse("screen", args=[section.event.slug])
    return redirect(f"{screen}?sections={section.slug}")


# --- pages that follow the play -----------------------------------------------------------------


def _standings(section: PublicSection, after: int | None) -> Context:
    return {
        "after": after,
        "table": tables.standings(section.document, after),
        "earlier": range(1, section.document.through + 1),
        "query": "" if after is None else f"?after={after}",
    }


def _round(section: PublicSection, number: int) -> Context:
    return {"round": selectors.round_page(section.document, number)}


def _trophies(section: PublicSection) -> Context:
    document = section.document
    return {
        "prizes": prizes.trophy_page(document),
        "team_trophies": section_teams.trophies(section.standings) if section.tables else [],
        "final": ceremony.announced(document),
    }


def _cash(section: PublicSection) -> Context:
    return {"cash": prizes.cash_page(section.document), "final": ceremony.announced(section.document)}


def _row(section: PublicSection, number: int, after: int | None) -> Context:
    opened = tables.opened(section.document, number, after)
    if opened is None:
        raise Http404
    row, since = opened
    return {"row": row, "since": since}


@versioned(selectors.section)
def row(request: HttpRequest, section: PublicSection, number: int) -> HttpResponse:
    """What a tap on a row of the standings opens: a piece, without a page around it."""
    return page(request, section, "public/standings_row.html", _row, number, number_of(request, "after"))


standings, standings_live = live_views(SECTION, "public/standings.html", _standings, "after")
round, round_live = live_views(SECTION, "public/round.html", _round)
trophies, trophies_live = live_views(WITH_TEAMS, "public/trophies.html", _trophies)
cash, cash_live = live_views(SECTION, "public/cash.html", _cash)


# --- pages that are read once -------------------------------------------------------------------


@versioned(selectors.section)
def why(request: HttpRequest, section: PublicSection, number: int) -> HttpResponse:
    after, against = number_of(request, "after"), number_of(request, "against")
    return page(request, section, "public/why.html", _why, number, after, against)


def _why(section: PublicSection, number: int, after: int | None, against: int | None) -> Context:
    document = section.document
    reading = selectors.reading_of(document, after)
    explained = explanations.why(document, number, after, against)
    if explained is None:
        raise Http404
    return {
        "why": explained,
        "after": after,
        "against": against,
        "reading": reading,
        "reading_text": section.state.text if after is None else selectors.reading_text(document, after),
        "others": explanations.to_compare(reading.ranked, number, against),
    }


@versioned(selectors.section)
def wall_chart(request: HttpRequest, section: PublicSection) -> HttpResponse:
    return page(
        request, section, "public/chart.html", lambda section: {"chart": tables.wall_chart(section.document)}
    )


@versioned(selectors.section)
def wall_chart_file(request: HttpRequest, section: PublicSection) -> HttpResponse:
    file = tables.wall_chart_file(section.document, section.name)
    return csv_file(f"{section.event.slug}-{section.slug}.csv", wallchart_csv.write(file))


@versioned(selectors.section)
def posted_order(request: HttpRequest, section: PublicSection) -> HttpResponse:
    # The printed order has a code for phones, with the host that this page was requested from.
    live = request.build_absolute_uri(reverse("standings", args=[section.event.slug, section.slug]))
    return page(request, section, "public/order.html", _posted_order, live, qr(live))


@versioned(selectors.section)
def board(request: HttpRequest, section: PublicSection, number: int, board: int) -> HttpResponse:
    """Why these two play. The reasons come a moment after the round, without a new version."""
    row = reasons.row_of(section.standings, number)
    is_kept = row is not None

    def why(section: PublicSection, number: int, board: int, is_kept: bool) -> Context:
        found = reasons.why_this_board(section.document, number, board, row)
        if found is None:
            raise Http404
        return {"why": found}

    return page(request, section, "public/board.html", why, number, board, is_kept)


@versioned(selectors.section)
def version(request: HttpRequest, section: PublicSection, number: int) -> HttpResponse:
    """The awards as they were announced, and what this version changed."""
    return page(request, section, "public/version.html", announced_version, number)


@versioned(selectors.section)
def trophy_order(request: HttpRequest, section: PublicSection, number: int | None = None) -> HttpResponse:
    """A version of the final sheet, or the last one; before the first, when it comes."""
    return page(request, section, "public/trophy_order.html", _trophy_order, number)


def _trophy_order(section: PublicSection, number: int | None) -> Context:
    found = final_sheets.final_page(section.standings, number)
    if found is None and number is not None:
        raise Http404
    return {"page": found}


@versioned(selectors.section)
def final_sheet(request: HttpRequest, section: PublicSection, number: int) -> HttpResponse:
    """The very bytes that the hash of a version is of."""
    sheet = final_sheets.sheet_bytes(section.standings, number)
    if sheet is None:
        raise Http404
    response = HttpResponse(sheet.encode(), content_type="application/json")
    name = f"{section.event.slug}-{section.slug}-final-{number}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _posted_order(section: PublicSection, live: str, code: str) -> Context:
    document = section.document
    history = posted_orders.history(document.postings, document.systems)
    # A round robin is paired by its table, whatever was chosen before it was one.
    swiss = document.format is Format.SWISS
    return {
        "default_rule": selectors.default_rule(document),
        "history": history,
        "pairing": history[0].pairing if history and swiss else None,
        "address": live,
        "code": code,
    }
