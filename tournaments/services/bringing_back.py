"""What was removed whole comes back from the log: a team table, or a section in which nothing was played.

Its rows get their own keys again. Standings are in no log, so they begin anew, with another epoch: no phone
takes them for those it has seen.
"""

from itertools import groupby
from typing import Any

from django.contrib.auth.models import User
from django.db import models, transaction
from django.utils.translation import gettext as _

from tiebreaks import services as tiebreaks
from tiebreaks.models import Standings

from .. import wallcharts
from ..changes import LOGGED, TABLES, Change, lock_sections, read_only, section_change
from ..errors import Refused
from ..models import Event, LogEntry, Section, TableSection, TeamTable, Verb
from ..selectors.history.log import parsed
from ..selectors.history.rows import net
from ..text.log import Summary
from .setup import check_name
from .visibility import shows

Image = dict[str, Any]


def bring_table_back(section: Section, entry: LogEntry, *, by: User, reason: str = "") -> None:
    """Undo the removal of a team table: it has its address, sections, orders and decisions again."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=section.event_id)
        drawn_on = {row.before["section_id"] for row in _gone(entry, TableSection)}
        if event.sections.filter(pk__in=drawn_on).count() < len(drawn_on):
            message = _(
                "A section of this team table was deleted since. Nothing was undone. Make a new table."
            )
            raise Refused(message)
        with section_change(
            section.pk, by=by, verb=Verb.UNDO, reason=reason, also=drawn_on, archived_too=True
        ) as change:
            (table,) = _gone(entry, TeamTable)
            _check_address(event.team_tables.all(), table.before)
            _create(change, entry, table.before)


def bring_section_back(section: Section, entry: LogEntry, *, by: User, reason: str = "") -> None:
    """Undo the deletion of a section that stands in the log of this one, its sibling."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=section.event_id)
        if event.archived:
            raise read_only(event.name)
        (deleted,) = _gone(entry, Section)
        check_name(event, deleted.before["name"])
        _check_address(event.sections.all(), deleted.before)
        siblings = lock_sections(list(event.sections.values_list("pk", flat=True)))
        also = shows(_row(Section, deleted.before), siblings.values())
        with section_change(
            section.pk, by=by, verb=Verb.UNDO, reason=reason, also=also, archived_too=True
        ) as change:
            _create(change, entry, deleted.before)
            back = Section.objects.select_related("event", "standings").get(pk=deleted.pk)
            # Team tables that count its players with those of others read its document.
            tiebreaks.publish(back.standings, wallcharts.load(back), back.order)
        # Its own log begins with its return, and its page with the document that this makes.
        with section_change(deleted.pk, by=by, verb=Verb.UNDO, reason=reason, archived_too=True) as own:
            own.touch()
            own.say(Summary.UNDONE, **change.values)


def _gone(entry: LogEntry, model: type[models.Model]) -> list[Any]:
    """The rows of a table that an entry removed."""
    name = model._meta.model_name
    return [row for row in net(entry).values() if row.table == name and row.before and row.after is None]


def _check_address(there: models.QuerySet[Any], image: Image) -> None:
    if other := there.filter(slug=image["slug"]).first():
        message = _("%(other)s has the address of %(name)s now. Nothing was undone.")
        raise Refused(message % {"other": other.name, "name": image["name"]})


def _create(change: Change[Any], entry: LogEntry, owner: Image) -> None:
    """The rows of an entry again: those that others refer to were removed last, and come first."""
    Standings.objects.create(pk=owner["standings_id"])
    for table in _gone(entry, TeamTable):
        Standings.objects.get_or_create(pk=table.before["standings_id"])
    gone = [row for row in entry.changes if row.after is None and row.before]
    for table, rows in groupby(reversed(gone), key=lambda row: row.table):
        again = [_row(LOGGED[table], row.before or {}) for row in rows]
        if table in TABLES:
            change.create_all(again)
        else:
            LOGGED[table]._default_manager.bulk_create(again)
    for row in entry.changes:
        if row.before and row.after:
            # What the removal changed beside, such as answers about namesakes.
            _put_back(change, row.table, row.pk, row.before)
    change.undoes = entry
    change.say(Summary.UNDONE, summary=[entry.code, entry.values])


def _row(model: type[models.Model], image: Image) -> Any:
    return model(**{name: parsed(model, name, value) for name, value in image.items()})


def _put_back(change: Change[Any], table: str, pk: int, before: Image) -> None:
    model = TABLES[table]
    if (row := model._default_manager.filter(pk=pk).first()) is not None:
        change.update(row, **{name: parsed(model, name, value) for name, value in before.items()})
