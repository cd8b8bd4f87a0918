"""The pairing page of a round: the rules propose, the director moves, locks, pairs again and publishes.

Every button sends the whole form, so that a number that was typed is never lost, with a script and without.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tiebreaks.engine.chart.wallchart import Kind

from ...errors import Refused, Stale, Unpairable
from ...forms import pairing as forms
from ...forms import shown
from ...models import Section
from ...pairing import draft as drafting
from ...pairing.draft import Draft
from ...permissions import DeskRequest, desk, section_of
from ...selectors.entries.byes import bye_of
from ...selectors.entries.numbering import drawn_by_lot, out_of_order
from ...selectors.event.orders import teams_to_post
from ...selectors.event.status import status_line
from ...selectors.files.companion import followed
from ...selectors.pairing import page as selectors
from ...selectors.pairing.assumptions import choices_in
from ...selectors.pairing.basis import basis_of, draft_of
from ...selectors.pairing.late_comers import latecomers
from ...selectors.pairing.lost_by_hand import moved_by_hand, numbered_again
from ...selectors.pairing.not_checked_in import missing_in
from ...selectors.pairing.page_record import PairingPage
from ...selectors.pairing.pasted_pairings import whose_in
from ...selectors.pairing.reading_back import ReadBack, read_back
from ...selectors.pairing.repairing import why_left
from ...selectors.pairing.shared_boards import boards_in_a_row, boards_in_use, boards_newly_in_use
from ...selectors.pairing.ways import HOW, LADDER
from ...selectors.pairing.why_not import Answer, asked
from ...selectors.results import verifying
from ...selectors.results.boards import everybody_withdrew
from ...services import acts, check_in, drafts, pairings, repairing
from ..shared import Contract, carry_out, say_draft, unseen
from .carried import typed_reason
from .check_in import say_out
from .two_at_a_draft import changed_since, joined, tell_both
from .unsaved_seats import with_unsaved
from .ways_out import choices_of


@desk
@require_safe
def pairing(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """The page; for its poll, 204 or the draft as it is now."""
    found = _section(request, event, section, number)
    if "v" in request.GET and request.GET["v"] == selectors.stamp_of(found, number):
        return HttpResponse(status=204)
    page = selectors.pairing_page(found, number, waiting=forms.waiting(request.GET))
    return _page(request, found, page, why_not=_why_not(request, found, page))


def _why_not(request: DeskRequest, section: Section, page: PairingPage) -> Answer | None:
    """The answer to who was asked about; of one whom a board asks about, the question; None where nobody
    asked."""
    one, other = (request.GET.get(name, "") for name in ("one", "other"))
    if "other" not in request.GET and one:
        return Answer(one, other, "")
    return asked(section, page, one, other) if one or other else None


@desk
@require_POST
def propose(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """Pair the round by the rules; of a draft that is there, what is not locked."""
    found = _section(request, event, section, number)
    try:
        page = selectors.pairing_page(found, number)
        if out := _no_shows(request, found, page):
            act = partial(_pair_without, request, found, out)
            return carry_out(request, act, **_contract(found, number))
        choices = forms.assumptions(request.POST, page)
        made = drafts.propose(found, number, choices=choices, rematches="rematch" in request.POST)

        def keep() -> HttpResponse:
            drafts.keep(found, number, made, by=request.user)
            return redirect(_address(found, number))

        return carry_out(request, keep, **_contract(found, number))
    except Refused as refused:
        return _page(request, found, selectors.pairing_page(found, number), refused=refused)


def _no_shows(request: DeskRequest, section: Section, page: PairingPage) -> set[int]:
    """Those who are out of round 1 as the pressed button says, of those who are not checked in. Raises
    :class:`.Refused` while it is to be said what becomes of them."""
    missing = missing_in(section, page)
    if missing is None or not missing.asks:
        return set()
    pressed = forms.of_missing(request.POST)
    if pressed is None:
        raise Refused(_("Some players have not checked in. Choose what becomes of them. Nothing was saved."))
    if pressed.are_out and not missing.pks <= pressed.players:
        raise Refused(_("Now others are not checked in. Nothing was saved. Look at the list again."))
    return missing.pks if pressed.are_out else set()


def _pair_without(request: DeskRequest, section: Section, out: set[int]) -> HttpResponse:
    """Round 1 is soon paired, so that it may wait for the lock with the byes that it needs."""
    check_in.no_shows(section.event, out, withdraw=False, by=request.user)
    now = _section(request, section.event.slug, section.slug, 1)
    if len(selectors.pairing_page(now, 1).playing) > 1:
        drafts.keep(now, 1, drafts.propose(now, 1), by=request.user)
    say_out(request, len(out), withdraw=False, first=True)
    return redirect(_address(section, 1))


@desk
@require_POST
def change(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """Save the seats as typed, then do what the button says."""
    found = _section(request, event, section, number)
    if forms.pressed(request.POST).act == "read" and request.headers.get("HX-Request"):
        return render(request, "desk/pairing/reading.html", {"reading": _reading(request, found, number)})
    page = selectors.pairing_page(found, number, waiting=forms.waiting(request.POST))
    if page.published and forms.pressed(request.POST).act in HOW:
        return _repair(request, found, page)
    of_saved = _OF_DISCARDED if page.draft is None else _WHATEVER_IS_TYPED
    if not page.published and forms.pressed(request.POST).act in of_saved:
        return _whatever_is_typed(request, found, page)
    typed: Draft | None = None
    try:
        if page.published:
            raise drafts.published_already(number)
        if page.discarded:
            raise Refused(_("The draft of this round was discarded. Nothing was saved."))
        if page.draft is None:
            raise Refused(_("This round is not paired yet. Pair it first."))
        both, stamp = joined(request, found, page)
        read = forms.seats(request.POST, page, page.shown, whose_in(found))
        typed = read.seated(page.shown)
        if forms.pressed(request.POST).act == "read":
            return _read_back(request, found, page, typed)
        act = _act(request, found, page, read.draft(page.shown), read.order)
        if both is not None:
            act = partial(drafts.edit, found, number, both, keeping=typed, by=request.user, order=read.order)
        to_publish = forms.pressed(request.POST).act == "publish"

        def save() -> HttpResponse:
            act()
            where = [event, section, number]
            return redirect(reverse("publish-pairing", args=where) if to_publish else _address(found, number))

        seen = stamp if both is not None else ""
        return carry_out(request, save, **_contract(found, number), stamp=seen)
    except Stale as stale:
        now = selectors.pairing_page(found, number)
        tell_both(stale, request, page, now, read, shown.numbers(found))
        return _page(request, found, now, refused=stale)
    except Refused as refused:
        if isinstance(refused, forms.NotSeated) and forms.pressed(request.POST).act == "publish":
            refused.message = _("Nothing was saved. Check the seat, then publish.")
        return _refused(request, found, number, refused, typed)


def _refused(
    request: DeskRequest, section: Section, number: int, refused: Refused, typed: Draft | None
) -> HttpResponse:
    """The page with why nothing was saved, and every seat as it was typed. A script has these itself."""
    row = draft_of(section, number)
    now = basis_of(section, number, row).draft(row)
    showed = forms.as_shown(request.POST)
    not_seated = refused if isinstance(refused, forms.NotSeated) else None
    if not_seated:
        typed = not_seated.others
    if showed != now:
        # What is typed on a page of before is put on the draft of now, or is not shown.
        on_showed = showed is not None and not_seated is not None and not_seated.before == showed
        typed = drafting.merged(showed, typed, now) if on_showed and showed and typed else None
    if row is None or typed is None or request.headers.get("HX-Request"):
        return _page(request, section, selectors.pairing_page(section, number), refused=refused)
    fields = not_seated.fields if not_seated else {}
    page = with_unsaved(request, section, number, typed, fields, showed or now)
    return _page(request, section, page, refused=refused, showing=now)


def _reading(request: DeskRequest, section: Section, number: int) -> ReadBack:
    of_draft = request.GET.get("of") != "round"
    return read_back(section, number, request.POST.get("pairings", ""), of_draft=of_draft)


def _read_back(request: DeskRequest, section: Section, page: PairingPage, typed: Draft) -> HttpResponse:
    """The page with the list read back, for who has no script. Nothing is saved, and what was typed stays."""
    reading, showed = _reading(request, section, page.number), forms.as_shown(request.POST)
    unsaved = with_unsaved(request, section, page.number, typed, {}, showed)
    return _page(request, section, unsaved, reading=reading, showing=showed)


# What is done with the draft as it was saved: a seat that is typed and refused is no reason against it.
_OF_DISCARDED = {"bring": drafts.bring_back}
_WHATEVER_IS_TYPED = {"discard": drafts.discard, "undo": drafts.undo, **_OF_DISCARDED}


def _whatever_is_typed(request: DeskRequest, section: Section, page: PairingPage) -> HttpResponse:
    number = page.number

    def act() -> HttpResponse:
        _WHATEVER_IS_TYPED[forms.pressed(request.POST).act](section, number, by=request.user)
        return redirect(_address(section, number))

    try:
        return carry_out(request, act, **_contract(section, number))
    except Refused as refused:
        now = selectors.pairing_page(section, number)
        if isinstance(refused, Stale):
            refused.now = changed_since(refused.now, forms.as_shown(request.POST), now)
        return _page(request, section, now, refused=refused)


def _repair(request: DeskRequest, section: Section, page: PairingPage) -> HttpResponse:
    """Pair a published round again for one who has no opponent: a correction with its reason."""
    number, how = page.number, forms.pressed(request.POST).act
    seen, waiting = request.POST.get(f"way-{how}", ""), forms.waiting(request.POST)
    found: list[repairing.Asked] = []

    def ask() -> None:
        found.append(repairing.ask(section, number, how, seen=seen, waiting=waiting))

    def act() -> HttpResponse:
        repairing.repair(section, number, *found, by=request.user, reason=typed_reason(request))
        said = _("Round %(number)d is paired again.")
        way = page.repair.way(how) if page.repair else None
        if how == LADDER and not (way and way.together):
            said = (
                _("Teams moved up in round %(number)d.")
                if section.boards
                else _("Players moved up in round %(number)d.")
            )
        messages.success(request, said % {"number": number})
        return redirect(reverse("desk-round", args=[section.event.slug, section.slug, number]))

    try:
        return carry_out(request, act, first=ask, **_contract(section, number))
    except Refused as refused:
        now = selectors.pairing_page(section, number, waiting=waiting)
        return _page(request, section, now, refused=refused)


def _act(
    request: DeskRequest, section: Section, page: PairingPage, typed: Draft, order: list[int]
) -> Callable[[], object]:
    """What the pressed button does; ``order`` is where each board stood on the page. The rules are asked
    here, before anything is locked."""
    what, numbers = forms.pressed(request.POST)
    number, by = page.number, request.user

    def edit(made: Draft, together: frozenset[int] = frozenset()) -> Callable[[], object]:
        return lambda: drafts.edit(
            section, number, made, keeping=typed, by=by, order=order, together=together
        )

    def warned(act: Callable[[], list[str]]) -> Callable[[], object]:
        def and_told() -> None:
            for sentence in act():
                messages.warning(request, sentence)

        return and_told

    def kept(made: drafts.Proposal, lost: list[str]) -> Callable[[], object]:
        def keep() -> list[str]:
            drafts.keep(section, number, made, by=by)
            return lost

        return warned(keep)

    match what, numbers:
        case (("save" | "publish"), ()):
            return edit(typed)
        case "swap", (at,) if at < len(typed.boards):
            return edit(drafting.swapped(typed, order.index(at)))
        case "remove", (at,) if at < len(typed.boards):
            return edit(drafting.removed(typed, order.index(at)))
        case "add", ():
            return edit(drafting.added(typed))
        case "seat", (white, black) if white != black and {white, black} <= page.numbers:
            return edit(*drafts.together(section, number, typed, white, black))
        case "full", (one,) if one in {*page.numbers, drafting.NOBODY}:
            return edit(drafting.give_bye(typed, one))
        case "type", ():
            text = request.POST.get("pairings", "")
            return warned(lambda: drafts.seat_list(section, number, typed, text, by=by))
        case "ladder", ():
            moved = drafts.by_ladder(section, number, typed)
            return kept(moved, numbered_again(page, typed, moved.draft))
        case (("again" | "anew"), seen) if left := page.to_be_seated - typed.seated - {*seen}:

            def ask() -> list[str]:
                drafts.edit(section, number, typed, by=by, order=order)
                names = "; ".join(each.name for each in page.playing if each.number in left)
                text = _(
                    "Without a seat: %(names)s. Give a bye or mark absent, or press “Pair again, with…”."
                )
                if what == "anew":
                    text = _(
                        "Without a seat: %(names)s. Give a bye or mark absent, or press “Pair everything"
                        " again, with…”."
                    )
                return [text % {"names": names}]

            return warned(ask)
        case "again", _:
            made = drafts.propose(section, number, keeping=typed)
            lost = moved_by_hand(page, typed, made.draft)
            return kept(made, lost + numbered_again(page, typed, made.draft))
        case "anew", _:
            made = drafts.propose(section, number)
            return kept(made, numbered_again(page, typed, made.draft))
        case (("half" | "zero"), (one,)):
            kind = Kind.HALF_BYE if what == "half" else Kind.UNPAIRED
            return warned(lambda: drafts.rest(section, number, typed, one, kind, by=by))
        case "in", (seat,):

            def put_in() -> None:
                drafts.edit(section, number, typed, by=by, order=order)
                pairings.remove_bye(bye_of(section, number, seat), by=by)

            return put_in
    raise Refused(_("This button is not known. Reload the page."))


@desk
def publish(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """What is wrong, named; then the boards are published."""
    found = _section(request, event, section, number)
    page = selectors.pairing_page(found, number)
    refused = None
    if request.method == "POST":

        def act() -> HttpResponse:
            drafts.publish(found, number, by=request.user)
            messages.success(request, _("Round %(number)d is published.") % {"number": number})
            say_draft(request, found)
            return redirect(reverse("desk-round", args=[event, section, number]))

        try:
            return carry_out(request, act, **_contract(found, number))
        except Refused as error:
            refused = error
            page = selectors.pairing_page(found, number)
            if isinstance(error, Stale):
                error.now = changed_since(error.now, forms.as_shown(request.POST), page)
    if page.published:
        # A second press, or a colleague was faster.
        messages.info(request, _("Round %(number)d is published already.") % {"number": number})
        return redirect(reverse("desk-round", args=[event, section, number]))
    if page.draft is None or not page.boards:
        text = _("Round %(number)d has no board to publish. Add one, or give byes on the page of the round.")
        if page.by_table:
            text = _("Round %(number)d has no game, as nobody’s opponent is there. Nothing was published.")
        messages.warning(request, text % {"number": number})
        return redirect(_address(found, number))
    return _page(request, found, page, refused=refused, template="desk/pairing_publish.html")


def _page(
    request: DeskRequest,
    section: Section,
    page: PairingPage,
    *,
    refused: Refused | None = None,
    template: str = "desk/pairing.html",
    why_not: Answer | None = None,
    reading: ReadBack | None = None,
    showing: Draft | None = None,
) -> HttpResponse:
    """``showing`` is the draft as it is saved, of a page with seats that nobody saved."""
    if isinstance(refused, forms.NotSeated):
        told = refused.at_boards
        page = replace(page, boards=[replace(each, refused=told.get(each.at, [])) for each in page.boards])
    # Where a round is published, what was agreed to for an earlier one is not said again.
    shared = boards_newly_in_use if template == "desk/pairing_publish.html" else boards_in_use
    context: dict[str, Any] = {
        "section": section,
        "page": page,
        "follows": lambda: followed(section),
        "why_not": why_not,
        "refused": refused,
        "typed": request.POST.get("pairings", "") if refused or reading else "",
        "reading": reading,
        "choices": choices_of(section, page, refused.choices if isinstance(refused, Unpairable) else ()),
        "choices_of_draft": choices_of(section, page, page.choices),
        "reason": typed_reason(request),
        "why_left": why_left(section, page.number, page.repair) if page.published else "",
        "bye_wrote": refused.fields.get("bye") if showing and isinstance(refused, forms.NotSeated) else "",
        "showing": forms.showing(showing or page.shown),
        "shown": shown.draft(section, page.number),
        # What a page that was loaded before compares, where numbers are typed on it.
        "numbers_of": acts.stamp(shown.numbers(section)),
        "players": shown.by_numbers(section),
        "status_line": status_line(section.event),
        "numbers": shown.numbering(section) if page.number == 1 and drawn_by_lot(section) else None,
        "out_of_order": lambda: out_of_order(section) if page.number == 1 and not page.published else "",
        "roster": lambda: shown.numbering(section),
        "in_a_row": lambda: shown.boards(boards_in_a_row(section.event)),
        "assumptions": choices_in(section).items(),
        "shared_boards": "" if page.published else shared(section, _numbers(page)),
        "not_checked_in": cache(lambda: missing_in(section, page)),
        "unverified": lambda: verifying.before(section, page.number),
        "undecided": lambda: verifying.undecided(section, page.number),
        "team_orders": lambda: teams_to_post(section),
        "latecomers": lambda: latecomers(section.event, section),
        "unseen": unseen(section),
        "everybody_withdrew": lambda: everybody_withdrew(section, page.number),
    }
    # A script shows the draft alone, and what there is to tell in it.
    context["alone"] = bool(request.headers.get("HX-Request")) and template == "desk/pairing.html"
    part = "#draft" if context["alone"] else ""
    return render(request, template + part, context, status=refused.status if refused else 200)


def _numbers(page: PairingPage) -> set[int]:
    """The boards that a draft uses, with those that were typed beside it."""
    return {each.number for each in page.beside} | {each.number for each in page.boards}


def _section(request: DeskRequest, event: str, section: str, number: int) -> Section:
    found = section_of(request.user, event, section)
    if not 1 <= number <= found.rounds:
        raise Http404
    return found


def _contract(section: Section, number: int) -> Contract:
    return {"event": section.event, "shows": lambda: shown.draft(section, number)}


def _address(section: Section, number: int) -> str:
    return reverse("pairing", args=[section.event.slug, section.slug, number])
