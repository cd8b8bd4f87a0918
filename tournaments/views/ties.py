"""Ties that the posted order leaves, of players and of teams: a playoff or a coin toss is recorded here
(34E12, 34E13)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ..errors import Refused
from ..models import Section
from ..numbers import whole_number
from ..permissions import DeskRequest, decision_of, desk, place_of, team_decision_of
from ..selectors import ties as selectors
from ..services import decisions
from ..services.decisions import Place
from .shared import about_place, address_in

PLACE = "place-"


@desk
@require_safe
def ties(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    return _ties(request, place_of(request.user, event, **named))


@desk
@require_POST
def decide_tie(request: DeskRequest, event: str, **named: str) -> HttpResponse:
    place = place_of(request.user, event, **named)
    typed = _typed(request)
    note = request.POST.get("note", "")
    how = request.POST.get("how", "")
    seen: dict[str, Any] = {"by": request.user, "stamp": request.POST.get("stamp", "")}
    try:
        if how == "draw":
            decisions.toss_coin(place, list(typed), note=note, **seen)
        elif how == "toss":
            decisions.record_toss(place, _levels(typed), note=note, **seen)
        elif how == "playoff":
            levels, note = _playoff(request, typed, note)
            decisions.record_playoff(place, levels, note=note, **seen)
        else:
            raise Refused(_("A tie is decided by a playoff, a toss by hand or the program's coin."))
    except Refused as refused:
        place.refresh_from_db()
        context = {"note": note, "games": request.POST.get("games", ""), "refused": refused}
        return _ties(request, place, typed=typed, status=refused.status, **context)
    messages.success(request, _("Recorded. The standings show it."))
    return redirect(address_in(place, "ties"))


def _playoff(request: DeskRequest, typed: dict[int, str], note: str) -> tuple[list[list[int]], str]:
    """By who beat whom where that was typed, kept as the note's end; else by the places chosen."""
    games, levels = request.POST.get("games", "").strip(), _levels(typed)
    if games:
        if levels:
            raise Refused(_("Choose places, or type who beat whom: not both."))
        levels = decisions.playoff_order(games)
        note = "; ".join(filter(None, [note.strip(), *map(str.strip, games.splitlines())]))
    return levels, note


@desk
@require_POST
def withdraw_decision(request: DeskRequest, decision: int) -> HttpResponse:
    found = decision_of(request.user, decision)
    return _withdraw(request, found, found.section)


@desk
@require_POST
def withdraw_team_decision(request: DeskRequest, decision: int) -> HttpResponse:
    found = team_decision_of(request.user, decision)
    return _withdraw(request, found, found.table)


def _withdraw(request: DeskRequest, decision: decisions.About, place: Place) -> HttpResponse:
    decisions.withdraw_decision(decision, by=request.user)
    messages.success(request, _("Withdrawn. They are tied again."))
    return redirect(address_in(place, "ties"))


def _ties(
    request: DeskRequest,
    place: Place,
    *,
    typed: dict[int, str] | None = None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    context |= about_place(place)
    if isinstance(place, Section):
        context["page"] = selectors.ties(place, typed or {})
        return render(request, "desk/ties.html", context, status=status)
    context["page"] = selectors.team_ties(place, typed or {})
    return render(request, "desk/team_ties.html", context, status=status)


def _typed(request: HttpRequest) -> dict[int, str]:
    """The place that was chosen for each number, empty where none was."""
    places = {whole_number(name.removeprefix(PLACE)): name for name in request.POST if name.startswith(PLACE)}
    return {number: request.POST[name] for number, name in places.items() if number is not None}


def _levels(typed: dict[int, str]) -> list[list[int]]:
    """Numbers by place, the best first; whoever has no place is in none, and the service asks for it."""
    by_place: dict[int, list[int]] = {}
    for number, chosen in typed.items():
        if (place := whole_number(chosen)) is not None:
            by_place.setdefault(place, []).append(number)
    return [by_place[place] for place in sorted(by_place)]
