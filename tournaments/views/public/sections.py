"""The public pages: for players and parents on their phones, club sites later.

Each page reads one document, is rendered once per version, carries an ETag of that version and sets no
cookie: nothing here touches the user, the session or a form's token, and no template gets the request.
"""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse

from tiebreaks.engine.chart.wallchart import Format

from ... import fragments, rows
from ...formats import wallchart_csv
from ...models import PairingReasons
from ...selectors.awards import announced as of_awards
from ...selectors.awards import final as final_sheets
from ...selectors.awards import section_teams
from ...selectors.event import orders as posted_orders
from ...selectors.pairing import board_reasons, bye_reasons
from ...selectors.pairing.reasons import paired_in, row_of
from ...selectors.public import arithmetic as arithmetics
from ...selectors.public import event_home, explanations, hall, prizes, search, tables
from ...selectors.public import sheets as printed
from ...selectors.public import visible as selectors
from ...selectors.public.progress import default_rule, reading_of, reading_text
from ...selectors.public.rounds import round_page
from ...selectors.public.visible import PublicEvent, PublicSection, WholeEvent
from ...text import why as words
from ..at_this_machine import begins_here
from ..codes import lasting_address, phone_root, printed_address, public_address, qr
from ..shared import csv_file
from .pages import (
    LONGEST,
    Context,
    Finder,
    announced_version,
    framed_page,
    live_views,
    number_of,
    page,
    versioned,
)
from .robots import unlisted

EVENT = Finder("", selectors.whole_event)
SECTION = Finder("section", selectors.section)
WITH_TEAMS = Finder("section", selectors.section_with_teams)

# --- events -------------------------------------------------------------------------------------


@versioned(selectors.events)
def home(request: HttpRequest, events: list[PublicEvent]) -> HttpResponse:
    begins = not events and begins_here(request)

    def whole() -> str:
        return render_to_string("public/home.html", {"events": events, "begins": begins})

    return fragments.answer(request, fragments.rendered(whole, "home", events, begins))


# As many of whom are named.
MOST_FOUND = 20


def _sought(request: HttpRequest) -> str:
    return request.GET.get("q", "")[:LONGEST].strip()


def _event(whole: WholeEvent, typed: str) -> Context:
    """All sections; and the players that somebody looks for, whose phone runs no script."""
    context: Context = {
        "lines": event_home.lines(whole.sections),
        "schools": event_home.schools(whole.sections),
        "tables": event_home.tables(whole),
        "typed": typed,
    }
    if words := search.words_of(typed):
        context["found"], context["perhaps"] = search.search(whole.sections, words)
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
        "slides": hall.slides(event_home.with_players(chosen), kinds),
        "query": hall.query(slugs, kinds),
        "address": address,
        "code": code,
    }


@versioned(selectors.whole_event, beside=phone_root)
def screen(request: HttpRequest, whole: WholeEvent) -> HttpResponse:
    """The screen in the hall; its code has the mirror's host, or that which this page was requested from."""
    address = public_address(request, whole.event.mirror, reverse("event", args=[whole.event.slug]))
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


def _is_by_name(request: HttpRequest) -> bool:
    return request.GET.get("show") == "names"


def _round(section: PublicSection, number: int, by_name: bool) -> Context:
    """By board; or everybody's board from A to Z."""
    round = round_page(section.document, number, section.changed, section.corrected)
    return {
        "round": round,
        "by_name": by_name,
        "names": hall.by_name(section, round) if by_name else [],
        "paired_in": paired_in(row_of(section.standings, number)) if round.boards else "",
    }


def _trophies(section: PublicSection) -> Context:
    document = section.document
    return {
        "prizes": prizes.trophy_page(document),
        "team_trophies": section_teams.trophies(section.standings) if section.tables else [],
        "final": of_awards.announced(document),
    }


def _cash(section: PublicSection) -> Context:
    document = section.document
    return {
        "cash": prizes.cash_page(document),
        "trophies": section.prize_kinds.things
        or (section.tables and section_teams.trophies(section.standings)),
        "final": of_awards.announced(document),
    }


def _row(section: PublicSection, number: int, after: int | None) -> Context:
    opened = tables.opened(section.document, number, after)
    if opened is None:
        raise Http404
    row, since = opened
    return {"row": row, "since": since, "query": "" if after is None else f"?after={after}"}


@versioned(selectors.section)
def row(request: HttpRequest, section: PublicSection, number: int) -> HttpResponse:
    """What a tap on a row of the standings opens: a piece, without a page around it."""
    opened = page(request, section, "public/standings_row.html", _row, number, number_of(request, "after"))
    return unlisted(opened)


standings, standings_live = live_views(SECTION, "public/standings.html", _standings, "after")
round, round_live = live_views(SECTION, "public/round.html", _round, _is_by_name)
trophies, trophies_live = live_views(WITH_TEAMS, "public/trophies.html", _trophies)
cash, cash_live = live_views(WITH_TEAMS, "public/cash.html", _cash)


# --- pages that are read once -------------------------------------------------------------------


@versioned(selectors.section)
def why(request: HttpRequest, section: PublicSection, number: int) -> HttpResponse:
    after, against = number_of(request, "after"), number_of(request, "against")
    typed = request.GET.get("q", "")[:LONGEST].strip()
    asked = (number, against, typed, after)
    return framed_page(request, section, "public/why.html", _read_at, _why, *asked, framed_by=(after,))


def _read_at(section: PublicSection, after: int | None) -> Context:
    document = section.document
    return {
        "after": after,
        "query": "" if after is None else f"?after={after}",
        "reading": reading_of(document, after),
        "reading_text": section.state.text if after is None else reading_text(document, after),
    }


def _why(
    section: PublicSection, number: int, against: int | None, typed: str, after: int | None
) -> tuple[str, str]:
    """The title and the body of the page of one player."""
    document = section.document
    # Another reading than there is: 404 before anything is explained.
    reading_of(document, after)
    explained = explanations.why(document, number, after, against, typed)
    if explained is None:
        raise Http404
    query = "" if after is None else f"?after={after}"
    and_after = query.replace("?", "&")
    others = [other.number for each in explained.comparisons for other in each.others]
    alone = explained.standing is not None and explained.standing.tied == 1
    body = rows.rows(
        "public/why.jinja",
        why=explained,
        you=explained.line,
        comparisons=explained.comparisons,
        compared=against is not None or bool(typed),
        addresses={n: f"../{n}/{query}" for n in others},
        # The page of the next one below has the same two, with every term.
        terms={n: f"../{n}/{query}" if alone else f"?against={n}{and_after}" for n in others},
        matches=_matches(explained),
        rules=reverse("rules"),
        teams=document.of_teams,
        stamp=section.stamp,
        typed=typed,
        after=after,
        query=query,
        and_after=and_after,
        found=words.found,
        set_aside=words.set_aside,
        unranked=words.unranked,
        most=MOST_FOUND,
    )
    return explained.card.name, body


def _matches(explained: explanations.WhyPage) -> str:
    """The matches of a team; of a player there are none."""
    if not explained.matches:
        return ""
    return render_to_string("public/matches.html", {"matches": explained.matches})


@versioned(selectors.section)
def arithmetic(request: HttpRequest, section: PublicSection, number: int) -> HttpResponse:
    """Every number behind a player's tiebreaks; a why page opens it on a tap."""
    return page(request, section, "public/arithmetic.html", _arithmetic, number, number_of(request, "after"))


def _arithmetic(section: PublicSection, number: int, after: int | None) -> Context:
    read_at = _read_at(section, after)
    found = arithmetics.arithmetic(section.document, number, after)
    if found is None:
        raise Http404
    return {**read_at, "card": found.card, "arithmetic": found}


@versioned(selectors.section)
def tie(request: HttpRequest, section: PublicSection, number: int) -> HttpResponse:
    """How the tie that a player is in came apart; a why page opens it on a tap."""
    return page(request, section, "public/tie.html", _tie, number, number_of(request, "after"))


def _tie(section: PublicSection, number: int, after: int | None) -> Context:
    read_at = _read_at(section, after)
    found = explanations.tie(section.document, number, after)
    if found is None:
        raise Http404
    card, whole = found
    return {**read_at, "card": card, "tie": whole}


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
    live = _printed_address(request, section)
    return page(request, section, "public/order.html", _posted_order, live, qr(live))


def _printed_address(request: HttpRequest, section: PublicSection) -> str:
    path = reverse("standings", args=[section.event.slug, section.slug])
    return printed_address(request, section.event.mirror, path)


@versioned(selectors.section, beside=phone_root)
def paper(request: HttpRequest, section: PublicSection) -> HttpResponse:
    """The standings for the wall, a sheet after another."""

    def sheets(section: PublicSection, after: int | None, live: str, code: str) -> Context:
        found = printed.sheets(section.document, after)
        return {
            "page": found.page,
            "sheets": found.sheets,
            "rated": found.rated,
            "address": live,
            "code": code,
        }

    live = _printed_address(request, section)
    return page(request, section, "public/paper.html", sheets, number_of(request, "after"), live, qr(live))


@versioned(selectors.section)
def board(request: HttpRequest, section: PublicSection, number: int, board: int) -> HttpResponse:
    """Why these two play; of a board that a posted round has no more, that."""
    if section.had_board(number, board):
        return page(request, section, "public/left_board.html", _left_board, number, board)

    def why(row: PairingReasons | None) -> object | None:
        return board_reasons.why_this_board(
            section.document, number, board, row, section.names, section.changed
        )

    return _why_paired(request, section, "public/board.html", why, number, board)


def _left_board(section: PublicSection, number: int, board: int) -> Context:
    return {"why": {"number": number, "line": {"board": board}}}


@versioned(selectors.section)
def bye(request: HttpRequest, section: PublicSection, number: int, player: int) -> HttpResponse:
    """Why somebody has the full-point bye; of who has it no more since the round was posted, that."""
    if section.had_bye(number, player):
        return page(request, section, "public/left_bye.html", _left_bye, number, player)

    def why(row: PairingReasons | None) -> object | None:
        return bye_reasons.why_this_bye(section.document, number, player, row, section.names)

    return _why_paired(request, section, "public/bye.html", why, number, player)


def _left_bye(section: PublicSection, number: int, player: int) -> Context:
    return {"why": {"number": number, "card": section.document.chart.by_number[player]}}


def _why_paired(
    request: HttpRequest,
    section: PublicSection,
    template: str,
    why: Callable[[PairingReasons | None], object | None],
    number: int,
    of: int,
) -> HttpResponse:
    """Why a round has this board, or this bye. The reasons come a moment after it, without a new version."""
    row = row_of(section.standings, number)
    is_kept = row is not None

    def told(section: PublicSection, number: int, of: int, is_kept: bool) -> Context:
        found = why(row)
        if found is None:
            raise Http404
        return {"why": found}

    return page(request, section, template, told, number, of, is_kept)


@versioned(selectors.section)
def version(request: HttpRequest, section: PublicSection, number: int) -> HttpResponse:
    """The awards as they were announced, and what this version changed."""
    return page(request, section, "public/version.html", announced_version, number)


@versioned(selectors.section, beside=phone_root)
def trophy_order(request: HttpRequest, section: PublicSection, number: int | None = None) -> HttpResponse:
    """A version of the final sheet, or the last one; before the first, when it comes."""
    here = lasting_address(request, section.event.mirror, "/").rstrip("/")
    return page(request, section, "public/trophy_order.html", _trophy_order, number, here)


def _trophy_order(section: PublicSection, number: int | None, here: str) -> Context:
    found = final_sheets.final_page(section.standings, number, section.names)
    if found is None:
        if number is not None:
            raise Http404
        return {"page": None, "file": "", "address": ""}
    path = reverse("final-version", args=[section.event.slug, section.slug, found.number])
    return {
        "page": found,
        "file": _sheet_file(section, found.number),
        "address": f"{here}{path}" if here else "",
    }


@versioned(selectors.section)
def final_sheet(request: HttpRequest, section: PublicSection, number: int) -> HttpResponse:
    """The very bytes that the hash of a version is of."""
    sheet = final_sheets.sheet_bytes(section.standings, number, section.names)
    if sheet is None:
        raise Http404
    response = HttpResponse(sheet.encode(), content_type="application/json")
    name = _sheet_file(section, number)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return unlisted(response)


def _sheet_file(section: PublicSection, number: int) -> str:
    return f"{section.event.slug}-{section.slug}-final-{number}.json"


def _posted_order(section: PublicSection, live: str, code: str) -> Context:
    document = section.document
    history = posted_orders.history(document.postings, document.systems, of_teams=document.of_teams)
    # A round robin is paired by its table, whatever was chosen before it was one.
    swiss = document.format is Format.SWISS
    return {
        "default_rule": default_rule(document),
        "history": history,
        "pairing": history[0].pairing if history and swiss else None,
        "address": live,
        "code": code,
    }
