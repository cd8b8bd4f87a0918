"""Creating, editing and removing team tables; naming and merging schools (RULES §11.2)."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key
from tiebreaks.lines import clean_line
from tiebreaks.models import Standings

from ..changes import SectionChange, read_only, section_change, under_lock
from ..errors import Refused
from ..models import NO_TEAM, Event, LogEntry, Player, School, Section, TableSection, TeamTable, Verb
from ..schools.names import each_once, further_spellings, says_no_team, schools_of
from ..text.log import Summary
from .addresses import free_slug, namesake

RESERVED = {"new"}
MOST = 100  # counting members; more than any school has


def make_table(
    event: Event, *, sections: Collection[Section], by: User, different: bool = False, **fields: Any
) -> TeamTable:
    """Create a table over these sections and publish it.

    With ``different``, players with one name in it are different people and raise no question.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        if event.archived:
            raise read_only(event.name)
        slug = free_slug(event.team_tables.all(), fields["name"], "teams", RESERVED)
        _check(event, sections, fields)
        _check_name(event, fields["name"])
        with _change(sections, by) as change:
            change.different = different
            table = TeamTable(event=event, slug=slug, standings=Standings.objects.create(), **fields)
            change.create(table)
            _draw_on(change, table, {section.pk for section in sections})
            change.say(Summary.TABLE_CREATED, table=table.name, sections=_names(sections))
    return TeamTable.objects.select_related("standings").get(pk=table.pk)


def edit_table(
    table: TeamTable, *, sections: Collection[Section], by: User, different: bool = False, **fields: Any
) -> None:
    """Edit a table and its sections; ``different`` as in :func:`make_table`."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=table.event_id)
        _check(event, sections, fields)
        table = _still(table)
        with _change([*sections, *table.sections.all()], by) as change:
            change.different = different
            row = TeamTable.objects.select_for_update().get(pk=table.pk)
            _check_name(event, fields.get("name", row.name), of=row)
            if row.archived or event.archived:
                raise read_only(row.name)
            change.update(row, **fields)
            _draw_on(change, row, {section.pk for section in sections})
            change.say(Summary.TABLE_EDITED, table=row.name, sections=_names(sections))


def remove_table(table: TeamTable, *, by: User, undoes: LogEntry | None = None) -> None:
    """Remove a table, with its page, orders and trophies; ``undoes`` is the entry that created it, where this
    takes that back."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=table.event_id)
        table = _still(table)
        if undoes is None and event.archived:
            raise read_only(event.name)
        with _change(table.sections.all(), by) as change:
            table = TeamTable.objects.select_for_update().get(pk=table.pk)
            _draw_on(change, table, set())
            remove_whole(change, table)
            change.say(Summary.TABLE_REMOVED, table=table.name)
            if undoes is not None:
                change.verb, change.undoes = Verb.UNDO, undoes
                change.say(Summary.UNDONE, summary=[undoes.code, undoes.values])


def remove_whole(change: SectionChange, table: TeamTable) -> None:
    """Remove a team table that counts no section anymore, with its orders and decisions."""
    standings = table.standings
    if standings.frozen_awards.exists():
        message = _("The awards of %(table)s are frozen, so the table stays. Nothing was removed.")
        raise Refused(message % {"table": table.name})
    for row in (*standings.posted_orders.all(), *standings.decisions.all()):
        change.delete(row)
    change.delete(table)
    standings.delete()


def _still(table: TeamTable) -> TeamTable:
    """The table as it is now. Removing one waits for its event, so it stays while that is locked."""
    gone = _("Somebody removed %(table)s. Nothing was saved.") % {"table": table.name}
    return under_lock(TeamTable.objects.all(), table.pk, gone)


def _change(sections: Iterable[Section], by: User) -> AbstractContextManager[SectionChange]:
    """A change of the sections whose pages name a table and its schools."""
    first, *others = sorted({section.pk for section in sections})
    return section_change(first, by=by, verb=Verb.TEAMS, also=others, archived_too=True)


def _names(sections: Collection[Section]) -> list[str]:
    return [section.name for section in sections]


def _check(event: Event, sections: Collection[Section], fields: dict[str, Any]) -> None:
    """Raise :class:`Refused` for what the database would reject."""
    if not sections:
        raise Refused(_("A team table needs at least one section. Choose one."))
    if other := next((each for each in sections if each.event_id != event.pk), None):
        raise Refused(
            _("%(section)s is a section of another event. Choose sections of %(event)s.")
            % {"section": other.name, "event": event.name}
        )
    for field, message in (
        ("best", _("%(number)d players can't count for a team. Expected 1 to %(most)d.")),
        ("minimum", _("%(number)d can't be the minimum for a team. Expected 1 to %(most)d players.")),
    ):
        if not 1 <= fields.get(field, 1) <= MOST:
            raise Refused(message % {"number": fields[field], "most": MOST})


def _check_name(event: Event, name: str, *, of: TeamTable | None = None) -> None:
    if (there := namesake(event.team_tables.all(), name, of=of)) is not None:
        raise Refused(
            _("%(event)s has a team table “%(name)s” already. Nothing was saved. Choose another name.")
            % {"event": event.name, "name": there}
        )


def _draw_on(change: SectionChange, table: TeamTable, wanted: set[int]) -> None:
    """Make a table draw on these sections and no others."""
    if section := Section.objects.filter(pk__in=wanted, boards__gt=0).first():
        raise Refused(
            _("%(section)s is a section for teams. A team table draws on sections for players.")
            % {"section": section.name}
        )
    drawn = {row.section_id: row for row in TableSection.objects.filter(table=table)}
    for pk in drawn.keys() - wanted:
        change.delete(drawn[pk])
    for pk in sorted(wanted - drawn.keys()):
        change.create(TableSection(table=table, section_id=pk))


# --- schools ------------------------------------------------------------------------------------


def name_school(event: Event, spellings: Sequence[str], *, name: str, code: str = "", by: User) -> None:
    """Give these spellings to one school with this name and code. Merges the schools they meant before."""
    name, code, *spellings = map(clean_line, (name, code, *spellings))
    if not spellings:
        raise Refused(_("Choose one school to rename, or several to merge."))
    if not name:
        raise Refused(_("The school needs a name."))
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        sections = event.sections.order_by("pk")
        drawn = sections.filter(drawn_on_by__isnull=False).distinct().values_list("pk", flat=True)
        shown = list(drawn or sections.values_list("pk", flat=True)[:1])
        if not shown:
            raise Refused(_("This event has no schools yet. Create a section first."))
        with section_change(shown[0], by=by, verb=Verb.SCHOOLS, also=shown[1:], archived_too=True) as change:
            _name(change, event, spellings, name, code)
            if code:
                change.say(Summary.SCHOOL_NAMED_WITH_CODE, name=name, code=code, spellings=spellings)
            else:
                change.say(Summary.SCHOOL_NAMED, name=name, spellings=spellings)


def not_teams(event: Event, spellings: Sequence[str], *, by: User) -> None:
    """These words are no school: nobody is on a team by them, and nobody is a teammate."""
    name_school(event, spellings, name=NO_TEAM, by=by)


def say_teams(
    change: SectionChange, event: Event, *, none: Sequence[str], teams: Sequence[Sequence[str]]
) -> None:
    """Note in a change that these words are no teams, and that those are: each by its name, and by the
    spellings after it."""
    if none:
        _name(change, event, list(none), NO_TEAM, "")
    codes = dict(School.objects.filter(event=event).values_list("name", "code"))
    for name, *spellings in teams:
        _name(change, event, [name, *spellings], name, codes.get(name, ""))


def follow_answers(change: SectionChange, words: Collection[str], *, unasked: bool = False) -> list[str]:
    """Before entries with these words in place of schools are added: a spelling that nobody here has counts
    as a director said of another one. ``unasked``, as of a list or by hand, one of which nothing was said is
    no team; returns these."""
    if not any(map(says_no_team, words)):
        return []
    event = change.section.event
    known = schools_of(event.pk).names
    here = set(map(name_key, Player.objects.filter(section__event=event).values_list("team", flat=True)))
    none, teams, others = further_spellings((word for word in words if name_key(word) not in here), known)
    new = [word for spellings in others.values() for word in each_once(spellings)] if unasked else []
    say_teams(change, event, none=[*none, *new], teams=teams)
    return new


def told_as_no_team(words: Iterable[str]) -> str:
    said = _("Not counted as a team: %(words)s. If it is one, rename it on the Schools page.")
    return said % {"words": "; ".join(words)}


def _name(change: SectionChange, event: Event, spellings: list[str], name: str, code: str) -> None:
    """Merge every school that has one of these spellings into the named one. Of what is no team, these
    spellings alone are taken."""
    claimed = {name_key(text) for text in (*spellings, name)}
    rows = list(School.objects.filter(event=event).order_by("pk"))
    merged = [row for row in rows if claimed & {name_key(text) for text in _texts(row)}]
    for row in [row for row in merged if row.name == NO_TEAM != name]:
        merged.remove(row)
        change.update(row, spellings=[text for text in row.spellings if name_key(text) not in claimed])
    others = [row for row in rows if row not in merged]
    if code and (holder := next((o for o in others if name_key(code) in map(name_key, _texts(o))), None)):
        raise Refused(
            _("%(school)s already has the code %(code)s. Choose another code.")
            % {"code": code, "school": holder.name}
        )
    own = {name_key(name), name_key(code)}
    known = {name_key(text): text for text in (*spellings, *(t for row in merged for t in _texts(row)))}
    fields = {"name": name, "code": code, "spellings": [known[key] for key in sorted(known.keys() - own)]}
    kept = merged.pop() if merged else None
    for row in merged:
        change.delete(row)
    if kept:
        change.update(kept, **fields)
    else:
        change.create(School(event=event, **fields))


def spellings_of(school: School) -> set[str]:
    """Everything that means a school, without blanks and capitals."""
    return {name_key(text) for text in _texts(school)}


def _texts(school: School) -> list[str]:
    return [text for text in (school.name, school.code, *school.spellings) if text]
