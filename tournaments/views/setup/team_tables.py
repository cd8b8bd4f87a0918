"""Setting up team tables and the names of schools."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ...forms import shown
from ...forms.teams import SchoolForm, TeamTableForm
from ...models import CHIEFS
from ...permissions import DeskRequest, desk, desk_of, event_of, table_of
from ...selectors.setup import pages as selectors
from ...services import teams
from ...services.importing.spellings import look_like_one
from ..shared import about, carry_out, done, status, warn_of_small_schools


@desk
def new_table(request: DeskRequest, event: str) -> HttpResponse:
    found = event_of(request.user, event)
    sections = list(found.sections.filter(boards=0).values_list("pk", flat=True))
    initial = {"name": _("Teams"), "sections": sections}
    form = TeamTableForm(request.POST or None, event=found, initial=initial)

    def create() -> HttpResponse:
        made = teams.make_table(found, **form.cleaned_data, by=request.user)
        messages.success(request, _("The team table was created. Now post its tiebreak order."))
        warn_of_small_schools(request, [made])
        return redirect("edit-event", event)

    if answer := done(request, form, create, event=found):
        return answer
    context = {"event": found, "form": form}
    return render(request, "setup/new_table.html", context, status=status(form))


@desk
def edit_table(request: DeskRequest, event: str, table: str) -> HttpResponse:
    found = table_of(request.user, event, table)
    form = TeamTableForm(request.POST or None, event=found.event, initial=shown.table(found))

    def edit() -> HttpResponse:
        teams.edit_table(found, **form.cleaned_data, by=request.user)
        messages.success(request, _("Saved."))
        return redirect("edit-table", event, table)

    if answer := done(request, form, edit, event=found.event, shows=lambda: shown.table(found)):
        return answer
    context = about(found) | {"form": form, "small": selectors.small_schools(found)}
    context |= {"alike": look_like_one(found.event, found.counted_sections)}
    context |= {"removal": shown.removal(found), "visibility": shown.visibility(found)}
    return render(request, "setup/table.html", context, status=status(form))


@desk_of(CHIEFS)
@require_POST
def remove_table(request: DeskRequest, event: str, table: str) -> HttpResponse:
    found = table_of(request.user, event, table)

    def remove() -> HttpResponse:
        teams.remove_table(found, by=request.user)
        messages.success(request, _("The team table was removed."))
        return redirect("edit-event", event)

    return carry_out(request, remove, event=found.event, shows=lambda: shown.removal(found))


@desk
def schools(request: DeskRequest, event: str) -> HttpResponse:
    """Every school that rosters name; one is renamed, or several are merged under one name."""
    found = event_of(request.user, event)
    chosen = request.POST.getlist("spelling")
    form = SchoolForm(request.POST or None)
    if request.POST.get("do") == "no-team":
        form.fields["name"].required = False

    def name() -> HttpResponse:
        if request.POST.get("do") == "no-team":
            teams.not_teams(found, chosen, by=request.user)
            messages.success(request, _("Saved. No team table counts these now; the rosters keep the words."))
            return redirect("schools", event)
        teams.name_school(found, chosen, **form.cleaned_data, by=request.user)
        messages.success(request, _("Saved."))
        return redirect("schools", event)

    if answer := done(request, form, name, event=found, shows=lambda: shown.schools(found)):
        return answer
    context = {
        "event": found,
        "form": form,
        "schools": selectors.schools(found),
        "alike": look_like_one(found, found.sections.all()),
        "shown": shown.schools(found),
        "chosen": chosen,
    }
    return render(request, "setup/schools.html", context, status=status(form))
