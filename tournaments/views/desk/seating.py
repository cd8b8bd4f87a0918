"""A round paired by hand: boards typed, byes given and taken, then published. What would be wrong is asked
about first."""

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tiebreaks.engine.chart.wallchart import Kind

from ...errors import NoReason, Refused
from ...forms import shown
from ...models import Player, Section
from ...numbers import whole_number
from ...permissions import DeskRequest, desk, seat_of, section_of
from ...selectors.pairing.changed_byes import with_later
from ...selectors.pairing.lines import lines_of_byes
from ...selectors.pairing.reading_back import added, added_by
from ...selectors.pairing.typed_boards import TypedRound, remarks, typed_round
from ...selectors.results import boards
from ...services import acts, drafts, pairings
from ...text.results import bye_name
from ..shared import Asks, Contract, ask, carry_out, say_draft, sent_as
from .carried import round_address, typed_reason
from .round_page import check_no_draft, round_page

BYE_KINDS = {kind.letter: kind for kind in (Kind.HALF_BYE, Kind.FULL_BYE, Kind.UNPAIRED)}


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
        return round_page(request, found, number, typed=typed, status=question.status, **asked)
    except Refused as refused:
        return round_page(request, found, number, typed=typed, refused=refused, status=refused.status)
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
        return round_page(request, found, number, chosen=numbers, status=question.status, **asked)
    except Refused as refused:
        return round_page(request, found, number, chosen=numbers, not_given=refused, status=refused.status)


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
        check_no_draft(found, number, _("Nothing was published."))
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
        return round_page(request, found, number, status=refused.status, **asked)


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
        return round_page(request, section, number, kept=bye.pk, status=question.status, **asked)
    except NoReason as refused:
        return round_page(request, section, number, kept=bye.pk, not_removed=refused, status=refused.status)


def _seated(section: Section, number: int) -> Contract:
    return {"event": section.event, "shows": lambda: shown.seating(section, number)}
