"""The rating list of this machine, and what it changes in an event."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from ...errors import Forbidden, OlderList, Refused
from ...formats.fields import read_games, read_rating, written_rating
from ...formats.names import first_last
from ...formats.rating_list import Listed
from ...formats.sizes import RATING_LIST
from ...forms import shown
from ...forms.players import ReasonForm
from ...forms.rating_list import RatingListForm
from ...models import CHIEFS, MANAGERS, REGISTRARS, Event
from ...permissions import DeskRequest, desk, desk_of, event_of, may_have_everything
from ...selectors.files import page_workbooks
from ...selectors.files.rating_list import beginning, held
from ...selectors.files.rating_updates import updates
from ...services.rating_lists import read_list
from ...services.rating_updates import update_ratings as update
from ..shared import asks_workbook, carry_out, status, workbook


@desk_of(MANAGERS, CHIEFS)
def rating_list(request: DeskRequest, event: str) -> HttpResponse:
    """Which list is here. Only who directs every event replaces it: it is everybody's on this machine."""
    found = event_of(request.user, event)
    if request.method != "POST":
        return _page(request, found, RatingListForm())
    if not may_have_everything(request.user):
        raise Forbidden(
            _(
                "This machine has other directors’ events, which share one list. The person"
                " who runs it reads the list."
            )
        )
    form = RatingListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, found, form)
    file, before = form.cleaned_data["file"], held()
    try:
        known, problems = read_list(file, file.name, older=form.cleaned_data["older"])
    except Refused as refused:
        if isinstance(refused, OlderList):
            form.ask_older()
        return _page(request, found, form, refused)
    said = ngettext("%(count)d player read.", "%(count)d players read.", known.players)
    messages.success(request, said % {"count": known.players})
    if before is not None:
        replaced = _("%(new)s replaced %(old)s. Players keep their ratings until you update them.")
        messages.info(request, replaced % {"new": known.file, "old": before.file})
    for problem in problems:
        said = _("Line %(line)d was left out. Expected %(expected)s.")
        messages.warning(request, said % problem._asdict())
    return redirect("rating-list", event)


rating_list.takes_uploads = RATING_LIST  # type: ignore[attr-defined]  # its body may be as large as its form says
rating_list.takes_rating_lists = True  # type: ignore[attr-defined]  # config/admission.py names the command


def _page(
    request: DeskRequest, event: Event, form: RatingListForm, refused: Refused | None = None
) -> HttpResponse:
    context = {
        "event": event,
        "form": form,
        "refused": refused,
        "list": held(),
        "may_read": request.user.role.leads and may_have_everything(request.user),  # type: ignore[attr-defined]
    }
    answered = refused.status if refused else status(form)
    return render(request, "setup/rating_list.html", context, status=answered)


@desk
def update_ratings(request: DeskRequest, event: str) -> HttpResponse:
    """What the list changes, with a box for each player; one confirmation changes what is checked."""
    found = event_of(request.user, event)
    if request.method != "POST":
        return _updates(request, found)
    chosen, asking = request.POST.getlist("update"), ReasonForm(request.POST)
    reason = asking.cleaned_data.get("reason", "") if asking.is_valid() else ""

    def change() -> HttpResponse:
        sections = update(found, chosen, by=request.user, reason=reason)
        names = ", ".join(section.name for section in sections)
        if names:
            messages.success(request, _("Updated from the rating list: %(sections)s.") % {"sections": names})
        else:
            messages.info(request, _("Nothing was checked, so nothing changed."))
        return redirect("update-ratings", event)

    try:
        return carry_out(request, change, event=found, shows=lambda: shown.rating_updates(found))
    except Refused as refused:
        return _updates(request, found, refused)


def _updates(request: DeskRequest, event: Event, refused: Refused | None = None) -> HttpResponse:
    sections = updates(event)
    if asks_workbook(request):
        return workbook(f"{event.slug}-ratings.xlsx", [page_workbooks.rating_updates(sections)])
    asking = ReasonForm(request.POST or None)
    if any(each.is_paired and each.updates and not each.is_final for each in sections):
        asking.ask_reason()
    context: dict[str, Any] = {
        "event": event,
        "refused": refused,
        "list": held(),
        "sections": [each for each in sections if each.updates or each.missing or each.ambiguous],
        "any": any(each.updates for each in sections),
        "chosen": request.POST.getlist("update") if refused else None,
        "asking": asking,
        "shown": shown.rating_updates(event),
    }
    return render(request, "setup/update_ratings.html", context, status=refused.status if refused else 200)


@desk_of(REGISTRARS)
@require_safe
def find_listed(request: DeskRequest, event: str) -> HttpResponse:
    """Whom somebody may mean who types a name or an ID: for the script of the forms of a player.

    ``rated`` goes into the field of the rating, in which ``rating`` was typed.
    """
    event_of(request.user, event)
    typed = request.GET.get("rating", "")[:20].strip()
    players = [
        {
            "name": player.name,
            "called": first_last(player.name),
            "uscf_id": player.uscf_id,
            "rating": player.rating or "",
            "rated": _rated(player, typed),
            "state": player.state,
            "expires_on": player.expires_on.isoformat() if player.expires_on else "",
        }
        for player in beginning(request.GET.get("q", "")[:80])
    ]
    return JsonResponse({"players": players})


def _rated(player: Listed, typed: str) -> str:
    if player.rating is None:
        return typed
    try:
        games = player.games(read_rating(typed), read_games(typed))
    except ValueError:
        games = None
    return written_rating(player.rating, games)
