"""Tables of teams: made, edited, removed; and what schools are called (RULES §11.2)."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key
from tiebreaks.models import Standings

from ..changes import SectionChange, section_change
from ..errors import Refused
from ..models import Event, School, Section, TableSection, TeamTable, Verb
from .addresses import free_slug

RESERVED = {"new"}
MOST = 100  # members who count: far above any school's


def make_table(
    event: Event, *, sections: Collection[Section], by: User, different: bool = False, **fields: Any
) -> TeamTable:
    """A new table over these sections, with its first sheet.

    ``different``: players of one name in it are different people, and are not asked about.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        slug = free_slug(event.team_tables.all(), fields["name"], "teams", RESERVED)
        _check(event, sections, fields)
        with _change(sections, by) as change:
            change.different = different
            table = TeamTable(event=event, slug=slug, standings=Standings.objects.create(), **fields)
            change.create(table)
            _draw_on(change, table, {section.pk for section in sections})
            change.summary = _("Team table made: %(table)s") % {"table": _told(table, sections)}
    return TeamTable.objects.select_related("standings").get(pk=table.pk)


def edit_table(
    table: TeamTable, *, sections: Collection[Section], by: User, different: bool = False, **fields: Any
) -> None:
    """Change what a table is called, draws on and counts; ``different`` as in :func:`make_table`."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=table.event_id)
        _check(event, sections, fields)
        with _change([*sections, *table.sections.all()], by) as change:
            change.different = different
            row = TeamTable.objects.select_for_update().get(pk=table.pk)
            change.update(row, **fields)
            _draw_on(change, row, {section.pk for section in sections})
            change.summary = _("Team table: %(table)s") % {"table": _told(row, sections)}


def remove_table(table: TeamTable, *, by: User) -> None:
    """Take a table down: its page, its orders and its trophies go with it."""
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=table.event_id)
        with _change(table.sections.all(), by) as change:
            table = TeamTable.objects.select_for_update().get(pk=table.pk)
            if table.standings.frozen_awards.exists():
                raise Refused(
                    _("The awards of %(table)s are frozen: what was announced is kept. Nothing was removed.")
                    % {"table": table.name}
                )
            _draw_on(change, table, set())
            standings = table.standings
            for row in (*standings.posted_orders.all(), *standings.decisions.all()):
                change.delete(row)
            change.summary = _("Team table removed: %(table)s") % {"table": table.name}
            change.delete(table)
            standings.delete()


def _change(sections: Iterable[Section], by: User) -> AbstractContextManager[SectionChange]:
    """An act about a table shows on the pages of its sections: these name it, and its schools."""
    first, *others = sorted({section.pk for section in sections})
    return section_change(first, by=by, verb=Verb.TEAMS, also=others)


def _told(table: TeamTable, sections: Collection[Section]) -> str:
    return f"{table.name} ({', '.join(section.name for section in sections)})"


def _check(event: Event, sections: Collection[Section], fields: dict[str, Any]) -> None:
    """What a table must have, said before the database says it."""
    if not sections:
        raise Refused(_("A team table needs at least one section whose players make the teams."))
    if stranger := next((each for each in sections if each.event_id != event.pk), None):
        raise Refused(
            _("%(section)s is a section of another event; expected sections of %(event)s.")
            % {"section": stranger.name, "event": event.name}
        )
    for field, label in [("best", _("members who count")), ("minimum", _("members needed for a place"))]:
        if not 1 <= fields.get(field, 1) <= MOST:
            raise Refused(
                _("%(number)d is no number of %(what)s; expected 1 to %(most)d.")
                % {"number": fields[field], "what": label, "most": MOST}
            )


def _draw_on(change: SectionChange, table: TeamTable, wanted: set[int]) -> None:
    """Let a table draw on these sections and no others."""
    if section := Section.objects.filter(pk__in=wanted, boards__gt=0).first():
        raise Refused(
            _("In section %(section)s teams meet; a team table is made of the players of other sections.")
            % {"section": section.name}
        )
    drawn = {row.section_id: row for row in TableSection.objects.filter(table=table)}
    for pk in drawn.keys() - wanted:
        change.delete(drawn[pk])
    for pk in sorted(wanted - drawn.keys()):
        change.create(TableSection(table=table, section_id=pk))


# --- schools ------------------------------------------------------------------------------------


def name_school(event: Event, spellings: Sequence[str], *, name: str, code: str = "", by: User) -> None:
    """Say what these spellings mean: one school, of this name and code. More than one are merged.

    A spelling that meant another school before means this one from now on.
    """
    name, code = " ".join(name.split()), code.strip()
    if not spellings:
        raise Refused(_("No school was chosen; expected one to rename, or several to merge."))
    if not name:
        raise Refused(_("The school needs a name."))
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        sections = event.sections.order_by("pk")
        drawn = sections.filter(drawn_on_by__isnull=False).distinct().values_list("pk", flat=True)
        shown = list(drawn or sections.values_list("pk", flat=True)[:1])
        if not shown:
            raise Refused(_("This event has no section yet, and so no school."))
        with section_change(shown[0], by=by, verb=Verb.SCHOOLS, also=shown[1:]) as change:
            _name(change, event, list(spellings), name, code)
            change.summary = _("School: %(name)s (%(spellings)s)") % {
                "name": f"{name} {code}".strip(),
                "spellings": ", ".join(spellings),
            }


def _name(change: SectionChange, event: Event, spellings: list[str], name: str, code: str) -> None:
    """Everything that meant one of the schools which these spellings meant, means the named one."""
    taken = {name_key(text) for text in (*spellings, name)}
    rows = list(School.objects.filter(event=event).order_by("pk"))
    merged = [row for row in rows if taken & {name_key(text) for text in _texts(row)}]
    others = [row for row in rows if row not in merged]
    if code and (holder := next((o for o in others if name_key(code) in map(name_key, _texts(o))), None)):
        raise Refused(
            _("%(code)s means %(school)s already; expected a code of this school alone.")
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


def _texts(school: School) -> list[str]:
    return [text for text in (school.name, school.code, *school.spellings) if text]
