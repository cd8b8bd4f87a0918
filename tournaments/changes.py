"""The one way to change what a public page could show: :func:`section_change` and :func:`table_change`.

One transaction locks the standings, reads, changes rows, counts the version up by one, writes one log entry
with every changed row before and after, recomputes, publishes the document, and commits. A change that
changes nothing leaves no trace. No signals, no logic in ``save()``.

Locks go one way: sections in order of their standings, all of an act before its first change, then the tables
that draw on them, in the same order. A change of a table alone locks, and computes, that table alone.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import date, datetime
from typing import Any, Generic, TypeVar

from django.contrib.auth.models import AnonymousUser, User
from django.db import models, transaction

from tiebreaks import services as tiebreaks
from tiebreaks.engine.ranking.fold import Ranking
from tiebreaks.models import Decision, FrozenAwards, PostedOrder, Standings

from . import wallcharts
from .models import (
    Event,
    ExtraGame,
    Game,
    HasStandings,
    LogEntry,
    MatchBoard,
    Player,
    Round,
    RowChange,
    School,
    Seat,
    Section,
    TableSection,
    TeamMember,
    TeamTable,
    Verb,
)
from .schools import counted_once, tables
from .schools.names import schools_of

Row = TypeVar("Row", bound=models.Model)
Owner = TypeVar("Owner", bound=HasStandings, covariant=True)
Person = User | AnonymousUser | None

# The tables whose rows a log entry may name.
TABLES: dict[str, type[models.Model]] = {
    model.__name__.lower(): model
    for model in (
        *(Event, Section, Player, TeamMember, Round, Game, MatchBoard, Seat, ExtraGame),
        *(TeamTable, TableSection, School, PostedOrder, Decision, FrozenAwards),
    )
}


class Change(Generic[Owner]):
    """One change under way of what ``owner``'s pages show; ``owner`` is its row as it stands under the lock.

    Rows are created, updated and deleted through the change, so that each is logged.
    """

    def __init__(self, owner: Owner, verb: Verb, summary: str, reason: str) -> None:
        self.owner = owner
        self.verb = verb
        self.summary = summary
        self.reason = reason
        self.undoes: LogEntry | None = None
        self.rows: list[RowChange] = []
        self.touched = False
        # A director said that those of one name are different people.
        self.different = False

    def create(self, row: Row) -> Row:
        """Insert a row."""
        row.save(force_insert=True)
        self.note(row)
        return row

    def create_all(self, rows: Iterable[Row]) -> list[Row]:
        """Insert many rows of one table at once."""
        made = list(rows)
        if made:
            type(made[0])._default_manager.bulk_create(made, batch_size=500)
            for row in made:
                self.note(row)
        return made

    def update(self, row: models.Model, **fields: Any) -> None:
        """Set fields of a row and save those that differ."""
        before = {name: getattr(row, name) for name in fields}
        changed = [name for name, value in fields.items() if before[name] != value]
        if not changed:
            return
        for name in changed:
            setattr(row, name, fields[name])
        row.save(update_fields=changed)
        self.rows.append(
            RowChange(
                _table(row),
                row.pk,
                {_column(row, name): _plain(before[name]) for name in changed},
                {_column(row, name): _plain(fields[name]) for name in changed},
            )
        )

    def delete(self, row: models.Model) -> None:
        """Delete a row; rows that hang on it must have been deleted before, so that each is logged."""
        self.rows.append(RowChange(_table(row), row.pk, _image(row), None))
        row.delete()

    def note(self, row: models.Model) -> None:
        """Log a row that was inserted in this transaction by other means."""
        self.rows.append(RowChange(_table(row), row.pk, None, _image(row)))

    def touch(self) -> None:
        """Count as changed though no row of its own is: its pages show a row that changed elsewhere."""
        self.touched = True


class SectionChange(Change[Section]):
    """A change of a section."""

    @property
    def section(self) -> Section:
        return self.owner


class TableChange(Change[TeamTable]):
    """A change of what a table of schools says for itself: its order, decisions, frozen awards."""

    @property
    def table(self) -> TeamTable:
        return self.owner


@contextmanager
def section_change(
    section_id: int,
    *,
    by: Person,
    verb: Verb,
    summary: str = "",
    reason: str = "",
    also: Collection[int] = (),
) -> Iterator[SectionChange]:
    """Change a section: see the module. Raise inside to change nothing at all.

    The act shows on the pages of the sections ``also``, too: each of them counts one change, and the rows are
    logged with the first. The summary may be set on the way (``change.summary``), before the block ends.
    """
    with transaction.atomic():
        # On PostgreSQL this row lock, on SQLite the IMMEDIATE transaction, makes changes of one section
        # follow each other; without it two scorers' read-then-write lost three updates in four.
        sections = lock_sections({section_id, *also})
        change = SectionChange(sections[section_id], verb, summary, reason)
        yield change
        if change.rows or change.touched:
            _conclude(change, sections, by)


@contextmanager
def table_change(
    table_id: int, *, by: Person, verb: Verb, summary: str = "", reason: str = ""
) -> Iterator[TableChange]:
    """Change a table of schools; its sections stay as they are."""
    with transaction.atomic():
        tables_ = TeamTable.objects.select_related("standings").select_for_update()
        change = TableChange(tables_.get(pk=table_id), verb, summary, reason)
        yield change
        if change.rows or change.touched:
            log_change(change.table.standings, change, by)
            tiebreaks.publish(change.table.standings, tables.load(change.table))


def standings_change(owner: HasStandings, *, by: Person, verb: Verb) -> AbstractContextManager[Change[Any]]:
    """Change whatever has standings, in the way of its kind."""
    return _WAYS[type(owner)](owner.pk, by=by, verb=verb)


_WAYS: Mapping[type[HasStandings], Callable[..., AbstractContextManager[Change[Any]]]] = {
    Section: section_change,
    TeamTable: table_change,
}


def lock_sections(pks: Collection[int]) -> dict[int, Section]:
    """Sections by primary key, locked in order of their standings before the first of them changes.

    A change goes on to lock the tables that draw on its sections: while it waits for a section it must hold
    none of them, or two changes could wait for each other.
    """
    sections = Section.objects.select_related("standings").select_for_update()
    return {section.pk: section for section in sections.filter(pk__in=pks).order_by("standings")}


def _conclude(change: SectionChange, sections: Mapping[int, Section], by: Person) -> None:
    if change.different:
        for player, namesakes in counted_once.namesakes_in(change.section):
            change.update(player, namesakes=namesakes)
    following = tables.drawing_on(sections.values())
    schools = schools_of(change.section.event_id) if following else None
    rankings: dict[int, Ranking] = {}
    for section in sections.values():
        log_change(section.standings, change, by, rows=section is change.section)
        rankings[section.pk] = tiebreaks.publish(section.standings, wallcharts.load(section, schools))
    entered = counted_once.Entered.by(change.rows)
    for table in following:
        if entered and schools:
            counted_once.check(table, schools, entered)
        table.standings.version += 1
        table.standings.save(update_fields=["version"])
        tiebreaks.publish(table.standings, tables.load(table, schools, rankings))


def log_change(standings: Standings, change: Change[Any], by: Person, *, rows: bool = True) -> None:
    """Count one change, and log it: the rows with the standings that they were changed for."""
    standings.version += 1
    standings.save(update_fields=["version"])
    LogEntry.objects.create(
        standings=standings,
        epoch=standings.epoch,
        version=standings.version,
        who=by if isinstance(by, User) else None,
        verb=change.verb,
        summary=change.summary[:300],
        reason=change.reason[:300],
        rows=change.rows if rows else [],
        undoes=change.undoes if rows else None,
    )


def _table(row: models.Model) -> str:
    return type(row).__name__.lower()


def _column(row: models.Model, name: str) -> str:
    return next(field.attname for field in row._meta.concrete_fields if field.name == name)


def _image(row: models.Model) -> dict[str, Any]:
    return {field.attname: _plain(getattr(row, field.attname)) for field in row._meta.concrete_fields}


def _plain(value: Any) -> Any:
    if isinstance(value, models.Model):
        return value.pk
    if isinstance(value, datetime | date):
        return value.isoformat()
    return value
