"""Announcing prizes: typed, pasted, from presets, arranged; and the rules for all prizes."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tiebreaks.selectors import players_document

from ...errors import Refused, Stale, refused_with
from ...forms import shown
from ...forms.prizes import FlyerForm, PrizesForm, TermsForm
from ...models import Event, Section
from ...numbers import whole_number
from ...permissions import DeskRequest, desk, event_of, section_of
from ...selectors.awards import prize_setup as selectors
from ...selectors.awards import section_teams
from ...selectors.awards.announced import announced
from ...selectors.event.orders import teams_to_post_before_play
from ...selectors.public.prizes import cash_page, choices, trophy_page, undecided
from ...selectors.public.progress import state
from ...selectors.results.boards import last_frozen
from ...services import finishing, flyers
from ...services import prizes as services
from ...services.flyer_lines import LEFT_OUT
from ...services.said_of_flyers import said_of_entries
from ..shared import about, carry_out, done, refuse, status, unseen
from .looks import LOOK, lead_to_look, looked_at
from .sections import takes_long_texts


@desk
@takes_long_texts
def prizes(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """The list, and the box that replaces all of it. A line that is no prize saves nothing."""
    found = section_of(request.user, event, section)
    if request.method != "POST":
        return _page(request, found)
    form = PrizesForm(request.POST, initial=shown.prizes(found))
    if not form.is_valid():
        return _page(request, found, form)

    def announce() -> HttpResponse:
        text, own = form.cleaned_data["text"], form.cleaned_data["in_this_order"]
        counting = form.counting
        based = said_of_entries(form.based_on)
        table = services.announce(
            found, text, in_this_order=own, counting=counting, based_on=form.based_on, by=request.user
        )
        if table and counting.best:
            saved = _(
                "Saved. The team trophies are on the page of %(table)s, where the best %(best)d players of a"
                " team count."
            ) % {"table": table.name, "best": counting.best}
        elif table:
            saved = _("Saved. The team trophies are on the page of %(table)s.") % {"table": table.name}
        else:
            saved = _("Saved.")
        messages.success(request, saved)
        if based:
            messages.success(request, based)
        return redirect("prizes", event, section)

    try:
        return carry_out(request, announce, event=found.event, shows=lambda: shown.prizes(found))
    except Stale as stale:
        refuse(form, stale)
        return _page(request, found, form)
    except Refused as refused:
        return _page(request, found, form, refused=refused)


@desk
@takes_long_texts
def flyer(request: DeskRequest, event: str) -> HttpResponse:
    """The prizes of all sections from one text: first what it would change, then the change."""
    found = event_of(request.user, event)
    if request.method != "POST" and LOOK in request.GET:
        return _flyer_looked_at(request, found)
    # Back from a preview, its text is still there.
    form = FlyerForm(request.POST or None, initial=looked_at(request, found).newest.dict())
    if not form.is_valid():
        return _flyer(request, found, form, answer=status(form))
    if request.POST.get("do") != "save":
        return lead_to_look(request, found, dict(request.POST.lists()))
    taken, as_read = _taken(request.POST), "as_read" in request.POST
    plan = flyers.plan(found, **form.cleaned_data, as_read=as_read, taken=taken)

    def announce() -> HttpResponse:
        sections = flyers.announce_all(
            found, **form.cleaned_data, as_read=as_read, taken=taken, by=request.user
        )
        said = _("Saved: %(sections)s.") % {"sections": ", ".join(section.name for section in sections)}
        messages.success(request, said)
        if as_read and plan.named_as_left_out:
            # The text stays in its box, to be corrected.
            for left_out in plan.named_as_left_out:
                messages.warning(request, left_out)
        else:
            looked_at(request, found).forget()
        return redirect("flyer", event)

    try:
        return carry_out(request, announce, event=found, shows=lambda: shown.prizes_of_sections(found))
    except Stale as stale:
        refuse(form, stale)
        return _flyer(request, found, form, plan, answer=status(form))
    except Refused as refused:
        return _flyer(request, found, form, plan, refused, answer=refused.status)


def _flyer_looked_at(request: DeskRequest, event: Event) -> HttpResponse:
    sent = looked_at(request, event).kept(request.GET[LOOK])
    form = FlyerForm(sent)
    if not form.is_valid():
        messages.info(request, _("The text is not kept any more. Paste it again."))
        return redirect("flyer", event.slug)
    taken = _taken(sent)
    plan = flyers.plan(event, **form.cleaned_data, taken=taken)
    if not plan.troubles:
        return _flyer(request, event, form, plan)
    read = flyers.plan(event, **form.cleaned_data, as_read=True, taken=taken)
    was_read = None if read.troubles or not read.changed else read
    return _flyer(request, event, form, plan, refused_with(plan.troubles), was_read)


def _taken(sent: MultiValueDict[str, str]) -> dict[str, str]:
    """What each heading that names no section here was taken for."""
    return dict(zip(sent.getlist("heading"), sent.getlist("taken"), strict=False))


def _flyer(
    request: DeskRequest,
    event: Event,
    form: FlyerForm,
    plan: flyers.Plan | None = None,
    refused: Refused | None = None,
    was_read: flyers.Plan | None = None,
    *,
    answer: int = 200,
) -> HttpResponse:
    sections = event.sections.filter(archived=False).order_by("position", "pk")
    context = {
        "event": event,
        "form": form,
        "plan": plan,
        "was_read": was_read,
        "refused": refused,
        "sections": sections,
        "without_table": "; ".join(each.name for each in sections.filter(boards=0, team_tables=None)),
        "left_out": LEFT_OUT,
        "team_orders": [] if plan else [table for _first, table in teams_to_post_before_play([event])],
    }
    context["shown"] = shown.prizes_of_sections(event)
    return render(request, "setup/flyer.html", context, status=answer)


@desk
@require_POST
def arrange(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Move a line up or down, remove it, or add a preset. Each button carries its line."""
    found = section_of(request.user, event, section)
    act, _colon, line = request.POST.get("do", "").partition(":")

    def arrange() -> HttpResponse:
        if act in ("up", "down"):
            services.move(found, line, up=act == "up", by=request.user)
        elif act == "remove":
            services.remove(found, line, by=request.user)
        elif act == "preset":
            services.add_preset(found, line, by=request.user)
        return redirect("prizes", event, section)

    return carry_out(request, arrange, event=found.event, shows=lambda: shown.lines_of_prizes(found))


@desk
@require_POST
def terms(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    form = TermsForm(request.POST, initial=shown.terms(found))

    def save() -> HttpResponse:
        services.set_terms(found, **form.cleaned_data, by=request.user)
        messages.success(request, _("Saved."))
        return redirect("prizes", event, section)

    answer = done(request, form, save, event=found.event, shows=lambda: shown.terms(found))
    return answer or _page(request, found, terms=form)


@desk
@require_safe
def awards(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """The awards as everybody sees them, and the payout."""
    return _awards(request, section_of(request.user, event, section), "desk/prizes.html")


@desk
@require_safe
def awards_live(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """The same page's news since ``v``."""
    found = section_of(request.user, event, section)
    if request.GET.get("v") == found.stamp:
        return HttpResponse(status=204)
    return _awards(request, found, "desk/prizes.html#live")


def _awards(request: DeskRequest, section: Section, template: str) -> HttpResponse:
    document = players_document(section.standings_id)
    trophies, cash = trophy_page(document), cash_page(document)
    of_teams = section_teams.trophies(section.standings_id, unseen_too=True)
    context = about(section) | {
        "document": document,
        "state": state(document),
        "announced": announced(document),
        "nothing": not (trophies.announced or cash.announced or of_teams),
        "team_trophies": of_teams,
        "prizes": trophies,
        "cash": cash,
        "as_preview": section.hidden or section.event.hidden,
        "undecided": undecided(document) if document.through == document.rounds else 0,
        "asks": any(prize.present for prize in document.prizes),
        "shown": shown.absent(section),
        "choices": choices(document),
        "chosen": shown.chosen(section),
        "absent": [document.chart.by_number[number] for number in sorted(document.terms.absent)],
    }
    return render(request, template, context)


@desk
@require_POST
def presence(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Mark a player absent from the ceremony, or present."""
    found = section_of(request.user, event, section)
    number = whole_number(request.POST.get("number", "")) or 0

    def mark() -> HttpResponse:
        services.set_absent(found, number, request.POST.get("do") == "absent", by=request.user)
        return redirect("awards", event, section)

    return carry_out(request, mark, event=found.event, shows=lambda: shown.absent(found))


@desk
@require_POST
def choose(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Name who gets what no result decides, or take the name back."""
    found = section_of(request.user, event, section)
    choice, back = request.POST.get("prize", ""), request.POST.get("do") == "back"
    number = None if back else whole_number(request.POST.get("number", "")) or 0

    def name() -> HttpResponse:
        if not request.user.role.leads:  # type: ignore[attr-defined]
            services.choose(found, choice, number, by=request.user)
        elif version := finishing.name_winner(found, choice, number, by=request.user):
            said = _("Version %(version)d of the trophy order is public. It says what changed.")
            if unseen(found):
                said = _(
                    "Version %(version)d of the trophy order says what changed. It will be public once you"
                    " publish."
                )
            messages.success(request, said % {"version": version.number})
        return redirect("awards", event, section)

    return carry_out(request, name, event=found.event, shows=lambda: shown.chosen(found))


def _page(
    request: DeskRequest,
    section: Section,
    form: PrizesForm | None = None,
    terms: TermsForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    context = about(section) | {
        "page": selectors.prizes_page(section),
        "form": form or PrizesForm.of(section),
        "terms": terms or TermsForm.of(section),
        "terms_open": terms is not None,
        "shown": shown.lines_of_prizes(section),
        "frozen": last_frozen(section),
        "refused": refused,
    }
    code = refused.status if refused else max(status(form), status(terms))
    return render(request, "setup/prizes.html", context, status=code)
