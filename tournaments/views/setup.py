"""Before round one: sign in, make an event and its sections, bring in players, post the order."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import RequestDataTooBig
from django.core.paginator import Paginator
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from tiebreaks.policies import View

from ..errors import Namesakes, Refused
from ..formats import pasted, team_roster
from ..formats.records import RosterFile, TeamRosterFile, WallchartFile
from ..forms import (
    EventForm,
    NewSectionForm,
    OrderDraft,
    RosterForm,
    SectionForm,
    SignInForm,
    TextForm,
    menu_of,
)
from ..models import Player, Section
from ..permissions import DeskRequest, desk, event_of, public, section_of
from ..selectors import setup as selectors
from ..selectors.log import log
from ..selectors.orders import is_locked, is_posted
from ..selectors.orders import orders as posted_orders
from ..services import members, orders, rosters
from ..services import setup as services
from .shared import about, done, refused_for, status, warn_of_small_schools

# --- signing in and out -------------------------------------------------------------------------

sign_in = public(why="Whoever signs in is not signed in yet.")(
    cast(
        View,
        LoginView.as_view(
            authentication_form=SignInForm,
            template_name="setup/sign_in.html",
            next_page="desk",
            redirect_authenticated_user=True,
        ),
    )
)
sign_out = public(why="It ends a session, if there is one.")(cast(View, LogoutView.as_view(next_page="home")))


# --- events and sections ------------------------------------------------------------------------


@desk
def new_event(request: DeskRequest) -> HttpResponse:
    form = EventForm(request.POST or None)
    if form.is_valid():
        event = services.create_event(**form.cleaned_data, by=request.user)
        return redirect("new-section", event.slug)
    return render(request, "setup/new_event.html", {"form": form}, status=status(form))


@desk
def edit_event(request: DeskRequest, event: str) -> HttpResponse:
    """The event's set-up: its own fields, and its sections with the way to each of their pages."""
    found = event_of(request.user, event)
    form = EventForm(request.POST or None, initial=model_to_dict(found))
    if form.is_valid():
        services.edit_event(found, **form.cleaned_data, by=request.user)
        messages.success(request, _("Saved."))
        return redirect("edit-event", event)
    context = {
        "event": found,
        "form": form,
        "sections": selectors.sections(found),
        "tables": selectors.team_tables(found),
    }
    return render(request, "setup/event.html", context, status=status(form))


@desk
def new_section(request: DeskRequest, event: str) -> HttpResponse:
    found = event_of(request.user, event)
    form = NewSectionForm(request.POST or None)
    if form.is_valid():
        section = services.create_section(found, **form.cleaned_data, by=request.user)
        return redirect("roster", event, section.slug)
    return render(request, "setup/new_section.html", {"event": found, "form": form}, status=status(form))


@desk
def edit_section(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    states = {"locked": is_locked(found), "settled": services.is_settled(found)}
    form = SectionForm(request.POST or None, initial=model_to_dict(found), **states)
    if form.is_valid() and done(
        form, lambda: services.edit_section(found, **form.cleaned_data, by=request.user)
    ):
        messages.success(request, _("Saved."))
        return redirect("edit-section", event, section)
    context = about(found) | {"form": form}
    return render(request, "setup/section.html", context, status=status(form))


@desk
def section_log(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    page = Paginator(log(found), 100).get_page(request.GET.get("page"))
    return render(request, "setup/log.html", about(found) | {"page": page})


# --- the roster ---------------------------------------------------------------------------------


@desk
def roster(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    players = selectors.roster(found)
    context = {
        "players": players,
        "rated": any(player.rating is not None for player in players),
        "order_posted": is_posted(found),
    }
    return render(request, "setup/roster.html", about(found) | context)


# --- lists and wall charts, pasted or uploaded ----------------------------------------------------


def takes_long_texts(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Say clearly that a text is too long. Django's form token check is the first to read it, before any
    view could: here that check is made inside, where its refusal can be answered."""
    checked = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return checked(request, *args, **kwargs)
        except RequestDataTooBig:
            message = _("That is too much text for one section: more than 2 MB. Nothing was stored.")
            raise Refused(message) from None

    return answered


@desk
@takes_long_texts
def import_roster(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """A list of players is stored; a wall chart goes on to be adopted, with the order, in the same step."""
    found = section_of(request.user, event, section)
    form = RosterForm(request.POST or None, request.FILES or None)
    refused: Refused | None = None
    notes: tuple[str, ...] = ()
    if form.is_valid():
        file: RosterFile | WallchartFile | TeamRosterFile = pasted.read(form.cleaned_data["data"])
        if isinstance(file, WallchartFile) and not found.players.exists():
            return _adopt_page(request, found, form, file)
        if found.boards and not isinstance(file, WallchartFile):
            file = team_roster.read(form.cleaned_data["data"])
        try:
            made = _bring_in(request, found, file, form)
        except Refused as refusal:
            refused, notes = refusal, file.notes
        else:
            _say(request, _count(len(made), found), file.notes)
            if selectors.published_rounds(found):
                late = _("Rounds are published already: give byes for the missed ones at the desk (28K).")
                messages.warning(request, late)
            warn_of_small_schools(request, found.team_tables.order_by("pk"))
            return redirect("roster", event, section)
    context = about(found) | {"form": form, "refused": refused, "notes": notes}
    return render(request, "setup/import.html", context, status=refused.status if refused else status(form))


def _bring_in(
    request: DeskRequest,
    section: Section,
    file: RosterFile | WallchartFile | TeamRosterFile,
    form: RosterForm,
) -> list[Player]:
    """Store a list; :class:`Refused`, with the question in the form where there is one."""
    if isinstance(file, WallchartFile):
        raise Refused(
            _("This is a wall chart, and the section has a roster. Adopt it into a section of its own.")
        )
    if refused := refused_for(file.problems):
        raise refused
    said = {name: form.cleaned_data[name] for name in ("by_rating", "different")}
    if isinstance(file, TeamRosterFile):
        return members.bring_in(section, file.players, by=request.user, by_rating=said["by_rating"])
    try:
        return rosters.add_players(section, file.entries, by=request.user, **said)
    except Namesakes:
        form.ask()
        raise


@desk
@takes_long_texts
def adopt(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Take over an event that runs elsewhere: its wall chart and its order of tiebreaks, in one step."""
    found = section_of(request.user, event, section)
    if request.method != "POST":
        return _adopt_page(request, found, TextForm())
    draft, form = OrderDraft.posted(request.POST, menu_of(found)), TextForm(request.POST, request.FILES)
    if act := request.POST.get("do", ""):
        form.is_valid()  # what was uploaded is shown, so that it need not be chosen again
        form = TextForm(initial={"text": form.data.get("text", "")})
        draft.arrange(act)
        return _adopt_page(request, found, form, draft=draft)
    try:
        order = str(orders.read_order(draft.text, draft.menu.systems))
    except Refused as refusal:
        return _adopt_page(request, found, form, refused=refusal)
    if not form.is_valid():
        return _adopt_page(request, found, form, draft=draft)
    file = pasted.read(form.cleaned_data["data"])
    if not isinstance(file, WallchartFile):
        refused = Refused(_("This reads as a list, without rounds. Bring it in on the roster's page."))
        return _adopt_page(request, found, form, draft=draft, refused=refused)
    if _wrong_with(file, found):
        return _adopt_page(request, found, form, file, draft)
    said = {"order": order, "different": form.cleaned_data["different"]}
    try:
        rosters.adopt_wallchart(found, file.chart, file.entries, **said, by=request.user)
    except Refused as refusal:
        if isinstance(refusal, Namesakes):
            form.ask()
        return _adopt_page(request, found, form, file, draft, refusal)
    _say(request, _read(file), file.notes)
    return redirect("roster", event, section)


def _adopt_page(
    request: DeskRequest,
    section: Section,
    form: TextForm,
    file: WallchartFile | None = None,
    draft: OrderDraft | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    refused = refused or (_wrong_with(file, section) if file else None)
    found = posted_orders(section)
    context = about(section) | {
        "form": form,
        "orders": found,
        "draft": draft or OrderDraft.of(found.holds, menu_of(section)),
        "refused": refused,
        "notes": file.notes if file else (),
        "read": _read(file) if file and not refused else "",
        "occupied": section.players.exists(),
    }
    return render(request, "setup/adopt.html", context, status=refused.status if refused else status(form))


def _wrong_with(file: WallchartFile, section: Section) -> Refused | None:
    if file.entrants == section.entrants:
        return refused_for(file.problems)
    if section.boards:
        message = _("This is a wall chart of players, and in this section teams meet.")
    else:
        message = _("This is a wall chart of teams, and in this section players meet.")
    return Refused(message + " " + _("Choose who meets on the section's page while it is empty."))


def _read(file: WallchartFile) -> str:
    """What was read, in a sentence, so that the wrong file is noticed."""
    if file.entrants == "teams":
        read = _("Read as a wall chart: %(name)s%(count)d teams, %(rounds)d rounds, %(held)s.")
    else:
        read = _("Read as a wall chart: %(name)s%(count)d players, %(rounds)d rounds, %(held)s.")
    return read % {
        "name": f"“{file.section}”, " if file.section else "",
        "count": len(file.entries),
        "rounds": file.chart.rounds,
        "held": _("held through round %d") % file.chart.through if file.chart.through else _("none held yet"),
    }


def _count(entries: int, section: Section) -> str:
    if section.boards:
        said = ngettext("%(count)d team added.", "%(count)d teams added.", entries)
    else:
        said = ngettext("%(count)d player added.", "%(count)d players added.", entries)
    return said % {"count": entries}


def _say(request: HttpRequest, done: str, notes: Iterable[str]) -> None:
    messages.success(request, done)
    for note in notes:
        messages.info(request, note)
