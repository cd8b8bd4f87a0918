"""Drafts and endings: what the public sees, what is archived, what is deleted.

Each is a change like any other: it gives every page that it concerns a new version, and stands in the log.
"""

from collections.abc import Collection, Iterable, Iterator

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model, Q
from django.utils.translation import gettext as _

from tiebreaks.engine.prizes.funds import fund
from tiebreaks.engine.prizes.notation import parse
from tiebreaks.models import Standings

from ..changes import LOGGED, SectionChange, lock_sections, read_only, section_change
from ..errors import Conflict, Refused
from ..models import Event, HasStandings, LogEntry, Player, Section, TableSection, TeamTable, Verb
from ..selectors.event.emptied import emptied_beside
from ..selectors.event.endings import event_has_results, has_results
from ..selectors.history.log import with_the_rows
from ..text.log import Summary
from .backups.schema import OF_EVENT, OF_STANDINGS
from .setup import change_event
from .teams import remove_whole


def _locked(event: Event) -> Event:
    if (found := Event.objects.select_for_update().filter(pk=event.pk).first()) is None:
        raise Conflict(_("Somebody removed this event. Nothing was saved."))
    return found


# --- the event ----------------------------------------------------------------------------------


def publish_event(event: Event, sections: Collection[Section], *, by: User) -> None:
    """Publish an event with these of its sections, which were drafts."""
    with transaction.atomic():
        event = _locked(event)
        _refuse_archived(event)
        drafts = event.sections.filter(pk__in=[each.pk for each in sections], archived=False)
        shown = [(section, {"hidden": False}) for section in drafts]
        change_event(
            event,
            {"hidden": False},
            Summary.EVENT_PUBLISHED,
            by=by,
            verb=Verb.VISIBILITY,
            sections=shown,
        )


def hide_event(event: Event, *, by: User) -> None:
    """Nobody but its directors sees the event from now on. Its sections keep what they are."""
    with transaction.atomic():
        event = _locked(event)
        _refuse_archived(event)
        change_event(event, {"hidden": True}, Summary.EVENT_HIDDEN, by=by, verb=Verb.VISIBILITY)


def archive_event(event: Event, *, hide: bool, by: User) -> None:
    """Read only from now on. Its pages stay as they are, unless they are hidden with it."""
    with transaction.atomic():
        event = _locked(event)
        fields = {"archived": True, "hidden": hide or event.hidden}
        change_event(event, fields, Summary.EVENT_ARCHIVED, by=by, verb=Verb.VISIBILITY)


def bring_event_back(event: Event, *, by: User) -> None:
    with transaction.atomic():
        event = _locked(event)
        change_event(event, {"archived": False}, Summary.EVENT_BROUGHT_BACK, by=by, verb=Verb.VISIBILITY)


def delete_event(event: Event, *, by: User) -> None:
    """Delete an event in which nothing was played, with everything in it."""
    with transaction.atomic():
        event = _locked(event)
        lock_sections(list(event.sections.values_list("pk", flat=True)))
        if event_has_results(event):
            raise Refused(_has_results(event.name))
        theirs = Standings.objects.filter(Q(section__event=event) | Q(teamtable__event=event))
        Standings.objects.filter(pk__in=list(theirs.values_list("pk", flat=True))).delete()
        event.delete()


# --- a section, or a table of teams -------------------------------------------------------------


def set_hidden(owner: HasStandings, hidden: bool, *, by: User) -> None:
    """Publish a section or table, or hide it."""
    _set(owner, {"hidden": hidden}, Summary.HIDDEN if hidden else Summary.PUBLISHED, by=by)


def archive(owner: HasStandings, *, hide: bool, by: User) -> None:
    """Read only from now on; its public page stays as it is, unless it is hidden with it."""
    fields = {"archived": True, "hidden": hide or owner.hidden}
    _set(owner, fields, Summary.ARCHIVED, by=by)


def bring_back(owner: HasStandings, *, by: User) -> None:
    _set(owner, {"archived": False}, Summary.BROUGHT_BACK, by=by)


def _set(owner: HasStandings, fields: dict[str, bool], summary: Summary, *, by: User) -> None:
    """Every page that names it gets a new version: of a section, those that share a table with it, or whose
    players it may have."""
    with transaction.atomic():
        _refuse_archived(_locked(owner.event))
        if isinstance(owner, TeamTable):
            of_table = owner.counted_sections
            row = TeamTable.objects.get(pk=owner.pk)
            first, *others = sorted(section.pk for section in of_table)
            with section_change(first, by=by, verb=Verb.VISIBILITY, also=others, archived_too=True) as change:
                change.update(row, **fields)
                change.say(summary, name=row.name)
            return
        sharing = TableSection.objects.filter(table__draws_on__section=owner.pk)
        beside = set(sharing.values_list("section", flat=True)) - {owner.pk} | set(emptied_beside(owner))
        with section_change(owner.pk, by=by, verb=Verb.VISIBILITY, also=beside, archived_too=True) as change:
            change.update(change.section, **fields)
            change.say(summary, name=change.section.name)


def arrange_sections(event: Event, order: Collection[int], *, by: User) -> None:
    """Show the event's sections in this order; those that it lacks come last, as they stood."""
    with transaction.atomic():
        event = _locked(event)
        _refuse_archived(event)
        stood = list(event.sections.order_by("position", "pk"))
        place = {pk: at for at, pk in enumerate(order)}
        wanted = sorted(stood, key=lambda section: place.get(section.pk, len(place)))
        moved = [(section, {"position": at}) for at, section in enumerate(wanted, 1)]
        if [each.pk for each in stood] == [each.pk for each in wanted]:
            return
        was, now = ([section.name for section in each] for each in (stood, wanted))
        change_event(event, {}, Summary.SECTIONS_ARRANGED, by=by, sections=moved, arranged=[was, now])


def delete_section(
    section: Section, *, by: User, undoes: LogEntry | None = None, from_tables: bool = False
) -> Section | None:
    """Delete a section in which nothing was played. Pages of others that showed it get a new version.

    The log of another section has all its rows, so that it can come back: returns that section, None for the
    only one of an event. ``undoes`` is the entry there that brought it back, where this takes that back.
    Team tables keep a section, but where it is taken ``from_tables``: one that counts no other goes with it.
    """
    with transaction.atomic():
        event = _locked(section.event)
        if undoes is None:
            _refuse_archived(event)
        locked = lock_sections(list(event.sections.values_list("pk", flat=True)))
        if section.pk not in locked:
            raise Conflict(_("Somebody removed or replaced this section. Nothing was saved."))
        section = locked.pop(section.pk)
        from_tables = from_tables or (undoes is not None and _brought_into_tables(undoes))
        _check_deletion(section, from_tables=from_tables)
        if not locked:
            _delete(section)
            return None
        first, *others = shows(section, locked.values())
        if undoes is not None:
            others.append(first)
            first = next(each.pk for each in locked.values() if each.standings_id == undoes.standings_id)
        # Their teams are others without it.
        others += {*_beside_in_tables(section)} - {first, *others}
        with section_change(first, by=by, verb=Verb.VISIBILITY, also=others, archived_too=True) as change:
            _take_from_tables(change, section)
            change.note_gone(_rows_of(section))
            change.say(Summary.SECTION_DELETED, name=section.name)
            if undoes is not None:
                change.verb, change.undoes = Verb.UNDO, undoes
                change.say(Summary.UNDONE, summary=[undoes.code, undoes.values])
            _hand_over_log(section)
            _delete(section)
        return locked[first]


def _hand_over_log(section: Section) -> None:
    """The rows of changes of several sections that are in the log of this one: the entry beside them, in the
    log of another section, has them from now on. So it can be undone, and the log replays."""
    own = LogEntry.objects.filter(standings=section.standings_id)
    codes = own.exclude(rows=[]).values("code")
    beside = LogEntry.objects.filter(standings__section__event=section.event_id, rows=[], code__in=codes)
    whole = with_the_rows(beside.exclude(standings=section.standings_id))
    entries = own.in_bulk(list(whole.values()))
    heirs: dict[int, int] = {}
    for heir, pk in sorted(whole.items()):
        if pk in entries and pk not in heirs:
            heirs[pk] = heir
            # What it undid is undone in the other log too.
            undoes = heirs.get(entries[pk].undoes_id or 0)
            LogEntry.objects.filter(pk=heir).update(rows=entries[pk].rows, undoes=undoes)


def _rows_of(section: Section) -> Iterator[Model]:
    """The rows of a section that the log knows, those that refer to others first; and what is being paired,
    which comes back with them."""
    for model in reversed(list(OF_STANDINGS)):
        if model in LOGGED.values():
            yield from model._default_manager.filter(standings=section.standings_id).order_by("pk")
    for model, path in reversed(list(OF_EVENT.items())):
        if model in LOGGED.values() and path.endswith("section__event"):
            of_section = {path.removesuffix("__event"): section.pk}
            yield from model._default_manager.filter(**of_section).order_by("-pk")
    yield section


def shows(section: Section, siblings: Collection[Section]) -> list[int]:
    """The siblings whose pages show something of a section: all of one that was public; of a draft those that
    pay by the fund of the event (32C4), if it has a part in it.

    The first of them has the deletion in its log. If there is none, a draft has it: no phone loads that.
    """
    pays = bool(fund(parse(section.prizes)))
    shown = [each.pk for each in siblings if not section.hidden or (pays and each.shares_event_fund)]
    return shown or [min(siblings, key=lambda each: (not each.hidden, each.pk)).pk]


def _brought_into_tables(entry: LogEntry) -> bool:
    return any(row.table == "tablesection" and row.before is None for row in entry.changes)


def _beside_in_tables(section: Section) -> Iterable[int]:
    """The other sections that its team tables count."""
    there = TableSection.objects.filter(table__draws_on__section=section.pk).exclude(section=section.pk)
    return there.values_list("section", flat=True)


def _take_from_tables(change: SectionChange, section: Section) -> None:
    for row in TableSection.objects.filter(section=section).select_related("table__standings"):
        change.delete(row)
        if not row.table.draws_on.exists():
            remove_whole(change, row.table)


def _check_deletion(section: Section, *, from_tables: bool) -> None:
    if has_results(section):
        raise Refused(_has_results(section.name))
    tables = list(section.team_tables.order_by("pk").values_list("name", flat=True))
    if tables and not from_tables:
        message = _(
            "%(tables)s counts players of %(section)s. Take the section out of the team table first."
            " Nothing was deleted."
        )
        raise Refused(message % {"tables": "; ".join(tables), "section": section.name})
    visits = Player.objects.filter(visitor_of__section=section).exclude(section=section)
    if visit := visits.select_related("section").first():
        message = _(
            "%(name)s also plays in section %(section)s, as a visitor. Remove the visitor there first."
            " Nothing was deleted."
        )
        raise Refused(message % {"name": visit.called, "section": visit.section.name})


def _delete(section: Section) -> None:
    Standings.objects.filter(pk=section.standings_id).delete()


def _has_results(name: str) -> str:
    message = _("%(name)s has results, so it is not deleted. Archive it instead. Nothing was deleted.")
    return message % {"name": name}


def _refuse_archived(event: Event) -> None:
    if event.archived:
        raise read_only(event.name)
