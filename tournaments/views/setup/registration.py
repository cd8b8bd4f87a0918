"""A registration file of the whole event: chosen, looked at, and imported by one confirmation."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...errors import PastPosted, RatingFixed, Refused, Stale, Trouble, shortened
from ...formats.carried_table import packed, unpacked
from ...formats.encodings import said_of
from ...formats.private import AGE
from ...formats.records import FileProblem
from ...formats.registration import Table
from ...formats.registration_columns import FIELDS
from ...formats.sizes import LIST
from ...forms import shown
from ...forms.registration import ANSWER, SECTION, FileForm, RegistrationForm
from ...models import Event, Player
from ...permissions import DeskRequest, desk, event_of
from ...services import importing
from ...services.importing import Choices, Plan, Registered
from ...services.importing.doubts import MOST_NAMED, TYPED
from ...services.importing.problems import place_of, trouble_of
from ...services.importing.sheets import sheets_of
from ...text import wording
from ..shared import asks_workbook, carry_out, status, warn_of_small_schools, workbook
from .looks import LOOK, lead_to_look, looked_at
from .sections import takes_long_texts

# So many cells of a column are shown beside its menu.
EXAMPLES = 3
MOST_ASKED, ASKED_OF_MANY, MOST_TROUBLES = 100, 20, 200


class Unseen(Refused):
    """What a file would do was not shown as it is now. Nothing is stored until it was."""


@desk
@takes_long_texts
def registration_file(request: DeskRequest, event: str) -> HttpResponse:
    """The second form carries the table, without the columns dropped. A page of it has its address, where its
    script also sends what is chosen, as soon as that is."""
    found = event_of(request.user, event)
    if request.method == "POST" and LOOK in request.GET:
        looked_at(request, found).change(request.GET[LOOK], dict(request.POST.lists()))
        return HttpResponse(status=204)
    if request.method == "POST" and "carried" in request.POST:
        return _chosen(request, found)
    if request.method != "POST" and LOOK in request.GET:
        return _looked_at(request, found)
    form = FileForm(request.POST or None, request.FILES or None, first_day=importing.first_day(found))
    if form.is_valid():
        table: Table = form.cleaned_data["table"]
        if table.rows:
            return lead_to_look(request, found, {"carried": [packed(table)]})
        refused = _unreadable(table)
        context = {"event": found, "form": form, "refused": refused, "shown": shown.rosters(found)}
        return render(request, "setup/registration.html", context, status=422)
    context = {"event": found, "form": form, "shown": shown.rosters(found)}
    return render(request, "setup/registration.html", context, status=status(form))


registration_file.takes_uploads = LIST  # type: ignore[attr-defined]  # as its form says


def _looked_at(request: DeskRequest, event: Event) -> HttpResponse:
    sent: dict[str, Any] = looked_at(request, event).kept(request.GET[LOOK]).dict()
    # Of a file that was chosen nothing else was sent yet.
    form = RegistrationForm(sent if len(sent) > 1 else None, initial=sent)
    if not sent or (form.is_bound and not form.is_valid()):
        messages.info(request, _("The file is not kept any more. Choose it again."))
        return redirect("registration-file", event.slug)
    table, choices = (form.table, form.choices()) if form.is_bound else (unpacked(sent["carried"]), Choices())
    made = importing.plan(event, table, choices)
    if asks_workbook(request):
        columns = [(each["name"], each["taken"], each["examples"]) for each in _columns(made)]
        return workbook(f"{event.slug}-registration.xlsx", sheets_of(made, columns, _troubles(made)))
    return _preview(request, event, made, form)


def _troubles(made: Plan) -> list[Trouble]:
    return [Trouble(_where(each, made.table), shortened(each.read), each.expected) for each in made.problems]


def _unreadable(table: Table) -> Refused:
    troubles = list(map(trouble_of, table.problems))
    return Refused(_("This file could not be read. Nothing was saved."), troubles)


def _chosen(request: DeskRequest, event: Event) -> HttpResponse:
    """Look again after other choices, or import."""
    form = RegistrationForm(request.POST.dict())
    if not form.is_valid() and not hasattr(form, "table"):
        again = FileForm(first_day=importing.first_day(event))
        refused = Refused(_("The file was not sent with the page. Nothing was saved. Choose the file again."))
        context = {"event": event, "form": again, "refused": refused, "shown": shown.rosters(event)}
        return render(request, "setup/registration.html", context, status=422)
    if request.POST.get("do") != "import" and not form.errors:
        return lead_to_look(request, event, dict(request.POST.lists()))
    made = importing.plan(event, form.table, form.choices())
    if form.errors:
        request.stale = True  # the page shows the rosters as they are now
        return _preview(request, event, made, form, answer=status(form))

    def register() -> HttpResponse:
        now = importing.plan(event, form.table, form.choices())
        if now.open == 0 and now.digest != form.cleaned_data["seen"]:
            raise Unseen(
                _("Nothing was saved yet. Your choices changed what is below. Check it, then import.")
            )
        done = importing.register(
            event,
            now,
            by=request.user,
            by_rating=form.cleaned_data["by_rating"],
            anyway=form.cleaned_data["anyway"],
            reason=form.cleaned_data["reason"],
        )
        looked_at(request, event).forget()
        _report(request, event, done)
        _say_who_stays(request, event, now)
        return redirect("edit-event", event.slug)

    try:
        return carry_out(request, register, event=event, shows=lambda: shown.rosters(event))
    except Refused as refused:
        if isinstance(refused, PastPosted):
            form.ask_anyway()
        if isinstance(refused, Stale):
            made = importing.plan(event, form.table, form.choices())
        return _preview(request, event, made, form, refused, answer=refused.status)


def _report(request: DeskRequest, event: Event, done: Registered) -> None:
    said = [
        ngettext("%(n)d player added", "%(n)d players added", done.added) % {"n": done.added},
        ngettext("%(n)d changed", "%(n)d changed", done.changed) % {"n": done.changed},
        ngettext("%(n)d moved", "%(n)d moved", done.moved) % {"n": done.moved},
    ]
    messages.success(request, _("Registration file imported: %(said)s.") % {"said": ", ".join(said)})
    if done.created:
        names = ", ".join(section.name for section in done.created)
        messages.info(request, _("New sections, as drafts: %(names)s. Check their setup.") % {"names": names})
    if done.sections:
        first = done.sections[0]
        log = reverse("section-log", args=[event.slug, first.slug])
        words = _("One entry in the log of %(section)s undoes all of it.") % {"section": first.name}
        messages.info(request, format_html('<a href="{}">{}</a>', log, words))
    warn_of_small_schools(request, event.team_tables.order_by("pk"))


def _say_who_stays(request: DeskRequest, event: Event, made: Plan) -> None:
    """Who is not coming by the file is still entered: nobody is withdrawn by a file."""
    staying = [player.pk for each in made.sections for player, _word in each.not_coming]
    if not staying:
        return
    # Numbers as they are after the import.
    rows = Player.objects.filter(pk__in=staying[:MOST_NAMED]).select_related("section")
    links = [
        format_html(
            '<a href="{}"><bdi>{}</bdi></a>',
            reverse("edit-player", args=[event.slug, player.section.slug, player.number]) + "#withdraw",
            player.called,
        )
        for player in sorted(rows, key=lambda player: staying.index(player.pk))
    ]
    said = ngettext(
        "Here, but not coming by the file, and still entered: {names}. Withdraw or remove the player there.",
        "Here, but not coming by the file, and still entered: {names}. Withdraw or remove them there.",
        len(staying),
    )
    rest = ["…"] if len(staying) > MOST_NAMED else []
    names = format_html_join("; ", "{}", ([each] for each in [*links, *rest]))
    messages.warning(request, format_html(said, names=names))


def _preview(
    request: DeskRequest,
    event: Event,
    made: Plan,
    form: RegistrationForm,
    refused: Refused | None = None,
    *,
    answer: int = 200,
) -> HttpResponse:
    if form.is_bound:
        form.data = {**form.data, "seen": made.digest}
    else:
        form.initial["seen"] = made.digest
    asked = [question for question in made.questions if not question.before]
    left = _left(columns := _columns(made))
    if made.no_sections:
        refused = Refused(made.no_sections)
    reason_missing = isinstance(refused, RatingFixed)
    if reason_missing or importing.rating_needs_reason(made):
        form.ask_reason(refused=reason_missing)
        form.fields["reason"].required = True
    context: dict[str, Any] = {
        "event": event,
        "form": form,
        "plan": made,
        "aged_on": wording.calendar_date(importing.first_day(event)) if "age" in made.columns else "",
        "encoding": said_of(made.table.encoding) if made.table.encoding else "",
        "columns": columns,
        "many_new": made.many_new,
        "players_of_new": sum(unknown.count for unknown in made.many_new),
        "section_column": next((column for column in columns if column["taken"] == "section"), None),
        "taken": [column["name"] for column in columns if column["taken"]],
        "left": [shortened(column["name"]) for column in left],
        # One of them may name the sections.
        "left_at": left[0]["at"] if left and made.only is not None and len(made.targets) != 1 else None,
        "fields": FIELDS,
        "refused": refused,
        "is_banner": isinstance(refused, Unseen) or (refused and made.open and not made.no_sections),
        "to_answer": _to_answer(made),
        "players": made.added + made.changed,
        "reason_missing": reason_missing,
        "troubles": _troubles(made)[:MOST_TROUBLES],
        "kept": _kept(form, made),
        "look": request.GET.get(LOOK, ""),
        "shown": shown.rosters(event),
        # Columns that are taken for something else ask thousands of questions, and nobody answers those.
        "asked": asked if len(asked) <= MOST_ASKED else asked[:ASKED_OF_MANY],
        "too_many": len(asked) > MOST_ASKED,
        "is_misread": len(asked) > MOST_ASKED or bool(made.no_sections),
        "answered": [question for question in made.questions if question.before],
    }
    return render(request, "setup/registration_preview.html", context, status=answer)


def _where(problem: FileProblem, table: Table) -> str:
    """The line, and the column by its heading in the file, if it has one."""
    heading = dict(enumerate(table.headings, 1)).get(problem.column, "")
    heading = table.born if table.born and heading == AGE else heading
    if not heading:
        return place_of(problem)
    return _("line %(line)d, %(heading)s") % {"line": problem.line, "heading": shortened(heading)}


def _columns(made: Plan) -> list[dict[str, Any]]:
    """The columns with some of their cells, but for those that were dropped."""
    found = []
    for at, heading in enumerate(made.table.headings):
        cells = [row.field(at) for row in made.table.rows if row.field(at)]
        if heading in made.table.dropped or not (heading or cells):
            continue
        taken = made.columns[at] if at < len(made.columns) else ""
        name = heading or _("column %(column)d") % {"column": at + 1}
        examples = [cell[:24] for cell in list(dict.fromkeys(cells))[:EXAMPLES]]
        before = at in made.columns_before
        found.append({"at": at, "name": name, "taken": taken, "examples": examples, "before": before})
    return found


def _to_answer(made: Plan) -> str:
    """The id of the first that is still to be answered."""
    asked = ["section-for-all"] if made.only == "" else []
    asked += [f"{SECTION}{unknown.key}" for unknown in made.unknown if not unknown.chosen]
    asked += [f"asked-{question.key}" for question in made.questions if question.is_open]
    return next(iter(asked), "")


def _left(columns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The columns that have something and are not imported."""
    return [column for column in columns if column["examples"] and not column["taken"]]


def _kept(form: RegistrationForm, made: Plan) -> list[tuple[str, str]]:
    """What was chosen and answered of what is not asked now, but may be again: once other questions are
    answered otherwise, or columns are taken for what they were before."""
    asked = {f"{ANSWER}{question.key}{end}" for question in made.questions for end in ("", TYPED)}
    asked |= {f"{SECTION}{unknown.key}" for unknown in made.unknown}
    asked |= {"section"} if made.only is not None else set()
    asked |= {"rounds"} if made.unknown else set()
    return [
        (name, value)
        for name, value in form.data.items()
        if isinstance(value, str)
        and (name in ("section", "rounds") or name.startswith((ANSWER, SECTION)))
        and name not in asked
    ][:500]
