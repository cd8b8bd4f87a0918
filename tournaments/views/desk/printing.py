"""What a director prints, on one page, so that nobody looks for it while the hall waits."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.published import Finished
from tiebreaks.selectors import last_final, players_document

from ...models import Section
from ...numbers import whole_number
from ...permissions import DeskRequest, desk, section_of
from ...selectors.pairing import papers
from ...selectors.public import prizes
from ...selectors.results.next_step import tabs
from ..codes import note_printed, qr
from ..shared import about
from .slips import slip_address


@desk
@require_safe
def pages(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    return render(request, "desk/print.html", about(found) | {"papers": _papers(found)})


@desk
@require_safe
def slips(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """Result slips in the order in which they are cut, each with the code that opens its board."""
    found = _paired(request, event, section, number)
    asked = {name: whole_number(request.GET.get(name, "")) for name in ("first", "last", "per")}
    choices = papers.per_page(found)
    per_page = asked["per"] if asked["per"] in choices else choices[0]
    lowest, highest = papers.first_and_last(found, number)
    first, last = asked["first"] or lowest, asked["last"] or highest
    printed = papers.to_print(found, number, first, last)
    note_printed(request)
    codes = [(each, qr(slip_address(request, found, number, each.label))) for each in printed]
    context = {
        "number": number,
        "today": timezone.localdate(),
        "per_page": per_page,
        "choices": choices,
        "first": first,
        "last": last,
    }
    context |= {"sheets": papers.cut(codes, per_page), "a4": request.GET.get("paper") == "a4"}
    return render(request, "desk/slips.html", about(found) | context)


@desk
@require_safe
def by_name(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """Everybody in the round from A to Z, with board, color and opponent: for the wall."""
    found = _paired(request, event, section, number)
    words = _("Round %(number)d by name") % {"number": number}
    lists = [papers.by_name(found, number), papers.by_member(found, number)]
    return _on_the_wall(request, found, number, words, lists, papers.NAMES)


@desk
@require_safe
def by_board(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """The boards of the round: for the wall."""
    found = _paired(request, event, section, number)
    words = _("Round %(number)d by board") % {"number": number}
    return _on_the_wall(request, found, number, words, [papers.by_board(found, number)], papers.BOARDS)


def _on_the_wall(
    request: DeskRequest,
    section: Section,
    number: int,
    heading: str,
    lists: Sequence[Sequence[papers.Line]],
    per_sheet: dict[str, int],
) -> HttpResponse:
    letters = "small" if request.GET.get("letters") == "small" else "large"
    posted = papers.posted_at(section, number)
    on_boards, a4 = per_sheet is papers.BOARDS, request.GET.get("paper") == "a4"
    context = about(section) | {
        "number": number,
        "heading": heading,
        "sheets": [sheet for lines in lists for sheet in papers.sheets(lines, per_sheet[letters])],
        "by_board": on_boards,
        "letters": letters,
        "columns": papers.columns(letters, by_board=on_boards, of_teams=bool(section.boards), a4=a4),
        "posted": posted,
        "corrected": posted and papers.corrected_at(section, number, posted),
        "a4": a4,
    }
    return render(request, "desk/wall.html", context)


def _paired(request: DeskRequest, event: str, section: str, number: int) -> Section:
    found = section_of(request.user, event, section)
    if not 1 <= number <= found.rounds:
        raise Http404
    return found


class Papers(NamedTuple):
    """A heading, and the words and the address of each page below it; ``earlier``: of rounds before the last
    one that is paired."""

    heading: str
    pages: list[tuple[str, str]]
    earlier: bool = False


def _papers(section: Section) -> list[Papers]:
    """Everything of a section that is printed. Of a draft, its previews."""
    event = section.event
    preview = "/preview" if section.hidden or event.hidden else ""
    where = [event.slug, section.slug]

    def public(name: str, *more: object) -> str:
        return preview + at(name, *more)

    def at(name: str, *more: object) -> str:
        return reverse(name, args=[*where, *more])

    ticks = f"{reverse('check-in-list', args=[event.slug])}?section={section.slug}"
    codes = f"{reverse('check-in-codes', args=[event.slug])}?section={section.slug}"
    teams = section.team_tables.order_by("pk")

    def of_tables(words: str, name: str) -> list[tuple[str, str]]:
        return [
            (words % {"table": table.name}, preview + reverse(name, args=[event.slug, table.slug]))
            for table in teams
        ]

    before = [
        (_("The posted tiebreak order, with a code for phones"), public("posted-order")),
        *of_tables(_("The posted tiebreak order of %(table)s, with a code for phones"), "posted-team-order"),
        (_("Check-in list to tick by hand"), ticks),
        *([] if section.boards else [(_("Codes for the check-in"), codes)]),
    ]
    paired = [tab.number for tab in reversed(tabs([section])[section.pk]) if tab.boards]
    final = isinstance(last_final(section.standings_id), Finished)
    called = {"trophies": _("Trophies"), "cash": _("Prize money")}
    document = players_document(section.standings_id)
    return [
        Papers(_("Before round 1"), before),
        *(Papers(_("Round %d") % number, _of_round(at, number), number != paired[0]) for number in paired),
        Papers(
            _("Standings"),
            [
                (_("Standings, forty to a page, with a code for phones"), public("paper")),
                (_("Wall chart"), public("wall-chart")),
                *of_tables(_("Standings of %(table)s"), "teams"),
                (
                    _("Hall screen for a projector: pairings, results, standings"),
                    reverse("event-screen", args=[event.slug]),
                ),
            ],
        ),
        Papers(
            _("Prizes"),
            [
                *((called[kind], public(kind)) for kind in prizes.kinds(document).pages),
                (_("Ceremony checklist"), at("checklist")),
                *([] if section.boards else [(_("Receipts for cash prizes"), at("receipts"))]),
                *([(_("Trophy order, final"), public("final"))] if final else []),
            ],
        ),
    ]


def _of_round(at: Callable[..., str], number: int) -> list[tuple[str, str]]:
    return [
        (words % {"number": number}, at(name, number))
        for words, name in (
            (_("Pairings of round %(number)d, by board, for the wall"), "pairings-by-board"),
            (_("Pairings of round %(number)d, by name"), "pairings-by-name"),
            (_("Result slips of round %(number)d"), "slips"),
        )
    ]
