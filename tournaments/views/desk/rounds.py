"""The desk: where rounds are paired and results entered, by key, mouse or thumb, with and without a script.

A script that enters a result is answered with the board's row and the round's counters; a plain form is sent
back to its board.
"""

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import Any, TypedDict

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.lines import clean_line

from ...errors import NoReason, Refused, ResultConflict
from ...forms import shown
from ...models import EVERYBODY, SCORERS, Game, LogEntry, MatchBoard, Player, Section
from ...numbers import whole_number
from ...permissions import DeskRequest, desk, desk_of, event_of, game_of, may_have_events, seat_of, section_of
from ...selectors.entries import fees
from ...selectors.event import endings, lives
from ...selectors.event.people import removed_from
from ...selectors.event.status import status_line
from ...selectors.pairing import basis
from ...selectors.pairing.changed_byes import with_later
from ...selectors.pairing.lines import lines_of_byes
from ...selectors.pairing.reading_back import added, added_by
from ...selectors.pairing.repairing import would_differ_now
from ...selectors.pairing.small_swiss import small_swiss
from ...selectors.pairing.typed_boards import TypedRound, remarks, typed_round
from ...selectors.results import boards, matches, verifying
from ...selectors.results import next_step as selectors
from ...selectors.results.consequences import Consequences, Correction
from ...selectors.results.team_desk import tables_that
from ...services import acts, attendance, drafts, pairings
from ...services.corrections import of_result
from ...services.results import not_entered, record_result, sides
from ...text.results import ENTERED, RESULTS, bye_name
from ..codes import phone_address, public_address, qr
from ..shared import Asks, Contract, ask, carry_out, say_draft, sent_as, unseen
from .corrections import entry_of, guarded, saved_address, what_moved

BYE_KINDS = {kind.letter: kind for kind in (Kind.HALF_BYE, Kind.FULL_BYE, Kind.UNPAIRED)}


@desk_of(EVERYBODY)
@require_safe
def events(request: DeskRequest) -> HttpResponse:
    found = selectors.events_of(request.user, archived="archived" in request.GET)
    context: dict[str, Any] = {"found": found, "status_line": status_line()}
    leads = any(role.leads for _event, role, _sections in found.events)
    context["may_have_events"] = leads or may_have_events(request.user)
    context["removed_from"] = [] if found.events else removed_from(request.user)
    return render(request, "desk/events.html", context)


@desk_of(EVERYBODY)
@require_safe
def event(request: DeskRequest, event: str) -> HttpResponse:
    found = event_of(request.user, event)
    address = public_address(request, found.mirror, reverse("event", args=[found.slug]))
    context = {"event": found, "sections": selectors.needs_of(found), "address": address}
    context |= {"tables": tables_that(event=found, archived=False), "status_line": status_line(found)}
    archived = endings.archived_of(found) if request.user.role.manages else []  # type: ignore[attr-defined]
    if request.user.role.manages and (paid := fees.fees_of(found)):  # type: ignore[attr-defined]
        context |= {"fees": paid, "all_fees": fees.together(paid)}
    return render(request, "desk/event.html", context | {"qr": qr(address), "archived": archived})


@desk_of(SCORERS)
@require_safe
def section(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    return redirect(round_address(found, selectors.round_that_needs_work(found)))


@desk_of(SCORERS)
@require_safe
def round(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    return _round(request, section_of(request.user, event, section), number)


@desk_of(SCORERS)
@require_safe
def standings(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """The news since ``v``: the top of the standings, and for round ``round`` its counters and boards."""
    found = section_of(request.user, event, section)
    since = request.GET.get("v", "")
    at = whole_number(request.GET.get("round", ""))
    seen = request.GET.get("verified")
    if since == found.stamp and (seen is None or not at or seen == verifying.reached(found, at)):
        return HttpResponse(status=204)
    context: dict[str, Any] = {"section": found, "top": selectors.top(found)}
    if at:
        context["counters"] = selectors.counters(found, at, request.user)
        context["shown"] = _seating(found, at)
        context["draft_waits"] = _draft_waits(found, at)
        context |= _second_pass(found, context["counters"])
        news = boards.games_since(found, at, since)
        context["moved"] = news is None
        context["life"] = lives.another_life(found, since)
        context["meanwhile"] = endings.closed_meanwhile(found, took=request.GET.get("took") != "0")
        if found.boards:
            context["matches"] = matches.matches(found, news or [])
        else:
            context["news"] = [boards.board(game, found) for game in news or []]
    return render(request, "desk/round.html#standings-news", context)


@desk_of(SCORERS)
@require_POST
def enter_result(request: DeskRequest, game: int) -> HttpResponse:
    board = game_of(request.user, game)
    section = board.round.section
    result = request.POST.get("result", "")
    if result not in ENTERED:
        if result != "".join(seat.kind for seat in sides(board)):
            raise not_entered(result)
        return kept(request, board)
    if (asked := asked_first(request, board)) is not None:
        return asked

    def save(seen: Consequences | None) -> HttpResponse:
        try:
            recorded = record_result(
                board,
                result,
                by=request.user,
                reason=typed_reason(request),
                seen=seen,
                own_only=own_only(request),
                asks=seen is None and is_first_press(request),
                **seen_of(request),
            )
        except ResultConflict as clash:
            # The answer shows the row as it is now, with the typed result beside it.
            return answer(request, section, game_of(request.user, game), clash)
        if not request.headers.get("HX-Request"):
            return redirect(corrected_address(request, board, seen))
        if recorded.document is None:
            return answer(request, section, recorded.game, saved=saved_entry(request, section, seen))
        number = recorded.game.round.number
        context = {
            "section": section,
            "board": boards.board_of(recorded.document, recorded.game, recorded.seats, section),
            "counters": selectors.counters_of(recorded.document, recorded.section, number, recorded.entry),
        }
        if seen is not None:
            context |= after_saving(recorded.section, recorded.entry)
        return render(request, "desk/round.html#entered", context)

    def what() -> Correction:
        return of_result(board, result)

    return guarded(request, section, save, what, partial(back_address, request, board))


@desk
@require_POST
def pair_round(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    found = section_of(request.user, event, section)
    typed = request.POST.get("pairings", "")
    boards: list[tuple[Player, Player]] = []
    judged: list[TypedRound] = []

    def judge() -> None:
        judged.append(added(found, number, typed))

    def pair() -> HttpResponse:
        if drafts.takes(found, number, typed):
            told = drafts.seat_typed(found, number, typed, by=request.user)
            messages.success(request, _("Put on the draft of round %(number)d.") % {"number": number})
            for sentence in told:
                messages.warning(request, sentence)
            return redirect(round_address(found, number, "pairing"))
        seated = pairings.pair(found, number, typed, by=request.user, reason=typed_reason(request))
        # What cannot be done at all is refused before.
        for each in judged:
            ask(request, each)
        # What was agreed to is not told again.
        boards.extend([] if any(each.asks for each in judged) else seated.boards)
        messages.success(request, _paired(found, number))
        for sentence in seated.told:
            messages.warning(request, sentence)
        return redirect(round_address(found, number))

    try:
        answer = carry_out(
            request, pair, event=found.event, shows=lambda: shown.typing(found, number), first=judge
        )
    except Asks as question:
        back = f"{round_address(found, number)}#pairing"
        asked = _asked(request, question, ("pairings", "reason"), shown.typing(found, number), back)
        return _round(request, found, number, typed=typed, status=question.status, **asked)
    except Refused as refused:
        return _round(request, found, number, typed=typed, refused=refused, status=refused.status)
    say_remarks(request, found, number, boards)
    return answer


def _asked(
    request: DeskRequest, question: Asks, names: Collection[str], sends: acts.Shown | None, back: str
) -> dict[str, Any]:
    """The question above a posted round, whose form sends again what was sent under these names, of a page
    that ``sends`` what it showed."""
    return {"added": question.found, "sent": sent_as(request, names), "sends": sends, "back_to": back}


def _paired(section: Section, number: int) -> str:
    """What is said of a round once boards were typed for it: with how many it has not."""
    if not (left := boards.left_over(section, number)):
        return _("Round %(number)d is paired.") % {"number": number}
    told = ngettext(
        "Round %(number)d is saved. %(count)d player has neither a board nor a bye.",
        "Round %(number)d is saved. %(count)d players have neither a board nor a bye.",
        left,
    )
    if section.boards:
        told = ngettext(
            "Round %(number)d is saved. %(count)d team has neither a board nor a bye.",
            "Round %(number)d is saved. %(count)d teams have neither a board nor a bye.",
            left,
        )
    return told % {"number": number, "count": left}


def say_remarks(
    request: DeskRequest, section: Section, number: int, boards: Collection[tuple[Player, Player]]
) -> None:
    """Say what is wrong with boards that were just seated, once nothing is locked any more."""
    if boards:
        for remark in remarks(section, number, [(white.number, black.number) for white, black in boards]):
            messages.warning(request, remark)


@desk
@require_POST
def give_byes(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    found = section_of(request.user, event, section)
    numbers = [n for n in map(whole_number, request.POST.getlist("player")) if n is not None]
    kind = BYE_KINDS.get(request.POST.get("kind", ""), Kind.OPEN)
    judged: list[TypedRound] = []

    def judge() -> None:
        typed = added_by(found, number, lines_of_byes(numbers, kind))
        judged.append(with_later(typed, found, number, numbers, kind))

    def give() -> HttpResponse:
        reason = typed_reason(request)
        past = pairings.give_bye(found, number, numbers, kind, by=request.user, reason=reason)
        # What cannot be done at all is refused before.
        for each in judged:
            ask(request, each)
        if found.boards:
            given = ngettext("%(count)d team has a %(bye)s.", "%(count)d teams have a %(bye)s.", len(numbers))
        else:
            given = ngettext(
                "%(count)d player has a %(bye)s.", "%(count)d players have a %(bye)s.", len(numbers)
            )
        messages.success(request, given % {"count": len(numbers), "bye": bye_name(kind)})
        for sentence in past:
            messages.warning(request, sentence)
        return redirect(round_address(found, number))

    try:
        return carry_out(request, give, first=judge, **_seated(found, number))
    except Asks as question:
        back = f"{round_address(found, number)}#byes"
        asked = _asked(request, question, ("player", "kind", "reason"), shown.seating(found, number), back)
        return _round(request, found, number, chosen=numbers, status=question.status, **asked)
    except Refused as refused:
        return _round(request, found, number, chosen=numbers, not_given=refused, status=refused.status)


@desk
@require_POST
def publish_round(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """Publish boards that were typed. What is wrong with them, and who is left out of the round, is named and
    asked about first."""
    found = section_of(request.user, event, section)
    judged: list[TypedRound] = []
    asked: dict[str, Any] = {}

    def judge() -> None:
        judged.append(typed_round(found, number))

    def publish() -> HttpResponse:
        _check_no_draft(found, number, _("Nothing was published."))
        [typed] = judged
        if typed.asks not in ("", request.POST.get("wrong", "")):
            asked.update(not_published=typed)
            raise Refused(_("Nothing was published."))
        pairings.publish(found, number, by=request.user)
        messages.success(request, _("Round %(number)d is published.") % {"number": number})
        say_draft(request, found)
        return redirect(round_address(found, number))

    try:
        return carry_out(request, publish, first=judge, **_seated(found, number))
    except Refused as refused:
        if not asked:
            raise
        return _round(request, found, number, status=refused.status, **asked)


def _check_no_draft(section: Section, number: int, undone: str) -> None:
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
    _check_no_draft(section, number, _("Nothing was saved."))
    told = _("Nothing was saved. Round %(number)d is not published, and has %(wrong)s. Publish it first.")
    refused = Refused(told % {"number": number, "wrong": typed.in_short})
    if request.headers.get("HX-Request"):
        raise refused
    return _round(request, section, number, status=refused.status, not_entered=refused, not_published=typed)


class Shown(TypedDict):
    """What a page showed of a board: its revision, and which board it was, see :meth:`.Game.shown_as`."""

    revision: int
    shows: str


def seen_of(request: DeskRequest) -> Shown:
    # Without the revision that the page showed, every change is a conflict.
    return Shown(revision=typed_number(request, "revision"), shows=request.POST.get("shows", ""))


@desk
@require_POST
def no_show(request: DeskRequest, game: int) -> HttpResponse:
    """Who did not come forfeits the board, or the team its match, and withdraws."""
    board = game_of(request.user, game)
    if (asked := asked_first(request, board)) is not None:
        return asked
    attendance.no_show(board, request.POST.get("absent", ""), by=request.user, **seen_of(request))
    if board.round.section.boards:
        message = _("Match %(board)d is forfeited, and the team is withdrawn. Undo restores both.")
    else:
        message = _("Board %(board)d is forfeited, and the no-show is withdrawn. Undo restores both.")
    messages.success(request, message % {"board": board.board})
    return redirect(board_address(board.round.section, board))


@desk
@require_POST
def remove_seat(request: DeskRequest, seat: int) -> HttpResponse:
    bye = seat_of(request.user, seat)
    if bye.game_id is not None:
        raise Http404
    section, number = bye.round.section, bye.round.number
    judged: list[TypedRound] = []

    def judge() -> None:
        nothing = TypedRound([], [], bool(section.boards))
        judged.append(with_later(nothing, section, number, [bye.player.number], None))

    def remove() -> HttpResponse:
        pairings.remove_bye(bye, by=request.user, reason=typed_reason(request))
        for each in judged:
            ask(request, each)
        return redirect(round_address(section, number))

    try:
        return carry_out(request, remove, event=section.event, again=True, first=judge)
    except Asks as question:
        asked = _asked(request, question, ["reason"], None, round_address(section, number))
        return _round(request, section, number, kept=bye.pk, status=question.status, **asked)
    except NoReason as refused:
        return _round(request, section, number, kept=bye.pk, not_removed=refused, status=refused.status)


def _seated(section: Section, number: int) -> Contract:
    return {"event": section.event, "shows": lambda: shown.seating(section, number)}


def _seating(section: Section, number: int) -> Any:
    """What the forms of a round show. Read where there is such a form: an entry of a result has none."""
    return SimpleLazyObject(lambda: shown.seating(section, number))


def _draft_waits(section: Section, number: int) -> Any:
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


def _round(
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
        "page": page,
        "matches": matches.of_page(section, page.boards, clash),
        "results": RESULTS,
        "status_line": status_line(section.event),
        "top": selectors.top(section),
        "code": qr(phone_address(request, round_address(section, number))) if page.boards else "",
        "shown": _seating(section, number),
        "shown_typing": SimpleLazyObject(lambda: shown.typing(section, number)),
        "asks": clash,
        "later_results": lambda: page.boards and would_differ_now(section, number),
        "first_press": SimpleLazyObject(lambda: _first_press(section, number)),
        "everybody_withdrew": lambda: boards.everybody_withdrew(section, number),
        "draft_waits": _draft_waits(section, number),
        "unseen": lambda: unseen(section),
        "reason": typed_reason(request),
    }
    context |= _second_pass(section, counters)
    return render(request, "desk/round.html", context, status=status)


def _second_pass(section: Section, counters: selectors.Counters) -> dict[str, Any]:
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
        return _round(request, section, number, clash=row, status=status)
    context = {"section": section, "board": row, "match": match, "counters": counters}
    context["shown"] = _seating(section, number)
    context["draft_waits"] = _draft_waits(section, number)
    context |= after_saving(section, saved)
    return render(request, "desk/round.html#entered", context, status=status)


def is_first_press(request: DeskRequest) -> bool:
    """Whether a plain form sends this result for the first time. A script asks itself, and the form that
    answers a question, or a second reading, says which result it is about."""
    sent = request.POST
    asked = request.headers.get("HX-Request") or sent.get("from") == "verify"
    return not asked and sent.get("replace") != sent.get("result")


def kept(request: DeskRequest, game: Game, board: MatchBoard | None = None) -> HttpResponse:
    """The answer to a result of a ruling that stands already: the board as it is."""
    if request.headers.get("HX-Request"):
        return answer(request, game.round.section, game, board=board)
    return redirect(back_address(request, game, board))


def corrected_address(
    request: DeskRequest, game: Game, seen: Consequences | None, board: MatchBoard | None = None
) -> str:
    """Where a plain form leads: to its board; a correction to the page of what it moved."""
    back = back_address(request, game, board)
    if seen is None:
        return back
    found = saved_address(request, game.round.section, otherwise=back)
    if found == back:
        messages.info(request, _("This was saved already. Nothing was saved again."))
    return found


def back_address(request: DeskRequest, game: Game, board: MatchBoard | None = None) -> str:
    """The board on the page that an entry came from: the round's, or its second pass."""
    page = "verify" if request.POST.get("from") == "verify" else "desk-round"
    return board_address(game.round.section, game, board, page)


def after_saving(section: Section, entry: LogEntry | None) -> dict[str, Any]:
    """What moved is shown again, on the page that a correction was made on."""
    return {} if entry is None else {"saved": entry} | what_moved(section, entry)


def saved_entry(request: DeskRequest, section: Section, seen: Consequences | None) -> LogEntry | None:
    return None if seen is None else entry_of(request, section)


def typed_number(request: HttpRequest, name: str) -> int:
    """A number the form carried; -1 where it carried none."""
    typed = whole_number(request.POST.get(name, ""))
    return -1 if typed is None else typed


def typed_reason(request: HttpRequest) -> str:
    return clean_line(request.POST.get("reason", ""))


def own_only(request: DeskRequest) -> bool:
    """Whether this person changes no results of others, and publishes nothing by entering one."""
    return not request.user.role.manages  # type: ignore[attr-defined]


def round_address(section: Section, number: int, page: str = "desk-round") -> str:
    return reverse(page, args=[section.event.slug, section.slug, number])


def board_address(
    section: Section,
    game: Game,
    board: MatchBoard | None = None,
    page: str = "desk-round",
    *,
    scanned: bool = False,
) -> str:
    """The address of a game's row, or of the row of a ``board`` of a match. Of a slip that was ``scanned``, a
    phone shows that board alone."""
    row = f"game-{game.pk}" if board is None else f"board-{board.pk}"
    slip = "?slip" if scanned else ""
    return f"{round_address(section, game.round.number, page)}{slip}#{row}"
