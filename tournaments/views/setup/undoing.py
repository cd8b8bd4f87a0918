"""Undoing an entry of the log, after a look at what goes back and what stands in the way."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from ...errors import Forbidden, Refused, Unseen
from ...forms import shown
from ...models import LogEntry, Role, Section
from ...permissions import DeskRequest, desk, section_of
from ...selectors.event.endings import has_results
from ...selectors.history.log import holding_now, log, with_the_rows
from ...selectors.pairing.undone_seats import seated_back
from ...selectors.results.consequences import Consequences, consequences
from ...selectors.results.undoing import section_to_undo_in, undo_of
from ...services import acts
from ...services.corrections import of_entry, undoing_corrects
from ...services.undoing import undo_entry as undo
from ...services.undoing import undo_with_later
from ...text.log import Summary
from ...text.undoing import ON_FINISH_PAGE
from ..desk.corrections import guarded, saved_address, sheet
from ..shared import about, address_in, ask, carry_out


@desk
def undo_entry(request: DeskRequest, event: str, section: str, entry: int) -> HttpResponse:
    found = section_of(request.user, event, section)
    row = _entry(request, found, entry)
    back = address_in(found, "section-log")
    if (whole := with_the_rows([row]).get(row.pk)) is not None:
        other = Section.objects.select_related("event").get(standings__log=whole)
        return redirect(address_in(other, "undo-entry", holding_now([whole])[whole] or whole))
    if row.code == Summary.SECTION_CREATED and not has_results(found):
        # The log goes with the section: the question is that of deleting it.
        return redirect("delete-section", event, section)
    if row.code in ON_FINISH_PAGE:
        # That page reopens and finishes by its own rules.
        return redirect("finish", event, section)

    def act(seen: Consequences | None) -> HttpResponse:
        reason = request.POST.get("reason", "")
        if "later" in request.POST:
            going = undo_of(found, row)
            _check_chief(request, going.first, results=going.results)
            undo_with_later(found.pk, by=request.user, entry_id=row.pk, reason=reason)
        else:
            undo(found.pk, by=request.user, entry_id=row.pk, reason=reason, seen=seen)
        messages.success(request, row.undoing)
        if not Section.objects.filter(pk=found.pk).exists():
            return redirect("desk-event", event)  # The log went with its section.
        return redirect(saved_address(request, found, back) if seen else back)

    def save(seen: Consequences | None) -> HttpResponse:
        shows = partial(shown.undoing, found, row)
        first = partial(ask, request, seated_back(row))
        return carry_out(request, partial(act, seen), event=found.event, shows=shows, first=first)

    refused: Refused | None = None
    if request.method == "POST":
        try:
            return guarded(request, found, save, partial(of_entry, found, row), lambda: back)
        except Unseen:
            raise
        except Refused as said:
            refused = said
    found_undo = undo_of(found, row)
    if request.method != "POST" and found_undo.possible and undoing_corrects(found, row):
        what = of_entry(found, row)
        stamp = acts.stamp(shown.undoing(found, row))
        carries = [("token", acts.fresh_token(request.user)), ("stamp", stamp)]
        page = sheet(request, what, consequences(what), back, carries=carries)
        page.status_code = 200  # Nothing was refused yet.
        return page
    asks = seated_back(row) if found_undo.possible else None
    context: dict[str, Any] = {"undo": found_undo, "asks": asks, "shown": shown.undoing(found, row)}
    is_chief = request.user.role is Role.CHIEF  # type: ignore[attr-defined]
    context["first"] = _undone_in(found, found_undo.first)
    of_chiefs = found_undo.results or found_undo.deleted
    context["goes_in_one"] = found_undo.goes_with_first and (is_chief or not of_chiefs)
    context |= about(found) | {"refused": refused, "reason": request.POST.get("reason", "")}
    return render(request, "setup/undo_entry.html", context, status=refused.status if refused else 200)


def _entry(request: DeskRequest, section: Section, pk: int) -> LogEntry:
    row = log(section).select_related("undoes").defer(None).filter(pk=pk).first()
    if row is None:
        raise Http404
    _check_chief(request, [row])
    return row


def _undone_in(section: Section, entries: Iterable[LogEntry]) -> list[tuple[LogEntry, Section]]:
    """Entries, each with this section, or with the one in whose log it stands."""
    entries = list(entries)
    here = {*log(section).filter(pk__in=[each.pk for each in entries]).values_list("pk", flat=True)}
    others = {each.standings_id: each for each in entries if each.pk not in here}
    beside = {standings: section_to_undo_in(each) for standings, each in others.items()}
    return [(each, beside.get(each.standings_id) or section) for each in entries]


def _check_chief(request: DeskRequest, entries: Iterable[LogEntry], *, results: int = 0) -> None:
    only_chiefs = bool(results) or any(each.of_chiefs for each in entries)
    if request.user.role is not Role.CHIEF and only_chiefs:  # type: ignore[attr-defined]
        raise Forbidden(_("Only a chief does this, so only a chief can undo it. Nothing was undone."))
