"""Ties that the posted order leaves, of players and of teams: a playoff or a coin toss is recorded here
(34E12, 34E13)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tiebreaks.lines import clean_line, clean_lines
from tiebreaks.models import FrozenAwards

from ...errors import Refused
from ...models import HasStandings
from ...numbers import whole_number
from ...permissions import DeskRequest, decision_of, desk, owner_of
from ...selectors.awards import ties as selectors
from ...services import decisions
from ..shared import about, address_in, carry_out, seen_stamp

PLACE = "place-"
TEMPLATES = {"section": "desk/ties.html", "table": "desk/team_ties.html"}


@desk
@require_safe
def ties(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    return _ties(request, owner_of(request.user, event, **named))


@desk
@require_POST
def decide_tie(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    owner = owner_of(request.user, event, **named)
    typed = _typed(request)
    note = request.POST.get("note", "")
    how = request.POST.get("how", "")
    seen: dict[str, Any] = {"by": request.user, "stamp": seen_stamp(request)}
    if how == "draw" and "sure" not in request.POST and selectors.tie_of(owner, set(typed)):
        # A page of its own, to which the Back button leads without sending the form again.
        asked = QueryDict(mutable=True)
        asked.setlist("of", [str(number) for number in typed])
        if note:
            asked["note"] = note
        return redirect(f"{address_in(owner, 'toss')}?{asked.urlencode()}")

    def decide() -> HttpResponse:
        if how == "draw":
            row = decisions.toss_coin(owner, list(typed), note=note, **seen)
        elif how == "toss":
            row = decisions.record_decision(decisions.COIN_TOSS, owner, _levels(typed), note=note, **seen)
        elif how == "playoff":
            levels, with_games = _playoff(request, typed, note)
            row = decisions.record_decision(decisions.PLAYOFF, owner, levels, note=with_games, **seen)
        else:
            raise Refused(
                _("Choose how the tie was decided: a playoff, a coin toss, or a toss by Wallchart.")
            )
        recorded = selectors.ties(owner, {}).decisions
        outcome = next(line.outcome for line in recorded if line.row.pk == row.pk)
        messages.success(request, _("Recorded: %(outcome)s. The standings show it.") % {"outcome": outcome})
        return redirect(address_in(owner, "ties"))

    try:
        # Who has a second tab is told that the coin was tossed, not asked whether to toss it again.
        return carry_out(request, decide, event=owner.event, again=how == "draw")
    except Refused as refused:
        owner.standings.refresh_from_db()
        context = {"note": note, "games": request.POST.get("games", ""), "refused": refused}
        return _ties(request, owner, typed=typed, status=refused.status, **context)


@desk
@require_safe
def toss(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    """Ask before Wallchart tosses a coin; back to the ties if these are tied no more."""
    owner = owner_of(request.user, event, **named)
    numbers = {number for text in request.GET.getlist("of") if (number := whole_number(text)) is not None}
    if (tie := selectors.tie_of(owner, numbers)) is None:
        return redirect(address_in(owner, "ties"))
    note = clean_line(request.GET.get("note", ""))
    return render(request, "desk/toss.html", about(owner) | {"tie": tie, "note": note})


def _playoff(request: DeskRequest, typed: dict[int, str], note: str) -> tuple[list[list[int]], str]:
    """The levels from typed game results, which the note keeps; else from the chosen places."""
    games, levels = clean_lines(request.POST.get("games", "")), _levels(typed)
    if games:
        if levels:
            raise Refused(_("Choose places or enter game results, not both."))
        levels = decisions.playoff_order(games)
        note = "; ".join(filter(None, [clean_line(note), *games.splitlines()]))
    return levels, note


@desk
@require_POST
def withdraw_decision(request: DeskRequest, event: str, decision: int, **named: str) -> HttpResponse:
    owner = owner_of(request.user, event, **named)
    found = decision_of(owner, decision)
    recorded = selectors.ties(owner, {}).decisions
    counted = any(line.row.pk == found.pk and not line.set_aside for line in recorded)

    def withdraw() -> HttpResponse:
        decisions.withdraw_decision(owner, found, by=request.user, stamp=seen_stamp(request))
        if counted:
            messages.success(request, _("The decision was withdrawn. The tie is open again."))
        else:
            messages.success(request, _("The decision was withdrawn. The standings stay as they are."))
        return redirect(address_in(owner, "ties"))

    try:
        # Withdrawn in another tab, it is said to be so, not asked whether to do it again.
        return carry_out(request, withdraw, event=owner.event, again=True)
    except Refused as refused:
        owner.standings.refresh_from_db()
        return _ties(request, owner, status=refused.status, refused=refused)


def _ties(
    request: DeskRequest,
    owner: HasStandings,
    *,
    typed: dict[int, str] | None = None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    page = selectors.ties(owner, typed or {})
    # What was typed stands with its own tie, or above, where somebody else decided that one.
    waiting = [*page.trophy, *page.others]
    context["asked"] = next(
        (tie for tie in waiting if typed is not None and typed.keys() <= tie.numbers), None
    )
    frozen = FrozenAwards.objects.filter(standings=owner.standings_id).order_by("-number")
    context["frozen"] = frozen.select_related("standings__teamtable").first()
    context |= about(owner) | {"page": page}
    return render(request, TEMPLATES[owner.kind], context, status=status)


def _typed(request: HttpRequest) -> dict[int, str]:
    """The place that was chosen for each number, empty where none was."""
    places = {whole_number(name.removeprefix(PLACE)): name for name in request.POST if name.startswith(PLACE)}
    return {number: request.POST[name] for number, name in places.items() if number is not None}


def _levels(typed: dict[int, str]) -> list[list[int]]:
    """Numbers by place, the best first. The service asks for missing places."""
    by_place: dict[int, list[int]] = {}
    for number, chosen in typed.items():
        if (place := whole_number(chosen)) is not None:
            by_place.setdefault(place, []).append(number)
    return [by_place[place] for place in sorted(by_place)]
