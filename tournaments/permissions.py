"""Permissions. Each view has exactly one policy; the server does not start without it (checks.py).

Views reach objects through the user's own events: a wrong id and another director's id are the same 404.

A policy names the roles that may see a view, and those that may send its form. It tells them to the user's
object, whose events are looked for by role in the query that finds the object: who has another role, or none
since a moment ago, finds nothing.
"""

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, NamedTuple, TypeVar

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.messages.storage import default_storage
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Exists, F, Model, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, resolve_url
from django.utils.functional import Promise
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
from .refusals import (
    SAFE,
    Gone,
    done_already,
    is_of_anothers_page,
    not_a_page,
    refusal,
    said_removed,
    say_signed_out,
    to_sign_in,
    told_gone,
    was_removed,
    without_slash,
)
from .selectors.event.copies import copies
from .selectors.event.endings import finished_at
from .selectors.files.mirroring import given_out

Row = TypeVar("Row", bound=Model)
Roles = frozenset[Role]


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
    Duty(_lazy("Record payments at check-in"), REGISTRARS, ("mark-paid", "payment")),
    # A registration desk works apart from the head table, so its helper changes the roster until round 1.
    Duty(
        _lazy("Add walk-ins and change sections, until round 1"),
        REGISTRARS,
        ("walk-in", "change-section", "write-school"),
    ),
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
                return was_removed(request) or to_sign_in(request)
            if is_of_anothers_page(request):
                return to_sign_in(request)
            # Who it is has been read. Django's lazy object would stand before each further look.
            person: Any = getattr(request.user, "_wrapped", request.user)
            request.user = person
            request.copies = copies  # type: ignore[attr-defined]  # every page says when they fail
            before = interrupted.bring_back(request)
            request.interrupted = before is not None  # type: ignore[attr-defined]
            if before:
                say_signed_out(request, files=before["files"])
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
                    return without_slash(request) or done_already(request) or told_gone(request, gone)
                return not_a_page(request, answer) if isinstance(answer, HttpResponseNotAllowed) else answer

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
            raise Gone(said_removed(left))
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
