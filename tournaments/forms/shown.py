"""What each form shows of the database, read anew whenever it is asked: the values of its fields, or under a
word what stands beside it. A form's stamp is made from it (:mod:`tournaments.services.acts`)."""

from collections.abc import Collection, Iterable
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.forms import model_to_dict
from django.utils.html import strip_tags
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.prizes import Scope
from tiebreaks.engine.prizes.notation import parse
from tiebreaks.prepared import Prepared

from ..changes import under_lock
from ..formats.byes import written
from ..formats.fields import written_rating
from ..models import (
    Event,
    HasStandings,
    Invitation,
    LogEntry,
    Mirror,
    Mirroring,
    Player,
    Round,
    Seat,
    Section,
    Staff,
    TeamTable,
)
from ..pairing import options
from ..pairing.draft import Draft
from ..selectors.entries import check_in as door
from ..selectors.entries.byes import requested
from ..selectors.entries.numbering import is_paired
from ..selectors.event import orders as posted
from ..selectors.event import people
from ..selectors.event.copies import copies
from ..selectors.event.endings import goes_with
from ..selectors.files import companion as companions
from ..selectors.files.preflight import asked_for, typed_on_the_page
from ..selectors.files.rating_updates import updates
from ..selectors.history.log import last_import, undoing_of
from ..selectors.pairing.basis import Basis, basis_of, draft_of, draft_waits
from ..selectors.pairing.shared_boards import BoardsOf
from ..selectors.results.undoing import taken_away, undo_of
from ..selectors.setup import copying as copied
from ..selectors.setup import late_change as changes
from ..selectors.setup import pages as selectors
from ..selectors.setup.regrouping import merged, told_of_tables
from ..services.acts import Shown, Told
from ..services.importing.spellings import as_spelled_here
from ..text import wording
from ..text.results import bye_name
from .pairing_options import KeepApartForm, PairingOptionsForm
from .players import PlayerForm
from .prizes import PrizesForm, TermsForm
from .rating_report import RatingReportForm
from .sections import EventForm, SectionForm
from .teams import TeamTableForm

Row = TypeVar("Row", bound=Model)


def event(found: Event) -> dict[str, Any]:
    return model_to_dict(Event.objects.get(pk=found.pk), EventForm.Meta.fields)


def section(found: Section) -> dict[str, Any]:
    return model_to_dict(_section(found), [*SectionForm.Meta.fields, "edition"])


def rating_report(found: Event, posted: Collection[str] = ()) -> dict[str, Any]:
    """With what is asked of players, or once it is posted, of those it asked for."""
    event = Event.objects.get(pk=found.pk)
    players = asked_for(event, posted) if posted else typed_on_the_page(event)
    return RatingReportForm.values(event, selectors.with_entries(event), players)


def rosters(found: Event) -> Shown:
    """Beside what a registration file would do: every section, and which state it is in.

    Without the epoch: what the file does is compared besides, so it may be sent after a crash.
    """
    rows = Section.objects.filter(event=found).order_by("pk").select_related("standings")
    return {_("Sections"): "; ".join(f"{each.name} {each.version}" for each in rows)}


def rating_updates(found: Event) -> Shown:
    """Beside the boxes of what the rating list changes: every change."""
    return {
        each.section.name: "; ".join(one.said for one in each.updates)
        for each in updates(Event.objects.get(pk=found.pk))
    }


def visibility(found: Event | HasStandings) -> Shown:
    """Beside the buttons that publish, hide and archive: who sees it now, and of an event each section."""
    event = found if isinstance(found, Event) else found.event
    row = _still(type(found), found.pk)
    beside = Section.objects.filter(event=event) if isinstance(found, Event) else Section.objects.none()
    states = [f"{each.name} ({each.visibility})" for each in beside.order_by("position", "pk")]
    return {str(row.name): row.visibility, _("Sections"): "; ".join(states)}


def arrangement(found: Event) -> Shown:
    names = found.sections.order_by("position", "pk").values_list("name", flat=True)
    return {_("Sections"): "; ".join(names)}


def boards(rows: Iterable[BoardsOf]) -> Shown:
    """Beside the button that numbers the boards of all sections: the numbers now, and then."""
    return {each.section.name: f"{each.now} → {each.then}" for each in rows}


def deletion(found: Event, section: Section | None = None) -> Shown:
    """Beside the button that deletes: what goes."""
    _still(Event if section is None else Section, found.pk if section is None else section.pk)
    return {_("Deleted"): "; ".join(goes_with(found, section))}


def copying(found: Section, source: Section, *, chief: bool) -> Shown:
    here, there = _section(found), _section(source)
    parts = copied.preview(here, there, chief=chief).parts
    return {str(part.part.label): f"{part.here} → {part.there}" for part in parts}


def copying_event(found: Event, source: Event) -> Shown:
    sections = Section.objects.filter(event=source).order_by("position", "pk")
    there = [f"{each.name}: {copied.setup_of(each)}" for each in sections]
    return {**arrangement(found), _("Copied"): "; ".join(there)}


def companion(found: Event) -> Shown:
    """Beside the button that takes what a file of another program changes: every change and difference."""
    waiting = companions.waiting(found)
    details = companions.missing_here(Event.objects.get(pk=found.pk), [each.file for each in waiting])
    told = {_("The event"): "; ".join(companions.told(details))}
    for each in waiting:
        kept = [f"{one.said} {one.here} {one.there}" for one in each.kept]
        asked = [doubt.said for doubt in each.doubts]
        told[each.name] = "; ".join([*each.says, *each.held, *kept, *asked])
    return told


def _still(model: type[Row], pk: int) -> Row:
    return under_lock(model._default_manager.all(), pk, _("Somebody removed this. Nothing was saved."))


def table(found: TeamTable) -> dict[str, Any]:
    gone = _("Somebody removed this team table. Nothing was saved.")
    row = under_lock(TeamTable.objects.all(), found.pk, gone)
    sections = sorted(row.sections.values_list("pk", flat=True))
    return model_to_dict(row, TeamTableForm.Meta.fields) | {"sections": sections}


def removal(found: TeamTable) -> Shown:
    """Beside the button that removes a team table."""
    shown = table(found)
    names = Section.objects.filter(pk__in=shown["sections"]).order_by("pk").values_list("name", flat=True)
    return {_("Team table"): shown["name"], _("Sections"): "; ".join(names)}


def schools(found: Event) -> Shown:
    lines = selectors.schools(found)
    shown = [f"{line.name} {line.code} ({', '.join(line.spellings)})" for line in lines]
    return {_("Schools"): "; ".join(shown)}


def player(found: Player) -> dict[str, Any]:
    row = _player(found)
    typed = {"rating": written_rating(row.rating, row.provisional)}
    return model_to_dict(row, PlayerForm.Meta.fields) | typed


def entry(found: Player) -> Shown:
    """Beside the buttons that withdraw, reinstate, re-enter or remove."""
    row = _player(found)
    again = row.reentries.first()
    return {
        _("Player"): f"{row.number} {row.called}",
        _("Withdrew after round"): _or_dash(row.withdrawn_after),
        _("Re-entered as number"): _or_dash(again and again.number),
    }


def late_change(found: Player, target: Section) -> Shown:
    """Beside the button that lets a player go on in another section: what becomes of everything."""
    there = _section(target)
    change = changes.late_change(_player(found), there)
    begun = Round.objects.filter(section=there, published_at__isnull=False).order_by("number")
    return {
        _("Player"): entry(found)[_("Player")],
        _("What happens"): "; ".join([*change.first, *change.told]),
        _("Published rounds"): ", ".join(map(str, begun.values_list("number", flat=True))),
    }


def at_the_door(found: Player) -> Shown:
    """Beside the menu of sections to which an entry can move."""
    row = _player(found)
    return {_("Player"): row.called, _("Section"): row.section.name, _("Byes"): byes(row)["byes"]}


def payment(found: Player) -> Shown:
    """What the form of a payment shows."""
    return {"amount": _player(found).fee_cents}


def school(found: Player) -> Shown:
    """Beside the button that writes the school as it is spelled here."""
    row = _player(found)
    here = as_spelled_here(row)
    return {_("Player"): row.called, _("School"): row.team, _("Spelled here"): here.team if here else ""}


def no_shows(found: Event, section: str) -> Shown:
    """Beside the button that takes them out: who is missing, with which byes, and before which round."""
    return {
        f"{each.section.name}, {_('round %(round)d') % {'round': each.after + 1}}": "; ".join(
            f"{player.called} {each.asked(player)}".strip() for player in each.players
        )
        for each in door.no_shows(found, section)
    }


def numbering(found: Section) -> Shown:
    """Beside the buttons that number the roster."""
    players = found.players.order_by("number").only("number", "name", "rating", "assigned_rating")
    lines = [f"{each.number} {each.name} {each.pairing_rating or '–'}" for each in players]
    return {_("Roster"): "; ".join(lines), _("Paired"): _("yes") if is_paired(found) else _("no")}


def merging(found: Section, other: Section) -> Shown:
    """Beside the button that merges two sections: both rosters, and what stands in the way."""
    stays, goes = _section(found), _section(other)
    told = merged(stays, goes)
    rosters = [f"{each.name}: {'; '.join(map(str, numbering(each).values()))}" for each in (stays, goes)]
    return {
        _("Rosters"): " / ".join(rosters),
        _("Merged"): "; ".join([*told.refused, *told.told, *told_of_tables(goes)]),
    }


def splitting(found: Section) -> Shown:
    """Beside the two lists: the roster, and what its set-up is."""
    section = _section(found)
    return {**numbering(section), _("Setup"): f"{section.name}: {copied.setup_of(section)}"}


def byes(found: Player) -> dict[str, Any]:
    """Beside the byes of rounds to come: how many rounds are published, and whether the player left."""
    row = _player(found)
    rounds = Round.objects.filter(section=row.section_id, published_at__isnull=False).order_by("number")
    return {
        "byes": written(requested(row.section, row).get(row.pk, ())),
        _("Published rounds"): ", ".join(map(str, rounds.values_list("number", flat=True))),
        _("Withdrew after round"): _or_dash(row.withdrawn_after),
    }


def members(team: Player) -> dict[str, Any]:
    return {"text": selectors.member_lines(_player(team))}


def order(owner: HasStandings) -> Shown:
    orders = posted.orders(_fresh(owner))
    sentence = strip_tags(orders.history[0].sentence) if orders.history else _("not posted")
    return {_("Tiebreak order"): f"{wording.order(orders.holds)} ({sentence})"}


def pairing_options(found: Section) -> dict[str, Any]:
    chosen = options.read(_section(found).pairing_options)
    return PairingOptionsForm.values(chosen) | apart(found)


def apart(found: Section) -> dict[str, Any]:
    return KeepApartForm.pairs_of(found)


def columns(found: Section) -> Shown:
    return {_("Extra columns"): wording.columns(posted.orders(_section(found)).columns)}


def prizes(found: Section) -> dict[str, Any]:
    return dict(PrizesForm.of(_section(found)).initial)


def prizes_of_sections(event: Event) -> Shown:
    """Beside the flyer that replaces them."""
    return {section.name: section.prizes for section in event.sections.order_by("position", "pk")}


def lines_of_prizes(found: Section) -> Shown:
    """Beside the buttons that arrange them."""
    return {_("Prizes"): _section(found).prizes}


def terms(found: Section) -> dict[str, Any]:
    return dict(TermsForm.of(_section(found)).initial)


def imported(found: Section, by: User) -> Shown:
    """What undoing an import takes away, and what stays."""
    if (entry := last_import(found, by)) is None:
        return {_("Import"): _("none to undo")}
    undoing = undoing_of(entry)
    return {
        _("Import"): f"{entry.summary} ({wording.date_and_clock(entry.at)})",
        _("Removed"): "; ".join(player.called for player in undoing.goes),
        _("Goes"): "; ".join(taken_away(entry)),
        _("Staying"): "; ".join(player.called for player in undoing.stays),
    }


def undoing(found: Section, entry: LogEntry) -> Shown:
    """Beside the button that undoes an entry: what goes back, and what stands in its way."""
    undo = undo_of(_section(found), entry)
    return {
        _("Entry"): entry.summary,
        _("In the way"): undo.refused or "; ".join(str(each) for each in undo.first),
        _("Values"): "; ".join(f"{each.of}, {each.name}: {each.now}" for each in undo.values),
        _("Goes"): "; ".join(undo.goes),
    }


def absent(found: Section) -> Shown:
    players = Player.objects.filter(section=found, absent=True).order_by("number")
    return {_("Absent"): "; ".join(f"{player.number} {found.called(player.name)}" for player in players)}


def chosen(found: Section) -> Shown:
    """Whom the director named for which prize, and who else could be: the prizes by choice."""
    named = {choice: p for p in found.players.exclude(chosen_for=[]) for choice in p.chosen_for}
    return {
        capfirst(choice): f"{named[choice].number} {named[choice].called}" if choice in named else ""
        for choice in dict.fromkeys(p.choice for p in parse(found.prizes) if p.scope is Scope.CHOICE)
    }


_seats = Prepared(
    lambda section, number: (
        Seat.objects.filter(round__section=section, round__number=number)
        .select_related("player", "game")
        .order_by("game__board", "slot", "-side", "player__number")
    )
)


def seating(found: Section, number: int) -> Shown:
    """Who sits where in a round: what pairing, byes and publishing go by."""
    boards: dict[tuple[int, int], list[str]] = {}
    byes: list[str] = []
    for seat in _seats(found.pk, number):
        if seat.game is None:
            byes.append(f"{seat.player.number} {bye_name(Kind.of(seat.kind))}")
        else:
            boards.setdefault((seat.game.board, seat.game.slot), []).append(str(seat.player.number))
    lines = [f"{board}: {' – '.join(numbers)}" for (board, _slot), numbers in boards.items()]
    return {_("Boards"): "; ".join(lines), _("Byes"): "; ".join(byes)}


def typing(found: Section, number: int) -> Shown:
    """What boards that are typed for a round are put beside, or on."""
    if draft_waits(found, number):
        return draft(found, number)
    return {**seating(found, number), **numbers(found)}


def numbers(found: Section) -> Shown:
    """Whose the numbers are that are typed into seats."""
    return {_("Roster"): Told(_("changed. Check the numbers that you typed"), by_numbers(found))}


def by_numbers(found: Section) -> str:
    """Each number, and whose it is whatever number they get later."""
    players = found.players.order_by("number").values_list("number", "pk")
    return " ".join(f"{number}-{pk}" for number, pk in players)


def draft(found: Section, number: int) -> Shown:
    """The draft of a round that is being paired, and who else is in the round or away."""
    row = draft_of(found, number)
    of = basis_of(found, number, row)
    made = of.draft(row)
    waiting = of.unseated(made)
    return {
        **seating(found, number),
        **numbers(found),
        _("Draft"): boards_of(of, made),
        _("Full-point bye"): str(made.bye or ""),
        _("Unseated"): ", ".join(map(str, waiting)),
    }


def boards_of(of: Basis, made: Draft) -> str:
    """The boards of a draft, each by its number."""
    boards = [
        f"{at}: {board.white or '–'} – {board.black or '–'}{' (locked)' if board.locked else ''}"
        for at, board in zip(of.numbers(made), made.boards, strict=True)
    ]
    return "; ".join(boards)


def person(found: Staff) -> dict[str, Any]:
    """Beside the role of a person on the staff, and before their removal."""
    gone = _("Somebody removed this person. Nothing was saved.")
    row = under_lock(Staff.objects.select_related("user"), found.pk, gone)
    return {_("Person"): people.name_of(row.user), "role": row.role}


def invitation(found: Invitation) -> Shown:
    row = Invitation.objects.select_related("used_by").get(pk=found.pk)
    return {_("Invitation"): people.state_of(row).said}


def mirroring(found: Event) -> Shown:
    """Where an event is mirrored. The key is shown to nobody: its end tells whether it is another one."""
    event = Event.objects.get(pk=found.pk)
    key = Mirroring.objects.filter(event=event).values_list("key", flat=True).first()
    return {"mirror": event.mirror, "key": f"…{key.rpartition('-')[2]}" if key else ""}


def given_out(found: Mirror) -> Shown:
    gone = _("Somebody removed this mirror. Nothing was saved.")
    row = under_lock(Mirror.objects.select_related("event"), found.pk, gone)
    return {_("Mirror"): row.event.slug, _("Key"): row.given_at.isoformat() if row.seed else ""}


def folder() -> dict[str, Any]:
    """The folder of the automatic copies, which belongs to the machine."""
    return {"folder": copies().folder}


def _section(found: Section) -> Section:
    return Section.objects.select_related("event", "standings").get(pk=found.pk)


def _fresh(owner: HasStandings) -> HasStandings:
    rows: QuerySet[HasStandings] = type(owner)._default_manager.all()
    return under_lock(rows, owner.pk, _("Somebody removed this team table. Nothing was saved."))


def _player(found: Player) -> Player:
    gone = _("Somebody removed %(name)s. Nothing was saved.") % {"name": found.called}
    return under_lock(Player.objects.select_related("section"), found.pk, gone)


def _or_dash(value: object) -> object:
    return "–" if value is None else value
