"""Before round 1: sign in, create an event and its sections, import players, post the order."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import RequestDataTooBig
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST, require_safe

from tiebreaks.lines import clean_line, refuse_null

from ...errors import Namesakes, PastPosted, RatingFixed, Refused
from ...formats import pasted
from ...formats.byes import Bye
from ...formats.pairing_csv import PairingDirectives, first_color, read_directives
from ...formats.records import RosterFile, WallchartFile
from ...formats.sizes import TEXT, megabytes
from ...forms import shown
from ...forms.log import LogForm
from ...forms.orders import OrderDraft, menu_of
from ...forms.sections import EventForm, NewEventForm, NewSectionForm, SectionForm
from ...forms.texts import RosterForm, TextForm
from ...models import CHIEFS, Section
from ...numbers import whole_number
from ...permissions import DeskRequest, desk, desk_of, directors, event_of, section_of
from ...selectors.entries.byes import requested
from ...selectors.entries.numbering import (
    boards_averaged,
    differ_from_ratings,
    drawn_by_lot,
    is_paired,
    team_rating,
)
from ...selectors.event import endings
from ...selectors.event.orders import is_locked, is_posted, teams_to_post_before_play
from ...selectors.event.orders import orders as posted_orders
from ...selectors.history.edits import with_edits
from ...selectors.history.log import last_import, log, undoing_of, with_what_to_undo
from ...selectors.pairing.page import pairing_page
from ...selectors.pairing.shared_boards import boards_in_a_row, shared_boards
from ...selectors.results.undoing import awards_on, taken_away
from ...selectors.results.verifying import shares
from ...selectors.setup import pages as selectors
from ...selectors.setup.new_format import new_format
from ...services import drafts, importing, numbering, orders, undoing
from ...services import setup as services
from ...text.byes import told_of_each_kind
from ..shared import about, carry_out, done, status, warn_of_small_schools

# A team's list has a line for each of its players.
LINES_PER_ENTRY = 5
# Thirty rounds, and what is said of a player beside them.
CELLS_PER_ENTRY = 50
LOG_LINES = 100  # a page

# --- events and sections ------------------------------------------------------------------------


@directors
def new_event(request: DeskRequest) -> HttpResponse:
    form = NewEventForm(request.POST or None)

    def create() -> HttpResponse:
        event = services.create_event(**form.cleaned_data, by=request.user)
        return redirect("new-section", event.slug)

    answer = done(request, form, create)
    return answer or render(request, "setup/new_event.html", {"form": form}, status=status(form))


@desk
def edit_event(request: DeskRequest, event: str) -> HttpResponse:
    """The event's set-up: its own fields, and its sections with the way to each of their pages."""
    found = event_of(request.user, event)
    form = EventForm(request.POST or None, initial=shown.event(found))

    def edit() -> HttpResponse:
        services.edit_event(found, **form.cleaned_data, by=request.user)
        messages.success(request, _("Saved."))
        if "name" in form.changed_data and selectors.has_namesake(found, form.cleaned_data["name"]):
            messages.warning(request, _("There is another event with this name. Phones list both."))
        return redirect("edit-event", event)

    if answer := done(request, form, edit, event=found, shows=lambda: shown.event(found)):
        return answer
    context = {
        "event": found,
        "form": form,
        "sections": (sections := selectors.sections(found)),
        "finished": selectors.finished(sections),
        "archived": endings.archived_of(found),
        "arrangement": shown.arrangement(found),
        "in_a_row": (in_a_row := boards_in_a_row(found)),
        "boards": shown.boards(in_a_row),
        "tables": selectors.team_tables(found),
        "team_orders": teams_to_post_before_play([found]),
    }
    return render(request, "setup/event.html", context, status=status(form))


@desk
@require_POST
def number_boards(request: DeskRequest, event: str) -> HttpResponse:
    """Boards one section after another, from the page of the event or that of a pairing."""
    found = event_of(request.user, event)

    def number() -> HttpResponse:
        services.number_boards(found, by=request.user)
        told = "; ".join(f"{each.section.name} {each.then}" for each in boards_in_a_row(found) if each.boards)
        messages.success(request, _("Boards are numbered: %(sections)s.") % {"sections": told})
        paired, round = request.POST.get("section", ""), whole_number(request.POST.get("round", ""))
        if round and found.sections.filter(slug=paired, rounds__gte=round).exists():
            return redirect("pairing", event, paired, round)
        return redirect("edit-event", event)

    return carry_out(request, number, event=found, shows=lambda: shown.boards(boards_in_a_row(found)))


@desk
def new_section(request: DeskRequest, event: str) -> HttpResponse:
    found = event_of(request.user, event)
    form = NewSectionForm(request.POST or None)

    def create() -> HttpResponse:
        section = services.create_section(found, **form.cleaned_data, by=request.user)
        return redirect("roster", event, section.slug)

    # A second section of the name is refused, so nobody is asked whether it is meant.
    if answer := done(request, form, create, event=found, again=True):
        return answer
    return render(request, "setup/new_section.html", {"event": found, "form": form}, status=status(form))


@desk
def edit_section(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    states = {"locked": is_locked(found), "settled": services.is_settled(found)}
    form = SectionForm(request.POST or None, initial=shown.section(found), **states)

    def edit() -> HttpResponse:
        services.edit_section(found, **form.cleaned_data, by=request.user)
        messages.success(request, _("Saved."))
        return redirect("edit-section", event, section)

    if answer := done(request, form, edit, event=found.event, shows=lambda: shown.section(found)):
        return answer
    context = about(found) | {"form": form, "shared_boards": shared_boards(found)}
    context["new_format"] = new_format(found)
    return render(request, "setup/section.html", context, status=status(form))


@desk
@require_safe
def section_log(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    form = LogForm(found, request.GET)
    wanted = form.wanted
    page = Paginator(log(found, wanted), LOG_LINES).get_page(request.GET.get("page"))
    page.object_list = with_edits(with_what_to_undo(page.object_list))
    context = about(found) | {"page": page, "form": form, "wanted": wanted}
    return render(request, "setup/log.html", context | {"verified": [] if wanted else shares(found)})


# --- the roster ---------------------------------------------------------------------------------


def _asked(byes: Sequence[Bye]) -> list[str]:
    """The byes that a player asked for, in words."""
    return told_of_each_kind((bye.round, bye.kind.letter) for bye in byes)


@desk
@require_safe
def roster(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    players = selectors.roster(found)
    byes = requested(found)
    imported = last_import(found, request.user)
    paired = is_paired(found)
    context = {
        "players": players,
        "lines": [
            (player, _asked(byes.get(player.pk, ())), team_rating(player), boards_averaged(player))
            for player in players
        ],
        "averages": any(map(team_rating, players)),
        "rated": any(player.pairing_rating is not None for player in players),
        "fees": any(player.is_paid for player in players),
        "renumber": not paired and differ_from_ratings(found),
        "drawn": drawn_by_lot(found),
        "shown": shown.numbering(found),
        "order_posted": is_posted(found),
        "paired": paired,
        "imported": imported if imported and undoing_of(imported).changes_something else None,
    }
    return render(request, "setup/roster.html", about(found) | context)


@desk
@require_POST
def number_roster(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Number the roster by rating, or that of a round robin by lot; from the roster or the first pairing."""
    found = section_of(request.user, event, section)
    page = pairing_page(found, 1) if request.POST.get("from") == "pairing" else None
    to_pair: list[Section] = []

    def number() -> HttpResponse:
        if request.POST.get("how") == "lot":
            numbering.number_by_lot(found, by=request.user)
            messages.success(request, _("The numbers were drawn by lot."))
        else:
            numbering.number_by_rating(found, by=request.user)
            messages.success(request, _("The roster is numbered by rating."))
        if page is not None:
            if page.draft is not None and not page.published and page.is_as_proposed:
                to_pair.append(found)
            return redirect("pairing", event, section, 1)
        return redirect("roster", event, section)

    answer = carry_out(request, number, event=found.event, shows=lambda: shown.numbering(found))
    # By hand nothing was changed there, and the rules are asked once nothing is locked.
    for each in to_pair:
        drafts.keep(each, 1, drafts.propose(each, 1), by=request.user)
        messages.success(request, _("Round 1 was paired again by the new numbers."))
    return answer


# --- lists and wall charts, pasted or uploaded ----------------------------------------------------


def takes_long_texts(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Explain a text that is too long. Django's form token check reads it before any view, so that check is
    made here, where its error can be answered."""

    @csrf_protect
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        refuse_null(request.POST.lists())
        return view(request, *args, **kwargs)

    @csrf_exempt
    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return checked(request, *args, **kwargs)
        except RequestDataTooBig:
            message = _(
                "This text is longer than %(most)s. Nothing was saved. Paste the list of one section."
            )
            raise Refused(message % {"most": megabytes(TEXT)}) from None

    answered.takes_uploads = TEXT  # type: ignore[attr-defined]  # config/admission.py lets a longer body in
    return answered


def read_list(form: TextForm, section: Section) -> RosterFile | WallchartFile:
    """A list or a wall chart. Raises :class:`Refused` for one that is no section's."""
    data = form.cleaned_data["data"]
    lines, most = len(data.splitlines()), LINES_PER_ENTRY * settings.SECTION_ENTRIES
    if lines > most:
        raise Refused(
            _("Nothing was saved. These are %(lines)d lines, and the list of a section has at most %(most)d.")
            % {"lines": lines, "most": most}
        )
    cells, most = _cells(data), CELLS_PER_ENTRY * settings.SECTION_ENTRIES
    if cells > most:
        raise Refused(
            _("Nothing was saved. These are %(cells)d cells, and the list of a section has at most %(most)d.")
            % {"cells": cells, "most": most}
        )
    first_day = importing.first_day(section.event)
    encoding = form.cleaned_data["encoding"]
    return pasted.read(data, teams=bool(section.boards), first_day=first_day, encoding=encoding)


def _cells(data: str | bytes) -> int:
    """How many cells there are at most, whatever separates them: a wide chart takes as long as a long one."""
    text = data if isinstance(data, str) else data.decode("latin-1")
    return max(text.count(mark) for mark in ",;\t")


@desk
@takes_long_texts
def import_roster(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Import a list of players. A wall chart goes on to its own page, to be imported with the order."""
    found = section_of(request.user, event, section)
    form = RosterForm(request.POST or None, request.FILES or None)
    refused: Refused | None = None
    notes: tuple[str, ...] = ()
    if form.is_valid():
        file = read_list(form, found)
        if isinstance(file, WallchartFile) and not found.players.exists():
            return _wallchart_page(request, found, form, file)

        def add() -> HttpResponse:
            imported = _import_list(request, found, file, form)
            _report(request, _count(imported, found), [*imported.notes, *file.notes])
            if selectors.published_rounds(found):
                late = _("Rounds are already published. Give byes for the missed rounds at the desk (28K).")
                messages.warning(request, late)
            warn_of_small_schools(request, found.team_tables.order_by("pk"))
            return redirect("roster", event, section)

        try:
            return carry_out(request, add, event=found.event, again=True)
        except Refused as refusal:
            refused, notes = refusal, file.notes
    context = about(found) | {"form": form, "refused": refused, "notes": notes}
    answered = refused.status if refused else status(form)
    return render(request, "setup/import_roster.html", context, status=answered)


@desk
def undo_import(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Take back an import, after a look at what that removes."""
    found = section_of(request.user, event, section)
    entry = last_import(found, request.user)

    def undo() -> HttpResponse:
        if entry is None:
            raise Refused(_("You have no import to undo in this section. Nothing was undone."))
        reason = clean_line(request.POST.get("reason", ""))
        undoing.undo_import(found.pk, by=request.user, entry_id=entry.pk, reason=reason)
        messages.success(request, _("Undone: %(summary)s") % {"summary": entry.summary})
        return redirect("roster", event, section)

    refused: Refused | None = None
    if request.method == "POST":
        try:
            shows = partial(shown.imported, found, request.user)
            return carry_out(request, undo, event=found.event, shows=shows)
        except Refused as refusal:
            refused = refusal
    context = about(found) | {
        "undoing": undoing_of(entry) if entry else None,
        "goes": taken_away(entry) if entry else [],
        "frozen": awards_on(found, entry) if entry else [],
        "reason": request.POST.get("reason", ""),
        "shown": shown.imported(found, request.user),
        "refused": refused,
    }
    return render(request, "setup/undo_import.html", context, status=refused.status if refused else 200)


def _import_list(
    request: DeskRequest, section: Section, file: RosterFile | WallchartFile, form: RosterForm
) -> importing.Imported:
    """Import a list. Raises :class:`Refused`, with the question in the form if there is one."""
    by_rating = form.cleaned_data["by_rating"]
    if isinstance(file, WallchartFile):
        raise Refused(
            _("This is a wall chart, but the section already has a roster. Import it into a new section.")
        )
    listed: dict[str, Any] = {
        "by": request.user,
        "by_rating": by_rating,
        "reason": form.cleaned_data["reason"],
    }
    try:
        if section.boards:
            return importing.import_team_rosters(section, file, **listed)
        anyway = form.cleaned_data["anyway"]
        return importing.import_roster(section, file, answers=form.answers(), anyway=anyway, **listed)
    except Namesakes:
        form.ask()
        raise
    except PastPosted:
        form.ask_anyway()
        raise
    except RatingFixed:
        form.ask_reason()
        raise


@desk_of(CHIEFS)
@takes_long_texts
def import_wallchart(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Import the wall chart of an event that runs elsewhere, and post its tiebreak order, in one step."""
    found = section_of(request.user, event, section)
    if request.method != "POST":
        return _wallchart_page(request, found, TextForm())
    draft, form = OrderDraft.posted(request.POST, menu_of(found)), TextForm(request.POST, request.FILES)
    if act := request.POST.get("do", ""):
        form.is_valid()  # An upload is shown as text, so that it need not be chosen again.
        form = TextForm(initial={name: form.data.get(name, "") for name in ("text", "shown", "encoding")})
        draft.arrange(act)
        return _wallchart_page(request, found, form, draft=draft)
    try:
        order = str(orders.read_order(draft.text, draft.menu.systems))
    except Refused as refusal:
        return _wallchart_page(request, found, form, refused=refusal)
    if not form.is_valid():
        return _wallchart_page(request, found, form, draft=draft)
    file = read_list(form, found)
    if not isinstance(file, WallchartFile):
        refused = Refused(_("This list has no rounds. Import it on the Roster page."))
        return _wallchart_page(request, found, form, draft=draft, refused=refused)
    different, paired = form.cleaned_data["different"], read_directives(form.cleaned_data["data"])

    def fill() -> HttpResponse:
        confirmed = {"different": different, "paired": paired}
        told = importing.import_wallchart(found, file, order=order, by=request.user, **confirmed)
        notes = [*told, *file.notes, *_of_one_round(file, paired), *_fewer_rounds(file, found)]
        _report(request, _read(file), notes)
        return redirect("roster", event, section)

    try:
        return carry_out(request, fill, event=found.event)
    except Refused as refusal:
        if isinstance(refusal, Namesakes):
            form.ask()
        return _wallchart_page(request, found, form, file, draft, refusal)


def _of_one_round(file: WallchartFile, paired: PairingDirectives) -> Iterator[str]:
    """The lines about the pairing of one round, which are of no section: what round 1 tells needs none."""
    lines = ["# color"] if paired.color == "b" and not first_color(file.chart) else []
    lines += ["# bye"] if paired.bye is not None else []
    for line in lines:
        yield _("Not imported: the line “%(line)s”. The pairing of a round has it.") % {"line": line}


def _fewer_rounds(file: WallchartFile, section: Section) -> Iterator[str]:
    """That the section stays longer than the file plans it: nobody loses a round by an import."""
    if 0 < file.planned < section.rounds:
        said = _("Not imported: the line “%(line)s”. The section keeps its %(rounds)d rounds.")
        yield said % {"line": f"# rounds: {file.planned}", "rounds": section.rounds}


def _wallchart_page(
    request: DeskRequest,
    section: Section,
    form: TextForm,
    file: WallchartFile | None = None,
    draft: OrderDraft | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    refused = refused or (importing.wallchart_refusal(section, file) if file else None)
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
    answered = refused.status if refused else status(form)
    return render(request, "setup/import_wallchart.html", context, status=answered)


def _read(file: WallchartFile) -> str:
    """The facts of a wall chart, so that a director notices the wrong file."""
    if file.entrants == "teams":
        sentence = ngettext(
            "Wall chart %(name)s: %(count)d team, %(finished)d of %(rounds)d rounds complete.",
            "Wall chart %(name)s: %(count)d teams, %(finished)d of %(rounds)d rounds complete.",
            len(file.entries),
        )
    else:
        sentence = ngettext(
            "Wall chart %(name)s: %(count)d player, %(finished)d of %(rounds)d rounds complete.",
            "Wall chart %(name)s: %(count)d players, %(finished)d of %(rounds)d rounds complete.",
            len(file.entries),
        )
    return sentence % {
        "name": f"“{file.section}”" if file.section else _("without a section name"),
        "count": len(file.entries),
        "finished": file.chart.through,
        "rounds": file.chart.rounds,
    }


def _count(imported: importing.Imported, section: Section) -> str:
    added, here = len(imported.added), imported.here
    if here and imported.corrected:
        message = ngettext(
            "%(count)d added, %(here)d was here already; list values were used for %(taken)d.",
            "%(count)d added, %(here)d were here already; list values were used for %(taken)d.",
            here,
        )
    elif here:
        message = ngettext(
            "%(count)d added, %(here)d was here already.",
            "%(count)d added, %(here)d were here already.",
            here,
        )
    elif section.boards:
        message = ngettext("%(count)d team added.", "%(count)d teams added.", added)
    else:
        message = ngettext("%(count)d player added.", "%(count)d players added.", added)
    return message % {"count": added, "here": here, "taken": len(imported.corrected)}


def _report(request: HttpRequest, done: str, notes: Iterable[str]) -> None:
    messages.success(request, done)
    for note in notes:
        messages.info(request, note)
