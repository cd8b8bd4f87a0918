"""The doorway: everything that can change a public page of a section goes through :func:`section_change`.

One transaction locks the section, reads, changes rows, counts the version up by one, writes one log entry
with every changed row before and after, recomputes, writes the sheet, and commits. A change that changes
nothing leaves no trace. No signals, no logic in ``save()``.
"""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import date, datetime
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser, User
from django.db import models, transaction

from tiebreaks import services as tiebreaks
from tiebreaks.models import PostedOrder, PostedTeamOrder

from . import wallcharts
from .models import (
    Event,
    ExtraGame,
    FinalAwards,
    FinalTeamAwards,
    Game,
    LogEntry,
    MatchBoard,
    Player,
    Round,
    School,
    Seat,
    Section,
    TableSection,
    TeamMember,
    TeamTable,
    TeamTieDecision,
    TieDecision,
)
from .schools import counted_once
from .schools import tables as team_tables
from .schools.names import schools_of

Row = TypeVar("Row", bound=models.Model)
Person = User | AnonymousUser | None

# The tables whose rows a log entry may name.
TABLES: dict[str, type[models.Model]] = {
    model.__name__.lower(): model
    for model in (
        *(Event, Section, Player, TeamMember, Round, Game, MatchBoard, Seat, ExtraGame),
        *(PostedOrder, TieDecision, TeamTable, TableSection, School, PostedTeamOrder, FinalAwards),
        *(TeamTieDecision, FinalTeamAwards),
    )
}


class Change:
    """One change under way. Rows are created, updated and deleted through it, so that each is logged."""

    def __init__(self, section: Section, verb: str, summary: str, reason: str) -> None:
        self.section = section
        self.verb = verb
        self.summary = summary
        self.reason = reason
        self.undoes: LogEntry | None = None
        self.rows: list[list[Any]] = []
        self.touched = False
        # A director said that those of one name are different people.
        self.different = False

    def create(self, row: Row) -> Row:
        """Insert a row."""
        row.save(force_insert=True)
        self.rows.append([_table(row), row.pk, None, _image(row)])
        return row

    def create_all(self, rows: Iterable[Row]) -> list[Row]:
        """Insert many rows of one table at once."""
        made = list(rows)
        if made:
            type(made[0])._default_manager.bulk_create(made, batch_size=500)
            self.rows += [[_table(row), row.pk, None, _image(row)] for row in made]
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
            [
                _table(row),
                row.pk,
                {_column(row, name): _plain(before[name]) for name in changed},
                {_column(row, name): _plain(fields[name]) for name in changed},
            ]
        )

    def delete(self, row: models.Model) -> None:
        """Delete a row; rows that hang on it must have been deleted before, so that each is logged."""
        self.rows.append([_table(row), row.pk, _image(row), None])
        row.delete()

    def note(self, row: models.Model) -> None:
        """Log a row that was inserted in this transaction by other means."""
        self.rows.append([_table(row), row.pk, None, _image(row)])

    def touch(self) -> None:
        """Count as changed though no row of this section is: its pages show a row that changed elsewhere."""
        self.touched = True


@contextmanager
def section_change(
    section_id: int, *, by: Person, verb: str, summary: str = "", reason: str = ""
) -> Iterator[Change]:
    """Change a section: see the module. Raise inside to change nothing at all.

    The summary may be set on the way (``change.summary``), before the block ends.
    """
    with transaction.atomic():
        # On PostgreSQL this row lock, on SQLite the IMMEDIATE transaction, makes changes of one section
        # follow each other; without it two scorers' read-then-write lost three updates in four.
        section = Section.objects.select_for_update().get(pk=section_id)
        change = Change(section, verb, summary, reason)
        yield change
        if change.rows or change.touched:
            _conclude(change, by)


def lock_sections(pks: Iterable[int]) -> None:
    """Lock several sections before the first of them changes, in order of their ids.

    A change goes on to lock the tables of teams that draw on its section: whoever still waits for a section
    must hold none of them, or two changes could wait for each other.
    """
    list(Section.objects.select_for_update().filter(pk__in=pks).order_by("pk"))


@contextmanager
def sections_change(pks: Iterable[int], *, by: Person, verb: str, reason: str = "") -> Iterator[Change]:
    """One act that shows on the pages of several sections: its rows are changed, and logged, with the first.

    Each of them counts one change, or none where nothing changed.
    """
    first, *others = sorted(set(pks))
    with transaction.atomic():
        lock_sections([first, *others])
        with section_change(first, by=by, verb=verb, reason=reason) as change:
            yield change
        if change.rows or change.touched:
            for pk in others:
                with section_change(pk, by=by, verb=verb, summary=change.summary, reason=reason) as also:
                    also.touch()


def change_in(place: Section | TeamTable, *, by: Person, verb: str) -> AbstractContextManager[Change]:
    """Change a section, or what a table of teams says: that shows on the pages of its sections."""
    if isinstance(place, Section):
        return section_change(place.pk, by=by, verb=verb)
    return sections_change(place.sections.values_list("pk", flat=True), by=by, verb=verb)


def _conclude(change: Change, by: Person) -> None:
    section = change.section
    if change.different and section.has_tables:
        for player, namesakes in counted_once.namesakes_in(section):
            change.update(player, namesakes=namesakes)
    section.version += 1
    section.save(update_fields=["version"])
    LogEntry.objects.create(
        section=section,
        epoch=section.epoch,
        version=section.version,
        who=by if isinstance(by, User) else None,
        verb=change.verb,
        summary=change.summary[:300],
        reason=change.reason[:300],
        rows=change.rows,
        undoes=change.undoes,
    )
    schools = schools_of(section.event_id) if section.has_tables else None
    source = wallcharts.load(section, schools)
    ranking = tiebreaks.refresh(section.pk, section.epoch, section.version, source)
    if schools is not None:
        team_tables.follow(section, ranking, schools, counted_once.Entered.by(change.rows))


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
