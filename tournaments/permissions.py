"""Permissions. Each view has exactly one policy; the server does not start without it (checks.py).

Views reach objects through the user's own events: a wrong id and another director's id are the same 404.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tiebreaks.models import Decision
from tiebreaks.policies import View

from .errors import Refused
from .models import Event, ExtraGame, Game, HasStandings, MatchBoard, Player, Seat, Section, TeamTable
from .selectors.copies import copies


class DeskRequest(HttpRequest):
    """A request that passed the desk policy: its user is signed in."""

    user: User


def desk(view: Callable[..., HttpResponse]) -> View:
    """Signed-in directors only. A refusal is answered with its reason: 422, for a conflict 409."""

    @wraps(view)
    @never_cache
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return _sign_in(request)
        request.copies = copies  # type: ignore[attr-defined]  # every page says when they fail
        try:
            answer = view(request, *args, **kwargs)
        except Refused as refused:
            return refusal(request, refused)
        return _not_a_page(request, answer) if isinstance(answer, HttpResponseNotAllowed) else answer

    guarded.policy = "desk"  # type: ignore[attr-defined]
    return guarded


def refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The reason as a page, or as the fragment that a script requests."""
    fragment = "#troubles" if request.headers.get("HX-Request") else ""
    context = {"refused": refused, "back": request.headers.get("Referer") or resolve_url("desk")}
    return render(request, f"refused.html{fragment}", context, status=refused.status)


def _not_a_page(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """A page for people who open an address that only forms use, instead of an empty window."""
    message = _("This address has no page. Only forms send changes to it.")
    page = refusal(request, Refused(message))
    page.status_code = answer.status_code
    page.headers["Allow"] = answer.headers["Allow"]
    return page


def _sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to the sign-in page. A script gets a header that moves the whole window there."""
    here = request.headers.get("HX-Current-URL") or request.get_full_path()
    if request.method != "GET" and not request.headers.get("HX-Request"):
        here = resolve_url("desk")
    answer = redirect_to_login(here)
    if request.headers.get("HX-Request"):
        return HttpResponse(status=401, headers={"HX-Redirect": answer.headers["Location"]})
    return answer


def event_of(user: User, slug: str) -> Event:
    """The user's event with this address, or 404."""
    return get_object_or_404(Event, slug=slug, staff__user=user)


def may_have_everything(user: User) -> bool:
    """Whether this person may see every event: the laptop's director, who directs them all."""
    return user.is_superuser or not Event.objects.exclude(staff__user=user).exists()


def section_of(user: User, event: str, section: str) -> Section:
    """The section of the user's event, or 404."""
    sections = Section.objects.select_related("event", "standings")
    return get_object_or_404(sections, slug=section, event__slug=event, event__staff__user=user)


def table_of(user: User, event: str, table: str) -> TeamTable:
    """The team table of the user's event, or 404."""
    tables = TeamTable.objects.select_related("event", "standings")
    return get_object_or_404(tables, slug=table, event__slug=event, event__staff__user=user)


def owner_of(user: User, event: str, *, section: str = "", table: str = "") -> HasStandings:
    """The section or the team table of an address, or 404."""
    return table_of(user, event, table) if table else section_of(user, event, section)


def game_of(user: User, pk: int) -> Game:
    """The board of the user's event, or 404."""
    games = Game.objects.select_related("round__section__event", "round__section__standings")
    return get_object_or_404(games, pk=pk, round__section__event__staff__user=user)


def match_board_of(user: User, pk: int) -> MatchBoard:
    """The board of a match of the user's event, or 404."""
    boards = MatchBoard.objects.select_related(
        "game__round__section__event", "game__round__section__standings"
    )
    return get_object_or_404(boards, pk=pk, game__round__section__event__staff__user=user)


def seat_of(user: User, pk: int) -> Seat:
    """The seat of the user's event, or 404."""
    seats = Seat.objects.select_related("round__section__event", "player")
    return get_object_or_404(seats, pk=pk, round__section__event__staff__user=user)


def decision_of(owner: HasStandings, pk: int) -> Decision:
    """A decision about a tie of these standings, or 404."""
    return get_object_or_404(Decision, pk=pk, standings=owner.standings_id)


def extra_game_of(user: User, pk: int) -> ExtraGame:
    """The extra rated game of the user's event, or 404."""
    games = ExtraGame.objects.select_related("section__event")
    return get_object_or_404(games, pk=pk, section__event__staff__user=user)


def player_of(user: User, event: str, section: str, number: int) -> Player:
    """The entry of the user's event, or 404."""
    players = Player.objects.select_related("section__event")
    return get_object_or_404(
        players,
        number=number,
        section__slug=section,
        section__event__slug=event,
        section__event__staff__user=user,
    )
