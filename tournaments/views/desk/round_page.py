"""The page of a round, whole, or one board of it with the counters; and what it asks before a result
publishes a round."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from ...errors import Refused, ResultConflict
from ...forms import shown
from ...models import Game, LogEntry, MatchBoard, Section
from ...permissions import DeskRequest
from ...selectors.entries.check_in import not_checked_in
from ...selectors.event.orders import teams_to_post
from ...selectors.event.status import status_line
from ...selectors.files.companion import followed
from ...selectors.files.exporting import round_file
from ...selectors.pairing import basis
from ...selectors.pairing.late_comers import latecomers
from ...selectors.pairing.reasons import paired_in, row_of
from ...selectors.pairing.repairing import would_differ_now
from ...selectors.pairing.small_swiss import small_swiss
from ...selectors.pairing.typed_boards import typed_round
from ...selectors.results import boards, matches, verifying
from ...selectors.results import next_step as selectors
from ...selectors.results.still_withdrawn import still_withdrawn
from ...text.results import RESULTS
from ..codes import phone_address, qr
from ..shared import unseen
from .carried import own_only, round_address, typed_reason
from .corrections import what_moved


def check_no_draft(section: Section, number: int, undone: str) -> None:
    if basis.draft_waits(section, number):
        text = _("A draft of round %(number)d is waiting. Publish it on its page, or discard it there.")
        raise Refused(f"{text % {'number': number}} {undone}")


def asked_first(request: DeskRequest, game: Game) -> HttpResponse | None:
    """The answer to a result that would publish its round past what is asked before: that question, and
    nothing is stored. Who only enters results is refused by the entry itself."""
    if game.round.published_at is not None or own_only(request):
        return None
    section, number = game.round.section, game.round.number
    typed = typed_round(section, number)
    if not typed.asks:
        return None
    check_no_draft(section, number, _("Nothing was saved."))
    told = _("Nothing was saved. Round %(number)d is not published, and has %(wrong)s. Publish it first.")
    refused = Refused(told % {"number": number, "wrong": typed.in_short})
    if request.headers.get("HX-Request"):
        raise refused
    return round_page(
        request, section, number, status=refused.status, not_entered=refused, not_published=typed
    )


def seating_shown(section: Section, number: int) -> Any:
    """What the forms of a round show. Read where there is such a form: an entry of a result has none."""
    return SimpleLazyObject(lambda: shown.seating(section, number))


def draft_waits(section: Section, number: int) -> Any:
    """Whether boards of the round are published with its draft. Read where boards are not published yet."""
    return SimpleLazyObject(lambda: basis.draft_waits(section, number))


def _first_press(section: Section, number: int) -> dict[str, Any] | None:
    """What the form that pairs a round at once shows; None where the pairing page asks first, or has a draft.
    Read on the page of a round without boards."""
    of = basis.basis(section, number)
    if of.open_games or of.waits_for or basis.draft_of(section, number):
        return None
    if verifying.undecided(section, number):
        return None
    players = [card for card in of.request.chart.cards if not card.visitor and of.request.in_pool(card)]
    return {
        "shown": shown.draft(section, number),
        "small": small_swiss(section, of.request),
        "alone": players[0].name if len(players) == 1 else "",
    }


def _unchecked(section: Section, number: int) -> int:
    """How many of those to be paired are not here, where it is known. Read on the page of a round without
    boards."""
    found = not_checked_in(section, number)
    return len(found.expected) if found and (found.checks_in or found.after) else 0


def round_page(
    request: DeskRequest, section: Section, number: int, *, status: int = 200, **context: Any
) -> HttpResponse:
    """The whole page of a round; ``clash``, ``refused``, ``not_given`` or ``not_removed`` say what failed,
    ``not_published`` is what is to be looked at before it is published, ``not_entered`` a result that waits
    for that, ``added`` what would be wrong with what is added to a posted round."""
    if not 1 <= number <= section.rounds:
        raise Http404
    counters = selectors.counters(section, number, request.user)
    page = boards.round_page(section, number)
    if (clash := context.pop("clash", None)) and clash.of_match is None:
        rows = [clash if board.game == clash.game else board for board in page.boards]
        page = replace(page, boards=rows)
    context |= {
        "section": section,
        "counters": counters,
        "spreadsheet": round_file(counters.number),
        "page": page,
        "matches": matches.of_page(section, page.boards, clash),
        "results": RESULTS,
        "status_line": status_line(section.event),
        "top": selectors.top(section),
        "code": qr(phone_address(request, round_address(section, number))) if page.boards else "",
        "shown": seating_shown(section, number),
        "shown_typing": SimpleLazyObject(lambda: shown.typing(section, number)),
        "asks": clash,
        "follows": lambda: followed(section),
        "paired_in": lambda: page.boards and paired_in(row_of(section.standings_id, number)),
        "later_results": lambda: page.boards and would_differ_now(section, number),
        "first_press": SimpleLazyObject(lambda: _first_press(section, number)),
        "unchecked": SimpleLazyObject(lambda: _unchecked(section, number)),
        "everybody_withdrew": lambda: boards.everybody_withdrew(section, number),
        "draft_waits": draft_waits(section, number),
        "unseen": lambda: unseen(section),
        "team_orders": lambda: teams_to_post(section),
        "latecomers": lambda: latecomers(section.event, section),
        "reason": typed_reason(request),
        "still_withdrawn": still_withdrawn(section, number),
    }
    context |= second_pass(section, counters)
    return render(request, "desk/round.html", context, status=status)


def second_pass(section: Section, counters: selectors.Counters) -> dict[str, Any]:
    """How far the boards are verified; beside a draft, what of the rounds before it is not."""
    if counters.boards and not counters.published:
        return {"unverified": verifying.before(section, counters.number)}
    return {"progress": verifying.progress(section, counters.number)} if counters.boards else {}


def answer(
    request: DeskRequest,
    section: Section,
    game: Game,
    clash: ResultConflict | None = None,
    board: MatchBoard | None = None,
    saved: LogEntry | None = None,
) -> HttpResponse:
    """A board's row with the round's counters; the whole page where no script asked.

    Of a match it is the row of one of its ``board`` s, and the match's own.
    """
    number = game.round.number
    status = 200 if clash is None else clash.status
    counters = selectors.counters(section, number, request.user)
    match = None
    if board is None:
        row = boards.board(game, section)
    else:
        (match,) = matches.matches(section, [game])
        row = next(each for each in match.boards if each.of_match == board.pk)
    row = replace(row, clash=clash)
    if not request.headers.get("HX-Request"):
        return round_page(request, section, number, clash=row, status=status)
    context = {"section": section, "board": row, "match": match, "counters": counters}
    context["shown"] = seating_shown(section, number)
    context["draft_waits"] = draft_waits(section, number)
    context["still_withdrawn"] = still_withdrawn(section, number)
    context |= after_saving(section, saved)
    return render(request, "desk/round/news.html#entered", context, status=status)


def after_saving(section: Section, entry: LogEntry | None) -> dict[str, Any]:
    """What moved is shown again, on the page that a correction was made on."""
    return {} if entry is None else {"saved": entry} | what_moved(section, entry)
