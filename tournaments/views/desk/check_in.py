"""The registration desk of an event: who is here, walk-ins, who changes sections, who did not come.

Everybody on the staff checks in. A script is answered with the lists as they are now; a plain form leads back
to the page.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.prizes.prize import dollars
from tiebreaks.lines import clean_line
from tiebreaks.policies import anybody

from ...errors import Refused
from ...formats.fields import MOST_FEE
from ...formats.names import first_last, folded
from ...forms import shown
from ...forms.check_in import MoveForm, NoShowsForm, PaymentForm, WalkInForm
from ...models import EVERYBODY, REGISTRARS, Event, Player, Section, Staff
from ...numbers import whole_number
from ...permissions import DeskRequest, desk, desk_of, entry_of_event, event_of
from ...selectors.entries import check_in as selectors
from ...selectors.entries.moving import apart_from
from ...selectors.files.rating_list import held
from ...selectors.pairing.late_comers import latecomers
from ...selectors.results.next_step import Tab
from ...selectors.setup.pages import left_to_forfeit, published_rounds
from ...services import check_in as services
from ...services import repairing
from ...services.importing.spellings import Spelling, as_spelled_here, spelled_here
from ...text.fees import paid
from ..codes import note_printed, phone_address, qr
from ..shared import (
    Notice,
    address_in,
    carry_out,
    done,
    left_out,
    say_left_out,
    say_no_team,
    say_spelling,
    say_what_to_forfeit,
    status,
)

NO_NEWS: Mapping[str, Any] = MappingProxyType({})


@desk_of(EVERYBODY)
@require_safe
def check_in(request: DeskRequest, event: str) -> HttpResponse:
    return render(request, "desk/check_in.html", _door(request, event_of(request.user, event)))


@desk_of(EVERYBODY)
@require_safe
def live(request: DeskRequest, event: str) -> HttpResponse:
    """The lists, unless they are those of the stamp ``v``."""
    found = event_of(request.user, event)
    if request.GET.get("v") == selectors.stamp(found):
        return HttpResponse(status=204)
    return render(request, "desk/check_in.html#lists", _door(request, found))


@desk_of(EVERYBODY)
@require_POST
def mark(request: DeskRequest, event: str) -> HttpResponse:
    """Check in ``here``, or undo the check-in ``undo``. Sent twice, it changes nothing more."""
    found = event_of(request.user, event)
    told = ""
    absent: Notice | None = None
    if player := whole_number(request.POST.get("here", "")):
        try:
            came = services.check_in(found, player, by=request.user)
        except services.StillOut as refused:
            absent = _reinstated_where(request, refused)
            if not request.headers.get("HX-Request"):
                messages.error(request, absent.linked)
            return _marked(request, found, "", {"told": absent.said, "absent": absent})
        said = _("%(name)s is here.") % {"name": came.player.called}
        if came.bye_canceled:
            said = told = f"{said} {_('The zero-point bye in round 1 from the no-shows is canceled.')}"
        if came.plays_from is not None:
            values = {"name": came.player.called, "n": came.plays_from}
            said = told = _("%(name)s is here and plays from round %(n)d.") % values
        if absent := left_out(request, came.player):
            told = f"{said} {absent.said}"
    elif undone := services.take_back(
        found, whole_number(request.POST.get("undo", "")) or 0, by=request.user
    ):
        said = _("%(name)s is no longer checked in.") % {"name": undone.called}
    else:
        said = ""
    if absent and not request.headers.get("HX-Request"):
        messages.warning(request, absent.linked)
    return _marked(request, found, said, {"told": told, "absent": absent})


def _reinstated_where(request: DeskRequest, refused: services.StillOut) -> Notice:
    """What is said of who withdrew, with the way to where a director has the player back."""
    if not request.user.role.manages:  # type: ignore[attr-defined]
        return Notice(f"{refused.message} {_('Tell a director.')}")
    page = address_in(refused.player.section, "edit-player", refused.player.number)
    return Notice(refused.message, f"{page}#withdraw", _("Open the player’s page"))


@desk_of(REGISTRARS)
@require_POST
def mark_paid(request: DeskRequest, event: str) -> HttpResponse:
    """Record the usual fee, ``paid`` by a player. Sent twice, it changes nothing more."""
    found = event_of(request.user, event)
    player, cents = map(whole_number, request.POST.get("paid", "").partition("-")[::2])
    said = ""
    if player and cents and cents <= MOST_FEE:
        said = _paid(services.pay(found, player, cents, by=request.user))
    return _marked(request, found, said)


@desk
@require_POST
def seat_latecomer(request: DeskRequest, event: str) -> HttpResponse:
    """Seat a latecomer against who is free to play, ``seat`` as their key and number. From the page of the
    ``round`` it leads back there. Sent twice, it changes nothing more."""
    found = event_of(request.user, event)
    key, against = map(whole_number, request.POST.get("seat", "").partition("-")[::2])
    player = entry_of_event(request.user, event, key or 0)
    reason = clean_line(request.POST.get(f"reason-{player.pk}", ""))
    told, refused = "", ""
    try:
        if number := repairing.seat_latecomer(player, against or 0, by=request.user, reason=reason):
            told = _("%(name)s is seated in round %(n)d.") % {"name": player.called, "n": number}
    except Refused as error:
        refused = error.message
    if request.headers.get("HX-Request"):
        return _marked(request, found, "", {"told": refused or told})
    if refused:
        messages.error(request, refused)
    elif told:
        messages.success(request, told)
    if shown_on := whole_number(request.POST.get("round", "")):
        return redirect(address_in(player.section, "desk-round", shown_on))
    return _marked(request, found, "")


def _paid(player: Player) -> str:
    if player.fee_cents is None:
        return _("No fee is recorded for %(name)s now.") % {"name": player.called}
    values = {"name": player.called, "amount": dollars(player.fee_cents)}
    if not player.fee_cents:
        return _("The fee of %(name)s is %(amount)s.") % values
    return _("%(name)s paid %(amount)s.") % values


def _marked(request: DeskRequest, event: Event, said: str, news: Mapping[str, Any] = NO_NEWS) -> HttpResponse:
    """The lists for a script; for a plain form the page, with what was ``said``."""
    if request.headers.get("HX-Request"):
        return render(request, "desk/check_in.html#lists", {**_door(request, event), **news})
    if said:
        messages.success(request, said)
    return redirect(_address(event, section=_asked(request.POST, "section"), q=_asked(request.POST, "q")))


def _door(request: DeskRequest, event: Event) -> dict[str, Any]:
    asked = {name: _asked(request.GET or request.POST, name) for name in ("section", "q")}
    late = latecomers(event) if request.user.role.manages else {}  # type: ignore[attr-defined]
    sought, schools = _name_of_code(asked["q"]), _schools(request, event)
    door = selectors.door(event, section=asked["section"], sought=sought, late=late, schools=schools)
    live = reverse("check-in-live", args=[event.slug])
    walk_ins = _for_walk_ins(request, event).exists
    live = f"{live}?{urlencode(asked)}"
    page = {"event": event, "door": door, "asked": asked, "live": live, "walk_ins": walk_ins}
    return page | {"is_id": asked["q"].isdecimal()}


def _schools(request: DeskRequest, event: Event) -> dict[int, str]:
    """Those that others here spell otherwise, of players whose page offers to write them so."""
    role = request.user.role  # type: ignore[attr-defined]
    found = {pk: each.team for pk, each in spelled_here(event).items()} if role.registers else {}
    if role.manages or not found:
        return found
    early = Player.objects.filter(pk__in=found, section__in=selectors.open_sections(event))
    return {pk: found[pk] for pk in early.values_list("pk", flat=True)}


def _for_walk_ins(request: DeskRequest, event: Event) -> "QuerySet[Section]":
    """Before round 1 of a section its roster is open; after it a director lets latecomers in."""
    found = Q(pk__in=selectors.open_sections(event).filter(boards=0).values("pk"))
    if request.user.role.manages:  # type: ignore[attr-defined]
        found |= Q(pk__in=selectors.late_sections(event).values("pk"))
    return event.sections.filter(found).order_by("position", "pk")


def _asked(query: Any, name: str) -> str:
    return clean_line(query.get(name, ""))[:200]


def _name_of_code(typed: str) -> str:
    """The name in an address that a scanner typed into the search."""
    _address, code, name = typed.partition("/c/")
    return name.strip("/").partition("/")[2].replace("-", " ") if code else typed


def _address(event: Event, **asked: str) -> str:
    query = urlencode({name: value for name, value in asked.items() if value})
    return reverse("check-in", args=[event.slug]) + (f"?{query}" if query else "")


class _Begun(NamedTuple):
    """A section that a walk-in enters late, and its published rounds."""

    section: Section
    rounds: list[Tab]

    @property
    def missed(self) -> list[int]:
        return [tab.number for tab in self.rounds if tab.state != "open"]

    @property
    def open(self) -> int:
        """The round that is being played, in which a seat may be found; 0 for none."""
        return next((tab.number for tab in self.rounds if tab.state == "open"), 0)


@desk_of(REGISTRARS)
def walk_in(request: DeskRequest, event: str) -> HttpResponse:
    """Add a player who is at the door, and check her in."""
    found = event_of(request.user, event)
    sections = _for_walk_ins(request, found)
    begun = [
        _Begun(each, published_rounds(each)) for each in selectors.late_sections(found) if each in sections
    ]
    begin = {"line": _asked(request.GET, "line"), "section": _asked(request.GET, "section")}
    form = WalkInForm(request.POST or None, initial=begin, sections=sections, begun=bool(begun))

    def add() -> HttpResponse:
        chosen = form.cleaned_data
        confirmed = {name: chosen[name] for name in ("different", "outside")}
        late = next((each for each in begun if each.section == chosen["section"]), None)
        missed = (
            dict.fromkeys(late.missed, Kind.of(chosen["missed"] or Kind.UNPAIRED.letter)) if late else None
        )
        player = services.walk_in(
            chosen["section"], form.entry(), by=request.user, missed=missed, **confirmed
        )
        messages.success(request, _added(player))
        say_no_team(request, found, player.team)
        say_spelling(request, player)
        say_left_out(request, player)
        if "another" in request.POST:
            where = reverse("walk-in", args=[event])
            return redirect(f"{where}?{urlencode({'section': chosen['section'].slug})}")
        return redirect(_address(found, q=player.called))

    answer = done(request, form, add, event=found)
    context: dict[str, Any] = {"event": found, "form": form, "sections": sections, "begun": begun}
    context["knows_players"] = held() is not None
    if not request.user.role.manages:  # type: ignore[attr-defined]
        context["elsewhere"] = [each.name for each in selectors.begun_sections(found)]
    return answer or render(request, "desk/walk_in.html", context, status=status(form))


def _added(player: Player) -> str:
    """What the line was taken for."""
    rating = player.rated or _("unrated")
    grade = _("grade %(grade)s") % {"grade": player.grade} if player.grade else ""
    fee = "" if player.fee_cents is None else paid(player.fee_cents)
    known = [str(each) for each in (rating, player.team, grade, player.uscf_id, fee) if each]
    said = _("%(name)s was added to %(section)s as number %(number)d, and is here: %(known)s.")
    values = {"name": player.called, "section": player.section.name, "number": player.number}
    return said % {**values, "known": ", ".join(known)}


@desk_of(REGISTRARS)
def change_section(request: DeskRequest, event: str, player: int) -> HttpResponse:
    """A player at the door: the code that opens the row, and another section before round 1."""
    found = entry_of_event(request.user, event, player)
    sections = selectors.may_be_in(found)
    form = MoveForm(request.POST or None, initial={"section": found.section.slug}, sections=sections)

    def move() -> HttpResponse:
        chosen = form.cleaned_data
        confirmed = {name: chosen[name] for name in ("different", "outside")}
        moved = services.move(found, chosen["section"], by=request.user, **confirmed)
        said = _("%(name)s is in %(section)s now, number %(number)d.")
        values = {"name": moved.called, "section": chosen["section"].name, "number": moved.number}
        messages.success(request, said % values)
        say_left_out(request, moved)
        return redirect(_address(found.section.event, q=moved.called))

    contract: Any = {"event": found.section.event, "shows": lambda: shown.at_the_door(found)}
    return done(request, form, move, **contract) or _player_at_the_door(request, found, form)


@desk_of(REGISTRARS)
@require_POST
def payment(request: DeskRequest, event: str, player: int) -> HttpResponse:
    """What was paid for an entry, as it is typed."""
    found = entry_of_event(request.user, event, player)
    form = PaymentForm(request.POST, initial=dict(shown.payment(found)))

    def pay() -> HttpResponse:
        cents = form.cleaned_data["amount"]
        messages.success(
            request, _paid(services.correct_fee(found.section.event, player, cents, by=request.user))
        )
        return redirect(_address(found.section.event, q=found.called))

    contract: Any = {"event": found.section.event, "shows": lambda: shown.payment(found)}
    return done(request, form, pay, **contract) or _player_at_the_door(request, found, paying=form)


@desk_of(REGISTRARS)
@require_POST
def write_school(request: DeskRequest, event: str, player: int) -> HttpResponse:
    """Write the school of an entry as it is spelled here."""
    found = entry_of_event(request.user, event, player)
    team = clean_line(request.POST.get("team", ""))

    def write() -> HttpResponse:
        late = request.user.role.manages  # type: ignore[attr-defined]
        services.write_school(found, team, late=late, by=request.user)
        messages.success(request, _("%(name)s is of %(team)s now.") % {"name": found.called, "team": team})
        return redirect(_address(found.section.event, q=found.called))

    contract: Any = {"event": found.section.event, "shows": lambda: shown.school(found)}
    return carry_out(request, write, **contract)


def _player_at_the_door(
    request: DeskRequest, player: Player, form: MoveForm | None = None, paying: PaymentForm | None = None
) -> HttpResponse:
    address, sections = code_address(request, player), selectors.may_be_in(player)
    context: dict[str, Any] = {"event": player.section.event, "player": player, "sections": sections}
    context |= {
        "form": form or MoveForm(None, initial={"section": player.section.slug}, sections=sections),
        "shown": shown.at_the_door(player),
        "paying": paying or PaymentForm(initial=dict(shown.payment(player))),
        "paid": shown.payment(player),
        "apart": apart_from(player),
        "here": _spelled_here(request, player),
        "school": shown.school(player),
        "address": address,
        "qr": qr(address),
    }
    answered = max(status(form), status(paying))
    return render(request, "desk/change_section.html", context, status=answered)


def _spelled_here(request: DeskRequest, player: Player) -> Spelling | None:
    may_write = request.user.role.manages or not selectors.last_published(player.section)  # type: ignore[attr-defined]
    return as_spelled_here(player) if may_write else None


@desk
def no_shows(request: DeskRequest, event: str) -> HttpResponse:
    """Those whom the next round expects and who were never here: out in one press, after a look at their
    names. A draft of ``section`` asks for each ``player`` of it, and is gone back to."""
    found = event_of(request.user, event)
    only = _asked(request.GET, "section")
    missing = selectors.no_shows(found, only)
    out = request.GET.getlist("player")
    form = NoShowsForm(request.POST or None, missing=missing, out=out)

    after = {each.section.pk: each.after for each in missing}
    first = not any(after.values())

    def take_out() -> HttpResponse:
        withdraw = form.cleaned_data["how"] == NoShowsForm.WITHDRAW
        players = form.cleaned_data["player"]
        gone = services.no_shows(found, players, withdraw=withdraw, by=request.user)
        say_out(request, len(gone), withdraw=withdraw, first=first)
        for player in gone if withdraw else []:
            say_what_to_forfeit(request, player, left_to_forfeit(player, after.get(player.section_id, 0)))
        if only and out and missing:
            return redirect("pairing", event, only, missing[0].after + 1)
        return redirect("check-in", event)

    contract: Any = {"event": found, "shows": lambda: shown.no_shows(found, only)}
    context = {"event": found, "form": form, "shown": shown.no_shows(found, only), "first": first}
    answer = done(request, form, take_out, **contract)
    return answer or render(request, "desk/no_shows.html", context, status=status(form))


def say_out(request: HttpRequest, n: int, *, withdraw: bool, first: bool) -> None:
    """That so many no-shows are out; ``first`` before round 1."""
    if withdraw:
        said = ngettext("%(n)d player is withdrawn.", "%(n)d players are withdrawn.", n)
    elif first:
        said = ngettext(
            "%(n)d player has a zero-point bye in round 1.",
            "%(n)d players have a zero-point bye in round 1.",
            n,
        )
    else:
        said = ngettext(
            "%(n)d player has a zero-point bye in the next round.",
            "%(n)d players have a zero-point bye in the next round.",
            n,
        )
    messages.success(request, f"{said % {'n': n}} {_('The log of each section can undo it.')}")


# --- on paper -----------------------------------------------------------------------------------


@desk_of(REGISTRARS)
@require_safe
def on_paper(request: DeskRequest, event: str) -> HttpResponse:
    """The list of each section to print and tick by hand, for when the network is away."""
    found = event_of(request.user, event)
    door = selectors.door(found, section=_asked(request.GET, "section"))
    context = {"event": found, "lists": selectors.by_section(door)}
    return render(request, "desk/check_in_list.html", context)


# --- codes ---------------------------------------------------------------------------------------


@desk_of(REGISTRARS)
@require_safe
def codes(request: DeskRequest, event: str) -> HttpResponse:
    """A code of every player to print and cut, from A to Z: scanned, it opens the player's row."""
    found = event_of(request.user, event)
    section = _asked(request.GET, "section")
    door = selectors.door(found, section=section)
    arrivals = sorted((*door.missing, *door.here), key=lambda each: (folded(each.name), each.pk))
    note_printed(request)
    codes = [(each, qr(_code_address(request, found, each.name))) for each in arrivals]
    context = {"event": found, "codes": codes, "door": door, "asked": {"section": section}}
    return render(request, "desk/check_in_codes.html", context)


def code_address(request: HttpRequest, player: Player) -> str:
    return _code_address(request, player.section.event, player.called)


def _code_address(request: HttpRequest, event: Event, name: str) -> str:
    """The whole address of a player's code, as phones reach it.

    It names the player and neither a number nor a key: a code that was printed opens the row after the roster
    was numbered again, in another section, and on a restored laptop.
    """
    words = "-".join(selectors.words_of(first_last(name)))
    return phone_address(request, reverse("player-code", args=[event.slug, words or "-"]))


@anybody(why="A parent may scan a code too, and finds the event's page.")
@never_cache
@require_safe
def code(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """The player's row for who checks in; for others the event's page."""
    if len(name) > 200:
        raise Http404
    sought = urlencode({"q": name.replace("-", " ").strip()})
    if Staff.objects.filter(event__slug=event, user=request.user.pk).exists():
        return redirect(f"{reverse('check-in', args=[event])}?{sought}")
    if not request.user.is_authenticated:
        return render(request, "player_code.html", {"event_slug": event})
    return redirect("event", event)
