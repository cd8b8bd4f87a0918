"""Ties that the posted order leaves: a playoff or a coin toss is recorded here (34E12, 34E13)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ..errors import Refused
from ..models import Section
from ..numbers import whole_number
from ..permissions import DeskRequest, decision_of, desk, section_of
from ..selectors import ties as selectors
from ..services import decisions

PLACE = "place-"


@desk
@require_safe
def ties(request: DeskRequest, event: str, section: str) -> HttpResponse:
    return _ties(request, section_of(request.user, event, section))


@desk
@require_POST
def decide_tie(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    typed = _typed(request)
    note = request.POST.get("note", "")
    how = request.POST.get("how", "")
    try:
        if how == "draw":
            decisions.toss_coin(found, list(typed), by=request.user, note=note)
        elif how == "toss":
            decisions.record_toss(found, _levels(typed), by=request.user, note=note)
        elif how == "playoff":
            _record_playoff(request, found, typed, note)
        else:
            raise Refused(_("A tie is decided by a playoff, a toss by hand or the program's coin."))
    except Refused as refused:
        context = {"note": note, "games": request.POST.get("games", ""), "refused": refused}
        return _ties(request, found, typed=typed, status=refused.status, **context)
    messages.success(request, _("Recorded. The standings show it."))
    return redirect("ties", found.event.slug, found.slug)


def _record_playoff(request: DeskRequest, section: Section, typed: dict[int, str], note: str) -> None:
    """By who beat whom where that was typed, kept as the note's end; else by the places chosen."""
    games, levels = request.POST.get("games", "").strip(), _levels(typed)
    if games:
        if levels:
            raise Refused(_("Choose places, or type who beat whom: not both."))
        levels = decisions.playoff_order(games)
        note = "; ".join(filter(None, [note.strip(), *map(str.strip, games.splitlines())]))
    decisions.record_playoff(section, levels, by=request.user, note=note)


@desk
@require_POST
def withdraw_decision(request: DeskRequest, decision: int) -> HttpResponse:
    found = decision_of(request.user, decision)
    decisions.withdraw_decision(found, by=request.user)
    messages.success(request, _("Withdrawn. They are tied again."))
    return redirect("ties", found.section.event.slug, found.section.slug)


def _ties(
    request: DeskRequest,
    section: Section,
    *,
    typed: dict[int, str] | None = None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    context |= {"section": section, "event": section.event, "page": selectors.ties(section, typed or {})}
    return render(request, "desk/ties.html", context, status=status)


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
