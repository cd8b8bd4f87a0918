"""The public pages: for players and parents on their phones, club sites later.

Each page reads one document, is rendered once per version, carries an ETag of that version and sets no
cookie: nothing here touches the user, the session or a form's token, and no template gets the request.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse

from tiebreaks.engine.chart.wallchart import Format

from .. import fragments, zones
from ..formats import wallchart_csv
from ..selectors import ceremony, explanations, players, prizes, reasons, section_teams, tables
from ..selectors import hall as hall_screen
from ..selectors import orders as posted_orders
from ..selectors import public as selectors
from ..selectors import sheets as printed
from ..selectors.public import PublicEvent, PublicSection
from .codes import phone_address, phone_root, qr
from .pages import Context, Finder, announced_version, live_views, number_of, page, versioned
from .robots import unlisted
from .shared import csv_file

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


@versioned(selectors.event)
def event(request: HttpRequest, found: tuple[PublicEvent, list[PublicSection]]) -> HttpResponse:
    """The sections of an event; and the players that somebody looks for, whose phone runs no script."""
    typed = request.GET.get("q", "")[:LONGEST].strip()

    def whole() -> str:
        event, sections = found
        selectors.describe(sections)
        states = [(each, each.document, each.state) for each in sections]
        drawn = {table: None for each in sections for table in each.tables}
        context = {"event": event, "sections": states, "tables": list(drawn), "typed": typed}
        if words := players.words_of(typed):
            context["found"] = players.search(sections, words)
        with zones.told_in(event.time_zone):
            return render_to_string("public/event.html", context)

    return fragments.answer(request, fragments.rendered(whole, "event", found, typed))


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
    opened = page(request, section, "public/standings_row.html", _row, number, number_of(request, "after"))
    return unlisted(opened)


standings, standings_live = live_views(SECTION, "public/standings.html", _standings, "after")
round, round_live = live_views(SECTION, "public/round.html", _round)
trophies, trophies_live = live_views(WITH_TEAMS, "public/trophies.html", _trophies)
cash, cash_live = live_views(SECTION, "public/cash.html", _cash)


def _hall(section: PublicSection, address: str = "", code: str = "") -> Context:
    number = section.state.current_round
    screen = hall_screen.screen(
        section.document, section.standings, number, as_typed=not section.event.short_names
    )
    return {"screen": screen, "address": address, "code": code}


@versioned(selectors.section, beside=phone_root)
def hall(request: HttpRequest, section: PublicSection) -> HttpResponse:
    """The screen in the hall; its code has the host that this page was requested from."""
    where = [section.event.slug, section.slug]
    address = phone_address(request, reverse("standings", args=where))
    return page(request, section, "public/hall.html", _hall, address, qr(address))


_, hall_live = live_views(SECTION, "public/hall.html", _hall)


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
    return unlisted(csv_file(f"{section.event.slug}-{section.slug}.csv", wallchart_csv.write(file)))


@versioned(selectors.section, beside=phone_root)
def posted_order(request: HttpRequest, section: PublicSection) -> HttpResponse:
    live = _standings_address(request, section)
    return page(request, section, "public/order.html", _posted_order, live, qr(live))


def _standings_address(request: HttpRequest, section: PublicSection) -> str:
    """What is printed beside a code: asked for on the laptop itself, a page has its address for phones."""
    return phone_address(request, reverse("standings", args=[section.event.slug, section.slug]))


@versioned(selectors.section, beside=phone_root)
def paper(request: HttpRequest, section: PublicSection) -> HttpResponse:
    """The standings for the wall, a sheet after another."""

    def sheets(section: PublicSection, after: int | None, live: str, code: str) -> Context:
        found = printed.sheets(section.document, after)
        return {"page": found.page, "sheets": found.sheets, "address": live, "code": code}

    live = _standings_address(request, section)
    return page(request, section, "public/paper.html", sheets, number_of(request, "after"), live, qr(live))


@versioned(selectors.section)
def board(request: HttpRequest, section: PublicSection, number: int, board: int) -> HttpResponse:
    """Why these two play. The reasons come a moment after the round, without a new version."""
    row = reasons.row_of(section.standings, number)
    is_kept = row is not None

    def why(section: PublicSection, number: int, board: int, is_kept: bool) -> Context:
        found = reasons.why_this_board(section.document, number, board, row, section.names)
        if found is None:
            raise Http404
        return {"why": found}

    return page(request, section, "public/board.html", why, number, board, is_kept)


@versioned(selectors.section)
def version(request: HttpRequest, section: PublicSection, number: int) -> HttpResponse:
    """The awards as they were announced, and what this version changed."""
    return page(request, section, "public/version.html", announced_version, number)


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
