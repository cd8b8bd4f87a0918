"""Before round 1: two small sections are merged, a large one is split or cut into quads, each seen before."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from ...forms import shown
from ...forms.regrouping import CutForm, MergeForm, QuadsForm, SplitForm
from ...models import CHIEFS, Section
from ...permissions import DeskRequest, desk, desk_of, section_of
from ...refusals import Gone
from ...selectors.entries import quads
from ...selectors.files import page_workbooks
from ...selectors.setup import regrouping as selectors
from ...selectors.setup.copying import setup_of
from ...services import regrouping as services
from ...services.acts import Shown
from ..shared import about, asks_workbook, done, status, workbook


@desk
@require_safe
def merge_sections(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Choose the section that is merged into this one."""
    found = section_of(request.user, event, section)
    context = {"others": selectors.mergeable(found), "closed": selectors.closed(found)}
    return render(request, "setup/merge_sections.html", about(found) | context)


@desk
def merge_with(request: DeskRequest, event: str, section: str, source: int) -> HttpResponse:
    """What the merged roster will be; then the merge."""
    found = section_of(request.user, event, section)
    goes = _other(found, source)
    chief = bool(request.user.role.leads)  # type: ignore[attr-defined]
    form = MergeForm(request.POST or None, section=goes, may_delete=chief)

    def merge() -> HttpResponse:
        count = services.merge(found, goes, by=request.user, **form.cleaned_data)
        said = ngettext(
            "%(n)d entry of %(goes)s is in %(stays)s now. Its log can undo this.",
            "%(n)d entries of %(goes)s are in %(stays)s now. Its log can undo this.",
            count,
        )
        messages.success(request, said % {"n": count, "goes": goes.name, "stays": found.name})
        return redirect("roster", event, section)

    def shows() -> Shown:
        return shown.merging(found, goes)

    if answer := done(request, form, merge, event=found.event, shows=shows):
        return answer
    merged = selectors.merged(found, goes)
    if asks_workbook(request):
        return workbook(f"{event}-{section}-merged.xlsx", [page_workbooks.merged_roster(merged)])
    context = {"merged": merged, "goes": goes, "form": form, "shown": shows()}
    return render(request, "setup/merge_with.html", about(found) | context, status=status(form))


def _other(section: Section, pk: int) -> Section:
    """Another section of the event, or 404."""
    others = Section.objects.select_related("event", "standings").exclude(pk=section.pk)
    if (found := others.filter(event=section.event_id, pk=pk).first()) is None:
        raise Gone(_("This section was not found. Somebody may have removed it, or the address is wrong."))
    return found


@desk_of(CHIEFS)
@require_safe
def split_section(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Choose where the section is split."""
    found = section_of(request.user, event, section)
    form = CutForm(request.GET or None)
    if form.is_valid():
        return redirect("split-at", event, section, form.cut().slug)
    context = {"form": form, "closed": selectors.closed(found)}
    return render(request, "setup/split_section.html", about(found) | context)


@desk_of(CHIEFS)
def split_at(request: DeskRequest, event: str, section: str, cut: str) -> HttpResponse:
    """The two lists, then the split: a new section with the set-up of this one."""
    found = section_of(request.user, event, section)
    if (at := selectors.Cut.read(cut)) is None:
        raise Http404
    parts = selectors.parts(found, at)
    if asks_workbook(request):
        return workbook(f"{event}-{section}-split.xlsx", [page_workbooks.split_parts(parts)])
    form = SplitForm(request.POST or None, has_unrated=bool(parts.unrated))

    def split() -> HttpResponse:
        made, count = services.split(found, at, **form.split(), by=request.user)
        said = ngettext(
            "%(n)d entry is in %(new)s now. The log of %(section)s can undo this.",
            "%(n)d entries are in %(new)s now. The log of %(section)s can undo this.",
            count,
        )
        messages.success(request, said % {"n": count, "new": made.name, "section": found.name})
        return redirect("roster", event, made.slug)

    def shows() -> Shown:
        return shown.splitting(found)

    if answer := done(request, form, split, event=found.event, shows=shows):
        return answer
    context = {"cut": at, "parts": parts, "form": form, "shown": shows(), "set_up": setup_of(found)}
    context |= {"closed": selectors.closed(found), "told": selectors.told_of_split(found, parts.lists)}
    return render(request, "setup/split_at.html", about(found) | context, status=status(form))


@desk_of(CHIEFS)
def make_quads(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Who would play with whom; then a section for each group."""
    found = section_of(request.user, event, section)
    form = QuadsForm(request.POST or None, section=found)
    groups = quads.groups(found, **form.cut)
    if asks_workbook(request):
        return workbook(f"{event}-{section}-quads.xlsx", [page_workbooks.quads(groups)])

    def make() -> HttpResponse:
        delete = form.cleaned_data.get("delete", False)
        made = services.make_quads(found, **form.cut, delete=delete, by=request.user)
        said = _(
            "%(section)s is cut into quads: its entries are in %(first)s–%(last)s now. To undo this, open"
            " the log of %(first)s."
        )
        named = {"section": found.name, "first": made[0].name, "last": made[-1].name}
        messages.success(request, said % named)
        return redirect("desk-event", event)

    def shows() -> Shown:
        return shown.splitting(found)

    if answer := done(request, form, make, event=found.event, shows=shows):
        return answer
    told = selectors.told_of_split(found, [each.players for each in groups], new=len(groups))
    context = {"groups": groups, "form": form, "shown": shows(), "set_up": setup_of(found), "told": told}
    context |= {"closed": selectors.closed(found) or quads.too_few(found)}
    return render(request, "setup/make_quads.html", about(found) | context, status=status(form))
