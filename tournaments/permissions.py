"""Permissions. Each view has exactly one policy; the server does not start without it (checks.py).

Views reach objects through the user's own events: a wrong id and another director's id are the same 404.

A policy names the roles that may see a view, and those that may send its form. It tells them to the user's
object, whose events are looked for by role in the query that finds the object: who has another role, or none
since a moment ago, finds nothing.
"""

from collections.abc import Callable
from copy import copy
from functools import cache, wraps
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.contrib.messages.storage import default_storage
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Exists, F, Model, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, QueryDict
from django.shortcuts import redirect, render, resolve_url
from django.urls import Resolver404, resolve
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache

from tiebreaks.models import Decision
from tiebreaks.policies import View
from tiebreaks.prepared import Prepared

from . import interrupted, zones
from .errors import Forbidden, Interrupted, Refused
from .models import (
    CHIEFS,
    EVERYBODY,
    MANAGERS,
    REGISTRARS,
    SCORERS,
    Event,
    ExtraGame,
    Game,
    HasStandings,
    Invitation,
    MatchBoard,
    Mirror,
    Player,
    Role,
    Seat,
    Section,
    Staff,
    TeamTable,
)
from .selectors.copies import copies
from .selectors.endings import finished_at
from .selectors.mirroring import given_out
from .services import acts
from .services.sessions import REMOVED_FROM

Row = TypeVar("Row", bound=Model)
Roles = frozenset[Role]
SAFE = ("GET", "HEAD")


class DeskRequest(HttpRequest):
    """A request that passed the desk policy: its user is signed in."""

    user: User
    # Whether its form was refused because what it showed has changed.
    stale: bool = False
    # Whether its form was refused because the same was saved just now, and may be sent again.
    again: bool = False
    # Whether its form was sent before a sign-in, and is only to be shown.
    interrupted: bool


class Duty(NamedTuple):
    """What a person may do in some roles: in words, and the addresses whose forms it is."""

    words: str | Promise
    roles: Roles
    pages: tuple[str, ...]

    @property
    def said(self) -> str:
        return get_text_list([str(role.label) for role in Role if role in self.roles], _("and"))


# What each role may do at an event, as the People page tells it.
DUTIES = (
    Duty(_lazy("Check players in"), EVERYBODY, ("mark-check-in",)),
    # A registration desk works apart from the head table, so its helper changes the roster until round 1.
    Duty(_lazy("Add walk-ins and change sections, until round 1"), REGISTRARS, ("walk-in", "change-section")),
    Duty(
        _lazy("Enter results, change their own until these are verified"),
        SCORERS,
        ("enter-result", "enter-board", "undo"),
    ),
    Duty(
        _lazy("Change and verify any result, pair rounds, give byes, withdraw players, decide ties"),
        MANAGERS,
        (
            *("ruling", "no-show", "verify-result", "verify-board"),
            *("pair-round", "give-bye", "withdraw-player", "decide-tie", "undo-entry"),
        ),
    ),
    Duty(
        _lazy("Edit rosters, sections, team tables and prizes"),
        MANAGERS,
        ("add-player", "edit-player", "import-roster", "edit-section", "edit-table", "schools", "prizes"),
    ),
    Duty(
        _lazy("Post the tiebreak order, publish the event, freeze awards, finish and reopen sections"),
        CHIEFS,
        ("order", "event-visibility", "freeze-awards", "finish-section", "reopen-section"),
    ),
    Duty(
        _lazy("Invite and remove people, back up and restore, archive and delete"),
        CHIEFS,
        ("invite", "change-role", "remove-person", "archive", "delete-section", "delete-event"),
    ),
)


class Gone(Http404):
    """What an address names is not there for this person.

    The message is the same for what was removed, what never was, and what is another director's. Only about
    an event of theirs are people told more.
    """

    def __init__(self, message: str, back: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.back = back or resolve_url("desk")


def desk(view: Callable[..., HttpResponse]) -> View:
    """Signed-in people only; of an event, its chief and assistants. :func:`desk_of` is for other roles."""
    return desk_of(MANAGERS)(view)


def desk_of(see: Roles, change: Roles | None = None) -> Callable[[Callable[..., HttpResponse]], View]:
    """Signed-in people only; of an event, those in a role of ``see``, and for what is sent, of ``change``.

    A refusal is answered with its reason: 422, for a conflict 409, for another role 403.
    """
    change = see if change is None else change

    def policy(view: Callable[..., HttpResponse]) -> View:
        @wraps(view)
        @never_cache
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return _was_removed(request) or _sign_in(request)
            # Who it is has been read. Django's lazy object would stand before each further look.
            person: Any = getattr(request.user, "_wrapped", request.user)
            request.user = person
            request.copies = copies  # type: ignore[attr-defined]  # every page says when they fail
            before = interrupted.bring_back(request)
            request.interrupted = before is not None  # type: ignore[attr-defined]
            if before:
                _say_signed_out(request, files=before["files"])
            person.needed = see if request.method in SAFE else change
            with zones.told_by_the_server():
                try:
                    answer = _answer(view, request, *args, **kwargs)
                except Interrupted as refused:
                    messages.warning(request, refused.message)
                    return redirect(interrupted.sent_from(request) or "desk")
                except Refused as refused:
                    return refusal(request, refused)
                except Gone as gone:
                    if before:
                        # Nothing of the form is shown here, so it is not promised.
                        request._messages = default_storage(request)  # type: ignore[attr-defined]
                    return _without_slash(request) or _done_already(request) or _gone(request, gone)
                return _not_a_page(request, answer) if isinstance(answer, HttpResponseNotAllowed) else answer

        guarded.policy = "desk"  # type: ignore[attr-defined]
        guarded.see, guarded.change = see, change  # type: ignore[attr-defined]
        return guarded

    return policy


def _answer(
    view: Callable[..., HttpResponse], request: HttpRequest, *args: Any, **kwargs: Any
) -> HttpResponse:
    """What a view answers. Where somebody removed what it had read before it got the lock, it reads again, as
    if the request had come a moment later: then the address itself names what is not here."""
    try:
        return view(request, *args, **kwargs)
    except ObjectDoesNotExist:
        for _field, files in request.FILES.lists():
            for file in files:
                file.seek(0)
        return view(request, *args, **kwargs)


def directors(view: Callable[..., HttpResponse]) -> View:
    """Pages about no event of their own: creating events, backups. For people who may have events."""

    @desk_of(CHIEFS)
    @wraps(view)
    def checked(request: DeskRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_have_events(request.user):
            raise Forbidden(_("Only a chief can do this. Your account was made for someone else’s event."))
        return view(request, *args, **kwargs)

    return checked


def refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The reason at the top of the page that the form is on, as a fragment for a script, else as a page."""
    if on_its_page := _page_of_form(request, refused):
        return on_its_page
    fragment = "#troubles" if request.headers.get("HX-Request") else ""
    context = {"refused": refused, "back": interrupted.sent_from(request) or resolve_url("desk")}
    return render(request, f"refused.html{fragment}", context, status=refused.status)


def _page_of_form(request: HttpRequest, refused: Refused) -> HttpResponse | None:
    """The page from which a form was sent, as it is now, with the reason; None if it is not there anymore."""
    page = urlsplit(interrupted.sent_from(request))
    if request.method != "POST" or request.headers.get("HX-Request") or not page.path:
        return None
    try:
        match = resolve(page.path)
    except Resolver404:
        return None
    if getattr(match.func, "policy", "") != "desk":
        return None
    asked = copy(request)
    asked.method, asked.path, asked.path_info = "GET", page.path, page.path
    asked.GET, asked.POST = QueryDict(page.query), QueryDict()
    asked.META = request.META | {"REQUEST_METHOD": "GET", "QUERY_STRING": page.query, "HTTP_REFERER": ""}
    asked.resolver_match = match
    asked.refused, asked.refused_at = refused, request.path  # type: ignore[attr-defined]
    answer: HttpResponse = match.func(asked, *match.args, **match.kwargs)
    if answer.status_code != 200:
        return None
    answer.status_code = refused.status
    return answer


def _without_slash(request: HttpRequest) -> HttpResponse | None:
    """To a page whose address was typed with a slash at its end, where no section is called so."""
    address = request.path.rstrip("/")
    if request.method not in SAFE or address == request.path:
        return None
    try:
        there = resolve(address)
    except Resolver404:
        return None
    return None if there.func is request.resolver_match.func else redirect(address)  # type: ignore[union-attr]


def _done_already(request: HttpRequest) -> HttpResponse | None:
    """The second click on what removes something leads where the first one did."""
    led = acts.led_to(request.user, request.POST.get("token", "")) if request.user.is_authenticated else ""
    if not led:
        return None
    messages.info(request, _("This was saved already."))
    return redirect(led)


def _gone(request: HttpRequest, gone: Gone) -> HttpResponse:
    fragment = "#said" if request.headers.get("HX-Request") else ""
    return render(request, f"gone.html{fragment}", {"gone": gone}, status=404)


def _not_a_page(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """A page for people who open an address that only forms use, instead of an empty window."""
    message = _("There is no page at this address. It only accepts forms.")
    page = refusal(request, Refused(message))
    page.status_code = answer.status_code
    page.headers["Allow"] = answer.headers["Allow"]
    return page


def _was_removed(request: HttpRequest) -> HttpResponse | None:
    """What the script of a page is answered that a person left open who was removed from the event since: the
    session was ended, and has the reason."""
    event = removed_from(request)
    if not event or not request.headers.get("HX-Request"):
        return None
    return refusal(request, Forbidden(_said_removed(event)))


def removed_from(request: HttpRequest) -> str:
    """The event from which the person of this browser was removed and so signed out; empty for others."""
    return str(request.session.get(REMOVED_FROM, ""))


def _said_removed(event: str) -> str:
    message = _("You were removed from %(event)s. Ask its chief if that is a mistake.")
    return message % {"event": event}


def _sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to the sign-in page, and from there back. A script gets a header that moves the whole window.

    A form that was sent goes to the sign-in with all that was typed. A result, or what is too long, is told
    as lost and can be sent again from its page. A script keeps what it sent.
    """
    here = request.headers.get("HX-Current-URL") or request.get_full_path()
    scripted = bool(request.headers.get("HX-Request"))
    sent = request.method not in ("GET", "HEAD") and not scripted
    answer = redirect_to_login((interrupted.sent_from(request) or resolve_url("desk")) if sent else here)
    if scripted:
        return HttpResponse(status=401, headers={"HX-Redirect": answer.headers["Location"]})
    if sent:
        answer.headers["Location"] += "&signed-out"
        if interrupted.can_be_carried(request):
            # The browser sends the same form to the sign-in, where its fields wait unseen.
            answer.headers["Location"] += "&" + urlencode({"form": request.path})
            answer.status_code = 307
    return answer


def _say_signed_out(request: HttpRequest, *, files: bool) -> None:
    said = _("You were signed out. This is what you typed.")
    messages.warning(request, f"{said} {_('Choose the file again.')}" if files else said)


def _one(
    model: type[Row],
    user: User,
    gone: Callable[[], Gone],
    *,
    event: str = "",
    related: tuple[str, ...] = (),
    **named: int | str,
) -> Row:
    """The one row that is so named at an event of the user's, in a role that will do; else raise.

    ``event`` leads from the row to its event; the rows ``related`` are read with it. Raises what ``gone``
    makes, or :class:`.Forbidden` for another role. The row's query tells the role, too, and the time zone:
    from here on times are told in it.
    """
    needed: Roles = getattr(user, "needed", CHIEFS)
    found = _finding(model, related, event, needed, tuple(named))(user.pk, *named.values())
    if not found:
        theirs = {f"{event}staff__user": user} | named
        roles = model._default_manager.filter(**theirs).values_list(f"{event}staff__role", flat=True)
        if (role := roles.order_by().first()) is not None:
            raise _other_role(needed, Role(role))
        joined = model._default_manager.filter(**{f"{event}invitations__used_by": user} | named)
        if left := joined.order_by().values_list(f"{event}name", flat=True).first():
            raise Gone(_said_removed(left))
        raise gone()
    row: Row = found[0]
    user.role = Role(row.role_of_user)  # type: ignore[attr-defined]
    zones.tell_in(row.time_zone_of_event)  # type: ignore[attr-defined]
    return row


@cache
def _finding(
    model: type[Row], related: tuple[str, ...], event: str, needed: Roles, names: tuple[str, ...]
) -> Prepared[Row]:
    staff = f"{event}staff__"

    def query(user: int, *named: int | str) -> QuerySet[Row]:
        rows: QuerySet[Any] = model._default_manager.filter(
            **{f"{staff}user": user, f"{staff}role__in": needed}, **dict(zip(names, named, strict=True))
        ).annotate(role_of_user=F(f"{staff}role"), time_zone_of_event=F(f"{event}time_zone"))
        if model is Section:
            # Every page of a section says at its top that it is final.
            rows = rows.annotate(finished_at=finished_at())
        # There is one at most. To sort by its key would take a third of the query's time.
        return (rows.select_related(*related) if related else rows).order_by()[:1]

    return Prepared(query)


def _other_role(needed: Roles, role: Role) -> Forbidden:
    if needed == CHIEFS:
        message = _("Only the chief can do this. Your role here: %(role)s. Nothing was changed.")
    elif needed == MANAGERS:
        message = _(
            "Only the chief or an assistant can do this. Your role here: %(role)s. Nothing was changed."
        )
    elif needed == REGISTRARS:
        message = _(
            "Walk-ins and changes of section are for chiefs, assistants and check-in helpers. Your role here:"
            " %(role)s. Nothing was changed."
        )
    else:
        message = _("Check-in helpers can’t enter results. Your role here: %(role)s. Nothing was changed.")
    return Forbidden(message % {"role": role.label})


def event_of(user: User, slug: str) -> Event:
    """The user's event with this address, or 404."""
    message = _("This event was not found. Somebody may have removed it, or you are not on its staff.")
    return _one(Event, user, lambda: Gone(message), slug=slug)


def may_have_events(user: User) -> bool:
    """Whether this person may create and restore events: who has an account of her own, which Django's column
    for staff says; and of those whom an invitation or a backup brought, who is a chief."""
    return user.is_superuser or user.is_staff or is_chief(user)


def is_chief(user: User) -> bool:
    return Staff.objects.filter(user=user, role=Role.CHIEF).exists()


def may_have_everything(user: User) -> bool:
    """Whether this person may see every event: the laptop's director, who is the chief of them all."""
    hers = Staff.objects.filter(event=OuterRef("pk"), user=user, role=Role.CHIEF)
    # What a mirror shows is everybody's.
    others = Event.objects.filter(mirrored=None).exclude(Exists(hers))
    return user.is_superuser or not others.exists()


def section_of(user: User, event: str, section: str) -> Section:
    """The section of the user's event, or 404."""

    def gone() -> Gone:
        found = event_of(user, event)
        message = _("This section was not found. Somebody may have removed it, or the address is wrong.")
        return Gone(message, _home_of(user, found))

    named = {"slug": section, "event__slug": event}
    return _one(Section, user, gone, event="event__", related=("event", "standings"), **named)


def table_of(user: User, event: str, table: str) -> TeamTable:
    """The team table of the user's event, or 404."""

    def gone() -> Gone:
        found = event_of(user, event)
        message = _("This team table was not found. Somebody may have removed it, or the address is wrong.")
        return Gone(message, _home_of(user, found))

    named = {"slug": table, "event__slug": event}
    return _one(TeamTable, user, gone, event="event__", related=("event", "standings"), **named)


def _home_of(user: User, event: Event) -> str:
    """The page of the event that is this person's."""
    return resolve_url("edit-event" if user.role.manages else "desk-event", event.slug)  # type: ignore[attr-defined]


def owner_of(user: User, event: str, *, section: str = "", table: str = "") -> HasStandings:
    """The section or the team table of an address, or 404."""
    return table_of(user, event, table) if table else section_of(user, event, section)


def game_of(user: User, pk: int) -> Game:
    """The board of the user's event, or 404."""
    message = _(
        "This board was not found. Its pairing was removed, or the event was restored from a file."
        " Reload the page."
    )
    related = ("round__section__event", "round__section__standings")
    return _one(Game, user, lambda: Gone(message), event="round__section__event__", related=related, pk=pk)


def match_board_of(user: User, pk: int) -> MatchBoard:
    """The board of a match of the user's event, or 404."""
    message = _("This board was not found. Somebody may have removed its match.")
    section = "game__round__section__"
    related = (f"{section}event", f"{section}standings")
    return _one(MatchBoard, user, lambda: Gone(message), event=f"{section}event__", related=related, pk=pk)


def seat_of(user: User, pk: int) -> Seat:
    """The seat of the user's event, or 404."""
    message = _("This bye was not found. Somebody may have removed it.")
    related = ("round__section__event", "player")
    return _one(Seat, user, lambda: Gone(message), event="round__section__event__", related=related, pk=pk)


def decision_of(owner: HasStandings, pk: int) -> Decision:
    """A decision about a tie of these standings, or 404."""
    if (found := Decision.objects.filter(pk=pk, standings=owner.standings_id).first()) is None:
        message = _("This decision was not found. Somebody may have removed it.")
        raise Gone(message, resolve_url(f"{owner.prefix}ties", owner.event.slug, owner.slug))
    return found


def extra_game_of(user: User, pk: int) -> ExtraGame:
    """The extra rated game of the user's event, or 404."""
    message = _("This extra game was not found. Somebody may have removed it.")
    related = ("section__event",)
    return _one(ExtraGame, user, lambda: Gone(message), event="section__event__", related=related, pk=pk)


def player_of(user: User, event: str, section: str, number: int) -> Player:
    """The entry of the user's event, or 404."""

    def gone() -> Gone:
        found = section_of(user, event, section)
        message = _("There is no number %(number)d in %(section)s. Somebody may have removed the entry.")
        back = resolve_url("roster", event, section)
        return Gone(message % {"number": number, "section": found.name}, back)

    named: dict[str, int | str] = {"number": number, "section__slug": section}
    named["section__event__slug"] = event
    return _one(Player, user, gone, event="section__event__", related=("section__event",), **named)


def entry_of_event(user: User, event: str, pk: int) -> Player:
    """The entry of any section of the user's event, or 404."""

    def gone() -> Gone:
        found = event_of(user, event)
        message = _("This player is no longer here. Somebody may have removed the entry.")
        return Gone(message, resolve_url("check-in", found.slug))

    named: dict[str, int | str] = {"pk": pk, "section__event__slug": event}
    return _one(Player, user, gone, event="section__event__", related=("section__event",), **named)


def staff_of(user: User, event: str, person: int) -> Staff:
    """A person on the staff of the user's event, or 404."""
    found = event_of(user, event)
    rows = Staff.objects.select_related("event", "user")
    # Among users a number beyond every column finds nobody; in a row of staff SQLite cannot even be asked.
    if (row := rows.filter(event=found, user__in=User.objects.filter(pk=person)).first()) is None:
        raise Gone(_("This person is no longer at this event."), resolve_url("people", event))
    return row


def mirror_of(user: User, pk: int) -> Mirror:
    """A mirror that this person gave out, or 404."""
    if (found := given_out(user).filter(pk=pk).first()) is None:
        raise Gone(_("This mirror is no longer here."), resolve_url("mirrors"))
    return found


def invitation_of(user: User, event: str, pk: int) -> Invitation:
    """An invitation to the user's event, or 404."""
    found = event_of(user, event)
    rows = Invitation.objects.select_related("event", "used_by")
    if (row := rows.filter(event=found, pk=pk).first()) is None:
        raise Gone(_("This invitation is no longer here."), resolve_url("people", event))
    return row
