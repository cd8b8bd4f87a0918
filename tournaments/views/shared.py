"""What the views of forms share."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from django.contrib import messages
from django.db.models import QuerySet
from django.forms import BooleanField, Field
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.frozen import Differences

from ..errors import InFields, Interrupted, Namesakes, OutsideLimits, PastPosted, RatingFixed, Refused, Stale
from ..formats import workbooks
from ..models import Event, Game, HasStandings, Player, Section, TeamTable
from ..permissions import DeskRequest
from ..schools.names import newly_no_team
from ..selectors.awards import ceremony
from ..selectors.entries.check_in import last_published, others_of_its_id
from ..selectors.pairing import late_comers
from ..selectors.pairing.typed_boards import TypedRound
from ..selectors.setup import pages as selectors
from ..services import acts
from ..services.importing.spellings import as_spelled_here
from ..services.teams import told_as_no_team
from ..text.wording import enumerated, problem


class Asks(Refused):
    """A question about what a change makes wrong on posted boards. Nothing is stored until a director reads
    it and does so anyway."""

    def __init__(self, found: TypedRound) -> None:
        super().__init__(_("Nothing was saved."))
        self.found = found


def ask(request: HttpRequest, found: TypedRound) -> None:
    """Raise the question about boards, unless it was answered."""
    if found.asks not in ("", request.POST.get("wrong", "")):
        raise Asks(found)


def sent_as(request: HttpRequest, names: Iterable[str]) -> list[tuple[str, str]]:
    """What was sent under these names, for the form that sends it again once the question was read."""
    return [(name, value) for name in names for value in request.POST.getlist(name)]


def about(owner: HasStandings) -> dict[str, Any]:
    """The context of every page of a section or team table."""
    return {owner.kind: owner, "owner": owner, "event": owner.event, "prefix": owner.prefix}


# In the query of a page to which the rating report led.
FOR_REPORT = "for=report"


class WayBack(NamedTuple):
    """A link, and the query that leads there after a form is saved."""

    words: str
    address: str
    query: str = ""


def way_back(request: HttpRequest, section: Section) -> WayBack:
    """Where a page of a player leads back to: the rating report, if that led here, or the roster."""
    if request.GET.get("for") == "report":
        report = reverse("rating-report", args=[section.event.slug])
        return WayBack(_("Back to the report"), report, f"?{FOR_REPORT}")
    return WayBack(_("Back to the roster"), reverse("roster", args=[section.event.slug, section.slug]))


def warn_of_small_schools(request: HttpRequest, tables: Iterable[TeamTable]) -> None:
    """Warn about schools that are too small, or that are ranked with one player."""
    for table in tables:
        if small := selectors.small_schools(table):
            messages.warning(request, f"{table.name}: {small}")


def say_what_to_forfeit(request: HttpRequest, player: Player, games: Sequence[Game]) -> None:
    """Say which boards who left a round robin keeps, and who enters their forfeits (30B)."""
    where = _("round %(number)d, board %(board)d")
    if player.section.boards:
        where = _("round %(number)d, match %(board)d")

    def named(games: Iterable[Game]) -> dict[str, str]:
        boards = [where % {"number": game.round.number, "board": game.board} for game in games]
        return {"name": player.called, "where": "; ".join(boards)}

    if to_come := [game for game in games if game.round.published_at is None]:
        text = ngettext(
            "%(name)s stays paired in %(where)s. Publishing the round enters the forfeit (30B).",
            "%(name)s stays paired in %(where)s. Publishing the rounds enters the forfeits (30B).",
            len(to_come),
        )
        messages.info(request, text % named(to_come))
    if posted := [game for game in games if game.round.published_at is not None]:
        text = ngettext(
            "%(name)s is still paired in %(where)s. Enter the forfeit there (30B).",
            "%(name)s is still paired in %(where)s. Enter the forfeits there (30B).",
            len(posted),
        )
        section, first = player.section, posted[0]
        place = reverse("desk-round", args=[section.event.slug, section.slug, first.round.number])
        to_round = _("Open round %(number)d") % {"number": first.round.number}
        link = format_html('<a href="{}#game-{}">{}</a>', place, first.pk, to_round)
        messages.warning(request, format_html("{} {}", text % named(posted), link))


class Notice(NamedTuple):
    """A sentence, and the page where that is mended; no address for who has no such page."""

    said: str
    address: str = ""
    words: str = ""

    @property
    def linked(self) -> str:
        if not self.address:
            return self.said
        return format_html('{} <a href="{}">{}</a>', self.said, self.address, self.words)


def unseen(section: Section) -> Notice | None:
    """What is a draft, so that players and parents see nothing of a section; None where they see it. Of a
    draft event the event: its sections are published with it."""
    if section.event.hidden:
        said = _("Players and parents can’t see it yet: the event is a draft.")
        return Notice(said, reverse("event-visibility", args=[section.event.slug]), _("Publish the event"))
    if section.hidden:
        said = _("Players and parents can’t see it yet: the section is a draft.")
        return Notice(said, address_in(section, "visibility"), _("Publish the section"))
    return None


def say_draft(request: HttpRequest, section: Section) -> None:
    """After a round was published: a draft shows it to nobody, and where that is changed is a press away."""
    if found := unseen(section):
        messages.warning(request, found.linked)


def left_out(request: DeskRequest, player: Player) -> Notice | None:
    """Of who is here and has no seat in a round that is paired, with the way to that round."""
    if not (said := late_comers.left_out(player)):
        return None
    number = last_published(player.section)
    if not request.user.role.manages:  # type: ignore[attr-defined]
        ask = _("Tell a director.") if number < 2 else _("Ask the head table about round %(n)d.")
        return Notice(f"{said} {ask % {'n': number}}")
    if number:
        words = _("Open round %(n)d") % {"n": number}
        return Notice(said, address_in(player.section, "desk-round", number), words)
    return Notice(said, address_in(player.section, "pairing", 1), _("Open the pairing of round 1"))


def say_left_out(request: DeskRequest, player: Player) -> None:
    if found := left_out(request, player):
        messages.warning(request, found.linked)


def address_in(owner: HasStandings, page: str, *more: object) -> str:
    return reverse(owner.prefix + page, args=[owner.event.slug, owner.slug, *more])


def csv_file(name: str, text: str) -> HttpResponse:
    # Without the byte order mark, a spreadsheet on Windows does not recognize UTF-8.
    return download(name, ("\ufeff" + text).encode(), "text/csv; charset=utf-8")


def workbook(name: str, sheets: Iterable[workbooks.Sheet]) -> HttpResponse:
    return download(name, workbooks.write(sheets), workbooks.CONTENT_TYPE)


def asks_workbook(request: HttpRequest) -> bool:
    """Whether a page is asked for as a spreadsheet, which its own address gives."""
    return request.method != "POST" and request.GET.get("as") == "xlsx"


def download(name: str, content: bytes, kind: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# What a form carries beside what was typed, and the button that only says where to go next.
BESIDE = {"csrfmiddlewaretoken", "token", "again", "another"}


class Contract(TypedDict):
    """The event that an act waits for, and how what its form shows is read again."""

    event: Event
    shows: Callable[[], acts.Shown]


def carry_out(
    request: DeskRequest,
    act: Callable[[], HttpResponse],
    *,
    event: Event | None = None,
    shows: Callable[[], acts.Shown] | None = None,
    again: bool = False,
    first: Callable[[], object] | None = None,
    file: str = "",
    stamp: str = "",
) -> HttpResponse:
    """Do the act of the posted form: once, and only if what it showed still holds (:mod:`..services.acts`).

    ``act`` answers with the redirect that it leads to. ``again``: done twice, it changes nothing more.
    ``file`` tells what was uploaded from another file. ``stamp`` is of what was seen instead of what the form
    showed, where the two were joined.
    """
    if request.interrupted:
        raise Interrupted
    typed = {name: values for name, values in request.POST.lists() if name not in BESIDE}
    before = ceremony.moved_since_frozen(event) if event else {}
    try:
        led = acts.carry_out(
            lambda: act().headers["Location"],
            by=request.user,
            token=request.POST.get("token", ""),
            sent=typed | {"": request.path + file},
            stamped=stamp or request.POST.get("stamp", ""),
            shows=shows,
            event=event,
            again=again or "again" in request.POST,
            first=first,
        )
    except acts.Repeated as repeated:
        messages.info(request, _("This was saved already."))
        led = repeated.led
    except Stale:
        request.stale = True
        raise
    except acts.Again:
        request.again = True
        raise
    if event:
        say_moved(request, event, before)
    return redirect(led)


def say_no_team(request: DeskRequest, event: Event, team: str) -> None:
    """Once of each word: that it is no team, unless a director says so."""
    if newly_no_team(event.pk, team):
        messages.info(request, told_as_no_team([team]))


def say_spelling(request: DeskRequest, player: Player) -> None:
    """Of a school that is spelled otherwise here, how, with the page that writes it so."""
    if (here := as_spelled_here(player)) is None:
        return
    page = reverse("change-section", args=[player.section.event.slug, player.pk])
    words = _("Write %(here)s") % {"here": here.team}
    messages.warning(request, Notice(here.said, f"{page}#school", words).linked)


def say_id_of_another(request: DeskRequest, player: Player) -> None:
    """Of a US Chess ID that another name in the event has too, whose: one of the two is wrong."""
    if others := others_of_its_id(player):
        said = _("%(id)s is also the US Chess ID of %(names)s. Check both.")
        names = enumerated([f"{each.called} ({each.section.name})" for each in others])
        messages.warning(request, said % {"id": player.uscf_id, "names": names})


def say_moved(request: DeskRequest, event: Event, before: Mapping[HasStandings, Differences]) -> None:
    """Say of an act that is no result, and so asks no question, that it moves awards that were frozen."""
    for owner, now in ceremony.moved_since_frozen(event).items():
        if now != before.get(owner):
            titles = list(dict.fromkeys(award.title for award in now.awards))
            said = _("This changed awards of %(name)s that were frozen: %(awards)s.")
            said %= {"name": owner.name, "awards": "; ".join(titles) or _("prize money")}
            address, words = address_in(owner, "ceremony"), _("See what changed")
            messages.warning(request, format_html('{} <a href="{}">{}</a>', said, address, words))


def seen_stamp(request: DeskRequest) -> str:
    """The version of the standings that a page showed; one that none has, where the form carried none."""
    return request.POST.get("stamp", "") or "none"


def done(
    request: DeskRequest,
    form: Any,
    act: Callable[[], HttpResponse],
    *,
    event: Event | None = None,
    shows: Callable[[], acts.Shown] | None = None,
    again: bool = False,
    first: Callable[[], object] | None = None,
) -> HttpResponse | None:
    """The answer to a form that is right and whose act was carried out.

    None for one that is not posted, wrong or refused: the form tells why, and keeps what was typed.
    """
    if not form.is_valid():
        return None
    try:
        return carry_out(request, act, event=event, shows=shows, again=again, first=first)
    except Refused as refused:
        refuse(form, refused)
        return None


def refuse(form: Any, refused: Refused) -> None:
    """Show a refusal in a form, and of what changed meanwhile the present values."""
    form.refused = refused
    if isinstance(refused, InFields):
        for name, of_field in refused.fields.items():
            form.add_error(name, _troubles(of_field))
        return
    form.add_error(None, [refused.message, *_troubles(refused)])
    if isinstance(refused, Namesakes):
        form.ask()
    if isinstance(refused, OutsideLimits):
        form.ask_outside()
    if isinstance(refused, PastPosted):
        form.ask_anyway()
    if isinstance(refused, RatingFixed):
        form.ask_reason()
    if isinstance(refused, Stale):
        for name in refused.now:
            _show_both(form, refused, name)


def _troubles(refused: Refused) -> list[str]:
    troubles = [problem(trouble.read, trouble.expected) for trouble in refused.troubles]
    return [*troubles, *([refused.rest] if refused.rest else [])]


def _show_both(form: Any, stale: Stale, name: str) -> None:
    """The new value of what changed meanwhile: in a field that was left alone, else beside it."""
    value = stale.now[name]
    if name not in form.fields:
        form.add_error(None, stale.line(name))
        return
    field, typed = form.fields[name], form[name].value()
    if _in_words(field, typed) == (now := _in_words(field, value)):
        said = _("Somebody saved the same value in the meantime.")
    elif any(stale.showed(name, sent) for sent in (typed, _stored(form.cleaned_data.get(name)))):
        form.data = form.data.copy()
        form.data.setlist(form.add_prefix(name), value if isinstance(value, list) else [value])
        said = _("Somebody changed this in the meantime. The new value is shown here.")
    elif value in (None, ""):
        said = _("Someone cleared this in the meantime. What you typed is kept here.")
    elif typed in (None, ""):
        said = _("Somebody changed this to “%(now)s” in the meantime. It is empty here.") % {"now": now}
    else:
        said = _("Somebody changed this to “%(now)s” in the meantime. What you typed is kept here.") % {
            "now": now
        }
    form.add_error(name, said)


def _stored(cleaned: Any) -> Any:
    """A value that was read from a form, as :mod:`..forms.shown` has it."""
    return sorted(row.pk for row in cleaned) if isinstance(cleaned, QuerySet) else cleaned


def _in_words(field: Field, value: Any) -> str:
    """A value of a field as the page shows it."""
    value = field.prepare_value(value)
    if isinstance(field, BooleanField):
        return _("checked") if value else _("not checked")
    chosen = {str(each) for each in (value if isinstance(value, list) else [value])}
    choices = dict(_labels(getattr(field, "choices", ())))
    named = [label for key, label in choices.items() if key in chosen]
    return "; ".join(named) or ("" if value is None else str(value)) or _("empty")


def _labels(choices: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """The keys and labels of choices, those too that stand in groups."""
    for key, label in choices:
        if isinstance(label, list | tuple):
            yield from _labels(label)
        else:
            yield str(key), str(label)


def status(form: Any) -> int:
    if form is None or not form.errors:
        return 200
    return form.refused.status if hasattr(form, "refused") else 422
