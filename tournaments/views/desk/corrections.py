"""Corrections: the sheet that shows what a result would move, before it is saved, and the page after it.

Every form that changes results comes through :func:`guarded`. The sheet is a page of its own; a script shows
its parts over the boards.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ...errors import NoReason, Refused, Unseen
from ...models import SCORERS, LogEntry, Section
from ...permissions import DeskRequest, desk_of, section_of
from ...selectors.files import page_workbooks
from ...selectors.history.log import log
from ...selectors.results.boards import last_frozen
from ...selectors.results.consequences import TRIES, Consequences, Correction, consequences
from ...services.corrections import results_in
from ...text.consequences import told
from ..shared import asks_workbook, workbook

# Saves the change, for a director who has seen what it moves; None is a change that nobody asked about.
Save = Callable[[Consequences | None], HttpResponse]
# What the sheet adds itself to the form that it shows again.
OWN = {"csrfmiddlewaretoken", "reason", "seen"}


def guarded(
    request: DeskRequest,
    section: Section,
    save: Save,
    correction: Callable[[], Correction],
    back: Callable[[], str],
) -> HttpResponse:
    """Save a change of results; of a correction, first show what it moves. ``back`` is where its sheet leads.

    The sheet carries a digest of what it showed. It is saved if the same moves now, whatever else changed.
    """
    shown = request.POST.get("seen", "")
    if not shown:
        try:
            return save(None)
        except Unseen:
            what = correction()
            return sheet(request, what, consequences(what), back())
    for _again in range(TRIES):
        what = correction()
        found = consequences(what)
        if found.digest != shown:
            return _moved_on(request, save, what, found, back())
        try:
            return save(found)
        except NoReason as refused:
            return sheet(request, what, found, back(), refused=refused)
        except Unseen:
            continue
    return _moved_on(request, save, what, found, back())


def _moved_on(
    request: DeskRequest, save: Save, what: Correction, found: Consequences, back: str
) -> HttpResponse:
    """The answer to a sheet that is out of date: of a board that somebody changed, its conflict."""
    try:
        return save(None)
    except Unseen:
        return sheet(request, what, found, back, moved_on=True)


def sheet(
    request: DeskRequest,
    what: Correction,
    found: Consequences,
    back: str,
    *,
    action: str = "",
    refused: Refused | None = None,
    moved_on: bool = False,
    carries: Sequence[tuple[str, str]] = (),
) -> HttpResponse:
    """``moved_on``: something else would move than the sheet showed before. ``carries``: the token and the
    stamp, where no form came before the sheet."""
    data = request.POST if request.method == "POST" else request.GET
    context = {
        "section": what.section,
        "event": what.section.event,
        "what": what,
        "found": found,
        "fields": [
            *((name, value) for name, value in data.items() if name not in OWN),
            *carries,
        ],
        "reason": data.get("reason", ""),
        "refused": refused,
        "moved_on": moved_on,
        "action": action or request.path,
        "back": back,
    }
    template = "desk/correction.html"
    if request.headers.get("HX-Request"):
        template += "#moves"
    return render(request, template, context, status=refused.status if refused else Unseen.status)


def entry_of(request: DeskRequest, section: Section) -> LogEntry | None:
    """What this request saved in the ``section``, read before; None if the same stood there already."""
    own = LogEntry.objects.filter(standings=section.standings_id, who=request.user)
    return own.filter(version__gt=section.version).order_by("-version").first()


def saved_address(request: DeskRequest, section: Section, otherwise: str) -> str:
    """The page of the correction that this request saved."""
    entry = entry_of(request, section)
    return reverse("correction", args=[section.event.slug, section.slug, entry.pk]) if entry else otherwise


@desk_of(SCORERS)
@require_safe
def saved(request: DeskRequest, event: str, section: str, entry: int) -> HttpResponse:
    """What a correction moved, and what the ceremony desk does about it."""
    found = section_of(request.user, event, section)
    row = get_object_or_404(log(found), pk=entry)
    moved = what_moved(found, row)
    if asks_workbook(request):
        sheet = page_workbooks.moved_by_correction(moved["told"])
        return workbook(f"{event}-{section}-correction.xlsx", [sheet])
    context = {"section": found, "event": found.event, "entry": row} | moved
    return render(request, "desk/corrected.html", context)


def what_moved(section: Section, entry: LogEntry) -> dict[str, Any]:
    """What a page says of a correction that is saved."""
    frozen = [awards for awards in last_frozen(section) if awards.frozen_at <= entry.at]
    rounds, has_result = results_in(entry)
    announced = min((each.frozen_at for each in frozen), default=entry.at)
    since = log(section).filter(pk__lt=entry.pk, at__gte=announced)
    return {
        "told": told(entry.moved),
        "reopened": None if has_result else min(rounds, default=None),
        "frozen": frozen,
        # After an earlier correction the children do not have what this one takes from them.
        "corrected_before": any(each.moved for each in since),
    }
